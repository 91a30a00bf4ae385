"""SEED 移動, 註5: movement."""

from __future__ import annotations

import pytest

from tests.games.storm.rules.table import G, S, broken, do, force, rulings, said, table, verdict
from toolkit.games.storm.rules import actions as a
from toolkit.games.storm.rules.data import KURGAN
from toolkit.games.storm.rules.position import Position
from toolkit.games.storm.rules.reach import reachable
from toolkit.games.storm.rules.sides import Side


def go(unit: str, *path: str, side: Side = G) -> a.Move:
    return a.Move(side, tuple(unit.split()), path)


class TestGoal:
    def test_one_goal_for_a_stack(self) -> None:
        position = do(table("a1@west a2@west b1@west r1@silo"), go("a1", "camp"))
        assert said(position, go("a2", "park")) == ("SEED 移動2",)
        assert broken(position, go("b1", "park")) == ("SEED 流程2",)
        assert said(position, go("r1", "park", side=S)) == ()

    def test_the_soviets_could_move_all_together(self) -> None:
        position = do(table("r2@house r3@house", actor=S), go("r2", "park", side=S))
        assert said(position, go("r3", "silo", side=S)) == ("SEED 移動2",)
        do(position, a.Pass(G))
        assert said(position, go("r3", "silo", side=S)) == ()

    def test_a_second_act_from_elsewhere_is_out_of_turn(self) -> None:
        position = do(table("a1@west a2@camp"), go("a1", "camp"))
        assert said(position, go("a2", "west")) == ("SEED 流程2",)
        position = do(table("a1@west a2@west r1@park"), a.Fire(G, ("a1",), "park"), a.Roll((1, 1)))
        assert said(position, go("a2", "camp")) == ("SEED 流程2",)

    def test_who_goes_on_alone_moves_twice(self) -> None:
        position = do(table("a1@west a2@west", reading="St-6=out", actor=S), a.Pass(S), go("a1", "camp"))
        assert said(position, go("a2", "park")) == ()


