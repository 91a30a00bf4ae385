"""The charts of the game as pictures."""

from __future__ import annotations

from dataclasses import replace

from lxml import etree

from tests import real_game
from toolkit.games.gj47.module.charts import draw_charts, draw_turn_track
from toolkit.source.charts import Charts
from toolkit.source.provenance import Provenance


def charts() -> Charts:
    found = real_game.compiled().charts
    assert found is not None
    return found


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
    assert any("reconstruction" in text for text in texts(draw_turn_track(turns)))
    printed = Provenance("rules", "6.2")
    sourced = [replace(turn, date_provenance=printed, number_provenance=printed) for turn in turns]
    assert not any("reconstruction" in text for text in texts(draw_turn_track(sourced)))
