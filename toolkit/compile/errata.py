"""Errata of hexes, hexsides and links: held against the map without them, then stated on top of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from toolkit.compile.resolve import at_hex
from toolkit.diagnostics import Finding, Place, Severity
from toolkit.geometry.apart import apart
from toolkit.geometry.area_map import AreaMap
from toolkit.geometry.map import Map
from toolkit.source.area_map import AreaMapSource, StatedBorderSource
from toolkit.source.errata import Change, Erratum, border_changes, compare_before, map_changes
from toolkit.source.game import GameSource
from toolkit.source.map import LayerOverride, MapSource, Mark, TerrainOverride
from toolkit.source.schema import suggestion

Expected = Mapping[str, tuple[tuple[str, ...], Place]]
"""Area id to the areas it should border on, and where that stands."""

TERRAIN = "terrain"
"""The `detail` of a correction of a hex's terrain; any other names a layer."""


def correct_map(source: GameSource, build: Callable[[GameSource], Map]) -> tuple[GameSource, list[Finding]]:
    """Return a game's source with the corrections of its errata stated as overrides.

    Parameters
    ----------
    build : callable
        Gives the map of a source, without errata; called only when there are corrections of the map.

    Returns
    -------
    source : GameSource
        Without such corrections left in it to apply.
    findings : list of Finding
        SRC020, SRC023 for what the map does not have; SRC040, SRC042 where the value before differs.
    """
    changes = list(map_changes(source.errata))
    if not changes:
        return source, []
    correction = _Correction(source, build(source))
    for erratum, change in changes:
        correction.apply(erratum, change)
    return replace(source, map=correction.map), correction.findings


class _Correction:
    """The map's source while errata are stated in it one after the other."""

    def __init__(self, source: GameSource, built: Map) -> None:
        definition = source.definition
        self.map: MapSource = source.map
        self.findings: list[Finding] = []
        self._built = built
        # What an earlier erratum has made of a datum.
        self._now: dict[tuple[str, str, str], object] = {}
        self._terrain = [kind.id for kind in definition.terrain]
        self._layers = {
            "hex": [layer.id for layer in definition.hex_layers],
            "hexside": [layer.id for layer in definition.side_layers],
            "link": [layer.id for layer in definition.link_layers],
        }

    def apply(self, erratum: Erratum, change: Change) -> None:
        """State one change, or note why not."""
        number = len(self.findings)
        found = self._found(erratum, change)
        if len(self.findings) > number:
            return
        problem = compare_before(erratum, change, found)
        if problem is not None:
            self.findings.append(replace(problem, place=_at(problem.place, change)))
            return
        self._now[change.kind, change.target, change.detail] = change.after
        if change.kind == "hex" and change.detail == TERRAIN:
            self._state_terrain(erratum, change)
        elif change.kind == "hex":
            self._state_mark(erratum, change)
        else:
            self._state_side(erratum, change)

    def _found(self, erratum: Erratum, change: Change) -> object:
        """Return what the map has before the change; a finding is noted when it has no such thing."""
        key = (change.kind, change.target, change.detail)
        if key in self._now:
            return self._now[key]
        hexes = [h for number in change.hexes if (h := self._hex(erratum, change, number)) is not None]
        if len(hexes) < len(change.hexes):
            return None
        if change.kind == "hex" and change.detail == TERRAIN:
            if change.after not in self._terrain:
                self._unknown(erratum, change, "terrain", str(change.after), self._terrain)
            return self._built.terrain_kinds[int(self._built.terrain[hexes[0]])]
        if change.detail not in self._layers[change.kind]:
            known = self._layers[change.kind] + ([TERRAIN] if change.kind == "hex" else [])
            self._unknown(erratum, change, f"{change.kind} layer", change.detail, known)
            return None
        if not isinstance(change.after, bool):
            text = f"erratum {erratum.id}: {change.datum} is there or is not: write true or false"
            self._report("SRC010", text, change)
            return None
        if change.kind == "hex":
            marked = self._built.hex_features.get(change.detail)
            return False if marked is None else bool(marked[hexes[0]])
        side = self._side(erratum, change, hexes)
        layers = self._built.side_features if change.kind == "hexside" else self._built.links
        return side is not None and change.detail in layers and bool(layers[change.detail][side])

    def _hex(self, erratum: Erratum, change: Change, number: str) -> int | None:
        try:
            return self._built.grid.hex(number)
        except ValueError as error:
            self._report("SRC023", f"erratum {erratum.id}: {error}", change)
            return None

    def _side(self, erratum: Erratum, change: Change, hexes: list[int]) -> int | None:
        if self._built.grid.distance(*hexes) != 1:
            self._report("SRC023", f"erratum {erratum.id}: {apart(self._built.grid, *hexes)}", change)
            return None
        return self._built.side(*hexes)

    def _unknown(self, erratum: Erratum, change: Change, what: str, name: str, known: list[str]) -> None:
        text = f"erratum {erratum.id}: no {what} has the name '{name}'{suggestion(name, known)}"
        self._report("SRC020", text, change)

    def _report(self, code: str, message: str, change: Change) -> None:
        data = {"datum": change.datum}
        self.findings.append(Finding(code, Severity.ERROR, message, _at(change.place, change), data=data))

    def _state_terrain(self, erratum: Erratum, change: Change) -> None:
        kept = tuple(item for item in self.map.terrain_overrides if item.hex != change.target)
        stated = TerrainOverride(
            _id(erratum, change),
            change.target,
            str(change.after),
            erratum.why,
            erratum.provenance,
            change.place,
        )
        self.map = replace(self.map, terrain_overrides=(*kept, stated))

    def _state_mark(self, erratum: Erratum, change: Change) -> None:
        h = self._built.grid.hex(change.target)
        towns = {place.id for place in self._built.places if place.hex == h}
        towns |= {town.id for town in self.map.towns if town.part_of in towns}
        kept = tuple(
            mark
            for mark in self.map.marks
            if mark.layer != change.detail or (mark.hex != change.target and mark.town not in towns)
        )
        if change.after is True:
            kept += (
                Mark(
                    _id(erratum, change), change.detail, erratum.provenance, change.place, hex=change.target
                ),
            )
        self.map = replace(self.map, marks=kept)

    def _state_side(self, erratum: Erratum, change: Change) -> None:
        pair = set(change.hexes)
        kept = tuple(
            item for item in self.map.layer_overrides if item.layer != change.detail or set(item.side) != pair
        )
        first, second = change.hexes
        stated = LayerOverride(
            _id(erratum, change),
            (first, second),
            change.detail,
            change.after is True,
            erratum.why,
            erratum.provenance,
            change.place,
        )
        self.map = replace(self.map, layer_overrides=(*kept, stated))


