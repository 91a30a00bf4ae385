"""Whole games by drags alone in which a guess once went wrong."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.games.storm.audit.dragging import Dragger, play
from toolkit.audit.audit import audit_read
from toolkit.audit.module_data import ModuleData
from toolkit.rules.verdict import Outcome
from toolkit.vassal.commands import ChangeProperty, Command, leaves

pytestmark = pytest.mark.whole


@pytest.mark.parametrize("seed", [40, 42, 43, 46, 62])
def test_drags_alone_accuse_nobody(st_module: Path, st_data: ModuleData, seed: int) -> None:
    # 40, 62: losses of a fire whose area was guessed wrongly, and units turned over for them among firers;
    # 42: a card between a loss and its retreat, a unit looked under later; 43: a card for a fire and its
    # target; 46: groups of two commands that set out for one area, one after the other.
    log, _ = play(st_module, Dragger, seed)
    report = audit_read([log], st_data)
    assert [action.key() for action in report.actions if action.outcome is Outcome.ILLEGAL] == []


@pytest.mark.parametrize("seed", [40, 46])
def test_whoever_throws_elsewhere_is_not_accused_of_what_dice_would_explain(
    st_module: Path, st_data: ModuleData, seed: int
) -> None:
    """Dice of a server, told in mail: the log shows drags and faces turned, and no throw."""
    log, _ = play(st_module, Dragger, seed, 300)
    steps = tuple(
        replace(step, commands=tuple(one for one in step.commands if not _is_dice(one))) for step in log.steps
    )
    report = audit_read([replace(log, steps=steps)], st_data)
    assert [action.key() for action in report.actions if action.outcome is Outcome.ILLEGAL] == []


def _is_dice(command: Command) -> bool:
    return any(isinstance(one, ChangeProperty) and one.name.endswith("_result") for one in leaves(command))
