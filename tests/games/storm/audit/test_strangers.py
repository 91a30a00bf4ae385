"""Logs of Storm as a stranger may write them: they break no audit down."""

from __future__ import annotations

from pathlib import Path

from tests.audit.strangers import broken_down
from toolkit.audit.module_data import ModuleData
from toolkit.games.storm.play.recording import record
from toolkit.vassal.log import read_log


def test_whatever_a_log_holds_it_is_told(st_module: Path, st_data: ModuleData, tmp_path: Path) -> None:
    path = tmp_path / "game.vlog"
    record(st_module, path, 1)
    # 282: a bid and a total that are written in no digits.
    assert list(broken_down(read_log(path, name="game.vlog"), st_data, (*range(8), 282))) == []
