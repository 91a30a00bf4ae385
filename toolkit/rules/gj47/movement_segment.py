"""The movement segment (5.0(4)1): what a unit's move does to the position."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from toolkit.rules.gj47 import actions as a
from toolkit.rules.gj47.position import Phase, Position
from toolkit.rules.gj47.sequence import enter


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


def end_movement(position: Position, action: a.EndMovement) -> None:
    """Go on to the declaration of attacks (10.2(1))."""
    del action
    enter(position, Phase.DECLARATION)


EFFECTS: Mapping[type, Callable[[Position, Any], None]] = MappingProxyType(
    {a.Move: move, a.EndMovement: end_movement}
)
