"""A drawn river becomes a chain of hexsides.

The plane without the hex centres shrinks onto the network of hexsides, and of all chains that can
be bent into one another without passing over a centre only one does not turn back on itself.  So
following the line from triangle to triangle and cancelling every immediate backtrack gives the
chain, whatever the hand did in between, as long as no point of the line is displaced by half a
pitch or more.  Where the line passes very near a centre it may belong on either side of it: those
places are flagged.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from toolkit.geometry.grid import HexGrid
from toolkit.geometry.lattice import FloatArray, IntArray, Vertex
from toolkit.geometry.walk import (
    Walk,
    corners_of,
    encode,
    nearest_on_segments,
    pieces,
    reduce_walk,
    squared,
    walk,
)

FLAG_DISTANCE = 0.10
"""Nearer than this to a hex centre (in pitches) the line does not say on which side it passes."""

# Inside this distance of its hex's centre an end is nearer to no vertex in particular.
_INNER = 0.25


@dataclass(frozen=True, slots=True)
class Flag:
    """A place where a line leaves its chain or path open.

    Attributes
    ----------
    q, r : int
        Axial coordinates of the hex concerned (of whose centre, or whose being on the path).
    position : (x, y)
        Plane position on the line.
    distance : float
        In pitches, from what the line should keep clear of.
    """

    q: int
    r: int
    position: tuple[float, float]
    distance: float


@dataclass(frozen=True, slots=True, eq=False)
class Trace:
    """A line and its chain.

    Attributes
    ----------
    nodes : (k, 3) int array
        Vertices ``(q, r, half)`` of the chain; a ring repeats its first.  One row: no hexside.
    raw : Walk
        The walk before cancelling, along the drawn line and to fixed ends.
    walked : (c, 3) int array
        The same walk with what leads to and from joined lines.
    offset : int
        Row of `walked` at which `raw` begins.
    depth : (c,) int array
        For each row of `walked`, length of the chain so far.
    """

    nodes: IntArray
    ring: bool
    flags: tuple[Flag, ...]
    raw: Walk
    walked: IntArray
    offset: int
    depth: IntArray

    def vertices(self) -> tuple[Vertex, ...]:
        """Return the chain as vertices."""
        return tuple(Vertex(*row) for row in self.nodes.tolist())


@dataclass(frozen=True, slots=True)
class HexEnd:
    """An end that lies on a hex: at the vertex nearest to the line's end, or, for a line that ends
    in the hex's middle, where the line leaves the hex's border."""

    q: int
    r: int


End = Vertex | HexEnd | None


def trace_axial(
    grid: HexGrid,
    line: FloatArray,
    start: End = None,
    end: End = None,
    *,
    before: IntArray | None = None,
    after: IntArray | None = None,
) -> Trace:
    """Turn a drawn line, axial, into a chain of hexsides, between given pieces of walk.

    A line that returns to its first point is a ring, unless an end is fixed; an end that is None is the
    vertex nearest to the line's.  The chain is connected and never turns straight back.  `before` and
    `after` are vertex rows that lead to the line's first and from its last triangle (along another river,
    for instance) and are cancelled together with it.
    """
    ring = bool(start is None and end is None and len(line) > 3 and (line[0] == line[-1]).all())
    first, last = _fixed(line[0], start), _fixed(line[-1], end)
    full = np.concatenate([x for x in (_position(first), line, _position(last)) if x is not None])
    raw = walk(full)
    rows = [x for x in (before, raw.nodes, after) if x is not None and len(x)]
    everything = np.concatenate(rows) if len(rows) > 1 else raw.nodes
    kept_list, depth_list = reduce_walk(encode(everything))
    if ring:
        kept_list = _unwind(kept_list, encode(everything))
    nodes = everything[kept_list]
    low, high = 0, len(nodes)
    if isinstance(start, HexEnd) and first is None:
        low = _leaves(nodes, start)
    if isinstance(end, HexEnd) and last is None:
        high = len(nodes) - _leaves(nodes[::-1], end)
    low = min(low, high - 1)
    skip = tuple(
        (x.q, x.r) for x, given in ((start, first), (end, last)) if isinstance(x, HexEnd) and given is None
    )
    return Trace(
        nodes=nodes[low:high],
        ring=ring,
        flags=_flags(grid, raw, FLAG_DISTANCE, skip),
        raw=raw,
        walked=everything,
        offset=0 if before is None else len(before),
        depth=np.array(depth_list, dtype=np.int64),
    )


def _fixed(drawn: FloatArray, end: End) -> Vertex | None:
    """Return the vertex an end is fixed to, if it is fixed to one."""
    if end is None or isinstance(end, Vertex):
        return end
    away = drawn - np.array([end.q, end.r], dtype=np.float64)
    if squared(away) < _INNER**2:
        return None
    q, r = end.q, end.r
    ring = (
        Vertex(q, r - 1, 0),
        Vertex(q, r - 1, 1),
        Vertex(q, r, 0),
        Vertex(q - 1, r, 1),
        Vertex(q - 1, r, 0),
        Vertex(q - 1, r - 1, 1),
    )
    return min(ring, key=lambda v: float(squared(drawn - np.array(v.axial()))))


def _position(vertex: Vertex | None) -> FloatArray | None:
    return None if vertex is None else np.array([vertex.axial()])


def _unwind(kept: list[int], codes: list[int]) -> list[int]:
    """Cancel backtracks across the seam of a ring."""
    low, high = 0, len(kept) - 1
    while high - low >= 2 and codes[kept[low + 1]] == codes[kept[high - 1]]:
        low, high = low + 1, high - 1
    return kept[low : high + 1]


def _leaves(nodes: IntArray, end: HexEnd) -> int:
    """Return how many leading vertices to drop so that one on the hex's border remains."""
    on_hex = (corners_of(nodes) == np.array([end.q, end.r])).all(axis=2).any(axis=1)
    run = len(nodes) if on_hex.all() else int(np.argmin(on_hex))
    return max(run - 1, 0)


