"""Windows beside the map: where their boxes lie, and the board picture that shows them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from toolkit.module.buildfile import Component, component
from toolkit.module.equipment import Section, WindowSpec
from toolkit.render.boxes import LabelledBox, draw_boxes
from toolkit.render.fonts import REGULAR, wrap
from toolkit.source.setups import Box

_MARGIN = 14
# The engine's toolbar and scroll bars cover that much of a window's right and lower edge.
_COVERED = (18, 46)
_TITLE_ROOM = 44
_GAP = 10
_HEAD = 24
_LINE = 15
_NOTE_SIZE = 12.5


@dataclass(frozen=True, slots=True)
class BoxArea:
    """A box on a board: its cells are places to which pieces snap.

    Attributes
    ----------
    box : Box
    x, y : int
        Upper left corner of the cells, in pixels.
    columns, rows : int
        Cells.
    cell : int
        Side of a cell, in pixels.
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

    def place(self, index: int) -> tuple[int, int]:
        """Return the middle of a cell, counted along the rows; past the last one it starts again."""
        row, column = divmod(index % (self.columns * self.rows), self.columns)
        half = self.cell // 2
        return self.x + column * self.cell + half, self.y + row * self.cell + half


@dataclass(frozen=True, slots=True)
class Window:
    """A window of boxes.

    Attributes
    ----------
    spec : WindowSpec
    areas : tuple of BoxArea
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


def lay_out(spec: WindowSpec, boxes: Sequence[Box], cell: int, notes: Mapping[str, str]) -> Window:
    """Put a window's boxes on its board, section under section.

    Parameters
    ----------
    spec : WindowSpec
    boxes : sequence of Box
        All boxes of the game.
    cell : int
        Side of a cell in pixels.
    notes : mapping of str to str
        Words to print in a box, by box id.
    """
    areas: list[BoxArea] = []
    top = _TITLE_ROOM
    for section in spec.sections:
        chosen = section.choose(boxes)
        for start in range(0, len(chosen), section.across):
            placed = _row(section, chosen[start : start + section.across], top, cell, notes)
            areas.extend(placed)
            top = max(area.foot for area in placed) + _GAP
    width = max((area.right for area in areas), default=300) + _MARGIN
    return Window(spec, tuple(areas), (width + _COVERED[0], top - _GAP + _MARGIN + _COVERED[1]))


def _row(
    section: Section, boxes: Sequence[Box], top: int, cell: int, notes: Mapping[str, str]
) -> list[BoxArea]:
    columns, rows = section.cells
    room = columns * cell - 14
    lines = max(len(wrap(notes.get(box.id, ""), room, _NOTE_SIZE, REGULAR)) for box in boxes)
    x, y = _MARGIN, top + _HEAD
    areas = []
    for box in boxes:
        areas.append(BoxArea(box, x, y, columns, rows, cell, notes.get(box.id, ""), lines))
        x += columns * cell + _GAP
    return areas


def draw_window(window: Window) -> str:
    """Return the board picture as SVG, in pixels."""
    return draw_boxes([_labelled(area) for area in window.areas], window.size, title=window.name)


def _labelled(area: BoxArea) -> LabelledBox:
    number = "" if area.box.index is None else str(area.box.index)
    top, width = area.y - _HEAD, area.right - area.x
    return LabelledBox(area.x, top, width, area.foot - top, area.name, number, area.note, area.box.side)


def zones(window: Window) -> Component:
    """Return the grid of a window's board: one zone a box, whose cells attract pieces."""
    return component("ZonedGrid", [_zone(area) for area in window.areas])


def _zone(area: BoxArea) -> Component:
    corners = ((area.x, area.y), (area.right, area.y), (area.right, area.bottom), (area.x, area.bottom))
    x, y = area.place(0)
    grid = component(
        "SquareGrid", x0=x, y0=y, dx=float(area.cell), dy=float(area.cell), range="Metric", snapTo=True,
        edgesLegal=False, cornersLegal=False, visible=False, dotsVisible=False, color="0,0,0",
    )  # fmt: skip
    return component(
        "Zone", [grid], name=area.name, locationFormat="$name$", useParentGrid=False,
        path=";".join(f"{px},{py}" for px, py in corners), useHighlight=False, highlightProperty="",
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
        """Return map name and pixel of a cell of a box; raises KeyError for an unknown box."""
        window, area = self.by_box[box_id]
        return (window.name, *area.place(index))
