"""Logs in which a step is missing, as a later one shows: play is judged anew from what that one says."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from toolkit.audit.contradictions import Contradiction
from toolkit.audit.decisions.judged import Judged
from toolkit.audit.decisions.reader import ReadLog
from toolkit.audit.decisions.records import Laid
from toolkit.audit.ledger import Sums
from toolkit.rules.verdict import Outcome
from toolkit.vassal.commands import Command

Begins = Callable[[int, int, Iterable[Command]], Laid]
"""Log, step, and what the missing one did → the table before that step."""
Judge = Callable[[Sequence[ReadLog], bool], Judged]
_Stretch = tuple[int, Sequence[ReadLog]]


_MOST = 6
"""So often a log is judged in parts: beyond that it stays whole, and only what is missing is said."""


def stretches(read: Sequence[ReadLog], judge: Judge, begins: Begins) -> list[_Stretch]:
    """Return logs in stretches in which nothing is missing by which somebody would be accused.

    Where in between a step is missing is tried: the fewest accusations are the likeliest.  Each stretch comes
    with the place of its first log.
    """
    lacking = [(log, lacks) for log, game in enumerate(read) for lacks in _together(game)]
    found: list[_Stretch] = [(0, read)]
    wrong, tries = _wrong(read, judge) if lacking else [], _MOST
    for log, lacks in lacking:
        first, last = found[-1]
        since, until = max(one.since for one in lacks), min(one.step for one in lacks)
        later = [step for at, step in wrong if (first + at, step) >= (log, since)]
        if not later or not tries:
            continue
        numbers = [step.number for step in last[log - first].steps if step.number > since]
        mends = [one.mend for one in lacks if one.mend is not None]
        soon = min(later[0], until)
        places = [next((at for at in numbers if at >= least), 0) for least in (soon, soon + 1, until)]
        parts = [_split(last, log - first, at, begins(log, at, mends)) for at in dict.fromkeys(places) if at]
        if not parts:
            continue
        tries -= 1
        judged = [(_wrong(before, judge), _wrong(after, judge), (before, after)) for before, after in parts]
        less, left, (before, after) = min(judged, key=lambda one: len(one[0]) + len(one[1]))
        if len(less) + len(left) < len(wrong):
            found[-1:] = [(first, before), (log, after)]
            wrong = left
    return found


def _together(game: ReadLog) -> Iterator[Sequence[Contradiction]]:
    """Yield what may come of one step that is missing."""
    lacks: list[Contradiction] = []
    for one in sorted(game.lacks, key=lambda one: one.step):
        if lacks and max(one.since, *(known.since for known in lacks)) >= lacks[0].step:
            yield lacks
            lacks = []
        lacks.append(one)
    if lacks:
        yield lacks


def _wrong(read: Sequence[ReadLog], judge: Judge) -> list[tuple[int, int]]:
    """Return where somebody is accused."""
    if not any(game.steps for game in read):
        return []
    return [(one.log, one.step) for one in judge(read, True).actions if one.outcome is Outcome.ILLEGAL]


def _split(
    read: Sequence[ReadLog], log: int, at: int, begin: Laid
) -> tuple[Sequence[ReadLog], Sequence[ReadLog]]:
    """Return logs before a step of one of them, and from it on."""
    game = read[log]
    before = tuple(step for step in game.steps if step.number < at)
    after = game.steps[len(before) :]
    entries = sum(len(step.entries) for step in after)
    sums = replace(game.sums, entries=game.sums.entries - entries)
    one = replace(game, steps=before, end=begin, sums=sums)
    other = replace(game, begin=begin, steps=after, sums=Sums(entries))
    return (*read[:log], one), (other, *read[log + 1 :])
