"""Where a drawn line crosses itself."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import shapely

from toolkit.geometry.grid import HexGrid
from toolkit.geometry.lattice import FloatArray
from toolkit.geometry.trace import trace_axial


@dataclass(frozen=True, slots=True)
class SelfCrossing:
    """The first place where a line meets itself.

    Attributes
    ----------
    position : (x, y)
        Plane position.
    encloses : bool
        Whether what lies between the two passes goes round a hex centre, so that it cannot be
        undone without changing the chain.
    """

    position: tuple[float, float]
    encloses: bool


def self_crossing(grid: HexGrid, points: FloatArray) -> SelfCrossing | None:
    """Return where a line crosses itself, a place where it goes round a hex centre first.

    A stroke that only runs back over itself does not count.

    Parameters
    ----------
    points : (p, 2) array
        Plane positions.
    """
    moved = np.concatenate([[True], (np.diff(points, axis=0) != 0).any(axis=1)])
    points = points[moved]
    closed = bool((points[0] == points[-1]).all())
    segments = shapely.linestrings(np.stack([points[:-1], points[1:]], axis=1))
    first, second = shapely.STRtree(segments).query(segments, predicate="intersects")
    apart = second - first
    pair = (apart > 1) & ~(closed & (first == 0) & (second == len(segments) - 1))
    first, second = first[pair], second[pair]
    meets = shapely.intersection(segments[first], segments[second])
    harmless: SelfCrossing | None = None
    for i, j, meeting in sorted(
        zip(first.tolist(), second.tolist(), meets, strict=True), key=lambda m: m[:2]
    ):
        x, y = shapely.get_coordinates(meeting)[0].tolist()
        here = np.array([[x, y]])
        loop = grid.to_axial(np.concatenate([here, points[i + 1 : j + 1], here]))
        encloses = len(loop) > 3 and len(trace_axial(grid, loop).nodes) > 1
        if encloses:
            return SelfCrossing((x, y), True)
        if harmless is None and shapely.crosses(segments[i], segments[j]):
            harmless = SelfCrossing((x, y), False)
    return harmless
