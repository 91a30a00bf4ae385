"""Pieces handled by mistake and put right later, with other steps in between: nobody is accused of that."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterator, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from toolkit.audit.decisions.judged import Judged
from toolkit.audit.decisions.reader import ReadLog
from toolkit.audit.decisions.records import CARD, Step
from toolkit.audit.ledger import Key, What
from toolkit.audit.report import JudgedAction
from toolkit.rules.verdict import Outcome

_FAR: Final = 40
"""So many steps later a piece may still be put right."""
_NEAR: Final = 12
"""So many steps before its drag a unit may be turned over that acts by both."""
_MOST: Final = 8
"""So often a game is judged without a slip."""

Judge = Callable[[Sequence[ReadLog], bool], Judged]
_Found = Counter[tuple[int, int, str, str]]


class _Slip(NamedTuple):
    """Steps of a log that come to nothing together, by their numbers."""

    log: int
    steps: tuple[int, ...]
    turned: bool


def without_slips(read: Sequence[ReadLog], judged: Judged, judge: Judge) -> tuple[Sequence[ReadLog], Judged]:
    """Return a game without the slips that explain something illegal in it, and how it is judged then.

    A slip is forgiven where less is illegal without it, and nothing else is.  Who turns a unit over may act
    thereby: there the slip itself has to be wrong.
    """
    found, tries = _illegal(judged.actions), _MOST
    if not found:
        return read, judged
    forgiven = False
    for slip in [one for log, game in enumerate(read) for one in _slips(log, game.steps)]:
        wrong = {step for log, step, *_ in found if log == slip.log}
        first, last = slip.steps[0], slip.steps[-1]
        explains = first in wrong if slip.turned else any(first <= step <= last for step in wrong)
        if not tries or not explains:
            continue
        tries -= 1
        other = [_without(game, slip.steps) if log == slip.log else game for log, game in enumerate(read)]
        left = _illegal(judge(other, True).actions)
        if left < found:
            read, found, forgiven = other, left, True
    return read, judge(read, False) if forgiven else judged


def _illegal(actions: Collection[JudgedAction]) -> _Found:
    return Counter(
        (one.log, one.step, one.action, one.unit) for one in actions if one.outcome is Outcome.ILLEGAL
    )


def _slips(log: int, steps: Sequence[Step]) -> Iterator[_Slip]:
    taken: set[int] = set()
    for at, step in enumerate(steps):
        if at not in taken and (run := _run(steps, at)):
            taken.update(run)
            yield _Slip(log, tuple(steps[place].number for place in run), bool(_turned(step)))


def _run(steps: Sequence[Step], at: int) -> tuple[int, ...]:
    """Return the steps, from one on, that handle its pieces by hand until all are as they were; else ().

    They lie within one part of the turn.  A unit that was turned over before it is dragged acts.
    """
    pieces = _touched(steps[at])
    if not _by_hand(steps[at]) or any(pieces & _turned(step) for step in steps[max(at - _NEAR, 0) : at]):
        return ()
    left: dict[Key, tuple[Hashable, Hashable]] = {}
    run: list[int] = []
    for place in range(at, min(at + _FAR, len(steps))):
        touched = _touched(steps[place])
        if steps[place].turn is not None:
            return ()
        if pieces.isdisjoint(touched):
            continue
        if not _by_hand(steps[place]) or not touched <= pieces:
            return ()
        run.append(place)
        for entry in steps[place].entries:
            first = left.pop(entry.key, (entry.before, None))[0]
            if first != entry.after:
                left[entry.key] = (first, entry.after)
        if not left:
            return tuple(run) if len(run) > 1 else ()
    return ()


def _by_hand(step: Step) -> bool:
    """Return whether units are only dragged or turned over in a step."""
    decided = step.told or step.settings or step.decks or step.turn is not None
    return bool(step.entries) and not decided and all(shift.kind != CARD for shift in step.shifts)


def _turned(step: Step) -> frozenset[str]:
    return frozenset(entry.key.subject for entry in step.entries if entry.key.what is What.FACE)


def _touched(step: Step) -> frozenset[str]:
    """Return the pieces that a step changes, or on which a key was pressed in it."""
    return frozenset((*(entry.key.subject for entry in step.entries), *(one.counter for one in step.told)))


def _without(game: ReadLog, numbers: Collection[int]) -> ReadLog:
    """Return a log without some steps; what they changed counts as cancelled."""
    cancelled = sum(len(step.entries) for step in game.steps if step.number in numbers)
    steps = tuple(step for step in game.steps if step.number not in numbers)
    sums = replace(game.sums, cancelled=game.sums.cancelled + cancelled)
    return replace(game, steps=steps, sums=sums)
