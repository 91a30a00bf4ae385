"""Chapter 9: events."""

from __future__ import annotations

import pytest

from tests.games.rattenkrieg.rules.table import G, S, do, force, said, table
from toolkit.games.rattenkrieg.rules import actions as a
from toolkit.games.rattenkrieg.rules.cards import DECK
from toolkit.games.rattenkrieg.rules.events import uses
from toolkit.games.rattenkrieg.rules.moments import Moment, due
from toolkit.games.rattenkrieg.rules.position import Position, Strike
from toolkit.games.rattenkrieg.rules.results import is_hit
from toolkit.games.rattenkrieg.rules.strength import strength
from toolkit.rules.rulings import Rulings

UNITS = "71@airfield 14pz@orlovka rifle_1@mamayev_kurgan rifle_3@red_square 13gds@soviet_rear t34@minina"


def rulings(position: Position) -> Rulings:
    return Rulings(position.data.points)


def german(hand: str, **more: str) -> Position:
    return table(UNITS, act="71", german=hand, **more)  # type: ignore[arg-type]


def soviet(hand: str, act: str = "rifle_1", **more: str) -> Position:
    return table(UNITS, actor=S, act=act, soviet=hand, **more)  # type: ignore[arg-type]


class TestCards:
    def test_9_1_what_each_card_is(self) -> None:
        """9.1: all twelve face cards for both sides, and no number."""
        found = {(card, side): [k.__name__ for k in uses(card, side)] for card in DECK for side in (G, S)}
        expected = {
            ("J", "SC"): ("AirSupport", "Bombard"),
            ("Q", "SC"): ("AssaultGun", "Bombard"),
            ("K", "SC"): ("Engineers", "Bombard"),
            ("J", "HD"): ("Bombard", "Sniper"),
            ("Q", "HD"): ("Bombard", "Molotov"),
            ("K", "HD"): ("Bombard", "ChuikovBattle"),
        }
        for (rank, suits), kinds in expected.items():
            for suit in suits:
                assert found.pop((rank + suit, G)) == [kinds[0]]
                second = found.pop((rank + suit, S))
                assert second[0] == kinds[1]
                assert second[1:] == (["ChuikovReady"] if kinds[1] == "ChuikovBattle" else [])
        assert set(map(tuple, found.values())) == {()}

    @pytest.mark.parametrize(
        ("hand", "action", "expected"),
        [
            ("QD", a.Bombard("QD", "rifle_1", "5C"), ()),
            ("QS", a.Bombard("QS", "rifle_1", "5C"), ("9.1",)),
            ("QS", a.AssaultGun("QS"), ()),
            ("QS", a.Engineers("QS"), ("9.1",)),
            ("7D", a.Bombard("7D", "rifle_1", "5C"), ("9.1",)),
            ("QD", a.Bombard("JD", "rifle_1", "5C"), ("9.1",)),
            ("JD", a.Sniper("JD", "JD"), ("9.1",)),
            ("JC", a.AirSupport("JC", "rifle_1", "5C"), ()),
        ],
    )
    def test_9_1_german_cards(self, hand: str, action: a.Action, expected: tuple[str, ...]) -> None:
        assert said(german(hand, deck="5C"), action) == expected

    @pytest.mark.parametrize(
        ("hand", "action", "expected"),
        [
            ("QH", a.Bombard("QH", "71", "5C"), ("9.1",)),
            ("QH", a.Molotov("QH"), ()),
            ("KS", a.Bombard("KS", "71", "5C"), ()),
            ("KD", a.ChuikovBattle("KD"), ()),
            ("JD", a.Molotov("JD"), ("9.1",)),
        ],
    )
    def test_9_1_soviet_cards(self, hand: str, action: a.Action, expected: tuple[str, ...]) -> None:
        assert said(soviet(hand, deck="5C"), action) == expected

    @pytest.mark.parametrize(
        ("reading", "expected"), [("", ()), ("U39=hand-only", ("9.1",)), ("U39", ("9.1", "U39"))]
    )
    def test_9_1_a_step_as_event(self, reading: str, expected: tuple[str, ...]) -> None:
        """U39."""
        position = german("", steps="71:QS 14pz:KS", reading=reading)
        assert said(position, a.AssaultGun("QS")) == expected
        assert said(position, a.Engineers("KS")) == ("9.1",)

    def test_9_1_an_event_is_piled_and_is_an_operation(self) -> None:
        """U50, U60."""
        position = do(german("QS", deck="5C"), a.AssaultGun("QS"))
        assert position.pile == ["QS"]
        assert said(position, a.End(("71",))) == ()

    def test_9_1_the_other_side_plays_no_events(self) -> None:
        position = do(german("4H"), a.EnterBattle("71", "mamayev_kurgan"))
        position.hands[S].append("QH")
        assert said(position, a.Molotov("QH")) == ("9.7",)


