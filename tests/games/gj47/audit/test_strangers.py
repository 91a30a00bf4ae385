"""Logs of GJ47 as a stranger may write them: they break no audit down."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.audit.strangers import broken_down
from toolkit.audit.module_data import read_module
from toolkit.games.gj47.play.recording import record
from toolkit.vassal.log import read_log


@pytest.mark.parametrize("seeds", [range(3), pytest.param(range(3, 8), marks=pytest.mark.whole)])
def test_whatever_a_log_holds_it_is_told(bare_module: Path, tmp_path: Path, seeds: range) -> None:
    path = tmp_path / "game.vlog"
    record(bare_module, path, 1, setup="june-28-1942", turns=3)
    log = read_log(path, name="game.vlog")
    assert list(broken_down(log, read_module(bare_module), seeds)) == []
