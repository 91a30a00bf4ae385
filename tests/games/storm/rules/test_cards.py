"""REF 3.3, SEED 流程2(2): when cards are played; what their texts ask of areas and units; what they cost."""

from __future__ import annotations

import pytest

from tests.games.storm.rules.table import G, S, broken, do, force, said, table, under_fire, verdict
from toolkit.games.storm.rules import actions as a
from toolkit.games.storm.rules.position import Phase, Position
from toolkit.games.storm.rules.sides import Side
from toolkit.rules.verdict import Outcome

UNITS = "a1@west a2@west a3@west b1@camp r1@park r2@house t1@station"
GERMAN = "bomber howitzer guns march drill smoke shortage medics orders"
SOVIET = "rubble dug_in order_227 minefield wire sniper katyusha counterblow"


def cards(*, actor: Side = G, reading: str = "", german: str = GERMAN, soviet: str = SOVIET) -> Position:
    return table(UNITS, actor=actor, german=german, soviet=soviet, reading=reading)


class TestHandAndTime:
    def test_out_of_the_own_hand(self) -> None:
        position = cards()
        assert said(position, a.Play(G, "orders")) == ()
        assert said(position, a.Play(G, "rest", "west", ("a1",))) == ("REF 3.3",)
        assert said(position, a.Play(G, "sniper", "west")) == ("REF 3.3",)
        do(position, a.Play(G, "orders"))
        assert position.piles[G] == ["orders"]
        assert position.place_of("orders") == "pile"

    def test_cards_for_a_fire(self) -> None:
        position = cards()
        do(position, a.Play(G, "guns"))
        assert said(position, a.Move(G, ("a1",), ("camp",))) == ("REF 3.3",)
        assert said(position, a.Fire(G, ("a1",), "park")) == ()
        # Between the declaration and the roll is time enough.
        position = do(cards(), a.Fire(G, ("a1",), "park"))
        assert said(position, a.Play(G, "guns")) == ()
        assert said(position, a.Play(G, "march")) == ("REF 3.3",)
        assert said(cards(german="kampfgruppe"), a.Play(G, "kampfgruppe")) == ()
        position = do(cards(german="kampfgruppe"), a.Fire(G, ("a1",), "park"))
        assert said(position, a.Play(G, "kampfgruppe")) == ("REF 3.3",)

    def test_not_for_the_enemy_s_fire(self) -> None:
        position = do(cards(), a.Fire(G, ("a1",), "park"))
        assert said(position, a.Play(S, "katyusha", paid=("t1",))) == ("REF 3.3",)

    def test_cards_for_a_move(self) -> None:
        position = do(cards(), a.Play(G, "march"))
        assert said(position, a.Fire(G, ("a1",), "park")) == ("REF 3.3",)
        assert said(position, a.Move(G, ("a1",), ("camp",))) == ()

    def test_answers_to_a_fire(self) -> None:
        position = cards()
        assert said(position, a.Play(S, "dug_in")) == ("REF 3.3",)
        do(position, a.Fire(G, ("a1", "a2"), "park"))
        assert said(position, a.Play(S, "dug_in")) == ()
        assert said(position, a.Play(G, "smoke")) == ("REF 3.3",)
        do(position, a.Roll((6, 6)))
        assert said(position, a.Play(S, "dug_in")) == ("REF 3.3",)
        force(position, a.CloseLosses(S))
        assert said(position, a.Play(S, "dug_in")) == ("REF 3.3",)

    @pytest.mark.parametrize(
        ("reading", "expected"), [("", ()), ("St-29=no", ("REF 3.3",)), ("St-29", ("REF 3.3", "St-29"))]
    )
    def test_answers_to_a_bombardment(self, reading: str, expected: tuple[str, ...]) -> None:
        """St-29."""
        position = do(cards(reading=reading), a.Play(G, "bomber", "park"))
        assert said(position, a.Play(S, "dug_in")) == expected
        assert said(position, a.Play(G, "guns")) == ("REF 3.3",)

    def test_answers_to_losses(self) -> None:
        position = cards(actor=S)
        spare = a.Play(S, "order_227", paid=("wire",))
        assert said(position, spare) == ("REF 3.3",)
        under_fire(position, "park", 3)
        assert said(position, spare) == ()
        assert said(position, a.Play(G, "medics")) == ("REF 3.3",)
        # A sniper does not roll.
        position = do(cards(actor=S, soviet="sniper"), a.Play(S, "sniper", "west"))
        assert said(position, a.Play(G, "medics")) == ("REF 3.3",)

    def test_answers_to_a_move(self) -> None:
        position = cards()
        assert said(position, a.Play(S, "wire")) == ("REF 3.3",)
        do(position, a.Move(G, ("a1",), ("park",)))
        assert said(position, a.Play(S, "wire")) == ()
        assert said(position, a.Play(S, "counterblow", units=("a1",))) == ("REF 3.3",)
        do(position, a.Pass(S))
        assert said(position, a.Play(S, "wire")) == ("REF 3.3",)
        position = do(cards(), a.Fire(G, ("a1",), "park"), a.Roll((1, 1)))
        assert said(position, a.Play(S, "wire")) == ("REF 3.3",)

    def test_after_the_own_act(self) -> None:
        drill = a.Play(G, "drill", units=("a1",), paid=("march",))
        position = do(cards(), a.Fire(G, ("a1",), "park"))
        assert said(position, drill) == ("REF 3.3",)
        do(position, a.Roll((1, 1)))
        assert said(position, drill) == ()
        assert said(do(cards(), a.Move(G, ("a1",), ("camp",))), drill) == ("REF 3.3",)
        assert said(cards(), drill) == ("REF 3.3",)
        assert said(do(position, a.Pass(S)), drill) == ("REF 3.3",)

    @pytest.mark.parametrize(
        ("reading", "expected"), [("", ()), ("St-22=one", ("REF 3.3",)), ("St-22", ("REF 3.3", "St-22"))]
    )
    def test_several_cards(self, reading: str, expected: tuple[str, ...]) -> None:
        """St-22."""
        flames = a.Play(G, "flames", paid=("a3",))
        position = cards(
            reading=reading, german="guns flames howitzer column march", soviet=SOVIET + " sewers barges"
        )
        do(position, a.Play(G, "guns"))
        assert said(position, flames) == expected
        do(position, a.Fire(G, ("a1",), "park"))
        assert said(position, flames) == expected
        do(position, a.Play(S, "dug_in"))
        position.hands[S].append("dug_in")
        assert said(position, a.Play(S, "dug_in")) == expected
        # A card that is the action itself does not count.
        position = do(cards(reading=reading), a.Play(G, "bomber", "park"), a.Play(S, "dug_in"))
        assert said(position, a.Roll((1, 1))) == ()

    def test_several_answers_to_losses_and_moves(self) -> None:
        """St-22=one."""
        position = under_fire(cards(actor=S, reading="St-22=one"), "park", 7)
        do(position, a.Play(S, "order_227", paid=("wire",)))
        position.hands[S].append("order_227")
        assert said(position, a.Play(S, "order_227", paid=("rubble",))) == ("REF 3.3",)
        position = do(cards(reading="St-22=one"), a.Move(G, ("a1",), ("camp",)), a.Play(S, "minefield"))
        force(position, a.Spend(G, "a1"), a.CloseLosses(G))
        assert said(position, a.Play(S, "wire")) == ("REF 3.3",)


