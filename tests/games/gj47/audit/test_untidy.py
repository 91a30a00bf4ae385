"""Undos of every kind, and logs made untidy: the same game is seen in them."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.games.gj47.audit.dragging import play
from tests.games.gj47.audit.untidy import Untidy, said
from toolkit.audit.audit import audit_read
from toolkit.audit.module_data import read_module
from toolkit.audit.undo import taken_back
from toolkit.vassal import events as e
from toolkit.vassal.log import read_log

HERE, THERE, BEYOND = e.Spot("M", 1, 1), e.Spot("M", 2, 1), e.Spot("M", 3, 1)


def moved(piece: str, start: e.Spot, end: e.Spot) -> e.PieceMoved:
    return e.PieceMoved(id=piece, pieces=(piece,), start=start, end=end)


def written(piece: str, name: str, old: str, new: str) -> e.PieceChanged:
    return e.PieceChanged(id=piece, changes=(e.TraitChange("DynamicProperty", 0, name, old, new),))


def pairs(*steps: tuple[e.Event, ...]) -> list[tuple[int, int]]:
    return [(back.step, back.undo) for back in taken_back(list(enumerate(steps, 1)))]


UNDO, DONE = e.UndoBegin(), e.UndoEnd()


def test_putting_back_by_hand_is_an_undo() -> None:
    assert pairs((moved("a", HERE, THERE),), (moved("a", THERE, HERE),)) == [(1, 2)]


def test_putting_back_by_hand_may_be_undone_itself() -> None:
    earlier = (moved("a", BEYOND, HERE),)
    there, back = (moved("a", HERE, THERE),), (moved("a", THERE, HERE),)
    assert pairs(earlier, there, back, (UNDO, *there, DONE)) == [(3, 4)]


def test_an_undo_belongs_to_the_step_that_it_reverses() -> None:
    first, second = (moved("a", HERE, THERE),), (moved("a", THERE, BEYOND), moved("b", HERE, BEYOND))
    back = (UNDO, moved("a", THERE, HERE), DONE)
    assert pairs(first, second, (moved("a", BEYOND, THERE),), back) == [(1, 4)]


def test_a_die_that_is_wiped_off_again_was_taken_back() -> None:
    assert pairs((written("m", "Roll", "0", "4"),), (written("m", "Roll", "4", "0"),)) == [(1, 2)]


def test_a_second_throw_takes_nothing_back() -> None:
    threes = (written("m", "Roll", "3", "4"),), (written("m", "Roll", "4", "3"),)
    assert pairs(*threes) == []


def test_values_go_to_and_fro_in_play() -> None:
    assert pairs((written("u", "Active", "0", "1"),), (written("u", "Active", "1", "0"),)) == []


@pytest.mark.parametrize("commands", [True, False])
def test_a_game_made_untidy_is_the_same_game(bare_module: Path, tmp_path: Path, commands: bool) -> None:
    data = read_module(bare_module)
    path = play(bare_module, tmp_path / "game.vlog", 13, commands=commands, sloppy=True, turns=1)
    log = read_log(path)
    made = Untidy(log, random.Random("untidy"), share=0.2).made()
    assert len(made.steps) > 1.3 * len(log.steps)
    assert said(audit_read([made], data)) == said(audit_read([log], data))
