"""Positions and boards: copies stand on their own, and what a board keeps is what its steps say."""

from __future__ import annotations

import random
from collections import deque

import pytest

from tests.games.gj47.rules.worlds import chart
from toolkit.compile.compiled import CompiledGame
from toolkit.games.gj47.rules.board import Board
from toolkit.games.gj47.rules.course import OFF_MAP, Box
from toolkit.games.gj47.rules.from_game import rules_data, under
from toolkit.games.gj47.rules.position import Position
from toolkit.games.gj47.rules.start import start
from toolkit.games.gj47.rules.terrain import RAIL, ROAD

SETUP = "june-28-1942"


@pytest.fixture(scope="module")
def begun(game: CompiledGame) -> Position:
    return start(game, SETUP, {})


def _disturbed(position: Position, rng: random.Random) -> None:
    for _ in range(30):
        unit = rng.randrange(len(position.hex_of))
        if rng.random() < 0.2:
            position.send(unit, Box.POOL)
        else:
            position.place(unit, rng.randrange(len(position.data.board)))


def _whole(position: Position) -> object:
    stacks = [list(stack) for stack in position.stacks]
    return position.key(), stacks, [list(held) for held in position.present]


@pytest.mark.parametrize("seed", range(5))
def test_copies_do_not_share_what_changes(begun: Position, seed: int) -> None:
    rng = random.Random(seed)
    position = begun.copy()
    _disturbed(position, rng)
    other = position.copy()
    before = _whole(position)
    assert _whole(other) == before
    _disturbed(other, rng)
    assert _whole(position) == before
    then = _whole(other)
    _disturbed(position, rng)
    assert _whole(other) == then
    for each in (position, other):
        for h, stack in enumerate(each.stacks):
            assert sorted(stack) == [unit for unit, where in enumerate(each.hex_of) if where == h]
        assert sum(map(len, each.stacks)) == sum(h != OFF_MAP for h in each.hex_of)


def _ring(board: Board, end: int) -> bytes:
    found, waiting = {end: 0}, deque([end])
    while waiting:
        h = waiting.popleft()
        for n, _ in board.steps[h]:
            if n not in found:
                found[n] = found[h] + 1
                waiting.append(n)
    return bytes(found.get(h, 255) for h in range(len(board)))


def test_distances_are_the_fewest_steps(begun: Position) -> None:
    board = begun.data.board
    for end in random.Random(1).sample(range(len(board)), 6):
        assert board.distances(end) == _ring(board, end)


def test_an_island_is_out_of_reach() -> None:
    steps = (((1, 0),), ((0, 0),), ())
    board = Board(("a", "b", "c"), (), steps, chart())
    assert list(board.distances(0)) == [0, 1, 255]


def test_roads_and_railways_lead_out_of_the_hexes_that_have_them(begun: Position) -> None:
    board = begun.data.board
    for line in (ROAD, RAIL):
        for h, steps in enumerate(board.steps):
            assert board.on_line(h, line) == any(features & line for _, features in steps)


def test_other_house_rules_leave_board_and_units_as_they_are(game: CompiledGame) -> None:
    data = rules_data(game)
    fixed = {option.id: option.values[-1].id for option in game.options}
    other, plain = under(data, game, fixed), rules_data(game, fixed)
    assert other.board is data.board
    assert other.units is data.units
    assert other.points == plain.points
    assert other.points != data.points