class TestFire:
    @pytest.mark.parametrize(
        ("target", "expected"),
        [
            ("rifle_1", ()),
            ("rifle_3", ()),
            ("t34", ("9.2",)),
            ("13gds", ("9.2",)),
            ("14pz", ("9.2",)),
            ("39gds", ("9.2",)),
        ],
    )
    def test_9_2_targets(self, target: str, expected: tuple[str, ...]) -> None:
        assert said(german("QD", deck="5C"), a.Bombard("QD", target, "5C")) == expected

    def test_9_2_not_two_areas_away(self) -> None:
        position = table(UNITS, act="14pz", german="QD", deck="5C")
        assert said(position, a.Bombard("QD", "rifle_1", "5C")) == ("9.2",)

    def test_9_2_soviet_guns(self) -> None:
        position = soviet("KS", deck="5C")
        assert said(position, a.Bombard("KS", "71", "5C")) == ()
        assert said(position, a.Bombard("KS", "14pz", "5C")) == ("9.2",)
        position.put("71", "german_rear")
        position.put("rifle_1", "airfield")
        assert said(position, a.Bombard("KS", "71", "5C")) == ("9.2",)

    def test_9_3_targets(self) -> None:
        position = german("JS", deck="5C")
        assert said(position, a.AirSupport("JS", "t34", "5C")) == ()
        assert said(position, a.AirSupport("JS", "13gds", "5C")) == ("9.3",)
        assert said(position, a.AirSupport("JS", "39gds", "5C")) == ("9.3",)
        position.put("71", "orlovka")
        assert said(position, a.AirSupport("JS", "rifle_1", "5C")) == ("9.3",)

    def test_9_2_the_card_is_the_next_of_the_deck(self) -> None:
        """3.4."""
        assert said(german("QD", deck="5C 6C"), a.Bombard("QD", "rifle_1", "6C")) == ("3.4",)

    @pytest.mark.parametrize(
        ("target", "drawn", "from_air", "held", "hits"),
        [
            ("rifle_1", "2H", False, "", True),
            ("rifle_1", "AH", False, "", False),
            ("rifle_3", "3C", False, "", False),
            ("rifle_3", "4C", False, "", True),
            ("rifle_3", "2C", True, "", True),
            ("rifle_3", "AC", True, "", False),
            ("rifle_1", "QH", False, "", False),
            ("rifle_3", "QH", False, "mamayev_kurgan", True),
            ("rifle_3", "KH", True, "mamayev_kurgan", False),
            ("rifle_3", "10H", False, "", True),
        ],
    )
    def test_9_2_and_9_3_what_hits(
        self, target: str, drawn: str, from_air: bool, held: str, hits: bool
    ) -> None:
        """9.2, 9.3: a number that reaches the strength; a face card for who holds Mamayev Kurgan."""
        position = table(UNITS, act="71", held=held)
        assert is_hit(position, Strike(target, drawn, G, from_air), rulings(position)) is hits
        card = "JS" if from_air else "QD"
        position = german(card, deck=drawn, held=held)
        shot = a.AirSupport(card, target, drawn) if from_air else a.Bombard(card, target, drawn)
        do(position, shot)
        assert (due(position, rulings(position)).moment is Moment.DAMAGE) is hits
        assert said(
            position, a.Retreat(target, "south_stalingrad" if target == "rifle_3" else "factory_district")
        ) == (() if hits else ("9.3" if from_air else "9.2",))
        assert said(position, a.End(("71",))) == (("8.9",) if hits else ())

    @pytest.mark.parametrize(("reading", "hits"), [("", False), ("U26=not-defending", True)])
    def test_9_2_a_target_in_an_urban_area_defends(self, reading: str, hits: bool) -> None:
        """U26."""
        position = table(UNITS, act="71", reading=reading)
        assert is_hit(position, Strike("rifle_3", "3C", G, False), rulings(position)) is hits

    def test_9_2_damage_is_that_of_8_9(self) -> None:
        """U41: the others are not isolated, and the T-34 is no way out."""
        position = do(german("QD", deck="5C"), a.Bombard("QD", "rifle_1", "5C"))
        assert said(position, a.Remove("rifle_1")) == ("8.9.3",)
        assert said(position, a.LoseStep("rifle_3", "5H")) == ("8.9",)
        assert said(position, a.T34Out()) == ("8.12",)
        position.put("rifle_6", "mamayev_kurgan")
        do(position, a.Retreat("rifle_1", "factory_district"))
        assert said(position, a.Isolate("rifle_6")) == ("8.10",)
        assert said(position, a.End(("71",))) == ()

    def test_9_2_an_area_emptied_by_fire_keeps_its_holder(self) -> None:
        """U42."""
        position = do(german("QD", deck="5C"), a.Bombard("QD", "rifle_1", "5C"))
        do(position, a.Retreat("rifle_1", "factory_district"))
        assert position.held[0]["mamayev_kurgan"] is S
        assert said(position, a.EnterEmpty("71", "mamayev_kurgan", None)) == ("7.3",)


