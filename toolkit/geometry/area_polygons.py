"""The polygons of areas as shapely geometries: apart from the map, since nobody needs them to judge."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
import numpy.typing as npt
import shapely

from toolkit.geometry.lattice import FloatArray, IntArray, Rings


def shapes_of(polygons: Iterable[Sequence[Rings]]) -> npt.NDArray[np.object_]:
    """Return one shapely geometry for each area's parts ``(n,)``."""
    found = [
        shapely.union_all([shapely.Polygon(rings[0], list(rings[1:])) for rings in parts])
        for parts in polygons
    ]
    result = np.empty(len(found), dtype=object)
    result[:] = found
    return result


def lying_in(shapes: npt.NDArray[np.object_], points: FloatArray) -> IntArray:
    """Return the shape that each point ``(k, 2)`` lies in ``(k,)``, -1 in none; of several the first."""
    positions = np.asarray(points, dtype=np.float64).reshape(-1, 2)
    found = np.full(len(positions), -1, dtype=np.int64)
    for area in range(len(shapes) - 1, -1, -1):
        found[shapely.intersects_xy(shapes[area], positions[:, 0], positions[:, 1])] = area
    return found
