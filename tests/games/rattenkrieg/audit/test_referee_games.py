"""Whole games by drags alone in which a guess once went wrong: a shot, a defender, a unit turned up."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.games.rattenkrieg.audit.dragging import Careless, Dragging, audited, played
from toolkit.rules.verdict import Outcome

pytestmark = pytest.mark.whole


@pytest.mark.parametrize(
    ("seed", "paper"),
    [
        *((seed, Dragging) for seed in (26, 27, 56, 59, 903, 905, 925)),
        *((seed, Dragging) for seed in (3016, 3035, 7016, 7018, 7027)),
        *((seed, Careless) for seed in (53, 902, 7043)),
    ],
)
def test_drags_alone_accuse_nobody(rk_module: Path, seed: int, paper: type[Dragging]) -> None:
    # 56: turned up by General Chuikov and down again; 903: the T-34 defended, and left a comrade cut off;
    # 905: a shot that missed; 53: an event from the steps of the next unit; 902: the T-34 from elsewhere;
    # 26, 27, 925: who is attacked gives in before a card (9.8); 59: a shot that missed, then a lost battle;
    # 3016: Chuikov's battle is fought again; 3035, 7016: the T-34 defended alone; 7018: it did not help;
    # 7027: a unit is turned over and beaten afterwards; 7043: Chuikov came with a unit that did nothing else.
    report = audited(played(rk_module, seed, paper))
    assert [action.key() for action in report.actions if action.outcome is Outcome.ILLEGAL] == []
