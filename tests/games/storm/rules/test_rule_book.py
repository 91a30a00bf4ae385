"""The book of rules: its order, what is not enforced, and the place of every unclear point."""

from __future__ import annotations

from pathlib import Path

from tests.rules.area_battery import check_readings
from toolkit.compile.compiled import CompiledGame
from toolkit.games.storm.rules.chapters import PRINTED
from toolkit.games.storm.rules.points import READINGS, SETTLED, points_of
from toolkit.rules.books import manual_of
from toolkit.rules.registry import Enforcement

RULE_BOOK = manual_of("storm")
TESTS = Path(__file__).parent


def test_what_is_not_enforced_is_a_closed_list() -> None:
    """Statements speak of what the game is played with; nothing is left unprovable as a whole."""
    stated = {entry.number for entry in RULE_BOOK if entry.enforcement is Enforcement.STATED}
    assert stated == {"1.0", "2.0", "2.1", "2.1.1", "SEED 移動1"}
    assert not [entry for entry in RULE_BOOK if entry.enforcement is Enforcement.UNPROVABLE]


def test_printed_order() -> None:
    numbers = [entry.number for entry in RULE_BOOK]
    assert numbers == list(PRINTED)
    for checks in RULE_BOOK.checks.values():
        places = [PRINTED.index(number) for number, _ in checks]
        assert places == sorted(places)


def test_rules_are_found_by_heading() -> None:
    assert [entry.number for entry in RULE_BOOK.find("SEED 移動3(1)")] == ["SEED 移動3(1)"]
    assert len(RULE_BOOK.find("SEED移動")) == 9
    assert len(RULE_BOOK.find("SEED 撤退1")) == 3
    assert RULE_BOOK.find("SEED 移動9") == ()


def test_every_unclear_point_stands_with_a_rule(game: CompiledGame) -> None:
    """Register and rules have the same points; the code knows every reading of the register."""
    named = {point for entry in RULE_BOOK for point in entry.unclear}
    settled_by_text = {option.id for option in game.options if len(option.values) == 1}
    assert named | settled_by_text == {option.id for option in game.options}
    assert named >= set(READINGS)
    for option in game.options:
        if option.id in READINGS:
            assert set(READINGS[option.id]) == {value.id for value in option.values}
            assert option.default == READINGS[option.id][0]
            assert (option.support != "open" and option.literal is None) == (option.id in SETTLED)
        else:
            # Who picked one of several equal areas for a retreat: no action shows it.
            assert len(option.values) == 1 or option.id == "St-13"


def test_points_that_a_game_fixed(game: CompiledGame) -> None:
    assert points_of(game.options, {"St-6": "out"}).values["St-6"] == ("out",)
    assert points_of(game.options, {"St-8": "something-new"}).values["St-8"] == READINGS["St-8"]
    assert points_of(game.options).values["St-8"] == ("yes",)
    assert dict(points_of(game.options).values) == dict(points_of(None).values)


def test_every_reading_of_every_point_is_tried() -> None:
    """Each value but the proposed ones is fixed in some test, as ``St-6=out``."""
    check_readings(READINGS, TESTS, "test_*.py")


def test_a_point_that_a_module_does_not_know_has_the_reading_of_its_time(game: CompiledGame) -> None:
    older = [option for option in game.options if option.id != "St-31"]
    assert points_of(game.options).values["St-31"] == ("firers", "any-enemy")
    assert points_of(older).values["St-31"] == ("firers",)
    assert points_of(older, {"St-31": "any-enemy"}).values["St-31"] == ("any-enemy",)
