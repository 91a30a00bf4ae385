"""What drags alone do not say at the Rattenkrieg table and what comes after shows: Chuikov, who defended."""

from __future__ import annotations

from tests.games.rattenkrieg.audit.people import (
    G,
    People,
    S,
    german_takes_south_stalingrad,
    situation,
    soviets_go_on,
    tidy,
)


def chuikov_attacks(at: People) -> None:
    """A rifle attacks the 71st, and the German player has to lay the first card openly (9.8)."""
    german_takes_south_stalingrad(at)
    at.card("KD", "event", S, opened=True)
    at.drag("rifle_6", "south_stalingrad")


def the_rifle_wins_and_goes_back(at: People) -> None:
    """The ace of hearts beats the five of clubs: both hit in their colours, and the ace is lower."""
    at.card("2D", "hidden-pile", G)
    at.move_by_hand("rifle_6", "minina")
    tidy(at, "5C", "AH")
    at.turn("295")


def test_the_german_card_is_laid_openly(at: People) -> None:
    chuikov_attacks(at)
    at.card("5C", "battle-defender", G, opened=True)
    at.card("AH", "battle-attacker", S)
    at.open("AH")
    the_rifle_wins_and_goes_back(at)


def test_the_german_card_is_laid_and_opened_then(at: People) -> None:
    chuikov_attacks(at)
    at.card("5C", "battle-defender", G)
    at.open("5C")
    at.card("AH", "battle-attacker", S)
    at.open("AH")
    the_rifle_wins_and_goes_back(at)


def test_the_german_card_was_opened_in_the_hand(at: People) -> None:
    chuikov_attacks(at)
    at.open("5C")
    at.card("5C", "battle-defender", G)
    at.card("AH", "battle-attacker", S)
    at.open("AH")
    the_rifle_wins_and_goes_back(at)


def test_the_german_card_stays_closed(at: People) -> None:
    chuikov_attacks(at)
    with at.fault("9.8"):
        at.card("5C", "battle-defender", G)
        at.card("AH", "battle-attacker", S)
    at.open("5C")
    at.open("AH")
    the_rifle_wins_and_goes_back(at)


def test_the_soviet_player_lays_first(at: People) -> None:
    chuikov_attacks(at)
    with at.fault("9.8"):
        at.card("AH", "battle-attacker", S)
        at.card("5C", "battle-defender", G)
    at.open("5C")
    at.open("AH")
    the_rifle_wins_and_goes_back(at)


def test_the_german_player_gives_a_step_before_a_card(at: People) -> None:
    chuikov_attacks(at)
    at.card("2D", "hidden-pile", G)
    at.move_by_hand("rifle_6", "minina")
    at.turn("295")


def test_the_soviet_player_gives_in_when_he_has_seen_the_card(at: People) -> None:
    chuikov_attacks(at)
    at.card("5C", "battle-defender", G, opened=True)
    at.card("6H", "hidden-pile", S)
    at.move_by_hand("rifle_6", "minina")
    tidy(at, "5C")
    at.turn("295")


def tank_and_rifle_are_attacked(at: People) -> None:
    """Nobody answers the card, and the T-34 goes to the losses."""
    at.turn("295")
    at.move_by_hand("t34", "orlovka")
    at.drag("14pz", "orlovka")
    at.card("5C", "battle-attacker")
    at.gone("t34")
    at.card("5C", "hidden-pile")


def test_the_tank_fought_and_the_rifle_is_cut_off(at: People) -> None:
    tank_and_rifle_are_attacked(at)
    at.turn("14pz")
    soviets_go_on(at)


def test_the_tank_fought_and_the_division_goes_on(at: People) -> None:
    tank_and_rifle_are_attacked(at)
    at.drag("14pz", "rynok")
    at.card("3C", "battle-attacker")
    at.move_by_hand("rifle_5", "tractor_factory")
    at.card("3C", "hidden-pile")
    at.turn("14pz")
    soviets_go_on(at)


def test_the_tank_helped_and_the_rifle_is_attacked_again(at: People) -> None:
    tank_and_rifle_are_attacked(at)
    at.card("3C", "battle-attacker")
    at.move_by_hand("rifle_4", "gorodishche")
    at.card("3C", "hidden-pile")
    at.turn("14pz")
    soviets_go_on(at)


def test_the_tank_helped_and_the_division_goes_back(at: People) -> None:
    tank_and_rifle_are_attacked(at)
    at.move_by_hand("14pz", "german_rear")
    soviets_go_on(at)


@situation(hedged=1)
def test_the_tank_fought_and_the_division_flies(at: People) -> None:
    """Whoever defended: an area that is no neighbour cannot be entered."""
    tank_and_rifle_are_attacked(at)
    with at.fault("7.3", "8.9", "8.11"):
        at.drag("14pz", "tennis_racket")
        at.card("3C", "pile", opened=True)
        at.turn("14pz")
    soviets_go_on(at)


def test_the_tank_or_the_rifle_goes_over_the_volga(at: People) -> None:
    """Whoever fought, and whoever is cut off in Orlovka: no unit retreats over the Volga."""
    tank_and_rifle_are_attacked(at)
    at.turn("14pz")
    at.move_by_hand("rifle_1", "airfield")
    at.drag("24pz", "airfield")
    at.card("4C", "battle-attacker")
    at.card("4C", "hidden-pile")
    with at.fault("8.9.4"):
        at.turn("rifle_3")
        at.drag("rifle_3", "soviet_rear")
    at.turn("24pz")
    at.turn("rifle_6")
