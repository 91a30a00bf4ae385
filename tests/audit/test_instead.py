"""What the rules would have allowed in place of something illegal."""

from collections.abc import Sequence
from dataclasses import dataclass

import pytest

from toolkit.audit.instead import MOST, Wording, instead
from toolkit.rules.verdict import Outcome, Verdict


@dataclass(frozen=True, slots=True)
class Move:
    unit: str
    path: tuple[str, ...]
    mode: str = "on foot"


@dataclass(frozen=True, slots=True)
class Rest:
    unit: str


def told(action: Move | Rest) -> Wording:
    if isinstance(action, Rest):
        return Wording("rest", action.unit, action.unit)
    return Wording("move", action.unit, action.unit, "", action.path[-1], (), action.mode)


def allowed_for(done: Move | Rest, legal: Sequence[Move | Rest]) -> tuple[Wording, ...]:
    return instead(done, Verdict(Outcome.ILLEGAL), lambda: (*legal, *ILLEGAL), lambda one: one in legal, told)


ILLEGAL = [Move("a", ("77",)), Move("d", ("9",)), Rest("d")]
LEGAL = [Move("a", ("1",)), Move("a", ("2",), "by rail"), Move("b", ("9",)), Rest("a"), Rest("b")]


@pytest.mark.parametrize(
    ("done", "allowed"),
    [
        pytest.param(Move("a", ("9",)), [told(LEGAL[0])], id="the same but for where it goes"),
        pytest.param(Move("a", ("9",), "by rail"), [told(LEGAL[1])], id="the same by the same means"),
        pytest.param(Move("a", ("9",), "by air"), [told(one) for one in LEGAL[:2]], id="two as near"),
        pytest.param(Move("c", ("9",)), [], id="others may do the same"),
    ],
)
def test_what_was_allowed(done: Move, allowed: list[Wording]) -> None:
    assert list(allowed_for(done, LEGAL)) == allowed


def test_the_kinds_that_are_legal() -> None:
    assert allowed_for(Rest("a"), LEGAL[:3]) == (Wording("move"),)


def test_too_many_are_not_listed() -> None:
    legal = [Move("a", (str(place),)) for place in range(MOST + 1)]
    assert len(allowed_for(Move("a", ("99",)), legal[:MOST])) == MOST
    assert allowed_for(Move("a", ("99",)), legal) == ()


def test_nothing_was_allowed() -> None:
    assert allowed_for(Move("a", ("1",)), []) == ()


def test_nothing_stands_in_place_of_what_is_legal() -> None:
    assert instead(Rest("a"), Verdict(Outcome.LEGAL), lambda: LEGAL, LEGAL.__contains__, told) == ()


def test_no_more_is_judged_than_tells() -> None:
    asked: list[Move | Rest] = []

    def is_legal(action: Move | Rest) -> bool:
        asked.append(action)
        return True

    instead(Move("a", ("9",)), Verdict(Outcome.ILLEGAL), lambda: LEGAL, is_legal, told)
    assert asked == LEGAL[:2]
