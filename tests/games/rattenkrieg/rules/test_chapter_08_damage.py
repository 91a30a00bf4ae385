"""Chapter 8, what follows a battle: damage, isolation, fighting on, the T-34."""

from __future__ import annotations

import pytest

from tests.games.rattenkrieg.rules.table import G, S, broken, do, said, table, verdict
from toolkit.games.rattenkrieg.rules import actions as a
from toolkit.games.rattenkrieg.rules.position import GONE, Position
from toolkit.games.rattenkrieg.rules.ways import retreats
from toolkit.rules.rulings import Rulings

FRONT = "14pz@german_rear rifle_3@airfield 13gds@mamayev_kurgan"
STEPS = "14pz:7S,8S rifle_3:2D 13gds:3D,4D"


def beaten(
    units: str = FRONT,
    *,
    attacker: str = "14pz",
    area: str = "airfield",
    defender: str = "rifle_3",
    loser: str = "defender",
    support: bool = False,
    joint: bool = False,
    **more: str,
) -> Position:
    """Return a battle that one side has just lost."""
    settings = {"steps": STEPS, "german": "2S 9H QH", "soviet": "AH 9S", **more}
    side = S if attacker in ("13gds", "rifle_1", "rifle_4", "t34") else G
    position = table(units, actor=side, act=attacker, joint=joint, **settings)  # type: ignore[arg-type]
    do(position, a.EnterBattle(attacker, area, with_t34=joint, support=joint))
    do(position, a.NameDefender(side.enemy, defender, support=support))
    card = next(iter([*position.hands[side], *position.steps[attacker]]))
    do(position, a.PlayCard(side, card))
    if loser == "defender":
        return do(position, a.TakeLoss(side.enemy))
    own, other = ("9H", "AH") if side is G else ("9S", "2S")
    if card != own:
        do(position, a.PlayCard(side.enemy, other), a.Raise(side, own), a.Stand(side.enemy))
    else:
        do(position, a.PlayCard(side.enemy, other), a.Stand(side))
    return do(position, a.Open(G), a.Open(S))


def rulings(position: Position) -> Rulings:
    return Rulings(position.data.points)


class TestDamage:
    def test_8_9_1_a_neighbouring_own_area(self) -> None:
        position = beaten()
        assert retreats(position, "rifle_3", rulings(position)) == (
            "gorodishche",
            "mamayev_kurgan",
            "minina",
            "red_square",
        )
        assert said(position, a.Retreat("rifle_3", "mamayev_kurgan")) == ()
        assert said(position, a.Retreat("rifle_3", "tractor_factory")) == ("8.9.1",)
        assert said(position, a.Retreat("rifle_3", "mamayev_kurgan", down=False)) == ("8.9.1",)
        do(position, a.Retreat("rifle_3", "minina"))
        assert position.where["rifle_3"] == "minina"
        assert "rifle_3" in position.down
        assert position.held[0]["airfield"] is G

    def test_8_9_1_not_into_an_enemy_area_and_not_into_the_enemy_rear(self) -> None:
        position = beaten(held="minina")
        assert said(position, a.Retreat("rifle_3", "minina")) == ("8.9.1",)
        assert said(position, a.Retreat("rifle_3", "german_rear")) == ("3.5",)

    def test_8_9_1_a_german_attacker_may_go_into_the_rear(self) -> None:
        """U30: or into any other own area, and the player turn is over."""
        position = beaten(loser="attacker", held="minina")
        assert said(position, a.Retreat("14pz", "minina")) == ()
        assert said(position, a.Retreat("14pz", "soviet_rear")) == ("3.5",)
        do(position, a.Retreat("14pz", "german_rear"))
        assert (position.act, position.actor, position.down) == (None, S, {"14pz"})

    def test_8_9_2_a_step(self) -> None:
        position = beaten()
        assert said(position, a.LoseStep("rifle_3", "2D")) == ()
        assert said(position, a.LoseStep("rifle_3", "AH")) == ("8.9.2",)
        assert said(position, a.LoseStep("rifle_3", "3D")) == ("8.9.2",)
        assert said(position, a.Discard(S, ("AH",))) == ("8.9",)
        assert said(position, a.LoseStep("13gds", "3D")) == ("8.9",)

    def test_8_9_3_removed_as_a_last_resort(self) -> None:
        position = beaten()
        assert said(position, a.Remove("rifle_3")) == ("8.9.3",)
        position = beaten(steps="14pz:7S")
        assert said(position, a.Remove("rifle_3")) == ("8.9.3",)
        closed = "gorodishche minina red_square mamayev_kurgan"
        position = beaten(FRONT.replace("13gds@mamayev_kurgan", ""), steps="14pz:7S", held=closed)
        assert said(position, a.Remove("rifle_3")) == ()
        assert said(position, a.End(("14pz",))) == ("8.9",)
        do(position, a.Remove("rifle_3"))
        assert (position.where["rifle_3"], position.held[0]["airfield"]) == (GONE, G)

    def test_8_9_3_the_attacker_is_removed(self) -> None:
        """U29: out of the Soviet rear nobody goes back, so a step or the counter is lost."""
        held = "factory_district tennis_racket mamayev_kurgan minina south_stalingrad airfield"
        units = "13gds@soviet_rear 71@red_square"
        position = beaten(
            units, attacker="13gds", area="red_square", defender="71", loser="attacker", held=held, steps=""
        )
        assert said(position, a.Retreat("13gds", "soviet_rear")) == ("8.9.4",)
        do(position, a.Remove("13gds"))
        assert (position.act, position.actor) == (None, G)
        position = beaten(
            units,
            attacker="13gds",
            area="red_square",
            defender="71",
            loser="attacker",
            held=held,
            steps="13gds:4D",
        )
        assert said(position, a.Remove("13gds")) == ("8.9.3",)
        assert said(position, a.LoseStep("13gds", "4D")) == ()

    def test_8_9_4_not_over_the_volga(self) -> None:
        units = "14pz@mamayev_kurgan rifle_3@tennis_racket"
        position = beaten(units, area="tennis_racket")
        assert broken(position, a.Retreat("rifle_3", "soviet_rear")) == ("8.9.4",)
        assert said(position, a.Retreat("rifle_3", "red_square")) == ()

    def test_8_9_damage_that_nobody_owes(self) -> None:
        position = table(FRONT, act="14pz", steps=STEPS)
        for action in (a.Retreat("14pz", "german_rear"), a.LoseStep("14pz", "7S"), a.Remove("14pz")):
            assert said(position, action) == ("8.9",)
        assert said(position, a.T34Out()) == ("8.12",)
        assert said(position, a.Isolate("rifle_3")) == ("8.10",)


