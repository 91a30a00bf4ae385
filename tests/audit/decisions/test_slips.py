"""What is put right later accuses nobody, unless it was done in earnest."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest

from toolkit.audit.actor import Actor, Known
from toolkit.audit.decisions.judged import Judged
from toolkit.audit.decisions.reader import ReadLog
from toolkit.audit.decisions.records import DOWN, UNIT, Laid, Place, Shift, Step, Told
from toolkit.audit.decisions.slips import Forgiven, without_slips
from toolkit.audit.decisions.vocabulary import DRAG, Vocabulary
from toolkit.audit.ledger import Entry, Key, Sums, What
from toolkit.audit.report import JudgedAction, Segment
from toolkit.rules.verdict import Basis, Outcome

WORDS = Vocabulary(
    (), frozenset(), set_down_again=True, goes_on={"move": frozenset({DRAG})}, corrections=frozenset({"flip"})
)
HOME, AWAY, FAR = Place("home"), Place("away"), Place("far")
KEY = Step(2, told=(Told("b", UNIT, "activate", "red"),))
NEXT_PART = Step(2, turn=(2, "Combat"))


def drag(number: int, before: Place, after: Place, unit: str = "a") -> Step:
    entry = Entry(Key(What.PLACE, unit), before, after, UNIT)
    return Step(number, shifts=(Shift(unit, UNIT, before, after),), entries=(entry,))


def flip(number: int, before: str, after: str, unit: str = "a") -> Step:
    entry = Entry(Key(What.FACE, unit), before, after, UNIT)
    return Step(number, turned={unit: after == DOWN}, entries=(entry,))


AWAY_AGAIN, BACK = (KEY, drag(3, AWAY, FAR)), (NEXT_PART, drag(3, AWAY, HOME))


def pressed(step: Step, word: str) -> Step:
    return replace(step, told=(Told("a", UNIT, word, "red"),))


def judged_as(step: int, outcome: Outcome) -> JudgedAction:
    return JudgedAction(
        step, (step,), "a", "a", "", "", (), outcome, ("1",), (), "", Basis.RULES,
        Actor("red", Known.LOGGED), Segment(1, "", False),
    )  # fmt: skip


Said = Callable[[set[int]], Sequence[int]]


def forgiven(
    steps: Sequence[Step], illegal: Said, unsure: Said = lambda _: (), legal: Sequence[int] = ()
) -> Forgiven:
    """Return what stays, where it is said which of the steps that are there are illegal, unsure or legal."""

    def judge(read: Sequence[ReadLog], _trial: bool) -> Judged:
        there = {step.number for step in read[0].steps}
        found = [judged_as(step, Outcome.ILLEGAL) for step in illegal(there)]
        found += [judged_as(step, Outcome.UNPROVABLE) for step in unsure(there)]
        found += [judged_as(step, Outcome.LEGAL) for step in legal if step in there]
        return Judged(tuple(found), (), read[0].sums)

    laid = Laid({}, {}, {}, frozenset(), {}, {}, {})
    entries = sum(len(step.entries) for step in steps)
    read = [ReadLog(laid, laid, tuple(steps), (), {}, sums=Sums(entries))]
    return without_slips(read, judge(read, False), judge, WORDS)


def kept(
    steps: Sequence[Step], illegal: Said, unsure: Said = lambda _: (), legal: Sequence[int] = ()
) -> list[int]:
    """Return the steps that stay."""
    return [step.number for step in forgiven(steps, illegal, unsure, legal).read[0].steps]


def test_a_drag_that_is_put_right_after_somebody_else_acted() -> None:
    """The finding may fall on what was done in between."""
    found = forgiven([drag(1, HOME, AWAY), KEY, drag(3, AWAY, HOME)], lambda there: [2] if 1 in there else [])
    assert (found.read[0].steps, found.read[0].sums) == ((KEY,), Sums(2, cancelled=2))
    assert [(one.code, one.step, one.data) for one in found.notices] == [("AUD058", 1, {"until": 3})]


def test_a_piece_that_is_set_down_where_it_belongs_goes_there_from_where_it_lay() -> None:
    """Only where it was set down wrongly first: one that goes on wrongly has moved twice."""
    steps = [drag(1, HOME, AWAY), KEY, drag(3, AWAY, FAR)]
    found = forgiven(steps, lambda there: [1] if 1 in there else [])
    assert [[shift.origin for shift in step.shifts] for step in found.read[0].steps] == [[], [HOME]]
    assert (found.read[0].sums, found.notices[0].data) == (Sums(2, cancelled=1), {"until": 3})
    assert kept(steps, lambda there: [3] if 1 in there else []) == [1, 2, 3]
    assert kept([steps[0], NEXT_PART, steps[2]], lambda there: [1] if 1 in there else []) == [1, 2, 3]


@pytest.mark.parametrize("end", [AWAY_AGAIN, BACK])
def test_where_keys_tell_moves_a_drag_stands(end: Sequence[Step], monkeypatch: pytest.MonkeyPatch) -> None:
    """A unit that goes on from a place moves twice; in another part of the turn nothing is put back."""
    monkeypatch.setitem(globals(), "WORDS", replace(WORDS, set_down_again=False))
    assert kept([drag(1, HOME, AWAY), *end], lambda there: sorted({1, 3} & there)) == [1, 2, 3]


@pytest.mark.parametrize(("wrong", "stays"), [({1, 3}, [2]), ({1}, [1, 2, 3]), ({3}, [1, 2, 3])])
def test_what_is_put_back_in_the_next_part_of_the_turn(wrong: set[int], stays: list[int]) -> None:
    """Where that is a move of its own, both were moves, and where others have long gone on."""
    steps = [drag(1, HOME, AWAY), NEXT_PART, drag(3, AWAY, HOME)]
    assert kept(steps, lambda there: sorted(wrong & there)) == stays
    others = [replace(KEY, number=number) for number in range(10, 16)]
    assert kept([*steps[:2], *others, steps[2]], lambda there: sorted(wrong & there))[0] == 1
    assert (
        kept([*steps[:2], replace(NEXT_PART, number=4), steps[2]], lambda there: sorted(wrong & there))[0]
        == 1
    )


def test_what_explains_nothing_was_done() -> None:
    steps = [drag(1, HOME, AWAY), KEY, drag(3, AWAY, HOME)]
    assert kept(steps, lambda _: [2]) == [1, 2, 3]
    assert kept(steps, lambda there: [2] if 1 in there else [2, 2]) == [1, 2, 3]


def test_what_is_only_unsure_without_it_may_have_been_done_by_it() -> None:
    """Dice thrown for a unit that was turned up by hand and down again: without it they are nobody's."""
    steps = [flip(1, DOWN, "1"), KEY, flip(3, "1", DOWN)]

    def turned_up(there: set[int]) -> Sequence[int]:
        return [1] if 1 in there else []

    assert kept(steps, turned_up, lambda there: [] if 1 in there else [2]) == [1, 2, 3]
    assert kept(steps, turned_up, lambda _: [2]) == [2]


