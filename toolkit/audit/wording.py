"""Messages without ids: counters, boxes and areas by the names that people call them."""

from __future__ import annotations

import re
from collections.abc import Mapping

from toolkit.compile.compiled import CompiledGame

_TOKEN = re.compile(r"[\w-]+(?![\w-]|\.[a-z])")
"""A word that is not the name of a file."""
_OF = re.compile(r"([A-Z][a-z]+)_(.+)")


def names_of(game: CompiledGame) -> dict[str, str]:
    """Return id → what people call it, of counters, boxes and areas.

    A box whose id is a word of every message, such as ``deck``, is left out.
    """
    names = {box.id: box.names.en for box in game.boxes if not box.id.isalpha()}
    names |= {counter.id: counter.names.en for counter in game.counters}
    if game.area_map is not None:
        names |= {area: known["en"] for area, known in zip(game.areas.ids, game.areas.names, strict=True)}
    return {id_: name for id_, name in names.items() if name}


def in_words(text: str, names: Mapping[str, str]) -> str:
    """Return a message with names for ids, and for properties of areas such as ``Control_minina``.

    An id that is a mere number counts only where a colon follows it: elsewhere it is one.
    """

    def word(found: re.Match[str]) -> str:
        token = found[0]
        number = token.isdigit() and text[found.end() : found.end() + 1] != ":"
        parts = _OF.fullmatch(token)
        if parts is not None and parts[2] in names:
            return f"{parts[1].lower()} of {names[parts[2]]}"
        return token if number else names.get(token, token)

    return _TOKEN.sub(word, text)
