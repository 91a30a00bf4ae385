"""Players who only drag, turn units over and roll: what the table does not show is held against nobody.

Points and terrain are counted by hand here, as in `test_referee_fire`.
"""

from __future__ import annotations

from tests.games.storm.audit.people import G, People, S
from tests.games.storm.audit.situations import situation
from toolkit.audit.audit import audit_read
from toolkit.audit.module_data import ModuleData

PANZER = "g_pg_21 g_pg_26"
"""Together 7 of attack; the barracks defend with 8 + 2."""
SPENT = "s_nk_271 s_gd_35"


HOUSE = {"g_ir_211": "hospital"}


def test_a_firer_is_looked_under(at: People) -> None:
    """It is back before it is turned over: it has not moved, and fires."""
    at.drag("g_pg_21", "sadovaya", "yelshanka")
    at.shoot(PANZER, "army_barracks", (2, 3))
    at.turn(SPENT)
    at.answer()


@situation(german="g_sustained_fire")
def test_a_unit_that_stayed_fresh_fires_again(at: People) -> None:
    """The card lets it, and the Soviet says that he passes: first nothing, then two points."""
    at.shoot("g_ir_194", "hospital", (2, 2))
    at.drag_card("g_sustained_fire")
    at.turn("g_ir_194", fresh=True)
    at.shoot("g_ir_194", "hospital", (3, 3), aimed=False)
    at.turn("s_rb_42 s_nk_272")
    at.answer()


@situation(spent="g_ir_516", german="g_sustained_fire")
def test_the_wrong_unit_is_made_fresh_and_turned_back(at: People) -> None:
    """The 516th did not fire: it is turned back, and that is no fire."""
    at.shoot("g_ir_517 g_ir_518", "mamayev_kurgan", (1, 1))
    at.drag_card("g_sustained_fire")
    at.turn("g_ir_517 g_ir_516", fresh=True)
    at.turn("g_ir_516")
    at.turn("g_ir_518", fresh=True)
    at.answer()


@situation(german="g_sustained_fire", hedged=2)
def test_too_many_stay_fresh(at: People) -> None:
    """Three units where the card is for two: that hangs on no guess."""
    at.shoot("g_ir_516 g_ir_517 g_ir_518", "mamayev_kurgan", (1, 1), aimed=False)
    at.turn("s_nk_269")
    with at.fault("CARD unspent", "CARD g_sustained_fire"):
        at.drag_card("g_sustained_fire")
        at.turn("g_ir_516 g_ir_517 g_ir_518", fresh=True)
    at.answer()


@situation(german="g_assault_guns")
def test_a_price_is_never_paid(at: People) -> None:
    """The assault guns cost a fresh unit of theirs; whatever was fired on, nobody turns one over."""
    at.turn(PANZER)
    with at.fault("CARD cost", "CARD g_assault_guns"):
        at.drag_card("g_assault_guns")
        at.dice(1, 2)
    at.turn("s_nk_271")
    at.answer()


@situation(spent="s_nk_271")
def test_a_retreat_is_put_back_and_done_again(at: People) -> None:
    at.shoot(PANZER, "army_barracks", (2, 2))
    at.drag("s_nk_271", "station_2", "army_barracks", "grain_silo")
    at.answer()


def test_a_loss_is_looked_under(at: People) -> None:
    """Turned over for one point, dragged away and back: it takes no second one."""
    at.shoot(PANZER, "army_barracks", (2, 2))
    at.turn("s_gd_35")
    at.drag("s_gd_35", "station_2", "army_barracks")
    at.answer()


@situation(spent="s_nk_271")
def test_who_retreated_is_fired_on_again(at: People) -> None:
    """Two fires, two retreats of the same unit: the second is not the first put right."""
    at.shoot(PANZER, "army_barracks", (2, 2))
    at.drag("s_nk_271", "station_2")
    at.shoot("g_mi_15 g_pa_129", "station_2", (2, 3), aimed=False)
    at.drag("s_nk_271", "grain_silo")
    at.answer()


def fired_into_the_house_or_out_of_it(at: People) -> None:
    """Germans stand in the hospital and beside it, and nobody says on whom the Soviets fire to no effect."""
    at.turn("s_rb_42")
    at.dice(1, 1)


@situation(HOUSE, hedged=4)
def test_the_terrain_is_counted(at: People) -> None:
    """4 and 6 against 6 and 2 of terrain: two points, if they fired into their own house."""
    fired_into_the_house_or_out_of_it(at)
    at.shoot("g_ir_194", "hospital", (3, 3))
    at.drag("s_rb_42", "south_ferry")
    at.turn("s_nk_272")
    at.answer()


@situation(HOUSE, hedged=4)
def test_the_terrain_is_lost(at: People) -> None:
    """Four points, if they fired out of it: then a marker should lie there, and these players lay none."""
    fired_into_the_house_or_out_of_it(at)
    at.shoot("g_ir_194", "hospital", (3, 3))
    at.away("s_rb_42")
    at.move_by_hand("s_nk_272", "south_ferry")
    at.answer()


@situation(HOUSE, hedged=4)
def test_a_retreat_among_the_enemy_is_none_whatever_the_points(at: People) -> None:
    """How many points there are is not shown; that no retreat ends among the enemy is."""
    fired_into_the_house_or_out_of_it(at)
    at.shoot("g_ir_194", "hospital", (3, 3))
    with at.fault("SEED 撤退1", "SEED 撤退1(1)", "SEED 撤退1(2)"):
        at.drag("s_rb_42", "airfield")
    at.turn("s_nk_272")
    at.answer()


