"""Made boards of areas: Voronoi cells with crooked borders, drawn by a hand that trembles."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np
import shapely

from toolkit.geometry.area_drawing import AreaDrawing, DrawnArea
from toolkit.geometry.lattice import FloatArray
from toolkit.geometry.provenance import Provenance

ORIGIN = Provenance("invented", "test")
SIDE = 1000.0


@dataclass(frozen=True, slots=True, eq=False)
class Partition:
    """A board and what is true of it.

    Attributes
    ----------
    lengths : mapping of pair of ids to length
        Of the straight borders, before they were made crooked.
    """

    drawing: AreaDrawing
    lengths: dict[tuple[str, str], float]

    @property
    def tolerance(self) -> float:
        assert self.drawing.tolerance is not None
        return self.drawing.tolerance


def _drawn(outline: FloatArray, slip: float, random: np.random.Generator) -> FloatArray:
    """Return an outline whose points have slipped; who crosses his own line draws it again."""
    while True:
        drawn: FloatArray = outline + random.uniform(-0.5, 0.5, outline.shape) * slip
        if shapely.LinearRing(drawn).is_simple:
            return drawn


def partition(seed: int, tremble: float = 0.0) -> Partition:
    """Return a random board; `tremble` is how far each point of each outline may slip, in tolerances."""
    random = np.random.default_rng(seed)
    frame = shapely.box(0, 0, SIDE, SIDE)
    if random.random() < 0.5:
        frame = shapely.Point(SIDE / 2, SIDE / 2).buffer(SIDE / 2, quad_segs=9)
    cells, tolerance = _cells(random, frame)
    crooked = {}
    for cell in cells:
        ring = shapely.get_coordinates(cell)
        for a, b in pairwise(ring):
            key = _key(a, b)
            if key not in crooked:
                crooked[key] = _crooked(np.array(key[:2]), np.array(key[2:]), random, 0.06, 4 * tolerance)
    areas = []
    for number, cell in enumerate(cells):
        ring = shapely.get_coordinates(cell)
        line = []
        for a, b in pairwise(ring):
            key = _key(a, b)
            way = crooked[key]
            line.append(way[:-1] if np.allclose(way[0], a, atol=1e-5) else way[::-1][:-1])
        outline = np.concatenate(line)
        if tremble:
            outline = _drawn(outline, tremble * tolerance, random)
        areas.append(area(f"a{number}", np.concatenate([outline, outline[:1]])))
    lengths = {}
    for i, one in enumerate(cells):
        for j in range(i + 1, len(cells)):
            common = shapely.intersection(
                shapely.set_precision(one.boundary, 1e-6), shapely.set_precision(cells[j].boundary, 1e-6)
            )
            length = float(shapely.length(common))
            if length > 0:
                lengths[f"a{i}", f"a{j}"] = length
    drawing = AreaDrawing(tuple(areas), tolerance=tolerance, least_border=3 * tolerance)
    return Partition(drawing, lengths)


def _cells(random: np.random.Generator, frame: shapely.Geometry) -> tuple[list[shapely.Geometry], float]:
    """Return Voronoi cells none of which is a sliver, and a tolerance for them."""
    count = int(random.integers(4, 30))
    while True:
        points = random.uniform(0, SIDE, (count, 2))
        found = shapely.get_parts(shapely.voronoi_polygons(shapely.MultiPoint(points), extend_to=frame))
        cells = [shapely.intersection(cell, frame) for cell in found]
        size = float(np.sqrt(np.median(shapely.area(cells))))
        tolerance = float(random.uniform(0.01, 0.03)) * size
        whole = all(shapely.get_type_id(cell) == 3 for cell in cells)
        if whole and min(shapely.area(cells)) > (0.2 * size) ** 2:
            return cells, tolerance


def area(id: str, outline: FloatArray) -> DrawnArea:
    return DrawnArea(id, "normal", {"en": f"Area {id[1:]}"}, ((outline,),), ORIGIN)


def _key(a: FloatArray, b: FloatArray) -> tuple[float, float, float, float]:
    (x, y), (u, v) = sorted((tuple(a.round(6).tolist()), tuple(b.round(6).tolist())))
    return x, y, u, v


def _crooked(
    a: FloatArray, b: FloatArray, random: np.random.Generator, bend: float, least: float
) -> FloatArray:
    """Return a line from a to b, halved up to four times, each middle pushed aside."""
    line = np.stack([a, b])
    while len(line) < 17 and np.hypot(*(line[1] - line[0])) > 2 * least:
        middle = (line[:-1] + line[1:]) / 2
        run = np.diff(line, axis=0)
        middle = middle + random.uniform(-bend, bend, (len(run), 1)) * np.stack(
            [-run[:, 1], run[:, 0]], axis=-1
        )
        both = np.empty((2 * len(line) - 1, 2))
        both[::2], both[1::2] = line, middle
        line = both
    return line


def with_area(drawing: AreaDrawing, index: int, shape: shapely.Geometry) -> AreaDrawing:
    """Return a drawing with the outline of one area replaced."""
    parts = tuple(
        tuple(shapely.get_coordinates(ring) for ring in shapely.get_rings(part))
        for part in shapely.get_parts(shape)
    )
    areas = list(drawing.areas)
    areas[index] = replace(areas[index], parts=parts)
    return replace(drawing, areas=tuple(areas))
