"""The chapters in printed order: their rules and the effects of their actions, in one book each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType, ModuleType
from typing import Any

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
from toolkit.games.rattenkrieg.rules.position import Position
from toolkit.rules.registry import RuleBook

Effect = Callable[[Position, Any], None]

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

# What each kind of action does to a position; a chapter names its own.
EFFECTS: Mapping[type, Effect] = MappingProxyType(
    {action: effect for module in CHAPTERS for action, effect in getattr(module, "EFFECTS", {}).items()}
)