class TestIsolation:
    TWO = FRONT + " rifle_1@airfield"

    def test_8_10_the_others_choose(self) -> None:
        position = do(beaten(self.TWO), a.Retreat("rifle_3", "minina"))
        assert said(position, a.End(("14pz",))) == ("8.10",)
        assert said(position, a.Attack("14pz")) == ("8.10",)
        assert said(position, a.Isolate("rifle_1")) == ()
        assert said(position, a.Isolate("13gds")) == ("8.10.2",)
        assert said(position, a.Retreat("13gds", "red_square")) == ("8.10.1",)
        assert said(position, a.Retreat("rifle_1", "minina")) == ()

    def test_8_10_1_the_goal_and_the_face(self) -> None:
        position = do(beaten(self.TWO, held="minina"), a.Retreat("rifle_3", "red_square"))
        assert said(position, a.Retreat("rifle_1", "minina")) == ("8.10.1",)
        assert said(position, a.Retreat("rifle_1", "orlovka")) == ("8.10.1",)
        assert said(position, a.Retreat("rifle_1", "red_square", down=False)) == ("8.10.1",)
        do(position, a.Retreat("rifle_1", "red_square"))
        assert {"rifle_1", "rifle_3"} <= position.down
        assert position.held[0]["airfield"] is G

    def test_8_10_2_isolated(self) -> None:
        position = do(beaten(self.TWO), a.Retreat("rifle_3", "minina"), a.Isolate("rifle_1"))
        assert position.cut_off[0] == {"rifle_1"}
        assert position.held[0]["airfield"] is G
        assert said(position, a.End(("14pz",))) == ()
        assert said(position, a.Attack("14pz")) == ()

    @pytest.mark.parametrize(
        ("reading", "expected"), [("", ()), ("U31=together", ("8.10.2",)), ("U31", ("8.10.2", "U31"))]
    )
    def test_8_10_each_for_itself(self, reading: str, expected: tuple[str, ...]) -> None:
        """U31."""
        position = beaten(self.TWO + " rifle_2@airfield", reading=reading)
        do(position, a.Retreat("rifle_3", "minina"), a.Retreat("rifle_1", "minina"))
        assert said(position, a.Isolate("rifle_2")) == expected
        assert said(position, a.Retreat("rifle_2", "minina")) == ()
        other = "8.10.1" if expected else ""
        position = beaten(self.TWO + " rifle_2@airfield", reading=reading)
        do(position, a.Retreat("rifle_3", "minina"), a.Isolate("rifle_1"))
        assert said(position, a.Retreat("rifle_2", "minina"))[:1] == ((other,) if other else ())
        assert said(position, a.Isolate("rifle_2")) == ()

    def test_8_10_nobody_is_isolated_when_a_step_is_lost(self) -> None:
        """U32."""
        position = do(beaten(self.TWO), a.LoseStep("rifle_3", "2D"))
        assert said(position, a.Isolate("rifle_1")) == ("8.10.2",)

    def test_8_10_isolated_units_stay(self) -> None:
        position = table("71@airfield rifle_3@airfield", actor=S, act="rifle_3", isolated="rifle_3")
        assert said(position, a.MoveFriendly("rifle_3", "mamayev_kurgan")) == ("8.10",)
        assert retreats(position, "rifle_3", rulings(position)) == ()

    def attack_on_isolated(self, **more: str) -> Position:
        position = table(
            "71@airfield rifle_3@airfield",
            act="71",
            isolated="rifle_3",
            steps="71:2C rifle_3:2D",
            **more,  # type: ignore[arg-type]
        )
        return do(position, a.Attack("71"), a.NameDefender(S, "rifle_3"), a.PlayCard(G, "2C"))

    def test_8_10_isolated_defenders_have_their_steps_only(self) -> None:
        position = self.attack_on_isolated()
        assert said(position, a.PlayCard(S, "5H")) == ("8.10",)
        do(position, a.PlayCard(S, "2D"))
        do(position, a.Raise(G, "4H"))
        assert said(position, a.Raise(S, "5H")) == ("8.10",)

    def test_8_10_isolated_units_do_not_retreat(self) -> None:
        position = do(self.attack_on_isolated(), a.TakeLoss(S))
        assert said(position, a.Retreat("rifle_3", "mamayev_kurgan")) == ("8.10",)
        assert said(position, a.Remove("rifle_3")) == ("8.9.3",)
        assert said(position, a.LoseStep("rifle_3", "2D")) == ()

    def test_8_11_isolated_units_are_not_attacked_again(self) -> None:
        """U56: nobody has to go on against isolated units, or to leave."""
        position = do(self.attack_on_isolated(), a.TakeLoss(S), a.LoseStep("rifle_3", "2D"))
        assert said(position, a.End(("71",))) == ()

    def test_8_10_free_when_the_area_is_theirs_again(self) -> None:
        units = "71@airfield rifle_3@airfield 13gds@mamayev_kurgan"
        position = table(units, actor=S, act="13gds", isolated="rifle_3", soviet="2H", german="4H")
        do(position, a.EnterBattle("13gds", "airfield"), a.NameDefender(G, "71"), a.PlayCard(S, "2H"))
        do(position, a.TakeLoss(G), a.Retreat("71", "german_rear"))
        assert position.cut_off == (set(), set())
        assert position.held[0]["airfield"] is S

    @pytest.mark.parametrize(
        ("reading", "expected"), [("", ("8.10",)), ("U13=yes", ()), ("U13", ("8.10", "U13"))]
    )
    def test_8_10_left_alone(self, reading: str, expected: tuple[str, ...]) -> None:
        """U13."""
        position = table("71@airfield rifle_3@airfield", isolated="rifle_3", reading=reading)
        position.put("71", "german_rear")
        do(position, a.Pass(G, "71"), a.Activate("rifle_3"))
        assert said(position, a.MoveFriendly("rifle_3", "mamayev_kurgan")) == expected


