"""Made scans: a known warp of a grid, so that every hex's true pixel is known."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from toolkit.geometry.grid import HexGrid
from toolkit.geometry.lattice import FloatArray

Warp = Callable[[FloatArray], FloatArray]

# Corners, middles of the edges, four inside: as shares of the columns and rows.
TWELVE = (
    (0, 0), (1, 0), (0, 1), (1, 1), (0.5, 0), (0.5, 1), (0, 0.5), (1, 0.5),
    (0.33, 0.33), (0.67, 0.33), (0.33, 0.67), (0.67, 0.67),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Distortion:
    """What a scanner, a lens and damp paper do.

    Attributes
    ----------
    rotation, skew : float
        Degrees.
    stretch : float
        Of the height against the width, 0.01 for one per cent.
    growth : (float, float)
        Stretch that grows along each axis, so that lines stay straight but spaces do not stay even.
    bulge, off : float, (float, float)
        Of the lens at the map's corners, and its centre beside the map's in half diagonals.
    """

    pitch_px: float = 100.0
    rotation: float = 0.0
    skew: float = 0.0
    stretch: float = 0.0
    growth: tuple[float, float] = (0.0, 0.0)
    bulge: float = 0.0
    off: tuple[float, float] = (0.0, 0.0)

    def of(self, grid: HexGrid) -> Warp:
        """Return the true way from the plane to pixels; the whole map has positive pixels."""
        centres = grid.centres()
        low, high = centres.min(axis=0) - grid.pitch, centres.max(axis=0) + grid.pitch
        middle, reach = (low + high) / 2, float(np.hypot(*(high - low))) / 2
        turn, lean = np.radians(self.rotation), np.radians(self.skew)
        cos, sin = np.cos(turn), np.sin(turn)
        matrix = np.array([[cos, -sin], [sin, cos]]) @ np.array([[1, np.tan(lean)], [0, 1 + self.stretch]])
        scale = self.pitch_px / grid.pitch

        def warp(plane: FloatArray) -> FloatArray:
            n = (np.asarray(plane, dtype=np.float64) - middle) / reach
            n = n + np.array(self.growth) * n * np.abs(n) / 2 - np.array(self.off)
            n = n * (1 + self.bulge * (n**2).sum(axis=-1, keepdims=True))
            return np.asarray(scale * reach * (n @ matrix.T) + scale * (0.56 * (high - low) + 0.05 * reach))

        return warp


def twelve(grid: HexGrid) -> list[int]:
    """Return the hexes a maker would click: corners, edges, four inside."""
    last = np.array([grid.columns - 1, grid.rows - 1])
    spots = np.round(np.array(TWELVE) * last).astype(int)
    return [int(column * grid.rows + row) for column, row in spots]


def inverse(warp: Warp, pixels: FloatArray, start: FloatArray, step: float) -> FloatArray:
    """Return the plane positions ``(k, 2)`` a warp sends to pixels ``(k, 2)`` (Newton's method)."""
    at = np.array(start, dtype=np.float64)
    for _ in range(12):
        slopes = np.stack([(warp(at + d) - warp(at - d)) / (2 * step) for d in step * np.eye(2)], axis=-1)
        at = at + np.linalg.solve(slopes, (pixels - warp(at))[..., None])[..., 0]
    return at
