"""Chapter 8, battles: who fights, the cards, who wins."""

from __future__ import annotations

import pytest

from tests.games.rattenkrieg.rules.table import G, S, broken, do, force, said, table
from toolkit.games.rattenkrieg.rules import actions as a
from toolkit.games.rattenkrieg.rules.moments import Moment, due
from toolkit.games.rattenkrieg.rules.position import Did, Position
from toolkit.games.rattenkrieg.rules.results import (
    Comparison,
    both_missed,
    decide,
    hit,
    lower,
    only_hit,
    only_own_colour,
)
from toolkit.games.rattenkrieg.rules.strength import strength
from toolkit.rules.rulings import Rulings

FRONT = "14pz@german_rear 71@german_rear rifle_1@airfield rifle_3@airfield t34@tractor_factory"
STEPS = "14pz:7S,8S 71:2C rifle_3:2D"
ENTER = a.EnterBattle("14pz", "airfield")
NAME = a.NameDefender(S, "rifle_3")


def begun(*actions: a.Action, units: str = FRONT, steps: str = STEPS, **more: str) -> Position:
    """Return a battle of 14Pz in the airfield settlement."""
    position = table(units, act="14pz", steps=steps, **more)  # type: ignore[arg-type]
    return do(position, ENTER, *actions)


def rulings(position: Position) -> Rulings:
    return Rulings(position.data.points)


class TestWhoFights:
    def test_8_1_who_enters_an_area_with_enemies_fights(self) -> None:
        position = table(FRONT, act="14pz", steps=STEPS)
        assert said(position, a.EnterEmpty("14pz", "airfield", "7S")) == ("8.1",)
        assert broken(position, a.MoveFriendly("14pz", "airfield")) == ("8.1",)
        assert said(position, ENTER) == ()

    def test_8_1_an_attack_needs_an_enemy(self) -> None:
        position = table(FRONT + " 24pz@minina rifle_2@minina", act="24pz", isolated="rifle_2")
        assert said(position, a.Attack("24pz")) == ()
        position = table(FRONT + " 24pz@minina", act="24pz")
        assert said(position, a.Attack("24pz")) == ("8.1",)
        assert said(position, a.Attack("14pz"))[0] == "7.1"

    def test_8_2_the_defender_names(self) -> None:
        position = begun()
        assert said(position, NAME) == ()
        assert said(position, a.NameDefender(G, "rifle_3")) == ("8.2",)
        assert said(position, a.NameDefender(S, "t34")) == ("8.2",)
        assert said(position, a.NameDefender(S, "14pz")) == ("8.2",)
        do(position, NAME)
        assert said(position, a.NameDefender(S, "rifle_1")) == ("8.2",)

    def test_8_2_the_t34_may_be_named(self) -> None:
        """U59."""
        position = begun(units=FRONT.replace("tractor_factory", "airfield"))
        assert said(position, a.NameDefender(S, "t34")) == ()

    def test_8_3_nothing_else_during_a_battle(self) -> None:
        position = begun(NAME, german="JH")
        assert said(position, a.Bombard("JH", "rifle_1", "AS")) == ("8.3",)
        assert said(position, a.End(("14pz",))) == ("8.3",)
        assert said(position, a.Retreat("rifle_3", "mamayev_kurgan")) == ("8.9",)
        assert said(position, a.Open(G)) == ("8.7",)
        assert said(position, a.FightOn()) == ("8.7.4",)
        assert said(position, a.Raise(G, "7S")) == ("8.6",)


