"""Following a line through the triangles of hex centres.

Every triangle of three mutually neighbouring hex centres is the cell of one vertex, and every edge
of a triangle crosses one hexside.  A line's way through the triangles is therefore a walk on the
vertices along hexsides.  The triangles' edges lie on three families of parallel lines (axial ``a``,
``b`` and ``a + b`` integer), so all crossings come in closed form.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from toolkit.geometry.lattice import FloatArray, IntArray, vertices_of

# A point on a lattice line counts as lying just beyond it, by these amounts in a, b and a + b.
# Their ratio is irrational so that a line through a centre still meets the three families one by one.
_NUDGE = np.array([1.0, 0.6180339887498949, 1.618033988749895])


@dataclass(frozen=True, slots=True, eq=False)
class Walk:
    """A line and the vertices it passes.

    Attributes
    ----------
    line : (p, 2) float array
        Axial positions.
    nodes : (c + 1, 3) int array
        Vertices ``(q, r, half)`` in order; consecutive ones are one hexside apart.
    at : (c,) float array
        Where the line goes from each to the next: number of the segment plus the share of it.
    """

    line: FloatArray
    nodes: IntArray
    at: FloatArray


@dataclass(frozen=True, slots=True, eq=False)
class Pieces:
    """A line cut at every crossing and every bend: each piece lies in one triangle.

    Attributes
    ----------
    start, end : (s, 2) float arrays
        Axial positions.
    node : (s,) int array
        Row of `Walk.nodes`.
    """

    start: FloatArray
    end: FloatArray
    node: IntArray


def walk(line: FloatArray) -> Walk:
    """Follow a line through the triangles.

    Parameters
    ----------
    line : (p, 2) array
        Finite axial positions, p at least 1.
    """
    line = np.asarray(line, dtype=np.float64)
    cells = vertices_of(line)
    # The three integer coordinates of each point's triangle: floor of a, of b, and of a + b.
    floors = np.column_stack([cells[:, :2], cells.sum(axis=1)])
    values = np.column_stack([line, line.sum(axis=1)])
    change = np.diff(floors, axis=0)
    counts = np.abs(change).reshape(-1)
    total = int(counts.sum())
    if total == 0:
        return Walk(line, cells[:1], np.zeros(0))
    slot = np.repeat(np.arange(len(counts)), counts)
    segment, family = np.divmod(slot, 3)
    index = np.arange(total) - np.repeat(np.cumsum(counts) - counts, counts)
    up = change[segment, family] > 0
    first = floors[segment, family]
    level = np.where(up, first + 1 + index, first - index)
    v0 = values[segment, family]
    run = values[segment + 1, family] - v0
    share = np.clip((level - v0) / run, 0.0, 1.0)
    # A run too short to divide by comes first or last among equals, which is right as well.
    with np.errstate(over="ignore"):
        lag = -_NUDGE[family] / run
    order = np.lexsort((lag, share, segment))
    step = np.where(up, 1, -1)
    # Crossing a or b upward or a + b downward leads from half 1 to half 0; the others back.
    rising = (step > 0) == (family == 2)
    order = _alternate(order, rising, int(cells[0, 2]))
    family, step = family[order], step[order]
    moves = np.zeros((total + 1, 3), dtype=np.int64)
    moves[np.arange(1, total + 1), family] = step
    state = np.cumsum(moves, axis=0) + floors[0]
    nodes = np.column_stack([state[:, :2], state[:, 2] - state[:, 0] - state[:, 1]])
    return Walk(line, nodes, (segment + share)[order])


def _alternate(order: IntArray, rising: np.ndarray, half: int) -> IntArray:
    """Return the order in which the halves of the triangles alternate, as they must.

    Crossings that fall together at a hex centre can be put in the wrong order by rounding; then the
    next fitting one is taken first.
    """
    expected = (np.arange(len(order)) + half) % 2 == 0
    wrong = np.flatnonzero(rising[order] != expected)
    if not len(wrong):
        return order
    rest, fixed = order.tolist(), order.tolist()
    rises = rising.tolist()
    start = int(wrong[0])
    waiting: tuple[list[int], list[int]] = ([], [])
    for crossing in reversed(rest[start:]):
        waiting[rises[crossing]].append(crossing)
    for position in range(start, len(fixed)):
        fixed[position] = waiting[bool(expected[position])].pop()
    return np.array(fixed, dtype=np.int64)


def reduce_walk(codes: list[int]) -> tuple[list[int], list[int]]:
    """Cancel every immediate backtrack of a walk.

    Parameters
    ----------
    codes : list of int
        One number per vertex or hex visited.

    Returns
    -------
    kept : list of int
        Positions in `codes` that remain.
    depth : list of int
        For each position of `codes`, how many were on the stack once it was taken in.
    """
    stack: list[int] = []
    top: list[int] = []
    depth: list[int] = []
    for position, code in enumerate(codes):
        if len(stack) > 1 and stack[-2] == code:
            stack.pop()
            top.pop()
        elif not stack or stack[-1] != code:
            stack.append(code)
            top.append(position)
        depth.append(len(stack))
    return top, depth


def encode(nodes: IntArray) -> list[int]:
    """Return one int per vertex row ``(q, r, half)`` or hex row ``(q, r)``."""
    packed = (nodes[:, 0] << 32) + (nodes[:, 1] << 1)
    if nodes.shape[1] == 3:
        packed = packed + nodes[:, 2]
    codes: list[int] = packed.tolist()
    return codes


def pieces(found: Walk) -> Pieces:
    """Cut a walk's line at every crossing and every bend."""
    bends = np.arange(len(found.line), dtype=np.float64)
    place = np.concatenate([bends, found.at])
    after = np.concatenate([np.zeros(len(bends), np.int64), np.ones(len(found.at), np.int64)])
    order = np.lexsort((np.arange(len(place)), place))
    place = place[order]
    node = np.cumsum(after[order])[:-1]
    points = positions_along(found.line, place)
    return Pieces(points[:-1], points[1:], node)


