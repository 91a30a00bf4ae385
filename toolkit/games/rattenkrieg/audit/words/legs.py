"""Several drags of a unit in one step: its way, drag by drag."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from toolkit.audit.decisions.records import Place, Shift
from toolkit.games.rattenkrieg.audit.story import Story
from toolkit.games.rattenkrieg.rules.movement import reachable


def legs(story: Story, shifts: Sequence[Shift]) -> tuple[Shift, ...]:
    """Return what came to lie elsewhere in a step, drag by drag where no single move leads so far (7.2, 7.3).

    Where one move leads to where a unit lies now, what it passed was a slip; where it lies as it did, nothing
    happened.  The first drags of all come before the second ones: units that go together stay together.
    """
    ways = [tuple(_legs(story, shift)) for shift in shifts if shift.origin != shift.target]
    longest = max(map(len, ways), default=0)
    return tuple(way[turn] for turn in range(longest) for way in ways if turn < len(way))


def _legs(story: Story, shift: Shift) -> Iterator[Shift]:
    drags = tuple(pairwise((shift.origin, *map(Place, shift.via), shift.target)))
    one = not shift.via or _leads(story, shift.counter, shift.origin, shift.target)
    if one or not all(_leads(story, shift.counter, *drag) for drag in drags):
        yield shift
        return
    yield from (replace(shift, origin=start, target=goal, via=()) for start, goal in drags)


def _leads(story: Story, unit: str, start: Place, goal: Place) -> bool:
    """Return whether one move may lead from a place to another: to a neighbour, or through own areas."""
    position, side = story.position, story.side_of(unit)
    if side is None or not (start.area and goal.area):
        return False
    near = goal.area in position.data.neighbours.get(start.area, ())
    return near or goal.area in reachable(position, side, start.area, story.rulings)