class TestWay:
    def test_adjacent_areas_as_far_as_points_go(self) -> None:
        position = table("b1@west a1@west", held="park house silo marsh")
        assert said(position, go("b1", "park", "silo", "marsh")) == ()
        assert said(position, go("a1", "park", "silo")) == ()
        assert broken(position, go("a1", "park", "silo", "marsh")) == ("SEED 移動3", "SEED 移動3(4)")
        assert said(position, go("b1", "silo")) == ("SEED 移動3",)
        assert said(position, go("b1", "park", "marsh")) == ("SEED 移動3",)
        assert said(position, go("b1")) == ("SEED 移動3",)

    def test_the_units_go_there_and_are_spent(self) -> None:
        """SEED 移動5"""
        position = do(table("a1@west a2@west a3@west"), go("a1 a2", "camp"))
        assert [position.where[unit] for unit in ("a1", "a2", "a3")] == ["camp", "camp", "west"]
        assert position.spent == {"a1", "a2"}

    def test_entering_enemy_areas(self) -> None:
        position = table("a1@west i2@west r1@park")
        assert said(position, go("a1", "park")) == ()
        assert broken(position, go("i2", "park")) == ("SEED 移動3(1)", "SEED 移動3(4)")
        # Enemy units in an own area cost as much, and both together no more.
        assert said(table("i2@west r1@park", held="park"), go("i2", "park")) == ("SEED 移動3(1)",)
        assert said(table("i2@west"), go("i2", "park")) == ("SEED 移動3(1)",)
        assert said(table("i2@west", held="park"), go("i2", "park")) == ()

    @pytest.mark.parametrize(("reading", "expected"), [("St-8=no", ()), ("St-8", ("SEED 移動3(1)", "St-8"))])
    def test_empty_enemy_areas(self, reading: str, expected: tuple[str, ...]) -> None:
        """St-8."""
        assert said(table("i2@west", reading=reading), go("i2", "park")) == expected
        assert said(table("i2@west r1@park", reading=reading), go("i2", "park")) == ("SEED 移動3(1)",)

    def test_leaving_enemy_areas(self) -> None:
        position = table("a1@park i2@park r1@park", held="-park")
        assert said(position, go("a1", "west")) == ()
        assert broken(position, go("i2", "west")) == ("SEED 移動3(2)", "SEED 移動3(4)")
        assert said(table("i2@park r1@park", held="park"), go("i2", "west")) == ("SEED 移動3(2)",)
        assert said(table("i2@park", held="park"), go("i2", "west")) == ()

    def test_from_one_enemy_area_into_another(self) -> None:
        position = table("a1@park a3@park r1@park r2@house")
        assert broken(position, go("a1", "house")) == (
            "SEED 移動3(1)", "SEED 移動3(2)", "SEED 註5", "SEED 移動3(4)"
        )  # fmt: skip
        assert said(position, go("a3", "house")) == ()
        assert "SEED 註5" not in broken(table("a1@park r1@park", held="house"), go("a1", "house", "camp"))

    def test_the_slowest_unit(self) -> None:
        position = table("a1@west i1@west a3@west", held="park silo")
        assert said(position, go("a1 i1", "park", "silo")) == ()
        assert said(position, go("i1", "park", "silo", "marsh")) == ()
        # Camp and house: two points and one more; the engineers alone have them.
        assert broken(position, go("a1 a3", "camp", "house")) == (
            "SEED 移動3(1)", "SEED 移動3(3)", "SEED 移動3(4)"
        )  # fmt: skip
        assert said(position, go("a3", "camp", "house")) == ()
        assert "SEED 移動3(3)" not in broken(position, go("a1", "camp", "house"))

    def test_not_enough_points(self) -> None:
        position = table("i2@west r1@park")
        assert "SEED 移動3(4)" in broken(position, go("i2", "park"))
        assert said(position, go("i2", "camp")) == ()

    def test_an_area_gone_through_is_taken_at_once(self) -> None:
        """St-21: entering the Park costs two, leaving it nothing more; the House is own."""
        for reading, expected in (
            ("", ()),
            ("St-21=no", ("SEED 移動3(1)",)),
            ("St-21", ("SEED 移動3(1)", "St-21")),
        ):
            position = table("a3@west r2@silo", held="house", reading=reading)
            assert said(position, go("a3", "park", "house")) == expected
            named = verdict(position, go("a3", "park", "house")).rules
            assert ("SEED 移動3(2)" in named) is bool(expected)
        # Without extra costs for control alone there is nothing to argue about.
        position = table("a1@west", held="house", reading="St-21=no St-8=no")
        assert said(position, go("a1", "park", "house")) == ()

    def test_a_road_through_enemies_costs_on_both_ends(self) -> None:
        position = table("b1@west r1@park", held="house")
        assert said(position, go("b1", "park", "house")) == ()
        found = broken(table("a3@west r1@park", held="house"), go("a3", "park", "house"))
        assert found == ("SEED 移動3(1)", "SEED 移動3(2)", "SEED 移動3(4)")

    def test_a_road_may_lead_back(self) -> None:
        assert said(table("b1@west"), go("b1", "camp", "west")) == ()

    def test_what_is_no_area_of_ours(self) -> None:
        position = table("a1@west")
        assert said(position, a.Move(G, ("a1",), ("west",))) == ("SEED 移動3",)


def test_what_can_be_reached() -> None:
    position = table("a1@west a3@west r1@park")
    assert reachable(position, ("a1",), rulings(position)) == {"camp": ("camp",), "park": ("park",)}
    found = reachable(position, ("a3",), rulings(position))
    assert found == {"camp": ("camp",), "park": ("park",), "house": ("camp", "house")}
    ferry = table("f1@north_ferry", actor=S)
    assert set(reachable(ferry, ("f1",), rulings(ferry))) == {"works", "station", KURGAN}
    short = table("f1@north_ferry", actor=S, reading="St-28=no")
    assert set(reachable(short, ("f1",), rulings(short))) == {"works"}


def test_moves_are_done_whatever_they_say() -> None:
    position: Position = force(table("a1@west"), go("a1"), go("a1", "silo"))
    assert (position.where["a1"], position.control("silo")) == ("silo", G)


@pytest.mark.parametrize(
    ("units", "held", "move", "words"),
    [
        ("b1@west", "park silo", go("b1", "silo"), "Silo is no neighbour of West"),
        (
            "a1@west",
            "park silo marsh",
            go("a1", "park", "silo", "marsh"),
            "it enters 3 areas with 2 movement points: Marsh is out of reach",
        ),
        (
            "i2@west r1@park",
            "",
            go("i2", "park"),
            "with a point more to enter an enemy area (Park) it costs 2 movement points, the group has 1",
        ),
        (
            "i2@park r1@park",
            "-park",
            go("i2", "west"),
            "with a point more to leave an enemy area (Park) it costs 2 movement points, the group has 1",
        ),
    ],
)
def test_the_reason_names_the_area_that_bars_the_way(units: str, held: str, move: a.Move, words: str) -> None:
    assert verdict(table(units, held=held), move).reason.split("; ")[0] == words
