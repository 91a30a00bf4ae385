"""10.3: the book's examples and each line of the odds."""

from __future__ import annotations

import pytest

from tests.games.gj47.rules.field import Field
from tests.games.gj47.rules.worlds import charts
from toolkit.games.gj47.rules import actions as a
from toolkit.games.gj47.rules.odds import (
    Odds,
    columns_left,
    counted_defenders,
    odds,
    preview,
    ratio_column,
    strengths,
    unit_strength,
)

COLUMNS = ("1-1", "1.5-1", "2-1", "3-1", "4-1", "5-1", "6-1", "7-1", "8-1", "9-1", "10+")


def duel(attack: int, defence: int, **more: object) -> Field:
    return Field({"A": f"{attack} 0505"}, {"x": f"{defence} 0506"}, **more)  # type: ignore[arg-type]


def of(f: Field, attackers: str = "A", target: str = "0506") -> Odds:
    return preview(f.position, f.hex(target), f.units(attackers), f.rulings())


@pytest.mark.parametrize(
    ("attack", "defence", "column"),
    [
        (15, 5, "3-1"),
        (26, 9, "2-1"),
        (12, 7, "1.5-1"),
        (18, 13, "1-1"),
        (25, 2, "10+"),
        (3, 2, "1.5-1"),
        (29, 20, "1-1"),
        (7, 4, "1.5-1"),
        (8, 4, "2-1"),
        (99, 10, "9-1"),
        (5, 5, "1-1"),
    ],
)
def test_10_3_2_examples_of_the_book_and_edges(attack: int, defence: int, column: str) -> None:
    found = of(duel(attack, defence))
    assert (found.before, found.after, found.allowed) == (column, column, True)


def test_10_3_2_every_pair_of_strengths_against_fractions() -> None:
    from fractions import Fraction

    least = [Fraction(text.replace("-1", "").replace("+", "")) for text in COLUMNS]
    f = duel(1, 1)
    for attack in range(45):
        for defence in range(1, 25):
            ratio = Fraction(attack, defence)
            expected = max((i for i, bound in enumerate(least) if ratio >= bound), default=-1)
            if ratio >= 11:
                expected = 10 + int(ratio) - 10
            assert ratio_column(charts(), attack, defence, f.rulings()) == expected, (attack, defence)


@pytest.mark.parametrize(
    ("attack", "defence", "down", "nearest"),
    [
        (26, 9, 2, 3),
        (12, 7, 1, 1),
        (18, 13, 0, 1),
        (5, 4, 0, 0),
        (7, 4, 1, 1),
        (15, 8, 1, 2),
        (25, 2, 12, 12),
        (9, 10, -1, -1),
    ],
)
def test_10_3_2_rounding_by_u_23(attack: int, defence: int, down: int, nearest: int) -> None:
    f = duel(1, 1)
    assert ratio_column(charts(), attack, defence, f.rulings(U_23="down")) == down
    assert ratio_column(charts(), attack, defence, f.rulings(U_23="nearest")) == nearest


@pytest.mark.parametrize("value", ["top-column", "eliminated"])
def test_10_3_2_defence_of_nought_by_u_25(value: str) -> None:
    f = Field({"A": "3 0505"}, {}, forts={"0506": 1}, fixed={"U-25": value})
    assert (of(f).defence, of(f).after) == (0, "10+")
    weak = Field({"A": "0 0505"}, {}, forts={"0506": 1})
    assert weak.broken(weak.declaration("0506", "A")) == ("10.3(4)",)


def test_10_3_1_strengths_add_up() -> None:
    f = Field({"A": "7 0505", "B": "mech 8-2 0605"}, {"x": "mech 9-3 0506", "y": "2 0506"})
    f.announced("0506: A B")
    assert strengths(f.position, f.battle("0506"), f.rulings()) == (15, 5)


def test_10_3_1_reduced_faces_count_with_what_they_show() -> None:
    f = Field({"A": "mech 7-6/4-3 reduced 0505"}, {"x": "mech 9-8/2-1 reduced 0506"}).announced("0506: A")
    assert strengths(f.position, f.battle("0506"), f.rulings()) == (4, 1)


@pytest.mark.parametrize("side", ["river", "great"])
@pytest.mark.parametrize("line", ["", "0505 0506"])
def test_10_3_1_1_river_halves_bridge_or_not(side: str, line: str) -> None:
    lines = {"road": line} if line else {}
    f = Field({"A": "7 0505", "B": "5 0605"}, {"x": "2 0506"}, sides={side: "0505/0506"}, lines=lines)
    assert of(f, "A").attack == 3
    assert of(f, "A B").attack == 8


@pytest.mark.parametrize(("value", "attack"), [("stack", 7), ("unit", 6), ("battle", 8)])
def test_10_3_1_1_halves_by_u_01(value: str, attack: int) -> None:
    river = {"river": "0505/0506 0605/0506 0405/0506"}
    f = Field({"A": "3 0505", "B": "3 0505", "C": "5 0605", "D": "5 0405"}, {"x": "2 0506"}, sides=river)
    f.announced("0506: A B C D")
    # (3 + 3) / 2, 5 / 2 and 5 / 2 by hexes; 1 + 1 + 2 + 2 by units; 16 / 2 together.
    assert odds(f.position, f.battle("0506"), f.rulings(U_01=value)).attack == attack


def test_10_3_1_1_a_single_odd_sum_separates_stack_and_unit() -> None:
    f = Field({"A": "3 0505", "B": "3 0505"}, {"x": "2 0506"}, sides={"river": "0505/0506"})
    f.announced("0506: A B")
    found = {
        v: odds(f.position, f.battle("0506"), f.rulings(U_01=v)).attack for v in ("stack", "unit", "battle")
    }
    assert found == {"stack": 3, "unit": 2, "battle": 3}


