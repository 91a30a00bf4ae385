"""The charts of the game as pictures."""

from __future__ import annotations

from dataclasses import replace

from lxml import etree

from tests import real_game
from toolkit.games.gj47.data.charts import Charts, charts_of
from toolkit.games.gj47.data.tables import CombatResult
from toolkit.games.gj47.module.chart_pictures import combat_chart, die_chart, terrain_chart
from toolkit.games.gj47.module.charts import draw_charts, turn_chart
from toolkit.render.tables import draw_table
from toolkit.source.provenance import Provenance


def charts() -> Charts:
    return charts_of(real_game.compiled())


def texts(svg: str) -> list[str]:
    root = etree.fromstring(svg.encode())
    return [element.get("aria-label") for element in root.iter() if element.get("aria-label")]


def test_every_chart_of_the_game_is_drawn_the_same_twice() -> None:
    first = draw_charts(real_game.compiled())
    tables = {"crt", "terrain_effects", "withdrawal", "axis_reinforcement", "soviet_reinforcement"}
    assert set(first) == tables | {"turn_track", "victory"}
    assert first == draw_charts(real_game.compiled())
    for svg in first.values():
        etree.fromstring(svg.encode())


def test_invented_numbers_say_so_and_printed_ones_do_not() -> None:
    turns = charts().turn_track
    assert any("reconstruction" in text for text in texts(draw_table(turn_chart(turns))))
    printed = Provenance("rules", "6.2")
    sourced = [replace(turn, provenance={"dates": printed, "numbers": printed}) for turn in turns]
    assert not any("reconstruction" in text for text in texts(draw_table(turn_chart(sourced))))


def test_the_crt_has_every_cell_in_place() -> None:
    table = charts().crt
    shown = texts(draw_table(combat_chart(table)))
    start = shown.index("d6")
    width = len(table.columns) + 1
    rows = [shown[start + i * width : start + (i + 1) * width] for i in range(7)]
    assert rows[0][1:] == list(table.columns)
    for die, row in enumerate(table.rows, start=1):
        assert rows[die] == [str(die), *("–" if cell.text == "-" else cell.text for cell in row)]


def test_cells_are_tinted_by_who_suffers() -> None:
    table = charts().crt
    attacker = replace(table, rows=(tuple(CombatResult.from_json("A1") for _ in table.columns),))
    defender = replace(table, rows=(tuple(CombatResult.from_json("1RR") for _ in table.columns),))
    assert draw_table(combat_chart(attacker)).count("#e9b7a8") == len(table.columns)
    assert "#e9b7a8" not in draw_table(combat_chart(defender))


def test_terrain_effects_in_words() -> None:
    shown = texts(draw_table(terrain_chart(charts().terrain_effects)))
    assert {"Great river", "whole move", "attack ½", "½", "road only", "+1", "no"} <= set(shown)
    assert "as_terrain" not in shown


def test_a_die_table_shows_zero_as_a_dash() -> None:
    table = charts().withdrawal
    shown = texts(draw_table(die_chart("Withdrawal", table)))
    zeros = sum(value == 0 for row in table.rows for value in row)
    assert shown.count("–") == zeros
