"""A scan laid straight: resampled so that its hexes lie on the board's regular grid.

The engine's hex grids know neither rotation nor skew nor bulges, so it is the picture that is bent
back, never the grid (decision 004).
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from PIL import Image

from toolkit.geometry.grid import HexGrid
from toolkit.geometry.scan_models import Calibration
from toolkit.render.layout import BoardLayout, FloatArray

Pixels = npt.NDArray[np.uint8]

GROUND = (239, 231, 210)
"""What lies beside the scan."""

# Where the board's pixels lie on the scan is worked out on a mesh of this step and filled in between;
# over so few pixels any bend is straight.
_MESH = 16
_BAND = 256


def scan_layout(
    grid: HexGrid, calibration: Calibration, size_px: tuple[int, int], pitch_px: float
) -> BoardLayout:
    """Return a board that holds the whole scan, laid straight, and all hexes.

    Parameters
    ----------
    size_px : (width, height)
        Of the scan.
    pitch_px : float
        Distance of hex centres on the board.

    Raises
    ------
    ValueError
        If `pitch_px` is below 80.
    """
    plain = BoardLayout.for_grid(grid, pitch_px, margin=0.0, top=0.0, bottom=0.0)
    # The scan's edge is bounded by the straight part: a bend fitted to hexes means nothing out there.
    (straight,) = np.linalg.inv(calibration.jacobian(np.array([calibration.centre])))
    middle = calibration.to_scan(np.array([calibration.centre]))[0]
    width, height = size_px
    edge = np.array([(0, 0), (width, 0), (0, height), (width, height)], dtype=np.float64)
    plane = np.array(calibration.centre) + (edge - middle) @ straight.T
    board = plain.to_pixels(plane)
    low = np.minimum(board.min(axis=0), 0.0)
    high = np.maximum(board.max(axis=0), np.array(plain.size_px, dtype=np.float64))
    # No further beside the hexes than the hexes are wide: a slip in the control points must not fill memory.
    reach = np.array(plain.size_px, dtype=np.float64)
    low, high = np.maximum(low, -reach), np.minimum(high, 2 * reach)
    shift = np.ceil(-low)
    x, y = (np.array(plain.origin_px) + shift).tolist()
    wide, high_px = np.ceil(high + shift).astype(int).tolist()
    return BoardLayout(plain.pitch_px, (x, y), (wide, high_px), plain.plane_pitch, plain.plane_origin)


def lay_straight(pixels: Pixels, calibration: Calibration, layout: BoardLayout) -> Pixels:
    """Return the board's pixels ``(height, width, 3)``, taken from the scan's ``(h, w, 3)``.

    A scan finer than the board is first made as coarse, so that no detail turns into noise; between the
    scan's pixels is interpolated linearly.
    """
    zoom = _zoom(calibration, layout)
    factor = min(1.0, 1.0 / zoom) if zoom > 1.25 else 1.0
    if factor < 1.0:
        height, width, _ = pixels.shape
        small = (max(round(width * factor), 1), max(round(height * factor), 1))
        scale = np.array([small[0] / width, small[1] / height])
        pixels = np.asarray(Image.fromarray(pixels).resize(small, Image.Resampling.BOX))
    else:
        scale = np.ones(2)
    width, height = layout.size_px
    board = np.empty((height, width, 3), dtype=np.uint8)
    mesh = _mesh(calibration, layout) * scale - 0.5
    for top in range(0, height, _BAND):
        bottom = min(top + _BAND, height)
        board[top:bottom] = _sample(pixels, _between(mesh, top, bottom, width))
    return board


def _zoom(calibration: Calibration, layout: BoardLayout) -> float:
    """Return pixels of the scan for each pixel of the board, at the middle of the map."""
    (steps,) = calibration.jacobian(np.array([calibration.centre]))
    return float(np.sqrt(abs(np.linalg.det(steps)))) / layout.scale


def _mesh(calibration: Calibration, layout: BoardLayout) -> FloatArray:
    """Return scan positions ``(rows, columns, 2)`` of the middles of every `_MESH`-th board pixel."""
    width, height = layout.size_px
    x = np.arange(0, width + _MESH, _MESH) + 0.5
    y = np.arange(0, height + _MESH, _MESH) + 0.5
    return calibration.to_scan(layout.to_plane(np.stack(np.meshgrid(x, y), axis=-1)))


def _between(mesh: FloatArray, top: int, bottom: int, width: int) -> FloatArray:
    """Return scan positions ``(bottom - top, width, 2)`` of all pixels of some rows."""
    y, x = np.arange(top, bottom) / _MESH, np.arange(width) / _MESH
    i, j = y.astype(int), x.astype(int)
    v, u = (y - i)[:, None, None], (x - j)[None, :, None]
    rows = mesh[i] * (1 - v) + mesh[i + 1] * v
    return np.asarray(rows[:, j] * (1 - u) + rows[:, j + 1] * u)


def _sample(pixels: Pixels, at: FloatArray) -> Pixels:
    """Return the colours at positions ``(r, c, 2)``, between pixels linearly, `GROUND` off the picture."""
    height, width, _ = pixels.shape
    inside = np.asarray((at > -0.5) & (at < np.array([width, height]) - 0.5)).all(axis=-1, keepdims=True)
    clear = np.where(np.isfinite(at), at, 0.0)
    x = np.clip(clear[..., 0], 0, width - 1)
    y = np.clip(clear[..., 1], 0, height - 1)
    left, upper = x.astype(np.int64), y.astype(np.int64)
    right, lower = np.minimum(left + 1, width - 1), np.minimum(upper + 1, height - 1)
    u = (x - left).astype(np.float32)[..., None]
    v = (y - upper).astype(np.float32)[..., None]
    above = pixels[upper, left] * (1 - u) + pixels[upper, right] * u
    below = pixels[lower, left] * (1 - u) + pixels[lower, right] * u
    mixed = np.round(above * (1 - v) + below * v).astype(np.uint8)
    found: Pixels = np.where(inside, mixed, np.array(GROUND, dtype=np.uint8))
    return found
