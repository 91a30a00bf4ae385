"""Fire, losses and retreats as people carry them out; points and terrain are counted by hand here."""

from __future__ import annotations

from tests.games.storm.audit.people import G, People, S
from tests.games.storm.audit.situations import situation

PANZER = "g_pg_21 g_pg_26"
"""Together 7 of attack; the barracks defend with 8 + 2."""
NO_FIRER = ("SEED 註4", "SEED 攻擊4", "SEED 損傷1", "SEED 損傷2", "SEED 損傷2[1](2)", "SEED 損傷2[2](2)")


SPENT = "s_gd_35 s_nk_271"
FULL = dict.fromkeys(
    ["s_rd_131", "s_rb_10", "s_rb_115", "s_mb_2", "s_rb_124", "s_rb_149", "s_m_south", "s_m_barr", "s_m_red"],
    "tsaritsa_woods",
)  # fmt: skip
RING = {
    "g_pr_36": "central_landing", "g_pg_103": "central_ravine", "g_ir_516": "south_ferry",
    "g_ir_517": "station_1", "g_ir_518": "tsaritsa_woods", "s_mb_38": "tennis_racket",
    "s_gt_6": "tennis_racket", "s_m_south": "grain_silo",
    "s_nk_270": "station_2", "s_rd_244": "grain_silo", "s_nk_272": "station_2",
}  # fmt: skip


def test_two_points_with_keys(at: People) -> None:
    at.fire(PANZER, "army_barracks")
    at.roll(2, 3, 2)
    at.spend("s_nk_271 s_gd_35")
    at.close_and_answer()


def test_the_dice_come_before_the_target(at: People) -> None:
    """That alone is wrong: the losses are those of the fire."""
    at.move("g_ir_191", "central_ravine")
    at.pass_(S)
    at.fire(PANZER)
    with at.fault("SEED 攻擊2"):
        at.roll(1, 3, 1)
    at.aim("army_barracks", G)
    at.spend("s_gd_35")
    at.close()
    at.answer()


def test_two_points_with_drags(at: People) -> None:
    at.shoot(PANZER, "army_barracks", (2, 3))
    at.turn("s_nk_271 s_gd_35")
    at.answer()


def test_the_target_is_only_said(at: People) -> None:
    at.shoot(PANZER, "army_barracks", (2, 3), aimed=False)
    at.turn("s_nk_271 s_gd_35")
    at.answer()


def test_back_before_it_is_turned(at: People) -> None:
    at.shoot(PANZER, "army_barracks", (2, 3))
    at.move_by_hand("s_gd_35", "grain_silo")
    at.answer()


def test_a_point_is_left_with_keys(at: People) -> None:
    at.fire(PANZER, "army_barracks")
    at.roll(2, 3, 2)
    at.spend("s_gd_35")
    with at.fault("SEED 損傷3", "SEED 損傷1"):
        at.close_and_answer()


def test_a_point_is_left_with_drags(at: People) -> None:
    at.shoot(PANZER, "army_barracks", (2, 3))
    at.turn("s_gd_35")
    with at.fault("SEED 損傷3", "SEED 損傷1"):
        at.answer()
        at.move_by_hand("g_pr_2", "orlovka")


def test_a_point_too_many(at: People) -> None:
    at.shoot(PANZER, "army_barracks", (2, 3))
    at.turn("s_gd_35 s_nk_271")
    with at.fault(*NO_FIRER):
        at.drag("s_gd_35", "grain_silo")
    at.move_by_hand("g_pr_2", "orlovka")


def test_a_fresh_unit_dies_of_two(at: People) -> None:
    at.shoot(PANZER, "army_barracks", (2, 3))
    with at.fault("SEED 損傷2[3]", "SEED 攻擊4"):
        at.away("s_gd_35")
    at.answer()


@situation(spent="s_gd_35")
def test_a_spent_unit_dies_of_two(at: People) -> None:
    """7 + 4 against 7 + 2."""
    at.shoot(PANZER, "army_barracks", (2, 2))
    at.away("s_gd_35")
    at.answer()


