"""10.4: the die, the results table, and what a result asks of both sides."""

from __future__ import annotations

from dataclasses import dataclass

from toolkit.games.gj47.data.tables import CombatResult
from toolkit.games.gj47.rules import actions as a
from toolkit.games.gj47.rules import battles as b
from toolkit.games.gj47.rules.course import Battle
from toolkit.games.gj47.rules.odds import odds
from toolkit.games.gj47.rules.position import Position
from toolkit.games.gj47.rules.units import Owner
from toolkit.rules.registry import Kind, rule
from toolkit.rules.rulings import Rulings

DESTROYED = "eliminated"
"""Text of the result of a battle without a die against a defence of nought (U-25)."""

Answer = a.Lose | a.Retreat | a.CloseBattle | a.Roll | a.EndCommand


@dataclass(frozen=True, slots=True)
class Due:
    """What a battle still asks for under one reading.

    Attributes
    ----------
    attacker, defender : int
        Steps to lose; 0 when there is nothing, or it is answered.
    retreating : tuple of int
        Defenders that have to retreat and have not.
    hexes : int
        How far.
    """

    attacker: int
    defender: int
    retreating: tuple[int, ...]
    hexes: int


def steps_due(position: Position, battle: Battle, owner: Owner, rulings: Rulings, converted: int = 0) -> int:
    """Return how many steps a side loses in a battle, whether it has done so or not.

    Parameters
    ----------
    converted : int
        Hexes of retreat that the defender takes as steps (14.2(5)).

    Returns
    -------
    int
        At most the steps there are.
    """
    outcome = result(position, battle, rulings)
    if owner is b.attacking_side(position, battle):
        if not outcome.attacker_losses:
            return 0
        return min(outcome.attacker_losses, sum(b.steps_left(position, u) for u in battle.attackers))
    asked = outcome.defender_losses + converted
    if not asked:
        return 0
    sharing = sharers(position, battle, rulings)
    fort = position.forts.get(battle.target, 0) if b.fort_of(position, battle) else 0
    return min(asked, sum(b.steps_left(position, u) for u in sharing) + fort)


def sharers(position: Position, battle: Battle, rulings: Rulings) -> tuple[int, ...]:
    """Return the defenders that share losses and retreat: all, or all that had not just retreated (U-60)."""
    defenders = b.defenders_of(position, battle)
    new = b.newcomers(position, battle)
    if new and rulings.says("U-60", "spared"):
        return tuple(unit for unit in defenders if unit not in new)
    return defenders


def retreat_due(position: Position, battle: Battle, rulings: Rulings) -> tuple[tuple[int, ...], int]:
    """Return the units that have to retreat and have not, and how many hexes; ``((), 0)`` for none."""
    if not battle.die or battle.closed:
        return (), 0
    hexes = result(position, battle, rulings).retreat - battle.converted
    if hexes <= 0:
        return (), 0
    there = b.still_there(position, battle)
    if not there:
        return (), hexes
    sharing = sharers(position, battle, rulings)
    return tuple(unit for unit in there if unit in sharing and unit not in battle.retreated), hexes


def due(position: Position, battle: Battle, rulings: Rulings) -> Due:
    """Return what a battle still asks for."""
    side = b.attacking_side(position, battle)
    attacker = steps_due(position, battle, side, rulings) if battle.attacker_lost is None else 0
    defender = steps_due(position, battle, side.enemy, rulings) if battle.defender_lost is None else 0
    return Due(attacker, defender, *retreat_due(position, battle, rulings))


def _breach(position: Position, action: Answer, rulings: Rulings, line: int) -> str | None:
    """Return what is wrong with an action when the result it answers is the one of this line of 10.4(2)."""
    for battle in _answered(position, action):
        outcome = result(position, battle, rulings)
        if line_of(outcome) == line:
            reason = _wrong(position, battle, action, rulings)
            if reason is not None:
                return f"the result is {outcome.text}: {reason}"
    return None


