"""What a position waits for, under one reading: which kind of action, and from whom.

This is chapter 5 and the inner course of chapters 7 and 8 as one function of the facts.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from toolkit.games.rattenkrieg.rules.position import Battle, Broken, Did, Effect, Phase, Position, Support
from toolkit.games.rattenkrieg.rules.readings import free_units, is_contested
from toolkit.games.rattenkrieg.rules.results import compare, is_hit
from toolkit.games.rattenkrieg.rules.sides import Side
from toolkit.games.rattenkrieg.rules.strength import applies
from toolkit.rules.registry import Kind, rule
from toolkit.rules.rulings import Rulings


class Moment(StrEnum):
    """What comes next, as a reason says it of what comes too early or too late."""

    SETUP = "the units are set up first"
    REINFORCEMENT = "this is the time of reinforcements"
    IDLE = "no unit acts to which it belongs, and one is named next"
    ACTIVE = "the acting unit goes on first"
    CONTESTED = "the acting unit attacks again or retreats first"
    NAME = "the defending unit is named first"
    DECLARE = "the attack is declared with a card first"
    ANSWER = "the attack is answered first"
    RAISE = "a raise comes first, or none"
    ANSWER_RAISE = "the raise is answered first"
    OPEN = "the cards are opened first"
    TIE = "it is said first whether the fight goes on"
    DAMAGE = "damage is taken first"
    STRANDED = "the others there retreat first, or are isolated"
    REPLENISHMENT = "this is the time of replenishment"
    OVER = "the game is over"


BATTLE = frozenset(
    {
        Moment.NAME,
        Moment.DECLARE,
        Moment.ANSWER,
        Moment.RAISE,
        Moment.ANSWER_RAISE,
        Moment.OPEN,
        Moment.TIE,
    }
)


@dataclass(frozen=True, slots=True)
class Due:
    """What a position waits for.

    Attributes
    ----------
    side : Side or None
        Who has to act; None where both may.
    unit : str
        The unit that suffers damage, "" otherwise.
    line : str
        The line of 8.7 that decided a battle, "" otherwise.
    """

    moment: Moment
    side: Side | None = None
    unit: str = ""
    line: str = ""


_PHASES = {
    Phase.SETUP: Due(Moment.SETUP),
    Phase.REINFORCEMENT: Due(Moment.REINFORCEMENT),
    Phase.REPLENISHMENT: Due(Moment.REPLENISHMENT),
    Phase.OVER: Due(Moment.OVER),
}


def due(position: Position, rulings: Rulings) -> Due:
    """Return what a position waits for under one reading."""
    if position.phase is not Phase.OPERATIONS:
        return _PHASES[position.phase]
    if position.battle is not None:
        return in_battle(position, position.battle, rulings)
    if position.strike is not None and is_hit(position, position.strike, rulings):
        target = position.strike.target
        return Due(Moment.DAMAGE, position.side(target), target)
    if position.broken is not None and stranded(position, position.broken, rulings):
        return Due(Moment.STRANDED, position.broken.side)
    if position.act is None:
        return Due(Moment.IDLE, position.actor)
    if is_contested(position, rulings):
        return Due(Moment.CONTESTED, position.actor, position.act.unit)
    return Due(Moment.ACTIVE, position.actor, position.act.unit)


@rule(
    "8.3",
    "A battle goes by attack declaration, defence declaration, raises, comparison of the cards.",
    Kind.PROCEDURE,
)
def in_battle(position: Position, battle: Battle, rulings: Rulings) -> Due:
    """Return what a battle waits for.

    Checks: Nothing of its own: an action that a battle does not wait for is judged against this order.
    Legal: The attacker lays a card, the defender lays one, the attacker stands, both are opened.
    Illegal: An event is played between the two declarations.
    Unclear: U48: who raises in a battle under General Chuikov.
    """
    attacker = position.side(battle.attacker)
    defender = attacker.enemy
    if battle.defender is None:
        return Due(Moment.NAME, defender)
    if battle.beaten is not None:
        beaten = battle.attacker if battle.beaten is attacker else battle.defender
        return Due(Moment.DAMAGE, battle.beaten, beaten)
    under_chuikov = chuikov(position, battle, rulings)
    first, second = (defender, attacker) if under_chuikov else (attacker, defender)
    declared = {side for side, did in battle.calls if did is Did.PLAY}
    if first not in declared:
        return Due(Moment.DECLARE, first)
    if second not in declared:
        return Due(Moment.ANSWER, second)
    if len(battle.opened) < len(Side):
        raiser: Side | None = first
        if under_chuikov:
            raiser = {"german-first": first, "usual-raises": attacker}.get(rulings.of("U48"))
        return _raising(battle, raiser) or Due(Moment.OPEN)
    # Whatever raises were still to come: with all cards open the battle is decided.
    found = compare(position, battle, rulings)
    if found.winner is None:
        return Due(Moment.TIE, attacker, line=found.line)
    loser = found.winner.enemy
    return Due(Moment.DAMAGE, loser, battle.attacker if loser is attacker else battle.defender, found.line)


def _raising(battle: Battle, raiser: Side | None) -> Due | None:
    """Return whose raise or answer to a raise is awaited (8.6), None when raising is over."""
    if raiser is None:
        return None
    last: tuple[Side, Did] | None = None
    for side, did in battle.calls:
        if did is not Did.PLAY:
            last = (side, did)
    if last is None or last == (raiser.enemy, Did.RAISE):
        return Due(Moment.RAISE, raiser)
    if last == (raiser, Did.RAISE):
        return Due(Moment.ANSWER_RAISE, raiser.enemy)
    return None


def chuikov(position: Position, battle: Battle, rulings: Rulings) -> bool:
    """Return whether the German player has to play first and openly in a battle (9.8)."""
    act = position.act
    if act is None or position.side(battle.attacker) is not Side.SOVIET:
        return False
    return any(
        effect.kind is Support.CHUIKOV and applies(effect, battle, act, rulings) for effect in act.effects
    )


def stranded(position: Position, broken: Broken, rulings: Rulings) -> list[str]:
    """Return the units that have to retreat or stay isolated after their comrade was beaten (8.10)."""
    if not free_units(position, broken.area, broken.side.enemy, rulings):
        return []
    return free_units(position, broken.area, broken.side, rulings)


__all__ = ["BATTLE", "Due", "Effect", "Moment", "chuikov", "due", "in_battle", "stranded"]
