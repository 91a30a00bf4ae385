"""Actions and positions as JSON, with counter ids and printed hex numbers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any, get_args

from toolkit.games.gj47.rules.actions import Action
from toolkit.games.gj47.rules.data import RulesData
from toolkit.games.gj47.rules.position import OFF_MAP, Position
from toolkit.games.gj47.rules.units import Owner

KINDS: Mapping[str, type] = {kind.__name__: kind for kind in get_args(Action)}

_UNIT = frozenset({"unit", "hq"})
_UNITS = frozenset({"units", "germans", "attackers", "defenders"})
_HEX = frozenset({"hex", "target", "start", "end"})
_HEXES = frozenset({"path", "via", "hexes"})
_OFF = "off"


class Notation:
    """Reads and writes actions of one game.

    Parameters
    ----------
    data : RulesData
    """

    def __init__(self, data: RulesData) -> None:
        self._ids = [unit.id for unit in data.units]
        self._index = data.index
        self._numbers = data.board.numbers
        self._hexes = {number: h for h, number in enumerate(data.board.numbers)}

    def write(self, action: Action) -> dict[str, Any]:
        """Return an action as a JSON object; `read` gives it back."""
        result: dict[str, Any] = {"action": type(action).__name__}
        for field in fields(action):
            value = getattr(action, field.name)
            result[field.name] = self._out(field.name, value)
        return result

    def read(self, found: Mapping[str, Any]) -> Action:
        """Return the action that `write` wrote.

        Raises
        ------
        KeyError
            For an unknown kind of action, counter or hex.
        """
        kind = KINDS[found["action"]]
        values = {f.name: self._in(f.name, found[f.name]) for f in fields(kind) if f.name in found}
        action: Action = kind(**values)
        return action

    def number(self, h: int) -> str:
        """Return the printed number of a hex, ``"off"`` for off the map."""
        return _OFF if h == OFF_MAP else self._numbers[h]

    def _out(self, name: str, value: Any) -> Any:
        if name in _UNIT:
            return self._ids[value]
        if name in _UNITS:
            return [self._ids[unit] for unit in value]
        if name in _HEX:
            return self.number(value)
        if name in _HEXES:
            return [self.number(h) for h in value]
        if isinstance(value, Owner):
            return value.name.lower()
        return list(value) if isinstance(value, tuple) else value

    def _in(self, name: str, value: Any) -> Any:
        if name in _UNIT:
            return self._index[value]
        if name in _UNITS:
            return tuple(self._index[unit] for unit in value)
        if name in _HEX:
            return self._hex(value)
        if name in _HEXES:
            return tuple(self._hex(number) for number in value)
        if name in ("owner", "winner") and value is not None:
            return Owner[value.upper()]
        return tuple(value) if isinstance(value, list) else value

    def _hex(self, number: str) -> int:
        return OFF_MAP if number == _OFF else self._hexes[number]


def position_to_json(position: Position) -> dict[str, Any]:
    """Return who stands where, and the course of the turn, for people and other programs."""
    data, turn = position.data, position.turn
    numbers = data.board.numbers
    return {
        "turn": turn.number,
        "phase": str(turn.phase),
        "column": turn.column,
        "fort_markers": turn.fort_markers,
        "cup": sorted(turn.cup),
        "drawn": list(turn.drawn),
        "units": {
            data.units[unit].id: numbers[h] + ("*" if position.reduced[unit] else "")
            for unit, h in enumerate(position.hex_of)
            if h != OFF_MAP
        },
        "boxes": {
            data.units[unit].id: box.name.lower() + ("*" if position.reduced[unit] else "")
            for unit, box in enumerate(position.box_of)
            if position.hex_of[unit] == OFF_MAP
        },
        "forts": {numbers[h]: level for h, level in sorted(position.forts.items())},
        "control": {numbers[h]: owner.name.lower() for h, owner in sorted(position.control[0].items())},
        "losses": [[data.units[loss.unit].id, str(loss.cause), loss.turn] for loss in position.losses],
    }
