"""Chapters 5 and 7: the player turn, movement, passes, replenishing: what each breaks, what it leaves."""

from __future__ import annotations

from typing import NamedTuple

from tests.oracle.rattenkrieg.cards import other
from tests.oracle.rattenkrieg.ch03_setup import full_steps
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
    settle_control,
    side_of,
    units_in,
)
from tests.oracle.readings import Readings

HAND, STEP = "hand", "step"


class Held(NamedTuple):
    """A card and where it is taken from: the hand, or the steps of the unit concerned."""

    card: str
    source: str = HAND


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
        theirs = fight.stage in ("name", "answer", "raise_defender", "first")
        return fight.stage, other(attacker) if theirs else attacker
    if state.active is None:
        return ("over" if state.passes >= 2 else "idle"), state.actor
    return ("duty" if state.duty else "active"), state.actor


def ready(world: World, state: State, unit: str, side: str) -> list[str]:
    """7.1, 7.4: return why a unit cannot be called on."""
    broken = []
    if side_of(world, unit) != side:
        broken.append("7.1")
    if state.where.get(unit) not in world.kinds:
        broken.append("7.1")
    if unit in state.down:
        broken.append("7.4")
    return broken


def activate(world: World, state: State, unit: str, tank: bool) -> list[str]:
    """7.1, 8.12: call a unit, perhaps with the tank beside it."""
    broken = [] if moment(world, state)[0] == "idle" else ["5.0"]
    broken += ready(world, state, unit, state.actor)
    if tank:
        beside = state.where.get(TANK) == state.where.get(unit)
        if unit == TANK or not beside or TANK in state.down or state.actor != side_of(world, TANK):
            broken.append("8.12")
    return broken


def do_activate(state: State, unit: str, tank: bool) -> None:
    state.active, state.tank_along, state.done = unit, tank, 0
    state.guns, state.engineers, state.molotov, state.chuikov = 0, False, 0, False


def next_player(state: State, *, passed: bool) -> None:
    """5.0: the other army is next; two passes in a row end the operations."""
    state.passes = state.passes + 1 if passed else 0
    state.active, state.tank_along, state.done = None, False, 0
    state.guns, state.engineers, state.molotov, state.chuikov = 0, False, 0, False
    state.duty = False
    state.actor = other(state.actor)


def pass_turn(world: World, state: State, unit: str | None) -> list[str]:
    """7.4: turn a unit over without an operation; without a unit only when none is left (U02)."""
    broken = [] if moment(world, state)[0] == "idle" else ["5.0"]
    if unit is not None:
        return broken + ready(world, state, unit, state.actor)
    if any(not ready(world, state, x, state.actor) for x in world.pieces):
        broken.append("7.4")
    return broken


def do_pass(state: State, unit: str | None) -> None:
    if unit is not None:
        state.down.add(unit)
    next_player(state, passed=True)


def end(world: World, state: State) -> list[str]:
    """7.4: the unit has done something and stops; 8.11: not while a battle asks for more."""
    now = moment(world, state)[0]
    if now == "duty":
        return ["8.11"]
    if now != "active":
        return ["5.0"]
    return [] if state.done else ["7.4"]


def do_end(state: State) -> None:
    assert state.active is not None
    state.down.add(state.active)
    if state.tank_along:
        state.down.add(TANK)
    next_player(state, passed=False)


def replenish(world: World, state: State, unit: str, r: Readings) -> list[str]:
    """7.5: a card for a unit in its rear - or isolated (U04) - instead of any operation."""
    broken = [] if moment(world, state)[0] == "idle" else ["7.5"]
    side = side_of(world, unit)
    if side != state.actor:
        broken.append("7.5")
    if unit in state.down:
        broken.append("7.5")
    in_rear = state.where.get(unit) == REAR[side]
    if not in_rear and unit not in state.isolated:
        broken.append("7.5")
    if len(state.steps.get(unit, [])) >= full_steps(world, unit):
        broken.append("7.5")
    return broken


def do_replenish(state: State, unit: str, card: str) -> None:
    state.steps[unit].append(card)
    state.down.add(unit)
    next_player(state, passed=False)


# --- movement -------------------------------------------------------------------------------------


def _free_to_move(world: World, state: State, area: str) -> list[str]:
    broken = []
    now = moment(world, state)[0]
    if now == "duty":
        broken.append("8.11")
    elif now != "active":
        broken.append("7.1")
    if state.active in state.isolated:
        broken.append("8.10")
    if state.active is not None and not can_enter(area, side_of(world, state.active)):
        broken.append("3.5")
    return broken


