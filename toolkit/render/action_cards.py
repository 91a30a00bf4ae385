"""Action cards: a band with the moment they are played, a picture, the name, what they do."""

from __future__ import annotations

from collections.abc import Mapping

from toolkit.render.cards import HEIGHT, WIDTH
from toolkit.render.emblems import draw_emblem
from toolkit.render.event_art import draw_art
from toolkit.render.fonts import BLACK, BOLD, REGULAR, fit_size, wrap_into
from toolkit.render.palette import readable_on
from toolkit.render.style import side_colour, side_style
from toolkit.render.svg import Canvas
from toolkit.source.action_cards import ActionCard
from toolkit.source.style import INK, PLAIN, Style

_PAPER = "#fdfbf4"
_TEXT = 24.0

# Moment: what the band says, and the band's ground (the side's colour when empty).
MOMENTS: Mapping[str | None, tuple[str, str]] = {
    "action": ("ACTION", ""),
    "own_fire": ("WITH OWN FIRE", "#b4531d"),
    "own_move": ("WITH OWN MOVE", "#2f6b3c"),
    "enemy_fire": ("AGAINST FIRE", "#5b4a8a"),
    "enemy_loss": ("AFTER THE ROLL", "#8a2f4d"),
    "enemy_move": ("AGAINST A MOVE", "#6a5a20"),
    None: ("AS THE TEXT SAYS", "#55524a"),
}
"""Words and colour of the moment at which a card is played."""


def draw_action_card(card: ActionCard, style: Style = PLAIN) -> str:
    """Draw a card's face.

    Returns
    -------
    str
        SVG of `cards.WIDTH` by `cards.HEIGHT` user units.
    """
    canvas = Canvas(WIDTH, HEIGHT, card.names.en, style.wording.language)
    paint_action_card(canvas, card, style)
    return canvas.render()


def paint_action_card(canvas: Canvas, card: ActionCard, style: Style = PLAIN) -> None:
    """Draw a card's face onto a canvas; see `draw_action_card`."""
    own = side_colour(card.side, style)
    moment, ground = MOMENTS[card.play]
    words = style.wording.say(moment)
    ground = ground or own
    canvas.rect(1.5, 1.5, WIDTH - 3, HEIGHT - 3, rx=15, fill=_PAPER, stroke=INK, stroke_width=3)
    canvas.path(f"M3 38V15A12 12 0 0 1 15 3H{WIDTH - 15}A12 12 0 0 1 {WIDTH - 3} 15V38Z", fill=ground)
    canvas.text(
        words, WIDTH / 2, 21, fit_size(words, WIDTH - 30, 21, BLACK), face=BLACK, fill=readable_on(ground),
        anchor="middle", centred=True,
    )  # fmt: skip
    canvas.rect(12, 43, WIDTH - 24, 66, rx=7, fill=own)
    draw_art(canvas, card.symbol, (WIDTH / 2, 76), 62, ink="#ffffff", ground=own)
    _draw_number(canvas, card, own)
    name = card.names.en
    size = fit_size(name, WIDTH - 20, 26, BOLD)
    canvas.text(name, WIDTH / 2, 126, size, face=BOLD, fill=INK, anchor="middle", centred=True)
    canvas.rect(20, 141, WIDTH - 40, 1.6, fill=own)
    _draw_text(canvas, card.text.en)
    canvas.rect(14, HEIGHT - 12, WIDTH - 28, 5, rx=2.5, fill=own)


def _draw_number(canvas: Canvas, card: ActionCard, own: str) -> None:
    """Draw the number of the effect in the picture's corner: what the dice are added to, points, units."""
    if card.effect is None:
        return
    numbers = [v for v in card.effect.values.values() if isinstance(v, int) and not isinstance(v, bool) and v]
    if not numbers:
        return
    canvas.circle(WIDTH - 36, 88, 19, fill=_PAPER, stroke=own, stroke_width=3)
    text = str(numbers[0])
    canvas.text(
        text,
        WIDTH - 36,
        88,
        fit_size(text, 28, 26, BLACK),
        face=BLACK,
        fill=INK,
        anchor="middle",
        centred=True,
    )


def _draw_text(canvas: Canvas, text: str) -> None:
    top, room = 145.0, HEIGHT - 145.0 - 18.0
    lines, size = wrap_into(text, (WIDTH - 20, room), _TEXT, REGULAR, 1.08)
    first = top + (room - len(lines) * 1.08 * size) / 2 + 0.8 * size
    for number, line in enumerate(lines):
        y = first + number * 1.08 * size
        canvas.text(line, WIDTH / 2, y, size, face=REGULAR, fill=INK, anchor="middle")


def draw_action_card_back(side: str, name: str, style: Style = PLAIN) -> str:
    """Return the back of a side's cards: SVG of `cards.WIDTH` by `cards.HEIGHT` user units."""
    ground = side_colour(side, style)
    ink = readable_on(ground)
    canvas = Canvas(WIDTH, HEIGHT, f"{name} card", style.wording.language)
    canvas.rect(1.5, 1.5, WIDTH - 3, HEIGHT - 3, rx=15, fill=_PAPER, stroke=INK, stroke_width=3)
    canvas.rect(11, 11, WIDTH - 22, HEIGHT - 22, rx=9, fill=ground)
    canvas.define(
        "ruins",
        '<pattern id="ruins" width="36" height="30" patternUnits="userSpaceOnUse">'
        f'<path d="M0 30V18H7V8H15V22H21V13H30V30" fill="none" stroke="{ink}" stroke-width="1.6" '
        'stroke-opacity=".28"/></pattern>',
    )
    canvas.rect(11, 11, WIDTH - 22, HEIGHT - 22, rx=9, fill="url(#ruins)")
    canvas.rect(19, 19, WIDTH - 38, HEIGHT - 38, rx=6, fill="none", stroke=ink, stroke_width=2.2)
    canvas.circle(WIDTH / 2, HEIGHT / 2, 58, fill=ground, stroke=ink, stroke_width=3)
    draw_emblem(canvas, side_style(side, style).emblem, (WIDTH / 2, HEIGHT / 2), ink, ground)
    words = name.upper()
    size = fit_size(words, WIDTH - 60, 24, BLACK)
    for y in (52, HEIGHT - 52):
        canvas.text(words, WIDTH / 2, y, size, face=BLACK, fill=ink, anchor="middle", centred=True)
    return canvas.render()
