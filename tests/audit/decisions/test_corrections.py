"""What is lifted and put back by hand was never done."""

from __future__ import annotations

import pytest

from toolkit.audit.decisions.corrections import Corrections
from toolkit.audit.decisions.records import CARD, DOWN, Place, Shift, Step, Told
from toolkit.audit.decisions.vocabulary import Vocabulary
from toolkit.audit.ledger import Entry, Key, What

HAND, ROW = Place("", "hand-red", "Red hand-1"), Place("", "row", "A1")


def step(number: int, before: Place, after: Place) -> Step:
    return Step(number, entries=(Entry(Key(What.PLACE, "5H"), before, after, CARD),))


@pytest.mark.parametrize(
    ("home", "gone"),
    [
        pytest.param(HAND, {1, 2}, id="where it was"),
        pytest.param(HAND._replace(spot="Red hand-2"), {1, 2}, id="to another spot of the hand"),
        pytest.param(Place("", "hand-blue", "Blue hand-1"), set(), id="into another hand"),
    ],
)
def test_a_card_that_goes_back_into_its_hand(home: Place, gone: set[int]) -> None:
    corrections = Corrections(Vocabulary((), frozenset()), (), ("red", "blue"))
    assert corrections.of([step(1, HAND, ROW), step(2, ROW, home)], ()) == gone


@pytest.mark.parametrize(("decides", "gone"), [("", {1, 3}), ("Ended", set())])
def test_what_is_put_back_after_a_decision_was_done(decides: str, gone: set[int]) -> None:
    words = Vocabulary((), frozenset(), decides=frozenset({decides}))
    steps = [step(1, HAND, ROW), Step(2, settings={"Ended": "1/3/Combat/Red"}), step(3, ROW, HAND)]
    assert Corrections(words, (), ("red", "blue")).of(steps, ()) == gone


@pytest.mark.parametrize(("act", "taken_out"), [("bombard", {2, 3}), ("ready", set()), ("", set())])
def test_a_unit_turned_up_for_a_moment_is_what_a_card_is_for_that_says_so(
    act: str, taken_out: set[int]
) -> None:
    words = Vocabulary((), frozenset(), events=frozenset({"event"}), readies=frozenset({"ready"}))
    laid = Shift("c", CARD, Place("", "hand"), Place("", "event"))
    told = (Told("c", CARD, act, "red"),) if act else ()
    faces = [Entry(Key(What.FACE, "u"), *way, "unit") for way in ((DOWN, "1"), ("1", DOWN))]
    steps = [
        Step(1, told=told, shifts=(laid,)),
        *(Step(number, entries=(face,)) for number, face in enumerate(faces, start=2)),
    ]
    assert Corrections(words, (), ("red", "blue")).of(steps, ()) == taken_out
