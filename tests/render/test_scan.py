"""Scans laid straight, and the working pictures drawn over them."""

from __future__ import annotations

import io
import xml.etree.ElementTree as ET

import numpy as np
import pytest
from PIL import Image

from tests.geometry.scans import Distortion, twelve
from tests.render.made_map import DISTORTION, GRID, scanned
from toolkit.compile.scan import Scan
from toolkit.geometry.calibration import Fit, fit_calibration
from toolkit.render.drift import draw_drift
from toolkit.render.layout import BoardLayout
from toolkit.render.raster import png_of, rasterise
from toolkit.render.scan import GROUND, Pixels, lay_straight, scan_layout
from toolkit.render.template import draw_template


def fitted(distortion: Distortion) -> Fit:
    centres = GRID.centres()[twelve(GRID)]
    return fit_calibration(centres, distortion.of(GRID)(centres), GRID.pitch)


def dotted(size: tuple[int, int], spots: np.ndarray, radius: float = 5.0) -> Pixels:
    """Return a white picture with a black dot at each spot, drawn smoothly."""
    picture = np.full((size[1], size[0]), 255.0)
    reach = int(radius) + 3
    for x, y in spots.tolist():
        left, top = max(int(x) - reach, 0), max(int(y) - reach, 0)
        window = picture[top : int(y) + reach, left : int(x) + reach]
        rows, columns = np.mgrid[top : top + window.shape[0], left : left + window.shape[1]]
        away = np.hypot(columns + 0.5 - x, rows + 0.5 - y)
        window[:] = np.minimum(window, 255 * np.clip(away - radius + 0.5, 0, 1))
    return np.repeat(picture[:, :, None], 3, axis=2).astype(np.uint8)


def middle_of_ink(board: Pixels, x: float, y: float, reach: int = 12) -> tuple[float, float]:
    """Return the centre of gravity of what is dark near a spot."""
    left, top = int(x) - reach, int(y) - reach
    dark = 255.0 - board[top : top + 2 * reach, left : left + 2 * reach, 0]
    rows, columns = np.mgrid[top : top + 2 * reach, left : left + 2 * reach]
    return float((columns * dark).sum() / dark.sum()) + 0.5, float((rows * dark).sum() / dark.sum()) + 0.5


@pytest.mark.parametrize("pitch_px", [60.0, 100.0, 240.0])
def test_every_hex_lies_on_the_regular_grid(pitch_px: float) -> None:
    distortion = Distortion(pitch_px=pitch_px, rotation=1.5, skew=-0.7, bulge=0.02)
    spots = distortion.of(GRID)(GRID.centres())
    width, height = (np.ceil(spots.max(axis=0)) + pitch_px).astype(int).tolist()
    fit = fitted(distortion)
    layout = scan_layout(GRID, fit.calibration, (width, height), 100.0)
    board = lay_straight(dotted((width, height), spots, pitch_px / 20), fit.calibration, layout)
    assert board.shape == (layout.size_px[1], layout.size_px[0], 3)
    for x, y in layout.to_pixels(GRID.centres()).tolist():
        assert middle_of_ink(board, x, y) == pytest.approx((x, y), abs=0.6)


def test_the_board_holds_the_whole_scan_and_all_hexes() -> None:
    fit = fitted(Distortion(rotation=2))
    layout = scan_layout(GRID, fit.calibration, (1700, 1200), 100.0)
    plane = fit.calibration.to_plane(np.array([(0, 0), (1700, 0), (0, 1200), (1700, 1200)], dtype=np.float64))
    inside = layout.to_pixels(np.concatenate([plane, GRID.corners(np.arange(len(GRID))).reshape(-1, 2)]))
    assert inside.min() >= -1
    assert (inside <= np.array(layout.size_px) + 1).all()


def test_beside_the_scan_is_paper() -> None:
    fit = fitted(Distortion(rotation=2))
    layout = scan_layout(GRID, fit.calibration, (1700, 1200), 100.0)
    board = lay_straight(np.zeros((1200, 1700, 3), dtype=np.uint8), fit.calibration, layout)
    assert tuple(board[0, 0]) == GROUND
    assert (board[600, 800] == 0).all()


def test_a_slip_that_enlarges_the_scan_does_not_fill_memory() -> None:
    fit = fitted(Distortion(pitch_px=2.0))
    assert max(scan_layout(GRID, fit.calibration, (20_000, 20_000), 100.0).size_px) < 6_000


def test_png_written_here_is_what_others_read() -> None:
    pixels = np.random.default_rng(3).integers(0, 256, (37, 51, 3)).astype(np.uint8)
    assert (np.asarray(Image.open(io.BytesIO(png_of(pixels)))) == pixels).all()
    assert png_of(pixels) == png_of(pixels.copy())


@pytest.fixture(scope="module")
def scan() -> Scan:
    hexes = twelve(GRID)
    plane = GRID.centres()[hexes]
    pixels = DISTORTION.of(GRID)(plane)
    fit = fit_calibration(plane, pixels, GRID.pitch)
    numbers = tuple(GRID.numbers(hexes))
    return Scan(
        None, (1700, 1200), fit.calibration, fit, numbers, plane, pixels, (), (("05.05", (3.0, 4.0)),)
    )


def test_the_drift_is_drawn_with_every_control_point(scan: Scan) -> None:
    picture, _ = scanned()
    svg = draw_drift(scan, GRID, np.asarray(picture))
    words = {element.get("aria-label") or "" for element in ET.fromstring(svg).iter()}
    assert {word.partition(":")[0] for word in words} >= {*scan.numbers, "05.05"}
    assert Image.open(io.BytesIO(rasterise(svg))).size == (1700, 1200)


def test_a_template_has_a_layer_for_every_kind_and_is_xml(scan: Scan) -> None:
    root = ET.fromstring(draw_template(scan, GRID, (), "my <scan>.png").encode())
    (image,) = [element for element in root.iter() if element.tag.endswith("image")]
    assert image.get("{http://www.w3.org/1999/xlink}href") == "my <scan>.png"
    texts = {element.text for element in root.iter() if element.tag.endswith("text")}
    assert texts == set(GRID.numbers(range(len(GRID))))


def test_the_plain_board_is_unchanged_by_a_straight_scan_of_itself() -> None:
    layout = BoardLayout.for_grid(GRID, 100.0)
    plane = GRID.centres()[twelve(GRID)]
    fit = fit_calibration(plane, layout.to_pixels(plane), GRID.pitch)
    pixels = (
        np.random.default_rng(1).integers(0, 256, (layout.size_px[1], layout.size_px[0], 3)).astype(np.uint8)
    )
    laid = lay_straight(pixels, fit.calibration, layout)
    assert np.abs(laid.astype(int) - pixels).max() <= 1
