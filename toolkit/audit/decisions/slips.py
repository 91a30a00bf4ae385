"""Pieces handled by mistake and put right later, with other steps in between: nobody is accused of that."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterator, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from toolkit.audit.decisions.judged import Judged
from toolkit.audit.decisions.reader import ReadLog
from toolkit.audit.decisions.records import UNIT, Step
from toolkit.audit.decisions.vocabulary import DRAG, Vocabulary
from toolkit.audit.ledger import Key, What
from toolkit.audit.report import JudgedAction, Notice
from toolkit.rules.verdict import Outcome

_FAR: Final = 40
"""So many steps later a piece may still be put right."""
_NEAR: Final = 12
"""So many steps before its drag a unit may be turned over that acts by both."""
_MOST: Final = 8
"""So often a game is judged without a slip."""

Judge = Callable[[Sequence[ReadLog], bool], Judged]
_Found = Counter[tuple[int, int, str, str]]


class Forgiven(NamedTuple):
    """A game without its slips, how it is judged then, and what is said of each."""

    read: Sequence[ReadLog]
    judged: Judged
    notices: tuple[Notice, ...] = ()


class _Slip(NamedTuple):
    """Steps of a log that come to nothing together, by their numbers."""

    log: int
    steps: tuple[int, ...]
    turned: bool


def without_slips(read: Sequence[ReadLog], judged: Judged, judge: Judge, words: Vocabulary) -> Forgiven:
    """Return a game without the slips that explain something illegal in it.

    A slip is forgiven where less is illegal without it, and nothing is found that was not.
    """
    known, tries, notices = judged.actions, _MOST, list[Notice]()
    slips = [one for log, game in enumerate(read) for one in _slips(log, game.steps, words)]
    left = list(slips)
    while left and tries:
        slip = left.pop(0)
        if not _explains(slip, known):
            continue
        tries -= 1
        other = [_without(game, slip.steps) if log == slip.log else game for log, game in enumerate(read)]
        trial = judge(other, True).actions
        if _found(trial, Outcome.ILLEGAL) < _found(known, Outcome.ILLEGAL) and _found(trial) <= _found(known):
            read, known = other, trial
            notices.append(_notice(slip))
            # What another one explains may show only without this one.
            slips.remove(slip)
            left = list(slips)
    return Forgiven(read, judge(read, False) if notices else judged, tuple(notices))


def _explains(slip: _Slip, judged: Collection[JudgedAction]) -> bool:
    """Return whether something illegal may follow from a slip.

    Who turns a unit over may act thereby: there the slip itself has to be wrong.
    """
    first, last = slip.steps[0], slip.steps[-1]
    wrong = {one.step for one in judged if one.outcome is Outcome.ILLEGAL and one.log == slip.log}
    return first in wrong if slip.turned else any(first <= step <= last for step in wrong)


def _notice(slip: _Slip) -> Notice:
    last = slip.steps[-1]
    text = f"what was handled here by mistake was put right in step {last}, and nobody is accused of it"
    return Notice("AUD058", slip.steps[0], text, {"until": last}, slip.log)


def _found(actions: Collection[JudgedAction], outcome: Outcome | None = None) -> _Found:
    """Return what is not legal, or has an outcome."""
    return Counter(
        (one.log, one.step, one.action, one.unit)
        for one in actions
        if (one.outcome is outcome if outcome else one.outcome is not Outcome.LEGAL)
    )


def _slips(log: int, steps: Sequence[Step], words: Vocabulary) -> Iterator[_Slip]:
    taken: set[int] = set()
    for at, step in enumerate(steps):
        if at not in taken and (run := _run(steps, at, words)):
            taken.update(run)
            yield _Slip(log, tuple(steps[place].number for place in run), bool(_turned(step)))


def _run(steps: Sequence[Step], at: int, words: Vocabulary) -> tuple[int, ...]:
    """Return the steps, from one on, that handle its pieces by hand until all are as they were; else ().

    They lie within one part of the turn.
    """
    pieces = _touched(steps[at])
    if not _by_hand(steps[at]) or any(
        _acts(steps[max(at - _NEAR, 0) : at], piece, words) for piece in pieces
    ):
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


def _acts(before: Sequence[Step], piece: str, words: Vocabulary) -> bool:
    """Return whether a unit acts by a drag after some steps: a key said so last, or it was turned over first.

    One that a key has turned over has acted.
    """
    last = next((step for step in reversed(before) if piece in _touched(step)), None)
    if last is None:
        return False
    said = [told.act for told in last.told if told.counter == piece]
    if any(DRAG in words.goes_on.get(act, ()) for act in said):
        return True
    return piece in _turned(last) if not last.told else bool(said) and piece not in _turned(last)


def _by_hand(step: Step) -> bool:
    """Return whether units are only dragged or turned over in a step."""
    decided = step.told or step.settings or step.decks or step.turn is not None
    handled = all(one.kind == UNIT and one.key.what in (What.PLACE, What.FACE) for one in step.entries)
    return bool(step.entries) and handled and not decided


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
