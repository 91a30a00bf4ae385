"""Chapters 5 and 7: the player turn, movement, passes, replenishing: what each breaks."""

from __future__ import annotations

from tests.oracle.rattenkrieg.cards import GERMAN, SOVIET, battle_result, colour, hits, number, other
from tests.oracle.rattenkrieg.ch03_setup import full_steps
from tests.oracle.rattenkrieg.strength import fighting
from tests.oracle.rattenkrieg.world import (
    REAR,
    TANK,
    Fight,
    State,
    World,
    can_enter,
    connected,
    counting,
    holder,
    on_map,
    side_of,
    units_in,
)

DEFENDER_CHOOSES = ("name", "answer", "first", "raise_defender")


# --- what the table waits for ---------------------------------------------------------------------


def lead(world: World, state: State) -> str | None:
    """Return the unit that acts: the one that was named, or the tank called along when that one is gone."""
    if state.active is None or on_map(world, state, state.active):
        return state.active
    return TANK if state.tank_along and on_map(world, state, TANK) else state.active


def over(world: World, state: State) -> bool:
    """5.0: both armies passed in a row (U03)."""
    counted = ("passed", "replenished") if world.r["U03"] == "yes" else ("passed",)
    return len(state.last) == 2 and all(course in counted for course in state.last)


def fight_result(world: World, state: State) -> str:
    """8.7: return how the battle on the table ends; the last card of each side counts (U20)."""
    fight = state.fight
    assert fight is not None
    assert fight.defender is not None
    side = side_of(world, fight.attacker)
    strengths, cards = [], []
    for unit, army in ((fight.attacker, side), (fight.defender, other(side))):
        strength = fighting(world, state, fight, unit)
        strengths.append(strength)
        cards.append(_counting_card(world, fight.played[army], strength, army))
    return battle_result(side, (strengths[0], strengths[1]), (cards[0], cards[1]))


def _counting_card(world: World, cards: list[str], strength: int, army: str) -> str:
    if world.r["U20"] == "last" or len(cards) == 1:
        return cards[-1]
    own = "black" if army == GERMAN else "red"

    def worth(card: str) -> tuple[bool, bool, int]:
        hit = hits(card, strength)
        return hit, hit and colour(card) == own, -number(card) if hit else 0

    return max(cards, key=worth)


def moment(world: World, state: State) -> tuple[str, str]:
    """Return what the table waits for, and whose decision it is."""
    if state.phase != "operations":
        return state.phase, state.actor
    if state.hurt is not None:
        return "loss", side_of(world, state.hurt)
    if state.stranded:
        return "stranded", side_of(world, state.stranded[0])
    fight = state.fight
    if fight is not None:
        attacker = side_of(world, fight.attacker)
        return fight.stage, other(attacker) if fight.stage in DEFENDER_CHOOSES else attacker
    if state.active is None:
        if over(world, state):
            return "over", state.actor
        return ("readied" if state.done else "idle"), state.actor
    return ("duty" if duty(world, state) else "active"), state.actor


def duty(world: World, state: State) -> bool:
    """8.11: return whether both armies stand in the active unit's area, isolated units aside."""
    unit = lead(world, state)
    if unit is None or unit in state.isolated or not on_map(world, state, unit):
        return False
    return bool(counting(world, state, state.where[unit], other(side_of(world, unit))))


# --- naming, passing, ending, replenishing --------------------------------------------------------


def exhausted(world: World, state: State, unit: str) -> bool:
    """7.4: return whether a unit has acted in this turn; who plays so, by its face alone (U01)."""
    return unit in state.down or (unit in state.spent and world.r["U01"] == "always")


def ready(world: World, state: State, unit: str, side: str) -> list[str]:
    """7.1, 7.4: return why a unit cannot be called on."""
    broken = []
    if side_of(world, unit) != side or not on_map(world, state, unit):
        broken.append("7.1")
    if exhausted(world, state, unit):
        broken.append("7.4")
    return broken


