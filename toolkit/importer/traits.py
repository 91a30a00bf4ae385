"""Traits as named fields that a person can read and correct, and back to the very text they came from."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import Field, fields
from functools import cache, lru_cache
from typing import Any

from toolkit.vassal import sequence
from toolkit.vassal.traits import (
    ALT,
    CTRL,
    SHIFT,
    TRAITS,
    Key,
    KeyCommand,
    Marker,
    Trait,
    UnknownTrait,
    named,
    parse_trait,
)
from toolkit.vassal.traits.wire import declared

RAW = "raw"
_SHIFTS = (("Ctrl", CTRL), ("Alt", ALT), ("Shift", SHIFT))
_STROKE = re.compile(r"((?:Ctrl\+|Alt\+|Shift\+)*)([A-Z0-9])")
_COMMAND = "command "
_OWN = frozenset({"trait", "state", "text", "written"})


class TraitError(ValueError):
    """A trait's data that cannot be read; `key` names the field."""

    def __init__(self, message: str, key: str = "") -> None:
        super().__init__(message)
        self.key = key


@cache
def trait_names() -> Mapping[str, type[Trait]]:
    """Return the name of each kind of trait in the files: ``layer``, ``dynamic_property``, …"""
    return {_snake(cls.__name__): cls for cls in TRAITS.values()}


@lru_cache(maxsize=1 << 15)
def kind_of(text: str) -> str:
    """Return what the files call the kind of a trait; the engine's own word for kinds that nobody knows."""
    trait = parse_trait(text)
    return text.partition(";")[0] if isinstance(trait, UnknownTrait) else _snake(type(trait).__name__)


@cache
def _snake(name: str) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower()


def trait_to_data(text: str, state: str, initial: str | None = None) -> dict[str, Any]:
    """Return a trait as data: its kind, the fields that are not the default, its state.

    Parameters
    ----------
    initial : str, optional
        The state that need not be said; the kind's own by default.

    Returns
    -------
    dict
        ``trait_from_data`` gives the same text and state back.
    """
    return dict(_trait_to_data(text, state, initial))


@lru_cache(maxsize=1 << 15)
def _trait_to_data(text: str, state: str, initial: str | None) -> dict[str, Any]:
    trait = parse_trait(text)
    data = _fields(trait, text, state)
    # The state of a marker is its values.
    if data is not None and not isinstance(trait, Marker):
        standard = trait.initial_state() if initial is None else initial
        data |= {"state": state} if state != standard else {}
    if data is None or _given_back(data, initial) != (text, state):
        return {"trait": RAW, "text": text, **({"state": state} if state else {})}
    return data


def _given_back(data: Mapping[str, Any], initial: str | None) -> tuple[str, str] | None:
    try:
        return trait_from_data(data, initial)
    except TraitError:
        return None


def _fields(trait: Trait, text: str, state: str) -> dict[str, Any] | None:
    """Return the fields of a trait; None for kinds that are kept as their text."""
    cls = type(trait)
    name = _snake(cls.__name__)
    if isinstance(trait, Marker):
        values = sequence.decode(state, ",")
        if len(values) == len(trait.names) == len(set(trait.names)):
            return {"trait": name, "values": dict(zip(trait.names, values, strict=True))}
        return None
    items = declared(cls)
    if trait_names().get(name) is not cls:
        return None
    data: dict[str, Any] = {"trait": name}
    if not items:
        return {**data, **{item.name: _plain(getattr(trait, item.name)) for item in _own_fields(cls)}}
    tokens = sequence.decode(text[len(cls.ID) :], ";")
    for item in items[: len(tokens)]:
        value = getattr(trait, item.name)
        if value != item.default or (isinstance(value, Key) and value.source is not None):
            data[item.name] = _plain(value)
    if len(tokens) != _usual(trait):
        data["written"] = len(tokens)
    return data


def _usual(trait: Trait) -> int:
    """Return how many fields are written of a trait unless the data say otherwise."""
    used = 0
    for number, item in enumerate(declared(type(trait)), start=1):
        if not item.later or getattr(trait, item.name) != item.default:
            used = number
    return used


def _plain(value: object) -> object:
    """Return a field's value as the files have it."""
    if isinstance(value, Key):
        return _key_text(value)
    if isinstance(value, KeyCommand):
        return value.write()
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    return value


