"""From a map's source to the plane features that `toolkit.geometry` builds a map of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from toolkit.compile.control import is_simple, west_of
from toolkit.compile.resolve import Resolver
from toolkit.compile.rivers import distance_to_line, part_id, stretches_of
from toolkit.diagnostics import Finding, Place
from toolkit.geometry.features import (
    FREE,
    MOUTH,
    SOURCE,
    AreaFeature,
    AreaRule,
    EndKind,
    HexMark,
    HexOverride,
    LineEnd,
    LineFeature,
    MapFeatures,
    PathFeature,
    PlaceFeature,
    SideOverride,
)
from toolkit.geometry.lattice import FloatArray, Hexside
from toolkit.geometry.provenance import Provenance as Stated
from toolkit.source.definition import GameDefinition
from toolkit.source.game import GameSource
from toolkit.source.map import Area, Line, Mark, Point, River, Town
from toolkit.source.provenance import Provenance


@dataclass(frozen=True, slots=True)
class Prepared:
    """Plane features and what is needed to say where each of them stands in the files.

    Attributes
    ----------
    places : mapping of feature id to Place
    titles : mapping of feature id to str
        What a message calls it, e.g. ``"river Don"``.
    points : mapping of feature id to (positions, places)
        Plane positions ``(k, 2)`` of a drawn line and where each of its points stands.
    derived_control : mapping of town id to side
        What the start line alone gives.
    """

    features: MapFeatures
    places: Mapping[str, Place]
    titles: Mapping[str, str]
    points: Mapping[str, tuple[FloatArray, tuple[Place, ...]]]
    derived_control: Mapping[str, str]
    findings: tuple[Finding, ...]


def prepare(source: GameSource, resolver: Resolver) -> Prepared:
    """Return the plane features of a game's map; what cannot be used is left out and reported."""
    return _Preparation(source, resolver).run()


