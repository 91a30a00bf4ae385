"""The switches of the rules code are those of the register of unclear points."""

from __future__ import annotations

from pathlib import Path

import pytest

from toolkit.games.gj47.rules import RULE_BOOK
from toolkit.games.gj47.rules.settings import POINTS, Settings
from toolkit.source.options import Option, read_options
from toolkit.source.reading import read_document

REGISTER = Path(__file__).parents[4] / "source_data" / "gj47" / "unclear.yaml"


@pytest.fixture(scope="module")
def register() -> dict[str, Option]:
    options, findings = read_options(read_document(REGISTER))
    assert findings == []
    return {option.id: option for option in options}


@pytest.mark.parametrize("point", POINTS, ids=lambda point: point.id)
def test_point_is_in_the_register(register: dict[str, Option], point: object) -> None:
    entry = next(p for p in POINTS if p is point)
    option = register[entry.id]
    assert {value.id for value in option.values} == set(entry.values)
    assert option.default == entry.default
    assert entry.open == (option.support == "open")


def test_rules_name_points_of_the_register(register: dict[str, Option]) -> None:
    named = {point for entry in RULE_BOOK for point in entry.unclear}
    assert named <= set(register)


def test_open_points_of_movement_are_known(register: dict[str, Option]) -> None:
    """An open point of 3.1, 3.2 or chapter 9 that the code does not know would be judged by luck."""
    known = {point.id for point in POINTS} | {"U-20", "U-41"}
    chapters = ("3.1", "3.2", "9.")
    open_ones = {
        option.id
        for option in register.values()
        if option.support == "open" and option.is_switch and any(r.startswith(chapters) for r in option.rules)
    }
    assert open_ones <= known


@pytest.mark.parametrize("point", POINTS, ids=lambda point: point.id)
def test_strict_and_mild_bracket_every_value(point: object) -> None:
    """Each fixed value lies between the readings that an open game tries."""
    entry = next(p for p in POINTS if p is point)
    everything = Settings.of({entry.id: "unknown"})
    for value in entry.values:
        one = Settings.of({entry.id: value})
        for name in entry.values[value]:
            assert getattr(everything.mild, name) <= getattr(one.mild, name)
            assert getattr(one.strict, name) <= getattr(everything.strict, name)
