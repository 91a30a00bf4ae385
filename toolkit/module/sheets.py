"""Sheets: pages of a play aid or chart, written from top to bottom; the picture is as high as they need."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from toolkit.render.boxes import GROUND
from toolkit.render.event_art import draw_art
from toolkit.render.fonts import BLACK, BOLD, REGULAR, fit_size, wrap
from toolkit.render.palette import readable_on
from toolkit.render.svg import Canvas, number
from toolkit.source.style import ENGLISH, INK, PAPER, Wording

MARGIN = 22
_TOP = 84.0
_HEADING = 48.0
TILE = 44.0
"""Side of an entry's picture."""


Mark = Callable[[Canvas, float], None]
"""Draws something at a height."""


class Sheet:
    """A page in the making.

    Parameters
    ----------
    colour : str
        Of its heading.
    wording : Wording
        The language of the page; it is written in English.
    width : int
        Of a column.
    indent : float
        Room to the left of the pictures of entries.
    columns : int
        Into which a long page is cut, between its parts and entries.
    """

    def __init__(
        self,
        title: str,
        colour: str,
        wording: Wording = ENGLISH,
        *,
        width: int = 860,
        indent: float = 198,
        columns: int = 1,
    ) -> None:
        self._say, self._language = wording.say, wording.language
        self._title, self._colour, self._width, self._indent = self._say(title), colour, width, indent
        self._columns = columns
        self._marks: list[tuple[float, Mark]] = []
        self._cuts: list[float] = []
        self._y = _TOP

    def _add(self, mark: Mark) -> None:
        self._marks.append((self._y, mark))

    def heading(self, text: str) -> None:
        """Begin a part."""
        self._cuts.append(self._y)
        self._y += 14
        self._add(partial(self._draw_heading, self._say(text)))
        self._y += _HEADING - 14

    def line(self, text: str) -> None:
        """Write a paragraph."""
        for part in wrap(self._say(text), self._width - 2 * MARGIN - 16, 16, REGULAR):
            self._add(partial(_write, part, (MARGIN + 8, 8), 16))
            self._y += 22
        self._y += 4

    def entry(self, name: str, text: str, symbol: str, mark: Mark | None = None) -> None:
        """Write a picture with a name and a text; `mark` draws in the room to its left."""
        left = MARGIN + self._indent + TILE + 12
        if self._y > self._cuts[-1] + _HEADING:  # no heading stands alone
            self._cuts.append(self._y)
        self._add(partial(self._draw_picture, symbol))
        if mark is not None:
            self._add(mark)
        self._add(partial(_write_bold, self._say(name), left))
        self._y += 23
        for part in wrap(self._say(text), self._width - MARGIN - left - 6, 15, REGULAR):
            self._add(partial(_write, part, (left, 6), 15))
            self._y += 20
        self._y += 9

    def table(self, head: Sequence[str], rows: Sequence[Sequence[str]], shares: Sequence[float]) -> None:
        """Write a table; `shares` are the parts of the width that its columns take."""
        room = self._width - 2 * MARGIN
        lefts = [MARGIN + room * sum(shares[:n]) for n in range(len(shares))]
        widths = [room * share for share in shares]
        for line, row in enumerate([head, *rows]):
            cells = [
                wrap(self._say(cell), wide - 14, 15, BOLD if not line else REGULAR)
                for cell, wide in zip(row, widths, strict=True)
            ]
            high = 21.0 * max(len(lines) for lines in cells) + 9
            for left, wide, lines in zip(lefts, widths, cells, strict=True):
                self._add(partial(self._draw_cell, (left, wide, high), lines, is_head=not line))
            self._y += high
        self._y += 8

    def render(self) -> str:
        """Return the page as SVG."""
        tops = self._tops()
        ends = [*tops[1:], self._y]
        width = self._columns * self._width
        height = _TOP + max(end - top for top, end in zip(tops, ends, strict=True)) + 12
        canvas = Canvas(width, height, self._title, self._language)
        canvas.rect(0, 0, width, height, fill=GROUND)
        canvas.rect(6, 6, width - 12, height - 12, rx=8, fill=PAPER, stroke=INK, stroke_width=1.5)
        canvas.rect(6, 6, width - 12, 60, rx=8, fill=self._colour)
        ink = readable_on(self._colour)
        size = fit_size(self._title.upper(), self._width - 2 * MARGIN, 30, BLACK)
        canvas.text(self._title.upper(), MARGIN, 36, size, face=BLACK, fill=ink, centred=True)
        for column, (top, end) in enumerate(zip(tops, ends, strict=True)):
            with canvas.group(transform=f"translate({column * self._width} {number(_TOP - top)})"):
                for y, mark in self._marks:
                    if top <= y < end:
                        mark(canvas, y)
        return canvas.render()

    def _tops(self) -> list[float]:
        """Return where each column begins, so that the longest is as short as can be."""
        if self._columns == 1:
            return [_TOP]
        parts = list(zip(self._cuts, [*self._cuts[1:], self._y], strict=True))
        least = max(end - top for top, end in parts)
        for longest in sorted({end - top for top in self._cuts for _, end in parts if end - top >= least}):
            tops = [_TOP]
            for top, end in parts:
                if end - tops[-1] > longest:
                    tops.append(top)
            if len(tops) <= self._columns:
                break
        return tops

    def _draw_heading(self, text: str, canvas: Canvas, y: float) -> None:
        canvas.rect(
            MARGIN - 6, y - 2, self._width - 2 * MARGIN + 12, 26, rx=4, fill=self._colour, fill_opacity=0.16
        )
        size = fit_size(text, self._width - 2 * MARGIN, 18, BOLD)
        canvas.text(text, MARGIN + 4, y + 11, size, face=BOLD, fill=INK, centred=True)

    def _draw_picture(self, symbol: str, canvas: Canvas, y: float) -> None:
        x = MARGIN + self._indent
        canvas.rect(x, y - 3, TILE, TILE, rx=6, fill=self._colour)
        middle = (x + TILE / 2, y - 3 + TILE / 2)
        draw_art(canvas, symbol, middle, 0.84 * TILE, ink="#ffffff", ground=self._colour)

    def _draw_cell(
        self,
        box: tuple[float, float, float],
        lines: Sequence[str],
        canvas: Canvas,
        y: float,
        *,
        is_head: bool,
    ) -> None:
        left, wide, high = box
        fill = {"fill": self._colour, "fill_opacity": 0.16} if is_head else {"fill": "#fffdf5"}
        canvas.rect(left, y - 4, wide, high, stroke=INK, stroke_width=1, **fill)
        for index, line in enumerate(lines):
            face = BOLD if is_head else REGULAR
            canvas.text(line, left + 7, y + 9 + 21 * index, 15, face=face, fill=INK, centred=True)


def _write(text: str, at: tuple[float, float], size: float, canvas: Canvas, y: float) -> None:
    canvas.text(text, at[0], y + at[1], size, face=REGULAR, fill=INK, centred=True)


def _write_bold(text: str, left: float, canvas: Canvas, y: float) -> None:
    canvas.text(text, left, y + 8, 17, face=BOLD, fill=INK, centred=True)
