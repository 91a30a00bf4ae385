"""Units that turn over when they have acted: three values in front, one on a paler back."""

from __future__ import annotations

from collections.abc import Mapping

from toolkit.render.fonts import BLACK, BOLD, fit_size
from toolkit.render.palette import army_colours, paler, readable_on
from toolkit.render.style import units_colour
from toolkit.render.svg import Canvas
from toolkit.render.symbols import Box, draw_size, draw_symbol
from toolkit.source.counters import Counter
from toolkit.source.style import INK, PAPER, Style

_SIDE = 100.0
_BLACK = "#1d1d1f"
_LETTER = "#b0161c"


def ground_of(counter: Counter, style: Style, *, is_spent: bool) -> str:
    """Return the colour of a face: the side's, black for a unit that withdraws, paler when it is spent."""
    colour = _BLACK if counter.withdraws else units_colour(counter.side, style)
    return paler(colour, 0.5 if counter.withdraws else 0.55) if is_spent else colour


def paint_acting_unit(
    canvas: Canvas,
    counter: Counter,
    style: Style,
    *,
    is_spent: bool,
    letters: Mapping[str, str] | None = None,
) -> None:
    """Draw one face onto a canvas, into the square from 0 to 100.

    Parameters
    ----------
    counter : Counter
        With `fresh` values.
    letters : mapping of str to str, optional
        Area id to the letter that it prints; without it the start of a unit is not shown.
    """
    ground = ground_of(counter, style, is_spent=is_spent)
    ink = readable_on(ground)
    canvas.rect(1, 1, _SIDE - 2, _SIDE - 2, rx=7, fill=ground, stroke=INK, stroke_width=2)
    name, _, division = counter.short.partition("/")
    middle = 52.0 if division else 44.0
    if division and counter.division is not None:
        _draw_division(canvas, _division_colour(counter.division, style), division, is_spent)
    size = fit_size(name, 58 if division else 66, 16.5, BOLD)
    canvas.text(name, middle, 15.5, size, face=BOLD, fill=ink, anchor="middle")
    draw_size(canvas, counter.size, (middle, 22.5), 7.5, ink)
    draw_symbol(canvas, counter.symbol, Box(middle - 24, 28.5, 48, 29, INK, PAPER, 2.6))
    _draw_start(canvas, counter, letters)
    if is_spent:
        text = str(counter.spent_defence)
        canvas.text(text, 50, 79.5, 36, face=BLACK, fill=ink, anchor="middle", centred=True)
        _draw_turned(canvas, ink)
    elif counter.fresh is not None:
        text = f"{counter.fresh.attack}-{counter.fresh.defence}-{counter.fresh.movement}"
        size = fit_size(text, _SIDE - 14, 36, BLACK)
        canvas.text(text, 50, 79.5, size, face=BLACK, fill=ink, anchor="middle", centred=True)


def _division_colour(division: str, style: Style) -> str:
    return style.armies.get(division) or army_colours([division])[division]


def _draw_division(canvas: Canvas, colour: str, text: str, is_spent: bool) -> None:
    """Draw the stripe that units which act together share."""
    ink = readable_on(colour)
    canvas.path("M8 2H20V62H2V8A6 6 0 0 1 8 2Z", fill=paler(colour, 0.4) if is_spent else colour)
    size = fit_size(text, 54, 15.5, BOLD)
    ink = INK if is_spent else ink
    canvas.text(text, 11, 32, size, face=BOLD, fill=ink, anchor="middle", centred=True, rotate=-90)


def _draw_start(canvas: Canvas, counter: Counter, letters: Mapping[str, str] | None) -> None:
    """Draw the red letter of the set-up area, or the turn of entry in a circle."""
    if counter.enters is not None:
        canvas.circle(86, 42, 10.5, fill=PAPER, stroke=INK, stroke_width=1.6)
        canvas.text(str(counter.enters), 86, 42, 16, face=BOLD, fill=INK, anchor="middle", centred=True)
        return
    letter = (letters or {}).get(counter.starts or "")
    if letter is not None:
        canvas.rect(76, 31.5, 20, 21, rx=3.5, fill=PAPER, stroke=_LETTER, stroke_width=1.6)
        canvas.text(letter, 86, 42, 17, face=BLACK, fill=_LETTER, anchor="middle", centred=True)


def _draw_turned(canvas: Canvas, ink: str) -> None:
    """Draw an arrow that turns back: the unit has acted."""
    canvas.path(
        "M72 73A12 8 0 1 1 84 82", fill="none", stroke=ink, stroke_width=3.6, stroke_linecap="round",
        stroke_opacity=0.6,
    )  # fmt: skip
    canvas.polygon([(85, 76), (85, 88), (75, 82)], fill=ink, fill_opacity=0.6)
