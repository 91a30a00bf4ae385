"""Chapters 3 and 4: set-up, control, victory."""

from __future__ import annotations

import pytest

from tests.games.rattenkrieg.rules import world
from tests.games.rattenkrieg.rules.table import PROPOSED, G, S, do, force, said, table
from toolkit.games.rattenkrieg.rules import actions as a
from toolkit.games.rattenkrieg.rules.cards import DECK
from toolkit.games.rattenkrieg.rules.control import holds
from toolkit.games.rattenkrieg.rules.position import Phase, Position
from toolkit.rules.rulings import Rulings

RIFLES = dict(zip((f"rifle_{n}" for n in range(1, 7)), world.NORMAL, strict=True))
GERMANS = ("14pz", "24pz", "29mot", "71", "295", "389")
ORDER = tuple(reversed(DECK))


def empty() -> Position:
    return Position(world.data(PROPOSED))


def placed() -> Position:
    """Everything stands where it belongs, the deck is shuffled (the ace of spades comes first)."""
    position = do(empty(), *(a.Place(unit, area) for unit, area in RIFLES.items()))
    do(position, a.Place("13gds", "soviet_rear"), a.Place("t34", "tractor_factory"))
    return do(position, *(a.Place(unit, "german_rear") for unit in GERMANS), a.Shuffle(ORDER))


def dealt() -> Position:
    position = placed()
    cards = list(DECK)
    for unit in position.data.units.values():
        if position.on_map(unit.id) and unit.steps:
            do(position, a.DealSteps(unit.id, tuple(cards[: unit.steps])))
            del cards[: unit.steps]
    return do(position, a.DealHand(S, tuple(cards[:4])), a.DealHand(G, tuple(cards[4:7])))


class TestSetUp:
    def test_3_1_rifles(self) -> None:
        """3.1: one in each normal area."""
        position = empty()
        assert said(position, a.Place("rifle_1", "orlovka")) == ()
        do(position, a.Place("rifle_1", "orlovka"))
        assert said(position, a.Place("rifle_2", "orlovka")) == ("3.1",)
        assert said(position, a.Place("rifle_2", "red_square")) == ("3.1",)
        assert said(position, a.Place("rifle_1", "orlovka")) == ()

    @pytest.mark.parametrize(
        ("unit", "area", "rule"),
        [
            ("13gds", "soviet_rear", ()),
            ("13gds", "red_square", ("3.1",)),
            ("t34", "tractor_factory", ()),
            ("t34", "soviet_rear", ("3.1",)),
            ("39gds", "soviet_rear", ("3.1",)),
            ("1pz", "german_rear", ("3.1",)),
            ("71", "german_rear", ()),
            ("71", "airfield", ("3.2",)),
            ("16pz", "german_rear", ("3.2",)),
            ("100j", "german_rear", ("3.2",)),
        ],
    )
    def test_3_1_and_3_2_places(self, unit: str, area: str, rule: tuple[str, ...]) -> None:
        assert said(empty(), a.Place(unit, area)) == rule

    def test_3_3_steps(self) -> None:
        """3.3: so many cards as the class has."""
        position = placed()
        assert said(position, a.DealSteps("13gds", DECK[:3])) == ()
        assert said(position, a.DealSteps("71", DECK[:3])) == ("3.3",)
        assert said(position, a.DealSteps("t34", DECK[:1])) == ("3.3",)
        assert said(position, a.DealSteps("16pz", DECK[:4])) == ("3.3",)
        assert said(position, a.DealSteps("1pz", DECK[:1])) == ("3.3",)
        position.put("71", "off_map")
        assert said(position, a.DealSteps("71", DECK[:2])) == ()
        do(position, a.DealSteps("13gds", DECK[:2]))
        assert said(position, a.DealSteps("13gds", DECK[2:3])) == ()
        assert said(position, a.DealSteps("13gds", DECK[2:4])) == ("3.3",)

    def test_3_3_all_cards_are_shuffled_before_the_deal(self) -> None:
        position = empty()
        assert said(position, a.Shuffle(ORDER)) == ()
        assert said(position, a.Shuffle(ORDER[1:])) == ("3.3",)
        assert said(dealt(), a.Shuffle(ORDER)) == ("3.3",)

    def test_3_4_hands(self) -> None:
        """3.4: four for the Soviet player, three for the German one."""
        position = placed()
        assert said(position, a.DealHand(G, DECK[:3])) == ()
        assert said(position, a.DealHand(G, DECK[:4])) == ("3.4",)
        assert said(position, a.DealHand(S, DECK[:4])) == ()
        assert said(position, a.DealHand(S, DECK[:5])) == ("3.4",)

    def test_3_4_cards_come_from_the_top_of_the_deck(self) -> None:
        position = placed()
        assert said(position, a.DealHand(G, ("AS", "2S", "3S"))) == ()
        assert said(position, a.DealHand(G, ("AS", "2S", "4S"))) == ("3.4",)
        assert said(empty(), a.DealHand(G, ("AS", "2S", "3S"))) == ("3.4",)
        assert said(position, a.DealHand(G, ())) == ()

    def test_3_the_end_of_the_set_up(self) -> None:
        assert said(dealt(), a.EndSetUp()) == ()
        position = dealt()
        position.put("rifle_6", "off_map")
        assert said(position, a.EndSetUp())[0] == "3.1"
        position = dealt()
        position.put("71", "off_map")
        assert said(position, a.EndSetUp()) == ("3.2",)
        assert said(placed(), a.EndSetUp()) == ("3.3",)
        position = dealt()
        position.hands[G].clear()
        assert said(position, a.EndSetUp()) == ("3.4",)
        do(position := dealt(), a.EndSetUp())
        assert (position.phase, position.actor, len(position.deck)) == (Phase.OPERATIONS, G, 19)

    def test_3_4_the_pile_becomes_the_deck(self) -> None:
        position = table("14pz@german_rear", act="14pz")
        pile = tuple(position.deck[:5])
        assert said(position, a.Shuffle(pile)) == ("3.4",)
        force(position, *(a.Discard(G, (card,)) for card in ("4H", "9H")))
        position.deck.clear()
        assert said(position, a.Shuffle(("9H",))) == ("3.4",)
        do(position, a.Shuffle(("9H", "4H")))
        assert (position.deck, position.pile) == (["9H", "4H"], [])

    def test_3_4_a_card_shuffled_in_from_elsewhere_is_in_the_deck_alone(self) -> None:
        position = table("14pz@german_rear", act="14pz", steps="14pz:2D")
        order = (*position.deck, "2D")
        position.deck.clear()
        assert said(position, a.Shuffle(order)) == ("3.4",)
        force(position, a.Shuffle(order))
        assert (position.deck, position.place_of("2D")) == ([*order], "deck")


