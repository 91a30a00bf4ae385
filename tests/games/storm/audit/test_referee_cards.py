"""Cards as people handle them: with keys, dragged out of the hand, paid for late, laid on the wrong pile."""

from __future__ import annotations

from tests.games.storm.audit.people import G, People, S
from tests.games.storm.audit.situations import situation
from toolkit.games.storm.rules.position import Phase

PANZER = "g_pg_21 g_pg_26"
BOTH = "s_gd_35 s_nk_271"


HAND = "g_heavy_artillery g_smoke"


def bombard(at: People, card: str, area: str, dice: tuple[int, int], box: str = "played") -> None:
    at.drag_card(card, box)
    at.shoot("", area, dice)


def test_stukas_by_drags(at: People) -> None:
    """8 + 4 against 8 + 2: two points."""
    bombard(at, "g_stukas", "army_barracks", (2, 2))
    at.turn(BOTH)
    at.answer()


def test_stukas_straight_onto_the_discards(at: People) -> None:
    bombard(at, "g_stukas", "army_barracks", (2, 2), "pile")
    at.turn(BOTH)
    at.answer()


def test_stukas_with_keys(at: People) -> None:
    at.play("g_stukas")
    at.aim("army_barracks")
    at.roll(2, 2, 2)
    at.spend(BOTH)
    at.close_and_answer()


def test_stukas_are_taken_back_and_flown_again(at: People) -> None:
    """The taking is the offence: what is in the hand then may be played."""
    test_stukas_with_keys(at)
    with at.fault("SEED 流程1", "REF 3.3"):
        at.drag_card("g_stukas", "hand")
        at.desk.mask("g_stukas", G)
        at.paper.end()
    at.play("g_stukas")
    at.aim("red_october")
    at.roll(1, 1, 0)


def test_stukas_and_too_few_losses(at: People) -> None:
    bombard(at, "g_stukas", "army_barracks", (2, 2))
    at.turn("s_gd_35")
    with at.fault("SEED 損傷3", "SEED 損傷1"):
        at.answer()
        at.move_by_hand("g_pr_2", "orlovka")


@situation(german=HAND)
def test_artillery_is_paid_late(at: People) -> None:
    """11 + 2 against 8 + 2: three points."""
    at.play("g_heavy_artillery")
    at.aim("army_barracks")
    at.roll(1, 1, 3)
    at.spend("s_gd_35")
    at.lay("g_smoke", "pay")
    at.drive("s_nk_271", "station_2")
    at.close_and_answer()


@situation(german=HAND)
def test_artillery_is_paid_by_a_drag(at: People) -> None:
    bombard(at, "g_heavy_artillery", "army_barracks", (1, 1))
    at.turn("s_gd_35 s_nk_271")
    at.drag("s_nk_271", "station_2")
    at.drag_card("g_smoke", "pile")
    at.answer()


@situation(german=HAND)
def test_artillery_is_not_paid(at: People) -> None:
    with at.fault("CARD g_heavy_artillery"):
        at.play("g_heavy_artillery")
        at.aim("army_barracks")
        at.roll(1, 1, 3)
        at.spend("s_gd_35")
        at.drive("s_nk_271", "station_2")
        at.close_and_answer()
    at.move("g_pr_2", "orlovka")


@situation(german="g_bombers")
def test_bombers_over_open_ground(at: People) -> None:
    with at.fault("CARD g_bombers"):
        at.play("g_bombers")
        at.aim("central_ravine")
        at.roll(1, 1, 7)
        at.eliminate("s_gt_6", 3)
        at.close_and_answer()


def test_rubble_in_time(at: People) -> None:
    """7 + 7 against 8 + 4: two points."""
    at.fire(PANZER, "army_barracks")
    at.play("s_rubble")
    at.roll(3, 4, 2)
    at.spend(BOTH)
    at.close_and_answer()


def test_rubble_in_time_with_drags(at: People) -> None:
    at.turn(PANZER)
    at.paper.put(["attack"], "army_barracks")
    at.paper.decide("attack", "declare")
    at.paper.end()
    at.drag_card("s_rubble")
    at.dice(3, 4)
    at.turn(BOTH)
    at.answer()


