"""10.7: advance after combat."""

from __future__ import annotations

from dataclasses import replace

from toolkit.games.gj47.rules import actions as a
from toolkit.games.gj47.rules import battles as b
from toolkit.games.gj47.rules.basics import STACKING_LIMIT, enemy_bars, is_bridge
from toolkit.games.gj47.rules.course import OFF_MAP, Battle
from toolkit.games.gj47.rules.movement import along_hexes
from toolkit.games.gj47.rules.position import Position
from toolkit.games.gj47.rules.readings import Asked
from toolkit.games.gj47.rules.terrain import CHART_ROW, GREAT_RIVER, TOWN, WATERS, Terrain
from toolkit.rules.registry import Kind, rule
from toolkit.rules.rulings import Rulings

Path = tuple[int, ...]
FOOT, MECHANISED = 1, 2
"""How far units advance (10.7(1)1, 10.7(1)2)."""


def fought(position: Position, target: int) -> Battle | None:
    """Return a battle whose die is thrown, None without one."""
    battle = position.command.battle(target)
    return battle if battle is not None and (battle.die or battle.defender_lost is not None) else None


def chart_limit(position: Position, h: int, features: int) -> int:
    """Return how far an advance may go that meets this hex and this hexside, by the terrain effects chart."""
    data = position.data
    rows = [CHART_ROW[data.board.terrain[h]]]
    if h in data.board.towns and data.board.terrain[h] != Terrain.CITY:
        rows.append(TOWN)
    rows += [kind for flag, kind in WATERS if features & flag]
    limits = [row.advance for kind in rows if (row := data.charts.effect(kind)) and row.advance is not None]
    return min(limits, default=MECHANISED)


def closed(position: Position, unit: int, h: int, features: int, rulings: Rulings) -> bool:
    """Return whether a mountain or a great river closes a step of an advance (U-20, U-32)."""
    if b.mountain_closed(position, unit, h, features, rulings):
        return True
    return bool(features & GREAT_RIVER and not is_bridge(features) and rulings.says("U-32", "no"))


# -- 10.7 -------------------------------------------------------------------------------------------------


@rule(
    "10.7(1)",
    "When the enemy has retreated or is gone and the hex is empty, units that attacked it may advance.",
    Kind.EFFECT,
)
def after_success(position: Position, action: a.Advance, rulings: Rulings) -> str | None:
    """Judge who advances, and when.

    Checks: That the hex attacked is empty of enemies after the battle; that the unit attacked it, is still
    there and has not advanced yet.
    Legal: The defender has retreated, one of two attackers advances.
    Illegal: A unit that did not attack advances; a unit advances although a fort holds the hex.
    Unclear: U-37: whether a fort without a unit bars the way. U-26: nobody advances after an attack that was
    not fought.
    """
    battle = fought(position, action.target)
    if battle is None or battle.closed:
        return None
    called = b.name(position, action.unit)
    if action.unit not in battle.attackers or position.hex_of[action.unit] == OFF_MAP:
        return f"{called} did not attack {b.number(position, action.target)}"
    if action.unit in battle.advanced:
        return f"{called} has advanced already"
    if enemy_bars(position, b.attacking_side(position, battle), action.target, Asked(rulings)):
        return f"{b.number(position, action.target)} is not empty"
    return None


@rule("10.7(1)1", "Units that are not mechanised advance one hex.", Kind.EFFECT)
def foot_one(position: Position, action: a.Advance, _rulings: Rulings) -> str | None:
    """Judge how far infantry, cavalry and headquarters advance.

    Checks: The number of hexes entered.
    Legal: Infantry advances into the hex attacked.
    Illegal: Infantry advances one hex further.
    """
    if position.data.units[action.unit].mechanised or len(action.path) <= FOOT:
        return None
    return f"{len(action.path)} hexes, it is not mechanised"


@rule(
    "10.7(1)2",
    "Mechanised units advance two hexes, but one where they meet towns, cities, rough ground or rivers.",
    Kind.EFFECT,
)
def mechanised_two(position: Position, action: a.Advance, rulings: Rulings) -> str | None:
    """Judge how far mechanised units advance.

    Checks: The number of hexes; in an advance of two, what the chart says of the hexes entered and the
    hexsides crossed; that each hex is a neighbour of the one before.
    Legal: A panzer division advances two clear hexes.
    Illegal: A panzer division advances into a forest and one hex further, or over a bridge and one hex
    further.
    Unclear: U-31: whether the second hex and the way into it count as well.
    """
    board = position.data.board
    if OFF_MAP not in action.path and not along_hexes(board, action.path):
        return "the path jumps"
    if not position.data.units[action.unit].mechanised or len(action.path) <= FOOT:
        return None
    if len(action.path) > MECHANISED:
        return f"{len(action.path)} hexes, {MECHANISED} at most"
    for step, _, h, features in steps_of(position, action):
        short = chart_limit(position, h, features) < len(action.path)
        if short and (step == 0 or rulings.says("U-31", "either")):
            return f"two hexes, but {b.number(position, h)} or the way into it ends the advance"
    return None


@rule("10.7(2)", "Advancing is voluntary: all units that attacked, some or none.", Kind.PROCEDURE)
def free_to_advance(position: Position, battle: Battle) -> Path:
    """Return the attackers that have not advanced yet and could: any of them, and none has to.

    Checks: Nothing against anybody: a battle can be closed without an advance.
    Legal: The hex is empty and nobody advances.
    """
    if battle.closed:
        return ()
    return tuple(u for u in battle.attackers if u not in battle.advanced and position.hex_of[u] != OFF_MAP)


@rule("10.7(3)", "An advance costs no movement points, and zones of control do not count.", Kind.DEFINITION)
def steps_of(position: Position, action: a.Advance) -> tuple[tuple[int, int, int, int], ...]:
    """Return the steps of an advance, as `steps_along`.

    Checks: Nothing of its own: the other lines count these steps; neither their price nor zones are asked
    about.
    Legal: A panzer division advances from one enemy zone through another into a third.
    """
    return b.steps_along(position, (position.hex_of[action.unit], *action.path))


@rule("10.7(5)", "The first hex of an advance is the hex attacked.", Kind.RESTRICTION)
def first_hex(position: Position, action: a.Advance, _rulings: Rulings) -> str | None:
    """Judge the first hex of an advance.

    Checks: That it is the hex attacked. A unit that enters no hex does not advance.
    Legal: Into the hex attacked, then one further.
    Illegal: Past the hex attacked into the one beside it.
    """
    if not action.path or action.path[0] == action.target:
        return None
    return f"the advance does not begin in {b.number(position, action.target)}"


# -- choices ----------------------------------------------------------------------------------------------


def too_many(position: Position, h: int, units: int) -> bool:
    """Return whether this number of units is beyond the limit of a hex (3.1(1), 14.2(3))."""
    return units > STACKING_LIMIT and h not in position.forts


# -- effects ----------------------------------------------------------------------------------------------


def advance(position: Position, action: a.Advance) -> None:
    """Advance a unit; towns entered change hands (3.4, U-33)."""
    owner = position.data.units[action.unit].owner
    entered = [h for h in action.path if h != OFF_MAP]
    if entered:
        position.place(action.unit, entered[-1])
    for h in entered:
        position.take_control(owner, h, moving=False)
    battle = position.command.battle(action.target)
    if battle is not None:
        changed = replace(battle, advanced=(*battle.advanced, action.unit))
        position.set_command(position.command.with_battle(changed))
