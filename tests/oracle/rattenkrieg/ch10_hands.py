"""Chapter 10: hands after the operations, and the faces of the units."""

from __future__ import annotations

from tests.oracle.rattenkrieg.world import MAMAYEV, State, World


def limit(state: State, side: str) -> int:
    """10.1, 10.2: return how many cards a hand may be filled up to."""
    return 4 if state.control[MAMAYEV] == side else 3


def discard(state: State, side: str, cards: tuple[str, ...]) -> list[str]:
    """10.1: put away cards of the own hand."""
    if state.phase != "replenishment":
        return ["10.1"]
    left = list(state.hand[side])
    for card in cards:
        if card not in left:
            return ["10.1"]
        left.remove(card)
    return []


def draw(state: State, side: str, count: int) -> list[str]:
    """10.1: draw as many as are lacking."""
    if state.phase != "replenishment":
        return ["10.1"]
    room = max(0, limit(state, side) - len(state.hand[side]))
    if count > room:
        return ["10.2" if room == 0 and len(state.hand[side]) >= 3 else "10.1"]
    return []


def turn_up(world: World, state: State) -> list[str]:
    """10.3: return the units that must be turned up."""
    return sorted(state.down)
