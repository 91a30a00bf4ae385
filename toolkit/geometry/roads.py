"""A drawn road becomes a path of hexes: the mirror image of `toolkit.geometry.trace`.

Every centre is at least √3/2 pitches from each link that does not end in it.  So if no point of the
line is displaced by √3/4 or more, the line comes within √3/4 of exactly the centres of its path's
hexes, in their order (up to backtracks, which are cancelled).  Such a hex is a *core* of the line.

A line that was never drawn from centre to centre can miss all centres for a while.  Between two
cores that do not touch, the fewest hexes that it passes through are filled in.  Between two that do
touch, what it passes through is a clipped corner and is dropped.
"""

from __future__ import annotations

import heapq
import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from toolkit.geometry.grid import HexGrid
from toolkit.geometry.lattice import DIRECTIONS, FloatArray, IntArray, round_axial
from toolkit.geometry.trace import Flag, project
from toolkit.geometry.walk import (
    Pieces,
    corners_of,
    inner,
    nearest_on_segments,
    pieces,
    positions_along,
    squared,
    walk,
)

CLIP_SHARE = 0.5
"""A hex whose two neighbours on the line touch each other is dropped when a straight line that cuts
its corner as deeply would be shorter than this many pitches.  One half puts the limit at √3/4 from
the centre, half way between what a road through the hex may cut off and what another may stray."""

FLAG_DISTANCE = 0.17
"""Within this distance (in pitches) of that limit the decision is flagged, where it matters.  That
covers lines displaced by up to 0.6, and leaves those displaced by less than 0.26 unflagged."""

_RADIUS = 1.0 / np.sqrt(3.0)
# A chord across a corner of 120 degrees is this many times as long as its distance from the vertex.
_CHORD_PER_DEPTH = 2.0 * np.sqrt(3.0)
_NEIGHBOURS = frozenset(DIRECTIONS)

# The line's nearness to centres is remembered up to here; no limit and flag distance reach farther.
_WATCHED = 0.75
# A fixed hex's own centre is on the line.
_TOUCH = 1e-9

Cell = tuple[int, int]
Near = tuple[float, FloatArray]


@dataclass(frozen=True, slots=True, eq=False)
class Route:
    """A line's path.

    Attributes
    ----------
    hexes : (k, 2) int array
        Axial hexes, each next to the one before.
    flags : tuple of Flag
        Hexes of which it is open whether they are on the path; `Flag.distance` is how near the
        line comes to the limit.
    missed : tuple of (q, r)
        Hexes it should have gone through and that are too far from it.
    """

    hexes: IntArray
    flags: tuple[Flag, ...]
    missed: tuple[Cell, ...] = ()


@dataclass(slots=True)
class _Visit:
    """A stay of the line in one hex, and how near it comes to the centre."""

    cell: Cell
    approach: float
    core: bool
    fixed: bool = False


def route(
    grid: HexGrid,
    points: FloatArray,
    through: Sequence[int] = (),
    *,
    reach: float = 1.5,
) -> Route:
    """Turn a drawn line into a path of hexes.

    Parameters
    ----------
    grid : HexGrid
        Gives the lattice; the line may leave its rectangle.
    points : (p, 2) array
        Finite plane positions.
    through : sequence of int
        Hex ids on the path (towns), in any order; the line is led through the centre of each where
        it comes nearest.
    reach : float
        In pitches: hexes of `through` whose centre is farther from the line are left out and
        returned as `Route.missed`.

    Returns
    -------
    Route
        Its path is connected and turns straight back only at a hex of `through` that it meets nowhere else.
    """
    line = grid.to_axial(np.asarray(points, dtype=np.float64).reshape(-1, 2))
    towns = grid.axial_of(np.array(through, dtype=np.int64)).reshape(-1, 2)
    line, fixed, missed = _lead_through(line, towns, reach)
    limit = _RADIUS - CLIP_SHARE / _CHORD_PER_DEPTH
    visits, nearest = _visits(line, fixed, limit)
    path, unsure = _join_cores(visits, FLAG_DISTANCE)
    path = _reduce(path)
    flags = _flags(path, nearest, unsure, limit, FLAG_DISTANCE)
    return Route(
        hexes=np.array([visit.cell for visit in path], dtype=np.int64).reshape(-1, 2),
        flags=_positioned(grid, flags, nearest),
        missed=missed,
    )


