"""Chapter 4, the end of the set-up: what lies ready, and a start of the game judged as a whole."""

from __future__ import annotations

from toolkit.games.gj47.rules import actions as a
from toolkit.games.gj47.rules.battles import name
from toolkit.games.gj47.rules.position import Position
from toolkit.games.gj47.rules.units import Owner
from toolkit.rules.registry import Kind, rule
from toolkit.rules.rulings import Rulings


@rule("4.0(6)", "All units are set up at full strength.", Kind.SETUP)
def full_strength(position: Position, action: a.EndSetUp, _rulings: Rulings) -> str | None:
    """Judge the faces of the units set up.

    Checks: The face that each unit of the player shows on the map.
    Legal: All units show their front.
    Illegal: An infantry division shows its back.
    """
    reduced = next((u for u in position.on_map(action.owner) if position.reduced[u]), None)
    return None if reduced is None else f"{name(position, reduced)} shows its reduced face"


@rule("4.0(7)", "Each player keeps his command chits at hand.", Kind.SETUP)
def chits_at_hand(position: Position, action: a.EndSetUp, _rulings: Rulings) -> str | None:
    """Judge that no chit is in the cup, or used, while the game is set up.

    Checks: The chits of the player who has finished.
    Legal: All chits lie before their players when the first turn begins.
    Illegal: A chit lies in the cup before the players have chosen.
    """
    gone = position.turn.cup | set(position.turn.drawn)
    own = sorted(chit for chit in gone if position.data.chits[chit].owner is action.owner)
    return f"{position.data.chits[own[0]].name} is not at hand" if own else None


@rule("4.0(8)", "The Soviet reinforcement number stands at 1.", Kind.SETUP)
def first_column(position: Position, action: a.EndSetUp, _rulings: Rulings) -> str | None:
    """Judge the place of the reinforcement marker.

    Checks: The column when the Soviet player has finished.
    Legal: The marker lies in column 1.
    Illegal: It lies in column 2.
    """
    wrong = action.owner is Owner.SOVIET and position.turn.column != 1
    return f"the number stands at {position.turn.column}" if wrong else None


@rule("4.0(9)", "The turn marker stands at 1.", Kind.SETUP)
def first_turn(position: Position, action: a.EndSetUp, _rulings: Rulings) -> str | None:
    """Judge the place of the turn marker.

    Checks: The turn when the Axis player has finished.
    Legal: The marker lies in turn 1.
    Illegal: It lies in turn 2.
    """
    wrong = action.owner is Owner.AXIS and position.turn.number != 1
    return f"the turn marker stands at {position.turn.number}" if wrong else None
