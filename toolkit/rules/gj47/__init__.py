"""激闘!スターリングラード電撃戦 (Game Journal 47): one module per chapter of the rulebook.

``position`` holds a game at one moment and ``actions`` what players do; ``game`` judges any action and
carries it out; ``sequence`` says what may follow what.  The chapters: ``basics`` 3.1 and 3.2, ``lines`` 3.3,
``start_line`` and ``control`` 3.4, ``set_up`` 4, ``chits`` 6, 7, 16, ``activation`` 8, ``movement``, ``hard_ground`` and
``marching`` 9, ``combat``, ``losses``, ``retreat`` and ``advance`` 10, ``supply`` 11, ``reinforcements`` 12,
``headquarters`` 13, ``forts`` 14, ``victory`` 15.  Movement has helpers of its own: ``search`` finds ways,
``judge`` gives verdicts on single moves, ``fast`` gives most of them quickly.
"""

from __future__ import annotations

from toolkit.rules.gj47.chapters import RULE_BOOK

__all__ = ["RULE_BOOK"]
