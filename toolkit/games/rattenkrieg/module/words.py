"""The game's words in Japanese and Chinese, by the English that pieces and buttons show."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from toolkit.module.area_table import AreaTable, window_name

# English: Japanese, Chinese.
_WORDS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        # Units.
        "Activate": ("活性化", "激活"),
        "End of its activation": ("行動終了", "行动结束"),
        "Pass: turn this unit down": ("パス:このユニットを裏返す", "放弃:翻转此单位"),
        "Replenish a step": ("ステップ補充", "补充一步"),
        "Arrives in its rear": ("後方に登場", "在后方登场"),
        "Comes back (6.3)": ("復活(6.3)", "返回(6.3)"),
        "Turn up (Chuikov)": ("表に戻す(チュイコフ)", "翻回正面(崔可夫)"),
        "Attack in this area": ("このエリアで攻撃", "在此区攻击"),
        "This unit defends": ("このユニットが防御", "由此单位防御"),
        "Target of the bombardment": ("砲撃の目標", "炮击目标"),
        "Retreat: turn down, then drag it": ("退却:裏返してから移す", "撤退:翻面后拖动"),
        "Stays, isolated": ("孤立する", "孤立"),
        "No longer isolated": ("孤立解除", "解除孤立"),
        "Remove from play": ("除去", "移除"),
        "Goes along with the active unit / not": ("行動中ユニットに同行/取消", "与行动单位同行/取消"),
        "Gives no support in this battle": ("この戦闘に加算しない", "此战不支援"),
        "Lost in place of another loss": ("代わりにT-34を除去", "代替损失移除T-34"),
        # Cards.
        "Play face down into the battle": ("戦闘に裏で出す", "面朝下打出"),
        "Play face up into the battle (Chuikov)": ("戦闘に表で出す(チュイコフ)", "面朝上打出(崔可夫)"),
        "Open": ("オープン", "亮牌"),
        "Take back into hand": ("手札に戻す", "收回手牌"),
        "Lost as a step": ("ステップロス", "作为步数损失"),
        "Play as an event": ("イベントとして使用", "作为事件打出"),
        "Chuikov: to turn a unit up": ("チュイコフ:ユニットを表に戻す", "崔可夫:翻回一个单位"),
        "Pay for entering an area": ("進入のためパイル", "为进入区域弃牌"),
        "Discard": ("捨てる", "弃牌"),
        "a card": ("カード", "一张牌"),
        # Desks and markers.
        "Deal this side's steps and hand": ("自軍のステップと手札を配る", "发本方步数与手牌"),
        "Fill the hand to its limit": ("手札を上限まで補充", "手牌补至上限"),
        "Pass: no unit left to turn down": ("パス(裏返すユニットなし)", "放弃(无可翻单位)"),
        "Stand: no further card": ("これ以上出さない", "不再出牌"),
        "Take the loss, no card": ("損害を受ける", "承受损失"),
        "Tie: fight on": ("引き分け:続ける", "平局:继续"),
        "Tie: stop": ("引き分け:やめる", "平局:停止"),
        "Clear my cards and the open ones": ("自分と表のカードを片付ける", "收走己方与已亮的牌"),
        "Bombardment: draw a card": ("砲撃:カードを引く", "炮击:抽牌"),
        "Sniper: choose by lot": ("狙撃兵:無作為に選ぶ", "狙击手:随机选择"),
        "Give up the card the sniper hit": ("狙撃されたカードをパイル", "弃掉被狙击的牌"),
        "Shuffle the piles into the deck": ("パイルを切り直して山札に", "弃牌洗入牌堆"),
        "Turn all units up": ("全ユニットを表に戻す", "全部单位翻回正面"),
        "Turn the marker": ("マーカーを裏返す", "翻转标记"),
        "Battle desk": ("戦闘", "战斗"),
        # Buttons.
        "Reshuffle": ("切り直し", "洗牌"),
        "All units up": ("全て表に", "全部翻回"),
    }
)


def game_words(table: AreaTable) -> dict[str, tuple[str, str]]:
    """Return every English text of the module with its Japanese and Chinese."""
    found = dict(_WORDS)
    for card in table.game.cards.cards:
        found[card.names.en] = (card.names.get("ja"), card.names.get("zh"))
    for names in table.game.labels.get("side", {}).values():
        ja, zh = names.get("ja"), names.get("zh")
        found[f"Deal {names.en}"] = (f"{ja}に配る", f"给{zh}发牌")
        found[f"Fill {names.en} hand"] = (f"{ja}の手札補充", f"补{zh}手牌")
        found[f"{names.en} desk"] = (f"{ja}の手札", f"{zh}手牌")
        found[window_name(names.en)] = (f"{ja}のカード", f"{zh}的牌")
    areas = table.areas.map
    for area, name in table.areas.names().items():
        words = areas.names[areas.index(area)]
        found[f"Control of {name}"] = (f"支配:{words.get('ja', name)}", f"控制:{words.get('zh', name)}")
    return found
