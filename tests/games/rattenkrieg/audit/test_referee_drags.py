"""What people do at the Rattenkrieg table with drags alone, and what a referee says of it by the text."""

from __future__ import annotations

from tests.games.rattenkrieg.audit.people import (
    G,
    People,
    S,
    german_takes_south_stalingrad,
    lay,
    situation,
    soviets_go_on,
    tidy,
)
from toolkit.games.rattenkrieg.play.paper import Paper


def test_the_card_is_paid_after_the_drag(at: People) -> None:
    german_takes_south_stalingrad(at)
    soviets_go_on(at)


def test_the_card_is_paid_before_the_drag(at: People) -> None:
    at.card("9S", "pile", opened=True)
    at.move_by_hand("71", "south_stalingrad")
    soviets_go_on(at)


def test_a_step_of_its_own_is_paid(at: People) -> None:
    at.drag("71", "south_stalingrad")
    at.card("2D", "pile", opened=True)
    at.turn("71")
    soviets_go_on(at)


def test_a_unit_fights_and_is_put_back_as_if_it_had_slipped(at: People) -> None:
    at.drag("14pz", "airfield")
    lay(at, "3C", "AH")
    at.open("3C")
    at.open("AH")
    with at.fault("8.9.1"):
        at.drag("14pz", "german_rear")
    tidy(at, "3C", "AH")
    soviets_go_on(at)


def test_a_unit_slips_and_is_put_back_after_the_enemys_player_turn(at: People) -> None:
    at.drag("71", "south_stalingrad")
    at.turn("295")
    soviets_go_on(at)
    at.drag("71", "german_rear")
    at.turn("389")


def test_nothing_is_paid(at: People) -> None:
    with at.fault("7.3"):
        at.move_by_hand("71", "south_stalingrad")
    soviets_go_on(at)


def test_a_step_of_another_unit_is_paid(at: People) -> None:
    with at.fault("7.3"):
        at.drag("71", "south_stalingrad")
        at.card("10C", "pile", opened=True)
        at.turn("71")
    soviets_go_on(at)


def test_one_card_for_two_areas(at: People) -> None:
    with at.fault("7.3"):
        at.drag("71", "south_stalingrad", "red_square")
        at.card("9S", "pile", opened=True)
        at.turn("71")
    soviets_go_on(at)


def test_two_cards_for_two_areas(at: People) -> None:
    at.drag("71", "south_stalingrad")
    at.card("9S", "pile", opened=True)
    at.drag("71", "red_square")
    at.card("5C", "pile", opened=True)
    at.turn("71")
    soviets_go_on(at)


def test_two_areas_first_and_then_two_cards(at: People) -> None:
    at.drag("71", "south_stalingrad", "red_square")
    at.card("9S", "pile", opened=True)
    at.card("5C", "pile", opened=True)
    at.turn("71")
    soviets_go_on(at)


def test_a_card_is_paid_on_the_way_for_the_next_area(at: People) -> None:
    german_takes_south_stalingrad(at)
    soviets_go_on(at)
    at.drag("295", "south_stalingrad")
    at.card("5C", "pile", opened=True)
    at.drag("295", "red_square")
    at.turn("295")


def test_a_rifle_goes_behind_the_german_lines(at: People) -> None:
    at.turn("295")
    with at.fault("3.5"):
        at.move_by_hand("rifle_3", "german_rear")


def test_far_over_own_ground(at: People) -> None:
    at.turn("295")
    at.move_by_hand("13gds", "factory_district", "tractor_factory", "orlovka")
    at.turn("389")


def attack(at: People) -> None:
    """5 of clubs against 7 of spades: the attacker hits, the defender does not."""
    at.drag("14pz", "airfield")
    lay(at, "5C", "7S")
    at.open("5C")
    at.open("7S")


def test_the_rifle_retreats(at: People) -> None:
    attack(at)
    at.move_by_hand("rifle_3", "mamayev_kurgan")
    tidy(at, "5C", "7S")
    at.turn("14pz")
    soviets_go_on(at)


