"""Chapter 7: the unit that acts, movement, passing, replenishing."""

from __future__ import annotations

import pytest

from tests.games.rattenkrieg.rules.table import G, S, broken, do, force, said, table, verdict
from toolkit.games.rattenkrieg.rules import actions as a
from toolkit.games.rattenkrieg.rules.game import owing

UNITS = "14pz@german_rear 71@german_rear 13gds@soviet_rear rifle_3@airfield rifle_4@orlovka"
STEPS = "14pz:7S,8S 71:2C 13gds:2H rifle_3:3D"


class TestWhoActs:
    def test_7_1_first_a_unit_is_named(self) -> None:
        position = table(UNITS, held="minina")
        assert said(position, a.MoveFriendly("71", "minina")) == ("7.1",)
        assert said(position, a.Activate("16pz")) == ("7.1",)
        assert said(position, a.Activate("71")) == ()

    def test_7_1_one_unit_a_player_turn(self) -> None:
        position = table(UNITS, act="71", held="minina")
        assert said(position, a.Activate("14pz")) == ("7.1",)
        assert said(position, a.MoveFriendly("14pz", "minina")) == ("7.1",)
        assert said(position, a.MoveFriendly("71", "minina")) == ()

    def test_7_1_as_many_operations_as_cards_allow(self) -> None:
        position = table(UNITS, steps=STEPS, german="JH 2S 3S", deck="9C", held="minina")
        do(position, a.Activate("71"), a.MoveFriendly("71", "minina"), a.EnterEmpty("71", "red_square", "2S"))
        do(position, a.EnterEmpty("71", "tennis_racket", "3S"), a.EnterEmpty("71", "factory_district", "2C"))
        assert position.act is not None
        assert position.act.operations == 4

    @pytest.mark.parametrize(("reading", "expected"), [("", ()), ("U33=may-not-act", ("7.1",))])
    def test_7_1_isolated_units_may_act(self, reading: str, expected: tuple[str, ...]) -> None:
        """U33."""
        position = table("71@airfield rifle_3@airfield", actor=S, isolated="rifle_3", reading=reading)
        assert said(position, a.Activate("rifle_3")) == expected


class TestOwnAreas:
    def test_7_2_as_far_as_one_likes(self) -> None:
        position = table(UNITS, actor=S, act="13gds")
        assert said(position, a.MoveFriendly("13gds", "orlovka")) == ()
        assert said(position, a.MoveFriendly("13gds", "soviet_rear")) == ("7.2",)

    def test_7_2_only_along_a_chain(self) -> None:
        position = table(UNITS, actor=S, act="13gds", held="factory_district tennis_racket red_square")
        assert said(position, a.MoveFriendly("13gds", "mamayev_kurgan")) == ("7.2",)

    @pytest.mark.parametrize(
        ("reading", "through", "over"),
        [
            ("", (), ("7.2",)),
            ("U14=chain-not-through-rear", ("7.2",), ("7.2",)),
            ("U14=anywhere", (), ()),
        ],
    )
    def test_7_2_the_rear_and_the_chain(
        self, reading: str, through: tuple[str, ...], over: tuple[str, ...]
    ) -> None:
        """U14: from an area through the own rear to another; to an area that nothing links."""
        position = table("71@minina", act="71", held="orlovka mamayev_kurgan", reading=reading)
        assert said(position, a.MoveFriendly("71", "orlovka")) == through
        assert said(position, a.MoveFriendly("71", "german_rear")) == ()
        assert said(position, a.MoveFriendly("71", "mamayev_kurgan")) == over
        position = table("71@german_rear", act="71", held="orlovka", reading=reading)
        assert said(position, a.MoveFriendly("71", "orlovka")) == ()

    def test_7_2_nothing_is_paid_for_an_own_area(self) -> None:
        position = table(UNITS, act="71", held="minina", steps=STEPS)
        assert said(position, a.EnterEmpty("71", "minina", "2C")) == ("7.2",)
        assert said(position, a.EnterBattle("71", "minina")) == ("7.2",)

    def test_7_2_isolated_enemies_stop_nobody(self) -> None:
        """U55."""
        position = table("71@german_rear 24pz@minina rifle_1@minina", act="71", isolated="rifle_1")
        assert said(position, a.MoveFriendly("71", "minina")) == ()

    def test_2_2_any_number_of_units(self) -> None:
        """2.2: the sixth division moves in."""
        full = " ".join(f"{unit}@minina" for unit in ("14pz", "24pz", "29mot", "295", "389"))
        position = table(f"71@german_rear {full}", act="71")
        assert said(position, a.MoveFriendly("71", "minina")) == ()


