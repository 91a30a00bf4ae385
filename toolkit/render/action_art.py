"""Pictures of action cards: silhouettes in a square of 100 units about their middle, as in `event_art`."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from toolkit.render.svg import Canvas

Art = Callable[[Canvas, str, str], None]


def _rocket(canvas: Canvas, ink: str, ground: str) -> None:
    """Rails on a lorry, rockets leaving them."""
    canvas.path("M-46 22H34V12H22V-2H6L0 12H-46Z", fill=ink)
    canvas.path("M9 2H18V10H6Z", fill=ground)
    for x in (-32, -8, 22):
        canvas.circle(x, 27, 9, fill=ink, stroke=ground, stroke_width=2)
        canvas.circle(x, 27, 3, fill=ground)
    with canvas.group(transform="rotate(-32 -24 8)"):
        for y in (-12, -3, 6):
            canvas.rect(-46, y, 44, 4.6, fill=ink)
            canvas.path(f"M14 {y - 1}H38L46 {y + 2.3}L38 {y + 5.6}H14L8 {y + 9}V{y - 4}Z", fill=ink)


def _tank(canvas: Canvas, ink: str, ground: str) -> None:
    """A tank from the side, its gun to the left."""
    canvas.path("M-12 -24H16L26 -8H-20Z", fill=ink)
    canvas.path("M-54 -19H-14V-13H-54ZM-57 -21H-50V-11H-57Z", fill=ink)
    canvas.path("M-40 -6H36L46 6V12H-46V4Z", fill=ink)
    canvas.path("M-46 14H46Q52 21 44 29L35 36H-35L-44 29Q-52 21 -46 14Z", fill=ink)
    for x in (-32, -16, 0, 16, 32):
        canvas.circle(x, 25, 7, fill=ground)
        canvas.circle(x, 25, 3, fill=ink)
    canvas.line([(-46, 13), (46, 13)], stroke=ground, stroke_width=2.2)


def _boat(canvas: Canvas, ink: str, ground: str) -> None:
    """A river boat with a gun, over waves."""
    canvas.path("M-46 4H48L38 24H-36Z", fill=ink)
    canvas.path("M-8 4V-12H20V4ZM0 -12V-26H12V-12Z", fill=ink)
    canvas.path("M-30 4V-6H-16V4ZM-48 -8H-22V-3H-48Z", fill=ink)
    canvas.line([(6, -26), (6, -44)], stroke=ink, stroke_width=2.6)
    canvas.path("M7 -44L24 -38L7 -32Z", fill=ink)
    for x in (-4, 6, 16):
        canvas.circle(x, -4, 2.6, fill=ground)
    for y in (31, 39):
        canvas.path(
            f"M-46 {y}q8 -7 15 0t15 0t15 0t15 0t15 0t15 0", fill="none", stroke=ink, stroke_width=3.4,
            stroke_linecap="round",
        )  # fmt: skip


def _mine(canvas: Canvas, ink: str, ground: str) -> None:
    """A flat mine in the ground with its fuse, and a warning board."""
    canvas.path("M-44 20C-44 6 -30 2 -16 2C-2 2 12 6 12 20V30H-44Z", fill=ink)
    canvas.rect(-24, -6, 16, 10, rx=2, fill=ink)
    canvas.path("M-38 16H6", fill="none", stroke=ground, stroke_width=2.6)
    canvas.path("M-50 31H48V38H-50Z", fill=ink)
    canvas.rect(29, -20, 4.4, 52, fill=ink)
    canvas.path("M8 -46H50V-16H8Z", fill=ink)
    canvas.path("M18 -40L40 -22M40 -40L18 -22", fill="none", stroke=ground, stroke_width=4.4)


def _wall(canvas: Canvas, ink: str, ground: str) -> None:
    """The corner of a ruin with empty windows, on its rubble."""
    canvas.path("M-40 34V-36L-28 -44L-22 -30L-8 -34V-18L4 -22L8 -6L20 -10V8L32 4V34Z", fill=ink)
    for x, y in ((-32, -22), (-14, -12), (-32, 2), (-14, 6), (6, 6)):
        canvas.rect(x, y, 10, 14, fill=ground)
    canvas.path("M-50 40L-44 30H-34L-26 24L-14 32L0 26L10 33L24 28L36 32H44L50 40Z", fill=ink)
    canvas.path("M-42 35H-30M-20 33L-10 37M4 32L14 37M26 34H36", fill="none", stroke=ground, stroke_width=2)


def _boots(canvas: Canvas, ink: str, ground: str) -> None:
    """Two marching boots."""
    for dx, dy in ((-24, 0), (16, -12)):
        with canvas.group(transform=f"translate({dx} {dy})"):
            canvas.path("M-12 -34H10V12C16 18 30 20 34 28V36H-14Z", fill=ink)
            canvas.path("M-16 38H36V44H-16Z", fill=ink)
            canvas.path("M-12 -26H10M12 18L18 12M19 22L25 16", fill="none", stroke=ground, stroke_width=2.6)


def _flag(canvas: Canvas, ink: str, ground: str) -> None:
    """A flag in the wind."""
    canvas.rect(-36, -46, 6, 92, rx=3, fill=ink)
    canvas.path(
        "M-30 -42C-14 -52 0 -34 18 -38C28 -40 36 -44 42 -46V2C34 6 26 8 18 9C0 12 -14 -4 -30 6Z", fill=ink
    )
    canvas.path(
        "M-24 -26C-12 -34 2 -18 18 -22C26 -24 32 -26 36 -28", fill="none", stroke=ground, stroke_width=3
    )
    canvas.path(
        "M-24 -12C-12 -20 2 -4 18 -8C26 -10 32 -12 36 -14", fill="none", stroke=ground, stroke_width=3
    )


def _cross(canvas: Canvas, ink: str, ground: str) -> None:
    """A cross in a disc: help for the wounded and men who come back."""
    canvas.circle(0, 0, 44, fill=ink)
    canvas.path("M-11 -32H11V-11H32V11H11V32H-11V11H-32V-11H-11Z", fill=ground)


def _crate(canvas: Canvas, ink: str, ground: str) -> None:
    """An ammunition box with its lid up and shells in it."""
    canvas.path("M-42 2H42V40H-42Z", fill=ink)
    canvas.path("M-42 -8L34 -42L40 -34L-36 0Z", fill=ink)
    for x in (-28, -12, 4, 20):
        canvas.path(f"M{x} 0V-12Q{x + 5} -24 {x + 10} -12V0Z", fill=ink, stroke=ground, stroke_width=1.8)
    canvas.path("M-42 12H42M-42 30H42", fill="none", stroke=ground, stroke_width=2.6)
    canvas.rect(-8, 16, 16, 10, fill=ground)


def _smoke(canvas: Canvas, ink: str, ground: str) -> None:
    """Clouds that roll over the ground."""
    for x, y, r in ((-26, 14, 20), (2, 6, 25), (28, 14, 19), (-12, -14, 18), (16, -18, 17), (2, -32, 11)):
        canvas.circle(x, y, r, fill=ink)
    canvas.path("M-46 26H47V38H-46Z", fill=ink)
    canvas.path(
        "M-30 16A12 12 0 0 1 -10 12M6 10A14 14 0 0 1 30 14M-16 -12A11 11 0 0 1 4 -16", fill="none",
        stroke=ground, stroke_width=3.2, stroke_linecap="round",
    )  # fmt: skip


def _aim(canvas: Canvas, ink: str, ground: str) -> None:
    """Rings of a target with lines of fire that meet in it."""
    for radius, colour in ((44, ink), (34, ground), (25, ink), (15, ground), (7, ink)):
        canvas.circle(0, 0, radius, fill=colour)
    for turn in (45, 165, 285):
        with canvas.group(transform=f"rotate({turn})"):
            canvas.path("M-3 -50H3V-22H9L0 -8L-9 -22H-3Z", fill=ink, stroke=ground, stroke_width=2.4)


def _arrow(canvas: Canvas, ink: str, ground: str) -> None:
    """An arrow that winds its way past two posts."""
    canvas.path("M-44 34C-44 4 -22 8 -12 4C2 -2 -6 -22 14 -22H18", fill="none", stroke=ink, stroke_width=14)
    canvas.path("M16 -42L48 -22L16 -2Z", fill=ink)
    for x, y in ((-22, -24), (22, 22)):
        canvas.path(f"M{x - 14} {y + 16}V{y - 10}L{x} {y - 20}L{x + 14} {y - 10}V{y + 16}Z", fill=ink)
        canvas.rect(x - 5, y - 4, 10, 11, fill=ground)


ACTION_ART: Mapping[str, Art] = {
    "rocket": _rocket,
    "tank": _tank,
    "boat": _boat,
    "mine": _mine,
    "wall": _wall,
    "boots": _boots,
    "flag": _flag,
    "cross": _cross,
    "crate": _crate,
    "smoke": _smoke,
    "aim": _aim,
    "arrow": _arrow,
}
"""Symbol, as action_cards.yaml names it, to its drawing."""
