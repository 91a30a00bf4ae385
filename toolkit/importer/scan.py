"""The board of a module as a scan to trace: its picture, and control points where its hex grid lies."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePosixPath
from typing import Any

from toolkit.diagnostics import InputError, Place
from toolkit.geometry.grid import HexGrid as PlaneGrid
from toolkit.geometry.grid import Orientation
from toolkit.geometry.numbering import Letters, Oblique
from toolkit.geometry.numbering import Numbering as Printed
from toolkit.importer.yaml_text import to_yaml
from toolkit.source.schema import suggestion
from toolkit.vassal.buildfile import BoardDefinition, BuildFile, open_module
from toolkit.vassal.containers import Container
from toolkit.vassal.grids import Grid, HexGrid, Numbering, ZonedGrid
from toolkit.vassal.images import image_size

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
    """A hex: column and row of the grid counted from any, the pixel of its centre, and its printed number."""

    column: int
    row: int
    x: float
    y: float
    number: str


@dataclass(frozen=True, slots=True)
class _Rule:
    """How a grid is turned and numbered, and whether its odd lines (as counted in `_Hex`) lie further on."""

    sideways: bool
    odd_shifted: bool
    numbers: Printed


@dataclass(frozen=True, slots=True)
class _Lattice:
    """The hexes of a grid whose centres lie on the board, and a grid of ours that numbers them so."""

    hexes: tuple[_Hex, ...]
    grid: PlaneGrid
    rule: _Rule

    def definition(self) -> dict[str, Any]:
        """Return the grid as ``game.yaml`` has it."""
        grid, numbers = self.grid, self.grid.numbering
        numbering: dict[str, Any] = {"order": numbers.order}
        numbering |= {} if numbers.column_letters else {"column_digits": numbers.column_digits}
        numbering |= {} if numbers.row_letters else {"row_digits": numbers.row_digits}
        numbering["separator"] = numbers.separator
        numbering |= {} if numbers.letters == "none" else {"letters": numbers.letters}
        numbering |= {"columns_from": "right"} if numbers.columns_descend else {}
        numbering |= {"rows_from": "bottom"} if numbers.rows_descend else {}
        numbering |= {"oblique": numbers.oblique} if numbers.oblique else {}
        whole = replace(grid, holes=())
        ends = {kind: whole.line_ends(shifted=kind == "shifted") for kind in ("shifted", "straight")}
        short = next((kind for kind, cells in ends.items() if cells and cells == list(grid.holes)), None)
        left = {} if short or not grid.holes else {"holes": [whole.number(cell) for cell in grid.holes]}
        return {
            "orientation": grid.orientation.value,
            "first_column": grid.first_column,
            "columns": grid.columns,
            "first_row": grid.first_row,
            "rows": grid.rows,
            "shifted": grid.shifted,
            **({"short": short} if short else {}),
            "numbering": numbering,
            **left,
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
                yield item.number, item.x, item.y


def _between(lattice: _Lattice, corners: tuple[str, str], place: Place) -> _Lattice:
    known = {item.number: item for item in lattice.hexes}
    for number in corners:
        if number not in known:
            text = f"the board's grid has no hex '{number}'{suggestion(number, known)}"
            raise InputError.single("IMP007", text, place)
    ends = [known[number] for number in corners]
    columns, rows = sorted(item.column for item in ends), sorted(item.row for item in ends)
    hexes = [
        item
        for item in lattice.hexes
        if columns[0] <= item.column <= columns[1] and rows[0] <= item.row <= rows[1]
    ]
    made = _numbered(hexes, lattice.rule)
    assert made is not None
    return made


def _lattice(grid: HexGrid, box: _Box) -> _Lattice | None:
    """Return the hexes on the board with the module's own numbers, with ours where no grid of ours gives
    these; None for too few or too many hexes.
    """
    if not _fits(grid, box):
        return None
    scheme = grid.numbering
    centres = list(_centres(grid, box))
    if scheme is not None:
        plain = replace(grid, numbering=replace(scheme, pattern="$gridLocation$"))
        # Numbers below the first are no map's: the board's margin.
        hexes = [item for centre in centres if (item := _hex(plain, scheme, centre)) is not None]
        made = next(filter(None, (_numbered(hexes, rule) for rule in _rules(grid, scheme))), None)
        if made is not None:
            return made
    return _plainly(centres, sideways=grid.sideways)


_Centre = tuple[int, int, float, float]


def _hex(grid: HexGrid, scheme: Numbering, centre: _Centre) -> _Hex | None:
    """Return the hex of a raw column and row; None for one whose number comes before the first."""
    a, b, x, y = centre
    column, row = grid.count(round(x), round(y), scheme)
    if min(column + scheme.column_offset, row + scheme.row_offset) < 0:
        return None
    # Where odd lines begin to count one earlier, it is the others that lie further on.
    b += a % 2 if scheme.stagger and not scheme.oblique else 0
    number = grid.name(round(x), round(y)) or ""
    return _Hex(b, a, x, y, number) if grid.sideways else _Hex(a, b, x, y, number)


_LETTERS: Mapping[tuple[bool, bool], Letters] = {
    (False, False): "none",
    (True, False): "column",
    (False, True): "row",
    (True, True): "both",
}


def _rules(grid: HexGrid, scheme: Numbering) -> Iterator[_Rule]:
    """Yield the ways in which a grid of ours might be numbered as the module's."""
    lettered = scheme.column_type == "A", scheme.row_type == "A"
    digits = scheme.column_digits + 1, scheme.row_digits + 1
    if grid.sideways:
        lettered, digits = lettered[::-1], digits[::-1]
    lines: tuple[Oblique, ...] = ("right", "left") if grid.sideways else ("down", "up")
    for oblique in lines if scheme.oblique else ("",):
        try:
            numbers = Printed(
                order="column-row" if (scheme.first == "H") != grid.sideways else "row-column",
                column_digits=digits[0],
                row_digits=digits[1],
                separator=scheme.separator,
                letters=_LETTERS[lettered],
                columns_descend=scheme.columns_descend,
                rows_descend=scheme.rows_descend,
                oblique=oblique,
            )
        except ValueError:
            continue
        yield _Rule(grid.sideways, not scheme.stagger or scheme.oblique, numbers)


