"""The end of a turn, bids, and logs that begin and end anywhere, as people leave them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from tests.games.storm.audit.people import G, People, S
from tests.games.storm.audit.situations import Script, Situation, compared, people, situation, steps_from
from toolkit.audit.audit import audit_read
from toolkit.audit.module_data import ModuleData
from toolkit.audit.view import seen_by
from toolkit.games.storm.rules.position import ELIMINATED, Phase
from toolkit.vassal.log import Log

JAGER = "g_jr_54 g_jr_227 g_sr_369"


CROWDED = {
    **dict.fromkeys(["g_ir_267", "g_ir_274", "g_ir_276", "g_pr_24", "g_pg_21", "g_pg_26"], "airfield"),
    **dict.fromkeys(["g_ir_544", "g_ir_545", "g_ir_546", "g_mi_15"], "razgulyaevka"),
}
NINE = dict.fromkeys(["g_ir_267", "g_ir_274", "g_ir_276", "g_pr_24", "g_pg_21"], "airfield")
END = Phase.ARRIVALS
DEAD = {"g_pa_129": ELIMINATED}


def germans_arrive(at: People) -> None:
    at.drag(JAGER, "airfield")
    at.drag("g_ir_576", "latoshinka")


def soviets_arrive(at: People) -> None:
    at.drag("s_gr_39 s_rr_241", "ferry_central")
    at.drag("s_gr_34", "ferry_central")
    at.drag("s_gr_34", "ferry_south")
    at.drag("s_gr_42", "ferry_south")
    at.drag("s_tb_133", "ferry_north")


def next_turn(at: People, turn: int = 2) -> None:
    at.phase("Draw", turn)
    at.drag_off(G, 2)
    at.drag_off(S, 2)
    at.phase("Impulses", turn)
    at.move_by_hand("g_pr_2", "orlovka")


def test_a_turn_ends_with_keys(at: People) -> None:
    at.move("g_ir_191", "central_ravine")
    at.move("s_tb_27", "red_october")
    at.pass_(G)
    at.pass_(S)
    at.phase("Hands")
    at.lay("g_smoke")
    at.draw(G, 3, "fill")
    at.draw(S, 3, "fill")
    at.fresh()
    at.phase("Arrivals")
    for unit in JAGER.split():
        at.arrive(unit, "airfield")
    at.arrive("g_ir_576", "gorodishche")
    for unit in ("s_gr_34", "s_gr_42"):
        at.arrive(unit, "ferry_south")
    for unit in ("s_gr_39", "s_rr_241"):
        at.arrive(unit, "ferry_central")
    at.arrive("s_tb_133", "ferry_north")
    at.phase("Draw", 2)
    at.draw(G, 1)
    at.phase("Impulses", 2)
    at.move("g_pr_2", "orlovka")


def test_a_turn_ends_with_drags(at: People) -> None:
    at.move_by_hand("g_ir_191", "central_ravine")
    at.answer()
    at.phase("Hands")
    at.turn("g_ir_191 s_tb_27", fresh=True)
    at.phase("Arrivals")
    germans_arrive(at)
    soviets_arrive(at)
    next_turn(at)


def test_a_turn_ends_without_the_tracker(at: People) -> None:
    """They arrive and are turned over, then the tracker goes straight to the next turn."""
    at.move_by_hand("g_ir_191", "central_ravine")
    at.answer()
    at.turn("s_tb_27 g_ir_191", fresh=True)
    germans_arrive(at)
    soviets_arrive(at)
    next_turn(at)


def test_units_are_turned_fresh_only_when_needed(at: People) -> None:
    at.move_by_hand("g_pr_2", "orlovka")
    at.answer()
    at.phase("Hands")
    at.phase("Arrivals")
    germans_arrive(at)
    soviets_arrive(at)
    at.phase("Draw", 2)
    at.drag_off(G, 2)
    at.phase("Impulses", 2)
    at.turn("g_pr_2", fresh=True)
    at.move_by_hand("g_pr_2", "tractor_settlement")


def test_a_unit_acts_that_nobody_turned_fresh(at: People) -> None:
    at.move_by_hand("g_pr_2", "orlovka")
    at.answer()
    at.phase("Hands")
    at.turn("s_tb_27", fresh=True)
    at.phase("Arrivals")
    germans_arrive(at)
    soviets_arrive(at)
    at.phase("Draw", 2)
    at.phase("Impulses", 2)
    at.drag("g_pr_2", "tractor_settlement")
    at.move_by_hand("s_tb_27", "barrikady")


@situation(markers="army_barracks-soviet")
def test_fire_markers_lie_into_the_next_turn(at: People) -> None:
    """Its terrain counts again: 7 + 5 against 8 + 2, two points."""
    at.phase("Hands")
    at.phase("Arrivals")
    germans_arrive(at)
    soviets_arrive(at)
    at.phase("Draw", 2)
    at.phase("Impulses", 2)
    at.shoot("g_pg_21 g_pg_26", "army_barracks", (2, 3))
    at.turn("s_nk_271 s_gd_35")
    at.marker("army_barracks", S, there=False)
    at.answer()


@situation(phase=END)
def test_a_stack_arrives_in_the_wrong_area(at: People) -> None:
    with at.fault("SEED 增援2"):
        at.drag("g_jr_54", "yelshanka")
    at.drag("g_jr_227 g_sr_369", "razgulyaevka")
    at.drag("g_ir_576", "latoshinka")
    soviets_arrive(at)
    next_turn(at)


@situation(phase=END)
def test_a_guard_lands_in_the_north(at: People) -> None:
    germans_arrive(at)
    at.drag("s_gr_34 s_gr_42", "ferry_south")
    with at.fault("SEED 增援4", "SEED 增援2"):
        at.drag("s_gr_39", "ferry_north")
    at.drag("s_rr_241", "ferry_central")
    at.drag("s_tb_133", "ferry_north")
    next_turn(at)


@situation(phase=END)
def test_a_guard_lands_on_the_bank(at: People) -> None:
    germans_arrive(at)
    at.drag("s_gr_34 s_gr_42", "ferry_south")
    with at.fault("SEED 增援4", "SEED 增援2"):
        at.drag("s_gr_39", "central_landing")
    at.drag("s_rr_241", "ferry_central")
    at.drag("s_tb_133", "ferry_north")
    next_turn(at)


@situation(phase=END)
def test_the_soviets_arrive_first(at: People) -> None:
    with at.fault("SEED 增援1"):
        soviets_arrive(at)
        germans_arrive(at)
    next_turn(at)


@situation(CROWDED, phase=END)
def test_a_full_area_has_no_room(at: People) -> None:
    """Ten Germans at the airfield and ten at Razgulyaevka: the Jaeger are lost."""
    at.away(JAGER)
    at.drag("g_ir_576", "latoshinka")
    soviets_arrive(at)
    next_turn(at)


@situation(NINE, phase=END)
def test_an_eleventh_arrives(at: People) -> None:
    """Nine are there; the third of them would find room next door."""
    at.drag("g_jr_54", "airfield")
    with at.fault("SEED 增援2", "SEED 移動4"):
        at.drag("g_jr_227", "airfield")
    at.drag("g_sr_369", "razgulyaevka")
    at.drag("g_ir_576", "latoshinka")
    soviets_arrive(at)
    next_turn(at)


@situation(phase=END)
def test_lost_although_there_is_room(at: People) -> None:
    with at.fault("SEED 增援3"):
        at.away("g_jr_54")
    at.drag("g_jr_227 g_sr_369", "airfield")
    at.drag("g_ir_576", "latoshinka")
    soviets_arrive(at)
    next_turn(at)


@situation(phase=END)
def test_arrivals_come_after_the_tracker(at: People) -> None:
    at.phase("Draw", 2)
    germans_arrive(at)
    soviets_arrive(at)
    at.drag_off(G, 2)
    at.phase("Impulses", 2)
    at.move_by_hand("g_pr_2", "orlovka")


BLACK = "g_mi_15 g_mi_71 g_pa_129 g_sg_245"


def soviets_of_turn_3(at: People) -> None:
    at.drag("s_gr_109 s_gr_114 s_gr_118 s_rr_339 s_rr_347", "ferry_north")
    at.drag("s_gr_112", "ferry_central")


def third_arrivals(at: People) -> None:
    at.drag("g_ir_208 g_ir_212 g_ir_226", "gorodishche")
    soviets_of_turn_3(at)


@situation(turn=3, phase=END)
def test_black_units_leave(at: People) -> None:
    third_arrivals(at)
    at.away(BLACK, "withdrawn")
    next_turn(at, 4)


@situation(turn=3, phase=END)
def test_black_units_leave_with_keys(at: People) -> None:
    third_arrivals(at)
    for unit in BLACK.split():
        at.withdraw(unit)
    next_turn(at, 4)


@situation(DEAD, turn=3, phase=END)
def test_a_panzer_leaves_for_a_panzer(at: People) -> None:
    third_arrivals(at)
    at.away("g_mi_15 g_mi_71 g_sg_245", "withdrawn")
    at.away("g_pr_24", "withdrawn")
    next_turn(at, 4)


@situation(DEAD, turn=3, phase=END)
def test_infantry_leaves_for_a_panzer(at: People) -> None:
    third_arrivals(at)
    at.away("g_mi_15 g_mi_71 g_sg_245", "withdrawn")
    with at.fault("SEED 撤離2", "SEED 撤離3"):
        at.away("g_ir_191", "withdrawn")
    next_turn(at, 4)


@situation(DEAD, turn=3, phase=END)
def test_nobody_leaves_for_the_panzer(at: People) -> None:
    third_arrivals(at)
    at.away("g_mi_15 g_mi_71 g_sg_245", "withdrawn")
    with at.fault("SEED 撤離2", "SEED 撤離1", "SEED 撤離3", "10.4"):
        next_turn(at, 4)


@situation(turn=3, phase=END)
def test_a_black_unit_stays(at: People) -> None:
    third_arrivals(at)
    at.away("g_mi_15 g_pa_129 g_sg_245", "withdrawn")
    with at.fault("SEED 撤離1", "10.4"):
        next_turn(at, 4)


@situation(turn=3, phase=END)
def test_one_leaves_too_many(at: People) -> None:
    third_arrivals(at)
    at.away(BLACK, "withdrawn")
    with at.fault("SEED 撤離1", "SEED 撤離2", "SEED 撤離3", "10.4"):
        at.away("g_ir_191", "withdrawn")
    next_turn(at, 4)


def test_all_are_made_fresh_amid_impulses(at: People) -> None:
    at.move("g_ir_191", "central_ravine")
    at.move("s_tb_27", "red_october")
    with at.fault("SEED 流程2(3)"):
        at.fresh()
    at.move("g_ir_191", "airfield")
    at.pass_(S)
    at.pass_(G)


def test_a_pass_is_pressed_twice(at: People) -> None:
    at.move("g_ir_191", "central_ravine")
    at.pass_(S)
    at.pass_(S)
    at.move("g_pr_2", "orlovka")
    at.move("s_tb_27", "red_october")


@situation(german="", soviet="", phase=Phase.DRAW, rules={"St-9": "bid"})
def test_bids_with_keys(at: People) -> None:
    at.bid(G, 2)
    at.bid(S, 4)
    at.open_bids(2, 4, S)
    at.draw(G, 4)
    at.draw(S, 5)
    at.phase("Impulses")
    at.move("g_pr_2", "orlovka")


@situation(german="", soviet="", phase=Phase.DRAW, rules={"St-9": "bid"}, hedged=1)
def test_bids_are_only_said(at: People) -> None:
    at.say("<Anna> - 2")
    at.say("<Boris> - 4")
    at.target(4)
    at.draw(G, 4)
    at.draw(S, 5)
    at.phase("Impulses")
    at.move("g_pr_2", "orlovka")


@situation(german="", soviet="", phase=Phase.DRAW, rules={"St-9": "bid"})
def test_a_bid_of_nothing(at: People) -> None:
    with at.fault("SEED 註1"):
        at.bid(G, 0)
    at.bid(S, 2)
    at.open_bids(0, 2, S)
    at.draw(G, 4)
    at.draw(S, 5)
    at.phase("Impulses")
    at.move("g_pr_2", "orlovka")


@situation(german="", soviet="", phase=Phase.DRAW, rules={"St-9": "bid"})
def test_the_lower_bid_plays_the_soviets(at: People) -> None:
    at.bid(G, 4)
    at.bid(S, 2)
    with at.fault("SEED 註1"):
        at.open_bids(4, 2, S)
    at.draw(G, 4)
    at.draw(S, 5)
    at.phase("Impulses")
    at.move("g_pr_2", "orlovka")


@situation(german="", soviet="", phase=Phase.DRAW)
def test_the_tracker_stands_still(at: People) -> None:
    at.drag_off(G, 4)
    at.drag_off(S, 5)
    at.move_by_hand("g_pr_2", "orlovka")
    at.answer()
    at.move_by_hand("g_ir_191", "central_ravine")


@pytest.mark.parametrize("areas", [("central_ravine",), ("barrikady",)])
def test_a_log_begins_between_the_key_and_the_drag_of_a_move(
    st_module: Path, st_data: ModuleData, areas: Sequence[str]
) -> None:
    """The units' own words say what was begun; a wrong way may have been legal by what was before."""
    at = people(st_module, st_data, Situation())
    key = at.steps + 1
    at.move("g_ir_191 g_ir_194", *areas)
    at.move("s_tb_27", "red_october")
    report = audit_read([steps_from(at.log(), key)], st_data)
    found = [(action.action, action.outcome.value) for action in report.actions]
    assert found == [("move", "legal" if areas == ("central_ravine",) else "unprovable"), ("move", "legal")]


