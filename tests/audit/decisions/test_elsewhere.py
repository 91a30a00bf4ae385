"""Where a unit might have gone in place of where it wrongly went."""

from __future__ import annotations

from dataclasses import replace

from tests.real_area_games import STORM, compiled
from toolkit.audit.actor import Actor, Known
from toolkit.audit.decisions.dropping import as_if, elsewhere_in
from toolkit.audit.decisions.entries import FACE
from toolkit.audit.decisions.reader import ReadLog
from toolkit.audit.decisions.records import CARD, Laid, Place, Shift, Step
from toolkit.audit.folding import FACED, TURNED
from toolkit.audit.instead import Wording
from toolkit.audit.report import JudgedAction, Owed, Segment
from toolkit.rules.verdict import Outcome, Verdict

UNIT = "g_jr_54"
WRONG = JudgedAction.of(
    Verdict(Outcome.ILLEGAL, ("SEED 增援2",)),
    [(0, 7)],
    Wording("place", UNIT, "54th Jäger Regiment", "", "Army Barracks"),
    actor=Actor("german", Known.LOGGED),
    segment=Segment(1, "", inferred=False),
)


def goals(cause: JudgedAction) -> list[str]:
    return [goals[UNIT] for goals in elsewhere_in(compiled(STORM)[0])(cause)]


def test_where_the_rules_allowed_it() -> None:
    allowed = tuple(Wording("place", end=name) for name in ("Airfield", "Razgulyaevka"))
    assert goals(replace(WRONG, instead=allowed)) == ["airfield", "razgulyaevka"]


def test_beside_where_it_was_or_anywhere() -> None:
    every = goals(WRONG)
    beside = goals(replace(WRONG, start="Airfield"))
    assert 1 < len(beside) < len(every)
    assert "airfield" in every
    assert "airfield" not in beside


def test_the_other_face_of_what_went_nowhere() -> None:
    assert goals(replace(WRONG, end="")) == [TURNED]


PILE_GOAL = "box pile-german spot "
HAND, PILE = Place("", "hand-german", "1"), Place("", "pile-german")
LAID = Laid({}, {"a": HAND, "b": HAND, "c": HAND, "d": PILE}, {}, frozenset(), {}, {}, {})
READ = ReadLog(
    LAID,
    LAID,
    (
        Step(7, shifts=(Shift("a", CARD, HAND, PILE),)),
        Step(9, shifts=(Shift("c", CARD, HAND, HAND),)),
    ),
    (),
    {},
)


def test_a_price_that_was_not_paid_is_one_card_or_two_of_the_hand() -> None:
    unpaid = replace(WRONG, unit="", end="", owed=Owed("german", "", ""))
    found = list(elsewhere_in(compiled(STORM)[0], [READ], "pile-{}")(unpaid))
    assert [tuple(goals) for goals in found] == [("c",), ("b",), ("c", "b")]
    paid = as_if([READ], {(0, 7): found[0]})[0].steps
    assert Shift("c", CARD, HAND, PILE) in paid[0].shifts
    # It comes into the hand from there.
    assert [(shift.counter, shift.origin.box) for shift in paid[1].shifts] == [("c", "pile-german")]
    assert not list(elsewhere_in(compiled(STORM)[0], [READ], "pile-{}")(replace(unpaid, owed=None)))


def test_what_is_done_just_before_a_step() -> None:
    """A unit goes, another one turns over; the step itself goes on from there."""
    before, step, last = as_if([READ], {(0, -7): {"a": PILE_GOAL, "u": FACED + "3"}})[0].steps
    assert (before.number, before.shifts, before.noted) == (
        7,
        (Shift("a", CARD, HAND, PILE),),
        {"u": {FACE: "3"}},
    )
    # It lies there already.
    assert (step.number, step.shifts, last.number) == (7, (), 9)


def turned_after(*later: dict[str, bool]) -> list[dict[str, bool]]:
    """Return what later steps turn if a unit was never turned up in the first one."""
    steps = [Step(number, turned=turned) for number, turned in enumerate(({"u": False}, *later), 1)]
    return [dict(step.turned) for step in as_if([replace(READ, steps=tuple(steps))], {(0, 1): {}})[0].steps]


def test_a_unit_that_was_not_turned_up_is_turned_up_with_the_others() -> None:
    assert turned_after({"a": False, "b": False}, {"a": True, "b": True}) == [
        {"a": False, "b": False, "u": False},
        {"a": True, "b": True},
    ]


def test_a_unit_that_is_turned_as_it_lies_is_not_turned() -> None:
    assert turned_after({"a": False}, {"u": True}, {"u": False}) == [{"a": False}, {}, {"u": False}]
