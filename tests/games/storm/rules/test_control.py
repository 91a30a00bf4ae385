"""SEED 控制: control follows the units."""

from __future__ import annotations

import pytest

from tests.games.storm.rules.table import G, S, do, rulings, said, table, under_fire
from toolkit.games.storm.rules import actions as a
from toolkit.games.storm.rules.readings import controls
from toolkit.rules.rulings import Rulings


def test_who_is_alone_has_control() -> None:
    """SEED 控制"""
    position = do(table("a1@west"), a.Move(G, ("a1",), ("park",)))
    assert position.control("park") is G
    assert position.control("west") is G
    do(position, a.Pass(S), a.Pass(G))
    position.put("a1", "")
    assert position.control("park") is G


def test_nobody_alone_changes_nothing() -> None:
    position = do(table("a1@west r1@park"), a.Move(G, ("a1",), ("park",)))
    assert position.control("park") is S
    do(under_fire(position, "park", 3), a.Eliminate(S, "r1"))
    assert position.control("park") is G


def test_who_leaves_gives_it_up_to_who_stays() -> None:
    position = do(table("a1@park r1@park", held="-park"), a.Move(G, ("a1",), ("west",)))
    assert position.control("park") is S
    position = do(table("a1@park r1@park"), a.Pass(G), a.Pass(S))
    position.put("r1", "works")
    assert position.control("park") is G


def test_ferry_boxes_are_soviet() -> None:
    position = table("a1@west")
    position.put("a1", "north_ferry")
    assert position.control("north_ferry") is S


@pytest.mark.parametrize(("reading", "holder"), [("", G), ("St-21=no", S)])
def test_in_passing(reading: str, holder: object) -> None:
    """St-21: the Park is gone through."""
    position = do(table("b1@west", held="house", reading=reading), a.Move(G, ("b1",), ("park", "house")))
    asked = Rulings(position.data.points)
    assert controls(position, G, "park", asked) is (holder is G)
    assert controls(position, G, "house", asked)
    assert asked.asked == []


def test_in_passing_it_is_a_question() -> None:
    position = do(table("b1@west", held="house", reading="St-21"), a.Move(G, ("b1",), ("park", "house")))
    asked = Rulings(position.data.points)
    assert controls(position, G, "park", asked)
    assert asked.asked == ["St-21"]
    # Whose it is decides what entering it costs.
    position.put("i2", "west")
    position.last = S
    assert said(position, a.Move(G, ("i2",), ("park",))) == ("SEED 移動3(1)", "St-21")


def test_not_where_enemies_stand() -> None:
    position = do(table("b1@west r1@park", held="house"), a.Move(G, ("b1",), ("park", "house")))
    assert position.control("park") is S


@pytest.mark.parametrize(("reading", "soviet"), [("", True), ("St-21=no", False)])
def test_who_is_left_alone_by_those_who_pass(reading: str, soviet: bool) -> None:
    """St-21: in an area that a retreat did not take (St-14) somebody is alone once more."""
    position = table("b1@west r1@park", held="park house", reading=f"St-14=no {reading}")
    do(position, a.Move(G, ("b1",), ("park", "house")))
    assert controls(position, S, "park", rulings(position)) is soviet


@pytest.mark.parametrize(("reading", "soviet"), [("", True), ("St-14=no", False)])
def test_by_retreat(reading: str, soviet: bool) -> None:
    """St-14: a Soviet unit retreats into an empty German area."""
    position = under_fire(
        table("r1@silo! a1@silo", held="house park marsh station", reading=reading), "silo", 1
    )
    do(position, a.Retreat(S, "r1", ("marsh",)))
    assert controls(position, S, "marsh", rulings(position)) is soviet
    assert position.control("silo") is G
    position.put("r2", "marsh")
    assert controls(position, S, "marsh", rulings(position))


def test_who_leaves_together_leaves_nobody_behind() -> None:
    """St-14: two have retreated into a German area and do not hold it, nor does the last to be picked up."""
    position = table("r2@marsh r4@marsh", actor=S, held="marsh", reading="St-14=no")
    do(position, a.Move(S, ("r2", "r4"), ("silo",)))
    assert controls(position, G, "marsh", rulings(position))


def test_a_retreat_that_comes_round_changes_nothing() -> None:
    """St-30: the Silo is full, and the way goes on to the Marsh again; nobody was left alone there."""
    units = "r1@marsh! r2@marsh r4@silo t1@silo"
    position = table(units, held="marsh", stacking=2, reading="St-14=no St-30=yes")
    do(under_fire(position, "marsh", 1), a.Retreat(S, "r1", ("silo", "marsh")))
    assert position.where["r1"] == "marsh"
    assert controls(position, G, "marsh", rulings(position))
