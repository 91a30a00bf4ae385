"""What of Storm can stand in a field of an action."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from toolkit.games.storm.rules.data import RulesData
from toolkit.games.storm.rules.position import Position

_UNITS = frozenset({"unit", "units", "instead_of", "aimed"})
_AREAS = frozenset({"area", "target", "path"})
_CARDS = frozenset({"card", "cards", "order"})


def values(position: Position, name: str) -> Sequence[object]:
    """Return the units, areas or cards that a field of that name can hold; () for another one."""
    return _things(position.data, name)


@lru_cache
def _things(data: RulesData, name: str) -> Sequence[object]:
    units, areas, cards = name in _UNITS, name in _AREAS, name in _CARDS
    if name == "paid":
        return (*data.cards, *data.units)
    return tuple(data.units if units else data.areas if areas else data.cards if cards else ())
