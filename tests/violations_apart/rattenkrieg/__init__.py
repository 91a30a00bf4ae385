"""Rattenkrieg: what breaks its rules, and what does not, chapter by chapter."""

from __future__ import annotations

from tests.violations_apart.rattenkrieg import battle, cards, events, harmless, player_turns, turns
from tests.violations_apart.rattenkrieg.table import KINDS

CHAPTERS = (player_turns, battle, events, cards, turns, harmless)
__all__ = ["CHAPTERS", "KINDS"]
