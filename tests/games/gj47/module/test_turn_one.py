"""The kept log of turn 1: it still fits the module, and the audit finds every action in it legal.

After a change of units, map or traits that the log no longer fits, record it again (needs the engine):

    .venv/bin/python -m tests.games.gj47.module.turn_one docs/examples/gj47_turn_1.vlog docs/pictures
"""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from pathlib import Path

import pytest

from toolkit.audit.audit import audit_logs
from toolkit.audit.report import Report
from toolkit.compile.compiled import CompiledGame
from toolkit.vassal.log import Log, read_log
from toolkit.vassal.packing import write_container

LOG = Path(__file__).resolve().parents[4] / "docs" / "examples" / "gj47_turn_1.vlog"


@pytest.fixture(scope="module")
def report(entries: Mapping[str, bytes], tmp_path_factory: pytest.TempPathFactory) -> Report:
    module = write_container(tmp_path_factory.mktemp("module") / "gj47.vmod", entries)
    return audit_logs([LOG], module)


@pytest.fixture(scope="module")
def log() -> Log:
    return read_log(LOG)


def test_every_action_of_the_kept_log_is_legal(report: Report) -> None:
    """The house rules are fixed at its start, so that nothing is unclear for want of them."""
    judged = [(a.rules, a.step, a.outcome.value) for a in report.actions if a.outcome.value != "legal"]
    assert judged == []
    assert len(report.actions) >= 100


def test_the_free_chit_is_counted_as_the_house_rules_say(log: Log) -> None:
    words = [line for line in log.encode().split("\t") if "into the cup" in line]
    assert len(words) == 2
    assert "German armies 3 of 4 and the free chit" in words[0]
    assert not any("WRONG" in line for line in words)


def test_the_log_fits_the_module(report: Report) -> None:
    assert report.notices == ()
    assert report.findings == ()


def test_the_log_names_no_one(log: Log) -> None:
    text = log.encode()
    assert "player-1" in text
    assert "player-2" in text
    assert tempfile.gettempdir() not in text


@pytest.mark.engine
@pytest.mark.usefixtures("home")
def test_turn_one_is_played_from_the_help_alone(game: CompiledGame, tmp_path: Path) -> None:
    from tests.games.gj47.module.turn_one import record
    from toolkit.module.build import build_module
    from toolkit.module.equipment import load_equipment

    folder = Path(__file__).resolve().parents[4] / "source_data" / "gj47"
    module = build_module(game, load_equipment(folder)[0], tmp_path)
    played = record(module, game, tmp_path / "turn.vlog", seed=1)
    assert played.battles > 0
    report = audit_logs([tmp_path / "turn.vlog"], module)
    assert [a.outcome.value for a in report.actions if a.outcome.value != "legal"] == []