def test_turned_over_and_then_dragged(at: People) -> None:
    at.turn(PANZER)
    at.drag(PANZER, "tsaritsa_woods")
    at.turn("s_m_south")
    at.drag("s_m_south", "hospital")
    at.turn("g_ir_211")
    at.drag("g_ir_211", "razgulyaevka")


def test_spent_turned_again_and_dragged(at: People) -> None:
    """Turned over first, it moves; it does not move twice."""
    test_turned_over_and_then_dragged(at)
    at.answer()
    with at.fault("SEED 註4", "SEED 移動5"):
        at.drag("g_ir_211", "airfield")
    at.turn("s_tb_137")
    at.drag("s_tb_137", "red_october")


def test_firers_are_turned_over_after_the_dice(at: People) -> None:
    """Both fires have no effect; the second one's units belong to another division."""
    for units, area in (("g_pg_21", "army_barracks"), ("g_ir_194", "hospital")):
        at.shoot("", area, (1, 1))
        at.turn(units)
    at.answer()


@situation(spent="s_nk_271")
def test_a_card_is_laid_between_the_firers_and_the_dice(at: People) -> None:
    """The Soviets passed without a word, and suffer next: the card is for this fire, not for the last."""
    at.shoot(PANZER, "army_barracks", (2, 2), aimed=False)
    at.drag("s_nk_271", "station_2")
    at.turn("g_ir_194")
    at.drag_card("g_massed_fire")
    at.dice(2, 2)
    at.turn("s_rb_42 s_nk_272")
    at.answer()


@situation({"g_pg_21": "kuporosnoye"}, german="g_flak_direct")
def test_a_card_tells_which_area_was_fired_on(at: People) -> None:
    """Nobody suffers; flak fires at the station, as it may not fire at the barracks with terrain 2."""
    at.turn("g_pg_21")
    at.drag_card("g_flak_direct")
    at.dice(1, 2)
    at.answer()


@situation(
    {"g_ir_517": "gorodishche", "g_pi_336": "gorodishche"},
    spent="g_ir_517 g_pi_336",
    german="g_march_battalions",
)
def test_a_card_brings_back_who_was_just_lost(at: People) -> None:
    """One dies, one retreats; then a card brings the dead one back, which puts nothing right."""
    at.shoot("s_nk_269", "gorodishche", (5, 5), aimed=False)
    at.away("g_ir_517")
    at.drag("g_pi_336", "razgulyaevka")
    at.drag_card("g_march_battalions")
    at.drag("g_ir_517", "gorodishche")
    at.turn("g_ir_517")
    at.answer()


@situation(
    {"g_ir_211": "airfield", "g_ir_276": "airfield"}, german="g_corps_move", soviet="s_ambush s_minefield"
)
def test_two_divisions_are_turned_over_and_then_dragged_at_once(at: People) -> None:
    at.drag_card("g_corps_move")
    at.turn("g_ir_211")
    at.turn("g_ir_276")
    at.drag("g_ir_211 g_ir_276", "central_ravine")
    at.drag_card("s_ambush")
    at.drag_card("s_minefield", "pile")
    at.drag("g_ir_211 g_ir_276", "airfield", by=S)
    at.drag("g_ir_211", "razgulyaevka")
    at.drag("g_ir_276", "razgulyaevka")
    at.answer()


def test_aircraft_bomb_an_area_that_is_only_said(at: People) -> None:
    """8 of the aircraft and 4 against 8 + 2 in the barracks, where the units are turned over."""
    at.drag_card("g_stukas")
    at.dice(2, 2)
    at.turn("s_gd_35 s_nk_271")
    at.answer()
    at.move_by_hand("g_pr_2", "orlovka")


@situation(HOUSE)
def test_snipers_hit_an_area_that_is_only_said(at: People) -> None:
    at.move_by_hand("g_pr_2", "orlovka")
    at.drag_card("s_snipers")
    at.away("g_ir_211")
    at.move_by_hand("g_ir_194", "central_ravine")
    at.answer()


def test_nobody_suffers_from_aircraft(at: People) -> None:
    """Nothing shows which of the areas they bombed in vain."""
    at.drag_card("g_stukas")
    at.dice(1, 1)
    at.answer()
    at.move_by_hand("g_pr_2", "orlovka")


def test_the_dice_name_their_player(at: People) -> None:
    """Both turn their firers over after their dice: those of the Soviets do nothing."""
    at.move_by_hand("g_pr_2", "orlovka")
    at.dice(1, 1, by=S)
    at.turn("s_rb_42")
    at.dice(2, 3, by=G)
    at.turn(PANZER)
    at.turn("s_gd_35 s_nk_271")
    at.answer()


def test_a_reinforcement_comes_among_impulses(at: People) -> None:
    at.move_by_hand("g_pr_2", "orlovka")
    at.move_by_hand("s_tb_99", "barrikady")
    with at.fault("SEED 流程3(4)", "SEED 增援1"):
        at.drag("g_jr_54", "airfield")
    at.shoot(PANZER, "army_barracks", (2, 3))
    at.turn("s_gd_35 s_nk_271")
    at.answer()


def test_a_card_of_the_enemy_is_dragged_into_play(at: People) -> None:
    at.move_by_hand("g_pr_2", "orlovka")
    with at.fault("REF 3.3"):
        at.sit(S)
        at.paper.send("g_stukas", at.box("g_stukas", "played"), dragged=True)
        at.paper.end()
    at.dice(1, 1)
    at.move_by_hand("g_ir_194", "central_ravine")


def test_dice_thrown_twice_by_one_hand_are_a_notice(at: People, st_data: ModuleData) -> None:
    at.dice(1, 1)
    at.dice(6, 6)
    assert "AUD021" in {notice.code for notice in audit_read([at.log()], st_data).notices}
