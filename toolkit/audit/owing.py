"""What somebody had to do first: the finding is his who never does it, and not his who goes on."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from toolkit.audit.actor import Actor, Known
from toolkit.audit.ledger import PATIENCE
from toolkit.audit.report import JudgedAction, Owed
from toolkit.rules.verdict import Outcome

LEFT_OUT = "leave out"
"""What is called done where something that was due is not."""


def charged(judged: Sequence[JudgedAction], answers: Collection[str]) -> list[JudgedAction]:
    """Return the actions, each that had to wait for the other side charged to it if it left its part out.

    That is seen where the side then does something else, or nothing at all for a while in the same log.
    Where the logs end before that, nobody can say it, and the finding stays with who went on, if anybody did.

    Parameters
    ----------
    judged : sequence of JudgedAction
        In the order of play.
    answers : collection of str
        Actions by which is done what may be due, where that says no others.  Where that is the next thing
        that the side does which owes it, what was done before was too early.
    """
    ends: dict[int, int] = {}
    for one in judged:
        ends[one.log] = max(one.step, ends.get(one.log, 0))
    following: dict[str | None, JudgedAction] = {}
    acted: dict[tuple[str, str], JudgedAction] = {}
    missing: set[Owed] = set()
    found = []

    def answer(owed: Owed) -> JudgedAction | None:
        if owed.unit:
            found = (acted[owed.unit, name] for name in owed.by or answers if (owed.unit, name) in acted)
            return min(found, key=lambda one: (one.log, one.step), default=None)
        then = following.get(owed.side)
        return then if then is not None and then.action in (owed.by or answers) else None

    for one in reversed(judged):
        owed = _awaited(one)
        if owed is not None and (
            owed in missing or _is_left_out(one, following.get(owed.side), answer(owed), ends[one.log])
        ):
            # Who went on before another one is charged with it did not wait for it either.
            missing.add(owed)
            found.append(_left_out(one, owed))
        else:
            done = {due for due in missing if one.action in (due.by or answers)}
            missing -= {due for due in done if due.side == one.actor.side}
            found.append(one)
        following[one.actor.side] = one
        acted[one.unit, one.action] = one
    return found[::-1]


def _awaited(one: JudgedAction) -> Owed | None:
    """Return what an action had to wait for that the other side owed."""
    owed = one.owed if one.outcome is Outcome.ILLEGAL else None
    return owed if owed is not None and owed.side != one.actor.side else None


def _is_left_out(one: JudgedAction, then: JudgedAction | None, answer: JudgedAction | None, end: int) -> bool:
    """Return whether what an action had to wait for never comes.

    Parameters
    ----------
    then : JudgedAction or None
        What the side does next that owes it.
    answer : JudgedAction or None
        By what it would come: that, or the next answer of the unit that owes it.
    end : int
        The last step of the log.
    """
    if one.actor.side is None and not one.unit:
        return True
    soon = one.step + PATIENCE
    if end > soon and (then is None or then.log != one.log or then.step > soon):
        return True
    if then is None or answer is None:
        return then is not None
    return answer.step > soon if answer.log == one.log else answer is not then


def _left_out(one: JudgedAction, owed: Owed) -> JudgedAction:
    return replace(
        one,
        action=LEFT_OUT,
        actor=Actor(owed.side, Known.INFERRED),
        unit=owed.unit,
        name=owed.name,
        start="",
        end="",
        via=(),
        detail="",
        private=None,
    )
