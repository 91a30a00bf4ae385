"""How a grid lies on a scan, drawn over it: the fitted hexes, each control point's miss, the drift."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PIL import Image

from toolkit.compile.scan import Scan
from toolkit.geometry.calibration import describe, fit_calibration
from toolkit.geometry.grid import HexGrid
from toolkit.geometry.scan_models import ScanModel
from toolkit.render.fonts import BOLD, REGULAR, text_width
from toolkit.render.layout import FloatArray
from toolkit.render.preview import BARRIER, WATER, data_uri
from toolkit.render.raster import png_of
from toolkit.render.scan import Pixels
from toolkit.render.svg import Canvas
from toolkit.source.style import INK, PAPER

_DRIFT = 10.0
_WIDEST = 2400


def draw_drift(scan: Scan, grid: HexGrid, pixels: Pixels | None = None) -> str:
    """Draw the fitted grid over the scan as it is, and how far it drifts from a straight one.

    Parameters
    ----------
    pixels : (height, width, 3) array, optional
        The scan.

    Returns
    -------
    str
        SVG, at most `_WIDEST` pixels wide and high, with the drift drawn `_DRIFT` times as long.
    """
    width, height = scan.size_px
    zoom = min(1.0, _WIDEST / max(width, height))
    canvas = Canvas(round(width * zoom), round(height * zoom), "Calibration: the grid on the scan")
    canvas.rect(0, 0, canvas.width, canvas.height, fill=PAPER)
    if pixels is not None:
        small = Image.fromarray(pixels).resize((int(canvas.width), int(canvas.height)), Image.Resampling.BOX)
        uri = data_uri(png_of(np.asarray(small)))
        canvas.add("image", x=0, y=0, width=canvas.width, height=canvas.height, opacity=0.75, xlink__href=uri)
    pitch = float(np.median(scan.fit.pitch_px)) * zoom
    _draw_fitted(canvas, scan, grid, zoom, pitch)
    _draw_arrows(canvas, scan, grid, zoom, pitch)
    _draw_points(canvas, scan, zoom, pitch)
    _draw_words(canvas, _about(scan, grid), pitch)
    return canvas.render()


def _outline(grid: HexGrid) -> FloatArray:
    """Return each hex's outline ``(n, 24, 2)`` in the plane, four steps a side, so that it can bend."""
    corners = grid.corners(np.arange(len(grid)))
    following = np.roll(corners, -1, axis=1)
    t = np.linspace(0, 1, 4, endpoint=False)[None, None, :, None]
    return np.asarray((corners[:, :, None] * (1 - t) + following[:, :, None] * t).reshape(len(grid), 24, 2))


def _draw_fitted(canvas: Canvas, scan: Scan, grid: HexGrid, zoom: float, pitch: float) -> None:
    lines = scan.calibration.to_scan(_outline(grid)) * zoom
    for colour, width in (("#ffffff", 0.035), ("#c2006b", 0.014)):
        with canvas.group(fill="none", stroke=colour, stroke_width=max(width * pitch, 0.6)):
            for line in lines.tolist():
                canvas.polygon(line)


def _draw_arrows(canvas: Canvas, scan: Scan, grid: HexGrid, zoom: float, pitch: float) -> None:
    """Draw from each hex's place on the best straight grid to its place on the fitted one, enlarged."""
    if scan.calibration.model is ScanModel.AFFINE:
        return
    straight = fit_calibration(scan.plane, scan.pixels, grid.pitch, ScanModel.AFFINE).calibration
    centres = grid.centres()
    here = scan.calibration.to_scan(centres) * zoom
    drift = here - straight.to_scan(centres) * zoom
    for start, step in zip((here - drift).tolist(), (drift * _DRIFT).tolist(), strict=True):
        _arrow(canvas, start, step, WATER, 0.02 * pitch)


