"""Symbols inside hexes: towns and cities, victory points, supply sources, set-up places, the start line."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import shapely

from toolkit.geometry.map import Place
from toolkit.render.curves import open_spline
from toolkit.render.fonts import BLACK, BOLD, fit_size, text_width
from toolkit.render.style import side_colour
from toolkit.render.svg import Canvas, Value, number
from toolkit.render.view import FloatArray, MapView
from toolkit.source.style import INK, PAPER, Style

VP = "vp"
COUNTER = 0.36
"""Half the side of a counter that lies on a hex, to the pitch."""
_NOBODYS = "#f4efe0"
_GOLD = "#ffc928"


@dataclass(frozen=True, slots=True)
class SetupMark:
    """A set-up symbol in a hex.

    Attributes
    ----------
    kind : str
        ``"army"``, ``"panzer"``, ``"hq"`` or ``"front"``.
    army : str
        What is written on it, and its colour's key.
    """

    hex: int
    kind: str
    army: str
    side: str


Box = tuple[float, float, float, float]


_CITIES = frozenset({"city", "cities", "metropolis", "capital"})
_GREAT = frozenset({"major", "great", "metropolis", "capital"})
_WORKS = frozenset({"fort", "fortress", "castle", "citadel", "chateau", "stronghold"})
_PORTS = frozenset({"port", "harbour", "harbor", "haven", "anchorage"})
_VILLAGES = frozenset({"village", "hamlet", "farm", "settlement"})
_WATER = "#3f7fb5"


def _is_any(kind: str, words: frozenset[str]) -> bool:
    return not words.isdisjoint(kind.split("_"))


def is_city(kind: str) -> bool:
    """Return whether a class of towns is drawn as a block of houses and not as a disc."""
    return _is_any(kind, _CITIES)


def symbol_radius(kind: str, pitch: float) -> float:
    """Return half the size of a place's symbol, in pixels."""
    if is_city(kind):
        return (0.2 if _is_any(kind, _GREAT) else 0.15) * pitch
    return (0.14 if _is_any(kind, _WORKS) else 0.095) * pitch


def draw_town(
    canvas: Canvas, at: tuple[float, float], pitch: float, place_kind: str, holder: str | None
) -> None:
    """Draw a place's symbol in its holder's colour: what it is, common words of its class say.

    A city is a built-up block, works are a star of eight points, a village a ring; anything else is a disc,
    that of a port on water.
    """
    r, fill = symbol_radius(place_kind, pitch), _NOBODYS if holder is None else holder
    if is_city(place_kind):
        _draw_block(canvas, at, r, pitch, holder)
        return
    if _is_any(place_kind, _WORKS):
        turns = np.arange(16) * np.pi / 8
        reach = np.where(np.arange(16) % 2, 0.72 * r, r)
        points = np.array(at) + np.column_stack([reach * np.cos(turns), reach * np.sin(turns)])
        _draw_outlined(canvas, points, fill, pitch)
    else:
        canvas.circle(*at, r, fill=fill, stroke="#ffffff", stroke_width=0.05 * pitch)
        canvas.circle(*at, r, fill=fill, stroke=INK, stroke_width=0.024 * pitch)
    if _is_any(place_kind, _PORTS):
        left, right, y = number(at[0] - r), number(at[0] + r), number(at[1])
        below = f"M{left} {y}A{number(r)} {number(r)} 0 0 0 {right} {y}Z"
        canvas.path(below, fill=_WATER, stroke=INK, stroke_width=0.024 * pitch)
    else:
        canvas.circle(*at, (0.62 if _is_any(place_kind, _VILLAGES) else 0.3) * r, fill="#ffffff")


def _draw_outlined(
    canvas: Canvas, points: FloatArray | Sequence[tuple[float, float]], fill: str, pitch: float
) -> None:
    canvas.polygon(points, fill=fill, stroke="#ffffff", stroke_width=0.055 * pitch, stroke_linejoin="round")
    canvas.polygon(points, fill=fill, stroke=INK, stroke_width=0.026 * pitch, stroke_linejoin="round")


