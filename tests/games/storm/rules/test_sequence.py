"""SEED 流程: the order of a turn."""

from __future__ import annotations

import pytest

from tests.games.storm.rules.table import G, S, broken, do, force, said, table, under_fire
from toolkit.games.storm.rules import actions as a
from toolkit.games.storm.rules.position import Phase, Position

UNITS = "a1@west a2@west b1@park r2@house r3@mamayev_kurgan t1@station"


class TestImpulses:
    def test_the_german_comes_first(self) -> None:
        position = table(UNITS)
        position.last = None
        assert said(position, a.Pass(S)) == ("SEED 流程2",)
        assert said(position, a.Fire(S, ("r2",), "park")) == ("SEED 流程2",)
        assert said(position, a.Pass(G)) == ()

    def test_they_alternate(self) -> None:
        position = do(table(UNITS), a.Fire(G, ("b1",), "house"), a.Roll((1, 1)))
        assert said(position, a.Fire(G, ("a1",), "park")) == ("SEED 流程2",)
        assert said(position, a.Move(S, ("t1",), ("works",))) == ()
        do(position, a.Move(S, ("t1",), ("works",)))
        assert said(position, a.Pass(S)) == ("SEED 流程2",)
        assert said(position, a.Pass(G)) == ()

    def test_a_card_is_an_impulse_too(self) -> None:
        position = table(UNITS, actor=S, german="howitzer orders", soviet="sniper")
        assert said(position, a.Play(G, "orders")) == ("SEED 流程2",)
        assert said(position, a.Play(S, "sniper", "park")) == ()

    def test_a_card_is_laid_for_the_own_act(self) -> None:
        position = do(table(UNITS, german="march", soviet="sewers"), a.Play(G, "march"))
        assert said(position, a.Move(S, ("t1",), ("works",))) == ("SEED 流程2",)
        assert said(position, a.Pass(G)) == ("REF 3.3",)
        assert said(position, a.Move(G, ("a1",), ("camp",))) == ()

    def test_two_passes_end_the_impulses(self) -> None:
        position = table(UNITS)
        assert said(position, a.EndImpulses()) == ("SEED 流程2(3)",)
        do(position, a.Pass(G))
        assert said(position, a.EndImpulses()) == ("SEED 流程2(3)",)
        do(position, a.Pass(S))
        assert said(position, a.Move(G, ("a1",), ("camp",))) == ("SEED 流程2(3)",)
        assert said(position, a.Pass(G)) == ("SEED 流程2(3)",)
        assert do(position, a.EndImpulses()).phase is Phase.HANDS

    @pytest.mark.parametrize(
        ("reading", "acts", "ends"),
        [("", (), ("SEED 流程2(3)",)), ("St-6=out", ("SEED 流程2(3)",), ()),
         ("St-6", ("SEED 流程2(3)", "St-6"), ("SEED 流程2(3)", "St-6"))],
    )  # fmt: skip
    def test_passes_with_an_act_between(
        self, reading: str, acts: tuple[str, ...], ends: tuple[str, ...]
    ) -> None:
        """St-6: the German passes, the Soviet acts, the German passes again, the Soviet acts, and passes."""
        position = do(table(UNITS, reading=reading), a.Pass(G), a.Move(S, ("t1",), ("works",)), a.Pass(G))
        do(position, a.Move(S, ("r3",), ("silo",)))
        force(position, a.Pass(S))
        assert said(position, a.Move(G, ("a1",), ("camp",))) == acts
        assert said(position, a.EndImpulses()) == ends

    def test_an_act_after_both_passed_is_answered_like_any_other(self) -> None:
        """St-6: whether the fire may be is open, what answers it is not."""
        units = UNITS + " i1@west"
        position = table(units, german="smoke march drill", soviet="dug_in", reading="St-6")
        do(position, a.Pass(G), a.Move(S, ("t1",), ("works",)), a.Pass(G))
        do(position, a.Move(S, ("r3",), ("silo",)))
        force(position, a.Pass(S), a.Fire(G, ("b1",), "house"))
        assert said(position, a.Play(S, "dug_in")) == ()
        do(position, a.Roll((1, 1)))
        assert said(position, a.Play(G, "drill", units=("b1",), paid=("march",))) == ()
        assert said(position, a.Pass(S)) == ("SEED 流程2(3)", "St-6")

    def test_who_passed_is_out(self) -> None:
        """St-6=out: the other one goes on alone."""
        position = do(table(UNITS, reading="St-6=out"), a.Pass(G), a.Move(S, ("t1",), ("works",)))
        assert said(position, a.Move(G, ("a1",), ("camp",))) == ("SEED 流程2",)
        assert said(position, a.Move(S, ("r3",), ("silo",))) == ()
        position = do(table(UNITS), a.Pass(G), a.Move(S, ("t1",), ("works",)))
        assert said(position, a.Move(S, ("r3",), ("silo",))) == ("SEED 流程2",)

    def test_a_fire_is_rolled_before_anything_else(self) -> None:
        position = do(table(UNITS), a.Fire(G, ("b1",), "house"))
        assert said(position, a.Pass(S)) == ("SEED 攻擊2",)
        assert said(position, a.Spend(S, "r2")) == ("SEED 攻擊2",)
        assert said(position, a.Draw(S, ())) == ("SEED 流程1",)

    def test_losses_come_before_the_next_impulse(self) -> None:
        position = under_fire(table(UNITS, actor=S), "house", 2)
        assert said(position, a.Move(S, ("t1",), ("works",))) == ("SEED 損傷3",)
        assert said(position, a.Roll((1, 1))) == ("SEED 攻擊2",)
        assert said(position, a.EndImpulses()) == ("SEED 損傷3",)
        force(position, a.Eliminate(S, "r2"))
        assert said(position, a.Move(S, ("t1",), ("works",))) == ()


