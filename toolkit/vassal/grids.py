"""The name a map gives to a pixel: hex, square and region grids, zones, both kinds of numbering.

Names are the engine's, whatever a piece's snapped place: `HexNumbering` rounds to the column first, then to
the row within it, as the engine does when it names a place (snapping looks for the nearest centre instead;
at centres they agree).

Source: ``HexGrid``, ``SquareGrid``, ``RegionGrid``, ``ZonedGrid``, ``Zone``, ``RegularGridNumbering``,
``HexGridNumbering``, ``SquareGridNumbering`` in ``VASSAL.build.module.map.boardPicker.board``, release-3.7;
``ObliqueHexGridNumbering``, 3.8.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import floor, sqrt
from typing import Protocol

from lxml import etree

from toolkit.vassal.sequence import parse_integer

# Far beyond any map, far below what would fill the memory.
_MAX_LETTERS, _MAX_DIGITS = 1000, 50
_ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_PREFIX = "VASSAL.build.module.map.boardPicker.board."


class Grid(Protocol):
    """A grid of any kind."""

    def name(self, x: int, y: int) -> str | None:
        """Return the name of a pixel of the board, None where the grid gives none."""
        ...


def _format(pattern: str, values: Mapping[str, str]) -> str:
    """Fill ``$name$`` in; what is not known comes out empty, as in the engine."""
    return re.sub(r"\$([^$]*)\$", lambda found: values.get(found[1], ""), pattern)


def _java_round(value: float) -> int:
    return floor(value + 0.5)


@dataclass(frozen=True, slots=True)
class Numbering:
    """How a regular grid names its columns and rows; fields as in the buildFile.

    `oblique` is the numbering of 3.8 whose rows step once in two columns, down or (with `stagger`) up.
    """

    first: str = "H"
    separator: str = ""
    column_type: str = "N"
    row_type: str = "N"
    column_digits: int = 1
    row_digits: int = 1
    column_offset: int = 1
    row_offset: int = 1
    columns_descend: bool = False
    rows_descend: bool = False
    stagger: bool = False
    oblique: bool = False
    pattern: str = "$gridLocation$"

    def name(self, column: int, row: int) -> str:
        """Return the name of a column and row counted from 0, descent and stagger already applied."""
        one = _ordinal(column + self.column_offset, self.column_type, self.column_digits)
        two = _ordinal(row + self.row_offset, self.row_type, self.row_digits)
        both = f"{one}{self.separator}{two}" if self.first == "H" else f"{two}{self.separator}{one}"
        return _format(self.pattern, {"gridLocation": both, "row": two, "column": one})


def _ordinal(number: int, kind: str, digits: int) -> str:
    """Return a number with leading zeros (`digits` places after the first), or in letters A … Z, AA, BB …."""
    sign, number = ("-" if number < 0 else ""), abs(number)
    if kind == "A" and number < _MAX_LETTERS * 26:
        return sign + _ALPHABET[number % 26] * (number // 26 + 1)
    zeros = sum(1 for place in range(1, min(digits, _MAX_DIGITS) + 1) if number < 10**place)
    return sign + "0" * zeros + str(number)


@dataclass(frozen=True, slots=True)
class HexGrid:
    """A hex grid.

    Attributes
    ----------
    x, y : int
        Centre of the hex of column 0 and row 0; of a sideways grid, with x and y exchanged.
    dx, dy : float
        From column to column, from row to row, in pixels.
    sideways : bool
        Pointed tops; columns then run down the board.
    size : (int, int)
        Of the board or zone, in pixels.
    """

    x: int
    y: int
    dx: float
    dy: float
    sideways: bool
    size: tuple[int, int]
    numbering: Numbering | None

    def raw(self, x: int, y: int) -> tuple[int, int]:
        """Return column and row from 0, before descent and stagger."""
        if self.sideways:
            x, y = y, x
        column = floor((x - self.x) / self.dx + 0.5)
        shift = self.dy / 2 if _java_round((x - self.x) / self.dx) % 2 else 0.0
        return column, _java_round((y - self.y - shift) / self.dy)

    def apart(self, one: tuple[int, int], other: tuple[int, int]) -> int:
        """Return how many hexes lie between two pixels, the second counted."""
        (column, row), (to_column, to_row) = self.raw(*one), self.raw(*other)
        # Odd columns lie half a hex further down.
        along, across = to_column - column, (to_row - to_column // 2) - (row - column // 2)
        return max(abs(along), abs(across), abs(along + across))

    def name(self, x: int, y: int) -> str | None:
        """Return the name of a pixel."""
        return None if self.numbering is None else self.numbering.name(*self.count(x, y, self.numbering))

    def count(self, x: int, y: int, scheme: Numbering) -> tuple[int, int]:
        """Return column and row of a pixel as a scheme counts them, before its offsets."""
        raw_column, row = self.raw(x, y)
        # The engine measures rows by the column step and columns by the row step.
        rows = floor(self.size[1] / self.dx + 0.5)
        columns = floor(self.size[0] / self.dy + 0.5)
        if self.sideways:
            column = rows - raw_column if scheme.rows_descend else raw_column
            row_descends, count = scheme.columns_descend, columns
        else:
            column = columns - raw_column if scheme.columns_descend else raw_column
            row_descends, count = scheme.rows_descend, rows
        if row_descends:
            row = count - row
        if scheme.stagger and raw_column % 2:
            row += -1 if row_descends else 1
        if scheme.oblique:
            # Towards zero, as Java divides.
            half = int(column / 2)
            row = half + row if scheme.stagger else row - half + 1
        return column, row


@dataclass(frozen=True, slots=True)
class SquareGrid:
    """A grid of rectangles; fields as in `HexGrid`."""

    x: int
    y: int
    dx: float
    dy: float
    size: tuple[int, int]
    numbering: Numbering | None

    def name(self, x: int, y: int) -> str | None:
        """Return the name of a pixel."""
        scheme = self.numbering
        if scheme is None:
            return None
        column = floor((x - self.x) / self.dx + 0.5)
        # Towards zero, unlike the column: the engine's own difference.
        row = int((y - self.y) / self.dy + 0.5)
        if scheme.columns_descend:
            column = int(self.size[0] / self.dx + 0.5) - column
        if scheme.rows_descend:
            row = int(self.size[1] / self.dy + 0.5) - row
        return scheme.name(column, row)


@dataclass(frozen=True, slots=True)
class RegionGrid:
    """Named points; a pixel has the name of the nearest, the first of several."""

    regions: tuple[tuple[str, int, int], ...]

    def name(self, x: int, y: int) -> str | None:
        """Return the name of a pixel."""
        if not self.regions:
            return None
        return min(self.regions, key=lambda region: (x - region[1]) ** 2 + (y - region[2]) ** 2)[0]


@dataclass(frozen=True, slots=True)
class Zone:
    """A polygon with a name and, mostly, a grid of its own."""

    label: str
    pattern: str
    polygon: tuple[tuple[int, int], ...]
    grid: Grid | None
    _box: tuple[int, int, int, int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        across, down = [x for x, _ in self.polygon] or [0], [y for _, y in self.polygon] or [0]
        object.__setattr__(self, "_box", (min(across), min(down), max(across), max(down)))

    def contains(self, x: int, y: int) -> bool:
        """Return whether a pixel is inside, by the even-odd rule."""
        left, top, right, bottom = self._box
        if not (left <= x <= right and top <= y <= bottom):
            return False
        inside = False
        for (x0, y0), (x1, y1) in zip(self.polygon, (*self.polygon[1:], *self.polygon[:1]), strict=True):
            if (y0 > y) != (y1 > y) and x < (x1 - x0) * (y - y0) / (y1 - y0) + x0:
                inside = not inside
        return inside

    def name(self, x: int, y: int) -> str | None:
        """Return the name of a pixel inside."""
        inner = None if self.grid is None else self.grid.name(x, y)
        return _format(self.pattern, {"name": self.label, "gridLocation": inner or ""})


@dataclass(frozen=True, slots=True)
class ZonedGrid:
    """Zones in the order they are asked, before a grid behind them."""

    zones: tuple[Zone, ...]
    background: Grid | None

    def zone(self, x: int, y: int) -> Zone | None:
        """Return the zone of a pixel."""
        return next((zone for zone in self.zones if zone.contains(x, y)), None)

    def name(self, x: int, y: int) -> str | None:
        """Return the name of a pixel."""
        zone = self.zone(x, y)
        if zone is not None:
            return zone.name(x, y)
        return None if self.background is None else self.background.name(x, y)


# -- reading


def grid_at(grid: Grid | None, x: int, y: int) -> Grid | None:
    """Return the grid that a pixel lies on: of a grid of zones the zone's own, else the one behind them."""
    if not isinstance(grid, ZonedGrid):
        return grid
    zone = grid.zone(x, y)
    return grid.background if zone is None else grid_at(zone.grid, x, y)


