"""The real engine replays logs of the random player to the position that the rules have."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conftest import BuiltModule
from tests.games.gj47.play.replay import differences, replay
from toolkit.audit.module_data import read_module
from toolkit.engine.provision import EngineHome
from toolkit.engine.table import EnginePiece, EngineTable
from toolkit.games.gj47.play.recording import record

pytestmark = pytest.mark.engine
SETUP = "june-28-1942"


@pytest.fixture(scope="module")
def built(built_module: BuiltModule) -> Path:
    return built_module("gj47")


@pytest.mark.parametrize(("seed", "turns"), [(1, 2), (2, 1)])
def test_the_engine_ends_where_the_rules_do(
    home: EngineHome, built: Path, tmp_path: Path, seed: int, turns: int
) -> None:
    played = record(built, tmp_path / "game.vlog", seed, setup=SETUP, turns=turns)
    done = replay(home, built, played)
    assert done.steps > 60
    assert done.compared["on the map"] > 90
    assert done.differences == []
    assert done.problems == []


def test_a_game_stops_after_its_turns(built: Path, tmp_path: Path) -> None:
    played = record(built, tmp_path / "game.vlog", 2, setup=SETUP, turns=1)
    assert played.position.turn.number == 2


def test_a_unit_elsewhere_is_a_difference(built: Path, tmp_path: Path) -> None:
    data = read_module(built)
    position = record(built, tmp_path / "game.vlog", 2, setup=SETUP, turns=0).position
    pieces = {}
    for unit, kind in enumerate(position.data.units):
        h = position.hex_of[unit]
        on_map = h >= 0 and unit != 0
        x, y = data.layout.to_pixels(data.game.map.grid.centres()[h]).tolist() if on_map else (0, 0)
        where = data.map_name if on_map else None
        facts = {"CounterId": kind.id, "Step_Level": "1"}
        pieces[kind.id] = EnginePiece(
            kind.id, kind.id, where, round(x), round(y), None, None, "", None, (), facts
        )
    found = list(differences(data, EngineTable(pieces, {}, {}, ()), position))
    here = position.data.board.numbers[position.hex_of[0]]
    assert found == [f"{position.data.units[0].id}: engine off the map, rules {here}"]
