"""Storm over Stalingrad: areas, impulses, fire and losses, cards of action.

``data``, ``actions`` and ``position`` hold a game; ``game`` judges any action and carries it out; ``moments``
says what a position waits for.  A module for each heading of the rules page: ``victory``, ``sequence``,
``hands``, ``activation``, ``movement``, ``stacking``, ``fire``, ``losses``, ``retreat``, ``reinforcements``,
``ferry``, ``withdrawal``, ``control``; what cards do stands in ``cards`` and ``card_deeds``.
"""

from __future__ import annotations

from toolkit.rules.storm.chapters import RULE_BOOK

__all__ = ["RULE_BOOK"]
