"""Hypothesis strategies for grids, chains and noise."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

import numpy as np
from hypothesis import assume
from hypothesis import strategies as st

from toolkit.geometry.grid import HexGrid, Orientation
from toolkit.geometry.lattice import Vertex
from toolkit.geometry.numbering import Letters, Numbering, Oblique

orientations = st.sampled_from(list(Orientation))
Parity = Literal["even", "odd"]
PARITIES: tuple[Parity, ...] = ("even", "odd")
parities = st.sampled_from(PARITIES)


@st.composite
def grids(draw: st.DrawFn, most: int = 9) -> HexGrid:
    """Grids of either orientation and parity, with any numbering that fits."""
    numbering = Numbering(
        draw(st.sampled_from(["column-row", "row-column"])),
        draw(st.integers(2, 4)),
        draw(st.integers(2, 4)),
        draw(st.sampled_from(["", ".", "-", " / "])),
    )
    return HexGrid(
        draw(orientations),
        draw(st.floats(0.01, 1000)),
        (draw(st.floats(-1e4, 1e4)), draw(st.floats(-1e4, 1e4))),
        draw(st.integers(0, 30)),
        draw(st.integers(1, most)),
        draw(st.integers(0, 30)),
        draw(st.integers(1, most)),
        draw(parities),
        numbering,
    )


@st.composite
def printed_grids(draw: st.DrawFn) -> HexGrid:
    """Grids numbered in any of the ways that maps are: letters, from any side, obliquely, with holes."""
    orientation = draw(orientations)
    flat = orientation is Orientation.FLAT
    letters: Letters = draw(st.sampled_from(["none", "none", "column", "row", "both"]))
    oblique: Oblique = draw(st.sampled_from(["", "", "down", "up"] if flat else ["", "", "right", "left"]))
    descend = draw(st.booleans()), draw(st.booleans())
    numbering = Numbering(
        draw(st.sampled_from(["column-row", "row-column"])),
        draw(st.integers(1, 3)),
        draw(st.integers(1, 3)),
        "." if letters == "both" else draw(st.sampled_from(["", ".", "-"])),
        letters,
        *descend,
        oblique,
    )
    columns, rows = draw(st.integers(2, 6)), draw(st.integers(2, 6))
    # Counted down, or obliquely, numbers stay above nothing.
    room = 9 if oblique or any(descend) else 1
    first = room + draw(st.integers(0, 25)), room + draw(st.integers(0, 25))
    holes = draw(st.sets(st.integers(0, columns * rows - 1), max_size=3))
    try:
        grid = HexGrid(
            orientation, 28.8, (-100.0, 40.0), first[0], columns, first[1], rows, draw(parities), numbering,
            tuple(sorted(holes)),
        )  # fmt: skip
    except ValueError:
        # Two digits do not hold the second number.
        assume(False)
    chosen = draw(st.sets(st.integers(0, len(grid) - 1), max_size=2))
    exceptions = tuple((grid.number(h), f"Z{n}X") for n, h in enumerate(sorted(chosen)))
    return replace(grid, numbering=replace(numbering, exceptions=exceptions))


@st.composite
def chains(draw: st.DrawFn, longest: int = 25) -> list[Vertex]:
    """Chains of hexsides that meet no vertex twice, anywhere around the lattice's origin."""
    chain = [Vertex(draw(st.integers(-3, 3)), draw(st.integers(-3, 3)), draw(st.sampled_from([0, 1])))]
    for turn in draw(st.lists(st.integers(0, 5), min_size=3, max_size=longest)):
        free = [vertex for vertex in chain[-1].neighbours() if vertex not in chain]
        if not free:
            break
        chain.append(free[turn % len(free)])
    return chain


@st.composite
def paths(draw: st.DrawFn, longest: int = 20) -> list[tuple[int, int]]:
    """Paths of hexes (axial) that meet no hex twice."""
    path = [(draw(st.integers(-3, 3)), draw(st.integers(-3, 3)))]
    steps = [(0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)]
    for turn in draw(st.lists(st.integers(0, 59), min_size=3, max_size=longest)):
        q, r = path[-1]
        free = [(q + a, r + b) for a, b in steps if (q + a, r + b) not in path]
        if not free:
            break
        path.append(free[turn % len(free)])
    return path


def plain_grid(
    orientation: Orientation = Orientation.FLAT, parity: Parity = "even", size: int = 40
) -> HexGrid:
    """A grid of pitch 1 around the lattice's origin, which lies at its first hex."""
    return HexGrid(orientation, 1.0, (0.0, 0.0), 1, size, 1, size, parity)


def disturbed(corners: np.ndarray, d: float, seed: int, pieces: int = 5) -> np.ndarray:
    """A line along corners, every point displaced by exactly `d` in some direction."""
    rng = np.random.default_rng(seed)
    place = np.linspace(0, len(corners) - 1, (len(corners) - 1) * pieces + 1)
    index = np.arange(len(corners))
    line = np.stack([np.interp(place, index, corners[:, k]) for k in (0, 1)], axis=1)
    angle = rng.uniform(0, 2 * np.pi, len(line))
    return line + d * np.stack([np.cos(angle), np.sin(angle)], axis=1)
