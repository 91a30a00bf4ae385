"""Playing cards: jumbo indices that are read at 60 pixels, pips, and events on the court cards."""

from __future__ import annotations

from collections.abc import Mapping

from toolkit.render.emblems import draw_emblem
from toolkit.render.event_art import draw_art, draw_star
from toolkit.render.fonts import BLACK, BOLD, fit_size
from toolkit.render.style import side_colour
from toolkit.render.suits import draw_suit, suit_colour
from toolkit.render.svg import Canvas, Value, number
from toolkit.source.cards import Card, CardUse, Deck
from toolkit.source.style import INK, PLAIN, Style

WIDTH, HEIGHT = 210.0, 300.0
"""Size of every card in user units; `rasterise` brings it to pixels."""

_PAPER = "#fdfbf4"
_BACK = "#2c3b45"

# Columns of pips: 0 left, 1 middle, 2 right; heights from -1 (top) to 1.
_PIPS: Mapping[int, tuple[tuple[int, float], ...]] = {
    1: ((1, 0.0),),
    2: ((1, -1.0), (1, 1.0)),
    3: ((1, -1.0), (1, 0.0), (1, 1.0)),
    4: ((0, -1.0), (2, -1.0), (0, 1.0), (2, 1.0)),
    5: ((0, -1.0), (2, -1.0), (1, 0.0), (0, 1.0), (2, 1.0)),
    6: ((0, -1.0), (2, -1.0), (0, 0.0), (2, 0.0), (0, 1.0), (2, 1.0)),
    7: ((0, -1.0), (2, -1.0), (1, -0.5), (0, 0.0), (2, 0.0), (0, 1.0), (2, 1.0)),
    8: ((0, -1.0), (2, -1.0), (1, -0.5), (0, 0.0), (2, 0.0), (1, 0.5), (0, 1.0), (2, 1.0)),
    9: (
        *((column, y) for y in (-1.0, -1 / 3, 1 / 3, 1.0) for column in (0, 2)),
        (1, 0.0),
    ),
    10: (
        *((column, y) for y in (-1.0, -1 / 3, 1 / 3, 1.0) for column in (0, 2)),
        (1, -2 / 3),
        (1, 2 / 3),
    ),
}


def draw_card(card: Card, deck: Deck | None = None, style: Style = PLAIN) -> str:
    """Draw a card's face.

    Parameters
    ----------
    deck : Deck, optional
        Says what court cards do; without it they show their letter.

    Returns
    -------
    str
        SVG of `WIDTH` by `HEIGHT` user units.
    """
    canvas = Canvas(WIDTH, HEIGHT, card.names.en, style.wording.language)
    paint_card(canvas, card, deck, style)
    return canvas.render()


def paint_card(canvas: Canvas, card: Card, deck: Deck | None = None, style: Style = PLAIN) -> None:
    """Draw a card's face onto a canvas; see `draw_card`."""
    ink = suit_colour(card.colour)
    canvas.rect(1.5, 1.5, WIDTH - 3, HEIGHT - 3, rx=15, fill=_PAPER, stroke=INK, stroke_width=3)
    uses = [] if deck is None else [use for side in deck.colours if (use := deck.use(card.id, side))]
    if card.value is None and uses:
        _draw_events(canvas, uses, style)
    elif card.value is None:
        canvas.text(
            card.rank, WIDTH / 2, HEIGHT / 2, 150, face=BLACK, fill=ink, anchor="middle", centred=True
        )
    else:
        _draw_pips(canvas, card, ink)
    _draw_index(canvas, card, ink)
    with canvas.group(transform=f"rotate(180 {number(WIDTH / 2)} {number(HEIGHT / 2)})"):
        _draw_index(canvas, card, ink)


def _draw_index(canvas: Canvas, card: Card, ink: str) -> None:
    """Draw rank and suit in the upper left corner, as large as there is room."""
    two = len(card.rank) > 1
    canvas.text(
        card.rank, 33, 42, 62 if two else 74, face=BLACK, fill=ink, anchor="middle", centred=True,
        tracking=-0.06 if two else 0.0,
    )  # fmt: skip
    draw_suit(canvas, card.suit, (33, 97), 46, ink)


def _draw_pips(canvas: Canvas, card: Card, ink: str) -> None:
    value = card.value or 0
    if value == 1:
        draw_suit(canvas, card.suit, (WIDTH / 2, HEIGHT / 2), 100, ink)
        return
    places = _PIPS.get(value)
    if places is None:
        text = str(value)
        canvas.text(text, WIDTH / 2, HEIGHT / 2, 90, face=BLACK, fill=ink, anchor="middle", centred=True)
        return
    # One column may be larger; two just fit between the indices.
    size = 46.0 if value < 4 else 36.0 if value < 9 else 34.0
    for column, height in places:
        at = (WIDTH / 2 + (column - 1) * 21.5, HEIGHT / 2 + height * 112.0)
        draw_suit(canvas, card.suit, at, size, ink, turned=height > 0)


