"""Chapter 8: declaring, answering, raising, opening, losing, isolation - what each breaks, what it leaves."""

from __future__ import annotations

from tests.oracle.rattenkrieg.cards import SOVIET, battle_result, other
from tests.oracle.rattenkrieg.ch07_operations import (
    HAND,
    Held,
    enemies_left,
    has_card,
    moment,
    next_player,
    take_card,
)
from tests.oracle.rattenkrieg.strength import fighting, ways_back
from tests.oracle.rattenkrieg.world import GONE, TANK, Fight, State, World, settle_control, side_of, units_in

CARD_STAGES = ("attack", "answer", "raise_attacker", "raise_defender", "first", "second")


def name_defender(world: World, state: State, unit: str) -> list[str]:
    """8.2: the defender names one of his units in the area."""
    if moment(world, state)[0] != "name":
        return ["8.2"]
    assert state.fight is not None
    enemy = other(side_of(world, state.fight.attacker))
    return [] if unit in units_in(world, state, state.fight.area, enemy) else ["8.2"]


def do_name_defender(state: State, unit: str) -> None:
    assert state.fight is not None
    state.fight.defender = unit
    state.fight.stage = "first" if state.fight.chuikov else "attack"


def fighter(world: World, fight: Fight, side: str) -> str:
    """Return the unit of a side in a battle."""
    return fight.attacker if side_of(world, fight.attacker) == side else fight.defender or ""


def play(world: World, state: State, side: str, held: Held) -> list[str]:
    """8.4, 8.5, 8.6, 8.10, 8.12: put one card down; any card may be a bluff."""
    now, owner = moment(world, state)
    if now not in CARD_STAGES or owner != side:
        return ["8.3"]
    assert state.fight is not None
    unit = fighter(world, state.fight, side)
    broken = []
    if held.source == HAND and unit in state.isolated:
        broken.append("8.10")
    if held.source != HAND and unit == TANK:
        broken.append("8.12")
    elif not has_card(world, state, unit, held):
        broken.append({"attack": "8.4", "second": "8.4", "answer": "8.5", "first": "8.5"}.get(now, "8.6"))
    return broken


FOLLOWS = {
    "attack": "answer",
    "answer": "raise_attacker",
    "raise_attacker": "raise_defender",
    "raise_defender": "raise_attacker",
    "first": "second",
    "second": "raise_defender",
}


def do_play(world: World, state: State, side: str, held: Held) -> None:
    fight = state.fight
    assert fight is not None
    take_card(world, state, fighter(world, fight, side), held)
    fight.played[side].append(held.card)
    fight.stage = FOLLOWS[fight.stage]


def fold(world: World, state: State) -> list[str]:
    """8.5: the defender takes the loss instead of answering; not once he has answered (U21)."""
    return [] if moment(world, state)[0] in ("answer", "first") else ["8.5"]


def do_fold(state: State) -> None:
    assert state.fight is not None
    clear(state)
    state.hurt, state.fight.stage = state.fight.defender, "over"


def stand(world: World, state: State, side: str) -> list[str]:
    """8.6: no further card."""
    now, owner = moment(world, state)
    return [] if now in ("raise_attacker", "raise_defender") and owner == side else ["8.6"]


def do_stand(state: State) -> None:
    assert state.fight is not None
    state.fight.stage = "open"


def clear(state: State) -> None:
    """8.6, 8.7: every card that was played is lost."""
    assert state.fight is not None
    for cards in state.fight.played.values():
        state.pile += cards
        cards.clear()


def result(world: World, state: State) -> str:
    """8.7: return how the battle on the table ends; the last card of each side counts (U20)."""
    fight = state.fight
    assert fight is not None
    assert fight.defender is not None
    side = side_of(world, fight.attacker)
    strengths = (
        fighting(world, state, fight, fight.attacker),
        fighting(world, state, fight, fight.defender),
    )
    cards = (fight.played[side][-1], fight.played[other(side)][-1])
    return battle_result(side, strengths, cards)


def do_open(world: World, state: State) -> None:
    fight = state.fight
    assert fight is not None
    found = result(world, state)
    clear(state)
    if found == "tie":
        fight.stage, fight.ties = "tie", fight.ties + 1
    else:
        fight.stage = "over"
        state.hurt = fight.attacker if found == "defender" else fight.defender


def can_play(world: World, state: State, unit: str) -> bool:
    """Return whether a unit has a card for a battle."""
    hand = [] if unit in state.isolated else state.hand[side_of(world, unit)]
    return bool(hand or state.steps.get(unit))


def fight_on(world: World, state: State) -> list[str]:
    """8.7(4): after a tie the attacker may go on if he has a card."""
    if moment(world, state)[0] != "tie":
        return ["8.7(4)"]
    assert state.fight is not None
    return [] if can_play(world, state, state.fight.attacker) else ["8.7(4)"]


def do_fight_on(state: State) -> None:
    assert state.fight is not None
    state.fight.stage = "first" if state.fight.chuikov else "attack"


def stop(world: World, state: State) -> list[str]:
    """8.7(4): after a tie the attacker may leave the victory to the defender."""
    return [] if moment(world, state)[0] == "tie" else ["8.7(4)"]


def do_stop(state: State) -> None:
    assert state.fight is not None
    state.fight.stage, state.hurt = "over", state.fight.attacker


