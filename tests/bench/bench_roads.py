"""Roads: from drawn lines to hexes."""

from __future__ import annotations

import numpy as np

from tests.bench.matching import Cells, Found, Matcher, draw_worst, limits, measure, table
from tests.bench.noise import lattice_grid, random_path
from tests.bench.report import Section
from toolkit.geometry.roads import route

LEVELS = (0.1, 0.2, 0.25, 0.28, 0.35, 0.43, 0.45, 0.48, 0.55, 0.6)
LINES = 200
GRID = lattice_grid()


def corners(cells: Cells) -> np.ndarray:
    """Return the plane positions of hex centres."""
    return GRID.to_plane(np.array(cells, dtype=float))


def match(points: np.ndarray, truth: Cells, ends: bool) -> Found:
    """Route a drawn line."""
    towns = GRID.hex_at(np.array([truth[0], truth[-1]])).tolist() if ends else []
    found = route(GRID, points, towns)
    flags = np.array([flag.position for flag in found.flags]).reshape(-1, 2)
    return Found([tuple(row) for row in found.hexes.tolist()], flags)


def make(rng: np.random.Generator, length: int, wild: bool) -> Cells:
    """Return a true path."""
    return list(random_path(rng, length, wild))


def run() -> Section:
    """Measure accuracy by noise."""
    matcher = Matcher(make, corners, match)
    rows, worst = measure(matcher, LEVELS, LINES, seed=2)
    draw_worst("roads", matcher, worst, (0.43, 0.55))
    return Section(
        [table("Paths found, by noise", rows)],
        limits(rows, 0.43),
        [
            f"{LINES} random paths of 10 to 80 links for each row, as in the river table; *ends given* are "
            "towns at both ends. A hex centre is √3/2 from the nearest link that does not end there, so two "
            "paths can be as near as that, and from a displacement of √3/4 = 0.433 on no method can be "
            "certain; up to there every path is exact.",
            "The worst line of each kind, drawn: `build/bench/roads.png`.",
        ],
    )
