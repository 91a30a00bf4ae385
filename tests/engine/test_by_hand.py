"""Our games by mouse and keys: the start wizard, trays, a stack, undo, a log that accuses nobody.

Whole turns are played by ``python -m tests.engine.by_hand``: what comes of them depends on the engine's dice.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conftest import BuiltModule
from tests.engine.by_hand import try_out
from toolkit.engine.provision import EngineHome


@pytest.mark.engine
@pytest.mark.parametrize("game", ["gj47", "rattenkrieg", "storm", "battle_for_moscow", "causeway"])
def test_a_table_answers_to_hands(
    game: str, home: EngineHome, built_module: BuiltModule, tmp_path: Path
) -> None:
    done = try_out(game, built_module(game), tmp_path / "game.vlog", home)
    assert done.faults == ()
    assert [a for a in done.report.actions if a.outcome.value in {"illegal", "unprovable"}] == []
    assert done.motions["click"] > 10
