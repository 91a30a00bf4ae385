"""Chapter 14: forts.  Their part in battles is tested here on the rules, in chapter 10 on whole battles."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.games.gj47.rules.country import Country
from tests.games.gj47.rules.worlds import fort_markers
from toolkit.games.gj47.rules import actions as a
from toolkit.games.gj47.rules.basics import enemy_bars, in_enemy_zoc, overstacked
from toolkit.games.gj47.rules.course import Battle, Command, Phase
from toolkit.games.gj47.rules.fort_battles import not_given_up, stays, steps_for_retreat
from toolkit.games.gj47.rules.fort_effects import (
    bars_entry,
    defence,
    lifts_zones,
    no_stacking_limit,
    worn_down,
)
from toolkit.games.gj47.rules.forts import markers_left, may_build, raised, sites
from toolkit.games.gj47.rules.losses import lower_fort
from toolkit.games.gj47.rules.readings import Asked
from toolkit.games.gj47.rules.units import Owner


def country(soviet: dict[str, str] | None = None, axis: dict[str, str] | None = None, **more: Any) -> Country:
    """Return a country with three Soviet towns on a line of communication, in the step of building."""
    settings: dict[str, Any] = {"towns": "1005 1205 0805", "sources": ("", "1405")}
    return Country(axis or {}, soviet or {}, **settings | more).phase(Phase.FORT)


def built(table: Country, numbers: str) -> tuple[str, ...]:
    return table.broken(a.BuildFort(tuple(table.hexes(numbers))))


# -- 14.0, 14.1 -------------------------------------------------------------------------------------------


def test_14_0_two_forts_in_the_game() -> None:
    """14.0, 14.3(3): two are built, a third is not, though one has fallen."""
    table = country().do(a.BuildFort((country().hex("1005"),)))
    assert markers_left(table.position) == 1
    table.phase(Phase.FORT)
    table.do(a.BuildFort((table.hex("1205"),)))
    assert markers_left(table.position) == 0
    table.phase(Phase.FORT)
    assert built(table, "0805") == ("14.3(3)",)
    lower_fort(table.position, table.hex("1005"), 1)
    assert built(table, "0805") == ("14.3(3)",)
    assert built(table, "1005") == ("14.3(3)",)
    assert built(table, "1205") == ()  # raising needs no marker


def test_14_1_in_the_supply_phase() -> None:
    """14.1: the step ends the supply chit; elsewhere it has no place."""
    table = country()
    table.do(a.BuildFort((table.hex("1005"),)))
    assert (table.position.forts, table.position.turn.phase) == ({table.hex("1005"): 1}, Phase.DRAW)
    assert built(table.phase(Phase.REINFORCEMENT, "SR"), "1205") == ("5.0",)


@pytest.mark.parametrize(
    ("number", "more", "rules"),
    [
        ("1005", {}, ()),
        ("1006", {}, ("14.1(1)",)),  # no town
        ("1005", {"sources": ("", "")}, ("14.1(1)",)),  # no line
        ("1005", {"west": "1005"}, ("14.1(1)",)),  # Axis control
        ("1005", {"terrain": {"city": "1005"}, "towns": ""}, ()),
        ("1006", {"vp": "1006"}, ("14.1(1)",)),
    ],
)
def test_14_1_1_towns_with_a_line(number: str, more: dict[str, Any], rules: tuple[str, ...]) -> None:
    """14.1(1): town or city, and a line."""
    assert built(country(**more), number) == rules


def test_14_1_1_open_points_of_lines() -> None:
    """14.1(1): a town behind an impassable side is unclear while U-56 is open."""
    wall = " ".join(f"13{r:02}/14{r:02} 13{r:02}/14{r - 1:02}" for r in range(2, 11)) + " 1301/1401"
    table = country(sides={"closed": wall}, opened=("U-56",))
    assert built(table, "1005") == ("?", "U-56")


@pytest.mark.parametrize(
    ("enemy", "more", "rules"),
    [
        ("0905", {}, ("14.1(2)",)),
        ("0804", {}, ()),
        ("0905", {"sides": {"closed": "0905/1005"}}, ("14.1(2)",)),  # beside is beside
    ],
)
def test_14_1_2_not_beside_an_enemy(enemy: str, more: dict[str, Any], rules: tuple[str, ...]) -> None:
    """14.1(2): the six hexes around, whatever lies between; own units in the hex change nothing."""
    assert built(country({"S": "Rifle 1005"}, {"G": "Inf " + enemy}, **more), "1005") == rules


@pytest.mark.parametrize(("value", "rules"), [("in-all", ("14.1(3)",)), ("each-hex", ())])
def test_14_1_3_one_level(value: str, rules: tuple[str, ...]) -> None:
    """14.1(3): U-39; two levels in one hex never."""
    table = country(fixed={"U-39": value})
    assert built(table, "1005 1205") == rules
    assert built(table, "1005 1005") == ("14.1(3)",)
    assert built(table, "1005") == built(table, "") == ()


def test_14_1_4_and_5_levels() -> None:
    """14.1(4), 14.1(5): first level 1, then level 2 with the same marker."""
    assert (raised(0), raised(1), raised(2)) == (1, 2, 2)
    table = country()
    table.do(a.BuildFort((table.hex("1005"),))).phase(Phase.FORT).do(a.BuildFort((table.hex("1005"),)))
    assert table.position.forts == {table.hex("1005"): 2}
    assert markers_left(table.position) == 1


def test_14_1_6_no_third_level() -> None:
    """14.1(6): a level 2 fort is not raised."""
    assert built(country(forts={"1005": 2}), "1005") == ("14.1(6)",)
    assert built(country(forts={"1005": 1}), "1005") == ()


def test_14_1_7_again() -> None:
    """14.1(7): a fort that lost a level, and a hex whose fort fell (with the other marker, U-38)."""
    table = country()
    table.do(a.BuildFort((table.hex("1005"),))).phase(Phase.FORT).do(a.BuildFort((table.hex("1005"),)))
    lower_fort(table.position, table.hex("1005"), 1)
    assert may_build(table.position, table.hex("1005"), table.rulings())
    lower_fort(table.position, table.hex("1005"), 1)
    assert table.position.forts == {}
    assert may_build(table.position, table.hex("1005"), table.rulings())


def test_14_1_sites() -> None:
    """14.1: the list of hexes where a level can be built is what the lines allow."""
    table = country({}, {"G": "Inf 0705"}, forts={"1205": 2})
    assert table.numbers(sites(table.position, table.rulings())) == {"1005"}
    for h in range(len(table.data.board)):
        legal = table.broken(a.BuildFort((h,))) == ()
        assert legal == may_build(table.position, h, table.rulings())


# -- 14.2 -------------------------------------------------------------------------------------------------


def test_14_2_1_defence() -> None:
    """14.2(1): one for level 2, nothing for level 1."""
    assert [defence(fort_markers(), level) for level in (0, 1, 2)] == [0, 0, 1]


def test_14_2_2_zones() -> None:
    """14.2(2): enemy zones have no effect in the fort's hex, for its side only."""
    table = country({"S": "Rifle 0905"}, {"G": "Inf 1104"}, forts={"1005": 1})
    h, beside = table.hex("1005"), table.hex("1204")
    reading = Asked(table.rulings())
    assert lifts_zones(table.position, Owner.SOVIET, h)
    assert not lifts_zones(table.position, Owner.AXIS, h)
    assert not lifts_zones(table.position, Owner.SOVIET, beside)
    assert not in_enemy_zoc(table.position, Owner.SOVIET, h, reading)
    assert in_enemy_zoc(table.position, Owner.AXIS, h, reading)
    assert in_enemy_zoc(table.position, Owner.SOVIET, beside, reading)


