"""A working picture for whoever traces a map: what was compiled, over the scan."""

from __future__ import annotations

import base64
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from toolkit.compile.compiled import CompiledGame
from toolkit.render.fonts import BOLD, MEDIUM, REGULAR, fit_size
from toolkit.render.layout import BoardLayout
from toolkit.render.raster import png_of
from toolkit.render.rivers import river_style
from toolkit.render.scan import Pixels
from toolkit.render.style import game_style
from toolkit.render.svg import Canvas
from toolkit.render.view import MapView
from toolkit.source.style import INK, PAPER

# Colours that stay apart on any printed map and for the colour-blind (Okabe and Ito), then dashes.
WATER = "#0072b2"
BARRIER = "#b3001b"
_SIDES = ("#8f3fb0", "#009e73", "#cc79a7")
_LINKS = ("#d55e00", INK, "#8a5a00", "#009e73")
_LEGEND = 2.6
_MARKS = ("#e69f00", "#56b4e9", "#cc79a7", "#009e73", "#f0e442")


def data_uri(png: bytes) -> str:
    """Return a PNG as an address that stands for its content."""
    return f"data:image/png;base64,{base64.b64encode(png).decode('ascii')}"


@dataclass(frozen=True, slots=True)
class _Key:
    """A line of the legend: its colour, how it is drawn, its words."""

    colour: str
    form: str
    words: str


def draw_preview(game: CompiledGame, layout: BoardLayout, ground: Pixels | None = None) -> str:
    """Draw what was compiled: every hex, hexside and link as the rules will see it.

    Parameters
    ----------
    ground : (height, width, 3) array, optional
        The scan, laid straight on the same board.

    Returns
    -------
    str
        SVG of `layout.size_px`, with a legend to the right of it.
    """
    view = MapView(game.map, layout, game_style(game))
    width, height = layout.size_px
    canvas = Canvas(width + _LEGEND * view.pitch, height, f"{game.names.en}: the compiled map")
    canvas.rect(0, 0, canvas.width, height, fill=PAPER)
    if ground is not None:
        canvas.add("image", x=0, y=0, width=width, height=height, xlink__href=data_uri(png_of(ground)))
    keys = [
        *_draw_terrain(canvas, view, game, over=ground is not None),
        *_draw_grid(canvas, view),
        *_draw_sides(canvas, view, game),
        *_draw_links(canvas, view, game),
        *_draw_marks(canvas, view, game),
    ]
    _draw_numbers(canvas, view)
    keys += _draw_places(canvas, view)
    _draw_keys(canvas, keys, view.pitch, float(width))
    return canvas.render()


def _label(game: CompiledGame, group: str, kind: str) -> str:
    names = game.labels.get(group, {}).get(kind)
    return names.en if names is not None else kind


def _draw_terrain(canvas: Canvas, view: MapView, game: CompiledGame, *, over: bool) -> Iterator[_Key]:
    for code, kind in enumerate(view.map.terrain_kinds):
        hexes = np.flatnonzero(view.map.terrain == code)
        # The default covers most of the map; tinting it would only hide the scan.
        if not len(hexes) or (over and code == int(np.bincount(view.map.terrain).argmax())):
            continue
        colour = view.terrain_styles[kind].edge
        with canvas.group(fill=colour, fill_opacity=0.38, stroke="none"):
            for h in hexes.tolist():
                canvas.polygon(view.corners[h].tolist())
        yield _Key(colour, "area", _label(game, "terrain", kind))


def _draw_grid(canvas: Canvas, view: MapView) -> Iterator[_Key]:
    with canvas.group(fill="none", stroke="#ffffff", stroke_width=0.02 * view.pitch, stroke_opacity=0.7):
        for corners in view.corners.tolist():
            canvas.polygon(corners)
    with canvas.group(fill="none", stroke=INK, stroke_width=0.008 * view.pitch, stroke_opacity=0.8):
        for corners in view.corners.tolist():
            canvas.polygon(corners)
    yield _Key(INK, "thin", "hexsides")


def _draw_sides(canvas: Canvas, view: MapView, game: CompiledGame) -> Iterator[_Key]:
    others = iter(_SIDES * len(view.map.side_features))
    for name, mask in view.map.side_features.items():
        water = name in view.map.water_layers
        wide = water and river_style(name, view.style).width > 0.1
        colour = WATER if water else BARRIER if name == "impassable" else next(others)
        sides = np.flatnonzero(mask)
        if not len(sides):
            continue
        stroke = (0.15 if wide else 0.09) * view.pitch
        for line, colour_, extra in (("halo", "#ffffff", 0.05), ("line", colour, 0.0)):
            with canvas.group(
                fill="none",
                stroke=colour_,
                stroke_width=stroke + extra * view.pitch,
                stroke_linecap="round",
                stroke_opacity=0.85 if line == "line" else 0.6,
            ):
                for ends in view.side_ends[sides].tolist():
                    canvas.line(ends)
        yield _Key(colour, "wide" if wide else "line", _label(game, "side_layer", name))


