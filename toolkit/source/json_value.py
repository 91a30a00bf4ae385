"""Frozen values that are written as JSON and read back; how follows from their fields."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import MISSING, dataclass, fields
from enum import Enum
from types import MappingProxyType, NoneType, UnionType
from typing import Any, Final, Self, Union, get_args, get_origin, get_type_hints

KEPT: Final = MappingProxyType({"kept": True})
"""Metadata of a field that is written even where it has its default or is None."""

MAY_LACK: Final = MappingProxyType({"may_lack": True})
"""Metadata of a field without a default that is left out, and read, where it is an empty tuple."""


class JsonValue:
    """A frozen dataclass with JSON both ways.

    Each field is written under its name and left out where it is None or has its default.  What does not
    count in comparisons, such as where a source says it, is no part of it.
    """

    __slots__ = ()

    def to_json(self) -> dict[str, Any]:
        """Return the mapping that `from_json` reads, without what is unset."""
        found = {}
        for part in _parts(type(self)):
            value = getattr(self, part.name)
            if part.kept or not (value is None or value == part.default):
                found[part.name] = part.write(value)
        return found

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """Read one entry, already checked against its schema."""
        return cls(**{part.name: part.of(data) for part in _parts(cls)})


@dataclass(frozen=True, slots=True)
class _Part:
    """A field: what it is where it is left out (`MISSING`: it cannot be), and how it is written and read."""

    name: str
    default: object
    kept: bool
    write: Callable[[Any], Any]
    read: Callable[[Any], Any]

    def of(self, data: Mapping[str, Any]) -> object:
        lacks = self.name not in data and self.default is not MISSING
        return self.default if lacks else self.read(data[self.name])


def _parts(kind: type[Any]) -> tuple[_Part, ...]:
    if kind not in _KNOWN:
        _KNOWN[kind] = tuple(_found(kind))
    return _KNOWN[kind]


_KNOWN: dict[type[Any], tuple[_Part, ...]] = {}


def hints_of(kind: type[Any]) -> Mapping[str, Any]:
    """Return the types of a dataclass's fields; those of names known only to type checkers are any."""
    unknown: dict[str, Any] = {}
    while True:
        try:
            return get_type_hints(kind, localns=unknown)
        except NameError as error:
            unknown[error.name or ""] = Any


def _found(kind: type[Any]) -> Iterator[_Part]:
    hints = hints_of(kind)
    for field in fields(kind):
        if field.compare:
            default: object = field.default
            if field.default_factory is not MISSING:
                default = field.default_factory()
            elif "may_lack" in field.metadata:
                default = ()
            elif default is MISSING and NoneType in get_args(hints[field.name]):
                default = None
            yield _Part(field.name, default, "kept" in field.metadata, *_codec(hints[field.name]))


def _codec(hint: Any) -> tuple[Callable[[Any], Any], Callable[[Any], Any]]:
    """Return how values of a type are written and read."""
    origin, args = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType) and NoneType in args and len(args) == 2:
        write, read = _codec(next(arg for arg in args if arg is not NoneType))
        return _if_any(write), _if_any(read)
    if origin is tuple:
        write, read = _codec(args[0])
        return lambda value: [write(one) for one in value], lambda found: tuple(read(one) for one in found)
    if origin is not None and issubclass(origin if isinstance(origin, type) else NoneType, Mapping):
        write, read = _codec(args[1])
        return (
            lambda value: {key: write(one) for key, one in value.items()},
            lambda found: {key: read(one) for key, one in found.items()},
        )
    if isinstance(hint, type) and issubclass(hint, Enum):
        return lambda value: value.value, hint
    if hasattr(hint, "from_json"):
        return lambda value: value.to_json(), hint.from_json
    return _as_it_is, _as_it_is


def _as_it_is(value: Any) -> Any:
    return value


def _if_any(do: Callable[[Any], Any]) -> Callable[[Any], Any]:
    return lambda value: None if value is None else do(value)
