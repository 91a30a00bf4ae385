"""The position a printed set-up begins with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from toolkit.games.gj47.rules.course import Box, Phase
from toolkit.games.gj47.rules.from_game import rules_data
from toolkit.games.gj47.rules.position import Position

if TYPE_CHECKING:
    from toolkit.compile.compiled import CompiledGame

BOXES: Mapping[str, Box] = MappingProxyType(
    {
        "tray": Box.TRAY,
        "pool": Box.POOL,
        "rail": Box.RAIL,
        "reinforcement": Box.WAITING,
        "withdrawn": Box.WITHDRAWN,
        "turn": Box.WITHDRAWN,
        "eliminated": Box.ELIMINATED,
    }
)
"""Kind of a box of the game's data → what it means for the units in it."""


def start(game: CompiledGame, setup: str, fixed: Mapping[str, str] = MappingProxyType({})) -> Position:
    """Return the position of a set-up, before anything is done.

    Parameters
    ----------
    game : CompiledGame
    setup : str
        Id of one of the game's set-ups.  With units left in trays the game begins with placing them,
        without any it begins with the choice of chits.
    fixed : mapping of str to str
        Unclear points that the match fixes.

    Raises
    ------
    KeyError
        For a set-up that the game does not have.
    """
    chosen = {found.id: found for found in game.setups}[setup]
    data = rules_data(game, fixed)
    position = Position(data)
    hexes = {number: h for h, number in enumerate(data.board.numbers)}
    kinds = {box.id: box.kind for box in game.boxes}
    for counter, unit in data.index.items():
        if counter in chosen.on_map:
            position.place(unit, hexes[chosen.on_map[counter]])
        elif counter in chosen.in_boxes:
            position.send(unit, BOXES[kinds[chosen.in_boxes[counter]]])
    if Box.TRAY not in position.box_of:
        position.turn = replace(position.turn, phase=Phase.CHOICE, ready=frozenset())
    return position