def test_what_one_slip_explains_may_show_only_without_another() -> None:
    both = [drag(1, HOME, AWAY), drag(2, HOME, AWAY, "c"), Step(3, told=KEY.told)]
    steps = [*both, drag(4, AWAY, HOME), drag(5, AWAY, HOME, "c")]
    wrong = {(1, 2): [1, 3], (2,): [1, 3], (1,): [1], (): []}
    assert kept(steps, lambda there: wrong[tuple(sorted(there & {1, 2}))]) == [3]


@pytest.mark.parametrize(
    "between",
    [
        pytest.param(replace(drag(2, AWAY, FAR), told=KEY.told), id="it is dragged on with a key"),
        pytest.param(Step(2, told=(Told("a", UNIT, "fire", "red"),)), id="its key was pressed"),
        pytest.param(Step(2, entries=(Entry(Key(What.MASK, "a"), "red", "", UNIT),)), id="it was shown"),
    ],
)
def test_what_is_not_put_right(between: Step) -> None:
    steps = [drag(1, HOME, AWAY), between, drag(3, AWAY, HOME)]
    assert kept(steps, lambda there: [1] if 1 in there else []) == [1, 2, 3]


@pytest.mark.parametrize(("wrong", "stays"), [(1, [2]), (2, [1, 2, 3]), (3, [2])])
def test_who_turns_a_unit_over_may_act_thereby(wrong: int, stays: list[int]) -> None:
    """Where nobody has acted, to turn it back is the rest of the slip."""
    steps = [flip(1, "1", DOWN), KEY, flip(3, DOWN, "1")]
    assert kept(steps, lambda there: [wrong] if 1 in there else []) == stays
    assert kept(steps, lambda there: [wrong] if 1 in there else [], legal=[1]) == (
        stays if wrong == 1 else [1, 2, 3]
    )


def test_a_unit_turned_over_where_nobody_can_say_what_that_is() -> None:
    """It was turned back, and that is illegal: nobody had acted by the first."""
    steps = [flip(1, "1", DOWN), KEY, flip(3, DOWN, "1")]
    assert kept(steps, lambda there: [3] if 1 in there else [], lambda there: [1] if 1 in there else []) == [
        2
    ]


def test_a_key_that_decides_nothing_turns_it_over_as_well() -> None:
    steps = [pressed(flip(1, "1", DOWN), "flip"), KEY, pressed(flip(3, DOWN, "1"), "flip")]
    assert kept(steps, lambda there: [3] if 1 in there else []) == [2]


@pytest.mark.parametrize(("wrong", "stays"), [(1, [3]), (2, [1, 2, 3])])
def test_what_a_key_did_to_the_wrong_unit_is_turned_back_at_once(wrong: int, stays: list[int]) -> None:
    steps = [pressed(flip(1, "1", DOWN), "lose"), flip(2, DOWN, "1"), replace(KEY, number=3)]
    assert kept(steps, lambda there: [wrong] if 1 in there else [], legal=[1] if wrong > 1 else []) == stays
    assert kept([steps[0], KEY, flip(3, DOWN, "1")], lambda there: [1] if 1 in there else []) == [1, 2, 3]


@pytest.mark.parametrize(
    "steps",
    [
        pytest.param([drag(1, HOME, AWAY), NEXT_PART, drag(3, AWAY, HOME)], id="in another part of the turn"),
        pytest.param([flip(0, "1", DOWN), drag(1, HOME, AWAY), KEY, drag(3, AWAY, HOME)], id="turned over"),
        pytest.param(
            [pressed(Step(0), "activate"), drag(1, HOME, AWAY), KEY, drag(3, AWAY, HOME)], id="by a key"
        ),
        pytest.param(
            [pressed(flip(0, "1", DOWN), "move"), drag(1, HOME, AWAY), KEY, drag(3, AWAY, HOME)],
            id="by a key that turns it over",
        ),
    ],
)
def test_who_moved_in_earnest(steps: Sequence[Step]) -> None:
    numbers = [step.number for step in steps]
    assert kept(steps, lambda there: [numbers[-1]] if numbers[-1] in there else []) == numbers


def test_who_has_acted_may_be_dragged_by_mistake() -> None:
    """Its key has ended its turn, and turned it over."""
    steps = [pressed(flip(0, "1", DOWN), "end"), drag(1, HOME, AWAY), KEY, drag(3, AWAY, HOME)]
    assert kept(steps, lambda there: [1] if 1 in there else []) == [0, 2]
