"""The project's positions told in this reading's words; the only module that knows them."""

from __future__ import annotations

from collections.abc import Mapping

from tests.oracle.rattenkrieg.cards import GERMAN, SOVIET
from tests.oracle.rattenkrieg.ch07_operations import exhausted, lead, moment
from tests.oracle.rattenkrieg.ch08_battle import decided, follows
from tests.oracle.rattenkrieg.ch09_events import damage
from tests.oracle.rattenkrieg.world import AWAY, GONE, Fight, Piece, State, World, on_map, register, units_in
from tests.oracle.readings import Point, Readings
from toolkit.games.rattenkrieg.rules import position as theirs
from toolkit.games.rattenkrieg.rules.data import RulesData
from toolkit.games.rattenkrieg.rules.sides import Side

SIDES = {Side.GERMAN: GERMAN, Side.SOVIET: SOVIET}
PHASES = {
    theirs.Phase.SETUP: "setup",
    theirs.Phase.REINFORCEMENT: "reinforcement",
    theirs.Phase.OPERATIONS: "operations",
    theirs.Phase.REPLENISHMENT: "replenishment",
    theirs.Phase.OVER: "over",
}
OFF = {theirs.OFF_MAP: AWAY, theirs.GONE: GONE}


def read_world(data: RulesData, fixed: Mapping[str, str] | None = None) -> World:
    """Return areas, units and unclear points of a game."""
    points = register()
    for id, values in data.points.values.items():
        if id in points:
            points[id] = Point(id, tuple(values), values[0], len(values) > 1)
    pieces = {
        id: Piece(id, SIDES[u.side], u.kind.value, u.strength, u.steps, u.enters)
        for id, u in data.units.items()
    }
    kinds = {id: area.terrain.value for id, area in data.areas.items()}
    return World(kinds, dict(data.neighbours), pieces, Readings(points, fixed or {}))


def state_of(world: World, position: theirs.Position) -> State:
    """Return a position in words, what is due included, under the world's reading."""
    which = 1 if world.r["U13"] == "yes" else 0
    state = State(
        turn=position.turn,
        phase=PHASES[position.phase],
        actor=SIDES[position.actor],
        last=[course.value for course in position.courses],
        control={area: SIDES[position.held[which][area]] for area in world.areas},
        where={unit: OFF.get(spot, spot) for unit, spot in position.where.items()},
        down=set(position.down),
        spent=set(position.acted),
        isolated=set(position.cut_off[which]),
        steps={unit: list(cards) for unit, cards in position.steps.items()},
        hand={SIDES[side]: list(position.hands[side]) for side in Side},
        deck=list(reversed(position.deck)),
        pile=list(position.pile),
        tank_lost=position.t34_gone or None,
        served={SIDES[side] for side in position.served},
        drew={SIDES[side] for side in position.drew},
        won=None if position.winner is None else SIDES[position.winner],
        done=position.readied,
    )
    _acting(world, state, position)
    _battle(world, state, position)
    _due(world, state, position)
    return state


def _acting(world: World, state: State, position: theirs.Position) -> None:
    act = position.act
    if act is None:
        return
    state.active, state.tank_along, state.done = act.unit, act.with_t34, position.readied + act.operations
    begun = len(act.fights)
    kinds = [effect.kind for effect in act.effects]
    state.guns = _stacked(world, kinds.count(theirs.Support.ASSAULT_GUN))
    state.engineers = bool(_lasting(world, act, theirs.Support.ENGINEERS, begun + 1))
    state.molotov = _stacked(world, _lasting(world, act, theirs.Support.MOLOTOV, begun + 1))
    state.chuikov = bool(_lasting(world, act, theirs.Support.CHUIKOV, begun + 1))


def _stacked(world: World, count: int) -> int:
    return count if world.r["U44"] == "add-up" else min(1, count)


def _lasting(world: World, act: theirs.Act, kind: theirs.Support, number: int) -> int:
    """Count the cards of a kind that work in a battle of this activation (U45)."""
    found = 0
    for effect in act.effects:
        if effect.kind is not kind:
            continue
        first = effect.before + 1
        same = (
            number > first and number <= len(act.fights) and act.fights[first - 1] == act.fights[number - 1]
        )
        found += first == number or (same and world.r["U45"] == "whole-fight")
    return found


