"""The log of the sample report: its module's data are today's, and what was planted in it is named."""

from __future__ import annotations

from pathlib import Path

from tests import real_game
from toolkit.audit.audit import audit_logs
from toolkit.rules.verdict import Outcome
from toolkit.vassal.packing import write_container

LOG = Path(__file__).resolve().parents[2] / "docs" / "examples" / "gj47_mistakes.vlog"


def test_the_sample_report_names_what_was_planted(tmp_path: Path) -> None:
    """After a change of data that units, places or rules follow, record it again (`sample.py`)."""
    report = audit_logs([LOG], write_container(tmp_path / "gj47.vmod", real_game.entries()))
    assert "AUD012" not in {notice.code for notice in report.notices}
    assert "AUD020" in {notice.code for notice in report.notices}
    named = [action for action in report.shown if action.outcome is Outcome.ILLEGAL]
    assert [action.step for action in named] == [121, 132, 153, 232, 264]
    assert named == list(report.shown)
