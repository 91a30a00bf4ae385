"""A table as a picture: as wide as its words, striped, with notes below."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Literal

from toolkit.render.fonts import BLACK, BOLD, ITALIC, MEDIUM, Face, text_width, wrap
from toolkit.render.palette import readable_on
from toolkit.render.svg import Canvas
from toolkit.render.swatches import Swatch
from toolkit.source.style import ENGLISH, INK, Wording

Align = Literal["left", "centre"]

_SIZE = 19.0
_ROW = 34.0
_PAD = 13.0
_MARGIN = 20.0
_HEAD = "#3c3a33"
_STRIPES = ("#fbf8ee", "#efe8d4")


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell: its text, its ground if it is not the stripe's, and a sample drawn before the text."""

    text: str
    ground: str | None = None
    bold: bool = False
    swatch: Swatch | None = None


@dataclass(frozen=True, slots=True)
class Table:
    """What a table says.

    Attributes
    ----------
    header : tuple of str
        Column headings.
    rows : tuple of tuple of Cell
        All of the header's length.
    subtitle : str
        A line below the title.
    notes : tuple of str
        Paragraphs below the table.
    align : tuple of {"left", "centre"}
        By column; missing ones are centred.
    minimum : float
        Least width of a column, in pixels.
    """

    title: str
    header: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    subtitle: str = ""
    notes: tuple[str, ...] = ()
    align: tuple[Align, ...] = field(default=("left",))
    minimum: float = 44.0


def cells(*texts: str) -> tuple[Cell, ...]:
    """Return a row of plain cells."""
    return tuple(Cell(text) for text in texts)


def draw_table(table: Table, wording: Wording = ENGLISH) -> str:
    """Draw a table as SVG; its size follows from its words."""
    table = _said(table, wording)
    columns = _column_widths(table)
    inner = max(
        sum(columns), text_width(table.title, 28, BLACK, 0.02), text_width(table.subtitle, 16, ITALIC)
    )
    columns = _stretched(columns, inner)
    notes = [line for note in table.notes for line in wrap(note, inner, 15, MEDIUM)]
    top = _MARGIN + 34 + (24 if table.subtitle else 0)
    bottom = top + _head(table) + _ROW * len(table.rows)
    height = bottom + (14 + 20 * len(notes) if notes else 0) + _MARGIN
    canvas = Canvas(round(inner + 2 * _MARGIN), round(height), table.title, wording.language)
    canvas.rect(0, 0, canvas.width, canvas.height, fill="#f7f3e6")
    canvas.text(table.title, _MARGIN, _MARGIN + 20, 28, face=BLACK, fill=INK, tracking=0.02)
    if table.subtitle:
        canvas.text(table.subtitle, _MARGIN, _MARGIN + 44, 16, face=ITALIC, fill="#4a463c")
    _draw_grid(canvas, table, columns, top)
    for i, line in enumerate(notes):
        canvas.text(line, _MARGIN, bottom + 28 + 20 * i, 15, face=MEDIUM, fill="#38352d")
    return canvas.render()


def _said(table: Table, wording: Wording) -> Table:
    say = wording.say
    return replace(
        table,
        title=say(table.title),
        header=tuple(map(say, table.header)),
        rows=tuple(tuple(replace(cell, text=say(cell.text)) for cell in row) for row in table.rows),
        subtitle=" · ".join(map(say, table.subtitle.split(" · "))),
        notes=tuple(map(say, table.notes)),
    )


def _head(table: Table) -> float:
    """Return the height of the headings: a track has none."""
    return _ROW if any(table.header) else 0.0


def _column_widths(table: Table) -> list[float]:
    widths = []
    for i, heading in enumerate(table.header):
        texts = [text_width(row[i].text, _SIZE, BOLD) + _icon(row[i]) for row in table.rows]
        lines = [text_width(line, _SIZE - 2, BOLD) for line in heading.split("\n")]
        widths.append(max([*texts, *lines, table.minimum - 2 * _PAD]) + 2 * _PAD)
    return widths


def _icon(cell: Cell) -> float:
    """Return the room a cell's sample takes."""
    return 0.0 if cell.swatch is None else 1.55 * _ROW


def _stretched(widths: list[float], total: float) -> list[float]:
    spare = (total - sum(widths)) / max(1, len(widths))
    return [width + spare for width in widths]


def _draw_grid(canvas: Canvas, table: Table, columns: list[float], top: float) -> None:
    total = sum(columns)
    head = _head(table)
    if head:
        canvas.rect(_MARGIN, top, total, head, fill=_HEAD)
        _draw_row(canvas, table, columns, top, tuple(Cell(text, _HEAD, True) for text in table.header))
    for i, row in enumerate(table.rows):
        y = top + head + _ROW * i
        canvas.rect(_MARGIN, y, total, _ROW, fill=_STRIPES[i % 2])
        _draw_row(canvas, table, columns, y, row)
    height = head + _ROW * len(table.rows)
    x = _MARGIN
    for width in columns[:-1]:
        x += width
        canvas.line([(x, top), (x, top + height)], stroke=INK, stroke_width=0.8, stroke_opacity=0.35)
    canvas.rect(_MARGIN, top, total, height, fill="none", stroke=INK, stroke_width=1.8)


def _draw_row(canvas: Canvas, table: Table, columns: list[float], y: float, row: tuple[Cell, ...]) -> None:
    x = _MARGIN
    for i, (cell, width) in enumerate(zip(row, columns, strict=True)):
        if cell.ground is not None and cell.ground != _HEAD:
            canvas.rect(x, y, width, _ROW, fill=cell.ground)
        ink = INK if cell.ground is None else readable_on(cell.ground)
        face: Face = BOLD if cell.bold else MEDIUM
        left = i < len(table.align) and table.align[i] == "left"
        at = x + _PAD + _icon(cell) if left else x + width / 2
        if cell.swatch is not None:
            cell.swatch(canvas, x + 0.9 * _ROW, y + _ROW / 2, 2.35 * _ROW)
        canvas.text(
            cell.text,
            at,
            y + _ROW / 2,
            _SIZE - 2 if cell.ground == _HEAD else _SIZE,
            face=face,
            fill=ink,
            anchor="start" if left else "middle",
            centred=True,
        )
        x += width
