from __future__ import annotations

import math
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from tests.bench import report
from tests.bench.noise import KINDS, draw, frechet, lattice_grid, random_chain, random_path


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("wild", [False, True])
@pytest.mark.parametrize("d", [0.1, 0.45, 0.6])
def test_a_drawn_line_keeps_its_distance(kind: str, wild: bool, d: float) -> None:
    rng = np.random.default_rng(3)
    grid = lattice_grid()
    corners = np.array([grid.vertex_position(v) for v in random_chain(rng, 15, wild)])
    drawn = draw(rng, corners, kind, d)
    assert drawn.matched() <= d + 1e-9
    measured = frechet(drawn.points, corners, step=0.05)
    assert measured <= d + 0.05
    # The noise is as strong as it says, or nearly.
    assert measured > 0.6 * d


def test_the_truth_meets_nothing_twice() -> None:
    rng = np.random.default_rng(5)
    chain, path = random_chain(rng, 60, True), random_path(rng, 60, True)
    assert len(set(chain)) == len(chain) == 61
    assert len(set(path)) == len(path) == 61
    assert all(b in a.neighbours() for a, b in pairwise(chain))


def test_frechet_keeps_the_order_that_hausdorff_loses() -> None:
    # A hairpin against its chord: no point is far from the other line, but the order is.
    hairpin = np.array([[0.0, 0.0], [4.0, 0.0], [4.0, 0.1], [0.0, 0.1], [0.0, 0.2], [4.0, 0.2]])
    chord = np.array([[0.0, 0.1], [4.0, 0.1]])
    assert frechet(hairpin, chord) == pytest.approx(2.0, abs=0.15)
    straight = np.array([[0.0, 0.0], [5.0, 0.0]])
    assert frechet(straight, straight + np.array([0.3, 0.4])) == pytest.approx(0.5, abs=1e-9)
    assert frechet(straight, straight[::-1]) == pytest.approx(5.0, abs=0.2)
    assert math.isclose(frechet(straight, straight), 0.0)


def test_a_page_keeps_the_rows_of_other_benches(tmp_path: Path) -> None:
    page = tmp_path / "bench.md"

    def measured(figure: str) -> report.Section:
        return report.Section([], [report.Limit("time", figure, "1 s", met=False)])

    report.update_page({"rivers": measured("5 s"), "maps": measured("6 s")}, page)
    report.update_page({"rivers": measured("7 s")}, page)
    rows = [line for line in page.read_text(encoding="utf-8").splitlines() if "time" in line]
    assert rows == ["| maps | time | 6 s | 1 s | **no** |", "| rivers | time | 7 s | 1 s | **no** |"]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["bench.md"]


def test_all_of_a_bench_is_printed() -> None:
    table = report.Table("Paths", ["clause"], [["2[1](1)"]])
    text = report.markdown("Roads", report.Section([table], [report.Limit("x", "2", "1", met=True)], ["how"]))
    assert text.splitlines()[0] == "## Roads"
    assert "how" in text
    assert "| x | 2 | 1 | yes |" in text
    assert r"| 2\[1](1) |" in text
