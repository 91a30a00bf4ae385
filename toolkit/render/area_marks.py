"""What an area prints of the rules: letter, terrain value, places of control and fire markers."""

from __future__ import annotations

from collections.abc import Mapping

from toolkit.geometry.area_build import CONTROL
from toolkit.geometry.area_map import AreaMap
from toolkit.render.event_art import STAR, draw_star
from toolkit.render.fonts import BLACK, BOLD
from toolkit.render.style import side_colour
from toolkit.render.svg import Canvas, number
from toolkit.source.style import INK, Style

BADGE = 16.0
"""How far the badges at both ends of an area's name reach into it."""
_LETTER = "#b0161c"
_SLOT = 26.0
_FLAME = "M0 18C-12 17 -15 6 -9 -3C-7 2 -5 3 -3 2C-6 -8 0 -14 5 -19C4 -11 13 -7 13 5C13 13 8 18 0 18Z"
_FIRE = "fire_"


def area_letters(areas: AreaMap) -> dict[str, str]:
    """Return the letter that each area prints; areas without one are left out."""
    pairs = zip(areas.ids, areas.properties, strict=True)
    return {id: properties["letter"] for id, properties in pairs if "letter" in properties}


def has_values(areas: AreaMap) -> bool:
    """Return whether areas print a terrain value."""
    return any("terrain" in properties for properties in areas.properties)


def draw_letter(canvas: Canvas, letter: str, at: tuple[float, float]) -> None:
    """Draw the red letter by which counters name their start area."""
    x, y = at
    canvas.rect(x - 15, y - 15, 30, 30, rx=6, fill="#fffdf5", stroke=_LETTER, stroke_width=2.4)
    canvas.text(letter, x, y, 23, face=BLACK, fill=_LETTER, anchor="middle", centred=True)


def draw_value(canvas: Canvas, properties: Mapping[str, str], at: tuple[float, float], style: Style) -> None:
    """Draw the terrain value: in a circle of the side that starts in control, a gold star where it counts."""
    x, y = at
    text = "0" if properties["terrain"] == "0" else f"+{properties['terrain']}"
    if properties.get("victory") == "true":
        draw_star(canvas, (x, y + 2), 33, INK)
        draw_star(canvas, (x, y + 2), 29.5, STAR)
        canvas.text(text, x - 1.5, y + 2.5, 18, face=BLACK, fill=INK, anchor="middle", centred=True)
        return
    colour = side_colour(properties.get("control"), style)
    canvas.circle(x, y, 17, fill=colour, stroke="#fffdf5", stroke_width=3)
    canvas.text(text, x - 1, y, 19, face=BLACK, fill="#ffffff", anchor="middle", centred=True)


def draw_slots(canvas: Canvas, areas: AreaMap, style: Style) -> None:
    """Draw where the markers of an area lie: the control box and one place for each side's fire marker."""
    say = style.wording.say
    for point in areas.points:
        x, y = point.xy
        if point.role == CONTROL:
            _draw_slot(canvas, x, y, "", INK)
        elif point.role.startswith(_FIRE):
            colour = side_colour(point.role.removeprefix(_FIRE), style)
            _draw_slot(canvas, x, y, say("FIRE"), colour)
            with canvas.group(transform=f"translate({number(x)} {number(y - 6)})", opacity=0.4):
                canvas.path(_FLAME, fill=colour, transform="scale(.8)")


def _draw_slot(canvas: Canvas, x: float, y: float, words: str, colour: str) -> None:
    half = _SLOT
    canvas.rect(
        x - half, y - half, 2 * half, 2 * half, rx=6, fill="#fffdf5", fill_opacity=0.45, stroke=colour,
        stroke_width=1.8, stroke_dasharray="6 4", stroke_opacity=0.8,
    )  # fmt: skip
    canvas.text(
        words, x, y + half - 7, 9, face=BOLD, fill=colour, anchor="middle", centred=True, tracking=0.06
    )
