"""Terrain, sea, coast, marks and impassable hexsides from areas and stated overrides."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt
import shapely

from toolkit.diagnostics import Severity
from toolkit.geometry.areas import Coverage, Geometry, coverage, cut_apart, polygon_of
from toolkit.geometry.features import AreaFeature, AreaRule, Problem
from toolkit.geometry.lattice import FloatArray, IntArray
from toolkit.geometry.map import BoolArray, UInt8Array
from toolkit.geometry.workbench import Workbench

COAST_SHARE = 0.01
"""A hex with less sea than this is no coast."""

_OVERLAP_TOLERANCE = 0.02

_FAULTS = {"few": Problem.BAD_COORDINATES, "unclosed": Problem.UNCLOSED, "crossing": Problem.RING_CROSSING}


@dataclass(slots=True)
class _Group:
    """Areas of one kind that count together towards one share."""

    rule: AreaRule
    kind: str
    priority: int
    share: float
    covers: list[Coverage] = field(default_factory=list)
    members: list[int] = field(default_factory=list)

    def totals(self) -> tuple[IntArray, FloatArray, IntArray]:
        """Return hexes, their total share (at most 1), and the member that covers most of each."""
        hexes = np.concatenate([np.zeros(0, np.int64), *(c.hexes for c in self.covers)])
        shares = np.concatenate([np.zeros(0), *(c.shares for c in self.covers)])
        member = np.repeat(np.array(self.members, dtype=np.int64), [len(c.hexes) for c in self.covers])
        order = np.lexsort((-member, shares, hexes))
        hexes, shares, member = hexes[order], shares[order], member[order]
        if not len(hexes):
            return hexes, shares, member
        first = np.flatnonzero(np.concatenate([[True], np.diff(hexes) != 0]))
        last = np.append(first[1:], len(hexes)) - 1
        return hexes[first], np.minimum(np.add.reduceat(shares, first), 1.0), member[last]


@dataclass(frozen=True, slots=True, eq=False)
class Ground:
    """What areas and overrides say.

    Attributes
    ----------
    terrain : (n,) uint8
    sea : (n,) bool
    coast : (n,) bool
    marks : dict of str to (n,) bool
    impassable : (m,) bool
    water : shapely geometry
        All sea areas together.
    """

    terrain: UInt8Array
    sea: BoolArray
    coast: BoolArray
    marks: dict[str, BoolArray]
    impassable: BoolArray
    water: Geometry


def lay_ground(bench: Workbench) -> Ground:
    """Work out terrain and everything else that comes from areas."""
    grid, features = bench.grid, bench.features
    polygons = [_polygon(area, bench) for area in features.areas]
    covers = [coverage(grid, polygon) for polygon in polygons]
    for area, polygon, cover in zip(features.areas, polygons, covers, strict=True):
        if not shapely.is_empty(polygon):
            _report_empty(area, cover, bench)
    groups = _groups(features.areas, covers)
    rows = np.array([bench.recorder.row(a.id, a.provenance) for a in features.areas] or [0], dtype=np.int64)
    terrain = _terrain(bench, groups, rows)
    _override(bench, terrain)
    kinds = [i for i, kind in enumerate(features.terrain_kinds) if kind in features.sea_kinds]
    sea = np.isin(terrain, np.array(kinds, dtype=np.uint8))
    coast = _coast(bench, sea, groups, rows)
    marks = _marks(bench, groups, rows)
    water = shapely.unary_union(
        [p for a, p in zip(features.areas, polygons, strict=True) if a.rule is AreaRule.SEA]
    )
    impassable = _impassable(bench, water, sea, coast)
    _record_impassable(bench, impassable, groups, rows)
    return Ground(terrain, sea, coast, marks, impassable, water)


def _polygon(area: AreaFeature, bench: Workbench) -> Geometry:
    polygon, faults = polygon_of(area.parts)
    for fault in faults:
        message = f"area: {fault.reason}"
        bench.report(_FAULTS[fault.kind], area.id, Severity.ERROR, message, position=fault.position)
    return polygon


def _report_empty(area: AreaFeature, cover: Coverage, bench: Workbench) -> None:
    position = _somewhere(area)
    if not len(cover.hexes):
        message = "the area covers no hex of the map"
        bench.report(Problem.OFF_MAP, area.id, Severity.WARNING, message, position=position)
        return
    most = int(cover.shares.argmax())
    best = float(cover.shares[most])
    # A coast is worth drawing even where no hex is all sea.
    if best < area.share and area.rule is not AreaRule.SEA:
        bench.report(
            Problem.NO_HEX,
            area.id,
            Severity.INFO,
            f"no hex is covered to {area.share:.0%}; the best is covered to {best:.0%}",
            position=position,
            hex=int(cover.hexes[most]),
            data={"share": best, "needed": area.share},
        )


def _somewhere(area: AreaFeature) -> tuple[float, float] | None:
    for rings in area.parts:
        for ring in rings:
            if len(ring):
                return (float(ring[0][0]), float(ring[0][1]))
    return None


def _groups(areas: Iterable[AreaFeature], covers: list[Coverage]) -> list[_Group]:
    groups: dict[tuple[AreaRule, str, int, float], _Group] = {}
    for index, area in enumerate(areas):
        key = (area.rule, area.kind, area.priority, area.share)
        group = groups.setdefault(key, _Group(*key))
        group.covers.append(covers[index])
        group.members.append(index)
    return list(groups.values())


def _terrain(bench: Workbench, groups: list[_Group], rows: IntArray) -> UInt8Array:
    features, n = bench.features, len(bench.grid)
    kinds = features.terrain_kinds
    terrain = np.full(n, kinds.index(features.default_terrain), dtype=np.uint8)
    bench.recorder.record("terrain", np.arange(n), bench.recorder.row("", features.default_provenance))
    table: list[npt.NDArray[np.float64]] = []
    for group in groups:
        if group.rule is AreaRule.MARK:
            continue
        if group.kind not in kinds:
            for member_id in group.members:
                _report_unknown(bench, features.areas[member_id].id, group.kind)
            continue
        hexes, total, member = group.totals()
        enough = total >= group.share - 1e-9
        count = int(enough.sum())
        columns = [
            hexes[enough],
            np.full(count, group.priority),
            total[enough],
            np.full(count, kinds.index(group.kind)),
            member[enough],
        ]
        table.append(np.column_stack([np.asarray(column, dtype=np.float64) for column in columns]))
    if not table:
        return terrain
    claims = np.concatenate(table)
    # Best claim of each hex last: by priority, then share, then the earlier feature.
    claims = claims[np.lexsort((-claims[:, 4], claims[:, 2], claims[:, 1], claims[:, 0]))]
    _report_overlaps(bench, claims)
    best = claims[np.append(np.diff(claims[:, 0]) != 0, True)[: len(claims)]]
    hexes = best[:, 0].astype(np.int64)
    terrain[hexes] = best[:, 3].astype(np.uint8)
    bench.recorder.record("terrain", hexes, rows[best[:, 4].astype(np.int64)])
    return terrain


def _report_unknown(bench: Workbench, feature: str, kind: str, h: int | None = None) -> None:
    message = f"terrain {kind!r} is none of {', '.join(bench.features.terrain_kinds)}"
    bench.report(Problem.UNKNOWN_REFERENCE, feature, Severity.ERROR, message, hex=h, data={"found": kind})


def _report_overlaps(bench: Workbench, claims: FloatArray) -> None:
    """Report areas of different kinds that cover the same part of a hex with equal priority."""
    a, b = claims[:-1], claims[1:]
    same = (a[:, 0] == b[:, 0]) & (a[:, 1] == b[:, 1]) & (a[:, 3] != b[:, 3])
    clash = np.flatnonzero(same & (a[:, 2] + b[:, 2] > 1 + _OVERLAP_TOLERANCE))
    pairs: dict[tuple[int, int], list[int]] = {}
    for row in clash.tolist():
        key = (int(min(a[row, 4], b[row, 4])), int(max(a[row, 4], b[row, 4])))
        pairs.setdefault(key, []).append(int(a[row, 0]))
    for (first, second), hexes in sorted(pairs.items()):
        one, two = bench.features.areas[first], bench.features.areas[second]
        bench.report(
            Problem.OVERLAP,
            two.id,
            Severity.WARNING,
            f"{one.kind} and {two.kind} overlap in {len(hexes)} hexes and neither has priority",
            position=_somewhere(two),
            hex=hexes[0],
            other=one.id,
            data={"hexes": hexes},
        )


def _override(bench: Workbench, terrain: UInt8Array) -> None:
    kinds = bench.features.terrain_kinds
    said: dict[int, tuple[str, str]] = {}
    for override in bench.features.hex_overrides:
        h, kind = override.hex, override.terrain
        if not 0 <= h < len(bench.grid):
            bench.report(Problem.OFF_MAP, override.id, Severity.ERROR, f"there is no hex {h}")
            continue
        if kind not in kinds:
            _report_unknown(bench, override.id, kind, h)
            continue
        by, before = said.setdefault(h, (override.id, kind))
        if before != kind:
            message = f"terrain {kind!r}, but it was stated to be {before!r}"
            bench.report(Problem.CONTRADICTION, override.id, Severity.ERROR, message, hex=h, other=by)
            continue
        terrain[h] = kinds.index(kind)
        bench.recorder.record("terrain", [h], bench.recorder.row(override.id, override.provenance))


def _coast(bench: Workbench, sea: BoolArray, groups: list[_Group], rows: IntArray) -> BoolArray:
    coast = np.zeros(len(sea), dtype=np.bool_)
    for group in groups:
        if group.rule is AreaRule.SEA:
            hexes, total, member = group.totals()
            some = (total >= COAST_SHARE) & ~sea[hexes]
            coast[hexes[some]] = True
            bench.recorder.record("hex:coast", hexes[some], rows[member[some]])
    return coast


def _marks(bench: Workbench, groups: list[_Group], rows: IntArray) -> dict[str, BoolArray]:
    n = len(bench.grid)
    marks: dict[str, BoolArray] = {}
    for group in groups:
        if group.rule is AreaRule.MARK:
            hexes, total, member = group.totals()
            enough = total >= group.share - 1e-9
            marks.setdefault(group.kind, np.zeros(n, dtype=np.bool_))[hexes[enough]] = True
            bench.recorder.record(f"hex:{group.kind}", hexes[enough], rows[member[enough]])
    return marks


def _impassable(bench: Workbench, water: Geometry, sea: BoolArray, coast: BoolArray) -> BoolArray:
    """Return the hexsides between two land hexes that the sea cuts apart."""
    topology = bench.topology
    found = np.zeros(len(topology.sides), dtype=np.bool_)
    wet = coast[topology.sides].any(axis=1) & ~sea[topology.sides].any(axis=1)
    candidates = np.flatnonzero(wet)
    found[candidates] = cut_apart(bench.grid, water, topology.sides[candidates].astype(np.int64))
    return found


def _record_impassable(bench: Workbench, impassable: BoolArray, groups: list[_Group], rows: IntArray) -> None:
    """Note for each impassable hexside the sea area that covers most of one of its hexes."""
    ids = np.flatnonzero(impassable)
    for group in groups:
        if group.rule is not AreaRule.SEA:
            continue
        hexes, _, member = group.totals()
        for column in (0, 1):
            hex_ids = bench.topology.sides[ids, column]
            where = np.clip(np.searchsorted(hexes, hex_ids), 0, max(len(hexes) - 1, 0))
            hit = hexes[where] == hex_ids if len(hexes) else np.zeros(len(ids), np.bool_)
            bench.recorder.record("side:impassable", ids[hit], rows[member[where[hit]]])
