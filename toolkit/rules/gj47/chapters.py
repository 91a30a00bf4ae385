"""The chapters in printed order: their rules and the effects of their actions, in one book each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType, ModuleType
from typing import Any

from toolkit.rules.gj47 import basics, movement, movement_segment
from toolkit.rules.gj47.position import Position
from toolkit.rules.registry import RuleBook

Effect = Callable[[Position, Any], None]

CHAPTERS: tuple[ModuleType, ...] = (basics, movement)
RULE_BOOK = RuleBook.of("gj47", CHAPTERS, ("3.1", "3.2", "9"))

# What each kind of action does to a position; a chapter names its own.
EFFECTS: Mapping[type, Effect] = MappingProxyType({**movement_segment.EFFECTS})
