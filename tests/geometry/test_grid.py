from __future__ import annotations

import json
from collections import deque
from dataclasses import replace
from typing import Any, Literal

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.geometry.hexsides import hexes_of, hexside, joining
from tests.geometry.strategies import PARITIES, Parity, grids, plain_grid, printed_grids
from toolkit.geometry.grid import HexGrid, Orientation
from toolkit.geometry.lattice import Hexside
from toolkit.geometry.numbering import Numbering, Oblique

MANY = settings(max_examples=40)


@given(grids())
@MANY
def test_numbers_and_columns_round_trip(grid: HexGrid) -> None:
    numbers = [grid.number(h) for h in range(len(grid))]
    assert len(set(numbers)) == len(grid)
    assert [grid.hex(number) for number in numbers] == list(range(len(grid)))
    for h in range(len(grid)):
        column, row = grid.column_row(h)
        assert h == (column - grid.first_column) * grid.rows + row - grid.first_row
        assert grid.numbering.parse(grid.number(h)) == (column, row)


@given(grids(), st.integers(0, 2**32 - 1))
@MANY
def test_nearest_is_the_nearest_centre(grid: HexGrid, seed: int) -> None:
    centres = grid.centres()
    low, high = centres.min(axis=0) - 0.4 * grid.pitch, centres.max(axis=0) + 0.4 * grid.pitch
    points = np.random.default_rng(seed).uniform(low, high, (200, 2))
    distance = np.hypot(*(points[:, None, :] - centres[None, :, :]).transpose(2, 0, 1))
    found, closest = grid.nearest(points), distance.argmin(axis=1)
    inside = found >= 0
    assert np.allclose(distance[inside, found[inside]], distance[inside].min(axis=1), atol=1e-6 * grid.pitch)
    # Outside the rectangle a point is nearer to a centre that the rectangle does not have.
    assert (distance[~inside, closest[~inside]] > 0.5 * grid.pitch * (1 - 1e-9)).all()


@pytest.mark.parametrize("orientation", list(Orientation))
def test_nearest_beats_rounding_column_and_row_on_their_own(orientation: Orientation) -> None:
    grid = plain_grid(orientation)
    points = np.random.default_rng(0).uniform(5, 25, (1000, 2))
    centres = grid.centres()
    distance = np.hypot(*(points[:, None, :] - centres[None, :, :]).transpose(2, 0, 1))
    assert (grid.nearest(points) == distance.argmin(axis=1)).all()


def test_nearest_of_what_is_no_position_is_no_hex() -> None:
    grid = plain_grid()
    points = np.array([[np.nan, 1.0], [np.inf, 0.0], [1e300, 1e300], [-50.0, -50.0]])
    assert grid.nearest(points).tolist() == [-1, -1, -1, -1]


@given(grids())
@MANY
def test_neighbours_are_the_hexes_one_pitch_away(grid: HexGrid) -> None:
    centres, neighbours = grid.centres(), grid.neighbours()
    apart = np.hypot(*(centres[:, None, :] - centres[None, :, :]).transpose(2, 0, 1)) / grid.pitch
    for h in range(len(grid)):
        around = [int(x) for x in neighbours[h] if x >= 0]
        assert sorted(around) == np.flatnonzero(np.abs(apart[h] - 1) < 1e-6).tolist()
        for direction, other in enumerate(neighbours[h].tolist()):
            if other >= 0:
                assert neighbours[other, (direction + 3) % 6] == h


@pytest.mark.parametrize(("orientation", "angle"), [(Orientation.FLAT, 0.0), (Orientation.POINTY, 30.0)])
def test_directions_go_clockwise_from_up(orientation: Orientation, angle: float) -> None:
    grid = plain_grid(orientation)
    here = grid.hex("2020")
    run = grid.centres()[grid.neighbours()[here]] - grid.centres()[here]
    # y points down: clockwise from up is atan2(x, -y).
    degrees = np.degrees(np.arctan2(run[:, 0], -run[:, 1])) % 360
    assert degrees == pytest.approx([angle + 60 * i for i in range(6)], abs=1e-6)


@given(grids(most=7), st.data())
@MANY
def test_distance_counts_steps(grid: HexGrid, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(grid) - 1))
    steps, queue = {start: 0}, deque([start])
    neighbours = grid.neighbours()
    while queue:
        here = queue.popleft()
        for other in neighbours[here].tolist():
            if other >= 0 and other not in steps:
                steps[other] = steps[here] + 1
                queue.append(other)
    for other, count in steps.items():
        # The way inside a narrow rectangle may be longer than the way over the open lattice.
        assert grid.distance(start, other) <= count
    if min(grid.rows, grid.columns) >= 3:
        assert all(grid.distance(start, other) == count for other, count in steps.items())


