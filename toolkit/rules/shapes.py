"""Copies, keys and JSON of a game's values, there and back: all of it follows from the types of their fields.

A position is a plain dataclass, its parts are frozen ones; a field more is one line.  What a type does not
say stands beside it: ``Annotated[int, "hex"]`` is written by the name that the game gives it,
``Annotated[list[…], By(Side)]`` as an object with a key for each place, and the order of a `Bag` says
nothing.  The metadata of a field say what else it is: `GIVEN` does not change in a game, `DERIVED` follows
from the other fields, `SPARE` are notes that a copy begins anew.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, fields, is_dataclass
from enum import Enum, IntEnum
from functools import cache
from operator import itemgetter
from types import MappingProxyType, NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Final,
    Generic,
    Literal,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

V = TypeVar("V")

Names = Mapping[str, tuple[Callable[[int], str], Callable[[str], int]]]
"""What numbers stand for: sort of number → (number → name, name → number)."""
NO_NAMES: Names = MappingProxyType({})

GIVEN: Final = MappingProxyType({"role": "given"})
DERIVED: Final = MappingProxyType({"role": "derived"})
SPARE: Final = MappingProxyType({"role": "spare"})


@dataclass(frozen=True, slots=True)
class By:
    """A sequence with a place for each member of an enumeration, or for each number of a sort."""

    kind: type[IntEnum] | str


@dataclass(frozen=True, slots=True)
class _Unordered:
    """The mark of `Bag`."""


Bag = Annotated[list[str], _Unordered()]
"""A list whose order says nothing."""


def _as_it_is(value: Any, _names: Names) -> Any:
    return value


@dataclass(frozen=True, slots=True)
class Shape:
    """What is done with the values of a type.

    Attributes
    ----------
    copy : callable or None
        None for what cannot change.
    key : callable or None
        Value → hashable value; None for what is one.
    write, read : callable
        A value as JSON, and back.
    """

    copy: Callable[[Any], Any] | None = None
    key: Callable[[Any], Any] | None = None
    write: Callable[[Any, Names], Any] = _as_it_is
    read: Callable[[Any, Names], Any] = _as_it_is


@cache
def shape_of(hint: Any) -> Shape:
    """Return what is done with the values of a type.

    Raises
    ------
    TypeError
        For a type that is none of those that positions are made of.
    """
    origin, args = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return _annotated(shape_of(args[0]), args[1])
    if origin in (Union, UnionType):
        (inner,) = (shape_of(arg) for arg in args if arg is not NoneType)
        return Shape(_if_any(inner.copy), _if_any(inner.key), _if_some(inner.write), _if_some(inner.read))
    if origin is dict:
        return _mapping(*map(shape_of, args))
    if origin is tuple and args[-1] is not Ellipsis:
        return _fixed([shape_of(arg) for arg in args])
    if origin in (list, tuple, set, frozenset):
        return _series(origin, shape_of(args[0]))
    if hint in (bytes, bytearray):
        return Shape(
            None if hint is bytes else bytearray,
            bytes,
            lambda value, _: list(value),
            lambda value, _: hint(value),
        )
    if isinstance(hint, type) and issubclass(hint, Enum):
        return _enumeration(hint)
    if isinstance(hint, type) and is_dataclass(hint):
        parts = State(hint)
        return Shape(None, None, parts.write, parts.read)
    if hint in (int, str, bool) or origin is Literal:
        return Shape()
    raise TypeError(f"positions are not made of {hint!r}")


def _if_any(part: Callable[[Any], Any] | None) -> Callable[[Any], Any] | None:
    return None if part is None else lambda value: None if value is None else part(value)


def _if_some(part: Callable[[Any, Names], Any]) -> Callable[[Any, Names], Any]:
    return lambda value, names: None if value is None else part(value, names)


def _enumeration(kind: type[Enum]) -> Shape:
    if issubclass(kind, IntEnum):
        return Shape(None, None, lambda value, _: value.name.lower(), lambda name, _: kind[name.upper()])
    return Shape(None, None, lambda value, _: value.value, lambda value, _: kind(value))


def _series(kind: type, item: Shape) -> Shape:
    frozen, is_set = kind in (tuple, frozenset), kind in (set, frozenset)
    hashable = frozenset if is_set else tuple
    inner, own = item.copy, item.key
    copy: Callable[[Any], Any] | None = None if frozen else kind
    key: Callable[[Any], Any] | None = None if frozen else hashable
    if inner is not None:
        copy = lambda value: kind(map(inner, value))  # noqa: E731
    if own is not None:
        key = lambda value: hashable(map(own, value))  # noqa: E731

    def write(value: Any, names: Names) -> list[Any]:
        found = [item.write(one, names) for one in value]
        return sorted(found) if is_set else found

    return Shape(copy, key, write, lambda value, names: kind(item.read(one, names) for one in value))


def _fixed(items: list[Shape]) -> Shape:
    def each(part: str) -> Callable[[Any], Any] | None:
        parts = [getattr(item, part) for item in items]
        if not any(parts):
            return None
        if len(parts) == 2 and parts[0] is parts[1]:  # most are pairs of a kind, one for each side
            do = parts[0]
            return lambda value: (do(value[0]), do(value[1]))
        return lambda value: tuple(
            one if do is None else do(one) for do, one in zip(parts, value, strict=True)
        )

    return Shape(
        each("copy"),
        each("key"),
        lambda value, names: [item.write(one, names) for item, one in zip(items, value, strict=True)],
        lambda value, names: tuple(item.read(one, names) for item, one in zip(items, value, strict=True)),
    )


def _mapping(label: Shape, item: Shape) -> Shape:
    inner, own = item.copy, item.key
    return Shape(
        dict if inner is None else lambda value: {name: inner(one) for name, one in value.items()},
        lambda value: frozenset(
            value.items() if own is None else ((name, own(one)) for name, one in value.items())
        ),
        lambda value, names: {
            str(label.write(name, names)): item.write(one, names) for name, one in value.items()
        },
        lambda value, names: {label.read(name, names): item.read(one, names) for name, one in value.items()},
    )


def _annotated(base: Shape, note: object) -> Shape:
    if isinstance(note, str):
        return Shape(
            None, None, lambda value, names: names[note][0](value), lambda name, names: names[note][1](name)
        )
    if isinstance(note, By):
        return _placed(base, note.kind)
    return Shape(base.copy, frozenset, lambda value, _: sorted(value), base.read)


def _placed(base: Shape, kind: type[IntEnum] | str) -> Shape:
    """Return the shape of a sequence that is written with a name for each place."""

    def write(value: Any, names: Names) -> dict[str, Any]:
        name = names[kind][0] if isinstance(kind, str) else lambda place: kind(place).name.lower()
        return {name(place): one for place, one in enumerate(base.write(value, names))}

    def read(found: Mapping[str, Any], names: Names) -> Any:
        number = names[kind][1] if isinstance(kind, str) else lambda name: int(kind[name.upper()])
        placed = sorted(((number(name), one) for name, one in found.items()), key=itemgetter(0))
        return base.read([one for _, one in placed], names)

    return Shape(base.copy, base.key, write, read)


class State(Generic[V]):
    """Copies, compares, writes and reads the values of a dataclass, such as a game's positions."""

    def __init__(self, kind: type[V]) -> None:
        self._kind = kind
        self._parts: list[tuple[str, Shape]] = []
        self._copies: list[tuple[str, Callable[[Any], Any] | None]] = []
        self._spare: list[tuple[str, Callable[[], Any]]] = []
        hints = get_type_hints(kind, include_extras=True)
        for field in fields(kind):  # type: ignore[arg-type]
            role = field.metadata.get("role")
            if role == "spare":
                made = field.default_factory
                self._spare.append((field.name, made if made is not MISSING else type(field.default)))
                continue
            shape = Shape() if role == "given" else shape_of(hints[field.name])
            self._copies.append((field.name, shape.copy))
            if role is None:
                self._parts.append((field.name, shape))

    def copy(self, value: V) -> V:
        """Return an independent value; what is spare begins anew."""
        other = object.__new__(self._kind)
        for name, copy in self._copies:
            found = getattr(value, name)
            setattr(other, name, found if copy is None else copy(found))
        for name, made in self._spare:
            setattr(other, name, made())
        return other

    def key(self, value: V) -> tuple[object, ...]:
        """Return a hashable value that is equal for equal values."""
        return tuple(
            getattr(value, name) if shape.key is None else shape.key(getattr(value, name))
            for name, shape in self._parts
        )

    def write(self, value: V, names: Names = NO_NAMES) -> dict[str, Any]:
        """Return a value as JSON; `read` gives it back."""
        return {name: shape.write(getattr(value, name), names) for name, shape in self._parts}

    def read(self, found: Mapping[str, Any], names: Names = NO_NAMES, **given: Any) -> V:
        """Return the value that `write` wrote, with what is given.

        Raises
        ------
        KeyError, TypeError, ValueError
            When the JSON values describe none.
        """
        parts = [(name, shape) for name, shape in self._parts if name in found]
        made = self._kind(**given, **{name: shape.read(found[name], names) for name, shape in parts})
        if given:
            # What followed from setting it up is not what was written.
            for name, shape in parts:
                setattr(made, name, shape.read(found[name], names))
        return made
