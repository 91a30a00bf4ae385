"""Positions of the whole game with one action each, worked out by hand from the summary of the rules."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from tests.games.storm.rules.table import G, S, do, force, in_impulses, rulings, said
from toolkit.audit.module_data import ModuleData
from toolkit.games.storm.play.recording import house_rules
from toolkit.games.storm.rules import actions as a
from toolkit.games.storm.rules.control import ALL
from toolkit.games.storm.rules.fire import points_left
from toolkit.games.storm.rules.from_game import rules_data
from toolkit.games.storm.rules.position import ELIMINATED, Phase, Position

DISTANCE = ("SEED 移動3", "SEED 移動3(1)", "SEED 移動3(2)", "SEED 移動3(3)", "SEED 移動3(4)", "SEED 註5")
INFANTRY = [f"g_ir_{number}" for number in (191, 194, 211, 516, 517, 518, 267, 274, 276, 544)]
BRIGADES = ("gd_35", "nk_271", "rd_131", "rb_10", "nb_92", "rd_244", "rb_42", "nk_272", "gt_6", "nk_270")
RIFLES = [f"s_{name}" for name in BRIGADES]


def at(data: ModuleData, places: str, held: str = "", more: Mapping[str, str] | None = None) -> Position:
    """Lay a table: ``unit@area``, ``!`` for a spent one; `held` lists German areas, and ``-`` Soviet ones."""
    where = dict(one.rstrip("!").split("@") for one in places.split())
    spent = [one.split("@")[0] for one in places.split() if one.endswith("!")]
    rules = rules_data(data.game, {**house_rules(data), **(more or {})})
    position = in_impulses(rules, where, spent=set(spent))
    for unit in position.data.units:
        if unit not in where:
            position.put(unit, ELIMINATED)
    for area in held.split():
        position.held[area.lstrip("-")] = ALL if area.startswith("-") else 0
    return position


def soviet(position: Position) -> Position:
    """Let it be the Soviets' impulse."""
    position.last = G
    return position


def stack(units: list[str], area: str) -> str:
    return " ".join(f"{unit}@{area}" for unit in units)


WOODS = "g_pr_36@razgulyaevka s_rd_244@tsaritsa_woods"
FIGHT = "g_pg_103@central_ravine g_ir_516@central_ravine s_gt_6@central_ravine s_tb_137@tennis_racket"
SLOW = "g_sg_245@airfield g_ir_191@airfield"
MOVES = (
    # Movement 4: one for the airfield, two for the woods with their rifle.
    (WOODS, "", "g_pr_36 > airfield tsaritsa_woods", True),
    # Out of them again costs one more, and the hospital two.
    (WOODS, "", "g_pr_36 > airfield tsaritsa_woods hospital", False),
    # An empty Soviet area costs two, two of them four: who passes through the first one takes it (St-21).
    ("g_ir_191@airfield", "", "g_ir_191 > hospital", True),
    ("g_pr_36@airfield", "", "g_pr_36 > hospital station_1", True),
    ("g_pr_24@airfield", "", "g_pr_24 > hospital station_1", False),
    ("g_pr_24@airfield", "hospital", "g_pr_24 > hospital station_1", True),
    # Out of an own area with an enemy in it: one more.
    ("g_ir_191@airfield s_gt_6@airfield", "airfield razgulyaevka", "g_ir_191 > razgulyaevka", True),
    ("g_ir_191@airfield s_gt_6@airfield", "airfield", "g_ir_191 > tsaritsa_woods", False),
    # Out of one fight into another: three.
    (FIGHT, "", "g_pg_103 > tennis_racket", True),
    (FIGHT, "", "g_ir_516 > tennis_racket", False),
    # Units and control count once.
    ("g_ir_191@airfield s_rb_42@hospital", "", "g_ir_191 > hospital", True),
    # The slowest sets the pace: 3 points for two areas, of which the infantry has 2.
    (SLOW, "central_ravine", "g_sg_245 g_ir_191 > central_ravine tennis_racket", False),
    (SLOW, "central_ravine", "g_sg_245 > central_ravine tennis_racket", True),
)


