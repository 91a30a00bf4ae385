from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.geometry.strategies import Parity, chains, disturbed, orientations, parities, plain_grid
from tests.geometry.tracing import trace
from toolkit.geometry.grid import HexGrid, Orientation
from toolkit.geometry.lattice import Vertex
from toolkit.geometry.trace import HexEnd

MANY = settings(max_examples=40)
seeds = st.integers(0, 2**32 - 1)


def corners(grid: HexGrid, chain: list[Vertex]) -> np.ndarray:
    return np.array([grid.vertex_position(vertex) for vertex in chain])


def sampled_chain(grid: HexGrid, line: np.ndarray, step: float = 4e-3) -> list[Vertex]:
    """The chain by brute force: for dense samples the nearest of all hex corners, backtracks cancelled."""
    positions = grid.corners(np.arange(len(grid))).reshape(-1, 2)
    parts = []
    for start, end in itertools.pairwise(line):
        share = np.linspace(0, 1, int(np.hypot(*(end - start)) / step) + 2)[:, None]
        parts.append(start + share * (end - start))
    samples = np.concatenate(parts)
    square = (positions**2).sum(axis=1) - 2 * samples @ positions.T
    nearest = np.round(positions[square.argmin(axis=1)], 6)
    moved = np.concatenate([[True], (np.diff(nearest, axis=0) != 0).any(axis=1)])
    return cancelled([grid.vertex_at((x, y)) for x, y in nearest[moved].tolist()])


def cancelled(visits: list[Vertex]) -> list[Vertex]:
    """Fill in steps that sampling skipped (through the tip of a third triangle), then cancel."""
    full = visits[:1]
    for vertex in visits[1:]:
        if vertex not in full[-1].neighbours():
            full += [v for v in full[-1].neighbours() if v in vertex.neighbours()][:1]
        full.append(vertex)
    while True:
        again = [i for i in range(len(full) - 2) if full[i] == full[i + 2]]
        if not again:
            return full
        del full[again[0] : again[0] + 2]


@given(chains(), orientations, parities, st.floats(0, 0.28), seeds)
@MANY
def test_small_noise_changes_nothing(
    chain: list[Vertex], orientation: Orientation, parity: Parity, d: float, seed: int
) -> None:
    grid = plain_grid(orientation, parity)
    assert trace(grid, disturbed(corners(grid, chain), d, seed)).vertices() == tuple(chain)


@given(chains(), orientations, st.floats(0.28, 0.49), seeds)
@MANY
def test_with_its_ends_given_a_chain_is_exact_below_half_a_pitch(
    chain: list[Vertex], orientation: Orientation, d: float, seed: int
) -> None:
    grid = plain_grid(orientation)
    line = disturbed(corners(grid, chain), d, seed)
    assert trace(grid, line, chain[0], chain[-1]).vertices() == tuple(chain)


@given(chains(), orientations, st.floats(0.0, 0.39), seeds)
@MANY
def test_no_flag_where_the_line_keeps_clear(
    chain: list[Vertex], orientation: Orientation, d: float, seed: int
) -> None:
    grid = plain_grid(orientation)
    assert trace(grid, disturbed(corners(grid, chain), d, seed)).flags == ()


@given(chains(longest=15), orientations, st.floats(0.5, 0.6), seeds)
@MANY
def test_every_wrong_chain_is_flagged_up_to_six_tenths(
    chain: list[Vertex], orientation: Orientation, d: float, seed: int
) -> None:
    grid = plain_grid(orientation)
    found = trace(grid, disturbed(corners(grid, chain), d, seed), chain[0], chain[-1])
    assert found.vertices() == tuple(chain) or found.flags


@st.composite
def lines(draw: st.DrawFn) -> np.ndarray:
    """Any line: wild, with points on centres, on vertices, on lattice lines and repeated."""
    rough = st.tuples(st.floats(-4, 12), st.floats(-4, 12))
    exact = st.tuples(
        st.integers(-4, 12).map(lambda i: i / 2 * np.sqrt(3) / 2), st.integers(-8, 24).map(lambda i: i / 4)
    )
    return np.array(draw(st.lists(st.one_of(rough, exact), min_size=2, max_size=12)))


