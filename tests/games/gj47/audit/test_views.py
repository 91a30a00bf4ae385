"""What each player may know: chits that he never saw can be exchanged, and his report stays the same."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.games.gj47.audit.dragging import play
from tests.games.gj47.audit.views import Reports, exchanged, hidden_well
from toolkit.audit.view import seen_by
from toolkit.games.gj47.play.performer import Performer
from toolkit.games.gj47.rules import actions as a
from toolkit.games.gj47.rules.position import Position
from toolkit.games.gj47.rules.units import Owner
from toolkit.vassal.log import Log, read_log

pytestmark = pytest.mark.whole

SIDES = {"axis": "Axis", "soviet": "Soviet"}


@pytest.fixture
def reports(tmp_path: Path, bare_module: Path) -> Reports:
    return Reports(tmp_path, bare_module)


def begun(reports: Reports, *, commands: bool, chits: int, extra: bool = False) -> Log:
    """The log of a first turn before so many chits were drawn; the Soviet player may choose too many."""
    drawn = 0

    def change(hands: Performer, position: Position, action: a.Action) -> bool:
        nonlocal drawn
        drawn += isinstance(action, a.Draw | a.FreeChit)
        if extra and isinstance(action, a.Choose) and action.owner is Owner.SOVIET:
            known = position.data.chits
            left = (chit for chit in known if known[chit].group == "su_com" and chit not in action.chits)
            hands.perform(replace(action, chits=(next(left),)))
        return drawn == chits

    path = reports.folder / "begun.vlog"
    return read_log(play(reports.module, path, 5, commands=commands, turns=1, change=change))


def test_chits_that_a_player_never_saw_change_nothing_for_him(reports: Reports) -> None:
    hidden_well(reports, [begun(reports, commands=False, chits=3)], SIDES, 5)


def test_a_wrong_choice_is_no_finding_for_who_does_not_see_it(reports: Reports) -> None:
    """Four fronts where three may be chosen: the chits of all are void, and only their owner knows (6.2)."""
    log = begun(reports, commands=True, chits=5, extra=True)
    report = reports.audit([exchanged(log, {})])
    wrong = [(action.action, action.rules) for action in report.shown]
    assert wrong[0] == ("choose", ("6.2(1)",))
    assert ("activate", ("6.2",)) in wrong
    assert seen_by(report, "soviet").shown == report.shown
    assert seen_by(report, "axis").shown == ()
    hidden_well(reports, [log], SIDES, 5)
