"""Turns that begin and end: who has won is nowhere written, so nobody is accused of it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from toolkit.compile.compiled import CompiledGame
from toolkit.games.gj47.audit.bench import Bench
from toolkit.games.gj47.audit.narrator import Narrator
from toolkit.games.gj47.audit.records import Moment, TurnRecord
from toolkit.games.gj47.audit.table_state import Marker, TableState
from toolkit.games.gj47.audit.turns import judge_turn_end, take
from toolkit.games.gj47.rules.course import Box
from toolkit.games.gj47.rules.position import Position
from toolkit.games.gj47.rules.start import start
from toolkit.games.gj47.rules.units import Owner
from toolkit.rules.verdict import Outcome

LAST = 9
SUPPLY = "chit-supply"


@pytest.fixture(scope="module")
def begun(gj47: CompiledGame) -> Position:
    return start(gj47, "june-28-1942")


def ended(
    begun: Position, number: int, holder: Owner | None, *, final: bool = False
) -> list[tuple[str, ...]]:
    """Return what is said of the end of a turn; `holder` has all towns, and nobody disputes them."""
    position = begun.copy()
    if holder is not None:
        for held in position.control:
            held.update(dict.fromkeys(held, holder))
        for unit in position.on_map(holder.enemy):
            position.send(unit, Box.POOL)
    both = frozenset(Owner)
    position.turn = replace(
        position.turn, number=number, ready=both, drawn=(SUPPLY,), chosen=frozenset({SUPPLY})
    )
    bench = Bench(position)
    judge_turn_end(bench, TurnRecord(Moment(0, 5), number=number + 1, final=final))
    return [(str(x.outcome), *x.rules) for x in bench.judged if x.outcome is not Outcome.LEGAL]


@pytest.mark.parametrize("holder", [None, *Owner])
def test_the_last_turn_ends_whoever_has_won(begun: Position, holder: Owner | None) -> None:
    assert ended(begun, LAST, holder) == []


def test_going_on_although_the_axis_has_won(begun: Position) -> None:
    assert ended(begun, 4, Owner.AXIS) == [("illegal", "15.0(3)")]
    assert ended(begun, 4, Owner.SOVIET) == []


def test_a_log_that_ends_with_a_victory_does_not_go_on(begun: Position) -> None:
    assert ended(begun, 4, Owner.AXIS, final=True) == []


@pytest.mark.parametrize(("tracker", "marker", "turn"), [(1, 4, 4), (4, 1, 4), (0, 3, 3), (2, 2, 2)])
def test_the_turn_is_what_was_moved_on(gj47: CompiledGame, tracker: int, marker: int, turn: int) -> None:
    """Players move the marker or the tracker; a log of theirs may begin in any turn."""
    box = next(box.id for box in gj47.boxes if box.kind == "turn" and box.index == marker)
    state = TableState({}, markers={"1": Marker("marker-turn", "turn", -1, box)}, turn=tracker)
    position = start(gj47, "empty")
    take(position, gj47, state)
    assert position.turn.number == turn
    narrator = Narrator(gj47, position.data)
    narrator.begin(state, 0)
    assert narrator.turn == turn
