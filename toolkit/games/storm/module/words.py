"""The game's words in Japanese and Chinese, by the English that pieces and buttons show.

What keys and their buttons say stands in the gesture table.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from toolkit.games.storm.gestures import GESTURES
from toolkit.games.storm.module.bids import bid_numbers
from toolkit.games.storm.module.places import POOL, bid_name, desk_name
from toolkit.module.area_table import AreaTable, window_name
from toolkit.source.names import Names

# English: Japanese, Chinese.
_WORDS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "a card": ("カード", "一张牌"),
        "Attack": ("攻撃", "攻击"),
        "Fire desk": ("射撃台", "射击台"),
        "Turn desk": ("ターン台", "回合台"),
        "Soviet target": ("ソ連軍の目標", "苏军目标"),
        "2d6": ("2d6", "2d6"),
        # What buttons say when the mouse rests on them.
        "Bids for the sides, and the target that they give": (
            "陣営の入札と、それで決まる目標",
            "阵营暗标及其决定的目标",
        ),
        "End of impulses: all units fresh, fire markers off": (
            "手番の終わり:全ユニットを未使用にし、射撃マーカーを取る",
            "行动结束:所有单位恢复,移除射击标记",
        ),
        "Open both sealed bids": ("封をした両軍の入札を開く", "打开双方的暗标"),
        "Pass this impulse": ("この手番をパスする", "放弃本次行动"),
        "Roll for the fire that is declared": ("宣言した射撃のダイスを振る", "为已宣布的射击掷骰"),
        "The fire is over, its losses are taken": ("損害を受け終え、射撃を終える", "损失已执行,射击结束"),
        # Charts.
        "Target": ("目標", "目标"),
        "A turn": ("ターンの流れ", "回合流程"),
        "Fire and losses": ("射撃と損害", "射击与损失"),
        POOL: ("ユニット置き場", "单位存放处"),
    }
)  # fmt: skip


def game_words(table: AreaTable) -> dict[str, tuple[str, str]]:
    """Return every English text of the module with its Japanese and Chinese."""
    places = table.area_names()
    numbers = [Names(str(number)) for number in bid_numbers(table)]
    found = GESTURES.translations(number=numbers, where=places) | dict(_WORDS)
    for card in table.game.action_cards:
        found[card.names.en] = (card.names.get("ja"), card.names.get("zh"))
    sides = table.game.labels.get("side", {})
    for names in sides.values():
        ja, zh = names.get("ja"), names.get("zh")
        found[desk_name(names.en)] = (f"{ja}の手札", f"{zh}手牌")
        found[window_name(names.en)] = (f"{ja}のカード", f"{zh}的牌")
        found[f"{names.en} play aid"] = (f"{ja}の早見表", f"{zh}速查表")
        found[bid_name(names.en)] = (f"{ja}の入札", f"{zh}暗标")
    for place in places:
        ja, zh = place.get("ja"), place.get("zh")
        found[f"Control of {place.en}"] = (f"支配:{ja}", f"控制:{zh}")
        for names in sides.values():
            found[f"{names.en} fire: {place.en}"] = (
                f"{names.get('ja')}の射撃:{ja}",
                f"{names.get('zh')}射击:{zh}",
            )
    return found
