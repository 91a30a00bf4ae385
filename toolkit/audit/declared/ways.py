"""Which way a drag went: the cheapest legal one, else the one that breaks least."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Sequence
from itertools import count, pairwise

from toolkit.rules.declared import Position
from toolkit.rules.declared.choices import advances, settled
from toolkit.rules.declared.game import breaches
from toolkit.rules.declared.moving import Mover
from toolkit.rules.declared.retreating import Retreater

Path = tuple[str, ...]


def way_of_move(position: Position, unit: str, stops: Iterable[str]) -> Path:
    """Return the way of a drag by its stops, the last of which is its end.

    Stops by which no legal way leads to an end that another leads to show none: the unit was set down
    wrongly, and put right at once.
    """
    *between, end = stops
    mover = Mover(position, unit, settled(position))
    straight = mover.ways().get(end)
    if straight is not None and not between:
        return straight
    here = position.where[unit]
    found: Path = ()
    for stop in (*between, end):
        found += _least(mover, here, stop)
        here = stop
    return found if straight is None or next(mover.judge(found), None) is None else straight


def _least(mover: Mover, start: str, end: str) -> Path:
    """Return the way that breaks the fewest clauses, of those the cheapest; straight to an end without."""
    order = count()
    best: dict[str, tuple[int, float]] = {start: (0, 0.0)}
    waiting: list[tuple[int, float, int, str, Path]] = [(0, 0.0, next(order), start, ())]
    while waiting:
        broken, points, _, place, path = heapq.heappop(waiting)
        if place == end:
            return path
        if (broken, points) > best.get(place, (broken, points)):
            continue
        stopped = bool(path) and _stops(mover, (start, *path))
        for near in mover.around(place):
            pace = mover.pace((place, near))
            step = (broken + len(pace.breaches) + stopped, points + pace.points)
            if near not in best or step < best[near]:
                best[near] = step
                heapq.heappush(waiting, (*step, next(order), near, (*path, near)))
    return (end,)


def _stops(mover: Mover, way: Path) -> bool:
    *_, last = pairwise(way)
    pace = mover.pace(last)
    return bool(pace.stop or pace.whole)


def way_of_retreat(
    position: Position, unit: str, stops: Sequence[str], places: int | None, *, withdraws: bool = False
) -> Path:
    """Return the way of a retreat, or of a withdrawal before the roll: a legal one to its end if any is.

    The last of several drags counts.
    """
    if places is not None:
        ways = Retreater(position, unit, places, settled(position), withdraws=withdraws).ways()
        if stops[-1] in ways.ends:
            return ways.ends[stops[-1]]
    return _shortest_by(position, unit, stops)


def way_of_advance(position: Position, unit: str, stops: Sequence[str]) -> Path:
    """Return the way of an advance: of the legal ways to its end, whatever the stops, the first if any."""
    legal = settled(position)
    for action in advances(position):
        leads = action.unit == unit and action.path[-1] == stops[-1]
        if leads and not breaches(position, action, legal):
            return action.path
    return _shortest_by(position, unit, stops)


def _shortest_by(position: Position, unit: str, stops: Iterable[str]) -> Path:
    """Return a shortest way from stop to stop."""
    here = position.where[unit]
    found: Path = ()
    for stop in stops:
        found += _shortest(position, here, stop)
        here = stop
    return found


def _shortest(position: Position, start: str, end: str) -> Path:
    """Return a shortest way over the map, straight to an end that none leads to."""
    ways: dict[str, Path] = {start: ()}
    edge = [start]
    while edge and end not in ways:
        following: list[str] = []
        for place in edge:
            for near in position.board.neighbours.get(place, ()):
                if near not in ways:
                    ways[near] = (*ways[place], near)
                    following.append(near)
        edge = following
    return ways.get(end, (end,))
