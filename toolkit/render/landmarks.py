"""Landmarks of a board of areas: pictures at points of the map's own roles."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from toolkit.render.event_art import draw_star
from toolkit.render.svg import Canvas, number

_INK = "#6b5a45"
_PALE = "#f1e8d3"

Landmark = Callable[[Canvas], None]


def draw_landmark(canvas: Canvas, role: str, at: tuple[float, float]) -> bool:
    """Draw the landmark of a role about a point; return whether there is a picture of it."""
    drawing = LANDMARKS.get(role)
    if drawing is None:
        return False
    with canvas.group(transform=f"translate({number(at[0])} {number(at[1])})", opacity=0.8):
        drawing(canvas)
    return True


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
    draw_star(canvas, (0, 0), 27, _INK)


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


def _station(canvas: Canvas) -> None:
    """A station hall with its clock over the tracks."""
    canvas.path("M-56 24V-6H-26V-20L0 -38L26 -20V-6H56V24Z", fill=_INK)
    canvas.circle(0, -14, 8, fill=_PALE, stroke=_INK, stroke_width=1.6)
    canvas.path("M0 -19V-14H4", fill="none", stroke=_INK, stroke_width=1.8)
    for x in (-46, -30, 22, 38):
        canvas.rect(x, 3, 9, 13, fill=_PALE)
    canvas.path("M-8 24V8H8V24Z", fill=_PALE)
    canvas.path("M-66 32H66M-66 40H66", fill="none", stroke=_INK, stroke_width=2.4)
    canvas.path("M-60 29V43" + "m14 -14v14" * 8, fill="none", stroke=_INK, stroke_width=2.4)


def _hospital(canvas: Canvas) -> None:
    """A long house with a cross on its middle part."""
    canvas.path("M-60 30V-6H-22V-30H22V-6H60V30Z", fill=_INK)
    canvas.circle(0, -8, 15, fill=_PALE)
    canvas.path("M-4 -18H4V-12H10V-4H4V2H-4V-4H-10V-12H-4Z", fill="#b01e24")
    for x in (-52, -38, 29, 43):
        canvas.rect(x, 4, 9, 10, fill=_PALE)
    canvas.rect(-6, 14, 12, 16, fill=_PALE)


def _barracks(canvas: Canvas) -> None:
    """Three rows of huts about a flag pole."""
    for x, y in ((-62, -26), (-62, 4), (10, -26), (10, 4), (-26, 32)):
        canvas.path(f"M{x} {y + 18}V{y + 6}L{x + 6} {y}H{x + 46}L{x + 52} {y + 6}V{y + 18}Z", fill=_INK)
        for k in range(4):
            canvas.rect(x + 6 + 11 * k, y + 9, 6, 5, fill=_PALE)
    canvas.rect(-1, -40, 2.4, 66, fill=_INK)
    canvas.path("M1 -40H20V-28H1Z", fill="#b01e24")


def _trees(canvas: Canvas) -> None:
    """A small wood."""
    for x, y, r in (
        (-46, 8, 15), (-20, -10, 18), (10, 6, 17), (38, -6, 15), (-30, 30, 14), (2, 32, 16), (34, 28, 15),
    ):  # fmt: skip
        canvas.rect(x - 2, y + r - 4, 4, 9, fill="#6b5a45")
        canvas.circle(x, y, r, fill="#6f8a4e", stroke="#4d6636", stroke_width=1.6)
        canvas.circle(x - r / 3, y - r / 3, r / 2.6, fill="#8ba465")


def _jetty(canvas: Canvas) -> None:
    """A landing stage with a barge beside it."""
    canvas.path("M-7 -24H7V36H-7Z", fill="#9a8460", stroke=_INK, stroke_width=1.6)
    for y in range(-18, 36, 9):
        canvas.line([(-7, y), (7, y)], stroke=_INK, stroke_width=1.2)
    canvas.path("M14 8H48L42 24H20ZM26 8V-2H40V8Z", fill=_INK)
    canvas.path("M-44 -22H-14V-4H-44ZM-48 -22L-29 -34L-10 -22Z", fill=_INK)


LANDMARKS: Mapping[str, Landmark] = {
    "hill": _hill,
    "airfield": _airfield,
    "factory": _factory,
    "square": _square,
    "elevator": _elevator,
    "settlement": _settlement,
    "village": _village,
    "station": _station,
    "hospital": _hospital,
    "barracks": _barracks,
    "trees": _trees,
    "jetty": _jetty,
}
