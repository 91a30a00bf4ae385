"""Hands that change their mind: cards shown and taken back, keys pressed too soon, pieces that come back.

Points are counted by hand here, as in `test_referee_fire`.
"""

from __future__ import annotations

from tests.games.storm.audit.people import G, People
from tests.games.storm.audit.situations import situation
from toolkit.games.storm.rules.position import ELIMINATED, Phase

PANZER = "g_pg_21 g_pg_26"
BOTH = "s_gd_35 s_nk_271"
JAGER = "g_jr_54 g_jr_227 g_sr_369"


BOX = {"s_gr_34": "ferry_south", "s_gr_42": "ferry_south"}
DEAD = {"g_ir_267": ELIMINATED, "g_ir_274": ELIMINATED}
END, HANDS = Phase.ARRIVALS, Phase.HANDS


def by_keys(at: People) -> None:
    """Let the Soviets answer, and the Germans go on."""
    at.move("s_tb_27", "red_october")
    at.move("g_pr_2", "orlovka")


def go_on(at: People) -> None:
    at.answer()
    at.move_by_hand("g_pr_2", "orlovka")


def take_back(at: People, card: str) -> None:
    """Drag a card back into the hand."""
    at.sit(at.owner(card))
    at.paper.send(card, at.box(card, "hand"), dragged=True)
    at.desk.mask(card, at.owner(card))
    at.paper.end()


def off(at: People, unit: str, box: str) -> None:
    """Drag a unit into a box beside the map."""
    at.sit(at.owner(unit))
    at.paper.leave(unit, box, dragged=True)
    at.paper.end()


def ready(at: People, pieces: str, act: str = "ready", *, down: bool = False) -> None:
    """Press the key of what a card does with units."""
    for unit in pieces.split():
        at.sit(at.owner(unit))
        at.paper.decide(unit, act)
        at.paper.turn_over([unit], down=down)
        at.paper.end()


def two_points(at: People) -> None:
    """7 + 5 against 8 + 2."""
    at.fire(PANZER, "army_barracks")
    at.roll(2, 3, 2)


# -- cards


def test_a_card_is_shown_and_played_later(at: People) -> None:
    at.play("g_stukas")
    take_back(at, "g_stukas")
    at.move("g_ir_191", "central_ravine")
    at.move("s_tb_27", "red_october")
    at.play("g_stukas")
    at.aim("army_barracks")
    at.roll(2, 2, 2)
    at.spend(BOTH)
    at.close()
    at.move("s_tb_99", "barrikady")


def test_a_card_for_fire_is_taken_back(at: People) -> None:
    """Two points without it."""
    at.fire(PANZER, "army_barracks")
    at.play("g_massed_fire")
    take_back(at, "g_massed_fire")
    at.roll(2, 3, 2)
    at.spend(BOTH)
    at.close()
    by_keys(at)


def test_the_wrong_answer_is_taken_back(at: People) -> None:
    """7 + 7 against 8 + 4."""
    at.fire(PANZER, "army_barracks")
    at.play("s_snipers")
    take_back(at, "s_snipers")
    at.play("s_rubble")
    at.roll(3, 4, 2)
    at.spend(BOTH)
    at.close()
    by_keys(at)


@situation(german="g_massed_fire")
def test_a_card_comes_between_the_firers(at: People) -> None:
    """7 + 2 + 3 against 8 + 2."""
    at.turn("g_pg_21")
    at.drag_card("g_massed_fire")
    at.turn("g_pg_26")
    at.aim("army_barracks", G)
    at.dice(1, 2)
    at.turn(BOTH)
    go_on(at)


@situation(german="g_massed_fire", hedged=2)
def test_a_card_comes_after_the_dice(at: People) -> None:
    """Nobody else is to blame for it."""
    at.shoot(PANZER, "army_barracks", (1, 2))
    with at.fault("REF 3.3", "SEED 流程2"):
        at.drag_card("g_massed_fire")
    at.turn(BOTH)
    go_on(at)


@situation(soviet="s_sewers")
def test_a_card_out_of_turn_and_the_move_it_is_for(at: People) -> None:
    """One offence: who lays the card goes on with the move that it is for."""
    at.move("g_ir_191", "central_ravine")
    at.move("s_tb_27", "red_october")
    with at.fault("SEED 流程2"):
        at.play("s_sewers")
    at.move("s_tb_99", "barrikady")
    at.move("g_pr_2", "orlovka")


@situation(soviet="s_sewers")
def test_a_card_out_of_turn_and_the_other_side_goes_on(at: People) -> None:
    """It binds nobody but who has laid it."""
    with at.fault("SEED 流程2"):
        at.play("s_sewers")
    at.move("g_ir_191", "central_ravine")
    by_keys(at)


