"""Actions and positions as JSON, there and back."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any, TypeVar, get_args

from toolkit.rules.storm.actions import Action
from toolkit.rules.storm.data import RulesData, Side
from toolkit.rules.storm.position import Done, Foreign, Laid, Owed, Phase, Position, Shot, Toll

KINDS: Mapping[str, type] = {kind.__name__: kind for kind in get_args(Action)}
_SIDES = frozenset({"side", "winner", "bidder", "soviet", "victim", "allotter"})
V = TypeVar("V")


def write_action(action: Action) -> dict[str, Any]:
    """Return an action as a JSON object; `read_action` gives it back."""
    return {"action": type(action).__name__, **_values(action)}


def read_action(found: Mapping[str, Any]) -> Action:
    """Return the action that `write_action` wrote.

    Raises
    ------
    KeyError
        For an unknown kind of action or side.
    TypeError
        When a value of the action is missing.
    """
    kind = KINDS[found["action"]]
    action: Action = _read(kind, found)
    return action


def _read(kind: type[V], found: Mapping[str, Any]) -> V:
    """Return a frozen value from the object that `_values` made of it."""
    names = [field.name for field in fields(kind)]  # type: ignore[arg-type]
    return kind(**{name: _in(name, found[name]) for name in names if name in found})


def _values(value: Any) -> dict[str, Any]:
    return {field.name: _out(getattr(value, field.name)) for field in fields(value)}


def _out(value: Any) -> Any:
    if isinstance(value, Side):
        return value.id
    if isinstance(value, Enum):
        return value.value
    if is_dataclass(value) and not isinstance(value, type):
        return _values(value)
    if isinstance(value, tuple | list):
        return [_out(item) for item in value]
    return value


def _in(name: str, value: Any) -> Any:
    if name in _SIDES and value is not None:
        return Side[value.upper()]
    return _frozen(value)


def _frozen(value: Any) -> Any:
    return tuple(map(_frozen, value)) if isinstance(value, list) else value


def position_to_json(position: Position) -> dict[str, Any]:
    """Return everything a position holds; `position_from_json` gives it back."""
    return {
        "turn": position.turn,
        "phase": position.phase.value,
        "last": _out(position.last),
        "passes": position.passes,
        "out": sorted(side.id for side in position.out),
        "units": dict(position.where),
        "spent": sorted(position.spent),
        "control": dict(position.held),
        "markers": sorted([area, side.id] for area, side in position.markers),
        "hands": _by_side(position.hands),
        "decks": _by_side(position.decks),
        "piles": _by_side(position.piles),
        "bids": {side.id: target for side, target in sorted(position.bids.items())},
        "target": position.target,
        "drawn": list(position.drawn),
        "laid": _out(position.laid),
        "shot": _out(position.shot),
        "toll": _out(position.toll),
        "owed": _out(position.owed),
        "done": _out(position.done),
        "foreign": _out(position.foreign),
        "gone": sorted(position.gone),
        "winner": _out(position.winner),
    }


def _by_side(cards: tuple[list[str], list[str]]) -> dict[str, list[str]]:
    return {side.id: list(cards[side]) for side in Side}


def position_from_json(data: RulesData, found: Mapping[str, Any]) -> Position:
    """Return the position that `position_to_json` wrote.

    Raises
    ------
    KeyError, TypeError, ValueError
        When the values describe none.
    """
    position = Position(data)
    for unit, area in found["units"].items():
        position.put(unit, area)
    position.turn = found["turn"]
    position.phase = Phase(found["phase"])
    position.last = _in("side", found["last"])
    position.passes = found["passes"]
    position.out = frozenset(_in("side", side) for side in found["out"])
    position.spent = set(found["spent"])
    position.held.update(found["control"])
    position.markers = {(area, _in("side", side)) for area, side in found["markers"]}
    for name in ("hands", "decks", "piles"):
        for side in Side:
            getattr(position, name)[side].extend(found[name][side.id])
    position.bids = {_in("side", side): target for side, target in found["bids"].items()}
    position.target = found["target"]
    position.drawn = (found["drawn"][0], found["drawn"][1])
    position.laid = tuple(_read(Laid, laid) for laid in found["laid"])
    position.shot = _maybe(Shot, found["shot"])
    position.toll = _maybe(Toll, found["toll"])
    position.owed = _maybe(Owed, found["owed"])
    position.done = _maybe(Done, found["done"])
    position.foreign = _maybe(Foreign, found["foreign"])
    position.gone = frozenset(found["gone"])
    position.winner = _in("side", found["winner"])
    return position


def _maybe(kind: type[V], found: Mapping[str, Any] | None) -> V | None:
    return None if found is None else _read(kind, found)


def digest(position: Position) -> str:
    """Return a fingerprint of a position, the same on every machine, whatever the order of cards in hands."""
    found = position_to_json(position)
    for name in ("hands", "piles"):
        found[name] = {side: sorted(cards) for side, cards in found[name].items()}
    return hashlib.sha256(json.dumps(found, sort_keys=True).encode()).hexdigest()
