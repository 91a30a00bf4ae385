"""Whole games: the fast check of moves says what the rules say one by one."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from tests.games.gj47.rules.games import house_rules
from toolkit.compile.compiled import CompiledGame
from toolkit.games.gj47.rules import game as whole_game
from toolkit.games.gj47.rules.actions import Move
from toolkit.games.gj47.rules.chapters import RULE_BOOK
from toolkit.games.gj47.rules.course import OFF_MAP
from toolkit.games.gj47.rules.fast import FastCheck
from toolkit.games.gj47.rules.fast_game import plainly_legal
from toolkit.games.gj47.rules.position import Position
from toolkit.games.gj47.rules.whole import rules_of

_MOVES = 60


def _spoilt(position: Position, move: Move, rng: random.Random) -> Move:
    """Return another move: one unit's twice, another unit's, or one to another hex near or far."""
    board = position.data.board
    end = move.start
    for _ in range(rng.randint(1, 9)):
        end = rng.choice(board.steps[end])[0]
    roll = rng.random()
    if roll < 0.2 and position.command.moved:
        unit = rng.choice(position.command.moved)
        return Move(unit, position.hex_of[unit], rng.choice(board.steps[position.hex_of[unit]])[0])
    if roll < 0.5:
        unit = rng.choice([u for u, h in enumerate(position.hex_of) if h != OFF_MAP])
        return Move(unit, position.hex_of[unit], rng.choice(board.steps[position.hex_of[unit]])[0])
    return replace(move, end=end, via=())


@pytest.mark.parametrize("seed", [2, 9, 31])
def test_same_verdict_for_moves_legal_and_spoilt(game: CompiledGame, seed: int) -> None:
    """Each verdict equals that of the plain check, under proposed and under drawn house rules."""
    rules, rng = rules_of(game), random.Random(seed)
    position = rules.begin("june-28-1942", house_rules(game, seed))
    fast = FastCheck(position)
    asked, plain_yes = 0, 0
    for action in rules.play(position, seed):
        if not isinstance(action, Move):
            continue
        for move in (action, _spoilt(position, action, rng)):
            told = whole_game.check(position, move, fast)
            expected = whole_game.check(position, move)
            assert told == expected, move
            plain_yes += plainly_legal(position, move, fast)
        asked += 1
        if asked == _MOVES:
            break
    assert _MOVES // 2 < plain_yes < 2 * _MOVES


def test_the_rules_of_a_move_are_those_that_the_fast_check_knows() -> None:
    """A rule added to moves must be added there too."""
    known = ["8.1(1)", "8.1(3)", "8.1(4)", "8.2", "8.3(1)", "9.1(1)", "9.1(2)"]
    assert [number for number, _ in RULE_BOOK.checks["Move"]] == known


@pytest.mark.parametrize("seed", [4, 11])
def test_kept_ways_are_those_of_a_fresh_checker(game: CompiledGame, seed: int) -> None:
    """Ways kept from earlier positions equal those that are worked out anew."""
    rules = rules_of(game)
    position = rules.begin("june-28-1942")
    fast = FastCheck(position)
    moves = 0
    for action in rules.play(position, seed):
        if not isinstance(action, Move):
            continue
        moves += 1
        units = [u for u, h in enumerate(position.hex_of) if h != OFF_MAP]
        kept = {unit: fast.ways(unit) for unit in units}
        if moves % 8 == 0:
            fresh = FastCheck(position)
            for unit in units:
                assert kept[unit] == fresh.ways(unit), (moves, unit)
            position.listeners.pop()  # that of the fresh one
        if moves == 48:
            break
    assert moves == 48