def correct_borders(
    source: GameSource, build: Callable[[AreaMapSource], AreaMap]
) -> tuple[AreaMapSource | None, list[Finding]]:
    """Return a game's area map with the corrections of borders stated in it.

    Parameters
    ----------
    build : callable
        Gives the map of a source, without errata; called only when there are corrections of borders.

    Returns
    -------
    source : AreaMapSource or None
    findings : list of Finding
        SRC020 areas that do not exist; SRC010, SRC040, SRC042 as for hexsides.
    """
    areas, changes = source.area_map, border_changes(source.errata)
    if not changes:
        return areas, []
    built = None if areas is None else build(areas)
    ids = [] if built is None else list(built.ids)
    now = set() if built is None else {frozenset((ids[b.a], ids[b.b])) for b in built.borders}
    findings: list[Finding] = []
    for erratum, change in changes:
        pair = change.target.split("/")
        unknown = next((id for id in pair if id not in ids), None)
        problem: Finding | None = None
        if unknown is not None:
            text = f"erratum {erratum.id}: no area has the name '{unknown}'{suggestion(unknown, ids)}"
            problem = Finding("SRC020", Severity.ERROR, text, change.place)
        elif not isinstance(change.after, bool):
            text = f"erratum {erratum.id}: {change.datum} is there or is not: write true or false"
            problem = Finding("SRC010", Severity.ERROR, text, change.place)
        else:
            problem = compare_before(erratum, change, frozenset(pair) in now)
        if problem is not None or areas is None:
            findings += [] if problem is None else [problem]
            continue
        kept = tuple(item for item in areas.stated if set(item.areas) != set(pair))
        touching = change.after is True
        made = StatedBorderSource(
            _id(erratum, change), (pair[0], pair[1]), touching, erratum.why, erratum.provenance, change.place
        )
        # What was known of the printed map gives way with it.
        areas = replace(
            areas,
            stated=(*kept, made),
            known=tuple(item for item in areas.known if set(item.areas) != set(pair)),
            expected=_expected(areas.expected, pair, touching),
        )
        now = now | {frozenset(pair)} if touching else now - {frozenset(pair)}
    return areas, findings


def _expected(stated: Expected | None, pair: list[str], touching: bool) -> Expected | None:
    """Return who should border on whom after a correction of one pair."""
    if stated is None:
        return None
    found = dict(stated)
    for id, other in (pair, pair[::-1]):
        if id in found:
            others, place = found[id]
            rest = tuple(name for name in others if name != other)
            found[id] = ((*rest, other) if touching else rest, place)
    return found


def _id(erratum: Erratum, change: Change) -> str:
    return f"erratum_{erratum.id}/{change.datum}"


def _at(place: Place, change: Change) -> Place:
    return at_hex(place, change.target)
