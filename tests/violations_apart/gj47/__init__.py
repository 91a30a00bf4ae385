"""GJ47: what breaks its rules, and what does not, chapter by chapter."""

from __future__ import annotations

from tests.violations_apart.gj47 import (
    chits_and_turns,
    combat,
    forts,
    harmless,
    movement,
    reinforcements,
    supply,
)
from tests.violations_apart.gj47.table import KINDS

CHAPTERS = (movement, combat, supply, forts, reinforcements, chits_and_turns, harmless)
__all__ = ["CHAPTERS", "KINDS"]