def positions_along(line: FloatArray, place: FloatArray) -> FloatArray:
    """Return the axial positions ``(k, 2)`` at ``segment + share`` values ``(k,)`` of a line."""
    segment = np.clip(place.astype(np.int64), 0, max(len(line) - 2, 0))
    following = np.minimum(segment + 1, len(line) - 1)
    share = (place - segment)[:, None]
    return np.asarray(line[segment] * (1.0 - share) + line[following] * share)


def corners_of(nodes: IntArray) -> IntArray:
    """Return the three hexes ``(k, 3, 2)`` that meet at vertices ``(k, 3)``."""
    base, half = nodes[:, :2], nodes[:, 2]
    first = base + half[:, None]
    return np.stack([first, base + np.array([1, 0]), base + np.array([0, 1])], axis=1)


def squared(delta: FloatArray) -> FloatArray:
    """Return squared Euclidean lengths, in pitches, of axial differences ``(..., 2)``."""
    a, b = delta[..., 0], delta[..., 1]
    return np.asarray(a * a + a * b + b * b)


def inner(u: FloatArray, v: FloatArray) -> FloatArray:
    """Return Euclidean inner products, in pitches, of axial differences ``(..., 2)``."""
    return np.asarray(
        u[..., 0] * v[..., 0] + u[..., 1] * v[..., 1] + 0.5 * (u[..., 0] * v[..., 1] + u[..., 1] * v[..., 0])
    )


def nearest_on_segments(
    points: FloatArray, start: FloatArray, end: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """Return ``(share, squared distance)`` of the point of each segment nearest to each point.

    All arguments broadcast over their leading axes; the last axis is axial.
    """
    run = end - start
    length = squared(run)
    ahead = inner(points - start, run)
    share = np.clip(np.divide(ahead, length, out=np.zeros_like(ahead), where=length > 0), 0.0, 1.0)
    return share, squared(points - start - share[..., None] * run)
