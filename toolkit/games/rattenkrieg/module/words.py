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
        # What buttons say when the mouse rests on them.
        "Cards of a battle, and its end": ("戦闘のカードと終了", "战斗的牌与结束"),
        "No further card: open the last one": ("もう出さず、最後のカードを開く", "不再出牌,亮出最后一张"),
        "Open the last card of this side": ("自軍の最後のカードを開く", "亮出己方最后一张牌"),
        "Shuffle the piles into the deck (3.4)": ("捨て札を山札に切り混ぜる(3.4)", "把弃牌洗入牌堆(3.4)"),
        "Steps and hands of the set-up": ("準備のステップと手札", "设置的步数与手牌"),
        "The active unit has acted": ("活性ユニットの行動を終える", "激活单位行动完毕"),
        "Turn all units face up (10.3)": ("全ユニットを表にする(10.3)", "把所有单位翻到正面(10.3)"),
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
        found[f"{names.en}: deal the steps and the hand of the set-up"] = (
            f"{ja}:準備のステップと手札を配る",
            f"{zh}:发放设置的步数与手牌",
        )
        found[f"{names.en}: draw to the limit of the hand"] = (
            f"{ja}:手札の上限まで引く",
            f"{zh}:抽牌至手牌上限",
        )
        found[f"{names.en} play aid"] = (f"{ja}の早見表", f"{zh}速查表")
    for number in numbers:
        found[f"Card {number.en} of the hand, face down into the battle"] = (
            f"手札の{number.en}枚目を伏せて戦闘に出す",
            f"手牌第{number.en}张,牌面朝下放入战斗",
        )
    for place in table.area_names():
        found[f"Control of {place.en}"] = (f"支配:{place.get('ja')}", f"控制:{place.get('zh')}")
    return found
