"""The ways that a drag hides: areas a group may have gone through from where it stood to where it lies."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from toolkit.games.storm.audit.story import Story
from toolkit.games.storm.rules.movement import slowest
from toolkit.games.storm.rules.position import Position
from toolkit.games.storm.rules.sides import Side

_MOST = 60
_FAR = 8


@dataclass(frozen=True, slots=True)
class Trip:
    """Units that went together.

    Attributes
    ----------
    shown : tuple of str
        Areas that they were dragged to; the last one is where they lie.
    """

    side: Side
    units: tuple[str, ...]
    start: str
    shown: tuple[str, ...]


def paths(story: Story, trip: Trip) -> Iterator[tuple[str, ...]]:
    """Yield the paths that a group may have gone, those that fit the table best first.

    Notes
    -----
    Going through an empty enemy area takes it.  So ways through such areas come first where the area's
    marker shows it, and last where it does not.
    """
    position, shown = story.position, trip.shown
    chained = _is_way(position, trip.start, shown)
    if chained:
        yield shown
    # What is next door is entered; a way round costs more and is thought of where that is illegal.
    found = [path for path in _simple(position, trip, _reach(position, trip)) if path != shown]
    yield from sorted(found, key=lambda path: (_unmarked(story, trip.side, path), len(path), path))
    if not chained and not found:
        yield from list(_simple(position, trip, _FAR, shortest=True)) or [shown]


def _reach(position: Position, trip: Trip) -> int:
    known = [unit for unit in trip.units if unit in position.data.units]
    return slowest(position, known) if known else 1


def _simple(
    position: Position, trip: Trip, reach: int, *, shortest: bool = False
) -> Iterator[tuple[str, ...]]:
    """Yield ways without a circle of at most so many areas, the short ones first; only them where asked."""
    goal, count = trip.shown[-1], 0
    waiting: list[tuple[str, ...]] = [()]
    for _ in range(max(reach, 1)):
        longer: list[tuple[str, ...]] = []
        seen: set[str] = set()
        for path in waiting:
            at = path[-1] if path else trip.start
            for near in position.data.neighbours.get(at, ()):
                if near == goal:
                    count += 1
                    yield (*path, near)
                elif near not in path and near != trip.start and not (shortest and near in seen):
                    seen.add(near)
                    longer.append((*path, near))
        if count >= _MOST or (shortest and count):
            return
        waiting = longer


def _unmarked(story: Story, side: Side, path: Sequence[str]) -> int:
    """Return how many areas a path takes whose markers do not show it, less those whose markers do."""
    position = story.position
    count = 0
    for area in path[:-1]:
        if position.control(area) is side or position.units_in(area, side.enemy):
            continue
        shown = story.side_named(story.table.properties.get(f"Control_{area}", ""))
        count += -1 if shown is side else 1
    return count


def _is_way(position: Position, start: str, path: Sequence[str]) -> bool:
    at = start
    for area in path:
        if area not in position.data.neighbours.get(at, ()):
            return False
        at = area
    return True
