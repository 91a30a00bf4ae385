"""Counters: units and headquarters with both faces, command chits and their backs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from toolkit.render.acting_units import paint_acting_unit
from toolkit.render.fonts import BLACK, BOLD, fit_size
from toolkit.render.markers import paint_marker
from toolkit.render.palette import army_colours, darker, readable_on
from toolkit.render.style import livery, marker_style, side_colour
from toolkit.render.svg import Canvas
from toolkit.render.symbols import Box, draw_size, draw_symbol
from toolkit.source.counters import Counter, Factors
from toolkit.source.style import INK, PAPER, PLAIN, Livery, Style

FaceName = Literal["full", "reduced", "back"]

# How much black a unit has in it that has acted, so that its side is still seen; and its ink.
_DOWN, _DOWN_INK = 0.47, "#f6f3e8"
SIDE = 100.0
"""Side of every counter in user units; `rasterise` brings it to pixels."""


def factors_text(factors: Factors, *, mechanised: bool) -> str:
    """Return factors as printed: attack-defence-movement, or strength-movement for who is not mechanised."""
    if mechanised or factors.attack != factors.defence:
        return f"{factors.attack}-{factors.defence}-{factors.movement}"
    return f"{factors.attack}-{factors.movement}"


def draw_counter(
    counter: Counter,
    face: FaceName = "full",
    style: Style = PLAIN,
    *,
    letters: Mapping[str, str] | None = None,
) -> str:
    """Draw one face of a counter.

    Parameters
    ----------
    counter : Counter
        Unit, headquarters or chit; a marker is drawn as its name on its side's colour.
    face : {"full", "reduced", "back"}
        ``"reduced"`` of a unit with one step, and ``"back"``, are the blank back; of a unit that turns over
        when it has acted ``"reduced"`` is its spent side.
    style : Style, optional
        As `game_style` gives it for the whole game.
    letters : mapping of str to str, optional
        Area id to the letter that it prints, for counters that name their start area.

    Returns
    -------
    str
        SVG of `SIDE` user units.
    """
    # A back hides its name, in the title as well.
    canvas = Canvas(SIDE, SIDE, "back" if face == "back" else f"{counter.short}, {face}")
    paint_counter(canvas, counter, face, style, letters)
    return canvas.render()


def paint_counter(
    canvas: Canvas,
    counter: Counter,
    face: FaceName,
    style: Style = PLAIN,
    letters: Mapping[str, str] | None = None,
) -> None:
    """Draw one face of a counter onto a canvas, into the square from 0 to `SIDE`; see `draw_counter`."""
    if counter.kind == "chit" and face == "full":
        _draw_chit(canvas, counter, side_colour(counter.side, style))
    elif counter.fresh is not None:
        paint_acting_unit(canvas, counter, style, is_spent=face != "full", letters=letters)
    elif counter.kind == "unit" and counter.combat is not None:
        look = livery(counter, style)
        _draw_class_unit(canvas, counter, counter.combat, look, is_down=face != "full")
    elif counter.kind in ("unit", "hq") and face != "back":
        factors = counter.full if face == "full" else counter.reduced
        if factors is None:
            _draw_back(canvas, livery(counter, style).ground)
        else:
            _draw_unit(canvas, counter, factors, face == "reduced", style)
    elif counter.kind == "marker":
        _draw_marker(canvas, counter, face, style)
    elif face == "full":
        _draw_name(canvas, counter.short, side_colour(counter.side, style))
    else:
        of_side = counter.kind in ("chit", "card")
        _draw_back(canvas, side_colour(counter.side, style) if of_side else livery(counter, style).ground)


def _plate(canvas: Canvas, ground: str) -> None:
    canvas.rect(1, 1, SIDE - 2, SIDE - 2, rx=7, fill=ground, stroke=INK, stroke_width=2)


def _draw_back(canvas: Canvas, ground: str) -> None:
    _plate(canvas, ground)
    canvas.rect(
        12,
        12,
        SIDE - 24,
        SIDE - 24,
        rx=4,
        fill="none",
        stroke=readable_on(ground),
        stroke_width=1.5,
        stroke_opacity=0.45,
    )


def _draw_name(canvas: Canvas, text: str, ground: str) -> None:
    _plate(canvas, ground)
    ink = readable_on(ground)
    words = text.split() or [""]
    lines = words if len(words) <= 3 else [" ".join(words[:-1]), words[-1]]
    largest = {1: 40.0, 2: 32.0, 3: 25.0}[len(lines)]
    size = min(fit_size(line, SIDE - 16, largest, BOLD) for line in lines)
    step = 1.05 * size
    for i, line in enumerate(lines):
        y = SIDE / 2 + (i - (len(lines) - 1) / 2) * step
        canvas.text(line, SIDE / 2, y, size, face=BOLD, fill=ink, anchor="middle", centred=True)


def _draw_marker(canvas: Canvas, counter: Counter, face: FaceName, style: Style) -> None:
    look = marker_style(counter.role, style)
    if counter.role == "fort":
        # The two levels of a fort are the two sides of its marker.
        paint_marker(canvas, "1" if face == "full" else "2", look)
    elif look.caption:
        paint_marker(canvas, "", look, back=face != "full")
    else:
        paint_marker(canvas, "\n".join(counter.short.split()), look, back=face != "full")


def _draw_chit(canvas: Canvas, counter: Counter, ground: str) -> None:
    _draw_name(canvas, counter.short, ground)
    ink = readable_on(ground)
    canvas.rect(6, 6, SIDE - 12, SIDE - 12, rx=4, fill="none", stroke=ink, stroke_width=2, stroke_opacity=0.8)


def _draw_unit(canvas: Canvas, counter: Counter, factors: Factors, reduced: bool, style: Style) -> None:
    look = livery(counter, style)
    _plate(canvas, look.ground)
    ink = look.ink
    if reduced:
        canvas.rect(2, 66, SIDE - 4, 27, fill=PAPER)
        ink = INK
    box = Box(29, 25.5, 48, 29, INK, look.box, 2.6)
    draw_size(canvas, counter.size, (53, 19.5), 7.5, look.ink)
    draw_symbol(canvas, "hq" if counter.kind == "hq" else counter.symbol, box)
    size = fit_size(counter.short, SIDE - 26, 15.5, BOLD)
    canvas.text(counter.short, 53, 13.5, size, face=BOLD, fill=look.ink, anchor="middle")
    text = factors_text(factors, mechanised=counter.mechanised)
    size = fit_size(text, SIDE - 12, 35, BLACK)
    canvas.text(text, SIDE / 2, 79.5, size, face=BLACK, fill=ink, anchor="middle", centred=True)
    if counter.assignment != counter.short:
        _draw_stripe(canvas, counter.assignment, style)
    if counter.command_range is None:
        canvas.text(look.tag, 87.5, 40, 12, face=BOLD, fill=look.ink, anchor="middle", centred=True)
    else:
        canvas.circle(86, 40, 10.5, fill=PAPER, stroke=INK, stroke_width=1.6)
        canvas.text(
            str(counter.command_range), 86, 40, 17, face=BOLD, fill=INK, anchor="middle", centred=True
        )


def _draw_class_unit(canvas: Canvas, counter: Counter, combat: int, look: Livery, *, is_down: bool) -> None:
    """Draw a unit of one combat value, its steps as small cards; face down it is darker, with a turned arrow.

    A unit that is face down still defends, so its value stays.
    """
    ground, ink = (darker(look.ground, _DOWN), _DOWN_INK) if is_down else (look.ground, look.ink)
    _plate(canvas, ground)
    if is_down:
        canvas.rect(4, 4, SIDE - 8, SIDE - 8, rx=5, fill="none", stroke=look.ground, stroke_width=4)
    box = Box(26, 25.5, 48, 29, ink if is_down else INK, ground if is_down else look.box, 2.6)
    draw_size(canvas, counter.size, (50, 19.5), 7.5, ink)
    draw_symbol(canvas, counter.symbol, box)
    size = fit_size(counter.short, SIDE - 40, 15.5 if not is_down else 13.5, BOLD)
    canvas.text(counter.short, 50, 15.5 if is_down else 13.5, size, face=BOLD, fill=ink, anchor="middle")
    x = 34.0 if is_down or counter.steps else 50.0
    size = fit_size(str(combat), 40, 40, BLACK)
    canvas.text(str(combat), x, 78.5, size, face=BLACK, fill=ink, anchor="middle", centred=True)
    if is_down:
        _draw_turned(canvas, ink)
        return
    for index in range(counter.steps):
        left = 72.0 - 5.0 * (min(counter.steps, 4) - 1) + 10.0 * (index % 4) - 4.2
        top = 70.0 - (7.0 if counter.steps > 4 else 0.0) + 14.0 * (index // 4)
        canvas.rect(left, top, 8.4, 12.6, rx=1.6, fill=PAPER, stroke=INK, stroke_width=1.5)
    if counter.enters is not None:
        canvas.circle(86, 40, 9.5, fill=PAPER, stroke=INK, stroke_width=1.6)
        canvas.text(str(counter.enters), 86, 40, 14, face=BOLD, fill=INK, anchor="middle", centred=True)


def _draw_turned(canvas: Canvas, ink: str) -> None:
    """Draw an arrow that turns back: the unit has acted."""
    canvas.path("M58 72A14 9 0 1 1 72 81", fill="none", stroke=ink, stroke_width=4.6, stroke_linecap="round")
    canvas.polygon([(73, 74), (73, 88), (61, 81)], fill=ink)


def _draw_stripe(canvas: Canvas, assignment: str | None, style: Style) -> None:
    if assignment is None:
        return
    known = style.armies.get(assignment) or army_colours([assignment])[assignment]
    colour = {"front": "#ffffff", "second": "#1b1a17"}.get(assignment, known)
    text = {"front": "FRONT", "second": "2nd"}.get(assignment, assignment)
    canvas.path("M8 2H18V62H2V8A6 6 0 0 1 8 2Z", fill=colour)
    size = fit_size(text, 52, 13.5, BOLD)
    canvas.text(
        text, 10, 32, size, face=BOLD, fill=readable_on(colour), anchor="middle", centred=True, rotate=-90
    )