def test_a_unit_is_turned_and_then_dies_of_three(at: People) -> None:
    at.shoot(PANZER, "army_barracks", (2, 4))
    at.turn("s_gd_35")
    at.away("s_gd_35")
    at.answer()


def test_three_points_in_some_order(at: People) -> None:
    at.shoot(PANZER, "army_barracks", (2, 4))
    at.drag("s_nk_271", "grain_silo")
    at.turn("s_gd_35")
    at.nudge("s_nk_271")
    at.move_by_hand("s_nk_271", "station_2")
    at.answer()


def test_no_attack_and_it_fires_with_keys(at: People) -> None:
    at.move("g_pr_2", "orlovka")
    with at.fault("REF 3.7"):
        at.fire("s_gd_35", "yelshanka")
        at.roll(1, 2, 0)
    at.close()
    at.move("g_ir_191", "central_ravine")


def test_no_attack_and_it_fires_with_drags(at: People) -> None:
    at.move_by_hand("g_pr_2", "orlovka")
    with at.fault("REF 3.7"):
        at.shoot("s_gd_35", "yelshanka", (1, 2))
    at.move_by_hand("g_ir_191", "central_ravine")


def test_a_target_too_far_with_keys(at: People) -> None:
    with at.fault("SEED 攻擊1"):
        at.fire("g_ir_267", "hospital")
        at.roll(1, 1, 0)
    at.close_and_answer()


def test_a_target_too_far_with_drags(at: People) -> None:
    with at.fault("SEED 攻擊1"):
        at.shoot("g_ir_267", "hospital", (1, 1))
    at.answer()


@situation(spent="g_pg_21")
def test_a_spent_unit_fires(at: People) -> None:
    with at.fault("SEED 註4"):
        at.fire(PANZER, "army_barracks")
        at.roll(1, 1, 0)
    at.close_and_answer()


def test_two_divisions_fire(at: People) -> None:
    with at.fault("SEED 註3(2)"):
        at.fire("g_ir_267 g_pg_21", "army_barracks")
        at.roll(1, 1, 0)
    at.close_and_answer()


def test_two_divisions_fire_with_drags(at: People) -> None:
    with at.fault("SEED 註3(2)"):
        at.shoot("g_ir_267 g_pg_21", "army_barracks", (1, 1))
    at.answer()


@situation({"g_pg_26": "sadovaya"})
def test_two_areas_fire(at: People) -> None:
    with at.fault("SEED 流程2(1)"):
        at.fire(PANZER, "army_barracks")
        at.roll(1, 1, 0)
    at.close_and_answer()


@situation({"g_pg_26": "sadovaya"})
def test_two_areas_fire_with_drags(at: People) -> None:
    with at.fault("SEED 流程2(1)"):
        at.shoot(PANZER, "army_barracks", (1, 1))
    at.answer()


@situation({"g_ir_191": "hospital"})
def test_within_the_area_terrain_is_lost(at: People) -> None:
    """4 + 5 against 6: three points."""
    at.shoot("g_ir_191", "hospital", (2, 3))
    at.turn("s_rb_42")
    at.move_by_hand("s_nk_272", "station_1")
    at.answer()


@situation({"g_ir_191": "hospital"}, held={"hospital": G})
def test_in_german_hands_terrain_is_lost(at: People) -> None:
    """4 + 4 against 6: two points."""
    at.shoot("g_ir_194", "hospital", (2, 2))
    at.turn("s_rb_42 s_nk_272")
    at.answer()


@situation(markers="hospital-soviet")
def test_behind_its_own_marker_terrain_is_lost(at: People) -> None:
    at.shoot("g_ir_194", "hospital", (2, 2))
    at.turn("s_rb_42 s_nk_272")
    at.answer()


def test_the_marker_is_forgotten_and_counted(at: People) -> None:
    """The Soviets fire out of the hospital, 2 + 3 against 6; then 4 + 4 against the spent 5: three points."""
    at.move_by_hand("g_pr_2", "orlovka")
    at.shoot("s_rb_42 s_nk_272", "airfield", (1, 2))
    at.shoot("g_ir_194", "hospital", (2, 2))
    at.drag("s_rb_42", "station_1")
    at.away("s_nk_272")
    at.answer()


