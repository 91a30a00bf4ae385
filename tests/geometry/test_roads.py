from __future__ import annotations

import itertools
from collections.abc import Iterable

import numpy as np
import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from tests.geometry.strategies import disturbed, orientations, parities, paths, plain_grid
from toolkit.geometry.grid import HexGrid, Orientation
from toolkit.geometry.lattice import DIRECTIONS
from toolkit.geometry.roads import Route, route

MANY = settings(max_examples=40)
seeds = st.integers(0, 2**32 - 1)
# Maps of which a path that begins near their first hex runs off every side.
small_grids = st.builds(plain_grid, orientations, parities, st.just(5))
Cells = list[tuple[int, int]]


def cells(found: Route) -> Cells:
    return [(q, r) for q, r in found.hexes.tolist()]


def touch(a: tuple[int, int], b: tuple[int, int]) -> bool:
    return (b[0] - a[0], b[1] - a[1]) in DIRECTIONS


def middle(grid: HexGrid, path: Cells) -> np.ndarray:
    return grid.to_plane(np.array(path))


@given(paths(), orientations, st.floats(0, 0.43), seeds)
@MANY
def test_noise_below_root_three_quarters_changes_nothing(
    path: Cells, orientation: Orientation, d: float, seed: int
) -> None:
    grid = plain_grid(orientation)
    assert cells(route(grid, disturbed(middle(grid, path), d, seed))) == path


@given(paths(), orientations, st.floats(0, 0.26), seeds)
@MANY
def test_no_flag_where_the_line_keeps_near_the_centres(
    path: Cells, orientation: Orientation, d: float, seed: int
) -> None:
    grid = plain_grid(orientation)
    assert route(grid, disturbed(middle(grid, path), d, seed)).flags == ()


@given(paths(longest=12), orientations, st.floats(0.44, 0.6), seeds)
@MANY
def test_a_wrong_path_is_flagged(path: Cells, orientation: Orientation, d: float, seed: int) -> None:
    grid = plain_grid(orientation)
    found = route(grid, disturbed(middle(grid, path), d, seed))
    inside = cells(found)
    assert (
        inside == path or found.flags or set(path) ^ set(inside) <= {path[0], path[-1], inside[0], inside[-1]}
    )


@given(st.lists(st.tuples(st.floats(-3, 12), st.floats(-3, 12)), min_size=2, max_size=10), orientations)
@MANY
def test_a_path_is_always_connected_and_never_turns_straight_back(
    points: list[tuple[float, float]], orientation: Orientation
) -> None:
    path = cells(route(plain_grid(orientation), np.array(points)))
    assert path
    assert all(touch(a, b) for a, b in itertools.pairwise(path))
    assert all(a != b for a, b in zip(path, path[2:], strict=False))


@given(
    st.lists(st.tuples(st.floats(0, 12), st.floats(0, 12)), min_size=2, max_size=8, unique=True), orientations
)
@MANY
def test_a_path_stays_in_hexes_the_line_passes(
    points: list[tuple[float, float]], orientation: Orientation
) -> None:
    grid, line = plain_grid(orientation), np.array(points)
    share = np.linspace(0, 1, 1000)[:, None]
    dense = np.concatenate([a + share * (b - a) for a, b in itertools.pairwise(line)])
    found = route(grid, line)
    centres = grid.to_plane(found.hexes)
    near = np.hypot(*(dense[:, None, :] - centres[None, :, :]).transpose(2, 0, 1)).min(axis=0)
    assert (near < 1 / np.sqrt(3) + 0.01).all()


@given(paths(), orientations, st.floats(0, 0.6), seeds)
@MANY
def test_reversed_line_gives_the_reversed_path(
    path: Cells, orientation: Orientation, d: float, seed: int
) -> None:
    grid = plain_grid(orientation)
    line = disturbed(middle(grid, path), d, seed)
    assert cells(route(grid, line)) == cells(route(grid, line[::-1]))[::-1]


@given(paths(), orientations, st.integers(2, 4), seeds)
@MANY
def test_denser_sampling_changes_nothing(
    path: Cells, orientation: Orientation, times: int, seed: int
) -> None:
    grid = plain_grid(orientation)
    line = disturbed(middle(grid, path), 0.5, seed)
    place = np.linspace(0, len(line) - 1, (len(line) - 1) * times + 1)
    dense = np.stack([np.interp(place, np.arange(len(line)), line[:, k]) for k in (0, 1)], axis=1)
    assert cells(route(grid, dense)) == cells(route(grid, line))


@given(st.integers(5, 15), st.integers(5, 15), st.floats(0, 2 * np.pi), orientations)
@MANY
def test_a_straight_road_takes_about_the_fewest_hexes(
    column: int, row: int, angle: float, orientation: Orientation
) -> None:
    grid = plain_grid(orientation)
    start = grid.centres()[grid.hex(f"{column + 10:02d}{row + 10:02d}")]
    run = 9.0 * np.array([np.cos(angle), np.sin(angle)])
    found = route(grid, np.array([start, start + run]))
    hexes = grid.hex_at(found.hexes)
    assume((hexes >= 0).all())
    assert len(hexes) - 1 == grid.distance(int(hexes[0]), int(hexes[-1]))


