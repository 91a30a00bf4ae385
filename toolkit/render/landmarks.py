"""Landmarks of a board of areas: pictures at points of the map's own roles."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from toolkit.render.event_art import draw_star
from toolkit.render.svg import Canvas, number

_INK = "#6b5a45"
_PALE = "#f1e8d3"

Landmark = Callable[[Canvas], None]


def draw_landmark(canvas: Canvas, role: str, at: tuple[float, float]) -> bool:
    """Draw the landmark of a role about a point; return whether there is a picture of it."""
    drawing = _LANDMARKS.get(role)
    if drawing is None:
        return False
    with canvas.group(transform=f"translate({number(at[0])} {number(at[1])})", opacity=0.8):
        drawing(canvas)
    return True


def known_landmarks() -> tuple[str, ...]:
    """Return every role that has a picture."""
    return tuple(_LANDMARKS)


def _hill(canvas: Canvas) -> None:
    """A burial mound in contour lines, with its flanks hatched."""
    for rx, ry, width in ((96, 62, 2.0), (68, 43, 2.2), (41, 25, 2.4), (17, 10, 2.6)):
        canvas.add(
            "ellipse",
            cx=0,
            cy=0,
            rx=rx,
            ry=ry,
            fill="#b48d57",
            fill_opacity=0.16,
            stroke="#9b7743",
            stroke_width=width,
            transform="rotate(-14)",
        )
    canvas.polygon([(-7, 5), (0, -7), (7, 5)], fill="#7d5c3b")


def _airfield(canvas: Canvas) -> None:
    """A field with two runways."""
    canvas.add("ellipse", cx=0, cy=0, rx=92, ry=52, fill="#d3cf9f", stroke="#9d975f", stroke_width=1.6)
    for turn in (-24, 38):
        with canvas.group(transform=f"rotate({turn})"):
            canvas.rect(-82, -9, 164, 18, rx=2, fill="#a9a18b", stroke=_INK, stroke_width=1.4)
            canvas.line([(-72, 0), (72, 0)], stroke=_PALE, stroke_width=2, stroke_dasharray="10 8")


def _factory(canvas: Canvas) -> None:
    """A works with saw-tooth roofs and chimneys."""
    canvas.path("M-54 34V-2L-30 -16V-2L-6 -16V-2L18 -16V-2L42 -16V34Z", fill=_INK)
    for x in (22, 32):
        canvas.path(f"M{x - 3} -10L{x - 2} -50H{x + 2}L{x + 3} -10Z", fill=_INK)
    canvas.path(
        "M24 -54C14 -60 16 -70 4 -70C-4 -78 -18 -72 -16 -66",
        fill="none",
        stroke=_INK,
        stroke_width=5,
        stroke_opacity=0.35,
        stroke_linecap="round",
    )
    for x in range(-48, 38, 12):
        canvas.rect(x, 12, 7, 9, fill=_PALE)


def _square(canvas: Canvas) -> None:
    """An open place with a star, houses round it."""
    canvas.rect(-46, -34, 92, 68, rx=3, fill="#efe3cf", stroke=_INK, stroke_width=2)
    for x in range(-58, 56, 23):
        canvas.rect(x, -54, 17, 15, fill=_INK, fill_opacity=0.75)
        canvas.rect(x, 39, 17, 15, fill=_INK, fill_opacity=0.75)
    draw_star(canvas, (0, 0), 27, "#b01e24")


def _elevator(canvas: Canvas) -> None:
    """A grain elevator: a row of tall silos with a head-house."""
    canvas.path("M-58 40V-14H-34V-52H-8V-14H58V40Z", fill=_INK)
    for x in range(-2, 56, 12):
        canvas.line([(x, -10), (x, 38)], stroke=_PALE, stroke_width=2)
    for y in (-42, -28, -8, 10):
        canvas.rect(-28, y, 5, 7, fill=_PALE)
        canvas.rect(-18, y, 5, 7, fill=_PALE)


def _settlement(canvas: Canvas) -> None:
    """Rows of workers' houses."""
    for x, y in ((-52, -20), (-16, -26), (20, -22), (-36, 12), (0, 8), (36, 14)):
        canvas.path(f"M{x - 13} {y + 14}V{y}L{x} {y - 11}L{x + 13} {y}V{y + 14}Z", fill=_INK)
        canvas.rect(x - 4, y + 4, 7, 10, fill=_PALE)


def _village(canvas: Canvas) -> None:
    """A few houses."""
    for x, y in ((-20, -4), (2, -14), (18, 4)):
        canvas.path(f"M{x - 9} {y + 10}V{y}L{x} {y - 8}L{x + 9} {y}V{y + 10}Z", fill=_INK, fill_opacity=0.8)


_LANDMARKS: Mapping[str, Landmark] = MappingProxyType(
    {
        "hill": _hill,
        "airfield": _airfield,
        "factory": _factory,
        "square": _square,
        "elevator": _elevator,
        "settlement": _settlement,
        "village": _village,
    }
)
