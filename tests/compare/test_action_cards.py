"""What changed between two games with action cards, acting units and a turn track of cards."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

from tests.real_area_games import STORM, compiled
from toolkit.compare.changes import changes_between
from toolkit.compare.facts import facts_of
from toolkit.compare.picture import draw_changes
from toolkit.compare.sides import open_side

EDITS = {
    "counters/german.yaml": ("fresh: {attack: 4, defence: 6", "fresh: {attack: 4, defence: 7"),
    "action_cards.yaml": ("effect: {no_terrain: {}}", "effect: {attacker_allots: {}}"),
    "charts/figures.yaml": ("draw: {german: 4, soviet: 4}", "draw: {german: 4, soviet: 2}"),
    "map/areas.yaml": ("letter: V, terrain: 1", "letter: V, terrain: 2"),
    "unclear.yaml": ("default: eliminated", "default: not-offered"),
}  # fmt: skip


def test_each_change_is_one_fact(tmp_path: Path) -> None:
    copy = tmp_path / "storm"
    shutil.copytree(STORM, copy)
    for name, (old, new) in EDITS.items():
        text = (copy / name).read_text(encoding="utf-8")
        assert old in text
        (copy / name).write_text(text.replace(old, new, 1), encoding="utf-8")
    before, after = compiled(STORM)[0], open_side(str(copy)).game
    assert after is not None
    changes = changes_between(facts_of(before), facts_of(after))
    assert [change.key() for change in changes] == [
        ("area", "yelshanka", "properties/terrain"),
        ("counter", "g_ir_191", "fresh/defence"),
        ("card", "g_pioneers", "effect/attacker_allots"),
        ("card", "g_pioneers", "effect/no_terrain"),
        ("turn", "1", "draw/soviet"),
        ("switch", "St-2", "default"),
    ]
    svg = draw_changes(before, after, changes, "two games")
    assert "g_ir_191" in svg


def test_the_order_of_the_cards_is_no_change() -> None:
    game = compiled(STORM)[0]
    turned = replace(game, action_cards=game.action_cards[::-1])
    assert changes_between(facts_of(game), facts_of(turned)) == ()
