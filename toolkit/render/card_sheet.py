"""All cards of a deck on one picture, with what court cards do in words."""

from __future__ import annotations

from toolkit.render.cards import HEIGHT, WIDTH, paint_card, paint_card_back
from toolkit.render.event_art import draw_art
from toolkit.render.fonts import BLACK, BOLD, REGULAR, wrap
from toolkit.render.style import side_colour
from toolkit.render.svg import Canvas, number
from toolkit.source.cards import CardUse, Deck
from toolkit.source.style import INK, Style

_SCALE = 0.5
_GAP = 8.0
_MARGIN = 26.0
_EVENT = 84.0


def draw_card_sheet(deck: Deck, title: str, style: Style) -> str:
    """Draw a row for each suit, the back, and a list of the events of each side.

    Returns
    -------
    str
        SVG.
    """
    step_x, step_y = WIDTH * _SCALE + _GAP, HEIGHT * _SCALE + _GAP
    columns = len(deck.ranks)
    sides = [[use for use in deck.uses if use.side == side] for side in deck.colours]
    listed = max((len(uses) for uses in sides), default=0)
    width = max(2 * _MARGIN + columns * step_x + step_x, 700.0)
    top = _MARGIN + 46.0
    height = top + len(deck.suits) * step_y + 60.0 + listed * _EVENT + _MARGIN
    canvas = Canvas(round(width), round(height), title)
    canvas.rect(0, 0, canvas.width, canvas.height, fill="#efe7d2")
    canvas.text(
        f"{title.upper()}: CARDS",
        _MARGIN,
        _MARGIN + 14,
        28,
        face=BLACK,
        fill=INK,
        centred=True,
        tracking=0.02,
    )
    for index, card in enumerate(deck.cards):
        x = _MARGIN + index % columns * step_x
        y = top + index // columns * step_y
        with canvas.group(transform=f"translate({number(x)} {number(y)})scale({number(_SCALE)})"):
            paint_card(canvas, card, deck, style)
    place = f"translate({number(_MARGIN + columns * step_x)} {number(top)})scale({number(_SCALE)})"
    with canvas.group(transform=place):
        paint_card_back(canvas, style)
    y = top + len(deck.suits) * step_y + 20
    room = (width - 2 * _MARGIN) / max(1, len(sides))
    for index, uses in enumerate(sides):
        _draw_uses(canvas, uses, style, (_MARGIN + index * room, y), room - 24)
    return canvas.render()


def _draw_uses(
    canvas: Canvas, uses: list[CardUse], style: Style, at: tuple[float, float], wide: float
) -> None:
    """Draw what cards do for one side: picture, name and cards, own words."""
    x, y = at
    for use in uses:
        colour = side_colour(use.side, style)
        canvas.rect(x, y, 70, 70, rx=8, fill=colour)
        draw_art(canvas, use.symbol, (x + 35, y + 35), 56, ink="#ffffff", ground=colour)
        canvas.text(f"{use.names.en}: {', '.join(use.cards)}", x + 84, y + 15, 16, face=BOLD, fill=colour)
        for line, words in enumerate(wrap(use.text.en, wide - 84, 14.5, REGULAR)[:3]):
            canvas.text(words, x + 84, y + 36 + 17 * line, 14.5, face=REGULAR, fill=INK)
        y += _EVENT