class TestRears:
    def test_3_5_nobody_enters_the_enemy_rear(self) -> None:
        position = table("rifle_3@airfield 71@german_rear", actor=S, act="rifle_3", steps="rifle_3:2D")
        assert said(position, a.EnterEmpty("rifle_3", "german_rear", "2D")) == ("3.5",)
        assert said(position, a.MoveFriendly("rifle_3", "german_rear")) == ("3.5",)
        assert said(position, a.MoveFriendly("rifle_3", "soviet_rear")) == ()
        assert said(position, a.MoveFriendly("rifle_3", "nowhere")) == ("3.5",)

    def test_3_5_the_arrows_are_ways(self) -> None:
        position = table("13gds@soviet_rear", actor=S, act="13gds", held="tennis_racket", steps="13gds:2D")
        assert said(position, a.EnterEmpty("13gds", "tennis_racket", "2D")) == ()
        position = table("13gds@soviet_rear", actor=S, act="13gds", held="mamayev_kurgan", steps="13gds:2D")
        assert said(position, a.EnterEmpty("13gds", "mamayev_kurgan", "2D")) == ("7.3",)


class TestControl:
    def rulings(self, value: str = "no") -> Rulings:
        return Rulings(world.data({**PROPOSED, "U13": value}).points)

    def test_3_6_at_the_start_all_is_soviet(self) -> None:
        assert all(holds(empty(), S, area, self.rulings()) for area in world.data().city)

    def test_3_6_who_is_alone_has_control_and_keeps_it(self) -> None:
        position = table("71@airfield")
        assert holds(position, G, "airfield", self.rulings())
        position.put("71", "german_rear")
        assert holds(position, G, "airfield", self.rulings())
        assert not holds(position, S, "airfield", self.rulings())
        assert not holds(position, S, "nowhere", self.rulings())

    def test_3_6_isolated_units_do_not_count(self) -> None:
        position = table("71@airfield rifle_2@airfield", isolated="rifle_2")
        assert holds(position, G, "airfield", self.rulings())

    def test_3_6_an_isolated_unit_left_alone(self) -> None:
        position = table("71@airfield rifle_2@airfield", isolated="rifle_2")
        position.put("71", "german_rear")
        assert holds(position, G, "airfield", self.rulings())
        assert holds(position, S, "airfield", self.rulings("yes"))


class TestVictory:
    CROSSINGS = "factory_district tennis_racket red_square"

    def last_turn(self, held: str, turn: int = 6, units: str = "71@german_rear") -> Position:
        position = table(units, held=held, turn=turn)
        position.phase = Phase.REPLENISHMENT
        return position

    def test_4_0_before_the_last_turn_nobody_wins(self) -> None:
        position = self.last_turn(self.CROSSINGS, turn=4)
        assert said(position, a.EndTurn(G)) == ("4.0",)
        assert said(position, a.EndTurn()) == ()
        do(position, a.EndTurn())
        assert (position.turn, position.phase) == (5, Phase.REINFORCEMENT)

    def test_4_0_all_three_crossings(self) -> None:
        position = self.last_turn(self.CROSSINGS)
        assert said(position, a.EndTurn(S)) == ("4.0",)
        assert said(position, a.EndTurn()) == ("4.0",)
        do(position, a.EndTurn(G))
        assert (position.winner, position.phase) == (G, Phase.OVER)
        assert said(position, a.EndTurn(G)) == ("5.0",)

    @pytest.mark.parametrize("lacking", CROSSINGS.split())
    def test_4_0_two_are_not_enough(self, lacking: str) -> None:
        position = self.last_turn(self.CROSSINGS.replace(lacking, ""))
        assert said(position, a.EndTurn(G)) == ("4.0",)
        assert said(position, a.EndTurn(S)) == ()

    def test_4_0_an_isolated_soviet_changes_nothing(self) -> None:
        position = self.last_turn(self.CROSSINGS, units="71@red_square")
        position.put("rifle_1", "red_square")
        position.isolate("rifle_1")
        assert said(position, a.EndTurn(G)) == ()
