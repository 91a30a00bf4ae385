"""Declared games played through the running engine by keys, drags and buttons: told without a finding."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.audit.declared.live import play
from tests.conftest import BuiltModule
from tests.rules.declared.games import compiled, folder_of
from toolkit.audit.audit import audit_logs
from toolkit.engine.provision import EngineHome
from toolkit.module.build import build_module
from toolkit.module.equipment import load_equipment
from toolkit.rules.declared import actions as a

pytestmark = pytest.mark.engine


@pytest.mark.parametrize("game", ["battle_for_moscow", "causeway"])
def test_a_turn_is_told_without_a_finding(
    game: str, home: EngineHome, built_module: BuiltModule, tmp_path: Path
) -> None:
    module, log = built_module(game), tmp_path / "game.vlog"
    played = play(module, log, 1, home=home)
    report = audit_logs([log], module)
    assert played.problems == []
    assert (report.shown, report.notices) == ((), ())
    assert report.counts["legal"] >= len(played.done)


def test_support_dice_of_units_and_cards_have_keys_that_work(home: EngineHome, tmp_path: Path) -> None:
    equipment = load_equipment(folder_of("narrows"))[0]
    module, log = build_module(compiled("narrows"), equipment, tmp_path), tmp_path / "game.vlog"
    played = play(module, log, 4, turns=6, home=home)
    report = audit_logs([log], module)
    assert played.problems == []
    assert (report.shown, report.notices) == ((), ())
    assert any(isinstance(one, a.Support) for one in played.done)
    assert any(isinstance(one, a.Roll) and one.unit for one in played.done)
    assert {a.Deal, a.Reshuffle, a.Discard, a.Play} <= {type(one) for one in played.done}
    assert any(isinstance(one, a.Play) and one.on for one in played.done)
