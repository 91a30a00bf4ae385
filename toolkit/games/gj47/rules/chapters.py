"""The chapters in printed order: their rules and the effects of their actions, in one book each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType, ModuleType
from typing import Any

from toolkit.games.gj47.rules import (
    activation,
    advance,
    advance_limits,
    arrivals,
    axis_reinforcements,
    basics,
    battle_order,
    combat,
    control,
    difficult_terrain,
    entitlement,
    execution,
    fort_battles,
    fort_effects,
    forts,
    headquarters,
    line_ways,
    lines,
    losses,
    marching,
    movement,
    movement_segment,
    odds,
    reinforcements,
    results,
    retreat,
    retreat_paths,
    selection,
    sequence,
    set_up,
    set_up_ready,
    soviet_reinforcements,
    special,
    start_line,
    statements,
    statements_counters,
    supply,
    victory,
    withdrawal,
)
from toolkit.games.gj47.rules.position import Position
from toolkit.rules.registry import RuleBook

Effect = Callable[[Position, Any], None]

CHAPTERS: tuple[ModuleType, ...] = (
    statements,
    statements_counters,
    basics,
    lines,
    line_ways,
    start_line,
    control,
    set_up,
    set_up_ready,
    sequence,
    selection,
    execution,
    activation,
    movement,
    difficult_terrain,
    marching,
    movement_segment,
    combat,
    battle_order,
    odds,
    results,
    losses,
    retreat,
    retreat_paths,
    advance,
    advance_limits,
    supply,
    withdrawal,
    reinforcements,
    soviet_reinforcements,
    axis_reinforcements,
    arrivals,
    entitlement,
    headquarters,
    forts,
    fort_effects,
    fort_battles,
    victory,
    special,
)
RULE_BOOK = RuleBook.of(
    "gj47",
    CHAPTERS,
    ("1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15", "16", "Errata"),
)

# What each kind of action does to a position; a chapter names its own.
EFFECTS: Mapping[type, Effect] = MappingProxyType(
    {action: effect for module in CHAPTERS for action, effect in getattr(module, "EFFECTS", {}).items()}
)