def test_a_log_ends_before_a_unit_is_dragged_that_comes_back(st_module: Path, st_data: ModuleData) -> None:
    lost = {"g_ir_191": ELIMINATED}
    at = people(st_module, st_data, Situation(lost, german="g_march_battalions g_smoke"))
    at.play("g_march_battalions")
    at.paper.decide("g_ir_191", "return")
    at.paper.end()
    report = audit_read([at.log()], st_data)
    assert report.shown == ()
    assert {notice.code for notice in report.notices} == {"AUD044"}


def test_a_sealed_bid_is_changed(st_module: Path, st_data: ModuleData) -> None:
    """Who may not know it hears no number; until it is sealed a bid is nobody's business."""
    said = Situation(german="", soviet="", phase=Phase.DRAW, rules={"St-9": "bid"})
    at = people(st_module, st_data, said)
    at.bid(G, 2)
    at.bid(S, 4)
    at.write("bid-german", Bid=5)
    changed = at.steps
    at.open_bids(5, 4, G)
    report = audit_read([at.log()], st_data)
    assert [(notice.step, notice.code) for notice in report.notices] == [(changed, "AUD025")]
    (notice,) = seen_by(report, "soviet").notices
    assert (notice.message, dict(notice.data)) == ("a sealed bid is changed by hand", {})


