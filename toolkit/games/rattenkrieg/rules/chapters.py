"""The chapters in printed order: their rules and the effects of their actions, in one book."""

from __future__ import annotations

from toolkit.rules.registry import RuleBook

RULE_BOOK = RuleBook.of(
    "rattenkrieg",
    __package__,
    """
    set_up control sequence arrivals operations movement battles moments results strength ways
    damage isolation fights events hands
    """,
    ("1", "2", "3", "4", "5", "6", "7", "8", "9", "10"),
)
