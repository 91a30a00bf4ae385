"""Emblems on the backs of cards."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from toolkit.render.event_art import draw_star
from toolkit.render.svg import Canvas, number
from toolkit.source.style import Emblem


def draw_emblem(canvas: Canvas, emblem: Emblem, at: tuple[float, float], ink: str, ground: str) -> None:
    """Draw an emblem that fills a disc of 50 user units about a point."""
    _EMBLEMS[emblem](canvas, at, ink, ground)


def _draw_star(canvas: Canvas, at: tuple[float, float], ink: str, ground: str) -> None:  # noqa: ARG001
    draw_star(canvas, (at[0], at[1] + 3), 44, ink)


def _draw_cross(canvas: Canvas, at: tuple[float, float], ink: str, ground: str) -> None:  # noqa: ARG001
    x, y = at
    canvas.path(
        f"M{x - 40} {y - 12}H{x - 12}V{y - 40}H{x + 12}V{y - 12}H{x + 40}V{y + 12}H{x + 12}V{y + 40}"
        f"H{x - 12}V{y + 12}H{x - 40}Z",
        fill=ink,
    )


def _draw_rat(canvas: Canvas, at: tuple[float, float], ink: str, ground: str) -> None:
    """Draw a rat on a heap of bricks: what the soldiers called the war in the ruins."""
    with canvas.group(transform=f"translate({number(at[0])} {number(at[1] + 4)})"):
        canvas.path("M-40 22H40V29H-40ZM-33 31H33V37H-33Z", fill="#8d9aa2")
        canvas.path(
            "M30 18C52 20 50 -6 36 -4C28 -3 30 8 37 6", fill="none", stroke=ink, stroke_width=3.4,
            stroke_linecap="round",
        )  # fmt: skip
        canvas.path(
            "M-41 9C-36 1 -30 -4 -24 -6C-25 -13 -16 -16 -13 -9C2 -19 30 -14 34 8C35 16 32 20 27 20H-8"
            "C-11 17 -14 16 -18 16C-27 17 -37 14 -41 9Z",
            fill=ink,
        )
        canvas.circle(-28, 3, 2.2, fill=ground)
        canvas.path(
            "M-14 20C-15 14 -9 12 -5 15M12 20C11 13 18 11 23 15", fill="none", stroke=ground, stroke_width=1.8
        )
        canvas.path("M-38 10L-47 6M-38 11L-48 12", fill="none", stroke=ink, stroke_width=1.2)


_EMBLEMS: Mapping[Emblem, Callable[[Canvas, tuple[float, float], str, str], None]] = {
    "star": _draw_star,
    "cross": _draw_cross,
    "rat": _draw_rat,
}
