"""Chapter 5: the sequence of play as a state machine: which action belongs to which phase, and what follows.

Every chapter changes the position by its own effects; moving on to another phase is done here only.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from toolkit.rules.gj47 import actions as a
from toolkit.rules.gj47.position import Command, Phase, Position, Turn

ALLOWED: Mapping[Phase, tuple[type, ...]] = MappingProxyType(
    {
        Phase.SETUP: (a.Place, a.EndSetUp),
        Phase.CHOICE: (a.Choose,),
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
)


def enter(position: Position, phase: Phase) -> None:
    """Move on to another phase of the same turn."""
    position.turn = replace(position.turn, phase=phase)


def play_chit(position: Position, chit: str, *, free: bool = False) -> None:
    """Put a chit into play: it has left the cup and is about to be executed (7.1(2))."""
    turn = position.turn
    supply = position.data.chits[chit].order == "supply"
    position.turn = replace(
        turn,
        phase=Phase.SUPPLY_SOVIET if supply else Phase.EXECUTION,
        cup=turn.cup - {chit},
        drawn=(*turn.drawn, chit),
        command=Command(chit, free),
    )


def end_chit(position: Position) -> None:
    """Lay the chit in play down; the next one is drawn, or the turn ends when the cup is empty (7.1(4))."""
    position.turn = replace(position.turn, phase=Phase.DRAW, command=None)


def next_turn(turn: Turn) -> Turn:
    """Return the course of the turn that follows (5.0(5))."""
    return replace(
        turn,
        number=turn.number + 1,
        phase=Phase.CHOICE,
        ready=frozenset(),
        chosen=frozenset(),
        cup=frozenset(),
        drawn=(),
        command=None,
    )
