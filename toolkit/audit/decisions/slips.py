"""Pieces handled by mistake and put right later, with other steps in between: nobody is accused of that."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterator, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from toolkit.audit.decisions.dropping import as_if
from toolkit.audit.decisions.judged import Judged
from toolkit.audit.decisions.reader import ReadLog
from toolkit.audit.decisions.records import CARD, UNIT, Step
from toolkit.audit.decisions.vocabulary import DRAG, Vocabulary
from toolkit.audit.ledger import Key, What
from toolkit.audit.report import JudgedAction, Notice
from toolkit.rules.verdict import Outcome

_FAR: Final = 40
"""So many steps later a piece may still be put right."""
_SOON: Final = 6
"""So many steps later where a part of the turn has ended: who is left there longer stands there."""
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
    """Steps of a log, by their numbers, that were never meant.

    Attributes
    ----------
    right : int
        The step that puts them right: the last of them, or one that sets the pieces down where they belong.
    turned : bool
        Whether a unit is turned over in the first.
    keyed : bool
        Whether the first is done by a key that decides something.
    late : bool
        Whether a part of the turn ends before they are put right.
    """

    log: int
    steps: tuple[int, ...]
    right: int
    turned: bool
    keyed: bool
    late: bool = False


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
        other = _without(read, slip)
        trial = judge(other, True).actions
        if _found(trial, Outcome.ILLEGAL) < _found(known, Outcome.ILLEGAL) and _found(trial) <= _found(known):
            read, known = other, trial
            notices.append(_notice(slip))
            # What another one explains may show only without this one.
            slips = [one for one in slips if one.log != slip.log or set(one.steps).isdisjoint(slip.steps)]
            left = list(slips)
    return Forgiven(read, judge(read, False) if notices else judged, tuple(notices))


def _explains(slip: _Slip, judged: Collection[JudgedAction]) -> bool:
    """Return whether something illegal may follow from a slip.

    Who turns a unit over may act thereby, and who presses a key does: there the slip itself has to be wrong,
    or to turn back what nobody did.  Pieces that lie elsewhere in the end, or that are put back in another
    part of the turn, may have been moved.
    """
    here = [one for one in judged if one.log == slip.log]
    wrong = {one.step for one in here if one.outcome is Outcome.ILLEGAL}
    first, last = slip.steps[0], slip.steps[-1]
    if first in wrong:
        return not slip.late or any(last in one.steps and one.outcome is not Outcome.LEGAL for one in here)
    if slip.turned:
        acted = any(first in one.steps and one.outcome is Outcome.LEGAL for one in here)
        return not wrong.isdisjoint(slip.steps) and not acted
    if slip.keyed or slip.late or last != slip.right:
        return False
    return any(first <= step <= last for step in wrong)


def _notice(slip: _Slip) -> Notice:
    text = f"what was handled here by mistake was put right in step {slip.right}, and nobody is accused of it"
    return Notice("AUD058", slip.steps[0], text, {"until": slip.right}, slip.log)


def _found(actions: Collection[JudgedAction], outcome: Outcome | None = None) -> _Found:
    """Return what is not legal, or has an outcome."""
    return Counter(
        (one.log, one.step, one.action, one.unit)
        for one in actions
        if (one.outcome is outcome if outcome else one.outcome is not Outcome.LEGAL)
    )


def _slips(log: int, steps: Sequence[Step], words: Vocabulary) -> Iterator[_Slip]:
    for at in range(len(steps)):
        yield from _slips_from(log, steps, at, words)


def _slips_from(log: int, steps: Sequence[Step], at: int, words: Vocabulary) -> Iterator[_Slip]:
    """Yield steps, from one on, that handle its pieces by hand: until all are as before, or all but the last.

    In the first case one part of the turn may end in between, in the second none; where units are not set
    down again the first alone counts, within one part.  What a key did is put right by hand at once.
    """
    if not _may_be_one(steps, at, words):
        return
    pieces, late = _touched(steps[at]), False
    turned, keyed = bool(_turned(steps[at])), not _by_hand(steps[at], words)
    left: dict[Key, tuple[Hashable, Hashable]] = {}
    run: list[int] = []
    meant: list[int] = []
    for near, step in enumerate(steps[at : at + _FAR]):
        touched = _touched(step)
        ends = step.turn is not None and (late or not words.set_down_again)
        late = late or step.turn is not None
        if ends or (late and near > _SOON):
            break
        if pieces.isdisjoint(touched) or (run and _stays(step, pieces, words)):
            continue
        if (run and not _by_hand(step, words)) or not touched <= pieces:
            break
        run.append(step.number)
        for entry in step.entries:
            first = left.pop(entry.key, (entry.before, None))[0]
            if first != entry.after:
                left[entry.key] = (first, entry.after)
        if not left:
            if len(run) > 1:
                yield _Slip(log, tuple(run), run[-1], turned, keyed, late)
            return
        if not late:
            meant = run[:]
    if words.set_down_again and len(meant) > 1 and not turned and not keyed:
        yield _Slip(log, tuple(meant[:-1]), meant[-1], turned, keyed)


def _may_be_one(steps: Sequence[Step], at: int, words: Vocabulary) -> bool:
    """Return whether a slip may begin with a step: by hand, where nobody acts thereby, or by a key."""
    pieces = _touched(steps[at])
    if not _by_hand(steps[at], words):
        soon = (_touched(step) for step in steps[at + 1 : at + 2])
        return _handled(steps[at], words) and not any(map(pieces.isdisjoint, soon))
    return not any(_acts(steps[max(at - _NEAR, 0) : at], piece, words) for piece in pieces)


def _acts(before: Sequence[Step], piece: str, words: Vocabulary) -> bool:
    """Return whether a unit acts by a drag after some steps: a key said so last, or it was turned over first.

    One that a key has turned over has acted.  What was said in an earlier part of the turn is over.
    """
    last = next((step for step in reversed(before) if step.turn is not None or piece in _touched(step)), None)
    if last is None or last.turn is not None:
        return False
    told = [one for one in last.told if one.act not in words.corrections]
    said = [one.act for one in told if one.counter == piece]
    if any(DRAG in words.goes_on.get(act, ()) for act in said):
        return True
    if said and words.still.issuperset(said):
        return False
    return bool(said) and piece not in _turned(last) if told else piece in _turned(last)


def _by_hand(step: Step, words: Vocabulary) -> bool:
    """Return whether units are only dragged or turned over in a step, by no key that decides something."""
    return _handled(step, words) and all(one.act in words.corrections for one in step.told)


def _handled(step: Step, words: Vocabulary) -> bool:
    """Return whether a step changes nothing but where units and cards lie, and faces."""
    more = step.settings.keys() - words.neutral or step.decks or step.turn is not None
    pieces = all(one.kind in (UNIT, CARD) and one.key.what in (What.PLACE, What.FACE) for one in step.entries)
    return bool(step.entries) and pieces and not more


def _stays(step: Step, pieces: Collection[str], words: Vocabulary) -> bool:
    """Return whether pieces act in a step where they lie, and are left as they lie."""
    said = {one.act for one in step.told if one.counter in pieces}
    moved = (entry for entry in step.entries if entry.key.what in (What.PLACE, What.FACE, What.MASK))
    return bool(said) and said <= words.still and all(entry.key.subject not in pieces for entry in moved)


def _turned(step: Step) -> frozenset[str]:
    return frozenset(entry.key.subject for entry in step.entries if entry.key.what is What.FACE)


def _touched(step: Step) -> frozenset[str]:
    """Return the pieces that a step changes, or on which a key was pressed in it."""
    return frozenset((*(entry.key.subject for entry in step.entries), *(one.counter for one in step.told)))


def _without(read: Sequence[ReadLog], slip: _Slip) -> list[ReadLog]:
    """Return logs without a slip: its pieces go on from where they lay, and what it changed is cancelled."""
    found = as_if(read, {(slip.log, step): {} for step in slip.steps})
    game = read[slip.log]
    cancelled = sum(len(step.entries) for step in game.steps if step.number in slip.steps)
    sums = replace(game.sums, cancelled=game.sums.cancelled + cancelled)
    found[slip.log] = replace(found[slip.log], sums=sums)
    return found
