"""Whose fault it is that something due was not done: who left it out, or who did not wait for it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from toolkit.audit.actor import Actor, Known
from toolkit.audit.instead import Wording
from toolkit.audit.owing import LEFT_OUT, charged
from toolkit.audit.report import JudgedAction, Owed, Segment
from toolkit.rules.verdict import Basis, Outcome, Verdict

ANSWERS = frozenset({"take loss"})
DUE = Owed("red", "r1", "First Red")
EARLY = Verdict(Outcome.ILLEGAL, ("8.9",), (), "out of order", Basis.RULES)


def act(side: str, step: int, name: str = "move", *, log: int = 0, owed: Owed | None = None) -> JudgedAction:
    verdict = Verdict(Outcome.LEGAL) if owed is None else EARLY
    actor, segment = Actor(side, Known.LOGGED), Segment(1, "", inferred=False)
    return JudgedAction.of(
        verdict, [(log, step)], Wording(name, f"{side[0]}1"), actor=actor, segment=segment, owed=owed
    )


@pytest.mark.parametrize(
    ("later", "left_out"),
    [
        pytest.param([act("red", 5, "take loss")], False, id="done at once, too late"),
        pytest.param([replace(act("red", 5, "take loss"), unit="r2")], True, id="another unit's answer"),
        pytest.param(
            [act("red", 5), act("red", 6, "take loss")], False, id="done a little later, after something else"
        ),
        pytest.param([act("red", 5, "move")], True, id="something else in its stead"),
        pytest.param([act("blue", 5), act("blue", 30)], True, id="nothing for a while"),
        pytest.param([act("blue", 5), act("red", 30, "take loss")], True, id="after a long while"),
        pytest.param([], False, id="the log ends"),
        pytest.param([act("blue", 5), act("blue", 6)], False, id="the log ends soon"),
        pytest.param([act("red", 1, "take loss", log=1)], False, id="first thing in the next log"),
        pytest.param(
            [act("blue", 1, log=1), act("red", 2, log=1)], True, id="something else in the next log"
        ),
    ],
)
def test_who_is_charged(later: list[JudgedAction], *, left_out: bool) -> None:
    early = act("blue", 4, owed=DUE)
    found = charged([act("red", 3), early, *later], ANSWERS)
    assert [one for place, one in enumerate(found) if place != 1] == [act("red", 3), *later]
    if not left_out:
        assert found[1] is early
        return
    charge = found[1]
    assert (charge.actor, charge.action, charge.unit) == (Actor("red", Known.INFERRED), LEFT_OUT, "r1")
    assert (charge.rules, charge.step, charge.outcome) == (("8.9",), 4, Outcome.ILLEGAL)


def test_what_is_charged_later_was_left_out_before() -> None:
    """Nobody did it in between; once it is done, what came before that was only too early."""
    ended = replace(act("blue", 6, "end", owed=DUE), actor=Actor(None, Known.INFERRED), unit="")
    early = act("blue", 4, owed=DUE)
    assert [one.action for one in charged([early, ended], ANSWERS)] == [LEFT_OUT, LEFT_OUT]
    done = act("red", 5, "take loss")
    assert charged([early, done, ended], ANSWERS)[:2] == [early, done]


@pytest.mark.parametrize(("done", "left_out"), [("roll", False), ("take loss", True)])
def test_what_is_done_by_other_actions_than_answers(done: str, *, left_out: bool) -> None:
    """Dice are due, and thrown next."""
    early = act("blue", 4, owed=replace(DUE, by=frozenset({"roll"})))
    found, _ = charged([early, act("red", 5, done)], ANSWERS)
    assert (found.action == LEFT_OUT) is left_out


def test_who_owes_it_is_no_other() -> None:
    own = act("red", 4, owed=DUE)
    assert charged([own, act("red", 5)], ANSWERS)[0] is own


def test_what_a_unit_does_without_a_name_is_not_the_debtors() -> None:
    early = replace(act("blue", 4, owed=DUE), actor=Actor(None, Known.INFERRED))
    later = [act("red", 5, "take loss")]
    assert charged([early, *later], ANSWERS) == [early, *later]
    ended = replace(early, unit="")
    assert charged([ended, *later], ANSWERS)[0].actor.side == "red"
