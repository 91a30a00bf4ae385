"""Samples of what a map shows, for legends and charts."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import shapely

from toolkit.render.marks import (
    SetupMark,
    draw_fieldworks,
    draw_setup_mark,
    draw_source,
    draw_star,
    draw_town,
    setup_colour,
    setup_text,
)
from toolkit.render.network import RAIL, ROAD, ROAD_EDGE
from toolkit.render.outlines import draw_outline
from toolkit.render.rivers import line_attributes
from toolkit.render.style import town_colour
from toolkit.render.svg import Canvas
from toolkit.render.terrain import define_symbol
from toolkit.render.view import FloatArray
from toolkit.source.style import INK, HexsideStyle, Style, TerrainStyle
from toolkit.source.style_words import RIVER

Swatch = Callable[[Canvas, float, float, float], None]
"""Draws a sample centred on (x, y) for a unit length: the canvas, x, y, pitch."""

_HALF = 0.28867513459481287
FLAT_HEX: FloatArray = np.array(
    [(_HALF, -0.5), (2 * _HALF, 0.0), (_HALF, 0.5), (-_HALF, 0.5), (-2 * _HALF, 0.0), (-_HALF, -0.5)]
)
"""Corners of a flat-top hex of unit pitch about the origin."""


def setup_swatch(mark: SetupMark, style: Style) -> Swatch:
    """Return a set-up symbol."""

    def draw(canvas: Canvas, x: float, y: float, unit: float) -> None:
        box = (x - 0.17 * unit, y - 0.085 * unit, x + 0.17 * unit, y + 0.085 * unit)
        draw_setup_mark(canvas, box, mark.kind, setup_text(mark, style), setup_colour(mark, style))

    return draw


def terrain_swatch(style: TerrainStyle, shape: FloatArray = FLAT_HEX) -> Swatch:
    """Return a hex ``(6, 2)`` of unit pitch in a terrain's tint, with its symbol."""

    def draw(canvas: Canvas, x: float, y: float, unit: float) -> None:
        points = np.array([x, y]) + 0.36 * unit * shape
        canvas.polygon(points, fill=style.tint, stroke="#5b5138", stroke_width=1.2)
        if style.symbol is not None and not style.is_water:
            define_symbol(canvas, style.symbol)
            spots = ((-0.08, -0.05), (0.09, -0.06), (0.0, 0.07)) if style.symbol != "peak" else ((0.0, 0.01),)
            for dx, dy in spots:
                place = f"translate({x + dx * unit:.1f} {y + dy * unit:.1f})scale({0.0085 * unit:.2f})"
                canvas.add("use", xlink__href=f"#t-{style.symbol}", transform=place)

    return draw


def river_swatch(style: HexsideStyle) -> Swatch:
    """Return a bit of river."""

    def draw(canvas: Canvas, x: float, y: float, unit: float) -> None:
        half = 0.27 * unit
        data = (
            f"M{x - half:.1f} {y + 0.05 * unit:.1f}Q{x - half / 2:.1f} {y - 0.13 * unit:.1f} {x:.1f} {y:.1f}"
            f"T{x + half:.1f} {y - 0.03 * unit:.1f}"
        )
        common = {"fill": "none", "stroke_linecap": "round"}
        canvas.path(data, stroke=style.edge, stroke_width=(style.width + 0.026) * unit, **common)
        canvas.path(data, stroke=style.colour, stroke_width=style.width * unit, **common)

    return draw


def road_swatch(canvas: Canvas, x: float, y: float, unit: float) -> None:
    """Draw a bit of road."""
    ends = [(x - 0.27 * unit, y), (x + 0.27 * unit, y)]
    canvas.line(ends, stroke=ROAD_EDGE, stroke_width=0.075 * unit)
    canvas.line(ends, stroke=ROAD, stroke_width=0.042 * unit)


def rail_swatch(canvas: Canvas, x: float, y: float, unit: float) -> None:
    """Draw a bit of railway."""
    canvas.line([(x - 0.27 * unit, y), (x + 0.27 * unit, y)], stroke=RAIL, stroke_width=0.026 * unit)
    for i in range(-2, 3):
        at = x + 0.105 * i * unit
        canvas.line([(at, y - 0.034 * unit), (at, y + 0.034 * unit)], stroke=RAIL, stroke_width=0.02 * unit)


def bridge_swatch(link: Swatch) -> Swatch:
    """Return a road or railway over a river."""

    def draw(canvas: Canvas, x: float, y: float, unit: float) -> None:
        flow = [(x, y - 0.16 * unit), (x, y + 0.16 * unit)]
        canvas.line(flow, stroke=RIVER.colour, stroke_width=0.08 * unit)
        link(canvas, x, y, unit)
        for sign in (-1, 1):
            wall = y + sign * 0.058 * unit
            wing = wall + sign * 0.045 * unit
            points = [
                (x - 0.13 * unit, wing),
                (x - 0.095 * unit, wall),
                (x + 0.095 * unit, wall),
                (x + 0.13 * unit, wing),
            ]
            canvas.line(points, stroke=INK, stroke_width=0.024 * unit)

    return draw


def barrier_swatch(style: HexsideStyle) -> Swatch:
    """Return a hexside that is barred or otherwise marked."""

    def draw(canvas: Canvas, x: float, y: float, unit: float) -> None:
        canvas.line([(x - 0.25 * unit, y), (x + 0.25 * unit, y)], **line_attributes(style, unit))

    return draw


def town_swatch(kind: str, control: str | None, style: Style) -> Swatch:
    """Return a place's symbol."""

    def draw(canvas: Canvas, x: float, y: float, unit: float) -> None:
        draw_town(canvas, (x, y), 0.85 * unit, kind, None if control is None else town_colour(control, style))

    return draw


def star_swatch(canvas: Canvas, x: float, y: float, unit: float) -> None:
    """Draw the mark of a victory point hex."""
    draw_star(canvas, x, y, 0.13 * unit)


def source_swatch(colour: str) -> Swatch:
    """Return a supply source's symbol."""

    def draw(canvas: Canvas, x: float, y: float, unit: float) -> None:
        draw_source(canvas, x, y, 0.11 * unit, colour)

    return draw


def fieldworks_swatch(shape: FloatArray = FLAT_HEX) -> Swatch:
    """Return a hex ``(6, 2)`` of unit pitch with works round it."""

    def draw(canvas: Canvas, x: float, y: float, unit: float) -> None:
        corners = np.array([x, y]) + 0.36 * unit * shape
        draw_fieldworks(canvas, corners.tolist(), 0.5 * unit)

    return draw


def outline_swatch(colour: str, shape: FloatArray = FLAT_HEX) -> Swatch:
    """Return a hex ``(6, 2)`` of unit pitch with a line round it."""

    def draw(canvas: Canvas, x: float, y: float, unit: float) -> None:
        draw_outline(canvas, colour, shapely.Polygon(np.array([x, y]) + 0.33 * unit * shape), unit)

    return draw


def start_swatch(canvas: Canvas, x: float, y: float, unit: float) -> None:
    """Draw a bit of the start line."""
    canvas.line(
        [(x - 0.27 * unit, y), (x + 0.27 * unit, y)],
        stroke="#c2185b",
        stroke_width=0.055 * unit,
        stroke_dasharray=f"{0.2 * unit:.1f} {0.12 * unit:.1f}",
    )
