"""At-start stacks and decks: where they are to lie."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial

from lxml import etree

from toolkit.diagnostics import Finding, Severity
from toolkit.validate.book import CHECKS
from toolkit.validate.expressions import names_in_traits
from toolkit.validate.module_view import ModuleView, short
from toolkit.validate.nearest import nearest
from toolkit.vassal.buildfile import BoardDefinition, MapDefinition
from toolkit.vassal.grids import Grid, HexGrid, RegionGrid, SquareGrid, ZonedGrid
from toolkit.vassal.sequence import parse_integer

_check = partial(CHECKS.check, subject="module")
_STARTS = frozenset({"SetupStack", "DrawPile"})
_MAPS = frozenset({"Map", "PrivateMap", "PlayerHand", "WidgetMap"})
# A board whose size nobody states is as large as can be.
_UNKNOWN = 1 << 30
_MOST_CELLS = 250_000
# So far beyond the edge the larger counters of real modules are still half on the board.
HALF_A_COUNTER = 100
_ZEROS = re.compile(r"(?<!\d)0+(?=\d)")


@dataclass(frozen=True, slots=True)
class _Box:
    """A rectangle of pixels: what is inside it counts."""

    left: int
    top: int
    right: int
    bottom: int


def _starts(module: ModuleView) -> Iterator[tuple[etree._Element, MapDefinition]]:
    for element in module.elements:
        if short(element) not in _STARTS:
            continue
        around = next((item for item in element.iterancestors() if short(item) in _MAPS), None)
        if around is not None:
            found = module.build.maps.get(str(around.get("mapName", "")))
            if found is not None:
                yield element, found


def _boards(element: etree._Element, around: MapDefinition) -> list[BoardDefinition]:
    """Return the boards that a start may be on: its own, or any."""
    own = str(element.get("owningBoard") or "")
    if own:
        return [around.boards[own]] if own in around.boards else []
    return list(around.boards.values())


def _name(element: etree._Element) -> str:
    what = "deck" if short(element) == "DrawPile" else "at-start stack"
    return f"{what} {element.get('name') or element.get('location') or ''!r}"


# -- names that grids give


def _plain(name: str) -> str:
    """Return a name as the engine's readers of coordinates take it: leading zeros do not matter."""
    return _ZEROS.sub("", name).casefold()


def _centres(grid: HexGrid | SquareGrid, box: _Box) -> Iterator[tuple[int, int]] | None:
    """Return a point in every cell that touches a box; None for too many."""
    # Half steps: no cell is missed, whatever its shift.
    step_x, step_y = (grid.dy / 2, grid.dx / 2) if getattr(grid, "sideways", False) else (grid.dx, grid.dy)
    across, down = (box.right - box.left) / step_x, (box.bottom - box.top) / (step_y / 2)
    if across * down > _MOST_CELLS:
        return None
    return (
        (round(box.left + column * step_x), round(box.top + row * step_y / 2))
        for column in range(int(across) + 2)
        for row in range(int(down) + 2)
    )


def _names(grid: Grid | None, box: _Box) -> frozenset[str] | None:
    """Return all names that a grid gives inside a box; None where that cannot be told."""
    if grid is None:
        return frozenset()
    if isinstance(grid, RegionGrid):
        return frozenset(region[0] for region in grid.regions)
    if isinstance(grid, HexGrid | SquareGrid):
        points = _points_of(grid, box)
        return None if points is None else frozenset(filter(None, (grid.name(x, y) for x, y in points)))
    if not isinstance(grid, ZonedGrid):
        return None
    found: set[str] = set()
    for part in (*(_zone_names(grid)), _names(grid.background, box)):
        if part is None:
            return None
        found |= part
    return frozenset(found)


def _points_of(grid: HexGrid | SquareGrid, box: _Box) -> list[tuple[int, int]] | None:
    if grid.numbering is None:
        return []
    points = _centres(grid, box)
    return None if points is None else list(points)


def _zone_names(grid: ZonedGrid) -> Iterator[frozenset[str] | None]:
    for zone in grid.zones:
        if not zone.polygon:
            continue
        xs, ys = [x for x, _ in zone.polygon], [y for _, y in zone.polygon]
        box = _Box(min(xs), min(ys), max(xs), max(ys))
        inner = _names(zone.grid, box)
        yield inner
        if inner is not None:
            filled = (_filled(zone.pattern, zone.label, name) for name in (*inner, ""))
            yield frozenset(filter(None, filled))


def _filled(pattern: str, label: str, inner: str) -> str:
    return pattern.replace("$name$", label).replace("$gridLocation$", inner)


def _known_names(boards: Iterable[BoardDefinition]) -> frozenset[str] | None:
    """Return the names of all boards; None where a board has no grid (pixels count) or too many names."""
    found: set[str] = set()
    for board in boards:
        width, height = board.size
        names = None if board.grid is None else _names(board.grid, _Box(0, 0, width, height))
        if names is None:
            return None
        found |= names
    return frozenset(found)


