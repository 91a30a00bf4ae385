"""The register of unclear points and the rules that depend on them say the same."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.real_game import GJ47 as GAME
from toolkit.games.gj47.rules import RULE_BOOK
from toolkit.games.gj47.rules.from_game import points_of
from toolkit.games.gj47.rules.readings import LINES, MOVES, bounds_of, reading_of
from toolkit.geometry.map import Map
from toolkit.source.game import GameSource
from toolkit.source.options import Option, load_options


@pytest.fixture(scope="module")
def register() -> dict[str, Option]:
    return {option.id: option for option in load_options(GAME)[0]}


def test_every_point_a_rule_names_is_registered(register: dict[str, Option]) -> None:
    named = {point for entry in RULE_BOOK for point in entry.unclear}
    assert named
    assert named <= set(register)


@pytest.mark.parametrize("point", [*MOVES, *LINES])
def test_switches_are_those_of_the_register(register: dict[str, Option], point: str) -> None:
    values = {**MOVES, **LINES}[point]
    assert set(values) == {value.id for value in register[point].values}
    assert len({tuple(sorted(switches)) for switches in values.values()}) == 1


def test_open_points_of_movement_have_switches(register: dict[str, Option]) -> None:
    """An open point of 3.1, 3.2 or chapter 9 that the code does not know would be judged by luck."""
    open_ones = {
        option.id
        for option in register.values()
        if option.support == "open"
        and option.is_switch
        and any(r.startswith(("3.1", "3.2", "9.")) for r in option.rules)
    }
    assert open_ones <= MOVES.keys() | {"U-20", "U-41"}


def test_what_the_register_proposes_reaches_movement(game: tuple[GameSource, Map]) -> None:
    """Another default, or another support, is another reading: the register is the switchboard."""
    options = game[0].options
    for point, values in MOVES.items():
        for value, switches in values.items():
            changed = [
                replace(o, default=value, support="text", literal=None) if o.id == point else o
                for o in options
            ]
            bounds = bounds_of(MOVES, points_of(changed, {}))
            assert {name: getattr(bounds.strict, name) for name in switches} == switches
            assert bounds.allowed[point] == (value,)


@pytest.mark.parametrize("point", MOVES)
def test_strict_and_mild_bracket_every_value(point: str) -> None:
    """Each fixed value lies between the readings that an open game tries."""
    strict, mild = (reading_of({point: tuple(MOVES[point])}, strict=way) for way in (True, False))
    for switches in MOVES[point].values():
        for name, value in switches.items():
            assert getattr(mild, name) <= value <= getattr(strict, name)
