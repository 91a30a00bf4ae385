"""SEED 撤退: retreats."""

from __future__ import annotations

import pytest

from tests.games.storm.rules.table import G, S, broken, do, force, rulings, said, table, under_fire
from toolkit.games.storm.rules import actions as a
from toolkit.games.storm.rules.position import ELIMINATED, Position
from toolkit.games.storm.rules.retreat import ways


def hit(units: str, *, count: int = 4, held: str = "", reading: str = "", stacking: int = 10) -> Position:
    position = table(units, actor=S, held=held, reading=reading, stacking=stacking)
    return under_fire(position, "silo", count)


def back(unit: str, *path: str, lost: bool = False) -> a.Retreat:
    return a.Retreat(S, unit, path, lost)


class TestWhere:
    # The Silo: House, Kurgan, Marsh, Park and Station beside it.
    def test_adjacent(self) -> None:
        position = hit("r2@silo! r3@silo a1@house")
        assert said(position, back("r2", "station")) == ()
        assert said(position, back("r2", "works")) == ("SEED 撤退1",)
        assert said(position, back("r2", "station", "silo")) == ("SEED 撤退3",)
        assert said(position, a.Drive(S, "r3", ("works",))) == ("SEED 撤退1",)

    def test_areas_without_enemies_come_first(self) -> None:
        position = hit("r2@silo! a1@station t1@station a2@house a3@park", held="-station")
        assert said(position, back("r2", "station")) == ("SEED 撤退1",)
        assert said(position, back("r2", "marsh")) == ()
        # An empty area of the enemy is as good.
        position = hit("r2@silo! a1@station t1@station", held="marsh -station park house mamayev_kurgan")
        assert said(position, back("r2", "marsh")) == ()
        assert said(position, back("r2", "station")) == ("SEED 撤退1",)

    @pytest.mark.parametrize(
        ("reading", "expected"),
        [("", ()), ("St-15=own-first", ("SEED 撤退1",)), ("St-15", ("SEED 撤退1", "St-15"))],
    )
    def test_own_and_enemy_areas_without_enemies(self, reading: str, expected: tuple[str, ...]) -> None:
        """St-15."""
        position = hit("r2@silo! a1@house", held="marsh", reading=reading)
        assert said(position, back("r2", "marsh")) == expected
        assert said(position, back("r2", "station")) == ()

    def test_the_fewest_enemies(self) -> None:
        """All areas around have Germans; two are Soviet."""
        units = (
            "r2@silo! a1@house a2@park b1@mamayev_kurgan c1@marsh i1@station i2@station t1@station m1@marsh"
        )
        position = hit(units, held="-station -marsh house park mamayev_kurgan")
        assert said(position, back("r2", "marsh")) == ()
        assert said(position, back("r2", "station")) == ("SEED 撤退1(1)",)
        assert said(position, back("r2", "park")) == ("SEED 撤退1(2)",)
        assert said(position, back("r2", lost=True)) == ("SEED 撤退2",)

    def test_not_among_enemies(self) -> None:
        position = hit("r2@silo! r3@silo a1@house")
        assert said(position, back("r2", "house")) == ("SEED 撤退1(2)",)
        assert said(position, a.Drive(S, "r3", ("house",))) == ("SEED 撤退1(2)",)

    @pytest.mark.parametrize(
        ("reading", "expected"),
        [("", ()), ("St-4=together", ("SEED 撤退1",)), ("St-4", ("SEED 撤退1", "St-4"))],
    )
    def test_together(self, reading: str, expected: tuple[str, ...]) -> None:
        """St-4."""
        position = do(hit("r2@silo! r3@silo! a1@house", reading=reading), back("r2", "station"))
        assert said(position, back("r3", "marsh")) == expected
        assert said(position, back("r3", "station")) == ()

    def test_together_as_far_as_there_is_room(self) -> None:
        """St-4=together."""
        position = hit("r2@silo! r3@silo! a1@house t1@station", reading="St-4=together", stacking=2)
        do(position, back("r2", "station"))
        assert said(position, back("r3", "marsh")) == ()