def test_14_2_3_stacking() -> None:
    """14.2(3): any number of units; two again when the fort has fallen."""
    units = {f"S{i}": "Rifle 1005" for i in range(4)}
    table = country(units, forts={"1005": 1})
    assert no_stacking_limit(table.position, table.hex("1005"))
    assert overstacked(table.position, table.hex("1005")) == ()
    lower_fort(table.position, table.hex("1005"), 1)
    assert not no_stacking_limit(table.position, table.hex("1005"))
    assert len(overstacked(table.position, table.hex("1005"))) == 2


def test_14_2_4_levels_lost() -> None:
    """14.2(4): by a battle's losses, not by the supply check."""
    assert [worn_down(2, lost) for lost in (0, 1, 2, 3)] == [2, 1, 0, 0]
    table = country({"S": "Rifle 1005"}, forts={"1005": 2}, sources=("", ""))
    table.phase(Phase.SUPPLY_SOVIET).do(a.Attrition(Owner.SOVIET, table.units("S")))
    assert table.position.forts == {table.hex("1005"): 2}


def battle(level: int, die: int, *, units: bool = True, **more: Any) -> Country:
    """Return a battle for 1005 with odds of 1-1 or better, its die thrown; level 0 for no fort."""
    soviet = {"S": "Rifle 1005"} if units else {}
    table = country(soviet, {"A": "Pz 0905", "B": "Pz 0904"}, forts={"1005": level} if level else {}, **more)
    table.phase(Phase.COMBAT, "AR")
    target = table.hex("1005")
    origins = (table.hex("0905"), table.hex("0904"))
    there = table.units("S") if units else ()
    fought = Battle(
        target, (0, 1), origins, defenders=there, fort=level, die=die, faces=(0, 0, 0)[: 2 + units]
    )
    table.position.set_command(replace(Command("AR"), battles=(fought,)))
    return table


