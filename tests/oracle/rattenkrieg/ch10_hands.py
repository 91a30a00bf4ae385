"""Chapter 10: hands after the operations, and the faces of the units."""

from __future__ import annotations

from tests.oracle.rattenkrieg.cards import GERMAN, SOVIET
from tests.oracle.rattenkrieg.world import MAMAYEV, State, World, on_map


def limit(state: State, side: str) -> int:
    """10.1, 10.2: return how many cards a hand may be filled up to."""
    return 4 if state.control[MAMAYEV] == side else 3


def _in_time(world: World, state: State, side: str) -> list[str]:
    """10.1: in the replenishment phase; the German player first (U51)."""
    if state.phase != "replenishment":
        return ["10.1"]
    late = side == GERMAN and SOVIET in state.served and world.r["U51"] == "german-first"
    return ["10.1"] if late else []


def discard(world: World, state: State, side: str, cards: tuple[str, ...]) -> list[str]:
    """10.1: put away cards of the own hand, before drawing."""
    broken = _in_time(world, state, side)
    if side in state.drew or len(set(cards)) != len(cards) or not set(cards) <= set(state.hand[side]):
        broken.append("10.1")
    return broken


def draw(world: World, state: State, side: str, count: int) -> list[str]:
    """10.1, 10.2: draw no more than are lacking."""
    broken = _in_time(world, state, side)
    if count > max(0, limit(state, side) - len(state.hand[side])):
        broken.append("10.2" if len(state.hand[side]) + count == 4 else "10.1")
    return broken


def turn_up(world: World, state: State, units: tuple[str, ...]) -> list[str]:
    """10.3: in this phase only; turning up what lies face-up, or beside the map, does nothing."""
    return [] if state.phase == "replenishment" else ["10.3"]


def face_down(world: World, state: State) -> set[str]:
    """10.3: return the units that still lie face-down."""
    return {unit for unit in state.down if on_map(world, state, unit)}
