"""Violations planted in whole games on paper: what follows from one accuses nobody else.

Many more: ``python -m tests.games.storm.audit.planted --count 20``.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.games.storm.audit.planted import judged

pytestmark = pytest.mark.whole


def test_exactly_the_planted_violations_of_a_game_are_found(st_module: Path) -> None:
    result = judged(st_module, 18, 30, turns=3)
    assert (result.missed, result.accused) == ([], [])
    assert result.found >= 20


# A unit that the other player moves: it is his impulse.  A card that brings back a unit that is not lost: its
# drag belongs to the card.  Losses that the wrong player allots: whoever ends turns makes all units fresh.
# Units that arrive in the midst of impulses: the turn goes on.
@pytest.mark.parametrize("clause", ["SEED 流程2(1)", "CARD replace", "SEED 損傷1", "SEED 流程3(4)"])
def test_one_kind_of_violation_all_game_long_accuses_nobody_else(st_module: Path, clause: str) -> None:
    result = judged(st_module, 5, 6, (clause,), turns=3)
    assert (result.missed, result.accused) == ([], [])
    assert result.found >= 2