@given(lines(), orientations)
@MANY
def test_a_chain_is_always_connected_and_never_turns_straight_back(
    line: np.ndarray, orientation: Orientation
) -> None:
    found = trace(plain_grid(orientation), line)
    chain = found.vertices()
    assert len(chain) >= 1
    for a, b in itertools.pairwise(chain):
        assert b in a.neighbours()
    for a, b in zip(chain, chain[2:], strict=False):
        assert a != b
    raw = [Vertex(*row) for row in found.raw.nodes.tolist()]
    assert all(b in a.neighbours() for a, b in itertools.pairwise(raw))


@given(st.lists(st.tuples(st.floats(1, 6), st.floats(1, 6)), min_size=2, max_size=5), orientations)
@settings(max_examples=25)
def test_the_walk_agrees_with_dense_sampling(
    points: list[tuple[float, float]], orientation: Orientation
) -> None:
    grid, line = plain_grid(orientation, size=9), np.array(points)
    found = trace(grid, line)
    # Where the line grazes a centre, sampling may see another side of it.
    assume(all(flag.distance > 0.02 for flag in found.flags) and not found.ring)
    assert list(found.vertices()) == sampled_chain(grid, line)


@given(lines(), orientations)
@MANY
def test_reversed_line_gives_the_reversed_chain(line: np.ndarray, orientation: Orientation) -> None:
    grid = plain_grid(orientation)
    there, back = trace(grid, line), trace(grid, line[::-1])
    assume(all(flag.distance > 1e-6 for flag in there.flags) and not there.ring)
    assert there.vertices() == back.vertices()[::-1]


@given(chains(), orientations, st.integers(-20, 20), st.integers(-20, 20), seeds)
@MANY
def test_moving_line_and_lattice_moves_the_chain(
    chain: list[Vertex], orientation: Orientation, q: int, r: int, seed: int
) -> None:
    grid = plain_grid(orientation)
    line = disturbed(corners(grid, chain), 0.45, seed)
    shift = grid.to_plane(np.array([q, r])) - grid.to_plane(np.array([0, 0]))
    moved = tuple(Vertex(v.q + q, v.r + r, v.half) for v in trace(grid, line).vertices())
    assert trace(grid, line + shift).vertices() == moved


@given(chains(), orientations, st.integers(2, 5), seeds)
@MANY
def test_denser_sampling_changes_nothing(
    chain: list[Vertex], orientation: Orientation, times: int, seed: int
) -> None:
    grid = plain_grid(orientation)
    line = disturbed(corners(grid, chain), 0.6, seed)
    found = trace(grid, line)
    assume(all(flag.distance > 1e-6 for flag in found.flags))
    place = np.linspace(0, len(line) - 1, (len(line) - 1) * times + 1)
    dense = np.stack([np.interp(place, np.arange(len(line)), line[:, k]) for k in (0, 1)], axis=1)
    assert trace(grid, dense).vertices() == found.vertices()


@pytest.mark.parametrize("orientation", list(Orientation))
def test_a_ring_round_one_hex_is_its_six_sides(orientation: Orientation) -> None:
    grid = plain_grid(orientation)
    h = grid.hex("0505")
    angle = np.linspace(0, 2 * np.pi, 9)
    ring = grid.centres()[h] + 0.6 * np.stack([np.cos(angle), np.sin(angle)], axis=1)
    ring[-1] = ring[0]
    found = trace(grid, ring)
    assert found.ring
    assert found.nodes[0].tolist() == found.nodes[-1].tolist()
    assert set(found.vertices()) == set(grid.vertices(h))
    assert len(found.nodes) == 7


def test_a_ring_round_nothing_is_no_chain() -> None:
    grid = plain_grid()
    x, y = grid.vertex_position(grid.vertices(grid.hex("0505"))[0])
    ring = np.array([[x, y], [x + 0.3, y], [x, y + 0.3], [x, y]])
    assert len(trace(grid, ring).nodes) == 1


