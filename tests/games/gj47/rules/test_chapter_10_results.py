"""10.4 and 10.5: the table, what results ask for, losses; 14.2(5) where a fort answers."""

from __future__ import annotations

import pytest

from tests.games.gj47.rules.field import Field
from tests.games.gj47.rules.worlds import charts
from toolkit.games.gj47.rules import actions as a
from toolkit.games.gj47.rules import losses
from toolkit.games.gj47.rules.course import OFF_MAP, Cause
from toolkit.games.gj47.rules.results import due, line_of, result
from toolkit.games.gj47.rules.units import Owner

# As printed; odds across, die down.
PRINTED = """
A2 A1 A1 -  -  R   R   RR  RR  1RR 1RR
A1 A1 -  -  R  R   RR  RR  1RR 1RR 2RR
A1 -  -  R  R  RR  RR  1RR 1RR 2RR 2RR
-  -  R  R  RR RR  1RR 1RR 2RR 2RR 3RR
-  R  R  RR RR 1RR 1RR 2RR 2RR 3RR 3RR
R  R  RR RR 1RR 1RR 2RR 2RR 3RR 3RR 4RR
"""
TABLE = [row.split() for row in PRINTED.strip().splitlines()]
HEADINGS = ("1-1", "1.5-1", "2-1", "3-1", "4-1", "5-1", "6-1", "7-1", "8-1", "9-1", "10+")
STRENGTHS = [(2, 2), (3, 2), (4, 2), (6, 2), (8, 2), (10, 2), (12, 2), (14, 2), (16, 2), (18, 2), (20, 2)]


def fight(attack: int, die: int, *, defence: str = "2", **more: object) -> Field:
    """A alone against x in 0506, at odds of attack to 2."""
    f = Field({"A": f"{attack} 0505"}, {"x": f"{defence} 0506"}, **more)  # type: ignore[arg-type]
    return f.fought("0506: A", die)


@pytest.mark.parametrize("die", range(1, 7))
@pytest.mark.parametrize("column", range(11))
def test_10_4_2_every_cell_of_the_table(die: int, column: int) -> None:
    f = fight(STRENGTHS[column][0], die)
    found = result(f.position, f.battle("0506"), f.rulings())
    text = TABLE[die - 1][column]
    assert found.text == text
    attacker = int(text[1:]) if text.startswith("A") else 0
    defender = int(text[0]) if text[0].isdigit() else 0
    assert (found.attacker_losses, found.defender_losses) == (attacker, defender)
    assert found.retreat == text.count("R")
    assert line_of(found) == (1 if attacker else 5 if defender else {"-": 2, "R": 3, "RR": 4}[text])
    assert charts().crt.columns[column] == HEADINGS[column]


def test_10_4_1_one_die_once() -> None:
    f = Field({"A": "2 0505"}, {"x": "2 0506"}).announced("0506: A")
    assert f.broken(a.Roll(f.hex("0506"), 7)) == ("10.4(1)",)
    assert f.broken(a.Roll(f.hex("0506"), 0)) == ("10.4(1)",)
    f.do(a.Roll(f.hex("0506"), 4))
    assert f.broken(a.Roll(f.hex("0506"), 6)) == ("10.4(1)",)
    assert f.broken(a.CloseBattle(f.hex("0506"))) == ()


# -- 10.4(2) ----------------------------------------------------------------------------------------------


def three(die: int, soviet: dict[str, str] | None = None, **more: object) -> Field:
    """Three attackers of 2 each, 6 in all, against what stands in 0506 (6 in all: 1-1)."""
    axis = {"A": "2/1 0505", "B": "2/1 0605", "C": "2 one 0605"}
    f = Field(axis, soviet or {"x": "3/1 0506", "y": "3/1 0506"}, **more)  # type: ignore[arg-type]
    return f.fought("0506: A B C", die)


