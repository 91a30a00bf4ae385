"""A log that begins while the side that fired allots losses, because of a card: the module says which one."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.audit.decisions.cuts import cut
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
