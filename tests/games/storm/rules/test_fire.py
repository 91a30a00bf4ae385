"""SEED 攻擊, REF 3.7, 2.1.2: fire."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.storm.rules.table import G, S, broken, do, force, rulings, said, table
from toolkit.games.storm.rules import actions as a
from toolkit.games.storm.rules.fire import DIE, points_left
from toolkit.games.storm.rules.position import Position
from toolkit.rules.rulings import Rulings


def points(position: Position) -> int:
    """Return the points that are left to allot."""
    return 0 if position.toll is None else points_left(position.toll, rulings(position))


def shot(units: str, firers: str, target: str, roll: tuple[int, int], **more: Any) -> Position:
    """Return the position after a fire of the Germans and its roll."""
    position = table(units, **more)
    return do(position, a.Fire(G, tuple(firers.split()), target), a.Roll(roll))


class TestTarget:
    def test_same_or_adjacent(self) -> None:
        position = table("a1@house r1@house r2@silo r3@station")
        assert said(position, a.Fire(G, ("a1",), "house")) == ()
        assert said(position, a.Fire(G, ("a1",), "silo")) == ()
        assert said(position, a.Fire(G, ("a1",), "station")) == ("SEED 攻擊1",)
        assert said(position, a.Fire(G, ("a1",), "park")) == ("SEED 攻擊1",)

    def test_own_units_are_no_target(self) -> None:
        assert said(table("a1@west b1@camp"), a.Fire(G, ("a1",), "camp")) == ("SEED 攻擊1",)

    def test_all_units_of_the_area(self) -> None:
        """St-5."""
        units = "a1@west r1@park r2@park r3@house"
        one = a.Fire(G, ("a1",), "park", ("r1",))
        assert said(table(units), one) == ("SEED 攻擊1",)
        assert said(table(units), a.Fire(G, ("a1",), "park", ("r1", "r2"))) == ()
        assert said(table(units, reading="St-5=chosen"), one) == ()
        assert said(table(units, reading="St-5"), one) == ("SEED 攻擊1", "St-5")
        strange = a.Fire(G, ("a1",), "park", ("r3",))
        assert said(table(units, reading="St-5=chosen"), strange) == ("SEED 攻擊1",)

    def test_only_with_an_attack_value(self) -> None:
        position = table("i1@west i2@west r1@park")
        assert said(position, a.Fire(G, ("i1",), "park")) == ()
        assert broken(position, a.Fire(G, ("i1", "i2"), "park")) == ("REF 3.7",)


class TestTotals:
    def test_attack_is_the_sum_and_two_dice(self) -> None:
        """SEED 攻擊2"""
        position = shot("a1@west a2@west r1@park", "a1 a2", "park", (3, 4))
        assert position.toll is not None
        assert position.toll.attack == 5 + 4 + 7

    def test_dice_of_six(self) -> None:
        position = do(table("a1@west r1@park"), a.Fire(G, ("a1",), "park"))
        assert said(position, a.Roll((1, 6))) == ()
        assert said(position, a.Roll((0, 6))) == ("SEED 攻擊2",)
        assert said(position, a.Roll((1, 7))) == ("SEED 攻擊2",)
        assert list(DIE) == [1, 2, 3, 4, 5, 6]

    def test_the_highest_defence_counts(self) -> None:
        """SEED 攻擊3"""
        position = shot("a1@west a2@west r1@park r2@park", "a1 a2", "park", (3, 4))
        assert points(position) == 16 - 8 - 1
        # Spent, r1 has 6 and r2 6 on its fresh face.
        position = shot("a1@west a2@west r1@park! r2@park!", "a1 a2", "park", (3, 4))
        assert points(position) == 16 - 6 - 1

    def test_points_are_the_difference(self) -> None:
        """SEED 攻擊4"""
        assert points(shot("a1@west r2@park", "a1", "park", (1, 1))) == 0
        assert shot("a1@west r2@park", "a1", "park", (1, 1)).toll is None
        assert points(shot("a1@west r2@park", "a1", "park", (1, 2))) == 1

    def test_no_terrain_within_an_area(self) -> None:
        """SEED 攻擊3(1)"""
        position = shot("a1@silo r2@silo", "a1", "silo", (3, 4), held="-silo")
        assert points(position) == 12 - 6
        assert position.markers == set()

    def test_no_terrain_in_an_area_of_the_enemy(self) -> None:
        """SEED 攻擊3(2)"""
        assert points(shot("a1@house a2@silo r2@silo", "a1", "silo", (3, 4), held="-silo")) == 12 - 6 - 3
        assert points(shot("a1@house a2@silo r2@silo", "a1", "silo", (3, 4), held="silo")) == 12 - 6

    def test_no_terrain_after_fire_out_of_the_area(self) -> None:
        """SEED 攻擊3(3)"""
        fired = "silo:soviet"
        assert points(shot("a1@house r2@silo", "a1", "silo", (3, 4), markers=fired)) == 12 - 6
        assert points(shot("a1@house r2@silo", "a1", "silo", (3, 4), markers="silo:german")) == 12 - 6 - 3

    def test_only_those_aimed_at_defend(self) -> None:
        position = table("a1@west r1@park r2@park", reading="St-5=chosen")
        do(position, a.Fire(G, ("a1",), "park", ("r2",)), a.Roll((3, 4)))
        assert points(position) == 12 - 6 - 1
        assert said(position, a.Spend(S, "r1")) == ("SEED 損傷2",)

    @pytest.mark.parametrize(("reading", "expected"), [("", 11 - 6 - 2), ("St-21=no", 11 - 6)])
    def test_whose_area_it_was_decides(self, reading: str, expected: int) -> None:
        """St-21: tanks went through the empty House, so that riflemen there have its terrain, or not."""
        position = gone_through(reading)
        do(position, a.Fire(G, ("a1",), "house"), a.Roll((3, 3)))
        assert points(position) == expected

    def test_with_the_point_open_both_are_judged(self) -> None:
        position = do(gone_through("St-21"), a.Fire(G, ("a1",), "house"), a.Roll((1, 1)))
        toll, open_points = position.toll, position.data.points
        assert toll is not None
        # Seven against eight, or against six.
        left = [points_left(toll, Rulings(open_points, {"St-21": value})) for value in ("yes", "no")]
        assert left == [-1 + 1, 1]
        assert said(position, a.Spend(S, "r2")) == ("SEED 損傷2[1](1)", "St-21")
        assert said(position, a.CloseLosses(S)) == ("SEED 損傷3", "St-21")


def gone_through(reading: str) -> Position:
    """Return a position in which Soviet tanks went through the empty German House."""
    position = table("t1@park a1@camp", held="house -park", reading=reading)
    position.go_through("house", S)
    # Both sides come in before either could take it.
    for unit in ("i2", "r2"):
        position.put(unit, "house", 0)
    return position


class TestMarkers:
    def test_fire_out_of_an_area_leaves_one(self) -> None:
        """2.1.2"""
        position = do(table("a1@west r1@park"), a.Fire(G, ("a1",), "park"))
        assert position.markers == set()
        do(position, a.Roll((1, 1)))
        assert position.markers == {("west", G)}

    def test_one_of_each_side(self) -> None:
        position = do(table("a1@house r2@house r3@silo"), a.Fire(G, ("a1",), "silo"), a.Roll((1, 1)))
        do(position, a.Fire(S, ("r3",), "house"), a.Roll((1, 1)))
        assert position.markers == {("house", G), ("silo", S)}

    def test_bombardment_leaves_none(self) -> None:
        position = table("a1@west r1@park", german="bomber")
        do(position, a.Play(G, "bomber", "park"), a.Roll((3, 4)))
        assert position.markers == set()
        assert points(position) == 8 + 7 - 8 - 1


def test_fires_are_done_whatever_they_say() -> None:
    position = force(table("a1@west r1@park"), a.Roll((1, 1)), a.Fire(G, ("r1",), "west"), a.Roll((6, 6)))
    assert position.shot is None
    assert "r1" in position.spent
