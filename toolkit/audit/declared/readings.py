"""Readings of a log that leaves something open: the one with the least against it counts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from toolkit.audit.report import JudgedAction
from toolkit.rules.verdict import Outcome

if TYPE_CHECKING:
    from toolkit.audit.declared.referee import Referee

_MOST: Final = 16
"""So often a game is read anew; beyond that it stays as it is."""


class Meaning(StrEnum):
    """What it means that somebody is done while the other acts: he says it late, passes, or may not."""

    LATE = "late"
    PASS = "pass"
    OFFENCE = "offence"


@dataclass(frozen=True, slots=True)
class Reading:
    """What steps are taken to be.

    Attributes
    ----------
    stays : frozenset of (int, int)
        Log and number of steps in which a phase goes on, whatever they show that would fit a later one.
    dones : frozenset of (int, int, Meaning)
        Log and number of steps in which somebody is done while the other acts, and what that means.
    settled : bool
        Whether what the battles asked for that were rolled before the log begins has been done.
    otherwise : frozenset of (int, int)
        Log and number of steps in which a card dragged onto the pile was discarded where it would be taken to
        be played, or played where it would be taken to be discarded.
    """

    stays: frozenset[tuple[int, int]] = frozenset()
    dones: frozenset[tuple[int, int, Meaning]] = frozenset()
    settled: bool = False
    otherwise: frozenset[tuple[int, int]] = frozenset()


def least(judged: Callable[[Reading], Referee]) -> tuple[Referee, Reading]:
    """Return how a game is judged under the reading with the least against it, and that reading.

    A phase ends when the tracker shows it, or before that when something was done that only fits a later one.
    Where what comes after does not fit that one, it was done in the wrong phase.
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
        if other.settled != reading.settled:
            better = _open(trial) < _open(found)
        else:
            # Where it comes to the same the phase is the one that the tracker shows, and a card what it was.
            gain = _against(found) - _against(trial)
            better = gain > 0 or (gain == 0 and other.otherwise == reading.otherwise)
        if better:
            found, reading = trial, other
    return found, reading


def _others(referee: Referee, reading: Reading) -> Iterator[Reading]:
    if referee.began and _open(referee):
        yield replace(reading, settled=not reading.settled)
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
    for moment in (referee.moments[at] for at in referee.narrator.dealing.laid):
        if moment <= last:
            yield replace(reading, otherwise=reading.otherwise | {moment})
    for moment in referee.guessed:
        if moment < last:
            yield replace(reading, stays=reading.stays | {moment})


def _against(referee: Referee) -> int:
    return sum(map(_counts, referee.judged))


def _open(referee: Referee) -> int:
    return sum(one.outcome is not Outcome.LEGAL for one in referee.judged)


def _counts(one: JudgedAction) -> bool:
    return one.outcome is Outcome.ILLEGAL and one.follows is None
