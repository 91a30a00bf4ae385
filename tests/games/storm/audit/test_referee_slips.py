"""Slips of the hand and second thoughts at the Storm table: what was put right is no offence."""

from __future__ import annotations

from tests.games.storm.audit.people import G, People, S
from tests.games.storm.audit.situations import situation
from toolkit.games.storm.rules.position import ELIMINATED, Phase

PANZER = "g_pg_21 g_pg_26"
BOTH = "s_gd_35 s_nk_271"


END = Phase.ARRIVALS


def helped_with(at: People, unit: str) -> None:
    """Let the German press the key of a loss, where both press for themselves; 7 + 4 against 8 + 2."""
    at.move("g_pr_2", "orlovka")
    at.move("s_tb_27", "red_october")
    at.fire(PANZER, "army_barracks")
    at.roll(2, 2, 1)
    at.spend(unit, by=G)
    at.close()
    at.move("s_tb_99", "barrikady")


def test_the_attacker_chooses_by_key(at: People) -> None:
    with at.fault("SEED 損傷1"):
        helped_with(at, "s_nk_271")


@situation({"s_nk_271": "hospital"})
def test_the_attacker_turns_the_only_loss(at: People) -> None:
    helped_with(at, "s_gd_35")


@situation(markers="army_barracks-soviet")
def test_all_are_made_fresh_among_impulses(at: People) -> None:
    """The marker in the barracks is off, and terrain counts: 7 + 5 against 8 + 2."""
    at.move("g_pr_2", "orlovka")
    with at.fault("SEED 流程2(3)"):
        at.fresh()
    at.move("s_tb_99", "barrikady")
    at.fire(PANZER, "army_barracks")
    at.roll(2, 3, 2)
    at.spend(BOTH)
    at.close_and_answer()


def test_a_key_on_the_wrong_unit(at: People) -> None:
    at.move("g_ir_191")
    at.turn("g_ir_191", fresh=True)
    at.move("g_ir_194", "central_ravine")
    at.move("s_tb_27", "red_october")


def test_the_tracker_is_touched_between_key_and_drag(at: People) -> None:
    at.move("g_ir_191")
    at.phase("Hands")
    at.drag("g_ir_191", "central_ravine")
    at.phase("Impulses")
    at.move("s_tb_27", "red_october")


def test_the_wrong_unit_is_spent_with_a_key(at: People) -> None:
    at.fire(PANZER, "army_barracks")
    at.roll(1, 3, 1)
    at.spend("s_gd_35")
    at.turn("s_gd_35", fresh=True)
    at.spend("s_nk_271")
    at.close_and_answer()


def test_the_wrong_unit_is_turned(at: People) -> None:
    """One point, 7 + 4 against 10."""
    at.shoot(PANZER, "army_barracks", (1, 3))
    at.turn("s_gd_35")
    at.turn("s_gd_35", fresh=True)
    at.turn("s_nk_271")
    at.answer()


def test_the_wrong_unit_is_removed(at: People) -> None:
    """Three points, 7 + 6 against 10."""
    at.shoot(PANZER, "army_barracks", (2, 4))
    at.away("s_gd_35")
    at.drag("s_gd_35", "army_barracks")
    at.away("s_nk_271")
    at.answer()


def test_the_dead_lie_in_the_other_sides_box(at: People) -> None:
    at.shoot(PANZER, "army_barracks", (2, 4))
    at.sit(S)
    at.paper.leave("s_nk_271", "eliminated-german", dragged=True)
    at.paper.end()
    at.answer()


def test_a_card_is_taken_back(at: People) -> None:
    at.drag_card("g_stukas")
    at.paper.send("g_stukas", "hand-german", dragged=True)
    at.desk.mask("g_stukas", G)
    at.paper.end()
    at.move_by_hand("g_ir_191", "central_ravine")
    at.answer()


@situation(german="", soviet="", phase=Phase.DRAW)
def test_a_card_too_many_is_put_back(at: People) -> None:
    cards = at.drag_off(G, 5)
    at.paper.send(cards[-1], "deck-german", dragged=True)
    at.desk.mask(cards[-1], None)
    at.paper.end()
    at.drag_off(S, 5)
    at.phase("Impulses")
    at.move_by_hand("g_pr_2", "orlovka")


def test_the_attack_marker_wanders(at: People) -> None:
    at.sit(G)
    for area in ("hospital", "army_barracks"):
        at.paper.put(["attack"], area)
        at.paper.decide("attack", "declare")
        at.paper.set(FireTarget=f"@{at.paper.names[area]}", FireState="declared")
        at.paper.end()
    at.paper.send("attack", "fire-desk", dragged=True, number=1)
    at.paper.end()
    at.move_by_hand("g_ir_191", "central_ravine")
    at.answer()


@situation({"s_gd_35": "hospital"})
def test_a_unit_without_attack_is_turned_with_the_firers(at: People) -> None:
    """The 130th has none of it: turned over with the others and back again."""
    at.move_by_hand("g_pr_2", "orlovka")
    at.turn("s_rb_42 s_gd_35")
    at.turn("s_gd_35", fresh=True)
    at.paper.put(["attack"], "airfield")
    at.paper.decide("attack", "declare")
    at.paper.end()
    at.dice(1, 2)
    at.move_by_hand("g_pg_64", "tractor_settlement")