@pytest.mark.parametrize(("places", "held", "move", "legal"), MOVES)
def test_what_a_way_costs(st_data: ModuleData, places: str, held: str, move: str, legal: bool) -> None:
    units, path = (tuple(part.split()) for part in move.split(" > "))
    found = said(at(st_data, places, held), a.Move(G, units, path))
    assert found == () if legal else found[:1] and found[0] in DISTANCE


def test_a_militia_walks_one_own_area(st_data: ModuleData) -> None:
    position = soviet(at(st_data, "s_m_south@south_ferry g_ir_191@airfield"))
    assert said(position, a.Move(S, ("s_m_south",), ("grain_silo",))) == ()
    assert said(position, a.Move(S, ("s_m_south",), ("grain_silo", "station_2")))[0] in DISTANCE


def test_ten_of_a_side(st_data: ModuleData) -> None:
    nine = stack(INFANTRY[:9], "yelshanka") + " g_ir_545@airfield g_ir_546@airfield g_mi_71@sadovaya"
    position = at(st_data, nine)
    assert said(position, a.Move(G, ("g_ir_545",), ("yelshanka",))) == ()
    assert said(position, a.Move(G, ("g_ir_545", "g_ir_546"), ("yelshanka",))) == ("SEED 移動4",)
    do(position, a.Move(G, ("g_ir_545",), ("yelshanka",)), a.Pass(S))
    assert said(position, a.Move(G, ("g_mi_71",), ("yelshanka", "airfield"))) == ("SEED 移動4",)


def test_the_enemys_ten_are_no_bar(st_data: ModuleData) -> None:
    position = at(st_data, stack(RIFLES, "hospital") + " g_ir_191@airfield")
    assert said(position, a.Move(G, ("g_ir_191",), ("hospital",))) == ()


# 4 + 4 with a throw of 7 on the hospital: 6 is the best defence there, 2 its terrain.
FIRES = (
    ("airfield", "", "", 7),
    ("hospital", "", "", 9),
    ("airfield", "hospital", "", 9),
    ("airfield", "", "hospital", 9),
    ("hospital", "hospital", "hospital", 9),
)


@pytest.mark.parametrize(("start", "held", "marked", "points"), FIRES)
def test_what_a_fire_does(st_data: ModuleData, start: str, held: str, marked: str, points: int) -> None:
    places = f"g_ir_191@{start} g_ir_194@{start} s_rb_42@hospital s_nk_272@hospital"
    position = at(st_data, places, held if held else "-hospital")
    if marked:
        position.markers.add((marked, S))
    position.markers.add(("hospital", G))
    do(position, a.Fire(G, ("g_ir_191", "g_ir_194"), "hospital"), a.Roll((3, 4)))
    assert position.toll is not None
    assert points_left(position.toll, rulings(position)) == points
    # Fire within an area leaves no marker.
    assert (("airfield", G) in position.markers) is (start == "airfield")


def test_the_face_that_shows_defends(st_data: ModuleData) -> None:
    """A spent 6 and a fresh 5 defend with 5 each: 4 + 7 against 5 + 2."""
    position = at(st_data, "g_ir_191@airfield s_rb_42@hospital! s_nk_272@hospital")
    do(position, a.Fire(G, ("g_ir_191",), "hospital"), a.Roll((3, 4)))
    assert position.toll is not None
    assert points_left(position.toll, rulings(position)) == 4


def hit(data: ModuleData, places: str, dice: tuple[int, int], held: str = "-hospital") -> Position:
    """Let the 191st fire at the hospital: 4 and the dice against the best defence and 2."""
    position = at(data, f"g_ir_191@airfield {places}", held)
    return do(position, a.Fire(G, ("g_ir_191",), "hospital"), a.Roll(dice))


def test_one_point_two_points_three(st_data: ModuleData) -> None:
    one = hit(st_data, "s_rb_42@hospital", (2, 3))
    assert said(one, a.Spend(S, "s_rb_42")) == ()
    assert said(one, a.Drive(S, "s_rb_42", ("station_1",))) == ("SEED 損傷2[2](2)",)
    assert said(one, a.Retreat(S, "s_rb_42", ("station_1",))) == ("SEED 損傷2[1](2)",)
    two = hit(st_data, "s_rb_42@hospital", (2, 4))
    assert said(two, a.Drive(S, "s_rb_42", ("station_1",))) == ()
    assert said(two, a.Eliminate(S, "s_rb_42")) == ("SEED 損傷2[3]",)
    three = hit(st_data, "s_rb_42@hospital", (3, 4))
    assert said(three, a.Eliminate(S, "s_rb_42")) == ()
    assert said(three, a.CloseLosses(S)) == ("SEED 損傷3",)
    spent = hit(st_data, "s_rb_42@hospital!", (2, 3))
    assert said(spent, a.Eliminate(S, "s_rb_42")) == ()
    assert said(spent, a.Eliminate(G, "s_rb_42")) == ("SEED 損傷1",)


