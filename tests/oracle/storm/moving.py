"""移動: what a way costs, which group goes it, where there is room."""

from __future__ import annotations

from itertools import pairwise

from tests.oracle.storm.world import (
    FERRY,
    GERMAN,
    STACK,
    State,
    World,
    other,
    settle,
    side_of,
    units_in,
)


def hostile(world: World, state: State, area: str, side: str) -> bool:
    """Return whether an area asks a point more of a side: enemy units or control, one or both (3(1))."""
    if world.kinds[area] == FERRY:
        return False
    if units_in(world, state, area, other(side)):
        return True
    return state.control[area] == other(side) and world.r["St-8"] == "yes"


def steps_of(world: World, state: State, side: str, path: tuple[str, ...], going: set[str]) -> list[int]:
    """Return what each step of a way costs; the areas on it change hands as they are gone through (控制)."""
    table = state.copy()
    costs = []
    for here, there in pairwise(path):
        cost = 1
        if hostile(world, table, here, side):
            cost += 1
        if hostile(world, table, there, side):
            cost += 1
        costs.append(cost)
        for unit in going:
            table.where[unit] = there
        if world.r["St-21"] == "yes":
            settle(world, table, here)
            settle(world, table, there)
    return costs


def allowance(world: World, going: tuple[str, ...]) -> int:
    """3(3): the slowest unit counts."""
    return min(world.pieces[unit].movement for unit in going)


def no_room(world: World, state: State, side: str, path: tuple[str, ...], going: set[str]) -> bool:
    """4: return whether more than ten units of a side would stand together anywhere on a way."""
    for area in path[1:]:
        staying = [unit for unit in units_in(world, state, area, side) if unit not in going]
        if world.kinds[area] != FERRY and len(staying) + len(going) > STACK:
            return True
    return False


def way(
    world: World,
    state: State,
    side: str,
    going: tuple[str, ...],
    path: tuple[str, ...],
    *,
    points: int | None = None,
    free: bool = False,
) -> set[str]:
    """Return what is wrong with a way that a group goes; `free`: the enemy costs nothing (a card)."""
    broken: set[str] = set()
    for here, there in pairwise(path):
        if there not in world.near[here]:
            broken.add("SEED 移動3")
        if world.kinds[there] == FERRY:
            broken.add("SEED 渡口2")
    if broken:
        return broken
    if no_room(world, state, side, path, set(going)):
        broken.add("SEED 移動4")
    costs = steps_of(world, state, side, path, set(going))
    total = len(costs) if free else sum(costs)
    if total > (allowance(world, going) if points is None else points):
        broken.add("SEED 移動3(4)")
    return broken


def together(world: World, units: tuple[str, ...], *, divisions: int = 1) -> set[str]:
    """註3: Soviets any number; Germans one division, with or without independent units."""
    if not units or side_of(world, units[0]) != GERMAN:
        return set()
    named = {world.pieces[unit].division for unit in units} - {None}
    return {"SEED 註3(2)"} if len(named) > divisions else set()
