"""What cards do: answers to moves, losses and fires; whatever is played is done."""

from __future__ import annotations

from tests.games.storm.rules.table import G, S, broken, do, force, said, table, under_fire
from tests.games.storm.rules.test_card_plays import UNITS, points
from toolkit.games.storm.rules import actions as a


class TestMines:
    def test_points_for_the_group(self) -> None:
        """CARD mines"""
        position = table(UNITS, soviet="minefield wire")
        do(position, a.Move(G, ("a1",), ("camp",)))
        assert said(position, a.Play(S, "minefield")) == ()
        do(position, a.Play(S, "minefield"))
        assert points(position) == 2
        assert said(position, a.Spend(G, "b1")) == ("SEED 損傷2",)
        assert said(position, a.Eliminate(S, "a1")) == ("SEED 損傷1",)
        do(position, a.Eliminate(G, "a1"))
        assert said(position, a.Pass(S)) == ()

    def test_in_the_right_area(self) -> None:
        position = do(table(UNITS, soviet="minefield", held="-camp"), a.Move(G, ("a1",), ("park",)))
        assert said(position, a.Play(S, "minefield")) == ("CARD minefield",)

    def test_back_where_it_came_from(self) -> None:
        position = do(table(UNITS, soviet="wire"), a.Move(G, ("a1",), ("park",)), a.Play(S, "wire"))
        assert (position.where["a1"], position.toll) == ("west", None)
        assert "a1" in position.spent
        assert said(position, a.Pass(S)) == ()

    def test_they_end_an_overrun(self) -> None:
        position = table(UNITS, german="panzers_forward", soviet="wire")
        do(position, a.Play(G, "panzers_forward"), a.Move(G, ("b1",), ("house",)), a.Play(S, "wire"))
        assert "SEED 流程2" in broken(position, a.Fire(G, ("b1",), "house"))


class TestSpare:
    def test_fewer_points(self) -> None:
        """CARD spare"""
        position = under_fire(table(UNITS, actor=S, soviet="order_227 wire"), "park", 5)
        do(position, a.Play(S, "order_227", paid=("wire",)))
        assert points(position) == 2
        assert said(position, a.Eliminate(S, "r1")) == ("SEED 損傷2[3]",)

    def test_none_left(self) -> None:
        position = under_fire(table(UNITS, actor=S, soviet="order_227 wire"), "park", 3)
        assert do(position, a.Play(S, "order_227", paid=("wire",))).toll is None


def test_a_fire_that_does_not_happen() -> None:
    """CARD cancel"""
    position = table(UNITS, actor=S, german="shortage")
    do(position, a.Fire(S, ("r2",), "camp"), a.Play(G, "shortage"))
    assert position.shot is None
    assert position.spent == {"r2"}
    assert position.markers == set()
    assert position.done is None
    assert said(position, a.Roll((1, 1))) == ("SEED 攻擊2",)
    assert said(position, a.Pass(G)) == ()


def test_cards_are_played_whatever_they_say() -> None:
    position = table(UNITS, german="bomber orders smoke medics drill rest")
    force(
        position,
        a.Play(G, "bomber", "kiev"),
        a.Play(G, "smoke"),
        a.Play(G, "medics", paid=("a1", "orders", "z9")),
        a.Play(S, "drill", units=("a1",)),
        a.Play(G, "rest", "west", ("a1", "r1")),
        a.Play(G, "heavy_guns", "marsh"),
    )
    assert sorted(position.piles[G]) == ["bomber", "drill", "medics", "orders", "rest", "smoke"]
