"""流程, 增援, 渡口, 撤離, 勝利: whose impulse it is, draws and limits, who comes, who goes, who wins."""

from __future__ import annotations

from tests.oracle.storm import losing
from tests.oracle.storm.world import (
    AWAY,
    FERRY,
    GERMAN,
    GONE,
    LAST_TURN,
    MAMAYEV,
    SIDES,
    SOVIET,
    State,
    World,
    on_map,
    other,
    room,
    side_of,
    units_in,
    victory_areas,
)

# --- impulses -------------------------------------------------------------------------------------


def moment(world: World, state: State) -> str:
    """Return what the table waits for; losses only as long as somebody has to take them (損傷3)."""
    if state.phase != "impulses":
        return state.phase
    if state.owed is not None and there_are(world, state, state.owed[0]):
        return "owed"
    if state.fire is not None and not losing.done(world, state):
        return "losses"
    if state.shot is not None:
        return "shot"
    return "laid" if state.laid else "idle"


def overrunning(world: World, state: State, side: str) -> bool:
    """Return whether a side may still fire with a group that overran, from where it went."""
    deed = state.done
    if deed is None or not deed.overrun or deed.side != side:
        return False
    if not any(state.where[unit] == deed.end for unit in deed.units):
        return False  # It was sent back or lost: there is nobody to fire from there.
    return moment(world, state) in ("idle", "laid")


def both_passed(world: World, state: State) -> bool:
    """流程2(3): return whether the impulses of this turn are over (St-6)."""
    if len(state.out) < 2:
        return False
    return world.r["St-6"] == "out" or state.passes > 1


def actor(world: World, state: State) -> str:
    """流程2: the Germans begin, then by turns; who has passed for good is left out (St-6)."""
    if state.laid:
        # Whoever has laid a card goes on.
        return world.cards[state.laid[0]].side
    if state.last is None:
        return GERMAN
    following = other(state.last)
    if following in state.out and world.r["St-6"] == "out":
        return state.last
    return following


def may_act(world: World, state: State, side: str) -> bool:
    """Return whether a side may begin an impulse, or go on with one whose cards are laid."""
    now = moment(world, state)
    if now == "laid" and overrunning(world, state, side):
        # What was laid after the move of an overrun is for the fire of that group.
        return False
    return now in ("idle", "laid") and side == actor(world, state) and not both_passed(world, state)


# --- hands ----------------------------------------------------------------------------------------


def hill(state: State, side: str) -> int:
    """註2: one more for who controls the Mamayev Kurgan."""
    return 1 if state.control.get(MAMAYEV) == side else 0


def limit(world: World, state: State, side: str) -> int:
    """流程1, 註2: how many cards a side may hold; in a refill perhaps as many as in the next turn (St-19)."""
    later = state.phase == "hands" and world.r["St-19"] == "next-turn"
    turn = min(state.turn + later, LAST_TURN)
    return world.draws[turn, side][1] + hill(state, side)


def room_in_hand(world: World, state: State, side: str) -> int:
    return max(0, limit(world, state, side) - len(state.hand[side]))


def may_draw(world: World, state: State, side: str) -> int:
    """流程1, 3(1), 註2: how many more cards a side may draw now (St-7)."""
    when = world.r["St-7"]
    if state.phase == "draw":
        # Where hands are filled at the end only, the first hand comes from somewhere.
        if when == "end" and state.turn > 1:
            return 0
        number = world.draws[state.turn, side][0] + hill(state, side) - state.drawn[side]
        return max(0, min(number, room_in_hand(world, state, side)))
    if state.phase == "hands" and when != "start":
        return room_in_hand(world, state, side)
    return 0


def there_are(world: World, state: State, side: str) -> int:
    """Return how many cards could still be drawn (St-16)."""
    pile = len(state.pile[side]) if world.r["St-16"] == "reshuffle" else 0
    return len(state.deck[side]) + pile


