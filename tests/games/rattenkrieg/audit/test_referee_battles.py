"""Battles and slips at the Rattenkrieg table, with drags alone; who wins is worked out by hand."""

from __future__ import annotations

from tests.games.rattenkrieg.audit.people import (
    G,
    People,
    S,
    german_takes_south_stalingrad,
    lay,
    soviets_go_on,
    tidy,
)


def test_the_attacker_raises(at: People) -> None:
    """9 of spades is taken over by 5 of clubs; 7 of spades misses."""
    at.drag("14pz", "airfield")
    lay(at, "9S", "7S")
    at.card("5C", "battle-attacker")
    at.open("5C")
    at.open("7S")
    at.move_by_hand("rifle_3", "mamayev_kurgan")
    tidy(at, "9S", "5C", "7S")
    at.turn("14pz")
    soviets_go_on(at)


def test_both_miss_and_the_attacker_suffers(at: People) -> None:
    at.drag("14pz", "airfield")
    lay(at, "9S", "7S")
    at.open("9S")
    at.open("7S")
    at.card("9H", "hidden-pile")
    tidy(at, "9S", "7S")
    at.move_by_hand("14pz", "german_rear")
    soviets_go_on(at)


def test_both_miss_and_the_defender_goes(at: People) -> None:
    with at.fault("8.7", "8.9"):
        at.drag("14pz", "airfield")
        lay(at, "9S", "7S")
        at.open("9S")
        at.open("7S")
        at.move_by_hand("rifle_3", "mamayev_kurgan")
    tidy(at, "9S", "7S")
    at.turn("14pz")
    soviets_go_on(at)


def test_the_lower_card_wins(at: People) -> None:
    """3 of clubs and the ace of hearts both hit in their colours: the ace is lower."""
    at.drag("14pz", "airfield")
    lay(at, "3C", "AH")
    at.open("3C")
    at.open("AH")
    at.move_by_hand("14pz", "german_rear")
    tidy(at, "3C", "AH")
    soviets_go_on(at)


def test_a_card_of_another_division_is_laid(at: People) -> None:
    with at.fault("8.4"):
        at.drag("14pz", "airfield")
        lay(at, "4C", "7S")
    at.open("4C")
    at.open("7S")
    at.move_by_hand("rifle_3", "mamayev_kurgan")
    tidy(at, "4C", "7S")
    at.turn("14pz")
    soviets_go_on(at)


def test_the_attack_is_repeated(at: People) -> None:
    at.drag("14pz", "airfield")
    lay(at, "5C", "7S")
    at.open("5C")
    at.open("7S")
    at.card("2H", "hidden-pile", S)
    tidy(at, "5C", "7S")
    at.card("3C", "battle-attacker")
    at.say("<Boris> - go on, I retreat")
    at.move_by_hand("rifle_3", "mamayev_kurgan")
    at.card("3C", "hidden-pile")
    at.turn("14pz")
    soviets_go_on(at)


def test_a_sniper(at: People) -> None:
    at.turn("295")
    at.card("JD", "event", S, opened=True)
    at.card("9S", "pile", opened=True)
    at.turn("rifle_6")
    at.turn("389")


def test_another_card_is_paid(at: People) -> None:
    at.drag("71", "south_stalingrad")
    at.card("9S", "pile", opened=True)
    at.card("9S", "hand-german")
    at.mask("9S", G)
    at.card("5C", "pile", opened=True)
    at.turn("71")
    soviets_go_on(at)


def test_a_card_is_drawn_and_put_back(at: People) -> None:
    card = at.draw("hand-german", G)
    at.card(card, "deck")
    german_takes_south_stalingrad(at)
    soviets_go_on(at)


def test_a_card_is_opened_too_early_and_hidden_again(at: People) -> None:
    at.drag("14pz", "airfield")
    at.card("5C", "battle-attacker")
    at.open("5C")
    at.mask("5C", G)
    at.card("7S", "battle-defender", S)
    at.open("7S")
    at.open("5C")
    at.move_by_hand("rifle_3", "mamayev_kurgan")
    tidy(at, "5C", "7S")
    at.turn("14pz")
    soviets_go_on(at)


def test_two_german_turns(at: People) -> None:
    """Nobody on the other side was turned over in between."""
    german_takes_south_stalingrad(at)
    with at.fault("5.0"):
        at.move_by_hand("295", "south_stalingrad")
    soviets_go_on(at)


def test_a_comrade_stays_behind(at: People) -> None:
    """Two rifles; the beaten one goes, the other one is cut off."""
    at.turn("295")
    at.move_by_hand("rifle_1", "airfield")
    at.drag("14pz", "airfield")
    lay(at, "5C", "2H")
    at.open("5C")
    at.open("2H")
    at.move_by_hand("14pz", "german_rear")
    tidy(at, "5C", "2H")
    soviets_go_on(at)
