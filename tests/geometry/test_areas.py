from __future__ import annotations

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.geometry.strategies import orientations, plain_grid
from toolkit.geometry import areas as areas_module
from toolkit.geometry.areas import coverage, cut_apart, hex_polygons, polygon_of
from toolkit.geometry.grid import Orientation

MANY = settings(max_examples=30)


def star(seed: int, corners: int, radius: float) -> np.ndarray:
    rng = np.random.default_rng(seed)
    angle = np.linspace(0, 2 * np.pi, corners, endpoint=False)
    reach = radius * rng.uniform(0.4, 1.0, corners)
    ring = rng.uniform(2, 8, 2) + reach[:, None] * np.stack([np.cos(angle), np.sin(angle)], axis=1)
    return np.concatenate([ring, ring[:1]])


@given(st.integers(0, 2**32 - 1), st.integers(3, 60), st.floats(0.1, 9), orientations)
@MANY
def test_coverage_is_the_area_of_every_intersection(
    seed: int, corners: int, radius: float, orientation: Orientation
) -> None:
    grid = plain_grid(orientation, size=12)
    polygon, faults = polygon_of(((star(seed, corners, radius),),))
    assert faults == []
    found = np.zeros(len(grid))
    cover = coverage(grid, polygon)
    found[cover.hexes] = cover.shares
    cells = hex_polygons(grid, np.arange(len(grid)))
    exact = shapely.area(shapely.intersection(cells, polygon)) / shapely.area(cells)
    assert found == pytest.approx(exact, abs=1e-7)
    assert (np.diff(cover.hexes) > 0).all()


def test_many_corners_are_cut_into_tiles_without_changing_anything(monkeypatch: pytest.MonkeyPatch) -> None:
    grid = plain_grid(size=30)
    ring = star(4, 900, 8.0) + 6
    polygon, _ = polygon_of(((ring,),))
    tiled = coverage(grid, polygon)
    monkeypatch.setattr(areas_module, "_TILE_CORNERS", 10_000)
    whole = coverage(grid, polygon)
    assert tiled.hexes.tolist() == whole.hexes.tolist()
    assert tiled.shares == pytest.approx(whole.shares, abs=1e-9)


def test_holes_and_several_parts_count() -> None:
    grid = plain_grid(size=12)

    def box(x0: float, y0: float, x1: float, y1: float) -> np.ndarray:
        return np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1], [x0, y0]])

    polygon, faults = polygon_of(((box(1, 1, 9, 9), box(3, 3, 5, 5)), (box(20, 0, 21, 1),)))
    assert faults == []
    assert polygon.area == pytest.approx(64 - 4 + 1)
    hexes = coverage(grid, polygon)
    inside_hole = int(grid.nearest(np.array([[4.0, 4.0]]))[0])
    assert inside_hole not in hexes.hexes.tolist() or hexes.shares[hexes.hexes == inside_hole][0] < 0.6


@pytest.mark.parametrize(
    ("ring", "kind", "position"),
    [
        ([[0, 0], [4, 0], [4, 4], [0, 4]], "unclosed", (0.0, 4.0)),
        ([[0, 0], [4, 4], [4, 0], [0, 4], [0, 0]], "crossing", (2.0, 2.0)),
        ([[0, 0], [4, 4], [0, 0]], "few", (0.0, 0.0)),
        ([[0, 0], [np.nan, 4], [4, 4], [0, 0]], "few", (0.0, 0.0)),
        ([], "few", (0.0, 0.0)),
    ],
)
def test_a_faulty_ring_is_reported_and_mended(
    ring: list[list[float]], kind: str, position: tuple[float, float]
) -> None:
    polygon, faults = polygon_of(((np.array(ring, dtype=float).reshape(-1, 2),),))
    assert [(fault.kind, fault.position) for fault in faults] == [(kind, position)]
    assert polygon.is_valid
    assert (polygon.area > 0) == (kind != "few")


def test_nothing_covers_nothing() -> None:
    assert len(coverage(plain_grid(), polygon_of(())[0]).hexes) == 0
    far, _ = polygon_of(((star(1, 8, 2.0) + 1000,),))
    assert len(coverage(plain_grid(), far).hexes) == 0


@pytest.mark.parametrize("orientation", list(Orientation))
def test_a_strait_separates_two_coasts_and_a_bay_does_not(orientation: Orientation) -> None:
    grid = plain_grid(orientation)
    h = grid.hex("1010")
    other = int(grid.neighbours()[h, 1])
    a, b = grid.centres()[[h, other]]
    along = (b - a) / np.hypot(*(b - a))
    across = np.array([-along[1], along[0]])

    def band(low: float, high: float, width: float) -> shapely.Geometry:
        middle = (a + b) / 2
        return shapely.Polygon(
            [
                middle + s * across + w * along
                for s, w in ((low, -width), (high, -width), (high, width), (low, width))
            ]
        )

    pair = np.array([[h, other]])
    assert cut_apart(grid, band(-2, 2, 0.1), pair).tolist() == [True]
    assert cut_apart(grid, band(-0.1, 2, 0.1), pair).tolist() == [False]
    assert cut_apart(grid, band(0.2, 2, 0.4), pair).tolist() == [False]
    assert cut_apart(grid, shapely.box(100, 100, 101, 101), pair).tolist() == [False]
    assert cut_apart(grid, band(-9, 9, 9), pair).tolist() == [True]
