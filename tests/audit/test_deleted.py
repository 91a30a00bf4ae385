"""A piece that is deleted and handled on stays in sight; one that is heard of no more is gone."""

from __future__ import annotations

import pytest

from toolkit.audit.contradictions import Contradictions
from toolkit.audit.deleted import Execution, put_back
from toolkit.vassal.codecs import Codec
from toolkit.vassal.commands import AddPiece, ChangePiece, Command, MovePiece, RemovePiece, Script, Undo
from toolkit.vassal.events import PieceAdded, PieceMoved, PieceRemoved
from toolkit.vassal.log import Log, Step
from toolkit.vassal.table import Table

_UNIT = AddPiece("7", "piece;;;unit;unit/", "Main;10;10;7;0")


def _executed(*done: tuple[Command, ...]) -> tuple[Table, list[list[type]]]:
    steps = [Step(number, commands) for number, commands in enumerate(done, 1)]
    table = Table()
    table.apply((_UNIT,))
    execution = Execution(table, steps, Contradictions())
    return table, [[type(event) for event in execution.apply(step)] for step in steps]


def _move() -> MovePiece:
    return MovePiece("7", "Main", 50, 50, None, "Main", 10, 10, None, None)


def test_what_is_handled_later_stays() -> None:
    table, events = _executed((RemovePiece("7"),), (_move(),))
    assert events == [[PieceRemoved], [PieceMoved]]
    assert "7" in table.things


def test_what_is_heard_of_no_more_is_gone() -> None:
    table, events = _executed((_move(),), (RemovePiece("7"),))
    assert events == [[PieceMoved], [PieceRemoved]]
    assert "7" not in table.things


def test_what_comes_back_elsewhere_was_gone_in_between() -> None:
    elsewhere = AddPiece("7", _UNIT.type, "Main;90;10;7;0")
    table, events = _executed((RemovePiece("7"),), (elsewhere,), (_move(),))
    assert events[0] == [PieceRemoved]
    assert len(events[1]) > 0
    assert "7" in table.things


@pytest.mark.parametrize("undo", [(), (Undo(True),)])
def test_what_is_put_back_as_it_was_was_never_gone(undo: tuple[Command, ...]) -> None:
    table, events = _executed((RemovePiece("7"),), (*undo, _UNIT), (_move(),))
    assert not {PieceRemoved, PieceAdded} & {kind for step in events for kind in step}
    assert "7" in table.things


def test_what_is_put_back_much_later_was_gone_in_between() -> None:
    _, events = _executed((RemovePiece("7"),), *(() for _ in range(12)), (_UNIT,))
    assert events[0] == [PieceRemoved]


def test_a_piece_that_comes_back_with_other_values_was_made_another() -> None:
    step = Step(1, (RemovePiece("8"), AddPiece("8", _TYPE, "b\tMain;10;10;8;0")))
    log = Log("a", None, None, Codec.PLAIN, Script(()), (_FIRST,), (step,), ())
    assert [(notice.code, notice.step) for notice in put_back(log)] == [("AUD043", 1)]


@pytest.mark.parametrize(("steps", "said"), [(3, [("AUD042", 1)]), (13, [])])
def test_a_piece_that_is_put_back_soon_is_said_to_have_been_gone(
    steps: int, said: list[tuple[str, int]]
) -> None:
    done = (Step(1, (RemovePiece("8"),)), Step(1 + steps, (AddPiece("8", _TYPE, "a\tMain;10;10;8;0"),)))
    log = Log("a", None, None, Codec.PLAIN, Script(()), (_FIRST,), done, ())
    assert [(notice.code, notice.step) for notice in put_back(log)] == said


_TYPE = "mark;CounterId\tpiece;;;unit;unit/"
_FIRST, _CLONE = (AddPiece(id_, _TYPE, f"a\tMain;10;10;{id_};0") for id_ in ("8", "9"))


@pytest.mark.parametrize("acts", [False, True])
def test_a_clone_that_is_dragged_and_deleted_was_never_there_unless_it_acts(*, acts: bool) -> None:
    drag = MovePiece("9", "Main", 50, 50, None, "Main", 10, 10, None, None)
    key = ChangePiece("9", "b\tMain;50;50;9;0", "a\tMain;50;50;9;0")
    done = [(_CLONE,), (drag,), *([(key,)] if acts else []), (RemovePiece("9"),)]
    table = Table()
    table.apply((_FIRST,))
    execution = Execution(
        table, [Step(number, commands) for number, commands in enumerate(done, 1)], Contradictions()
    )
    seen = [execution.apply(Step(number, commands)) for number, commands in enumerate(done, 1)]
    assert any(seen) is acts
    assert "8" in table.things