class TestDeclarations:
    def test_8_4_one_card_face_down(self) -> None:
        position = begun(NAME)
        assert said(position, a.PlayCard(G, "7S")) == ()
        assert said(position, a.PlayCard(G, "4H")) == ()
        assert said(position, a.PlayCard(G, "2C")) == ("8.4",)
        assert said(position, a.PlayCard(G, "5H")) == ("8.4",)
        assert said(position, a.PlayCard(G, "7S", face_up=True)) == ("8.4",)
        do(position, a.PlayCard(G, "7S"))
        assert said(position, a.PlayCard(G, "8S")) == ("8.4",)

    def test_8_4_a_bluff(self) -> None:
        position = begun(NAME, german="JS")
        assert said(position, a.PlayCard(G, "JS")) == ()

    def test_8_4_an_attack_needs_a_card(self) -> None:
        position = table("24pz@minina rifle_2@minina", act="24pz", isolated="rifle_2", german="")
        assert said(position, a.Attack("24pz")) == ("8.4",)

    def test_8_5_the_answer(self) -> None:
        position = begun(NAME)
        assert said(position, a.PlayCard(S, "2D")) == ("8.5",)
        do(position, a.PlayCard(G, "7S"))
        assert said(position, a.PlayCard(S, "2D")) == ()
        assert said(position, a.PlayCard(S, "5H")) == ()
        assert said(position, a.PlayCard(S, "4H")) == ("8.5",)
        assert said(position, a.PlayCard(S, "2D", face_up=True)) == ("8.5",)
        assert said(position, a.TakeLoss(S)) == ()
        assert said(position, a.TakeLoss(G)) == ("8.5",)

    def test_8_5_nobody_gives_in_before_the_attack(self) -> None:
        assert said(begun(NAME), a.TakeLoss(S)) == ("8.5",)
        assert said(begun(NAME), a.TakeLoss(G)) == ("8.5",)

    def test_8_5_without_a_card_one_has_to_give_in(self) -> None:
        position = begun(NAME, a.PlayCard(G, "7S"), soviet="", steps="14pz:7S")
        assert said(position, a.PlayCard(S, "2D")) == ("8.5",)
        do(position, a.TakeLoss(S))
        assert said(position, a.Retreat("rifle_3", "mamayev_kurgan")) == ()

    @pytest.mark.parametrize(
        ("reading", "hidden", "shown", "returned"),
        [
            ("", (), ("8.5",), ("8.5",)),
            ("U19=shown", (), (), ("8.5",)),
            ("U19=returned", (), ("8.5",), ()),
            ("U19", (), ("8.5", "U19"), ("8.5", "U19")),
        ],
    )
    def test_8_5_the_card_nobody_answered(
        self, reading: str, hidden: tuple[str, ...], shown: tuple[str, ...], returned: tuple[str, ...]
    ) -> None:
        """U19."""
        position = begun(NAME, a.PlayCard(G, "7S"), reading=reading)
        assert said(position, a.TakeLoss(S, "hidden")) == hidden
        assert said(position, a.TakeLoss(S, "shown")) == shown
        assert said(position, a.TakeLoss(S, "returned")) == returned

    def test_8_5_where_the_card_goes(self) -> None:
        ends = {}
        for folded in ("hidden", "shown", "returned"):
            position = begun(NAME, a.PlayCard(G, "7S"))
            force(position, a.TakeLoss(S, folded), a.LoseStep("rifle_3", "2D"))  # type: ignore[arg-type]
            ends[folded] = (position.place_of("7S"), position.covered.get("7S"))
            assert position.covered["2D"] is S
        assert ends == {"hidden": ("pile", G), "shown": ("pile", None), "returned": ("14pz", None)}

    def test_8_10_an_isolated_attacker_has_its_steps_only(self) -> None:
        """8.10, U18."""
        position = table(
            "71@airfield rifle_3@airfield", actor=S, act="rifle_3", isolated="rifle_3", steps="rifle_3:2D"
        )
        do(position, a.Attack("rifle_3"), a.NameDefender(G, "71"))
        assert said(position, a.PlayCard(S, "5H")) == ("8.10",)
        assert said(position, a.PlayCard(S, "2D")) == ()


class TestRaises:
    def battle(self, *actions: a.Action, **more: str) -> Position:
        return begun(NAME, a.PlayCard(G, "7S"), a.PlayCard(S, "2D"), *actions, **more)

    def test_8_6_raise_and_answer(self) -> None:
        position = self.battle()
        assert said(position, a.Raise(G, "4H")) == ()
        assert said(position, a.Raise(G, "2C")) == ("8.6",)
        assert said(position, a.Raise(G, "4H", face_up=True)) == ("8.6",)
        assert said(position, a.Raise(S, "5H")) == ("8.6",)
        do(position, a.Raise(G, "4H"))
        assert said(position, a.Raise(G, "8S")) == ("8.6",)
        do(position, a.Raise(S, "5H"))
        assert said(position, a.Stand(S)) == ("8.6",)
        do(position, a.Raise(G, "9H"), a.Stand(S))
        assert said(position, a.Raise(G, "8S")) == ("8.6",)
        do(position, a.Open(G), a.Open(S))

    def test_8_6_who_stands_has_done_with_it(self) -> None:
        position = self.battle(a.Stand(G))
        assert said(position, a.Raise(S, "5H")) == ("8.6",)
        assert said(position, a.Raise(G, "4H")) == ("8.6",)
        assert said(position, a.Stand(S)) == ("8.6",)

    def test_8_6_no_card_comes_back(self) -> None:
        position = self.battle(a.Raise(G, "4H"))
        assert said(position, a.TakeBack(G, "7S")) == ("8.6",)
        force(position, a.TakeBack(G, "7S"))
        assert position.place_of("7S") == "14pz"

    @pytest.mark.parametrize(
        ("reading", "expected"), [("", ("8.5",)), ("U21=fold-allowed", ()), ("U21", ("8.5", "U21"))]
    )
    def test_8_5_giving_in_after_a_raise(self, reading: str, expected: tuple[str, ...]) -> None:
        """U21."""
        position = self.battle(a.Raise(G, "4H"), reading=reading)
        assert said(position, a.TakeLoss(S)) == expected
        assert said(self.battle(reading=reading), a.TakeLoss(S)) == ("8.5",)

    @pytest.mark.parametrize(("reading", "loser"), [("", "rifle_3"), ("U20=best", "14pz")])
    def test_8_7_which_card_counts(self, reading: str, loser: str) -> None:
        """U20: the Soviet ace was raised with a 9."""
        position = begun(
            NAME, a.PlayCard(G, "7S"), a.PlayCard(S, "AH"), a.Raise(G, "4H"), soviet="AH 9S", reading=reading
        )
        do(position, a.Raise(S, "9S"), a.Stand(G), a.Open(G), a.Open(S))
        assert due(position, rulings(position)).unit == ("rifle_3" if not reading else loser)