def test_10_3_1_1_unclear_where_u_01_decides() -> None:
    f = Field({"A": "3 0505", "B": "3 0505"}, {"x": "3 0506"}, sides={"river": "0505/0506"}, opened=("U-01",))
    assert f.broken(f.declaration("0506", "A B")) == ("?", "U-01")


def test_10_3_1_2_who_retreated_in_adds_no_defence() -> None:
    f = Field({"A": "6 0505", "C": "9 0706"}, {"x": "2 0506", "z": "3 0606"}).announced("0606: C", "0506: A")
    assert counted_defenders(f.position, f.battle("0606")) == f.units("z")
    f.force(a.Roll(f.hex("0606"), 3), f.retreat_of("0606", "z", "0506", 1), a.CloseBattle(f.hex("0606")))
    assert counted_defenders(f.position, f.battle("0506")) == f.units("x")
    assert odds(f.position, f.battle("0506"), f.rulings()).text == "6 : 2 = 3-1"
    f.do(a.Roll(f.hex("0506"), 1))
    assert counted_defenders(f.position, f.battle("0506")) == f.units("x")
    assert f.battle("0506").defenders == f.units("x z")


def test_10_3_1_3_supply_does_not_matter() -> None:
    for sources in (("", ""), ("0101", "1212")):
        f = Field({"A": "6 0505"}, {"x": "2 0506"}, sources=sources)
        assert unit_strength(f.position, f.unit("A"), 0, attacks=True) == 6
        assert unit_strength(f.position, f.unit("x"), 1, attacks=False) == 1
        assert of(f).text == "6 : 2 = 3-1"


@pytest.mark.parametrize(
    ("terrain", "town", "shift"),
    [
        ("clear", False, 0),
        ("clear", True, 1),
        ("forest", False, 1),
        ("forest", True, 2),
        ("marsh", False, 1),
        ("marsh", True, 2),
        ("mountain", False, 2),
        ("mountain", True, 3),
        ("city", False, 2),
        ("city", True, 2),
    ],
)
def test_10_3_3_shifts_of_the_chart(terrain: str, town: bool, shift: int) -> None:
    f = duel(50, 10, terrain={terrain: "0506"}, towns="0506" if town else "")
    assert columns_left(f.position, f.hex("0506"), f.rulings()) == shift
    assert of(f).shifts == shift
    assert of(f).after == COLUMNS[COLUMNS.index("5-1") - shift]


def test_10_3_3_examples_of_the_book() -> None:
    town = duel(15, 5, terrain={"forest": "0506"}, towns="0506")
    assert of(town).text == "15 : 5 = 3-1, 2 left: 1.5-1"
    high = duel(12, 1, terrain={"city": "0506"})
    assert of(high).after == "8-1"


@pytest.mark.parametrize(("value", "after"), [("cap-first", "8-1"), ("shift-first", "10+")])
def test_10_3_3_above_ten_by_u_24(value: str, after: str) -> None:
    f = duel(12, 1, terrain={"city": "0506"}, fixed={"U-24": value})
    assert of(f).after == after
    eleven = duel(11, 1, terrain={"city": "0506"}, fixed={"U-24": value})
    assert of(eleven).after == {"cap-first": "8-1", "shift-first": "9-1"}[value]
    plain = duel(30, 1, fixed={"U-24": value})
    assert (of(plain).column, of(plain).after) == (10, "10+")


@pytest.mark.parametrize(("value", "shift"), [("three", 3), ("two", 2)])
def test_10_3_3_town_in_the_mountains_by_u_58(value: str, shift: int) -> None:
    f = duel(15, 5, terrain={"mountain": "0506"}, towns="0506", fixed={"U-58": value})
    assert of(f).shifts == shift


@pytest.mark.parametrize(
    ("attack", "defence", "terrain", "town", "legal"),
    [
        (5, 5, "clear", False, True),
        (4, 5, "clear", False, False),
        (5, 5, "forest", False, False),
        (15, 5, "forest", True, True),
        (3, 2, "forest", False, True),
        (3, 2, "forest", True, False),
        (10, 5, "city", False, True),
        (9, 5, "city", False, False),
        (15, 5, "mountain", True, True),
    ],
)
def test_10_3_4_least_odds(attack: int, defence: int, terrain: str, town: bool, legal: bool) -> None:
    f = duel(attack, defence, terrain={terrain: "0506"}, towns="0506" if town else "")
    assert f.broken(f.declaration("0506", "A")) == (() if legal else ("10.3(4)",))


def test_10_3_4_town_in_the_mountains_is_unclear() -> None:
    f = duel(10, 5, terrain={"mountain": "0506"}, towns="0506", opened=("U-58",))
    assert f.broken(f.declaration("0506", "A")) == ("?", "U-58")
    assert of(f).text == "10 : 5 = 2-1, 3 left: under 1-1"


def test_10_3_4_above_the_table_the_last_column() -> None:
    f = duel(40, 1)
    assert f.broken(f.declaration("0506", "A")) == ()
    f.fought("0506: A", 6)
    assert f.result("0506") == "4RR"


@pytest.mark.parametrize(("level", "defence"), [(1, 2), (2, 3)])
def test_14_2_1_a_level_two_fort_adds_one(level: int, defence: int) -> None:
    f = Field({"A": "6 0505"}, {"x": "2 0506"}, forts={"0506": level})
    assert of(f).defence == defence
