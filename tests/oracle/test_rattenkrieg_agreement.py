"""The checker and the independent reading say the same (short form of ``python -m tests.oracle.compare``)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.oracle.rattenkrieg import brute, tiny
from tests.oracle.rattenkrieg.adapter import read_world
from tests.oracle.rattenkrieg.comparing import FRAME, begun, defaults, whole
from tests.oracle.rattenkrieg.world import POINTS, SETTLED
from tests.oracle.tally import Tally
from toolkit.compile.compiled import CompiledGame
from toolkit.compile.game import compile_game
from toolkit.games.rattenkrieg.rules.from_game import rules_data
from toolkit.source.game import load_game

DATA = Path(__file__).resolve().parents[2] / "source_data" / "rattenkrieg"


@pytest.fixture(scope="module")
def rattenkrieg() -> CompiledGame:
    source, _ = load_game(DATA)
    compiled, _ = compile_game(source)
    return compiled


def test_map_and_counters_typed_twice(rattenkrieg: CompiledGame) -> None:
    world, typed = read_world(rules_data(rattenkrieg)), tiny.board()
    assert dict(world.kinds) == typed.kinds
    assert dict(world.near) == typed.near
    assert dict(world.pieces) == typed.pieces


def test_unclear_points_typed_twice(rattenkrieg: CompiledGame) -> None:
    points = rules_data(rattenkrieg).points.values
    for id, values in POINTS.items():
        assert points[id] == (values[:1] if id in SETTLED else values), id
    assert {id for id, values in points.items() if len(values) > 1} <= set(POINTS)


def test_games_of_the_random_player(rattenkrieg: CompiledGame) -> None:
    tally = Tally()
    FRAME.games(whole(rattenkrieg), range(3, 5), tally, asked=0.1, steps=250)
    assert tally.differing == []
    assert tally.results >= 250
    assert sum(count for (_, theirs, _), count in tally.verdicts.items() if theirs == "illegal") >= 50


def test_units_thrown_anywhere(rattenkrieg: CompiledGame) -> None:
    tally = Tally()
    usual = defaults(rattenkrieg)
    FRAME.walks(begun(rattenkrieg, usual, thrown=True), range(60, 64), tally, length=12, asked=6)
    assert tally.differing == []
    assert sum(tally.verdicts.values()) >= 200


def test_units_thrown_anywhere_under_any_rulings(rattenkrieg: CompiledGame) -> None:
    tally = Tally()
    FRAME.walks(begun(rattenkrieg, thrown=True), range(80, 84), tally, length=10, asked=5)
    assert tally.differing == []


def test_units_thrown_anywhere_with_every_point_open(rattenkrieg: CompiledGame) -> None:
    tally = Tally()
    FRAME.walks(begun(rattenkrieg, {}, thrown=True), range(70, 72), tally, length=8, asked=4)
    assert tally.differing == []
    assert {mine for _, _, mine in tally.verdicts} >= {"legal", "illegal"}


def test_battles_and_shots_by_brute_force(rattenkrieg: CompiledGame) -> None:
    tally, data = Tally(), rules_data(rattenkrieg, defaults(rattenkrieg))
    assert brute.battles(data, tally, 0.0008) >= 150
    assert brute.shots(data, tally, 0.03) >= 100
    assert tally.differing == []
