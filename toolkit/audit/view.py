"""Two views: a referee sees everything, a player only what this player could see at that step."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from toolkit.audit.report import START, JudgedAction, Notice, Report, ruling
from toolkit.diagnostics import InputError
from toolkit.rules.verdict import Outcome

REFEREE = "referee"


def seen_by(report: Report, view: str) -> Report:
    """Return what one side may see of a report; everything for the referee.

    Parameters
    ----------
    report : Report
        The referee's.
    view : str
        ``"referee"``, or a side of the report's game.

    Raises
    ------
    InputError
        ``AUD008`` where the game has no such side.
    """
    if view == REFEREE:
        return report
    if view not in report.game.sides:
        known = ", ".join((REFEREE, *report.game.sides))
        message = f"{report.game.name} has no side '{view}'; its views are {known}"
        raise InputError.single("AUD008", message)
    actions = [shown for action in report.actions if (shown := _action(action, view)) is not None]
    accused = {(one.log, one.step) for one in actions if one.outcome is Outcome.ILLEGAL}
    # A consequence whose cause this side does not see stands by itself; a changed start everybody sees.
    seen = accused | {(log, START) for log in range(len(report.logs))}
    actions = [one if one.follows in seen else replace(one, follows=None) for one in actions]
    return replace(
        report,
        view=view,
        actions=tuple(actions),
        notices=tuple(_notice(notice) for notice in report.notices),
        findings=(),
    )


def _action(action: JudgedAction, view: str) -> JudgedAction | None:
    """Return an action as a side knows it: without the other side's hidden cards.

    None for what is secret as a whole: the other side's choice of chits, and if it was right.
    """
    # What was allowed can hang on what this side does not see.
    action = replace(action, instead=())
    known = action.verdicts.get(view)
    if known is not None:
        action = replace(
            action,
            **ruling(known),
            barrier=known.barrier,
            verdicts={},
            sum=None,
            taken=None,
        )
    if action.private is None or action.private.side == view:
        return action
    if action.private.public is None:
        return None
    found = replace(action, detail=action.private.public, private=None, sum=None)
    if not action.private.name:
        return found
    # How far a unit goes, and why it may not, tells what it is.
    unknown = replace(found, unit="", name=action.private.name, reason="", allowance=None)
    return replace(unknown, trail=None, taken=None, barrier=None)


def _notice(notice: Notice) -> Notice:
    """Return a notice without what names chits that were not drawn."""
    if not notice.private:
        return notice
    known: Mapping[str, object] = {k: v for k, v in notice.data.items() if k not in notice.private}
    return replace(notice, data=known, private=(), message=notice.public or notice.message)