def test_the_marker_is_forgotten_and_not_counted(at: People) -> None:
    """They think that terrain counts: 4 + 4 against 5 + 2, one point."""
    at.move_by_hand("g_pr_2", "orlovka")
    at.shoot("s_rb_42 s_nk_272", "airfield", (1, 2))
    at.shoot("g_ir_194", "hospital", (2, 2))
    at.drag("s_rb_42", "station_1")
    with at.fault("SEED 損傷3", "SEED 攻擊3(3)"):
        at.answer()
    at.move_by_hand("g_pg_64", "tractor_settlement")


@situation(spent=SPENT)
def test_a_retreat_among_the_enemy(at: People) -> None:
    """7 + 3 against the spent 7 + 2."""
    at.fire(PANZER, "army_barracks")
    at.roll(1, 2, 1)
    with at.fault("SEED 撤退1", "SEED 撤退1(1)", "SEED 撤退1(2)"):
        at.retreat("s_gd_35", "kuporosnoye")
    at.close_and_answer()


@situation(spent=SPENT)
def test_a_retreat_among_the_enemy_with_drags(at: People) -> None:
    at.shoot(PANZER, "army_barracks", (1, 2))
    with at.fault("SEED 撤退1", "SEED 撤退1(1)", "SEED 撤退1(2)"):
        at.drag("s_gd_35", "kuporosnoye")
    at.answer()


@situation(spent=SPENT)
def test_a_retreat_too_far(at: People) -> None:
    at.shoot(PANZER, "army_barracks", (1, 2))
    with at.fault("SEED 撤退1", "SEED 撤退3", "SEED 損傷2[1](2)"):
        at.drag("s_gd_35", "south_ferry")
    at.answer()


@situation({"g_pg_21": "hospital", "g_pg_26": "hospital"}, spent="s_nk_270")
def test_a_retreat_onto_the_boat(at: People) -> None:
    """7 + 2 against the spent 5 + 3."""
    at.shoot(PANZER, "station_1", (1, 1))
    with at.fault("SEED 渡口2", "SEED 撤退1"):
        at.drag("s_nk_270", "ferry_south")
    at.answer()


@situation(FULL, spent=SPENT)
def test_a_retreat_goes_on_through_a_full_area(at: People) -> None:
    at.shoot(PANZER, "army_barracks", (1, 2))
    at.drag("s_gd_35", "tsaritsa_woods", "hospital")
    at.answer()


@situation(RING, spent="s_rb_42")
def test_nowhere_to_go(at: People) -> None:
    """4 + 4 against the spent 5 + 2: one point, and Germans all round."""
    at.shoot("g_ir_191", "hospital", (2, 2))
    at.away("s_rb_42")
    at.answer()


@situation(RING, spent="s_rb_42")
def test_nowhere_to_go_with_keys(at: People) -> None:
    at.fire("g_ir_191", "hospital")
    at.roll(2, 2, 1)
    at.retreat("s_rb_42")
    at.lost("s_rb_42")
    at.close_and_answer()


@situation(spent=SPENT)
def test_dead_of_one_point(at: People) -> None:
    at.shoot(PANZER, "army_barracks", (1, 2))
    with at.fault("SEED 損傷2[2](1)", "SEED 損傷2"):
        at.away("s_gd_35")
    at.answer()


def test_losses_are_turned_after_the_answer(at: People) -> None:
    at.shoot(PANZER, "army_barracks", (2, 3))
    at.answer()
    at.turn("s_nk_271 s_gd_35")
    at.move_by_hand("g_pr_2", "orlovka")


def test_dice_for_nothing(at: People) -> None:
    at.dice(6, 6)
    at.shoot(PANZER, "army_barracks", (2, 3))
    at.turn("s_nk_271 s_gd_35")
    at.answer()
    at.dice(6, 5)
    at.move_by_hand("g_pr_2", "orlovka")


