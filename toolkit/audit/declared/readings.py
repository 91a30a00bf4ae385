"""Readings of a log that leaves something open: the one with the least against it counts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from toolkit.audit.areas.judged import Match
from toolkit.audit.declared.referee import Referee
from toolkit.audit.ledger import PATIENCE
from toolkit.audit.report import JudgedAction
from toolkit.rules.declared.rules import Rules
from toolkit.rules.verdict import Outcome

_MOST: Final = 12
"""So often a game is read anew; beyond that it stays as it is."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What steps are taken to be.

    Attributes
    ----------
    stays : frozenset of int
        Steps in which a phase goes on, whatever they show that would fit a later one.
    lifted : frozenset of (int, str)
        Steps and the units that were only lifted in them, and put back.
    """

    stays: frozenset[int] = frozenset()
    lifted: frozenset[tuple[int, str]] = frozenset()

    def of(self, match: Match[Rules]) -> Match[Rules]:
        """Return a match without the drags of what was only lifted."""
        if not self.lifted:
            return match
        steps = list(match.steps)
        for at, unit in self.lifted:
            kept = tuple(shift for shift in steps[at].shifts if shift.counter != unit)
            steps[at] = replace(steps[at], shifts=kept)
        return replace(match, steps=tuple(steps))


def least(judged: Callable[[Reading], Referee]) -> Referee:
    """Return how a game is judged under the reading with the least against it.

    A phase ends when the tracker shows it, or before that when something was done that only fits a later one.
    Where what comes after does not fit that one, it was done in the wrong phase.  A unit that is set down
    wrongly and lies again where it was before the phase ends, was only lifted.
    """
    reading = Reading()
    found = judged(reading)
    tried: set[Reading] = set()
    while len(tried) < _MOST:
        other = next((one for one in _others(found, reading) if one not in tried), None)
        if other is None:
            break
        tried.add(other)
        trial = judged(other)
        if _against(trial) <= _against(found):
            found, reading = trial, other
    return found


def _others(referee: Referee, reading: Reading) -> Iterator[Reading]:
    wrong = [one for one in referee.judged if _counts(one)]
    if not wrong:
        return
    last = referee.moments.index((wrong[-1].log, wrong[-1].step))
    for at in referee.guessed:
        if at < last:
            yield replace(reading, stays=reading.stays | {at})
    for one in wrong:
        back = _put_back(referee, one)
        if back is not None:
            yield replace(reading, lifted=reading.lifted | back)


def _put_back(referee: Referee, wrong: JudgedAction) -> frozenset[tuple[int, str]] | None:
    """Return the drags of a unit moved wrongly that lies again where it was, before anything ends; else None."""
    if wrong.action != "move":
        return None
    at = referee.moments.index((wrong.log, wrong.step))
    first = last = at
    while first > max(at - PATIENCE, 0) and not referee.ends_at(first - 1):
        first -= 1
    while last < min(at + PATIENCE, len(referee.steps) - 1) and not referee.ends_at(last):
        last += 1
    drags = [
        (place, shift)
        for place in range(first, last + 1)
        for shift in referee.steps[place].shifts
        if shift.counter == wrong.unit
    ]
    for one, (begun, away) in enumerate(drags):
        for ended, back in drags[one + 1 :]:
            if begun <= at <= ended and back.target.area == away.origin.area != "":
                return frozenset((place, wrong.unit) for place, _ in drags if begun <= place <= ended)
    return None


def _against(referee: Referee) -> int:
    return sum(map(_counts, referee.judged))


def _counts(one: JudgedAction) -> bool:
    return one.outcome is Outcome.ILLEGAL and one.follows is None
