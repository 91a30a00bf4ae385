"""Parameters of a clause as typed values, and their schema: both from the mechanism's own types."""

from __future__ import annotations

import inspect
import re
import sys
import types
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, fields, is_dataclass
from fractions import Fraction
from functools import cache
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from toolkit.rules.mechanisms.settings import Setting, fixed

T = TypeVar("T")

ALIASES: Mapping[str, str] = {"condition": "if"}
"""Attribute → key, where Python does not allow the word."""


def attributes(kind: type[Any]) -> Mapping[str, Any]:
    """Return the attributes of a mechanism with their types."""
    return _attributes(kind.__module__, kind.__qualname__)


@cache
def _attributes(module: str, name: str) -> Mapping[str, Any]:
    kind = getattr(sys.modules[module], name)
    hints = get_type_hints(kind)
    return {field.name: hints[field.name] for field in fields(kind)}


def key_of(attribute: str) -> str:
    """Return the key under which an attribute stands in a file."""
    return ALIASES.get(attribute, attribute)


def read(kind: type[T], data: Mapping[str, Any]) -> T:
    """Return a mechanism with the parameters of a clause that its schema allows."""
    values = {
        name: _value(hint, data[key_of(name)])
        for name, hint in attributes(kind).items()
        if key_of(name) in data
    }
    return kind(**values)


def _value(hint: Any, data: Any) -> Any:
    origin = get_origin(hint)
    if origin is Setting:
        (inner,) = get_args(hint)
        if isinstance(data, Mapping) and "point" in data:
            values = {key: _value(inner, value) for key, value in data["values"].items()}
            return Setting(None, data["point"], values)
        return fixed(_value(inner, data))
    if origin in (Union, types.UnionType):
        return _one_of(get_args(hint), data)
    if origin is tuple:
        (inner, *_) = get_args(hint)
        return tuple(_value(inner, item) for item in (data if isinstance(data, list) else [data]))
    if origin is not None and isinstance(origin, type) and issubclass(origin, Mapping):
        _, inner = get_args(hint)
        return {key: _value(inner, value) for key, value in data.items()}
    if is_dataclass(hint) and isinstance(hint, type):
        return read(hint, data)
    if hint is float and isinstance(data, str):
        return Fraction(data)
    return str(data) if hint is str else data


def _one_of(hints: tuple[Any, ...], data: Any) -> Any:
    if data is None:
        return None
    inner = [hint for hint in hints if hint is not type(None)]
    typed = [hint for hint in inner if get_origin(hint) is not Literal]
    if isinstance(data, str) and any(get_origin(h) is Literal and data in get_args(h) for h in inner):
        return data
    return _value(typed[0], data) if typed else data


# Schemas ---------------------------------------------------------------------------------------


def schema(kind: type[Any]) -> dict[str, Any]:
    """Return the JSON Schema of a mechanism's parameters."""
    told, otherwise = descriptions(kind), defaults(kind)
    empty = {field.name for field in fields(kind) if field.default == ""}
    properties = {}
    for name, hint in attributes(kind).items():
        # What is "" when nobody states it may be stated so.
        plain = {"type": "string"} if name in empty else _at_least(_schema(hint), _least(kind, name))
        properties[key_of(name)] = {**plain, "description": told.get(name, "")}
        if name in otherwise:
            properties[key_of(name)]["default"] = otherwise[name]
        if not told.get(name):
            del properties[key_of(name)]["description"]
    required = [
        key_of(field.name)
        for field in fields(kind)
        if field.default is MISSING and field.default_factory is MISSING
    ]
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


def defaults(kind: type[Any]) -> Mapping[str, Any]:
    """Return what attributes are that nobody states, of those for which that is a value of a file."""
    found: dict[str, Any] = {}
    for field in fields(kind):
        value = field.default.value if isinstance(field.default, Setting) else field.default
        if isinstance(value, tuple) and value and all(isinstance(item, str) for item in value):
            found[field.name] = list(value)
        elif value != "" and isinstance(value, bool | int | float | str):
            found[field.name] = value
    return found


_ANY_NUMBER = frozenset({"columns", "add", "lead", "at_least", "at_most"} | {"Points.each", "Victory.points"})
_AT_LEAST_ONE = frozenset(
    {"count", "limit", "length", "range", "turn", "turns", "kinds", "places", "targets", "attackers"}
    | {"from_places", "units_a_phase", "most", "steps", "codes", "dice", "faces", "order"}
    | {"each", "units", "hand", "lose", "retreat"}
)
_FROM_ZERO = frozenset({"Stacking.limit", "UnitDice.dice"})
MOST = 1000
"""Of what is counted from 1: turns are gone through one by one."""


def _least(kind: type[Any], name: str) -> int | None:
    """Return the least number that a parameter may have, None where any makes sense."""
    is_any = not _ANY_NUMBER.isdisjoint((name, f"{kind.__name__}.{name}"))
    if f"{kind.__name__}.{name}" in _FROM_ZERO:
        return 0
    return None if is_any else int(name in _AT_LEAST_ONE)


