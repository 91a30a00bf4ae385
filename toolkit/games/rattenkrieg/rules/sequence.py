"""Chapter 5: the sequence of play, and what stands against an action that has no place at the moment."""

from __future__ import annotations

from collections.abc import Mapping
from typing import get_args

from toolkit.games.rattenkrieg.rules import actions as a
from toolkit.games.rattenkrieg.rules.moments import BATTLE, Due, Moment, due
from toolkit.games.rattenkrieg.rules.position import Course, Phase, Position
from toolkit.games.rattenkrieg.rules.readings import name, owner_of
from toolkit.games.rattenkrieg.rules.sides import Side
from toolkit.rules.judging import Breach, out_of_order
from toolkit.rules.registry import Kind, rule
from toolkit.rules.rulings import Rulings

EVENTS: tuple[type, ...] = get_args(a.Event)
Move = a.MoveFriendly | a.EnterEmpty | a.EnterBattle
MOVES: tuple[type, ...] = get_args(Move)
OPERATIONS: tuple[type, ...] = (*MOVES, a.Attack, *EVENTS)
LOSSES: tuple[type, ...] = (a.Retreat, a.LoseStep, a.T34Out, a.Remove)
PLAYER_TURN = a.Activate | a.Pass | a.Replenish

# What may come; the chapters judge the details.  A shuffle may come at any time (3.4).
ALLOWED: Mapping[Moment, tuple[type, ...]] = {
    Moment.SETUP: (a.Place, a.DealSteps, a.DealHand, a.EndSetUp),
    Moment.REINFORCEMENT: (a.Reinforce, a.DealSteps, a.ReturnT34, a.EndReinforcement),
    Moment.IDLE: (a.Activate, a.Pass, a.Replenish, a.EndOperations, a.ChuikovReady, a.End),
    Moment.ACTIVE: (*OPERATIONS, a.End, a.Pass),
    Moment.CONTESTED: (a.Attack, *EVENTS, a.Retreat, a.Remove, a.Isolate),
    Moment.NAME: (a.NameDefender,),
    Moment.DECLARE: (a.PlayCard, a.TakeLoss, a.Stop, a.TakeBack),
    Moment.ANSWER: (a.PlayCard, a.TakeLoss, a.Stop, a.TakeBack),
    Moment.RAISE: (a.Raise, a.Stand, a.TakeLoss, a.TakeBack),
    Moment.ANSWER_RAISE: (a.Raise, a.Stand, a.TakeLoss, a.TakeBack),
    Moment.OPEN: (a.Open, a.TakeBack),
    Moment.TIE: (a.FightOn, a.Stop, a.TakeBack),
    Moment.DAMAGE: (*LOSSES, a.TakeBack),
    Moment.STRANDED: (a.Retreat, a.Isolate),
    Moment.REPLENISHMENT: (a.Discard, a.Draw, a.FlipUp, a.EndTurn),
    Moment.OVER: (),
}

# The clause an action belongs to: it stands against the action where nothing nearer does.
HOME: Mapping[type, str] = {
    a.Activate: "7.1",
    a.Pass: "7.4",
    a.End: "7.4",
    a.Replenish: "7.5",
    a.NameDefender: "8.2",
    a.TakeLoss: "8.5",
    a.Raise: "8.6",
    a.Stand: "8.6",
    a.TakeBack: "8.6",
    a.Open: "8.7",
    a.FightOn: "8.7.4",
    a.Stop: "8.7.4",
    a.Retreat: "8.9",
    a.LoseStep: "8.9",
    a.Remove: "8.9",
    a.T34Out: "8.12",
    a.Isolate: "8.10",
    a.Bombard: "9.2",
    a.AirSupport: "9.3",
    a.AssaultGun: "9.4",
    a.Engineers: "9.5",
    a.Sniper: "9.6",
    a.Molotov: "9.7",
    a.ChuikovBattle: "9.8",
    a.ChuikovReady: "9.8",
    a.Discard: "10.1",
    a.Draw: "10.1",
    a.FlipUp: "10.3",
}

_BATTLE_ACTIONS: tuple[type, ...] = (
    a.NameDefender,
    a.PlayCard,
    a.TakeLoss,
    a.Raise,
    a.Stand,
    a.TakeBack,
    a.Open,
    a.FightOn,
    a.Stop,
)
_ENDURED = a.Retreat | a.LoseStep | a.Remove
_OTHER_PHASES = (Moment.SETUP, Moment.REINFORCEMENT, Moment.REPLENISHMENT, Moment.OVER)