@pytest.mark.parametrize(
    ("orientation", "parity", "first", "second"),
    [
        (Orientation.FLAT, "even", (0.0, 0.0), (np.sqrt(3) / 2, 0.5)),
        (Orientation.FLAT, "odd", (0.0, 0.0), (np.sqrt(3) / 2, -0.5)),
        (Orientation.POINTY, "even", (0.0, 0.0), (0.5, np.sqrt(3) / 2)),
        (Orientation.POINTY, "odd", (0.0, 0.0), (-0.5, np.sqrt(3) / 2)),
    ],
)
def test_shift_follows_the_printed_number(
    orientation: Orientation, parity: Parity, first: tuple[float, float], second: tuple[float, float]
) -> None:
    grid = plain_grid(orientation, parity)
    ahead = "0201" if orientation is Orientation.FLAT else "0102"
    assert grid.centres()[grid.hex("0101")] == pytest.approx(first)
    assert grid.centres()[grid.hex(ahead)] == pytest.approx(second)


@given(grids(most=5))
@MANY
def test_corners_vertices_and_hexsides_agree(grid: HexGrid) -> None:
    corners, neighbours = grid.corners(np.arange(len(grid))), grid.neighbours()
    for h in range(len(grid)):
        vertices = grid.vertices(h)
        for corner, vertex in zip(corners[h], vertices, strict=True):
            assert grid.vertex_position(vertex) == pytest.approx(tuple(corner), abs=1e-6 * grid.pitch)
            assert grid.vertex_at(grid.vertex_position(vertex)) == vertex
        for direction in range(6):
            side = joining(vertices[direction - 1], vertices[direction])
            other = int(neighbours[h, direction])
            assert set(hexes_of(grid, side)) == {h, other}
            assert set(side.vertices()) == {vertices[direction - 1], vertices[direction]}
            if other >= 0:
                assert hexside(grid, h, other) == hexside(grid, other, h) == side


@given(grids())
@MANY
def test_json_round_trip(grid: HexGrid) -> None:
    assert HexGrid.from_json(json.loads(json.dumps(grid.to_json()))) == grid


@pytest.mark.parametrize(
    ("order", "separator", "number"),
    [("column-row", "", "0312"), ("row-column", "", "1203"), ("column-row", ".", "03.12")],
)
def test_number_formats(order: Literal["column-row", "row-column"], separator: str, number: str) -> None:
    numbering = Numbering(order, 2, 2, separator)
    grid = HexGrid(Orientation.FLAT, 1.0, (0.0, 0.0), 1, 20, 1, 20, "even", numbering)
    assert grid.column_row(grid.hex(number)) == (3, 12)


@pytest.mark.parametrize("number", ["", "9999", "0000", "101", "01010", "1 01", "٠١٠١", "-101", "x"])
def test_a_wrong_number_is_refused_with_the_range(number: str) -> None:
    with pytest.raises(ValueError, match=r"0101|0102"):
        plain_grid(size=9).hex(number)


@pytest.mark.parametrize(
    "change",
    [
        {"pitch": 0.0},
        {"pitch": float("nan")},
        {"columns": 0},
        {"first_row": -1},
        {"shifted": "both"},
        {"rows": 100},
        {"origin": (float("inf"), 0.0)},
    ],
)
def test_what_is_no_grid_is_refused(change: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"pitch|hold no|below 0|shifted|fit|origin"):
        replace(plain_grid(), **change)


def test_more_columns_than_digits_stay_readable_when_rows_fit() -> None:
    grid = HexGrid(Orientation.FLAT, 1.0, (0.0, 0.0), 1, 120, 1, 20, "even")
    assert grid.number(grid.hex("11907")) == "11907"


def test_hexsides_and_vertices_off_the_map_are_hexsides_and_vertices() -> None:
    side = Hexside.between((-5, 3), (-5, 4))
    assert hexes_of(plain_grid(), side) == (-1, -1)
    assert joining(*side.vertices()) == side


def test_only_neighbours_have_a_hexside() -> None:
    with pytest.raises(ValueError, match="not neighbours"):
        Hexside.between((0, 0), (1, 1))