def _flags(grid: HexGrid, raw: Walk, distance: float, skip: tuple[tuple[int, int], ...]) -> tuple[Flag, ...]:
    """Return the hex centres the line passes nearer than `distance`, each once, in order."""
    cut = pieces(raw)
    corners = corners_of(raw.nodes)[cut.node]
    share, apart = nearest_on_segments(corners.astype(np.float64), cut.start[:, None, :], cut.end[:, None, :])
    piece, corner = np.nonzero(apart < distance * distance)
    cells, square = corners[piece, corner], apart[piece, corner]
    # The nearest approach to each centre, in the order in which the line comes to them.
    order = np.lexsort((piece, square, cells[:, 1], cells[:, 0]))
    cells, square, piece, corner = cells[order], square[order], piece[order], corner[order]
    best = np.flatnonzero(np.append(True, (np.diff(cells, axis=0) != 0).any(axis=1))[: len(cells)])
    best = best[np.argsort(piece[best], kind="stable")]
    cells, square, piece, corner = cells[best], square[best], piece[best], corner[best]
    run = cut.end[piece] - cut.start[piece]
    where = grid.to_plane(cut.start[piece] + share[piece, corner][:, None] * run)
    rows = zip(cells.tolist(), where.tolist(), np.sqrt(square).tolist(), strict=True)
    return tuple(Flag(q, r, (x, y), near) for (q, r), (x, y), near in rows if (q, r) not in skip)


def spur(main: Trace, at: float) -> IntArray:
    """Return the walk from a place on a traced line to its chain.

    Parameters
    ----------
    at : float
        Segment plus share of `main.raw.line`.

    Returns
    -------
    (k, 3) int array
        Vertices from the triangle at that place to a vertex of the chain, the walk the line itself
        took there and back.
    """
    row = main.offset + int(np.searchsorted(main.raw.at, at, side="right"))
    later = main.depth[row:]
    until = row + int(np.argmin(later))
    return main.walked[row : until + 1]


def project(line: FloatArray, point: FloatArray) -> tuple[float, float]:
    """Return ``(segment + share, distance)`` of a line's place nearest to a point, all axial."""
    if len(line) < 2:
        return 0.0, float(np.sqrt(squared(point - line[0])))
    share, apart = nearest_on_segments(point[None, :], line[:-1], line[1:])
    segment = int(np.argmin(apart))
    return segment + float(share[segment]), float(np.sqrt(apart[segment]))
