"""ラッテン・クリーク:スターリングラード: areas, playing cards as steps, bluff.

``position`` holds a game at one moment and ``actions`` what players do; ``game`` judges any action and
carries it out; ``moments`` says what a position waits for.  The chapters: ``statements`` 1 and 2, ``set_up``
and ``control`` 3 and 4, ``sequence`` 5, ``arrivals`` 6, ``operations`` and ``movement`` 7, ``battles``,
``results``, ``strength``, ``ways``, ``damage``, ``isolation`` and ``fights`` 8, ``events`` 9, ``hands`` 10.
``views`` masks what a side does not see, ``choices`` lists what can be done, ``player`` plays by chance.
"""

from __future__ import annotations

from toolkit.games.rattenkrieg.rules.chapters import RULE_BOOK

__all__ = ["RULE_BOOK"]
