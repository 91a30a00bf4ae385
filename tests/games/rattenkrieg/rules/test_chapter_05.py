"""Chapters 5 and 6: the sequence of play, reinforcements."""

from __future__ import annotations

import pytest

from tests.games.rattenkrieg.rules.table import G, S, do, force, said, table, verdict
from toolkit.games.rattenkrieg.rules import actions as a
from toolkit.games.rattenkrieg.rules.actions import Action
from toolkit.games.rattenkrieg.rules.position import Course, Phase, Position
from toolkit.rules.verdict import Basis, Outcome

UNITS = "14pz@german_rear 71@german_rear 13gds@soviet_rear rifle_3@airfield"


def arriving(turn: int, units: str = UNITS, **more: str) -> Position:
    position = table(units, turn=turn, **more)  # type: ignore[arg-type]
    position.phase = Phase.REINFORCEMENT
    return position


class TestAlternation:
    def test_5_0_2_the_german_player_turn(self) -> None:
        position = table(UNITS)
        assert said(position, a.Activate("71")) == ()
        assert said(position, a.Activate("13gds")) == ("5.0.2",)
        assert said(position, a.Pass(S, "13gds")) == ("5.0.2",)
        assert said(position, a.Pass(G, "71")) == ()

    def test_5_0_3_the_soviet_player_turn(self) -> None:
        position = table(UNITS, actor=S, deck="2C")
        assert said(position, a.Activate("13gds")) == ()
        assert said(position, a.Activate("71")) == ("5.0.3",)
        assert said(position, a.Replenish("71", "2C")) == ("5.0.3",)
        assert said(position, a.Replenish("13gds", "2C")) == ()

    def test_5_0_two_passes_end_operations(self) -> None:
        position = table(UNITS)
        assert said(position, a.EndOperations()) == ("5.0",)
        do(position, a.Pass(G, "71"))
        assert said(position, a.EndOperations()) == ("5.0",)
        do(position, a.Pass(S, "13gds"))
        assert said(position, a.Activate("14pz")) == ("5.0",)
        assert said(position, a.Pass(G, "14pz")) == ("5.0",)
        do(position, a.EndOperations())
        assert position.phase is Phase.REPLENISHMENT
        assert said(position, a.Activate("14pz")) == ("5.0",)

    def test_5_0_an_act_between_two_passes(self) -> None:
        position = do(table(UNITS), a.Pass(G, "71"), a.Activate("13gds"))
        do(position, a.MoveFriendly("13gds", "red_square"), a.End(("13gds",)), a.Pass(G, "14pz"))
        assert said(position, a.EndOperations()) == ("5.0",)

    @pytest.mark.parametrize(("reading", "ends"), [("", ("5.0",)), ("U03=yes", ()), ("U03", ("5.0", "U03"))])
    def test_5_0_does_a_replenishment_count(self, reading: str, ends: tuple[str, ...]) -> None:
        """U03."""
        position = do(table(UNITS, deck="2C", reading=reading), a.Replenish("71", "2C"), a.Pass(S, "13gds"))
        assert said(position, a.EndOperations()) == ends
        goes_on = {"": (), "U03=yes": ("5.0",), "U03": ("5.0", "U03")}[reading]
        assert said(position, a.Activate("14pz")) == goes_on

    def test_5_0_4_after_operations_come_hands_and_only_then(self) -> None:
        position = table(UNITS, deck="2C")
        assert said(position, a.Draw(G, ("2C",))) == ("10.1",)
        assert said(position, a.Discard(G, ("4H",))) == ("10.1",)
        assert said(position, a.FlipUp(("71",))) == ("10.3",)
        assert said(position, a.EndTurn()) == ("5.0",)
        position.courses = (Course.PASSED, Course.PASSED)
        do(position, a.EndOperations(), a.Draw(G, ("2C",)), a.EndTurn())
        assert (position.phase, position.turn) == (Phase.REINFORCEMENT, 2)

    def test_5_0_outside_its_phase_everything_is_out_of_sequence(self) -> None:
        position = arriving(2)
        for action in (a.Activate("71"), a.Place("71", "german_rear"), a.EndTurn(), a.Open(G)):
            assert said(position, action) == ("5.0",)
        assert said(table(UNITS), a.Place("71", "german_rear")) == ("5.0",)
        assert said(table(UNITS), a.EndReinforcement()) == ("5.0",)

    def test_5_0_the_wrong_side_went_on(self) -> None:
        """After an illegal player turn the other side is to act."""
        position = force(table(UNITS), a.Activate("13gds"), a.MoveFriendly("13gds", "red_square"))
        force(position, a.End(("13gds",)))
        assert position.actor is G


