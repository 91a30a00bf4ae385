"""What of Rattenkrieg can stand in a field of an action."""

from __future__ import annotations

from collections.abc import Sequence

from tests.oracle.rattenkrieg.cards import PACK
from toolkit.games.rattenkrieg.rules.position import Position

_UNITS = frozenset({"unit", "units", "target", "flipped"})
_CARDS = frozenset({"card", "cards", "drawn", "taken", "order"})


def values(position: Position, name: str) -> Sequence[object]:
    """Return the units, areas or cards that a field of that name can hold; () for another one."""
    if name in _CARDS:
        return tuple(PACK)
    data = position.data
    return tuple(data.units if name in _UNITS else data.areas if name == "area" else ())