def _draw_events(canvas: Canvas, uses: list[CardUse], style: Style) -> None:
    """Draw what a court card does for each side: the first above, the second below."""
    frames = ((66.0, 12.0), (12.0, 154.0)) if len(uses) > 1 else ((38.0, 83.0),)
    for use, (x, y) in zip(uses, frames, strict=False):
        colour = side_colour(use.side, style)
        width, height = 132.0, 134.0
        canvas.rect(x, y, width, height, rx=8, fill=colour)
        canvas.rect(
            x + 4, y + 4, width - 8, height - 8, rx=5, fill="none", stroke="#ffffff", stroke_width=1.4,
            stroke_opacity=0.5,
        )  # fmt: skip
        draw_art(canvas, use.symbol, (x + width / 2, y + 54), 92, ink="#ffffff", ground=colour)
        words = use.names.en.upper()
        size = fit_size(words, width - 16, 20, BOLD)
        canvas.text(
            words,
            x + width / 2,
            y + height - 17,
            size,
            face=BOLD,
            fill="#ffffff",
            anchor="middle",
            centred=True,
        )


def draw_card_back(style: Style = PLAIN) -> str:
    """Return the back of every card: SVG of `WIDTH` by `HEIGHT` user units."""
    canvas = Canvas(WIDTH, HEIGHT, "card")
    paint_card_back(canvas, style)
    return canvas.render()


def paint_card_back(canvas: Canvas, style: Style = PLAIN) -> None:
    """Draw the back onto a canvas; see `draw_card_back`."""
    canvas.rect(1.5, 1.5, WIDTH - 3, HEIGHT - 3, rx=15, fill=_PAPER, stroke=INK, stroke_width=3)
    canvas.rect(11, 11, WIDTH - 22, HEIGHT - 22, rx=9, fill=_BACK)
    canvas.define(
        "bricks",
        '<pattern id="bricks" width="32" height="24" patternUnits="userSpaceOnUse">'
        '<path d="M0 1H32M0 13H32M8 1V13M24 13V25" stroke="#6d7f8a" stroke-width="1.6" stroke-opacity=".55"'
        ' fill="none"/></pattern>',
    )
    canvas.rect(11, 11, WIDTH - 22, HEIGHT - 22, rx=9, fill="url(#bricks)")
    canvas.rect(18, 18, WIDTH - 36, HEIGHT - 36, rx=6, fill="none", stroke="#e7dfc9", stroke_width=2.2)
    canvas.circle(WIDTH / 2, HEIGHT / 2, 58, fill=_BACK, stroke="#e7dfc9", stroke_width=3)
    canvas.circle(WIDTH / 2, HEIGHT / 2, 51, fill="none", stroke="#e7dfc9", stroke_width=1.2)
    draw_emblem(canvas, style.card_back, (WIDTH / 2, HEIGHT / 2), "#e7dfc9", _BACK)
    for x, y in ((34, 36), (WIDTH - 34, HEIGHT - 36), (WIDTH - 34, 36), (34, HEIGHT - 36)):
        draw_star(canvas, (x, y), 9, "#e7dfc9")


def draw_own_view(size: tuple[int, int], *, foot: int | None = None) -> str:
    """Return what lies over a card that only its own side sees: a rim, and a closed eye at its left edge.

    The eye stands on the card's foot, or where `foot` says, in pixels from above.
    """
    width, height = size
    foot = height if foot is None else foot
    canvas = Canvas(width, height, "hidden from the other side")
    ink = "#1d3f72"
    rim: dict[str, Value] = {"fill": "none", "stroke": ink, "stroke_width": 4, "stroke_opacity": 0.8}
    canvas.rect(2, 2, width - 4, height - 4, rx=7, **rim)
    x, y = 15, foot - 12
    canvas.path(f"M2 {foot - 24}H19A9 9 0 0 1 28 {foot - 15}V{foot - 2}H9A7 7 0 0 1 2 {foot - 9}Z", fill=ink)
    lash: dict[str, Value] = {
        "fill": "none",
        "stroke": "#ffffff",
        "stroke_width": 1.8,
        "stroke_linecap": "round",
    }
    canvas.path(f"M{x - 8} {y - 3}Q{x} {y + 5} {x + 8} {y - 3}", **lash)
    for dx, drop in ((-6, 3.5), (0, 5.5), (6, 3.5)):
        canvas.path(f"M{x + dx} {y + drop / 2 - 1}L{x + dx * 1.3} {y + drop + 1}", **lash)
    return canvas.render()
