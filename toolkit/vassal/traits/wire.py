"""How a trait's fields are written: tokens of a ``;`` sequence, each with its own reading and writing.

A trait class declares its fields with the helpers below, in the order of the engine's own writer.  A field
that an engine later than 3.6.0 added is declared with ``later=True``: it is written only when it is not the
default, so that a piece that does not use it stays readable, and unchanged, in 3.6.0.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, fields
from functools import cache, lru_cache
from typing import Any, ClassVar, Self

from toolkit.vassal import sequence
from toolkit.vassal.traits.keys import NO_KEY, Key, KeyCommand


@dataclass(frozen=True, slots=True)
class _Wire:
    """Reading and writing of one token."""

    read: Callable[[str], Any]
    write: Callable[[Any], str]


@dataclass(frozen=True, slots=True)
class _Field:
    """One declared field of a trait."""

    name: str
    wire: _Wire
    default: Any
    missing: Any
    later: bool


def _read_boolean(token: str) -> bool:
    return token == "true"


def _write_boolean(value: bool) -> str:
    return "true" if value else "false"


def _write_number(value: float) -> str:
    # Java's Double.toString for the values that occur: always with a decimal point.
    return repr(float(value)).replace("e+", "E").replace("e", "E")


def _read_strings(token: str) -> tuple[str, ...]:
    return tuple(sequence.decode(token, ",")) if token else ()


def _write_strings(values: tuple[str, ...]) -> str:
    return sequence.encode(values, ",") or ""


def _read_keys(token: str) -> tuple[Key, ...]:
    if "," not in token[1:]:
        return tuple(Key.read(character) for character in token)
    return tuple(Key.read(item) for item in sequence.decode(token, ",") if item)


def _write_keys(values: tuple[Key, ...]) -> str:
    return sequence.encode([value.write() for value in values if value], ",") or ""


def _read_commands(token: str) -> tuple[KeyCommand, ...]:
    return tuple(KeyCommand.read(item) for item in sequence.decode(token, ",")) if token else ()


def _write_commands(values: tuple[KeyCommand, ...]) -> str:
    return sequence.encode([value.write() for value in values], ",") or ""


_TEXT = _Wire(str, str)
_INTEGER = _Wire(int, str)
_NUMBER = _Wire(float, _write_number)
_BOOLEAN = _Wire(_read_boolean, _write_boolean)
_KEY = _Wire(Key.read, Key.write)
_KEYS = _Wire(_read_keys, _write_keys)
_STRINGS = _Wire(_read_strings, _write_strings)
_COMMANDS = _Wire(_read_commands, _write_commands)


_UNSET = object()


def _declare(wire: _Wire, default: object, later: bool, missing: object = _UNSET) -> Any:
    absent = default if missing is _UNSET else missing
    return field(default=default, metadata={"wire": wire, "later": later, "missing": absent})


def text(default: str = "", *, later: bool = False) -> Any:
    """Declare a field of plain text, also of an expression, a colour ``r,g,b`` or a coordinate that may be
    one.
    """
    return _declare(_TEXT, default, later)


def integer(default: int = 0, *, later: bool = False, missing: int | None = None) -> Any:
    """Declare a field of a whole number; `missing` is what a reader takes for a text without the field."""
    return _declare(_INTEGER, default, later, default if missing is None else missing)


def number(default: float = 0.0, *, later: bool = False) -> Any:
    """Declare a field of a floating point number."""
    return _declare(_NUMBER, default, later)


def boolean(default: bool = False, *, later: bool = False) -> Any:
    """Declare a field of ``true`` or ``false``."""
    return _declare(_BOOLEAN, default, later)


def key(default: Key = NO_KEY, *, later: bool = False) -> Any:
    """Declare a field of a key."""
    return _declare(_KEY, default, later)


def keys(*, later: bool = False) -> Any:
    """Declare a field of several keys."""
    return _declare(_KEYS, (), later)


def strings() -> Any:
    """Declare a field of several strings."""
    return _declare(_STRINGS, (), False)


def commands() -> Any:
    """Declare a field of key commands that change a property."""
    return _declare(_COMMANDS, (), False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Trait:
    """One trait of a piece, without its state.

    Attributes
    ----------
    source : str or None
        The text it was read from where `canonical` gives another; as in `toolkit.vassal.commands.Command`.
    extra : tuple of str
        Fields behind those that are known, of a later engine or a module's own class.
    """

    ID: ClassVar[str] = ""
    INITIAL_STATE: ClassVar[str] = ""
    source: str | None = field(default=None, init=False, compare=False, repr=False)
    extra: tuple[str, ...] = ()

    def canonical(self) -> str:
        """Return the type text, with nothing that 3.6.0 does not know unless it is used."""
        tokens: list[str] = []
        used = 0
        for item in _wires(type(self)):
            value = getattr(self, item.name)
            tokens.append(item.wire.write(value))
            if not item.later or value != item.default:
                used = len(tokens)
        written = [*tokens, *self.extra] if self.extra else tokens[:used]
        return self.ID + (sequence.encode(written, ";") or "")

    def encode(self) -> str:
        """Return the type text as it was read, or canonical."""
        return _canonical(self) if self.source is None else self.source

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a type text that starts with this trait's id; missing or malformed fields get their
        defaults.
        """
        values: dict[str, Any] = {item.name: item.missing for item in _wires(cls)}
        tokens = sequence.decode(text[len(cls.ID) :], ";")
        for token, item in zip(tokens, _wires(cls), strict=False):
            try:
                values[item.name] = item.wire.read(token)
            except ValueError:
                continue
        return cls(**values, extra=tuple(tokens[len(_wires(cls)) :]) if _wires(cls) else ())

    def initial_state(self) -> str:
        """Return the state of a piece fresh from its palette."""
        return self.INITIAL_STATE

    def properties(self, _state: str) -> dict[str, str]:
        """Return the properties this trait shows in `state`, named as the engine names them."""
        return {}


@lru_cache(maxsize=1 << 12)
def _canonical(trait: Trait) -> str:
    """Return a trait's type text, kept: pieces of a module have most of their traits in common."""
    return trait.canonical()


@cache
def _layout(cls: Any) -> tuple[_Field, ...]:
    found = []
    for item in fields(cls):
        meta = item.metadata
        if "wire" in meta:
            found.append(_Field(item.name, meta["wire"], item.default, meta["missing"], meta["later"]))
    return tuple(found)


def _wires(cls: Any) -> tuple[_Field, ...]:
    return _layout(cls)


def declared(cls: type[Trait]) -> tuple[_Field, ...]:
    """Return the declared fields of a trait class in the order in which they are written; some have none."""
    return _wires(cls)


@dataclass(frozen=True, slots=True)
class UnknownTrait(Trait):
    """A trait of no known class, kept as it is."""

    text: str

    def canonical(self) -> str:
        """Return the text as it was read."""
        return self.text


def read_trait(cls: type[Trait], text: str) -> Trait:
    """Return the trait read from `text`, remembering the text if it would be written differently."""
    trait = cls.parse(text)
    if trait.canonical() != text:
        object.__setattr__(trait, "source", text)
    return trait
