"""The game's words in Japanese and Chinese, by the English that pieces and buttons show."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from toolkit.games.storm.module.bids import bid_numbers, bid_words
from toolkit.games.storm.module.places import POOL, bid_name, desk_name
from toolkit.module.area_table import AreaTable, window_name

# English: Japanese, Chinese.
_WORDS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        # Units.
        "Moves: turns spent, drag it before or after": (
            "移動:使用済みにする(前後にドラッグ)", "移动:翻为已使用(之前或之后拖动)",
        ),
        "Fires / does not": ("射撃する/取消", "射击/取消"),
        "Fire at this area": ("このエリアを射撃", "射击此区"),
        "Fire at this area and roll": ("このエリアを射撃し、ダイスを振る", "射击此区并掷骰"),
        "Is not fired on / is": ("射撃の目標から外す/戻す", "不作目标/恢复"),
        "1 point: fresh turns spent, spent retreats": (
            "1点:未使用→使用済み、使用済み→退却", "1点:未使用翻面,已使用撤退",
        ),
        "2 points: fresh turns and retreats, spent is lost": (
            "2点:未使用→使用済み+退却、使用済み→除去", "2点:未使用翻面并撤退,已使用消灭",
        ),
        "3 points: fresh is lost": ("3点:未使用→除去", "3点:未使用消灭"),
        "Eliminated: nowhere to go": ("除去:退却先なし", "消灭:无处可去"),
        "Fresh again, by a card": ("カードで未使用に戻す", "因卡牌恢复未使用"),
        "Spent to pay for a card": ("カードの代償として使用済みにする", "为卡牌代价翻为已使用"),
        "Sent back by a card: then drag it": ("カードで戻される(その後ドラッグ)", "因卡牌退回(随后拖动)"),
        "Comes back spent, by a card: then drag it": (
            "カードで使用済みで復活(その後ドラッグ)", "因卡牌以已使用返回(随后拖动)",
        ),
        "Turn by hand": ("手で裏返す", "手动翻面"),
        "Withdraws; lost: another one does": ("撤収(除去済みなら他のユニット)", "撤离(已消灭则由他人代替)"),
        # Cards.
        "Play": ("使用する", "打出"),
        "Discard": ("捨てる", "弃牌"),
        "Discard to pay for a card": ("カードの代償として捨てる", "为卡牌代价弃牌"),
        "a card": ("カード", "一张牌"),
        # Desks and markers.
        "Draw the cards of the turn": ("このターンの枚数を引く", "抽本回合的牌"),
        "Fill the hand to its limit": ("手札を上限まで補充", "手牌补至上限"),
        "Draw one card": ("1枚引く", "抽一张牌"),
        "Shuffle the discards into the deck": ("捨て札を切り直して山札に", "弃牌洗入牌堆"),
        "Pass": ("パス", "放弃"),
        "End of impulses: units fresh, fire markers off": (
            "行動終了:全ユニット未使用、射撃マーカー除去", "行动结束:全部未使用,移除射击标记",
        ),
        "Roll for this fire": ("この射撃のダイスを振る", "为此射击掷骰"),
        "Close this fire": ("この射撃を終える", "结束此射击"),
        "Turn the marker": ("マーカーを裏返す", "翻转标记"),
        "Seal the bid": ("封をする", "封标"),
        "Open both bids": ("入札を公開", "公开暗标"),
        "Attack": ("攻撃", "攻击"),
        "Fire desk": ("射撃台", "射击台"),
        "Turn desk": ("ターン台", "回合台"),
        "Soviet target": ("ソ連軍の目標", "苏军目标"),
        # Buttons.
        "Draw": ("引く", "抽牌"),
        "Roll fire": ("射撃ダイス", "射击掷骰"),
        "Close fire": ("射撃終了", "结束射击"),
        "Fill hand": ("手札補充", "补手牌"),
        "Fresh": ("全て未使用に", "全部恢复"),
        "Open bids": ("入札公開", "开标"),
        "2d6": ("2d6", "2d6"),
        POOL: ("ユニット置き場", "单位存放处"),
    }
)  # fmt: skip


def game_words(table: AreaTable) -> dict[str, tuple[str, str]]:
    """Return every English text of the module with its Japanese and Chinese."""
    found = dict(_WORDS)
    found |= {bid_words(n): (f"{n}と書く", f"写{n}") for n in bid_numbers(table)}
    for card in table.game.action_cards:
        found[card.names.en] = (card.names.get("ja"), card.names.get("zh"))
    sides = table.game.labels.get("side", {})
    for names in sides.values():
        ja, zh = names.get("ja"), names.get("zh")
        found[desk_name(names.en)] = (f"{ja}の手札", f"{zh}手牌")
        found[window_name(names.en)] = (f"{ja}のカード", f"{zh}的牌")
        found[bid_name(names.en)] = (f"{ja}の入札", f"{zh}暗标")
    areas = table.areas.map
    for area, name in table.areas.names().items():
        words = areas.names[areas.index(area)]
        ja, zh = words.get("ja", name), words.get("zh", name)
        found[f"Control of {name}"] = (f"支配:{ja}", f"控制:{zh}")
        found[f"Arrives: {name}"] = (f"登場:{ja}", f"登场:{zh}")
        for names in sides.values():
            found[f"{names.en} fire: {name}"] = (
                f"{names.get('ja')}の射撃:{ja}",
                f"{names.get('zh')}射击:{zh}",
            )
    return found
