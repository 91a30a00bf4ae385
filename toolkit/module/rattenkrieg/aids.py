"""A sheet for each side in own words: events of its cards, its units' steps, what changes a strength."""

from __future__ import annotations

from toolkit.compile.game import CompiledGame
from toolkit.module.area_table import AreaTable
from toolkit.render.boxes import GROUND
from toolkit.render.event_art import draw_art
from toolkit.render.fonts import BLACK, BOLD, REGULAR, fit_size, wrap
from toolkit.render.palette import INK, PAPER, readable_on, side_colour
from toolkit.render.suits import draw_suit, suit_colour
from toolkit.render.svg import Canvas
from toolkit.source.cards import Card, CardUse

_WIDTH = 860
_MARGIN = 22


def aid_file(side: str) -> str:
    """Return the file name of a side's sheet."""
    return f"aid_{side}.png"


def aid_title(name: str) -> str:
    """Return the title of a side's sheet."""
    return f"{name} play aid"


def draw_aid(game: CompiledGame, side: str, table: AreaTable) -> str:
    """Return a side's sheet as SVG."""
    sheet = _Sheet(side, aid_title(table.sides[side]))
    uses = [use for use in game.cards.uses if use.side == side]
    sheet.heading("Events: court cards, from hand or from the active unit (9)")
    for use in uses:
        sheet.entry(
            _cards(use, game),
            f"{use.names.en} ({', '.join(use.rules[1:] or use.rules)})",
            use.text.en,
            use.symbol,
        )
    sheet.heading("A hit (8.7)")
    colours = ", ".join(f"{table.sides[key]} {value}" for key, value in game.cards.colours.items())
    sheet.line(
        "A card hits when its number is not above the unit's strength; the ace counts 1, court cards "
        "never hit. "
        f"If both cards hit, the side that shows its own colour wins ({colours}); if both or neither do, the "
        "lower number; if those are equal, the cards are piled and the attacker fights on or gives up. "
        "If neither card hits, the defender has won."
    )
    sheet.heading("Steps and strength (3.3, 8.8)")
    for line in _units(game, side):
        sheet.line(line)
    for line in _modifiers(game, side):
        sheet.line(line)
    sheet.heading("Hand (3.4, 10)")
    plain, more = game.figure("hand_limit"), game.figure("hand_limit_mamayev")
    sheet.line(
        f"At the start {game.figure(f'hand_{side}')} cards. At the end of a turn discard what you like, then "
        f"fill up to {plain}, or to {more} while you control Mamayev Kurgan."
    )
    sheet.heading("Keys")
    for line in _KEYS:
        sheet.line(line)
    return sheet.render()


def _cards(use: CardUse, game: CompiledGame) -> tuple[Card, ...]:
    return tuple(game.cards.card(id) for id in use.cards)


def _units(game: CompiledGame, side: str) -> list[str]:
    kinds: dict[tuple[str, int, int], list[str]] = {}
    for unit in game.counters:
        if unit.side == side and unit.kind == "unit":
            key = (unit.unit_class or "", unit.combat or 0, unit.steps)
            kinds.setdefault(key, []).append(unit.short)
    return [
        f"{', '.join(names)}: strength {combat}, {steps} step{'' if steps == 1 else 's'}"
        for (_, combat, steps), names in kinds.items()
    ]


def _modifiers(game: CompiledGame, side: str) -> list[str]:
    infantry = game.figure("urban_infantry")
    if side == "german":
        return [
            f"In an urban area infantry defends at {infantry:+d}, a panzer division at "
            f"{game.figure('urban_panzer'):+d}, a motorised division unchanged.",
        ]
    return [
        f"In an urban area Guards and Rifles defend at {infantry:+d}, the T-34 unchanged.",
        "The T-34 adds its strength to a unit that fights beside it, and can be lost in its place.",
    ]


