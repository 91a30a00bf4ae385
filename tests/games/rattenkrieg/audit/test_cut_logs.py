"""Logs that begin and end anywhere in a game: what came before is not shown, and nobody is accused of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.audit.decisions.cuts import cut
from tests.games.rattenkrieg.audit.dragging import Careless, Dragging, played
from tests.violations.planting import log_of
from toolkit.audit.audit import audit_read
from toolkit.audit.decisions.reader import read_game
from toolkit.audit.module_data import ModuleData
from toolkit.games.rattenkrieg.audit.vocabulary import WORDS
from toolkit.games.rattenkrieg.play.recording import record
from toolkit.rules.verdict import Outcome
from toolkit.vassal.log import Log, read_log


@pytest.fixture(scope="module")
def game(rk_module: Path, tmp_path_factory: pytest.TempPathFactory) -> Log:
    path = tmp_path_factory.mktemp("cuts") / "game.vlog"
    record(rk_module, path, 1)
    return read_log(path, name="game.vlog")


def test_a_log_may_begin_and_end_anywhere(rk_data: ModuleData, game: Log) -> None:
    judged = unprovable = 0
    # 91 ends between a march and its price, 427 begins after both have passed, 483 with a unit freed before.
    for first in (35, 91, 179, 259, 299, 371, 427, 483, 547):
        report = audit_read([cut(game, first, 60)], rk_data)
        assert [action.key() for action in report.actions if action.outcome is Outcome.ILLEGAL] == [], first
        judged += len(report.actions)
        unprovable += sum(action.outcome is Outcome.UNPROVABLE for action in report.actions)
    assert unprovable < judged / 10


# In the deal; before a march's price; in a retreat; with two passes counted; at a turn's beginning.
@pytest.mark.parametrize("first", [8, 100, 285, 290, 350, 380, 545])
def test_a_log_may_begin_inside_a_decision(rk_data: ModuleData, game: Log, first: int) -> None:
    report = audit_read([cut(game, first, 40)], rk_data)
    assert [action.key() for action in report.actions if action.outcome is Outcome.ILLEGAL] == []
    assert sum(action.outcome is Outcome.LEGAL for action in report.actions) > 0.8 * len(report.actions)


# Begins when the cards of a battle are cleared away whose loser has retreated: his player turn is over.
@pytest.mark.parametrize(("seed", "first"), [(2, 331), (3, 218)])
def test_who_retreats_before_a_log_has_not_passed(
    rk_module: Path, rk_data: ModuleData, tmp_path: Path, seed: int, first: int
) -> None:
    record(rk_module, tmp_path / "game.vlog", seed)
    report = audit_read([cut(read_log(tmp_path / "game.vlog", name="game.vlog"), first, 14)], rk_data)
    assert [action.key() for action in report.actions if action.outcome is Outcome.ILLEGAL] == []


@pytest.fixture(scope="module")
def dragged(rk_module: Path) -> Log:
    return log_of(played(rk_module, 3, turns=2))


# In the deal of the steps, of the hands; in the first turn; while hands are filled; in the second turn.
@pytest.mark.parametrize("first", [40, 63, 98, 168, 175, 203])
def test_so_may_a_log_of_players_who_press_no_key(rk_data: ModuleData, dragged: Log, first: int) -> None:
    report = audit_read([cut(dragged, first, 40)], rk_data)
    assert [action.key() for action in report.actions if action.outcome is Outcome.ILLEGAL] == []
    assert sum(action.outcome is Outcome.LEGAL for action in report.actions) > 0.8 * len(report.actions)


def test_a_deck_may_have_been_shuffled_before_the_log(rk_data: ModuleData, dragged: Log) -> None:
    # The first card is drawn in the step that shuffles; without that step nobody has seen a shuffle.
    reader = read_game(dragged, rk_data, WORDS)
    dealt = next(step.number for step in reader.steps if step.shifts and step.shifts[0].kind == "card")
    report = audit_read([cut(dragged, dealt, 60)], rk_data)
    assert not [action.key() for action in report.shown if action.rules]


# Ends when a beaten unit is turned over and not yet dragged; with the first drag of the next unit.
@pytest.mark.parametrize(("seed", "first", "paper"), [(103, 37, Dragging), (101, 55, Careless)])
def test_it_may_end_inside_a_decision_as_well(
    rk_module: Path, rk_data: ModuleData, seed: int, first: int, paper: type[Dragging]
) -> None:
    log = log_of(played(rk_module, seed, paper, turns=2))
    report = audit_read([cut(log, first, 30)], rk_data)
    assert [action.key() for action in report.actions if action.outcome is Outcome.ILLEGAL] == []
