"""Joined, cleaned, cut and split logs step in the real engine to the tables that their sources lead to."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.vassal import own_module
from tests.vassal.own_files import DATA, LOGS
from toolkit.engine.provision import EngineHome
from toolkit.engine.replay import check_logs
from toolkit.engine.report import EngineReport
from toolkit.logs.editing import Edited, clean_log, cut_log, join_logs
from toolkit.vassal.containers import open_container
from toolkit.vassal.log import Log, read_log
from toolkit.vassal.packing import write_container

pytestmark = pytest.mark.engine


def _written(made: Edited, out: Path) -> Path:
    return write_container(out, made.entries(open_container(made.log.name)))


def _logs(version: str) -> list[Log]:
    return [read_log(DATA / version / name) for name in LOGS]


def test_edited_evenings_step_to_the_same_table(home: EngineHome, tmp_path: Path) -> None:
    one, two, three = _logs("3.6.0")
    module = own_module.write_module(tmp_path / "own.vmod")
    made = [
        Path(three.name),
        _written(join_logs([three, one, two]), tmp_path / "joined.vlog"),
        _written(cut_log(three, 3, len(three.steps)), tmp_path / "cut.vlog"),
        _written(clean_log(three), tmp_path / "clean.vlog"),
    ]
    report = EngineReport(module, home.version)
    ends = check_logs(report, home, made)
    assert [finding.message for finding in report.findings] == []
    pieces = [
        {key: (piece.map, piece.x, piece.y, piece.state) for key, piece in ends[path].pieces.items()}
        for path in made
    ]
    assert pieces[0]
    assert pieces[1:] == [pieces[0]] * 3