def test_the_dice_button_is_pressed_twice(at: People) -> None:
    """The first throw counts, and they go by it."""
    at.shoot(PANZER, "army_barracks", (2, 3))
    at.dice(1, 1)
    at.turn("s_nk_271 s_gd_35")
    at.answer()


@situation({"s_gr_34": "ferry_south", "g_ir_191": "south_ferry"})
def test_fire_on_a_boat(at: People) -> None:
    with at.fault("SEED 渡口1"):
        at.fire("g_ir_191", "ferry_south")
        at.roll(6, 6, 0)
    at.close_and_answer()


def test_the_attacker_turns_the_losses(at: People) -> None:
    at.shoot(PANZER, "army_barracks", (2, 3))
    at.turn("s_nk_271 s_gd_35", by=G)
    at.answer()


def test_firers_are_turned_last(at: People) -> None:
    at.paper.side = G
    at.shoot("", "army_barracks", (2, 3))
    at.turn("s_nk_271 s_gd_35")
    at.turn(PANZER)
    at.answer()


@situation(hedged=1)
def test_firers_are_never_turned(at: People) -> None:
    at.paper.side = G
    at.shoot("", "army_barracks", (2, 3))
    at.turn("s_nk_271 s_gd_35")
    at.answer()
    at.move_by_hand("g_pr_2", "orlovka")


def test_aimed_anew(at: People) -> None:
    at.fire(PANZER, "tsaritsa_woods")
    at.aim("army_barracks")
    at.roll(2, 3, 2)
    at.spend("s_nk_271 s_gd_35")
    at.close_and_answer()


def test_nothing_comes_of_it(at: People) -> None:
    at.shoot(PANZER, "army_barracks", (1, 1))
    at.answer()
    at.shoot("g_ir_191 g_ir_194", "hospital", (1, 1))
    at.turn("s_rb_42 s_nk_272")
    at.move_by_hand("s_tb_99", "barrikady")


@situation(hedged=1)
def test_a_unit_moves_and_fires(at: People) -> None:
    """Nothing shows that it fires, and not another unit after a pass in words."""
    at.drag("g_ir_191", "hospital")
    at.shoot("g_ir_191", "hospital", (1, 1))
    at.answer()


def test_a_roll_is_undone(at: People) -> None:
    at.fire(PANZER, "army_barracks")
    at.roll(1, 1, 0)
    at.undo(1)
    at.roll(2, 3, 2)
    at.spend("s_nk_271 s_gd_35")
    at.close_and_answer()


def test_a_die_is_raised_by_hand_and_obeyed(at: People) -> None:
    """One point was thrown, two are taken: that is nothing against who takes them."""
    at.fire(PANZER, "army_barracks")
    at.roll(1, 3, 1)
    with at.fault("SEED 攻擊2"):
        at.paper.set(D1=2, Points=2, Left=2)
        at.paper.end()
    at.spend("s_nk_271 s_gd_35")
    at.close_and_answer()


def test_points_are_struck_off_by_hand(at: People) -> None:
    at.fire(PANZER, "army_barracks")
    at.roll(2, 3, 2)
    at.spend("s_gd_35")
    with at.fault("SEED 攻擊2"):
        at.paper.set(Left=0)
        at.paper.end()
    at.move("s_tb_27", "red_october")


def test_the_tracker_cuts_an_impulse_short(at: People) -> None:
    """The Germans are skipped by it; who goes on did not do that."""
    at.move("g_ir_191", "central_ravine")
    at.move("s_tb_27", "red_october")
    with at.fault("SEED 流程2(3)"):
        at.phase("Hands")
    at.move("s_tb_99", "barrikady")


def test_losses_without_a_close(at: People) -> None:
    at.fire(PANZER, "army_barracks")
    at.roll(2, 3, 2)
    at.spend("s_gd_35")
    at.spend("s_nk_271")
    at.move("s_tb_27", "red_october")


def test_a_marker_is_set_by_mistake(at: People) -> None:
    at.marker("airfield", G)
    at.shoot(PANZER, "army_barracks", (2, 3))
    at.turn("s_nk_271 s_gd_35")
    at.marker("airfield", G, there=False)
    at.marker("yelshanka", G)
    at.answer()