class TestOpening:
    def opened(self, german: str, soviet: str, **more: str) -> Position:
        hands = {"german": german, "soviet": soviet, "steps": ""}
        return begun(
            NAME,
            a.PlayCard(G, german.split(maxsplit=1)[0]),
            a.PlayCard(S, soviet.split(maxsplit=1)[0]),
            a.Stand(G),
            a.Open(G),
            a.Open(S),
            **hands,
            **more,
        )

    def test_8_7_each_opens_once(self) -> None:
        position = begun(NAME, a.PlayCard(G, "7S"), a.PlayCard(S, "2D"), a.Stand(G))
        do(position, a.Open(S))
        assert said(position, a.Open(S)) == ("8.7",)
        assert said(position, a.LoseStep("rifle_3", "2D")) == ("8.9",)
        do(position, a.Open(G))

    @pytest.mark.parametrize(
        ("german", "soviet", "loser", "line"),
        [
            ("7S 9H", "3H 4D", "rifle_3", "8.7.1"),
            ("8S 9H", "2H 4D", "14pz", "8.7.1"),
            ("5C 9H", "AS 4D", "rifle_3", "8.7.2"),
            ("5H 9H", "2H 4D", "14pz", "8.7.2"),
            ("5C 9H", "AH 4D", "14pz", "8.7.3"),
            ("AC 9H", "2H 4D", "rifle_3", "8.7.3"),
            ("8S 9H", "3H 4D", "14pz", "8.7.5"),
            ("JS 9H", "QH 4D", "14pz", "8.7.5"),
        ],
    )
    def test_8_7_the_lines(self, german: str, soviet: str, loser: str, line: str) -> None:
        position = self.opened(german, soviet)
        found = due(position, rulings(position))
        assert (found.moment, found.unit, found.line) == (Moment.DAMAGE, loser, line)
        winner = "14pz" if loser == "rifle_3" else "rifle_3"
        ways = {"14pz": "german_rear", "rifle_3": "mamayev_kurgan"}
        assert said(position, a.Retreat(loser, ways[loser])) == ()
        assert said(position, a.Retreat(winner, ways[winner])) == (line,)
        assert said(position, a.FightOn()) == (line,)
        assert said(position, a.Discard(S, ())) == ("8.9",)

    def test_8_7_4_a_tie(self) -> None:
        position = self.opened("2H 9H", "2S 4D")
        assert due(position, rulings(position)).moment is Moment.TIE
        assert said(position, a.LoseStep("rifle_3", "2D")) == ("8.7.4",)
        assert said(position, a.Attack("14pz")) == ("8.7.4",)
        assert said(position, a.Stop()) == ()
        do(position, a.FightOn())
        assert position.pile == ["2H", "2S"]
        assert position.battle is not None
        assert (position.battle.defender, position.battle.calls) == ("rifle_3", ())
        do(position, a.PlayCard(G, "9H"))

    def test_8_7_4_without_a_card_one_cannot_fight_on(self) -> None:
        position = self.opened("2H", "2S 4D")
        assert said(position, a.FightOn()) == ("8.7.4",)
        do(position, a.Stop())
        assert said(position, a.Retreat("14pz", "german_rear")) == ()

    def test_8_7_4_an_attack_that_was_begun_is_not_given_up(self) -> None:
        assert said(begun(NAME), a.Stop()) == ("8.7.4",)
        position = begun(NAME, a.PlayCard(G, "7S"))
        assert said(position, a.Stop()) == ("8.7.4",)
        position = begun(NAME, german="", steps="14pz:7S")
        force(position, a.Discard(G, ("7S",)))
        assert said(position, a.Stop()) == ()

    def test_8_6_after_the_comparison_no_card_comes_back(self) -> None:
        assert said(self.opened("7S 9H", "3H 4D"), a.TakeBack(G, "7S")) == ("8.6",)

    def test_8_7_what_was_never_opened_stays_unseen(self) -> None:
        position = begun(NAME, a.PlayCard(G, "7S"), a.PlayCard(S, "2D"), a.Raise(G, "8S"), a.Stand(S))
        do(position, a.Open(G), a.Open(S), a.Retreat("14pz", "german_rear"))
        assert position.covered == {"7S": G}


