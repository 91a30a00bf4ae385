"""Scans: the largest error of any hex after twelve control points."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from time import process_time

import numpy as np

from tests.bench.report import Limit, Section, Table
from tests.geometry.scans import Distortion, twelve
from toolkit.geometry.calibration import fit_calibration
from toolkit.geometry.grid import HexGrid, Orientation

SCANS = 200
ASKED = 0.05

Random = np.random.Generator
Make = Callable[[Random], Distortion]


def scanner(random: Random) -> Distortion:
    """Return rotation to 2 degrees, skew to 1, stretch to 1 %: what a straight grid can follow."""
    return Distortion(
        pitch_px=float(random.uniform(60, 250)),
        rotation=float(random.uniform(-2, 2)),
        skew=float(random.uniform(-1, 1)),
        stretch=float(random.uniform(-0.01, 0.01)),
    )


def lens(random: Random) -> Distortion:
    """Return the same and a bulge or pinch of up to 3 % at the corners, its centre beside the map's."""
    straight = scanner(random)
    return Distortion(
        straight.pitch_px,
        straight.rotation,
        straight.skew,
        straight.stretch,
        bulge=float(random.uniform(-0.03, 0.03)),
        off=(float(random.uniform(-0.1, 0.1)), float(random.uniform(-0.1, 0.1))),
    )


def paper(random: Random) -> Distortion:
    """Return a scanner's distortion and paper that grew unevenly, by up to 1 % at the edges."""
    straight = scanner(random)
    growth = (float(random.uniform(-0.01, 0.01)), float(random.uniform(-0.01, 0.01)))
    return Distortion(straight.pitch_px, straight.rotation, straight.skew, straight.stretch, growth)


KINDS: dict[str, Make] = {
    "rotation ±2°, skew ±1°, stretch 1 %": scanner,
    "the same and a lens, ±3 % at the corners": lens,
    "the same and paper grown unevenly by 1 %": paper,
}
SLIPS = (0.0, 0.5, 1.0)


def run() -> Section:
    """Measure."""
    rows, limits = [], []
    for name, make in KINDS.items():
        for slip in SLIPS:
            worst, straight, models, spent = measure(make, slip)
            chosen = ", ".join(f"{model} {count}" for model, count in models.most_common())
            cells = [f"{value:.2%}" for value in (np.median(worst), np.quantile(worst, 0.95), worst.max())]
            rows.append(
                [name, f"{slip:g}", *cells, f"{straight.max():.1%}", chosen, f"{spent / SCANS * 1000:.0f} ms"]
            )
            if slip <= 0.5:
                text = f"{name}, clicked to ±{slip:g} px: worst hex of {SCANS} scans"
                limits.append(Limit(text, f"{worst.max():.2%}", f"{ASKED:.0%}", bool(worst.max() < ASKED)))
    columns = (
        "scan", "clicks off by, px", "median", "95 %", "worst", "straight grid, worst", "models chosen",
        "time of a fit",
    )  # fmt: skip
    return Section(
        [Table("Error of the worst hex of each scan, in parts of a hex", columns, rows)],
        limits,
        [
            f"{SCANS} made scans a row, 8 × 8 to 40 × 40 hexes of 60 to 250 pixels, both orientations; "
            "control points at the corners, the middles of the edges and four inside. The error is that of "
            "*every* hex against its true pixel, not that of the control points.",
        ],
    )


def measure(make: Make, slip: float) -> tuple[np.ndarray, np.ndarray, Counter[str], float]:
    """Return each scan's worst error by the fit and by a straight grid, the models, the time."""
    random = np.random.default_rng(7)
    worst, straight = np.zeros(SCANS), np.zeros(SCANS)
    models: Counter[str] = Counter()
    spent = 0.0
    for i in range(SCANS):
        orientation = Orientation.FLAT if i % 2 else Orientation.POINTY
        columns, rows = (int(value) for value in random.integers(8, 41, 2))
        grid = HexGrid(orientation, 1.0, (0.0, 0.0), 1, columns, 1, rows, "even")
        warp, chosen, centres = make(random).of(grid), twelve(grid), grid.centres()
        true = warp(centres)
        clicked = true[chosen] + random.uniform(-slip, slip, (len(chosen), 2))
        start = process_time()
        fit = fit_calibration(centres[chosen], clicked, 1.0)
        spent += process_time() - start
        pitch = float(np.median(fit.pitch_px))
        models[fit.calibration.model.value] += 1
        worst[i] = np.hypot(*(fit.calibration.to_scan(centres) - true).T).max() / pitch
        plain = np.column_stack([centres[chosen], np.ones(len(chosen))])
        best = np.linalg.lstsq(plain, clicked, rcond=None)[0]
        everywhere = np.column_stack([centres, np.ones(len(centres))]) @ best
        straight[i] = np.hypot(*(everywhere - true).T).max() / pitch
    return worst, straight, models, spent