def _battle(world: World, state: State, position: theirs.Position) -> None:
    battle, act = position.battle, position.act
    if battle is None:
        return
    number = battle.number
    fight = Fight(
        battle.area,
        battle.attacker,
        battle.defender,
        battle.attacker_support,
        battle.defender_support,
        {SIDES[side]: [played.card for played in battle.of(side)] for side in Side},
        {played.card: played.source for played in battle.cards},
        opened={SIDES[side] for side in battle.opened},
    )
    if act is not None:
        fight.engineers = bool(_lasting(world, act, theirs.Support.ENGINEERS, number))
        fight.molotov = _stacked(world, _lasting(world, act, theirs.Support.MOLOTOV, number))
        fight.chuikov = bool(_lasting(world, act, theirs.Support.CHUIKOV, number))
    state.fight = fight
    if battle.defender is None:
        return
    if battle.beaten is not None:
        fight.stage = "settled"
        of_attacker = battle.beaten is position.side(battle.attacker)
        state.hurt = battle.attacker if of_attacker else battle.defender
        return
    fight.stage = "first" if fight.chuikov else "attack"
    for _, did in battle.calls:
        fight.stage = follows(world, fight, "stand" if did is theirs.Did.STAND else "play")
    if len(fight.opened) == 2:
        decided(world, state)


def _due(world: World, state: State, position: theirs.Position) -> None:
    strike, broken = position.strike, position.broken
    if strike is not None and state.where.get(strike.target) in world.kinds:
        kind = "air" if strike.from_air else "bombard"
        if damage(world, state, kind, strike.drawn, strike.target):
            state.hurt = strike.target
    attacker = lead(world, state)
    if broken is not None and attacker not in state.isolated:
        there = units_in(world, state, broken.area, SIDES[broken.side])
        state.stranded = [unit for unit in there if unit not in state.isolated]
        state.chosen = list(broken.chosen)


def _used(world: World, state: State, unit: str) -> bool:
    return exhausted(world, state, unit) if state.phase == "operations" else unit in state.down


def told(world: World, state: State) -> dict[str, object]:
    """Return what two states must agree on, in words; cards of a settled battle count as piled."""
    fight = state.fight
    pile, on_table = set(state.pile), {}
    if fight is not None:
        cards = {side: tuple(played) for side, played in fight.played.items()}
        if fight.stage in ("settled", "tie"):
            pile |= {card for played in cards.values() for card in played}
        else:
            on_table = cards
    facts: dict[str, object] = {
        "turn": state.turn,
        "phase": state.phase,
        "actor": state.actor if state.phase == "operations" else None,
        "last": state.last if state.phase == "operations" else [],
        "exhausted": {u for u in world.pieces if on_map(world, state, u) and _used(world, state, u)},
        "isolated": state.isolated,
        "hands": {side: set(cards) for side, cards in state.hand.items()},
        "deck": state.deck,
        "pile": pile,
        "table": on_table,
        "tank lost": state.tank_lost,
        "acting": lead(world, state),
        "tank along": state.tank_along and lead(world, state) == state.active,
        "cards of the active unit": (state.guns, state.engineers, state.molotov, state.chuikov),
        "battle": fight and (fight.area, fight.attacker, fight.defender, fight.stage),
        "cards of the battle": fight and (fight.engineers, fight.molotov, fight.chuikov),
        "tank adds": fight and (fight.attacker_tank, fight.defender_tank),
        "beaten": state.hurt,
        "stranded": sorted(state.stranded),
        "waits for": moment(world, state) if state.phase == "operations" else None,
        "won": state.won,
    }
    facts |= {f"control of {area}": side for area, side in state.control.items()}
    facts |= {f"place of {unit}": spot for unit, spot in state.where.items()}
    return facts | {f"steps of {unit}": set(cards) for unit, cards in state.steps.items()}


def differences(one: dict[str, object], other: dict[str, object]) -> list[str]:
    """Return in words where two tellings differ."""
    return [f"{key}: {one[key]} / {other[key]}" for key in one if one[key] != other[key]]
