"""The board of a module as a scan: its grid as game.yaml says it, whatever its numbers."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import given, settings

from tests.geometry.strategies import printed_grids
from toolkit.compile.projection import make_grid
from toolkit.geometry.grid import HexGrid
from toolkit.importer import scan
from toolkit.importer.yaml_text import to_yaml
from toolkit.module.buildfile import component, to_xml
from toolkit.module.hex_numbers import board_grid
from toolkit.render.layout import BoardLayout
from toolkit.source.definition import read_definition
from toolkit.source.document import parse_yaml
from toolkit.source.schema import check_schema
from toolkit.vassal import grids
from toolkit.vassal.xml import parse_xml

REST = """
id: x
names: {en: X}
version: 1.0.0
sides: {a: {en: A}}
terrain: {clear: {names: {en: Clear}, default: true}}
town_classes: {town: {en: Town}}
layers: {sides: {}, links: {}, hexes: {}}
map: []
"""


def told(lattice: scan._Lattice) -> HexGrid:
    """Return the grid that game.yaml says."""
    document = parse_yaml(REST + to_yaml({"grid": lattice.definition()}), "game.yaml")
    check_schema(document, "game.schema.json")
    return make_grid(read_definition(document).grid)


@settings(max_examples=60)
@given(grid=printed_grids())
def test_a_grid_of_ours_comes_back(grid: HexGrid) -> None:
    # Exceptions are zones, and strips several grids: not read back.
    numbering = replace(grid.numbering, exceptions=(), oblique="")
    grid = replace(grid, numbering=numbering, holes=())
    layout = BoardLayout.for_grid(grid, 100.0, margin=0.0, top=0.0, bottom=0.0)
    board = component("Board", [board_grid(grid, layout)], name="b", image="i")
    read = grids.read_grid(parse_xml(to_xml(board), name="b", code="MOD001"), layout.size_px)
    assert isinstance(read, grids.HexGrid)
    found = scan._lattice(read, (0, 0, *layout.size_px))
    assert found is not None
    again = told(found)
    # Half hexes at the edge whose centres lie on it may have come with them.
    assert {grid.number(h) for h in range(len(grid))} <= {again.number(h) for h in range(len(again))}
    centres = {item.number: (item.x, item.y) for item in found.hexes}
    for h, (x, y) in enumerate(layout.to_pixels(grid.centres()).tolist()):
        assert centres[grid.number(h)] == pytest.approx((x, y), abs=1.0)


@pytest.mark.parametrize("sideways", [False, True])
@pytest.mark.parametrize("stagger", [False, True])
@pytest.mark.parametrize("kind", ["N", "A"])
@pytest.mark.parametrize("oblique", [False, True])
def test_numberings_of_other_modules(sideways: bool, stagger: bool, kind: str, oblique: bool) -> None:
    numbering = grids.Numbering(
        separator=".", row_type=kind, row_offset=9, stagger=stagger, oblique=oblique, column_digits=0
    )
    grid = grids.HexGrid(40, 50, 86.6, 100.0, sideways, (700, 700), numbering)
    found = scan._lattice(grid, (0, 0, 700, 700))
    assert found is not None
    assert len(found.hexes) > 40
    again = told(found)
    for h, item in enumerate(found.hexes):
        assert again.number(h) == item.number == grid.name(round(item.x), round(item.y))
    # Neighbours on the board are neighbours in the grid.
    near = again.neighbours()
    for h, item in enumerate(found.hexes[:30]):
        for other in near[h][near[h] >= 0].tolist():
            there = found.hexes[other]
            assert (there.x - item.x) ** 2 + (there.y - item.y) ** 2 == pytest.approx(100.0**2, rel=0.02)


def test_numbers_that_no_grid_of_ours_gives_are_replaced() -> None:
    grid = grids.HexGrid(40, 50, 86.6, 100.0, False, (400, 400), grids.Numbering(separator="7"))
    found = scan._lattice(grid, (0, 0, 400, 400))
    assert found is not None
    numbers = [item.number for item in found.hexes]
    assert len(set(numbers)) == len(numbers)
    assert all(re.fullmatch("[0-9]{4}", number) for number in numbers)