def activate(world: World, state: State, unit: str, *, tank: bool) -> list[str]:
    """7.1, 8.12: call a unit, perhaps with the tank beside it."""
    now = moment(world, state)[0]
    broken = [] if now in ("idle", "readied") else ["5.0" if now == "over" else "7.1"]
    broken += ready(world, state, unit, state.actor)
    if unit in state.isolated and world.r["U33"] == "may-not-act":
        broken.append("8.10")
    if tank:
        beside = state.where.get(TANK) == state.where.get(unit)
        if unit == TANK or not beside or exhausted(world, state, TANK) or state.actor != SOVIET:
            broken.append("8.12")
    return broken


def pass_turn(world: World, state: State, side: str, unit: str | None) -> list[str]:
    """7.4: turn a unit over without an operation; without a unit only when none is left (U02)."""
    now = moment(world, state)[0]
    if side != state.actor or now in ("over", "readied"):
        return ["5.0" if side != state.actor or now == "over" else "7.4"]
    if now == "active" and state.done == 0:
        return [] if unit == state.active else ["7.4"]
    if now != "idle":
        return ["7.4"]
    face_up = [x for x in world.pieces if on_map(world, state, x) and side_of(world, x) == side]
    face_up = [x for x in face_up if x not in state.down]
    if unit is None:
        return ["7.4"] if face_up else []
    if side_of(world, unit) != side or not on_map(world, state, unit):
        return ["7.1"]
    return [] if unit in face_up else ["7.4"]


def end(world: World, state: State, flipped: tuple[str, ...]) -> list[str]:
    """7.4: the unit has done something and stops, turned over; 8.11: not while a battle asks for more."""
    now = moment(world, state)[0]
    if now == "readied":
        return [] if not flipped else ["7.4"]
    if now == "duty":
        return ["8.11"]
    if now != "active":
        return ["7.1"]
    if not state.done:
        return ["7.4"]
    due = acting(world, state)
    if not set(flipped) <= due or (set(flipped) != due and world.r["U01"] == "always"):
        return ["7.4"]
    return []


def acting(world: World, state: State) -> set[str]:
    """Return the units that were called in this player turn and are still there, on their faces."""
    called = {state.active} | ({TANK} if state.tank_along else set())
    return {unit for unit in called if unit is not None and on_map(world, state, unit)} - state.down


def replenish(world: World, state: State, unit: str, *, down: bool) -> list[str]:
    """7.5: a card for a face-up unit in its rear - or isolated (U04) - instead of any operation."""
    now = moment(world, state)[0]
    if now == "over":
        return ["5.0"]
    side = side_of(world, unit)
    in_rear = state.where.get(unit) == REAR[side]
    in_place = unit in state.isolated and world.r["U04"] == "in-place"
    wrong = (
        now != "idle"
        or side != state.actor
        or unit in state.down
        or not (in_rear or in_place)
        or len(state.steps.get(unit, [])) >= full_steps(world, unit)
        or not down
        or (side == GERMAN and world.r["U62"] == "soviets-only")
    )
    return ["7.5"] if wrong else []


# --- movement -------------------------------------------------------------------------------------


def gone_back(state: State, side: str) -> list[str]:
    """8.11: the army whose attacker has just retreated does nothing more in its player turn."""
    gone = state.active is None and state.last[-1:] == ["retreated"]
    return ["8.11"] if gone and side != state.actor else []


def _free_to_move(world: World, state: State, unit: str, area: str) -> list[str]:
    broken = gone_back(state, side_of(world, unit))
    now = moment(world, state)[0]
    if now == "duty":
        broken.append("8.11")
    elif now != "active":
        broken.append("7.1")
    if unit != lead(world, state):
        broken.append("7.1")
    if unit in state.isolated:
        broken.append("8.10")
    if not can_enter(area, side_of(world, unit)):
        broken.append("3.5")
    return broken