def _arrow(canvas: Canvas, start: Sequence[float], step: Sequence[float], colour: str, width: float) -> None:
    length = float(np.hypot(step[0], step[1]))
    if length < 3 * width:
        canvas.circle(start[0], start[1], width, fill=colour)
        return
    tip = np.array(start) + np.array(step)
    along = np.array(step) / length
    across = along[::-1] * np.array([-1.0, 1.0])
    head = min(6 * width, 0.4 * length)
    canvas.line([tuple(start), tuple(tip - 0.8 * head * along)], stroke=colour, stroke_width=width)
    wings = [tip, tip - head * along + 0.45 * head * across, tip - head * along - 0.45 * head * across]
    canvas.polygon([point.tolist() for point in wings], fill=colour)


def _draw_points(canvas: Canvas, scan: Scan, zoom: float, pitch: float) -> None:
    shares = scan.fit.shares
    for i, (x, y) in enumerate((scan.pixels * zoom).tolist()):
        bad = shares[i] > 0.05
        colour = BARRIER if bad else "#007a4d"
        _cross(canvas, x, y, pitch, colour)
        missed = float(np.hypot(*scan.fit.residuals[i]))
        words = f"{scan.numbers[i]}: {missed:.1f} px, {shares[i]:.1%}"
        _say(canvas, words, (x, y + 0.3 * pitch), pitch, colour)
    for number, (x, y) in scan.left_out:
        _cross(canvas, x * zoom, y * zoom, pitch, BARRIER)
        _say(canvas, f"{number}: left out", (x * zoom, y * zoom + 0.3 * pitch), pitch, BARRIER)


def _cross(canvas: Canvas, x: float, y: float, pitch: float, colour: str) -> None:
    arm = max(0.16 * pitch, 5.0)
    for stroke, width in (("#ffffff", 0.07), (colour, 0.03)):
        for dx, dy in ((arm, 0.0), (0.0, arm)):
            canvas.line([(x - dx, y - dy), (x + dx, y + dy)], stroke=stroke, stroke_width=width * pitch)
    canvas.circle(x, y, 0.1 * pitch, fill="none", stroke=colour, stroke_width=0.025 * pitch)


def _say(canvas: Canvas, words: str, at: tuple[float, float], pitch: float, colour: str) -> None:
    x, y = at
    size = max(0.2 * pitch, 11.0)
    half = text_width(words, size, BOLD) / 2
    x = min(max(x, half + 4), canvas.width - half - 4)
    canvas.text(
        words, x, min(y, canvas.height - size), size, face=BOLD, fill=colour, anchor="middle", centred=True,
        halo="#ffffff", halo_width=0.16 * size,
    )  # fmt: skip


def _about(scan: Scan, grid: HexGrid) -> list[str]:
    straight, fit = describe(scan.calibration, grid.pitch), scan.fit
    lines = [
        f"model {scan.calibration.model.value}, {len(scan.numbers)} control points",
        f"pitch {straight.pitch_px:.2f} px, rotation {straight.rotation:+.2f}°, skew {straight.skew:+.2f}°, "
        f"stretch {straight.stretch - 1:+.2%}",
        f"missed by at most {fit.shares.max():.1%} of a hex, left out by {fit.foretold_shares.max():.1%}",
    ]
    if scan.calibration.model is not ScanModel.AFFINE:
        lines.append(
            f"a straight grid would miss by {fit.straight_shares.max():.1%}; drift ×{_DRIFT:.0f}: arrows"
        )
    return lines


def _draw_words(canvas: Canvas, lines: Sequence[str], pitch: float) -> None:
    size = max(0.2 * pitch, 12.0)
    wide = max(text_width(line, size, REGULAR) for line in lines) + 1.6 * size
    canvas.rect(6, 6, wide, (1.4 * len(lines) + 0.6) * size, rx=4, fill=PAPER, fill_opacity=0.93, stroke=INK)
    for index, line in enumerate(lines):
        face = BOLD if index == 0 else REGULAR
        canvas.text(
            line, 6 + 0.8 * size, 6 + (1.4 * index + 1.0) * size, size, face=face, fill=INK, centred=True
        )