def _draw_links(canvas: Canvas, view: MapView, game: CompiledGame) -> Iterator[_Key]:
    for index, (name, mask) in enumerate(view.map.links.items()):
        sides = np.flatnonzero(mask)
        if not len(sides):
            continue
        colour = _LINKS[index % len(_LINKS)]
        dashes = "none" if index % 2 == 0 else f"{0.12 * view.pitch:.1f} {0.07 * view.pitch:.1f}"
        ends = view.centres[view.map.sides[sides]]
        # Two kinds on one hexside lie side by side.
        step = np.diff(ends, axis=1)
        aside = step[..., ::-1] * np.array([-1.0, 1.0]) * 0.05 * (index - 0.5)
        for colour_, width in (("#ffffff", 0.1), (colour, 0.055)):
            with canvas.group(
                fill="none",
                stroke=colour_,
                stroke_width=width * view.pitch,
                stroke_dasharray="none" if colour_ == "#ffffff" else dashes,
                stroke_opacity=0.9 if colour_ == colour else 0.55,
            ):
                for pair in (ends + aside).tolist():
                    canvas.line(pair)
        yield _Key(colour, "dashes" if index % 2 else "line", _label(game, "link_layer", name))


def _draw_marks(canvas: Canvas, view: MapView, game: CompiledGame) -> Iterator[_Key]:
    shown = [
        (name, np.flatnonzero(mask))
        for name, mask in view.map.hex_features.items()
        # Marks of half the map (a side's start) say nothing in a dot.
        if mask.any() and mask.sum() < 0.4 * len(mask) and not name.startswith("setup")
    ]
    for index, (name, hexes) in enumerate(shown):
        colour = _MARKS[index % len(_MARKS)]
        x = (index - (len(shown) - 1) / 2) * 0.16 * view.pitch
        with canvas.group(fill=colour, stroke=INK, stroke_width=0.012 * view.pitch):
            for at_x, at_y in view.centres[hexes].tolist():
                canvas.circle(at_x + x, at_y + 0.3 * view.pitch, 0.06 * view.pitch)
        yield _Key(colour, "dot", _label(game, "hex_layer", name))


def _draw_numbers(canvas: Canvas, view: MapView) -> None:
    size = 0.14 * view.pitch
    for h, (x, y) in enumerate(view.centres.tolist()):
        number = view.map.grid.number(h)
        canvas.text(
            number, x, y - 0.33 * view.pitch, size, face=MEDIUM, fill=INK, anchor="middle", centred=True,
            halo="#ffffff", halo_width=0.02 * view.pitch,
        )  # fmt: skip


def _draw_places(canvas: Canvas, view: MapView) -> Iterator[_Key]:
    for place in view.map.places:
        x, y = view.centres[place.hex].tolist()
        canvas.circle(x, y, 0.11 * view.pitch, fill="#ffffff", stroke=INK, stroke_width=0.035 * view.pitch)
        canvas.text(
            place.names.get("en", place.id), x, y + 0.24 * view.pitch, 0.15 * view.pitch, face=BOLD, fill=INK,
            anchor="middle", centred=True, halo="#ffffff", halo_width=0.025 * view.pitch,
        )  # fmt: skip
    if view.map.places:
        yield _Key("#ffffff", "dot", f"{len(view.map.places)} towns")


def _draw_keys(canvas: Canvas, keys: Sequence[_Key], pitch: float, right: float) -> None:
    """Draw the legend beside the map."""
    size, row, wide = 0.19 * pitch, 0.32 * pitch, 0.5 * pitch
    left = right + 0.15 * pitch
    for index, key in enumerate(keys):
        y = 0.3 * pitch + index * row
        if key.form == "area":
            canvas.rect(left, y - 0.09 * pitch, wide, 0.18 * pitch, fill=key.colour, fill_opacity=0.5)
        elif key.form == "dot":
            canvas.circle(
                left + wide / 2, y, 0.08 * pitch, fill=key.colour, stroke=INK, stroke_width=0.02 * pitch
            )
        else:
            thick = {"thin": 0.015, "wide": 0.15}.get(key.form, 0.07)
            dashes = f"{0.12 * pitch:.1f} {0.07 * pitch:.1f}" if key.form == "dashes" else None
            canvas.line(
                [(left, y), (left + wide, y)], stroke=key.colour, stroke_width=thick * pitch,
                stroke_dasharray=dashes,
            )  # fmt: skip
        room = canvas.width - left - wide - 0.2 * pitch
        canvas.text(
            key.words, left + wide + 0.14 * pitch, y, fit_size(key.words, room, size, REGULAR), face=REGULAR,
            fill=INK, centred=True,
        )  # fmt: skip
