"""Players who press no key: nobody is accused, and what the table decides is judged."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.games.rattenkrieg.audit.dragging import Careless, Dragging, audited, played
from toolkit.audit.module_data import ModuleData
from toolkit.audit.report import Report
from toolkit.games.rattenkrieg.play.recording import Recording, begin, house_rules
from toolkit.games.rattenkrieg.rules import actions as a
from toolkit.games.rattenkrieg.rules.player import play_on
from toolkit.games.rattenkrieg.rules.sides import Side
from toolkit.rules.verdict import Outcome


def share(report: Report, outcome: Outcome) -> float:
    return sum(action.outcome is outcome for action in report.actions) / len(report.actions)


@pytest.mark.parametrize("seed", [3, 11, 7])
def test_with_units_turned_over_all_is_judged(rk_module: Path, seed: int) -> None:
    report = audited(played(rk_module, seed, turns=3))
    assert [action.key() for action in report.shown if action.rules] == []
    assert share(report, Outcome.LEGAL) > 0.99


def test_without_units_turned_over_nobody_is_accused(rk_module: Path) -> None:
    report = audited(played(rk_module, 1, Careless))
    assert [action.key() for action in report.shown if action.rules] == []
    assert share(report, Outcome.LEGAL) > 0.9


def dragged(module: Path, data: ModuleData, stop: type[a.Action], seed: int = 3) -> Recording:
    """A game of dragging players up to the first action of a kind."""
    game = begin(module, house_rules(data), paper=Dragging)
    for action in play_on(game.position, seed):
        if isinstance(action, stop) and game.position.turn == 1 and len(game.desk.steps) > 60:
            return game
        game.perform(action)
    raise AssertionError(stop)


def test_a_unit_that_flies_is_seen(rk_module: Path, rk_data: ModuleData) -> None:
    game = dragged(rk_module, rk_data, a.End)
    act = game.position.act
    assert act is not None
    side = game.position.side(act.unit)
    game.act([a.MoveFriendly(act.unit, game.position.data.rears[side.enemy]), a.End((act.unit,))])
    found = [action.rules[0] for action in audited(game).shown if action.rules]
    assert found[:1] == ["3.5"]


def test_a_second_player_turn_in_a_row_is_seen(rk_module: Path, rk_data: ModuleData) -> None:
    game = dragged(rk_module, rk_data, a.End)
    act = game.position.act
    assert act is not None
    side = game.position.side(act.unit)
    units = [u for u in game.position.data.units if game.position.on_map(u) and u not in game.position.down]
    second = next(u for u in units if game.position.side(u) is side and u != act.unit)
    game.act([a.End((act.unit,)), a.Pass(side, second)])
    found = [action.rules[0] for action in audited(game).shown if action.rules]
    assert found[:1] == ["5.0.3" if side is Side.GERMAN else "5.0.2"]


def test_a_step_taken_from_another_unit_is_seen(rk_module: Path, rk_data: ModuleData) -> None:
    game = dragged(rk_module, rk_data, a.LoseStep, 1)
    battle = game.position.battle
    assert battle is not None
    fighting = {battle.attacker, battle.defender}
    other, cards = next((u, c) for u, c in game.position.steps.items() if c and u not in fighting)
    game.act([a.LoseStep(other, cards[0])])
    found = [action.rules[0] for action in audited(game).shown if action.rules]
    assert found[:1] == ["8.9"]
