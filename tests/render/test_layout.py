"""Plane to board and back."""

from __future__ import annotations

import json

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.render.synthetic import grid
from toolkit.geometry.grid import HexGrid, Orientation
from toolkit.render.layout import BoardLayout

grids = st.builds(
    HexGrid,
    st.sampled_from(Orientation),
    st.floats(0.01, 1e4),
    st.tuples(st.floats(-1e4, 1e4), st.floats(-1e4, 1e4)),
    st.integers(0, 3),
    st.integers(1, 9),
    st.integers(0, 3),
    st.integers(1, 9),
    st.sampled_from(["even", "odd"]),
)


@settings(max_examples=40)
@given(grids, st.floats(80, 200))
def test_every_hex_lies_whole_on_the_board_with_room_around(on: HexGrid, pitch: float) -> None:
    layout = BoardLayout.for_grid(on, pitch)
    corners = layout.to_pixels(on.corners(np.arange(len(on)))).reshape(-1, 2)
    width, height = layout.size_px
    assert corners[:, 0].min() >= 0.3 * pitch
    assert corners[:, 0].max() <= width - 0.3 * pitch
    assert corners[:, 1].min() >= pitch
    assert corners[:, 1].max() <= height - 3 * pitch


@settings(max_examples=40)
@given(grids)
def test_pixels_of_the_first_hex_and_its_neighbour(on: HexGrid) -> None:
    layout = BoardLayout.for_grid(on, 100)
    centres = layout.to_pixels(on.centres())
    assert centres[0] == pytest.approx(layout.origin_px)
    for h in on.neighbours()[0]:
        if h >= 0:
            assert np.hypot(*(centres[h] - centres[0])) == pytest.approx(100, rel=1e-6)


@settings(max_examples=40)
@given(grids, st.lists(st.tuples(st.floats(-5e3, 5e3), st.floats(-5e3, 5e3)), min_size=1, max_size=5))
def test_there_and_back(on: HexGrid, pixels: list[tuple[float, float]]) -> None:
    layout = BoardLayout.for_grid(on)
    assert layout.to_pixels(layout.to_plane(pixels)) == pytest.approx(np.array(pixels), abs=1e-5)


@settings(max_examples=40)
@given(grids, st.floats(80, 300))
def test_json_both_ways(on: HexGrid, pitch: float) -> None:
    layout = BoardLayout.for_grid(on, pitch)
    assert BoardLayout.from_json(json.loads(json.dumps(layout.to_json()))) == layout


@pytest.mark.parametrize("broken", [{}, {"pitch_px": "x"}, {"origin_px": [1]}, {"size_px": None}])
def test_broken_json_says_what(broken: dict[str, object]) -> None:
    data = BoardLayout.for_grid(grid()).to_json() | broken if broken else {}
    with pytest.raises(ValueError, match="board layout"):
        BoardLayout.from_json(data)


def test_too_small_a_pitch_is_refused() -> None:
    with pytest.raises(ValueError, match="80"):
        BoardLayout.for_grid(grid(), 79)
