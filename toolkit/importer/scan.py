"""The board of a module as a scan to trace: its picture, and control points where its hex grid lies."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import PurePosixPath
from typing import Any

from toolkit.diagnostics import InputError, Place
from toolkit.importer.yaml_text import to_yaml
from toolkit.source.schema import suggestion
from toolkit.vassal.buildfile import BoardDefinition, BuildFile, open_module
from toolkit.vassal.containers import Container
from toolkit.vassal.grids import Grid, HexGrid, Numbering, ZonedGrid
from toolkit.vassal.images import image_size

__all__ = ["board_as_scan"]

_MOST = 2000
_ABOUT = "what a map needs to be traced; sides, terrain and layers are to be filled in (docs/your_map.md)"


def board_as_scan(
    container: Container, board: str, folder: str, corners: tuple[str, str] | None = None
) -> dict[str, bytes]:
    """Return the files of a game whose map is yet to be traced over a board's picture.

    Parameters
    ----------
    container : Container
        A module.
    board : str
        Name of one of its boards.
    folder : str
        Name of the game's folder, its id.
    corners : (str, str), optional
        Numbers of the first and the last hex of the printed map; a module's grid fills the whole board.

    Returns
    -------
    dict of str to bytes
        ``game.yaml``, ``module.yaml``, ``map/scan.yaml`` with control points, and the picture.

    Raises
    ------
    InputError
        IMP007 when there is no such board, or it has no picture or no hex grid, or not those corners.
    """
    build = open_module(container)
    place = Place(file=container.name)
    found = _board(build, board, place)
    entry = f"images/{found.image}"
    content = container.read(entry) if found.image and entry in container else b""
    size = image_size(content) if content else None
    if size is None:
        raise InputError.single("IMP007", f"board '{board}' has no picture that can be read", place)
    chosen = _hex_grid(found.grid, (0, 0, *found.size))
    lattice = None if chosen is None else _lattice(*chosen)
    if lattice is None:
        raise InputError.single("IMP007", f"board '{board}' has no hex grid", place)
    if corners is not None:
        lattice = _between(lattice, corners, place)
    picture = f"map/board{PurePosixPath(found.image).suffix.lower()}"
    scale = size[0] / found.size[0], size[1] / found.size[1]
    about = f"board '{board}' of {build.name or container.name} {build.version}".rstrip()
    scan = {
        "provenance": {"kind": "published", "source": about},
        "image": picture,
        "size_px": list(size),
        "control_points": [
            {"hex": number, "x": round(x * scale[0], 2), "y": round(y * scale[1], 2)}
            for number, x, y in lattice.control_points()
        ],
    }
    return {
        "game.yaml": to_yaml(_game(build, folder, lattice), _ABOUT).encode(),
        "module.yaml": to_yaml(_module(build, folder)).encode(),
        "map/scan.yaml": to_yaml(scan).encode(),
        picture: content,
    }


def _board(build: BuildFile, name: str, place: Place) -> BoardDefinition:
    boards = [board for item in build.maps.values() for board in item.boards.values()]
    found = next((board for board in boards if board.name == name), None)
    if found is None:
        names = sorted({board.name for board in boards})
        text = f"no board '{name}'{suggestion(name, names)}; boards are {', '.join(names) or 'none'}"
        raise InputError.single("IMP007", text, place)
    return found


_Box = tuple[int, int, int, int]


def _hex_grid(grid: Grid | None, box: _Box) -> tuple[HexGrid, _Box] | None:
    """Return the hex grid of a board, of several that of the largest zone, and the box that it fills."""
    if isinstance(grid, HexGrid):
        return grid, box
    if not isinstance(grid, ZonedGrid):
        return None
    zones = []
    for zone in grid.zones:
        if isinstance(zone.grid, HexGrid) and zone.polygon:
            xs, ys = [x for x, _ in zone.polygon], [y for _, y in zone.polygon]
            inner = max(min(xs), 0), max(min(ys), 0), min(max(xs), box[2]), min(max(ys), box[3])
            zones.append((zone.grid, inner))
    largest = max(zones, key=lambda item: _area(item[1]), default=None)
    if isinstance(grid.background, HexGrid) and (largest is None or 2 * _area(largest[1]) < _area(box)):
        return grid.background, box
    return largest


def _area(box: _Box) -> int:
    return (box[2] - box[0]) * (box[3] - box[1])


@dataclass(frozen=True, slots=True)
class _Hex:
    """A hex: printed column and row, and the pixel of its centre."""

    column: int
    row: int
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class _Lattice:
    """The hexes of a grid whose centres lie on the board, and how they are numbered."""

    hexes: tuple[_Hex, ...]
    sideways: bool
    shifted: str
    numbering: dict[str, Any]

    def number(self, item: _Hex) -> str:
        """Return a hex's number as a grid of ours writes it."""
        column = f"{item.column:0{self.numbering['column_digits']}d}"
        row = f"{item.row:0{self.numbering['row_digits']}d}"
        pair = (column, row) if self.numbering["order"] == "column-row" else (row, column)
        return str(self.numbering["separator"]).join(pair)

    def definition(self) -> dict[str, Any]:
        """Return the grid as ``game.yaml`` has it."""
        columns = [item.column for item in self.hexes]
        rows = [item.row for item in self.hexes]
        return {
            "orientation": "pointy" if self.sideways else "flat",
            "first_column": min(columns),
            "columns": max(columns) - min(columns) + 1,
            "first_row": min(rows),
            "rows": max(rows) - min(rows) + 1,
            "shifted": self.shifted,
            "numbering": self.numbering,
        }

    def control_points(self) -> Iterator[tuple[str, float, float]]:
        """Yield number and pixel of twelve hexes or so: out to all corners, and some inside."""
        left, right = min(h.x for h in self.hexes), max(h.x for h in self.hexes)
        top, bottom = min(h.y for h in self.hexes), max(h.y for h in self.hexes)
        outer = [(x, y) for x in (0.0, 0.5, 1.0) for y in (0.0, 0.5, 1.0) if (x, y) != (0.5, 0.5)]
        seen = set()
        for u, v in (*outer, (0.3, 0.3), (0.3, 0.7), (0.7, 0.3), (0.7, 0.7)):
            x, y = left + u * (right - left), top + v * (bottom - top)
            item = min(self.hexes, key=lambda h: (h.x - x) ** 2 + (h.y - y) ** 2)
            if item not in seen:
                seen.add(item)
                yield self.number(item), item.x, item.y


