"""Actions and other frozen values as JSON, there and back."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum
from typing import Any, Generic, TypeVar, get_args

from toolkit.rules.sides import TwoSides

Act = TypeVar("Act")
Value = TypeVar("Value")


def write_action(action: object) -> dict[str, Any]:
    """Return an action as a JSON object; `Reader.action` gives it back."""
    return {"action": type(action).__name__, **_values(action)}


def write(value: Any) -> Any:
    """Return a value as JSON: sides by their ids, frozen values as objects, sets in order."""
    if isinstance(value, TwoSides):
        return value.id
    if isinstance(value, Enum):
        return value.value
    if is_dataclass(value) and not isinstance(value, type):
        return _values(value)
    if isinstance(value, tuple | list):
        return [write(item) for item in value]
    return sorted(write(item) for item in value) if isinstance(value, set | frozenset) else value


def _values(value: Any) -> dict[str, Any]:
    return {field.name: write(getattr(value, field.name)) for field in fields(value)}


@dataclass(frozen=True, slots=True)
class Reader(Generic[Act]):
    """Reads what `write` and `write_action` wrote.

    Attributes
    ----------
    kinds : mapping of str to type
        The game's actions.
    sides : mapping of str to TwoSides
        The players by their ids.
    named : frozenset of str
        Fields that name a side.
    """

    kinds: Mapping[str, type[Act]]
    sides: Mapping[str, TwoSides]
    named: frozenset[str]

    @classmethod
    def of(cls, actions: Any, sides: Mapping[str, TwoSides], *named: str) -> Reader[Act]:
        """Return the reader of a game by the union of its actions, its players, the fields that name one."""
        return cls({kind.__name__: kind for kind in get_args(actions)}, sides, frozenset(named))

    def action(self, found: Mapping[str, Any]) -> Act:
        """Return the action that `write_action` wrote.

        Raises
        ------
        KeyError
            For an unknown kind of action or side.
        TypeError
            When a value of the action is missing.
        """
        return self.frozen(self.kinds[found["action"]], found)

    def frozen(self, kind: type[Value], found: Mapping[str, Any]) -> Value:
        """Return a frozen value of a kind."""
        names = [field.name for field in fields(kind)]  # type: ignore[arg-type]
        return kind(**{name: self.field(name, found[name]) for name in names if name in found})

    def field(self, name: str, value: Any) -> Any:
        """Return the value of a field: a side where its name says so, lists as tuples."""
        if name in self.named and value is not None:
            return self.sides[value]
        return _frozen(value)


def _frozen(value: Any) -> Any:
    return tuple(map(_frozen, value)) if isinstance(value, list) else value


def fingerprint(found: Mapping[str, Any]) -> str:
    """Return a short text that is equal for equal JSON, the same on every machine."""
    return hashlib.sha256(json.dumps(found, sort_keys=True).encode()).hexdigest()
