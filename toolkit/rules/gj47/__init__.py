"""激闘!スターリングラード電撃戦 (Game Journal 47): one module per chapter of the rulebook.

``basics`` chapter 3, ``movement`` chapter 9; ``board``, ``units``, ``settings`` and ``position`` hold what
they work on; ``search`` finds ways, ``judge`` gives verdicts, ``fast`` gives most of them quickly.
"""

from __future__ import annotations

from toolkit.rules.gj47 import basics, movement
from toolkit.rules.registry import RuleBook

RULE_BOOK = RuleBook.of("gj47", (basics, movement), ("3.1", "3.2", "9"))
