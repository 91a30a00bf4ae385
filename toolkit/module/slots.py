"""Boards of named places: rows of slots for cards, tracks, trays.

Each slot is a region of the engine's, so that a piece's location name is the slot's name, and pieces that are
dropped anywhere in a row go to the nearest slot.  (`toolkit.module.boards` names the box, not the cell.)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from toolkit.module.buildfile import Component, component
from toolkit.render.boxes import LabelledBox, draw_boxes
from toolkit.source.style import Style

_HEAD = 24
_PAD = 7


@dataclass(frozen=True, slots=True)
class Slot:
    """A place: its name, which is the location name of what lies there, and its middle in pixels."""

    name: str
    x: int
    y: int


@dataclass(frozen=True, slots=True)
class Row:
    """Slots beside each other under a heading.

    Attributes
    ----------
    id : str
        Box id; the game's where it has one.
    title : str
        Heading, and name of the zone.
    side : str or None
        Whose it is; colours the heading.
    x, y, width, height : int
        With the heading, in pixels.
    note : str
        Words along the lower edge.
    number : str
        Large pale figure.
    piece : (int, int)
        Size of what lies on a slot, which is outlined.
    shared : bool
        Whether all its slots have one location name, the row's title; a slot's own name is then the title,
        ``#`` and its number, and only the engine's regions are called so.
    """

    id: str
    title: str
    side: str | None
    slots: tuple[Slot, ...]
    x: int
    y: int
    width: int
    height: int
    note: str = ""
    number: str = ""
    piece: tuple[int, int] = (0, 0)
    shared: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        """Return the names of the slots."""
        return tuple(slot.name for slot in self.slots)


@dataclass(frozen=True, slots=True)
class RowSpec:
    """A row to be laid out: what `Row` says, the cell of a slot in pixels, and how slots are called.

    Attributes
    ----------
    cell : (int, int)
        Width and height of a slot.
    slots : tuple of str
        Names; a single slot is best called as the row.
    note_lines : int
        Room for the note.
    across : int or None
        Slots in a line, all when None.
    shared : bool
        As in `Row`.
    """

    id: str
    title: str
    slots: tuple[str, ...]
    cell: tuple[int, int]
    side: str | None = None
    note: str = ""
    number: str = ""
    note_lines: int = 0
    across: int | None = None
    shared: bool = False

    def placed(self, x: int, y: int) -> Row:
        """Return the row with its upper left corner at a pixel."""
        wide, high = self.cell
        across = min(self.across or len(self.slots), len(self.slots)) or 1
        slots = tuple(
            Slot(
                name,
                x + _PAD + (index % across) * wide + wide // 2,
                y + _HEAD + _PAD + (index // across) * high + high // 2,
            )
            for index, name in enumerate(self.slots)
        )
        lines = -(-len(self.slots) // across)
        height = _HEAD + 2 * _PAD + lines * high + 16 * self.note_lines
        return Row(
            self.id, self.title, self.side, slots, x, y, across * wide + 2 * _PAD, height,
            self.note, self.number, (wide - 8, high - 8), self.shared,
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class SlotBoard:
    """A window of rows.

    Attributes
    ----------
    name : str
        Of map and board, as saved games and logs spell it.
    size : (int, int)
        In pixels.
    """

    id: str
    name: str
    rows: tuple[Row, ...]
    size: tuple[int, int]

    @property
    def image(self) -> str:
        """Return the file name of the board picture."""
        return f"board_{self.id}.png"

    def row(self, id: str) -> Row:
        """Return a row; raises KeyError for an unknown one."""
        return {row.id: row for row in self.rows}[id]

    def slot(self, name: str) -> Slot:
        """Return a slot by its name; raises KeyError for an unknown one."""
        return {slot.name: slot for row in self.rows for slot in row.slots}[name]


_MARGIN = 14
_TITLE_ROOM = 44
_GAP = 12
# A window of boxes starts at the largest of these that lets all of it be seen on a common screen.
_ZOOMS = (1.0, 0.75, 0.625, 0.5)
_SCREEN = (1240, 700)
# The engine's toolbar and scroll bars cover that much of a window's right and lower edge, whatever its zoom.
_COVERED = (18, 46)


def fitting_zoom(size: tuple[int, int]) -> float:
    """Return the zoom at which a board of a size starts."""
    return next((zoom for zoom in _ZOOMS if _fits(size, zoom)), _ZOOMS[-1])


def uncovered(width: int, height: int) -> tuple[int, int]:
    """Return the size of a board of which so much shows when its window opens."""
    sizes = [(width + round(_COVERED[0] / zoom), height + round(_COVERED[1] / zoom)) for zoom in _ZOOMS]
    fitting = (size for size, zoom in zip(sizes, _ZOOMS, strict=True) if _fits(size, zoom))
    return next(fitting, sizes[-1])


def _fits(size: tuple[int, int], zoom: float) -> bool:
    return all(length * zoom <= room for length, room in zip(size, _SCREEN, strict=True))


def lay_rows(id: str, name: str, lines: Iterable[Iterable[RowSpec]]) -> SlotBoard:
    """Put rows on a board: each line from left to right, line under line."""
    rows: list[Row] = []
    top = _TITLE_ROOM
    for line in lines:
        left, below = _MARGIN, top
        for spec in line:
            row = spec.placed(left, top)
            rows.append(row)
            left += row.width + _GAP
            below = max(below, top + row.height + _GAP)
        top = below
    right = max((row.x + row.width for row in rows), default=300)
    return SlotBoard(id, name, tuple(rows), uncovered(right + _MARGIN, top - _GAP + _MARGIN))


def draw_slot_board(board: SlotBoard, style: Style) -> str:
    """Return the board picture as SVG, in pixels."""
    boxes = [
        LabelledBox(row.x, row.y, row.width, row.height, row.title, row.number, row.note, row.side)
        for row in board.rows
    ]
    places = [
        (slot.x - wide / 2, slot.y - high / 2, wide, high)
        for row in board.rows
        for slot in row.slots
        for wide, high in (row.piece,)
    ]
    return draw_boxes(boxes, board.size, style, title=board.name, places=places)


def slot_zones(rows: Iterable[Row]) -> list[Component]:
    """Return one zone a row, one region a slot: children of a ``ZonedGrid``."""
    return [_zone(row) for row in rows]


def _zone(row: Row) -> Component:
    regions = [component("Region", name=slot.name, originx=slot.x, originy=slot.y) for slot in row.slots]
    corners = (
        (row.x, row.y),
        (row.x + row.width, row.y),
        (row.x + row.width, row.y + row.height),
        (row.x, row.y + row.height),
    )
    grid = component("RegionGrid", regions, snapto=True, visible=False, fontsize=9)
    return component(
        "Zone", [grid], name=row.title, locationFormat="$name$" if row.shared else "$gridLocation$",
        useParentGrid=False,
        path=";".join(f"{x},{y}" for x, y in corners), useHighlight=False, highlightProperty="",
    )  # fmt: skip


def manifest_slots(rows: Iterable[tuple[str, Row]]) -> Mapping[str, list[object]]:
    """Return what the manifest says of (map name, row) pairs: box id → map name, its (name, x, y)."""
    return {
        row.id: [window, [[row.title if row.shared else slot.name, slot.x, slot.y] for slot in row.slots]]
        for window, row in rows
    }


def shared_names(title: str, count: int) -> tuple[str, ...]:
    """Return the names of the slots of a row that shares its title as location name."""
    return tuple(f"{title}#{number}" for number in range(1, count + 1))


def packed_slots(title: str, room: tuple[int, int, int, int], px: int, count: int = 0) -> tuple[Slot, ...]:
    """Return the places of a box of units, line by line; in a small box they overlap like a fan.

    Parameters
    ----------
    title : str
        Heading of the row, which its slots share.
    room : (int, int, int, int)
        Left, top, width and height in pixels, without the heading.
    px : int
        Side of a counter.
    count : int
        Places that are needed at least.
    """
    left, top, width, height = room
    lines = max((height - _EDGE) // (px + _EDGE), _FAN[1])
    across = max((width - _EDGE) // (px + _EDGE), _FAN[0], -(-count // lines))
    half = px / 2 + _EDGE
    xs, ys = (
        _between(left + half, left + width - half, across),
        _between(top + half, top + height - half, lines),
    )
    # The first few lie clear of each other even where all of them would not.
    spacing = xs[1] - xs[0] if across > 1 else px
    apart = -(-px // spacing) if 0 < spacing < px else 1
    xs = [xs[at] for start in range(apart) for at in range(start, across, apart)]
    names = shared_names(title, across * lines)
    return tuple(Slot(name, xs[n % across], ys[n // across]) for n, name in enumerate(names))


_EDGE = 4
_FAN = (3, 2)


def _between(first: float, last: float, count: int) -> list[int]:
    """Return points at equal distances, the first and the last at the ends."""
    return [round(first + (last - first) * n / (count - 1)) for n in range(count)]
