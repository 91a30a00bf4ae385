"""What two tables differ in, without an engine."""

from __future__ import annotations

from dataclasses import replace

from toolkit.engine.replay import differences
from toolkit.engine.table import EnginePiece, EngineTable
from toolkit.vassal.commands import AddPiece
from toolkit.vassal.table import Table
from toolkit.vassal.traits import BasicPiece, BasicState, Label, Part, Piece, SendTo


def _tables(sent_from: str) -> tuple[EngineTable, Table]:
    """Return a piece on the engine's table, where it was sent from and back, and on ours."""
    inner = Part(BasicPiece(image="red.png", name="Red"), BasicState("Map", 10, 20, "1").encode())
    parts = (Part(Label(), "word"), Part(SendTo(), SendTo.INITIAL_STATE), inner)
    ours = Table()
    ours.apply([command := Piece(parts).add_command("1")])
    assert isinstance(command, AddPiece)
    state = command.state.replace(SendTo.INITIAL_STATE, sent_from, 1)
    piece = EnginePiece("1", "Red", "Map", 10, 20, None, None, state, None, (), {})
    return EngineTable({"1": piece}, {}, {}, ()), ours


def test_where_a_piece_was_sent_from_the_engine_keeps_when_that_is_undone() -> None:
    """The engine reads an empty state as "as it was"."""
    assert differences(*_tables("Map;70;420")) == []


def test_any_other_state_counts() -> None:
    engine, ours = _tables(SendTo.INITIAL_STATE)
    changed = replace(engine.pieces["1"], state=engine.pieces["1"].state.replace("word", "other"))
    found = differences(replace(engine, pieces={"1": changed}), ours)
    assert [(each.kind, each.ours) for each in found] == [("state", "differs in traits [0]")]
