"""SEED 損傷: loss points."""

from __future__ import annotations

import pytest

from tests.games.storm.rules.table import G, S, broken, do, force, rulings, said, table, under_fire
from toolkit.games.storm.rules import actions as a
from toolkit.games.storm.rules.fire import points_left
from toolkit.games.storm.rules.position import ELIMINATED, Position, Toll

UNITS = "r2@silo r3@silo! t1@station a1@house"


def hit(count: int, units: str = UNITS, *, reading: str = "", held: str = "", area: str = "silo") -> Position:
    return under_fire(table(units, actor=S, reading=reading, held=held), area, count)


def left(position: Position) -> int:
    return 0 if position.toll is None else points_left(position.toll, rulings(position))


class TestWho:
    def test_the_side_fired_on(self) -> None:
        assert said(hit(3), a.Spend(S, "r2")) == ()
        for action in (
            a.Spend(G, "r2"),
            a.Retreat(G, "r3", ("station",)),
            a.Drive(G, "r2", ("station",)),
            a.Eliminate(G, "r3"),
        ):
            assert said(hit(3), action) == ("SEED 損傷1",)
        assert "SEED 損傷1" in broken(hit(3), a.CloseLosses(G))

    def test_the_attacker_by_a_card(self) -> None:
        position = table(UNITS, german="aimed")
        do(position, a.Play(G, "aimed"), a.Fire(G, ("a1",), "silo"), a.Roll((6, 6)))
        assert position.toll is not None
        assert position.toll.allotter is G
        assert said(position, a.Eliminate(G, "r3")) == ()
        assert said(position, a.Eliminate(S, "r3")) == ("SEED 損傷1",)

    def test_only_units_that_were_fired_on(self) -> None:
        assert said(hit(3), a.Spend(S, "t1")) == ("SEED 損傷2",)
        assert said(hit(3), a.Spend(S, "a1")) == ("SEED 損傷2",)
        position = do(hit(6), a.Eliminate(S, "r2"))
        assert said(position, a.Eliminate(S, "r2")) == ("SEED 損傷2",)

    @pytest.mark.parametrize(
        ("reading", "expected"), [("", ("SEED 損傷2",)), ("St-1=again", ()), ("St-1", ("SEED 損傷2", "St-1"))]
    )
    def test_one_unit_once(self, reading: str, expected: tuple[str, ...]) -> None:
        """St-1: a unit that has retreated retreats again, or is eliminated."""
        position = do(hit(4, reading=reading), a.Retreat(S, "r3", ("station",)))
        assert said(position, a.Eliminate(S, "r3")) == expected
        assert said(position, a.Retreat(S, "r3", ("works",))) == expected
        # Turned over and driven back in two steps is one line after the other on the way there.
        position = do(hit(4, reading=reading), a.Spend(S, "r2"))
        assert said(position, a.Retreat(S, "r2", ("station",))) == ()
        assert said(position, a.Eliminate(S, "r2")) == ()


class TestTable:
    def test_one_point_turns_a_fresh_unit_over(self) -> None:
        position = hit(1)
        assert broken(position, a.Spend(S, "r3")) == ("SEED 損傷2[1](1)",)
        do(position, a.Spend(S, "r2"))
        assert "r2" in position.spent
        assert position.toll is None
        assert said(position, a.Spend(S, "r2")) == ("SEED 損傷2[1](1)",)

    def test_one_point_drives_a_spent_unit_back(self) -> None:
        position = hit(1)
        assert broken(position, a.Retreat(S, "r2", ("station",))) == ("SEED 損傷2[1](2)",)
        do(position, a.Retreat(S, "r3", ("station",)))
        assert position.where["r3"] == "station"
        assert "r3" in position.spent

    def test_two_points_eliminate_a_spent_unit(self) -> None:
        assert broken(hit(1), a.Eliminate(S, "r3")) == ("SEED 損傷2[2](1)",)
        position = do(hit(2), a.Eliminate(S, "r3"))
        assert position.where["r3"] == ELIMINATED
        assert "r3" not in position.spent

    def test_two_points_drive_a_fresh_unit_back(self) -> None:
        assert broken(hit(1), a.Drive(S, "r2", ("station",))) == ("SEED 損傷2[2](2)",)
        assert broken(hit(2), a.Drive(S, "r3", ("station",))) == ("SEED 損傷2[2](2)",)
        position = do(hit(2), a.Drive(S, "r2", ("station",)))
        assert (position.where["r2"], "r2" in position.spent) == ("station", True)

    def test_three_points_eliminate_a_fresh_unit(self) -> None:
        assert broken(hit(2), a.Eliminate(S, "r2")) == ("SEED 損傷2[3]",)
        position = do(hit(3), a.Eliminate(S, "r2"))
        assert position.where["r2"] == ELIMINATED

    def test_points_are_counted(self) -> None:
        position = hit(9)
        for action, expected in (
            (a.Spend(S, "r2"), 8),
            (a.Eliminate(S, "r2"), 6),
            (a.Retreat(S, "r3", ("station",)), 5),
        ):
            do(position, action)
            assert left(position) == expected
        assert left(do(hit(9), a.Drive(S, "r2", ("station",)))) == 7
        assert left(do(hit(9), a.Eliminate(S, "r2"))) == 6


