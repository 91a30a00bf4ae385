"""The ground of a board of areas: fields, built-up blocks, water, railways, gullies, borders."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

import numpy as np
import numpy.typing as npt
import shapely
from shapely.geometry.base import BaseGeometry

from toolkit.geometry.area_map import AreaMap
from toolkit.geometry.lattice import Rings
from toolkit.render.curves import open_spline
from toolkit.render.fonts import ITALIC, text_width
from toolkit.render.noise import hashed
from toolkit.render.style import side_style
from toolkit.render.svg import Canvas, number, polyline
from toolkit.render.terrain import define_symbol
from toolkit.source.style import INK, GroundStyle, Style, by_word
from toolkit.source.style_words import COMMON

FloatArray = npt.NDArray[np.float64]
WATER = "#9cc3da"


# Kinds that no word tells, in the order of their map.
_SPARE = (
    GroundStyle("#e3dccb", "#b3a78a", "#5c5f63"),
    GroundStyle("#cfd8c0", "#95a27c", "#47603a"),
    GroundStyle("#d3d3dc", "#9a9aac", "#4a4f66"),
    GroundStyle("#e6d3b3", "#b89a68", "#7a5722"),
)


def ground_styles(kinds: Iterable[str], style: Style) -> dict[str, GroundStyle]:
    """Return a style for each kind of area, known or not."""
    found: dict[str, GroundStyle] = {}
    for kind in dict.fromkeys(kinds):
        known = style.areas.get(kind) or by_word(COMMON.areas, kind)
        found[kind] = known or _SPARE[len(found) % len(_SPARE)]
    return found


def area_styles(areas: AreaMap, style: Style) -> list[GroundStyle]:
    """Return the style of each area: its kind's, or its side's where it lies behind the front."""
    styles = ground_styles(areas.kinds, style)
    found = []
    for kind, properties in zip(areas.kinds, areas.properties, strict=True):
        ground, side = styles[kind], properties.get("control")
        found.append(_rear(ground, side, style) if ground.rear and side else ground)
    return found


def _rear(ground: GroundStyle, side: str, style: Style) -> GroundStyle:
    look = side_style(side, style)
    return look.rear or replace(ground, plate=look.colour)


def outline(parts: Sequence[Rings]) -> str:
    """Return path data of an area's parts."""
    return "".join(polyline(ring.tolist(), closed=True) for rings in parts for ring in rings)


def draw_ground(
    canvas: Canvas, areas: AreaMap, grounds: Sequence[GroundStyle], free: Sequence[BaseGeometry]
) -> None:
    """Draw water and land.

    Parameters
    ----------
    grounds : sequence of GroundStyle
        Of each area.
    free : sequence of shapely geometry
        What symbols and houses keep clear of, for each area.
    """
    _draw_water(canvas, areas)
    for i, style in enumerate(grounds):
        shape = areas.shapes[i]
        if shape.is_empty:
            continue
        canvas.path(outline(areas.polygons[i]), fill=style.tint, fill_rule="evenodd")
        rim = shapely.difference(shape, shape.buffer(-9.0))
        canvas.path(_shape_path(rim), fill=style.edge, fill_rule="evenodd", fill_opacity=0.4)
        if style.built:
            _draw_blocks(canvas, shape, free[i], seed=i)
        else:
            if style.symbol == "grass":
                _draw_fields(canvas, shape, free[i], seed=i)
            _scatter(canvas, shape, style.symbol, free[i], seed=i)


def _shape_path(shape: BaseGeometry) -> str:
    found = []
    for part in shapely.get_parts(shape):
        if shapely.get_type_id(part) == 3:
            for ring in shapely.get_rings(part):
                points = shapely.get_coordinates(ring)
                found.append("M" + "L".join(f"{number(x, 1)} {number(y, 1)}" for x, y in points) + "Z")
    return "".join(found)


