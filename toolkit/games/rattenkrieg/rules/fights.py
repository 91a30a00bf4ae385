"""Battles begin and end, 8.11 and 8.12: fighting on, and the T-34."""

from __future__ import annotations

from dataclasses import replace

from toolkit.games.rattenkrieg.rules import actions as a
from toolkit.games.rattenkrieg.rules.moments import Moment, due
from toolkit.games.rattenkrieg.rules.position import Battle, Position
from toolkit.games.rattenkrieg.rules.readings import attacks_on, companion, has_playable, name
from toolkit.games.rattenkrieg.rules.sides import Side
from toolkit.games.rattenkrieg.rules.ways import retreats
from toolkit.rules.registry import Kind, judges, rule
from toolkit.rules.rulings import Rulings

WithT34 = (
    a.Activate
    | a.MoveFriendly
    | a.EnterEmpty
    | a.EnterBattle
    | a.Attack
    | a.NameDefender
    | a.Retreat
    | a.T34Out
)
Joined = a.Activate | a.MoveFriendly | a.EnterEmpty | a.EnterBattle


@rule(
    "8.11",
    "While units of both sides are left in the area, isolated ones aside, the attacker attacks again or "
    "retreats.",
    Kind.PROCEDURE,
)
def fight_on_or_leave(
    position: Position, action: a.Event | a.Retreat | a.Remove | a.Isolate, rulings: Rulings
) -> str | None:
    """Judge what happens between two battles in one area.

    Checks: Events between them, who leaves, and an attacker that is removed because it can do neither.
    Whatever else is done there is judged under this number as well.
    Legal: The attacker lost a step; it attacks again, perhaps another unit.
    Illegal: The player turn is ended with both sides in the area.
    Unclear: U34: what becomes of an attacker that can neither attack nor retreat. U35, settled: events in
    between are allowed. U56, settled: isolated enemies need not be attacked again.
    """
    if due(position, rulings).moment is not Moment.CONTESTED:
        return None
    if isinstance(action, a.Retreat):
        right = position.act is not None and action.unit == position.act.unit
        return None if right else f"{name(position, action.unit)} does not attack"
    if isinstance(action, a.Isolate) and not attacks_on(position, action.unit, rulings):
        return None  # 8.10.2
    if isinstance(action, a.Remove | a.Isolate):
        return _given_up(position, action, rulings)
    return "no event between two battles" if rulings.says("U35", "forbidden") else None


def _given_up(position: Position, action: a.Remove | a.Isolate, rulings: Rulings) -> str | None:
    if position.act is None or not attacks_on(position, action.unit, rulings):
        return f"{name(position, action.unit)} does not attack"
    if has_playable(position, position.act.unit, rulings):
        return f"{position.act.unit} can attack again"
    if retreats(position, action.unit, rulings):
        return f"{name(position, action.unit)} can retreat"
    removed = isinstance(action, a.Remove)
    if rulings.says("U34", "removed" if removed else "isolated"):
        return None
    return "it is not removed" if removed else "it is not isolated"


@rule(
    "8.12",
    "The T-34 has no steps; it adds its strength to a comrade in its area, acts together with one, and may "
    "be removed instead of another loss where it took part.",
    Kind.EFFECT,
)
def the_t34(position: Position, action: WithT34, rulings: Rulings) -> str | None:
    """Judge everything the T-34 takes part in.

    Checks: That it is activated with a Soviet unit in its area while it lies face-up, moves and retreats
    together with it, supports units in its own area, fights alone with no step of another unit, and is
    removed only for a battle that it took part in.
    Legal: A Rifle and the T-34, both face-up in the Tractor Factory, move together and attack with both
    strengths.
    Illegal: The T-34 lies face-down and goes along; it is removed for a battle in the next area.
    Unclear: U01: whether it may act twice. U27, U37, U38 and U58 are settled: it retreats with its partner,
    is turned with it, has to have taken part, and fights with the hand alone. U36, settled: it supports
    face-down as well.
    """
    if isinstance(action, a.T34Out):
        return None if took_part(position) else "the T-34 took no part in the battle"
    if isinstance(action, a.NameDefender):
        return _defends(position, action, rulings)
    if isinstance(action, a.Attack):
        at = position.where.get(action.unit, "")
        return _supports(position, action.unit, at, rulings) if action.support else None
    if isinstance(action, a.Retreat):
        return _retreats(position, action, rulings)
    if action.with_t34:
        reason = _may_join(position, action, rulings)
        if reason is not None:
            return reason
    if isinstance(action, a.EnterBattle) and action.support and not action.with_t34:
        return _supports(position, action.unit, action.area, rulings)
    return None


