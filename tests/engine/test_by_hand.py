"""Our games by mouse and keys: the start wizard, trays, a stack, undo, a log that accuses nobody.

Whole turns are played by ``python -m tests.engine.by_hand``: what comes of them depends on the engine's dice.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conftest import BuiltModule
from tests.engine.by_hand import play, try_out
from tests.rules.declared.games import compiled, folder_of
from toolkit.engine.provision import EngineHome
from toolkit.module.build import build_module
from toolkit.module.equipment import load_equipment


@pytest.mark.engine
@pytest.mark.parametrize("game", ["gj47", "rattenkrieg", "storm", "battle_for_moscow", "causeway"])
def test_a_table_answers_to_hands(
    game: str, home: EngineHome, built_module: BuiltModule, tmp_path: Path
) -> None:
    done = try_out(game, built_module(game), tmp_path / "game.vlog", home)
    assert done.faults == ()
    assert [a for a in done.report.actions if a.outcome.value in {"illegal", "unprovable"}] == []
    assert done.motions["click"] > 10


@pytest.mark.engine
def test_cards_are_drawn_from_one_window_into_another(home: EngineHome, tmp_path: Path) -> None:
    """The deck common to the sides lies where both see it, their hands in windows of their own."""
    module = build_module(compiled("isles"), load_equipment(folder_of("isles"))[0], tmp_path)
    done = play("isles", module, tmp_path / "game.vlog", home=home)
    assert done.faults == ()
    assert [a for a in done.report.actions if a.outcome.value in {"illegal", "unprovable"}] == []
    assert [a for a in done.report.actions if a.action == "deal"] != []