def _answered(position: Position, action: Answer) -> tuple[Battle, ...]:
    """Return the battles whose result an action answers or leaves behind."""
    if not isinstance(action, a.Lose | a.Retreat):
        return b.left_behind(position, action)
    battle = position.command.battle(action.target)
    if battle is None or battle.closed:
        return ()
    return (battle,) if battle.die or isinstance(action, a.Lose) else ()


def _wrong(position: Position, battle: Battle, action: Answer, rulings: Rulings) -> str | None:
    if isinstance(action, a.Lose):
        return _wrong_losses(position, battle, action, rulings)
    if isinstance(action, a.Retreat):
        return _wrong_retreat(position, battle, rulings)
    left = due(position, battle, rulings)
    if left.attacker:
        return f"the attacker has not lost {left.attacker}"
    if left.defender:
        return f"the defender has not lost {left.defender}"
    if left.retreating:
        return f"{b.name(position, left.retreating[0])} has not retreated"
    return None


def _wrong_losses(position: Position, battle: Battle, action: a.Lose, rulings: Rulings) -> str | None:
    attacks = action.owner is b.attacking_side(position, battle)
    answered = battle.attacker_lost if attacks else battle.defender_lost
    paid = len(action.units) + action.fort
    if answered is not None:
        return f"{paid} more steps, the losses are taken already" if paid else None
    owed = steps_due(position, battle, action.owner, rulings, 0 if attacks else action.converted)
    if paid == owed or (paid > owed and not attacks and surplus(position, battle, action, owed, rulings)):
        return None
    return f"steps lost {paid}, due {owed}"


def surplus(position: Position, battle: Battle, action: a.Lose, owed: int, rulings: Rulings) -> bool:
    """Return whether the steps beyond those due are units that a fallen fort leaves without room (U-41)."""
    there = b.still_there(position, battle)
    falls = 0 < b.fort_of(position, battle) <= action.fort
    if not falls or len(there) <= 2 or not rulings.says("U-41", "at-once"):
        return False
    gone = [unit for unit in there if action.units.count(unit) >= b.steps_left(position, unit)]
    crowded = len(there) - len(gone) == 2 and action.fort + len(action.units) - owed <= 2 * len(gone)
    return crowded


def _wrong_retreat(position: Position, battle: Battle, rulings: Rulings) -> str | None:
    outcome = result(position, battle, rulings)
    if not outcome.retreat:
        return "nobody retreats"
    if battle.defender_lost is None and outcome.defender_losses and due(position, battle, rulings).defender:
        return "losses come before the retreat"
    return None


# -- 10.4 -------------------------------------------------------------------------------------------------


@rule(
    "10.4(1)",
    "The attacker throws one die, once, and looks it up in the column of the final odds.",
    Kind.PROCEDURE,
)
def one_die(position: Position, action: a.Roll, _rulings: Rulings) -> str | None:
    """Judge that a battle is rolled for once, with one die.

    Checks: A second roll for the same battle, and numbers that a die does not have.
    Legal: One roll for each of three battles.
    Illegal: After a 1 the attacker throws again for the same battle.
    """
    if not 1 <= action.die <= 6:
        return f"a die does not show {action.die}"
    battle = position.command.battle(action.target)
    if battle is not None and battle.die:
        return f"the die was thrown already: {battle.die}"
    return None