def test_10_4_2_1_attackers_lose_one_step_in_all() -> None:
    """T13."""
    f = three(3)
    assert f.broken(f.loss("0506", "axis", "A")) == ()
    assert f.broken(f.loss("0506", "axis", "C")) == ()
    assert f.broken(f.loss("0506", "axis", "A B C")) == ("10.4(2)1",)
    assert f.broken(f.loss("0506", "axis", "")) == ("10.4(2)1",)
    assert f.broken(f.loss("0506", "soviet", "x")) == ("10.4(2)1",)
    assert f.broken(f.retreat_of("0506", "x", "0507")) == ("10.4(2)1",)
    assert f.broken(a.CloseBattle(f.hex("0506"))) == ("10.4(2)1",)
    assert f.broken(a.EndCommand()) == ("10.4(2)1",)
    f.do(f.loss("0506", "axis", "A"))
    assert f.broken(f.loss("0506", "axis", "B")) == ("10.4(2)1",)
    assert f.broken(a.CloseBattle(f.hex("0506"))) == ()


def test_10_4_2_1_no_more_than_there_is() -> None:
    f = Field({"C": "2 one 0505"}, {"x": "2 0506"}).fought("0506: C", 1)
    assert f.result("0506") == "A2"
    assert f.broken(f.loss("0506", "axis", "C")) == ()


def test_10_4_2_2_nothing_happens() -> None:
    f = three(5)
    assert f.result("0506") == "-"
    assert f.broken(a.CloseBattle(f.hex("0506"))) == ()
    assert f.broken(f.loss("0506", "axis", "A")) == ("10.4(2)2",)
    assert f.broken(f.loss("0506", "soviet", "x")) == ("10.4(2)2",)
    assert f.broken(f.retreat_of("0506", "x", "0507")) == ("10.4(2)2",)


def test_10_4_2_3_all_defenders_retreat_one() -> None:
    f = three(6)
    assert f.result("0506") == "R"
    assert f.broken(f.loss("0506", "soviet", "x")) == ("10.4(2)3",)
    f.do(f.retreat_of("0506", "x", "0507"))
    assert f.broken(a.CloseBattle(f.hex("0506"))) == ("10.4(2)3",)
    f.do(f.retreat_of("0506", "y", "0507"))
    assert f.broken(a.CloseBattle(f.hex("0506"))) == ()


def test_10_4_2_4_all_defenders_retreat_two() -> None:
    f = fight(4, 6)
    assert f.result("0506") == "RR"
    assert f.broken(f.loss("0506", "soviet", "x")) == ("10.4(2)4",)
    assert f.broken(a.CloseBattle(f.hex("0506"))) == ("10.4(2)4",)
    assert f.broken(f.retreat_of("0506", "x", "0507")) == ("10.6",)
    f.do(f.retreat_of("0506", "x", "0507 0508"))
    assert f.broken(a.CloseBattle(f.hex("0506"))) == ()


def test_10_4_2_5_losses_then_retreat() -> None:
    f = fight(8, 6, defence="2/1")
    assert f.result("0506") == "1RR"
    assert f.broken(f.retreat_of("0506", "x", "0507 0508")) == ("10.4(2)5",)
    assert f.broken(f.loss("0506", "soviet", "")) == ("10.4(2)5",)
    assert f.broken(f.loss("0506", "soviet", "x x")) == ("10.4(2)5",)
    assert f.broken(a.CloseBattle(f.hex("0506"))) == ("10.4(2)5",)
    f.do(f.loss("0506", "soviet", "x"))
    assert f.position.reduced[f.unit("x")]
    assert f.broken(a.CloseBattle(f.hex("0506"))) == ("10.4(2)5",)
    f.do(f.retreat_of("0506", "x", "0507 0508"))
    assert f.broken(a.CloseBattle(f.hex("0506"))) == ()


def test_10_4_2_5_what_is_left_retreats() -> None:
    f = Field({"A": "24 0505"}, {"x": "2/1 0506", "y": "2/1 0506"}).fought("0506: A", 6)
    assert f.result("0506") == "2RR"
    f.do(f.loss("0506", "soviet", "x x"))
    assert due(f.position, f.battle("0506"), f.rulings()).retreating == f.units("y")
    assert f.broken(f.retreat_of("0506", "x", "0507 0508")) == ("10.6",)
    f.do(f.retreat_of("0506", "y", "0507 0508"))


def test_10_4_2_5_more_losses_than_steps() -> None:
    f = fight(20, 6, defence="2 one")
    assert f.result("0506") == "4RR"
    assert f.broken(f.loss("0506", "soviet", "x")) == ()
    f.do(f.loss("0506", "soviet", "x"))
    assert f.broken(a.CloseBattle(f.hex("0506"))) == ()


