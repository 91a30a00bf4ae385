"""Title and legend: what stands round the map."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from toolkit.render.fonts import BLACK, BOLD, ITALIC, MEDIUM, fit_size, text_width, wrap
from toolkit.render.layout import BoardLayout
from toolkit.render.marks import (
    VP,
    SetupMark,
    draw_setup_mark,
    draw_source,
    draw_star,
    draw_town,
    setup_colour,
    setup_text,
)
from toolkit.render.network import RAIL, ROAD, ROAD_EDGE
from toolkit.render.palette import INK
from toolkit.render.rivers import BARRIER, river_style
from toolkit.render.svg import Canvas
from toolkit.render.terrain import terrain_styles
from toolkit.render.view import MapView

Swatch = Callable[[Canvas, float, float, float], None]
"""Draws a sample centred on (x, y) for a unit length: the canvas, x, y, pitch."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the legend."""

    text: str
    swatch: Swatch


def draw_title(canvas: Canvas, layout: BoardLayout, title: str, subtitle: str, notice: str) -> None:
    """Draw the heading above the map."""
    pitch = layout.pitch_px
    left, middle = 0.4 * pitch, 0.56 * pitch
    right = layout.size_px[0] - 0.4 * pitch
    room = right - left
    if notice:
        size = fit_size(notice, 0.4 * room, 0.24 * pitch, BOLD)
        width = text_width(notice, size, BOLD) + 0.3 * pitch
        box = (right - width, middle - 0.26 * pitch, width, 0.52 * pitch)
        canvas.rect(*box, rx=0.08 * pitch, fill="#fffdf5", stroke="#a3161a", stroke_width=0.03 * pitch)
        canvas.text(
            notice, right - width / 2, middle, size, face=BOLD, fill="#a3161a", anchor="middle", centred=True
        )
        room -= width + 0.3 * pitch
    size = fit_size(title.upper(), 0.9 * room, 0.52 * pitch, BLACK)
    canvas.text(title.upper(), left, middle, size, face=BLACK, fill=INK, centred=True, tracking=0.02)
    if subtitle:
        at = left + text_width(title.upper(), size, BLACK, 0.02) + 0.3 * pitch
        small = fit_size(subtitle, max(1.0, left + room - at), 0.26 * pitch, ITALIC)
        canvas.text(subtitle, at, middle, small, face=ITALIC, fill="#4a463c", centred=True)


def draw_legend(
    canvas: Canvas, layout: BoardLayout, entries: Sequence[Entry], about: Sequence[str] = (), *, bottom: float
) -> None:
    """Draw the legend below the map.

    Parameters
    ----------
    canvas : Canvas
    layout : BoardLayout
    entries : sequence of Entry
    about : sequence of str
        Paragraphs beside the legend, where there is room.
    bottom : float
        Lower edge of the hexes, in pixels.
    """
    pitch = layout.pitch_px
    left, right = 0.35 * pitch, layout.size_px[0] - 0.35 * pitch
    top, low = bottom + 0.3 * pitch, layout.size_px[1] - 0.3 * pitch
    canvas.rect(
        left, top, right - left, low - top, rx=0.1 * pitch, fill="#fbf7ea", stroke=INK, stroke_width=1.6
    )
    canvas.text(
        "LEGEND",
        left + 0.25 * pitch,
        top + 0.32 * pitch,
        0.25 * pitch,
        face=BLACK,
        fill=INK,
        centred=True,
        tracking=0.06,
    )
    top += 0.5 * pitch
    rows, unit = _grid(entries, right - left - 0.4 * pitch, low - top - 0.1 * pitch, pitch)
    height = (low - top - 0.1 * pitch) / rows
    columns = [entries[i : i + rows] for i in range(0, len(entries), rows)]
    widths = [_column_width(column, unit) for column in columns]
    gap = (right - left - 0.4 * pitch - sum(widths)) / max(1, len(columns))
    x = left + 0.25 * pitch
    for column, width in zip(columns, widths, strict=True):
        for i, entry in enumerate(column):
            y = top + (i + 0.5) * height
            entry.swatch(canvas, x + 0.36 * unit, y, unit)
            canvas.text(entry.text, x + 0.85 * unit, y, 0.19 * unit, face=MEDIUM, fill=INK, centred=True)
        x += width + min(gap, 0.9 * pitch)
    _draw_about(canvas, about, (x, top - 0.5 * pitch, right - 0.3 * pitch, low), pitch)


