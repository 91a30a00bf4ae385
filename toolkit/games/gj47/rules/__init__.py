"""激闘!スターリングラード電撃戦 (Game Journal 47): one module per chapter of the rulebook.

``position`` holds a game at one moment and ``actions`` what players do; ``game`` judges any action and
carries it out; ``sequence`` (5) says what may follow what.  The chapters: ``basics`` 3.1 and 3.2, ``lines``
3.3, ``start_line`` and ``control`` 3.4, ``set_up`` 4, ``selection`` 6, ``execution`` 7, ``activation`` 8,
``movement``, ``difficult_terrain`` and ``marching`` 9, ``combat``, ``odds``, ``results``, ``losses``,
``retreat`` and ``advance`` 10, ``supply`` and ``withdrawal`` 11, ``reinforcements`` 12, ``headquarters`` 13,
``forts`` 14, ``victory`` 15, ``special`` 16.  Movement has helpers of its own: ``search`` finds ways,
``judge`` gives verdicts on single moves, ``fast`` gives most of them quickly.
"""

from __future__ import annotations

from toolkit.games.gj47.rules.chapters import RULE_BOOK

__all__ = ["RULE_BOOK"]