def _draw_water(canvas: Canvas, areas: AreaMap) -> None:
    for index, ring in enumerate(areas.voids):
        water = shapely.Polygon(ring).buffer(0)
        canvas.path(_shape_path(water.buffer(3)), fill="#b9d7e6")
        for depth, tint in ((14, "#abcfe2"), (34, WATER), (66, "#8fbad4")):
            canvas.path(_shape_path(water.buffer(-depth)), fill=tint)
        _scatter(canvas, water.buffer(-16), "wave", shapely.Polygon(), seed=50 + index, step=74.0)


def _scatter(
    canvas: Canvas, shape: BaseGeometry, symbol: str, free: BaseGeometry, *, seed: int, step: float = 62.0
) -> None:
    """Put symbols on a jittered grid within a shape."""
    points = _jittered(shape, step, seed, 0.36)
    inner = shapely.difference(shape.buffer(-14), free)
    points = points[shapely.intersects_xy(inner, points[:, 0], points[:, 1])]
    define_symbol(canvas, symbol)
    with canvas.group():
        for x, y in points.tolist():
            canvas.add(
                "use", xlink__href=f"#t-{symbol}", transform=f"translate({number(x, 1)} {number(y, 1)})"
            )


def _jittered(shape: BaseGeometry, step: float, seed: int, reach: float) -> FloatArray:
    """Return points of a grid over a shape's frame, each moved by at most `reach` steps."""
    if shape.is_empty:
        return np.zeros((0, 2))
    left, top, right, bottom = shape.bounds
    across = np.arange(int(left / step), int(right / step) + 2)
    down = np.arange(int(top / step), int(bottom / step) + 2)
    cells = np.stack(np.meshgrid(across, down), axis=-1).reshape(-1, 2)
    moved = np.stack([hashed(cells, 2 * seed), hashed(cells, 2 * seed + 1)], axis=-1) * 2.0 - 1.0
    found: FloatArray = (cells + reach * moved) * step
    return found


_FIELD = 96.0


def _draw_fields(canvas: Canvas, shape: BaseGeometry, free: BaseGeometry, *, seed: int) -> None:
    """Lay pale fields with furrows over open ground."""
    inner = shapely.difference(shape.buffer(-11), free)
    points = _jittered(shape, _FIELD, seed + 70, 0.3)
    chance = [hashed(np.round(points).astype(np.int64), seed + k) for k in range(4)]
    for k, (x, y) in enumerate(points.tolist()):
        if chance[0][k] < 0.45:
            continue
        wide, high = _FIELD * (0.32 + 0.3 * chance[1][k]), _FIELD * (0.26 + 0.22 * chance[2][k])
        turn = np.deg2rad(-20 + 55 * chance[3][k])
        along = np.array([np.cos(turn), np.sin(turn)])
        across = np.array([-along[1], along[0]])
        middle = np.array([x, y])
        corners = [
            middle + a * wide / 2 * along + b * high / 2 * across
            for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))
        ]
        if not shapely.contains(inner, shapely.Polygon(corners)):
            continue
        canvas.polygon(
            [c.tolist() for c in corners],
            fill="#d9cf9c" if chance[1][k] < 0.5 else "#dccda6",
            fill_opacity=0.75,
        )
        rows = np.linspace(-0.36, 0.36, 5) * high
        lines = [
            [middle - 0.42 * wide * along + r * across, middle + 0.42 * wide * along + r * across]
            for r in rows
        ]
        canvas.path(
            "".join(polyline([p.tolist() for p in line]) for line in lines), fill="none", stroke="#b9a96c",
            stroke_width=1.1, stroke_opacity=0.7,
        )  # fmt: skip


_STREETS = 34.0


