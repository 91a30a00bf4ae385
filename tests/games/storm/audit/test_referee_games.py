"""Whole games by drags alone in which a guess once went wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.games.storm.audit.dragging import Dragger, play
from toolkit.audit.audit import audit_read
from toolkit.audit.module_data import ModuleData
from toolkit.rules.verdict import Outcome

pytestmark = pytest.mark.whole


@pytest.mark.parametrize("seed", [40, 42, 43, 46, 62])
def test_drags_alone_accuse_nobody(st_module: Path, st_data: ModuleData, seed: int) -> None:
    # 40, 62: losses of a fire whose area was guessed wrongly, and units turned over for them among firers;
    # 42: a card between a loss and its retreat, a unit looked under later; 43: a card for a fire and its
    # target; 46: groups of two commands that set out for one area, one after the other.
    log, _ = play(st_module, Dragger, seed)
    report = audit_read([log], st_data)
    assert [action.key() for action in report.actions if action.outcome is Outcome.ILLEGAL] == []