RING = (
    "g_pr_36@tsaritsa_woods g_pg_103@central_ravine g_ir_516@station_1 g_ir_517@central_landing "
    "g_ir_518@south_ferry"
)


def test_fewest_enemies_first(st_data: ModuleData) -> None:
    """Own ground with one German, own ground with two, German ground with one, German ground."""
    places = f"s_rb_42@hospital! {RING} g_ir_545@south_ferry s_m_south@south_ferry s_mb_38@central_landing"
    position = hit(st_data, places, (2, 2), "-hospital -central_landing -south_ferry")
    assert said(position, a.Retreat(S, "s_rb_42", ("central_landing",))) == ()
    for area in ("south_ferry", "station_1", "airfield"):
        assert said(position, a.Retreat(S, "s_rb_42", (area,)))[0].startswith("SEED 撤退1")


def test_no_enemy_comes_before_own_ground(st_data: ModuleData) -> None:
    places = f"s_rb_42@hospital! {RING.replace('station_1', 'central_landing')} s_mb_38@central_landing"
    position = hit(st_data, places, (2, 2), "-hospital -central_landing station_1")
    assert said(position, a.Retreat(S, "s_rb_42", ("station_1",))) == ()
    assert said(position, a.Retreat(S, "s_rb_42", ("central_landing",)))[0].startswith("SEED 撤退1")


def test_nowhere_to_go(st_data: ModuleData) -> None:
    position = hit(st_data, f"s_rb_42@hospital! {RING}", (2, 2))
    assert said(position, a.Retreat(S, "s_rb_42", (), lost=True)) == ()
    assert said(position, a.Retreat(S, "s_rb_42", ("station_1",)))[0].startswith("SEED 撤退1")


def test_through_a_full_area(st_data: ModuleData) -> None:
    """Ten own units stand in the only area without Germans; beyond it the ferry and the silo are free."""
    ten = ["s_m_south", *(unit for unit in RIFLES if unit != "s_rb_42")]
    full = stack(ten, "south_ferry")
    ring = RING.replace("g_ir_518@south_ferry", "")
    position = hit(st_data, f"s_rb_42@hospital! {ring} {full}", (2, 2), "-hospital -south_ferry")
    assert said(position, a.Retreat(S, "s_rb_42", ("south_ferry", "grain_silo"))) == ()
    assert said(position, a.Retreat(S, "s_rb_42", ("south_ferry",))) == ("SEED 撤退3",)


def test_the_ferry(st_data: ModuleData) -> None:
    places = "s_gr_39@ferry_central s_gr_34@ferry_central g_ir_191@tennis_racket s_tb_137@central_landing"
    position = soviet(at(st_data, places))
    assert said(position, a.Move(S, ("s_gr_39",), ("tennis_racket",))) == ()
    assert said(position, a.Move(S, ("s_gr_39", "s_gr_34"), ("red_october",))) == ("SEED 渡口3",)
    assert said(position, a.Move(S, ("s_gr_39",), ("mamayev_kurgan",)))[0] in DISTANCE
    assert said(position, a.Move(S, ("s_tb_137",), ("ferry_central",))) == ("SEED 渡口2",)
    position.last = S
    assert said(position, a.Fire(G, ("g_ir_191",), "ferry_central")) == ("SEED 渡口1",)


BLACK = "g_mi_15@kuporosnoye g_mi_71@sadovaya g_sg_245@airfield"


def leaving(data: ModuleData, places: str) -> Position:
    """Lay the end of turn 3: nobody is left to come, and the armour of the 29th is dead."""
    position = at(data, f"{places} s_rd_112@mamayev_kurgan")
    position.turn, position.phase = 3, Phase.ARRIVALS
    return position


