"""Plain search, fast checker and the independent oracle give the same answers, hex by hex."""

from __future__ import annotations

import random

import pytest

from tests import real_game
from tests.games.gj47.rules import oracle
from tests.games.gj47.rules.worlds import random_world
from toolkit.games.gj47.rules.course import Move
from toolkit.games.gj47.rules.fast import FastCheck
from toolkit.games.gj47.rules.judge import check, is_legal
from toolkit.games.gj47.rules.search import find_way
from toolkit.games.gj47.rules.terrain import Terrain
from toolkit.games.gj47.rules.units import Owner
from toolkit.rules.verdict import Outcome


@pytest.mark.parametrize("seed", range(8))
def test_reach_of_every_unit(seed: int) -> None:
    """All moves of all units of a dense random world, in the strictest and the mildest reading."""
    world = random_world(seed)
    position = world.position()
    fast = FastCheck(position)
    bounds = position.data.moves
    for reading, house in ((bounds.strict, oracle.STRICT), (bounds.mild, oracle.MILD)):
        for unit, piece in enumerate(world.pieces):
            wanted = oracle.reachable(world, piece, house)
            for end in range(len(position.data.board)):
                if end == piece.where:
                    continue
                move = Move(unit, piece.where, end)
                assert fast.reachable(move, reading) == (end in wanted), (unit, end, "fast")
            if reading is bounds.strict:
                ways = fast.ways(unit)
                assert ways.hexes() == sorted(wanted - {piece.where})
                assert all(ways.path(end)[-1] == end for end in ways.hexes())
    rng = random.Random(seed)
    for _ in range(40):
        unit = rng.randrange(len(world.pieces))
        piece = world.pieces[unit]
        end = rng.choice([h for h in range(len(position.data.board)) if h != piece.where])
        strict = end in oracle.reachable(world, piece, oracle.STRICT)
        mild = end in oracle.reachable(world, piece, oracle.MILD)
        assert (find_way(position, unit, end, bounds.strict) is not None) == strict
        assert (find_way(position, unit, end, bounds.mild) is not None) == mild
        expected = Outcome.LEGAL if strict else Outcome.UNCLEAR if mild else Outcome.ILLEGAL
        verdict = check(position, Move(unit, piece.where, end), fast)
        assert verdict.outcome is expected
        assert bool(verdict.rules) == (not strict)
        assert bool(verdict.unclear) == (expected is Outcome.UNCLEAR)


@pytest.mark.parametrize("seed", range(8))
def test_reach_of_every_march(seed: int) -> None:
    """What is said to be a march reaches what the oracle's march reaches, and nothing else (9.3)."""
    world = random_world(seed)
    position = world.position()
    fast = FastCheck(position)
    for unit, piece in enumerate(world.pieces):
        strict, mild = (oracle.reach_march(world, piece, house) for house in (oracle.STRICT, oracle.MILD))
        for end in set(range(len(position.data.board))) - {piece.where}:
            expected = Outcome.LEGAL if end in strict else Outcome.UNCLEAR if end in mild else Outcome.ILLEGAL
            move = Move(unit, piece.where, end, march=True)
            assert is_legal(position, move, fast) == is_legal(position, move) == (end in strict)
            if end in mild:
                assert check(position, move, fast).outcome is expected, (unit, end)
    assert any(oracle.reach_march(world, piece, oracle.STRICT) - {piece.where} for piece in world.pieces)


@pytest.mark.parametrize("seed", range(4))
def test_fast_checker_follows_a_position(seed: int) -> None:
    """After hundreds of moves the arrays are those of a fresh checker."""
    world = random_world(100 + seed)
    position = world.position()
    fast = FastCheck(position)
    rng = random.Random(seed)
    bounds = position.data.moves
    for _ in range(150):
        unit = rng.randrange(len(world.pieces))
        piece = world.pieces[unit]
        end = rng.choice([h for h, kind in enumerate(world.terrain) if kind != "sea"])
        if end == piece.where or any(p.where == end and p.side != piece.side for p in world.pieces):
            continue
        move = Move(unit, piece.where, end)
        legal = fast.reachable(move, bounds.strict)
        assert legal == (end in oracle.reachable(world, piece, oracle.STRICT))
        position.apply(move)
        piece.where = end


@pytest.mark.parametrize("seed", range(4))
def test_forts_in_the_arrays(seed: int) -> None:
    """Forts that come and go change what the fast checker says as they change the plain search."""
    rng = random.Random(seed)
    position = random_world(200 + seed).position()
    fast = FastCheck(position)
    bounds = position.data.moves
    held = [h for h, count in enumerate(position.present[1]) if count]
    land = [h for h, kind in enumerate(position.data.board.terrain) if kind != Terrain.SEA]
    for forts in ({held[0]: 1}, {held[0]: 1, rng.choice(land): 2}, {}):
        position.forts.clear()
        position.forts.update({h: level for h, level in forts.items() if not position.present[0][h]})
        for _ in range(150):
            unit, end = rng.randrange(len(position.data.units)), rng.choice(land)
            if end == position.hex_of[unit]:
                continue
            move = Move(unit, position.hex_of[unit], end)
            for reading in (bounds.strict, bounds.mild):
                assert fast.reachable(move, reading) == (find_way(position, unit, end, reading) is not None)
            assert (end in fast.ways(unit).hexes()) == fast.reachable(move, bounds.strict)


def test_all_points_fixed_leave_nothing_unclear() -> None:
    """With every point fixed at its default, strict and mild readings are one."""
    world = random_world(7)
    position = world.position({option.id: option.default for option in real_game.compiled().options})
    bounds = position.data.moves
    assert bounds.strict == bounds.mild
    assert bounds.open_points() == ()
    for unit, piece in enumerate(world.pieces):
        wanted = oracle.reachable(world, piece, oracle.House())
        for end in range(len(position.data.board)):
            if end != piece.where:
                legal = find_way(position, unit, end, bounds.strict) is not None
                assert legal == (end in wanted), (unit, end)


@pytest.mark.parametrize("seed", [3, 8])
def test_an_own_unit_that_lifts_zones(seed: int) -> None:
    """What the arrays do not know is searched (U-16): a march out of a zone that a friend has lifted."""
    position = random_world(seed).position({"U-16": "yes"})
    fast, strict = FastCheck(position), position.data.moves.strict
    for unit in position.on_map(Owner.AXIS)[1::2]:
        position.place(unit, position.hex_of[unit - 1])
        start = position.hex_of[unit]
        for end in {h for h, far in enumerate(position.data.board.distances(start)) if 0 < far < 3}:
            found = find_way(position, unit, end, strict, march=True) is not None
            assert is_legal(position, Move(unit, start, end, march=True), fast) == found, (unit, end)