def _key_text(key: Key) -> str:
    """Return a key in words: ``Ctrl+M``, ``command Activate``; else as the engine writes it."""
    for text in (_stroke(key), f"{_COMMAND}{key.name}" if key.name else ""):
        if text and _read_key(text).write() == key.write():
            return text
    return key.write()


def _stroke(key: Key) -> str:
    if key.name is not None or not 48 <= key.code <= 90:
        return ""
    shifts = "".join(f"{name}+" for name, bits in _SHIFTS if key.modifiers & bits == bits)
    return f"{shifts}{chr(key.code)}"


def _read_key(text: str) -> Key:
    if text.startswith(_COMMAND):
        return named(text.removeprefix(_COMMAND))
    found = _STROKE.fullmatch(text)
    if found is None or (not found.group(1) and len(text) > 1):
        return Key.read(text)
    if not found.group(1):
        return Key.read(text)
    bits = sum(bits for name, bits in _SHIFTS if f"{name}+" in found.group(1))
    return Key(ord(found.group(2)), bits)


def trait_from_data(data: Mapping[str, Any], initial: str | None = None) -> tuple[str, str]:
    """Return type text and state of a trait.

    Raises
    ------
    TraitError
        An unknown kind or field, or a value that does not fit its field.
    """
    name = data.get("trait")
    state = data.get("state")
    if name == RAW:
        return str(data.get("text", "")), str(state or "")
    cls = trait_names().get(str(name))
    if cls is None:
        raise TraitError(f"no trait has the name '{name}'", "trait")
    if cls is Marker:
        values = data.get("values")
        if not isinstance(values, Mapping):
            raise TraitError("a marker has 'values': names and their values", "values")
        made: Trait = Marker(tuple(map(str, values)))
        return made.encode(), sequence.encode([str(value) for value in values.values()], ",") or ""
    items = {item.name: item for item in declared(cls)}
    if not items:
        return _made_whole(cls, data, state, initial)
    unknown = sorted(set(data) - _OWN - set(items))
    if unknown:
        raise TraitError(f"trait '{name}' has no field '{unknown[0]}'", unknown[0])
    values = {key: _value(key, value, items[key]) for key, value in data.items() if key not in _OWN}
    try:
        made = cls(**values)
        text = _written(made, data.get("written"))
    except (TypeError, ValueError, AttributeError) as error:
        raise TraitError(f"trait '{name}': {error}") from error
    if state is None:
        state = made.initial_state() if initial is None else initial
    return text, str(state)


def _own_fields(cls: type[Trait]) -> tuple[Field[Any], ...]:
    """Return the fields of a trait that is written in a way of its own."""
    return tuple(item for item in fields(cls) if item.name not in ("source", "extra"))


def _made_whole(
    cls: type[Trait], data: Mapping[str, Any], state: object, initial: str | None
) -> tuple[str, str]:
    names = {item.name for item in _own_fields(cls)}
    wrong = sorted((set(data) - _OWN) ^ names)
    if wrong:
        raise TraitError(f"trait '{data['trait']}' has the fields {', '.join(sorted(names))}", wrong[0])
    values = {name: tuple(data[name]) if isinstance(data[name], list) else data[name] for name in names}
    made = cls(**values)
    if state is None:
        state = made.initial_state() if initial is None else initial
    return made.canonical(), str(state)


def _value(key: str, value: object, item: Any) -> object:
    """Return a field's value as its trait holds it, by the type of the field's default."""
    default = item.default
    if isinstance(default, Key):
        return _read_key(str(value))
    if isinstance(default, tuple):
        if not isinstance(value, list):
            raise TraitError(f"'{key}' is a list", key)
        kind = type(item.wire.read("65,130")[0])
        return tuple(_member(kind, str(entry)) for entry in value)
    if isinstance(default, bool):
        if not isinstance(value, bool):
            raise TraitError(f"'{key}' is true or false", key)
        return value
    if isinstance(default, int | float):
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise TraitError(f"'{key}' is a number", key)
        return type(default)(value)
    return str(value)


def _member(kind: type, text: str) -> object:
    if kind is KeyCommand:
        return KeyCommand.read(text)
    return _read_key(text) if kind is Key else text


def _written(trait: Trait, count: object) -> str:
    """Return a trait's text with its first `count` fields, as older engines wrote fewer."""
    if not isinstance(count, int):
        return trait.canonical()
    tokens = [item.wire.write(getattr(trait, item.name)) for item in declared(type(trait))]
    return type(trait).ID + (sequence.encode(tokens[:count], ";") or "")
