"""Violations planted in logs: a few clauses, named each time; the untouched game has no finding."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.violations.planting import Order, findings, log_of
from tests.violations.storm.log_bench import begun, in_logs
from toolkit.audit.audit import audit_read
from toolkit.games.storm.rules.actions import Play
from toolkit.games.storm.rules.player import play_on

CLAUSES = ("SEED 流程2", "SEED 損傷3", "SEED 註3(2)")


@pytest.mark.whole
def test_planted_violations_are_named(st_module: Path) -> None:
    tally = in_logs(st_module, Order(1, 2, frozenset(CLAUSES), games=2))
    assert tally.false == []
    assert tally.untouched > 50
    for clause in CLAUSES:
        assert tally.planted(clause) > 0
        assert tally.found(clause) == tally.planted(clause), tally.samples[clause]


def test_mines_send_nobody_back_who_is_dead(st_module: Path) -> None:
    # In this game the one unit of a group dies in a minefield, and another one is laid for it all the same.
    game = begun(st_module, 44).game
    for action in play_on(game.position, 44):
        game.perform(action)
    game.desk.end_step()
    assert findings(audit_read([log_of(game)], game.data)) == []


def test_a_card_that_lies_in_play_is_played_once_more(st_module: Path) -> None:
    game = begun(st_module, 58).game
    for action in play_on(game.position, 58):
        game.perform(action)
        if isinstance(action, Play):
            game.act([Play(action.side, action.card)])
            break
    game.desk.end_step()
    found = findings(audit_read([log_of(game)], game.data))
    assert [(one.rules[0], one.action) for one in found] == [("REF 3.3", "play")]
