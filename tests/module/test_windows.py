"""Grids of the main map: hex numbers as the engine will say them."""

from __future__ import annotations

from typing import Literal

from hypothesis import given, settings
from hypothesis import strategies as st

from toolkit.geometry import HexGrid, Numbering, Orientation
from toolkit.module.buildfile import component, to_xml
from toolkit.module.windows import hex_grid
from toolkit.render.layout import BoardLayout
from toolkit.vassal.grids import read_grid
from toolkit.vassal.xml import parse_xml


@st.composite
def grids(draw: st.DrawFn) -> HexGrid:
    shifted: Literal["even", "odd"] = draw(st.sampled_from(("even", "odd")))
    order: Literal["column-row", "row-column"] = draw(st.sampled_from(("column-row", "row-column")))
    numbering = Numbering(
        order, draw(st.integers(1, 3)), draw(st.integers(1, 3)), draw(st.sampled_from(("", ".")))
    )
    size = st.integers(2, 6)
    return HexGrid(
        draw(st.sampled_from(list(Orientation))), 28.8, (-100.0, 40.0), draw(st.integers(0, 3)), draw(size),
        draw(st.integers(0, 3)), draw(size), shifted, numbering,
    )  # fmt: skip


@settings(max_examples=60)
@given(grid=grids())
def test_any_grid_is_numbered_as_printed(grid: HexGrid) -> None:
    layout = BoardLayout.for_grid(grid, 100.0)
    board = component("Board", [hex_grid(grid, layout)], name="b", image="i")
    read = read_grid(parse_xml(to_xml(board), name="b", code="MOD001"), layout.size_px)
    assert read is not None
    for h, (x, y) in enumerate(layout.to_pixels(grid.centres()).tolist()):
        assert read.name(round(x), round(y)) == grid.number(h)
