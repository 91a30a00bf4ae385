"""The chapters in printed order: their rules and the effects of their actions, in one book each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType, ModuleType
from typing import Any

from toolkit.rules.gj47 import (
    activation,
    arrivals,
    basics,
    control,
    execution,
    fort_effects,
    forts,
    headquarters,
    lines,
    movement,
    movement_segment,
    reinforcements,
    selection,
    sequence,
    special,
    supply,
    victory,
    withdrawal,
)
from toolkit.rules.gj47.position import Position
from toolkit.rules.registry import RuleBook

Effect = Callable[[Position, Any], None]

CHAPTERS: tuple[ModuleType, ...] = (
    basics,
    lines,
    control,
    sequence,
    selection,
    execution,
    activation,
    movement,
    movement_segment,
    supply,
    withdrawal,
    reinforcements,
    arrivals,
    headquarters,
    forts,
    fort_effects,
    victory,
    special,
)
RULE_BOOK = RuleBook.of("gj47", CHAPTERS, ("3", "5", "6", "7", "8", "9", "11", "12", "13", "14", "15", "16"))

# What each kind of action does to a position; a chapter names its own.
EFFECTS: Mapping[type, Effect] = MappingProxyType(
    {action: effect for module in CHAPTERS for action, effect in getattr(module, "EFFECTS", {}).items()}
)
