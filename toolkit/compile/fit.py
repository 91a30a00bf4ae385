"""Whether values are of the types that their dataclasses state: JSON of strangers may be anything."""

from __future__ import annotations

import math
import types
from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from dataclasses import fields, is_dataclass
from enum import Enum
from fractions import Fraction
from functools import lru_cache
from typing import Any, Literal, Union, get_args, get_origin

import numpy as np

from toolkit.source.document import unheld
from toolkit.source.json_value import hints_of

__all__ = ["misfit"]

# Says of a value where in it something is amiss and what it is, ".names.en is '7'"; None where all fits.
_Check = Callable[[Any], str | None]


def misfit(value: object, hint: Any, where: str = "") -> str | None:
    """Return where a value is not of its type and what it is, None where all of it is.

    Parameters
    ----------
    value : object
        JSON values, frozen dataclasses, tuples and mappings of them; arrays and other objects are taken as
        they are.
    hint : type
        As an annotation has it.
    where : str
        What the value is called, ``counters[3].names.en``.
    """
    found = _check(hint)(value)
    return None if found is None else f"{where}{found}".lstrip(".")


@lru_cache(maxsize=1024)
def _check(hint: Any) -> _Check:
    """Return the check of a type, put together once."""
    origin, inner = get_origin(hint), get_args(hint)
    if hint is Any or hint is object:
        return _by_its_own_type
    if origin in (Union, types.UnionType):
        return _any_of([_check(part) for part in inner])
    if origin is Literal:
        return _which(lambda value: value in inner)
    if origin is not None and issubclass(origin, Mapping):
        return _mapping(*map(_check, inner or (Any, Any)))
    if origin is tuple and inner[-1:] != (...,):
        return _row([_check(part) for part in inner])
    if origin is not None and issubclass(origin, tuple | Set):
        return _items(origin, _check(inner[0]))
    return _single(hint) if isinstance(hint, type) else lambda _: None


def _single(hint: type) -> _Check:
    if hint in _PLAIN:
        return _which(_PLAIN[hint])
    if is_dataclass(hint):
        return lambda value: _parts(value) if isinstance(value, hint) else _said(value)
    if issubclass(hint, Enum) or hint is np.ndarray:
        return _which(lambda value: isinstance(value, hint))
    return lambda _: None


def _number(value: object) -> bool:
    return isinstance(value, int | float | Fraction) and not isinstance(value, bool) and math.isfinite(value)


_PLAIN: Mapping[type, Callable[[Any], bool]] = {
    float: _number,
    int: lambda value: isinstance(value, int) and not isinstance(value, bool),
    bool: lambda value: isinstance(value, bool),
    str: lambda value: isinstance(value, str) and not unheld(value),
    types.NoneType: lambda value: value is None,
}


def _which(fits: Callable[[Any], bool]) -> _Check:
    return lambda value: None if fits(value) else _said(value)


def _by_its_own_type(value: object) -> str | None:
    return _parts(value) if is_dataclass(value) else None


def _parts(value: Any) -> str | None:
    """Return what is amiss in a dataclass, by the fields of its own type."""
    kind: Any = type(value)
    for name, check in _checks(kind):
        found = check(getattr(value, name))
        if found is not None:
            return f".{name}{found}"
    return None


@lru_cache(maxsize=512)
def _checks(kind: Any) -> tuple[tuple[str, _Check], ...]:
    """Return the check of each field of a dataclass."""
    known = hints_of(kind)
    return tuple((field.name, _check(known.get(field.name, Any))) for field in fields(kind))


def _any_of(checks: list[_Check]) -> _Check:
    def check(value: object) -> str | None:
        first = checks[0](value)
        return first if first and all(other(value) for other in checks[1:]) else None

    return check


def _mapping(key: _Check, item: _Check) -> _Check:
    def check(value: object) -> str | None:
        if not isinstance(value, Mapping):
            return _said(value)
        for name, held in value.items():
            if found := key(name):
                return found
            if found := item(held):
                return f".{name}{found}"
        return None

    return check


def _items(kind: type[Iterable[Any]], item: _Check) -> _Check:
    def check(value: Any) -> str | None:
        return _first(map(item, value)) if isinstance(value, kind) else _said(value)

    return check


def _row(parts: list[_Check]) -> _Check:
    def check(value: object) -> str | None:
        if not isinstance(value, tuple):
            return _said(value)
        if len(value) != len(parts):
            return f" has {len(value)} parts, not {len(parts)}"
        return _first(part(held) for part, held in zip(parts, value, strict=True))

    return check


def _first(found: Iterator[str | None]) -> str | None:
    return next((f"[{at}]{text}" for at, text in enumerate(found) if text is not None), None)


def _said(value: object) -> str:
    return f" is {str(value)[:60]!r}"
