"""Grids of the main map: hex numbers as the engine will say them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests import real_games
from tests.geometry.strategies import printed_grids
from toolkit.geometry.grid import HexGrid, Orientation
from toolkit.geometry.numbering import Numbering
from toolkit.module.buildfile import Component, component, to_xml
from toolkit.module.hex_numbers import board_grid
from toolkit.module.windows import MAP_IMAGE, SETUP_IMAGE
from toolkit.render.layout import BoardLayout
from toolkit.vassal.grids import Grid, read_grid
from toolkit.vassal.xml import parse_xml


def as_read(grid: HexGrid, layout: BoardLayout) -> Grid:
    board = component("Board", [board_grid(grid, layout)], name="b", image="i")
    found = read_grid(parse_xml(to_xml(board), name="b", code="MOD001"), layout.size_px)
    assert found is not None
    return found


@settings(max_examples=80)
@given(grid=printed_grids())
def test_any_grid_is_numbered_as_printed(grid: HexGrid) -> None:
    layout = BoardLayout.for_grid(grid, 100.0)
    read = as_read(grid, layout)
    for h, (x, y) in enumerate(layout.to_pixels(grid.centres()).tolist()):
        assert read.name(round(x), round(y)) == grid.number(h)


@settings(max_examples=25)
@given(grid=printed_grids(), seed=st.integers(0, 1000))
def test_no_place_beside_the_hexes_is_called_like_one(grid: HexGrid, seed: int) -> None:
    layout = BoardLayout.for_grid(grid, 100.0)
    read = as_read(grid, layout)
    points = np.floor(np.random.default_rng(seed).random((60, 2)) * layout.size_px)
    # The engine names a place by column first, so that a hex reaches a little beyond its corners.
    around = np.array([(x, y) for x in (-40, 0, 40) for y in (-40, 0, 40)])
    ring = points[None] + around[:, None]
    outside = (grid.nearest(layout.to_plane(ring.reshape(-1, 2))).reshape(9, -1) < 0).all(axis=0)
    numbers = {grid.number(h) for h in range(len(grid))}
    for x, y in points[outside].tolist():
        assert read.name(int(x), int(y)) not in numbers


@pytest.mark.parametrize(
    ("orientation", "oblique"),
    [
        (Orientation.FLAT, "down"), (Orientation.FLAT, "up"),
        (Orientation.POINTY, "right"), (Orientation.POINTY, "left"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("shifted", ["even", "odd"])
def test_whole_hexes_of_an_oblique_grid_have_one_name(
    orientation: Orientation, oblique: Literal["down", "up", "right", "left"], shifted: Literal["even", "odd"]
) -> None:
    """Strips meet along hexsides: away from these every pixel of a hex has its number."""
    numbering = Numbering(separator=".", oblique=oblique)
    grid = HexGrid(orientation, 1.0, (0.0, 0.0), 20, 7, 20, 7, shifted, numbering)
    layout = BoardLayout.for_grid(grid, 100.0)
    read = as_read(grid, layout)
    centres, hexes = grid.centres()[:, None], np.arange(len(grid))
    inner = layout.to_pixels(centres + 0.8 * (grid.corners(hexes) - centres))
    for h, corners in enumerate(inner.tolist()):
        names = [read.name(round(x), round(y)) for x, y in corners]
        # Corners may go to a neighbour, in any numbering; most are the hex's own.
        assert names.count(grid.number(h)) >= 2


@pytest.mark.parametrize("game", ["gj47", "battle_for_moscow"])
def test_set_up_marks_are_a_layer_over_the_map(game: str) -> None:
    parts = real_games.parts(game)
    layer, board = parts.drawings[SETUP_IMAGE], parts.drawings[MAP_IMAGE]
    assert layer.size == board.size
    assert 'fill-opacity="0.6"' in layer.draw()
    assert 'fill-opacity="0.6"' not in board.draw()
    shown = [item for item in _walk(parts.root) if item.get("image") == SETUP_IMAGE]
    assert [(item.get("startsOn"), item.get("scaleImage")) for item in shown] == [("false", "true")]


def _walk(item: Component) -> Iterator[Component]:
    yield item
    for child in item.children:
        yield from _walk(child)
