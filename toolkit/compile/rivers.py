"""Rivers that change their kind on the way: into stretches of one kind, each a line of its own."""

from __future__ import annotations

import numpy as np

from toolkit.geometry.lattice import FloatArray
from toolkit.source.map import River


def part_id(river: str, index: int, count: int) -> str:
    """Return the id of a river's part: the last keeps the river's own, earlier ones add a number."""
    return river if index == count - 1 else f"{river}/{index + 1}"


def stretches_of(river: River) -> list[tuple[str, int, int]]:
    """Return ``(kind, first point, last point)`` of each stretch of one kind."""
    starts = [(0, river.kind)]
    for i, point in enumerate(river.course):
        if point.kind is not None and point.kind != starts[-1][1]:
            if i == 0:
                starts = []
            starts.append((i, point.kind))
    ends = [i for i, _ in starts[1:]] + [len(river.course) - 1]
    return [(kind, first, last) for (first, kind), last in zip(starts, ends, strict=True) if last > first]


def distance_to_line(point: FloatArray, line: FloatArray) -> float:
    """Return the distance from a point to a polyline."""
    a, b = line[:-1], line[1:]
    step = b - a
    length = np.maximum((step**2).sum(axis=1), 1e-12)
    share = np.clip(((point - a) * step).sum(axis=1) / length, 0.0, 1.0)
    return float(np.sqrt(((a + share[:, None] * step - point) ** 2).sum(axis=1)).min())