def misplaced(position: Position, action: a.Action, rulings: Rulings) -> Breach | None:
    """Return what stands against an action that a position does not wait for; None when it has its place."""
    if isinstance(action, a.Shuffle):
        return None
    waiting = due(position, rulings)
    missed = position.strike if waiting.moment is not Moment.DAMAGE else None
    if missed is not None and isinstance(action, _ENDURED) and action.unit == missed.target:
        reason = f"{missed.drawn} does {name(position, missed.target)} no harm"
        return Breach("9.3" if missed.from_air else "9.2", reason)
    if isinstance(action, ALLOWED[waiting.moment]):
        return _wrong_unit(position, action, waiting)
    side = "" if waiting.side is None else waiting.side.name.title()
    unit = waiting.unit and name(position, waiting.unit)
    reason = out_of_order(waiting.moment, side, unit)
    return Breach(_number(position, action, waiting), reason)


def _wrong_unit(position: Position, action: a.Action, waiting: Due) -> Breach | None:
    """Return what is wrong where the damage of one unit is due and another one suffers it."""
    if waiting.moment is not Moment.DAMAGE:
        return None
    reason = f"the damage is due from {name(position, waiting.unit)}"
    if isinstance(action, a.T34Out):
        return None if waiting.side is Side.SOVIET else Breach("8.12", reason)
    if not isinstance(action, _ENDURED) or action.unit == waiting.unit:
        return None
    battle = position.battle
    fought = battle is not None and action.unit in (battle.attacker, battle.defender)
    return Breach((fought and waiting.line) or "8.9", reason)


def _number(position: Position, action: a.Action, waiting: Due) -> str:
    """Return the clause that stands against an action out of place."""
    moment = waiting.moment
    if moment in _OTHER_PHASES:
        return "5.0"
    home = _play_number(position, action) if isinstance(action, a.PlayCard) else HOME.get(type(action), "5.0")
    if isinstance(action, _BATTLE_ACTIONS) and moment in BATTLE:
        return home
    if isinstance(action, a.Raise) and position.battle is not None:
        return home  # the other side gave in, or the cards are open: there is nothing to answer
    if _after_retreating(position, action, moment):
        return "8.11"
    if isinstance(action, a.Event) and owner_of(position, action.card) is position.actor.enemy:
        return home
    return _instead(action, waiting) or home


def _instead(action: a.Action, waiting: Due) -> str | None:
    """Return the clause that says what has to be done first; None where nothing has to."""
    losing = isinstance(action, (*LOSSES, a.Isolate))
    match waiting.moment:
        case Moment.TIE:
            return "8.7.4"
        case moment if moment in BATTLE:
            return "8.9" if losing else "8.3"
        case Moment.DAMAGE:
            return waiting.line if waiting.line and isinstance(action, a.FightOn | a.Stop) else "8.9"
        case Moment.STRANDED:
            return "8.10"
        case Moment.CONTESTED:
            return "8.11"
        case Moment.IDLE if isinstance(action, OPERATIONS):
            return "7.1"
        case _:
            return None


def _after_retreating(position: Position, action: a.Action, moment: Moment) -> bool:
    """Return whether the side whose acting unit has just retreated goes on acting (8.11)."""
    if moment is not Moment.IDLE or position.courses[-1:] != (Course.RETREATED,):
        return False
    if isinstance(action, a.Event):
        return owner_of(position, action.card) is position.actor.enemy
    unit = action.unit if isinstance(action, Move | a.Attack) else ""
    return unit in position.where and position.side(unit) is position.actor.enemy


def _play_number(position: Position, action: a.PlayCard) -> str:
    battle = position.battle
    attacks = battle is None or position.side(battle.attacker) is action.side
    return "8.4" if attacks else "8.5"


def acting_side(position: Position, action: PLAYER_TURN) -> Side | None:
    """Return who takes a player turn by an action; None for a unit that the game does not have."""
    if isinstance(action, a.Pass):
        return action.side
    unit = position.data.units.get(action.unit)
    return None if unit is None else unit.side