def _draw_block(canvas: Canvas, at: tuple[float, float], r: float, pitch: float, holder: str | None) -> None:
    x, y = at
    shape = [
        (-1, -0.62),
        (-0.55, -1),
        (0.35, -0.92),
        (0.95, -0.5),
        (1, 0.42),
        (0.5, 0.95),
        (-0.42, 1),
        (-1, 0.5),
    ]
    points = [(x + r * i, y + r * j) for i, j in shape]
    _draw_outlined(canvas, points, _NOBODYS if holder is None else holder, pitch)
    streets = (
        ((-1, 0.1), (1, -0.12)),
        ((-0.38, -0.96), (-0.2, 0.98)),
        ((0.42, -0.9), (0.38, 0.96)),
        ((-0.95, -0.45), (0.9, -0.55)),
        ((-0.9, 0.55), (0.8, 0.6)),
    )
    streets_ink = "#8d8577" if holder is None else "#ffffff"
    with canvas.group(stroke=streets_ink, stroke_width=0.018 * pitch, stroke_opacity=0.85):
        for (a, b), (c, d) in streets:
            canvas.line([(x + r * a, y + r * b), (x + r * c, y + r * d)])


def draw_star(canvas: Canvas, x: float, y: float, r: float) -> None:
    """Draw the mark of a victory point hex."""
    # A regular five-pointed star on the unit circle, to three digits.
    unit = (
        (0, -1),
        (0.225, -0.309),
        (0.951, -0.309),
        (0.363, 0.118),
        (0.588, 0.809),
        (0, 0.382),
        (-0.588, 0.809),
        (-0.363, 0.118),
        (-0.951, -0.309),
        (-0.225, -0.309),
    )
    points = [(x + r * i, y + r * j) for i, j in unit]
    canvas.polygon(points, fill=_GOLD, stroke="#ffffff", stroke_width=0.42 * r, stroke_linejoin="round")
    canvas.polygon(points, fill=_GOLD, stroke=INK, stroke_width=0.15 * r, stroke_linejoin="round")


def draw_source(canvas: Canvas, x: float, y: float, r: float, colour: str) -> None:
    """Draw a supply source: a disc with an S in the side's colour."""
    canvas.circle(x, y, r, fill=colour, stroke="#ffffff", stroke_width=0.3 * r)
    canvas.circle(x, y, 1.12 * r, fill="none", stroke=INK, stroke_width=0.13 * r)
    canvas.text("S", x, y, 1.5 * r, face=BLACK, fill="#ffffff", anchor="middle", centred=True)


FIELDWORKS = ("fortification", "fort", "entrenchment", "fieldworks")
"""Hex layers that are drawn as works round the hex."""


def works_ring(corners: FloatArray) -> FloatArray:
    """Return the corners ``(6, 2)`` of works inside a hex."""
    middle = corners.mean(axis=0)
    return np.asarray(middle + 0.88 * (corners - middle))


def draw_fieldworks(canvas: Canvas, corners: Sequence[tuple[float, float]], pitch: float) -> None:
    """Draw works along the inside of a hex: a line with teeth outwards.

    Parameters
    ----------
    corners : sequence of (x, y)
        Of the hex, in order.
    """
    ring = works_ring(np.asarray(corners))
    middle = ring.mean(axis=0)
    style = {"stroke": "#9a6b3f", "stroke_linecap": "round", "stroke_linejoin": "round"}
    canvas.polygon(ring, fill="none", stroke_width=0.03 * pitch, **style)
    for start, end in zip(ring, np.roll(ring, -1, axis=0), strict=True):
        for share in (0.2, 0.4, 0.6, 0.8):
            foot = start + share * (end - start)
            outwards = (foot - middle) / np.hypot(*(foot - middle))
            tip = foot + 0.045 * pitch * outwards
            canvas.line([foot, tip], stroke_width=0.03 * pitch, **style)


def draw_setup_mark(canvas: Canvas, box: Box, kind: str, text: str, colour: str) -> None:
    """Draw one set-up symbol into a box: tab (army), oval (panzer), pennant (HQ), bar (front).

    Outlines, as if printed: what is filled is a counter.
    """
    left, top, right, bottom = box
    width, height = right - left, bottom - top
    line = 0.11 * height
    look: dict[str, Value] = {"fill": PAPER, "fill_opacity": 0.6, "stroke": colour, "stroke_width": line}
    if kind == "hq":
        notch = 0.22 * width
        canvas.line(
            [(left, top - 0.25 * height), (left, bottom + 0.35 * height)],
            stroke=colour,
            stroke_width=1.6 * line,
        )
        points = [
            (left, top),
            (right, top),
            (right - 0.5 * notch, top + height / 2),
            (right, bottom),
            (left, bottom),
        ]
        canvas.polygon(points, **look, stroke_linejoin="round")
        room, middle = width - 0.9 * notch, left + (width - 0.45 * notch) / 2
    else:
        radius = {"panzer": height / 2, "front": 0}.get(kind, 0.22 * height)
        canvas.rect(left, top, width, height, rx=radius, **look)
        if kind == "panzer":
            inset = 0.14 * height
            canvas.rect(
                left + inset,
                top + inset,
                width - 2 * inset,
                height - 2 * inset,
                rx=height / 2 - inset,
                fill="none",
                stroke=colour,
                stroke_width=0.5 * line,
            )
        room, middle = width - (0.85 * height if kind == "panzer" else 0.3 * height), left + width / 2
    size = fit_size(text, room, 0.86 * height, BOLD)
    canvas.text(text, middle, top + height / 2, size, face=BOLD, fill=INK, anchor="middle", centred=True)


