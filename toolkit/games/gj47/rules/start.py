"""The position a printed set-up begins with."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from toolkit.games.gj47.rules import actions as a
from toolkit.games.gj47.rules.course import OFF_MAP, Box, Phase
from toolkit.games.gj47.rules.from_game import rules_data
from toolkit.games.gj47.rules.game import check
from toolkit.games.gj47.rules.position import Position
from toolkit.games.gj47.rules.units import Owner
from toolkit.rules.verdict import Outcome, Verdict

if TYPE_CHECKING:
    from toolkit.compile.compiled import CompiledGame

BOXES: Mapping[str, Box] = {
    "tray": Box.TRAY,
    "pool": Box.POOL,
    "rail": Box.RAIL,
    "reinforcement": Box.WAITING,
    "withdrawn": Box.WITHDRAWN,
    "turn": Box.WITHDRAWN,
    "eliminated": Box.ELIMINATED,
}
"""Kind of a box of the game's data → what it means for the units in it."""


def start(game: CompiledGame, setup: str, fixed: Mapping[str, str] = MappingProxyType({})) -> Position:
    """Return the position of a set-up, before anything is done.

    Parameters
    ----------
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


def illegal_in(game: CompiledGame, setup: str) -> Iterator[tuple[str, Verdict]]:
    """Yield what is illegal in a set-up by chapter 4, as if each side had placed its units and finished.

    Yields
    ------
    (str, Verdict)
        The counter that stands where it may not, "" where only the whole shows what is wrong; nobody has
        finished where the players place the units themselves.
    """
    position = start(game, setup)
    whole = not next(found for found in game.setups if found.id == setup).empty
    for owner in Owner:
        position.turn = replace(position.turn, phase=Phase.SETUP, ready=frozenset({owner.enemy}))
        done: list[tuple[str, a.Place | a.EndSetUp]] = [
            (counter, a.Place(unit, position.hex_of[unit]))
            for counter, unit in position.data.index.items()
            if position.hex_of[unit] != OFF_MAP and position.data.units[unit].owner is owner
        ]
        for counter, action in [*done, *([("", a.EndSetUp(owner))] if whole else [])]:
            verdict = check(position, action)
            if verdict.outcome is Outcome.ILLEGAL:
                yield counter, verdict