def test_cards_are_cleared_before_the_retreat(at: People) -> None:
    attack(at)
    tidy(at, "5C", "7S")
    at.turn("rifle_3")
    at.drag("rifle_3", "mamayev_kurgan")
    at.turn("14pz")
    soviets_go_on(at)


def test_cards_are_cleared_much_later(at: People) -> None:
    attack(at)
    at.move_by_hand("rifle_3", "mamayev_kurgan")
    at.turn("14pz")
    soviets_go_on(at)
    tidy(at, "5C", "7S")
    at.turn("295")


def test_the_retreat_is_corrected(at: People) -> None:
    attack(at)
    at.move_by_hand("rifle_3", "gorodishche")
    at.drag("rifle_3", "mamayev_kurgan")
    tidy(at, "5C", "7S")
    at.turn("14pz")
    soviets_go_on(at)


def test_the_rifle_is_turned_after_the_next_turn(at: People) -> None:
    attack(at)
    at.drag("rifle_3", "mamayev_kurgan")
    tidy(at, "5C", "7S")
    at.turn("14pz")
    soviets_go_on(at)
    at.turn("rifle_3")
    at.turn("295")


def test_the_rifle_acts_after_its_retreat(at: People) -> None:
    with at.fault("7.4", "8.9", "8.11"):
        attack(at)
        at.drag("rifle_3", "mamayev_kurgan")
        tidy(at, "5C", "7S")
        at.turn("14pz")
        at.move_by_hand("rifle_3", "factory_district")
    at.turn("295")


def test_the_winner_keeps_his_card(at: People) -> None:
    attack(at)
    at.move_by_hand("rifle_3", "mamayev_kurgan")
    with at.fault("8.6", "8.7"):
        at.card("5C", "hand-german")
    at.card("7S", "pile", S)
    at.turn("14pz")
    soviets_go_on(at)


def test_the_wrong_side_suffers(at: People) -> None:
    with at.fault("8.7", "8.9"):
        attack(at)
        at.card("9H", "hidden-pile")
    tidy(at, "5C", "7S")
    at.move_by_hand("14pz", "german_rear")
    soviets_go_on(at)


def test_a_step_is_lost_and_the_attacker_goes_back(at: People) -> None:
    attack(at)
    at.card("2H", "hidden-pile", S)
    tidy(at, "5C", "7S")
    at.move_by_hand("14pz", "german_rear")
    soviets_go_on(at)


def test_a_hand_card_is_lost_instead_of_a_step(at: People) -> None:
    with at.fault("8.9"):
        attack(at)
        at.card("KD", "hidden-pile", S)
        tidy(at, "5C", "7S")
        at.move_by_hand("14pz", "german_rear")
    soviets_go_on(at)


def test_nobody_answers(at: People) -> None:
    """The attacker's card is never shown."""
    at.drag("14pz", "airfield")
    at.card("5C", "battle-attacker")
    at.say("<Boris> - I take it")
    at.move_by_hand("rifle_3", "mamayev_kurgan")
    at.card("5C", "hidden-pile")
    at.turn("14pz")
    soviets_go_on(at)


def test_two_cards_at_once(at: People) -> None:
    """He puts two cards down before anybody answers."""
    at.drag("14pz", "airfield")
    with at.fault("8.4", "8.6"):
        at.card("5C", "battle-attacker")
        at.card("9S", "battle-attacker")
    at.card("7S", "battle-defender", S)
    at.open("9S")
    at.open("7S")


def test_a_bombardment_hits(at: People) -> None:
    """8 of spades against a strength of 2, out in the open."""
    at.card("QD", "event", opened=True)
    at.draw("drawn", G)
    at.move_by_hand("rifle_3", "mamayev_kurgan")
    at.turn("71")
    soviets_go_on(at)


@situation(top="AS")
def test_a_bombardment_misses_and_hurts(at: People) -> None:
    """Nothing shows why the rifle goes, and that the Soviets do not begin too early."""
    with at.fault("9.2", "7.4", "5.0"):
        at.card("QD", "event", opened=True)
        at.draw("drawn", G)
        at.move_by_hand("rifle_3", "mamayev_kurgan")
        at.turn("71")
    soviets_go_on(at)


