"""Rattenkrieg: vectors and cases of the rules summary, told to the independent reading."""

from __future__ import annotations

import pytest

from tests.oracle.rattenkrieg.cards import GERMAN, PACK, SOVIET, battle_result, event, fire_hits
from tests.oracle.rattenkrieg.strength import fighting, under_fire, ways_back
from tests.oracle.rattenkrieg.tiny import scene
from tests.oracle.rattenkrieg.world import Fight, connected, holder

ARMY = {"G": GERMAN, "S": SOVIET}
WON = {"A": "attacker", "D": "defender", "TIE": "tie"}


def test_2_4_fifty_two_cards() -> None:
    assert len(set(PACK)) == 52
    assert sum(event(GERMAN, card) is not None for card in PACK) == 12


@pytest.mark.parametrize(
    ("attacker", "strength", "card", "against", "answer", "winner"),
    [
        ("G", 7, "7S", 2, "3H", "A"),
        ("G", 7, "2H", 2, "2S", "TIE"),
        ("G", 7, "5C", 2, "AS", "A"),
        ("G", 3, "3S", 4, "4H", "A"),
        ("G", 3, "JS", 2, "5D", "D"),
        ("S", 2, "2H", 7, "6S", "A"),
        ("S", 6, "6D", 5, "5C", "D"),
        ("G", 5, "5S", 2, "3H", "A"),
        ("G", 3, "2S", 2, "2H", "TIE"),
        ("G", 7, "QS", 2, "JH", "D"),
        ("G", 7, "2H", 4, "AS", "D"),
        ("S", 4, "3S", 3, "3H", "TIE"),
        ("G", 7, "8S", 2, "3H", "D"),
        ("G", 7, "5C", 2, "AH", "D"),
    ],
)
def test_8_7_results(  # noqa: PLR0917
    attacker: str, strength: int, card: str, against: int, answer: str, winner: str
) -> None:
    assert battle_result(ARMY[attacker], (strength, against), (card, answer)) == WON[winner]


@pytest.mark.parametrize(
    ("kind", "strength", "card", "mamayev", "damage"),
    [
        ("bombard", 2, "2H", False, True),
        ("bombard", 4, "3C", False, False),
        ("bombard", 5, "4D", False, False),
        ("bombard", 7, "6S", True, False),
        ("bombard", 2, "QH", True, True),
        ("bombard", 2, "QH", False, False),
        ("air", 2, "2S", False, True),
        ("air", 4, "3S", True, False),
        ("air", 2, "KS", True, False),
        ("bombard", 2, "10S", True, True),
        ("bombard", 2, "AS", False, False),
    ],
)
def test_9_2_9_3_shots(kind: str, strength: int, card: str, mamayev: bool, damage: bool) -> None:
    assert fire_hits(kind, card, strength, mamayev=mamayev) is damage


@pytest.mark.parametrize(
    ("card", "german", "soviet"),
    [
        ("JS", "air", "bombard"),
        ("QC", "assault_gun", "bombard"),
        ("KS", "engineers", "bombard"),
        ("JH", "bombard", "sniper"),
        ("QD", "bombard", "molotov"),
        ("KH", "bombard", "chuikov"),
        ("10H", None, None),
    ],
)
def test_9_1_pictures(card: str, german: str | None, soviet: str | None) -> None:
    assert (event(GERMAN, card), event(SOVIET, card)) == (german, soviet)


@pytest.mark.parametrize(
    ("unit", "area", "strength"),
    [
        ("rifle_1", "red_square", 4),
        ("13gds", "red_square", 6),
        ("100j", "red_square", 5),
        ("14pz", "red_square", 5),
        ("29mot", "red_square", 5),
        ("t34", "red_square", 2),
        ("rifle_1", "orlovka", 2),
    ],
)
def test_8_8_defending(unit: str, area: str, strength: int) -> None:
    side = SOVIET if unit in ("rifle_1", "13gds", "t34") else GERMAN
    world, state = scene({unit: area}, german=[area] if side == GERMAN else [])
    fight = Fight(area, "389" if side == SOVIET else "rifle_2", unit)
    assert fighting(world, state, fight, unit) == strength
    assert under_fire(world, state, unit, "bombard") == strength
    assert under_fire(world, state, unit, "air") == world.pieces[unit].strength


def test_8_8_9_5_engineers_take_the_town_away_and_attackers_have_none() -> None:
    world, state = scene({"rifle_4": "red_square", "71": "airfield"}, german=["airfield"])
    fight = Fight("red_square", "71", "rifle_4", engineers=True)
    assert fighting(world, state, fight, "rifle_4") == 2
    assert fighting(world, state, fight, "71") == 3


def test_8_12_the_tank_adds_itself() -> None:
    world, state = scene({"rifle_4": "tractor_factory", "t34": "tractor_factory"})
    fight = Fight("tractor_factory", "71", "rifle_4", tank_helps=True)
    assert fighting(world, state, fight, "rifle_4") == 6


def test_9_4_9_7_cards_of_the_active_unit() -> None:
    world, state = scene({"71": "airfield", "14pz": "airfield"}, german=["airfield"])
    state.guns = 1
    assert fighting(world, state, Fight("red_square", "71"), "71") == 5
    assert fighting(world, state, Fight("red_square", "14pz"), "14pz") == 7
    world, state = scene({"rifle_1": "red_square"}, actor=SOVIET)
    assert fighting(world, state, Fight("airfield", "rifle_1", molotov=2), "rifle_1") == 6


def test_7_2_no_way_out_of_the_rear() -> None:
    crossings = ["factory_district", "tennis_racket", "red_square"]
    world, state = scene({"13gds": "soviet_rear"}, german=crossings)
    assert not connected(world, state, "13gds", "mamayev_kurgan")
    world, state = scene({"13gds": "soviet_rear"})
    assert connected(world, state, "13gds", "orlovka")


def test_8_9_ways_back() -> None:
    world, state = scene({"rifle_3": "airfield"}, german=["gorodishche", "minina"])
    assert ways_back(world, state, "rifle_3") == ["mamayev_kurgan", "red_square"]
    world, state = scene(
        {"rifle_1": "tennis_racket"}, german=["mamayev_kurgan", "factory_district", "red_square"]
    )
    assert ways_back(world, state, "rifle_1") == []
    world, state = scene({"71": "airfield"}, german=["airfield"])
    assert ways_back(world, state, "71") == ["german_rear"]


def test_3_6_who_is_isolated_holds_nothing() -> None:
    world, state = scene({"rifle_2": "airfield", "71": "airfield"}, german=["airfield"], isolated=["rifle_2"])
    assert holder(state, "airfield") == GERMAN
    assert ways_back(world, state, "rifle_2") == []
