"""What of GJ47 can stand in a field of an action."""

from __future__ import annotations

from collections.abc import Sequence

from toolkit.games.gj47.rules.position import Position

_UNITS = frozenset({"unit", "units", "attackers", "defenders", "germans", "hq"})
_HEXES = frozenset({"hex", "hexes", "target", "path", "start", "end", "via"})


def values(position: Position, name: str) -> Sequence[object]:
    """Return the units, hexes or chits that a field of that name can hold; () for another one."""
    data = position.data
    if name in ("chit", "chits"):
        return tuple(data.chits)
    return range(len(data.units) if name in _UNITS else len(data.board.numbers) if name in _HEXES else 0)