@pytest.mark.parametrize("name", ["FireTarget", "ActSide", "Passes"])
def test_what_only_keys_write_is_written_without_one(st_module: Path, st_data: ModuleData, name: str) -> None:
    """What the module only counts for people anybody may put right."""
    at = people(st_module, st_data, Situation())
    at.fire("g_ir_191 g_ir_194", "hospital")
    at.paper.set(**{name: "7"})
    at.paper.end()
    found = [notice.code for notice in audit_read([at.log()], st_data).notices if notice.step == at.steps]
    assert found == ([] if name == "Passes" else ["AUD025"])


def a_long_session(at: People) -> None:
    """Fire, an answer, a move and a card, all with drags, but for one fire with keys."""
    at.shoot("g_pg_21 g_pg_26", "army_barracks", (2, 3))
    at.turn("s_nk_271 s_gd_35")
    at.answer()
    at.fire("g_ir_191 g_ir_194", "hospital")
    at.roll(2, 3, 5)
    at.drive("s_rb_42", "station_1")
    at.drive("s_nk_272", "station_1")
    at.close()
    at.move("s_tb_99", "barrikady")
    at.drag_card("g_stukas")
    at.shoot("", "tennis_racket", (1, 1))
    at.turn("s_tb_137")
    at.drag("s_tb_137", "red_october")
    at.move_by_hand("s_mb_38", "hospital")