def _between(lattice: _Lattice, corners: tuple[str, str], place: Place) -> _Lattice:
    known = {lattice.number(item): item for item in lattice.hexes}
    for number in corners:
        if number not in known:
            text = f"the board's grid has no hex '{number}'{suggestion(number, known)}"
            raise InputError.single("IMP007", text, place)
    ends = [known[number] for number in corners]
    columns, rows = sorted(item.column for item in ends), sorted(item.row for item in ends)
    hexes = tuple(
        item
        for item in lattice.hexes
        if columns[0] <= item.column <= columns[1] and rows[0] <= item.row <= rows[1]
    )
    return replace(lattice, hexes=hexes)


def _lattice(grid: HexGrid, box: _Box) -> _Lattice | None:
    """Return the hexes on the board with the module's own numbers; with ours where these are no pairs of
    numbers that count upwards; None for too few or too many hexes.
    """
    scheme = grid.numbering
    if scheme is not None:
        plain = replace(grid, numbering=replace(scheme, pattern="$gridLocation$"))
        made = _numbered(grid, box, scheme)
        if made is not None and all(
            made.number(item) == plain.name(round(item.x), round(item.y)) for item in made.hexes
        ):
            return made
    offsets = _first(grid, box)
    if offsets is None:
        return None
    return _numbered(grid, box, Numbering(column_offset=1 - offsets[0], row_offset=1 - offsets[1]))


def _centres(grid: HexGrid, box: _Box) -> Iterator[tuple[int, int, float, float]]:
    """Yield raw column and row and the centre of each hex of a box, in pixels of the board."""
    low, high = (box[0], box[2]), (box[1], box[3])
    if grid.sideways:
        low, high = high, low
    for a in range(int((low[0] - grid.x) / grid.dx) - 1, int((low[1] - grid.x) / grid.dx) + 2):
        along = grid.x + a * grid.dx
        if not low[0] <= along < low[1]:
            continue
        first = grid.y + (a % 2) * grid.dy / 2
        for b in range(int((high[0] - first) / grid.dy) - 1, int((high[1] - first) / grid.dy) + 2):
            across = first + b * grid.dy
            if high[0] <= across < high[1]:
                yield (a, b, across, along) if grid.sideways else (a, b, along, across)


def _first(grid: HexGrid, box: _Box) -> tuple[int, int] | None:
    found = [(a, b) for a, b, _, _ in _centres(grid, box)] if _fits(grid, box) else []
    return (min(a for a, _ in found), min(b for _, b in found)) if found else None


def _fits(grid: HexGrid, box: _Box) -> bool:
    return max(box[2] - box[0], box[3] - box[1]) / min(grid.dx, grid.dy) < _MOST


def _numbered(grid: HexGrid, box: _Box, scheme: Numbering) -> _Lattice | None:
    """Return the hexes with the numbers that a scheme without descent or letters gives."""
    if not _fits(grid, box):
        return None
    hexes = []
    for a, b, x, y in _centres(grid, box):
        one = a + scheme.column_offset
        two = b + scheme.row_offset + (a % 2 if scheme.stagger else 0)
        # Numbers below 0 are no map's: the board's margin.
        if min(one, two) >= 0:
            hexes.append(_Hex(two, one, x, y) if grid.sideways else _Hex(one, two, x, y))
    if len(hexes) < 3:
        return None
    # Numbers that step on in the shifted lines: it is the others that lie further down then.
    odd = (scheme.column_offset + 1 + scheme.stagger) % 2
    digits = (scheme.column_digits + 1, scheme.row_digits + 1)
    columns, rows = (digits[1], digits[0]) if grid.sideways else digits
    numbering = {
        "order": "column-row" if (scheme.first == "H") != grid.sideways else "row-column",
        "column_digits": columns,
        "row_digits": rows,
        "separator": scheme.separator,
    }
    return _Lattice(tuple(hexes), grid.sideways, "odd" if odd else "even", numbering)


def _game(build: BuildFile, folder: str, lattice: _Lattice) -> dict[str, Any]:
    return {
        "id": folder,
        "names": {"en": build.name or folder},
        "version": "0.1.0",
        "sides": {"first": {"en": "First"}, "second": {"en": "Second"}},
        "grid": lattice.definition(),
        "scan": "map/scan.yaml",
        "terrain": {"clear": {"names": {"en": "Clear"}, "default": True}},
        "town_classes": {"town": {"en": "Town"}},
        "layers": {
            "sides": {"river": {"names": {"en": "River"}, "water": True}},
            "links": {"road": {"en": "Road"}},
            "hexes": {},
        },
        "map": [],
    }


def _module(build: BuildFile, folder: str) -> dict[str, Any]:
    return {
        "file": folder,
        "names": {"en": build.name or folder},
        "version": "0.1.0",
        "description": "A map traced over a board",
        "counter_px": 60,
        "pitch_px": 100,
        "board": "scan",
        "windows": [],
        "boxes": [],
        "markers": [],
    }
