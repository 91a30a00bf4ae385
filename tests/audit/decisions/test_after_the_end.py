"""What players do with their counters when a game is over is held against nobody."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from tests.conftest import BuiltModule
from toolkit.audit.audit import audit_read
from toolkit.audit.facts import constants
from toolkit.audit.module_data import read_module
from toolkit.games.rattenkrieg.play import recording as rattenkrieg
from toolkit.games.storm.play import recording as storm
from toolkit.rules.verdict import Outcome
from toolkit.vassal.commands import MovePiece
from toolkit.vassal.log import Log, Step, read_log
from toolkit.vassal.privacy import people_of
from toolkit.vassal.table import Table

pytestmark = pytest.mark.whole


def _swapped(log: Log, window: str) -> Log:
    """Return a log that goes on: some units go to where others are."""
    commands = [*log.begin, *(command for step in log.steps for command in step.commands)]
    table = Table(people_of(commands), undoable=False)
    table.apply(commands)
    spots = {
        thing.id: table.spot(thing.id) for thing in table.counters() if constants(thing).get("Kind") == "unit"
    }
    lying = sorted((spot.y, id_) for id_, spot in spots.items() if spot.map == window)
    steps = list(log.steps)
    for (_, one), (_, other) in zip(lying[:4], lying[len(lying) // 2 :], strict=False):
        at, goal = spots[one], spots[other]
        moved = MovePiece(one, window, goal.x, goal.y, None, window, at.x, at.y, None)
        steps.append(Step(steps[-1].number + 1, (moved,)))
    return replace(log, steps=tuple(steps))


@pytest.mark.parametrize(("game", "record"), [("storm", storm.record), ("rattenkrieg", rattenkrieg.record)])
def test_after_the_end(
    undrawn_module: BuiltModule, tmp_path: Path, game: str, record: Callable[[Path, Path, int], object]
) -> None:
    module, path = undrawn_module(game), tmp_path / "game.vlog"
    record(module, path, 3)
    log, data = read_log(path), read_module(module)
    played = len(audit_read([log], data).actions)
    later = audit_read([_swapped(log, data.map_name)], data).actions
    assert all(action.outcome is Outcome.LEGAL for action in later[:played])
    assert len(later) > played
    assert {action.outcome for action in later[played:]} == {Outcome.UNPROVABLE}