def test_rubble_after_the_roll(at: People) -> None:
    """7 + 5 against 8 + 2: two points; the card would make it none."""
    at.fire(PANZER, "army_barracks")
    at.roll(2, 3, 2)
    with at.fault("REF 3.3"):
        at.play("s_rubble")
    at.spend(BOTH)
    at.close_and_answer()


def test_a_group_goes_back_before_mines(at: People) -> None:
    at.move_by_hand("g_ir_191 g_ir_194", "central_ravine")
    at.drag_card("s_minefield")
    at.drag("g_ir_191 g_ir_194", "airfield")
    at.answer()


def test_a_group_goes_back_before_mines_with_keys(at: People) -> None:
    at.move("g_ir_191 g_ir_194", "central_ravine")
    at.play("s_minefield")
    at.sit(G)
    for unit in ("g_ir_191", "g_ir_194"):
        at.paper.decide(unit, "back")
    at.paper.end()
    at.one_by_one("g_ir_191 g_ir_194", "airfield")
    at.move("s_tb_27", "red_october")


@situation(german="g_overrun")
def test_an_overrun_by_drags(at: People) -> None:
    """9 + 3 against 8: four points, of which the only unit takes three."""
    at.drag_card("g_overrun")
    at.drag("g_pr_24 g_pg_21", "tsaritsa_woods")
    at.shoot("g_pr_24 g_pg_21", "tsaritsa_woods", (1, 2))
    at.away("s_rd_244")
    at.answer()


@situation(german="g_overrun")
def test_an_overrun_by_infantry(at: People) -> None:
    with at.fault("CARD g_overrun"):
        at.play("g_overrun")
        at.move("g_ir_267", "tsaritsa_woods")
        at.fire("g_ir_267", "tsaritsa_woods")
        at.roll(1, 1, 0)
        at.close_and_answer()


@situation({"s_m_red": "tennis_racket"}, spent="s_tb_137 s_m_red", soviet="s_political_officers")
def test_officers_rally_three(at: People) -> None:
    at.move_by_hand("g_pr_2", "orlovka")
    at.drag_card("s_political_officers")
    at.turn("s_tb_137 s_m_red", fresh=True)
    at.move_by_hand("g_ir_191", "central_ravine")


@situation(
    dict.fromkeys(["s_m_red", "s_m_barr", "s_tb_99"], "tennis_racket"),
    spent="s_tb_137 s_m_red s_m_barr s_tb_99",
    soviet="s_political_officers",
)
def test_officers_rally_four(at: People) -> None:
    at.move_by_hand("g_pr_2", "orlovka")
    with at.fault("CARD s_political_officers", "SEED 註4"):
        at.drag_card("s_political_officers")
        at.turn("s_tb_137 s_m_red s_m_barr s_tb_99", fresh=True)
    at.move_by_hand("g_ir_191", "central_ravine")


@situation(spent="s_rb_42 s_nk_272", soviet="s_political_officers")
def test_officers_away_from_the_river(at: People) -> None:
    at.move_by_hand("g_pr_2", "orlovka")
    with at.fault("CARD s_political_officers", "SEED 註4"):
        at.drag_card("s_political_officers")
        at.turn("s_rb_42 s_nk_272", fresh=True)
    at.move_by_hand("g_ir_191", "central_ravine")


@situation(german="g_airlift g_smoke")
def test_an_airlift(at: People) -> None:
    at.drag_card("g_airlift")
    at.drag_off(G, 2)
    at.answer()


@situation(german="g_airlift g_smoke")
def test_an_airlift_of_three(at: People) -> None:
    with at.fault("CARD g_airlift", "SEED 流程1"):
        at.drag_card("g_airlift")
        at.drag_off(G, 3)
    at.answer()


@situation(german="", soviet="", phase=Phase.DRAW)
def test_cards_are_drawn_one_by_one(at: People) -> None:
    at.drag_off(G, 2)
    at.drag_off(S, 3)
    at.drag_off(G, 2)
    at.drag_off(S, 2)
    at.phase("Impulses")
    at.move_by_hand("g_pr_2", "orlovka")
    at.answer()