def test_who_leaves_for_the_dead_armour(st_data: ModuleData) -> None:
    position = leaving(st_data, f"{BLACK} g_pr_24@yelshanka g_ir_191@airfield")
    for unit in ("g_mi_15", "g_mi_71", "g_sg_245"):
        do(position, a.Withdraw(unit, unit))
    assert said(position, a.Withdraw("g_ir_191", "g_pa_129")) == ("SEED 撤離2",)
    assert said(position, a.EndTurn())[0] in ("SEED 撤離1", "SEED 撤離2", "SEED 撤離3", "10.4")
    assert said(position, a.Withdraw("g_pr_24", "g_pa_129")) == ()
    without = leaving(st_data, f"{BLACK} g_ir_191@airfield")
    assert said(without, a.Withdraw("g_ir_191", "g_pa_129")) == ()


def test_too_few_to_leave(st_data: ModuleData) -> None:
    position = leaving(st_data, "g_mi_15@kuporosnoye")
    force(position, a.Withdraw("g_mi_15", "g_mi_15"))
    assert said(position, a.EndTurn(S)) == ()
    assert said(position, a.EndTurn()) != ()


def on_the_hill(data: ModuleData, hill: int, phase: Phase) -> Position:
    position = at(data, "g_ir_516@razgulyaevka s_rb_42@hospital", f"{'-' if hill else ''}mamayev_kurgan")
    position.phase = phase
    return position


DRAWS = ((S, 5, True), (S, 6, False), (G, 4, True), (G, 5, False))


@pytest.mark.parametrize(("hill", "cards", "legal"), DRAWS)
def test_the_hill_is_worth_a_card(st_data: ModuleData, hill: int, cards: int, legal: bool) -> None:
    position = on_the_hill(st_data, hill, Phase.DRAW)
    found = said(position, a.Draw(S, tuple(reversed(position.decks[S][-cards:]))))
    assert (found == ()) is legal


FILLS = ((S, 6, True), (S, 7, False), (G, 5, True), (G, 6, False))


@pytest.mark.parametrize(("hill", "cards", "legal"), FILLS)
def test_the_hill_is_worth_a_place_in_the_hand(
    st_data: ModuleData, hill: int, cards: int, legal: bool
) -> None:
    position = on_the_hill(st_data, hill, Phase.HANDS)
    found = said(position, a.Draw(S, tuple(reversed(position.decks[S][-cards:]))))
    assert (found == ()) is legal


KEYS = (
    "station_2",
    "grain_silo",
    "station_1",
    "tennis_racket",
    "red_october",
    "barrikady",
    "tractor_factory",
)
ENDS = ((4, 0, S), (5, 0, G), (4, 4, G), (3, 4, S), (6, 1, S), (7, 1, G))


@pytest.mark.parametrize(("german", "target", "winner"), ENDS)
def test_who_wins(st_data: ModuleData, german: int, target: int, winner: int) -> None:
    """Seven areas count; the Soviets need three of them, or as many as they bid."""
    held = " ".join([*KEYS[:german], *(f"-{area}" for area in KEYS[german:])])
    more = {"St-9": "bid"} if target else None
    position = at(st_data, "g_ir_191@airfield s_rd_112@mamayev_kurgan", held, more)
    position.target = target
    position.turn, position.phase = 6, Phase.ARRIVALS
    sides = (G, S)
    assert said(position, a.EndTurn(sides[winner])) == ()
    assert said(position, a.EndTurn(sides[1 - winner])) == ("SEED 勝利",)


def test_bids(st_data: ModuleData) -> None:
    def fresh() -> Position:
        position = at(st_data, "g_ir_191@airfield", "", {"St-9": "bid"})
        position.phase = Phase.PREPARATION
        return position

    assert said(fresh(), a.Bid(G, 0)) == ("SEED 註1",)
    position = do(fresh(), a.Bid(G, 4), a.Bid(S, 2))
    assert said(position, a.OpenBids(S, 4)) == ("SEED 註1",)
    assert said(position, a.OpenBids(G, 2)) == ("SEED 註1",)
    assert said(position, a.OpenBids(G, 4)) == ()
    tied = do(fresh(), a.Bid(G, 3), a.Bid(S, 3))
    assert said(tied, a.OpenBids(G, 2)) == ()
