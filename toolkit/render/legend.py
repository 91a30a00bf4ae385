"""Title and legend: what stands round the map."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from toolkit.render.fonts import BLACK, BOLD, ITALIC, MEDIUM, fit_size, text_width, wrap
from toolkit.render.layout import BoardLayout
from toolkit.render.marks import FIELDWORKS, VP, SetupMark
from toolkit.render.outlines import outline_colours
from toolkit.render.rivers import barriers, river_style
from toolkit.render.style import side_colour
from toolkit.render.svg import Canvas
from toolkit.render.swatches import (
    Swatch,
    barrier_swatch,
    bridge_swatch,
    fieldworks_swatch,
    outline_swatch,
    rail_swatch,
    river_swatch,
    road_swatch,
    setup_swatch,
    source_swatch,
    star_swatch,
    start_swatch,
    terrain_swatch,
    town_swatch,
)
from toolkit.render.view import MapView
from toolkit.source.style import INK, Style


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
    canvas: Canvas,
    layout: BoardLayout,
    entries: Sequence[Entry],
    about: Sequence[str] = (),
    say: Callable[[str], str] = str,
    *,
    bottom: float,
) -> None:
    """Draw the legend below the map.

    Parameters
    ----------
    about : sequence of str
        Paragraphs beside the legend, where there is room.
    say : callable
        Headings in the language of the map.
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
        say("LEGEND"),
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
    _draw_about(
        canvas, (say("ABOUT THIS MAP"), *about), (x, top - 0.5 * pitch, right - 0.3 * pitch, low), pitch
    )


def _draw_about(
    canvas: Canvas, about: tuple[str, ...], box: tuple[float, float, float, float], pitch: float
) -> None:
    left, top, right, bottom = box
    size = 0.19 * pitch
    heading, *paragraphs = about
    lines = [line for text in paragraphs for line in wrap(text, right - left, size, MEDIUM)]
    if right - left < 3.2 * pitch or not lines or 0.6 * pitch + 1.35 * size * len(lines) > bottom - top:
        return
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


def legend_entries(view: MapView, setup: Sequence[SetupMark], names: Mapping[str, str]) -> list[Entry]:
    """Return the legend of what this map really shows.

    Parameters
    ----------
    names : mapping of a kind to its English name
        Kinds it lacks are named by their own words.
    """

    def word(kind: str) -> str:
        text = names.get(kind, kind.replace("_", " "))
        return say(text[:1].upper() + text[1:])

    board, style = view.map, view.style
    say = style.wording.say
    # Unit hex of the map's own orientation.
    shape = (view.corners[0] - view.centres[0]) / view.pitch
    entries = [
        Entry(word(kind), terrain_swatch(view.terrain_styles[kind], shape))
        for kind in board.terrain_kinds
        if view.terrain(kind).any()
    ]
    layers = [kind for kind in board.water_layers if view.sides_with(kind).any()]
    entries += [Entry(word(kind), river_swatch(river_style(kind, style))) for kind in layers]
    entries += [Entry(word(kind), barrier_swatch(line)) for kind, line in barriers(view).items()]
    links = [kind for kind in sorted(board.links) if board.links[kind].any()]
    lines: dict[str, Swatch] = {k: rail_swatch if k.startswith("rail") else road_swatch for k in links}
    entries += [Entry(word(kind), swatch) for kind, swatch in lines.items()]
    if board.bridge.any():
        over = road_swatch if road_swatch in lines.values() else rail_swatch
        entries.append(Entry(say("Bridge"), bridge_swatch(over)))
    for kind in dict.fromkeys(place.kind for place in board.places):
        controls = dict.fromkeys(place.control for place in board.places if place.kind == kind)
        for control in controls:
            held = say(" ({side} at start)").format(side=word(control)) if control else ""
            entries.append(Entry(word(kind) + held, town_swatch(kind, control, style)))
    if view.features(VP).any():
        entries.append(Entry(word(VP) if VP in names else say("Victory point hex"), star_swatch))
    works = [layer for layer in FIELDWORKS if view.features(layer).any()]
    entries += [Entry(word(layer), fieldworks_swatch(shape)) for layer in works]
    entries += [
        Entry(word(layer), outline_swatch(colour, shape)) for layer, colour in outline_colours(view).items()
    ]
    for layer in sorted(board.hex_features):
        if layer.startswith("supply_") and board.hex_features[layer].any():
            colour = side_colour(layer.removeprefix("supply_"), style)
            entries.append(Entry(word(layer), source_swatch(colour)))
    if any(layer.startswith("start_") for layer in board.hex_features):
        entries.append(Entry(say("Start line"), start_swatch))
    return entries + _setup_entries(setup, style)


_SETUP_WORDS = {"panzer": "Panzer set-up hex", "hq": "Headquarters' place", "front": "Front-line set-up hex"}


def _setup_entries(setup: Sequence[SetupMark], style: Style) -> list[Entry]:
    entries = []
    for kind, text in _SETUP_WORDS.items():
        sample = next((mark for mark in setup if mark.kind == kind), None)
        if sample is not None:
            entries.append(Entry(style.wording.say(text), setup_swatch(sample, style)))
    armies = {mark.army: mark.side for mark in reversed(setup) if mark.kind == "army"}
    for army in dict.fromkeys(mark.army for mark in setup if mark.kind == "army"):
        sample = SetupMark(0, "army", army, armies[army])
        say = style.wording.say
        text = say("Set-up hex: {army}").format(army=say(army))
        entries.append(Entry(text, setup_swatch(sample, style)))
    return entries
