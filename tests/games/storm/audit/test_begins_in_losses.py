"""Logs that begin in losses: the module says who allots them, and which units are still to be dragged."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.audit.decisions.cuts import cut
from tests.games.storm.audit.people import People
from tests.games.storm.audit.situations import Situation, people, steps_from
from tests.violations.planting import log_of
from toolkit.audit.audit import audit_read
from toolkit.audit.module_data import ModuleData
from toolkit.games.storm.play.recording import begin, house_rules
from toolkit.games.storm.rules.player import play_on
from toolkit.games.storm.rules.sides import Side

_MOST = 400
_AFTER = 12


@pytest.mark.parametrize("seed", [2, 5])
def test_losses_that_the_attacker_allots_go_on_where_a_log_begins(
    st_module: Path, st_data: ModuleData, seed: int
) -> None:
    game = begin(st_module, house_rules(st_data))
    position, begins = game.position, None
    for _, action in zip(range(_MOST), play_on(position, seed), strict=False):
        toll = position.toll
        if (
            begins is None
            and toll is not None
            and toll.allotter is Side.GERMAN
            and toll.victim is Side.SOVIET
        ):
            begins = len(game.desk.steps)
        game.perform(action)
        if begins is not None and len(game.desk.steps) > begins + _AFTER:
            break
    assert begins is not None, "no German player allots losses in this game"
    report = audit_read([cut(log_of(game), begins, _AFTER)], game.data)
    assert report.shown == ()
    assert report.counts["legal"] > 4


def _driven_back(at: People) -> int:
    """Two points: one unit is driven back; return the steps up to its key."""
    at.fire("g_pg_21 g_pg_26", "army_barracks")
    at.roll(2, 3, 2)
    key = at.steps + 1
    at.drive("s_gd_35", "tsaritsa_woods")
    return key


def _turned_and_sent_back(at: People) -> int:
    """One of the two points turns a unit over, the other one is still to send it back."""
    at.fire("g_pg_21 g_pg_26", "army_barracks")
    at.roll(2, 3, 2)
    at.spend("s_gd_35")
    key = at.steps + 1
    at.retreat("s_gd_35", "tsaritsa_woods")
    return key


@pytest.mark.parametrize("losses", [_driven_back, _turned_and_sent_back])
def test_a_log_begins_between_the_key_of_a_retreat_and_its_drag(
    st_module: Path, st_data: ModuleData, losses: Callable[[People], int]
) -> None:
    at = people(st_module, st_data, Situation())
    key = losses(at)
    at.close()
    at.move("s_tb_27", "red_october")
    report = audit_read([steps_from(at.log(), key)], st_data)
    assert report.shown == report.notices == ()
    assert report.actions[0].action in ("drive", "retreat")
