"""A line drawn on the plane, traced."""

from __future__ import annotations

import numpy as np

from toolkit.geometry.grid import HexGrid
from toolkit.geometry.lattice import FloatArray
from toolkit.geometry.trace import End, Trace, trace_axial


def trace(grid: HexGrid, points: FloatArray, start: End = None, end: End = None) -> Trace:
    """Turn a line of plane positions ``(p, 2)`` into a chain of hexsides."""
    return trace_axial(grid, grid.to_axial(np.asarray(points, dtype=np.float64).reshape(-1, 2)), start, end)