def _draw_blocks(canvas: Canvas, shape: BaseGeometry, free: BaseGeometry, *, seed: int) -> None:
    """Fill a shape with blocks of houses between streets that run askew to the board."""
    turn = np.deg2rad(14.0 + 9.0 * float(hashed([[seed, 3]], 7)[0]))
    along = np.array([np.cos(turn), np.sin(turn)])
    across = np.array([-along[1], along[0]])
    corner = np.array(shape.bounds[:2])
    reach = int(float(np.hypot(*(np.array(shape.bounds[2:]) - corner))) / _STREETS) + 2
    steps = np.arange(-reach, reach)
    cells = np.stack(np.meshgrid(steps, steps, indexing="ij"), axis=-1).reshape(-1, 2)
    chance = np.stack([hashed(cells, 10 * seed + k) for k in range(4)])
    cells, chance = cells[chance[0] >= 0.2], chance[:, chance[0] >= 0.2]
    middles = corner + _STREETS * cells @ np.stack([along, across])
    halves = _STREETS * np.stack([0.21 + 0.18 * chance[1], 0.17 + 0.18 * chance[2]], axis=-1)
    ends = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)])
    houses = middles[:, None] + (ends * halves[:, None]) @ np.stack([along, across])
    inner = shapely.difference(shape.buffer(-13), free)
    shapely.prepare(inner)
    kept = shapely.contains(inner, shapely.polygons(houses))
    data: dict[str, list[str]] = {"#c2a291": [], "#ad8876": [], "#cdb3a4": []}
    tints = tuple(data)
    for house, tint in zip(houses[kept].tolist(), (chance[3][kept] * 3).astype(int).tolist(), strict=True):
        data[tints[tint]].append(polyline(house, closed=True))
    for tint, parts in data.items():
        canvas.path("".join(parts), fill=tint)


def draw_scenery(canvas: Canvas, areas: AreaMap, say: Callable[[str], str] = str) -> None:
    """Draw railways, gullies and islands; lines of another kind are thin and grey."""
    for item in areas.scenery:
        data = open_spline(item.line)
        if item.kind == "island":
            canvas.path(data, fill="#cfd6a8", stroke="#7d8f5c", stroke_width=2.5)
        elif item.kind == "gully":
            canvas.path(data, fill="none", stroke="#a8945f", stroke_width=9, stroke_opacity=0.35)
            canvas.path(data, fill="none", stroke="#8a763f", stroke_width=1.6, stroke_dasharray="2 7")
        elif item.kind == "railway":
            canvas.path(data, fill="none", stroke="#3a3833", stroke_width=4.6, stroke_opacity=0.85)
            canvas.path(data, fill="none", stroke="#f4eee0", stroke_width=2.6, stroke_dasharray="11 11")
        elif item.kind == "road":
            canvas.path(data, fill="none", stroke="#7a6d54", stroke_width=3)
        elif item.kind != "river":
            canvas.path(data, fill="none", stroke="#77736a", stroke_width=2)
        if item.name:
            _draw_name_along(canvas, say(item.name), item.line)


def _draw_name_along(canvas: Canvas, name: str, line: FloatArray) -> None:
    """Write a name along a line, letter by letter, about the middle of its middle part."""
    size = 62.0
    text = name.upper()
    course = shapely.LineString(line)
    gap = 1.5 * size
    wide = gap * (len(text) - 1)
    if wide > 0.9 * course.length:
        gap = 0.9 * course.length / max(1, len(text) - 1)
        wide = gap * (len(text) - 1)
    start = (course.length - wide) / 2
    for k, letter in enumerate(text):
        x, y = shapely.get_coordinates(course.interpolate(start + k * gap))[0].tolist()
        canvas.text(
            letter, x - text_width(letter, size, ITALIC) / 2, y, size, face=ITALIC, fill="#2f6488",
            centred=True, opacity=0.75,
        )  # fmt: skip


def draw_borders(canvas: Canvas, areas: AreaMap) -> None:
    """Draw the lines between areas, and the shores of what is of no area."""
    whole = "".join(outline(parts) for parts in areas.polygons)
    canvas.path(
        whole, fill="none", stroke="#fffdf5", stroke_width=7.5, stroke_opacity=0.75, stroke_linejoin="round"
    )
    canvas.path(whole, fill="none", stroke=INK, stroke_width=3, stroke_linejoin="round")
