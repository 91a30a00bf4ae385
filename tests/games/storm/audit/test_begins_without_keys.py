"""Logs of players who only drag that begin among impulses: what was begun before them goes on."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.audit.decisions.cuts import cut
from tests.games.storm.audit.dragging import Dragger, play
from tests.games.storm.audit.people import People
from tests.games.storm.audit.situations import Situation, people, steps_from
from toolkit.audit.audit import audit_read
from toolkit.audit.module_data import ModuleData
from toolkit.games.storm.rules.position import ELIMINATED, Phase
from toolkit.rules.verdict import Outcome

Half = Callable[[People], None]


def others_have_fired(at: People) -> None:
    """The Soviets fire out of the hospital and lay no marker."""
    at.shoot("s_rb_42", "airfield", (1, 1))


def its_terrain_is_lost(at: People) -> None:
    """4 and 6 against 6: four points, and two with the terrain that a marker takes away."""
    at.shoot("g_ir_194", "hospital", (3, 3))
    at.away("s_rb_42")
    at.move_by_hand("s_nk_272", "south_ferry")
    answer(at)


def a_march_is_laid(at: People) -> None:
    at.drag_card("g_forced_march")


def an_infantry_goes_three_areas_far(at: People) -> None:
    """Movement 2 and one by the card: an area of its own, and one of the enemy."""
    at.move_by_hand("g_ir_267", "tsaritsa_woods")
    answer(at)


def reserves_are_called(at: People) -> None:
    at.drag_card("s_replacements")


def they_come_by_boat(at: People) -> None:
    at.move_by_hand("s_nb_92", "ferry_south")
    at.move_by_hand("g_ir_211", "razgulyaevka")


def officers_rally(at: People) -> None:
    at.drag_card("s_political_officers")


def who_was_rallied_acts(at: People) -> None:
    at.turn("s_tb_27", fresh=True)
    at.move_by_hand("g_ir_211", "razgulyaevka")
    at.move_by_hand("s_tb_27", "red_october")


def firers_are_turned(at: People) -> None:
    at.shoot("g_ir_516", "mamayev_kurgan", (1, 1))
    at.turn("s_rb_42")


def the_dice_are_thrown(at: People) -> None:
    """Out of the hospital at the airfield: who fired, and where a marker lies, was seen before the log."""
    at.dice(6, 6)
    at.turn("g_ir_194 g_ir_211")
    at.drag("g_ir_211", "yelshanka")
    answer(at, "g_ir_267", "sadovaya")


def another_leaves_for_a_dead_one(at: People) -> None:
    """The panzer battalion is dead, and a panzer regiment goes for it."""
    at.drag("g_ir_208 g_ir_212 g_ir_226", "gorodishche")
    at.drag("s_gr_109 s_gr_114 s_gr_118 s_rr_339 s_rr_347", "ferry_north")
    at.drag("s_gr_112", "ferry_central")
    at.away("g_pr_36", "withdrawn")


def the_others_leave(at: People) -> None:
    at.away("g_mi_15 g_mi_71 g_sg_245", "withdrawn")
    at.phase("Draw", 4)
    at.phase("Impulses", 4)
    at.move_by_hand("g_pr_2", "orlovka")


def answer(at: People, unit: str = "s_tb_27", area: str = "red_october") -> None:
    at.drag(unit, area)
    at.turn(unit)


WHOLE = (
    (others_have_fired, its_terrain_is_lost, Situation()),
    (a_march_is_laid, an_infantry_goes_three_areas_far, Situation(german="g_forced_march")),
    (
        reserves_are_called,
        they_come_by_boat,
        Situation({"s_nb_92": ELIMINATED}, spent="s_tb_99", soviet="s_replacements"),
    ),
    (
        officers_rally,
        who_was_rallied_acts,
        Situation(spent="s_tb_27", soviet="s_political_officers"),
    ),
    (firers_are_turned, the_dice_are_thrown, Situation()),
    (
        another_leaves_for_a_dead_one,
        the_others_leave,
        Situation({"g_pa_129": ELIMINATED}, turn=3, phase=Phase.ARRIVALS),
    ),
)


@pytest.mark.parametrize(("before", "within", "said"), WHOLE, ids=lambda one: getattr(one, "__name__", ""))
def test_what_was_begun_before_the_log_accuses_nobody(
    st_module: Path, st_data: ModuleData, before: Half, within: Half, said: Situation
) -> None:
    at = people(st_module, st_data, said)
    before(at)
    first = at.steps
    within(at)
    report = audit_read([steps_from(at.log(), first)], st_data)
    assert [(action.step, action.rules, action.reason) for action in report.actions if action.rules] == []
    assert any(action.outcome is Outcome.LEGAL for action in report.actions)


def test_a_log_that_begins_later_still_shows_what_no_table_allows(
    st_module: Path, st_data: ModuleData
) -> None:
    at = people(st_module, st_data, Situation())
    others_have_fired(at)
    first = at.steps
    at.move_by_hand("g_ir_211", "razgulyaevka")
    answer(at)
    with at.fault("SEED 移動3"):
        at.move_by_hand("g_ir_267", "tractor_factory")
    answer(at, "s_tb_137", "red_october")
    report = audit_read([steps_from(at.log(), first)], st_data)
    assert [action.unit for action in report.actions if action.rules] == ["g_ir_267"]


def test_stretches_of_a_game_accuse_nobody(st_module: Path, st_data: ModuleData) -> None:
    game, _ = play(st_module, Dragger, 3)
    for place in range(62, len(game.steps), 150):
        report = audit_read([cut(game, place, 25)], st_data)
        assert [(place, action.step, action.rules) for action in report.actions if action.rules] == []
