"""Logs of Storm as a stranger may write them: they break no audit down."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest

from tests.audit.strangers import broken_down
from toolkit.audit.module_data import ModuleData
from toolkit.games.storm.play.recording import record
from toolkit.vassal.log import read_log


# 282: a bid and a total that are written in no digits.
@pytest.mark.parametrize("seeds", [(0, 282), pytest.param(range(1, 8), marks=pytest.mark.whole)])
def test_whatever_a_log_holds_it_is_told(
    st_module: Path, st_data: ModuleData, tmp_path: Path, seeds: Iterable[int]
) -> None:
    path = tmp_path / "game.vlog"
    record(st_module, path, 1)
    assert list(broken_down(read_log(path, name="game.vlog"), st_data, seeds)) == []
