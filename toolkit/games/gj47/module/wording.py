"""The game's own words in menus and buttons: English to Japanese and Chinese."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

WORDS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "Lose a step (supply)": ("補給切れで1ステップ損失", "断补给损失1战力"),
        "To pool, full strength": ("予備兵力へ(完全戦力)", "回预备兵力池(完全战力)"),
        "Activate / take back": ("活性化/取消", "激活/取消"),
        "Activate with all units in range": ("指揮範囲の全ユニットを活性化", "激活指挥范围内全部单位"),
        "March formation / take back": ("行軍隊形/取消", "行军队形/取消"),
        "Attack in the current battle": ("現在の戦闘で攻撃", "参加当前战斗的攻击"),
        "Declare a battle against this hex": ("このヘクスへの戦闘を宣言", "宣布对此格的战斗"),
        "Command range": ("指揮範囲", "指挥范围"),
        "Choose / take back": ("選択/取消", "选择/取消"),
        "Play at once (turn 1, 16(1))": ("直ちに実行(第1ターン)", "立即执行(第1回合)"),
        "Roll for this battle": ("この戦闘のダイスを振る", "为此战斗掷骰"),
        "Work out the odds": ("戦力比を計算", "计算战力比"),
        "Make this the current battle": ("現在の戦闘にする", "设为当前战斗"),
        "Advance after this battle": ("この戦闘の戦闘後前進", "此战斗的战斗后前进"),
        "Close the battle": ("戦闘終了", "结束战斗"),
        "Build up one level": ("1レベル構築", "构筑1级"),
        "Lose a level": ("1レベル損失", "损失1级"),
        "Convert a retreat (14.2(5))": ("退却を損失に変える", "以损失代替退却"),
        "Draw chit": ("コマンドを引く", "抽命令卡"),
        "End chit": ("コマンド終了", "命令结束"),
        "End turn": ("ターン終了", "回合结束"),
        "Put the Axis chits into the cup": ("枢軸軍コマンドをカップへ", "将轴心国命令卡放入杯中"),
        "Put the Soviet chits into the cup": ("ソ連軍コマンドをカップへ", "将苏军命令卡放入杯中"),
    }
)