def _positioned(
    grid: HexGrid, flags: list[tuple[Cell, float]], nearest: dict[Cell, Near]
) -> tuple[Flag, ...]:
    where = np.array([nearest[cell][1] for cell, _ in flags]).reshape(-1, 2)
    positions = grid.to_plane(where).tolist()
    rows = zip(flags, positions, strict=True)
    return tuple(Flag(q, r, (x, y), float(near)) for ((q, r), near), (x, y) in rows)


def _lead_through(
    line: FloatArray, towns: IntArray, reach: float
) -> tuple[FloatArray, dict[int, Cell], tuple[Cell, ...]]:
    """Bend a line so that it meets the centres of the given hexes.

    Returns
    -------
    line : (p, 2) array
    fixed : dict
        Row of the new line to the hex whose centre it is.
    missed : tuple of hexes farther than `reach` from the line
    """
    missed: list[Cell] = []
    cuts: list[tuple[float, float, Cell]] = []
    for q, r in dict.fromkeys((q, r) for q, r in towns.tolist()):
        centre = np.array([q, r], dtype=np.float64)
        place, apart = project(line, centre)
        if apart > reach:
            missed.append((q, r))
            continue
        # Inside half a pitch of the centre is only this hex: what the line does there is free, and no
        # more of it may go, or the hex before could go with it.  For a detour a little must give way.
        radius = 0.5 if apart < 0.5 else apart + 0.25
        cuts.append((*_stay(line, centre, place, radius), (q, r)))
    cuts.sort(key=lambda cut: (cut[0] + cut[1], cut[2]))
    parts: list[FloatArray] = []
    fixed: dict[int, Cell] = {}
    count, done, last = 0, 0.0, float(len(line) - 1)
    for low, high, cell in cuts:
        if low > done:
            parts.append(_stretch(line, done, low))
            count += len(parts[-1])
        fixed[count] = cell
        parts.append(np.array([cell], dtype=np.float64))
        count, done = count + 1, max(done, high)
    if done < last or not cuts:
        parts.append(_stretch(line, done, last))
    return np.concatenate(parts), fixed, tuple(missed)


def _stay(line: FloatArray, centre: FloatArray, place: float, radius: float) -> tuple[float, float]:
    """Return where the line enters and leaves the circle that holds the given place of it."""
    bounds = []
    for step in (-1, 1):
        inside = place
        bend = int(np.ceil(place)) - 1 if step < 0 else int(np.floor(place)) + 1
        while 0 <= bend < len(line) and float(squared(line[bend] - centre)) < radius * radius:
            inside, bend = float(bend), bend + step
        if 0 <= bend < len(line):
            here = positions_along(line, np.array([inside]))[0]
            inside += (bend - inside) * _leaving_share(here - centre, line[bend] - here, radius)
        bounds.append(inside)
    return bounds[0], bounds[1]


def _leaving_share(start: FloatArray, run: FloatArray, radius: float) -> float:
    """Return where ``start + share * run`` leaves the circle around 0 that `start` lies in."""
    a, b = float(squared(run)), float(inner(start, run))
    c = float(squared(start)) - radius * radius
    return min(max((-b + math.sqrt(max(b * b - a * c, 0.0))) / a, 0.0), 1.0)


def _stretch(line: FloatArray, low: float, high: float) -> FloatArray:
    """Return the part of a line between two places, both included."""
    bends = np.arange(int(np.floor(low)) + 1, int(np.ceil(high)), dtype=np.float64)
    return positions_along(line, np.concatenate([[low], bends, [high]]))


def _visits(line: FloatArray, fixed: dict[int, Cell], limit: float) -> tuple[list[_Visit], dict[Cell, Near]]:
    """Follow a line from hex to hex.

    Returns
    -------
    visits : list of _Visit
        Consecutive ones are neighbours.
    nearest : dict
        For every hex the line visits or nearly visits: least distance from the centre, and where.
    """
    walked = walk(line)
    cut = pieces(walked)
    if not len(cut.node):
        q, r = round_axial(line[:1])[0].tolist()
        apart = float(np.sqrt(squared(line[0] - np.array([q, r]))))
        return [_Visit((q, r), apart, True, bool(fixed))], {(q, r): (apart, line[0])}
    corners = corners_of(walked.nodes)[cut.node]
    centres = corners.astype(np.float64)
    share, square = nearest_on_segments(centres, cut.start[:, None, :], cut.end[:, None, :])
    approach = np.sqrt(square)
    piece, corner = _nearest_in_turn(centres, cut)
    visits: list[_Visit] = []
    cells = corners[piece, corner].tolist()
    for (q, r), apart in zip(cells, approach[piece, corner].tolist(), strict=True):
        if visits and visits[-1].cell == (q, r):
            visits[-1].approach = min(visits[-1].approach, apart)
        else:
            visits.append(_Visit((q, r), apart, False))
    _fix(visits, fixed)
    for visit in visits:
        visit.core = visit.fixed or visit.approach < limit
    return visits, _approaches(corners, approach, share, cut)


