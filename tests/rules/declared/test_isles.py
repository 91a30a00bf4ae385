"""The Isles: seas that a fleet opens, battles among some of those in an area, control while alone."""

from __future__ import annotations

import pytest

from tests.rules.declared.games import begin, rules
from tests.rules.declared.stage import Units, broken, stage
from toolkit.rules.declared import Position
from toolkit.rules.declared.actions import (
    Action,
    Attack,
    Deal,
    End,
    Lose,
    Move,
    Play,
    Reshuffle,
    Roll,
    Weather,
)
from toolkit.rules.declared.battles import engaged
from toolkit.rules.declared.winning import decide, score
from toolkit.rules.mechanisms.cards import DECK, HAND, PLAYED


def _stage(phase: str, units: Units) -> Position:
    return stage("isles", 2, phase, units)


@pytest.mark.parametrize(
    ("units", "path", "said"),
    [
        ({"r-ships-1": "north_sea"}, ("north_sea", "alba"), "legal"),
        ({"r-ships-1": "north_sea"}, ("north_sea",), "2.6"),
        ({"r-ships-1": "north_sea"}, ("north_sea", "narrow_sea"), "2.5 2.6"),
        ({"r-ships-1": "north_sea", "r-ships-2": "narrow_sea"}, ("north_sea", "narrow_sea"), "2.6"),
        ({"r-ships-1": "fjord"}, ("north_sea", "alba"), "2.5"),
        ({"c-ships-1": "north_sea"}, ("north_sea",), "2.5 2.6"),
    ],
)
def test_an_army_crosses_a_sea_where_a_fleet_of_its_own_is(
    units: Units, path: tuple[str, ...], said: str
) -> None:
    position = _stage("raider_movement", {"r-1": "fjord", "c-1": "venta"} | dict(units))
    assert broken("isles", position, Move("r-1", path)) == said


def test_fleets_keep_to_sea_and_ports() -> None:
    position = _stage("raider_movement", {"r-ships-1": "narrow_sea", "c-1": "venta"})
    assert broken("isles", position.copy(), Move("r-ships-1", ("ryde",))) == "legal"
    assert broken("isles", position, Move("r-ships-1", ("skerries",))) == "2.4"


IN_RYDE = dict.fromkeys(("r-1", "r-ships-1", "c-1", "c-ships-1"), "ryde")
RYDE: Units = {**IN_RYDE, "r-ships-2": "narrow_sea"}
LAND, SEA = Attack(("r-1",), ("ryde",)), Attack(("r-ships-1",), ("ryde",))


@pytest.mark.parametrize(
    ("without", "actions", "said"),
    [
        ([], [LAND], "legal"),
        ([], [SEA], "legal"),
        ([], [Attack(("r-1", "r-ships-1"), ("ryde",))], "3.1"),
        (["c-1"], [LAND], "3.1"),
        (["c-ships-1"], [SEA], "3.2"),
        ([], [LAND, Roll(("ryde",), (6,), "r-1"), Roll(("ryde",), (1,), "c-ships-1")], "3.7"),
        ([], [LAND, Roll(("ryde",), (6,), "r-1"), Roll(("ryde",), (1,), "c-1"), Lose("c-ships-1")], "3.9"),
        ([], [LAND, Roll(("ryde",), (1,), "r-1"), Roll(("ryde",), (1,), "c-1"), SEA], "legal"),
        ([], [LAND, Roll(("ryde",), (1,), "r-1"), Roll(("ryde",), (1,), "c-1"), LAND], "3.4 3.5"),
    ],
)
def test_armies_fight_armies_and_ships_fight_ships(
    without: list[str], actions: list[Action], said: str
) -> None:
    units = {"r-2": "fjord", "r-ships-3": "north_sea"} | {u: at for u, at in RYDE.items() if u not in without}
    assert broken("isles", _stage("raider_combat", units), *actions) == said


def test_ships_do_not_fight_in_a_gale() -> None:
    position = _stage("raider_combat", RYDE)
    position.weather[""] = frozenset({"gale"})
    assert broken("isles", position, SEA) == "3.2"