class TestShuffle:
    def test_all_cards_at_first(self) -> None:
        position = table(UNITS, phase=Phase.PREPARATION)
        position.decks[G].clear()
        every = position.data.decks[G]
        assert said(position, a.Shuffle(G, every[1:])) == ("REF 3.3",)
        assert said(position, a.Shuffle(G, every)) == ()
        do(position, a.Shuffle(G, tuple(reversed(every))))
        assert position.decks[G][-1] == every[0]
        assert said(position, a.Shuffle(G, every)) == ("REF 3.3",)

    def test_then_the_pile(self) -> None:
        position = table(UNITS, phase=Phase.DRAW)
        pile = tuple(position.decks[G])
        assert said(position, a.Shuffle(G, pile)) == ("REF 3.3",)
        position.decks[G].clear()
        assert said(position, a.Shuffle(G, ())) == ("REF 3.3",)
        position.piles[G].extend(pile)
        assert said(position, a.Shuffle(G, pile[1:])) == ("REF 3.3",)
        assert said(position, a.Shuffle(G, pile)) == ()

    @pytest.mark.parametrize(
        ("reading", "expected"), [("St-16=stop", ("REF 3.3",)), ("St-16", ("REF 3.3", "St-16"))]
    )
    def test_is_there_a_new_deck(self, reading: str, expected: tuple[str, ...]) -> None:
        """St-16."""
        position = table(UNITS, phase=Phase.DRAW, reading=reading)
        pile = tuple(position.decks[G])
        position.decks[G].clear()
        position.piles[G].extend(pile)
        assert said(position, a.Shuffle(G, pile)) == expected

    def test_at_any_time(self) -> None:
        """The last card was drawn by a card: the new deck is made at once, or when it is wanted."""
        for phase in (Phase.IMPULSES, Phase.HANDS, Phase.ARRIVALS):
            position = table(UNITS, phase=phase)
            assert said(position, a.Shuffle(G, tuple(position.decks[G]))) == ("REF 3.3",)
            position.piles[G].extend(position.decks[G])
            position.decks[G].clear()
            assert said(position, a.Shuffle(G, tuple(position.piles[G]))) == ()
        position.phase = Phase.OVER
        assert said(position, a.Shuffle(G, tuple(position.piles[G]))) == ("REF 3.3",)

    def test_no_card_is_lost(self) -> None:
        position = table(UNITS, phase=Phase.DRAW)
        before = sorted(position.decks[G])
        force(position, a.Shuffle(G, (before[0], before[0], "rubble")))
        assert sorted(position.decks[G]) == before


