"""A game told in another language, for its pictures: what has a name is called by that of the language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any, TypeVar, cast

from toolkit.compile.compiled import CompiledGame
from toolkit.source.names import Names
from toolkit.source.style import Wording

T = TypeVar("T")


def in_language(game: CompiledGame, wording: Wording) -> CompiledGame:
    """Return a game as it is drawn in a language: to be looked at, not to be judged or written.

    Its English names are those of the language, where it has them; other texts are looked up when drawn.
    """
    told = called(game, wording.language)
    return replace(told, style=replace(told.style, wording=wording))


def called(value: T, language: str) -> T:
    """Return frozen values with all names inside them those of a language; what holds none is the same."""
    return cast("T", _called(value, language))


def _called(value: Any, language: str) -> Any:
    if isinstance(value, Names):
        return replace(value, en=value.get(language))
    if isinstance(value, Mapping):
        if isinstance(value.get("en"), str):
            return {**value, "en": value.get(language, value["en"])}
        return _changed(value, {key: _called(item, language) for key, item in value.items()})
    if isinstance(value, tuple):
        told = [_called(item, language) for item in value]
        return value if all(new is old for new, old in zip(told, value, strict=True)) else tuple(told)
    if is_dataclass(value) and not isinstance(value, type):
        held = {item.name: getattr(value, item.name) for item in fields(value) if item.init}
        found = _changed(held, {name: _called(item, language) for name, item in held.items()})
        return value if found is held else replace(value, **found)
    return value


def _changed(old: Mapping[str, Any], new: Mapping[str, Any]) -> Mapping[str, Any]:
    return old if all(new[key] is item for key, item in old.items()) else new
