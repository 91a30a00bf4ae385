"""Rattenkrieg: vectors and cases of the rules summary, told to the independent reading."""

from __future__ import annotations

import pytest

from tests.oracle.rattenkrieg.cards import GERMAN, PACK, SOVIET, battle_result, event, fire_hits
from tests.oracle.rattenkrieg.judge import broken_by
from tests.oracle.rattenkrieg.strength import fighting, under_fire, ways_back
from tests.oracle.rattenkrieg.tiny import scene
from tests.oracle.rattenkrieg.world import Fight, State, World, connected, holder, register
from tests.oracle.readings import Readings
from toolkit.games.rattenkrieg.rules import actions as a
from toolkit.games.rattenkrieg.rules.sides import Side

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
    fight = Fight("tractor_factory", "71", "rifle_4", defender_tank=True)
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


@pytest.mark.parametrize(("reading", "open_to"), [("stays", []), ("may-retreat", ["mamayev_kurgan"])])
def test_8_10_an_isolated_unit_under_a_shot(reading: str, open_to: list[str]) -> None:
    """U63: no battle's result, so that only "it cannot move" stands against a retreat."""
    world, state = scene({"71": "airfield", "rifle_1": "airfield"}, german=["airfield"], isolated=["rifle_1"])
    state.control |= {"gorodishche": GERMAN, "red_square": GERMAN, "minina": GERMAN}
    world = world.read(Readings(register(), {"U63": reading}))
    assert ways_back(world, state, "rifle_1") == []
    state.hurt = "rifle_1"
    assert ways_back(world, state, "rifle_1") == open_to


def test_3_6_who_is_isolated_holds_nothing() -> None:
    world, state = scene({"rifle_2": "airfield", "71": "airfield"}, german=["airfield"], isolated=["rifle_2"])
    assert holder(state, "airfield") == GERMAN
    assert ways_back(world, state, "rifle_2") == []


# --- cases of the rules summary, action by action -------------------------------------------------


def broken(table: tuple[World, State], action: a.Action) -> list[str]:
    return broken_by(*table, action)


def acting(unit: str, where: dict[str, str], *, tank: bool = False, **more: object) -> tuple[World, State]:
    """Return a position in which a unit acts."""
    world, state = scene(where, **more)  # type: ignore[arg-type]
    state.active, state.tank_along = unit, tank
    state.actor = world.pieces[unit].side
    return world, state


def battle(unit: str, defender: str | None, where: dict[str, str], **more: object) -> tuple[World, State]:
    """Return a position with a battle where the attacker stands, before the first card."""
    world, state = acting(unit, where, **more)  # type: ignore[arg-type]
    state.fight = Fight(state.where[unit], unit, defender, stage="attack" if defender else "name")
    return world, state


def test_3_1_rifles_one_by_one() -> None:
    world, state = scene({"rifle_4": "orlovka"})
    state.phase, state.where["rifle_1"] = "setup", "away"
    assert broken_by(world, state, a.Place("rifle_1", "airfield")) == []
    assert broken_by(world, state, a.Place("rifle_1", "orlovka")) == ["3.1"]
    assert broken_by(world, state, a.Place("rifle_1", "red_square")) == ["3.1"]
    assert broken_by(world, state, a.Place("16pz", "german_rear")) == ["3.2"]


def test_3_3_3_4_cards_dealt() -> None:
    world, state = scene({"13gds": "soviet_rear"}, steps={"13gds": ()})
    state.phase = "setup"
    top = tuple(state.deck)
    assert broken_by(world, state, a.DealSteps("13gds", top[:3])) == []
    assert broken_by(world, state, a.DealSteps("13gds", top[:4])) == ["3.3"]
    assert broken_by(world, state, a.DealHand(Side.GERMAN, top[:4])) == ["3.4"]
    assert broken_by(world, state, a.DealHand(Side.SOVIET, top[:4])) == []
    assert broken_by(world, state, a.DealHand(Side.GERMAN, top[1:4])) == ["3.4"]


def test_6_arrivals() -> None:
    world, state = scene({"100j": "german_rear"}, steps={"100j": ()})
    state.phase, state.turn = "reinforcement", 2
    top = tuple(state.deck)
    assert broken_by(world, state, a.Reinforce("16pz", "german_rear")) == []
    assert broken_by(world, state, a.Reinforce("39gds", "soviet_rear")) == ["6.2"]
    assert broken_by(world, state, a.DealSteps("100j", top[:1])) == []
    assert broken_by(world, state, a.DealSteps("100j", top[:2])) == ["3.3", "6.1"]
    assert broken_by(world, state, a.EndReinforcement()) == ["6.1"]


