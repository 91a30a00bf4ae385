"""Which changed hexes share a stretch of the picture."""

from __future__ import annotations

import random

import numpy as np
import pytest

from toolkit.compare.picture import _groups, _Spot
from toolkit.geometry.grid import HexGrid, Orientation

NEAR, WIDEST = 3, 12.8


@pytest.fixture(params=[Orientation.FLAT, Orientation.POINTY])
def grid(request: pytest.FixtureRequest) -> HexGrid:
    return HexGrid(
        orientation=request.param, pitch=10.0, origin=(0.0, 0.0), first_column=1, columns=40, first_row=1,
        rows=30, shifted="even",
    )  # fmt: skip


def scattered(grid: HexGrid, count: int) -> list[_Spot]:
    return [_Spot((h,)) for h in random.Random(7).sample(range(len(grid)), count)]


def test_every_changed_hex_is_in_one_stretch(grid: HexGrid) -> None:
    spots = scattered(grid, 200)
    found = [spot for group in _groups(spots, grid) for spot in group]
    assert sorted(found, key=lambda spot: spot.hexes) == sorted(spots, key=lambda spot: spot.hexes)


def test_a_stretch_is_never_wider_than_it_can_be_drawn(grid: HexGrid) -> None:
    for group in _groups(scattered(grid, 400), grid):
        centres = grid.centres()[[spot.hexes[0] for spot in group]] / grid.pitch
        assert np.ptp(centres, axis=0).max() <= WIDEST + 1e-9


def test_each_hex_of_a_stretch_lies_near_one_before_it(grid: HexGrid) -> None:
    for group in _groups(scattered(grid, 200), grid):
        for place, spot in enumerate(group[1:], start=1):
            earlier = (grid.distance(spot.hexes[0], other.hexes[0]) for other in group[:place])
            assert min(earlier) <= NEAR


def test_what_is_far_away_is_another_stretch(grid: HexGrid) -> None:
    a, b = _Spot((grid.hex("0101"),)), _Spot((grid.hex("2020"),))
    assert _groups([b, a], grid) == [[a], [b]]
