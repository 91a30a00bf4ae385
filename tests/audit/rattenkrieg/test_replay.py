"""A whole game by chance, written as a log and stepped through by the real engine: it ends as the rules do.

More games: ``python -m tests.play.replay_rattenkrieg``.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.play.replay_rattenkrieg import replay
from toolkit.compile.game import compile_game
from toolkit.engine.provision import EngineHome, EngineUnavailable, find_engine, required
from toolkit.module.build import build_module
from toolkit.module.equipment import load_equipment
from toolkit.play.rattenkrieg.recording import record
from toolkit.source.game import load_game

pytestmark = pytest.mark.engine
FOLDER = Path(__file__).parents[3] / "source_data" / "rattenkrieg"


@pytest.fixture(scope="module")
def home() -> EngineHome:
    try:
        return find_engine()
    except EngineUnavailable as missing:
        if required():
            pytest.fail(f"engine not run: {missing.reason}")
        pytest.skip(f"engine not run: {missing.reason}")


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    game = compile_game(load_game(FOLDER)[0])[0]
    return build_module(game, load_equipment(FOLDER)[0], tmp_path_factory.mktemp("built"))


def test_the_engine_ends_in_the_position_of_the_rules(home: EngineHome, built: Path, tmp_path: Path) -> None:
    played = record(built, tmp_path / "game.vlog", 1)
    replayed = replay(home, built, played)
    assert replayed.problems == []
    assert replayed.differences == []
    assert (replayed.steps, replayed.pieces) == (played.steps, 69)