class TestLasting:
    """Events that change strengths."""

    def attack(self, *actions: a.Action, hand: str, unit: str = "71", reading: str = "") -> Position:
        units = f"{unit}@airfield rifle_3@red_square"
        position = table(units, act=unit, german=hand, reading=reading)
        do(position, *actions, a.EnterBattle(unit, "red_square"), a.NameDefender(S, "rifle_3"))
        return position

    def strengths(self, position: Position) -> tuple[int, int]:
        battle = position.battle
        assert battle is not None
        german, soviet = (strength(position, battle, side, rulings(position)) for side in (G, S))
        return german, soviet

    def test_9_4_assault_guns(self) -> None:
        gun = a.AssaultGun("QS")
        assert self.strengths(self.attack(hand="4H")) == (3, 4)
        assert self.strengths(self.attack(gun, hand="QS 4H")) == (5, 4)
        assert self.strengths(self.attack(gun, hand="QS 4H", unit="29mot")) == (7, 4)
        assert self.strengths(self.attack(gun, hand="QS 4H", unit="14pz")) == (7, 4)

    @pytest.mark.parametrize(("reading", "expected"), [("", 7), ("U44=once", 5)])
    def test_9_4_two_of_them(self, reading: str, expected: int) -> None:
        """U44."""
        both = (a.AssaultGun("QS"), a.AssaultGun("QC"))
        assert self.strengths(self.attack(*both, hand="QS QC 4H", reading=reading))[0] == expected

    def test_9_4_to_the_end_of_the_action_not_in_defence(self) -> None:
        position = self.attack(a.AssaultGun("QS"), hand="QS 4H 5C 6C")
        again(position)
        assert self.strengths(position) == (5, 4)
        do(position, a.PlayCard(G, "5C"), a.TakeLoss(S), a.Retreat("rifle_3", "minina"), a.End(("71",)))
        position.down.clear()
        do(position, a.Activate("rifle_3"), a.EnterBattle("rifle_3", "red_square"), a.NameDefender(G, "71"))
        assert self.strengths(position) == (5, 2)  # infantry in an urban area

    @pytest.mark.parametrize(("reading", "later"), [("", 4), ("U45=whole-fight", 2)])
    def test_9_5_engineers(self, reading: str, later: int) -> None:
        """U45: the next battle, ties included; whether the next attack as well."""
        position = self.attack(a.Engineers("KS"), hand="KS 2H 5C 6C", reading=reading)
        assert self.strengths(position) == (3, 2)
        force(position, a.FightOn())
        assert self.strengths(position) == (3, 2)
        again(position)
        assert self.strengths(position) == (3, later)

    def test_9_5_not_in_another_fight(self) -> None:
        position = self.attack(a.Engineers("KS"), hand="KS 2H 5C 6C", reading="U45=whole-fight")
        do(position, a.PlayCard(G, "2H"), a.TakeLoss(S), a.Retreat("rifle_3", "tennis_racket"))
        do(position, a.EnterBattle("71", "tennis_racket"), a.NameDefender(S, "rifle_3"))
        assert self.strengths(position) == (3, 4)

    def test_9_5_guns_and_engineers_are_german(self) -> None:
        position = self.molotov(a.Molotov("QH"), hand="QH 4H")
        assert self.strengths(position)[0] == 5

    def molotov(self, *actions: a.Action, hand: str, reading: str = "") -> Position:
        position = table(
            "rifle_1@mamayev_kurgan 71@red_square", actor=S, act="rifle_1", soviet=hand, reading=reading
        )
        battle = (a.EnterBattle("rifle_1", "red_square"), a.NameDefender(G, "71"))
        return do(position, *actions, *battle)

    @pytest.mark.parametrize(("reading", "later"), [("", 2), ("U45=whole-fight", 4)])
    def test_9_7_molotov(self, reading: str, later: int) -> None:
        """U45."""
        position = self.molotov(a.Molotov("QH"), hand="QH 2H 4H", reading=reading)
        assert self.strengths(position) == (5, 4)
        force(position, a.PlayCard(S, "2H"), a.TakeLoss(G), a.LoseStep("71", position.deck[0]))
        do(position, a.Attack("rifle_1"), a.NameDefender(G, "71"))
        assert self.strengths(position) == (5, later)

    @pytest.mark.parametrize(("reading", "expected"), [("", 6), ("U44=once", 4)])
    def test_9_7_two_of_them(self, reading: str, expected: int) -> None:
        """U44."""
        both = (a.Molotov("QH"), a.Molotov("QD"))
        assert self.strengths(self.molotov(*both, hand="QH QD 4H", reading=reading))[1] == expected


