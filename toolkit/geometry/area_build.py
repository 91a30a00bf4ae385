"""From drawn areas to an `AreaMap`: who borders on whom, and everything that looks wrong on the way.

Areas are drawn by hand, so lines that are meant to be one lie a little apart or across each other.
Every short piece of an outline belongs to the area that faces it within the tolerance; of several the
nearest has it.  So four areas that meet in a point do not touch across it, however coarse the
tolerance, and a narrow area keeps its two neighbours apart.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import combinations

import numpy as np
import numpy.typing as npt
import shapely

from toolkit.diagnostics import Severity
from toolkit.geometry.area_map import AreaLink, AreaMap, AreaPoint, Border, Rings, Scenery, shapes_of
from toolkit.geometry.areas import polygon_of
from toolkit.geometry.features import Provenance
from toolkit.geometry.lattice import FloatArray, IntArray

PIECE, CONTROL, LABEL = "piece", "control", "label"

# Of the size of a middling area: how far apart lines may lie that are meant to be one, and how long a
# common line must be to be a border.
TOLERANCE = 0.02
_LEAST_BORDER = 3.0
_PIECES = 6
_MOST_PIECES = 400_000
# A line faces another when it lies within 60 degrees of straight ahead.
_AHEAD = 0.5
_SLIVER = 0.01
_NOTHING: Mapping[str, str] = {}


@dataclass(frozen=True, slots=True)
class DrawnArea:
    """An area as drawn.

    Attributes
    ----------
    id, kind : str
    names : mapping
        Language to name; empty for an area without one.
    parts : tuple of Rings
    provenance : Provenance
    points : tuple of (role, (x, y))
    is_box : bool
        It borders on nothing, whatever lies beside it.
    properties : mapping
    origins : mapping of str to Provenance
        Of single facts: its name, kind, outline.
    """

    id: str
    kind: str
    names: Mapping[str, str]
    parts: tuple[Rings, ...]
    provenance: Provenance
    points: tuple[tuple[str, tuple[float, float]], ...] = ()
    is_box: bool = False
    properties: Mapping[str, str] = field(default_factory=dict)
    origins: Mapping[str, Provenance] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class StatedBorder:
    """A border that is (`connect`) or is not there whatever the drawing says."""

    id: str
    a: str
    b: str
    connect: bool
    reason: str
    provenance: Provenance


@dataclass(frozen=True, slots=True)
class SourcedBorder:
    """A drawn border of which is known where it comes from."""

    id: str
    a: str
    b: str
    provenance: Provenance


@dataclass(frozen=True, slots=True)
class DrawnLink:
    """A special way from one area to another."""

    id: str
    kind: str
    start: str
    end: str
    one_way: bool
    provenance: Provenance
    names: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class AreaDrawing:
    """Everything an area map is built from.

    Attributes
    ----------
    areas : tuple of DrawnArea
    stated : tuple of StatedBorder
    links : tuple of DrawnLink
    voids : tuple of Rings
        Ground that belongs to no area on purpose.
    expected : mapping of id to tuple of id, or None
        Who should border on whom, for those areas that it names.
    tolerance, least_border : float or None
        In the plane; of the areas' size when left out.
    sourced : tuple of SourcedBorder
    size_px : (int, int) or None
        Of the board.
    scenery : tuple of Scenery
        Passed on as it is.
    """

    areas: tuple[DrawnArea, ...]
    stated: tuple[StatedBorder, ...] = ()
    links: tuple[DrawnLink, ...] = ()
    voids: tuple[Rings, ...] = ()
    expected: Mapping[str, tuple[str, ...]] | None = None
    tolerance: float | None = None
    least_border: float | None = None
    sourced: tuple[SourcedBorder, ...] = ()
    size_px: tuple[int, int] | None = None
    scenery: tuple[Scenery, ...] = ()


class AreaProblem(StrEnum):
    """What can be wrong with an area map."""

    DUPLICATE_ID = "duplicate_id"
    BROKEN_RING = "broken_ring"
    NO_OUTLINE = "no_outline"
    UNKNOWN_AREA = "unknown_area"
    GAP = "gap"
    OVERLAP = "overlap"
    SLIVER = "sliver"
    NO_NAME = "no_name"
    SAME_NAME = "same_name"
    UNREACHABLE = "unreachable"
    SHORT_BORDER = "short_border"
    MISSING_BORDER = "missing_border"
    EXTRA_BORDER = "extra_border"
    NEEDLESS = "needless"
    CONTRADICTION = "contradiction"
    POINT_OUTSIDE = "point_outside"


@dataclass(frozen=True, slots=True)
class AreaIssue:
    """One thing found while building.

    Attributes
    ----------
    problem : AreaProblem
    feature : str
        Id of the area, statement or link; of a gap, the first area around it.
    severity : Severity
    message : str
    position : (x, y) or None
    others : tuple of str
        The other areas concerned.
    outline : (k, 2) array or None
        Of the gap, overlap or sliver, to be drawn.
    size : float
        Its area, or the length of a border.
    """

    problem: AreaProblem
    feature: str
    severity: Severity
    message: str
    position: tuple[float, float] | None = None
    others: tuple[str, ...] = ()
    outline: FloatArray | None = None
    size: float = 0.0


def build_area_map(drawing: AreaDrawing) -> tuple[AreaMap, list[AreaIssue]]:
    """Build an area map.

    Parameters
    ----------
    drawing : AreaDrawing

    Returns
    -------
    map : AreaMap
        Always complete: what cannot be used is left out and reported.
    issues : list of AreaIssue
    """
    bench = _Bench(drawing)
    bench.check_shapes()
    lengths = bench.common_lines()
    borders = bench.borders(lengths)
    links = bench.links()
    built = AreaMap(
        ids=tuple(area.id for area in bench.areas),
        kinds=tuple(area.kind for area in bench.areas),
        names=tuple(dict(area.names) for area in bench.areas),
        polygons=bench.polygons,
        is_box=bench.is_box,
        borders=borders,
        links=links,
        points=bench.points(),
        properties=tuple(dict(area.properties) for area in bench.areas),
        provenance=tuple(area.provenance for area in bench.areas),
        origins=tuple(dict(area.origins) for area in bench.areas),
        size_px=drawing.size_px,
        scenery=drawing.scenery,
        voids=tuple(rings[0] for rings in drawing.voids),
    )
    bench.check_names()
    bench.check_reach(built)
    bench.check_expected(built, lengths)
    return built, bench.issues


class _Bench:
    """One building of an area map."""

    def __init__(self, drawing: AreaDrawing) -> None:
        self.drawing = drawing
        self.issues: list[AreaIssue] = []
        self.areas = tuple(self._usable())
        self.index = {area.id: i for i, area in enumerate(self.areas)}
        self.is_box = np.array([area.is_box for area in self.areas], dtype=np.bool_)
        self.mended = [polygon_of(area.parts) for area in self.areas]
        sizes = [float(shapely.area(shape)) for shape, _ in self.mended]
        drawn = [size for size, box in zip(sizes, self.is_box.tolist(), strict=True) if size > 0 and not box]
        self.size = math.sqrt(float(np.median(drawn))) if drawn else 1.0
        self.tolerance = TOLERANCE * self.size if drawing.tolerance is None else drawing.tolerance
        self.polygons = self._polygons()
        self.shapes = shapes_of(self.polygons)
        self.ground = np.flatnonzero(~shapely.is_empty(self.shapes) & ~self.is_box)
        given = drawing.least_border
        self.least = _LEAST_BORDER * self.tolerance if given is None else given

    def report(self, problem: AreaProblem, feature: str, severity: Severity, message: str) -> None:
        self.issues.append(AreaIssue(problem, feature, severity, message))

    def region(
        self,
        problem: AreaProblem,
        severity: Severity,
        message: str,
        areas: Sequence[int],
        shape: shapely.Geometry,
    ) -> None:
        """Report something that has an outline."""
        spot = shapely.get_coordinates(shapely.point_on_surface(shape))[0].tolist()
        names = [self.areas[i].id for i in areas]
        parts = shapely.get_parts(shape)
        largest = parts[int(np.argmax(shapely.area(parts)))]
        self.issues.append(
            AreaIssue(
                problem,
                names[0] if names else "",
                severity,
                message,
                (spot[0], spot[1]),
                tuple(names[1:]),
                shapely.get_coordinates(shapely.get_exterior_ring(largest)),
                float(shapely.area(shape)),
            )
        )

    # Shapes ------------------------------------------------------------------------------------

    def _usable(self) -> Iterator[DrawnArea]:
        seen: set[str] = set()
        for area in self.drawing.areas:
            if area.id in seen:
                text = f"the id {area.id!r} is taken"
                self.report(AreaProblem.DUPLICATE_ID, area.id, Severity.ERROR, text)
                continue
            seen.add(area.id)
            yield area

    def _polygons(self) -> tuple[tuple[Rings, ...], ...]:
        """Return each area's parts as valid polygons; specks that a slip of the pen cut off are dropped."""
        found = []
        for shape, _ in self.mended:
            parts = [part for part in shapely.get_parts(shape) if shapely.get_type_id(part) == 3]
            parts = [part for part in parts if shapely.area(part) > self._slip] or parts
            rings = [tuple(map(shapely.get_coordinates, shapely.get_rings(part))) for part in parts]
            found.append(tuple(rings))
        return tuple(found)

    def _check_rings(self) -> None:
        for area, (shape, faults), polygons in zip(self.areas, self.mended, self.polygons, strict=True):
            kept = sum(float(shapely.area(shapely.Polygon(part[0], list(part[1:])))) for part in polygons)
            is_slip = kept > 0 and float(shapely.area(shape)) - kept <= self._slip
            for fault in faults:
                severity = Severity.INFO if is_slip and fault.kind == "crossing" else Severity.ERROR
                if fault.kind == "unclosed":
                    severity = Severity.WARNING
                issue = AreaIssue(AreaProblem.BROKEN_RING, area.id, severity, fault.reason, fault.position)
                self.issues.append(issue)
            if not polygons and not area.is_box:
                text = "the area has no outline; draw it, or make it a box"
                self.report(AreaProblem.NO_OUTLINE, area.id, Severity.ERROR, text)

    def check_shapes(self) -> None:
        self._check_rings()
        self._check_slivers()
        self._check_overlaps()
        self._check_gaps()

    def _is_thin(self, shape: shapely.Geometry) -> bool:
        """Return whether a shape is nowhere wider than the tolerance."""
        return bool(shapely.is_empty(shapely.buffer(shape, -self.tolerance / 2)))

    def _check_slivers(self) -> None:
        for i in self.ground.tolist():
            for part in shapely.get_parts(self.shapes[i]):
                if self._is_thin(part) or shapely.area(part) < _SLIVER * self.size**2:
                    size = float(shapely.area(part))
                    text = f"a part of {size:.1f} square pixels is no area one could play in"
                    self.region(AreaProblem.SLIVER, Severity.WARNING, text, [i], part)

    def _check_overlaps(self) -> None:
        shapes = self.shapes[self.ground]
        first, second = shapely.STRtree(shapes).query(shapes, predicate="intersects")
        for i, j in zip(first.tolist(), second.tolist(), strict=True):
            if i >= j:
                continue
            common = _surfaces(shapely.intersection(shapes[i], shapes[j]))
            if float(shapely.area(common)) <= self._speck:
                continue
            a, b = int(self.ground[i]), int(self.ground[j])
            thin = self._is_thin(common)
            text = f"{self.areas[a].id} and {self.areas[b].id} overlap"
            text += ", no wider than the tolerance: the line between them counts as one" if thin else ""
            severity = Severity.INFO if thin else Severity.ERROR
            self.region(AreaProblem.OVERLAP, severity, text, [a, b], common)

    @property
    def _slip(self) -> float:
        """A surface that a slip of the pen may cut off."""
        return 4 * self.tolerance**2

    @property
    def _speck(self) -> float:
        """A surface too small to be anything but rounding."""
        return 1e-3 * self.tolerance**2

    def _check_gaps(self) -> None:
        """Report ground between areas that belongs to none: closed in, or a slit open to the outside."""
        voids, _ = polygon_of(self.drawing.voids)
        shapes = self.shapes[self.ground]
        whole = shapely.union_all([*shapes, voids])
        closed = shapely.buffer(shapely.buffer(whole, self.tolerance / 2), -self.tolerance / 2)
        filled = shapely.union_all([shapely.Polygon(ring) for ring in _outer_rings(closed)])
        for gap in shapely.get_parts(_surfaces(shapely.difference(filled, whole))):
            area, around = float(shapely.area(gap)), shapely.length(gap)
            # Closing rounds notches of the outer edge by less than this; a slit is longer.
            is_open = not shapely.contains_properly(filled, gap)
            if area <= self._speck or (is_open and around < 2 * self.least):
                continue
            near = shapely.dwithin(shapes, gap, 1e-6 * self.size)
            areas = self.ground[near].tolist()
            if len(areas) < 2 and not (len(areas) == 1 and not is_open):
                continue
            thin = self._is_thin(gap)
            names = ", ".join(self.areas[i].id for i in areas)
            text = f"a gap between {names}"
            text += (
                ", no wider than the tolerance: the line between them counts as one"
                if thin
                else ": ground of no area; close it, or draw it as void"
            )
            severity = Severity.INFO if thin else Severity.WARNING
            self.region(AreaProblem.GAP, severity, text, areas, gap)

    # Borders -----------------------------------------------------------------------------------

    def common_lines(self) -> Mapping[tuple[int, int], float]:
        """Return the length of the common line of each pair of areas that face each other."""
        if len(self.ground) < 2:
            return {}
        middles, ahead, lengths, owner = self._pieces()
        rows, facing = self._faced(middles, ahead, owner)
        count = len(self.ground)
        low, high = np.minimum(owner[rows], facing), np.maximum(owner[rows], facing)
        # Each side measures the line; where one side's outline lies deep in the other they differ.
        sums = np.bincount(low * count + high, weights=lengths[rows] / 2, minlength=count * count)
        ids = self.ground.tolist()
        return {
            (ids[pair // count], ids[pair % count]): float(sums[pair])
            for pair in np.flatnonzero(sums).tolist()
        }

    def _pieces(self) -> tuple[FloatArray, FloatArray, FloatArray, IntArray]:
        """Return all outlines in short pieces: middles and outward normals ``(k, 2)``, lengths, owners."""
        shapes = self.shapes[self.ground]
        total = float(shapely.length(shapes).sum())
        step = max(self.least / _PIECES, total / _MOST_PIECES)
        middles, ahead, lengths, owners = [], [], [], []
        for i, shape in enumerate(shapes):
            # Outer rings run so that their signed area is positive, holes the other way: in both the
            # outside lies along (dy, -dx).
            for ring in shapely.get_rings(shapely.get_parts(shapely.orient_polygons(shape))):
                points = shapely.get_coordinates(ring)
                run = np.diff(points, axis=0)
                length = np.hypot(run[:, 0], run[:, 1])
                keep = length > 0
                start, run, length = points[:-1][keep], run[keep], length[keep]
                count = np.maximum(np.ceil(length / step), 1).astype(np.int64)
                segment = np.repeat(np.arange(len(run)), count)
                within = np.arange(len(segment)) - np.repeat(np.cumsum(count) - count, count)
                share = (within + 0.5) / count[segment]
                middles.append(start[segment] + share[:, None] * run[segment])
                normal = np.stack([run[:, 1], -run[:, 0]], axis=-1) / length[:, None]
                ahead.append(normal[segment])
                lengths.append(length[segment] / count[segment])
                owners.append(np.full(len(segment), i, dtype=np.int64))
        return (
            np.concatenate(middles),
            np.concatenate(ahead),
            np.concatenate(lengths),
            np.concatenate(owners),
        )

    def _faced(
        self, middles: FloatArray, ahead: FloatArray, owner: IntArray
    ) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]]:
        """Return which pieces face which other area: rows and areas, a row for each of equally near ones."""
        shapes = self.shapes[self.ground]
        points = shapely.points(middles)
        shapely.prepare(shapes)
        row, other = shapely.STRtree(shapes).query(points, predicate="dwithin", distance=self.tolerance)
        foreign = owner[row] != other
        row, other = row[foreign], other[foreign]
        nearest = shapely.get_coordinates(shapely.shortest_line(points[row], shapes[other])).reshape(-1, 2, 2)
        way = nearest[:, 1] - nearest[:, 0]
        away = np.hypot(way[:, 0], way[:, 1])
        touching = away <= 1e-6 * self.tolerance
        facing = touching | ((way * ahead[row]).sum(axis=1) >= _AHEAD * away)
        row, other, away = row[facing], other[facing], np.where(touching, 0.0, away)[facing]
        least = np.full(len(middles), np.inf)
        np.minimum.at(least, row, away)
        chosen = away <= least[row] * (1 + 1e-9)
        return row[chosen], other[chosen]

    def borders(self, lengths: Mapping[tuple[int, int], float]) -> tuple[Border, ...]:
        """Return the borders: long enough, or stated; and report what is neither fish nor fowl."""
        drawn = {pair for pair, length in lengths.items() if length >= self.least}
        stated = self._stated_borders(lengths, drawn)
        for (a, b), length in lengths.items():
            close = 0.4 * self.least <= length <= 1.3 * self.least
            if close and (a, b) not in stated:
                is_one = "is taken for a border" if (a, b) in drawn else "is too short for a border"
                text = (
                    f"{self.areas[a].id} and {self.areas[b].id} share a line of {length:.1f}; it {is_one} "
                    f"(at least {self.least:.1f}); connect or separate them if in doubt"
                )
                issue = AreaIssue(
                    AreaProblem.SHORT_BORDER,
                    self.areas[a].id,
                    Severity.INFO,
                    text,
                    others=(self.areas[b].id,),
                    size=length,
                )
                self.issues.append(issue)
        kept = (drawn | {pair for pair, item in stated.items() if item.connect}) - {
            pair for pair, item in stated.items() if not item.connect
        }
        known = self._sourced_borders(kept, lengths)
        return tuple(
            self._border(pair, lengths.get(pair, 0.0), stated.get(pair), known.get(pair))
            for pair in sorted(kept)
        )

    def _sourced_borders(
        self, kept: set[tuple[int, int]], lengths: Mapping[tuple[int, int], float]
    ) -> dict[tuple[int, int], Provenance]:
        """Return where known borders come from; report those that are not there, or stand twice."""
        found: dict[tuple[int, int], Provenance] = {}
        for item in self.drawing.sourced:
            ends = self._ends(item.id, item.a, item.b)
            if ends is None:
                continue
            pair = (min(ends), max(ends))
            if pair in found:
                text = f"the border of {item.a} and {item.b} is stated twice"
                self.report(AreaProblem.CONTRADICTION, item.id, Severity.ERROR, text)
            elif pair not in kept:
                line = lengths.get(pair, 0.0)
                text = f"{item.a} and {item.b} should border; their common line is {line:.1f} long"
                problem = AreaProblem.MISSING_BORDER
                self.issues.append(
                    AreaIssue(problem, item.id, Severity.WARNING, text, others=(item.a, item.b))
                )
            found[pair] = item.provenance
        return found

    def _border(
        self,
        pair: tuple[int, int],
        length: float,
        item: StatedBorder | None,
        known: Provenance | None,
    ) -> Border:
        if item is not None:
            return Border(*pair, length, item.reason, item.provenance)
        if known is not None:
            return Border(*pair, length, None, known)
        # A border is as sure as the less sure of its areas.
        both = [self.areas[i].provenance for i in pair]
        order = ("rules", "published", "inferred", "historical", "invented")
        weaker = max(both, key=lambda p: order.index(p.kind) if p.kind in order else len(order))
        return Border(*pair, length, None, weaker)

    def _stated_borders(
        self, lengths: Mapping[tuple[int, int], float], drawn: set[tuple[int, int]]
    ) -> dict[tuple[int, int], StatedBorder]:
        found: dict[tuple[int, int], StatedBorder] = {}
        for item in self.drawing.stated:
            ends = self._ends(item.id, item.a, item.b)
            if ends is None:
                continue
            pair = (min(ends), max(ends))
            if pair in found:
                text = f"the border of {item.a} and {item.b} is stated twice; first in {found[pair].id}"
                self.report(AreaProblem.CONTRADICTION, item.id, Severity.ERROR, text)
                continue
            found[pair] = item
            sure = lengths.get(pair, 0.0)
            if item.connect == (pair in drawn) and not 0.4 * self.least <= sure <= 1.3 * self.least:
                text = (
                    f"{item.a} and {item.b} {'border' if item.connect else 'do not border'} already as drawn"
                )
                self.report(AreaProblem.NEEDLESS, item.id, Severity.INFO, text)
        return found

    def _ends(self, feature: str, a: str, b: str) -> tuple[int, int] | None:
        unknown = [id for id in (a, b) if id not in self.index]
        if unknown or a == b:
            text = f"there is no area {unknown[0]!r}" if unknown else f"{a} twice: two areas are needed"
            issue = AreaIssue(AreaProblem.UNKNOWN_AREA, feature, Severity.ERROR, text, others=tuple(unknown))
            self.issues.append(issue)
            return None
        return self.index[a], self.index[b]

    def links(self) -> tuple[AreaLink, ...]:
        """Return the special ways between known areas."""
        found = []
        for link in self.drawing.links:
            ends = self._ends(link.id, link.start, link.end)
            if ends is not None:
                found.append(AreaLink(link.id, link.kind, *ends, link.one_way, link.names, link.provenance))
        return tuple(found)

    # Points ------------------------------------------------------------------------------------

    def points(self) -> tuple[AreaPoint, ...]:
        """Return stated points, and one for pieces and the label where none is stated."""
        found: list[AreaPoint] = []
        for i, area in enumerate(self.areas):
            for role, (x, y) in area.points:
                if self.polygons[i] and not shapely.intersects_xy(self.shapes[i], x, y):
                    text = f"the point '{role}' of {area.id} lies outside it"
                    issue = AreaIssue(AreaProblem.POINT_OUTSIDE, area.id, Severity.WARNING, text, (x, y))
                    self.issues.append(issue)
                found.append(AreaPoint(i, role, (x, y)))
            stated = {role for role, _ in area.points}
            if self.polygons[i] and not {PIECE, LABEL} <= stated:
                spot = self.innermost(i)
                found += [AreaPoint(i, role, spot) for role in (PIECE, LABEL) if role not in stated]
            elif area.points and LABEL not in stated and not self.polygons[i]:
                found.append(AreaPoint(i, LABEL, area.points[0][1]))
        return tuple(found)

    def innermost(self, area: int) -> tuple[float, float]:
        """Return the point of an area that lies farthest from its outline."""
        parts = shapely.get_parts(self.shapes[area])
        largest = parts[int(np.argmax(shapely.area(parts)))]
        radius = shapely.maximum_inscribed_circle(largest, tolerance=max(self.tolerance / 4, 1e-6))
        x, y = shapely.get_coordinates(radius)[0].round(2).tolist()
        return x, y

    # Names and ways ----------------------------------------------------------------------------

    def check_names(self) -> None:
        owners: dict[str, str] = {}
        for area in self.areas:
            name = area.names.get("en", "").strip()
            if not name:
                text = f"the area {area.id} has no name"
                self.report(AreaProblem.NO_NAME, area.id, Severity.ERROR, text)
                continue
            first = owners.setdefault(name.casefold(), area.id)
            if first != area.id:
                text = f"{area.id} has the name '{name}' of {first}"
                issue = AreaIssue(AreaProblem.SAME_NAME, area.id, Severity.ERROR, text, others=(first,))
                self.issues.append(issue)

    def check_reach(self, built: AreaMap) -> None:
        """Report areas that cannot be entered from the largest part of the map that hangs together."""
        steps = built.adjacent | built.ways()
        seen = np.zeros(len(built), dtype=np.bool_)
        best = np.zeros_like(seen)
        for start in range(len(built)):
            if not seen[start]:
                part = _reached(built.adjacent, start)
                seen |= part
                best = part if part.sum() > best.sum() else best
        reached = _reached(steps, int(best.argmax())) if len(built) else best
        # Reinforcements begin in a box that only leads out; they are put there.
        reached |= self.is_box & steps.any(axis=1)
        for i in np.flatnonzero(~reached).tolist():
            if len(built) > 1:
                text = f"nobody can reach {built.ids[i]}: it shares no border, and no link leads there"
                self.report(AreaProblem.UNREACHABLE, built.ids[i], Severity.WARNING, text)

    def check_expected(self, built: AreaMap, lengths: Mapping[tuple[int, int], float]) -> None:
        """Report every difference between the borders found and those expected."""
        expected = self.drawing.expected
        if expected is None:
            return
        wanted = np.zeros_like(built.adjacent)
        named = np.zeros(len(built), dtype=np.bool_)
        for id, others in expected.items():
            for other in others:
                ends = self._ends(id, id, other)
                if ends is not None:
                    wanted[ends] = wanted[ends[::-1]] = True
            if id in self.index:
                named[self.index[id]] = True
        for a, b in combinations(range(len(built)), 2):
            if wanted[a, b] == built.adjacent[a, b] or not (wanted[a, b] or named[a] or named[b]):
                continue
            length = lengths.get((a, b), 0.0)
            problem = AreaProblem.MISSING_BORDER if wanted[a, b] else AreaProblem.EXTRA_BORDER
            words = "should border" if wanted[a, b] else "border but should not"
            text = f"{built.ids[a]} and {built.ids[b]} {words}; their common line is {length:.1f} long"
            self.issues.append(
                AreaIssue(problem, built.ids[a], Severity.WARNING, text, others=(built.ids[b],), size=length)
            )


def _reached(steps: npt.NDArray[np.bool_], start: int) -> npt.NDArray[np.bool_]:
    found = np.zeros(len(steps), dtype=np.bool_)
    found[start] = True
    edge = found
    while edge.any():
        edge = steps[edge].any(axis=0) & ~found
        found = found | edge
    return found


def _surfaces(shape: shapely.Geometry) -> shapely.Geometry:
    """Return only the polygons of a shape."""
    parts = shapely.get_parts(shapely.get_parts(shape))
    return shapely.union_all([part for part in parts if shapely.get_type_id(part) == 3])


def _outer_rings(shape: shapely.Geometry) -> list[FloatArray]:
    return [
        shapely.get_coordinates(shapely.get_exterior_ring(part))
        for part in shapely.get_parts(_surfaces(shape))
    ]