class TestFightingOn:
    def contested(self, **more: str) -> Position:
        return do(beaten(**more), a.LoseStep("rifle_3", "2D"))  # type: ignore[arg-type]

    def test_8_11_attack_again_or_retreat(self) -> None:
        position = self.contested()
        assert said(position, a.Attack("14pz")) == ()
        assert said(position, a.Retreat("14pz", "german_rear")) == ()
        assert said(position, a.End(("14pz",))) == ("8.11",)
        assert said(position, a.MoveFriendly("14pz", "german_rear")) == ("8.11",)
        assert said(position, a.Retreat("rifle_3", "minina")) == ("8.11",)
        do(position, a.Attack("14pz"))
        assert position.battle is not None
        assert position.battle.number == 2

    def test_8_11_a_retreat_ends_the_player_turn(self) -> None:
        position = do(self.contested(), a.Retreat("14pz", "german_rear"))
        assert (position.actor, position.down) == (S, {"14pz"})
        assert said(self.contested(), a.Retreat("14pz", "german_rear", down=False)) == ("8.9.1",)

    def test_8_11_nothing_after_a_retreat(self) -> None:
        """A retreat of the attacker ends what its side does; a player turn that ended otherwise is 7.1's."""
        position = do(self.contested(deck="AS"), a.Retreat("14pz", "german_rear"))
        assert said(position, a.Bombard("QH", "rifle_3", "AS")) == ("8.11",)
        assert said(position, a.MoveFriendly("14pz", "german_rear")) == ("8.11",)
        assert said(position, a.MoveFriendly("rifle_3", "minina")) == ("7.1",)
        ended = do(table("71@airfield rifle_3@minina", act="71", german="QH", deck="AS"), a.End(("71",)))
        assert said(ended, a.Bombard("QH", "rifle_3", "AS")) == ("9.2",)
        assert said(ended, a.MoveFriendly("71", "german_rear")) == ("7.1",)

    @pytest.mark.parametrize(("reading", "expected"), [("", ()), ("U35=forbidden", ("8.11",))])
    def test_8_11_events_between_two_battles(self, reading: str, expected: tuple[str, ...]) -> None:
        """U35."""
        position = self.contested(reading=reading, deck="AS")
        assert said(position, a.Bombard("QH", "rifle_3", "AS")) == expected

    def cornered(self, reading: str = "") -> Position:
        """13Gds, without cards, beside a division that has the area."""
        held = "factory_district tennis_racket mamayev_kurgan minina south_stalingrad airfield"
        position = table(
            "13gds@red_square 71@red_square",
            actor=S,
            act="13gds",
            held="red_square " + held,
            soviet="",
            reading=reading,
        )
        for side in position.held:
            side["red_square"] = G
        return position

    @pytest.mark.parametrize(
        ("reading", "removed", "isolated"),
        [
            ("", (), ("8.11",)),
            ("U34=isolated", ("8.11",), ()),
            ("U34", ("8.11", "U34"), ("8.11", "U34")),
        ],
    )
    def test_8_11_neither_attack_nor_retreat(
        self, reading: str, removed: tuple[str, ...], isolated: tuple[str, ...]
    ) -> None:
        """U34."""
        position = self.cornered(reading)
        assert said(position, a.Remove("13gds")) == removed
        assert said(position, a.Isolate("13gds")) == isolated
        assert said(position, a.Remove("71")) == ("8.11",)
        assert said(position, a.Attack("13gds")) == ("8.4",)

    def test_8_11_nobody_is_removed_who_can_go_on(self) -> None:
        position = self.cornered()
        position.hands[S].append("2H")
        assert said(position, a.Remove("13gds")) == ("8.11",)
        position = self.cornered()
        position.held[0]["mamayev_kurgan"] = position.held[1]["mamayev_kurgan"] = S
        assert said(position, a.Remove("13gds")) == ("8.11",)
        assert said(self.contested(), a.Remove("14pz")) == ("8.11",)

    def test_8_11_a_shot_that_missed_changes_nothing(self) -> None:
        position = do(self.contested(deck="AS"), a.Bombard("QH", "rifle_3", "AS"))
        assert said(position, a.Remove("14pz")) == ("8.11",)
        assert said(position, a.Remove("13gds")) == ("8.11",)
        assert said(position, a.Retreat("rifle_3", "minina")) == ("9.2",)
        assert said(position, a.Retreat("13gds", "red_square")) == ("8.11",)
        assert said(position, a.Retreat("14pz", "german_rear")) == ()

    def test_8_11_after_being_isolated_the_player_turn_can_end(self) -> None:
        position = do(self.cornered("U34=isolated"), a.Isolate("13gds"))
        assert said(position, a.End(("13gds",))) == ()