@settings(max_examples=150)
@given(grid=printed_grids())
def test_any_printed_number_leads_back_to_its_hex(grid: HexGrid) -> None:
    numbers = [grid.number(h) for h in range(len(grid))]
    assert len(set(numbers)) == len(grid)
    assert [grid.hex(number) for number in numbers] == list(range(len(grid)))
    assert HexGrid.from_json(json.loads(json.dumps(grid.to_json()))) == grid
    near = grid.neighbours()
    for h in range(len(grid)):
        assert all(h in near[other] for other in near[h] if other >= 0)
    assert grid.nearest(grid.centres()).tolist() == list(range(len(grid)))


def test_letters_go_from_a_to_z_and_on_doubled() -> None:
    numbering = Numbering(row_digits=1, letters="column")
    grid = HexGrid(Orientation.FLAT, 1.0, (0.0, 0.0), 1, 30, 1, 12, "even", numbering)
    assert [grid.number(h) for h in (0, 11, 12, 25 * 12, 26 * 12, 29 * 12 + 11)] == [
        "A1", "A12", "B1", "Z1", "AA1", "DD12",
    ]  # fmt: skip
    with pytest.raises(ValueError, match="run from A1 to DD12"):
        grid.hex("EE1")
    with pytest.raises(ValueError, match="looks like 'A2'"):
        grid.hex("AB1")


def test_columns_from_the_right_and_rows_from_below() -> None:
    numbering = Numbering(columns_descend=True, rows_descend=True)
    grid = HexGrid(Orientation.FLAT, 1.0, (0.0, 0.0), 3, 3, 2, 2, "odd", numbering)
    assert grid.numbers(range(6)) == ["0302", "0301", "0202", "0201", "0102", "0101"]
    # Column 3, the leftmost, is a shifted one: 0301 lies half a hex lower than 0201.
    assert grid.centres()[grid.hex("0301")][1] - grid.centres()[grid.hex("0201")][1] == pytest.approx(0.5)


@pytest.mark.parametrize("shifted", PARITIES)
@pytest.mark.parametrize(
    ("orientation", "oblique", "step"),
    [
        (Orientation.FLAT, "down", (1, 0)), (Orientation.FLAT, "up", (1, 0)),
        (Orientation.POINTY, "right", (0, 1)), (Orientation.POINTY, "left", (0, 1)),
    ],
)  # fmt: skip
def test_oblique_lines_are_straight_rows_of_hexes(
    orientation: Orientation, oblique: Oblique, step: tuple[int, int], shifted: Parity
) -> None:
    """Stepping on in the number without an oblique part always goes the same way on the plane."""
    numbering = Numbering(separator=".", oblique=oblique)
    grid = HexGrid(orientation, 1.0, (0.0, 0.0), 20, 6, 20, 6, shifted, numbering)
    centres = grid.centres()
    ways = set()
    for h in range(len(grid)):
        column, row = grid.column_row(h)
        try:
            other = grid.hex(numbering.format(column + step[0], row + step[1]))
        except ValueError:
            continue
        ways.add(tuple(np.round(centres[other] - centres[h], 6).tolist()))
    (way,) = ways
    assert way[0] * (-1 if oblique == "left" else 1) > 0
    assert way[1] * (-1 if oblique == "up" else 1) > 0


def test_holes_are_no_hexes() -> None:
    grid = HexGrid(Orientation.FLAT, 1.0, (0.0, 0.0), 1, 3, 1, 3, "even", holes=(4,))
    assert len(grid) == 8
    assert grid.numbers(range(8)) == ["0101", "0102", "0103", "0201", "0203", "0301", "0302", "0303"]
    with pytest.raises(ValueError, match="hole"):
        grid.hex("0202")
    assert grid.neighbours()[grid.hex("0201")].tolist().count(-1) == 1 + 1


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"numbering": {"letters": "both"}}, "separator"),
        ({"numbering": {"letters": "row"}, "first_row": 0}, "comes before A"),
        ({"numbering": {"rows_descend": True}}, "comes before 0"),
        ({"numbering": {"oblique": "left"}}, "do not run 'left'"),
        ({"numbering": {"exceptions": (("0909", "X"),)}}, "no hex '0909'"),
        ({"numbering": {"exceptions": (("0101", "0102"),)}}, "another hex"),
        ({"holes": tuple(range(9))}, "nothing but holes"),
        ({"holes": (3, 3)}, "each once"),
    ],
)
def test_grids_that_cannot_be(values: dict[str, Any], words: str) -> None:
    plain: dict[str, Any] = {"first_column": 1, "columns": 3, "first_row": 1, "rows": 3, "shifted": "even"}
    with pytest.raises(ValueError, match=words):
        HexGrid(
            Orientation.FLAT, 1.0, (0.0, 0.0),
            **{**plain, **values, "numbering": Numbering(**values.get("numbering", {}))},
        )  # fmt: skip
