"""The movement segment (5.0(4)1): what a unit's move does to the position."""

from __future__ import annotations

from dataclasses import replace

from toolkit.games.gj47.rules import actions as a
from toolkit.games.gj47.rules.battles import name, number
from toolkit.games.gj47.rules.course import Phase
from toolkit.games.gj47.rules.movement import resumed
from toolkit.games.gj47.rules.position import Position
from toolkit.games.gj47.rules.sequence import enter
from toolkit.rules.registry import judges
from toolkit.rules.rulings import Rulings


@judges("9.1(1)")
def goes_on_later(position: Position, action: a.Move, _rulings: Rulings) -> str | None:
    """Judge whether a unit moves again after another one has moved; twice on end is for 8.1(3) alone."""
    order = (*position.command.moved, action.unit)
    return "it moves on after another unit has moved" if resumed(order, action.unit) else None


@judges("9.1(2)")
def starts_where_it_stands(position: Position, action: a.Move, _rulings: Rulings) -> str | None:
    """Judge that the row of hexes begins where the unit is."""
    here = position.hex_of[action.unit]
    if here == action.start:
        return None
    return f"{name(position, action.unit)} is not in {number(position, action.start)}"


def move(position: Position, action: a.Move) -> None:
    """Move a unit along ``action.via`` to its end; towns entered change hands (3.4(2)).

    `via` should hold every hex entered where control matters: the caller settles which way was taken.
    """
    owner = position.data.units[action.unit].owner
    position.place(action.unit, action.end)
    for h in (*action.via, action.end):
        position.take_control(owner, h, moving=True)
    command = position.command
    position.set_command(replace(command, moved=(*command.moved, action.unit)))


def end_movement(position: Position, _action: a.EndMovement) -> None:
    """Go on to the declaration of attacks (10.2(1))."""
    enter(position, Phase.DECLARATION)