class TestT34:
    """8.12."""

    BESIDE = "rifle_4@tractor_factory t34@tractor_factory 71@orlovka 13gds@soviet_rear"

    def test_8_12_acting_together(self) -> None:
        position = table(self.BESIDE, actor=S)
        assert said(position, a.Activate("rifle_4", with_t34=True)) == ()
        assert said(position, a.Activate("13gds", with_t34=True)) == ("8.12",)
        assert said(position, a.Activate("t34", with_t34=True)) == ("8.12",)
        position.down.add("t34")
        assert said(position, a.Activate("rifle_4", with_t34=True)) == ("8.12",)
        position.put("t34", GONE)
        assert said(position, a.Activate("rifle_4", with_t34=True)) == ("8.12",)
        position = table("71@orlovka t34@orlovka", isolated="t34")
        assert said(position, a.Activate("71", with_t34=True)) == ("8.12",)

    def test_8_12_moving_together(self) -> None:
        position = table(self.BESIDE, actor=S, act="rifle_4", joint=True)
        assert said(position, a.MoveFriendly("rifle_4", "rynok", with_t34=True)) == ()
        assert said(position, a.MoveFriendly("rifle_4", "rynok")) == ()
        alone = table(self.BESIDE, actor=S, act="rifle_4")
        assert said(alone, a.MoveFriendly("rifle_4", "rynok", with_t34=True)) == ("8.12",)
        do(position, a.MoveFriendly("rifle_4", "rynok"))
        assert said(position, a.MoveFriendly("rifle_4", "tractor_factory", with_t34=True)) == ("8.12",)
        do(position, a.MoveFriendly("rifle_4", "tractor_factory"))
        do(position, a.MoveFriendly("rifle_4", "rynok", with_t34=True))
        assert position.where["t34"] == "rynok"

    def test_8_12_left_behind_it_has_had_its_turn(self) -> None:
        """U37: wherever it stands when the player turn of its partner ends."""
        position = table(self.BESIDE, actor=S, act="rifle_4", joint=True)
        do(position, a.MoveFriendly("rifle_4", "rynok"), a.End(("rifle_4", "t34")), a.Pass(G, "71"))
        assert said(position, a.Activate("t34")) == ("7.4",)
        position.put("13gds", "tractor_factory")
        assert said(position, a.Activate("13gds", with_t34=True)) == ("8.12",)
        assert said(position, a.Activate("13gds")) == ()
        position = do(table(self.BESIDE, actor=S), a.Activate("rifle_4", with_t34=True))
        do(
            position,
            a.Pass(S, "rifle_4"),
            a.Activate("71"),
            a.MoveFriendly("71", "german_rear"),
            a.End(("71",)),
        )
        assert said(position, a.Activate("t34")) == ("7.4",)
        assert said(position, a.Pass(S, "t34")) == ()

    def test_8_12_fighting_together(self) -> None:
        position = table(self.BESIDE, actor=S, act="rifle_4", joint=True)
        assert said(position, a.EnterBattle("rifle_4", "orlovka", with_t34=True, support=True)) == ()
        assert said(position, a.EnterBattle("rifle_4", "orlovka", support=True)) == ("8.12",)
        assert said(position, a.EnterBattle("rifle_4", "orlovka")) == ()

    def test_8_12_an_isolated_t34_in_the_area_supports(self) -> None:
        position = table(
            "rifle_4@tractor_factory t34@orlovka 71@orlovka", actor=S, act="rifle_4", isolated="t34"
        )
        assert said(position, a.EnterBattle("rifle_4", "orlovka", support=True)) == ()

    def test_8_12_attack_where_one_stands(self) -> None:
        position = table("t34@orlovka rifle_4@orlovka 71@orlovka", actor=S, isolated="t34 rifle_4")
        position = do(position, a.Activate("rifle_4"))
        position.steps["rifle_4"] = [position.deck.pop()]
        assert said(position, a.Attack("rifle_4", support=True)) == ()
        position = table("71@orlovka rifle_4@orlovka t34@orlovka", act="71", isolated="t34 rifle_4")
        assert said(position, a.Attack("71", support=True)) == ("8.12",)
        assert said(position, a.Attack("71")) == ()

    def defended(self, **more: str) -> Position:
        position = table("14pz@german_rear rifle_3@airfield t34@airfield", act="14pz", **more)  # type: ignore[arg-type]
        return do(position, a.EnterBattle("14pz", "airfield"))

    def test_8_12_support_of_a_defender(self) -> None:
        position = self.defended()
        assert said(position, a.NameDefender(S, "rifle_3", support=True)) == ()
        assert said(position, a.NameDefender(S, "rifle_3")) == ()
        assert said(position, a.NameDefender(S, "t34", support=True)) == ("8.12",)
        position.put("t34", "minina")
        assert said(position, a.NameDefender(S, "rifle_3", support=True)) == ("8.12",)

    @pytest.mark.parametrize(("reading", "expected"), [("", ()), ("U36=face-up-only", ("8.12",))])
    def test_8_12_face_down(self, reading: str, expected: tuple[str, ...]) -> None:
        """U36."""
        position = self.defended(down="t34", reading=reading)
        assert said(position, a.NameDefender(S, "rifle_3", support=True)) == expected
        units = "rifle_4@tractor_factory t34@orlovka 71@orlovka"
        position = table(units, actor=S, act="rifle_4", isolated="t34", down="t34", reading=reading)
        assert said(position, a.EnterBattle("rifle_4", "orlovka", support=True)) == expected

    def test_8_12_removed_instead_of_another_loss(self) -> None:
        for support, expected in ((True, ()), (False, ("8.12",))):
            position = do(self.defended(), a.NameDefender(S, "rifle_3", support=support))
            do(position, a.PlayCard(G, "4H"), a.TakeLoss(S))
            assert said(position, a.T34Out()) == expected
        position = do(self.defended(), a.NameDefender(S, "rifle_3", support=True))
        do(position, a.PlayCard(G, "4H"), a.TakeLoss(S), a.T34Out())
        assert (position.where["t34"], position.t34_gone, position.where["rifle_3"]) == (GONE, 1, "airfield")
        assert said(position, a.End(("14pz",))) == ("8.11",)

    def test_8_12_alone_it_fights_without_steps_of_others(self) -> None:
        """8.4, 8.5: such a card is no step of its own; 8.12 says that it has none."""
        position = do(self.defended(steps="rifle_3:2D"), a.NameDefender(S, "t34"), a.PlayCard(G, "4H"))
        assert verdict(position, a.PlayCard(S, "2D")).rules == ("8.5", "8.12")
        assert verdict(position, a.PlayCard(S, position.deck[-1])).rules == ("8.5",)
        assert said(position, a.PlayCard(S, "5H")) == ()
        attack = table(self.BESIDE, actor=S, act="t34", steps="rifle_4:2D")
        do(attack, a.EnterBattle("t34", "orlovka"), a.NameDefender(G, "71"))
        assert verdict(attack, a.PlayCard(S, "2D")).rules == ("8.4", "8.12")

    def test_8_12_the_winner_removes_nothing(self) -> None:
        position = beaten(
            "rifle_4@tractor_factory t34@tractor_factory 71@orlovka",
            attacker="rifle_4",
            area="orlovka",
            defender="71",
            joint=True,
            steps="rifle_4:2H",
            soviet="9S AH",
        )
        assert said(position, a.T34Out()) == ("8.12",)

    def test_8_12_alone_it_retreats_or_is_removed(self) -> None:
        """U58, U59: named as defender it has the hand only; others are left behind."""
        position = do(self.defended(), a.NameDefender(S, "t34"), a.PlayCard(G, "4H"), a.TakeLoss(S))
        assert said(position, a.Retreat("t34", "minina")) == ()
        do(position, a.T34Out())
        assert said(position, a.Isolate("rifle_3")) == ()

    def lost_attack(self, **more: str) -> Position:
        settings = {"steps": "rifle_4:5D", "soviet": "AH 9S", "held": "rynok", **more}
        return beaten(
            "rifle_4@tractor_factory t34@tractor_factory 71@orlovka",
            attacker="rifle_4",
            area="orlovka",
            defender="71",
            loser="attacker",
            joint=True,
            **settings,
        )

    def test_8_12_partners_retreat_together(self) -> None:
        """U27."""
        position = self.lost_attack()
        assert said(position, a.Retreat("rifle_4", "tractor_factory", with_t34=True)) == ()
        assert said(position, a.Retreat("rifle_4", "tractor_factory")) == ("8.12",)
        do(position, a.Retreat("rifle_4", "tractor_factory", with_t34=True))
        assert position.down == {"rifle_4", "t34"}
        assert position.where["t34"] == "tractor_factory"
        assert said(beaten(), a.Retreat("rifle_3", "minina", with_t34=True)) == ("8.12",)

    def test_8_12_when_its_partner_is_removed_it_fights_on(self) -> None:
        held = "rynok tractor_factory workers_settlement gorodishche"
        position = self.lost_attack(steps="")
        for control in position.held:
            control.update(dict.fromkeys(held.split(), G))
        assert said(position, a.Remove("rifle_4")) == ()
        do(position, a.Remove("rifle_4"))
        assert position.act is not None
        assert (position.act.unit, position.actor) == ("t34", S)
        assert said(position, a.Remove("t34"))[:1] == ()
        do(position, a.Remove("t34"))
        assert (position.actor, position.t34_gone) == (G, 1)
