"""The game's words in Japanese and Chinese; those of keys and their buttons stand in the gesture table."""

from __future__ import annotations

from pathlib import Path

from toolkit.games.gj47.gestures import GESTURES
from toolkit.games.gj47.module.toolbar import COUNTS, count_words
from toolkit.module.words import read_words, translations
from toolkit.module.workshop import Workshop

_WORDS = read_words(Path(__file__).parents[1] / "words.yaml")


def game_words(shop: Workshop) -> dict[str, tuple[str, str]]:
    """Return every English text of the module with its Japanese and Chinese."""
    counted = {}
    for side in shop.sides:
        en, ja, zh = (count_words(shop, side, words) for words in COUNTS.values())
        counted[en] = (ja, zh)
    return translations(_WORDS) | counted | GESTURES.translations()