class TestArrivals:
    def test_6_1_the_two_divisions_of_turn_2(self) -> None:
        position = arriving(2, deck="AS 2S 3S 4S 5S 6S")
        assert said(position, a.Reinforce("16pz", "german_rear")) == ()
        assert said(position, a.Reinforce("16pz", "airfield")) == ("6.1",)
        assert said(position, a.Reinforce("71", "german_rear")) == ("6.1",)
        assert said(position, a.Reinforce("1pz", "german_rear")) == ("6.1",)
        assert said(position, a.EndReinforcement()) == ("6.1",)
        assert said(position, a.DealSteps("100j", ("AS",))) == ("6.1",)
        do(position, a.Reinforce("16pz", "german_rear"), a.Reinforce("100j", "german_rear"))
        assert said(position, a.EndReinforcement()) == ("6.1",)
        assert said(position, a.DealSteps("100j", ("AS", "2S"))) == ("6.1",)
        assert said(position, a.DealSteps("14pz", ("AS",))) == ("6.1",)
        do(position, a.DealSteps("16pz", ("AS", "2S")), a.DealSteps("16pz", ("3S", "4S")))
        assert said(position, a.EndReinforcement()) == ("6.1",)
        do(position, a.DealSteps("100j", ("5S",)), a.EndReinforcement())
        assert (position.phase, position.actor) == (Phase.OPERATIONS, G)

    def test_6_1_not_in_another_turn(self) -> None:
        assert said(arriving(3), a.Reinforce("16pz", "german_rear")) == ("6.1",)

    def test_6_2_the_guards_of_turn_3(self) -> None:
        position = arriving(3, deck="AS 2S 3S 4S")
        assert said(position, a.Reinforce("39gds", "red_square")) == ("6.2",)
        assert said(position, a.EndReinforcement()) == ("6.2",)
        do(position, a.Reinforce("39gds", "soviet_rear"))
        assert said(position, a.DealSteps("39gds", ("AS", "2S", "3S", "4S"))) == ("6.2",)
        assert said(position, a.Reinforce("39gds", "soviet_rear")) == ("6.2",)
        do(position, a.DealSteps("39gds", ("AS", "2S", "3S")), a.EndReinforcement())
        assert said(arriving(2), a.Reinforce("39gds", "soviet_rear")) == ("6.2",)

    def test_6_3_the_t34_returns(self) -> None:
        position = arriving(4)
        assert said(position, a.ReturnT34("tractor_factory")) == ("6.3",)
        position.put("t34", "gone")
        position.t34_gone = 3
        assert said(position, a.ReturnT34("factory_district")) == ("6.3",)
        assert said(position, a.EndReinforcement()) == ("6.3",)
        do(position, a.ReturnT34("tractor_factory"), a.EndReinforcement())
        assert position.where["t34"] == "tractor_factory"

    def test_6_3_not_while_the_factory_is_german(self) -> None:
        position = arriving(4, held="tractor_factory")
        position.put("t34", "gone")
        position.t34_gone = 3
        assert said(position, a.ReturnT34("tractor_factory")) == ("6.3",)
        assert said(position, a.EndReinforcement()) == ()

    @pytest.mark.parametrize(
        ("reading", "returns", "stays"),
        [
            ("", ("6.3",), ()),
            ("U09=any-earlier", (), ("6.3",)),
            ("U09", ("6.3", "U09"), ("6.3", "U09")),
        ],
    )
    def test_6_3_a_loss_longer_ago(
        self, reading: str, returns: tuple[str, ...], stays: tuple[str, ...]
    ) -> None:
        """U09."""
        position = arriving(4, reading=reading)
        position.put("t34", "gone")
        position.t34_gone = 1
        assert said(position, a.ReturnT34("tractor_factory")) == returns
        assert said(position, a.EndReinforcement()) == stays

    @pytest.mark.parametrize(("turn", "late"), [(2, ()), (3, ()), (4, ("5.0.1",)), (6, ("5.0.1",))])
    def test_5_0_1_arrivals_in_turns_2_and_3(self, turn: int, late: tuple[str, ...]) -> None:
        """U08: under the strict reading nothing comes later, and nothing is due."""
        for reading, expected in (("", ()), ("U08=printed-turns", late)):
            position = arriving(turn, reading=reading)
            position.put("t34", "gone")
            position.t34_gone = turn - 1
            assert said(position, a.ReturnT34("tractor_factory")) == expected
            if turn > 3:
                assert said(position, a.EndReinforcement()) == (() if expected else ("6.3",))


BASES: tuple[tuple[Action, Basis], ...] = (
    (a.Activate("13gds"), Basis.RULES),
    (a.MoveFriendly("14pz", "minina"), Basis.RECONSTRUCTED),
)


@pytest.mark.parametrize(("action", "basis"), BASES)
def test_what_a_verdict_rests_on(action: Action, basis: Basis) -> None:
    """Ways between areas are reconstructed; whose turn it is the text says alone."""
    position = table(UNITS, held="minina")
    if not isinstance(action, a.Activate):
        position = table(UNITS + " 29mot@minina 24pz@south_stalingrad", act="14pz", held="mamayev_kurgan")
        action = a.MoveFriendly("14pz", "mamayev_kurgan")
    found = verdict(position, action)
    assert (found.outcome, found.basis) == (Outcome.ILLEGAL, basis)
