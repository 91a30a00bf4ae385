"""The kept log of turn 1: it still fits the module, and the audit finds nothing illegal in it.

After a change of units, map or traits that the log no longer fits, record it again (needs the engine):

    .venv/bin/python -m tests.module.turn_one docs/examples/gj47_turn_1.vlog docs/pictures
"""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from pathlib import Path

import pytest

from toolkit.audit.audit import audit_logs
from toolkit.audit.report import Report
from toolkit.compile.game import CompiledGame
from toolkit.vassal.containers import write_container
from toolkit.vassal.log import Log, read_log

LOG = Path(__file__).resolve().parents[2] / "docs" / "examples" / "gj47_turn_1.vlog"


@pytest.fixture(scope="module")
def report(entries: Mapping[str, bytes], tmp_path_factory: pytest.TempPathFactory) -> Report:
    module = write_container(tmp_path_factory.mktemp("module") / "gj47.vmod", entries)
    return audit_logs([LOG], module)


@pytest.fixture(scope="module")
def log() -> Log:
    return read_log(LOG)


def test_what_is_illegal_in_the_kept_log_is_known(report: Report) -> None:
    """Two arrivals on a supply source without a railway; nothing else, and no point was fixed."""
    verdicts = [action.outcome.value for action in report.actions]
    assert verdicts.count("legal") >= 20
    illegal = [(a.rules, a.step) for a in report.actions if a.outcome.value == "illegal"]
    assert illegal == [(("12.1(1)",), 60), (("12.1(1)",), 61)]


def test_the_log_fits_the_module(report: Report) -> None:
    assert report.notices == ()
    assert report.findings == ()


def test_the_log_names_no_one(log: Log) -> None:
    text = log.encode()
    assert "player-1" in text
    assert "player-2" in text
    assert tempfile.gettempdir() not in text


@pytest.mark.engine
def test_turn_one_is_played_from_the_help_alone(game: CompiledGame, tmp_path: Path) -> None:
    from tests.module.turn_one import record
    from toolkit.engine.provision import EngineUnavailable, find_engine, required
    from toolkit.module.build import build_module
    from toolkit.module.equipment import load_equipment

    try:
        find_engine()
    except EngineUnavailable as missing:
        if required():
            pytest.fail(f"engine not run: {missing.reason}")
        pytest.skip(f"engine not run: {missing.reason}")
    folder = Path(__file__).resolve().parents[2] / "source_data" / "gj47"
    module = build_module(game, load_equipment(folder)[0], tmp_path)
    played = record(module, game, tmp_path / "turn.vlog")
    assert played.battles > 0
    report = audit_logs([tmp_path / "turn.vlog"], module)
    assert [a.outcome.value for a in report.actions if a.outcome.value == "illegal"] == []
