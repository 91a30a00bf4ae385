"""What had to be done first, and what the table might look like if it had been."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, islice

from toolkit.audit.decisions.dropping import goal_of
from toolkit.audit.declared.vocabulary import DELETED, face_of
from toolkit.audit.declared.wording import unit_of
from toolkit.audit.folding import FACED, Goals
from toolkit.audit.report import Owed
from toolkit.rules.declared import Position, due
from toolkit.rules.declared import actions as a
from toolkit.rules.declared.choices import answers, settled
from toolkit.rules.declared.game import apply, breaches, is_thrown
from toolkit.rules.declared.lone import escapes, left_alone
from toolkit.rules.declared.owing import owed
from toolkit.rules.declared.showing import shown_blanks
from toolkit.rules.declared.throwing import waiting
from toolkit.rules.mechanisms.forces import ELIMINATED
from toolkit.rules.verdict import Outcome, Verdict

_MOST = 6
"""So many ways to pay are looked at."""
_LONG = 20
"""So many answers may be due of one side at once."""
_DICE = frozenset({"roll"})
"""By what dice that are due are paid."""


def debt(position: Position, action: a.Action, verdict: Verdict, *, pays: bool) -> Owed | None:
    """Return what a battle asked for first, or who may not stay, where a verdict says so.

    Who rolls for a battle once more did not go on to the next thing: that is his own offence.

    Parameters
    ----------
    pays : bool
        Whether it is asked in which ways it could be done.
    """
    if verdict.outcome is not Outcome.ILLEGAL:
        return None
    found = due(position)
    if isinstance(action, a.Roll):
        again = waiting(position, action.targets) is None
        if is_thrown(position, action, settled(position)) if action.unit else again:
            return None
    if found.units and found.clause in verdict.rules:
        side, units, by = found.sides[0], found.units, _DICE if "Roll" in found.actions else frozenset[str]()
    else:
        stay = (*shown_blanks(position), *left_alone(position))
        units = tuple(unit for unit, number in stay if number in verdict.rules)[:1]
        if not units:
            return None
        side, by = position.units[units[0]].side, frozenset()
    alone = units[0] if len(units) == 1 else ""
    return Owed(side, alone, position.listed(units), payments(position, side) if pays else (), by)


def payments(position: Position, side: str) -> tuple[Goals, ...]:
    """Return where units of a side may lie, or on which face, once it has done what is due of it.

    Each begins with another of the answers that may come next, and goes on with any.
    """
    found: list[Goals] = []
    for first in islice(_answers(position, side), _MOST):
        trial, answer = position.copy(), first
        by_result = _asks(position)
        for _ in range(_LONG):
            apply(trial, answer)
            more = next(_answers(trial, side), None) if _asks(trial) == by_result else None
            if more is None:
                break
            answer = more
        goals = _changed(position, trial)
        if goals and goals not in found:
            found.append(goals)
    return tuple(found)


def _asks(position: Position) -> bool:
    """Return whether the result of a battle asks for something."""
    return owed(position, position.battle, settled(position)) is not None


def _answers(position: Position, side: str) -> Iterator[a.Action]:
    """Yield what a side may do of what is due next: by a result, else by units that may not stay."""
    rulings = settled(position)
    found = owed(position, position.battle, rulings)
    if found is not None:
        options = answers(position, found, rulings)
    else:
        options = chain(escapes(position), (a.Eliminate(unit) for unit, _ in shown_blanks(position)))
    for action in options:
        unit = position.units.get(unit_of(action))
        if unit is not None and unit.side == side and not breaches(position, action, rulings):
            yield action


def _changed(before: Position, after: Position) -> Goals:
    """Return what differs of the units of two positions; a unit that goes and turns over, only goes."""
    goals: dict[str, str] = {}
    for id, unit in before.units.items():
        place, steps = after.where[id], after.steps[id]
        if place != before.where[id]:
            goals[id] = goal_of(DELETED) if place == ELIMINATED else place
        elif steps != before.steps[id]:
            goals[id] = FACED + face_of(unit, steps)
    return goals
