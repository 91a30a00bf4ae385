"""Names of seas and other areas, set where the area is wide and little else is drawn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import shapely

from toolkit.render.fonts import ITALIC, cap_height, text_width
from toolkit.render.labels import Ink
from toolkit.render.svg import Canvas
from toolkit.render.view import FloatArray, MapView, hex_mask

Box = tuple[float, float, float, float]

_TRACKING = 0.22
# Largest and smallest type size, in pitches, and least share of the name's box that lies in the area.
_SIZES = {True: (0.62, 0.3, 0.98), False: (0.2, 0.17, 0.8)}
# Ink under a name, for each pitch of its length, beyond which the area stays nameless.
_TOO_MUCH = {True: 60.0, False: 16.0}
# Smaller areas than this many hexes stay nameless: a map full of names is not read.
_FEWEST = 3
# Ink by the symbol of the ground.
_COLOURS = {"wave": "#2f6488", "tree": "#35562a", "tuft": "#2f6672", "peak": "#4f361b"}


@dataclass(frozen=True, slots=True)
class AreaName:
    """An area's name in place: its middle, type size, the symbol of its ground, and its box."""

    text: str
    x: float
    y: float
    size: float
    symbol: str | None
    box: Box


def area_names(view: MapView, names: Mapping[str, str], ink: Ink) -> list[AreaName]:
    """Return the names of areas that have room for one.

    Parameters
    ----------
    names : mapping
        English name of an area by its feature id; areas without one stay nameless.
    ink : Ink
        What must not be covered.
    """
    hexes: dict[str, list[int]] = {}
    for h, origin in view.map.provenance.items("terrain"):
        if origin.feature in names:
            hexes.setdefault(origin.feature, []).append(h)
    placed: list[AreaName] = []
    for feature, members in sorted(hexes.items(), key=lambda item: (-len(item[1]), item[0])):
        if len(members) < _FEWEST:
            continue
        found = _place(view, names[feature], members, ink, [name.box for name in placed])
        if found is not None:
            placed.append(found)
    return placed


def _place(view: MapView, text: str, members: list[int], ink: Ink, taken: list[Box]) -> AreaName | None:
    look = view.terrain_styles[view.map.terrain_of(members[0])]
    sea = look.is_water
    largest, smallest, share = _SIZES[sea]
    area = view.area(hex_mask(len(view.map.grid), members)).buffer(0.05 * view.pitch)
    size = largest * view.pitch
    while size >= smallest * view.pitch:
        boxes = _boxes(view, text, size, members)
        covered = ink.under(boxes)
        limit = _TOO_MUCH[sea] * (boxes[0, 2] - boxes[0, 0]) / view.pitch
        boxes, covered = boxes[covered < limit], covered[covered < limit]
        inside = shapely.area(shapely.intersection(shapely.box(*boxes.T), area))
        whole = (boxes[:, 2] - boxes[:, 0]) * (boxes[:, 3] - boxes[:, 1])
        costs = covered + 40.0 * (1.0 - inside / whole)
        for choice in np.argsort(costs, kind="stable").tolist():
            left, top, right, bottom = boxes[choice].tolist()
            free = not any(left < b[2] and right > b[0] and top < b[3] and bottom > b[1] for b in taken)
            if costs[choice] < limit and inside[choice] >= share * whole[choice] and free:
                middle = (left + right) / 2, (top + bottom) / 2
                return AreaName(text, *middle, size, look.symbol, (left, top, right, bottom))
        size *= 0.88
    return None


def _boxes(view: MapView, text: str, size: float, members: list[int]) -> FloatArray:
    """Return candidate rectangles ``(k, 4)`` about the hexes of an area."""
    half = np.array([text_width(text, size, ITALIC, _TRACKING), cap_height(ITALIC) * size]) / 2
    steps = view.pitch * np.array([(x, y) for x in (-0.33, 0.0, 0.33) for y in (-0.2, 0.0, 0.22)])
    middles = (view.centres[members][:, None] + steps[None]).reshape(-1, 2)
    return np.concatenate([middles - half - 4.0, middles + half + 4.0], axis=1)


def draw_area_names(canvas: Canvas, names: Sequence[AreaName]) -> None:
    """Draw the names."""
    for name in names:
        sea = name.symbol == "wave"
        canvas.text(
            name.text,
            name.x,
            name.y,
            name.size,
            face=ITALIC,
            fill=_COLOURS.get(name.symbol or "", "#4a463c"),
            anchor="middle",
            centred=True,
            tracking=_TRACKING,
            halo=None if sea else "#fffbee",
            halo_width=0.016 * name.size if sea else 2.0,
        )