@situation(hedged=3)
def test_one_firer_is_turned_after_the_answer(at: People) -> None:
    """Both have fired: 7 + 5 against 10."""
    at.shoot("g_pg_21", "army_barracks", (2, 3))
    at.turn(BOTH)
    at.answer()
    at.turn("g_pg_26")
    at.move_by_hand("g_pr_2", "orlovka")


def test_two_fires_and_a_silent_pass(at: People) -> None:
    at.shoot(PANZER, "army_barracks", (2, 3))
    at.turn(BOTH)
    at.shoot("g_ir_191 g_ir_194", "hospital", (1, 1))
    at.turn("s_rb_42 s_nk_272")
    at.answer()


def test_movers_are_fired_on_where_they_went(at: People) -> None:
    """2 + 1 and seven against 6: four points on two spent regiments."""
    at.move_by_hand("g_ir_191 g_ir_194", "hospital")
    at.shoot("s_rb_42 s_nk_272", "hospital", (3, 4))
    at.away("g_ir_194")
    at.drag("g_ir_191", "airfield")
    at.move_by_hand("g_pr_2", "orlovka")


@situation(phase=END)
def test_a_reinforcement_is_placed_anew(at: People) -> None:
    at.drag("g_jr_54", "razgulyaevka")
    at.drag("g_jr_54", "airfield")
    at.drag("g_jr_227 g_sr_369", "airfield")
    at.drag("g_ir_576", "yelshanka")
    at.drag("g_ir_576", "gorodishche")
    at.drag("s_gr_34 s_gr_42", "ferry_south")
    at.drag("s_gr_39 s_rr_241", "ferry_central")
    at.drag("s_tb_133", "ferry_north")
    at.phase("Draw", 2)
    at.drag_off(G, 2)
    at.phase("Impulses", 2)
    at.move_by_hand("g_pr_2", "orlovka")


@situation(turn=3, phase=END)
def test_the_wrong_unit_leaves_and_comes_back(at: People) -> None:
    at.drag("g_ir_208 g_ir_212 g_ir_226", "gorodishche")
    at.drag("s_gr_109 s_gr_114 s_gr_118 s_rr_339 s_rr_347", "ferry_north")
    at.drag("s_gr_112", "ferry_central")
    at.away("g_mi_15 g_mi_71 g_pr_36", "withdrawn")
    at.drag("g_pr_36", "razgulyaevka")
    at.away("g_sg_245 g_pa_129", "withdrawn")
    at.phase("Draw", 4)
    at.drag_off(G, 2)
    at.phase("Impulses", 4)
    at.move_by_hand("g_pr_2", "orlovka")


def test_the_roll_is_pressed_twice(at: People) -> None:
    """The second throw is one too many, and they go by the first."""
    at.fire(PANZER, "army_barracks")
    at.roll(2, 3, 2)
    with at.fault("SEED 攻擊2"):
        at.roll(1, 1, 0)
    at.spend(BOTH)
    at.close_and_answer()


def test_a_firer_thinks_better_of_it(at: People) -> None:
    at.sit(G)
    at.paper.decide("g_pr_24", "fire", Firing=1, From="@Upper Yelshanka")
    at.paper.end()
    at.paper.decide("g_pr_24", "fire", Firing=0, From="@Upper Yelshanka")
    at.paper.end()
    at.fire(PANZER, "army_barracks")
    at.roll(2, 3, 2)
    at.spend(BOTH)
    at.close_and_answer()


def test_losses_by_keys_in_another_order(at: People) -> None:
    """Three points: the keys first, the drags at the end."""
    at.fire(PANZER, "army_barracks")
    at.roll(2, 4, 3)
    at.drive("s_nk_271")
    at.spend("s_gd_35")
    at.drag("s_nk_271", "grain_silo")
    at.drag("s_nk_271", "station_2")
    at.close_and_answer()


@situation(phase=Phase.HANDS)
def test_the_discard_is_taken_back(at: People) -> None:
    at.drag_card("g_smoke", "pile")
    at.paper.send("g_smoke", "hand-german", dragged=True)
    at.desk.mask("g_smoke", G)
    at.paper.end()
    at.drag_card("g_stukas", "pile")
    at.drag_off(G, 3)
    at.fresh()
    at.phase("Arrivals")


def test_a_stack_is_dragged_back_and_forth(at: People) -> None:
    at.drag(PANZER, "tsaritsa_woods", "army_barracks", "yelshanka")
    at.drag(PANZER, "army_barracks")
    at.turn(PANZER)
    at.answer()


def test_a_turned_unit_is_turned_back(at: People) -> None:
    at.turn("g_pr_24")
    at.turn("g_pr_24", fresh=True)
    at.move_by_hand("g_ir_191", "central_ravine")
    at.answer()


@situation({"g_pa_129": ELIMINATED}, turn=3, phase=END)
def test_the_armour_of_the_29th_is_dead(at: People) -> None:
    """The assault guns go by themselves, a panzer regiment for the dead one; by keys."""
    at.drag("g_ir_208 g_ir_212 g_ir_226", "gorodishche")
    at.drag("s_gr_109 s_gr_114 s_gr_118 s_rr_339 s_rr_347", "ferry_north")
    at.drag("s_gr_112", "ferry_central")
    for unit in ("g_mi_15", "g_mi_71", "g_sg_245"):
        at.withdraw(unit)
    at.withdraw("g_pr_36", "g_pa_129")
    at.phase("Draw", 4)
    at.draw(G, 2)
    at.phase("Impulses", 4)
    at.move("g_pr_2", "orlovka")