def loss(table: Country, units: str = "", fort: int = 0, converted: int = 0) -> a.Lose:
    return a.Lose(table.hex("1005"), Owner.SOVIET, table.units(units), fort, converted)


@pytest.mark.parametrize(
    ("level", "converted", "value", "wrong"),
    [
        (2, 1, "all-or-nothing", False),
        (2, 0, "all-or-nothing", False),
        (0, 1, "all-or-nothing", True),
        (2, 2, "all-or-nothing", True),
        (2, 1, "part", False),
        (0, 1, "part", True),
    ],
)
def test_14_2_5_steps_for_a_retreat(level: int, converted: int, value: str, wrong: bool) -> None:
    """14.2(5): a town in the open, 8 to 4 or 5, shifted once: a die of 6 gives R, one hex."""
    table = battle(level, 6, fixed={"U-40": value})
    action = loss(table, "S" * bool(converted), 0, converted)
    assert (steps_for_retreat(table.position, action, table.rulings()) is not None) == wrong


@pytest.mark.parametrize(("value", "wrong"), [("blocks-only", False), ("as-unit", False), ("nothing", True)])
def test_14_2_6_an_empty_fort_bars_the_way(value: str, wrong: bool) -> None:
    """14.2(6): U-37, whether the Axis may run through an empty fort; its own side always may."""
    table = country(forts={"1005": 1}, fixed={"U-37": value})
    reading = Asked(table.rulings())
    h = table.hex("1005")
    assert bars_entry(table.position, Owner.AXIS, h, reading) is not wrong
    assert enemy_bars(table.position, Owner.AXIS, h, reading) is not wrong
    assert not bars_entry(table.position, Owner.SOVIET, h, reading)
    assert not bars_entry(table.position, Owner.AXIS, table.hex("1205"), reading)


@pytest.mark.parametrize(("value", "zone"), [("blocks-only", False), ("as-unit", True), ("nothing", False)])
def test_14_2_6_the_zone_of_an_empty_fort(value: str, zone: bool) -> None:
    """14.2(6): U-37, whether an empty fort has a zone of control."""
    table = country(forts={"1005": 1}, fixed={"U-37": value})
    assert in_enemy_zoc(table.position, Owner.AXIS, table.hex("1004"), Asked(table.rulings())) is zone


# -- 14.3 -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("value", "wrong"), [("all-or-nothing", True), ("part", False)])
def test_14_3_1_a_fort_does_not_retreat(value: str, wrong: bool) -> None:
    """14.3(1): a fort alone that is to retreat has to lose levels instead (U-40)."""
    table = battle(2, 1, units=False, fixed={"U-40": value})
    close = a.CloseBattle(table.hex("1005"))
    assert (stays(table.position, close, table.rulings()) is not None) is wrong
    assert (stays(table.position, a.EndCommand(), table.rulings()) is not None) is wrong
    table.force(loss(table, "", 1, 1))
    assert stays(table.position, close, table.rulings()) is None


def test_14_3_1_units_with_it_can() -> None:
    """14.3(1): units that stand with it may retreat and leave it."""
    table = battle(2, 6)
    assert stays(table.position, a.CloseBattle(table.hex("1005")), table.rulings()) is None


def test_14_3_2_a_fort_is_not_given_up() -> None:
    """14.3(2): no more levels than the result costs its side."""
    table = battle(2, 6)
    assert not_given_up(table.position, loss(table, "", 1), table.rulings()) is not None
    assert not_given_up(table.position, loss(table, "", 1, 1), table.rulings()) is None
    assert not_given_up(table.position, loss(table, "S", 0, 1), table.rulings()) is None


def test_14_3_3_markers() -> None:
    """14.3(3): as many new forts as there are markers."""
    table = country()
    assert built(table, "1005") == ()
    table.position.turn = replace(table.position.turn, fort_markers=0)
    assert built(table, "1005") == ("14.3(3)",)
