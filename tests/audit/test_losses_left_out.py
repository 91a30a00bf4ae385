"""A loss that nobody took: what only a dead unit can bring about follows from it, its offences do not."""

from __future__ import annotations

from dataclasses import replace

import pytest

from toolkit.audit.actor import Actor, Known
from toolkit.audit.folding import GONE, Instead, fold
from toolkit.audit.instead import Wording
from toolkit.audit.owing import LEFT_OUT as LEAVE_OUT
from toolkit.audit.report import JudgedAction, Owed, Segment
from toolkit.rules.verdict import Outcome, Verdict

STEPS = [(0, number) for number in range(1, 12)]


def found(step: int, side: str, unit: str) -> JudgedAction:
    return JudgedAction.of(
        Verdict(Outcome.ILLEGAL, ("1.0",), reason=f"{unit} may not"),
        [(0, step)],
        Wording("move", unit, unit, "here", "there"),
        actor=Actor(side, Known.LOGGED),
        segment=Segment(1, "", inferred=False),
    )


LEFT_OUT = replace(found(2, "red", "r1"), owed=Owed("red", "", ""))
BY_THE_DEAD = found(4, "red", "r2")
INTO_THE_DEAD = found(6, "blue", "b1")


def test_what_a_dead_unit_brings_about_is_no_offence_of_others() -> None:
    judged = [LEFT_OUT, BY_THE_DEAD, INTO_THE_DEAD]

    def again(instead: Instead) -> list[JudgedAction]:
        return [LEFT_OUT] if instead.get((0, 2)) == {"r2": GONE} else judged

    assert [one.follows for one in fold(judged, STEPS, again)[0]] == [None, (0, 2), (0, 2)]


def test_an_offence_is_not_explained_by_its_units_death() -> None:
    judged = [LEFT_OUT, BY_THE_DEAD]

    def again(instead: Instead) -> list[JudgedAction]:
        return [LEFT_OUT] if instead.get((0, 2)) == {"r2": GONE} else judged

    assert [one.follows for one in fold(judged, STEPS, again)[0]] == [None, None]


def test_what_is_still_to_be_done_is_one_offence_whatever_is_done_before_it() -> None:
    owed = Owed("red", "r9", "Ninth Red")
    other = replace(found(3, "blue", "b2"), rules=("2.0",), reason="too early", owed=owed)
    judged = [replace(LEFT_OUT, owed=owed), other]
    assert [one.follows for one in fold(judged, STEPS, lambda _: judged)[0]] == [None, (0, 2)]


@pytest.mark.parametrize("action", [LEAVE_OUT, "move"])
def test_what_is_not_found_once_it_is_paid_follows(action: str) -> None:
    """It is paid before the other side goes on; before or in place of what the side itself does wrongly."""
    owed = Owed("red", "r1", "First Red", paid=({"r1": "far"}, {"r1": "rear"}))
    out = replace(LEFT_OUT, owed=owed, action=action)
    into = replace(found(6, "blue", "b1"), owed=replace(owed, unit="r2"))
    paid: Instead = (
        {(0, -2): {"r1": "rear"}} if action == LEAVE_OUT else {(0, 2): {}, (0, -2): {"r1": "rear"}}
    )

    def again(instead: Instead) -> list[JudgedAction]:
        return [out] if instead == paid else [out, into]

    assert [one.follows for one in fold([out, into], STEPS, again)[0]] == [None, (0, 2)]


def test_a_price_that_is_missing_later_was_not_put_right_by_going_on() -> None:
    """The unit is moved on at once, as after a slip; but its hand is too full for it later."""
    into = replace(found(2, "red", "r1"), owed=Owed("red", "", ""), start="here", end="there")
    on = replace(found(3, "red", "r1"), outcome=Outcome.LEGAL, rules=(), start="there", end="beyond")
    full = replace(found(9, "red", ""), reason="the hand is full")

    def again(instead: Instead) -> list[JudgedAction]:
        paid = instead.get((0, 2)) == {"c1": "pile"}
        return [on] if paid else [on, full]

    def moved(step: tuple[int, int]) -> frozenset[str]:
        return frozenset({"r1"}) if step in ((0, 2), (0, 3)) else frozenset()

    judged = [into, on, full]
    assert fold(judged, STEPS, again, moved)[0] == (on, full)
    folded = fold(judged, STEPS, again, moved, lambda _: [{"c1": "pile"}])
    assert [(one.step, one.follows) for one in folded.actions] == [(2, None), (3, None), (9, (0, 2))]