def cut(log: Log, place: int) -> Sequence[Log]:
    first = replace(log, name="evening.vlog", steps=log.steps[:place])
    return first, replace(steps_from(log, place), name="morning.vlog")


def test_a_game_is_saved_anywhere_and_goes_on_the_next_day(st_module: Path, st_data: ModuleData) -> None:
    """Five points of 4 + 4 + 5 against 6 + 2, of which two units that are driven take four."""
    at = people(st_module, st_data, Situation())
    a_long_session(at)
    log = at.log()
    whole = compared(audit_read([log], st_data), ())
    found = []
    for place in range(28, len(log.steps) - 1):
        both = cut(log, place)
        joined = compared(audit_read(both, st_data), ())
        alone = compared(audit_read(both[1:], st_data), ())
        found += [(place, *x) for x in ((joined.accused, "joined"), (alone.accused, "alone")) if x[0]]
    assert (whole.accused, found) == ((), [])


@pytest.mark.parametrize("script", [test_a_turn_ends_with_drags, test_a_unit_acts_that_nobody_turned_fresh])
def test_the_next_day_begins_at_the_end_of_a_turn(
    st_module: Path, st_data: ModuleData, script: Script
) -> None:
    """Units that nobody has turned are fresh there, and who has arrived may still be set down elsewhere."""
    at = people(st_module, st_data, Situation())
    script(at)
    log = at.log()
    for place in range(33, len(log.steps) - 4):
        found = compared(audit_read([cut(log, place)[1]], st_data), ())
        assert found.accused == (), place