class TestEnemyAreas:
    def test_7_3_a_card_for_an_empty_area(self) -> None:
        position = table(UNITS, act="14pz", steps=STEPS)
        assert said(position, a.EnterEmpty("14pz", "minina", "7S")) == ()
        assert said(position, a.EnterEmpty("14pz", "minina", "4H")) == ()
        assert said(position, a.EnterEmpty("14pz", "minina", "2C")) == ("7.3",)
        assert said(position, a.EnterEmpty("14pz", "minina", "5H")) == ("7.3",)
        assert said(position, a.EnterEmpty("14pz", "minina", None)) == ("7.3",)
        assert said(position, a.MoveFriendly("14pz", "minina")) == ("7.3",)
        unpaid = a.EnterEmpty("14pz", "minina", None)
        assert owing(position, unpaid, ("7.3",)) == (G, "")
        assert owing(position, a.EnterEmpty("14pz", "minina", "5H"), ("7.3",)) is None
        do(position, a.EnterEmpty("14pz", "minina", "7S"))
        assert (position.where["14pz"], position.held[0]["minina"], position.pile) == ("minina", G, ["7S"])

    def test_7_3_only_a_neighbour(self) -> None:
        position = table(UNITS, act="14pz", steps=STEPS)
        assert said(position, a.EnterEmpty("14pz", "mamayev_kurgan", "7S")) == ("7.3",)
        assert said(position, a.EnterBattle("14pz", "mamayev_kurgan")) == ("7.3",)

    def test_7_3_a_battle_costs_nothing_to_enter(self) -> None:
        position = table(UNITS, act="14pz", steps=STEPS)
        assert said(position, a.EnterBattle("14pz", "airfield")) == ()
        assert said(position, a.EnterBattle("14pz", "airfield", card="4H")) == ("7.3",)
        assert said(position, a.EnterBattle("14pz", "minina")) == ("7.3",)

    @pytest.mark.parametrize(("reading", "expected"), [("", ("7.3",)), ("U17=allowed", ())])
    def test_7_3_without_a_card(self, reading: str, expected: tuple[str, ...]) -> None:
        """U17."""
        position = table(UNITS, act="71", german="", reading=reading)
        assert said(position, a.EnterBattle("71", "airfield")) == expected

    def test_7_3_entering_frees_isolated_friends(self) -> None:
        """U16: for the usual card."""
        position = table("13gds@mamayev_kurgan rifle_3@airfield", actor=S, act="13gds", steps="13gds:2H")
        for held in position.held:
            held["airfield"] = G
        for cut in position.cut_off:
            cut.add("rifle_3")
        assert said(position, a.EnterEmpty("13gds", "airfield", None)) == ("7.3",)
        do(position, a.EnterEmpty("13gds", "airfield", "2H"))
        assert not position.cut_off[0]
        assert position.held[0]["airfield"] is S


class TestPassing:
    def test_7_4_a_pass_turns_a_unit(self) -> None:
        position = table(UNITS, down="71")
        assert said(position, a.Pass(G, "71")) == ("7.4",)
        assert said(position, a.Pass(G)) == ("7.4",)
        assert said(position, a.Pass(G, "13gds")) == ("7.4",)
        assert said(position, a.Pass(G, "16pz")) == ("7.4",)
        do(position, a.Pass(G, "14pz"))
        assert (position.down, position.actor) == ({"71", "14pz"}, S)

    def test_7_4_with_nobody_face_up(self) -> None:
        """U02."""
        position = table(UNITS, down="71 14pz")
        assert said(position, a.Pass(G)) == ()

    def test_7_4_the_named_unit_does_nothing(self) -> None:
        position = table(UNITS, act="71", operations=0)
        assert said(position, a.Pass(G, "71")) == ()
        assert said(position, a.Pass(G, "14pz")) == ("7.4",)
        assert said(position, a.End(("71",))) == ("7.4",)

    def test_7_4_who_did_something_does_not_pass(self) -> None:
        position = table(UNITS, act="71")
        assert said(position, a.Pass(G, "71")) == ("7.4",)
        assert said(position, a.End(("71",))) == ()
        assert said(position, a.End(("71", "14pz"))) == ("7.4",)

    def test_7_4_nobody_acts_face_down(self) -> None:
        position = table(UNITS, down="71")
        assert said(position, a.Activate("71")) == ("7.4",)

    @pytest.mark.parametrize(
        ("reading", "expected"), [("", ("7.4",)), ("U01=only-on-pass", ()), ("U01", ("7.4", "U01"))]
    )
    def test_7_4_a_unit_that_stays_face_up(self, reading: str, expected: tuple[str, ...]) -> None:
        """U01: not turned at the end of a player turn, and named again."""
        position = table(UNITS, act="71", reading=reading)
        assert said(position, a.End()) == expected
        assert said(position, a.End(("71",))) == ()
        force(position, a.End(), a.Pass(S, "13gds"))
        assert said(position, a.Activate("71")) == expected
        assert said(position, a.Activate("14pz")) == ()

    def test_7_4_the_end_without_a_unit(self) -> None:
        """A player turn that was an event alone (9.8)."""
        position = table(UNITS, actor=S, down="13gds rifle_3 rifle_4", soviet="KH")
        assert said(position, a.End()) == ("7.4",)
        do(position, a.ChuikovReady("KH", "13gds"))
        assert said(position, a.End(("13gds",))) == ("7.4",)
        assert said(position, a.Pass(S, "13gds")) == ("7.4",)
        do(position, a.End())
        assert position.actor is G

    def test_7_4_the_t34_is_turned_as_well(self) -> None:
        """U37."""
        position = table("rifle_1@orlovka t34@orlovka", actor=S, act="rifle_1", joint=True)
        assert said(position, a.End(("rifle_1",))) == ("7.4",)
        assert said(position, a.End(("rifle_1", "t34"))) == ()


