"""Every action that differs from another in a single field."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields, replace
from enum import Enum
from functools import lru_cache
from random import Random
from types import NoneType, UnionType
from typing import Any, Literal, TypeVar, Union, cast, get_args, get_origin, get_type_hints

Act = TypeVar("Act")
Values = Callable[[str], Sequence[object]]
"""Name of a field → what of the game can stand in it."""

_NEAR = (-2, -1, 1, 2)


def variants(action: Act, values: Values) -> Iterator[tuple[str, Act]]:
    """Yield the name of a field and the action with another value in it, for every field and value.

    Of several things in a field one is left out, named twice, replaced or added, or two change places.
    """
    for name, hint in _hints(type(action)).items():
        old = getattr(action, name)
        for new in dict.fromkeys(_others(hint, old, values(name))):
            if new != old or type(new) is not type(old):
                yield name, cast(Act, replace(cast(Any, action), **{name: new}))


def some_variants(action: Act, values: Values, random: Random, most: int = 1) -> Iterator[Act]:
    """Yield at most `most` of the `variants` of each field, drawn by chance."""
    found: dict[str, list[Act]] = {}
    for name, other in variants(action, values):
        found.setdefault(name, []).append(other)
    for others in found.values():
        yield from random.sample(others, min(most, len(others)))


def _others(hint: Any, old: object, known: Sequence[object]) -> Iterator[object]:
    """Yield the values that a field of a type can have."""
    parts = get_args(hint)
    if get_origin(hint) in (Union, UnionType):
        for part in parts:
            yield from (None,) if part is NoneType else _others(part, old, known)
    elif get_origin(hint) is Literal:
        yield from parts
    elif get_origin(hint) is tuple:
        yield from _several(old if isinstance(old, tuple) else (), known, fixed=Ellipsis not in parts)
    elif isinstance(hint, type) and issubclass(hint, Enum):
        yield from hint
    elif hint is bool:
        yield from (False, True)
    elif known and isinstance(known[0], hint):
        yield from known
    elif hint is int:
        here = old if isinstance(old, int) else 1
        yield from (0, 1, 6, 7, *(here + step for step in _NEAR))


def _several(
    old: tuple[object, ...], known: Sequence[object], *, fixed: bool
) -> Iterator[tuple[object, ...]]:
    if fixed:
        for n, thing in enumerate(old):
            for new in _others(type(thing), thing, ()):
                yield (*old[:n], new, *old[n + 1 :])
        return
    yield ()
    for n, thing in enumerate(old):
        yield (*old[:n], *old[n + 1 :])
        yield (*old, thing)
        yield (*old[n + 1 :], *old[: n + 1])
        for new in known:
            yield (*old[:n], new, *old[n + 1 :])
    for new in known:
        yield (*old, new)


@lru_cache
def _hints(kind: type) -> dict[str, Any]:
    hints = get_type_hints(kind)
    return {field.name: hints[field.name] for field in fields(kind)}
