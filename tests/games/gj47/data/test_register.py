"""The register of unclear points and the rules that depend on them say the same."""

from __future__ import annotations

import pytest

from tests.real_game import GJ47 as GAME
from toolkit.games.gj47.rules import RULE_BOOK
from toolkit.games.gj47.rules.settings import POINTS
from toolkit.source.options import Option, load_options


@pytest.fixture(scope="module")
def register() -> dict[str, Option]:
    return {option.id: option for option in load_options(GAME)[0]}


def test_every_point_a_rule_names_is_registered(register: dict[str, Option]) -> None:
    named = {point for entry in RULE_BOOK for point in entry.unclear}
    assert named
    assert named <= set(register)


def test_switches_are_those_of_the_register(register: dict[str, Option]) -> None:
    for point in POINTS:
        option = register[point.id]
        assert set(point.values) == {value.id for value in option.values}, point.id
        assert point.default == option.default, point.id
        assert point.open == (option.support == "open"), point.id
