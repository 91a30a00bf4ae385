"""Games in which nobody fixed a house rule: what the texts leave open is unclear, and nobody is accused."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.games.storm.rules.table import in_impulses
from toolkit.audit.audit import audit_read
from toolkit.audit.module_data import ModuleData
from toolkit.audit.report import Report
from toolkit.games.storm.audit.agreeing import comes_to_the_same
from toolkit.games.storm.play.recording import record
from toolkit.games.storm.rules import actions as a
from toolkit.games.storm.rules.from_game import rules_data
from toolkit.games.storm.rules.game import check
from toolkit.games.storm.rules.points import READINGS, SETTLED
from toolkit.games.storm.rules.position import ELIMINATED, Phase
from toolkit.rules.verdict import Outcome
from toolkit.vassal.log import read_log


@pytest.fixture(scope="module")
def report(st_module: Path, st_data: ModuleData, tmp_path_factory: pytest.TempPathFactory) -> Report:
    log = tmp_path_factory.mktemp("open") / "game.vlog"
    record(st_module, log, 2, rules={})
    return audit_read([read_log(log)], st_data)


def test_nobody_is_accused(report: Report) -> None:
    assert {action.outcome for action in report.actions} == {Outcome.LEGAL, Outcome.UNCLEAR}


def test_unclear_is_only_what_an_open_point_decides(report: Report) -> None:
    asked = {point for action in report.actions for point in action.unclear}
    assert {"St-1", "St-4"} <= asked <= READINGS.keys() - SETTLED
    unclear = [action for action in report.actions if action.unclear]
    of_losses = [action for action in unclear if {"St-1", "St-4"} & set(action.unclear)]
    # The other points together: less than one action in thirty.
    assert 30 * (len(unclear) - len(of_losses)) < len(report.actions)


def test_an_order_that_changes_nothing_is_not_asked_about(report: Report) -> None:
    placed = [action for action in report.actions if action.action == "place" and action.segment.turn == 3]
    assert placed
    assert {action.outcome for action in placed} == {Outcome.LEGAL}


@pytest.mark.parametrize(
    ("dead", "arrives", "agree"),
    [
        ("g_mi_71", "g_ir_226", True),  # other motorised infantry is there to leave for it
        ("g_sg_245 g_sg_244", "g_ir_226", False),  # no assault guns are left: whoever arrives could
        ("", "g_ir_226", True),
    ],
)
def test_who_arrives_and_cannot_leave_may_come_first(
    st_data: ModuleData, dead: str, arrives: str, agree: bool
) -> None:
    """St-18: the table is the same whether units arrive or leave first."""
    rules = rules_data(st_data.game, {})
    position = in_impulses(rules, {unit.id: unit.starts for unit in rules.units.values() if unit.starts})
    for unit in dead.split():
        position.put(unit, ELIMINATED)
    for unit in rules.units.values():
        if 0 < unit.enters < 3:
            position.put(unit.id, ELIMINATED)
    position.turn, position.phase = 3, Phase.ARRIVALS
    action = a.Place(arrives, "gorodishche")
    verdict = check(position, action)
    assert verdict.unclear == ("St-18",)
    assert comes_to_the_same(position, action, verdict) is agree
