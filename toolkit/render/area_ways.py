"""Ways between areas that are no common borders, and common borders that are no ways."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations

import numpy as np
import numpy.typing as npt
import shapely
from shapely.geometry.base import BaseGeometry
from shapely.ops import substring

from toolkit.geometry.area_map import AreaLink, AreaMap
from toolkit.render.svg import Canvas, Value
from toolkit.source.style import INK

FloatArray = npt.NDArray[np.float64]
LINK = "#b01e24"
CLOSED: Mapping[str, Value] = {"stroke": INK, "stroke_width": 11.0, "stroke_linecap": "butt"}
"""The line along a common border that nobody crosses."""
_TOUCHING = 1.0
"""Pixels between areas that have a common line."""
_CORNER = 25.0
"""Length of a common line, in pixels, below which areas meet in a corner only."""
_ENDS = 5.0
"""What a thick line leaves free at its ends, in pixels."""
_INLAND = 34.0
"""How far an arrow across a border reaches into the areas, in pixels."""


def draw_ways(canvas: Canvas, areas: AreaMap) -> None:
    """Draw links as arrows: from shore to shore, or across the common border."""
    for link in areas.links:
        first, last = areas.shapes[link.start], areas.shapes[link.end]
        if first.is_empty or last.is_empty:
            continue
        line, size = _over_water(areas, link), 1.0
        if line is None:
            line, size = _across(first, last), 0.7
        if line is not None:
            draw_arrow(canvas, *line, size, both=not link.one_way)


def closed_borders(areas: AreaMap) -> list[BaseGeometry]:
    """Return the common lines of areas that do not count as neighbours."""
    drawn = [i for i in range(len(areas)) if not (areas.is_box[i] or areas.shapes[i].is_empty)]
    found = []
    for i, j in combinations(drawn, 2):
        if areas.adjacent[i, j] or not shapely.dwithin(areas.shapes[i], areas.shapes[j], _TOUCHING):
            continue
        line = _common(areas.shapes[i], areas.shapes[j])
        if line is not None:
            found.append(substring(line, _ENDS, line.length - _ENDS))
    return found


def draw_closed_borders(canvas: Canvas, areas: AreaMap) -> None:
    """Draw thick lines where areas touch and nobody goes from one to the other."""
    for line in closed_borders(areas):
        canvas.line(shapely.get_coordinates(line).tolist(), **CLOSED)


def _common(first: BaseGeometry, last: BaseGeometry) -> BaseGeometry | None:
    """Return the longest common line of two areas; None for areas that meet in a corner."""
    shared = shapely.intersection(first.boundary, last.buffer(_TOUCHING))
    lines = [part for part in shapely.get_parts(shapely.line_merge(shared)) if part.length > _CORNER]
    return max(lines, key=lambda line: line.length, default=None)


def _across(first: BaseGeometry, last: BaseGeometry) -> tuple[FloatArray, FloatArray] | None:
    """Return where an arrow across the middle of a common border begins and ends."""
    line = _common(first, last)
    if line is None:
        return None
    middle, near, far = (
        shapely.get_coordinates(shapely.line_interpolate_point(line, share, normalized=True))[0]
        for share in (0.5, 0.4, 0.6)
    )
    run = far - near
    normal = np.array([-run[1], run[0]]) / np.hypot(*run)
    if not shapely.contains_xy(last, *(middle + 6.0 * normal)):
        normal = -normal
    return middle - _INLAND * normal, middle + _INLAND * normal


def _over_water(areas: AreaMap, link: AreaLink) -> tuple[FloatArray, FloatArray] | None:
    """Return where an arrow from shore to shore begins and ends; None for areas that touch."""
    first, last = areas.shapes[link.start], areas.shapes[link.end]
    shore = last
    for ring in areas.voids:
        common = shapely.intersection(last, shapely.Polygon(ring).buffer(4))
        if not common.is_empty and shapely.dwithin(first, shapely.Polygon(ring), 4):
            shore = shapely.centroid(common)
    ends = shapely.get_coordinates(shapely.shortest_line(first, shore))
    run = ends[1] - ends[0]
    length = float(np.hypot(*run))
    if length < _TOUCHING:
        return None
    # On land at both ends; a box is too small for that.
    inland = 4.0 if areas.is_box[link.start] else 44.0
    return ends[0] - inland * run / length, ends[1] + 30.0 * run / length


def draw_arrow(
    canvas: Canvas, start: FloatArray, end: FloatArray, size: float = 1.0, *, both: bool = False
) -> None:
    """Draw an arrow, or one with a head at both ends.

    Parameters
    ----------
    size : float
        Of head and shaft, to those of a way over the water.
    """
    run = end - start
    along = run / float(np.hypot(*run))
    across = np.array([-along[1], along[0]])
    half, head, wing = 11.0 * size, 40.0 * size, 29.0 * size

    def point(tip: FloatArray, back: FloatArray) -> list[FloatArray]:
        neck, aside = tip + head * back, np.array([back[1], -back[0]])
        return [neck + half * aside, neck + wing * aside, tip, neck - wing * aside, neck - half * aside]

    tail = [start - half * 0.6 * across, start + half * 0.6 * across]
    shape = [corner.tolist() for corner in point(end, -along) + (point(start, along) if both else tail)]
    shadow = [[x + 3, y + 5] for x, y in shape]
    canvas.polygon(shadow, fill=INK, fill_opacity=0.2)
    canvas.polygon(shape, fill=LINK, stroke="#fffdf5", stroke_width=3.5 * size, stroke_linejoin="round")
