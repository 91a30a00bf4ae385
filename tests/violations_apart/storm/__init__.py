"""Storm: what breaks its rules, and what does not, chapter by chapter."""

from __future__ import annotations

from tests.violations_apart.storm import cards, fire, harmless, impulses, losses, markers, turns
from tests.violations_apart.storm.table import KINDS

CHAPTERS = (impulses, fire, losses, markers, cards, turns, harmless)
__all__ = ["CHAPTERS", "KINDS"]
