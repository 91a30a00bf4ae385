"""Lines round marked hexes that no symbol shows: edges of the map, zones, where a side sets up."""

from __future__ import annotations

import numpy as np
from shapely.geometry.base import BaseGeometry

from toolkit.render.marks import FIELDWORKS, VP
from toolkit.render.palette import SPARE
from toolkit.render.svg import Canvas, number, polyline
from toolkit.render.view import MapView, rings

_SHOWN = {VP, "coast", *FIELDWORKS}
_SHOWN_BY_GROUP = ("supply_", "start_", "setup")
"""Beginnings of layers that have symbols: sources, the start line, set-up hexes."""
_INSET, _FURTHER = 0.045, 0.05
"""How far inside of its hexes a line runs, and how much further for each layer that it shares hexes with."""


def outline_colours(view: MapView) -> dict[str, str]:
    """Return the colour of each layer of hexes that is shown by a line round them.

    It is the stated one, else that of the side that the layer is named after, else a spare one.
    """
    layers = [
        layer
        for layer, marked in sorted(view.map.hex_features.items())
        if layer not in _SHOWN and not layer.startswith(_SHOWN_BY_GROUP) and marked.any()
    ]
    sides, stated = view.style.sides, view.style.marks
    named = {layer: sides[word].colour for layer in layers for word in layer.split("_") if word in sides}
    chosen = named | {layer: stated[layer] for layer in layers if layer in stated}
    taken = {*chosen.values(), *(look.colour for look in sides.values())}
    spare = [colour for colour in SPARE if colour not in taken] or SPARE
    others = [layer for layer in layers if layer not in chosen]
    chosen |= {layer: spare[i % len(spare)] for i, layer in enumerate(others)}
    return {layer: chosen[layer] for layer in layers}


def outlines(view: MapView) -> list[tuple[str, BaseGeometry]]:
    """Return the colour of each line and the ground inside of it."""
    before = np.zeros(len(view.map.grid), dtype=np.int64)
    found = []
    for layer, colour in outline_colours(view).items():
        marked = view.map.hex_features[layer]
        inset = (_INSET + _FURTHER * int(before[marked].max())) * view.pitch
        before += marked
        found.append((colour, view.area(marked).buffer(-inset, join_style="mitre")))
    return found


def draw_outline(canvas: Canvas, colour: str, ground: BaseGeometry, pitch: float) -> None:
    """Draw one line: dashed, with a breath of its colour inside."""
    canvas.path(
        "".join(polyline(ring, closed=True) for ring in rings(ground)),
        fill=colour,
        fill_opacity=0.08,
        fill_rule="evenodd",
        stroke=colour,
        stroke_width=0.03 * pitch,
        stroke_dasharray=f"{number(0.1 * pitch)} {number(0.06 * pitch)}",
        stroke_linejoin="round",
    )