class TestAction:
    def test_it_is_the_impulse(self) -> None:
        position = do(cards(), a.Play(G, "orders"))
        do(position, a.Draw(G, tuple(reversed(position.decks[G][-2:]))))
        assert said(position, a.Play(G, "bomber", "park")) == ("SEED 流程2",)
        assert said(position, a.Pass(S)) == ()

    def test_one_only(self) -> None:
        position = do(cards(), a.Fire(G, ("a1",), "park"))
        assert said(position, a.Play(S, "sniper", "west")) == ("SEED 流程2(2)",)
        assert said(position, a.Play(G, "orders")) == ("SEED 流程2(2)",)
        position = do(cards(), a.Play(G, "march"))
        assert said(position, a.Play(G, "orders")) == ("SEED 流程2(2)",)


class TestText:
    @pytest.mark.parametrize(
        ("card", "area", "units", "reason"),
        [
            ("bomber", "park", "", ()),
            ("bomber", "silo", "r4@silo", ("CARD bomber",)),  # terrain of 3
            ("howitzer", "park", "", ()),
            ("howitzer", "station", "", ("CARD howitzer",)),  # beside no German
            ("howitzer", "house", "", ()),
        ],
    )
    def test_the_area(self, card: str, area: str, units: str, reason: tuple[str, ...]) -> None:
        """CARD where"""
        position = table(f"{UNITS} {units}", german="bomber howitzer")
        assert said(position, a.Play(G, card, area)) == reason

    def test_riverside_and_names(self) -> None:
        position = table(
            "a1@works a2@park! b1@silo! r4@silo! t1@station!", actor=S, soviet="heavy_guns rations"
        )
        assert said(position, a.Play(S, "heavy_guns", "works")) == ()
        assert said(position, a.Play(S, "heavy_guns", "park")) == ("CARD heavy_guns",)
        assert said(position, a.Play(S, "rations", "station", ("t1",))) == ()
        position.put("t1", "marsh")
        position.spent.add("t1")
        assert said(position, a.Play(S, "rations", "marsh", ("t1",))) == ("CARD rations",)

    def test_control_and_own_units(self) -> None:
        position = table("a1@park! r1@park", german="rest", held="-park")
        assert said(position, a.Play(G, "rest", "park", ("a1",))) == ("CARD rest",)
        position.held["park"] = 0
        assert said(position, a.Play(G, "rest", "park", ("a1",))) == ()
        assert said(position, a.Play(G, "rest", "", ("a1",))) == ("CARD rest",)

    def test_terrain_of_the_area_fired_on(self) -> None:
        position = do(table(UNITS, soviet="rubble"), a.Fire(G, ("a1",), "park"))
        assert said(position, a.Play(S, "rubble")) == ("CARD rubble",)
        position = do(table(UNITS, soviet="rubble"), a.Fire(G, ("b1",), "house"))
        assert said(position, a.Play(S, "rubble")) == ()

    def test_victory_areas(self) -> None:
        position = table("a1@house r1@silo r2@park", german="aimed")
        do(position, a.Play(G, "aimed"))
        assert said(position, a.Fire(G, ("a1",), "park")) == ("CARD aimed",)
        assert said(position, a.Fire(G, ("a1",), "silo")) == ()

    def test_control_open_to_readings(self) -> None:
        """St-21: who controls the House decides whether the minefield may be there."""
        position = table("b1@west", held="house", soviet="minefield", reading="St-21")
        do(position, a.Move(G, ("b1",), ("park", "house")))
        position.put("b1", "", 0)
        assert said(position, a.Play(S, "minefield")) == ()
        position = table("b1@park", held="-park", soviet="minefield")
        do(position, a.Move(G, ("b1",), ("west",)))
        assert said(position, a.Play(S, "minefield")) == ()

    def test_the_units(self) -> None:
        """CARD units"""
        position = do(cards(), a.Play(G, "march"))
        assert said(position, a.Move(G, ("a1", "a2"), ("camp",))) == ()
        assert said(position, a.Move(G, ("a1", "a2", "a3"), ("camp",))) == ("CARD march",)
        position = do(cards(), a.Play(G, "guns"))
        assert said(position, a.Fire(G, ("b1",), "house")) == ("CARD guns",)
        position = do(cards(), a.Fire(G, ("b1",), "house"))
        assert said(position, a.Play(G, "guns")) == ("CARD guns",)

    def test_their_division(self) -> None:
        position = under_fire(table("a1@west b1@west", german="medics"), "west", 2)
        assert said(position, a.Play(G, "medics")) == ("CARD medics",)
        position = under_fire(table("a1@west a2@west", german="medics"), "west", 2)
        assert said(position, a.Play(G, "medics")) == ()

    def test_cards_as_a_price(self) -> None:
        """CARD cost"""
        position = do(cards(), a.Fire(G, ("a1",), "park"), a.Roll((1, 1)))
        for paid in ((), ("drill",), ("rest",), ("march", "smoke"), ("march", "march")):
            assert said(position, a.Play(G, "drill", units=("a1",), paid=paid)) == ("CARD drill",)
        do(position, a.Play(G, "drill", units=("a1",), paid=("march",)))
        assert position.piles[G] == ["drill", "march"]
        assert said(cards(), a.Play(G, "orders", paid=("march",))) == ("CARD orders",)

    def test_a_unit_as_a_price(self) -> None:
        position = table(UNITS, german="flames")
        for paid in ((), ("a1",), ("a3", "a2"), ("r1",), ("drill",)):
            assert said(position, a.Play(G, "flames", paid=paid)) == ("CARD flames",)
        assert said(table("a3@west! r1@park", german="flames"), a.Play(G, "flames", paid=("a3",))) == (
            "CARD flames",
        )
        do(position, a.Play(G, "flames", paid=("a3",)))
        assert "a3" in position.spent
        assert said(position, a.Fire(G, ("a1",), "park")) == ()
        # The engineers have to stand in or next to the target.
        position = do(table("a1@house a3@west r4@silo", german="flames"), a.Play(G, "flames", paid=("a3",)))
        assert said(position, a.Fire(G, ("a1",), "silo")) == ("CARD flames",)
        position = do(table("a1@west a3@west r1@park", german="flames"), a.Fire(G, ("a1",), "park"))
        assert said(position, a.Play(G, "flames", paid=("a3",))) == ()

    def test_the_unit_does_not_act_itself(self) -> None:
        position = do(table("a1@west a3@west r1@park", german="flames"), a.Play(G, "flames", paid=("a3",)))
        assert broken(position, a.Fire(G, ("a1", "a3"), "park")) == ("SEED 註4", "CARD flames")


