"""Rivers: from drawn lines to hexsides."""

from __future__ import annotations

import numpy as np

from tests.bench.matching import Cells, Found, Matcher, draw_worst, limits, measure, table
from tests.bench.noise import draw, lattice_grid, random_chain
from tests.bench.report import Limit, Section, Table, best_processor_time
from tests.geometry.tracing import trace
from toolkit.geometry.lattice import Vertex

LEVELS = (0.1, 0.2, 0.25, 0.28, 0.35, 0.45, 0.48, 0.55, 0.6)
LINES = 200
GRID = lattice_grid()


def corners(nodes: Cells) -> np.ndarray:
    """Return the plane positions of vertices ``(q, r, half)``."""
    table_ = np.array(nodes, dtype=float)
    return GRID.to_plane(table_[:, :2] + (1 + table_[:, 2:]) / 3)


def match(points: np.ndarray, truth: Cells, ends: bool) -> Found:
    """Trace a drawn line."""
    held = (Vertex(*truth[0]), Vertex(*truth[-1])) if ends else (None, None)  # type: ignore[arg-type]
    found = trace(GRID, points, *held)
    flags = np.array([flag.position for flag in found.flags]).reshape(-1, 2)
    return Found([tuple(row) for row in found.nodes.tolist()], flags)


def make(rng: np.random.Generator, length: int, wild: bool) -> Cells:
    """Return a true chain."""
    return [(v.q, v.r, v.half) for v in random_chain(rng, length, wild)]


def run() -> Section:
    """Measure accuracy by noise, then speed by length."""
    matcher = Matcher(make, corners, match)
    rows, worst = measure(matcher, LEVELS, LINES, seed=1)
    draw_worst("rivers", matcher, worst, (0.45, 0.55))
    timing, fast = speed()
    return Section(
        [table("Chains found, by noise", rows), timing],
        [*limits(rows, 0.48), *fast],
        [
            f"{LINES} random chains of 10 to 80 hexsides for each row, half of them wild meanders, with no "
            "hint but where it says *ends given*. `d` is the greatest order-preserving displacement in "
            "pitches that the generator allows and checks by matching; the discrete Fréchet distance is "
            "measured apart, on every hundredth line. *Interior right*: all but at most one step at either "
            "end. Up to d = 0.5 the interior is certain, beyond it a line may pass on the wrong side of a "
            "hex centre.",
            "The worst line of each kind, drawn: `build/bench/rivers.png`.",
        ],
    )


def speed() -> tuple[Table, list[Limit]]:
    """Time rivers of growing length."""
    rng = np.random.default_rng(5)
    times = {}
    for length in (500, 1000, 2000, 4000):
        nodes: Cells = [(0, 0, 0)]
        while len(nodes) <= length:
            here = Vertex(*nodes[-1])  # type: ignore[arg-type]
            ahead = here.neighbours()[0 if here.half == 0 else int(rng.integers(1, 3))]
            nodes.append((ahead.q, ahead.r, ahead.half))
        drawn = draw(rng, corners(nodes), "random", 0.25).points
        assert match(drawn, nodes, True).cells == nodes
        times[length] = (best_processor_time(lambda drawn=drawn: trace(GRID, drawn), repeats=15), len(drawn))
    base = times[1000][0] / 1000
    rows = [
        [f"{n}", f"{points}", f"{1000 * t:.1f} ms", f"{t / n / base:.2f}"] for n, (t, points) in times.items()
    ]
    limit = Limit("river of 1,000 sides", f"{1000 * times[1000][0]:.1f} ms", "50 ms", times[1000][0] < 0.05)
    linear = times[4000][0] / times[500][0] / 8
    grows = Limit("time per side, 4,000 against 500 sides", f"{linear:.2f}", "1.5", linear < 1.5)
    return Table("Time by length", ("hexsides", "points", "processor time", "per side, 1,000 = 1"), rows), [
        limit,
        grows,
    ]
