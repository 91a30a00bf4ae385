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
    done = told("narrows", 4, 6, home, tmp_path)
    assert {a.Support, a.Deal, a.Reshuffle, a.Discard, a.Play} <= {type(one) for one in done}
    assert any(isinstance(one, a.Roll) and one.unit for one in done)
    assert any(isinstance(one, a.Play) and one.on for one in done)


def test_either_side_draws_and_plays_cards_of_a_common_deck(home: EngineHome, tmp_path: Path) -> None:
    done = told("isles", 2, 3, home, tmp_path)
    assert {one.side for one in done if isinstance(one, a.Deal)} == {"raiders", "crown"}
    assert any(isinstance(one, a.Play) for one in done)


def told(game: str, seed: int, turns: int, home: EngineHome, folder: Path) -> list[a.Action]:
    """Return what was done in some turns in the engine, of which the audit tells all and finds nothing."""
    equipment = load_equipment(folder_of(game))[0]
    module, log = build_module(compiled(game), equipment, folder), folder / "game.vlog"
    played = play(module, log, seed, turns=turns, home=home)
    report = audit_logs([log], module)
    assert played.problems == []
    assert (report.shown, report.notices) == ((), ())
    return played.done
