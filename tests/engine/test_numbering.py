"""Our model of where the engine snaps to, against a drawing of it by brute force; runs on any machine."""

from __future__ import annotations

import numpy as np
import pytest

from toolkit.engine.numbering import boundary_gap, brick, spread
from toolkit.geometry.grid import HexGrid, Orientation
from toolkit.render.layout import BoardLayout


def laid_out(orientation: Orientation, shifted: str, first: int) -> tuple[HexGrid, BoardLayout]:
    grid = HexGrid(orientation, 7.0, (3.0, -2.0), first, 6, first, 5, shifted)  # type: ignore[arg-type]
    return grid, BoardLayout(90.0, (110.0, 95.0), (760, 700), 7.0, (3.0, -2.0))


GRIDS = [
    laid_out(orientation, shifted, first)
    for orientation in Orientation
    for shifted in ("even", "odd")
    for first in (0, 1)
]


@pytest.mark.parametrize(("grid", "layout"), GRIDS)
def test_a_brick_is_the_nearest_line_of_centres_and_in_it_the_nearest_centre(
    grid: HexGrid, layout: BoardLayout
) -> None:
    centres = layout.to_pixels(grid.centres())
    across, along = (0, 1) if grid.orientation is Orientation.FLAT else (1, 0)
    points = spread(400, layout.size_px) + 0.31
    found = brick(points, grid, layout)
    for point, h in zip(points, found, strict=True):
        gaps = np.abs(centres[:, across] - point[across])
        line = gaps < gaps.min() + 1e-6
        best = int(np.flatnonzero(line)[np.argmin(np.abs(centres[line][:, along] - point[along]))])
        inside = gaps[best] <= 90 * 3**0.5 / 4 and abs(centres[best, along] - point[along]) <= 45
        assert h == (best if inside else -1)


@pytest.mark.parametrize(("grid", "layout"), GRIDS)
def test_centres_are_their_own_hex_and_far_from_any_line(grid: HexGrid, layout: BoardLayout) -> None:
    centres = layout.to_pixels(grid.centres())
    everyone = np.arange(len(grid))
    assert brick(centres, grid, layout).tolist() == everyone.tolist()
    assert boundary_gap(centres, everyone, grid, layout).min() > 35


@pytest.mark.parametrize(("grid", "layout"), GRIDS)
def test_where_the_nearest_hex_changes_the_gap_is_small(grid: HexGrid, layout: BoardLayout) -> None:
    points = spread(10_000, layout.size_px)
    here = grid.nearest(layout.to_plane(points))
    beside = grid.nearest(layout.to_plane(points + np.array([1.0, 0.0])))
    crossing = (here >= 0) & (here != beside)
    assert crossing.sum() > 10
    gaps = boundary_gap(points[crossing], here[crossing], grid, layout)
    assert gaps.max() <= 1.0 + 1e-9
