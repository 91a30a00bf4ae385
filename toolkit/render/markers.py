"""Markers and backs: a text on a coloured ground, in the shapes players know."""

from __future__ import annotations

from collections.abc import Mapping

from toolkit.render.fonts import BLACK, BOLD, fit_size
from toolkit.render.palette import paler, readable_on
from toolkit.render.svg import Canvas
from toolkit.source.style import PAPER, MarkerStyle

SIDE = 100.0


def draw_marker(text: str, style: MarkerStyle, *, back: bool = False) -> str:
    """Draw a marker.

    Parameters
    ----------
    text : str
        What it says: a number, a word; lines parted by a line feed.
    back : bool
        Draw the other side: the same ground, paler.

    Returns
    -------
    str
        SVG of 100 by 100 user units.
    """
    canvas = Canvas(SIDE, SIDE, text.replace("\n", " ") or style.caption)
    paint_marker(canvas, text, style, back=back)
    return canvas.render()


def paint_marker(canvas: Canvas, text: str, style: MarkerStyle, *, back: bool = False) -> None:
    """Draw a marker onto a canvas, into the square from 0 to 100; see `draw_marker`."""
    ground = paler(style.ground, 0.5) if back else style.ground
    _SHAPES[style.shape](canvas, ground, style.border)
    ink = readable_on(ground)
    room, largest, middle = _ROOM[style.shape]
    if style.caption and text:
        size = fit_size(style.caption, room, 17, BOLD)
        canvas.text(style.caption, 50, 84, size, face=BOLD, fill=ink, anchor="middle")
        middle -= 9
        largest *= 0.85
    _lines(canvas, text or style.caption, (room, largest, middle), ink)


def _lines(canvas: Canvas, text: str, room: tuple[float, float, float], ink: str) -> None:
    width, largest, middle = room
    lines = text.split("\n")
    largest = largest if len(lines) == 1 else 1.35 * largest / len(lines)
    size = min(fit_size(line, width, largest, BLACK) for line in lines)
    for i, line in enumerate(lines):
        y = middle + (i - (len(lines) - 1) / 2) * 1.02 * size
        canvas.text(line, 50, y, size, face=BLACK, fill=ink, anchor="middle", centred=True)


def _square(canvas: Canvas, ground: str, border: str) -> None:
    canvas.rect(1.5, 1.5, 97, 97, rx=8, fill=ground, stroke=border, stroke_width=3)


def _round(canvas: Canvas, ground: str, border: str) -> None:
    canvas.circle(50, 50, 46, fill=ground, stroke=border, stroke_width=8)


def _badge(canvas: Canvas, ground: str, border: str) -> None:
    canvas.rect(4, 22, 92, 56, rx=16, fill=ground, stroke="#ffffff", stroke_width=6)
    canvas.rect(2, 20, 96, 60, rx=18, fill="none", stroke=border, stroke_width=3)


def _burst(canvas: Canvas, ground: str, border: str) -> None:
    # Points of the star on whole units: no sines whose last digit differs between machines.
    outer = (
        (50, 1),
        (75, 8),
        (92, 25),
        (99, 50),
        (92, 75),
        (75, 92),
        (50, 99),
        (25, 92),
        (8, 75),
        (1, 50),
        (8, 25),
        (25, 8),
    )
    inner = (
        (61, 12),
        (78, 22),
        (88, 39),
        (88, 61),
        (78, 78),
        (61, 88),
        (39, 88),
        (22, 78),
        (12, 61),
        (12, 39),
        (22, 22),
        (39, 12),
    )
    points = [point for pair in zip(outer, inner, strict=True) for point in pair]
    canvas.polygon(points, fill=ground, stroke=border, stroke_width=2.5, stroke_linejoin="round")


def _fort(canvas: Canvas, ground: str, border: str) -> None:
    canvas.rect(1.5, 1.5, 97, 97, rx=8, fill=PAPER, stroke=border, stroke_width=3)
    points = [(12, 90), (12, 22), (24, 22), (24, 12), (38, 12), (38, 22), (44, 22), (44, 12), (56, 12)]
    mirrored = [(100 - x, y) for x, y in reversed(points)]
    canvas.polygon([*points, *mirrored], fill=ground, stroke=border, stroke_width=3, stroke_linejoin="round")


def _flag(canvas: Canvas, ground: str, border: str) -> None:
    canvas.rect(1.5, 1.5, 97, 97, rx=48, fill=ground, stroke=border, stroke_width=3)
    canvas.rect(8, 8, 84, 84, rx=42, fill="none", stroke=readable_on(ground), stroke_width=3)


_SHAPES = {"square": _square, "round": _round, "badge": _badge, "burst": _burst, "fort": _fort, "flag": _flag}
# Width for the text, largest type size, height of its middle.
_ROOM: Mapping[str, tuple[float, float, float]] = {
    "square": (84, 56, 50),
    "round": (66, 48, 50),
    "badge": (78, 40, 50),
    "burst": (58, 50, 50),
    "fort": (60, 52, 58),
    "flag": (70, 34, 50),
}
