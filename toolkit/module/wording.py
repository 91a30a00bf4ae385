"""Which words of a module are translated, and to what: names from the data, buttons and menus from here."""

from __future__ import annotations

from collections.abc import Iterable

from toolkit.module.buildfile import Component
from toolkit.module.pieces import Piece
from toolkit.module.translations import piece_key
from toolkit.module.workshop import Workshop


def words(root: Component, pieces: Iterable[Piece], shop: Workshop, language: str) -> dict[str, str]:
    """Return the entries of a language's properties file."""
    del root, pieces
    found = {}
    for counter in shop.game.counters:
        found[piece_key(counter.names.en)] = counter.names.get(language)
    for spec in shop.equipment.markers:
        found[piece_key(spec.names.en)] = spec.names.get(language)
    return {key: text for key, text in found.items() if key != piece_key(text)}
