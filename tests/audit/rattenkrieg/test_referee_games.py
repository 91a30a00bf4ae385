"""Whole games by drags alone in which a guess once went wrong: a shot, a defender, a unit turned up."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.audit.rattenkrieg.dragging import Careless, Dragging, audited, played
from toolkit.rules.verdict import Outcome


@pytest.mark.parametrize(
    ("seed", "paper"),
    [(seed, Dragging) for seed in (26, 56, 59, 903, 905, 925)] + [(53, Careless), (902, Careless)],
)
def test_drags_alone_accuse_nobody(rk_module: Path, seed: int, paper: type[Dragging]) -> None:
    # 56: turned up by General Chuikov and down again; 903: the T-34 defended, and left a comrade cut off;
    # 905: a shot that missed; 53: an event from the steps of the next unit; 902: the T-34 from elsewhere;
    # 26, 925: who is attacked gives in before a card (9.8); 59: a shot that missed, then a lost battle.
    report = audited(played(rk_module, seed, paper))
    assert [action.key() for action in report.actions if action.outcome is Outcome.ILLEGAL] == []
