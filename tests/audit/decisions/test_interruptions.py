"""What somebody does with other units in the midst of a decision does not break it off."""

from __future__ import annotations

from dataclasses import replace

import pytest

from toolkit.audit.decisions.interruptions import pressed_again, undisturbed
from toolkit.audit.decisions.records import CARD, UNIT, Place, Shift, Step, Told
from toolkit.audit.decisions.vocabulary import DRAG, Vocabulary

WORDS = Vocabulary(
    (),
    frozenset(),
    idle=frozenset({"pass"}),
    corrections=frozenset({"turn"}),
    goes_on={
        "move": frozenset({DRAG}),
        "event": frozenset({"target"}),
        "target": frozenset({"bombard"}),
        DRAG: frozenset({"attack", "pay"}),
    },
)


def key(piece: str, word: str, kind: str = UNIT) -> Step:
    return Step(1, told=(Told(piece, kind, word, "Red"),))


def drag(*pieces: str, kind: str = UNIT) -> Step:
    return Step(1, shifts=tuple(Shift(piece, kind, Place("a"), Place("b")) for piece in pieces))


def turned(piece: str) -> Step:
    return Step(1, told=(Told(piece, UNIT, "turn", "Red"),), turned={piece: True})


def flip(piece: str) -> Step:
    return Step(1, turned={piece: True})


@pytest.mark.parametrize(
    ("steps", "order"),
    [
        pytest.param([key("r1", "move"), drag("b1"), drag("r1")], [0, 2, 1], id="before its drag"),
        pytest.param([key("r1", "move"), flip("b1"), drag("r1")], [0, 2, 1], id="turned over"),
        pytest.param([key("r1", "move"), turned("b1"), drag("r1")], [0, 2, 1], id="turned by a key"),
        pytest.param([drag("r1"), drag("b1"), key("r1", "attack")], [0, 2, 1], id="before its key"),
        pytest.param([drag("r1"), drag("b1"), key("5H", "pay", CARD)], [0, 2, 1], id="before its price"),
        pytest.param([key("5H", "event", CARD), drag("b1"), key("b2", "target")], [0, 2, 1], id="a card"),
        pytest.param([key("r1", "move"), drag("b1"), drag("b2"), drag("r1")], [0, 3, 1, 2], id="two of them"),
        pytest.param([key("r1", "move"), drag("r1"), drag("b1")], [0, 1, 2], id="nothing between"),
        pytest.param([key("r1", "move"), drag("b1"), drag("b2")], [0, 1, 2], id="it never goes on"),
        pytest.param([key("r1", "move"), key("b1", "move"), drag("r1")], [0, 1, 2], id="another decision"),
        pytest.param([key("r1", "move"), drag("b1"), drag("b1", "r1")], [0, 1, 2], id="the same unit again"),
        pytest.param([drag("r1"), drag("r1"), key("r1", "attack")], [0, 1, 2], id="a way of two legs"),
        pytest.param([drag("r1"), drag("b1"), key("b1", "attack")], [0, 1, 2], id="the key of another unit"),
        pytest.param(
            [key("r1", "move"), drag("5H", kind=CARD), drag("r1")], [0, 1, 2], id="a card is no unit"
        ),
        pytest.param([key("r1", "pass"), drag("b1"), drag("r1")], [0, 1, 2], id="a key without a drag"),
    ],
)
def test_units_between_are_told_afterwards(steps: list[Step], order: list[int]) -> None:
    assert undisturbed(steps, WORDS) == tuple(steps[place] for place in order)


def test_a_decision_of_three_parts() -> None:
    steps = [
        key("5H", "event", CARD),
        drag("b1"),
        key("b2", "target"),
        key("desk", "bombard", "desk"),
        drag("b3"),
    ]
    assert undisturbed(steps, WORDS) == (steps[0], steps[2], steps[3], steps[1], steps[4])


def test_a_while_later_is_another_decision() -> None:
    others = [drag(f"b{number}") for number in range(7)]
    steps = [key("r1", "move"), *others, drag("r1")]
    assert undisturbed(steps, WORDS) == tuple(steps)


@pytest.mark.parametrize(
    ("after", "again"),
    [
        ([], [2]),
        ([replace(drag("r1"), told=(Told("r1", UNIT, "move", "Blue"),))], [2]),
        ([drag("b1"), Step(1, turn=(1, "end"))], []),
        ([key("r1", "move")], []),
    ],
)
def test_a_pass_is_pressed_twice_where_the_other_side_goes_on(after: list[Step], again: list[int]) -> None:
    passed = key("desk", "pass", "desk")
    steps = [replace(step, number=n) for n, step in enumerate([passed, Step(1), passed, *after])]
    assert list(pressed_again(steps, WORDS)) == again
    assert undisturbed(steps, WORDS, {2})[2] == Step(2)


def test_other_keys_that_are_pressed_twice_are_two_decisions() -> None:
    done = [key("r1", "move"), key("r1", "move"), key("a", "pass"), key("b", "pass")]
    steps = [replace(step, number=n) for n, step in enumerate(done)]
    assert list(pressed_again(steps, WORDS)) == []
