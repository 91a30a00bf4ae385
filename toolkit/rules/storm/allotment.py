"""Every way that loss points can be allotted: the set of outcomes that SEED 損傷 and SEED 撤退 allow.

Units that were fresh are alike, and so are those that were spent, so an outcome says how many of them end how
and where.  The search goes over what the units have become, not over who took which point first.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from toolkit.rules.rulings import Rulings
from toolkit.rules.storm.fire import points_left
from toolkit.rules.storm.losses import DRIVEN, FRESH_DIES, RETREATS, SPENT_DIES, TURN_OVER, has_retreated
from toolkit.rules.storm.position import Position
from toolkit.rules.storm.readings import controls

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
class Outcome:
    """One way to allot points: what became of the units, sorted, and the points without effect."""

    shares: tuple[Share, ...]
    left: int


@dataclass(frozen=True, slots=True, order=True)
class _Unit:
    """A unit in the search: its share so far, and whether it has retreated."""

    was_fresh: bool
    spent: bool
    area: str
    retreated: bool = False


@dataclass(frozen=True, slots=True)
class _State:
    """The units, sorted; the points left; where the first retreat went; empty enemy areas that were taken."""

    units: tuple[_Unit, ...]
    left: int
    first: str | None = None
    taken: frozenset[str] = frozenset()


def outcomes(position: Position, rulings: Rulings) -> frozenset[Outcome]:
    """Return every outcome that the losses which are due can have under one reading.

    Parameters
    ----------
    position : Position
        With loss points to be allotted (`Position.toll`).
    rulings : Rulings
        Asked for St-1 to St-4, St-14, St-15, St-17 and St-30 where they matter.

    Returns
    -------
    frozenset of Outcome
        Empty where no losses are due.
    """
    toll = position.toll
    if toll is None:
        return frozenset()
    units = tuple(
        sorted(
            _Unit(unit not in position.spent, unit in position.spent, position.where[unit],
                  has_retreated(toll, unit))
            for unit in toll.pool
            if position.on_map(unit)
        )
    )  # fmt: skip
    first = toll.retreats[0][1] if toll.retreats else None
    begun = _State(units, max(0, points_left(toll, rulings)), first)
    ground = _Ground(position, rulings)
    seen, waiting, found = {begun}, [begun], set()
    may_stop = rulings.says("St-3", "as-wished")
    while waiting:
        state = waiting.pop()
        further = list(_spend(state, ground))
        if may_stop or not further:
            shares = sorted(Share(unit.was_fresh, unit.spent, unit.area) for unit in state.units)
            found.add(Outcome(tuple(shares), state.left))
        for after in further:
            if after not in seen:
                seen.add(after)
                waiting.append(after)
    return frozenset(found)


def _spend(state: _State, ground: _Ground) -> Iterator[_State]:
    """Yield what one line of the loss table makes of a state, for each kind of unit."""
    for unit in dict.fromkeys(state.units):
        if unit.area == GONE or not state.left:
            continue
        if unit.retreated and ground.once:
            continue
        gone = replace(unit, spent=False, area=GONE)
        if not unit.spent:
            yield _changed(state, unit, replace(unit, spent=True), TURN_OVER)
        price = SPENT_DIES if unit.spent else FRESH_DIES
        if state.left >= price:
            yield _changed(state, unit, gone, price)
        price = RETREATS if unit.spent else DRIVEN
        if state.left >= price:
            yield from _retreats(state, unit, price, ground)


def _retreats(state: _State, unit: _Unit, price: int, ground: _Ground) -> Iterator[_State]:
    for first, goal in ground.goals(state, unit.area):
        area = GONE if goal is None else goal
        moved = _Unit(unit.was_fresh, goal is not None, area, retreated=goal is not None)
        after = _changed(state, unit, moved, price)
        taken = after.taken | {goal} if goal in ground.empty_enemy else after.taken
        yield replace(after, first=state.first if state.first is not None else first, taken=taken)


def _changed(state: _State, unit: _Unit, now: _Unit, price: int) -> _State:
    units = list(state.units)
    units.remove(unit)
    units.append(now)
    return replace(state, units=tuple(sorted(units)), left=state.left - price)


class _Ground:
    """The map as retreats see it: who stands where beside the units of the search, and who controls it."""

    def __init__(self, position: Position, rulings: Rulings) -> None:
        toll, data = position.toll, position.data
        assert toll is not None
        side = toll.victim
        self.data = data
        self.rulings = rulings
        self.start = toll.area
        self.once = rulings.says("St-1", "once")
        pool = set(toll.pool)
        self.others = {
            area: sum(unit not in pool for unit in position.units_in(area, side)) for area in data.areas
        }
        self.enemies = {area: len(position.units_in(area, side.enemy)) for area in data.areas}
        self.contested = {area for area in data.areas if position.units_in(area, side)}
        self.own = {area: controls(position, side, area, rulings) for area in data.areas}
        self.empty_enemy = {area for area in data.areas if not self.own[area] and not self.enemies[area]}
        if rulings.says("St-14", "no"):
            self.empty_enemy = set()

    def _there(self, state: _State, area: str) -> int:
        return self.others[area] + sum(unit.area == area for unit in state.units)

    def _controls(self, state: _State, area: str) -> bool:
        """Return whether the side controls an area; one with enemies is lost when its last unit leaves."""
        if self.enemies[area] and area in self.contested:
            return self.own[area] and self._there(state, area) > 0
        return self.own[area] or area in state.taken

    def _best(self, state: _State, area: str, seen: tuple[str, ...]) -> list[str]:
        """Return the areas that come first for a retreat (SEED 撤退1)."""
        near = [
            other
            for other in self.data.neighbours[area]
            if (not self.enemies[other] or self._controls(state, other))
            and not (other in seen and self.rulings.says("St-30", "no"))
        ]
        room = [other for other in near if self._there(state, other) < self.data.stacking]
        if room and len(room) < len(near) and self.rulings.says("St-17", "other"):
            near = room
        free = [other for other in near if not self.enemies[other]]
        if free:
            own = [other for other in free if self._controls(state, other)]
            return own if own and len(own) < len(free) and self.rulings.says("St-15", "own-first") else free
        fewest = min((self.enemies[other] for other in near), default=0)
        return [other for other in near if self.enemies[other] == fewest]

    def goals(self, state: _State, area: str) -> Iterator[tuple[str, str | None]]:
        """Yield where a unit can retreat to: the first area of the way, and the last; None for eliminated."""
        waiting: list[tuple[str, ...]] = [(area,)]
        while waiting:
            path = waiting.pop()
            near = self._best(state, path[-1], path[:-1])
            if len(path) == 1:
                near = self._together(state, area, near)
            if not near and (len(path) > 1 or self.rulings.says("St-2", "eliminated")):
                yield path[1] if len(path) > 1 else "", None
            for other in near:
                first = path[1] if len(path) > 1 else other
                if self._there(state, other) - (other == area) < self.data.stacking:
                    yield first, other
                elif other not in path:
                    waiting.append((*path, other))

    def _together(self, state: _State, area: str, near: list[str]) -> list[str]:
        """Return the areas that are left where all units of one result go to one (St-4)."""
        first = state.first
        if not first or area != self.start or first not in near:
            return near
        if self._there(state, first) >= self.data.stacking or self.rulings.says("St-4", "each"):
            return near
        return [first]
