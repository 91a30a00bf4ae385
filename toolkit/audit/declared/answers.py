"""Answers to the result of a battle: players give them in any order."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from itertools import islice, takewhile
from typing import Final

from toolkit.audit.decisions.entries import FACE
from toolkit.audit.decisions.records import Place, Step
from toolkit.module import declared_gestures as g
from toolkit.rules.declared.owing import Owed
from toolkit.rules.declared.position import OFF_MAP
from toolkit.rules.mechanisms.forces import ELIMINATED

_MOST: Final = 8
"""So many steps of answers belong together."""
_KEYS: Final = frozenset({g.LOSE, g.ELIMINATE, g.FLIP})


def answered_by(
    found: Owed, fighters: Collection[str], steps: Iterable[tuple[int, Step]], where: Callable[[Place], str]
) -> int | None:
    """Return the number of the step that does what a result asks for next: the first, or an answer after it.

    Parameters
    ----------
    fighters : collection of str
        The units of the battle.
    steps : iterable of (int, Step)
        With their numbers.
    where : callable
        Place of the table → place of a position.
    """
    row = takewhile(lambda one: _is_answer(one[1], fighters), islice(steps, _MOST))
    return next((number for number, step in row if _gives(step, found, where)), None)


def _is_answer(step: Step, fighters: Collection[str]) -> bool:
    """Return whether in a step nothing is done but what a result may ask of the units of its battle."""
    handled = {shift.counter for shift in step.shifts} | _turned(step)
    keys = {told.act for told in step.told if told.act} <= _KEYS
    return keys and step.turn is None and bool(handled) and handled.issubset(fighters)


def _gives(step: Step, found: Owed, where: Callable[[Place], str]) -> bool:
    if found.what == "retreat":
        return any(one.counter in found.units and where(one.target) not in OFF_MAP for one in step.shifts)
    gone = {one.counter for one in step.shifts if where(one.target) == ELIMINATED}
    return not (gone | _turned(step)).isdisjoint(found.units)


def _turned(step: Step) -> set[str]:
    return {unit for unit, values in step.noted.items() if FACE in values} | step.turned.keys()