def test_a_clipped_corner_is_dropped_and_a_deep_cut_is_not() -> None:
    grid = plain_grid()
    h = grid.hex("1010")
    a, x, b = grid.centres()[[h, int(grid.neighbours()[h, 1]), int(grid.neighbours()[h, 2])]]
    vertex = (a + x + b) / 3
    inward = (x - vertex) / np.hypot(*(x - vertex))
    names = [tuple(row) for row in grid.axial_of(np.array([h, *grid.neighbours()[h, 1:3]])).tolist()]
    shallow = np.array([a, vertex + 0.06 * inward, b])
    assert cells(route(grid, shallow)) == [names[0], names[2]]
    deep = np.array([a, vertex + 0.3 * inward, b])
    assert cells(route(grid, deep)) == names
    close = np.array([a, vertex + 0.13 * inward, b])
    assert [(flag.q, flag.r) for flag in route(grid, close).flags] == [names[1]]


def on_map(grid: HexGrid, cells: Iterable[tuple[int, int]]) -> list[int]:
    return [h for h in grid.hex_at(np.array(list(cells)).reshape(-1, 2)).tolist() if h >= 0]


@given(paths(), small_grids, st.sets(st.integers(0, 19), max_size=6), seeds, st.integers(1, 5))
@example([(0, 2), (0, 1), (0, 0), (0, -1)], plain_grid(Orientation.POINTY), {1, 2}, 16519, 5)
@example([(0, 1), (0, 0), (0, -1), (0, -2)], plain_grid(Orientation.FLAT), {0, 1}, 13, 5)
@example([(1, 1), (2, 0)], plain_grid(Orientation.POINTY, size=5), {0}, 9, 1)
@MANY
def test_towns_on_the_line_are_on_the_path(
    path: Cells, grid: HexGrid, chosen: set[int], seed: int, pieces: int
) -> None:
    towns = on_map(grid, (path[place] for place in sorted(chosen) if place < len(path)))
    found = route(grid, disturbed(middle(grid, path), 0.43, seed, pieces), towns)
    assert cells(found) == path
    assert found.missed == ()


@given(
    st.lists(st.tuples(st.floats(-3, 8), st.floats(-3, 8)), min_size=2, max_size=10),
    small_grids,
    st.lists(st.integers(0, 24), max_size=6),
)
@MANY
def test_a_path_turns_straight_back_only_to_meet_a_town(
    points: list[tuple[float, float]], grid: HexGrid, towns: list[int]
) -> None:
    found = route(grid, np.array(points), towns)
    path = cells(found)
    wanted = {tuple(cell) for cell in grid.axial_of(np.array(towns, dtype=np.int64)).reshape(-1, 2).tolist()}
    assert all(touch(a, b) for a, b in itertools.pairwise(path))
    assert wanted - set(found.missed) <= set(path)
    turns = [b for a, b, c in zip(path, path[1:], path[2:], strict=False) if a == c]
    assert all(cell in wanted and path.count(cell) == 1 for cell in turns)


def test_a_town_beside_the_line_draws_the_path_to_it() -> None:
    grid = plain_grid()
    line = np.array([[2.0, 10.05], [16.0, 10.05]])
    town = grid.hex("1010")
    assert abs(grid.centres()[town, 1] - 10.05) > 0.5
    found = route(grid, line, [town])
    hexes = grid.hex_at(found.hexes).tolist()
    assert town in hexes
    assert all(grid.distance(a, b) == 1 for a, b in itertools.pairwise(hexes))
    ends = grid.hex_at(route(grid, line).hexes)[[0, -1]].tolist()
    assert [hexes[0], hexes[-1]] == ends


def test_a_town_far_from_the_line_is_missed() -> None:
    grid = plain_grid()
    town = grid.hex("1020")
    found = route(grid, np.array([[2.0, 5.0], [16.0, 5.0]]), [town])
    assert found.missed == (tuple(grid.axial_of(np.array([town]))[0].tolist()),)
    assert town not in grid.hex_at(found.hexes).tolist()


def test_a_road_ends_in_its_town_even_if_drawn_short() -> None:
    grid = plain_grid()
    first, last = grid.hex("0505"), grid.hex("1507")
    a, b = grid.centres()[[first, last]]
    line = np.array([a + 0.07 * (b - a), a + 0.92 * (b - a)])
    hexes = grid.hex_at(route(grid, line, [last, first]).hexes).tolist()
    assert (hexes[0], hexes[-1]) == (first, last)


def test_a_spur_to_a_town_turns_back_there_only() -> None:
    grid = plain_grid()
    a, b, town = (grid.hex(number) for number in ("0510", "1010", "0708"))
    centre = grid.centres()
    turn = grid.hex("0710")
    line = np.array([centre[a], centre[turn], centre[town], centre[turn], centre[b]])
    assert town in grid.hex_at(route(grid, line, [town]).hexes).tolist()
    assert town not in grid.hex_at(route(grid, line).hexes).tolist()


@pytest.mark.parametrize("points", [[[5.0, 5.0]], [[5.0, 5.0], [5.0, 5.0]], [[5.0, 5.0], [5.1, 5.0]]])
def test_a_line_within_one_hex_is_that_hex(points: list[list[float]]) -> None:
    grid = plain_grid()
    line = np.array(points)
    assert grid.hex_at(route(grid, line).hexes).tolist() == grid.nearest(line[:1]).tolist()
