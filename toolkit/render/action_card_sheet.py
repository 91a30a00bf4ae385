"""All action cards of a game on one picture, side by side."""

from __future__ import annotations

from collections.abc import Sequence

from toolkit.render.action_cards import paint_action_card
from toolkit.render.cards import HEIGHT, WIDTH
from toolkit.render.fonts import BLACK
from toolkit.render.style import side_colour
from toolkit.render.svg import Canvas, number
from toolkit.source.action_cards import ActionCard
from toolkit.source.style import INK, Style

_SCALE = 0.7
_GAP = 10.0
_MARGIN = 26.0
_HEAD = 40.0
_COLUMNS = 9


def draw_action_card_sheet(cards: Sequence[ActionCard], title: str, style: Style) -> str:
    """Draw the deck of each side, card by card in the order of the file.

    Returns
    -------
    str
        SVG.
    """
    decks: dict[str, list[ActionCard]] = {}
    for card in cards:
        decks.setdefault(card.side, []).append(card)
    step_x, step_y = WIDTH * _SCALE + _GAP, HEIGHT * _SCALE + _GAP
    rows = sum(-(-len(deck) // _COLUMNS) for deck in decks.values())
    width = round(2 * _MARGIN + _COLUMNS * step_x - _GAP)
    height = round(2 * _MARGIN + 46 + len(decks) * _HEAD + rows * step_y)
    canvas = Canvas(width, height, title)
    canvas.rect(0, 0, width, height, fill="#efe7d2")
    heading = f"{title.upper()}: CARDS"
    canvas.text(heading, _MARGIN, _MARGIN + 14, 28, face=BLACK, fill=INK, centred=True, tracking=0.02)
    y = _MARGIN + 46.0
    for side, deck in decks.items():
        colour = side_colour(side, style)
        canvas.text(side.capitalize(), _MARGIN, y + 12, 24, face=BLACK, fill=colour, centred=True)
        y += _HEAD
        for index, card in enumerate(deck):
            x = _MARGIN + index % _COLUMNS * step_x
            top = y + index // _COLUMNS * step_y
            place = f"translate({number(x)} {number(top)})scale({number(_SCALE)})"
            with canvas.group(transform=place):
                paint_action_card(canvas, card, style)
        y += -(-len(deck) // _COLUMNS) * step_y
    return canvas.render()
