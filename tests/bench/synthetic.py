"""Synthetic drawn maps of any size, the same for the same seed."""

from __future__ import annotations

import math

import numpy as np

from toolkit.geometry.features import (
    AreaFeature,
    AreaRule,
    EndKind,
    LineEnd,
    LineFeature,
    MapFeatures,
    PathFeature,
    PlaceFeature,
)
from toolkit.geometry.grid import HexGrid, Orientation
from toolkit.geometry.numbering import Numbering
from toolkit.geometry.provenance import Provenance

KINDS = ("clear", "forest", "marsh", "mountain", "sea")


def wander(rng: np.random.Generator, start: np.ndarray, steps: int, stride: float, bend: float) -> np.ndarray:
    """Return a line ``(steps + 1, 2)`` whose heading drifts."""
    heading = rng.uniform(0, 2 * math.pi) + np.cumsum(rng.normal(0, bend, steps))
    run = stride * np.stack([np.cos(heading), np.sin(heading)], axis=1)
    return np.concatenate([start[None, :], start + np.cumsum(run, axis=0)])


def blob(rng: np.random.Generator, centre: np.ndarray, radius: float, corners: int) -> np.ndarray:
    """Return a closed star-shaped ring."""
    angle = np.linspace(0, 2 * math.pi, corners, endpoint=False)
    phases, sizes = rng.uniform(0, 2 * math.pi, 6), rng.uniform(0, 0.12, 6)
    waves = sum(s * np.sin((k + 2) * angle + p) for k, (p, s) in enumerate(zip(phases, sizes, strict=True)))
    reach = radius * (1 + waves)
    ring = centre + reach[:, None] * np.stack([np.cos(angle), np.sin(angle)], axis=1)
    return np.concatenate([ring, ring[:1]])


def synthetic_map(hexes: int, seed: int = 47) -> tuple[HexGrid, MapFeatures]:
    """Return a square map: 2,000 rivers, 1,000 roads, 500 areas and 2,000 towns per million hexes."""
    rng = np.random.default_rng(seed)
    side = math.isqrt(hexes)
    grid = HexGrid(Orientation.FLAT, 1.0, (0.0, 0.0), 1, side, 1, side, "even", Numbering("column-row", 4, 4))
    share = hexes / 1_000_000
    extent = np.array([side * math.sqrt(3) / 2, float(side)])

    def spots(count: int) -> np.ndarray:
        return rng.uniform(0, 1, (max(1, round(count * share)), 2)) * extent

    known = Provenance("invented", "synthetic")
    towns = tuple(
        PlaceFeature(f"t{i}", "town", (x, y), known) for i, (x, y) in enumerate(spots(2000).tolist())
    )
    rivers = []
    for i, spot in enumerate(spots(2000)):
        line = wander(rng, spot, 250, 0.4, 0.35)
        end = LineEnd()
        if i % 2:
            main = rivers[i - 1]
            line = line + (main.points[100] - line[-1])
            end = LineEnd(EndKind.JOIN, main.id)
        rivers.append(LineFeature(f"r{i}", "river", line, known, start=LineEnd(EndKind.SOURCE), end=end))
    roads = tuple(
        PathFeature(f"p{i}", "road", wander(rng, spot, 200, 1.0, 0.15), known)
        for i, spot in enumerate(spots(1000))
    )
    areas = tuple(
        AreaFeature(
            f"a{i}",
            KINDS[1 + i % 4],
            ((blob(rng, spot, rng.uniform(5, 25), 200),),),
            known,
            AreaRule.SEA if i % 4 == 3 else AreaRule.TERRAIN,
            priority=i % 4,
        )
        for i, spot in enumerate(spots(500))
    )
    return grid, MapFeatures(
        "clear", known, KINDS, lines=tuple(rivers), paths=roads, areas=areas, places=towns
    )
