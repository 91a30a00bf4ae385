"""10.0 and 10.1: who may attack what; the declaration of attacks."""

from __future__ import annotations

from dataclasses import replace

from toolkit.games.gj47.rules import actions as a
from toolkit.games.gj47.rules import battles as b
from toolkit.games.gj47.rules.activation import active_units, why_inactive
from toolkit.games.gj47.rules.course import OFF_MAP, Battle, Phase
from toolkit.games.gj47.rules.position import Position
from toolkit.games.gj47.rules.sequence import enter
from toolkit.games.gj47.rules.terrain import IMPASSABLE
from toolkit.rules.registry import Kind, rule
from toolkit.rules.rulings import Rulings

# -- 10.0, 10.1 -------------------------------------------------------------------------------------------


@rule(
    "10.0",
    "In the combat segment activated units may attack neighbouring enemies; an empty hex cannot be attacked.",
    Kind.RESTRICTION,
)
def something_to_attack(position: Position, action: a.Declare, _rulings: Rulings) -> str | None:
    """Judge that an attack has attackers and an enemy.

    Checks: The hex attacked when the attack is announced: an enemy unit or a fort is there. The player whose
    chit is in play is the attacker, whatever the state of the war.
    Legal: Two divisions attack a rifle division beside them.
    Illegal: A division attacks an empty town, to advance into it.
    Unclear: None. What becomes of an attack whose target has left since is U-26, see 10.2.
    """
    if not action.attackers:
        return "nobody attacks"
    enemy = b.attacking_side(position, Battle(action.target, action.attackers)).enemy
    if not b.occupied(position, action.target, enemy):
        return f"no enemy is in {b.number(position, action.target)}"
    return None


@rule("10.1", "Attacking is voluntary: an activated unit may attack, none has to.", Kind.PROCEDURE)
def free_to_attack(position: Position, rulings: Rulings) -> tuple[int, ...]:
    """Return the units that may still be told to attack: activated, and in no battle yet.

    Checks: Nothing against anybody: the end of the declarations asks who attacks, never who does not.
    Legal: An activated division stands beside an enemy and does not attack.
    """
    busy = {unit for battle in position.command.battles for unit in battle.attackers}
    return tuple(unit for unit in active_units(position, rulings) if unit not in busy)


@rule(
    "10.1(1)",
    "A unit attacks one neighbouring hex only; units of one stack may attack different hexes.",
    Kind.RESTRICTION,
)
def one_neighbouring_hex(position: Position, action: a.Declare, _rulings: Rulings) -> str | None:
    """Judge where each attacker stands, and that it attacks once.

    Checks: That each attacker is on the map beside the hex attacked, and in no other battle of the segment.
    Legal: Two divisions of one hex attack two different hexes beside them.
    Illegal: One division attacks in two battles; artillery-like support from two hexes away.
    """
    others = [battle for battle in position.command.battles if battle.target != action.target]
    elsewhere = {unit: battle.target for battle in others for unit in battle.attackers}
    for place, unit in enumerate(action.attackers):
        called, h = b.name(position, unit), position.hex_of[unit]
        if unit in action.attackers[:place]:
            return f"{called} attacks twice"
        if h == OFF_MAP or position.data.board.features(h, action.target) is None:
            return f"{called} is not beside {b.number(position, action.target)}"
        if unit in elsewhere:
            return f"{called} attacks {b.number(position, elsewhere[unit])} as well"
    return None


@rule("10.1(2)", "Units that are not activated do not take part in an attack.", Kind.RESTRICTION)
def only_active(position: Position, action: a.Declare, rulings: Rulings) -> str | None:
    """Judge that each attacker is activated under the chit in play.

    Checks: Chapter 8 for each attacker: side, nation, range at the moment of activation.
    Legal: A division that was in range when its headquarters was activated, and moved out of it since.
    Illegal: A division that stands beside the enemy but was out of range joins the attack.
    Unclear: Those of chapter 8: U-12, U-13, U-14.
    """
    for unit in action.attackers:
        found = why_inactive(position, unit, rulings)
        if found is not None:
            return f"{b.name(position, unit)} is not activated ({found[0]}): {found[1]}"
    return None


@rule(
    "10.1(3)",
    "A hex is attacked once in a combat segment, by units of several hexes together if its attacker likes.",
    Kind.RESTRICTION,
)
def attacked_once(position: Position, action: a.Declare, _rulings: Rulings) -> str | None:
    """Judge that no hex is attacked a second time in a segment.

    Checks: The hexes announced under the chit in play. All that attack one hex fight one battle, strengths
    added.
    Legal: Divisions of three hexes attack one hex together.
    Illegal: Two of them attack it, and the third makes an attack of its own on the same hex.
    """
    again = position.command.battle(action.target) is not None
    return f"{b.number(position, action.target)} is attacked already" if again else None


@rule(
    "10.1(4)", "All units in the hex are attacked together, with the sum of their defence.", Kind.RESTRICTION
)
def whole_hex(position: Position, action: a.Declare, _rulings: Rulings) -> str | None:
    """Judge that an attack is not made on a part of a stack.

    Checks: The units named as attacked, where a declaration names any.
    Legal: Both rifle divisions in the hex are attacked.
    Illegal: Only the weaker of two rifle divisions in the hex is attacked.
    """
    if not action.defenders:
        return None
    enemy = b.attacking_side(position, Battle(action.target, action.attackers)).enemy
    there, named = set(b.units_in(position, action.target, enemy)), set(action.defenders)
    if there - named:
        return f"{b.name(position, min(there - named))} is left out"
    return f"{b.name(position, min(named - there))} is not there" if named - there else None


@rule("10.1(5)", "No attack over an impassable hexside.", Kind.RESTRICTION)
def over_passable_sides(position: Position, action: a.Declare, _rulings: Rulings) -> str | None:
    """Judge the hexside between each attacker and the hex attacked.

    Checks: That none of them is impassable; roads and bridges on it do not count.
    Legal: An attack over a river.
    Illegal: An attack over a strait that the map marks as impassable.
    Unclear: U-51: impassable is what the map data mark.
    """
    for unit in action.attackers:
        h = position.hex_of[unit]
        if h != OFF_MAP and (position.data.board.features(h, action.target) or 0) & IMPASSABLE:
            return f"{b.name(position, unit)} attacks over an impassable side"
    return None


# -- effects ----------------------------------------------------------------------------------------------


def declare(position: Position, action: a.Declare) -> None:
    """Write an attack down; a second one on the same hex adds its attackers to the first."""
    known = position.command.battle(action.target) or Battle(action.target, ())
    more = tuple(unit for unit in action.attackers if unit not in known.attackers)
    origins = (*known.origins, *(position.hex_of[unit] for unit in more))
    changed = replace(known, attackers=(*known.attackers, *more), origins=origins)
    position.set_command(position.command.with_battle(changed))


def end_declaration(position: Position, _action: a.EndDeclaration) -> None:
    """Go on to resolving the battles."""
    enter(position, Phase.COMBAT)