def test_a_number_bombards(at: People) -> None:
    """The fault is the card's, and the unit that suffers does what is asked of it."""
    with at.fault("9.1"):
        at.card("9S", "event", opened=True)
        at.draw("drawn", G)
    at.turn("rifle_3")
    at.drag("rifle_3", "mamayev_kurgan")
    at.drag("14pz", "airfield")
    at.card("3C", "pile", opened=True)
    at.turn("14pz")
    soviets_go_on(at)


def test_a_unit_far_away_is_bombarded(at: People) -> None:
    """Who suffers was the target."""
    german_takes_south_stalingrad(at)
    soviets_go_on(at)
    at.drag("295", "south_stalingrad")
    with at.fault("9.2"):
        at.card("QD", "event", opened=True)
        at.draw("drawn", G)
    at.turn("rifle_2")
    at.drag("rifle_2", "orlovka")
    at.turn("295")
    at.turn("rifle_6")


def test_a_card_of_the_enemys_hand_attacks(at: People) -> None:
    at.drag("14pz", "airfield")
    with at.fault("8.4"):
        at.card("AH", "battle-attacker")
    at.card("7S", "battle-defender", S)
    at.open("AH")
    at.open("7S")
    at.move_by_hand("rifle_3", "mamayev_kurgan")
    tidy(at, "AH", "7S")
    at.turn("14pz")
    soviets_go_on(at)


def test_nobody_suffers_from_an_attack(at: People) -> None:
    at.drag("14pz", "airfield")
    at.card("5C", "battle-attacker")
    at.card("5C", "hidden-pile")
    with at.fault("8.9"):
        at.turn("14pz")
    soviets_go_on(at)


def test_a_full_unit_is_replenished(at: People) -> None:
    with at.fault("7.5"):
        at.draw("steps-14pz", G)
        at.turn("14pz")
    soviets_go_on(at)


def test_a_used_unit_acts_again(at: People) -> None:
    """It has acted all the same, and nobody is accused of what comes next."""
    at.turn("71")
    soviets_go_on(at)
    with at.fault("7.4"):
        at.drag("71", "south_stalingrad")
        at.card("9S", "pile", opened=True)
    at.turn("rifle_6")
    at.move_by_hand("295", "south_stalingrad")
    at.turn("rifle_1")


def test_a_unit_is_looked_under_and_cards_are_sorted(at: People) -> None:
    at.drag("rifle_1", "tennis_racket", by=G)
    at.drag("rifle_1", "mamayev_kurgan", by=G)
    at.card("3C", "pile")
    at.card("3C", "steps-14pz")
    at.open("AH")
    at.mask("AH", S)
    german_takes_south_stalingrad(at)
    soviets_go_on(at)


def test_a_unit_is_set_down_wrongly(at: People) -> None:
    at.drag("71", "red_square")
    at.drag("71", "german_rear")
    german_takes_south_stalingrad(at)
    soviets_go_on(at)


def test_hands_are_filled_one_by_one(at: People) -> None:
    german_takes_south_stalingrad(at)
    soviets_go_on(at)
    at.turn("295")
    at.turn("rifle_6")
    at.phase("Replenishment")
    at.draw("hand-german", G)
    at.card("7S", "pile", S, opened=True)
    at.draw("hand-soviet", S)
    at.turn("71", "295", "13gds", "rifle_6", up=True)
    at.phase("Reinforcements", 2)


def test_a_hand_is_filled_too_high(at: People) -> None:
    at.turn("295")
    at.turn("rifle_6")
    at.phase("Replenishment")
    with at.fault("10.1", "10.2"):
        at.draw("hand-german", G)
    at.turn("295", "rifle_6", up=True)
    at.phase("Reinforcements", 2)


def test_a_unit_is_named_by_its_key_and_turned_over(at: People) -> None:
    """That is a pass, as if its other key had been pressed (7.4)."""
    at.paper.side = G
    Paper.decide(at.paper, "71", "activate")
    at.desk.end_step()
    at.turn("71")
    soviets_go_on(at)
