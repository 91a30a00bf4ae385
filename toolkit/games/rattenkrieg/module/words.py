"""The game's words in Japanese and Chinese; those of keys and their buttons stand in the gesture table."""

from __future__ import annotations

from pathlib import Path

from toolkit.games.rattenkrieg.gestures import BUTTONS, GESTURES
from toolkit.games.rattenkrieg.module.desks import DRAWS, drawn_line
from toolkit.games.rattenkrieg.module.playing_cards import EVENT_PLAYED, event_line
from toolkit.module.area_game import viewer_words
from toolkit.module.area_table import AreaTable
from toolkit.module.words import listed, read_words, translations
from toolkit.source.names import Names

_WORDS = read_words(Path(__file__).parents[1] / "words.yaml")


def area_words(table: AreaTable, language: str = "en") -> dict[str, str]:
    """Return what the viewer says of areas: their kind, and whether they count for victory."""
    counts = next(text.get(language) for text in _WORDS if text.en == "counts for victory (4.0)")
    areas = table.areas.map
    return {
        area: listed([kind, counts], language) if "victory" in areas.properties[areas.index(area)] else kind
        for area, kind in table.kinds(language).items()
    }


def game_words(table: AreaTable) -> dict[str, tuple[str, str]]:
    """Return every English text of the module with its Japanese and Chinese."""
    sides = table.game.labels.get("side", {}).values()
    numbers = [Names(str(number)) for number, _ in enumerate(BUTTONS["lay"].keys, start=1)]
    found = translations(_WORDS, side=sides, number=numbers, area=table.area_names())
    cards = {card.names.en: (card.names.get("ja"), card.names.get("zh")) for card in table.game.cards.cards}
    found |= viewer_words(table, area_words)
    played = found.pop(EVENT_PLAYED)
    drawn = found.pop(DRAWS)
    found[drawn_line(DRAWS, table)] = (drawn_line(drawn[0], table, "ja"), drawn_line(drawn[1], table, "zh"))
    found[event_line(EVENT_PLAYED, table)] = (
        event_line(played[0], table, "ja"),
        event_line(played[1], table, "zh"),
    )
    return found | cards | GESTURES.translations(side=sides, number=numbers)