def test_only_those_who_may_be_attacked_defend() -> None:
    position = _stage("raider_combat", RYDE)
    assert engaged(position, ["r-1"], ["ryde"]).defenders == (("c-1", "ryde", 1),)
    assert engaged(position, ["r-ships-1"], ["ryde"]).defenders == (("c-ships-1", "ryde", 1),)


@pytest.mark.parametrize(
    ("fleet", "said"), [("narrow_sea", "legal"), ("channel", "legal"), ("minch", "4.2"), ("fjord", "4.2")]
)
def test_supply_leads_over_seas_with_a_fleet(fleet: str, said: str) -> None:
    units = {"r-1": "ryde", "c-1": "ryde", "r-ships-1": fleet}
    assert broken("isles", _stage("raider_combat", units), LAND) == said


def test_a_port_falls_to_who_is_alone_there_when_a_phase_ends() -> None:
    position = _stage("raider_combat", RYDE | {"r-2": "kern", "r-ships-3": "venta"})
    position.control |= {"ryde": "crown", "kern": "crown", "venta": "crown"}
    position.take("r-1", "ryde")
    assert position.control["ryde"] == "crown"
    dice = [Roll(("ryde",), (6,), "r-1"), Roll(("ryde",), (1,), "c-1")]
    for action in (LAND, *dice, Lose("c-1"), End("raiders")):
        rules("isles").apply(position, action)
    # The ships of the Crown keep nobody from the port, those of the Raiders take none.
    assert (position.control["ryde"], position.control["kern"], position.control["venta"]) == (
        "raiders", "raiders", "crown",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("held", "points", "winner"),
    [((), 1, "crown"), (("ryde",), 3, "crown"), (("ryde", "kern"), 5, "raiders")],
)
def test_ports_are_worth_what_they_print(held: tuple[str, ...], points: int, winner: str) -> None:
    position = begin("isles", "start")
    position.control |= dict.fromkeys(held, "raiders")
    assert score(position, "raiders") == points
    position.over = True
    decide(position, ended=5)
    assert position.winner == winner


def test_cards_are_in_hand_where_the_set_up_lays_them() -> None:
    position = begin("isles", "start")
    assert {card for card, where in position.cards.items() if where == HAND} == {"oars-1", "ambush-1"}
    assert set(position.cards.values()) == {DECK, HAND}


def _dealt(*actions: Action) -> str:
    position = begin("isles", "start")
    for action in (Weather("raiders", (1,)), End("raiders")):
        rules("isles").apply(position, action)
    return broken("isles", position, *actions)


@pytest.mark.parametrize(
    ("actions", "said"),
    [
        ([Deal("oars-2", "raiders")], "legal"),
        ([Deal("oars-2", "crown")], "1.2"),
        ([Deal("oars-2")], "1.2"),
        ([Deal("oars-2", "raiders"), Deal("oars-3", "raiders")], "1.4"),
        ([Deal("oars-1", "raiders")], "1.4"),
        ([Play("oars-1")], "legal"),
        ([Deal("oars-2", "raiders"), Play("oars-2")], "legal"),
        ([Play("oars-2")], "1.4"),
        ([Deal("oars-2", "raiders"), End("raiders"), End("raiders"), Deal("oars-3", "crown")], "legal"),
        ([Deal("oars-2", "raiders"), End("raiders"), End("raiders"), Play("oars-2")], "1.6"),
    ],
)
def test_both_sides_draw_from_one_deck(actions: list[Action], said: str) -> None:
    assert _dealt(*actions) == said


def test_what_both_have_played_becomes_the_new_deck() -> None:
    position = _stage("raider_movement", RYDE)
    hands = {"oars-1": "raiders", "oars-2": "crown"}
    position.holders |= hands
    position.cards |= {card: HAND if card in hands else PLAYED for card in position.cards}
    pile = tuple(card for card, where in position.cards.items() if where == PLAYED)
    assert broken("isles", position.copy(), Reshuffle("raiders", pile[1:])) == "1.4"
    rules("isles").apply(position, Reshuffle("raiders", pile))
    rules("isles").apply(position, Deal(pile[0], "raiders"))
    assert position.holders == hands | {pile[0]: "raiders"}