class TestForeign:
    """Cards whose meaning only people know."""

    def test_what_they_touch_is_unverified(self) -> None:
        position = table(UNITS, actor=S, soviet="strange sniper")
        assert verdict(position, a.Play(S, "strange")).outcome is Outcome.UNVERIFIED
        force(position, a.Play(S, "strange"))
        # Whatever the card lets its player do, until the other side's impulse.
        for action in (a.Move(S, ("t1",), ("marsh",)), a.Roll((1, 1)), a.Spend(G, "a1"), a.Play(S, "sniper")):
            assert verdict(position, action).outcome is Outcome.UNVERIFIED
        assert said(position, a.Fire(G, ("a1",), "park")) == ()
        assert verdict(position, a.Fire(G, ("a1",), "station")).outcome is Outcome.ILLEGAL
        force(position, a.Fire(G, ("a1",), "park"))
        assert said(position, a.Roll((1, 1))) == ()
        assert said(position, a.Move(S, ("t1",), ("marsh",))) == ("SEED 攻擊2",)

    def test_one_laid_for_a_fire(self) -> None:
        position = table(UNITS, german="rumour")
        force(position, a.Play(G, "rumour"))
        assert verdict(position, a.Fire(G, ("a1",), "park")).outcome is Outcome.UNVERIFIED
        assert said(position, a.Pass(S)) == ("SEED 流程2",)
        force(position, a.Fire(G, ("a1",), "park"))
        assert verdict(position, a.Roll((6, 6))).outcome is Outcome.UNVERIFIED
        force(position, a.Roll((6, 6)))
        assert verdict(position, a.Eliminate(S, "r1")).outcome is Outcome.UNVERIFIED
        force(position, a.CloseLosses(S))
        assert said(position, a.Pass(S)) == ()
        force(position, a.Pass(S))
        assert said(position, a.Fire(S, ("r2",), "camp")) == ("SEED 流程2",)

    def test_one_played_on_a_fire(self) -> None:
        position = do(table(UNITS, german="rumour"), a.Fire(G, ("a1",), "park"))
        assert verdict(position, a.Play(G, "rumour")).outcome is Outcome.UNVERIFIED
        force(position, a.Play(G, "rumour"), a.Roll((1, 1)))
        assert said(position, a.Pass(S)) == ()

    def test_what_nobody_knows(self) -> None:
        position = table(UNITS)
        for action in (
            a.Play(G, "of another game"),
            a.Move(G, ("z9",), ("camp",)),
            a.Move(G, ("a1",), ("kiev",)),
            a.Fire(G, ("a1",), "kiev"),
            a.Fire(G, ("a1",), "park", ("z9",)),
            a.Spend(S, "z9"),
            a.Place("z9", "west"),
            a.Place("c2", "kiev"),
            a.Withdraw("b1", "z9"),
        ):
            assert verdict(position, action).outcome is Outcome.UNVERIFIED
        force(position, a.Play(G, "of another game"))
