"""SEED 移動4, REF 3.6: stacking."""

from __future__ import annotations

from tests.games.storm.rules.table import G, S, said, table
from toolkit.games.storm.rules import actions as a

FULL = "a1@camp a2@camp a3@camp b1@west b2@west r1@house r2@house r3@house r4@camp"


def test_no_more_than_the_limit() -> None:
    position = table(FULL, stacking=4)
    assert said(position, a.Move(G, ("b1",), ("camp",))) == ()
    assert said(position, a.Move(G, ("b1", "b2"), ("camp",))) == ("SEED 移動4",)


def test_on_the_way_as_well() -> None:
    position = table("a1@camp a2@camp a3@camp b1@west", stacking=3, held="house")
    assert said(position, a.Move(G, ("b1",), ("camp", "house"))) == ("SEED 移動4",)


def test_a_group_that_comes_back_counts_once() -> None:
    position = table("b1@west b2@west c1@west", stacking=3)
    assert said(position, a.Move(G, ("b1", "b2"), ("camp", "west"))) == ()


def test_only_the_own_side_counts() -> None:
    """REF 3.6"""
    position = table(FULL, stacking=4, markers="camp:german camp:soviet house:soviet")
    assert said(position, a.Move(G, ("b1",), ("camp",))) == ()
    assert len(position.units_in("camp", S)) == 1
    crowd = "a1@park r1@house r2@house r3@house"
    assert said(table(crowd, stacking=3, held="-park"), a.Move(G, ("a1",), ("west",))) == ()


def test_a_ferry_box_has_no_limit() -> None:
    position = table("f1@north_ferry f2@north_ferry r1@works", stacking=1, actor=S)
    assert said(position, a.Move(S, ("f1",), ("works",))) == ("SEED 移動4",)
    assert said(position, a.Move(S, ("r1",), ("station",))) == ()
