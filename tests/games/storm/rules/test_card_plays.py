"""What single cards ask for and do: those that are actions, and answers to moves and losses."""

from __future__ import annotations

import pytest

from tests.games.storm.rules.table import G, S, do, rulings, said, table
from toolkit.games.storm.rules import actions as a
from toolkit.games.storm.rules.fire import points_left
from toolkit.games.storm.rules.position import ELIMINATED, WITHDRAWN, Position

UNITS = "a1@west a2@west b1@camp r1@park r2@house t1@station"


def points(position: Position) -> int:
    return 0 if position.toll is None else points_left(position.toll, rulings(position))


class TestBombard:
    def test_fire_of_its_own(self) -> None:
        """CARD bombard"""
        position = table(UNITS, german="bomber")
        assert said(position, a.Play(G, "bomber", "marsh")) == ("CARD bomber",)
        assert said(position, a.Play(G, "bomber", "west")) == ("CARD bomber",)
        do(position, a.Play(G, "bomber", "park"))
        assert said(position, a.Pass(S)) == ("SEED 攻擊2",)
        do(position, a.Roll((4, 4)))
        assert points(position) == 8 + 8 - 8 - 1
        assert not position.spent
        assert said(position, a.Spend(G, "r1")) == ("SEED 損傷1",)
        do(position, a.Eliminate(S, "r1"))
        assert position.where["r1"] == ELIMINATED

    @pytest.mark.parametrize(
        ("held", "markers", "expected"),
        [("", "", 1), ("park", "", 2), ("", "park:soviet", 2), ("", "park:german", 1)],
    )
    def test_terrain_is_lost_by_control_and_marker(self, held: str, markers: str, expected: int) -> None:
        position = table(UNITS, german="bomber", held=held, markers=markers)
        do(position, a.Play(G, "bomber", "park"), a.Roll((1, 1)))
        assert points(position) == expected

    def test_germans_in_the_area_do_not_take_it(self) -> None:
        position = table(UNITS + " i1@park", german="bomber", held="-park")
        do(position, a.Play(G, "bomber", "park"), a.Roll((1, 1)))
        assert points(position) == 1


class TestSnipe:
    def test_points_without_a_roll(self) -> None:
        """CARD snipe"""
        position = table(UNITS, actor=S, soviet="sniper")
        assert said(position, a.Play(S, "sniper", "marsh")) == ("CARD sniper",)
        do(position, a.Play(S, "sniper", "west"))
        assert points(position) == 1
        assert said(position, a.Spend(S, "a1")) == ("SEED 損傷1",)
        do(position, a.Spend(G, "a1"))
        assert said(position, a.Pass(G)) == ()

    def test_allotted_by_the_attacker(self) -> None:
        position = do(table(UNITS, german="sharpshooter"), a.Play(G, "sharpshooter", "park"))
        assert said(position, a.Spend(S, "r1")) == ("SEED 損傷1",)
        assert said(position, a.Spend(G, "r1")) == ()


class TestRally:
    def test_spent_units_of_one_area(self) -> None:
        """CARD rally"""
        position = table("a1@west! a2@west! a3@west! b1@camp! c1@west r1@west!", german="rest")

        def play(*units: str) -> a.Play:
            return a.Play(G, "rest", "west", units)

        assert said(position, play("a1", "a2")) == ()
        for units in ((), ("a1", "a2", "a3"), ("a1", "b1"), ("c1",), ("r1",)):
            assert said(position, play(*units)) == ("CARD rest",)
        do(position, play("a1", "a2"))
        assert position.spent == {"a3", "b1", "r1"}


class TestReplace:
    def test_an_eliminated_unit_comes_back(self) -> None:
        """CARD replace"""
        position = table(UNITS, german="convalescents", stacking=2)
        for unit in ("c1", "i1", "r3"):
            position.put(unit, ELIMINATED)
        position.put("a3", WITHDRAWN)

        def play(area: str, *units: str) -> a.Play:
            return a.Play(G, "convalescents", area, units)

        assert said(position, play("camp", "c1")) == ()
        assert said(position, play("west", "c1")) == ("CARD convalescents",)
        assert said(position, play("marsh", "c1")) == ("CARD convalescents",)
        for units in ((), ("c1", "c2"), ("a1",), ("r3",), ("i1",), ("a3",)):
            assert said(position, play("camp", *units)) == ("CARD convalescents",)
        do(position, play("camp", "c1"))
        assert (position.where["c1"], "c1" in position.spent) == ("camp", True)

    def test_a_soviet_unit_in_a_ferry_box(self) -> None:
        position = table(UNITS, actor=S, soviet="volunteers")
        position.put("r3", ELIMINATED)
        assert said(position, a.Play(S, "volunteers", "works", ("r3",))) == ("CARD volunteers",)
        do(position, a.Play(S, "volunteers", "south_ferry", ("r3",)))
        assert position.where["r3"] == "south_ferry"


class TestDraw:
    def test_so_many_cards(self) -> None:
        """CARD draw"""
        position = table(UNITS, german="orders guns flames aimed drill rest")
        do(position, a.Play(G, "orders"))
        deck = list(reversed(position.decks[G]))
        assert said(position, a.Draw(G, tuple(deck[:3]))) == ("CARD orders",)
        assert said(position, a.Draw(G, (deck[4],))) == ("CARD orders",)
        assert said(position, a.Draw(S, tuple(reversed(position.decks[S][-1:])))) == ("CARD orders",)
        assert said(position, a.Pass(S)) == ("CARD draw",)
        # The hand limit does not count; two draws of one card are as good.
        do(position, a.Draw(G, (deck[0],)), a.Draw(G, (deck[1],)))
        assert said(position, a.Pass(S)) == ()
        assert len(position.hands[G]) == 7

    @pytest.mark.parametrize(("reading", "expected"), [("", ("CARD draw",)), ("St-16=stop", ())])
    def test_from_an_empty_deck(self, reading: str, expected: tuple[str, ...]) -> None:
        position = table(UNITS, german="orders", reading=reading)
        position.piles[G].extend(position.decks[G])
        position.decks[G].clear()
        do(position, a.Play(G, "orders"))
        assert said(position, a.Pass(S)) == expected
        if expected:
            do(position, a.Shuffle(G, tuple(position.piles[G])))
            do(position, a.Draw(G, tuple(reversed(position.decks[G][-2:]))))
            assert said(position, a.Pass(S)) == ()


class TestUnspent:
    def test_units_that_fired_stay_fresh(self) -> None:
        """CARD unspent"""
        position = table(UNITS + " a3@west!", german="drill guns")
        do(position, a.Fire(G, ("a1", "a2"), "park"), a.Roll((1, 1)), a.Drive(S, "r1", ("silo",)))

        def play(*units: str) -> a.Play:
            return a.Play(G, "drill", units=units, paid=("guns",))

        for units in ((), ("a1", "a2"), ("a3",)):
            assert said(position, play(*units)) == ("CARD drill",)
        do(position, play("a2"))
        assert position.spent == {"a1", "a3", "r1"}

    def test_units_that_moved(self) -> None:
        position = table("r2@house r3@house t1@station", actor=S, soviet="counterblow")
        do(position, a.Move(S, ("r2", "r3"), ("silo",)), a.Play(S, "counterblow", units=("r2", "r3")))
        assert not position.spent
        assert said(position, a.Pass(G)) == ()
