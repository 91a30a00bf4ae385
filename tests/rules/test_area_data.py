"""What the rules of a game need of its data and do not find is said, and not guessed: RUL001."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from tests import real_game
from tests.real_area_games import RATTENKRIEG, STORM, compiled
from toolkit.compile.compiled import CompiledGame
from toolkit.diagnostics import InputError
from toolkit.games.gj47.data.charts import charts_of
from toolkit.games.rattenkrieg.rules import from_game as rattenkrieg
from toolkit.games.storm.rules import from_game as storm


def with_units(game: CompiledGame, **changed: Any) -> CompiledGame:
    return replace(game, counters=tuple(replace(one, **changed) for one in game.counters))


def without_the_hill(game: CompiledGame) -> CompiledGame:
    ids = tuple("hill" if id == "mamayev_kurgan" else id for id in game.areas.ids)
    return replace(game, area_map=replace(game.areas, ids=ids))


@pytest.mark.parametrize(
    ("read", "missing"),
    [
        (lambda: charts_of(replace(real_game.compiled(), charts={})), "the game has no charts"),
        (lambda: rattenkrieg.rules_data(without_the_hill(compiled(RATTENKRIEG)[0])), "mamayev_kurgan"),
        (lambda: rattenkrieg.rules_data(with_units(compiled(RATTENKRIEG)[0], unit_class="horse")), "classes"),
        (lambda: storm.rules_data(with_units(compiled(STORM)[0], fresh=None)), "`fresh` values"),
    ],
)
def test_what_is_missing_is_named(read: Callable[[], object], missing: str) -> None:
    with pytest.raises(InputError) as error:
        read()
    (finding,) = error.value.findings
    assert finding.code == "RUL001"
    assert missing in finding.message
