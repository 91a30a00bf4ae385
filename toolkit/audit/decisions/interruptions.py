"""What comes in between decisions: keys that are pressed twice, units handled between a key and its drag.

What is handled in between is told when the decision is whole.

A player presses a unit's key and drags it in the next step, or the other way round, or plays a card and then
names its target.
Whatever somebody does with other units in between is nothing that the decision is about.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice, pairwise

from toolkit.audit.decisions.records import UNIT, Step
from toolkit.audit.decisions.vocabulary import DRAG, Vocabulary

_BETWEEN = 6
"""So many steps at most come between the two."""


def pressed_again(steps: Sequence[Step], words: Vocabulary) -> Iterator[int]:
    """Yield the steps in which who does nothing says so once more, and another side goes on after it.

    Nothing is decided by that.  Where a part of the turn ends then, it stood for the other side's word.
    """
    spoken = [step for step in steps if not step.empty]
    for place, (before, step) in enumerate(pairwise(spoken), 2):
        last, now = _spoken(before), _spoken(step)
        idle = bool(now) and all(act in words.idle for _, act in now)
        if not idle or now != last or step.shifts or step.turned:
            continue
        after = next((one for one in spoken[place:] if one.told or one.turn is not None), None)
        if after is None or (after.turn is None and after.told[0].by != step.told[0].by):
            yield step.number


def _spoken(step: Step) -> list[tuple[str, str]]:
    return [(told.counter, told.act) for told in step.told]


def undisturbed(steps: Sequence[Step], words: Vocabulary, again: Collection[int] = ()) -> tuple[Step, ...]:
    """Return steps in the order in which they are to be told; in some of them keys were pressed again."""
    steps = [replace(step, told=()) if step.number in again else step for step in steps]
    order: list[Step] = []
    between: list[Step] = []
    at = 0
    while at < len(steps):
        order.append(steps[at])
        after = _next_part(steps, at, words)
        if after is None:
            order += between
            between.clear()
            at += 1
        else:
            between += steps[at + 1 : after]
            at = after
    return tuple(order)


def _next_part(steps: Sequence[Step], at: int, words: Vocabulary) -> int | None:
    """Return where a decision goes on, perhaps after units that it is not about; None where it does not."""
    begun, word = _begun(steps[at], words.goes_on)
    if not word:
        return None
    handled: set[str] = set()
    for place, step in enumerate(islice(steps, at + 1, at + 2 + _BETWEEN), at + 1):
        touched = {shift.counter for shift in step.shifts} | step.turned.keys()
        said = {told.act for told in step.told if told.counter == begun or told.kind != UNIT or word != DRAG}
        if not step.told and begun in touched:
            said = {DRAG}
        if said & words.goes_on[word]:
            return place if handled.isdisjoint(touched) else None
        if begun in touched or not _is_handling(step, words.corrections):
            break
        handled |= touched
    return None


def _begun(step: Step, goes_on: Mapping[str, frozenset[str]]) -> tuple[str, str]:
    """Return the piece and the word of a decision that may go on after a step, "" for none."""
    for told in step.told:
        if told.act in goes_on:
            return told.counter, told.act
    dragged = [shift.counter for shift in step.shifts if shift.kind == UNIT]
    lone = not step.told and len(dragged) == len(step.shifts) == 1 and DRAG in goes_on
    return (dragged[0], DRAG) if lone else ("", "")


def _is_handling(step: Step, corrections: frozenset[str]) -> bool:
    """Return whether units are dragged or turned over by hand in a step, and nothing else is done."""
    units = all(shift.kind == UNIT for shift in step.shifts)
    told = any(told.act not in corrections for told in step.told)
    other = told or step.decks or step.settings or step.noted or step.turn is not None
    return units and not other and bool(step.shifts or step.turned)
