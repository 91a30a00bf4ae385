"""The book of rules: its order, what is not enforced, and the place of every unclear point."""

from __future__ import annotations

from pathlib import Path

from tests.rules.area_battery import check_readings
from toolkit.compile.compiled import CompiledGame
from toolkit.games.rattenkrieg.rules.points import READINGS, SETTLED, points_of
from toolkit.rules.books import manual_of
from toolkit.rules.registry import Enforcement

RULE_BOOK = manual_of("rattenkrieg")
TESTS = Path(__file__).parent


def test_what_is_not_enforced_is_a_closed_list() -> None:
    """Statements are of chapters 1 and 2; nothing is left unprovable as a whole."""
    stated = {entry.number for entry in RULE_BOOK if entry.enforcement is Enforcement.STATED}
    assert stated == {"1.0", "2.1", "2.2", "2.3", "2.4"}
    assert not [entry for entry in RULE_BOOK if entry.enforcement is Enforcement.UNPROVABLE]


def test_printed_order() -> None:
    numbers = [entry.number for entry in RULE_BOOK]
    for before, after in (("8.7", "8.7.1"), ("8.9.4", "8.10"), ("8.10.2", "8.11"), ("9.8", "10.1")):
        assert numbers.index(before) < numbers.index(after)


def test_every_unclear_point_stands_with_a_rule(game: CompiledGame) -> None:
    """Register and rules have the same points; the code knows every reading of the register."""
    named = {point for entry in RULE_BOOK for point in entry.unclear}
    assert named == {option.id for option in game.options}
    for option in game.options:
        if option.id in READINGS:
            assert set(READINGS[option.id]) == {value.id for value in option.values}
            assert option.default == READINGS[option.id][0]
            assert (option.support != "open") == (option.id in SETTLED)
        else:
            assert len(option.values) == 1


def test_points_that_a_game_fixed(game: CompiledGame) -> None:
    assert points_of(game.options, {"U09": "any-earlier"}).values["U09"] == ("any-earlier",)
    assert points_of(game.options, {"U14": "something-new"}).values["U14"] == READINGS["U14"]
    assert points_of(game.options).values["U14"] == ("chain",)
    assert dict(points_of(game.options).values) == dict(points_of(None).values)


def test_every_reading_of_every_point_is_tried() -> None:
    """Each value but the proposed ones is fixed in some test, as ``U48=no-raises`` or by name."""
    check_readings(READINGS, TESTS, "test_chapter*.py")
