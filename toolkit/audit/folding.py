"""One offence, one finding: what only follows from it is folded under it.

Each finding is tried in turn: the game is judged again as if the steps of that finding had not been, and what
is not found then was a consequence.  A piece that was set down wrongly and put right in the very next step,
with all that went along, was no offence at all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace

from toolkit.audit.report import JudgedAction
from toolkit.rules.verdict import Outcome

Step = tuple[int, int]
"""Log and number."""
Again = Callable[[frozenset[Step]], Sequence[JudgedAction]]
"""Judges the game without some steps."""
Moved = Callable[[Step], frozenset[str]]
"""The pieces that a step sets down elsewhere."""

_MOST = 8
"""So often a game is judged again: beyond that findings stay as they are."""
_MOVES = frozenset({"move", "move friendly", "retreat"})
"""What a drag shows by itself."""
_Key = tuple[int, int, str, str, Outcome]


def _each_by_itself(_step: Step) -> frozenset[str]:
    return frozenset()


def fold(
    judged: Sequence[JudgedAction], steps: Sequence[Step], again: Again, moved: Moved = _each_by_itself
) -> tuple[JudgedAction, ...]:
    """Return the actions of a game, each consequence marked with its cause.

    Parameters
    ----------
    judged : sequence of JudgedAction
    steps : sequence of (int, int)
        Log and number of all steps that were judged, in their order.
    again : callable
    moved : callable, optional
        For a game whose actions move several pieces.
    """
    folding = _Folding(judged, steps, again, moved)
    lone = sum(map(_counts, judged)) < 2
    if lone and not any(map(folding.may_be_put_right, filter(_counts, judged))):
        return tuple(judged)
    return folding.run()


class _Folding:
    def __init__(
        self, judged: Sequence[JudgedAction], steps: Sequence[Step], again: Again, moved: Moved
    ) -> None:
        self.judged, self.again, self.moved = judged, again, moved
        self.places = {step: place for place, step in enumerate(steps)}
        self.steps = steps
        self.left = Counter(map(_key, filter(_counts, judged)))
        self.unsure = sum(map(_is_unsure, judged))
        self.dropped: frozenset[Step] = frozenset()
        self.causes: dict[_Key, Step] = {}
        self.forgiven: set[_Key] = set()
        self.apart: set[_Key] = set()

    def run(self) -> tuple[JudgedAction, ...]:
        tries = 0
        for cause in sorted(filter(_counts, self.judged), key=_order):
            if tries == _MOST or (sum(self.left.values()) < 2 and not self.may_be_put_right(cause)):
                continue
            if _key(cause) in self.causes or not self.left[_key(cause)]:
                continue
            tries += 1
            self._try(cause)
        return tuple(
            replace(action, follows=self.causes.get(_key(action))) if _counts(action) else action
            for action in self.judged
            if _key(action) not in self.forgiven
        )

    def _try(self, cause: JudgedAction) -> None:
        dropped = self.dropped | {(cause.log, step) for step in cause.steps} | self._same_again(cause)
        again = self.again(dropped)
        found = Counter(map(_key, filter(_counts, again)))
        own = {_key(cause), *(key for key in self.left if key[:2] in dropped and key[:4] == _key(cause)[:4])}
        gone, new = self.left - found, found - self.left
        self.apart |= {key for key in gone if key not in own and self._is_apart(key, cause, again)}
        stays = Counter({key: count for key, count in gone.items() if key in self.apart})
        vanished = [key for key in gone if key not in own and key not in self.apart]
        unsure = sum(map(_is_unsure, again))
        appears = sum(new.values()) + max(0, unsure - self.unsure)
        if appears and appears >= len(vanished):
            return
        if self.may_be_put_right(cause) and not new:
            self.forgiven |= {*own, *vanished}
        elif not vanished:
            return
        self.causes |= dict.fromkeys(vanished, (cause.log, cause.step))
        self.left, self.dropped, self.unsure = found + stays, dropped, unsure

    @staticmethod
    def _is_apart(key: _Key, cause: JudgedAction, again: Sequence[JudgedAction]) -> bool:
        """Return whether a finding that is gone without a cause does not follow from it.

        Nothing follows from what came later.  Without a unit that was set down from beside the board nobody
        can say how play went on: there only what is judged again, and otherwise, was a consequence.
        """
        log, step, what, unit, _ = key
        if any(_is_unsure(one) and _key(one)[:4] == (log, step, what, unit) for one in again):
            return True
        if (log, step) < (cause.log, cause.step):
            return True
        if cause.start or not cause.unit:
            return False
        return not any((one.log, one.unit) == (log, unit) and step in one.steps for one in again)

    def _same_again(self, cause: JudgedAction) -> frozenset[Step]:
        """Return the steps right after a finding in which the same is found once more."""
        found: set[Step] = set()
        at = self.places.get((cause.log, cause.step), -1)
        alike = {(one.log, one.step) for one in self.judged if _counts(one) and one.action == cause.action}
        while 0 <= at < len(self.steps) - 1 and not cause.unit and self.steps[at + 1] in alike:
            at += 1
            found.add(self.steps[at])
        return frozenset(found)

    def may_be_put_right(self, cause: JudgedAction) -> bool:
        """Return whether the very next step handles the same unit again, and what went along with it."""
        if _came_back(cause):
            return True
        at = self.places.get((cause.log, cause.step), -1)
        after = self.steps[at + 1] if 0 <= at < len(self.steps) - 1 else None
        if after is None or not cause.unit or not _handles(self.judged, cause, after):
            return False
        along = frozenset[str]().union(*(self.moved((cause.log, step)) for step in cause.steps))
        return along - {cause.unit} <= self.moved(after)


def _came_back(cause: JudgedAction) -> bool:
    """Return whether a unit was only lifted and put back where it stood."""
    moved = cause.action in _MOVES and len(cause.steps) > 1
    return moved and bool(cause.unit and cause.start) and cause.start == cause.end


def _handles(judged: Collection[JudgedAction], cause: JudgedAction, step: Step) -> bool:
    """Return whether in a step the same unit is moved on from where a finding has brought it."""
    log, number = step
    return bool(cause.end) and any(
        (one.log, one.unit, one.start) == (log, cause.unit, cause.end)
        and number in one.steps
        and one.end not in ("", one.start)
        for one in judged
    )


def _counts(action: JudgedAction) -> bool:
    return action.outcome is Outcome.ILLEGAL and action.follows is None


def _is_unsure(action: JudgedAction) -> bool:
    """Return whether an action is not judged for good: it may be one of which less is known now."""
    return action.outcome not in (Outcome.LEGAL, Outcome.ILLEGAL)


def _key(action: JudgedAction) -> _Key:
    return (action.log, action.step, action.action, action.unit, action.outcome)


def _order(action: JudgedAction) -> tuple[int, int, bool]:
    """Order findings as they are tried: by step, and of a step the course of the game first."""
    return (action.log, action.step, bool(action.unit))


def as_given(action: JudgedAction, logs: Sequence[int]) -> JudgedAction:
    """Return an action with its logs counted as they were given, and not in the order of play."""
    if action.follows is None and logs[action.log] == action.log:
        return action
    follows = None if action.follows is None else (logs[action.follows[0]], action.follows[1])
    return replace(action, log=logs[action.log], follows=follows)
