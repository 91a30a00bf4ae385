"""SEED 流程1, 註2, 流程3(1): drawing and laying down cards."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.storm.rules.table import G, S, do, force, said, table
from toolkit.games.storm.rules import actions as a
from toolkit.games.storm.rules.data import KURGAN
from toolkit.games.storm.rules.position import Phase, Position


def drawing(phase: Phase = Phase.DRAW, **more: Any) -> Position:
    return table("a1@west", phase=phase, **more)


def top(position: Position, side: int, count: int) -> tuple[str, ...]:
    return tuple(reversed(position.decks[side][-count:]))


class TestDraw:
    def test_number_and_limit_of_the_turn_box(self) -> None:
        position = drawing()
        assert said(position, a.Draw(G, top(position, G, 4))) == ()
        assert said(position, a.Draw(G, top(position, G, 5))) == ("SEED 流程1",)
        full = drawing(german="guns flames aimed")
        assert said(full, a.Draw(G, top(full, G, 3))) == ("SEED 流程1",)
        do(full, a.Draw(G, top(full, G, 1)))
        do(full, a.Draw(G, top(full, G, 1)))
        assert said(full, a.Draw(G, top(full, G, 1))) == ("SEED 流程1",)

    def test_off_the_top_of_the_own_deck(self) -> None:
        position = drawing()
        assert said(position, a.Draw(G, (position.decks[G][0],))) == ("SEED 流程1",)
        assert said(position, a.Draw(G, top(position, S, 1))) == ("SEED 流程1",)
        assert said(position, a.Draw(G, tuple(reversed(top(position, G, 2))))) == ()

    def test_the_draw_of_the_other_turns(self) -> None:
        position = drawing(turn=2)
        assert said(position, a.Draw(S, top(position, S, 3))) == ()
        assert said(position, a.Draw(S, top(position, S, 4))) == ("SEED 流程1",)
        assert said(position, a.Draw(G, top(position, G, 3))) == ("SEED 流程1",)

    def test_kurgan_gives_one_more(self) -> None:
        """SEED 註2"""
        position = drawing()
        assert said(position, a.Draw(S, top(position, S, 4))) == ()
        assert said(position, a.Draw(S, top(position, S, 5))) == ("SEED 流程1",)
        position.held[KURGAN] = 0
        assert said(position, a.Draw(S, top(position, S, 4))) == ("SEED 流程1",)
        assert said(position, a.Draw(G, top(position, G, 5))) == ()

    def test_must_hands_be_filled(self) -> None:
        """St-27."""
        assert said(drawing(), a.EndDraw()) == ()
        assert said(drawing(reading="St-27"), a.EndDraw()) == ("SEED 流程1", "St-27")
        position = drawing(reading="St-27=must")
        assert said(position, a.EndDraw()) == ("SEED 流程1",)
        do(position, a.Draw(G, top(position, G, 4)), a.Draw(S, top(position, S, 4)))
        assert do(position, a.EndDraw()).phase is Phase.IMPULSES

    def test_an_empty_deck_frees_from_it(self) -> None:
        position = drawing(reading="St-27=must St-16=stop")
        for side in (G, S):
            position.piles[side].extend(position.decks[side])
            position.decks[side].clear()
        assert said(position, a.EndDraw()) == ()

    def test_when_hands_are_filled(self) -> None:
        """St-7."""
        first, later = drawing(reading="St-7=end"), drawing(turn=2, reading="St-7=end")
        assert said(first, a.Draw(G, top(first, G, 1))) == ()
        assert said(later, a.Draw(G, top(later, G, 1))) == ("SEED 流程1",)
        assert said(later, a.EndDraw()) == ()
        must = drawing(turn=2, reading="St-7=end St-27=must")
        assert said(must, a.EndDraw()) == ()


class TestEndOfTurn:
    def test_lay_down_then_fill(self) -> None:
        position = drawing(Phase.HANDS, german="guns flames aimed")
        assert said(position, a.Discard(G, ("guns", "flames"))) == ()
        assert said(position, a.Discard(G, ("howitzer",))) == ("SEED 流程3(1)",)
        do(position, a.Discard(G, ("guns",)), a.Draw(G, top(position, G, 3)))
        assert position.piles[G] == ["guns"]
        assert said(position, a.Draw(G, top(position, G, 1))) == ("SEED 流程3(1)",)
        assert said(position, a.Discard(G, ("flames",))) == ("SEED 流程3(1)",)
        assert said(position, a.Discard(S, ())) == ()

    def test_must_the_refill_be_done(self) -> None:
        """St-27."""
        assert said(drawing(Phase.HANDS), a.EndHands()) == ()
        assert said(drawing(Phase.HANDS, reading="St-27=must"), a.EndHands()) == ("SEED 流程3(1)",)
        assert said(drawing(Phase.HANDS, reading="St-27=must St-7=start"), a.EndHands()) == ()

    @pytest.mark.parametrize(
        ("reading", "expected"),
        [("", ()), ("St-7=start", ("SEED 流程3(1)",)), ("St-7=end", ()), ("St-7", ("SEED 流程3(1)", "St-7"))],
    )
    def test_is_there_a_refill(self, reading: str, expected: tuple[str, ...]) -> None:
        """St-7."""
        position = drawing(Phase.HANDS, reading=reading)
        assert said(position, a.Draw(G, top(position, G, 1))) == expected

    def test_whose_limit_counts(self) -> None:
        """St-19: the German may hold five in turn 1 and in turn 2; the Soviet four in both."""
        position = drawing(Phase.HANDS, reading="St-19")
        assert said(position, a.Draw(G, top(position, G, 5))) == ()
        less = list(position.data.turns)
        less[1] = (less[1][0].__class__(2, 3), less[1][1])
        for reading, expected in (
            ("", ()), ("St-19=next-turn", ("SEED 流程3(1)",)), ("St-19", ("SEED 流程3(1)", "St-19"))
        ):  # fmt: skip
            position = drawing(Phase.HANDS, reading=reading)
            object.__setattr__(position.data, "turns", tuple(less))
            assert said(position, a.Draw(G, top(position, G, 4))) == expected

    def test_a_hand_beyond_the_limit_is_kept(self) -> None:
        position = drawing(Phase.HANDS, german="guns flames aimed panzers_forward march drill rest")
        assert said(position, a.EndHands()) == ()
        force(position, a.Draw(G, ()))
        assert len(position.hands[G]) == 7
