"""Whole games by chance, written as logs and audited: what was done is told, and nobody is accused."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest

from tests.games.storm.audit.dragging import Dragger, Habits, Sloppy, play
from toolkit.audit.audit import audit_read
from toolkit.audit.module_data import ModuleData
from toolkit.games.storm.audit.wording import word
from toolkit.games.storm.play.recording import house_rules, record
from toolkit.games.storm.rules.actions import Action, Roll
from toolkit.rules.verdict import Outcome
from toolkit.vassal.log import read_log

pytestmark = pytest.mark.whole


def told(words: Iterable[str]) -> list[str]:
    """What was done, but for cards that are drawn or laid down one by one, and the end of the game."""
    return sorted(name for name in words if name not in ("draw", "discard", "end turn"))


def test_a_whole_game_is_told_action_by_action(st_module: Path, st_data: ModuleData, tmp_path: Path) -> None:
    done: list[Action] = []
    log = tmp_path / "game.vlog"
    record(st_module, log, 5, seen=lambda _, action: done.append(action))
    report = audit_read([read_log(log)], st_data)
    assert report.shown == ()
    assert [notice.code for notice in report.notices] == []
    assert told(action.action for action in report.actions) == told(map(word, done))
    rolled = [action.dice for action in done if isinstance(action, Roll)]
    assert [action.dice for action in report.actions if action.dice] == rolled != []


@pytest.mark.parametrize("seed", [11, 13])
def test_house_rules_drawn_by_chance_accuse_nobody(
    st_module: Path, st_data: ModuleData, tmp_path: Path, seed: int
) -> None:
    log = tmp_path / "game.vlog"
    record(st_module, log, seed, rules=house_rules(st_data, seed))
    report = audit_read([read_log(log)], st_data)
    assert [(action.step, action.rules) for action in report.shown] == []


def test_a_card_of_which_nobody_knows_what_it_does_accuses_nobody(
    st_module: Path, st_data: ModuleData, tmp_path: Path
) -> None:
    log = tmp_path / "game.vlog"
    record(st_module, log, 5)
    foreign = {"g_stukas", "s_rubble", "g_overrun", "s_chuikov", "s_ambush", "g_massed_fire"}
    cards = tuple(
        replace(card, effect=None) if card.id in foreign else card for card in st_data.game.action_cards
    )
    data = replace(st_data, game=replace(st_data.game, action_cards=cards))
    report = audit_read([read_log(log)], data)
    assert {action.outcome for action in report.shown} == {Outcome.UNVERIFIED}


def test_players_who_correct_themselves_are_not_accused(st_module: Path, st_data: ModuleData) -> None:
    log, actions = play(st_module, Sloppy, 1)
    report = audit_read([log], st_data)
    assert [(action.step, action.rules) for action in report.shown] == []
    assert len(report.actions) > 0.95 * actions


def test_players_who_only_drag_turn_over_and_roll_are_judged(st_module: Path, st_data: ModuleData) -> None:
    log, actions = play(st_module, Dragger, 1)
    report = audit_read([log], st_data)
    assert [(action.step, action.rules) for action in report.actions if action.rules] == []
    unproved = [action for action in report.actions if action.outcome is Outcome.UNPROVABLE]
    assert len(unproved) < 0.02 * actions
    assert len(report.actions) > 0.85 * actions


# Seed 122: a firer was looked under.  256: a unit was, in a fire of which too little shows.  213: a marker
# that nobody laid.  77: a unit turned over for a loss goes when another has filled the area beside it.
@pytest.mark.parametrize(
    ("hands", "seed"), [(Dragger, 77), (Dragger, 122), (Dragger, 213), (Dragger, 256), (Habits, 2)]
)
def test_whole_games_without_keys_accuse_nobody(
    st_module: Path, st_data: ModuleData, hands: type[Dragger], seed: int
) -> None:
    log, actions = play(st_module, hands, seed)
    report = audit_read([log], st_data)
    assert [(action.step, action.rules) for action in report.actions if action.rules] == []
    assert report.counts["legal"] > 0.9 * actions
