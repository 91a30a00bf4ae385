"""The checker's reach, unit by unit, against counts made by trying everything (tests/oracle/perft.py)."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests import real_game
from tests.games.gj47.rules.worlds import chart, charts
from tests.oracle import perft
from tests.oracle.gj47.world import Board as Ground
from toolkit.games.gj47.rules.board import Board
from toolkit.games.gj47.rules.course import Move
from toolkit.games.gj47.rules.data import RulesData
from toolkit.games.gj47.rules.fast import FastCheck
from toolkit.games.gj47.rules.from_game import points_of
from toolkit.games.gj47.rules.judge import check
from toolkit.games.gj47.rules.position import Position
from toolkit.games.gj47.rules.terrain import SideFeature, Terrain
from toolkit.games.gj47.rules.units import Owner, UnitType
from toolkit.rules.verdict import Outcome

FLAGS = {
    "river": SideFeature.RIVER,
    "great": SideFeature.GREAT_RIVER,
    "impassable": SideFeature.IMPASSABLE,
    "road": SideFeature.ROAD,
    "rail": SideFeature.RAIL,
}
FIXED = {"U-03": "any-crossing", "U-15": "everywhere", "U-22": "no-effect", "U-37": "blocks-only"}
FIXED |= {"U-54": "exact", "U-55": "never", "U-64": "each-move"}


def _case(name: str) -> dict[str, Any]:
    case: dict[str, Any] = json.loads((perft.FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    return case


def _position(case: dict[str, Any]) -> Position:
    world, _ = perft.scene_of(case)
    ground: Ground = world.board
    numbers = sorted(ground.terrain)
    place = {number: h for h, number in enumerate(numbers)}
    terrain = [
        Terrain.CITY if number in ground.place else Terrain[ground.terrain[number].upper()]
        for number in numbers
    ]
    neighbours = [[place[n] for n in ground.neighbours(number)] for number in numbers]
    features: dict[tuple[int, int], int] = {}
    for kind, flag in FLAGS.items():
        for a, b in case[kind]:
            pair = (min(place[a], place[b]), max(place[a], place[b]))
            features[pair] = features.get(pair, 0) | int(flag)
    units = [
        UnitType(
            id=unit["id"],
            owner=Owner.AXIS if unit["side"] == "axis" else Owner.SOVIET,
            mechanised=unit["mechanised"],
            mountain=unit["mountain"],
            allowance=unit["allowance"],
            reduced_allowance=unit["allowance"],
        )
        for unit in case["units"]
    ]
    board = Board.from_arrays(numbers, terrain, neighbours, features, chart())
    data = RulesData(board, tuple(units), charts(), points_of(real_game.compiled().options, FIXED))
    return Position.of(data, {unit["id"]: unit["hex"] for unit in case["units"]})


def _ends(position: Position, checker: FastCheck, unit: int) -> set[int]:
    owner = position.data.units[unit].owner
    ways = checker.ways(unit)
    ends = {*ways.normal, *ways.marches, *ways.whole, *ways.found} - {ways.start}
    return {h for h in ends if position.present[owner][h] < 2}


def _owner(case: dict[str, Any]) -> Owner:
    return Owner.AXIS if case["side"] == "axis" else Owner.SOVIET


@pytest.mark.parametrize("name", sorted(perft.CASES))
def test_9_2_as_many_moves_as_counted(name: str) -> None:
    case = _case(name)
    position = _position(case)
    checker = FastCheck(position)
    found = {
        position.data.units[unit].id: len(_ends(position, checker, unit))
        for unit in position.on_map(_owner(case))
    }
    assert sum(case["pairs"].values()) == case["after_1"] > 0
    assert found == case["pairs"]


def test_9_2_the_plain_check_counts_the_same() -> None:
    case = _case("mountains")
    position = _position(case)
    unit = max(position.on_map(_owner(case)), key=lambda u: case["pairs"][position.data.units[u].id])
    start, present = position.hex_of[unit], position.present[_owner(case)]
    near = [h for h, d in enumerate(position.data.board.distances(start)) if 0 < d <= 4 and present[h] < 2]
    legal = {h for h in near if check(position, Move(unit, start, h)).outcome is Outcome.LEGAL}
    assert legal == {h for h in _ends(position, FastCheck(position), unit) if h in near}


@pytest.mark.parametrize("name", sorted(set(perft.CASES) - {"open"}))
def test_9_2_two_moves_lead_to_as_many_positions(name: str) -> None:
    case = _case(name)
    position = _position(case)
    own, checker = position.on_map(_owner(case)), FastCheck(position)
    positions = set()
    for first in own:
        start = position.hex_of[first]
        for end in _ends(position, checker, first):
            position.place(first, end)
            for second in own:
                if second != first:
                    ends = _ends(position, checker, second)
                    positions |= {frozenset(((first, end), (second, h))) for h in ends}
            position.place(first, start)
    assert len(positions) == case["after_2"]


def test_the_files_are_what_the_count_writes() -> None:
    case = _case("mountains")
    world, state = perft.scene_of(case)
    first = perft.moves(world, state, case["side"])
    assert {id: len(ends) for id, ends in first.items()} == case["pairs"]
