"""SEED 流程2(1), 註3, 註4, 6.1: who acts together."""

from __future__ import annotations

from tests.games.storm.rules.table import G, S, broken, do, force, said, table
from toolkit.games.storm.rules import actions as a

UNITS = "a1@west a2@west b1@west b2@camp i1@west i2@west c1@west r1@park r2@house r3@house t1@station"


def test_units_of_one_area() -> None:
    position = table(UNITS)
    assert said(position, a.Fire(G, ("a1", "a2"), "park")) == ()
    assert said(position, a.Fire(G, ("b1", "b2"), "park")) == ("SEED 流程2(1)",)
    assert said(position, a.Move(G, ("b1", "b2"), ("camp",))) == ("SEED 流程2(1)",)
    assert said(position, a.Move(G, (), ("camp",))) == ("SEED 流程2(1)",)
    assert said(position, a.Fire(G, (), "park")) == ("SEED 流程2(1)",)
    assert said(position, a.Fire(G, ("a1", "a1"), "park")) == ("SEED 流程2(1)",)


def test_a_unit_named_twice_moves_once() -> None:
    """It is illegal, and is carried out all the same: the log shows where the unit lies."""
    action = a.Move(G, ("a1", "a1", "a2"), ("camp",))
    position = table(UNITS)
    assert said(position, action) == ("SEED 流程2(1)",)
    force(position, action)
    assert (position.where["a1"], position.where["a2"]) == ("camp", "camp")
    assert position.units_in("camp", G).count("a1") == 1


def test_own_units_on_the_map() -> None:
    position = table(UNITS)
    assert said(position, a.Move(G, ("r1",), ("west",))) == ("SEED 流程2(1)",)
    assert said(position, a.Move(G, ("c2",), ("west",))) == ("SEED 流程2(1)",)
    assert said(position, a.Fire(G, ("a3",), "park")) == ("SEED 流程2(1)",)


def test_the_soviets_activate_any_units() -> None:
    """SEED 註3(1)"""
    position = table(UNITS, actor=S)
    assert said(position, a.Fire(S, ("r2", "r3"), "camp")) == ()
    assert said(position, a.Move(S, ("r2", "r3"), ("silo",))) == ()


def test_the_germans_one_division_and_independents() -> None:
    position = table(UNITS)
    for group in (("a1", "a2"), ("i1",), ("a1", "i1"), ("a1", "a2", "i1"), ("b1", "i1")):
        assert said(position, a.Fire(G, group, "park")) == ()
        assert said(position, a.Move(G, group, ("camp",))) == ()
    assert said(position, a.Fire(G, ("a1", "b1"), "park")) == ("SEED 註3(2)",)
    assert said(position, a.Fire(G, ("a1", "i1", "c1"), "park")) == ("SEED 註3(2)",)
    assert said(position, a.Move(G, ("a1", "b1"), ("camp",))) == ("SEED 註3(2)",)


def test_spent_units_do_not_act() -> None:
    position = table("a1@west! a2@west r1@park")
    assert said(position, a.Fire(G, ("a1",), "park")) == ("SEED 註4",)
    assert said(position, a.Fire(G, ("a1", "a2"), "park")) == ("SEED 註4",)
    assert said(position, a.Move(G, ("a1",), ("camp",))) == ("SEED 註4",)
    assert said(position, a.Fire(G, ("a2",), "park")) == ()


def test_who_acted_is_spent() -> None:
    """6.1"""
    position = do(table(UNITS), a.Fire(G, ("a1",), "park"), a.Roll((1, 1)))
    assert position.spent == {"a1"}
    do(position, a.Pass(S))
    assert broken(position, a.Move(G, ("a1",), ("camp",))) == ("SEED 註4",)
    do(position, a.Move(G, ("a2",), ("camp",)))
    assert position.spent == {"a1", "a2"}


def test_a_card_spends_too() -> None:
    position = table("a1@west a3@west r1@park", german="flames")
    do(position, a.Play(G, "flames", paid=("a3",)), a.Fire(G, ("a1",), "park"), a.Roll((1, 1)))
    assert position.spent == {"a1", "a3"}
    do(position, a.Pass(S))
    assert broken(position, a.Move(G, ("a3",), ("camp",))) == ("SEED 註4",)
