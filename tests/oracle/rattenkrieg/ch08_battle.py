"""Chapter 8: declaring, answering, raising, opening, losing, isolation: what each breaks."""

from __future__ import annotations

from tests.oracle.rattenkrieg.cards import SOVIET, other
from tests.oracle.rattenkrieg.ch07_operations import (
    cards_in_battle,
    fight_result,
    lead,
    moment,
    tank_adds,
)
from tests.oracle.rattenkrieg.strength import stuck, ways_back
from tests.oracle.rattenkrieg.world import REAR, TANK, Fight, State, World, side_of, units_in

FIRST_CARDS = ("attack", "answer", "first", "second")
RAISES = ("raise_attacker", "raise_defender")
CLAUSE = {"attack": "8.4", "second": "8.4", "answer": "8.5", "first": "8.5"}


def follows(world: World, fight: Fight, did: str) -> str:
    """Return the next stage after a card was put down or not (8.3 to 8.6; 9.8 with U48)."""
    stage = fight.stage
    if did == "stand":
        return "open"
    if stage == "second":
        how = world.r["U48"]
        return {"german-first": "raise_defender", "usual-raises": "raise_attacker"}.get(how, "open")
    return {
        "attack": "answer",
        "answer": "raise_attacker",
        "raise_attacker": "raise_defender",
        "raise_defender": "raise_attacker",
        "first": "second",
    }[stage]


def name_defender(world: World, state: State, side: str, unit: str, *, helped: bool) -> list[str]:
    """8.2: the defender names one of his units in the area."""
    if moment(world, state)[0] != "name" or state.fight is None:
        return ["8.2"]
    enemy = other(side_of(world, state.fight.attacker))
    there = units_in(world, state, state.fight.area, enemy)
    broken = [] if unit in there and side == enemy else ["8.2"]
    return broken + (tank_adds(world, state, unit, state.fight.area) if helped else [])


def fighter(world: World, fight: Fight, side: str) -> str:
    """Return the unit of a side in a battle."""
    return fight.attacker if side_of(world, fight.attacker) == side else fight.defender or ""


def open_to_all(fight: Fight, stage: str) -> bool:
    """9.8: return whether a card of this stage is shown when it is put down."""
    return fight.chuikov and stage in ("first", "raise_defender")


def put_down(world: World, state: State, side: str, card: str, *, face_up: bool, again: bool) -> list[str]:
    """8.4, 8.5, 8.6, 8.10, 8.12: put one card down; any card may be a bluff."""
    now, owner = moment(world, state)
    clause = CLAUSE.get(now, "8.6")
    if state.fight is None or now not in (RAISES if again else FIRST_CARDS) or owner != side:
        return ["8.6" if again else "8.3"]
    unit = fighter(world, state.fight, side)
    broken = []
    if card not in cards_in_battle(world, state, unit):
        in_hand = card in state.hand[side] and unit in state.isolated
        broken.append("8.10" if in_hand else clause)
        lent = any(card in cards for cards in state.steps.values())
        broken += ["8.12"] if unit == TANK and lent else []
    shown = open_to_all(state.fight, now)
    if shown and not face_up:
        broken.append("9.8")
    if face_up and not shown:
        broken.append(clause)
    return broken


def take_loss(world: World, state: State, side: str, folded: str) -> list[str]:
    """8.5: the defender takes the loss instead of answering; not once he has answered (U21, U19)."""
    now, owner = moment(world, state)
    stages = (
        ("answer", "first", "raise_defender") if world.r["U21"] == "fold-allowed" else ("answer", "first")
    )
    if now not in stages or owner != side:
        return ["8.5"]
    return [] if folded in ("hidden", world.r["U19"]) else ["8.6"]


def stand(world: World, state: State, side: str) -> list[str]:
    """8.6: no further card."""
    now, owner = moment(world, state)
    return [] if now in RAISES and owner == side else ["8.6"]


def turn_open(world: World, state: State, side: str) -> list[str]:
    """8.7: the cards are shown when nobody raises any more."""
    if moment(world, state)[0] != "open" or state.fight is None:
        return ["8.7"]
    return ["8.7"] if side in state.fight.opened else []


def fight_on(world: World, state: State) -> list[str]:
    """8.7.4: after a tie the attacker may go on if he has a card."""
    if moment(world, state)[0] != "tie" or state.fight is None:
        return ["8.7.4"]
    return [] if cards_in_battle(world, state, state.fight.attacker) else ["8.7.4"]


