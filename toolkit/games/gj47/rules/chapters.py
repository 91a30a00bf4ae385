"""The chapters in printed order: their rules and the effects of their actions, in one book."""

from __future__ import annotations

from toolkit.rules.registry import RuleBook

RULE_BOOK = RuleBook.of(
    "gj47",
    __package__,
    """
    fractions basics lines line_ways start_line control set_up set_up_ready sequence selection execution
    activation movement difficult_terrain marching movement_segment combat battle_order odds results losses
    retreat retreat_paths advance advance_limits supply withdrawal reinforcements soviet_reinforcements
    axis_reinforcements arrivals entitlement headquarters forts fort_effects fort_battles victory special
    """,
    ("1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15", "16", "Errata"),
)
