"""10.2: the order in which announced battles are fought."""

from __future__ import annotations

from dataclasses import replace

from toolkit.games.gj47.rules import actions as a
from toolkit.games.gj47.rules import battles as b
from toolkit.games.gj47.rules.course import Battle
from toolkit.games.gj47.rules.odds import odds
from toolkit.games.gj47.rules.position import Position
from toolkit.rules.registry import Kind, rule
from toolkit.rules.rulings import Rulings

AfterRoll = a.Lose | a.Retreat | a.Advance | a.CloseBattle


@rule("10.2", "Each hex attacked is resolved by the steps below.", Kind.PROCEDURE)
def worth_fighting(position: Position, action: a.Roll | a.CallOff, rulings: Rulings) -> str | None:
    """Judge that an announced attack is fought, or called off with a reason.

    Checks: A roll against a hex that is empty by now, and an attack given up although the enemy is still
    there.
    Legal: The defenders are gone when the battle's turn comes: no die is thrown.
    Illegal: An announced attack is called off because an earlier one went badly.
    Unclear: U-26: whether an attack whose odds have fallen below 1-1 is called off.
    """
    battle = position.command.battle(action.target)
    if battle is None or battle.closed:
        return None
    if battle.die:
        return "its die is thrown, it cannot be called off" if isinstance(action, a.CallOff) else None
    there = b.occupied(position, battle.target, b.attacking_side(position, battle).enemy)
    if isinstance(action, a.Roll):
        return None if there else f"{b.number(position, battle.target)} is empty by now"
    if not there or (rulings.says("U-26", "recheck") and not odds(position, battle, rulings).allowed):
        return None
    return "an announced attack is called off"


@rule(
    "10.2(1)",
    "All attacks are announced before the first is resolved; then they are resolved one after the other.",
    Kind.PROCEDURE,
)
def announced_then_in_turn(
    position: Position, action: a.Roll | a.CallOff | AfterRoll | a.EndCommand, _rulings: Rulings
) -> str | None:
    """Judge that only announced battles are fought, each to its end, and all of them.

    Checks: That a battle was announced; that nothing is done in one that is over, because it was closed or
    the die of the next was thrown; that none is left when the chit is put down.
    Legal: Three attacks are announced, and resolved in an order that the attacker likes.
    Illegal: After a success another attack is made that was not announced; a unit advances after the die of
    the next battle.
    """
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


@rule("10.2(3)", "The die is thrown, then the result is carried out.", Kind.PROCEDURE)
def die_first(position: Position, action: AfterRoll, rulings: Rulings) -> str | None:
    """Judge that nothing comes of a battle before its die is thrown.

    Checks: Losses, retreats and advances in a battle without a roll.
    Legal: The die shows a retreat, the defenders retreat.
    Illegal: A weak unit retreats before the attacker has rolled.
    Unclear: U-25: defenders without any strength may be removed without a roll.
    """
    battle = position.command.battle(action.target)
    if battle is None or battle.die or battle.closed:
        return None
    if odds(position, battle, rulings).defence <= 0 and rulings.says("U-25", "eliminated"):
        return None
    return f"no die was thrown for {b.number(position, action.target)}"


# -- effects ----------------------------------------------------------------------------------------------


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
    for other in b.left_behind(position, action):
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
