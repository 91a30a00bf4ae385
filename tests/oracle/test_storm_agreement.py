"""Checker and independent reading of Storm agree (short form of ``python -m tests.oracle.compare``)."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from tests.games.storm.rules import world as tiny
from tests.oracle.storm import allotting
from tests.oracle.storm.comparing import FRAME, begun, defaults, whole
from tests.oracle.storm.world import POINTS, SETTLED
from tests.oracle.tally import Tally
from toolkit.compile.game import compile_game
from toolkit.games.storm.rules.data import RulesData
from toolkit.games.storm.rules.from_game import rules_data
from toolkit.source.game import load_game

DATA = Path(__file__).resolve().parents[2] / "source_data" / "storm"


@pytest.fixture(scope="module")
def storm() -> RulesData:
    source, _ = load_game(DATA)
    compiled, _ = compile_game(source)
    return rules_data(compiled)


def test_unclear_points_typed_twice(storm: RulesData) -> None:
    points = storm.points.values
    for id, values in POINTS.items():
        assert points[id] == (values[:1] if id in SETTLED else values), id
    assert {id for id, values in points.items() if len(values) > 1} <= set(POINTS)


def test_games_of_the_players(storm: RulesData) -> None:
    tally = Tally()
    FRAME.games(whole(storm), range(2, 4), tally, asked=0.1, steps=150)
    assert tally.differing == []
    assert tally.results >= 300
    assert sum(count for (_, theirs, _), count in tally.verdicts.items() if theirs == "illegal") >= 50


def test_crowded_tables(storm: RulesData) -> None:
    tally = Tally()
    FRAME.walks(begun(storm, defaults(), thrown=True), range(60, 66), tally, length=12, asked=6)
    assert tally.differing == []
    assert sum(tally.verdicts.values()) >= 300


def test_crowded_tables_under_any_rulings(storm: RulesData) -> None:
    tally = Tally()
    FRAME.walks(begun(storm, thrown=True), range(80, 86), tally, length=10, asked=5)
    assert tally.differing == []


def test_crowded_tables_with_every_point_open(storm: RulesData) -> None:
    tally = Tally()
    FRAME.walks(begun(storm, {}, thrown=True), range(70, 74), tally, length=8, asked=4)
    assert tally.differing == []
    assert {mine for _, _, mine in tally.verdicts} >= {"legal", "illegal"}


def test_cards_of_every_kind() -> None:
    tally = Tally()
    FRAME.walks(begun(tiny.data(), thrown=True), range(30, 60), tally, length=14, asked=8)
    assert tally.differing == []
    assert sum(count for (kind, _, _), count in tally.verdicts.items() if kind == "Play") >= 500


def test_loss_points_of_small_stacks_by_exhaustive_search() -> None:
    tally = Tally()
    allotting.drawn(tally, Random(5), most=3, total=12, count=150)
    assert tally.differing == []
    assert tally.results >= 150


@pytest.mark.parametrize("name", allotting.GROUNDS)
def test_loss_points_on_every_board(name: str) -> None:
    tally = Tally()
    for _ in allotting.swept(tally, [name], allotting.readings(("St-1", "St-3")), most=2, total=7):
        assert tally.differing == []
    assert tally.results == 4 * 6 * 8