def _integer(element: etree._Element, name: str, default: int) -> int:
    try:
        return parse_integer(element.get(name, ""))
    except ValueError:
        return default


def _number(element: etree._Element, name: str, default: float) -> float:
    try:
        found = float(element.get(name, ""))
    except ValueError:
        return default
    # Neither nothing nor nonsense: every division below stays finite.
    return found if 1e-3 <= found < 1e9 else default


def _read_numbering(element: etree._Element, *tags: str) -> Numbering | None:
    found = next((item for tag in tags if (item := element.find(_PREFIX + tag)) is not None), None)
    if found is None:
        return None
    return Numbering(
        first=(found.get("first") or "H")[0],
        separator=found.get("sep", ""),
        column_type=(found.get("hType") or "N")[0],
        row_type=(found.get("vType") or "N")[0],
        column_digits=_integer(found, "hLeading", 1),
        row_digits=_integer(found, "vLeading", 1),
        column_offset=_integer(found, "hOff", 1),
        row_offset=_integer(found, "vOff", 1),
        columns_descend=found.get("hDescend") == "true",
        rows_descend=found.get("vDescend") == "true",
        stagger=found.get("stagger") == "true",
        oblique=str(found.tag).endswith("ObliqueHexGridNumbering"),
        pattern=found.get("locationFormat", "$gridLocation$"),
    )