def _tank_comes(state: State, unit: str, *, tank: bool) -> list[str]:
    """8.12: the tank goes along only if it was called along and is still beside."""
    if not tank:
        return []
    beside = state.where.get(TANK) == state.where.get(unit)
    return [] if state.tank_along and beside and unit != TANK and TANK not in state.isolated else ["8.12"]


def move_friendly(world: World, state: State, unit: str, area: str, *, tank: bool) -> list[str]:
    """7.2: move through the own areas, any distance."""
    broken = _free_to_move(world, state, unit, area) + _tank_comes(state, unit, tank=tank)
    if "3.5" in broken or not on_map(world, state, unit):
        return broken
    if holder(state, area) != side_of(world, unit):
        return [*broken, "7.3"]
    return broken if connected(world, state, unit, area) else [*broken, "7.2"]


def _enemy_beside(world: World, state: State, unit: str, area: str) -> list[str]:
    """7.3: return what is wrong with an area as a step into the enemy's ground."""
    beside = area in world.near.get(state.where.get(unit, ""), ())
    return [] if beside and holder(state, area) != side_of(world, unit) else ["7.3"]


def usable(world: World, state: State, unit: str) -> list[str]:
    """Return the cards that a unit may use in operations: its army's hand and its own steps."""
    return state.hand[side_of(world, unit)] + state.steps.get(unit, [])


def enter_empty(
    world: World, state: State, unit: str, area: str, card: str | None, *, tank: bool
) -> list[str]:
    """7.3: take an empty area of the enemy for one card."""
    broken = _free_to_move(world, state, unit, area) + _tank_comes(state, unit, tank=tank)
    broken += _enemy_beside(world, state, unit, area)
    if units_in(world, state, area, other(side_of(world, unit))):
        broken.append("7.3")
    if card not in usable(world, state, unit):
        broken.append("7.3")
    return broken


def enter_battle(world: World, state: State, unit: str, area: str, *, tank: bool) -> list[str]:
    """7.3: go where an enemy stands: a battle follows at once, so there must be a card for it (U17)."""
    broken = _free_to_move(world, state, unit, area) + _tank_comes(state, unit, tank=tank)
    broken += _enemy_beside(world, state, unit, area)
    if not units_in(world, state, area, other(side_of(world, unit))):
        broken.append("7.3")
    if not usable(world, state, unit) and world.r["U17"] == "forbidden":
        broken.append("8.4")
    return broken


def cards_in_battle(world: World, state: State, unit: str) -> list[str]:
    """8.4, 8.5, 8.10, 8.12: return the cards that a unit may put down in a battle."""
    hand = [] if unit in state.isolated else state.hand[side_of(world, unit)]
    return hand + state.steps.get(unit, [])


def attack(world: World, state: State, unit: str) -> list[str]:
    """8.1, 8.10, 8.11: attack where the unit stands: again, or an isolated enemy, or being isolated."""
    if moment(world, state)[0] not in ("active", "duty") or unit != lead(world, state):
        return ["8.1", *gone_back(state, side_of(world, unit))]
    broken = []
    if not units_in(world, state, state.where[unit], other(side_of(world, unit))):
        broken.append("8.1")
    if not cards_in_battle(world, state, unit):
        broken.append("8.10" if unit in state.isolated else "8.4")
    return broken


def tank_adds(world: World, state: State, unit: str, area: str) -> list[str]:
    """8.12: the tank adds its strength to another Soviet unit in its area, on either face (U36)."""
    allowed = (
        side_of(world, unit) == SOVIET
        and unit != TANK
        and state.where.get(TANK) == area
        and (TANK not in state.down or world.r["U36"] == "any-face")
    )
    return [] if allowed else ["8.12"]


def open_fight(state: State, area: str, unit: str, *, helped: bool) -> None:
    """Open a battle; cards for "the next battle" belong to it (9.5, 9.7, 9.8)."""
    state.fight = Fight(
        area,
        unit,
        attacker_tank=helped,
        engineers=state.engineers,
        molotov=state.molotov,
        chuikov=state.chuikov,
    )
    state.engineers, state.molotov, state.chuikov = False, 0, False
