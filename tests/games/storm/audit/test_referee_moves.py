"""What people do when they move, and what a referee says of it: the texts decide, not the audit."""

from __future__ import annotations

from tests.games.storm.audit.people import G, People, S
from tests.games.storm.audit.situations import situation

TEN = dict.fromkeys(
    ["g_ir_191", "g_ir_194", "g_ir_211", "g_ir_267", "g_ir_274", "g_ir_276", "g_pr_24", "g_pg_21", "g_pg_26",
     "g_ir_516"], "yelshanka",
)  # fmt: skip


BOX = {"s_gr_39": "ferry_central", "s_gr_34": "ferry_central"}


def test_a_group_is_dragged_unit_by_unit(at: People) -> None:
    at.one_by_one("g_pr_24 g_pg_21 g_pg_26", "tsaritsa_woods")
    at.nudge("g_pg_21")
    at.turn("g_pr_24 g_pg_21 g_pg_26")
    at.answer()


def test_a_unit_is_dragged_area_by_area(at: People) -> None:
    at.move_by_hand("g_pr_36", "airfield", "tsaritsa_woods")
    at.answer()


def test_a_unit_is_set_down_wrongly_and_put_right(at: People) -> None:
    at.drag("g_ir_191", "central_landing")
    at.drag("g_ir_191", "airfield")
    at.move_by_hand("g_ir_191", "central_ravine")
    at.answer()


def test_a_unit_is_turned_over_after_the_answer(at: People) -> None:
    at.drag("g_ir_191", "central_ravine")
    at.answer()
    at.turn("g_ir_191")
    at.move_by_hand("g_pr_2", "orlovka")


def test_the_opponent_turns_the_unit_over(at: People) -> None:
    at.drag("g_ir_191", "central_ravine")
    at.turn("g_ir_191", by=S)
    at.drag("s_tb_27", "red_october")
    at.turn("s_tb_27", by=G)


def test_the_opponent_drags_for_both(at: People) -> None:
    """One of them sits at the computer for the moment."""
    at.drag("g_ir_191", "central_ravine", by=S)
    at.turn("g_ir_191", by=S)
    at.answer()


def test_a_unit_that_was_not_turned_over_moves_again(at: People) -> None:
    at.drag("g_pr_36", "airfield")
    at.answer()
    with at.fault("SEED 註4", "SEED 移動5"):
        at.move_by_hand("g_pr_36", "hospital")
    at.move_by_hand("s_tb_99", "barrikady")


@situation(spent="g_ir_191")
def test_a_spent_unit_moves_with_the_key(at: People) -> None:
    with at.fault("SEED 註4", "SEED 移動5"):
        at.move("g_ir_191", "central_ravine")
    at.move("s_tb_27", "red_october")


@situation(spent="g_ir_191")
def test_a_spent_unit_is_turned_fresh_and_moves(at: People) -> None:
    with at.fault("SEED 註4", "SEED 移動5", "SEED 流程3(2)"):
        at.turn("g_ir_191", fresh=True)
        at.move_by_hand("g_ir_191", "central_ravine")
    at.answer()


def test_two_divisions_move_as_one_stack(at: People) -> None:
    with at.fault("SEED 註3(2)"):
        at.move_by_hand("g_ir_516 g_pg_103", "mamayev_kurgan")
    at.answer()


def test_two_divisions_move_with_one_key(at: People) -> None:
    with at.fault("SEED 註3(2)"):
        at.move("g_ir_516 g_pg_103", "mamayev_kurgan")
    at.move("s_tb_27", "red_october")


def test_a_division_moves_with_independents(at: People) -> None:
    at.one_by_one("g_ir_544 g_sg_244 g_ir_545 g_pi_45", "october_park")
    at.turn("g_ir_544 g_sg_244 g_ir_545 g_pi_45")
    at.move_by_hand("s_tb_99", "barrikady")


def test_a_group_goes_to_two_areas(at: People) -> None:
    with at.fault("SEED 移動2", "SEED 流程2", "SEED 流程2(1)"):
        at.move("g_ir_544 g_ir_545")
        at.drag("g_ir_544", "october_park")
        at.drag("g_ir_545", "barrikady_settlement")
    at.move("s_tb_99", "barrikady")


@situation(TEN)
def test_an_eleventh_unit_enters(at: People) -> None:
    with at.fault("SEED 移動4", "SEED 移動3(4)"):
        at.move_by_hand("g_ir_517", "airfield", "yelshanka")
    at.answer()


@situation(TEN)
def test_a_way_leads_only_through_a_full_area(at: People) -> None:
    with at.fault("SEED 移動4", "SEED 移動3(4)", "SEED 移動3(1)", "SEED 移動3(2)", "SEED 移動3"):
        at.move_by_hand("g_mi_71", "tsaritsa_woods")
    at.answer()


def test_a_unit_goes_too_far(at: People) -> None:
    """2 + 3 points for two areas with Soviets in them; it has 2."""
    with at.fault("SEED 移動3(4)", "SEED 移動3(1)", "SEED 移動3(2)", "SEED 移動3"):
        at.move_by_hand("g_ir_267", "army_barracks", "grain_silo")
    at.answer()


@situation({"s_gt_6": "hospital", "s_mb_38": "station_1"}, held={"central_ravine": G})
def test_a_slow_unit_holds_a_group_up(at: People) -> None:
    """3 points to the woods by the airfield for the tanks, but the infantry beside it has 2."""
    with at.fault("SEED 移動3(3)", "SEED 移動3(4)", "SEED 移動3(1)"):
        at.move("g_sg_245 g_ir_191", "central_ravine", "central_landing")
    at.move("s_tb_99", "barrikady")


