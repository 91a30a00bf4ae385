"""Whole games by chance, written as logs and audited: what was done is told, and nobody is accused."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest

from tests.violations.planting import log_of
from toolkit.audit.audit import audit_read
from toolkit.audit.module_data import ModuleData
from toolkit.games.rattenkrieg.audit.wording import word
from toolkit.games.rattenkrieg.play.recording import Recording, begin, house_rules, record
from toolkit.games.rattenkrieg.rules import actions as a
from toolkit.games.rattenkrieg.rules.actions import Action
from toolkit.games.rattenkrieg.rules.player import play_on
from toolkit.games.rattenkrieg.rules.sides import Side
from toolkit.vassal.log import read_log

pytestmark = pytest.mark.whole


@pytest.mark.parametrize("seed", [2, 4])
def test_a_whole_game_is_told_action_by_action(
    rk_module: Path, rk_data: ModuleData, tmp_path: Path, seed: int
) -> None:
    done: list[Action] = []
    log = tmp_path / "game.vlog"
    played = record(rk_module, log, seed, seen=lambda _, action: done.append(action))
    report = audit_read([read_log(log)], rk_data)
    assert report.shown == ()
    assert [notice.code for notice in report.notices] == []
    assert len(report.actions) == played.actions
    assert play_of(action.action for action in report.actions) == play_of(map(word, done))


def play_of(words: Iterable[str]) -> list[str]:
    """What was done, without the cards that are dealt: units that arrive together are dealt in any order."""
    return [name for name in words if name not in ("place", "deal steps", "deal hand", "reinforce")]


def play(module: Path, data: ModuleData, seed: int, most: int) -> Recording:
    """The first `most` actions of a game."""
    game = begin(module, house_rules(data))
    for number, action in enumerate(play_on(game.position, seed)):
        if number == most:
            break
        game.perform(action)
    return game


def test_another_german_before_any_soviet(rk_module: Path, rk_data: ModuleData, tmp_path: Path) -> None:
    game = play(rk_module, rk_data, 4, _first_end(rk_module, rk_data))
    second = next(
        u for u, unit in game.position.data.units.items() if unit.side is Side.GERMAN and _may_act(game, u)
    )
    game.act([a.Activate(second), a.Pass(Side.GERMAN, second)])
    report = audit_read([read_log(game.desk.write(tmp_path / "two.vlog"), name="two.vlog")], rk_data)
    assert [(action.rules[0], action.unit) for action in report.shown][:1] == [("5.0.3", second)]


def _first_end(module: Path, data: ModuleData) -> int:
    """How many actions there are up to the first end of a German activation."""
    game = begin(module, house_rules(data))
    for number, action in enumerate(play_on(game.position, 4)):
        if isinstance(action, a.End) and game.position.actor is Side.GERMAN:
            return number + 1
    raise AssertionError("nobody ever acted")


def _may_act(game: Recording, unit: str) -> bool:
    return game.position.on_map(unit) and unit not in game.position.down


def test_an_attack_where_only_an_isolated_enemy_stands_is_the_way_in(
    rk_module: Path, rk_data: ModuleData
) -> None:
    game = begin(rk_module, house_rules(rk_data))
    for action in play_on(game.position, 1):
        if isinstance(action, a.Activate) and game.position.actor is Side.GERMAN:
            break
        game.perform(action)
    position = game.position
    unit = "14pz"
    area = next(
        area
        for area in sorted(position.data.neighbours[position.where[unit]])
        if len(position.units_in(area, Side.SOVIET)) == 1
    )
    (rifle,) = position.units_in(area)
    game.act(
        [a.Activate(unit), a.Isolate(rifle), a.EnterBattle(unit, area), a.NameDefender(Side.SOVIET, rifle)]
    )
    report = audit_read([log_of(game)], rk_data)
    assert [(action.action, action.rules) for action in report.shown] == [("isolate", ("8.10",))]
    assert [action.action for action in report.actions][-2:] == ["enter battle", "name defender"]