@situation(BOX, soviet="s_night_crossing")
def test_a_crossing_is_shown_after_it(at: People) -> None:
    at.move("g_pr_2", "orlovka")
    at.drag("s_gr_34 s_gr_42", "south_ferry")
    at.drag_card("s_night_crossing")
    at.turn("s_gr_34 s_gr_42")
    at.move("g_ir_191", "central_ravine")


@situation(german="g_corps_move")
def test_two_divisions_move_and_show_why(at: People) -> None:
    at.drag("g_ir_267 g_ir_274 g_pg_21", "tsaritsa_woods")
    at.drag_card("g_corps_move")
    at.turn("g_ir_267 g_ir_274 g_pg_21")
    go_on(at)


@situation(spent="s_tb_137", soviet="s_political_officers", hedged=1)
def test_a_unit_is_fresh_before_the_card(at: People) -> None:
    at.move_by_hand("g_pr_2", "orlovka")
    at.turn("s_tb_137", fresh=True)
    at.drag_card("s_political_officers")
    at.move_by_hand("g_ir_191", "central_ravine")
    at.move_by_hand("s_tb_137", "red_october")


@situation(spent="s_tb_137 s_m_red s_rb_42", soviet="s_political_officers")
def test_the_wrong_unit_is_rallied(at: People) -> None:
    """The hospital is not on the river: it is turned back."""
    at.move("g_pr_2", "orlovka")
    at.play("s_political_officers")
    ready(at, "s_rb_42")
    at.turn("s_rb_42")
    ready(at, "s_tb_137")
    at.move("g_ir_191", "central_ravine")
    at.move("s_tb_137", "red_october")


@situation(DEAD, german="g_march_battalions")
def test_a_unit_returns_before_the_card(at: People) -> None:
    at.move_by_hand("g_ir_267", "yelshanka")
    at.drag_card("g_march_battalions")
    go_on(at)


@situation(DEAD, german="g_march_battalions")
def test_another_unit_returns(at: People) -> None:
    at.drag_card("g_march_battalions")
    at.drag("g_ir_267", "yelshanka")
    off(at, "g_ir_267", "eliminated-german")
    at.move_by_hand("g_ir_274", "yelshanka")
    go_on(at)


@situation(DEAD, german="g_march_battalions")
def test_another_unit_returns_by_keys(at: People) -> None:
    at.play("g_march_battalions")
    ready(at, "g_ir_267", "return", down=True)
    at.drag("g_ir_267", "yelshanka")
    off(at, "g_ir_267", "eliminated-german")
    ready(at, "g_ir_274", "return", down=True)
    at.drag("g_ir_274", "yelshanka")
    by_keys(at)


@situation(german="g_airlift g_smoke")
def test_cards_are_drawn_before_the_airlift_is_shown(at: People) -> None:
    at.drag_off(G, 2)
    at.drag_card("g_airlift")
    go_on(at)


@situation(phase=HANDS)
def test_the_wrong_discard_is_taken_back(at: People) -> None:
    at.lay("g_smoke")
    take_back(at, "g_smoke")
    at.lay("g_stukas")
    at.draw(G, 3, "fill")
    at.fresh()
    at.phase("Arrivals")


def test_bystanders_are_looked_under_before_the_roll(at: People) -> None:
    """They move and fire in later impulses: that was not what they were lifted for."""
    at.fire(PANZER, "army_barracks")
    at.drag("s_tb_27", "red_october")
    at.drag("g_ir_274", "airfield")
    at.drag("s_tb_27", "october_park")
    at.drag("g_ir_274", "yelshanka")
    at.roll(2, 3, 2)
    at.spend(BOTH)
    at.close_and_answer()
    at.fire("g_ir_274", "army_barracks")
    at.roll(1, 1, 0)
    at.move("s_tb_99", "barrikady")


def test_a_fire_is_never_rolled(at: People) -> None:
    """What is missing is the roll, and no face: units are turned over with it."""
    at.fire(PANZER, "army_barracks")
    with at.fault("SEED 攻擊2"):
        at.move("s_tb_27", "red_october")
    at.move("g_pr_2", "orlovka")
    at.move("s_tb_99", "barrikady")
    at.move("g_ir_191", "central_ravine")


# -- losses


def test_closed_before_the_last_loss(at: People) -> None:
    two_points(at)
    at.spend("s_gd_35")
    at.close()
    at.spend("s_nk_271")
    by_keys(at)


def test_closed_before_the_last_loss_by_hand(at: People) -> None:
    two_points(at)
    at.spend("s_gd_35")
    at.close()
    at.turn("s_nk_271")
    by_keys(at)


def test_closed_early_and_never_paid(at: People) -> None:
    two_points(at)
    at.spend("s_gd_35")
    with at.fault("SEED 損傷3"):
        at.close()
    by_keys(at)
    at.move("s_nk_271", "grain_silo")