def _tank_comes(state: State, tank: bool) -> list[str]:
    """8.12: the tank goes along only if it was called along and is still beside."""
    if not tank:
        return []
    beside = state.active is not None and state.where.get(TANK) == state.where[state.active]
    return [] if state.tank_along and beside and TANK not in state.isolated else ["8.12"]


def go(world: World, state: State, area: str, tank: bool) -> list[str]:
    """7.2: move through the own areas, any distance."""
    broken = _free_to_move(world, state, area) + _tank_comes(state, tank)
    if state.active is None:
        return broken
    if holder(state, area) != side_of(world, state.active):
        return [*broken, "7.3"]
    return broken if connected(world, state, state.active, area) else [*broken, "7.2"]


def _arrive(world: World, state: State, area: str, tank: bool) -> None:
    assert state.active is not None
    state.where[state.active] = area
    if tank:
        state.where[TANK] = area
    elif state.tank_along:
        state.tank_along = False
        state.down.add(TANK)
    state.done += 1
    settle_control(world, state, area)


def do_go(world: World, state: State, area: str, tank: bool) -> None:
    _arrive(world, state, area, tank)


def _enemy_beside(world: World, state: State, area: str) -> list[str]:
    """7.3: return what is wrong with an area as a step into the enemy's ground."""
    assert state.active is not None
    broken = []
    if area not in world.near[state.where[state.active]]:
        broken.append("7.3")
    if holder(state, area) == side_of(world, state.active):
        broken.append("7.3")
    return broken


def enter_empty(world: World, state: State, area: str, tank: bool, held: Held | None) -> list[str]:
    """7.3: take an empty area of the enemy for one card."""
    broken = _free_to_move(world, state, area) + _tank_comes(state, tank)
    if state.active is None:
        return broken
    broken += _enemy_beside(world, state, area)
    if units_in(world, state, area, other(side_of(world, state.active))):
        broken.append("7.3")
    if held is None or not has_card(world, state, state.active, held):
        broken.append("7.3")
    return broken


def do_enter_empty(world: World, state: State, area: str, tank: bool, held: Held) -> None:
    assert state.active is not None
    take_card(world, state, state.active, held)
    state.pile.append(held.card)
    _arrive(world, state, area, tank)


def has_card(world: World, state: State, unit: str, held: Held) -> bool:
    """Return whether a unit can use a card: from its army's hand, or one of its own steps."""
    if held.source == HAND:
        return held.card in state.hand[side_of(world, unit)]
    return held.card in state.steps.get(unit, [])


def take_card(world: World, state: State, unit: str, held: Held) -> None:
    place = state.hand[side_of(world, unit)] if held.source == HAND else state.steps[unit]
    place.remove(held.card)


def enter_battle(world: World, state: State, area: str, tank: bool) -> list[str]:
    """7.3: go where an enemy stands: a battle follows at once, so there must be a card for it (U17)."""
    broken = _free_to_move(world, state, area) + _tank_comes(state, tank)
    if state.active is None:
        return broken
    side = side_of(world, state.active)
    broken += _enemy_beside(world, state, area)
    if not units_in(world, state, area, other(side)):
        broken.append("7.3")
    if not state.hand[side] and not state.steps.get(state.active):
        broken.append("8.4")
    return broken


def do_enter_battle(world: World, state: State, area: str, tank: bool) -> None:
    _arrive(world, state, area, tank)
    open_fight(state)


def attack_here(world: World, state: State) -> list[str]:
    """8.1, 8.10, 8.11: attack where the unit stands: again, or an isolated enemy, or being isolated."""
    now = moment(world, state)[0]
    if now not in ("active", "duty") or state.active is None:
        return ["8.1"]
    side = side_of(world, state.active)
    broken = []
    if not units_in(world, state, state.where[state.active], other(side)):
        broken.append("8.1")
    hand = [] if state.active in state.isolated else state.hand[side]
    if not hand and not state.steps.get(state.active):
        broken.append("8.10" if state.active in state.isolated else "8.4")
    return broken


def do_attack_here(state: State) -> None:
    state.done += 1
    state.duty = False
    open_fight(state)


def open_fight(state: State) -> None:
    """Open a battle; cards for "the next battle" belong to it (9.5, 9.7, 9.8)."""
    assert state.active is not None
    state.fight = Fight(
        state.where[state.active],
        state.active,
        with_tank=state.tank_along and state.where[TANK] == state.where[state.active],
        engineers=state.engineers,
        molotov=state.molotov,
        chuikov=state.chuikov,
    )
    state.engineers, state.molotov, state.chuikov = False, 0, False


def enemies_left(world: World, state: State) -> bool:
    """8.11: return whether both armies stand in the active unit's area, isolated units aside."""
    if state.active is None or state.active in state.isolated:
        return False
    enemy = other(side_of(world, state.active))
    return bool(counting(world, state, state.where[state.active], enemy))
