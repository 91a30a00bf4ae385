"""Plain search, fast checker and the independent oracle give the same answers, hex by hex."""

from __future__ import annotations

import random

import pytest

from tests.rules import oracle
from tests.rules.worlds import random_world
from toolkit.rules.gj47.fast import FastCheck
from toolkit.rules.gj47.judge import check
from toolkit.rules.gj47.position import Move
from toolkit.rules.gj47.search import find_way
from toolkit.rules.gj47.settings import Settings
from toolkit.rules.verdict import Outcome


@pytest.mark.parametrize("seed", range(8))
def test_reach_of_every_unit(seed: int) -> None:
    """All moves of all units of a dense random world, in the strictest and the mildest reading."""
    world = random_world(seed)
    position = world.position()
    fast = FastCheck(position)
    settings = position.data.settings
    for reading, house in ((settings.strict, oracle.STRICT), (settings.mild, oracle.MILD)):
        for unit, piece in enumerate(world.pieces):
            wanted = oracle.reachable(world, piece, house)
            for end in range(len(position.data.board)):
                if end == piece.where:
                    continue
                move = Move(unit, piece.where, end)
                assert fast.reachable(move, reading) == (end in wanted), (unit, end, "fast")
    rng = random.Random(seed)
    for _ in range(40):
        unit = rng.randrange(len(world.pieces))
        piece = world.pieces[unit]
        end = rng.choice([h for h in range(len(position.data.board)) if h != piece.where])
        strict = end in oracle.reachable(world, piece, oracle.STRICT)
        mild = end in oracle.reachable(world, piece, oracle.MILD)
        assert (find_way(position, unit, end, settings.strict) is not None) == strict
        assert (find_way(position, unit, end, settings.mild) is not None) == mild
        expected = Outcome.LEGAL if strict else Outcome.UNCLEAR if mild else Outcome.ILLEGAL
        verdict = check(position, Move(unit, piece.where, end), fast)
        assert verdict.outcome is expected
        assert bool(verdict.rules) == (not strict)
        assert bool(verdict.unclear) == (expected is Outcome.UNCLEAR)


@pytest.mark.parametrize("seed", range(4))
def test_fast_checker_follows_a_position(seed: int) -> None:
    """After hundreds of moves the arrays are those of a fresh checker."""
    world = random_world(100 + seed)
    position = world.position()
    fast = FastCheck(position)
    rng = random.Random(seed)
    settings = position.data.settings
    for _ in range(150):
        unit = rng.randrange(len(world.pieces))
        piece = world.pieces[unit]
        end = rng.choice([h for h, kind in enumerate(world.terrain) if kind != "sea"])
        if end == piece.where or any(p.where == end and p.side != piece.side for p in world.pieces):
            continue
        move = Move(unit, piece.where, end)
        legal = fast.reachable(move, settings.strict)
        assert legal == (end in oracle.reachable(world, piece, oracle.STRICT))
        position.apply(move)
        piece.where = end


def test_all_points_fixed_leave_nothing_unclear() -> None:
    """With every point fixed at its default, strict and mild readings are one."""
    from toolkit.rules.gj47.settings import POINTS

    settings = Settings.of({point.id: point.default for point in POINTS})
    assert settings.strict == settings.mild
    assert settings.open_points() == ()
    world = random_world(7)
    position = world.position(settings)
    for unit, piece in enumerate(world.pieces):
        wanted = oracle.reachable(world, piece, oracle.House())
        for end in range(len(position.data.board)):
            if end != piece.where:
                legal = find_way(position, unit, end, settings.strict) is not None
                assert legal == (end in wanted), (unit, end)