def test_a_tail_where_a_ring_closes_is_cancelled() -> None:
    grid = plain_grid()
    h = grid.hex("0505")
    angle = np.linspace(0, 2 * np.pi, 13)
    ring = grid.centres()[h] + 0.6 * np.stack([np.cos(angle), np.sin(angle)], axis=1)
    far = ring[:1] + np.array([[1.2, 0.0]])
    found = trace(grid, np.concatenate([far, ring[:-1], ring[:1], far]))
    assert set(found.vertices()) == set(grid.vertices(h))


@pytest.mark.parametrize("orientation", list(Orientation))
def test_a_stroke_drawn_over_itself_counts_once(orientation: Orientation) -> None:
    grid = plain_grid(orientation)
    line = np.array([[3.0, 3.1], [6.0, 5.3], [9.0, 5.2]])
    # Forward, back for a while, forward again: the pen never left the paper.
    again = np.array([line[0], line[1], line[2], (line[1] + line[2]) / 2, line[1], line[2]])
    assert trace(grid, again).vertices() == trace(grid, line).vertices()


@pytest.mark.parametrize("orientation", list(Orientation))
@pytest.mark.parametrize("axis", [0, 1, 2])
def test_a_line_straight_through_centres_is_connected_and_flagged(
    orientation: Orientation, axis: int
) -> None:
    grid = plain_grid(orientation)
    step = [(1, 0), (0, 1), (-1, 1)][axis]
    cells = np.array([(10 + i * step[0], 5 + i * step[1]) for i in range(6)])
    found = trace(grid, grid.to_plane(cells))
    assert all(b in a.neighbours() for a, b in itertools.pairwise(found.vertices()))
    assert {(flag.q, flag.r) for flag in found.flags} == set(map(tuple, cells.tolist()))
    assert all(flag.distance < 1e-6 for flag in found.flags)


def test_a_flag_says_where() -> None:
    grid = plain_grid()
    x, y = grid.centres()[grid.hex("0505")].tolist()
    found = trace(grid, np.array([[x - 0.5, y - 0.9], [x + 0.05, y], [x - 0.5, y + 0.9]]))
    assert [(flag.q, flag.r) for flag in found.flags] == [
        tuple(grid.axial_of(np.array([grid.hex("0505")]))[0])
    ]
    assert found.flags[0].distance == pytest.approx(0.05 * 0.9 / np.hypot(0.55, 0.9))
    near = np.hypot(found.flags[0].position[0] - x, found.flags[0].position[1] - y)
    assert near == pytest.approx(found.flags[0].distance)


def test_a_source_in_the_middle_of_a_hex_starts_where_the_line_leaves_it() -> None:
    grid = plain_grid()
    h = grid.hex("0505")
    x, y = grid.centres()[h].tolist()
    q, r = grid.axial_of(np.array([h]))[0].tolist()
    line = np.array([[x, y], [x + 0.6, y + 0.1], [x + 3.2, y + 0.3]])
    found = trace(grid, line, start=HexEnd(q, r))
    on_hex = [vertex in grid.vertices(h) for vertex in found.vertices()]
    assert on_hex[0]
    assert not any(on_hex[1:])
    assert (q, r) not in {(flag.q, flag.r) for flag in found.flags}


def test_a_source_hex_draws_the_end_to_its_border() -> None:
    grid = plain_grid()
    h = grid.hex("0505")
    q, r = grid.axial_of(np.array([h]))[0].tolist()
    x, y = grid.centres()[h].tolist()
    line = np.array([[x + 0.9, y + 0.1], [x + 3.2, y + 0.3]])
    assert trace(grid, line, start=HexEnd(q, r)).vertices()[0] in grid.vertices(h)


def test_a_single_point_is_one_vertex() -> None:
    grid = plain_grid()
    assert len(trace(grid, np.array([[3.0, 3.2]])).nodes) == 1
    assert len(trace(grid, np.array([[3.0, 3.2]] * 3)).nodes) == 1


def test_chains_may_leave_the_map() -> None:
    grid = plain_grid(size=3)
    found = trace(grid, np.array([[-10.0, 1.2], [12.0, 1.3]]))
    assert len(found.nodes) > 20