# --- 8.9 to 8.12: losses --------------------------------------------------------------------------


def leaving(world: World, state: State) -> list[str]:
    """Return the units that a decision to retreat or to be removed is about."""
    now = moment(world, state)[0]
    if now == "loss":
        return [state.hurt] if state.hurt else []
    if now == "stranded":
        return list(state.stranded)
    if now == "duty":
        return [state.active] if state.active else []
    return []


def retreat(world: World, state: State, unit: str, area: str) -> list[str]:
    """8.9(1), 8.9(4), 8.10, 8.11: to a neighbouring area of the own army; no Soviet goes over the river."""
    if unit not in leaving(world, state):
        return ["8.9"]
    if unit in state.isolated:
        return ["8.10"]
    if area in ways_back(world, state, unit):
        return []
    if area == "soviet_rear" and side_of(world, unit) == SOVIET:
        return ["8.9(4)"]
    return ["8.9(1)"]


def do_retreat(world: World, state: State, unit: str, area: str) -> None:
    now, origin = moment(world, state)[0], state.where[unit]
    fight = state.fight
    state.where[unit] = area
    state.down.add(unit)
    settle_control(world, state, area)
    if now == "stranded":
        state.stranded.remove(unit)
        return _isolations_over(world, state)
    if now == "duty" or (fight is not None and unit == fight.attacker):
        if state.tank_along and state.where.get(TANK) == origin:
            state.where[TANK] = area
        if state.tank_along:
            state.down.add(TANK)
        state.hurt, state.fight = None, None
        settle_control(world, state, origin)
        return next_player(state, passed=False)
    state.hurt = None
    if fight is not None:
        return _defender_gone(world, state)
    return _after(world, state)


def lose_step(world: World, state: State, unit: str, card: str) -> list[str]:
    """8.9(2): a card of the beaten unit itself."""
    if moment(world, state)[0] != "loss" or unit != state.hurt:
        return ["8.9"]
    return [] if card in state.steps.get(unit, []) else ["8.9(2)"]


def do_lose_step(world: World, state: State, unit: str, card: str) -> None:
    state.steps[unit].remove(card)
    state.pile.append(card)
    state.hurt = None
    _after(world, state)


def tank_out(world: World, state: State) -> list[str]:
    """8.12: the tank goes instead, if it fought along in a battle that was lost."""
    fight = state.fight
    if moment(world, state)[0] != "loss" or fight is None or state.hurt == TANK:
        return ["8.12"]
    if side_of(world, state.hurt or "") != SOVIET or not fight.tank_helps:
        return ["8.12"]
    return []


def do_tank_out(world: World, state: State) -> None:
    _remove(state, TANK)
    state.tank_along = False
    state.hurt = None
    _after(world, state)


def remove(world: World, state: State, unit: str) -> list[str]:
    """8.9(3): only a unit without a way back and without a step; 8.11: U34."""
    now = moment(world, state)[0]
    if now == "loss" and unit == state.hurt:
        open_ways = ways_back(world, state, unit) or state.steps.get(unit)
        return ["8.9(3)"] if open_ways else []
    if now == "duty" and unit == state.active:
        helpless = not ways_back(world, state, unit) and not can_play(world, state, unit)
        return [] if helpless else ["8.11"]
    return ["8.9(3)"]


def _remove(state: State, unit: str) -> None:
    state.where[unit] = GONE
    state.down.discard(unit)
    state.isolated.discard(unit)
    if unit == TANK:
        state.tank_lost = state.turn


def do_remove(world: World, state: State, unit: str) -> None:
    now, fight = moment(world, state)[0], state.fight
    origin = state.where[unit]
    _remove(state, unit)
    state.hurt = None
    if now == "duty" or (fight is not None and unit == fight.attacker):
        if state.tank_along:
            state.down.add(TANK)
        state.fight = None
        settle_control(world, state, origin)
        return next_player(state, passed=False)
    if fight is not None:
        return _defender_gone(world, state)
    return _after(world, state)


def isolate(world: World, state: State, unit: str) -> list[str]:
    """8.10(2): stay, isolated."""
    return [] if moment(world, state)[0] == "stranded" and unit in state.stranded else ["8.10"]


def do_isolate(world: World, state: State, unit: str) -> None:
    state.isolated.add(unit)
    state.stranded.remove(unit)
    _isolations_over(world, state)


def _defender_gone(world: World, state: State) -> None:
    """8.10: the other defenders choose, when the one that fought is gone."""
    fight = state.fight
    assert fight is not None
    enemy = other(side_of(world, fight.attacker))
    if fight.attacker not in state.isolated:
        there = units_in(world, state, fight.area, enemy)
        state.stranded = [unit for unit in there if unit not in state.isolated]
    if not state.stranded:
        _isolations_over(world, state)


def _isolations_over(world: World, state: State) -> None:
    if not state.stranded:
        _after(world, state)


def _after(world: World, state: State) -> None:
    """8.11, 3.6: what follows when a loss is carried out."""
    fight = state.fight
    state.fight = None
    if fight is not None:
        settle_control(world, state, fight.area)
    if state.active is not None:
        settle_control(world, state, state.where[state.active])
        state.duty = enemies_left(world, state) and (fight is not None or state.duty)
