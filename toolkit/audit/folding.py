"""One offence, one finding: what only follows from it is folded under it.

Each finding is tried in turn: the game is judged again as if its steps had not been, or as if its unit had
gone where it might have, and what is not found then was a consequence.  A piece that was set down wrongly and
put right in the very next step, with all that went along, was no offence at all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import NamedTuple

from toolkit.audit.owing import LEFT_OUT
from toolkit.audit.report import JudgedAction, Notice, Owed
from toolkit.rules.verdict import Outcome

Step = tuple[int, int]
"""Log and number."""
Goals = Mapping[str, str]
"""Unit → where it goes instead: an area, a hex, `GONE` or `TURNED`; behind `FACED` the level of its face."""
Instead = Mapping[Step, Goals]
"""What some steps are taken to have done; a step without goals did nothing at all.

A number below 0 means that it was done just before the step with that number.
"""
Again = Callable[[Instead], Sequence[JudgedAction]]
"""Judges the game as if some steps had been others."""
Moved = Callable[[Step], frozenset[str]]
"""The pieces that a step sets down elsewhere."""
Elsewhere = Callable[[JudgedAction], Iterable[Goals]]
"""What might have been done in place of a finding."""

GONE = ""
"""The unit left the game."""
TURNED = "turned over"
"""The unit shows its other face."""
FACED = "face "
"""The unit shows the face of the level that stands behind it."""

_MOST = 8
"""So often a game is judged again without a finding: beyond that findings stay as they are."""
_ELSEWHERE = 16
"""So often with something else in its place."""
_FINDINGS = 2000
"""So many findings may come up while a game is judged again: where nearly all is illegal that takes long."""
_MOVES = frozenset({"move", "move friendly", "retreat"})
"""What a drag shows by itself."""
_NOT_DONE: Goals = MappingProxyType({})
_Key = tuple[int, int, str, str, Outcome]


class Folded(NamedTuple):
    """What folding came to.

    Attributes
    ----------
    actions : tuple of JudgedAction
        Each consequence marked with its cause.
    instead : Instead
        The game without the causes.
    untried : (int, int) or None
        The first finding of which nobody looked what follows from it: there were too many before it.
    """

    actions: tuple[JudgedAction, ...]
    instead: Instead
    untried: Step | None = None


def _each_by_itself(_step: Step) -> frozenset[str]:
    return frozenset()


def _nowhere(_cause: JudgedAction) -> Iterable[Goals]:
    return ()


def fold(
    judged: Sequence[JudgedAction],
    steps: Sequence[Step],
    again: Again,
    moved: Moved = _each_by_itself,
    elsewhere: Elsewhere = _nowhere,
    *,
    edited: Instead = MappingProxyType({}),
    firm: Collection[str] = (),
) -> Folded:
    """Return the actions of a game, each consequence marked with its cause, and the game without the causes.

    Parameters
    ----------
    steps : sequence of (int, int)
        Log and number of all steps that were judged, in their order.
    moved : callable, optional
        For a game whose actions move several pieces.
    edited : Instead, optional
        For starts of logs that were changed (step `START`): how the log before left the units.
    firm : collection of str, optional
        Actions without which nothing after them would be judged by what it was: they explain nothing away.
    """
    judged = _once(judged)
    folding = _Folding(judged, steps, again, moved, elsewhere, firm=firm)
    for start, goals in edited.items():
        folding.without_edit(start, goals)
    lone = sum(folding.left.values()) < 2
    if not folding.causes and lone and not any(map(folding.may_be_put_right, filter(_counts, judged))):
        return Folded(tuple(judged), {})
    return Folded(folding.run(), folding.instead, folding.untried)


def left_of(
    notices: Sequence[Notice], folded: Folded, again: Callable[[Instead], Sequence[Notice]]
) -> tuple[Notice, ...]:
    """Return the notices that do not merely follow from the causes found: without these they stay.

    One more says from where on nobody looked for causes.
    """
    instead, found = folded.instead, list(notices)
    if instead and notices:
        kept = {(one.log, one.step, one.code) for one in again(instead)}
        found = [
            one
            for one in notices
            if one.step is None or (one.log, one.step) in instead or (one.log, one.step, one.code) in kept
        ]
    if folded.untried is not None:
        log, step = folded.untried
        found.append(Notice("AUD050", step, _UNTRIED, {}, log))
    return tuple(found)


_UNTRIED = "so much is illegal that from here on a finding may only follow from another one"


def subject_of(action: JudgedAction, names: Mapping[str, str]) -> str:
    """Return the unit that a finding is about: its own, or the one that its reason names; "" for none."""
    if action.unit:
        return action.unit
    words = action.reason.split()
    return next(
        (unit for unit, name in names.items() if unit in words or (name and name in action.reason)), ""
    )


def _once(judged: Sequence[JudgedAction]) -> list[JudgedAction]:
    """Return the actions, each fault that was found before marked as following from the first time.

    What one step shows twice is one fault.  A unit that lies as it should not, and with which nothing was
    done since, is found again and again.
    """
    found: list[JudgedAction] = []
    names = {action.unit: action.name for action in judged if action.unit}
    here: set[tuple[int, int, str]] = set()
    lies: dict[str, tuple[tuple[str, tuple[str, ...], str], Step]] = {}
    due: dict[Owed, Step] = {}
    for action in judged:
        follows = action.follows
        if _counts(action):
            own = (action.log, action.step)
            if action.owed is not None:
                # What was left out is still to be done, whatever else is done before it.
                first = due.setdefault(action.owed, own)
                follows = first if first != own else follows
            named = subject_of(action, names)
            fault = (action.action, action.rules, action.reason)
            if not action.unit:
                follows = own if (*own, action.action) in here else follows
                here.add((*own, action.action))
            if named and not action.end:
                known = lies.get(named)
                if known is not None and known[0] == fault:
                    follows = known[1]
                else:
                    lies[named] = (fault, own)
        elif action.outcome is Outcome.LEGAL:
            due.clear()
        if action.unit and (action.end or not _counts(action)):
            lies.pop(action.unit, None)
        found.append(action if follows is action.follows else replace(action, follows=follows))
    return found


@dataclass(frozen=True, slots=True)
class _Trial:
    """What judging again came to.

    Attributes
    ----------
    own, gone : frozenset of keys
        The finding that was tried, and what is not found without it.
    appears : int
        How many findings are new.
    left : Counter of keys
        What is still found.
    """

    instead: Instead
    own: frozenset[_Key]
    gone: frozenset[_Key]
    appears: int
    left: Counter[_Key]

    @property
    def worth(self) -> int:
        return len(self.gone) - self.appears


class _Folding:
    def __init__(
        self,
        judged: Sequence[JudgedAction],
        steps: Sequence[Step],
        again: Again,
        moved: Moved,
        elsewhere: Elsewhere,
        *,
        firm: Collection[str],
    ) -> None:
        self.judged, self.again, self.moved, self.elsewhere = judged, again, moved, elsewhere
        self.firm = firm
        self.places = {step: place for place, step in enumerate(steps)}
        self.steps = steps
        self.left = Counter(map(_key, filter(_is_found, judged)))
        self.instead: Instead = {}
        self.causes: dict[_Key, Step] = {}
        self.forgiven: set[_Key] = set()
        self.apart: set[_Key] = set()
        self.tries, self.others, self.findings = _MOST, _ELSEWHERE, _FINDINGS
        self.untried: Step | None = None

    def run(self) -> tuple[JudgedAction, ...]:
        for cause in sorted(filter(_counts, self.judged), key=_order):
            if sum(self.left.values()) < 2 and not self.may_be_put_right(cause):
                continue
            if _key(cause) in self.causes or not self.left[_key(cause)] or cause.action in self.firm:
                continue
            if not self.tries or not self._may_go_on():
                self.untried = (cause.log, cause.step)
                break
            self.tries -= 1
            self._try(cause)
        roots = {key[:2]: cause for key, cause in self.causes.items()}
        found: list[JudgedAction] = []
        for action in self.judged:
            if _key(action) in self.forgiven:
                continue
            follows = self.causes.get(_key(action)) if _is_found(action) else action.follows
            follows = follows if follows is None else roots.get(follows, follows)
            found.append(action if follows == action.follows else replace(action, follows=follows))
        return tuple(found)

    def without_edit(self, start: Step, goals: Goals) -> None:
        """Fold what is not found if a log begins as the one before it ended."""
        log, step = start
        later = [one for one in self.judged if _counts(one) and one.log >= log]
        if not later:
            return
        cause = replace(
            later[0], log=log, step=step, steps=(step,), unit="", start="", end="", action="start"
        )
        best = self._without(cause, {start: goals})
        if best.worth > 0:
            self.causes |= dict.fromkeys(best.gone, start)
            self.left, self.instead = best.left, best.instead

    def _try(self, cause: JudgedAction) -> None:
        steps = {(cause.log, step) for step in cause.steps}
        if not cause.unit:
            steps |= self._alike(cause)
        undone = best = self._without(cause, dict.fromkeys(steps, _NOT_DONE))
        forgiven = self.may_be_put_right(cause) and not undone.appears
        if not self._is_whole(undone) and (not forgiven or cause.owed is not None):
            best = self._otherwise(cause, undone)
        if forgiven and best.worth <= undone.worth:
            # What was owed for it, and shows as missing later, would not be put right by that.
            best = undone
            self.forgiven |= {*best.own, *best.gone}
        elif best.appears and best.worth <= 0:
            return
        self.causes |= dict.fromkeys(best.gone, (cause.log, cause.step))
        self.left, self.instead = best.left, best.instead

    def _otherwise(self, cause: JudgedAction, best: _Trial) -> _Trial:
        """Return the best trial with what was due, without what goes along, or with the unit elsewhere."""
        for instead in self._paid(cause):
            if self._is_whole(best) or not self._may_try():
                break
            best = max(best, self._without(cause, instead), key=lambda t: t.worth)
        along = self._alike(cause)
        if along and cause.unit:
            steps = {(cause.log, step) for step in cause.steps} | along
            best = max(best, self._without(cause, dict.fromkeys(steps, _NOT_DONE)), key=lambda t: t.worth)
        for step in cause.steps if len(cause.steps) > 1 else ():
            if self._is_whole(best) or not self._may_try():
                break
            best = max(best, self._without(cause, {(cause.log, step): _NOT_DONE}), key=lambda t: t.worth)
        for unit, goal in self._lost(cause):
            if self._is_whole(best) or not self._may_try():
                break
            other = self._without(cause, {self._step_of(cause): {unit: goal}})
            # A unit that is no longer there does nothing wrong; that tells nothing by itself.
            if not other.appears and any(key[3] != unit for key in other.gone):
                best = max(best, other, key=lambda t: t.worth)
        for goals in self.elsewhere(cause):
            if self._is_whole(best) or not self._may_try():
                break
            other = self._without(cause, {self._step_of(cause): goals})
            best = max(best, other, key=lambda t: t.worth)
        return best

    def _may_go_on(self) -> bool:
        """Return whether the game may be judged once more."""
        return self.findings >= sum(self.left.values())

    def _may_try(self) -> bool:
        """Return whether something else may be tried in place of a finding."""
        if not self.others or not self._may_go_on():
            return False
        self.others -= 1
        return True

    def _is_whole(self, trial: _Trial) -> bool:
        """Return whether nothing is found without a finding, so that no other trial can tell more."""
        return not trial.appears and not self.left.keys() - trial.own - trial.gone

    def _paid(self, cause: JudgedAction) -> Iterator[Instead]:
        """Yield what a side might have done that it left out, before its finding or in place of it."""
        owed = cause.owed
        if owed is None or owed.side != cause.actor.side:
            return
        for goals in owed.paid:
            wrong = cause.action != LEFT_OUT and cause.unit in goals
            done = {(cause.log, step): _NOT_DONE for step in cause.steps if wrong}
            yield {**done, (cause.log, -min(cause.steps)): goals}

    def _lost(self, cause: JudgedAction) -> Iterator[tuple[str, str]]:
        """Yield what may have been owed as a loss: a unit that is found later gone, or on its other face."""
        owed = cause.owed
        if owed is None:
            return
        later = (one for one in self.judged if _counts(one) and _order(one) > _order(cause))
        units = (one.unit for one in later if one.unit and one.actor.side == owed.side)
        for unit in dict.fromkeys((owed.unit, *units) if owed.unit else units):
            yield unit, GONE
            yield unit, TURNED

    def _step_of(self, cause: JudgedAction) -> Step:
        """Return the step that set down the unit of a finding: perhaps an earlier one where it was placed."""
        last = (cause.log, cause.steps[-1])
        at = self.places.get(last, -1)
        if cause.start or not cause.end or at < 0:
            return last
        before = (step for step in reversed(self.steps[: at + 1]) if cause.unit in self.moved(step))
        return next(before, last)

    def _without(self, cause: JudgedAction, instead: Instead) -> _Trial:
        """Judge the game again with something else in place of a finding, or with nothing.

        A card that was taken wrongly cannot be played without that: this tells nothing.
        """
        taken = frozenset[str]().union(*map(self.moved, instead))
        instead = {**self.instead, **instead}
        again = _once(self.again(instead))
        found = Counter(map(_key, filter(_is_found, again)))
        self.findings -= sum(found.values())
        own = {_key(cause), *(key for key in self.left if key[:2] in instead and key[2] == cause.action)}
        gone, new = self.left - found, found - self.left
        appears = [count for key, count in new.items() if key[3] or taken.isdisjoint(self.moved(key[:2]))]
        self.apart |= {key for key in gone if key not in own and self._is_apart(key, cause, again)}
        stays = Counter({key: count for key, count in gone.items() if key in self.apart})
        vanished = frozenset(key for key in gone if key not in own and key not in self.apart)
        return _Trial(instead, frozenset(own), vanished, sum(appears), found + stays)

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
        if cause.start or not cause.end:
            return False
        return not any((one.log, one.unit) == (log, unit) and step in one.steps for one in again)

    def _alike(self, cause: JudgedAction) -> frozenset[Step]:
        """Return the steps right after a finding that go on with it.

        In these its side does the same wrongly once more, or its unit is dragged on.
        """
        found: set[Step] = set()
        at = self.places.get((cause.log, cause.step), -1)
        what = (cause.action, cause.actor.side)
        wrong = (one for one in self.judged if _counts(one) and (one.action, one.actor.side) == what)
        alike = {(one.log, one.step) for one in wrong}
        while 0 <= at < len(self.steps) - 1:
            after = self.steps[at + 1]
            if after not in alike and (not cause.unit or self.moved(after) != {cause.unit}):
                break
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


def _is_found(action: JudgedAction) -> bool:
    return action.outcome is not Outcome.LEGAL and action.follows is None


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
