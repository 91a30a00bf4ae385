"""Who borders on whom, from the common lines of drawn areas.

Every short piece of an outline belongs to the area that faces it within the tolerance; of several the
nearest has it.  So four areas that meet in a point do not touch across it, however coarse the
tolerance, and a narrow area keeps its two neighbours apart.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt
import shapely

from toolkit.diagnostics import Severity
from toolkit.geometry.area_bench import AreaBench
from toolkit.geometry.area_drawing import StatedBorder
from toolkit.geometry.area_issues import AreaIssue, AreaProblem
from toolkit.geometry.area_map import Border
from toolkit.geometry.lattice import FloatArray, IntArray
from toolkit.geometry.provenance import Provenance

_PIECES = 6
_MOST_PIECES = 400_000
# A line faces another when it lies within 60 degrees of straight ahead.
_AHEAD = 0.5


def common_lines(bench: AreaBench) -> Mapping[tuple[int, int], float]:
    """Return the length of the common line of each pair of areas that face each other."""
    if len(bench.ground) < 2:
        return {}
    middles, ahead, lengths, owner = _pieces(bench)
    rows, facing = _faced(bench, middles, ahead, owner)
    count = len(bench.ground)
    low, high = np.minimum(owner[rows], facing), np.maximum(owner[rows], facing)
    # Each side measures the line; where one side's outline lies deep in the other they differ.
    sums = np.bincount(low * count + high, weights=lengths[rows] / 2, minlength=count * count)
    ids = bench.ground.tolist()
    return {
        (ids[pair // count], ids[pair % count]): float(sums[pair]) for pair in np.flatnonzero(sums).tolist()
    }


def _pieces(bench: AreaBench) -> tuple[FloatArray, FloatArray, FloatArray, IntArray]:
    """Return all outlines in short pieces: middles and outward normals ``(k, 2)``, lengths, owners."""
    shapes = bench.shapes[bench.ground]
    total = float(shapely.length(shapes).sum())
    step = max(bench.least / _PIECES, total / _MOST_PIECES)
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
    bench: AreaBench, middles: FloatArray, ahead: FloatArray, owner: IntArray
) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]]:
    """Return which pieces face which other area: rows and areas, a row for each of equally near ones."""
    shapes = bench.shapes[bench.ground]
    points = shapely.points(middles)
    shapely.prepare(shapes)
    row, other = shapely.STRtree(shapes).query(points, predicate="dwithin", distance=bench.tolerance)
    foreign = owner[row] != other
    row, other = row[foreign], other[foreign]
    nearest = shapely.get_coordinates(shapely.shortest_line(points[row], shapes[other])).reshape(-1, 2, 2)
    way = nearest[:, 1] - nearest[:, 0]
    away = np.hypot(way[:, 0], way[:, 1])
    touching = away <= 1e-6 * bench.tolerance
    facing = touching | ((way * ahead[row]).sum(axis=1) >= _AHEAD * away)
    row, other, away = row[facing], other[facing], np.where(touching, 0.0, away)[facing]
    least = np.full(len(middles), np.inf)
    np.minimum.at(least, row, away)
    chosen = away <= least[row] * (1 + 1e-9)
    return row[chosen], other[chosen]


def borders_of(bench: AreaBench, lengths: Mapping[tuple[int, int], float]) -> tuple[Border, ...]:
    """Return the borders: long enough, or stated; and report what is neither fish nor fowl."""
    drawn = {pair for pair, length in lengths.items() if length >= bench.least}
    stated = _stated_borders(bench, lengths, drawn)
    for (a, b), length in lengths.items():
        close = 0.4 * bench.least <= length <= 1.3 * bench.least
        if close and (a, b) not in stated:
            is_one = "is taken for a border" if (a, b) in drawn else "is too short for a border"
            text = (
                f"{bench.areas[a].id} and {bench.areas[b].id} share a line of {length:.1f}; it {is_one} "
                f"(at least {bench.least:.1f}); connect or separate them if in doubt"
            )
            issue = AreaIssue(
                AreaProblem.SHORT_BORDER,
                bench.areas[a].id,
                Severity.INFO,
                text,
                others=(bench.areas[b].id,),
                size=length,
            )
            bench.issues.append(issue)
    kept = (drawn | {pair for pair, item in stated.items() if item.connect}) - {
        pair for pair, item in stated.items() if not item.connect
    }
    known = _sourced_borders(bench, kept, lengths)
    return tuple(
        _border(bench, pair, lengths.get(pair, 0.0), stated.get(pair), known.get(pair))
        for pair in sorted(kept)
    )


def _sourced_borders(
    bench: AreaBench, kept: set[tuple[int, int]], lengths: Mapping[tuple[int, int], float]
) -> dict[tuple[int, int], Provenance]:
    """Return where known borders come from; report those that are not there, or stand twice."""
    found: dict[tuple[int, int], Provenance] = {}
    for item in bench.drawing.sourced:
        ends = bench.ends(item.id, item.a, item.b)
        if ends is None:
            continue
        pair = (min(ends), max(ends))
        if pair in found:
            text = f"the border of {item.a} and {item.b} is stated twice"
            bench.report(AreaProblem.CONTRADICTION, item.id, Severity.ERROR, text)
        elif pair not in kept:
            line = lengths.get(pair, 0.0)
            text = f"{item.a} and {item.b} should border; their common line is {line:.1f} long"
            problem = AreaProblem.MISSING_BORDER
            bench.issues.append(AreaIssue(problem, item.id, Severity.WARNING, text, others=(item.a, item.b)))
        found[pair] = item.provenance
    return found


def _border(
    bench: AreaBench,
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
    both = [bench.areas[i].provenance for i in pair]
    order = ("rules", "published", "inferred", "historical", "invented")
    weaker = max(both, key=lambda p: order.index(p.kind) if p.kind in order else len(order))
    return Border(*pair, length, None, weaker)


def _stated_borders(
    bench: AreaBench, lengths: Mapping[tuple[int, int], float], drawn: set[tuple[int, int]]
) -> dict[tuple[int, int], StatedBorder]:
    found: dict[tuple[int, int], StatedBorder] = {}
    for item in bench.drawing.stated:
        ends = bench.ends(item.id, item.a, item.b)
        if ends is None:
            continue
        pair = (min(ends), max(ends))
        if pair in found:
            text = f"the border of {item.a} and {item.b} is stated twice; first in {found[pair].id}"
            bench.report(AreaProblem.CONTRADICTION, item.id, Severity.ERROR, text)
            continue
        found[pair] = item
        sure = lengths.get(pair, 0.0)
        if item.connect == (pair in drawn) and not 0.4 * bench.least <= sure <= 1.3 * bench.least:
            text = f"{item.a} and {item.b} {'border' if item.connect else 'do not border'} already as drawn"
            bench.report(AreaProblem.NEEDLESS, item.id, Severity.INFO, text)
    return found
