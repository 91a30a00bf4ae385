"""Odds, differences, cells, strengths, conditions, retreats."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.rules.mechanisms.little import Table
from toolkit.rules.mechanisms.board import Places
from toolkit.rules.mechanisms.combat import Attacks, Condition, Engagement
from toolkit.rules.mechanisms.forces import Units
from toolkit.rules.mechanisms.modifiers import Strength, strength
from toolkit.rules.mechanisms.retreats import ends_of
from toolkit.rules.mechanisms.tables import Dice, Effect, Odds, Result, ResultTable, heading, lettered, parts


def table(*columns: str, compare: str = "ratio") -> ResultTable:
    least = tuple(heading(text, compare) or Fraction(0) for text in columns)
    return ResultTable("crt", Dice.of("1d6"), columns, least, dict.fromkeys(range(1, 7), columns))


@pytest.mark.parametrize(
    ("text", "compare", "value"),
    [
        ("3:1", "ratio", 3), ("1:2", "ratio", Fraction(1, 2)), ("1.5-1", "ratio", Fraction(3, 2)),
        ("6:1+", "ratio", 6),
        ("10+", "ratio", 10), ("-2", "difference", -2), ("+3", "difference", 3), ("0", "difference", 0),
        ("+5+", "difference", 5), ("many", "ratio", None), ("0:1", "ratio", None), ("-", "difference", None),
        ("+1,+2", "difference", 1), ("-3/-2", "difference", -3), ("4–5", "difference", 4),
        ("2,3", "ratio", None),
    ],
)  # fmt: skip
def test_headings(text: str, compare: str, value: object) -> None:
    assert heading(text, compare) == value


@pytest.mark.parametrize(
    ("attack", "defence", "way", "column"),
    [
        (7, 2, "down", 2), (7, 2, "up", 3), (7, 2, "nearest", 3), (13, 4, "nearest", 2), (1, 2, "down", -1),
        (1, 2, "up", 0), (99, 1, "up", 3), (4, 1, "up", 3), (5, 0, "down", 3),
    ],
)  # fmt: skip
def test_odds_are_rounded(attack: int, defence: int, way: str, column: int) -> None:
    odds = Odds(round=way, below="nothing")  # type: ignore[arg-type]
    found = table("1:1", "2:1", "3:1", "4:1")
    assert odds.column(found, odds.value(Fraction(attack), Fraction(defence)), 0, "before") == column


def test_shifts_and_the_ends_of_the_table() -> None:
    found = table("1:1", "2:1", "3:1")
    lowest, nothing = Odds(), Odds(below="nothing")
    assert lowest.column(found, Fraction(1, 3), 1, "before") == 1
    assert lowest.column(found, Fraction(1), -1, "before") == 0
    assert nothing.column(found, Fraction(1), -1, "before") == -1
    assert nothing.column(found, Fraction(1, 2), 2, "before") == -1
    assert nothing.column(found, Fraction(5), -1, "before") == 1
    assert nothing.column(found, Fraction(5), -1, "after") == 2
    assert nothing.column(found, Fraction(5), 4, "after") == 2


def test_differences() -> None:
    found = table("-2", "0", "+3", compare="difference")
    odds = Odds(compare="difference", below="no")
    assert odds.column(found, odds.value(Fraction(4), Fraction(5)), 0, "before") == 0
    assert odds.column(found, odds.value(Fraction(9), Fraction(5)), 0, "before") == 2
    assert odds.column(found, odds.value(Fraction(1), Fraction(5)), 0, "before") == -1


def test_cells() -> None:
    assert parts("AL1/DR2") == (("AL", 1), ("DR", 2))
    assert parts("EX") == (("EX", None),)
    assert parts("D1R") == (("D", 1), ("R", None))
    assert parts("-") == (("-", None),)
    with pytest.raises(ValueError, match="no result"):
        parts("2R?")


@pytest.mark.parametrize(
    ("shown", "meant"),
    [
        ("1/2", "A1/D2"), ("2/-", "A2"), ("-/1R", "D1/R"), ("0/1", "D1"), ("1*/1", "A1*/D1"), ("0/0", "-"),
        ("-", "-"), ("DR2", "DR2"), ("A1/D1", "A1/D1"), ("3", "3"),
    ],
)  # fmt: skip
def test_bare_numbers(shown: str, meant: str) -> None:
    assert lettered(shown, ("A", "D")) == meant


def test_a_sum_beyond_the_table_is_its_last_row() -> None:
    found = ResultTable("t", Dice.of("2d6"), ("1:1",), (Fraction(1),), {2: ("a",), 12: ("b",)})
    assert (found.cell(0, 14), found.cell(0, -3)) == ("b", "a")
    assert (Dice.of("2d6").shown((6, 6)), Dice.of("2d6").shown((6, 7)), Dice.of("2d6").shown((6,))) == (
        True,
        False,
        False,
    )
    with pytest.raises(ValueError, match="no dice"):
        Dice.of("six")


def test_the_number_of_a_cell_takes_the_place_of_the_clauses() -> None:
    result = Result("DR", (Effect("defender", lose=1), Effect("defender", retreat=2)))
    assert result.effects(3) == (Effect("defender", lose=3), Effect("defender", retreat=2))
    assert Effect("defender", retreat=2).numbered(1).retreat == 1
    assert Effect("attacker", lose="all").numbered(2).lose == "all"


def battle(attackers: str, defenders: str, table: Table) -> Engagement:
    def group(units: str) -> tuple[tuple[str, str, int], ...]:
        return tuple((unit, table.where[unit], table.steps[unit]) for unit in units.split())

    return Engagement(group(attackers), group(defenders), table.kinds)


def test_strengths_are_changed_each_or_in_sum() -> None:
    table = Table({"r1": "e", "r2": "e", "b1": "f"})
    found = battle("r1 r2", "b1", table)
    assert strength(table, found, "attacker", []) == 7
    assert strength(table, found, "attacker", [Strength("attacker", 0.5)]) == Fraction(7, 2)
    assert strength(table, found, "attacker", [Strength("attacker", 0.5, round="down")]) == 3
    assert strength(table, found, "attacker", [Strength("attacker", 0.5, each=True, round="up")]) == 4
    horse = Strength("attacker", 2, each=True, condition=Condition(attackers=Units(classes=("horse",))))
    assert strength(table, found, "attacker", [horse]) == 10
    assert strength(table, found, "defender", [Strength("defender", add=1)]) == 7
    assert strength(table, found, "attacker", [], {"r1": 0.5}) == 5


@pytest.mark.parametrize(
    ("condition", "met"),
    [
        (Condition(), True),
        (Condition(across=("river",)), False),
        (Condition(across=("river",), all_attackers=False), True),
        (Condition(across=("river",), unless_links=("road",), all_attackers=False), False),
        (Condition(defender_in=Places(ids=("f",))), True),
        (Condition(defender_in=Places(terrain=("woods",))), False),
        (Condition(defenders=Units(side="blue")), True),
        (Condition(defenders=Units(classes=("horse",))), False),
        (Condition(attackers=Units(classes=("horse",)), all_attackers=False), True),
        (Condition(attackers=Units(classes=("horse",))), False),
        (Condition(attacker_in=Places(towns=("town",)), all_attackers=False), True),
        (Condition(attacker_status=("charging",)), False),
        (Condition(attacker_status=("charging",), all_attackers=False), True),
        (Condition(attacker_status=("dug_in",), all_attackers=False), False),
        (Condition(when=("mud",)), False),
    ],
)
def test_conditions(condition: Condition, met: bool) -> None:
    table = Table({"r1": "e", "r2": "g", "b1": "f"})
    table.status = {"r1": "charging"}
    assert condition.met(table, battle("r1 r2", "b1", table)) is met


def test_who_reaches_whom() -> None:
    table = Table({"r1": "e", "b1": "f"})
    assert Attacks().reaches(table, "r1", "f")
    assert not Attacks().reaches(table, "r1", "g")
    assert not Attacks("same").reaches(table, "r1", "f")
    assert not Attacks(not_across=("river",)).reaches(table, "r1", "f")
    assert Attacks(not_across=("river",), unless_links=("road",)).reaches(table, "r1", "f")
    assert not Attacks(not_into=Places(ids=("f",))).reaches(table, "r1", "f")
    assert not Attacks(units=Units(classes=("horse",))).reaches(table, "r1", "f")


def retreats(start: str, taken: str, further: str, length: int = 2) -> tuple[int, set[str]]:
    board = Table({}).board
    found, ends = ends_of(
        start,
        lambda place: board.neighbours[place],
        lambda _here, place: place != "h",
        lambda place, steps: place not in taken and board.distance(start, place) >= min(steps, length),
        length,
        distance=lambda place: board.distance(start, place),
        away=True,
        further=further,
        limit=9,
    )
    return found, set(ends)


def test_retreats_end_away_and_go_on_if_they_must() -> None:
    assert retreats("e", "", "no") == (2, {"c", "g", "x"})
    assert retreats("e", "cgx", "no") == (0, set())
    assert retreats("e", "cgx", "away") == (3, {"b"})
    assert retreats("g", "e", "away") == (3, {"d"})
