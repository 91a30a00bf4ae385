"""Actions and positions as JSON, with counter ids and printed hex numbers."""

from __future__ import annotations

from toolkit.games.gj47.rules.course import OFF_MAP
from toolkit.games.gj47.rules.data import RulesData
from toolkit.rules.shapes import Names

_OFF = "off"


def names_of(data: RulesData) -> Names:
    """Return what the numbers of units and hexes stand for in a game."""
    hexes = {number: h for h, number in enumerate(data.board.numbers)} | {_OFF: OFF_MAP}
    numbers = {h: number for number, h in hexes.items()}
    return {
        "unit": (lambda unit: data.units[unit].id, data.index.__getitem__),
        "hex": (numbers.__getitem__, hexes.__getitem__),
    }