class _Preparation:
    """One pass over a map's source."""

    def __init__(self, source: GameSource, resolver: Resolver) -> None:
        self.source = source
        self.definition: GameDefinition = source.definition
        self.resolver = resolver
        self.places: dict[str, Place] = {}
        self.titles: dict[str, str] = {}
        self.points: dict[str, tuple[FloatArray, tuple[Place, ...]]] = {}

    def run(self) -> Prepared:
        definition = self.definition
        derived = self._derived_control()
        start_marks = self._start_marks()
        features = MapFeatures(
            default_terrain=next(kind.id for kind in definition.terrain if kind.is_default),
            default_provenance=origin_of(definition.provenance),
            terrain_kinds=tuple(kind.id for kind in definition.terrain),
            lines=tuple(part for river in self.source.map.rivers for part in self._river(river)),
            paths=tuple(path for line in self.source.map.lines if (path := self._path(line)) is not None),
            areas=tuple(area for item in self.source.map.areas if (area := self._area(item)) is not None),
            places=self._towns(derived),
            hex_overrides=self._terrain_overrides(),
            hex_marks=(*start_marks, *self._marks(), *self._setup_marks()),
            side_overrides=self._side_overrides(),
            layers=tuple(layer.id for layer in definition.side_layers),
            link_layers=tuple(layer.id for layer in definition.link_layers),
            hex_layers=tuple(layer.id for layer in definition.hex_layers),
            water_layers=tuple(layer.id for layer in definition.side_layers if layer.water),
        )
        findings = tuple(self.resolver.findings)
        return Prepared(features, self.places, self.titles, self.points, derived, findings)

    def _note(self, id: str, title: str, place: Place) -> None:
        self.places[id], self.titles[id] = place, title

    def _drawn(self, id: str, points: Sequence[Point]) -> FloatArray | None:
        """Return a drawn line's plane positions, and remember where its points stand."""
        positions = self.resolver.points(points)
        if positions is not None:
            self.points[id] = (positions, tuple(point.place for point in points))
        return positions

    # Towns and control -------------------------------------------------------------------------

    def _derived_control(self) -> dict[str, str]:
        line = self.source.map.start_line
        if line is None:
            return {}
        sides = self.definition.sides
        for side in (line.west, line.east):
            if not self.resolver.known(side, sides, "side", line.place):
                return {}
        points = self.resolver.points(line.points)
        if points is None:
            return {}
        if not is_simple(points):
            self.resolver.report("MAP105", "the start line crosses itself", line.place)
            return {}
        towns = self.source.map.towns
        positions = np.array([self.resolver.town_position(town) for town in towns]).reshape(-1, 2)
        is_west = west_of(points, positions)
        return {town.id: line.west if west else line.east for town, west in zip(towns, is_west, strict=True)}

    def _start_marks(self) -> list[HexMark]:
        """Return on which side of the start line each hex centre lies, as marks ``start_<side>``."""
        line = self.source.map.start_line
        points = self.resolver.points(line.points) if line is not None else None
        if line is None or points is None:
            return []
        origin = origin_of(line.provenance)
        layers = {layer.id for layer in self.definition.hex_layers}
        marks = []
        for h, west in enumerate(west_of(points, self.resolver.centres)):
            layer = f"start_{line.west if west else line.east}"
            if layer in layers:
                marks.append(HexMark("start_line", h, layer, origin))
        return marks

    def _towns(self, derived: Mapping[str, str]) -> tuple[PlaceFeature, ...]:
        merged: dict[str, list[Town]] = {}
        for town in self.source.map.towns:
            if town.part_of is not None and self._can_be_part(town):
                merged.setdefault(town.part_of, []).append(town)
        return tuple(
            self._town(town, merged.get(town.id, []), derived)
            for town in self.source.map.towns
            if town.part_of is None
            and self.resolver.known(town.kind, self.definition.town_classes, "town class", town.place)
        )

    def _can_be_part(self, town: Town) -> bool:
        assert town.part_of is not None
        towns = self.resolver.towns
        if not self.resolver.known(town.part_of, towns, "town", town.place):
            return False
        if towns[town.part_of].part_of is not None:
            text = f"'{town.part_of}' is itself part of '{towns[town.part_of].part_of}'"
            self.resolver.report("SRC024", text, town.place)
            return False
        return True

    def _town(self, town: Town, parts: Sequence[Town], derived: Mapping[str, str]) -> PlaceFeature:
        self._note(town.id, f"town {town.names.en}", town.place)
        control = town.control or derived.get(town.id)
        if town.control is not None:
            self.resolver.known(town.control, self.definition.sides, "side", town.place)
        others = [name for name in (town.other_name, *(part.names.en for part in parts)) if name]
        names = town.names.to_json()
        if others:
            names["other"] = ", ".join(others)
        return PlaceFeature(
            id=town.id,
            kind=town.kind,
            point=self.resolver.town_position(town),
            provenance=origin_of(town.provenance),
            names=names,
            hex=self.resolver.hex(town.hex, town.place) if town.hex is not None else None,
            control=control,
        )

    # Lines -------------------------------------------------------------------------------------

    def _river(self, river: River) -> list[LineFeature]:
        """Return a river's parts, one for each stretch of one kind; the last keeps the river's id."""
        layers = [layer.id for layer in self.definition.side_layers]
        stretches = stretches_of(river)
        sound = [self.resolver.known(kind, layers, "hexside layer", river.place) for kind, _, _ in stretches]
        points = self._with_whole_ends(river)
        if points is None or not all(sound):
            return []
        names = [part_id(river.id, i, len(stretches)) for i in range(len(stretches))]
        features = []
        for i, (kind, first, last) in enumerate(stretches):
            self._note(names[i], f"river {river.names.en or river.id}", river.place)
            self.points[names[i]] = (points, tuple(point.place for point in river.course))
            start, end = self._begin(river), self._end(river, points[-1])
            if i > 0:
                start = LineEnd(EndKind.SOURCE, at=_xy(points[first]))
            if i + 1 < len(stretches):
                end = LineEnd(EndKind.JOIN, joins=names[i + 1], at=_xy(points[last]))
            features.append(
                LineFeature(
                    names[i],
                    kind,
                    points[first : last + 1],
                    origin_of(river.provenance),
                    river.names.to_json(),
                    start,
                    end,
                )
            )
        return features

    def _with_whole_ends(self, river: River) -> FloatArray | None:
        """Return the points of a course; a hexside at either end belongs to it with both its corners."""
        points = self.resolver.points(river.course)
        if points is None or len(points) < 2:
            return points
        points = points.copy()
        grid = self.resolver.grid
        for end, next_to_it in ((0, 1), (-1, -2)):
            numbers = river.course[end].hexes
            if len(numbers) == 2:
                a, b = grid.axial_of(np.array([grid.hex(number) for number in numbers])).tolist()
                corners = np.array(
                    [grid.vertex_position(v) for v in Hexside.between((a[0], a[1]), (b[0], b[1])).vertices()]
                )
                away = np.linalg.norm(corners - points[next_to_it], axis=1)
                points[end] = corners[int(away.argmax())]
        return points

    def _begin(self, river: River) -> LineEnd:
        how, other = river.begins
        if how == "leaves" and other is not None:
            return self._join(river, other, river.course[0].place, None)
        return SOURCE if how == "source" else FREE

    def _end(self, river: River, last: FloatArray) -> LineEnd:
        how, other = river.ends
        if how == "joins" and other is not None:
            return self._join(river, other, river.place, last)
        if how == "mouth" and other is not None:
            seas = {kind.id for kind in self.definition.terrain if kind.is_sea}
            known = [area.id for area in self.source.map.areas if area.kind in seas]
            self.resolver.known(other, known, "sea", river.place)
            return MOUTH
        return SOURCE if how == "sinks" else FREE

    def _join(self, river: River, other: str, place: Place, at: FloatArray | None) -> LineEnd:
        """Return an end on another river; of one in several parts, on the part nearest to `at`."""
        rivers = {item.id: item for item in self.source.map.rivers if item.id != river.id}
        if not self.resolver.known(other, rivers, "other river", place):
            return FREE
        stretches = stretches_of(rivers[other])
        course = self.resolver.points(rivers[other].course)
        if len(stretches) == 1 or course is None or at is None:
            return LineEnd(EndKind.JOIN, joins=other)
        distances = [distance_to_line(at, course[first : last + 1]) for _, first, last in stretches]
        # Of equally near parts the later one: a confluence at the change of kind belongs downstream.
        best = len(distances) - 1 - int(np.argmin(distances[::-1]))
        return LineEnd(EndKind.JOIN, joins=part_id(other, best, len(stretches)))

    def _path(self, line: Line) -> PathFeature | None:
        self._note(line.id, f"{line.kind} {line.names.en or line.id}", line.place)
        layers = [layer.id for layer in self.definition.link_layers]
        if not self.resolver.known(line.kind, layers, "link layer", line.place):
            return None
        points = self._drawn(line.id, line.through)
        if points is None:
            return None
        towns = [self.resolver.main_town(p.town, p.place) for p in line.through if p.town is not None]
        hexes = [self.resolver.hex(p.hexes[0], p.place) for p in line.through if p.hexes]
        return PathFeature(
            id=line.id,
            kind=line.kind,
            points=points,
            provenance=origin_of(line.provenance),
            names=line.names.to_json(),
            places=tuple(dict.fromkeys(town.id for town in towns if town is not None)),
            hexes=tuple(h for h in hexes if h is not None),
        )

    # Areas, marks and overrides ----------------------------------------------------------------

    def _area(self, area: Area) -> AreaFeature | None:
        self._note(area.id, f"{area.kind} {area.names.en or area.id}", area.place)
        kinds = {kind.id: kind for kind in self.definition.terrain}
        if not self.resolver.known(area.kind, kinds, "terrain", area.place):
            return None
        rings = [self._drawn(area.id, ring) for ring in reversed(area.rings)][::-1]
        kind = kinds[area.kind]
        return AreaFeature(
            id=area.id,
            kind=area.kind,
            parts=(tuple(ring for ring in rings if ring is not None),),
            provenance=origin_of(area.provenance),
            rule=AreaRule.SEA if kind.is_sea else AreaRule.TERRAIN,
            share=area.share if area.share is not None else kind.share,
            priority=kind.priority,
            names=area.names.to_json(),
        )

    def _marks(self) -> list[HexMark]:
        layers = [layer.id for layer in self.definition.hex_layers]
        first: dict[tuple[str, int], Place] = {}
        marks = []
        for mark in self.source.map.marks:
            if not self.resolver.known(mark.layer, layers, "hex layer", mark.place):
                continue
            h = self._mark_hex(mark)
            if h is None:
                continue
            if (mark.layer, h) in first:
                text = f"hex is marked '{mark.layer}' twice; first at {first[mark.layer, h]}"
                self.resolver.report("SRC022", text, mark.place, h)
                continue
            first[mark.layer, h] = mark.place
            id = f"{mark.layer}/{mark.id}"
            self._note(id, f"mark {id}", mark.place)
            marks.append(HexMark(id, h, mark.layer, origin_of(mark.provenance)))
        return marks

    def _mark_hex(self, mark: Mark) -> int | None:
        if mark.hex is not None:
            return self.resolver.hex(mark.hex, mark.place)
        if mark.town is not None:
            found = self.resolver.main_town(mark.town, mark.place)
            return None if found is None else self.resolver.town_hex(found)
        assert mark.at is not None
        position = self.resolver.point(mark.at)
        if position is None:
            return None
        h = int(self.resolver.grid.nearest(np.array([position]))[0])
        if h < 0:
            self.resolver.report("MAP004", f"mark '{mark.layer}/{mark.id}' lies off the map", mark.place)
            return None
        return h

    def _setup_marks(self) -> list[HexMark]:
        """Return the set-up symbols as marks: ``setup:<army>``, ``setup_panzer:…``, ``setup_hq:…``."""
        marks = []
        place = Place(file=self.source.file)
        for symbol in self.source.setup_hexes:
            h = self.resolver.hex(symbol.hex, place)
            if h is None:
                continue
            prefixes = {"panzer": ("setup", "setup_panzer"), "hq": ("setup_hq",)}.get(symbol.kind, ("setup",))
            for prefix in prefixes:
                layer = f"{prefix}:{symbol.army}"
                marks.append(HexMark(layer, h, layer, origin_of(symbol.provenance)))
        return marks

    def _terrain_overrides(self) -> tuple[HexOverride, ...]:
        kinds = [kind.id for kind in self.definition.terrain]
        first: dict[int, Place] = {}
        overrides = []
        unknown: set[tuple[str, str | None]] = set()
        for item in self.source.map.terrain_overrides:
            if (item.terrain, item.place.file) in unknown:
                continue  # said once, for all hexes that are listed under it
            h = self.resolver.hex(item.hex, item.place)
            if not self.resolver.known(item.terrain, kinds, "terrain", item.place):
                unknown.add((item.terrain, item.place.file))
                continue
            if h is None:
                continue
            if h in first:
                text = f"terrain of the hex is stated twice; first at {first[h]}"
                self.resolver.report("SRC022", text, item.place, h)
                continue
            first[h] = item.place
            self._note(item.id, f"override {item.id}", item.place)
            overrides.append(HexOverride(item.id, h, item.terrain, origin_of(item.provenance)))
        return tuple(overrides)

    def _side_overrides(self) -> tuple[SideOverride, ...]:
        sides = [layer.id for layer in self.definition.side_layers]
        links = [layer.id for layer in self.definition.link_layers]
        first: dict[tuple[str, int, int], Place] = {}
        overrides = []
        for item in self.source.map.layer_overrides:
            a, b = (self.resolver.hex(number, item.place) for number in item.side)
            if a is None or b is None:
                continue
            if not self.resolver.known(item.layer, [*sides, *links], "hexside or link layer", item.place):
                continue
            key = (item.layer, min(a, b), max(a, b))
            if key in first:
                text = f"'{item.layer}' of the hexside is stated twice; first at {first[key]}"
                self.resolver.report("SRC022", text, item.place, a)
                continue
            first[key] = item.place
            self._note(item.id, f"override {item.id}", item.place)
            overrides.append(
                SideOverride(
                    item.id,
                    a,
                    b,
                    item.layer,
                    origin_of(item.provenance),
                    item.present,
                    "side" if item.layer in sides else "link",
                    {} if item.names is None else item.names.to_json(),
                )
            )
        return tuple(overrides)


def origin_of(provenance: Provenance) -> Stated:
    """Return where a datum comes from, as geometry keeps it."""
    return Stated(str(provenance.kind), provenance.source)


def _xy(row: FloatArray) -> tuple[float, float]:
    return (float(row[0]), float(row[1]))
