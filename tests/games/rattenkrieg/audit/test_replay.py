"""A whole game by chance, written as a log and stepped through by the real engine: it ends as the rules do.

More games: ``python -m tests.games.rattenkrieg.play.replay``.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conftest import BuiltModule
from tests.games.rattenkrieg.play.replay import replay
from toolkit.engine.provision import EngineHome
from toolkit.games.rattenkrieg.play.recording import record

pytestmark = pytest.mark.engine


@pytest.fixture(scope="module")
def built(built_module: BuiltModule) -> Path:
    return built_module("rattenkrieg")


def test_the_engine_ends_in_the_position_of_the_rules(home: EngineHome, built: Path, tmp_path: Path) -> None:
    played = record(built, tmp_path / "game.vlog", 1)
    replayed = replay(home, built, played)
    assert replayed.problems == []
    assert replayed.differences == []
    assert replayed.compared == {"units and cards": 69}