def _approaches(corners: IntArray, approach: FloatArray, share: FloatArray, cut: Pieces) -> dict[Cell, Near]:
    """Return the least distance from each hex's centre, and where on the line it is."""
    piece, corner = np.nonzero(approach < _WATCHED)
    cells, apart = corners[piece, corner], approach[piece, corner]
    order = np.lexsort((piece, apart, cells[:, 1], cells[:, 0]))
    cells, apart, piece, corner = cells[order], apart[order], piece[order], corner[order]
    best = np.flatnonzero(np.append(True, (np.diff(cells, axis=0) != 0).any(axis=1))[: len(cells)])
    piece, corner = piece[best], corner[best]
    where = cut.start[piece] + share[piece, corner][:, None] * (cut.end[piece] - cut.start[piece])
    rows = zip(cells[best].tolist(), apart[best].tolist(), where, strict=True)
    return {(q, r): (near, place) for (q, r), near, place in rows}


def _fix(visits: list[_Visit], fixed: dict[int, Cell]) -> None:
    """Mark the visits that meet the given centres, in the order of the line."""
    waiting = [cell for _, cell in sorted(fixed.items())]
    for visit in visits:
        if waiting and visit.cell == waiting[0] and visit.approach < _TOUCH:
            visit.fixed = True
            waiting.pop(0)


def _nearest_in_turn(centres: FloatArray, cut: Pieces) -> tuple[IntArray, IntArray]:
    """Return ``(piece, corner)`` of the hexes each piece passes through, in order.

    Along a piece the squared distances from the three centres differ by linear functions, so each
    centre is the nearest on one stretch at most.
    """
    first = squared(cut.start[:, None, :] - centres)
    last = squared(cut.end[:, None, :] - centres)
    rows = np.arange(len(first))
    enters, leaves = first.argmin(axis=1), last.argmin(axis=1)
    other = 3 - enters - leaves
    between = enters != leaves
    gap_first = first[rows, leaves] - first[rows, enters]
    gap_last = last[rows, enters] - last[rows, leaves]
    total = gap_first + gap_last
    share = np.divide(gap_first, total, out=np.zeros_like(total), where=total > 0)
    third = np.clip(other, 0, 2)
    at_change = first[rows, enters] * (1 - share) + last[rows, enters] * share
    third_there = first[rows, third] * (1 - share) + last[rows, third] * share
    through_third = between & (third_there < at_change)
    piece = np.concatenate([rows, rows[through_third], rows[between]])
    corner = np.concatenate([enters, third[through_third], leaves[between]])
    turn = np.repeat([0, 1, 2], [len(rows), int(through_third.sum()), int(between.sum())])
    order = np.lexsort((turn, piece))
    return piece[order], corner[order]


def _join_cores(visits: list[_Visit], near_tie: float) -> tuple[list[_Visit], list[tuple[Cell, float]]]:
    """Return the cores with what is needed between them, and the fillings that were a close choice."""
    cores = [i for i, visit in enumerate(visits) if visit.core]
    if not cores:
        best = min(range(len(visits)), key=lambda i: visits[i].approach)
        cores = [best]
    path = [visits[cores[0]]]
    unsure: list[tuple[Cell, float]] = []
    for low, high in pairwise(cores):
        a, b = visits[low], visits[high]
        if a.cell == b.cell:
            a.approach, a.fixed = min(a.approach, b.approach), a.fixed or b.fixed
            visits[high] = a
            continue
        if not _touch(a.cell, b.cell):
            filling, margin = _fill(a, b, visits[low + 1 : high])
            path.extend(filling)
            if margin < near_tie:
                unsure.extend((visit.cell, margin) for visit in filling[:1])
        path.append(b)
    return path, unsure