def test_10_4_2_what_is_left_undone_shows_at_the_next_die() -> None:
    axis = {"A": "8 0505", "B": "2 0905"}
    f = Field(axis, {"x": "2 0506", "y": "2 0906"}).announced("0506: A", "0906: B")
    f.do(a.Roll(f.hex("0506"), 6))
    assert f.broken(a.Roll(f.hex("0906"), 4)) == ("10.4(2)5",)


def test_results_are_unclear_where_readings_give_different_ones() -> None:
    f = Field(
        {"A": "6 0505"}, {"x": "2 0506"}, terrain={"mountain": "0506"}, towns="0506", opened=("U-58",)
    ).announced("0506: A")
    f.force(a.Roll(f.hex("0506"), 6))
    assert (f.result("0506", U_58="two"), f.result("0506", U_58="three")) == ("R", "R")
    f = Field(
        {"A": "12 0505"}, {"x": "2 0506"}, terrain={"mountain": "0506"}, towns="0506", opened=("U-58",)
    ).fought("0506: A", 3)
    assert (f.result("0506", U_58="two"), f.result("0506", U_58="three")) == ("R", "R")
    f.force(a.Roll(f.hex("0506"), 6))
    assert (f.result("0506", U_58="two"), f.result("0506", U_58="three")) == ("1RR", "RR")
    assert f.broken(f.loss("0506", "soviet", "x")) == ("?", "U-58")


# -- 10.5 -------------------------------------------------------------------------------------------------


def test_10_5_2_example_of_the_book() -> None:
    """T14: two full units, two steps: one is removed, or both are turned over."""
    for units, reduced, gone in (("x x", [], ["x"]), ("x y", ["x", "y"], [])):
        f = Field({"A": "24 0505"}, {"x": "2/1 0506", "y": "2/1 0506"}).fought("0506: A", 6)
        f.do(f.loss("0506", "soviet", units))
        assert [
            u for u in "xy" if f.position.hex_of[f.unit(u)] >= 0 and f.position.reduced[f.unit(u)]
        ] == reduced
        assert [u for u in "xy" if f.position.hex_of[f.unit(u)] < 0] == gone
        assert [(loss.unit, loss.cause) for loss in f.position.losses] == [
            (f.unit(u), Cause.COMBAT) for u in gone
        ]


def test_10_5_1_no_more_steps_than_a_unit_has() -> None:
    soviet = {"x": "2/1 reduced 0506", "y": "2/1 0506"}
    f = Field({"A": "30 0505"}, soviet).fought("0506: A", 5)
    assert f.result("0506") == "3RR"
    assert f.broken(f.loss("0506", "soviet", "x y y")) == ()
    f = Field({"A": "24 0505"}, soviet).fought("0506: A", 5)
    assert f.result("0506") == "2RR"
    assert f.broken(f.loss("0506", "soviet", "x x")) == ("10.5(1)",)
    assert f.broken(f.loss("0506", "soviet", "y y")) == ()


def test_10_5_1_a_fort_has_its_levels() -> None:
    f = Field({"A": "12 0505"}, {"x": "2/1 0506"}, forts={"0506": 1}).fought("0506: A", 6)
    assert f.result("0506") == "2RR"
    assert f.broken(f.loss("0506", "soviet", "", fort=2)) == ("10.5(1)",)
    assert f.broken(f.loss("0506", "soviet", "x", fort=1)) == ()
    assert "10.5(1)" in f.broken(f.loss("0506", "soviet", "x x", fort=-1))


def test_10_5_1_lines_one_and_two() -> None:
    f = Field({"A": "2/1 0505", "B": "2/1 reduced 0505", "C": "2 one 0505"}, {})
    full, reduced, single = f.units("A B C")
    for unit, gone in ((full, False), (reduced, True), (single, True)):
        losses.take_step(f.position, unit, Cause.COMBAT)
        assert (f.position.hex_of[unit] == OFF_MAP) is gone
    assert f.position.reduced[full]
    known = f.position.key()
    losses.take_step(f.position, single, Cause.COMBAT)
    assert f.position.key() == known