def _plainly(centres: Sequence[_Centre], *, sideways: bool) -> _Lattice | None:
    """Return the hexes with numbers of our own, from 0101 on."""
    if not centres:
        return None
    cells = [(b, a) if sideways else (a, b) for a, b, _, _ in centres]
    left, top = min(column for column, _ in cells), min(row for _, row in cells)
    most = max(max(column - left, row - top) + 1 for column, row in cells)
    digits = max(2, len(str(most)))
    numbers = Printed(column_digits=digits, row_digits=digits)
    hexes = [
        _Hex(column, row, x, y, numbers.format(column - left + 1, row - top + 1))
        for (column, row), (_, _, x, y) in zip(cells, centres, strict=True)
    ]
    return _numbered(hexes, _Rule(sideways, True, numbers))


def _numbered(hexes: Sequence[_Hex], rule: _Rule) -> _Lattice | None:
    """Return a grid of ours with exactly these hexes and their numbers; None where there is none."""
    if len(hexes) < 3:
        return None
    left, top = min(item.column for item in hexes), min(item.row for item in hexes)
    columns, rows = max(item.column for item in hexes) - left + 1, max(item.row for item in hexes) - top + 1
    cells = {(item.column - left) * rows + item.row - top: item for item in hexes}
    first_shifted = ((top if rule.sideways else left) % 2 == 1) == rule.odd_shifted
    cell, item = next(iter(cells.items()))
    try:
        column, row = rule.numbers.parse(item.number)
        across, down = rule.numbers.steps(*divmod(cell, rows), first_shifted=first_shifted)
        line = row - down if rule.sideways else column - across
        grid = PlaneGrid(
            orientation=Orientation.POINTY if rule.sideways else Orientation.FLAT,
            pitch=1.0,
            origin=(0.0, 0.0),
            first_column=column - across,
            columns=columns,
            first_row=row - down,
            rows=rows,
            shifted="odd" if (line % 2 == 1) == first_shifted else "even",
            numbering=rule.numbers,
            holes=tuple(sorted(set(range(columns * rows)) - cells.keys())),
        )
    except ValueError:
        return None
    listed = tuple(cells[cell] for cell in sorted(cells))
    fits = all(item.number == grid.number(h) for h, item in enumerate(listed))
    return _Lattice(listed, grid, rule) if fits else None


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


def _fits(grid: HexGrid, box: _Box) -> bool:
    return max(box[2] - box[0], box[3] - box[1]) / min(grid.dx, grid.dy) < _MOST


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
