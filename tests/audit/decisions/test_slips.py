"""What is put right later accuses nobody, unless it was done in earnest."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest

from toolkit.audit.actor import Actor, Known
from toolkit.audit.decisions.judged import Judged
from toolkit.audit.decisions.reader import ReadLog
from toolkit.audit.decisions.records import DOWN, UNIT, Laid, Place, Shift, Step, Told
from toolkit.audit.decisions.slips import without_slips
from toolkit.audit.ledger import Entry, Key, Sums, What
from toolkit.audit.report import JudgedAction, Segment
from toolkit.rules.verdict import Basis, Outcome

HOME, AWAY, FAR = Place("home"), Place("away"), Place("far")
KEY = Step(2, told=(Told("b", UNIT, "activate", "red"),))
NEXT_PART = Step(2, turn=(2, "Combat"))


def drag(number: int, before: Place, after: Place) -> Step:
    entry = Entry(Key(What.PLACE, "a"), before, after, UNIT)
    return Step(number, shifts=(Shift("a", UNIT, before, after),), entries=(entry,))


def flip(number: int, before: str, after: str) -> Step:
    entry = Entry(Key(What.FACE, "a"), before, after, UNIT)
    return Step(number, turned={"a": after == DOWN}, entries=(entry,))


def illegal(step: int) -> JudgedAction:
    return JudgedAction(
        step, (step,), "a", "a", "", "", (), Outcome.ILLEGAL, ("1",), (), "", Basis.RULES,
        Actor("red", Known.LOGGED), Segment(1, "", False),
    )  # fmt: skip


def kept(steps: Sequence[Step], judge: Callable[[set[int]], Sequence[int]]) -> tuple[list[int], Sums]:
    """Return the steps that stay, where a judge says which are illegal of those that are there."""

    def judged(read: Sequence[ReadLog], _trial: bool) -> Judged:
        wrong = judge({step.number for step in read[0].steps})
        return Judged(tuple(map(illegal, wrong)), (), read[0].sums)

    laid = Laid({}, {}, {}, frozenset(), {}, {}, {})
    entries = sum(len(step.entries) for step in steps)
    read = [ReadLog(laid, laid, tuple(steps), (), {}, sums=Sums(entries))]
    found, _ = without_slips(read, judged(read, False), judged)
    return [step.number for step in found[0].steps], found[0].sums


def test_a_drag_that_is_put_right_after_somebody_else_acted() -> None:
    """The finding may fall on what was done in between."""
    steps = [drag(1, HOME, AWAY), KEY, drag(3, AWAY, HOME)]
    assert kept(steps, lambda there: [2] if 1 in there else []) == ([2], Sums(2, cancelled=2))


def test_what_explains_nothing_was_done() -> None:
    steps = [drag(1, HOME, AWAY), KEY, drag(3, AWAY, HOME)]
    assert kept(steps, lambda _: [2])[0] == [1, 2, 3]
    assert kept(steps, lambda there: [2] if 1 in there else [2, 2])[0] == [1, 2, 3]


@pytest.mark.parametrize(
    "between",
    [
        pytest.param(replace(drag(2, AWAY, FAR), told=KEY.told), id="it is dragged on with a key"),
        pytest.param(Step(2, told=(Told("a", UNIT, "fire", "red"),)), id="its key was pressed"),
    ],
)
def test_what_is_not_put_right(between: Step) -> None:
    steps = [drag(1, HOME, AWAY), between, drag(3, AWAY, HOME)]
    assert kept(steps, lambda there: [1] if 1 in there else [])[0] == [1, 2, 3]


@pytest.mark.parametrize(("wrong", "stays"), [(1, [2]), (2, [1, 2, 3])])
def test_who_turns_a_unit_over_may_act_thereby(wrong: int, stays: list[int]) -> None:
    steps = [flip(1, "1", DOWN), KEY, flip(3, DOWN, "1")]
    assert kept(steps, lambda there: [wrong] if 1 in there else [])[0] == stays


@pytest.mark.parametrize(
    "steps",
    [
        pytest.param([drag(1, HOME, AWAY), NEXT_PART, drag(3, AWAY, HOME)], id="in another part of the turn"),
        pytest.param([flip(0, "1", DOWN), drag(1, HOME, AWAY), KEY, drag(3, AWAY, HOME)], id="turned over"),
    ],
)
def test_who_moved_in_earnest(steps: Sequence[Step]) -> None:
    numbers = [step.number for step in steps]
    assert kept(steps, lambda there: [numbers[-1]] if numbers[-1] in there else [])[0] == numbers
