"""Which side holds what at start: for any line between two sides."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import shapely

from toolkit.geometry.lattice import FloatArray


def west_of(line: FloatArray, points: FloatArray) -> npt.NDArray[np.bool_]:
    """Return which plane points lie west of a line.

    Parameters
    ----------
    line : (k, 2) array
        From north to south; beyond its ends it runs on due north and due south.
    points : (n, 2) array

    Returns
    -------
    (n,) bool array
    """
    line, points = np.asarray(line, dtype=np.float64), np.asarray(points, dtype=np.float64)
    both = np.concatenate([line, points.reshape(-1, 2)])
    # A place that could not be resolved has no coordinates; it lies on no side.
    both = both[np.isfinite(both).all(axis=1)]
    west, north = both.min(axis=0) - 1.0
    south = both[:, 1].max() + 1.0
    ring = [(line[0][0], north), *map(tuple, line), (line[-1][0], south), (west, south), (west, north)]
    polygon = shapely.make_valid(shapely.Polygon(ring))
    inside = shapely.contains_xy(polygon, points[:, 0], points[:, 1])
    return np.asarray(inside, dtype=np.bool_)


def is_simple(line: FloatArray) -> bool:
    """Return whether a line does not cross itself."""
    return bool(shapely.LineString(line).is_simple)