def again(position: Position) -> None:
    """The defender loses a step and is attacked again."""
    card = next(card for card in position.hands[G] if card not in ("KS", "QS"))
    position.steps["rifle_3"] = [position.deck.pop()]
    do(position, a.PlayCard(G, card), a.TakeLoss(S), a.LoseStep("rifle_3", position.steps["rifle_3"][0]))
    do(position, a.Attack("71"), a.NameDefender(S, "rifle_3"))


class TestSniper:
    def test_9_6_a_card_of_the_german_hand(self) -> None:
        position = soviet("JD", german="4H 9H")
        assert said(position, a.Sniper("JD", "9H")) == ()
        assert said(position, a.Sniper("JD", "AS")) == ("9.6",)
        assert said(position, a.Sniper("JD", None)) == ("9.6",)
        do(position, a.Sniper("JD", "9H"))
        assert (position.hands[G], position.pile) == (["4H"], ["JD", "9H"])

    @pytest.mark.parametrize(
        ("reading", "expected"), [("", ("9.6",)), ("U47=playable", ()), ("U47", ("9.6", "U47"))]
    )
    def test_9_6_an_empty_hand(self, reading: str, expected: tuple[str, ...]) -> None:
        """U47."""
        assert said(soviet("JD", german="", reading=reading), a.Sniper("JD", None)) == expected