def _draw_about(
    canvas: Canvas, about: Sequence[str], box: tuple[float, float, float, float], pitch: float
) -> None:
    left, top, right, bottom = box
    size = 0.19 * pitch
    lines = [line for text in about for line in wrap(text, right - left, size, MEDIUM)]
    if right - left < 4.0 * pitch or not lines or 0.6 * pitch + 1.35 * size * len(lines) > bottom - top:
        return
    heading = "ABOUT THIS MAP"
    canvas.text(
        heading, left, top + 0.32 * pitch, 0.25 * pitch, face=BLACK, fill=INK, centred=True, tracking=0.06
    )
    for i, line in enumerate(lines):
        canvas.text(line, left, top + 0.74 * pitch + 1.35 * size * i, size, face=MEDIUM, fill=INK)


def _column_width(column: Sequence[Entry], unit: float) -> float:
    return 0.95 * unit + max(text_width(entry.text, 0.19 * unit, MEDIUM) for entry in column)


def _grid(entries: Sequence[Entry], width: float, height: float, pitch: float) -> tuple[int, float]:
    """Return rows and the unit (at most the pitch) with which all entries fit."""
    unit = pitch
    while unit > 0.2 * pitch:
        rows = max(1, int(height / (0.42 * unit)))
        columns = [entries[i : i + rows] for i in range(0, len(entries), rows)]
        if sum(_column_width(column, unit) for column in columns) <= width:
            return rows, unit
        unit *= 0.94
    return max(1, int(height / (0.42 * unit))), unit


def legend_entries(
    view: MapView, setup: Sequence[SetupMark], colours: Mapping[str, str], names: Mapping[str, str]
) -> list[Entry]:
    """Return the legend of what this map really shows.

    Parameters
    ----------
    view : MapView
    setup : sequence of SetupMark
    colours : mapping of army to colour
    names : mapping of a kind to its English name
        Kinds it lacks are named by their own words.
    """

    def word(kind: str) -> str:
        text = names.get(kind, kind.replace("_", " "))
        return text[:1].upper() + text[1:]

    board = view.map
    entries = [
        Entry(word(kind), _terrain(view, kind)) for kind in board.terrain_kinds if view.terrain(kind).any()
    ]
    layers = [kind for kind in board.water_layers if view.sides_with(kind).any()]
    entries += [Entry(word(kind), _river(kind)) for kind in layers]
    if view.sides_with("impassable").any():
        entries.append(Entry(word("impassable"), _barrier))
    links = [kind for kind in board.links if board.links[kind].any()]
    entries += [Entry(word(kind), _rail if kind == "rail" else _road) for kind in links]
    if board.bridge.any():
        entries.append(Entry("Bridge", _bridge))
    for kind in dict.fromkeys(place.kind for place in board.places):
        controls = dict.fromkeys(place.control for place in board.places if place.kind == kind)
        for control in controls:
            held = f" ({word(control)} at start)" if control else ""
            entries.append(Entry(word(kind) + held, _town(kind, control)))
    if view.features(VP).any():
        entries.append(Entry(word(VP) if VP in names else "Victory point hex", _star))
    for layer in sorted(board.hex_features):
        if layer.startswith("supply_") and board.hex_features[layer].any():
            entries.append(Entry(word(layer), _source(layer.removeprefix("supply_"))))
    if any(layer.startswith("start_") for layer in board.hex_features):
        entries.append(Entry("Start line", _start))
    return entries + _setup_entries(setup, colours)


_SETUP_WORDS = {"panzer": "Panzer set-up hex", "hq": "Headquarters' place", "front": "Front-line set-up hex"}


def _setup_entries(setup: Sequence[SetupMark], colours: Mapping[str, str]) -> list[Entry]:
    entries = []
    for kind, text in _SETUP_WORDS.items():
        sample = next((mark for mark in setup if mark.kind == kind), None)
        if sample is not None:
            entries.append(Entry(text, _setup(sample, setup_colour(sample, colours))))
    armies = dict.fromkeys(mark.army for mark in setup if mark.kind == "army")
    for army in armies:
        sample = SetupMark(0, "army", army, "")
        entries.append(Entry(f"Set-up hex of {army}", _setup(sample, setup_colour(sample, colours))))
    return entries