def setup_boxes(view: MapView, marks: Iterable[SetupMark]) -> list[tuple[SetupMark, Box]]:
    """Return where each set-up symbol goes: side by side in the lower part of its hex, under a counter.

    Beside a counter it would look like a tag of that counter.
    """
    by_hex: dict[int, list[SetupMark]] = {}
    for mark in marks:
        by_hex.setdefault(mark.hex, []).append(mark)
    pitch = view.pitch
    height = 0.12 * pitch
    placed = []
    drop, room = 0.2, 1.9 * COUNTER
    for h, listed in by_hex.items():
        gap = 0.04 * pitch
        natural = [max(0.28 * pitch, _setup_width(mark, view.style, height)) for mark in listed]
        squeeze = min(1.0, (room * pitch - gap * (len(listed) - 1)) / sum(natural))
        widths = [squeeze * width for width in natural]
        x, y = view.centres[h].tolist()
        left = x - (sum(widths) + gap * (len(listed) - 1)) / 2
        top = y + drop * pitch
        for mark, width in zip(listed, widths, strict=True):
            placed.append((mark, (left, top, left + width, top + height)))
            left += width + gap
    return placed


def _setup_width(mark: SetupMark, style: Style, height: float) -> float:
    """Return how wide a set-up symbol of a height wants to be."""
    padding = {"hq": 0.75, "panzer": 0.95}.get(mark.kind, 0.4)
    return text_width(setup_text(mark, style), 0.86 * height, BOLD) + padding * height


def setup_text(mark: SetupMark, style: Style) -> str:
    """Return what a set-up symbol says."""
    return style.wording.say({"front": "FRONT", "second": "2nd"}.get(mark.army, mark.army))


def setup_colour(mark: SetupMark, style: Style) -> str:
    """Return the colour of a set-up symbol: its army's, else its side's."""
    return style.armies.get(mark.army) or side_colour(mark.side, style)


def places_by_rank(places: Sequence[Place]) -> list[Place]:
    """Return places, small ones first, so that the large are drawn over them."""
    return sorted(places, key=lambda place: (is_city(place.kind), place.id))


def start_line(view: MapView) -> list[FloatArray]:
    """Return the start line as point chains ``(k, 2)``: hexsides between the sides' start areas."""
    layers = [name for name in view.map.hex_features if name.startswith("start_")]
    if len(layers) < 2:
        return []
    owner = np.full(len(view.map.grid), -1)
    for i, name in enumerate(layers):
        owner[view.map.hex_features[name]] = i
    # Sea has no owner to be parted.
    owner[view.sea] = -1
    pairs = owner[view.map.sides]
    border = (pairs >= 0).all(axis=1) & (pairs[:, 0] != pairs[:, 1])
    if not border.any():
        return []
    merged = shapely.line_merge(shapely.set_precision(shapely.multilinestrings(view.side_ends[border]), 0.01))
    return [np.asarray(part.coords) for part in getattr(merged, "geoms", [merged])]


def draw_start_line(canvas: Canvas, view: MapView, lines: Iterable[FloatArray]) -> None:
    """Draw the start line: broad, dashed, over everything but the symbols."""
    pitch = view.pitch
    dash = f"{number(0.2 * pitch)} {number(0.12 * pitch)}"
    for points in lines:
        data = open_spline(points)
        common = {"fill": "none", "stroke_linecap": "butt", "stroke_linejoin": "round"}
        canvas.path(data, stroke="#ffffff", stroke_width=0.1 * pitch, stroke_opacity=0.55, **common)
        canvas.path(
            data,
            stroke="#c2185b",
            stroke_width=0.055 * pitch,
            stroke_dasharray=dash,
            stroke_opacity=0.9,
            **common,
        )
