"""Turn trackers: whether one went on by one."""

from __future__ import annotations

import pytest

from toolkit.vassal.turns import went_on


def _state(turn: int, phase: int, active: str) -> str:
    return f"0|{turn};0;true;7;{phase}\\;0\\;0\\;{active}"


@pytest.mark.parametrize(("turn", "phase", "well"), [(2, 1, True), (2, 2, False), (3, 1, False)])
def test_a_round_begins_with_the_first_entry_that_is_active(turn: int, phase: int, well: bool) -> None:
    active = "false,true,true"
    assert went_on(_state(1, 2, active), _state(turn, phase, active)) is well