@pytest.mark.parametrize(
    ("turn", "lost", "german", "wrong"),
    [(2, 1, [], []), (4, 3, [], []), (3, 1, [], ["6.3"]), (2, 1, ["tractor_factory"], ["6.3"])],
)
def test_6_3_the_tank_comes_back(turn: int, lost: int, german: list[str], wrong: list[str]) -> None:
    world, state = scene({"t34": "gone"}, german=german)
    state.phase, state.turn, state.tank_lost = "reinforcement", turn, lost
    assert broken_by(world, state, a.ReturnT34("tractor_factory")) == wrong


def test_5_0_7_4_passes() -> None:
    table = scene({"295": "german_rear", "71": "german_rear"}, down=["71"])
    assert broken(table, a.Pass(Side.GERMAN, "295")) == []
    assert broken(table, a.Pass(Side.GERMAN, "71")) == ["7.4"]
    assert broken(table, a.Pass(Side.GERMAN, None)) == ["7.4"]
    assert broken(table, a.Pass(Side.SOVIET, None)) == ["5.0"]
    assert broken(table, a.EndOperations()) == ["5.0"]
    table[1].down.add("295")
    assert broken(table, a.Pass(Side.GERMAN, None)) == []
    table[1].last = ["passed", "passed"]
    assert broken(table, a.EndOperations()) == []
    assert broken(table, a.Activate("295")) == ["5.0", "7.4"]


def test_7_3_entering() -> None:
    table = acting(
        "14pz",
        {"14pz": "german_rear", "rifle_3": "orlovka"},
        hands={"german": ["9H"]},
        steps={"14pz": ["2S"]},
    )
    assert broken(table, a.EnterEmpty("14pz", "airfield", "2S")) == []
    assert broken(table, a.EnterEmpty("14pz", "airfield", "9H")) == []
    assert broken(table, a.EnterEmpty("14pz", "airfield", None)) == ["7.3"]
    assert broken(table, a.EnterEmpty("14pz", "mamayev_kurgan", "9H")) == ["7.3"]
    assert broken(table, a.MoveFriendly("14pz", "airfield")) == ["7.3"]
    assert broken(table, a.EnterEmpty("14pz", "orlovka", "9H")) == ["7.3"]
    assert broken(table, a.EnterBattle("14pz", "orlovka")) == []
    assert broken(table, a.EnterBattle("14pz", "orlovka", card="9H")) == ["7.3"]
    assert broken(table, a.EnterBattle("14pz", "airfield")) == ["7.3"]


def test_3_5_rears() -> None:
    table = acting("rifle_3", {"rifle_3": "airfield"}, hands={"soviet": ["9H"]})
    assert "3.5" in broken(table, a.EnterEmpty("rifle_3", "german_rear", "9H"))
    assert broken(table, a.MoveFriendly("rifle_3", "soviet_rear")) == []


def test_8_4_no_card_no_attack() -> None:
    table = acting("71", {"71": "german_rear", "rifle_3": "airfield"}, steps={"71": ()})
    assert broken(table, a.EnterBattle("71", "airfield")) == ["8.4"]


def test_8_2_who_defends() -> None:
    here = dict.fromkeys(("14pz", "rifle_1", "rifle_3"), "airfield")
    table = battle("14pz", None, {**here, "t34": "orlovka"})
    assert broken(table, a.NameDefender(Side.GERMAN, "rifle_1")) == ["8.2"]
    assert broken(table, a.NameDefender(Side.SOVIET, "rifle_1")) == []
    assert broken(table, a.NameDefender(Side.SOVIET, "t34")) == ["8.2"]
    assert broken(table, a.NameDefender(Side.SOVIET, "14pz")) == ["8.2"]
    assert broken(table, a.NameDefender(Side.SOVIET, "rifle_1", support=True)) == ["8.12"]


