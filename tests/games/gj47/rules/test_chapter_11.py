"""Chapter 11: the supply chit, from the losses without a line to the rail box; forts are in chapter 14."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.gj47.rules.country import Country, strip
from toolkit.games.gj47.rules import actions as a
from toolkit.games.gj47.rules.course import Box, Cause, Phase
from toolkit.games.gj47.rules.sequence import in_sequence
from toolkit.games.gj47.rules.supply import next_step, owed, transportable
from toolkit.games.gj47.rules.units import Owner
from toolkit.games.gj47.rules.withdrawal import class_of, withdrawal_choices

RAIL = "0105 0205 0305 0405 0505"
AXIS, SOVIET = Owner.AXIS, Owner.SOVIET


def country(axis: dict[str, str], soviet: dict[str, str] | None = None, **more: Any) -> Country:
    return Country(axis, soviet or {}, **{"lines": {"rail": RAIL}, "sources": ("0105", "1405")} | more)


# -- 11.0, 11.1 -------------------------------------------------------------------------------------------


def test_11_0_the_order_of_the_steps() -> None:
    """11.0: Soviet supply, Axis supply, withdrawal, rail box, fort, and the chit is done."""
    table = country({"A": "Inf 0505"}, {"S": "Rifle 1305"}).phase(Phase.SUPPLY_SOVIET)
    table.do(a.Attrition(SOVIET, ()), a.Attrition(AXIS, ()))
    assert table.position.turn.phase is Phase.WITHDRAWAL
    table.force(a.Withdraw(6, ())).do(a.RailTransport(()))
    assert table.position.turn.phase is Phase.FORT
    table.do(a.BuildFort(()))
    assert (table.position.turn.phase, table.position.turn.command) == (Phase.DRAW, None)
    assert next_step(Phase.FORT) is None
    assert next_step(Phase.DRAW) is None


def test_11_0_out_of_turn() -> None:
    """11.0: a fort before the supply checks has no place (5.0)."""
    assert country({}).phase(Phase.SUPPLY_SOVIET).broken(a.BuildFort(())) == ("5.0",)


def hungry(**more: Any) -> Country:
    """Return two Axis units without a line, one with, and one Soviet unit without a source."""
    units = {"NEAR": "Inf 0505", "FAR": "Inf 1205", "LAST": "Inf reduced 1305", "BOX": "Inf rail"}
    return country(units, {"S": "Rifle 1310"}, sources=("0105", ""), **more).phase(Phase.SUPPLY_AXIS)


@pytest.mark.parametrize(
    ("units", "rules"),
    [
        ("FAR LAST", ()),
        ("LAST FAR", ()),
        ("FAR", ("11.1",)),
        ("", ("11.1",)),
        ("NEAR FAR LAST", ("11.1",)),
        ("FAR FAR LAST", ("11.1",)),
        ("NEAR LAST", ("11.1",)),
    ],
)
def test_11_1_who_loses_a_step(units: str, rules: tuple[str, ...]) -> None:
    """11.1: exactly the units without a line, one step each."""
    table = hungry()
    assert table.broken(a.Attrition(AXIS, table.units(units))) == rules


def test_11_1_what_becomes_of_them() -> None:
    """11.1: a full unit is flipped, a reduced one is removed and remembered as lost by supply."""
    table = hungry()
    assert table.called(owed(table.position, AXIS, table.rulings())) == {"FAR", "LAST"}
    table.do(a.Attrition(AXIS, table.units("FAR LAST")))
    assert table.position.reduced[table.unit("FAR")] == 1
    assert table.position.box_of[table.unit("LAST")] is Box.ELIMINATED
    assert [(loss.unit, loss.cause) for loss in table.position.losses] == [(table.unit("LAST"), Cause.SUPPLY)]
    assert table.position.turn.phase is Phase.WITHDRAWAL


def test_11_1_open_points_that_decide() -> None:
    """11.1: a unit whose line depends on an open point makes either answer unclear, and only there."""
    river = {"sides": {"great": "0304/0305"}, "terrain": strip("0304")}
    table = country({"A": "Inf 0505", "B": "Inf 0705"}, {"S": "Rifle 0304"}, opened=("U-15",), **river)
    table.phase(Phase.SUPPLY_AXIS)
    for units in ("", "A B"):
        assert table.broken(a.Attrition(AXIS, table.units(units))) == ("?", "U-15")
    assert table.broken(a.Attrition(AXIS, table.units("A"))) == ("11.1",)


def test_11_1_1_soviets_first() -> None:
    """11.1(1): the side of the step, and no other."""
    table = country({"A": "Inf 0505"}, {"S": "Rifle 1305"}).phase(Phase.SUPPLY_SOVIET)
    assert table.broken(a.Attrition(AXIS, ())) == ("11.1(1)",)
    table.do(a.Attrition(SOVIET, ()))
    assert table.broken(a.Attrition(SOVIET, ())) == ("11.1(1)",)
    assert table.broken(a.Attrition(AXIS, ())) == ()


@pytest.mark.parametrize(("value", "due"), [("at-once", set()), ("together", {"A"})])
def test_11_1_1_soviet_losses_open_axis_lines(value: str, due: set[str]) -> None:
    """11.1(1): U-52, a Soviet unit that dies no longer bars the railway."""
    board = {"terrain": strip(), "sources": ("0105", ""), "fixed": {"U-52": value}}
    table = country({"A": "Inf 0505"}, {"S": "Rifle reduced 0305"}, **board).phase(Phase.SUPPLY_SOVIET)
    table.do(a.Attrition(SOVIET, table.units("S")))
    assert table.called(owed(table.position, AXIS, table.rulings())) == due
    table.do(a.Attrition(AXIS, table.units(" ".join(due))))


def test_11_1_2_strength_without_a_line() -> None:
    """11.1(2): strength and movement are those of the face, with a line and without."""
    table = hungry()
    far, near = table.units("FAR NEAR")
    assert [table.worth(unit) for unit in (far, near)] == [(4, 4, 5), (4, 4, 5)]
    assert table.worth(table.unit("LAST")) == (2, 2, 5)


# -- 11.2 -------------------------------------------------------------------------------------------------

# The table: 1 takes Pz, Inf, Inf; 2 Pz, Inf; 3 SS, Inf, Inf; 4 SS, Inf; 5 Inf, Inf; 6 Inf.


def leaving(units: dict[str, str], fixed: dict[str, str] | None = None, **more: Any) -> Country:
    return country(units, more.pop("soviet", {}), fixed=fixed or {}, **more).phase(Phase.WITHDRAWAL)


def withdrawn(table: Country, die: int, units: str) -> tuple[str, ...]:
    return table.broken(a.Withdraw(die, table.units(units)))


FULL = {"P": "Pz 0505", "P2": "Pz 0404", "W": "SS 0305", "A": "Inf 0205", "B": "Inf 0405", "C": "Inf 0506"}


def test_11_2_one_roll() -> None:
    """11.2: a die between 1 and 6; either player throws it, so nobody is named."""
    table = leaving(FULL)
    assert withdrawn(table, 6, "A") == ()
    assert withdrawn(table, 0, "") == ("11.2",)
    assert withdrawn(table, 7, "A")[0] == "11.2"


@pytest.mark.parametrize(
    ("die", "units", "rules"),
    [
        (1, "P A B", ()),
        (2, "P2 C", ()),
        (3, "W A C", ()),
        (4, "W B", ()),
        (5, "A B", ()),
        (6, "C", ()),
        (1, "A B", ("11.2(1)1",)),
        (6, "P C", ("11.2(1)1",)),
        (3, "A B", ("11.2(1)2",)),
        (5, "W A B", ("11.2(1)2",)),
        (5, "A", ("11.2(1)3",)),
        (6, "A B", ("11.2(1)3",)),
        (6, "", ("11.2(1)3",)),
    ],
)
def test_11_2_1_lines_the_table(die: int, units: str, rules: tuple[str, ...]) -> None:
    """11.2(1)1, 11.2(1)2, 11.2(1)3: as many of each class as the table says."""
    assert withdrawn(leaving(FULL), die, units) == rules


def test_11_2_1_at_once_and_for_good() -> None:
    """11.2(1): they leave the map, cost nothing, and the rail box comes next."""
    table = leaving(FULL).do(a.Withdraw(6, (3,)))
    assert (table.position.box_of[3], table.position.hex_of[3]) == (Box.WITHDRAWN, -1)
    assert (table.position.losses, table.position.turn.phase) == ([], Phase.RAIL_BOX)
    assert table.position.command.die == 6


@pytest.mark.parametrize(
    ("units", "rules"),
    [("A", ()), ("B", ()), ("R", ("11.2(1)",)), ("A A", ("11.2(1)", "11.2(1)3"))],
)
def test_11_2_1_full_ones_first(units: str, rules: tuple[str, ...]) -> None:
    """11.2(1): a reduced division leaves only when no full one can; a blank back counts as full."""
    table = leaving({"A": "Inf 0205", "B": "Inf one 0305", "R": "Inf reduced 0405"})
    assert withdrawn(table, 6, units) == rules


def test_11_2_1_reduced_ones_when_there_are_no_full_ones() -> None:
    """11.2(1): two have to leave, one is full: it and a reduced one."""
    table = leaving({"A": "Inf 0205", "R": "Inf reduced 0405", "Q": "Inf reduced 0305"})
    assert withdrawn(table, 5, "A R") == ()
    assert withdrawn(table, 5, "R Q") == ("11.2(1)",)


@pytest.mark.parametrize("stranger", ["Mot 0205", "Rum 0205", "HQ 0205", "Hun 0205"])
def test_11_2_1_who_never_leaves(stranger: str) -> None:
    """11.2(1): motorised divisions, allies and headquarters are no class of the table."""
    table = leaving({"A": "Inf 0305", "X": stranger})
    assert withdrawn(table, 6, "A X") == ("11.2(1)",)


@pytest.mark.parametrize(
    ("value", "jaeger", "gd"), [("symbol", "Jg", "Mot"), ("all-foot", "Inf", "Mot"), ("gd-ss", "Jg", "SS")]
)
def test_11_2_1_classes(value: str, jaeger: str, gd: str) -> None:
    """11.2(1): U-35, what counts as infantry and as SS."""
    table = leaving({"J": "Jg 0205", "GD": "Mot 0305", "M": "Mot 0405"}, {"U-35": value})
    names = [class_of(kind, table.rulings()) for kind in table.data.units]
    assert names == [jaeger, gd, "Mot"]
    assert withdrawn(table, 6, "J") == (() if jaeger == "Inf" else ("11.2(1)",))
    assert withdrawn(table, 4, "GD J" if jaeger == "Inf" else "GD")[:1] == (
        () if gd == "SS" else ("11.2(1)",)
    )


def test_11_2_2_anywhere_with_a_line() -> None:
    """11.2(2): beside the enemy is well, cut off is not; who is cut off does not count among those there."""
    table = leaving({"A": "Inf 0705", "CUT": "Inf 1305"}, soviet={"S": "Rifle 0805"})
    assert withdrawn(table, 5, "A") == ()
    assert withdrawn(table, 5, "A CUT") == ("11.2(1)3", "11.2(2)")
    assert withdrawn(table, 6, "CUT") == ("11.2(2)",)


def test_11_2_2_not_from_the_pool() -> None:
    """11.2(2): a division of the pool is neither on the map nor in the box."""
    assert withdrawn(leaving({"A": "Inf 0205", "X": "Inf pool"}), 6, "X") == ("11.2(2)",)


def test_11_2_3_the_box_before_the_map() -> None:
    """11.2(3): equal divisions: the one in the rail box leaves."""
    table = leaving({"A": "Inf 0205", "BOX": "Inf rail"})
    assert withdrawn(table, 6, "BOX") == ()
    assert withdrawn(table, 6, "A") == ("11.2(3)",)
    assert withdrawn(table, 5, "A BOX") == ()


def test_11_2_3_nobody_there() -> None:
    """11.2(3): without a division of the class none leaves."""
    table = leaving({"P": "Pz 0205"})
    assert withdrawn(table, 6, "") == ()
    assert withdrawal_choices(table.position, 6, table.rulings()) == ()


@pytest.mark.parametrize(
    ("value", "full_on_map", "reduced_in_box"),
    [("full-first", (), ("11.2(1)",)), ("box-first", ("11.2(3)",), ())],
)
def test_11_2_3_reduced_in_the_box(
    value: str, full_on_map: tuple[str, ...], reduced_in_box: tuple[str, ...]
) -> None:
    """11.2(3): U-59, a reduced division in the box against a full one on the map."""
    table = leaving({"A": "Inf 0205", "BOX": "Inf reduced rail", "R": "Inf reduced 0305"}, {"U-59": value})
    assert withdrawn(table, 6, "A") == full_on_map
    assert withdrawn(table, 6, "BOX") == reduced_in_box
    assert withdrawn(table, 6, "R") == (("11.2(1)",) if value == "full-first" else ("11.2(3)",))


def test_11_2_3_undecided() -> None:
    """11.2(3): while U-59 is open both are unclear."""
    table = leaving({"A": "Inf 0205", "BOX": "Inf reduced rail"}, opened=("U-59",))
    assert withdrawn(table, 6, "A") == withdrawn(table, 6, "BOX") == ("?", "U-59")


def test_11_2_4_no_return() -> None:
    """11.2(4): a withdrawn division does not arrive any more."""
    table = country({"A": "Inf withdrawn", "B": "Inf pool"}).phase(Phase.EXECUTION, "AR").do(a.Reinforce(3))
    assert table.broken(table.enter("A", "0205")) == ("11.2(4)",)
    assert table.broken(table.enter("B", "0205")) == ()


def test_11_2_choices_are_legal() -> None:
    """11.2: what a player is offered for any roll is legal."""
    units = FULL | {"R": "Inf reduced rail", "Q": "Pz reduced rail", "CUT": "Inf 1305"}
    for value in ("full-first", "box-first"):
        for die in range(1, 7):
            table = leaving(units, {"U-59": value})
            shares = withdrawal_choices(table.position, die, table.rulings())
            picked = [u for share in shares for u in share.pick(lambda rank, n: rank[-n:])]
            assert table.broken(a.Withdraw(die, tuple(picked))) == ()


# -- 11.3, 11.4 -------------------------------------------------------------------------------------------


def boxing(fixed: dict[str, str] | None = None, **more: Any) -> Country:
    units = {"A": "Inf 0205", "R": "Rum reduced 0506", "FRONT": "Pz 0705", "CUT": "Inf 1301"}
    units |= {"POOL": "Inf pool", "HQ": "HQ 0305"}
    return country(units, {"S": "Rifle 0805"}, fixed=fixed or {}, **more).phase(Phase.RAIL_BOX)


@pytest.mark.parametrize(
    ("units", "rules"),
    [
        ("", ()),
        ("A", ()),
        ("A R HQ", ()),
        ("POOL", ("11.3",)),
        ("A A", ("11.3",)),
        ("S", ("11.3",)),
        ("FRONT", ("11.3(1)",)),
        ("CUT", ("11.3(1)",)),
        ("A CUT", ("11.3(1)",)),
    ],
)
def test_11_3_into_the_rail_box(units: str, rules: tuple[str, ...]) -> None:
    """11.3, 11.3(1): Axis units on the map, with a line and outside enemy zones, any number of them."""
    table = boxing()
    assert table.broken(a.RailTransport(table.units(units))) == rules


def test_11_3_who_may_go() -> None:
    """11.3: the list of those who may go, and what becomes of them."""
    table = boxing()
    assert table.called(transportable(table.position, table.rulings())) == {"A", "R", "HQ"}
    table.do(a.RailTransport(table.units("A R")))
    assert [table.position.box_of[u] for u in table.units("A R")] == [Box.RAIL, Box.RAIL]
    assert table.position.turn.phase is Phase.FORT


@pytest.mark.parametrize(("value", "rules"), [("allowed", ()), ("no", ("11.3",))])
def test_11_3_headquarters_by_choice(value: str, rules: tuple[str, ...]) -> None:
    """11.3: U-62."""
    table = boxing({"U-62": value})
    assert table.broken(a.RailTransport(table.units("HQ"))) == rules


def test_11_3_1_zone_of_an_open_point() -> None:
    """11.3(1): U-15, a zone over a great river."""
    table = boxing(opened=("U-15",), sides={"great": "0705/0805"})
    assert table.broken(a.RailTransport(table.units("FRONT"))) == ("?", "U-15")


def test_11_3_2_back_with_the_next_chit() -> None:
    """11.3(2): a reduced unit goes into the box and comes back reduced, not in the supply step."""
    table = boxing().do(a.RailTransport((1,)))
    assert table.broken(table.enter("R", "0205", reduced=True)) == ("5.0",)
    table.phase(Phase.EXECUTION, "AR").do(a.Reinforce(1), table.enter("R", "0205", reduced=True))
    assert table.position.reduced[table.unit("R")] == 1
    assert table.position.hex_of[table.unit("R")] == table.hex("0205")


def test_11_4_the_last_step() -> None:
    """11.4: forts are built in the last step, and need not be."""
    assert in_sequence(Phase.FORT, a.BuildFort(()))
    assert not in_sequence(Phase.RAIL_BOX, a.BuildFort(()))
    assert next_step(Phase.FORT) is None
    assert country({}).phase(Phase.FORT).broken(a.BuildFort(())) == ()