class TestNowhere:
    ROUND = "r2@silo! r3@silo a1@house a2@park b1@mamayev_kurgan b2@station i1@marsh"

    def test_eliminated(self) -> None:
        position = hit(self.ROUND)
        assert said(position, back("r2", lost=True)) == ()
        assert said(position, back("r2")) == ("SEED 撤退2",)
        assert said(position, a.Drive(S, "r3", (), True)) == ()
        assert said(position, back("r2", "house")) == ("SEED 撤退1(2)",)
        assert do(position, back("r2", lost=True)).where["r2"] == ELIMINATED

    def test_not_while_there_is_a_way(self) -> None:
        position = hit("r2@silo! a1@house")
        assert said(position, back("r2", lost=True)) == ("SEED 撤退2",)
        assert said(position, a.Drive(S, "r2", (), True)) == ("SEED 損傷2[2](2)",)


class TestFullAreas:
    # The Station is full with two; only it and the Marsh are open to the Silo, or it alone.
    UNITS = "r2@silo! t1@station t2@station a1@house a2@park b1@mamayev_kurgan"

    def test_on_to_the_next(self) -> None:
        position = hit(self.UNITS, stacking=2)
        assert said(position, back("r2", "station")) == ("SEED 撤退3",)
        assert said(position, back("r2", "station", "works")) == ()
        assert said(position, back("r2", "marsh")) == ()
        assert said(position, back("r2", "marsh", "station")) == ("SEED 撤退3",)
        assert said(position, back("r2", "station", lost=True)) == ("SEED 撤退3",)
        assert said(position, back("r2", "station", "works", lost=True)) == ("SEED 撤退3",)
        assert do(position, back("r2", "station", "works")).where["r2"] == "works"

    @pytest.mark.parametrize(
        ("reading", "expected"),
        [("", ()), ("St-17=other", ("SEED 撤退3",)), ("St-17", ("SEED 撤退3", "St-17"))],
    )
    def test_through_a_full_area_or_round_it(self, reading: str, expected: tuple[str, ...]) -> None:
        """St-17."""
        position = hit(self.UNITS, stacking=2, reading=reading)
        assert said(position, back("r2", "station", "works")) == expected
        assert said(position, back("r2", "marsh")) == ()
        # All full: it goes on in any case.
        position = hit(self.UNITS + " i1@marsh", stacking=2, reading=reading)
        assert said(position, back("r2", "station", "works")) == ()

    def test_eliminated_where_it_ends(self) -> None:
        # The Works are full as well, and behind them there is nothing but the Kurgan with a German.
        units = self.UNITS + " i1@marsh m1@works f1@works"
        position = hit(units, stacking=2)
        assert said(position, back("r2", "station", "works", lost=True)) == ()
        assert said(position, back("r2", "station", lost=True)) == ("SEED 撤退3",)
        assert said(position, back("r2", "station", "works")) == ("SEED 撤退3",)
        assert do(position, back("r2", "station", "works", lost=True)).where["r2"] == ELIMINATED

    @pytest.mark.parametrize(
        ("reading", "expected"),
        [("", ("SEED 撤退3",)), ("St-30=yes", ()), ("St-30", ("SEED 撤退3", "St-30"))],
    )
    def test_back_to_where_it_came_from(self, reading: str, expected: tuple[str, ...]) -> None:
        """St-30: the Silo is own and without enemies, so it could go back into it."""
        position = hit(self.UNITS, stacking=2, reading=reading)
        assert said(position, back("r2", "station", "silo")) == expected

    def test_priority_counts_on_every_step(self) -> None:
        units = self.UNITS + " i1@works m1@works"
        position = hit(units, stacking=2, held="-works")
        assert broken(position, back("r2", "station", "works")) == ("SEED 撤退1",)
        assert said(position, back("r2", "station", "marsh")) == ()

    def test_all_ways(self) -> None:
        position = hit(self.UNITS, stacking=2)
        found = set(ways(position, "r2", rulings(position)))
        assert found == {(("marsh",), False), (("station", "works"), False), (("station", "marsh"), False)}
        for path, lost in found:
            assert said(position, back("r2", *path, lost=lost)) == ()
        nowhere = hit(TestNowhere.ROUND)
        assert list(ways(nowhere, "r2", rulings(nowhere))) == [((), True)]


def test_retreats_are_done_whatever_they_say() -> None:
    position = force(hit("r2@silo! a1@house"), back("r2", "west", "camp"))
    assert position.where["r2"] == "camp"
    assert position.control("camp") is S
    assert position.control("house") is G
