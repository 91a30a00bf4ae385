"""Readings of a log that leaves something open: the one with the least against it counts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from toolkit.audit.decisions.judged import Match
from toolkit.audit.declared.referee import Meaning, Referee
from toolkit.audit.ledger import PATIENCE
from toolkit.audit.report import JudgedAction
from toolkit.rules.declared.rules import Rules
from toolkit.rules.verdict import Outcome

_MOST: Final = 16
"""So often a game is read anew; beyond that it stays as it is."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What steps are taken to be.

    Attributes
    ----------
    stays : frozenset of (int, int)
        Log and number of steps in which a phase goes on, whatever they show that would fit a later one.
    lifted : frozenset of (int, int, str)
        Log and number of steps, and the units that were only lifted in them, or put back.
    dones : frozenset of (int, int, Meaning)
        Log and number of steps in which somebody is done while the other acts, and what that means.
    """

    stays: frozenset[tuple[int, int]] = frozenset()
    lifted: frozenset[tuple[int, int, str]] = frozenset()
    dones: frozenset[tuple[int, int, Meaning]] = frozenset()

    def of(self, match: Match[Rules]) -> Match[Rules]:
        """Return a match without the drags of what was only lifted."""
        if not self.lifted:
            return match
        steps = list(match.steps)
        for at, moment in enumerate(match.moments):
            kept = tuple(one for one in steps[at].shifts if (*moment, one.counter) not in self.lifted)
            if len(kept) < len(steps[at].shifts):
                steps[at] = replace(steps[at], shifts=kept)
        return replace(match, steps=tuple(steps))


def least(judged: Callable[[Reading], Referee]) -> tuple[Referee, Reading]:
    """Return how a game is judged under the reading with the least against it, and that reading.

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
        # Where it comes to the same the phase is the one that the tracker shows, and what was dragged moved.
        if _against(trial) <= _against(found) - (other.lifted != reading.lifted):
            found, reading = trial, other
    return found, reading


def _others(referee: Referee, reading: Reading) -> Iterator[Reading]:
    wrong = [one for one in referee.judged if _counts(one)]
    if not wrong:
        return
    first = (wrong[0].log, wrong[0].step)
    for log, step, taken in reversed([said for said in referee.said if said[:2] <= first]):
        for meaning in Meaning:
            if meaning is not taken:
                others = {said for said in reading.dones if said[:2] != (log, step)}
                yield replace(reading, dones=frozenset(others | {(log, step, meaning)}))
    last = (wrong[-1].log, wrong[-1].step)
    for moment in referee.guessed:
        if moment < last:
            yield replace(reading, stays=reading.stays | {moment})
    for one in wrong:
        back = _put_back(referee, one)
        if back is not None:
            yield replace(reading, lifted=reading.lifted | back)


def _put_back(referee: Referee, wrong: JudgedAction) -> frozenset[tuple[int, int, str]] | None:
    """Return the drags of a unit that was moved wrongly and put back before anything ended; else None."""
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
                between = (referee.moments[place] for place, _ in drags if begun <= place <= ended)
                return frozenset((*moment, wrong.unit) for moment in between)
    return None


def _against(referee: Referee) -> int:
    return sum(map(_counts, referee.judged))


def _counts(one: JudgedAction) -> bool:
    return one.outcome is Outcome.ILLEGAL and one.follows is None
