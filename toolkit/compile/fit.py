"""Whether values are of the types that their dataclasses state: JSON of strangers may be anything."""

from __future__ import annotations

import math
import types
from collections.abc import Mapping, Set
from dataclasses import fields, is_dataclass
from enum import Enum
from fractions import Fraction
from functools import lru_cache
from typing import Any, Literal, Union, get_args, get_origin

import numpy as np

from toolkit.source.document import unheld
from toolkit.source.json_value import hints_of

__all__ = ["misfit"]

_PLAIN = (int, float, str, bool, type(None))


_hints = lru_cache(maxsize=512)(hints_of)


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
    origin, inner = get_origin(hint), get_args(hint)
    if hint is Any or hint is object:
        return _single(value, type(value), where) if is_dataclass(value) else None
    if origin in (Union, types.UnionType):
        found = [misfit(value, part, where) for part in inner]
        return None if None in found else found[0]
    if origin is Literal:
        return None if value in inner else _said(value, where)
    if origin is not None and issubclass(origin, Mapping):
        return _mapping(value, inner, where)
    if origin is tuple or (origin is not None and issubclass(origin, Set)):
        return _items(value, origin, inner, where)
    if isinstance(hint, type):
        return _single(value, hint, where)
    return None


def _single(value: object, hint: type, where: str) -> str | None:
    if hint in _PLAIN:
        return _plain(value, hint, where)
    whole = issubclass(hint, Enum) or is_dataclass(hint) or hint is np.ndarray
    if whole and not isinstance(value, hint):
        return _said(value, where)
    if is_dataclass(value) and is_dataclass(hint):
        kind: type = type(value)
        known = _hints(kind)
        for field in fields(value):
            found = misfit(getattr(value, field.name), known.get(field.name, Any), f"{where}.{field.name}")
            if found is not None:
                return found
    return None


def _plain(value: object, hint: type, where: str) -> str | None:
    if hint is float:
        fits = (
            isinstance(value, int | float | Fraction) and not isinstance(value, bool) and math.isfinite(value)
        )
    elif hint is int:
        fits = isinstance(value, int) and not isinstance(value, bool)
    else:
        fits = isinstance(value, hint) and not (isinstance(value, str) and unheld(value))
    return None if fits else _said(value, where)


def _mapping(value: object, inner: tuple[Any, ...], where: str) -> str | None:
    if not isinstance(value, Mapping):
        return _said(value, where)
    key, item = inner or (Any, Any)
    for name, held in value.items():
        found = misfit(name, key, where) or misfit(held, item, f"{where}.{name}")
        if found is not None:
            return found
    return None


def _items(value: object, origin: type, inner: tuple[Any, ...], where: str) -> str | None:
    if not isinstance(value, origin) or not isinstance(value, tuple | Set):
        return _said(value, where)
    held = tuple(value)
    hints = inner if origin is tuple and inner[-1:] != (...,) else inner[:1] * len(held)
    if len(hints) != len(held):
        return f"{where.lstrip('.')} has {len(held)} parts, not {len(hints)}"
    found = (
        misfit(item, hint, f"{where}[{at}]") for at, (item, hint) in enumerate(zip(held, hints, strict=True))
    )
    return next((text for text in found if text is not None), None)


def _said(value: object, where: str) -> str:
    return f"{where.lstrip('.')} is {str(value)[:60]!r}"