def test_8_4_to_8_6_cards() -> None:
    table = battle(
        "71",
        "rifle_1",
        {"71": "airfield", "295": "german_rear", "rifle_1": "airfield"},
        hands={"german": ["JS", "9H"], "soviet": ["9S"]},
        steps={"71": ["2S"], "295": ["3S"], "rifle_1": ["5D"]},
    )
    fight = table[1].fight
    assert fight is not None
    for card in ("JS", "9H", "2S"):
        assert broken(table, a.PlayCard(Side.GERMAN, card)) == []
    assert broken(table, a.PlayCard(Side.GERMAN, "3S")) == ["8.4"]
    assert broken(table, a.PlayCard(Side.GERMAN, "2S", face_up=True)) == ["8.4"]
    assert broken(table, a.PlayCard(Side.SOVIET, "5D")) == ["8.3"]
    fight.stage, fight.played["german"] = "answer", ["2S"]
    table[1].steps["71"] = []
    assert broken(table, a.PlayCard(Side.SOVIET, "9S")) == []
    assert broken(table, a.TakeLoss(Side.SOVIET)) == []
    assert broken(table, a.Raise(Side.GERMAN, "JS")) == ["8.6"]
    assert broken(table, a.TakeBack(Side.GERMAN, "2S")) == ["8.6"]
    fight.stage = "raise_attacker"
    assert broken(table, a.Raise(Side.GERMAN, "JS")) == []
    assert broken(table, a.Stand(Side.GERMAN)) == []
    fight.stage = "raise_defender"
    assert broken(table, a.TakeLoss(Side.SOVIET)) == ["8.5"]
    assert broken(table, a.Stand(Side.SOVIET)) == []
    fight.stage = "open"
    assert broken(table, a.Raise(Side.SOVIET, "9S")) == ["8.6"]
    assert broken(table, a.Open(Side.SOVIET)) == []


def test_8_9_losses() -> None:
    table = battle("14pz", "rifle_3", {"14pz": "airfield", "rifle_3": "airfield"}, german=["minina"])
    table[1].hurt = "rifle_3"
    step = table[1].steps["rifle_3"][0]
    assert broken(table, a.Retreat("rifle_3", "mamayev_kurgan")) == []
    assert broken(table, a.Retreat("rifle_3", "mamayev_kurgan", down=False)) == ["8.9.1"]
    assert broken(table, a.Retreat("rifle_3", "minina")) == ["8.9.1"]
    assert broken(table, a.LoseStep("rifle_3", step)) == []
    assert broken(table, a.LoseStep("rifle_3", table[1].steps["14pz"][0])) == ["8.9.2"]
    assert broken(table, a.Remove("rifle_3")) == ["8.9.3"]
    assert broken(table, a.T34Out()) == ["8.12"]


def test_8_9_4_not_over_the_river() -> None:
    german = ["mamayev_kurgan", "factory_district", "red_square"]
    table = battle("71", "rifle_1", {"71": "tennis_racket", "rifle_1": "tennis_racket"}, german=german)
    table[1].hurt = "rifle_1"
    assert broken(table, a.Retreat("rifle_1", "soviet_rear")) == ["8.9.4"]
    assert broken(table, a.Remove("rifle_1")) == ["8.9.3"]
    table[1].steps["rifle_1"] = []
    assert broken(table, a.Remove("rifle_1")) == []


def test_8_10_isolated() -> None:
    where = {"71": "airfield", "rifle_1": "airfield"}
    table = acting(
        "rifle_1",
        where,
        german=["airfield"],
        isolated=["rifle_1"],
        hands={"soviet": ["AH"]},
        steps={"rifle_1": ["2H"]},
    )
    assert broken(table, a.MoveFriendly("rifle_1", "mamayev_kurgan")) == ["8.10"]
    assert broken(table, a.Attack("rifle_1")) == []
    table[1].fight = Fight("airfield", "rifle_1", "71", stage="attack")
    assert broken(table, a.PlayCard(Side.SOVIET, "AH")) == ["8.10"]
    assert broken(table, a.PlayCard(Side.SOVIET, "2H")) == []


def test_8_11_again_or_away() -> None:
    table = acting("14pz", {"14pz": "airfield", "rifle_3": "airfield"})
    table[1].done = 1
    assert broken(table, a.End(("14pz",))) == ["8.11"]
    assert broken(table, a.MoveFriendly("14pz", "german_rear")) == ["8.11"]
    assert broken(table, a.Retreat("14pz", "german_rear")) == []
    assert broken(table, a.Attack("14pz")) == []
    assert broken(table, a.Remove("14pz")) == ["8.11"]


def test_8_12_the_tank() -> None:
    where = {"rifle_4": "tractor_factory", "t34": "tractor_factory"}
    table = scene(where, actor=SOVIET)
    assert broken(table, a.Activate("rifle_4", with_t34=True)) == []
    table[1].down.add("t34")
    assert broken(table, a.Activate("rifle_4", with_t34=True)) == ["8.12"]
    table = battle("71", "rifle_4", {"71": "tractor_factory", **where})
    table[1].hurt = "rifle_4"
    assert broken(table, a.T34Out()) == ["8.12"]
    assert table[1].fight is not None
    table[1].fight.defender_tank = True
    assert broken(table, a.T34Out()) == []