def test_10_5_2_only_those_who_fought() -> None:
    axis = {"A": "2/1 0505", "B": "2/1 0505", "N": "5 0405"}
    f = Field(axis, {"x": "2 0506", "n": "3 0606"}).fought("0506: A", 3)
    assert f.result("0506") == "A1"
    assert f.broken(f.loss("0506", "axis", "A")) == ()
    assert f.broken(f.loss("0506", "axis", "N")) == ("10.5(2)",)
    assert f.broken(f.loss("0506", "axis", "B")) == ("10.5(2)",)
    assert f.broken(f.loss("0506", "axis", "x")) == ("10.5(2)",)
    g = Field(axis, {"x": "2 0506", "n": "3 0606"}, forts={"0506": 1}).fought("0506: A", 3)
    assert "10.5(2)" in g.broken(g.loss("0506", "axis", "", fort=1))
    h = Field({"A": "8 0505"}, {"x": "2/1 0506", "n": "3 0606"}).fought("0506: A", 6)
    assert h.broken(h.loss("0506", "soviet", "n")) == ("10.5(2)",)
    assert h.broken(h.loss("0506", "soviet", "x")) == ()


# -- U-60 -------------------------------------------------------------------------------------------------


def pushed_together(value: str, die: int = 6) -> Field:
    """z retreats from 0606 into 0507 where x stands; then 0507 is attacked."""
    f = Field(
        {"A": "8 0607", "C": "9 0706"},
        {"x": "2/1 0507", "z": "3/1 0606"},
        fixed={"U-60": value},
    )
    f.announced("0606: C", "0507: A")
    f.force(a.Roll(f.hex("0606"), 3), f.retreat_of("0606", "z", "0507", 1), a.CloseBattle(f.hex("0606")))
    return f.force(a.Roll(f.hex("0507"), die))


@pytest.mark.parametrize(("value", "shares"), [("share", True), ("spared", False)])
def test_10_6_7_retreated_units_attacked_again_by_u_60(value: str, shares: bool) -> None:
    f = pushed_together(value)
    assert f.result("0507") == "1RR"
    assert f.broken(f.loss("0507", "soviet", "z")) == (() if shares else ("10.5(2)",))
    assert f.broken(f.loss("0507", "soviet", "x")) == ()
    f.do(f.loss("0507", "soviet", "x"))
    assert due(f.position, f.battle("0507"), f.rulings()).retreating == f.units("x z" if shares else "x")
    f.do(f.retreat_of("0507", "x", "0407 0408"))
    assert f.broken(a.CloseBattle(f.hex("0507"))) == (("10.4(2)5",) if shares else ())
    assert f.broken(f.retreat_of("0507", "z", "0407 0408")) == (() if shares else ("10.6",))


# -- 14.2(5) ----------------------------------------------------------------------------------------------


def test_14_2_5_example_of_the_book() -> None:
    """T15: 1RR on a fort hex is three steps, and nobody retreats."""
    f = Field({"A": "12 0505"}, {"x": "2/1 0506", "y": "1 one 0506"}, forts={"0506": 1}).fought("0506: A", 6)
    assert f.result("0506") == "1RR"
    assert f.broken(f.loss("0506", "soviet", "x x", fort=1, converted=2)) == ()
    assert f.broken(f.loss("0506", "soviet", "x", fort=1, converted=2)) == ("10.4(2)5",)
    assert f.broken(f.loss("0506", "soviet", "x")) == ()
    f.do(f.loss("0506", "soviet", "x y", fort=1, converted=2))
    assert f.broken(f.retreat_of("0506", "x", "0507 0508")) == ("10.6",)
    assert f.broken(a.CloseBattle(f.hex("0506"))) == ()
    assert f.position.forts == {}


def test_14_2_5_only_with_a_fort() -> None:
    f = fight(4, 6)
    assert f.broken(f.loss("0506", "soviet", "x x", converted=2)) == ("14.2(5)",)
    g = Field({"A": "4 0505"}, {"x": "2/1 0506"}, forts={"0506": 1}).fought("0506: A", 6)
    assert g.broken(g.loss("0506", "soviet", "x", fort=1, converted=2)) == ()
    assert g.broken(g.loss("0506", "soviet", "x x", fort=1, converted=3)) == ("14.2(5)",)


