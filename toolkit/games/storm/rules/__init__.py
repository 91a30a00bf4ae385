"""Storm over Stalingrad: areas, impulses, fire and losses, cards of action.

``data``, ``actions`` and ``position`` hold a game; ``game`` judges any action and carries it out; ``moments``
says what a position waits for.  A module for each heading of the rules page: ``victory``, ``sequence``,
``hands``, ``activation``, ``movement``, ``stacking``, ``fire``, ``losses``, ``retreat``, ``reinforcements``,
``ferry``, ``withdrawal``, ``control``.  ``cards`` says when a card is played and what every text may ask for,
``card_plays``, ``card_moves``, ``card_fire`` and ``card_effects`` what single cards ask for and do.
``reach`` says where a group can go, ``views`` what a side sees, ``choices`` what can be done; ``player``
plays, with ``worth`` for its judgement.
"""

from __future__ import annotations

from toolkit.games.storm.rules.chapters import RULE_BOOK

__all__ = ["RULE_BOOK"]
