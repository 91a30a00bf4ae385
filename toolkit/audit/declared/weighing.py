"""Which reading of a log counts that leaves something open: the one with the least against it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final

from toolkit.audit.declared.readings import Meaning, Reading
from toolkit.audit.declared.referee import Referee
from toolkit.audit.report import JudgedAction
from toolkit.rules.verdict import Outcome

_MOST: Final = 16
"""So often a game is read anew; beyond that it stays as it is."""


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
