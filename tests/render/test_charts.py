"""Charts, tables and boxes say what the data say."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from lxml import etree

from tests import real_game
from toolkit.render import LabelledBox, draw_boxes
from toolkit.render.charts import draw_common_charts, draw_crt, draw_die_table, draw_terrain_effects
from toolkit.render.style import PLAIN
from toolkit.render.tables import Cell, Table, cells, draw_table
from toolkit.source.charts import Charts, CombatResult, load_charts

GJ47 = Path(__file__).parents[2] / "source_data" / "gj47"


@cache
def charts() -> Charts:
    return load_charts(GJ47)


def texts(svg: str) -> list[str]:
    root = etree.fromstring(svg.encode())
    return [element.get("aria-label") for element in root.iter() if element.get("aria-label")]


def test_a_game_without_code_has_the_common_charts() -> None:
    game = real_game.compiled()
    assert list(draw_common_charts(game)) == ["crt", "terrain_effects"]
    assert draw_common_charts(replace(game, charts=None)) == {}


def test_the_crt_has_every_cell_in_place() -> None:
    table = charts().crt
    shown = texts(draw_crt(table))
    start = shown.index("d6")
    width = len(table.columns) + 1
    rows = [shown[start + i * width : start + (i + 1) * width] for i in range(7)]
    assert rows[0][1:] == list(table.columns)
    for die, row in enumerate(table.rows, start=1):
        assert rows[die] == [str(die), *("–" if cell.text == "-" else cell.text for cell in row)]


def test_cells_are_tinted_by_who_suffers() -> None:
    table = charts().crt
    attacker = replace(table, rows=(tuple(CombatResult.from_text("A1") for _ in table.columns),))
    defender = replace(table, rows=(tuple(CombatResult.from_text("1RR") for _ in table.columns),))
    assert draw_crt(attacker).count("#e9b7a8") == len(table.columns)
    assert "#e9b7a8" not in draw_crt(defender)


def test_terrain_effects_in_words() -> None:
    shown = texts(draw_terrain_effects(charts().terrain_effects))
    assert {"Great river", "whole move", "attack ½", "½", "road only", "+1", "no"} <= set(shown)
    assert "as_terrain" not in shown


def test_a_die_table_shows_zero_as_a_dash() -> None:
    table = charts().withdrawal
    shown = texts(draw_die_table("Withdrawal", table))
    zeros = sum(value == 0 for row in table.rows for value in row)
    assert shown.count("–") == zeros


def test_a_table_grows_with_its_words() -> None:
    short = etree.fromstring(draw_table(Table("T", ("a", "b"), (cells("1", "2"),))).encode())
    wide = Table("T", ("a", "b"), (cells("1" * 40, "2"), cells("<x>", "&")), notes=("word " * 60,))
    long = etree.fromstring(draw_table(wide).encode())
    assert int(long.get("width")) > int(short.get("width"))
    assert int(long.get("height")) > int(short.get("height"))
    assert {"<x>", "&"} <= set(texts(draw_table(wide)))


def test_a_row_of_another_length_is_an_error() -> None:
    with pytest.raises(ValueError, match=r"shorter|longer"):
        draw_table(Table("T", ("a", "b"), ((Cell("1"),) * 3,)))


def test_boxes_show_their_labels_numbers_and_notes() -> None:
    boxes = [
        LabelledBox(10, 50, 120, 90, "Turn 1", "1", "June 1942: SU 3", None),
        LabelledBox(140, 50, 120, 90, "Axis <rail> & box", side="axis"),
    ]
    svg = draw_boxes(boxes, (300, 160), PLAIN, title="Tracks")
    root = etree.fromstring(svg.encode())
    assert (root.get("width"), root.get("height")) == ("300", "160")
    assert {"TRACKS", "Turn 1", "1", "June 1942: SU 3", "Axis <rail> & box"} <= set(texts(svg))
    assert svg == draw_boxes(boxes, (300, 160), PLAIN, title="Tracks")