@_check("MOD054", Severity.WARNING)
def unnamed_start(module: ModuleView) -> Iterator[Finding]:
    """An at-start stack or deck lies at a location that no board's grid names.

    Compared are stacks that use the grid's location, with all names that the grids of their board (or of all
    boards of the map) give: numbers of hexes and squares, regions, zones.  Leading zeros and case do not
    matter.  Boards of unknown size or with more cells than can be listed are passed over.

    Why
    ---
    A warning: the engine reports bad data and leaves the stack where it was last drawn.

    Good example
    ------------
    <module><Map mapName="Main"><BoardPicker><Board name="Map" width="200" height="100">
      <RegionGrid><Region name="Pitomnik" originx="50" originy="50"/></RegionGrid></Board></BoardPicker>
      <SetupStack name="Start" useGridLocation="true" location="Pitomnik" owningBoard="Map" x="5" y="5"/>
      </Map></module>

    Bad example
    -----------
    <module><Map mapName="Main"><BoardPicker><Board name="Map" width="200" height="100">
      <RegionGrid><Region name="Pitomnik" originx="50" originy="50"/></RegionGrid></Board></BoardPicker>
      <SetupStack name="Start" useGridLocation="true" location="Pitomnk" owningBoard="Map" x="5" y="5"/>
      </Map></module>
    """
    known: dict[tuple[str, ...], dict[str, str] | None] = {}
    for element, around in _starts(module):
        location = str(element.get("location") or "")
        boards = _boards(element, around)
        if element.get("useGridLocation") != "true" or not location or not boards:
            continue
        key = (around.name, *(board.name for board in boards))
        if key not in known:
            names = _known_names(boards)
            known[key] = None if names is None else {_plain(name): name for name in names}
        plain = known[key]
        if plain is None or _plain(location) in plain:
            continue
        near = nearest(location, plain.values())
        hint = f"; did you mean {near!r}?" if near else ""
        where = " or ".join(repr(board.name) for board in boards[:3])
        message = f"{_name(element)} lies at {location!r}, which the grid of {where} does not name{hint}"
        yield Finding("MOD054", Severity.WARNING, message, module.place(element), data={"location": location})


@_check("MOD055", Severity.WARNING)
def start_off_board(module: ModuleView) -> Iterator[Finding]:
    """At-start stacks or decks lie outside their board and the blank edge around it.

    A counter whose middle lies up to a hundred pixels beyond is still seen.  Passed over are boards of
    unknown size, hands, maps on which several boards may lie side by side, and decks that a trait names:
    pieces reach them by commands.

    Why
    ---
    A warning: nobody can see or reach the counters.

    Good example
    ------------
    <module><Map mapName="Main"><BoardPicker><Board name="Map" width="200" height="100"/></BoardPicker>
      <SetupStack name="Start" owningBoard="Map" x="50" y="50"/></Map></module>

    Bad example
    -----------
    <module><Map mapName="Main"><BoardPicker><Board name="Map" width="200" height="100"/></BoardPicker>
      <SetupStack name="Start" owningBoard="Map" x="50" y="500"/></Map></module>
    """
    off: dict[tuple[str, str], list[tuple[etree._Element, int, int]]] = {}
    named = names_in_traits(module)
    for element, around in _starts(module):
        # The window of a hand lays its counters out by itself.
        in_hand = any(short(item) == "PlayerHand" for item in element.iterancestors())
        if element.get("useGridLocation") == "true" or len(around.boards) != 1 or in_hand:
            continue
        if short(element) == "DrawPile" and (named is None or element.get("name") in named):
            continue
        boards = _boards(element, around)
        if not boards:
            continue
        (board,) = boards
        try:
            x, y = parse_integer(element.get("x", "")), parse_integer(element.get("y", ""))
        except ValueError:
            continue
        (width, height), (edge_x, edge_y) = board.size, around.edge
        if width >= _UNKNOWN or not (width and height):
            continue
        edge_x, edge_y = edge_x + HALF_A_COUNTER, edge_y + HALF_A_COUNTER
        if not (-edge_x <= x < width + edge_x and -edge_y <= y < height + edge_y):
            off.setdefault((around.name, board.name), []).append((element, x, y))
    for (name, board_name), found in off.items():
        width, height = module.build.maps[name].boards[board_name].size
        first, x, y = found[0]
        others = f" and {len(found) - 1} more" if len(found) > 1 else ""
        verb = "lie, the first" if others else "lies"
        size = f"{width} x {height} pixels"
        message = f"{_name(first)}{others} {verb} at ({x}, {y}), outside board {board_name!r} of {size}"
        data = {"places": [[x, y] for _, x, y in found], "board": board_name}
        yield Finding("MOD055", Severity.WARNING, message, module.place(first), data=data)


@_check("MOD056", Severity.WARNING)
def start_on_unknown_board(module: ModuleView) -> Iterator[Finding]:
    """At-start stacks or decks belong to a board that their map does not have.

    Why
    ---
    A warning: it never appears, and the engine says nothing.

    Good example
    ------------
    <module><Map mapName="Main"><BoardPicker><Board name="Map" width="200" height="100"/></BoardPicker>
      <SetupStack name="Start" owningBoard="Map" x="50" y="50"/></Map></module>

    Bad example
    -----------
    <module><Map mapName="Main"><BoardPicker><Board name="Map" width="200" height="100"/></BoardPicker>
      <SetupStack name="Start" owningBoard="Old map" x="50" y="50"/></Map></module>
    """
    if module.is_extension:
        return
    lost: dict[tuple[str, str], list[etree._Element]] = {}
    for element, around in _starts(module):
        own = str(element.get("owningBoard") or "")
        if own and own not in around.boards and around.boards:
            lost.setdefault((around.name, own), []).append(element)
    for (name, own), found in lost.items():
        known = ", ".join(repr(board) for board in list(module.build.maps[name].boards)[:5])
        verb = f"and {len(found) - 1} more belong" if len(found) > 1 else "belongs"
        message = f"{_name(found[0])} {verb} to board {own!r}; map {name!r} has {known}"
        data = {"board": own, "places": len(found)}
        yield Finding("MOD056", Severity.WARNING, message, module.place(found[0]), data=data)
