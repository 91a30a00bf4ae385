"""Every way that loss points can be allotted: the set of outcomes that SEED 損傷 and SEED 撤退 allow.

Units that were fresh are alike, and so are those that were spent, so an outcome says how many of them end how
and where.  The search goes over what the units have become, not over who took which point first.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from toolkit.games.storm.rules.fire import points_left
from toolkit.games.storm.rules.losses import (
    DRIVEN,
    FRESH_DIES,
    RETREATS,
    SPENT_DIES,
    TURN_OVER,
    has_retreated,
)
from toolkit.games.storm.rules.position import Position
from toolkit.games.storm.rules.readings import controls
from toolkit.rules.rulings import Rulings

GONE = ""


@dataclass(frozen=True, slots=True, order=True)
class Share:
    """What became of a unit.

    Attributes
    ----------
    was_fresh : bool
        Before the losses.
    spent : bool
        Now; False for a unit that is eliminated.
    area : str
        Where it stands now, ``""`` for one that is eliminated.
    """

    was_fresh: bool
    spent: bool
    area: str


@dataclass(frozen=True, slots=True)
class Allotment:
    """One way to allot points: what became of the units, sorted, and the points without effect."""

    shares: tuple[Share, ...]
    left: int


class _Kind(NamedTuple):
    """Units that are alike in the search: their share so far, and whether they have retreated."""

    was_fresh: bool
    spent: bool
    area: str
    retreated: bool = False


class _State(NamedTuple):
    """How many units of each kind there are, sorted, and the points paid.

    `first` is where the first retreat went, `taken` the enemy areas without enemies that were taken; both
    stay empty where no reading asks for them.
    """

    units: tuple[tuple[_Kind, int], ...]
    paid: int
    first: str = ""
    taken: frozenset[str] = frozenset()


def outcomes(position: Position, rulings: Rulings) -> frozenset[Allotment]:
    """Return every outcome that the losses which are due can have under one reading.

    Parameters
    ----------
    position : Position
        With loss points to be allotted (`Position.toll`).
    rulings : Rulings
        Asked for St-1 to St-4, St-14, St-15, St-17 and St-30 where they matter.

    Returns
    -------
    frozenset of Allotment
        Empty where no losses are due.
    """
    if position.toll is None:
        return frozenset()
    points = max(0, points_left(position.toll, rulings))
    return outcomes_of_totals(position, rulings, [points])[points]


def outcomes_of_totals(
    position: Position, rulings: Rulings, totals: Collection[int]
) -> dict[int, frozenset[Allotment]]:
    """Return what `outcomes` would for each of several numbers of points, by one search for all of them.

    Fewer points are more points of which the last are never paid, so the search for the highest total
    passes through all others.
    """
    toll = position.toll
    if toll is None:
        return {total: frozenset() for total in totals}
    counts = Counter(
        _Kind(
            unit not in position.spent,
            unit in position.spent,
            position.where[unit],
            has_retreated(toll, unit),
        )
        for unit in toll.pool
        if position.on_map(unit)
    )
    ground = _Ground(position, rulings)
    first = toll.retreats[0][1] if toll.retreats and ground.together else ""
    may_stop = rulings.says("St-3", "as-wished")
    found: dict[int, set[Allotment]] = {total: set() for total in totals}
    for state, further in _reached(_State(tuple(sorted(counts.items())), 0, first), max(totals), ground):
        shares = _shares(state.units)
        for total, ends in found.items():
            left = total - state.paid
            if 0 <= left < further or (may_stop and left >= 0):
                ends.add(Allotment(shares, left))
    return {total: frozenset(ends) for total, ends in found.items()}


def _reached(begun: _State, most: int, ground: _Ground) -> Iterator[tuple[_State, float]]:
    """Yield every state that can be paid for, and what the cheapest further loss costs there."""
    seen, waiting = {begun}, [begun]
    while waiting:
        state = waiting.pop()
        further = list(_spend(state, most - state.paid, ground))
        yield state, min((after.paid - state.paid for after in further), default=math.inf)
        for after in further:
            if after not in seen:
                seen.add(after)
                waiting.append(after)


def _shares(units: Iterable[tuple[_Kind, int]]) -> tuple[Share, ...]:
    every = [Share(kind.was_fresh, kind.spent, kind.area) for kind, count in units for _ in range(count)]
    return tuple(sorted(every))


def _spend(state: _State, left: int, ground: _Ground) -> Iterator[_State]:
    """Yield what one line of the loss table makes of a state, for each kind of unit."""
    if not left:
        return
    crowd = ground.crowd(state)
    for kind, _ in state.units:
        if kind.area == GONE or (kind.retreated and ground.once):
            continue
        if not kind.spent:
            yield _changed(state, kind, kind._replace(spent=True), TURN_OVER)
        price = SPENT_DIES if kind.spent else FRESH_DIES
        if left >= price:
            dead = _Kind(kind.was_fresh, False, GONE)
            yield _changed(_vacated(state, kind.area, ground), kind, dead, price)
        price = RETREATS if kind.spent else DRIVEN
        if left >= price:
            yield from _retreats(state, kind, price, ground, crowd)


def _retreats(state: _State, kind: _Kind, price: int, ground: _Ground, crowd: _Crowd) -> Iterator[_State]:
    for first, goal in ground.goals(state, kind.area, crowd):
        moved = _Kind(kind.was_fresh, goal is not None, goal or GONE, retreated=goal is not None)
        # One that comes round to where it stood (St-30) has left nothing behind and takes nothing.
        begun = _vacated(state, kind.area, ground) if goal != kind.area else state
        after = _changed(begun, kind, moved, price)
        if ground.together and not state.first:
            after = after._replace(first=first)
        if goal is not None and goal != kind.area and goal in ground.takes:
            after = after._replace(taken=after.taken | {goal})
        yield after


def _changed(state: _State, kind: _Kind, now: _Kind, price: int) -> _State:
    counts = dict(state.units)
    counts[kind] -= 1
    if not counts[kind]:
        del counts[kind]
    counts[now] = counts.get(now, 0) + 1
    return _State(tuple(sorted(counts.items())), state.paid + price, state.first, state.taken)


def _vacated(state: _State, area: str, ground: _Ground) -> _State:
    """Return a state that a unit of an area leaves: who stays there alone controls the area (SEED 控制)."""
    if area not in ground.unheld or area in state.taken:
        return state
    there = ground.others[area] + sum(count for kind, count in state.units if kind.area == area)
    return state._replace(taken=state.taken | {area}) if there > 1 else state


Way = tuple[str, str | None]
"""The first area of a retreat, and the last; None for a unit that is eliminated."""


class _Crowd(NamedTuple):
    """The areas without room, and those with enemies that the last unit of the side has left."""

    full: frozenset[str]
    lost: frozenset[str]


class _Ground:
    """The map as retreats see it: who stands where beside the units of the search, and who controls it."""

    def __init__(self, position: Position, rulings: Rulings) -> None:
        toll, data = position.toll, position.data
        assert toll is not None
        side, pool = toll.victim, frozenset(toll.pool)
        self.data = data
        self.start = toll.area
        self.once = rulings.says("St-1", "once")
        self.together = rulings.says("St-4", "together")
        self.offered = rulings.says("St-2", "eliminated")
        self.own_first = rulings.says("St-15", "own-first")
        self.round_full = rulings.says("St-17", "other")
        self.comes_back = rulings.says("St-30", "yes")
        self.others = {area: sum(u not in pool for u in position.units_in(area, side)) for area in data.areas}
        self.enemies = {area: len(position.units_in(area, side.enemy)) for area in data.areas}
        self.among = [area for area in data.areas if self.enemies[area] and position.units_in(area, side)]
        self.own = {area: controls(position, side, area, rulings) for area in data.areas}
        # Only where own areas come first does it matter who holds one without enemies.
        self.unheld = frozenset(
            area for area in data.areas if self.own_first and not self.own[area] and not self.enemies[area]
        )
        self.takes = self.unheld if rulings.says("St-14", "yes") else frozenset()
        self._known: dict[tuple[object, ...], tuple[Way, ...]] = {}

    def crowd(self, state: _State) -> _Crowd:
        """Return what the units of a state change for retreats."""
        there = dict(self.others)
        for kind, count in state.units:
            if kind.area != GONE:
                there[kind.area] += count
        return _Crowd(
            frozenset(area for area, count in there.items() if count >= self.data.figures.stacking),
            frozenset(area for area in self.among if not there[area]),
        )

    def goals(self, state: _State, area: str, crowd: _Crowd) -> tuple[Way, ...]:
        """Return where a unit of an area can retreat to."""
        key = (area, crowd, state.first, state.taken)
        if key not in self._known:
            own = {
                near: (near not in crowd.lost and self.own[near]) or near in state.taken
                for near in self.data.areas
            }
            # A unit does not stand in its own way.
            self._known[key] = tuple(self._ways(area, crowd.full - {area}, own, state.first))
        return self._known[key]

    def _ways(self, start: str, full: frozenset[str], own: Mapping[str, bool], first: str) -> Iterator[Way]:
        waiting: list[tuple[str, ...]] = [(start,)]
        while waiting:
            path = waiting.pop()
            near = self._best(path, full, own)
            if len(path) == 1 and first in near and first not in full and start == self.start:
                near = [first]  # St-4: with the others, as long as there is room
            if not near and (len(path) > 1 or self.offered):
                yield path[1] if len(path) > 1 else "", None
            for other in near:
                if other not in full:
                    yield path[1] if len(path) > 1 else other, other
                elif other not in path:
                    waiting.append((*path, other))

    def _best(self, path: tuple[str, ...], full: frozenset[str], own: Mapping[str, bool]) -> list[str]:
        """Return the areas that come first for the next step (SEED 撤退1)."""
        near = [
            other
            for other in self.data.neighbours[path[-1]]
            if (not self.enemies[other] or own[other]) and (self.comes_back or other not in path[:-1])
        ]
        room = [other for other in near if other not in full]
        if room and self.round_full:
            near = room
        free = [other for other in near if not self.enemies[other]]
        if free:
            mine = [other for other in free if own[other]]
            return mine if mine and self.own_first else free
        fewest = min((self.enemies[other] for other in near), default=0)
        return [other for other in near if self.enemies[other] == fewest]
