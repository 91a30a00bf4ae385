"""Zones of control, stacking, lines of supply."""

from __future__ import annotations

import pytest

from tests.rules.mechanisms.little import Table
from toolkit.rules.mechanisms.board import Places
from toolkit.rules.mechanisms.forces import Units
from toolkit.rules.mechanisms.lines import Line
from toolkit.rules.mechanisms.settings import NO, YES, Setting
from toolkit.rules.mechanisms.stacking import Stacking
from toolkit.rules.mechanisms.zones import Zones, felt
from toolkit.rules.mechanisms.zones import zoned as places_in
from toolkit.rules.rulings import Points, Rulings

RULINGS = Rulings(Points({"U-01": ("yes", "no")}))


def zoned(zone: Zones, side: str = "red", **where: str) -> set[str]:
    return set(places_in(Table(where), [zone], side))


def test_a_zone_lies_in_the_places_around_an_enemy() -> None:
    assert zoned(Zones(), b1="d") == {"c", "e", "x"}
    assert zoned(Zones(), side="blue", b1="d") == set()


def test_a_zone_ends_where_the_clause_says() -> None:
    assert zoned(Zones(not_across=("river",)), b1="e") == {"d"}
    assert zoned(Zones(not_across=("river",), unless_links=("road",)), b1="e") == {"d", "f"}
    assert zoned(Zones(places=Places(terrain=("clear",))), b1="e") == {"f"}
    assert zoned(Zones(not_in=Places(terrain=("woods",))), b1="e") == {"f"}
    assert zoned(Zones(units=Units(classes=("horse",))), b1="d", b2="g") == {"f", "h"}


@pytest.mark.parametrize(
    ("lifted", "expected"),
    [(NO, True), (YES, False), (Setting(None, "U-01", {"yes": True, "no": False}), False)],
)
def test_a_friend_may_lift_a_zone(lifted: Setting[bool], expected: bool) -> None:
    table = Table({"b1": "d", "r1": "c"})
    zones = places_in(table, [Zones()], "red")
    assert felt(table, "c", "red", zones, lifted=lifted, rulings=RULINGS) is expected
    assert felt(table, "e", "red", zones, lifted=lifted, rulings=RULINGS)


def open_(_place: str) -> bool:
    return False


def test_a_line_leads_to_a_source_of_its_side() -> None:
    line = Line("supply", {"red": Places(features=("west",))})
    assert line.leads(Table({"r1": "h"}), "h", "red", open_)
    assert not line.leads(Table({"r1": "h"}), "h", "blue", open_)


def test_a_line_is_cut() -> None:
    to = {"red": Places(features=("west",))}
    held = Table({"r1": "h", "b1": "b"})
    assert not Line("supply", to).leads(held, "h", "red", open_)
    assert Line("supply", to, enemies_cut=False).leads(held, "h", "red", open_)
    assert not Line("supply", to).leads(Table({}), "h", "red", lambda place: place == "c")
    assert not Line("supply", to, not_across=("river",)).leads(Table({}), "h", "red", open_)
    bridged = Line("supply", to, not_across=("river",), unless_links=("road",))
    assert bridged.leads(Table({}), "h", "red", open_)
    assert not Line("supply", to, not_into=Places(ids=("b",))).leads(Table({}), "h", "red", open_)


def test_a_line_has_a_length() -> None:
    to = {"red": Places(features=("west",))}
    assert Line("supply", to, length=3).leads(Table({}), "d", "red", open_)
    assert not Line("supply", to, length=2).leads(Table({}), "d", "red", open_)


def test_a_line_may_follow_roads_and_need_a_held_source() -> None:
    to = {"red": Places(ids=("g",))}
    assert Line("rail", to, along="road").leads(Table({}), "e", "red", open_)
    assert not Line("rail", to, along="road").leads(Table({}), "d", "red", open_)
    held = Line("rail", to, held=True)
    assert not held.leads(Table({}), "e", "red", open_)
    assert held.leads(Table({}, control={"g": "red"}), "e", "red", open_)


def test_a_line_may_lead_to_units() -> None:
    line = Line("command", to_units=Units(classes=("horse",)), length=2, enemies_cut=False)
    table = Table({"r1": "d", "r2": "f", "b1": "e", "b2": "d"})
    assert line.leads(table, "d", "red", open_)
    assert not line.leads(table, "c", "red", open_)
    assert not line.leads(Table({"r1": "d", "r2": "@eliminated"}), "d", "red", open_)


def test_a_line_may_be_counted_in_points() -> None:
    """From c to a it is two places; from e to c a woods hex, and from c to e the same the other way round."""
    west = {"red": Places(features=("west",))}
    assert Line("supply", west, points=2).leads(Table({}), "c", "red", open_)
    assert not Line("supply", west, points=1.5).leads(Table({}), "c", "red", open_)
    into_c, costs = {"red": Places(ids=("c",))}, {"woods": 3.0}
    assert Line("supply", into_c, points=4, costs=costs).leads(Table({}), "e", "red", open_)
    assert not Line("supply", into_c, points=3.5, costs=costs).leads(Table({}), "e", "red", open_)
    assert not Line("supply", into_c, points=9, costs={"woods": "no"}).leads(Table({}), "e", "red", open_)
    # What is entered costs: counted from the unit in d the woods are free.
    assert Line("supply", into_c, points=1, costs=costs).leads(Table({}), "d", "red", open_)
    assert not Line("supply", into_c, points=1, costs=costs, counted="source").leads(
        Table({}), "d", "red", open_
    )
    # The short way through the woods is dear, the way round by x is not.
    assert Line("supply", {"red": Places(ids=("x",))}, points=1, costs=costs).leads(
        Table({}), "d", "red", open_
    )


def test_a_line_in_points_counts_rivers_and_roads() -> None:
    east = {"red": Places(features=("east",))}
    river, road = {"river": 2.0}, {"road": 0.5}
    assert Line("supply", east, points=5, side_costs=river).leads(Table({}), "e", "red", open_)
    assert not Line("supply", east, points=4.5, side_costs=river).leads(Table({}), "e", "red", open_)
    both = Line("supply", east, points=2, side_costs=river, link_costs=road)
    assert both.leads(Table({}), "e", "red", open_)


def test_stacking_counts_what_it_says() -> None:
    table = Table({"r1": "c", "r2": "c"}, steps={"r1": 1})
    assert Stacking(2).holds(table, "c", "red")
    assert not Stacking(2).holds(table, "c", "red", "r3")
    assert Stacking(1, units=Units(classes=("foot",))).holds(table, "c", "red")
    assert Stacking(2, "steps").holds(table, "c", "red")
    assert not Stacking(2, "points", {"horse": 2}).holds(table, "c", "red")
    assert not Stacking(3, "strength").holds(table, "c", "red")
    assert Stacking(4, "strength").holds(table, "c", "red")
    assert Stacking(1, places=Places(ids=("d",))).holds(table, "c", "red")
    assert Stacking(1).crowded(table) == ["c"]