_KEYS = (
    "Unit: Ctrl-A activate, Ctrl-E end, Ctrl-P pass, Ctrl-R replenish, Ctrl-B attack here, Ctrl-D defends, "
    "Ctrl-G target, Ctrl-T retreat (then drag), Ctrl-I isolated, Ctrl-X removed, Ctrl-N arrives.",
    "Card: Ctrl-B into the battle, Ctrl-O open, Ctrl-L lost as a step, Ctrl-E event, Ctrl-Y pay for an area, "
    "Ctrl-X discard.",
    "Battle desk: Ctrl-S stand, Ctrl-L take the loss, Ctrl-F fight on, Ctrl-Q stop, Ctrl-C clear the cards, "
    "Ctrl-D draw for a bombardment, Ctrl-R sniper, Ctrl-G give up the card.",
    "Your desk: Ctrl-D deal, Ctrl-H fill the hand, Ctrl-P pass with no unit left.",
)

_TILE = 44.0
# Where the words of an event begin, to the right of its cards and its picture.
_TEXT = _MARGIN + 198 + _TILE + 12


class _Sheet:
    """A page in the making: lines go down, the picture is as high as they need."""

    def __init__(self, side: str, title: str) -> None:
        self._colour = side_colour(side)
        self._title = title
        self._marks: list[tuple[str, float, str, tuple[Card, ...]]] = []
        self._y = 84.0

    def heading(self, text: str) -> None:
        self._y += 14
        self._marks.append(("heading", self._y, text, ()))
        self._y += 34

    def line(self, text: str) -> None:
        for part in wrap(text, _WIDTH - 2 * _MARGIN - 16, 16, REGULAR):
            self._marks.append(("line", self._y, part, ()))
            self._y += 22
        self._y += 4

    def entry(self, cards: tuple[Card, ...], name: str, text: str, symbol: str) -> None:
        self._marks.append(("art", self._y, symbol, ()))
        self._marks.append(("entry", self._y, name, cards))
        self._y += 23
        for part in wrap(text, _WIDTH - _MARGIN - _TEXT - 6, 15, REGULAR):
            self._marks.append(("more", self._y, part, ()))
            self._y += 20
        self._y += 9

    def render(self) -> str:
        height = self._y + 12
        canvas = Canvas(_WIDTH, height, self._title)
        canvas.rect(0, 0, _WIDTH, height, fill=GROUND)
        canvas.rect(6, 6, _WIDTH - 12, height - 12, rx=8, fill=PAPER, stroke=INK, stroke_width=1.5)
        canvas.rect(6, 6, _WIDTH - 12, 60, rx=8, fill=self._colour)
        ink = readable_on(self._colour)
        canvas.text(self._title.upper(), _MARGIN, 36, 30, face=BLACK, fill=ink, centred=True)
        for kind, y, text, cards in self._marks:
            self._draw(canvas, kind, y, text, cards)
        return canvas.render()

    def _draw(self, canvas: Canvas, kind: str, y: float, text: str, cards: tuple[Card, ...]) -> None:
        match kind:
            case "heading":
                canvas.rect(
                    _MARGIN - 6,
                    y - 2,
                    _WIDTH - 2 * _MARGIN + 12,
                    26,
                    rx=4,
                    fill=self._colour,
                    fill_opacity=0.16,
                )
                size = fit_size(text, _WIDTH - 2 * _MARGIN, 18, BOLD)
                canvas.text(text, _MARGIN + 4, y + 11, size, face=BOLD, fill=INK, centred=True)
            case "art":
                x = _MARGIN + 198
                canvas.rect(x, y - 3, _TILE, _TILE, rx=6, fill=self._colour)
                middle = (x + _TILE / 2, y - 3 + _TILE / 2)
                draw_art(canvas, text, middle, 0.84 * _TILE, ink="#ffffff", ground=self._colour)
            case "entry":
                for index, card in enumerate(cards):
                    x, ink = _MARGIN + 8 + 31 * index, suit_colour(card.colour)
                    canvas.text(card.rank, x, y + 8, 18, face=BOLD, fill=ink, centred=True)
                    draw_suit(canvas, card.suit, (x + 19, y + 8), 13, ink)
                canvas.text(text, _TEXT, y + 8, 17, face=BOLD, fill=INK, centred=True)
            case "more":
                canvas.text(text, _TEXT, y + 6, 15, face=REGULAR, fill=INK, centred=True)
            case _:
                canvas.text(text, _MARGIN + 8, y + 8, 16, face=REGULAR, fill=INK, centred=True)
