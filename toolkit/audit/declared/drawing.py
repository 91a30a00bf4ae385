"""Chits that are drawn while somebody still acts by the one before."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from toolkit.audit.decisions.records import Step
from toolkit.module import declared_gestures as g
from toolkit.rules.declared import Position
from toolkit.rules.declared import actions as a
from toolkit.rules.declared.game import apply


def is_drawn(step: Step) -> bool:
    """Return whether a chit is drawn in a step, or the phase of the chits ends."""
    return g.DRAWN in step.settings or step.turn is not None


def is_early(position: Position, draw: a.Draw, after: Sequence[Step], sides: Mapping[str, str]) -> bool:
    """Return whether a chit is drawn for the other side while one goes on, that says later it is done.

    Parameters
    ----------
    after : sequence of Step
        What follows.
    sides : mapping of str to str
        The module's names of the sides → ids.
    """
    acting = set(position.phase.sides) - position.ended
    trial = position.copy()
    for side in sorted(acting):
        apply(trial, a.End(side))
    apply(trial, draw)
    if not position.is_acting or not acting <= trial.ended:
        return False
    first: str | None = None
    for step in after:
        if is_drawn(step):
            break
        if g.ENDED in step.settings:
            return first in acting and sides.get(step.settings[g.ENDED].rpartition("/")[2]) in acting
        touched = (*(shift.counter for shift in step.shifts), *(told.counter for told in step.told))
        handled = [unit for unit in touched if unit in position.units]
        if first is None and handled:
            first = position.units[handled[0]].side
    return False
