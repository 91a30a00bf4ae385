"""SEED 勝利, 註1: who wins, bids."""

from __future__ import annotations

import pytest

from tests.games.storm.rules.table import G, S, broken, do, force, rulings, said, table, verdict
from toolkit.games.storm.rules import actions as a
from toolkit.games.storm.rules.position import Phase, Position
from toolkit.games.storm.rules.victory import target
from toolkit.rules.verdict import Basis


def before(reading: str = "") -> Position:
    position = table(phase=Phase.PREPARATION, reading=reading)
    for deck in position.decks:
        deck.clear()
    return position


def ending(held: str, *, turn: int = 6, reading: str = "") -> Position:
    return table("a1@west r1@silo", phase=Phase.ARRIVALS, held=held, turn=turn, reading=reading)


def arrived(position: Position) -> Position:
    for unit in position.data.units.values():
        if unit.enters:
            position.put(unit.id, unit.entry[0])
    return position


class TestVictory:
    def test_three_victory_areas_win_for_the_soviets(self) -> None:
        position = arrived(ending(""))
        assert said(position, a.EndTurn(S)) == ()
        assert said(position, a.EndTurn(G)) == ("SEED 勝利",)
        assert said(position, a.EndTurn()) == ("SEED 勝利",)

    def test_two_do_not(self) -> None:
        position = arrived(ending("works"))
        assert broken(position, a.EndTurn(S)) == ("SEED 勝利",)
        assert said(position, a.EndTurn(G)) == ()
        do(position, a.EndTurn(G))
        assert (position.phase, position.winner) == (Phase.OVER, G)
        assert said(position, a.Pass(G)) == ("SEED 流程2(3)",)

    def test_nobody_wins_before_the_last_turn(self) -> None:
        position = arrived(ending("works station silo", turn=5))
        assert said(position, a.EndTurn(G)) == ("SEED 勝利",)
        assert said(position, a.EndTurn()) == ()

    def test_two_suffice_by_another_reading(self) -> None:
        """St-9."""
        assert said(arrived(ending("works", reading="St-9=two")), a.EndTurn(S)) == ()
        assert said(arrived(ending("works", reading="St-9")), a.EndTurn(S)) == ("SEED 勝利", "St-9")
        assert target(ending("", reading="St-9=two"), rulings(ending("", reading="St-9=two"))) == 2

    def test_the_bid_is_the_target(self) -> None:
        position = arrived(ending("works"))
        position.target = 2
        assert said(position, a.EndTurn(S)) == ()

    def test_what_it_rests_on(self) -> None:
        assert verdict(arrived(ending("works")), a.EndTurn(S)).basis is Basis.RECONSTRUCTED
        assert verdict(table("a1@west"), a.Pass(S)).basis is Basis.RULES


class TestBids:
    def test_the_higher_bid_plays_the_soviets(self) -> None:
        position = do(before(), a.Bid(G, 2), a.Bid(S, 4))
        assert said(position, a.OpenBids(G, 4)) == ("SEED 註1",)
        assert said(position, a.OpenBids(S, 2)) == ("SEED 註1",)
        assert do(position, a.OpenBids(S, 4)).target == 4
        assert said(position, a.OpenBids(S, 4)) == ("SEED 註1",)

    def test_at_least_one_and_one_each(self) -> None:
        assert said(before(), a.Bid(G, 0)) == ("SEED 註1",)
        position = do(before(), a.Bid(G, 1))
        assert said(position, a.Bid(G, 2)) == ("SEED 註1",)
        assert said(position, a.OpenBids(G, 1)) == ("SEED 註1",)

    @pytest.mark.parametrize(
        ("reading", "wanted", "expected"),
        [
            ("", 3, ()),
            ("", 5, ()),
            ("", 0, ("SEED 註1",)),
            ("St-23=two-or-three", 2, ()),
            ("St-23=two-or-three", 5, ("SEED 註1",)),
            ("St-23", 5, ("SEED 註1", "St-23")),
            ("St-23", 3, ()),
        ],
    )
    def test_equal_bids(self, reading: str, wanted: int, expected: tuple[str, ...]) -> None:
        """St-23: for equal bids two or three are suggested."""
        position = do(before(reading), a.Bid(G, 4), a.Bid(S, 4))
        for soviet in (G, S):
            assert said(position, a.OpenBids(soviet, wanted)) == expected

    def test_the_game_begins_after_the_bids(self) -> None:
        position = do(before(), a.Bid(G, 2))
        assert said(position, a.Begin()) == ("SEED 註1",)
        do(position, a.Bid(S, 1), a.OpenBids(G, 2), a.Begin())
        assert said(position, a.Bid(S, 1)) == ("SEED 註1",)

    def test_must_there_be_bids(self) -> None:
        """St-9."""
        assert said(before(), a.Begin()) == ()
        assert said(before("St-9=bid"), a.Begin()) == ("SEED 註1",)
        assert said(do(before("St-9=bid"), a.Bid(G, 2), a.Bid(S, 1), a.OpenBids(G, 2)), a.Begin()) == ()

    def test_bids_are_done_whatever_they_say(self) -> None:
        assert force(before(), a.Bid(G, 0), a.OpenBids(S, 7)).target == 7