class TestReplenishing:
    def test_7_5_in_the_rear(self) -> None:
        position = table(UNITS, steps=STEPS, deck="QC")
        assert said(position, a.Replenish("71", "QC")) == ()
        assert said(position, a.Replenish("71", "KC")) == ("3.4",)
        assert said(position, a.Replenish("71", "QC", down=False)) == ("7.5",)
        assert said(position, a.Replenish("16pz", "QC")) == ("7.5",)
        do(position, a.Replenish("71", "QC"))
        assert (position.steps["71"], position.down, position.actor) == (["2C", "QC"], {"71"}, S)

    def test_7_5_not_elsewhere_not_when_full_not_face_down(self) -> None:
        position = table(UNITS + " 24pz@minina", steps="71:2C,3C", deck="QC", down="14pz")
        assert said(position, a.Replenish("24pz", "QC")) == ("7.5",)
        assert said(position, a.Replenish("71", "QC")) == ("7.5",)
        assert said(position, a.Replenish("14pz", "QC")) == ("7.5",)

    def test_7_5_instead_of_operations(self) -> None:
        position = table(UNITS, act="71", deck="QC")
        assert said(position, a.Replenish("71", "QC")) == ("7.5",)
        position = table(UNITS, actor=S, soviet="KH", down="13gds rifle_3 rifle_4", deck="QC")
        do(position, a.ChuikovReady("KH", "13gds"))
        assert said(position, a.Replenish("13gds", "QC")) == ("7.5",)

    @pytest.mark.parametrize(
        ("reading", "expected"), [("", ()), ("U04=never", ("7.5",)), ("U04", ("7.5", "U04"))]
    )
    def test_7_5_isolated_units(self, reading: str, expected: tuple[str, ...]) -> None:
        """U04."""
        position = table(
            "71@airfield rifle_3@airfield", actor=S, isolated="rifle_3", deck="QC", reading=reading
        )
        assert said(position, a.Replenish("rifle_3", "QC")) == expected

    def test_7_5_only_soviets_by_the_optional_rule(self) -> None:
        """U62."""
        position = table(UNITS, deck="QC", reading="U62=soviets-only")
        assert said(position, a.Replenish("71", "QC")) == ("7.5",)
        position.actor = S
        assert said(position, a.Replenish("13gds", "QC")) == ()

    def test_7_5_not_the_t34(self) -> None:
        """U06."""
        position = table("t34@soviet_rear", actor=S, deck="QC")
        assert broken(position, a.Replenish("t34", "QC")) == ("7.5",)


class TestReasons:
    """A reason names the area or border that bars the way."""

    def test_areas_that_break_the_chain(self) -> None:
        position = table(UNITS, actor=S, act="13gds", held="factory_district tennis_racket red_square")
        assert verdict(position, a.MoveFriendly("13gds", "mamayev_kurgan")).reason == (
            "no chain of own areas leads to mamayev_kurgan; not own on the way: factory_district, "
            "red_square, tennis_racket"
        )

    def test_no_border(self) -> None:
        position = table(UNITS, act="71", steps=STEPS)
        found = verdict(position, a.EnterEmpty("71", "mamayev_kurgan", "2C"))
        assert found.reason == "mamayev_kurgan has no border with german_rear"
