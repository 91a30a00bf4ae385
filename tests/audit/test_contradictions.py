"""What a step starts from: places and values that were so, and such as never were."""

from __future__ import annotations

import pytest

from toolkit.audit.contradictions import Contradictions
from toolkit.vassal.commands import AddPiece, ChangePiece, ChangeProperty, Command, MovePiece
from toolkit.vassal.table import Table
from toolkit.vassal.traits import BasicPiece, BasicState, Layer, Part, Piece

HERE, FAR = "Main (10, 10)", "Main (90, 10)"
_STEP = Layer(name="Step", images=("full.png", "half.png"))


def _unit(level: int, layer: Layer = _STEP) -> Piece:
    return Piece(
        (Part(layer, str(level)), Part(BasicPiece(name="unit"), BasicState("Main", 10, 10, "7").encode()))
    )


def _said(*done: Command, layer: Layer = _STEP) -> list[str]:
    """Return the notices of steps, a command each, on a table with one unit that lies at 10, 10."""
    unit, doubts, table = _unit(1, layer), Contradictions(), Table()
    table.apply((AddPiece("7", unit.type, unit.state), ChangeProperty("Turn", "", "1", "Module")))
    for number, command in enumerate(done, 1):
        doubts.command(table, command, number)
        table.apply((command,), number)
    return [f"{one.step}: {one.message}" for one in doubts.notices()]


def _move(start: int, end: int) -> MovePiece:
    return MovePiece("7", "Main", end, 10, None, "Main", start, 10, None, None)


def _turn(before: int, after: int, layer: Layer = _STEP) -> ChangePiece:
    return ChangePiece("7", _unit(after, layer).state, _unit(before, layer).state)


@pytest.mark.parametrize(
    ("done", "said"),
    [
        ([_move(10, 90), _move(90, 200)], []),
        # An engine snaps what is dropped; what was so before may be said again after an undo.
        ([_move(10, 90), _move(98, 200), _move(10, 300)], []),
        ([_move(90, 200)], [f"1: unit: the step starts from {FAR}, where it never was; it lies at {HERE}"]),
        ([_turn(1, 2), _turn(2, 1), _turn(2, 1)], []),
        ([_turn(2, 1)], ["1: unit: the step starts from Step_Level = 2"]),
        ([ChangeProperty("Turn", "1", "2", "Module"), ChangeProperty("Turn", "1", "3", "Module")], []),
        ([ChangeProperty("Turn", "2", "3", "Module")], ["1: Turn: the step starts from Turn = 2"]),
        ([MovePiece("8", "Main", 1, 1, None, "Main", 2, 2, None, None), ChangePiece("8", "a", "b")],
         ["2: a piece is changed that was never on the table"]),
    ],
)  # fmt: skip
def test_what_never_was_so_is_said(done: list[Command], said: list[str]) -> None:
    found = _said(*done)
    assert len(found) == len(said)
    assert all(one.startswith(words) for one, words in zip(found, said, strict=True))


def test_a_layer_that_follows_a_property_changes_by_itself() -> None:
    badge = Layer(name="Step", images=("a.png", "b.png"), follow_property=True, property_name="Active")
    assert _said(_turn(2, 1, badge), layer=badge) == []
