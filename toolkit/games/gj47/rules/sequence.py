"""Chapter 5: the sequence of play as a state machine: which action belongs to which phase, and what follows.

Every chapter changes the position by its own effects; moving on to another phase is done here only.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from toolkit.games.gj47.rules import actions as a
from toolkit.games.gj47.rules.course import Phase, Turn
from toolkit.games.gj47.rules.position import Position
from toolkit.games.gj47.rules.units import Owner
from toolkit.rules.registry import Kind, asked, rule
from toolkit.rules.rulings import Rulings

ALLOWED: Mapping[Phase, tuple[type, ...]] = {
    Phase.SETUP: (a.Place, a.EndSetUp),
    # The free chit of turn 1 may be used while the other side still chooses (16.0(1)); that a draw comes
    # too early is for 5.0(1) to say.
    Phase.CHOICE: (a.Choose, a.FreeChit, a.Draw),
    Phase.DRAW: (a.FreeChit, a.Draw, a.EndTurn),
    Phase.EXECUTION: (a.Activate, a.Reinforce, a.SetAside),
    Phase.MOVEMENT: (a.Move, a.EndMovement),
    Phase.DECLARATION: (a.Declare, a.EndDeclaration),
    Phase.COMBAT: (a.Roll, a.CallOff, a.Lose, a.Retreat, a.Advance, a.CloseBattle, a.EndCommand),
    Phase.SUPPLY_SOVIET: (a.Attrition,),
    Phase.SUPPLY_AXIS: (a.Attrition,),
    Phase.WITHDRAWAL: (a.Withdraw,),
    Phase.RAIL_BOX: (a.RailTransport,),
    Phase.FORT: (a.BuildFort,),
    Phase.REINFORCEMENT: (a.Enter, a.EndReinforcement),
    Phase.OVER: (),
}


@asked("5.0", "A turn goes through its phases in order; each allows its own actions.", Kind.PROCEDURE)
@rule("5.0(3)", "Activation: the chit's headquarters activates units.", Kind.PROCEDURE)
@rule("5.0(4)1", "Movement segment: the acting player moves activated units.", Kind.PROCEDURE)
def in_sequence(phase: Phase, action: object) -> bool:
    """Return whether an action belongs to a phase; ``game.check`` asks this before anything else.

    Checks: Every action against the phase of the turn. Chapter 8 judges who is activated, chapter 9 the
    moves.
    Legal: A headquarters is activated when its chit is drawn; then units move in the movement segment.
    Illegal: A unit moves after the first die of the combat segment; a chit is drawn while another is in play.
    Unclear: U-05, settled: paragraphs printed with the same number do not change the order.
    """
    return isinstance(action, ALLOWED[phase])


@rule(
    "5.0(1)",
    "Choice: both players secretly choose the number of chits that the turn gives them.",
    Kind.PROCEDURE,
)
def both_have_chosen(position: Position, _action: a.Draw, _rulings: Rulings) -> str | None:
    """Judge that nothing is drawn before both players have chosen.

    Checks: That both players' chits are in the cup. The free chit of turn 1 needs no cup (16.0(1)).
    Legal: Both players commit their chits, then the first one is drawn.
    Illegal: A chit is drawn while one player has not yet chosen.
    """
    return None if len(position.turn.ready) == len(Owner) else "not both players have chosen their chits"


@rule(
    "5.0(2)",
    "Execution: one chit is drawn from the cup, and its owner acts; this is repeated until the cup is empty.",
    Kind.PROCEDURE,
)
def until_the_cup_is_empty(position: Position, _action: a.EndTurn, _rulings: Rulings) -> str | None:
    """Judge that a turn does not end with chits left in the cup.

    Checks: The cup when the turn is ended.
    Legal: The last chit is executed, then the turn marker moves.
    Illegal: The turn marker moves while a chit is still in the cup.
    """
    left = len(position.turn.cup)
    return f"{left} chits are still in the cup" if left else None


@rule(
    "5.0(4)2",
    "Combat segment: the acting player attacks with activated units; each moves and fights once.",
    Kind.PROCEDURE,
)
def move_or_fight(position: Position, action: a.Declare, rulings: Rulings) -> str | None:
    """Judge that no unit both moves and fights where the players have ruled so.

    Checks: Attackers that moved under the same chit, under the other reading of U-04 only.
    Legal: A division moves next to the enemy and attacks.
    Illegal: The same, where the players ruled that a unit moves or fights.
    Unclear: U-04, settled by 8.1(3): both, movement first.
    """
    if not rulings.says("U-04", "either"):
        return None
    moved = set(position.command.moved) & set(action.attackers)
    return "a unit that moved attacks as well" if moved else None


def enter(position: Position, phase: Phase) -> None:
    """Move on to another phase of the same turn."""
    position.turn = replace(position.turn, phase=phase)


def end_chit(position: Position) -> None:
    """Lay the chit in play down (7.1(4)): the next one is drawn, or players go on choosing."""
    both = len(position.turn.ready) == len(Owner)
    position.turn = replace(position.turn, phase=Phase.DRAW if both else Phase.CHOICE, command=None)


@rule("5.0(5)", "End of the turn: the turn marker goes on one box.", Kind.PROCEDURE)
def next_turn(turn: Turn) -> Turn:
    """Return the course of the turn that follows (5.0(5)).

    Checks: Nothing of its own; victory (15.0(3)) is judged before.
    Legal: From turn 3 to turn 4.
    Illegal: From turn 3 to turn 5; see ``toolkit.audit``, which compares the marker.
    """
    return replace(
        turn,
        number=turn.number + 1,
        phase=Phase.CHOICE,
        ready=frozenset(),
        chosen=frozenset(),
        cup=frozenset(),
        drawn=(),
        free="",
        command=None,
    )