class TestChuikov:
    def battle(self, *actions: a.Action, reading: str = "", hand: str = "KH 2H 3H") -> Position:
        position = table(
            "rifle_1@mamayev_kurgan 71@red_square",
            actor=S,
            act="rifle_1",
            soviet=hand,
            german="3S 5C",
            reading=reading,
        )
        battle = (a.ChuikovBattle("KH"), a.EnterBattle("rifle_1", "red_square"), a.NameDefender(G, "71"))
        return do(position, *battle, *actions)

    def test_9_8_the_german_plays_first_and_openly(self) -> None:
        position = self.battle()
        assert said(position, a.PlayCard(G, "3S", face_up=True)) == ()
        assert said(position, a.PlayCard(G, "3S")) == ("9.8",)
        assert said(position, a.PlayCard(S, "2H")) == ("9.8",)
        assert said(position, a.TakeLoss(G)) == ()
        do(position, a.PlayCard(G, "3S", face_up=True))
        assert said(position, a.PlayCard(S, "2H")) == ()
        assert said(position, a.PlayCard(S, "2H", face_up=True)) == ("8.4",)
        assert said(position, a.PlayCard(G, "5C", face_up=True)) == ("8.5",)

    def test_9_8_the_soviet_player_may_give_the_battle_up(self) -> None:
        position = self.battle(a.PlayCard(G, "3S", face_up=True))
        assert said(position, a.Stop()) == ()

    @pytest.mark.parametrize(
        ("reading", "german", "soviet", "opens"),
        [
            ("", (), ("8.6",), ("8.7",)),
            ("U48=usual-raises", ("8.6",), (), ("8.7",)),
            ("U48=no-raises", ("8.6",), ("8.6",), ()),
        ],
    )
    def test_9_8_raises(
        self, reading: str, german: tuple[str, ...], soviet: tuple[str, ...], opens: tuple[str, ...]
    ) -> None:
        """U48."""
        position = self.battle(a.PlayCard(G, "3S", face_up=True), a.PlayCard(S, "2H"), reading=reading)
        assert said(position, a.Raise(G, "5C", face_up=True)) == german
        assert said(position, a.Raise(S, "3H")) == soviet
        assert said(position, a.Open(S)) == opens

    def test_9_8_with_all_cards_open_the_battle_is_decided(self) -> None:
        """U48: one opening too early is one finding; what follows is judged by the cards."""
        position = self.battle(a.PlayCard(G, "3S", face_up=True), a.PlayCard(S, "2H"), reading="U48")
        assert said(position, a.Open(S)) == ("8.7", "U48")
        force(position, a.Open(S))
        assert said(position, a.Stand(S)) == ("8.9",)
        assert said(position, a.Retreat("71", "german_rear"))[0] == "8.9.1"

    def test_9_8_german_raises_are_open_as_well(self) -> None:
        position = self.battle(a.PlayCard(G, "3S", face_up=True), a.PlayCard(S, "2H"))
        assert said(position, a.Raise(G, "5C")) == ("9.8",)
        do(position, a.Raise(G, "5C", face_up=True), a.Stand(S), a.Open(S))
        assert due(position, rulings(position)).moment is Moment.DAMAGE

    @pytest.mark.parametrize(("reading", "first"), [("", S), ("U45=whole-fight", G)])
    def test_9_8_the_next_battle_only(self, reading: str, first: object) -> None:
        """U45."""
        position = self.battle(a.TakeLoss(G), reading=reading)
        position.steps["71"] = [position.deck.pop()]
        do(position, a.LoseStep("71", position.steps["71"][0]))
        do(position, a.Attack("rifle_1"), a.NameDefender(G, "71"))
        assert due(position, rulings(position)).side is first

    def test_9_8_a_unit_is_turned_face_up(self) -> None:
        position = soviet("KH", down="13gds 71")
        assert said(position, a.ChuikovReady("KH", "13gds")) == ()
        assert said(position, a.ChuikovReady("KH", "71")) == ("9.8",)
        assert said(position, a.ChuikovReady("KH", "rifle_3")) == ("9.8",)
        assert said(position, a.ChuikovReady("KH", "39gds")) == ("9.8",)
        do(position, a.ChuikovReady("KH", "13gds"))
        assert position.down == {"71"}

    @pytest.mark.parametrize(
        ("reading", "expected"), [("", ()), ("U49=needs-active-unit", ("9.8",)), ("U49", ("9.8", "U49"))]
    )
    def test_9_8_with_nobody_face_up(self, reading: str, expected: tuple[str, ...]) -> None:
        """U49: at the beginning of a player turn."""
        down = "rifle_1 rifle_3 13gds t34"
        position = table(UNITS, actor=S, soviet="KH", down=down, reading=reading)
        assert said(position, a.ChuikovReady("KH", "13gds")) == expected
        position.down.discard("t34")
        assert said(position, a.ChuikovReady("KH", "13gds")) == ("9.8",)

    def test_9_8_and_then_it_acts(self) -> None:
        position = table(UNITS, actor=S, soviet="KH", down="rifle_1 rifle_3 13gds t34")
        do(position, a.ChuikovReady("KH", "13gds"), a.Activate("13gds"), a.End(("13gds",)))
        assert position.actor is G

    def test_9_8_not_after_both_passed(self) -> None:
        """5.0."""
        position = table(UNITS, actor=S, soviet="KH", down="rifle_1 rifle_3 13gds t34")
        do(position, a.Pass(S), a.Pass(G, "71"))
        assert said(position, a.ChuikovReady("KH", "13gds")) == ("5.0",)