def _fill(a: _Visit, b: _Visit, between: list[_Visit]) -> tuple[list[_Visit], float]:
    """Return the fewest visits that join two hexes, of those the ones nearest to their centres.

    Also returns by how much the best single filling beats the next one (infinite if there is none).
    """
    best: dict[Cell, _Visit] = {}
    for visit in between:
        if visit.cell not in best or visit.approach < best[visit.cell].approach:
            best[visit.cell] = visit
    singles = sorted(
        (v.approach, v.cell) for v in best.values() if _touch(a.cell, v.cell) and _touch(v.cell, b.cell)
    )
    if singles:
        margin = singles[1][0] - singles[0][0] if len(singles) > 1 else float("inf")
        return [best[singles[0][1]]], margin
    queue: list[tuple[int, float, tuple[Cell, ...]]] = [(0, 0.0, (a.cell,))]
    seen: set[Cell] = set()
    while queue:
        hops, apart, cells = heapq.heappop(queue)
        if _touch(cells[-1], b.cell):
            return [best[cell] for cell in cells[1:]], float("inf")
        if cells[-1] in seen:
            continue
        seen.add(cells[-1])
        for cell, visit in best.items():
            if cell not in seen and _touch(cells[-1], cell):
                heapq.heappush(queue, (hops + 1, apart + visit.approach, (*cells, cell)))
    # The line itself joins the two, so some way through the hexes between must exist.
    raise AssertionError(f"no way from {a.cell} to {b.cell}")


def _reduce(path: list[_Visit]) -> list[_Visit]:
    """Cancel backtracks until the path turns back only at fixed hexes that it meets nowhere else.

    Noise can make a line come nearest to one hex of its way after it has been in the next.  Both being
    fixed, turning back at either would keep a backtrack that is no spur.
    """
    path = _cancel(path)
    while (turn := _needless_turn(path)) is not None:
        path[turn].fixed = False
        path = _cancel(path)
    return path


def _needless_turn(path: list[_Visit]) -> int | None:
    """Return the first place where a path turns back at a hex that it meets elsewhere as well."""
    met = Counter(visit.cell for visit in path)
    for place in range(1, len(path) - 1):
        if path[place - 1].cell == path[place + 1].cell and met[path[place].cell] > 1:
            return place
    return None


def _cancel(path: list[_Visit]) -> list[_Visit]:
    """Cancel immediate backtracks, except at fixed hexes."""
    stack: list[_Visit] = []
    for visit in path:
        if len(stack) > 1 and stack[-2].cell == visit.cell and not stack[-1].fixed:
            stack.pop()
        if stack and stack[-1].cell == visit.cell:
            stack[-1].fixed |= visit.fixed
            continue
        stack.append(visit)
    return stack


def _flags(
    path: list[_Visit],
    nearest: dict[Cell, Near],
    unsure: list[tuple[Cell, float]],
    limit: float,
    distance: float,
) -> list[tuple[Cell, float]]:
    """Return the hexes whose being on the path hangs by less than `distance`, where it matters."""
    flags = dict(unsure)
    on_path = {visit.cell for visit in path}
    for a, x, b in zip(path, path[1:], path[2:], strict=False):
        if not x.fixed and _touch(a.cell, b.cell) and limit - nearest[x.cell][0] < distance:
            flags.setdefault(x.cell, abs(limit - nearest[x.cell][0]))
    steps = {frozenset((a.cell, b.cell)) for a, b in pairwise(path)}
    for cell, (apart, _) in nearest.items():
        if cell in on_path or apart >= limit + distance:
            continue
        if apart < limit:
            # Gone through and come back from: no road does that, so the line is far amiss somewhere.
            flags.setdefault(cell, limit - apart)
            continue
        around = [(cell[0] + dq, cell[1] + dr) for dq, dr in DIRECTIONS]
        # Left out, but the path could as well go round by it.
        if any(frozenset(pair) in steps for pair in zip(around, around[1:] + around[:1], strict=True)):
            flags.setdefault(cell, apart - limit)
    return sorted(flags.items())


def _touch(a: Cell, b: Cell) -> bool:
    return (b[0] - a[0], b[1] - a[1]) in _NEIGHBOURS