def test_7_5_replenishing() -> None:
    table = scene(
        {"71": "german_rear", "14pz": "german_rear", "295": "airfield"}, steps={"71": ["2S"], "295": []}
    )
    top = table[1].deck[0]
    assert broken(table, a.Replenish("71", top)) == []
    assert broken(table, a.Replenish("71", top, down=False)) == ["7.5"]
    assert broken(table, a.Replenish("14pz", top)) == ["7.5"]
    assert broken(table, a.Replenish("295", top)) == ["7.5"]
    assert broken(table, a.Replenish("71", table[1].deck[1])) == ["7.5"]
    table[1].down.add("71")
    assert broken(table, a.Replenish("71", top)) == ["7.5"]


def test_9_events() -> None:
    table = acting(
        "71",
        {"71": "airfield", "rifle_1": "mamayev_kurgan", "t34": "minina", "rifle_5": "rynok"},
        german=["airfield"],
        hands={"german": ["JD", "QH", "KC", "JS", "QS", "9D"]},
    )
    top = table[1].deck[0]
    assert broken(table, a.Bombard("JD", "rifle_1", top)) == []
    assert broken(table, a.Bombard("QH", "rifle_5", top)) == ["9.2"]
    assert broken(table, a.Bombard("QH", "t34", top)) == ["9.2"]
    assert broken(table, a.AirSupport("JS", "t34", top)) == []
    assert broken(table, a.Bombard("JS", "rifle_1", top)) == ["9.1"]
    assert broken(table, a.AssaultGun("QS")) == []
    assert broken(table, a.Engineers("9D")) == ["9.1"]
    assert broken(table, a.Engineers("KC")) == []


def test_9_soviet_events() -> None:
    table = acting(
        "39gds",
        {"39gds": "airfield", "13gds": "soviet_rear"},
        down=["13gds"],
        hands={"german": ["2S"], "soviet": ["JD", "QH", "KH"]},
    )
    assert broken(table, a.Sniper("JD", "2S")) == []
    assert broken(table, a.Sniper("JD", None)) == ["9.6"]
    assert broken(table, a.Bombard("QH", "71", table[1].deck[0])) == ["9.1", "9.2"]
    assert broken(table, a.ChuikovReady("KH", "13gds")) == []
    assert broken(table, a.ChuikovReady("KH", "39gds")) == ["9.8"]


def test_10_hands_and_faces() -> None:
    table = scene(
        {"71": "german_rear"}, hands={"german": ["2S", "3S", "4S"], "soviet": ["5S", "6S"]}, down=["71"]
    )
    table[1].phase = "replenishment"
    top = tuple(table[1].deck)
    assert broken(table, a.Draw(Side.GERMAN, top[:1])) == ["10.2"]
    assert broken(table, a.Draw(Side.SOVIET, top[:2])) == []
    assert broken(table, a.Draw(Side.SOVIET, top[:3])) == ["10.1"]
    assert broken(table, a.Discard(Side.GERMAN, ("2S",))) == []
    assert broken(table, a.Discard(Side.GERMAN, (table[1].steps["71"][0],))) == ["10.1"]
    assert broken(table, a.EndTurn()) == ["10.3"]
    assert broken(table, a.FlipUp(("71",))) == []


def test_4_0_who_wins() -> None:
    crossings = ["factory_district", "tennis_racket", "red_square"]
    where = {"71": "red_square", "rifle_1": "red_square"}
    table = scene(where, german=crossings, isolated=["rifle_1"])
    table[1].phase = "replenishment"
    table[1].turn = 4
    assert broken(table, a.EndTurn(Side.GERMAN)) == ["4.0"]
    table[1].turn = 6
    assert broken(table, a.EndTurn(Side.GERMAN)) == []
    assert broken(table, a.EndTurn(Side.SOVIET)) == ["4.0"]


def test_3_4_shuffling() -> None:
    table = scene({"71": "german_rear"})
    table[1].pile, table[1].deck = table[1].deck[5:], table[1].deck[:5]
    assert broken(table, a.Shuffle(tuple(table[1].pile))) == ["3.4"]
    table[1].deck = []
    assert broken(table, a.Shuffle(tuple(table[1].pile))) == []
    assert broken(table, a.Shuffle(tuple(table[1].pile[1:]))) == ["3.4"]
