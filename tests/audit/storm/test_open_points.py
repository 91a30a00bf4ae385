"""Games in which nobody fixed a house rule: what the texts leave open is unclear, and nobody is accused."""

from __future__ import annotations

from pathlib import Path

import pytest

from toolkit.audit.audit import audit_read
from toolkit.audit.module_data import ModuleData
from toolkit.audit.report import Report
from toolkit.play.storm.recording import record
from toolkit.rules.storm.points import READINGS, SETTLED
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
