"""What is compared after a map is built: stated facts against what the drawing gave."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np

from toolkit.compile.resolve import Resolver, at_hex
from toolkit.diagnostics import Finding, Place, Severity
from toolkit.geometry.map import BoolArray, Map
from toolkit.source.game import GameSource
from toolkit.source.map import Town


def check_map(
    source: GameSource, built: Map, resolver: Resolver, derived: Mapping[str, str]
) -> list[Finding]:
    """Return what the source states and the built map contradicts (MAP1xx), in the order of the source."""
    before = len(resolver.findings)
    checks = _Checks(source, built, resolver)
    findings = [
        *checks.control(derived),
        *checks.river_towns(),
        *checks.merged_towns(),
        *checks.bridges(),
        *checks.marks(),
    ]
    return findings + resolver.findings[before:]


class _Checks:
    """The comparisons; each yields its findings."""

    def __init__(self, source: GameSource, built: Map, resolver: Resolver) -> None:
        self.source = source
        self.built = built
        self.resolver = resolver
        self.hex_of = {place.id: place.hex for place in built.places}

    def _finding(self, code: str, message: str, place: Place, hex: int, **data: object) -> Finding:
        where = at_hex(place, self.built.grid.number(hex))
        return Finding(code, Severity.WARNING, message, where, data=data)

    def _hex(self, town: Town) -> int | None:
        return self.hex_of.get(town.part_of or town.id)

    def control(self, derived: Mapping[str, str]) -> Iterator[Finding]:
        for town in self.source.map.towns:
            h = self._hex(town)
            if h is None or town.id not in derived:
                continue
            line = derived[town.id]
            if town.control is None and town.control_reference not in (None, line):
                text = (
                    f"{town.names.en} is listed as {town.control_reference}, the start line makes it {line}"
                )
                data = {"town": town.id, "listed": town.control_reference, "derived": line}
                yield self._finding("MAP101", text, town.place, h, **data)
            elif town.control == line:
                text = f"control of {town.names.en} is stated, but the start line gives the same"
                yield self._finding("MAP107", text, town.place, h, town=town.id)

    def river_sides(self, river: str) -> BoolArray:
        """Return the hexsides ``(m,)`` of a river in all its parts."""
        found = np.zeros(len(self.built.sides), dtype=np.bool_)
        for chain in self.built.chains:
            if chain.id == river or chain.id.startswith(f"{river}/"):
                found[chain.sides[chain.sides >= 0]] = True
        return found

    def _around(self, h: int, layer: BoolArray) -> bool:
        sides = self.built.side_of[h]
        return bool(layer[sides[sides >= 0]].any())

    def river_towns(self) -> Iterator[Finding]:
        rivers = [river.id for river in self.source.map.rivers]
        for town in self.source.map.towns:
            h = self._hex(town)
            for river in town.on_river:
                if not self.resolver.known(river, rivers, "river", town.place) or h is None:
                    continue
                if not self._around(h, self.river_sides(river)):
                    text = f"{town.names.en} stands on the river '{river}', but its hex does not touch it"
                    yield self._finding("MAP102", text, town.place, h, town=town.id, river=river)

    def merged_towns(self) -> Iterator[Finding]:
        for town in self.source.map.towns:
            h = self._hex(town)
            if town.part_of is None or h is None:
                continue
            own = self.resolver.town_hex(town)
            if own != h:
                number = self.built.grid.number(own) if own is not None else "off the map"
                text = f"{town.names.en} is part of '{town.part_of}' but lies in another hex ({number})"
                yield self._finding("MAP103", text, town.place, h, town=town.id)

    def bridges(self) -> Iterator[Finding]:
        rivers = [river.id for river in self.source.map.rivers]
        for item in self.source.map.bridges:
            town = self.resolver.main_town(item.town, item.place)
            h = self.hex_of.get(town.id) if town is not None else None
            if not self.resolver.known(item.river, rivers, "river", item.place) or h is None:
                continue
            found = self._around(h, self.river_sides(item.river) & self.built.bridge)
            if found != item.bridge:
                state = "no bridge" if item.bridge else "a bridge"
                text = f"{state} over the river '{item.river}' at {item.town}"
                yield self._finding("MAP104", text, item.place, h, town=item.town, river=item.river)

    def marks(self) -> Iterator[Finding]:
        seas = [kind.id for kind in self.source.definition.terrain if kind.is_sea]
        for mark in self.source.map.marks:
            known = mark.hex is not None and mark.layer in self.built.hex_features
            if known and mark.hex is not None:
                try:
                    h = self.built.grid.hex(mark.hex)
                except ValueError:
                    continue
                if self.built.terrain_of(h) in seas:
                    text = f"mark '{mark.layer}' stands in a sea hex"
                    yield self._finding("MAP106", text, mark.place, h, layer=mark.layer)