def hands_left(world: World, state: State) -> bool:
    """Return whether somebody still has to draw (St-27)."""
    if world.r["St-27"] == "may":
        return False
    return any(min(may_draw(world, state, side), there_are(world, state, side)) > 0 for side in SIDES)


# --- who comes ------------------------------------------------------------------------------------


def coming(world: World, state: State, side: str) -> list[str]:
    """增援1: the units of a side that are still to be placed in this end phase."""
    return sorted(
        unit
        for unit, piece in world.pieces.items()
        if piece.side == side and 0 < piece.enters <= state.turn and state.where[unit] == AWAY
    )


def may_land(world: World, state: State, unit: str, area: str) -> list[str]:
    """增援2, 4, 渡口1: return what speaks against placing a unit in an area."""
    piece = world.pieces[unit]
    broken = []
    if area not in piece.entry:
        broken.append("SEED 增援4" if piece.side == SOVIET else "SEED 增援2")
    elif not room(world, state, area, piece.side):
        broken.append("SEED 增援2")
    elif world.kinds[area] != FERRY and world.r["St-20"] == "barred":
        enemy = other(piece.side)
        if units_in(world, state, area, enemy) or state.control[area] == enemy:
            broken.append("SEED 增援2")
    return broken


def landings(world: World, state: State, unit: str) -> list[str]:
    """Return the areas where a unit may be placed."""
    return [area for area in world.pieces[unit].entry if not may_land(world, state, unit, area)]


def all_came(world: World, state: State) -> bool:
    return not any(coming(world, state, side) for side in SIDES)


# --- who goes -------------------------------------------------------------------------------------


def leaving(world: World, state: State) -> bool:
    """撤離1: return whether units leave in this end phase (St-10)."""
    return state.turn == 3 or (state.turn > 3 and world.r["St-10"] == "from-then-on")


def owed(world: World, state: State) -> list[str]:
    """撤離1, 2: return the black units for which a unit still has to leave: on the map, or eliminated."""
    if state.phase != "arrivals" or not leaving(world, state):
        return []
    found = []
    for unit, piece in world.pieces.items():
        # In turn 3 somebody leaves for each of them, later only those that are still on the map.
        lost = state.where[unit] == GONE and state.turn == 3
        if piece.black and unit not in state.relieved and (lost or on_map(world, state, unit)):
            found.append(unit)
    return sorted(found)


def can_leave(world: World, state: State, unit: str) -> bool:
    """Return whether a German unit can be taken out of the battle (St-12)."""
    if side_of(world, unit) != GERMAN:
        return False
    later = state.where[unit] == AWAY and world.pieces[unit].enters > 0
    return on_map(world, state, unit) or (later and world.r["St-12"] == "coming-too")


def substitutes(world: World, state: State, black: str) -> list[str]:
    """撤離2, 3: the units that may go in the place of an eliminated black one."""
    due = owed(world, state)
    others = [u for u in world.pieces if can_leave(world, state, u) and u not in due]
    alike = [u for u in others if world.pieces[u].kind == world.pieces[black].kind]
    return sorted(alike or others)


def too_few(world: World, state: State) -> bool:
    """撤離4: return whether fewer units can leave than still have to."""
    due = owed(world, state)
    if world.r["St-18"] == "reinforcements" and not all_came(world, state):
        return False
    return sum(can_leave(world, state, unit) for unit in world.pieces) < len(due)


# --- who wins -------------------------------------------------------------------------------------


def needed(world: World, state: State) -> int:
    """勝利, 註1: how many +3 areas the Soviets need (St-9)."""
    if state.target:
        return state.target
    return 2 if world.r["St-9"] == "two" else 3


def winner(world: World, state: State) -> str | None:
    """勝利, 撤離4: return who has won when the turn ends now; None while nobody has."""
    if too_few(world, state):
        return SOVIET
    if state.turn < LAST_TURN:
        return None
    held = len(victory_areas(world, state, SOVIET))
    return SOVIET if held >= needed(world, state) else GERMAN