def _setup(mark: SetupMark, colour: str) -> Swatch:
    def draw(canvas: Canvas, x: float, y: float, unit: float) -> None:
        box = (x - 0.17 * unit, y - 0.085 * unit, x + 0.17 * unit, y + 0.085 * unit)
        draw_setup_mark(canvas, box, mark.kind, setup_text(mark), colour)

    return draw


def _terrain(view: MapView, kind: str) -> Swatch:
    style = terrain_styles(view.map.terrain_kinds)[kind]
    # Unit hex of the map's own orientation.
    shape = (view.corners[0] - view.centres[0]) / view.pitch

    def draw(canvas: Canvas, x: float, y: float, unit: float) -> None:
        points = np.array([x, y]) + 0.36 * unit * shape
        canvas.polygon(points, fill=style.tint, stroke="#5b5138", stroke_width=1.2)
        if style.symbol is not None:
            spots = ((-0.08, -0.05), (0.09, -0.06), (0.0, 0.07)) if style.symbol != "peak" else ((0.0, 0.01),)
            for dx, dy in spots:
                place = f"translate({x + dx * unit:.1f} {y + dy * unit:.1f})scale({0.0085 * unit:.2f})"
                canvas.add("use", xlink__href=f"#t-{style.symbol}", transform=place)

    return draw


def _river(kind: str) -> Swatch:
    style = river_style(kind)

    def draw(canvas: Canvas, x: float, y: float, unit: float) -> None:
        half = 0.27 * unit
        data = (
            f"M{x - half:.1f} {y + 0.05 * unit:.1f}Q{x - half / 2:.1f} {y - 0.13 * unit:.1f} {x:.1f} {y:.1f}"
            f"T{x + half:.1f} {y - 0.03 * unit:.1f}"
        )
        common = {"fill": "none", "stroke_linecap": "round"}
        canvas.path(data, stroke=style.edge, stroke_width=(style.width + 0.026) * unit, **common)
        canvas.path(data, stroke=style.fill, stroke_width=style.width * unit, **common)

    return draw


def _road(canvas: Canvas, x: float, y: float, unit: float) -> None:
    ends = [(x - 0.27 * unit, y), (x + 0.27 * unit, y)]
    canvas.line(ends, stroke=ROAD_EDGE, stroke_width=0.075 * unit)
    canvas.line(ends, stroke=ROAD, stroke_width=0.042 * unit)


def _rail(canvas: Canvas, x: float, y: float, unit: float) -> None:
    canvas.line([(x - 0.27 * unit, y), (x + 0.27 * unit, y)], stroke=RAIL, stroke_width=0.026 * unit)
    for i in range(-2, 3):
        at = x + 0.105 * i * unit
        canvas.line([(at, y - 0.034 * unit), (at, y + 0.034 * unit)], stroke=RAIL, stroke_width=0.02 * unit)


def _bridge(canvas: Canvas, x: float, y: float, unit: float) -> None:
    style = river_style("river")
    canvas.line([(x, y - 0.16 * unit), (x, y + 0.16 * unit)], stroke=style.fill, stroke_width=0.08 * unit)
    _road(canvas, x, y, unit)
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


def _barrier(canvas: Canvas, x: float, y: float, unit: float) -> None:
    canvas.line(
        [(x - 0.25 * unit, y), (x + 0.25 * unit, y)],
        stroke=BARRIER,
        stroke_width=0.035 * unit,
        stroke_linecap="round",
        stroke_dasharray=f"{0.09 * unit:.1f} {0.07 * unit:.1f}",
    )


def _town(kind: str, control: str | None) -> Swatch:
    def draw(canvas: Canvas, x: float, y: float, unit: float) -> None:
        draw_town(canvas, (x, y), 0.85 * unit, kind, control)

    return draw


def _star(canvas: Canvas, x: float, y: float, unit: float) -> None:
    draw_star(canvas, x, y, 0.13 * unit)


def _source(side: str) -> Swatch:
    def draw(canvas: Canvas, x: float, y: float, unit: float) -> None:
        draw_source(canvas, x, y, 0.11 * unit, side)

    return draw


def _start(canvas: Canvas, x: float, y: float, unit: float) -> None:
    canvas.line(
        [(x - 0.27 * unit, y), (x + 0.27 * unit, y)],
        stroke="#c2185b",
        stroke_width=0.055 * unit,
        stroke_dasharray=f"{0.2 * unit:.1f} {0.12 * unit:.1f}",
    )
