"""The chapters in printed order: their rules and the effects of their actions, in one book each."""

from __future__ import annotations

from types import ModuleType

from toolkit.games.rattenkrieg.rules import (
    arrivals,
    battles,
    control,
    damage,
    events,
    fights,
    hands,
    isolation,
    moments,
    movement,
    operations,
    results,
    sequence,
    set_up,
    statements,
    strength,
    ways,
)
from toolkit.rules.registry import RuleBook

CHAPTERS: tuple[ModuleType, ...] = (
    statements,
    set_up,
    control,
    sequence,
    arrivals,
    operations,
    movement,
    battles,
    moments,
    results,
    strength,
    ways,
    damage,
    isolation,
    fights,
    events,
    hands,
)
RULE_BOOK = RuleBook.of("rattenkrieg", CHAPTERS, ("1", "2", "3", "4", "5", "6", "7", "8", "9", "10"))