@situation(german="", soviet="", phase=Phase.DRAW)
def test_cards_are_drawn_with_the_key(at: People) -> None:
    at.draw(G, 4)
    at.draw(S, 5)
    at.phase("Impulses")
    at.move("g_pr_2", "orlovka")


@situation(german="", soviet="", phase=Phase.DRAW)
def test_five_cards_for_the_german(at: People) -> None:
    with at.fault("SEED 流程1", "SEED 註2"):
        at.drag_off(G, 5)
    at.drag_off(S, 4)
    at.phase("Impulses")
    at.move_by_hand("g_pr_2", "orlovka")


@situation(
    {"g_ir_516": "mamayev_kurgan", "s_nk_269": "red_october", "s_rd_112": "red_october"},
    german="",
    soviet="",
    phase=Phase.DRAW,
)
def test_five_cards_without_the_hill(at: People) -> None:
    at.drag_off(G, 4)
    with at.fault("SEED 流程1", "SEED 註2"):
        at.drag_off(S, 5)
    at.phase("Impulses")
    at.move_by_hand("g_pr_2", "orlovka")


def test_a_card_is_drawn_between_impulses(at: People) -> None:
    at.move_by_hand("g_pr_2", "orlovka")
    with at.fault("SEED 流程1", "REF 3.3", "SEED 流程2"):
        at.drag_off(S, 1)
    at.answer()


@situation(phase=Phase.HANDS)
def test_a_hand_is_filled_too_high(at: People) -> None:
    """Five are the German's limit in turn 1."""
    at.lay("g_smoke")
    with at.fault("SEED 流程3(1)"):
        at.drag_off(G, 4)
    at.fresh()
    at.phase("Arrivals")


@situation(phase=Phase.HANDS)
def test_a_hand_is_filled(at: People) -> None:
    at.drag_card("g_smoke", "pile")
    at.drag_off(G, 3)
    at.drag_card("s_rubble s_snipers", "pile")
    at.drag_off(S, 5)
    at.fresh()
    at.phase("Arrivals")


@situation(phase=Phase.HANDS)
def test_discards_come_late(at: People) -> None:
    """The units are made fresh while the other still thinks about his hand."""
    at.fresh()
    at.lay("s_rubble")
    at.draw(S, 4, "fill")
    at.phase("Arrivals")


def test_a_card_of_the_deck_is_played(at: People) -> None:
    """He drags a card from the deck onto the table as if it had been in his hand."""
    at.move_by_hand("g_pr_2", "orlovka")
    at.answer()
    with at.fault("REF 3.3", "SEED 流程2(2)", "SEED 流程1"):
        at.drag_card("g_bombers")
        at.shoot("", "hospital", (1, 1))
    at.turn("s_rb_42 s_nk_272")
    at.move_by_hand("s_tb_99", "barrikady")


@situation(german="g_assault_guns")
def test_guns_spend_their_unit(at: People) -> None:
    """3 + 4 + 5 against 5, no terrain in the park: seven points, of which the only unit takes three."""
    at.play("g_assault_guns")
    at.turn("g_sg_244")
    at.fire("g_ir_545", "october_park")
    at.roll(2, 3, 7)
    at.eliminate("s_tb_27", 3)
    at.close()
    at.move("s_tb_99", "barrikady")


@situation(dict.fromkeys(["g_ir_191", "g_ir_194", "g_ir_211"], "hospital"))
def test_snipers_by_drags(at: People) -> None:
    """Three points on the Germans in the hospital, allotted by their owner."""
    at.move_by_hand("g_pr_2", "orlovka")
    at.drag_card("s_snipers")
    at.paper.put(["attack"], "hospital")
    at.paper.decide("attack", "declare")
    at.paper.end()
    at.turn("g_ir_191 g_ir_194 g_ir_211")
    at.move_by_hand("g_pg_64", "tractor_settlement")


def test_a_card_for_the_wrong_time(at: People) -> None:
    """Rubble, with nobody firing."""
    at.move("g_pr_2", "orlovka")
    with at.fault("CARD s_rubble", "REF 3.3"):
        at.play("s_rubble")
    at.move("s_tb_27", "red_october")
