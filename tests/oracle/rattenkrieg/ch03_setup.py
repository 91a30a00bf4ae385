"""Chapters 3, 4, 6: what stands where at the start, who arrives when, and who has won."""

from __future__ import annotations

from tests.oracle.rattenkrieg.cards import GERMAN, SOVIET
from tests.oracle.rattenkrieg.world import AWAY, GONE, LAST_TURN, REAR, TANK, TRACTOR, State, World

HANDS = {SOVIET: 4, GERMAN: 3}
STEPS = {"panzer": 4, "motorised": 3, "guards": 3, "infantry": 2, "rifle": 1, "tank": 0}
JAEGERS = "100j"
LATE_GERMANS = ("16pz", "100j")
LATE_GUARDS = "39gds"


def full_steps(world: World, unit: str) -> int:
    """3.3, 8.12: return how many cards a unit is dealt."""
    return 1 if unit == JAEGERS else STEPS[world.pieces[unit].kind]


def homes(world: World, unit: str) -> set[str]:
    """3.1, 3.2: return where a unit may be put before play."""
    piece = world.pieces[unit]
    if unit in (*LATE_GERMANS, LATE_GUARDS):
        return set()
    if piece.side == GERMAN:
        return {REAR[GERMAN]}
    if unit == TANK:
        return {TRACTOR}
    if piece.kind == "rifle":
        return {area for area in world.areas if world.kinds[area] == "normal"}
    return {REAR[SOVIET]}


def place(world: World, state: State, unit: str, area: str) -> list[str]:
    """3.1, 3.2: return what putting a unit into an area breaks."""
    piece = world.pieces[unit]
    clause = "3.2" if piece.side == GERMAN else "3.1"
    broken = []
    if area not in homes(world, unit):
        broken.append(clause)
    if piece.kind == "rifle" and any(
        world.pieces[x].kind == "rifle" and x != unit and spot == area for x, spot in state.where.items()
    ):
        broken.append(clause)
    return sorted(set(broken))


def set_up_done(world: World, state: State) -> list[str]:
    """Return the clauses that a finished set-up breaks."""
    broken = []
    for unit, piece in world.pieces.items():
        spot, allowed = state.where.get(unit, AWAY), homes(world, unit)
        if (spot not in allowed) if allowed else (spot != AWAY):
            broken.append("3.2" if piece.side == GERMAN else "3.1")
        due = full_steps(world, unit) if allowed else 0
        if len(state.steps.get(unit, [])) != due:
            broken.append("3.3")
    for area in world.areas:
        rifles = [u for u, spot in state.where.items() if spot == area and world.pieces[u].kind == "rifle"]
        if len(rifles) != (world.kinds[area] == "normal"):
            broken.append("3.1")
    if any(len(state.hand[side]) != count for side, count in HANDS.items()):
        broken.append("3.4")
    if any(side != SOVIET for side in state.control.values()):
        broken.append("3.6")
    return sorted(set(broken))


def arrivals(turn: int) -> dict[str, str]:
    """6.1, 6.2: return who comes in a turn, and where."""
    if turn == 2:
        return dict.fromkeys(LATE_GERMANS, REAR[GERMAN])
    if turn == 3:
        return {LATE_GUARDS: REAR[SOVIET]}
    return {}


def tank_returns(state: State, any_earlier: bool = False) -> bool:
    """6.3: return whether the tank comes back at the start of a turn."""
    if state.where.get(TANK) != GONE or state.tank_lost is None or state.control[TRACTOR] != SOVIET:
        return False
    return state.tank_lost == state.turn - 1 or (any_earlier and state.tank_lost < state.turn)


def winner(world: World, state: State) -> str | None:
    """4.0: return who has won once the last turn is over."""
    if state.turn < LAST_TURN:
        return None
    return GERMAN if all(state.control[area] == GERMAN for area in world.crossings) else SOVIET