def _read_hex(element: etree._Element, size: tuple[int, int]) -> HexGrid:
    dy = _number(element, "dy", 64.0)
    return HexGrid(
        x=_integer(element, "x0", 0),
        y=_integer(element, "y0", 32),
        dx=_number(element, "dx", sqrt(3) / 2 * dy),
        dy=dy,
        sideways=element.get("sideways") == "true",
        size=size,
        numbering=_read_numbering(element, "mapgrid.HexGridNumbering", "mapgrid.ObliqueHexGridNumbering"),
    )


def _read_square(element: etree._Element, size: tuple[int, int]) -> SquareGrid:
    return SquareGrid(
        x=_integer(element, "x0", 24),
        y=_integer(element, "y0", 24),
        dx=_number(element, "dx", 48.0),
        dy=_number(element, "dy", 48.0),
        size=size,
        numbering=_read_numbering(element, "mapgrid.SquareGridNumbering"),
    )


def _read_regions(element: etree._Element) -> RegionGrid:
    regions = element.iterfind(_PREFIX + "Region")
    return RegionGrid(
        tuple(
            (item.get("name", ""), _integer(item, "originx", 0), _integer(item, "originy", 0))
            for item in regions
        )
    )


def _read_polygon(path: str) -> tuple[tuple[int, int], ...]:
    points = []
    for pair in path.split(";"):
        x, _, y = pair.partition(",")
        try:
            points.append((parse_integer(x.strip()), parse_integer(y.strip())))
        except ValueError:
            continue
    return tuple(points)


def _extent(points: Sequence[tuple[int, int]]) -> tuple[int, int]:
    if not points:
        return 0, 0
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return max(xs) - min(xs), max(ys) - min(ys)


def _read_zone(element: etree._Element, background: Grid | None) -> Zone:
    polygon = _read_polygon(element.get("path", ""))
    own = read_grid(element, _extent(polygon))
    return Zone(
        label=element.get("name", ""),
        pattern=element.get("locationFormat", "$name$"),
        polygon=polygon,
        grid=background if element.get("useParentGrid") == "true" else own,
    )


def read_grid(parent: etree._Element, size: tuple[int, int]) -> Grid | None:
    """Return the grid of a board or zone element, None where it has none.

    Parameters
    ----------
    parent : element
    size : (int, int)
        Of the board or zone in pixels: descending numbers count from its far side.
    """
    zoned = parent.find(_PREFIX + "ZonedGrid")
    if zoned is not None:
        background = read_grid(zoned, size)
        zones = tuple(_read_zone(item, background) for item in zoned.iterfind(_PREFIX + "mapgrid.Zone"))
        return ZonedGrid(zones, background)
    hexes = parent.find(_PREFIX + "HexGrid")
    if hexes is not None:
        return _read_hex(hexes, size)
    squares = parent.find(_PREFIX + "SquareGrid")
    if squares is not None:
        return _read_square(squares, size)
    regions = parent.find(_PREFIX + "RegionGrid")
    return None if regions is None else _read_regions(regions)