def stop(world: World, state: State) -> list[str]:
    """8.7.4, 9.8: the attacker may leave the victory to the defender after a tie, or after his open card.

    Who came without a card (U17) can do nothing else.
    """
    now = moment(world, state)[0]
    if now == "attack" and state.fight is not None:
        return ["8.7.4"] if cards_in_battle(world, state, state.fight.attacker) else []
    return [] if now in ("tie", "second") else ["8.7.4"]


def decided(world: World, state: State) -> None:
    """8.7: both sides have opened: a tie, or a unit that is beaten."""
    fight = state.fight
    assert fight is not None
    found = fight_result(world, state)
    fight.stage = "tie" if found == "tie" else "settled"
    if found != "tie":
        state.hurt = fight.attacker if found == "defender" else fight.defender


# --- 8.9 to 8.12: losses --------------------------------------------------------------------------


def leaving(world: World, state: State) -> list[str]:
    """Return the units that a decision to retreat is about."""
    now = moment(world, state)[0]
    if now == "loss":
        return [state.hurt] if state.hurt else []
    if now == "stranded":
        return list(state.stranded)
    if now == "duty":
        unit = lead(world, state)
        return [unit] if unit else []
    return []


def attacks(world: World, state: State, unit: str) -> bool:
    """Return whether a unit that must leave is the attacker of the battle (8.9, 8.11)."""
    if moment(world, state)[0] == "duty":
        return unit == lead(world, state)
    return state.fight is not None and unit == state.fight.attacker


def companion(world: World, state: State, unit: str) -> bool:
    """8.12, U27: return whether the tank attacks beside a unit, so that both retreat together."""
    beside = state.where.get(TANK) == state.where.get(unit) and unit != TANK
    return state.tank_along and beside and attacks(world, state, unit)


def retreat(world: World, state: State, unit: str, area: str, *, tank: bool, down: bool) -> list[str]:
    """8.9.1, 8.9.4, 8.10, 8.11: to a neighbouring area of the own army; no Soviet goes over the river."""
    if unit not in leaving(world, state):
        return ["8.9"]
    broken = [] if down else ["8.11" if moment(world, state)[0] == "duty" else "8.9.1"]
    if tank != companion(world, state, unit):
        broken.append("8.12")
    if moment(world, state)[0] == "stranded" and world.r["U31"] == "together" and True in state.chosen:
        broken.append("8.10.1")
    if stuck(world, state, unit):
        return [*broken, "8.10"]
    if area not in ways_back(world, state, unit):
        over_river = area == REAR[SOVIET] and side_of(world, unit) == SOVIET
        broken.append("8.9.4" if over_river else "8.9.1")
    return broken


def lose_step(world: World, state: State, unit: str, card: str) -> list[str]:
    """8.9.2: a card of the beaten unit itself."""
    if moment(world, state)[0] != "loss" or unit != state.hurt:
        return ["8.9"]
    return [] if card in state.steps.get(unit, []) else ["8.9.2"]


def tank_out(world: World, state: State) -> list[str]:
    """8.12: the tank goes instead, if it fought along in a battle that was lost."""
    fight = state.fight
    if moment(world, state)[0] != "loss" or fight is None or state.hurt is None:
        return ["8.12"]
    if state.hurt == TANK:
        return []
    helped = fight.attacker_tank if state.hurt == fight.attacker else fight.defender_tank
    return [] if helped and side_of(world, state.hurt) == SOVIET else ["8.12"]


def helpless(world: World, state: State, unit: str) -> bool:
    """8.11, U34: return whether a unit can neither attack again nor retreat."""
    return not ways_back(world, state, unit) and not cards_in_battle(world, state, unit)


def remove(world: World, state: State, unit: str) -> list[str]:
    """8.9.3: only a unit without a way back and without a step; 8.11: U34."""
    now = moment(world, state)[0]
    if now == "loss" and unit == state.hurt:
        return ["8.9.3"] if ways_back(world, state, unit) or state.steps.get(unit) else []
    if now == "duty" and unit == lead(world, state):
        return [] if helpless(world, state, unit) and world.r["U34"] == "removed" else ["8.11"]
    return ["8.9.3"]


def isolate(world: World, state: State, unit: str) -> list[str]:
    """8.10.2: stay, isolated; 8.11: U34."""
    now = moment(world, state)[0]
    if now == "stranded" and unit in state.stranded:
        return ["8.10.2"] if world.r["U31"] == "together" and False in state.chosen else []
    if now == "duty" and unit == lead(world, state) and world.r["U34"] == "isolated":
        return [] if helpless(world, state, unit) else ["8.11"]
    return ["8.10"]
