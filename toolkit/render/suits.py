"""Suits of playing cards as vectors, each within a square of one unit about its middle."""

from __future__ import annotations

from collections.abc import Mapping

from toolkit.render.svg import Canvas, number

BLACK = "#17181b"
RED = "#c4161c"

_SHAPES: Mapping[str, str] = {
    "S": (
        "M0 -50C7 -33 20 -22 31 -11C42 0 46 8 43 18C39 31 21 35 9 22C10 34 14 42 21 50H-21"
        "C-14 42 -10 34 -9 22C-21 35 -39 31 -43 18C-46 8 -42 0 -31 -11C-20 -22 -7 -33 0 -50Z"
    ),
    "H": (
        "M0 48C-8 30 -20 19 -32 5C-43 -8 -48 -18 -45 -29C-40 -48 -12 -50 0 -26"
        "C12 -50 40 -48 45 -29C48 -18 43 -8 32 5C20 19 8 30 0 48Z"
    ),
    "D": "M0 -50C9 -32 21 -16 36 0C21 16 9 32 0 50C-9 32 -21 16 -36 0C-21 -16 -9 -32 0 -50Z",
    "C": (
        "M0 -49C15 -49 25 -37 23 -23C22 -17 18 -11 12 -6C20 -10 30 -11 38 -5C49 3 49 21 37 28"
        "C26 34 12 30 7 17C8 32 12 42 20 50H-20C-12 42 -8 32 -7 17C-12 30 -26 34 -37 28"
        "C-49 21 -49 3 -38 -5C-30 -11 -20 -10 -12 -6C-18 -11 -22 -17 -23 -23C-25 -37 -15 -49 0 -49Z"
    ),
}


def suit_colour(colour: str) -> str:
    """Return the ink of a suit's colour, ``"red"`` or ``"black"``."""
    return RED if colour == "red" else BLACK


def draw_suit(
    canvas: Canvas,
    suit: str,
    at: tuple[float, float],
    size: float,
    fill: str,
    *,
    turned: bool = False,
) -> None:
    """Draw a suit's sign; one without a drawing is a dot.

    Parameters
    ----------
    suit : str
        ``"S"``, ``"H"``, ``"D"``, ``"C"``.
    at : (x, y)
        Its middle.
    size : float
        Its height.
    turned : bool
        Upside down.
    """
    x, y = at
    if suit not in _SHAPES:
        canvas.circle(x, y, size / 2.4, fill=fill)
        return
    turn = "rotate(180)" if turned else ""
    place = f"translate({number(x)} {number(y)}){turn}scale({number(size / 100, 4)})"
    canvas.path(_SHAPES[suit], fill=fill, transform=place)
