"""Chapter 4: where set-up symbols are, and who is still to be placed."""

from __future__ import annotations

from toolkit.games.gj47.rules.board import Board
from toolkit.games.gj47.rules.course import OFF_MAP
from toolkit.games.gj47.rules.position import Position
from toolkit.games.gj47.rules.units import Owner, UnitType

FRONT, SECOND = "front", "second"
ARMY_HEXES = ("army", "panzer")


def symbols(board: Board, h: int, army: str) -> frozenset[str]:
    """Return the kinds of set-up symbols that an army has in a hex."""
    return frozenset(mark.kind for mark in board.setup_hexes if (mark.hex, mark.army) == (h, army))


def hexes_of(board: Board, *kinds: str, army: str | None = None) -> tuple[int, ...]:
    """Return the hexes with set-up symbols of these kinds, of one army if given, each once."""
    hexes = (mark.hex for mark in board.setup_hexes if mark.kind in kinds and army in (None, mark.army))
    return board.kept(("set-up hexes", kinds, army), lambda: tuple(dict.fromkeys(hexes)))


def left_over(position: Position, owner: Owner) -> list[int]:
    """Return the units of a side that have a set-up mark and are not on the map."""
    marked = (u for u in position.data.own[owner] if position.data.units[u].assignment is not None)
    return [unit for unit in marked if position.hex_of[unit] == OFF_MAP]


def mixed(one: UnitType, other: UnitType) -> bool:
    """Return whether two units may not be stacked in the set-up: allies stand with their own nation only."""
    return one.nationality != other.nationality and (one.allied or other.allied)