def test_the_answer_is_dragged_amid_losses(at: People) -> None:
    two_points(at)
    at.spend("s_gd_35")
    at.drag("s_tb_27", "red_october")
    at.spend("s_nk_271")
    at.close()
    at.move("s_tb_27")
    at.move("g_pr_2", "orlovka")


def test_driven_back_after_all_not(at: People) -> None:
    """It comes back spent, for one point; another one takes the second."""
    two_points(at)
    at.drive("s_nk_271", "station_2")
    at.drag("s_nk_271", "army_barracks")
    at.spend("s_gd_35")
    at.close()
    by_keys(at)


def test_the_dead_lie_among_those_who_left(at: People) -> None:
    """7 + 6 against 10."""
    at.shoot(PANZER, "army_barracks", (2, 4))
    off(at, "s_nk_271", "withdrawn-german")
    go_on(at)


@situation(DEAD)
def test_the_dead_are_looked_at(at: People) -> None:
    at.drag("g_ir_267", "yelshanka")
    off(at, "g_ir_267", "eliminated-german")
    at.move_by_hand("g_ir_191", "central_ravine")
    go_on(at)


# -- the end of a turn


def test_fresh_too_soon(at: People) -> None:
    at.move("g_ir_191", "central_ravine")
    at.move("s_tb_27", "red_october")
    at.fresh()
    at.turn("g_ir_191 s_tb_27")
    at.move("g_pr_2", "orlovka")
    at.move("s_tb_99", "barrikady")


def test_the_track_is_pushed_too_far(at: People) -> None:
    at.move_by_hand("g_ir_191", "central_ravine")
    at.phase("Hands")
    at.nudge("g_pr_2")
    at.phase("Impulses")
    go_on(at)


def test_a_whole_turn_too_far(at: People) -> None:
    at.move_by_hand("g_ir_191", "central_ravine")
    at.phase("Draw", 2)
    at.nudge("g_pr_2")
    at.phase("Impulses", 1)
    go_on(at)


def test_the_track_stays_ahead(at: People) -> None:
    at.move_by_hand("g_ir_191", "central_ravine")
    at.phase("Hands")
    go_on(at)
    at.move_by_hand("s_tb_99", "barrikady")


@situation(phase=HANDS)
def test_the_day_begins_with_the_track_ahead(at: People) -> None:
    at.move("g_ir_191", "central_ravine")
    at.move("s_tb_27", "red_october")


def soviets_arrive(at: People) -> None:
    at.drag("s_gr_34 s_gr_42", "ferry_south")
    at.drag("s_gr_39 s_rr_241", "ferry_central")
    at.drag("s_tb_133", "ferry_north")
    at.phase("Draw", 2)
    at.phase("Impulses", 2)
    at.move("g_pr_2", "orlovka")


@situation(phase=END)
def test_the_soviet_is_too_quick_and_waits(at: People) -> None:
    at.drag("s_gr_34", "ferry_south")
    off(at, "s_gr_34", "turn-1-soviet")
    at.drag(JAGER, "airfield")
    at.drag("g_ir_576", "latoshinka")
    soviets_arrive(at)


@situation(phase=END)
def test_given_up_too_soon(at: People) -> None:
    at.lost("g_jr_54")
    at.drag(JAGER, "airfield")
    at.drag("g_ir_576", "latoshinka")
    soviets_arrive(at)


@situation(phase=END)
def test_given_up_although_there_is_room(at: People) -> None:
    with at.fault("SEED 增援3"):
        at.lost("g_jr_54")
    at.drag("g_jr_227 g_sr_369", "airfield")
    at.drag("g_ir_576", "latoshinka")
    soviets_arrive(at)


def third_turn(at: People, *black: str) -> None:
    at.drag("g_ir_208 g_ir_212 g_ir_226", "gorodishche")
    at.drag("s_gr_109 s_gr_114 s_gr_118 s_rr_339 s_rr_347", "ferry_north")
    at.drag("s_gr_112", "ferry_central")
    for units in black:
        at.away(units)
    if len(black) > 1:
        off(at, black[0], "withdrawn-german")
    at.phase("Draw", 4)
    at.phase("Impulses", 4)
    at.move("g_pr_2", "orlovka")


@situation(turn=3, phase=END)
def test_they_leave_for_the_wrong_box(at: People) -> None:
    third_turn(at, "g_mi_15 g_mi_71 g_pa_129 g_sg_245")


@situation(turn=3, phase=END)
def test_one_leaves_by_way_of_the_wrong_box(at: People) -> None:
    third_turn(at, "g_mi_15", "g_mi_71 g_pa_129 g_sg_245")


def test_a_fire_is_called_off(at: People) -> None:
    at.fire(PANZER, "army_barracks")
    at.close()
    at.move("g_pr_2", "orlovka")
    at.move("s_tb_27", "red_october")
