"""Logs that begin and end anywhere in a game: what came before is not shown, and nobody is accused of it."""

from __future__ import annotations

from pathlib import Path

from tests.audit.rattenkrieg.cuts import cut
from toolkit.audit.audit import audit_read
from toolkit.audit.module_data import ModuleData
from toolkit.play.rattenkrieg.recording import record
from toolkit.rules.verdict import Outcome
from toolkit.vassal.log import read_log


def test_a_log_may_begin_and_end_anywhere(rk_module: Path, rk_data: ModuleData, tmp_path: Path) -> None:
    path = tmp_path / "game.vlog"
    record(rk_module, path, 1)
    log = read_log(path, name="game.vlog")
    judged = unprovable = 0
    # 91 ends between a march and its price, 427 begins after both have passed, 483 with a unit freed before.
    for first in (35, 91, 179, 259, 299, 371, 427, 483, 547):
        report = audit_read([cut(log, first, 60)], rk_data)
        assert [action.key() for action in report.actions if action.outcome is Outcome.ILLEGAL] == [], first
        judged += len(report.actions)
        unprovable += sum(action.outcome is Outcome.UNPROVABLE for action in report.actions)
    assert unprovable < judged / 10