OUT_OF_PLACE = (
    (a.Draw(G, ("guns",)), "SEED 流程1"),
    (a.EndDraw(), "SEED 流程1"),
    (a.Begin(), "SEED 流程1"),
    (a.Bid(G, 2), "SEED 註1"),
    (a.Roll((1, 1)), "SEED 攻擊2"),
    (a.Spend(S, "r2"), "SEED 損傷2[1](1)"),
    (a.Retreat(S, "r2", ("silo",)), "SEED 損傷2[1](2)"),
    (a.Drive(S, "r2", ("silo",)), "SEED 損傷2[2](2)"),
    (a.Eliminate(S, "r2"), "SEED 損傷2[3]"),
    (a.Eliminate(S, "r1"), "SEED 損傷2[2](1)"),
    (a.CloseLosses(S), "SEED 損傷3"),
    (a.Discard(G, ()), "SEED 流程3(1)"),
    (a.EndHands(), "SEED 流程3(1)"),
    (a.Place("c2", "west"), "SEED 流程3(4)"),
    (a.Lost("c2"), "SEED 增援3"),
    (a.Withdraw("b1", "b1"), "SEED 撤離1"),
    (a.EndTurn(), "SEED 流程3(5)"),
)


@pytest.mark.parametrize(("action", "number"), OUT_OF_PLACE, ids=lambda found: str(found)[:30])
def test_what_has_no_place_in_impulses(action: a.Action, number: str) -> None:
    assert broken(table(UNITS + " r1@silo!"), action) == (number,)


@pytest.mark.parametrize("phase", [Phase.DRAW, Phase.HANDS, Phase.ARRIVALS, Phase.PREPARATION, Phase.OVER])
def test_impulses_belong_to_their_phase(phase: Phase) -> None:
    position = table(UNITS, phase=phase, german="orders")
    assert said(position, a.Move(G, ("a1",), ("camp",))) == ("SEED 流程2(1)",)
    assert said(position, a.Fire(G, ("b1",), "house")) == ("SEED 流程2(1)",)
    assert said(position, a.Play(G, "orders")) == ("SEED 流程2(2)",)
    assert said(position, a.Pass(G)) == ("SEED 流程2(3)",)


class TestEndPhase:
    def ended(self) -> Position:
        position = table(UNITS + " i1@camp!", markers="park:german", turn=2)
        do(position, a.Fire(G, ("b1",), "house"), a.Roll((1, 1)), a.Pass(S), a.Pass(G))
        return do(position, a.EndImpulses())

    def test_spent_units_become_fresh(self) -> None:
        """SEED 流程3(2)"""
        position = self.ended()
        assert {"b1", "i1"} <= position.spent
        assert not do(position, a.EndHands()).spent

    def test_fire_markers_go(self) -> None:
        """SEED 流程3(3)"""
        position = self.ended()
        position.held["camp"] = 15
        assert position.markers == {("park", G)}
        do(position, a.EndHands())
        assert position.markers == set()
        assert position.control("camp") is S

    def test_reinforcements_are_placed(self) -> None:
        position = do(self.ended(), a.EndHands())
        assert said(position, a.EndTurn()) == ("SEED 流程3(4)",)
        do(position, a.Place("c2", "west"), a.Place("c3", "camp"), a.Place("e1", "north_ferry"))
        assert said(position, a.EndTurn()) == ()

    def test_the_next_turn_begins_with_the_draw(self) -> None:
        """SEED 流程3(5)"""
        position = do(self.ended(), a.EndHands())
        do(position, a.Place("c2", "west"), a.Place("c3", "camp"), a.Place("e1", "north_ferry"), a.EndTurn())
        assert (position.turn, position.phase) == (3, Phase.DRAW)
        assert said(position, a.EndTurn()) == ("SEED 流程3(5)",)
        do(position, a.EndDraw())
        assert said(position, a.Pass(S)) == ("SEED 流程2",)