class TestLines:
    """The lines of 8.7 one by one."""

    def test_8_7_1(self) -> None:
        assert [hit(card, 7) for card in ("AS", "7D", "8S", "JS")] == [True, True, False, False]
        assert [only_hit(pair) for pair in ((True, False), (False, True), (True, True))] == [G, S, None]

    def test_8_7_2(self) -> None:
        assert [only_own_colour(pair) for pair in (("5C", "AS"), ("5H", "AH"), ("5C", "AH"))] == [G, S, None]
        assert only_own_colour(("5H", "AS")) is None

    def test_8_7_3(self) -> None:
        assert [lower(pair) for pair in (("5C", "AH"), ("AC", "2H"), ("2C", "2H"))] == [S, G, None]

    def test_8_7_5(self) -> None:
        assert [both_missed(pair) for pair in ((False, False), (True, False))] == [True, False]
        assert decide(("8S", "3H"), (False, False), G) == Comparison(S, "8.7.5")
        assert decide(("8S", "3H"), (False, False), S) == Comparison(G, "8.7.5")


class TestStrength:
    """8.8."""

    def defending(self, unit: str, area: str, attacker: str, reading: str = "", joint: str = "") -> int:
        position = table(f"{unit}@{area} {attacker}@airfield {joint}", reading=reading)
        position.where[attacker] = area
        position.act = None
        force(position, a.Attack(attacker), a.NameDefender(position.side(unit), unit, support=bool(joint)))
        assert position.battle is not None
        return strength(position, position.battle, position.side(unit), rulings(position))

    @pytest.mark.parametrize(
        ("unit", "area", "expected"),
        [
            ("rifle_1", "tractor_factory", 4),
            ("rifle_1", "airfield", 2),
            ("13gds", "red_square", 6),
            ("71", "red_square", 5),
            ("100j", "red_square", 5),
            ("14pz", "red_square", 5),
            ("14pz", "minina", 7),
            ("29mot", "red_square", 5),
            ("t34", "red_square", 2),
        ],
    )
    def test_8_8_defenders(self, unit: str, area: str, expected: int) -> None:
        german = unit in ("71", "100j", "14pz", "29mot")
        assert self.defending(unit, area, "rifle_6" if german else "24pz") == expected

    @pytest.mark.parametrize(("reading", "expected"), [("", 6), ("U25=no-guards", 4)])
    def test_8_8_guards(self, reading: str, expected: int) -> None:
        """U25."""
        assert self.defending("13gds", "red_square", "24pz", reading) == expected

    def test_8_8_attackers_are_not_modified(self) -> None:
        position = table("rifle_1@tractor_factory 71@orlovka", actor=S, act="rifle_1", steps="rifle_1:4H")
        do(position, a.EnterBattle("rifle_1", "orlovka"), a.NameDefender(G, "71"))
        assert position.battle is not None
        assert strength(position, position.battle, S, rulings(position)) == 2
        assert strength(position, position.battle, G, rulings(position)) == 3

    def test_8_12_the_t34_adds_its_own(self) -> None:
        """8.12."""
        assert self.defending("rifle_1", "red_square", "24pz", joint="t34@red_square") == 6


def test_8_3_the_order_of_calls() -> None:
    """8.3: what a battle waits for, step by step."""
    position = begun()
    seen = []
    for action in (
        NAME,
        a.PlayCard(G, "7S"),
        a.PlayCard(S, "2D"),
        a.Raise(G, "8S"),
        a.Stand(S),
        a.Open(S),
        a.Open(G),
    ):
        seen.append(due(position, rulings(position)).moment)
        do(position, action)
    assert seen == [
        Moment.NAME,
        Moment.DECLARE,
        Moment.ANSWER,
        Moment.RAISE,
        Moment.ANSWER_RAISE,
        Moment.OPEN,
        Moment.OPEN,
    ]
    assert position.battle is not None
    assert [did for _, did in position.battle.calls] == [Did.PLAY, Did.PLAY, Did.RAISE, Did.STAND]
