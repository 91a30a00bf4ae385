"""The unclear points as rules data hold them."""

from __future__ import annotations

from toolkit.compile.compiled import CompiledGame
from toolkit.games.gj47.rules.from_game import LATER_POINTS, points_of


def test_points_that_older_modules_lack_have_the_register_s_values(game: CompiledGame) -> None:
    """A module without a later point leaves it as open as the register does."""
    now = points_of(game.options, {})
    older = points_of([option for option in game.options if option.id not in LATER_POINTS], {})
    assert dict(older.values) == dict(now.values)


def test_a_fixed_point_has_one_value_and_an_unknown_one_leaves_it_open(game: CompiledGame) -> None:
    """A value that only a newer module knows must not lead to an accusation."""
    assert points_of(game.options, {"U-30": "none-return"}).values["U-30"] == ("none-return",)
    option = next(option for option in game.options if option.id == "U-11")
    assert len(points_of(game.options, {}).values["U-11"]) == 1
    assert len(points_of(game.options, {"U-11": "something-new"}).values["U-11"]) == len(option.values)
