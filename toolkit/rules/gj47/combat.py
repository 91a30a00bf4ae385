"""10.0 to 10.2: who may attack what, declaration, and the order in which battles are fought."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from toolkit.rules.gj47 import actions as a
from toolkit.rules.gj47 import battles as b
from toolkit.rules.gj47.activation import why_inactive
from toolkit.rules.gj47.board import IMPASSABLE
from toolkit.rules.gj47.odds import Odds, odds
from toolkit.rules.gj47.position import OFF_MAP, Battle, Phase, Position
from toolkit.rules.gj47.sequence import enter
from toolkit.rules.registry import Enforcement, Kind, rule
from toolkit.rules.rulings import Rulings

AfterRoll = a.Lose | a.Retreat | a.Advance | a.CloseBattle


# -- 10.0, 10.1 -------------------------------------------------------------------------------------------


@rule(
    "10.0",
    "In the combat segment activated units may attack neighbouring enemies; an empty hex cannot be attacked.",
    kind=Kind.RESTRICTION,
    enforcement=Enforcement.CHECKED,
    on=(a.Declare,),
)
def something_to_attack(position: Position, action: a.Declare, rulings: Rulings) -> str | None:
    """Judge that an attack has attackers and an enemy.

    What it checks
    --------------
    The hex attacked when the attack is announced: an enemy unit or a fort is there. The player whose chit is
    in play is the attacker, whatever the state of the war.

    Legal example
    -------------
    Two divisions attack a rifle division beside them.

    Illegal example
    ---------------
    A division attacks an empty town, to advance into it.

    Unclear points
    --------------
    None. What becomes of an attack whose target has left since is U-26, see 10.2.
    """
    del rulings
    if not action.attackers:
        return "nobody attacks"
    enemy = b.attacking_side(position, Battle(action.target, action.attackers)).enemy
    if not b.occupied(position, action.target, enemy):
        return f"no enemy is in {b.number(position, action.target)}"
    return None


@rule(
    "10.1",
    "Attacking is voluntary: no activated unit has to attack.",
    kind=Kind.PROCEDURE,
    enforcement=Enforcement.EMBODIED,
)
def obliged_to_attack(position: Position) -> tuple[int, ...]:
    """Return the units that have to attack: none, ever.

    What it checks
    --------------
    Nothing against anybody: the end of the declarations asks nothing.

    Legal example
    -------------
    An activated division stands beside an enemy and does not attack.

    Illegal example
    ---------------
    None.

    Unclear points
    --------------
    None.
    """
    del position
    return ()


@rule(
    "10.1(1)",
    "A unit attacks one neighbouring hex only; units of one stack may attack different hexes.",
    kind=Kind.RESTRICTION,
    enforcement=Enforcement.CHECKED,
    on=(a.Declare,),
)
def one_neighbouring_hex(position: Position, action: a.Declare, rulings: Rulings) -> str | None:
    """Judge where each attacker stands, and that it attacks once.

    What it checks
    --------------
    That each attacker is on the map beside the hex attacked, and in no other battle of the segment.

    Legal example
    -------------
    Two divisions of one hex attack two different hexes beside them.

    Illegal example
    ---------------
    One division attacks in two battles; artillery-like support from two hexes away.

    Unclear points
    --------------
    None.
    """
    del rulings
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


@rule(
    "10.1(2)",
    "Units that are not activated do not take part in an attack.",
    kind=Kind.RESTRICTION,
    enforcement=Enforcement.CHECKED,
    unclear=("U-12", "U-13", "U-14"),
    on=(a.Declare,),
)
def only_active(position: Position, action: a.Declare, rulings: Rulings) -> str | None:
    """Judge that each attacker is activated under the chit in play.

    What it checks
    --------------
    Chapter 8 for each attacker: side, nation, range at the moment of activation.

    Legal example
    -------------
    A division that was in range when its headquarters was activated, and moved out of it since.

    Illegal example
    ---------------
    A division that stands beside the enemy but was out of range joins the attack.

    Unclear points
    --------------
    Those of chapter 8.
    """
    for unit in action.attackers:
        found = why_inactive(position, unit, rulings)
        if found is not None:
            return f"{b.name(position, unit)} is not activated ({found[0]}): {found[1]}"
    return None


@rule(
    "10.1(3)",
    "A hex is attacked once in a combat segment, by units of several hexes together if its attacker likes.",
    kind=Kind.RESTRICTION,
    enforcement=Enforcement.CHECKED,
    on=(a.Declare,),
)
def attacked_once(position: Position, action: a.Declare, rulings: Rulings) -> str | None:
    """Judge that no hex is attacked a second time in a segment.

    What it checks
    --------------
    The hexes announced under the chit in play. All that attack one hex fight one battle, strengths added.

    Legal example
    -------------
    Divisions of three hexes attack one hex together.

    Illegal example
    ---------------
    Two of them attack it, and the third makes an attack of its own on the same hex.

    Unclear points
    --------------
    None.
    """
    del rulings
    again = position.command.battle(action.target) is not None
    return f"{b.number(position, action.target)} is attacked already" if again else None


@rule(
    "10.1(4)",
    "All units in the hex are attacked together, with the sum of their defence.",
    kind=Kind.RESTRICTION,
    enforcement=Enforcement.CHECKED,
    on=(a.Declare,),
)
def whole_hex(position: Position, action: a.Declare, rulings: Rulings) -> str | None:
    """Judge that an attack is not made on a part of a stack.

    What it checks
    --------------
    The units named as attacked, where a declaration names any.

    Legal example
    -------------
    Both rifle divisions in the hex are attacked.

    Illegal example
    ---------------
    Only the weaker of two rifle divisions in the hex is attacked.

    Unclear points
    --------------
    None.
    """
    del rulings
    if not action.defenders:
        return None
    enemy = b.attacking_side(position, Battle(action.target, action.attackers)).enemy
    left_out = set(b.units_in(position, action.target, enemy)) - set(action.defenders)
    return f"{b.name(position, min(left_out))} is left out" if left_out else None


@rule(
    "10.1(5)",
    "No attack over an impassable hexside.",
    kind=Kind.RESTRICTION,
    enforcement=Enforcement.CHECKED,
    unclear=("U-51",),
    on=(a.Declare,),
)
def over_passable_sides(position: Position, action: a.Declare, rulings: Rulings) -> str | None:
    """Judge the hexside between each attacker and the hex attacked.

    What it checks
    --------------
    That none of them is impassable; roads and bridges on it do not count.

    Legal example
    -------------
    An attack over a river.

    Illegal example
    ---------------
    An attack over a strait that the map marks as impassable.

    Unclear points
    --------------
    U-51: impassable is what the map data mark.
    """
    del rulings
    for unit in action.attackers:
        h = position.hex_of[unit]
        if h != OFF_MAP and (position.data.board.features(h, action.target) or 0) & IMPASSABLE:
            return f"{b.name(position, unit)} attacks over an impassable side"
    return None


# -- 10.2 -------------------------------------------------------------------------------------------------


@rule(
    "10.2",
    "Each hex attacked is resolved by the steps below.",
    kind=Kind.PROCEDURE,
    enforcement=Enforcement.CHECKED,
    unclear=("U-26",),
    on=(a.Roll, a.CallOff),
)
def worth_fighting(position: Position, action: a.Roll | a.CallOff, rulings: Rulings) -> str | None:
    """Judge that an announced attack is fought, or called off with a reason.

    What it checks
    --------------
    A roll against a hex that is empty by now, and an attack given up although the enemy is still there.

    Legal example
    -------------
    The defenders are gone when the battle's turn comes: no die is thrown.

    Illegal example
    ---------------
    An announced attack is called off because an earlier one went badly.

    Unclear points
    --------------
    U-26: whether an attack whose odds have fallen below 1-1 is called off.
    """
    battle = position.command.battle(action.target)
    if battle is None or battle.die or battle.closed:
        return None
    there = b.occupied(position, battle.target, b.attacking_side(position, battle).enemy)
    if isinstance(action, a.Roll):
        return None if there else f"{b.number(position, battle.target)} is empty by now"
    if not there or (rulings.says("U-26", "recheck") and not odds(position, battle, rulings).allowed):
        return None
    return "an announced attack is called off"


@rule(
    "10.2(1)",
    "All attacks are announced before the first is resolved; then they are resolved one after the other.",
    kind=Kind.PROCEDURE,
    enforcement=Enforcement.CHECKED,
    on=(a.Roll, a.CallOff, a.Lose, a.Retreat, a.Advance, a.CloseBattle, a.EndCommand),
)
def announced_then_in_turn(
    position: Position, action: a.Roll | a.CallOff | AfterRoll | a.EndCommand, rulings: Rulings
) -> str | None:
    """Judge that only announced battles are fought, each to its end, and all of them.

    What it checks
    --------------
    That a battle was announced; that nothing is done in one that is over, because it was closed or the die of
    the next was thrown; that none is left when the chit is put down.

    Legal example
    -------------
    Three attacks are announced, and resolved in an order that the attacker likes.

    Illegal example
    ---------------
    After a success another attack is made that was not announced; a unit advances after the die of the next
    battle.

    Unclear points
    --------------
    None.
    """
    del rulings
    if isinstance(action, a.EndCommand):
        left = next((x for x in position.command.battles if _unfought(position, x)), None)
        return None if left is None else f"the attack on {b.number(position, left.target)} was not resolved"
    battle = position.command.battle(action.target)
    if battle is None:
        return f"no attack on {b.number(position, action.target)} was announced"
    if battle.closed:
        return f"the battle for {b.number(position, action.target)} is over"
    return None


def _unfought(position: Position, battle: Battle) -> bool:
    """Return whether an announced battle waits: no die, not called off, and the enemy still there."""
    if battle.die or battle.closed or battle.defender_lost is not None:
        return False
    return b.occupied(position, battle.target, b.attacking_side(position, battle).enemy)


@rule(
    "10.2(2)",
    "For each battle both strengths are added up, the odds are found in the table and shifted.",
    kind=Kind.PROCEDURE,
    enforcement=Enforcement.EMBODIED,
    unclear=("U-26",),
)
def odds_when_resolved(position: Position, battle: Battle, rulings: Rulings) -> Odds:
    """Return the odds with which a battle is resolved: of the moment when its die is thrown.

    What it checks
    --------------
    Nothing of its own: 10.3 says how.

    Legal example
    -------------
    Units that retreated into the hex since the declaration change the sums as 10.3(1)2 says.

    Illegal example
    ---------------
    The odds of the declaration are kept although the defence has changed.

    Unclear points
    --------------
    U-26: see 10.3(4).
    """
    return odds(position, battle, rulings)


@rule(
    "10.2(3)",
    "The die is thrown, then the result is carried out.",
    kind=Kind.PROCEDURE,
    enforcement=Enforcement.CHECKED,
    unclear=("U-25",),
    on=(a.Lose, a.Retreat, a.Advance, a.CloseBattle),
)
def die_first(position: Position, action: AfterRoll, rulings: Rulings) -> str | None:
    """Judge that nothing comes of a battle before its die is thrown.

    What it checks
    --------------
    Losses, retreats and advances in a battle without a roll.

    Legal example
    -------------
    The die shows a retreat, the defenders retreat.

    Illegal example
    ---------------
    A weak unit retreats before the attacker has rolled.

    Unclear points
    --------------
    U-25: defenders without any strength may be removed without a roll.
    """
    battle = position.command.battle(action.target)
    if battle is None or battle.die or battle.closed:
        return None
    if odds(position, battle, rulings).defence <= 0 and rulings.says("U-25", "eliminated"):
        return None
    return f"no die was thrown for {b.number(position, action.target)}"


# -- effects ----------------------------------------------------------------------------------------------


def declare(position: Position, action: a.Declare) -> None:
    """Write an attack down; a second one on the same hex adds its attackers to the first."""
    command = position.command
    known = command.battle(action.target)
    if known is None:
        origins = tuple(position.hex_of[unit] for unit in action.attackers)
        battle = Battle(action.target, action.attackers, origins)
        position.set_command(replace(command, battles=(*command.battles, battle)))
        return
    more = tuple(unit for unit in action.attackers if unit not in known.attackers)
    origins = (*known.origins, *(position.hex_of[unit] for unit in more))
    changed = replace(known, attackers=(*known.attackers, *more), origins=origins)
    position.set_command(command.with_battle(changed))


def end_declaration(position: Position, action: a.EndDeclaration) -> None:
    """Go on to resolving the battles."""
    del action
    enter(position, Phase.COMBAT)


def frozen(position: Position, battle: Battle) -> Battle:
    """Return a battle with the facts of this moment: who defends, the fort, the faces shown."""
    defenders = b.defenders_of(position, battle)
    return replace(
        battle,
        defenders=defenders,
        fort=b.fort_of(position, battle),
        retreated_in=b.newcomers(position, battle),
        faces=tuple(int(position.reduced[unit]) for unit in (*battle.attackers, *defenders)),
    )


def roll(position: Position, action: a.Roll) -> None:
    """Throw the die of a battle: what it depends on is kept, and battles begun earlier are over."""
    command = position.command
    for other in b.open_battles(position):
        if other.target != action.target:
            command = command.with_battle(replace(other, closed=True))
    battle = command.battle(action.target)
    if battle is not None:
        first = frozen(position, battle) if not battle.die else battle
        command = command.with_battle(replace(first, die=action.die))
    position.set_command(command)


def close(position: Position, action: a.CloseBattle | a.CallOff) -> None:
    """End a battle."""
    battle = position.command.battle(action.target)
    if battle is not None:
        position.set_command(position.command.with_battle(replace(battle, closed=True)))


EFFECTS: Mapping[type, Callable[[Position, Any], None]] = MappingProxyType(
    {
        a.Declare: declare,
        a.EndDeclaration: end_declaration,
        a.Roll: roll,
        a.CallOff: close,
        a.CloseBattle: close,
    }
)