@rule("10.4(2)", "A result names steps to lose or hexes to retreat.", Kind.DEFINITION)
def result(position: Position, battle: Battle, rulings: Rulings) -> CombatResult:
    """Return the result of a battle: the cell of the table for its odds and its die.

    Checks: Nothing of its own: the lines below compare what is done with it.
    Legal: 3-1 and a 5: all defenders retreat two hexes.
    Illegal: 3-1 and a 5 read as a loss of the attacker.
    Unclear: U-25: defenders without strength may be removed without a roll. U-26: odds that have fallen below
    the first column are resolved on it.
    """
    kept = position.memo.get("result")
    if kept is not None and kept[0] is rulings and kept[1] is battle:
        known: CombatResult = kept[2]
        return known
    found = odds(position, battle, rulings)
    if found.defence <= 0 and rulings.says("U-25", "eliminated"):
        units = sum(b.steps_left(position, unit) for unit in b.still_there(position, battle))
        return CombatResult(DESTROYED, 0, units + b.fort_of(position, battle), 0)
    if not 1 <= battle.die <= 6:
        return CombatResult("-", 0, 0, 0)
    outcome = position.data.charts.crt.result(max(found.column, 0), battle.die)
    # Many rules ask for the result of one action; once the die is thrown, it hangs on nothing but these two.
    position.memo["result"] = (rulings, battle, outcome)
    return outcome


def line_of(outcome: CombatResult) -> int:
    """Return the line of 10.4(2) that explains a result."""
    if outcome.attacker_losses:
        return 1
    if outcome.defender_losses:
        return 5
    return {0: 2, 1: 3}.get(outcome.retreat, 4)


@rule("10.4(2)1", "Ax: the attackers lose x steps in all.", Kind.EFFECT)
def attackers_lose(position: Position, action: Answer, rulings: Rulings) -> str | None:
    """Judge what follows an A result.

    Checks: The number of steps that all attackers of the battle lose together, no more than they have; that
    they have lost them when the battle is over; that the defenders lose and retreat nothing.
    Legal: A1 with three attackers: one of them is turned over.
    Illegal: A1 with three attackers: each of them is turned over; or none is.
    """
    return _breach(position, action, rulings, 1)


@rule("10.4(2)2", "-: nothing happens.", Kind.EFFECT)
def nothing_happens(position: Position, action: Answer, rulings: Rulings) -> str | None:
    """Judge what follows a result without effect.

    Checks: That nobody loses a step or retreats.
    Legal: The battle is closed.
    Illegal: The defenders retreat all the same.
    """
    return _breach(position, action, rulings, 2)


@rule("10.4(2)3", "R: all defending units retreat one hex.", Kind.EFFECT)
def retreat_one(position: Position, action: Answer, rulings: Rulings) -> str | None:
    """Judge what follows R.

    Checks: That every defender has retreated when the battle is over, and that nobody loses a step for the
    result; a fort may turn it into a loss (14.2(5)). How a unit retreats is for 10.6.
    Legal: Both defenders retreat, to different hexes.
    Illegal: One of two defenders retreats, the other stays.
    Unclear: U-60: units that had retreated into the hex before.
    """
    return _breach(position, action, rulings, 3)


@rule("10.4(2)4", "RR: all defending units retreat two hexes.", Kind.EFFECT)
def retreat_two(position: Position, action: Answer, rulings: Rulings) -> str | None:
    """Judge what follows RR.

    Checks: As for R.
    Legal: The defender retreats two hexes.
    Illegal: The defender turns a unit over instead of retreating, without a fort.
    Unclear: U-60: units that had retreated into the hex before.
    """
    return _breach(position, action, rulings, 4)


@rule("10.4(2)5", "xRR: the defenders lose x steps in all, and what is left retreats two hexes.", Kind.EFFECT)
def lose_and_retreat(position: Position, action: Answer, rulings: Rulings) -> str | None:
    """Judge what follows xRR.

    Checks: The number of steps that the defenders lose together, no more than they have; that they are lost
    before anybody retreats; that what is left has retreated when the battle is over.
    Legal: 2RR against two full units: one is removed, the other retreats two hexes.
    Illegal: 1RR: the unit retreats two hexes and keeps its full face.
    Unclear: U-25: the whole hex is lost where it defends with nought. U-41: units that find no room when a
    fort falls. U-60: units that had retreated into the hex before.
    """
    return _breach(position, action, rulings, 5)
