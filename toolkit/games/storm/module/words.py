"""The game's words in Japanese and Chinese; those of keys and their buttons stand in the gesture table."""

from __future__ import annotations

from pathlib import Path

from toolkit.games.storm.gestures import GESTURES
from toolkit.games.storm.module.bids import bid_numbers
from toolkit.games.storm.module.places import is_ferry
from toolkit.module.area_game import viewer_words
from toolkit.module.area_table import AreaTable
from toolkit.module.words import listed, read_words, translations
from toolkit.source.names import Names

_WORDS = read_words(Path(__file__).parents[1] / "words.yaml")


def area_words(table: AreaTable, language: str = "en") -> dict[str, str]:
    """Return what the viewer says of areas: kind, terrain, letter, what it counts for."""
    say = {text.en: text.get(language) for text in _WORDS}
    areas = table.areas.map
    found = {}
    for area, kind in table.kinds(language).items():
        facts = areas.properties[areas.index(area)]
        words = [kind]
        if not is_ferry(table, area):
            words += [f"{say['terrain']} +{facts.get('terrain', '0')}"]
            words += [f"{say['letter']} {facts.get('letter', '-')}"]
        words += [say["counts for victory"]] if facts.get("victory") == "true" else []
        words += [say["German reinforcements"]] if facts.get("entry") == "true" else []
        found[area] = listed(words, language)
    return found


def game_words(table: AreaTable) -> dict[str, tuple[str, str]]:
    """Return every English text of the module with its Japanese and Chinese."""
    areas = table.area_names()
    sides = table.game.labels.get("side", {}).values()
    numbers = [Names(str(number)) for number in bid_numbers(table)]
    found = translations(_WORDS, side=sides, area=areas)
    cards = {card.names.en: (card.names.get("ja"), card.names.get("zh")) for card in table.game.action_cards}
    found |= viewer_words(table, area_words)
    return found | cards | GESTURES.translations(number=numbers, where=areas)
