"""A turn of each game by mouse and keys, from the start wizard to a log in which nobody is accused."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conftest import BuiltModule
from tests.engine.by_hand import play
from toolkit.engine.provision import EngineHome


@pytest.mark.engine
@pytest.mark.parametrize("game", ["rattenkrieg", "storm"])
def test_a_turn_by_hand_is_legal(
    game: str, home: EngineHome, built_module: BuiltModule, tmp_path: Path
) -> None:
    done = play(game, built_module(game), tmp_path / "game.vlog", home=home)
    assert done.faults == ()
    assert done.report.counts["illegal"] == done.report.counts["unprovable"] == 0
    assert done.report.counts["legal"] > 50
    assert done.motions["drag"] > 10
