"""損傷分配, 撤退: what a point does to a unit, where a unit goes back to, when nothing is left to do."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tests.oracle.storm.world import (
    FERRY,
    GONE,
    State,
    World,
    on_map,
    other,
    put,
    room,
    side_of,
    units_in,
)

SPEND, RETREAT, DRIVE, KILL = "spend", "retreat", "drive", "kill"
ROWS = {
    (SPEND, False): 1,
    (RETREAT, True): 1,
    (KILL, True): 2,
    (DRIVE, False): 2,
    (KILL, False): 3,
}
"""The table: what is done, and whether the unit is spent → points."""

Way = tuple[tuple[str, ...], bool]
"""Areas that a retreat goes through, and whether the unit is lost at the end of them."""


def open_areas(
    world: World,
    state: State,
    side: str,
    here: str,
    without: tuple[str, ...] = (),
    *,
    unit: str | None = None,
) -> list[str]:
    """撤退1: return where a unit may go back to from an area; what comes first alone.

    Own control, or no enemy in it.  Areas without enemies go before all others; among the others fewest
    enemies count.  Players may leave full areas out (St-17), or let own empty ones go first (St-15).  The
    `unit` that goes is not in its own way where it comes round to its first area (St-30).
    """
    enemies = {}
    for area in sorted(world.near[here]):
        if world.kinds[area] == FERRY or area in without:
            continue
        there = len(units_in(world, state, area, other(side)))
        if there == 0 or state.control[area] == side:
            enemies[area] = there
    if world.r["St-17"] == "other":
        takes = {area: n for area, n in enemies.items() if room(world, state, area, side, without=unit)}
        enemies = takes or enemies
    fewest = min(enemies.values(), default=0)
    best = [area for area, count in enemies.items() if count == fewest]
    own = [area for area in best if state.control[area] == side]
    return own if own and world.r["St-15"] == "own-first" else best


def onward(world: World, state: State, unit: str, way: tuple[str, ...]) -> list[str]:
    """撤退3: return where a retreat may go next; not back, unless players fixed it so (St-30)."""
    behind = () if world.r["St-30"] == "yes" else way
    return open_areas(world, state, side_of(world, unit), way[-1], behind, unit=unit)


def ways_back(world: World, state: State, unit: str) -> list[Way]:
    """撤退1-3: return every way that a unit may take from its area; lost where it ends full or nowhere."""
    side, here = side_of(world, unit), state.where[unit]
    found: list[Way] = []

    def go(way: tuple[str, ...]) -> None:
        on = onward(world, state, unit, way)
        if not on:
            found.append((way[1:], True))
        for area in on:
            if room(world, state, area, side, without=unit):
                found.append(((*way[1:], area), False))
            elif area not in way:
                # Going round in circles leads nowhere that a straight way does not.
                go((*way, area))

    go((here,))
    return found


def right_way(world: World, state: State, unit: str, path: tuple[str, ...], *, lost: bool) -> bool:
    """撤退1-3: return whether a way is one that a unit may take."""
    side = side_of(world, unit)
    way: tuple[str, ...] = (state.where[unit],)
    for n, area in enumerate(path):
        if area not in onward(world, state, unit, way):
            return False
        full = not room(world, state, area, side, without=unit)
        last = n == len(path) - 1
        if full != (lost or not last):
            return False
        way = (*way, area)
    return not onward(world, state, unit, way) if lost else bool(path)


def can_take(world: World, state: State, unit: str) -> bool:
    """Return whether a unit still takes points of the result on the table (St-1)."""
    fire = state.fire
    assert fire is not None
    if unit not in fire.shot or not on_map(world, state, unit):
        return False
    return unit not in fire.moved or world.r["St-1"] == "again"


def goes_back(world: World, state: State, unit: str) -> list[Way]:
    """Return the ways back of a unit: perhaps where the first of this result went (St-4), and St-2."""
    fire = state.fire
    assert fire is not None
    ways = ways_back(world, state, unit)
    if bound(world, state, unit):
        ways = [way for way in ways if way == ((fire.refuge,), False)] or ways
    if world.r["St-2"] == "not-offered":
        # Who went on from full areas and finds no other had somewhere to go: 撤退3 eliminates it.
        ways = [way for way in ways if way != ((), True)]
    return ways


def bound(world: World, state: State, unit: str) -> bool:
    """Return whether a unit has to follow the first that went back, if there is room for it (St-4)."""
    fire = state.fire
    first = fire is not None and fire.refuge is not None and state.where[unit] == fire.target
    return first and world.r["St-4"] == "together"


def options(world: World, state: State, units: Iterable[str] | None = None) -> Iterator[tuple[str, str, Way]]:
    """2: yield every row that can be paid for with the points left, of all units or of some."""
    fire = state.fire
    assert fire is not None
    for unit in sorted(fire.shot) if units is None else units:
        if not can_take(world, state, unit):
            continue
        for (row, spent), points in ROWS.items():
            if spent != (unit in state.spent) or points > fire.left:
                continue
            if row in (RETREAT, DRIVE):
                for back in goes_back(world, state, unit):
                    yield row, unit, back
            else:
                yield row, unit, ((), False)


def done(world: World, state: State) -> bool:
    """3: return whether the losses may end: all points spent, or no unit left that can take one (St-3)."""
    return world.r["St-3"] == "as-wished" or not any(True for _ in options(world, state))


def take(world: World, state: State, row: str, unit: str, back: Way) -> None:
    """Pay for a row; a retreat that finds no area is the unit's end (撤退2)."""
    fire = state.fire
    assert fire is not None
    fire.left -= ROWS[row, unit in state.spent]
    path, lost = back
    if row in (SPEND, DRIVE):
        state.spent.add(unit)
    if row == KILL or (row in (RETREAT, DRIVE) and lost):
        put(world, state, unit, GONE)
    elif row in (RETREAT, DRIVE):
        fire.moved.add(unit)
        fire.refuge = fire.refuge or path[0]
        draw_back(world, state, unit, path[-1])


def draw_back(world: World, state: State, unit: str, area: str) -> None:
    """Move a unit back; whether it takes an empty area of the enemy is St-14."""
    if state.where[unit] == area:
        return  # It came round to where it stood (St-30): nobody has left, nobody arrived.
    keeper = state.control[area]
    put(world, state, unit, area)
    if world.r["St-14"] == "no":
        state.control[area] = keeper
