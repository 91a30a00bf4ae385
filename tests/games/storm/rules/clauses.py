"""The clauses of the rules page, written down from its contents and not from the code."""

from __future__ import annotations

# By heading, its paragraphs; 0 stands for a heading that is a paragraph of its own.
HEADINGS = {
    "勝利": "0", "流程": "12", "移動": "12345", "攻擊": "1234", "損傷": "123", "撤退": "123", "增援": "1234",
    "渡口": "123", "撤離": "1234", "控制": "0", "註": "1245",
}  # fmt: skip
# Paragraphs with numbered lines.
LINES = {"流程2": 3, "流程3": 5, "註3": 2, "移動3": 4, "攻擊3": 3, "撤退1": 2, "損傷2[1]": 2, "損傷2[2]": 2}
# The line of the loss table for three points has no lines of its own.
SINGLE = ("損傷2[3]",)
# What the sources show of the rulebook's own numbers.
RULEBOOK = ("1.0", "2.0", "2.1", "2.1.1", "2.1.2", "6.1", "10.4")
# Facts that the rules page lacks and the reference has.
REFERENCE = ("3.3", "3.6", "3.7")
# What the text of a card may ask for, and what it may do.
CARDS = """
cost where units bombard fire_bonus no_terrain attacker_allots overrun march infiltrate joint unspent rally
replace ferry draw snipe rubble dig_in weaken cancel spare mines
"""


def clauses() -> set[str]:
    """Return every clause by its number."""
    found = {f"SEED {head}{'' if n == '0' else n}" for head, numbers in HEADINGS.items() for n in numbers}
    found |= {f"SEED {head}({line})" for head, count in LINES.items() for line in range(1, count + 1)}
    found |= {f"SEED {clause}" for clause in SINGLE} | set(RULEBOOK)
    return found | {f"REF {number}" for number in REFERENCE} | {f"CARD {name}" for name in CARDS.split()}