def both_passed(position: Position, rulings: Rulings) -> bool:
    """Return whether both players passed in a row, so that player turns are over (5.0, U03)."""
    if len(position.courses) < len(Side) or not all(course.idle for course in position.courses):
        return False
    return Course.REPLENISHED not in position.courses or rulings.says("U03", "yes")


@rule(
    "5.0",
    "A turn goes through its phases in order; player turns alternate until both players pass in a row.",
    Kind.PROCEDURE,
)
def until_both_pass(
    position: Position, action: PLAYER_TURN | a.ChuikovReady | a.EndOperations, rulings: Rulings
) -> str | None:
    """Judge that player turns go on until both players pass in a row, and no longer.

    Checks: The end of operations, and player turns after both passed. That every action belongs to its phase
    is judged under this number as well.
    Legal: The German passes, the Soviet passes, the replenishment phase begins.
    Illegal: The German passes, the Soviet attacks, and the replenishment phase begins.
    Unclear: U03: whether a replenishment counts as a pass. U53 makes no difference.
    """
    if isinstance(action, a.EndOperations):
        return None if both_passed(position, rulings) else "not both players have passed in a row"
    if position.act is not None:
        return None  # an event of the acting unit
    return "both players have passed" if both_passed(position, rulings) else None


@rule("5.0.1", "The turn begins with the arrival of reinforcements, in turns 2 and 3.", Kind.PROCEDURE)
def when_arrivals_happen(position: Position, _action: a.ReturnT34, rulings: Rulings) -> str | None:
    """Judge the turn in which something arrives.

    Checks: A T-34 that returns in turn 4 or later, under the strict reading of U08 only.
    Legal: The T-34, lost in turn 1, returns at the start of turn 2.
    Illegal: The T-34 returns in turn 5, where players ruled that arrivals happen in turns 2 and 3 only.
    Unclear: U08, settled by 6.3: the T-34 is looked at in every turn.
    """
    if position.turn in ARRIVAL_TURNS or rulings.says("U08", "every-turn"):
        return None
    return f"nothing arrives in turn {position.turn}"


ARRIVAL_TURNS = (2, 3)


@rule("5.0.2", "The German player turn comes first; in it the German player acts.", Kind.PROCEDURE)
def german_player_turn(position: Position, action: PLAYER_TURN, _rulings: Rulings) -> str | None:
    """Judge who acts in a German player turn.

    Checks: Soviet units named, passed or replenished while it is the German player's turn.
    Legal: The first unit that acts in a turn is German.
    Illegal: A Rifle acts before any German.
    """
    wrong = position.actor is Side.GERMAN and acting_side(position, action) is Side.SOVIET
    return "it is the German player's turn" if wrong else None


@rule("5.0.3", "Then comes the Soviet player turn; in it the Soviet player acts.", Kind.PROCEDURE)
def soviet_player_turn(position: Position, action: PLAYER_TURN, _rulings: Rulings) -> str | None:
    """Judge who acts in a Soviet player turn.

    Checks: German units named, passed or replenished while it is the Soviet player's turn.
    Legal: After a German division has acted a Soviet unit does.
    Illegal: Two German divisions act one after the other.
    """
    wrong = position.actor is Side.SOVIET and acting_side(position, action) is Side.GERMAN
    return "it is the Soviet player's turn" if wrong else None


@rule("5.0.4", "The replenishment phase of both players ends the turn.", Kind.PROCEDURE)
def after_operations() -> Phase:
    """Return the phase that follows player turns; chapter 10 says what is done in it.

    Checks: Nothing of its own; 5.0 keeps the order.
    Legal: Hands are filled after both players have passed.
    Illegal: A hand is filled between two player turns.
    """
    return Phase.REPLENISHMENT


def end_operations(position: Position, _action: a.EndOperations) -> None:
    """Go on to the replenishment phase."""
    position.phase = after_operations()
    position.break_off()
    position.readied = 0
    position.courses = ()


def begin_player_turns(position: Position) -> None:
    """Begin the German player turn (5.0.2)."""
    position.phase = Phase.OPERATIONS
    position.actor = Side.GERMAN
    position.courses = ()


def end_turn(position: Position, action: a.EndTurn) -> None:
    """Go on to the next turn, or end the game."""
    position.acted.clear()
    position.served = ()
    position.drew = frozenset()
    if position.turn >= position.data.figures.turns:
        position.phase = Phase.OVER
        position.winner = action.winner
    else:
        position.turn += 1
        position.phase = Phase.REINFORCEMENT
