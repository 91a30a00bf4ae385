"""What cards do, as pictures: silhouettes in a square of 100 units about their middle."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from toolkit.render.action_art import ACTION_ART
from toolkit.render.svg import Canvas, number

Art = Callable[[Canvas, str, str], None]


def draw_art(
    canvas: Canvas, symbol: str, at: tuple[float, float], size: float, *, ink: str, ground: str
) -> None:
    """Draw the picture of an event; nothing for one without.

    Parameters
    ----------
    symbol : str
        As cards.yaml or action_cards.yaml names it.
    at : (x, y)
        Its middle.
    size : float
        Its width and height.
    ink, ground : str
        Colour of the silhouette, and of what shows through it.
    """
    art = ART.get(symbol)
    if art is None:
        return
    place = f"translate({number(at[0])} {number(at[1])})scale({number(size / 100, 4)})"
    with canvas.group(transform=place):
        art(canvas, ink, ground)


def _aircraft(canvas: Canvas, ink: str, ground: str) -> None:
    """A dive bomber seen from above, in its dive."""
    with canvas.group(transform="rotate(38)"):
        canvas.path("M-5 -44Q0 -52 5 -44L6.5 -20H-6.5Z", fill=ink)
        canvas.path("M-7 -30H7L5 34Q0 44 -5 34Z", fill=ink)
        # Wings with the bend of a gull's.
        canvas.path("M-6 -22L-22 -14L-47 -20Q-50 -15 -47 -8L-22 2L-6 -2Z", fill=ink)
        canvas.path("M6 -22L22 -14L47 -20Q50 -15 47 -8L22 2L6 -2Z", fill=ink)
        canvas.path("M-4 28L-18 36Q-19 41 -17 43L-3 40ZM4 28L18 36Q19 41 17 43L3 40Z", fill=ink)
        canvas.path("M-3.2 -16Q0 -20 3.2 -16V4H-3.2Z", fill=ground)
        canvas.line([(-3.2, -6), (3.2, -6)], stroke=ink, stroke_width=1.6)
        canvas.line([(-14, -48), (14, -48)], stroke=ink, stroke_width=2.6, stroke_linecap="round")


def _assault_gun(canvas: Canvas, ink: str, ground: str) -> None:
    """A low hull without a turret, its gun to the left, wheels in the track."""
    canvas.path("M-26 -2L-20 -25H17L25 -4L44 -1V10H-40L-37 -3Z", fill=ink)
    canvas.path("M-56 -20H-18V-13H-56ZM-58 -22H-50V-11H-58Z", fill=ink)
    canvas.path("M-13 -21H13L17 -13H-15Z", fill=ground, fill_opacity=0.3)
    canvas.path("M2 -30H12V-25H2Z", fill=ink)
    canvas.path("M-44 12H44Q50 18 42 27L33 33H-35L-45 26Q-50 18 -44 12Z", fill=ink)
    for x in (-33, -18, -3, 12, 27):
        canvas.circle(x, 22, 6.6, fill=ground)
        canvas.circle(x, 22, 3.1, fill=ink)
    canvas.line([(-46, 12), (46, 12)], stroke=ground, stroke_width=2.2)


def _engineers(canvas: Canvas, ink: str, ground: str) -> None:
    """A bundle of charges with its fuse alight."""
    for dx in (-22, 0, 22):
        canvas.rect(dx - 10, -20, 20, 58, rx=4, fill=ink)
    canvas.path("M-32 -2H32V5H-32ZM-32 17H32V24H-32Z", fill=ground)
    canvas.path(
        "M0 -20C-2 -32 14 -30 17 -40", fill="none", stroke=ink, stroke_width=3.6, stroke_linecap="round"
    )
    canvas.path(
        "M20 -50L23 -43L30 -46L26 -39L33 -35L25 -34L26 -27L20 -32L14 -27L15 -35L8 -36L14 -40L11 -47L17 -43Z",
        fill=ink,
    )


def _shell(canvas: Canvas, ink: str, ground: str) -> None:
    """A howitzer on its carriage, firing."""
    with canvas.group(transform="rotate(-33 -2 8)"):
        canvas.path("M-18 2H40V10H-18ZM34 -1H43V13H34Z", fill=ink)
        canvas.path("M-22 -2H6V16H-22Z", fill=ink)
    canvas.path("M-12 16L-48 36V41H-38L2 24Z", fill=ink)
    canvas.path("M-2 -14L8 -16L16 26H6Z", fill=ink)
    canvas.circle(0, 22, 19, fill=ground)
    canvas.circle(0, 22, 17, fill="none", stroke=ink, stroke_width=5)
    canvas.path("M0 6V38M-16 22H16M-11 11L11 33M11 11L-11 33", fill="none", stroke=ink, stroke_width=2.8)
    canvas.circle(0, 22, 4.6, fill=ink)
    canvas.path("M38 -32L41 -41L45 -33L53 -36L48 -28L54 -23L46 -22L45 -14L40 -21L33 -18Z", fill=ink)


def _sniper(canvas: Canvas, ink: str, ground: str) -> None:
    """A helmet in the cross-hairs of a telescopic sight."""
    canvas.circle(0, 0, 42, fill=ground, fill_opacity=0.5)
    canvas.path(
        "M-22 6C-24 -14 -12 -23 0 -23C12 -23 24 -14 22 6L27 10Q27 13 23 13H-23Q-27 13 -27 10Z", fill=ink
    )
    canvas.path("M-15 13H15L13 24Q0 34 -13 24Z", fill=ink, fill_opacity=0.75)
    canvas.path("M-46 0H-14M14 0H46M0 -46V-12M0 16V46", fill="none", stroke=ground, stroke_width=6)
    canvas.path("M-46 0H-10M10 0H46M0 -46V-8M0 8V46", fill="none", stroke=ink, stroke_width=2.8)
    canvas.circle(0, 0, 42, fill="none", stroke=ink, stroke_width=6)
    canvas.circle(0, 0, 2.6, fill=ground)


def _bottle(canvas: Canvas, ink: str, ground: str) -> None:
    """A bottle with a burning rag."""
    with canvas.group(transform="rotate(20)"):
        canvas.path(
            "M-6 -22H6V-8C16 -4 18 2 18 10V40Q18 46 12 46H-12Q-18 46 -18 40V10C-18 2 -16 -4 -6 -8Z", fill=ink
        )
        canvas.rect(-8, -26, 16, 6, rx=2, fill=ink)
        canvas.path("M-13 14H13V34H-13Z", fill=ground)
        canvas.path("M0 16C5 22 7 25 4 30C3 33 -3 33 -4 30C-6 26 -2 24 0 16Z", fill=ink)
    canvas.path(
        "M6 -24C0 -32 6 -38 10 -42C10 -37 13 -36 15 -33C19 -39 18 -44 16 -50C26 -45 33 -36 29 -26"
        "C27 -20 20 -17 14 -18C10 -19 8 -21 6 -24Z",
        fill=ink,
    )
    canvas.path("M14 -21C11 -25 14 -29 17 -32C19 -28 22 -26 20 -22C18 -19 16 -19 14 -21Z", fill=ground)


def _general(canvas: Canvas, ink: str, ground: str) -> None:
    """A general's peaked cap with its star."""
    canvas.path(
        "M-46 -10C-42 -34 -18 -40 0 -40C18 -40 42 -34 46 -10C38 -2 24 2 24 2H-24C-24 2 -38 -2 -46 -10Z",
        fill=ink,
    )
    canvas.path("M-26 4H26V16H-26Z", fill=ink)
    canvas.path("M-26 4H26", fill="none", stroke=ground, stroke_width=2.4)
    canvas.path("M-30 18H30C33 26 26 36 0 36C-26 36 -33 26 -30 18Z", fill=ink)
    canvas.path("M-24 21C-10 25 10 25 24 21", fill="none", stroke=ground, stroke_width=2)
    canvas.path(_STAR, fill=ground, transform="translate(0 -17)scale(.17)")


_STAR = "M0 -100L23 -31H95L37 12L59 81L0 38L-59 81L-37 12L-95 -31H-23Z"

ART: Mapping[str, Art] = {
    "aircraft": _aircraft,
    "assault_gun": _assault_gun,
    "engineers": _engineers,
    "shell": _shell,
    "sniper": _sniper,
    "bottle": _bottle,
    "general": _general,
    **ACTION_ART,
}


STAR = "#f0b400"
"""The gold of what counts for victory."""


def draw_star(canvas: Canvas, at: tuple[float, float], radius: float, fill: str) -> None:
    """Draw a five-pointed star."""
    place = f"translate({number(at[0])} {number(at[1])})scale({number(radius / 100, 4)})"
    canvas.path(_STAR, fill=fill, transform=place)
