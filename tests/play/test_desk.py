"""What a table's keys write: the whole state of a piece, with the place where it lies."""

from __future__ import annotations

from pathlib import Path

from tests.rules.declared.games import compiled, defaults
from tests.violations.declared import write_module
from toolkit.play import declared
from toolkit.rules.declared import actions as a
from toolkit.vassal.commands import ChangePiece, Group, Logged
from toolkit.vassal.sequence import decode_nested
from toolkit.vassal.traits import BasicState


def test_a_key_writes_where_the_piece_lies_now(tmp_path: Path) -> None:
    """Else the piece would go back to its place in the set-up when the engine replays the log."""
    module = write_module("narrows", tmp_path)
    game = declared.begin(module, defaults("narrows"), compiled("narrows").setups[0].id)
    game.act([a.Deal("red-barrage-1"), a.Move("red-1", ("moor",)), a.End("red")])
    game.hands._decide("red-1", "flip", Face_Level=2)
    game.desk.end_step()
    step = game.desk.steps[-1]
    assert isinstance(step, Group)
    found = (one.command for one in step.commands if isinstance(one, Logged))
    (change,) = (command for command in found if isinstance(command, ChangePiece))
    spot = game.desk.table.spot(game.desk.pieces["red-1"])
    for state in (change.state, change.old or ""):
        inner = BasicState.parse(decode_nested(state, "\t")[-1])
        assert (inner.map, inner.x, inner.y) == (spot.map, spot.x, spot.y)