@pytest.mark.parametrize(("value", "rules"), [("all-or-nothing", ("14.2(5)",)), ("part", ())])
def test_14_2_5_in_part_by_u_40(value: str, rules: tuple[str, ...]) -> None:
    f = Field({"A": "4 0505"}, {"x": "2/1 0506"}, forts={"0506": 2}, fixed={"U-40": value})
    f.position.forts[f.hex("0506")] = 1
    f.fought("0506: A", 6)
    half = f.loss("0506", "soviet", "", fort=1, converted=1)
    assert f.broken(half) == rules
    f.force(half)
    assert f.broken(f.retreat_of("0506", "x", "0507")) == ()
    assert f.broken(f.retreat_of("0506", "x", "0507 0508")) == ("10.6",)


def test_14_3_1_a_fort_alone_shows_at_the_next_die() -> None:
    f = Field({"A": "2 0505", "B": "4 0809"}, {"y": "2 0810"}, forts={"0506": 2})
    f.announced("0506: A", "0810: B").force(a.Roll(f.hex("0506"), 6))
    assert f.broken(a.Roll(f.hex("0810"), 3)) == ("14.3(1)",)
    f.do(f.loss("0506", "soviet", "", fort=2, converted=2), a.Roll(f.hex("0810"), 3))


@pytest.mark.parametrize(("value", "rules"), [("all-or-nothing", ("14.3(1)",)), ("part", ())])
def test_14_2_5_a_fort_alone_by_u_40(value: str, rules: tuple[str, ...]) -> None:
    f = Field({"A": "2 0505"}, {}, forts={"0506": 2}, fixed={"U-40": value}).fought("0506: A", 6)
    assert f.result("0506") == "RR"
    assert f.broken(a.CloseBattle(f.hex("0506"))) == rules
    assert f.broken(f.loss("0506", "soviet", "", fort=2, converted=2)) == ()
    f.do(f.loss("0506", "soviet", "", fort=2, converted=2))
    assert f.broken(a.CloseBattle(f.hex("0506"))) == ()


@pytest.mark.parametrize(
    ("value", "units", "legal"),
    [
        ("next-check", "", True),
        ("at-once", "", True),
        ("next-check", "y", False),
        ("at-once", "y", True),
        ("at-once", "y z", False),
        ("no-reinforcements", "y", False),
    ],
)
def test_a_fort_falls_under_three_units_by_u_41(value: str, units: str, legal: bool) -> None:
    f = Field(
        {"A": "18 0505"},
        {"x": "2/1 0506", "y": "2 one 0506", "z": "2 one 0506"},
        forts={"0506": 1},
        fixed={"U-41": value},
    ).fought("0506: A", 3)
    assert f.result("0506") == "R"
    rules = f.broken(f.loss("0506", "soviet", units, fort=1, converted=1))
    assert (rules == ()) is legal


# -- choices ----------------------------------------------------------------------------------------------


def test_choices_of_losses_are_all_the_legal_ones() -> None:
    soviet = {"x": "2/1 0506", "y": "2 one 0506"}
    for forts in ({}, {"0506": 1}):
        for die in (1, 3, 4):
            f = Field({"A": "24 0505"}, soviet, forts=forts).fought("0506: A", die)
            offered = set(losses.choices(f.position, f.hex("0506"), Owner.SOVIET, f.rulings()))
            every = {
                a.Lose(f.hex("0506"), Owner.SOVIET, units, fort, converted)
                for n in range(5)
                for units in _multisets(f.units("x y"), n)
                for fort in range(3)
                for converted in range(3)
            }
            legal = {action for action in every if f.broken(action) == ()}
            if offered or due(f.position, f.battle("0506"), f.rulings()).defender:
                assert offered == legal, (forts, die)
            else:
                assert legal == {a.Lose(f.hex("0506"), Owner.SOVIET, ())}


def test_choices_of_the_attacker() -> None:
    f = three(3)
    offered = list(losses.choices(f.position, f.hex("0506"), Owner.AXIS, f.rulings()))
    assert [action.units for action in offered] == [(unit,) for unit in f.units("A B C")]
    f.do(offered[0])
    assert list(losses.choices(f.position, f.hex("0506"), Owner.AXIS, f.rulings())) == []
    assert list(losses.choices(three(3).position, f.hex("0506"), Owner.SOVIET, f.rulings())) == []


def _multisets(units: tuple[int, ...], n: int) -> list[tuple[int, ...]]:
    from itertools import combinations_with_replacement

    return list(combinations_with_replacement(units, n))