@judges("8.12")
def has_no_steps(position: Position, action: a.PlayCard | a.Raise, _rulings: Rulings) -> str | None:
    """Judge that the T-34 fights without steps of others."""
    battle, tank = position.battle, position.data.tank
    if battle is None or position.data.tank not in (battle.attacker, battle.defender):
        return None
    if action.side is not position.side(tank):
        return None
    lent = any(action.card in cards for cards in position.steps.values())
    return "the T-34 has no steps and fights with the hand" if lent else None


def _may_join(position: Position, action: Joined, rulings: Rulings) -> str | None:
    tank = position.data.tank
    if action.unit == tank or not position.on_map(tank):
        return "there is no T-34 beside it"
    if action.unit not in position.where or position.side(action.unit) is not Side.SOVIET:
        return "the T-34 goes with Soviet units"
    if position.where[tank] != position.where[action.unit]:
        return "the T-34 is in another area"
    if isinstance(action, a.Activate):
        had_its_turn = tank in position.acted and rulings.says("U01", "always")
        return "the T-34 does not act any more" if tank in position.down or had_its_turn else None
    together = position.act is not None and position.act.with_t34
    return None if together else "the T-34 was not activated"


def _supports(position: Position, unit: str, area: str, rulings: Rulings) -> str | None:
    tank = position.data.tank
    if unit == tank or position.where.get(tank) != area:
        return "no T-34 is beside it"
    if unit not in position.where or position.side(unit) is not Side.SOVIET:
        return "the T-34 supports Soviet units"
    barred = tank in position.down and rulings.says("U36", "face-up-only")
    return "the T-34 lies face-down" if barred else None


def _defends(position: Position, action: a.NameDefender, rulings: Rulings) -> str | None:
    if not action.support or position.battle is None:
        return None
    return _supports(position, action.unit, position.battle.area, rulings)


def _retreats(position: Position, action: a.Retreat, rulings: Rulings) -> str | None:
    beside = companion(position, action.unit, rulings) is not None
    if beside == action.with_t34:
        return None
    return "the T-34 retreats with its partner" if beside else "the T-34 does not retreat with it"


def took_part(position: Position) -> bool:
    """Return whether the T-34 takes part in the battle that is fought (U38)."""
    battle, tank = position.battle, position.data.tank
    if battle is None:
        return False
    if tank in (battle.attacker, battle.defender):
        return True
    attacks = position.side(battle.attacker) is Side.SOVIET
    return battle.attacker_support if attacks else battle.defender_support


def begin_battle(position: Position, unit: str, *, support: bool, new_fight: bool) -> None:
    """Open a battle where a unit stands; the first of a fight, or one that follows another (8.11)."""
    act = position.act
    number = 1
    position.clear_battle()
    if act is not None:
        fight = act.fights[-1] + new_fight if act.fights else 1
        number = len(act.fights) + 1
        position.act = replace(act, fights=(*act.fights, fight))
    position.battle = Battle(position.where[unit], unit, number=number, attacker_support=support)


def attack(position: Position, action: a.Attack) -> None:
    """Begin a battle in the area of the acting unit."""
    last = position.act.fights if position.act is not None else ()
    position.add_operation()
    begin_battle(position, action.unit, support=action.support, new_fight=not last or not _goes_on(position))


def _goes_on(position: Position) -> bool:
    """Return whether an attack follows another one in the same area, with the enemy still there (8.11)."""
    unit = position.act.unit if position.act is not None else ""
    area = position.where.get(unit, "")
    enemies = position.units_in(area, position.actor.enemy)
    plain = position.cut_off[0]
    return unit not in plain and any(enemy not in plain for enemy in enemies)