def _at_least(stated: dict[str, Any], least: int | None) -> dict[str, Any]:
    """Return a schema in which no number is less, and none that begins at 1 beyond reason."""
    if least is None:
        return stated
    found = dict(stated)
    if found.get("type") in ("integer", "number"):
        found["minimum"] = least
        if least:
            found["maximum"] = MOST
    for key in ("items", "additionalProperties"):
        if isinstance(found.get(key), Mapping):
            found[key] = _at_least(found[key], least)
    if "anyOf" in found:
        found["anyOf"] = [_at_least(branch, least) for branch in found["anyOf"]]
    return found


NUMBER = "a number or fraction"
"""What the schema calls numbers that need not be whole."""

_PLAIN: Mapping[Any, dict[str, Any]] = {
    str: {"type": "string", "minLength": 1},
    int: {"type": "integer"},
    float: {
        "anyOf": [{"type": "number"}, {"type": "string", "pattern": "^[0-9]+/[1-9][0-9]*$"}],
        "title": NUMBER,
    },
    bool: {"type": "boolean"},
}


def _schema(hint: Any) -> dict[str, Any]:
    origin = get_origin(hint)
    if origin is Setting:
        return _setting_schema(_schema(get_args(hint)[0]))
    if origin is Literal:
        return {"enum": list(get_args(hint))}
    if origin in (Union, types.UnionType):
        return _union_schema([inner for inner in get_args(hint) if inner is not type(None)])
    if origin is tuple:
        inner = _schema(get_args(hint)[0])
        listed = {"type": "array", "minItems": 1, "items": inner}
        if "$ref" in inner:
            return listed
        return {
            "anyOf": [{**listed, "title": "a list"}, inner],
            "title": f"{_words(inner)}, or a list of them",
        }
    if origin is not None and isinstance(origin, type) and issubclass(origin, Mapping):
        return {"type": "object", "minProperties": 1, "additionalProperties": _schema(get_args(hint)[1])}
    if is_dataclass(hint) and isinstance(hint, type):
        return {"$ref": f"#/$defs/{hint.__name__}"}
    return dict(_PLAIN[hint])


def parts_of(kind: type[Any]) -> Mapping[str, type[Any]]:
    """Return the values that a mechanism is made of, by name, at any depth."""
    found: dict[str, type[Any]] = {}
    for hint in attributes(kind).values():
        for inner in _inner(hint):
            found |= {inner.__name__: inner, **parts_of(inner)}
    return found


def _inner(hint: Any) -> Iterator[type[Any]]:
    if is_dataclass(hint) and isinstance(hint, type):
        yield hint
    for argument in get_args(hint):
        yield from _inner(argument)


def _union_schema(hints: list[Any]) -> dict[str, Any]:
    branches = [_schema(hint) for hint in hints]
    if len(branches) == 1:
        return branches[0]
    return {"anyOf": branches, "title": " or ".join(_words(branch) for branch in branches)}


def _setting_schema(inner: dict[str, Any]) -> dict[str, Any]:
    by_point = {
        "type": "object",
        "title": "{point: U-01, values: {reading: value}}",
        "properties": {
            "point": {"type": "string", "description": "Number in unclear.yaml"},
            "values": {
                "type": "object",
                "minProperties": 2,
                "additionalProperties": inner,
                "description": "Reading of the point: value",
            },
        },
        "required": ["point", "values"],
        "additionalProperties": False,
    }
    return {"anyOf": [inner, by_point], "title": f"{_words(inner)}, or {{point, values}} where it is unclear"}


_WORDS = {
    "string": "text", "integer": "a whole number", "number": "a number", "boolean": "true or false",
    "object": "a mapping", "array": "a list",
}  # fmt: skip


def _words(inner: Mapping[str, Any]) -> str:
    if "$ref" in inner:
        return "a mapping"
    if "title" in inner:
        return str(inner["title"])
    if "enum" in inner:
        return " or ".join(f"'{value}'" for value in inner["enum"])
    return _WORDS.get(str(inner.get("type")), "a value")


def descriptions(kind: type[Any]) -> Mapping[str, str]:
    """Return what the docstring says of each attribute."""
    lines = inspect.cleandoc(kind.__doc__ or "").splitlines()
    if "Attributes" not in lines:
        return {}
    found: dict[str, list[str]] = {}
    current: list[str] = []
    for line in lines[lines.index("Attributes") + 2 :]:
        match = re.fullmatch(r"(\w+(?:, \w+)*) : (.*)", line)
        if match:
            current = []
            for name in match[1].split(", "):
                found[name] = current
        elif line.startswith("    "):
            current.append(line.strip())
    return {name: " ".join(text) for name, text in found.items()}


def says(kind: type[Any]) -> str:
    """Return what a mechanism does, from its docstring."""
    return inspect.cleandoc(kind.__doc__ or "").partition("\n\nAttributes")[0].replace("\n", " ").strip()
