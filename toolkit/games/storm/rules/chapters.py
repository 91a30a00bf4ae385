"""The headings in printed order: their rules and the effects of their actions, in one book."""

from __future__ import annotations

from toolkit.games.storm.rules.data import Use
from toolkit.rules.registry import RuleBook

# The printed order: the rulebook's few numbers, the headings of the rules page, the reference, the cards.
PRINTED: tuple[str, ...] = (
    "1.0", "2.0", "2.1", "2.1.1", "2.1.2", "6.1", "10.4",
    "SEED 勝利", "SEED 註1",
    "SEED 流程1", "SEED 註2", "SEED 流程2", "SEED 流程2(1)", "SEED 註3(1)", "SEED 註3(2)",
    "SEED 流程2(2)", "SEED 註4", "SEED 流程2(3)",
    "SEED 流程3(1)", "SEED 流程3(2)", "SEED 流程3(3)", "SEED 流程3(4)", "SEED 流程3(5)",
    "SEED 移動1", "SEED 移動2", "SEED 移動3", "SEED 移動3(1)", "SEED 移動3(2)", "SEED 註5", "SEED 移動3(3)",
    "SEED 移動3(4)", "SEED 移動4", "SEED 移動5",
    "SEED 攻擊1", "SEED 攻擊2", "SEED 攻擊3", "SEED 攻擊3(1)", "SEED 攻擊3(2)", "SEED 攻擊3(3)", "SEED 攻擊4",
    "SEED 損傷1", "SEED 損傷2", "SEED 損傷2[1](1)", "SEED 損傷2[1](2)", "SEED 損傷2[2](1)",
    "SEED 損傷2[2](2)", "SEED 損傷2[3]", "SEED 損傷3",
    "SEED 撤退1", "SEED 撤退1(1)", "SEED 撤退1(2)", "SEED 撤退2", "SEED 撤退3",
    "SEED 增援1", "SEED 增援2", "SEED 增援3", "SEED 增援4",
    "SEED 渡口1", "SEED 渡口2", "SEED 渡口3",
    "SEED 撤離1", "SEED 撤離2", "SEED 撤離3", "SEED 撤離4",
    "SEED 控制",
    "REF 3.3", "REF 3.6", "REF 3.7",
    "CARD cost", "CARD where", "CARD units",
    *(f"CARD {use}" for use in Use),
)  # fmt: skip

RULE_BOOK = RuleBook.of(
    "storm",
    __package__,
    """
    victory sequence hands activation movement stacking fire losses retreat reinforcements ferry
    withdrawal control cards card_plays card_effects card_fire card_moves
    """,
    ("勝利", "流程", "移動", "攻擊", "損傷", "撤退", "增援", "渡口", "撤離", "控制", "REF", "CARD"),
    order=PRINTED,
)
