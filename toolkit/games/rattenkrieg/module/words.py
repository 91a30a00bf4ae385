"""The game's words in Japanese and Chinese, by the English that pieces and buttons show.

What keys and their buttons say stands in the gesture table.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from toolkit.games.rattenkrieg.gestures import BUTTONS, GESTURES
from toolkit.module.area_table import AreaTable, window_name
from toolkit.source.names import Names

# English: Japanese, Chinese.
_WORDS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "a card": ("カード", "一张牌"),
        "Turn the marker": ("マーカーを裏返す", "翻转标记"),
        "Battle": ("戦闘", "战斗"),
        "Battle desk": ("戦闘", "战斗"),
    }
)


def game_words(table: AreaTable) -> dict[str, tuple[str, str]]:
    """Return every English text of the module with its Japanese and Chinese."""
    sides = table.game.labels.get("side", {}).values()
    numbers = [Names(str(number)) for number, _ in enumerate(BUTTONS["lay"].keys, start=1)]
    found = GESTURES.translations(side=sides, number=numbers) | dict(_WORDS)
    for card in table.game.cards.cards:
        found[card.names.en] = (card.names.get("ja"), card.names.get("zh"))
    for names in sides:
        ja, zh = names.get("ja"), names.get("zh")
        found[f"{names.en} desk"] = (f"{ja}の手札", f"{zh}手牌")
        found[window_name(names.en)] = (f"{ja}のカード", f"{zh}的牌")
    for place in table.area_names():
        found[f"Control of {place.en}"] = (f"支配:{place.get('ja')}", f"控制:{place.get('zh')}")
    return found