class TestWayOut:
    # Germans hold everything around the Silo.
    ROUND = "r2@silo r3@silo! a1@house a2@park b1@mamayev_kurgan b2@station i1@marsh"

    @pytest.mark.parametrize(
        ("reading", "retreat", "drive"),
        [
            ("", (), ()),
            ("St-2=not-offered", ("SEED 損傷2[1](2)",), ("SEED 損傷2[2](2)",)),
            ("St-2", ("SEED 損傷2[1](2)", "St-2"), ("SEED 損傷2[2](2)", "St-2")),
        ],
    )
    def test_no_way_back(self, reading: str, retreat: tuple[str, ...], drive: tuple[str, ...]) -> None:
        """St-2: the one point eliminates."""
        assert said(hit(2, self.ROUND, reading=reading), a.Retreat(S, "r3", (), True)) == retreat
        assert said(hit(2, self.ROUND, reading=reading), a.Drive(S, "r2", (), True)) == drive

    def test_then_it_is_gone(self) -> None:
        position = do(hit(2, self.ROUND), a.Retreat(S, "r3", (), True))
        assert (position.where["r3"], left(position)) == (ELIMINATED, 1)
        position = do(hit(2, self.ROUND), a.Drive(S, "r2", (), True))
        assert (position.where["r2"], position.toll) == (ELIMINATED, None)

    def test_a_point_that_nobody_can_take(self) -> None:
        """St-2=not-offered: one point, one spent unit without a way back."""
        alone = self.ROUND.replace("r2@silo ", "")
        position = hit(1, alone, reading="St-2=not-offered")
        assert said(position, a.CloseLosses(S)) == ()
        assert said(hit(1, alone), a.CloseLosses(S)) == ("SEED 損傷3",)
        assert said(hit(2, alone, reading="St-2=not-offered"), a.CloseLosses(S)) == ("SEED 損傷3",)


class TestEnd:
    def test_points_are_spent_while_a_unit_can_take_one(self) -> None:
        assert said(hit(1), a.CloseLosses(S)) == ("SEED 損傷3",)
        position = do(hit(9), a.Eliminate(S, "r2"), a.Eliminate(S, "r3"))
        assert position.toll is None
        assert said(position, a.CloseLosses(S)) == ("SEED 損傷3",)

    def test_points_that_are_left_have_no_effect(self) -> None:
        position = do(hit(9), a.Eliminate(S, "r2"), a.Retreat(S, "r3", ("station",)))
        assert left(position) == 5
        assert said(position, a.CloseLosses(S)) == ()
        assert said(position, a.Pass(S)) == ()
        do(position, a.Pass(S))
        assert position.toll is None

    @pytest.mark.parametrize(
        ("reading", "expected"),
        [("", ("SEED 損傷3",)), ("St-3=as-wished", ()), ("St-3", ("SEED 損傷3", "St-3"))],
    )
    def test_may_points_be_left(self, reading: str, expected: tuple[str, ...]) -> None:
        """St-3."""
        assert said(hit(5, reading=reading), a.CloseLosses(S)) == expected
        assert said(hit(5, reading=reading), a.Pass(S)) == expected
        if not expected:
            assert do(hit(5, reading=reading), a.CloseLosses(S)).toll is None

    def test_with_again_who_retreated_goes_on_taking(self) -> None:
        """St-1=again."""
        position = do(hit(3, "r3@silo! a1@house", reading="St-1=again"), a.Retreat(S, "r3", ("station",)))
        assert said(position, a.CloseLosses(S)) == ("SEED 損傷3",)
        assert said(position, a.Retreat(S, "r3", ("works",))) == ()


def test_losses_are_done_whatever_they_say() -> None:
    position = force(
        hit(1),
        a.Eliminate(G, "t1"),
        a.Retreat(S, "a1", ("nowhere",)),
        a.Drive(S, "r2", ()),
        a.Spend(S, "c2"),
        a.CloseLosses(G),
    )
    assert position.where["t1"] == ELIMINATED
    assert position.where["a1"] == "house"
    assert "c2" not in position.spent
    force(position, a.Spend(S, "a1"))
    assert "a1" in position.spent


def test_what_a_toll_is() -> None:
    assert Toll(S, S, ("r2",), "silo", 5).rolled is False
