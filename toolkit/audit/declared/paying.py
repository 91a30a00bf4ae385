"""What the table might look like if what is due had been done."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, islice

from toolkit.audit.declared.vocabulary import DELETED, face_of
from toolkit.audit.declared.wording import unit_of
from toolkit.audit.decisions.dropping import goal_of
from toolkit.audit.folding import FACED, Goals
from toolkit.rules.declared import Position
from toolkit.rules.declared import actions as a
from toolkit.rules.declared.choices import answers, settled
from toolkit.rules.declared.game import apply, breaches
from toolkit.rules.declared.lone import escapes
from toolkit.rules.declared.owing import owed
from toolkit.rules.declared.showing import shown_blanks
from toolkit.rules.mechanisms.forces import ELIMINATED

_MOST = 6
"""So many ways to pay are looked at."""
_LONG = 20
"""So many answers may be due of one side at once."""


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