@situation({"g_pr_36": "central_ravine", "g_ir_191": "central_ravine"})
def test_out_of_the_enemys_area_costs_more(at: People) -> None:
    """Out of the ravine with a Soviet unit: 1 more; among Soviets again: 1 more; 3 in all."""
    at.move_by_hand("g_pr_36", "tennis_racket")
    at.answer()
    with at.fault("SEED 移動3(4)", "SEED 移動3(1)", "SEED 移動3(2)"):
        at.move_by_hand("g_ir_191", "central_landing")
    at.move_by_hand("s_tb_99", "barrikady")


def test_a_move_to_where_no_way_leads(at: People) -> None:
    with at.fault("SEED 移動3", "SEED 移動3(4)", "SEED 移動3(1)"):
        at.move("g_ir_191", "barrikady")
    at.move("s_tb_27", "red_october")


@situation(BOX)
def test_one_boat_at_a_time(at: People) -> None:
    at.move_by_hand("g_pr_2", "orlovka")
    at.move_by_hand("s_gr_39", "tennis_racket")
    at.move_by_hand("g_pg_64", "tractor_settlement")
    at.move_by_hand("s_gr_34", "red_october")


@situation(BOX)
def test_two_in_one_boat(at: People) -> None:
    at.move_by_hand("g_pr_2", "orlovka")
    with at.fault("SEED 渡口3"):
        at.move_by_hand("s_gr_39 s_gr_34", "tennis_racket")
    at.move_by_hand("g_pg_64", "tractor_settlement")


@situation(BOX)
def test_two_in_one_boat_unit_by_unit(at: People) -> None:
    at.move("g_pr_2", "orlovka")
    with at.fault("SEED 渡口3"):
        at.move("s_gr_39 s_gr_34", act="ferry")
        at.one_by_one("s_gr_39 s_gr_34", "tennis_racket")
    at.move("g_pg_64", "tractor_settlement")


@situation(BOX)
def test_back_onto_the_boat(at: People) -> None:
    at.move("g_pr_2", "orlovka")
    with at.fault("SEED 渡口2"):
        at.move("s_tb_137", "ferry_central")
    at.move("g_pg_64", "tractor_settlement")


@situation(hedged=1)
def test_the_soviets_begin_the_turn(at: People) -> None:
    """The German may have passed before the log begins, or in words."""
    at.answer()
    at.move_by_hand("g_pr_2", "orlovka")


@situation(hedged=1)
def test_a_pass_is_only_said(at: People) -> None:
    at.move("g_pr_2", "orlovka")
    at.say("<Boris> - pass")
    at.move("g_ir_191", "central_ravine")
    at.move("s_tb_27", "red_october")


def test_both_have_passed_and_one_goes_on(at: People) -> None:
    at.move("g_pr_2", "orlovka")
    at.pass_(S)
    at.pass_(G)
    with at.fault("SEED 流程2(3)"):
        at.move("s_tb_27", "red_october")


def test_two_groups_of_two_areas_move_in_one_step(at: People) -> None:
    """Somebody selected units of two areas and dragged them together."""
    with at.fault("SEED 流程2(1)", "SEED 流程2"):
        at.move_by_hand("g_ir_516 g_ir_518 g_sg_245", "central_ravine")
    at.answer()


def test_a_unit_is_looked_under(at: People) -> None:
    at.drag("s_rd_112", "tennis_racket", by=G)
    at.drag("s_rd_112", "mamayev_kurgan", by=G)
    at.nudge("s_nk_269", by=G)
    at.move_by_hand("g_pr_2", "orlovka")
    at.answer()


def test_a_move_is_undone_and_done_otherwise(at: People) -> None:
    at.move_by_hand("g_pr_36", "airfield")
    at.undo(2)
    at.move_by_hand("g_pr_36", "mamayev_kurgan")
    at.answer()


def test_a_keyed_move_is_undone_by_an_old_engine(at: People) -> None:
    at.move("g_pr_36", "airfield")
    at.undo(2, marked=False)
    at.move("g_pr_36", "mamayev_kurgan")
    at.move("s_tb_27", "red_october")


def test_control_is_turned_by_mistake(at: People) -> None:
    at.move("g_pr_2", "orlovka")
    at.control("barrikady", G)
    at.move("s_tb_27", "red_october")
    at.control("barrikady", S)
    at.move("g_ir_191", "central_ravine")


@situation(
    {"s_rd_244": "grain_silo", "s_rb_42": "station_1", "s_nk_272": "station_1"}, held={"tsaritsa_woods": G}
)
def test_an_empty_soviet_area_costs_two(at: People) -> None:
    """One point for the area, one because it is Soviet; a militia has one point, an infantry two."""
    at.move("g_ir_191", "hospital")
    with at.fault("SEED 移動3(4)", "SEED 移動3(1)"):
        at.move("s_m_south", "tsaritsa_woods")
    at.move("g_pr_2", "orlovka")


def test_a_unit_is_never_turned_over(at: People) -> None:
    at.drag("g_pr_2", "orlovka")
    at.answer()
    at.move_by_hand("g_ir_191", "central_ravine")
    at.move_by_hand("s_tb_99", "barrikady")


def test_the_key_comes_after_the_drag(at: People) -> None:
    at.one_by_one("g_pr_24 g_pg_21", "tsaritsa_woods")
    at.move("g_pr_24 g_pg_21")
    at.move("s_tb_27", "red_october")


def test_somebody_drags_a_soviet_between_key_and_drag(at: People) -> None:
    at.move("g_ir_191")
    with at.fault("SEED 流程2"):
        at.drag("s_tb_27", "red_october")
    at.drag("g_ir_191", "central_ravine")
    at.pass_(S)
