"""Windows beside the map: where their boxes lie, and the board picture that shows them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from toolkit.module.buildfile import Component, component
from toolkit.module.equipment import Section, WindowSpec
from toolkit.module.slots import Row, Slot, slot_zones, uncovered
from toolkit.render.boxes import LabelledBox, draw_boxes
from toolkit.render.fonts import REGULAR, wrap
from toolkit.source.setups import Box
from toolkit.source.style import Style

_MARGIN = 14
_TITLE_ROOM = 44
_GAP = 10
_HEAD = 24
_LINE = 15
_NOTE_SIZE = 12.5


@dataclass(frozen=True, slots=True)
class BoxArea:
    """A box on a board, with places to which pieces snap.

    Each piece that belongs there has a place of its own.  Where there are more of them than cells, they
    overlap like a fan: what is left can be seen.

    Attributes
    ----------
    x, y : int
        Upper left corner of the cells, in pixels.
    columns, rows : int
        Cells.
    cell : int
        Side of a cell, in pixels.
    held : int
        Places that are needed; there are never fewer than cells.
    note : str
        Words under the cells.
    note_lines : int
        Room kept for them.
    """

    box: Box
    x: int
    y: int
    columns: int
    rows: int
    cell: int
    held: int = 0
    note: str = ""
    note_lines: int = 0

    @property
    def name(self) -> str:
        """Return the location name of pieces in the box."""
        return self.box.names.en

    @property
    def right(self) -> int:
        """Return the right edge in pixels."""
        return self.x + self.columns * self.cell

    @property
    def bottom(self) -> int:
        """Return the lower edge of the cells in pixels."""
        return self.y + self.rows * self.cell

    @property
    def foot(self) -> int:
        """Return the lower edge with the note, in pixels."""
        return self.bottom + (self.note_lines * _LINE + 8 if self.note_lines else 0)

    @property
    def across(self) -> int:
        """Return the places in a row."""
        return max(self.columns, -(-self.held // self.rows))

    @property
    def places(self) -> tuple[tuple[int, int], ...]:
        """Return all places, row by row, in pixels."""
        return tuple(self.place(index) for index in range(self.across * self.rows))

    def place(self, index: int) -> tuple[int, int]:
        """Return a place, counted along the rows, in pixels; past the last one it starts again."""
        row, column = divmod(index % (self.across * self.rows), self.across)
        half, room = self.cell // 2, (self.columns - 1) * self.cell
        right = round(room * column / (self.across - 1)) if self.across > 1 else 0
        return self.x + right + half, self.y + row * self.cell + half

    def place_name(self, index: int | str) -> str:
        """Return what the engine calls a place, for keys that send pieces there; from 1."""
        return f"{self.name}#{index}"


@dataclass(frozen=True, slots=True)
class Window:
    """A window of boxes.

    Attributes
    ----------
    size : (int, int)
        Of the board in pixels.
    """

    spec: WindowSpec
    areas: tuple[BoxArea, ...]
    size: tuple[int, int]

    @property
    def name(self) -> str:
        """Return the map name, which saved games and logs spell."""
        return self.spec.names.en

    @property
    def image(self) -> str:
        """Return the file name of the board picture."""
        return f"board_{self.spec.id}.png"


def lay_out(
    spec: WindowSpec,
    boxes: Sequence[Box],
    cell: int,
    notes: Mapping[str, str],
    held: Mapping[str, int] = MappingProxyType({}),
) -> Window:
    """Put a window's boxes on its board, section under section.

    Parameters
    ----------
    boxes : sequence of Box
        All boxes of the game.
    cell : int
        Side of a cell in pixels.
    notes : mapping of str to str
        Words to print in a box, by box id.
    held : mapping of str to int
        How many pieces need a place of their own in a box, by box id, where these are more than its cells.
    """
    areas: list[BoxArea] = []
    top = _TITLE_ROOM
    for section in spec.sections:
        chosen = section.choose(boxes)
        for start in range(0, len(chosen), section.across):
            placed = _row(section, chosen[start : start + section.across], (top, cell), notes, held)
            areas.extend(placed)
            top = max(area.foot for area in placed) + _GAP
    width = max((area.right for area in areas), default=300) + _MARGIN
    return Window(spec, tuple(areas), uncovered(width, top - _GAP + _MARGIN))


def _row(
    section: Section,
    boxes: Sequence[Box],
    top_and_cell: tuple[int, int],
    notes: Mapping[str, str],
    held: Mapping[str, int],
) -> list[BoxArea]:
    top, cell = top_and_cell
    columns, rows = section.cells
    room = columns * cell - 14
    lines = max(len(wrap(notes.get(box.id, ""), room, _NOTE_SIZE, REGULAR)) for box in boxes)
    x, y = _MARGIN, top + _HEAD
    areas = []
    for box in boxes:
        needed, note = held.get(box.id, 0), notes.get(box.id, "")
        areas.append(BoxArea(box, x, y, columns, rows, cell, needed, note, lines))
        x += columns * cell + _GAP
    return areas


def draw_window(window: Window, style: Style) -> str:
    """Return the board picture as SVG, in pixels."""
    return draw_boxes([_labelled(area) for area in window.areas], window.size, style, title=window.name)


def _labelled(area: BoxArea) -> LabelledBox:
    number = "" if area.box.index is None else str(area.box.index)
    top, width = area.y - _HEAD, area.right - area.x
    return LabelledBox(area.x, top, width, area.foot - top, area.name, number, area.note, area.box.side)


def zones(window: Window) -> Component:
    """Return the grid of a window's board: one zone a box, whose places attract pieces."""
    return component("ZonedGrid", slot_zones(_row_of(area) for area in window.areas))


def _row_of(area: BoxArea) -> Row:
    slots = tuple(Slot(area.place_name(n), x, y) for n, (x, y) in enumerate(area.places, start=1))
    width, height = area.right - area.x, area.bottom - area.y
    return Row(
        area.box.id, area.name, area.box.side, slots, area.x, area.y, width, height, shared=True,
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Places:
    """Where every box is: window and area by box id."""

    by_box: Mapping[str, tuple[Window, BoxArea]]

    @classmethod
    def of(cls, windows: Iterable[Window]) -> Places:
        """Collect the boxes of all windows."""
        return cls({area.box.id: (window, area) for window in windows for area in window.areas})

    def find(self, kind: str, side: str | None = None) -> tuple[Window, BoxArea] | None:
        """Return the first box of a kind that is the side's, or nobody's when it has none."""
        found = [pair for pair in self.by_box.values() if pair[1].box.kind == kind]
        own = [pair for pair in found if pair[1].box.side == side]
        return next(iter(own or [pair for pair in found if pair[1].box.side is None]), None)

    def own(self, kind: str, side: str | None) -> tuple[Window, BoxArea] | None:
        """Return the side's own first box of a kind."""
        found = self.find(kind, side)
        return found if found is not None and found[1].box.side == side else None

    def cell(self, box_id: str, index: int) -> tuple[str, int, int]:
        """Return map name and pixel of a place in a box; raises KeyError for an unknown box."""
        window, area = self.by_box[box_id]
        return (window.name, *area.place(index))
