"""攻擊: totals of attack and defence, and when the ground helps nobody."""

from __future__ import annotations

from collections.abc import Iterable

from tests.oracle.storm.world import FERRY, State, World, other, units_in


def reach(world: World, origin: str, target: str) -> bool:
    """1: the same area or one beside it; a ferry box is never shot at (渡口1)."""
    return world.kinds[target] != FERRY and (origin == target or target in world.near[origin])


def ground(world: World, state: State, defending: str, target: str, origin: str | None) -> int:
    """3: what an area adds to its defence; nothing in any of three cases.

    `origin` is None for guns that stand nowhere on the map.
    """
    beside_enemies = bool(units_in(world, state, target, other(defending)))
    if origin == target or (beside_enemies and world.r["St-31"] == "any-enemy"):
        return 0
    if state.control[target] != defending:
        return 0
    if (target, defending) in state.markers:
        return 0
    return world.terrain[target]


def strongest(world: World, state: State, units: Iterable[str]) -> int:
    """3: the highest defence among those that are shot at, each by the side that lies up."""
    found = [0]
    for unit in units:
        piece = world.pieces[unit]
        found.append(piece.spent_defence if unit in state.spent else piece.defence)
    return max(found)


def attack_of(world: World, firers: Iterable[str]) -> int:
    """2: the values of all that fire."""
    return sum(world.pieces[unit].attack for unit in firers)
