"""What somebody had to do first: the finding is his who never does it, and not his who goes on."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from toolkit.audit.actor import Actor, Known
from toolkit.audit.ledger import PATIENCE
from toolkit.audit.report import JudgedAction
from toolkit.rules.verdict import Outcome

LEFT_OUT = "leave out"
"""What is called done where something that was due is not."""


def charged(judged: Sequence[JudgedAction], answers: Collection[str]) -> list[JudgedAction]:
    """Return the actions, each that had to wait for the other side charged to it if it never did its part.

    Parameters
    ----------
    judged : sequence of JudgedAction
        In the order of play.
    answers : collection of str
        Actions by which is done what may be due.  Where that is the next thing that the side does which owes
        it, what was done before was too early.
    """
    return [
        _left_out(one) if _waits(one) and not _answered(judged[place + 1 :], one, answers) else one
        for place, one in enumerate(judged)
    ]


def _waits(one: JudgedAction) -> bool:
    return one.outcome is Outcome.ILLEGAL and one.owed is not None and one.owed.side != one.actor.side


def _answered(later: Sequence[JudgedAction], one: JudgedAction, answers: Collection[str]) -> bool:
    assert one.owed is not None
    for other in later:
        if other.log > one.log or other.step > one.step + PATIENCE:
            break
        if other.actor.side == one.owed.side:
            return other.action in answers
    return False


def _left_out(one: JudgedAction) -> JudgedAction:
    owed = one.owed
    assert owed is not None
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
