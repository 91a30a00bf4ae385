"""Which box a piece off the map lies in, by the windows of the module that the game was played with."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from toolkit.vassal.buildfile import BuildFile, MapDefinition
from toolkit.vassal.events import Spot
from toolkit.vassal.grids import ZonedGrid

Rectangle = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True, eq=False)
class BoxMap:
    """Boxes by window.

    Attributes
    ----------
    areas : mapping of str to sequence of (str, rectangle)
        Window → box ids and where they lie, ``(left, top, right, bottom)`` in pixels.
    """

    areas: Mapping[str, Sequence[tuple[str, Rectangle]]]
    _known: dict[Spot, str] = field(default_factory=dict)

    def box(self, spot: Spot) -> str:
        """Return the box of a place: the one it is in, else the nearest of its window; "" where none is."""
        found = self._known.get(spot)
        if found is None:
            areas = self.areas.get(spot.map or "", ())
            found = min(areas, key=lambda area: _distance(area[1], spot), default=("", None))[0]
            self._known[spot] = found
        return found


def _distance(area: Rectangle, spot: Spot) -> int:
    left, top, right, bottom = area
    across = max(left - spot.x, spot.x - right, 0)
    down = max(top - spot.y, spot.y - bottom, 0)
    return across * across + down * down


def box_map(build: BuildFile | None, boxes: Mapping[str, Sequence[str]]) -> BoxMap:
    """Return where boxes lie.

    Parameters
    ----------
    build : BuildFile or None
        The module; without it a window with a single box is that box.
    boxes : mapping of str to (str, str)
        Box id → window and the zone's name, as the module's manifest says.
    """
    zones: dict[tuple[str, str], Rectangle] = {}
    maps = {} if build is None else build.maps
    for window in sorted({place[0] for place in boxes.values()} & set(maps)):
        zones.update(((window, name), area) for name, area in _zones(maps[window]))
    areas: dict[str, list[tuple[str, Rectangle]]] = {}
    for box, (window, zone) in boxes.items():
        if (window, zone) in zones:
            areas.setdefault(window, []).append((box, zones[window, zone]))
    for window in {place[0] for place in boxes.values()} - set(areas):
        alone = [box for box, place in boxes.items() if place[0] == window]
        if len(alone) == 1:
            areas[window] = [(alone[0], (0, 0, 0, 0))]
    return BoxMap(areas)


def _zones(definition: MapDefinition) -> Iterator[tuple[str, Rectangle]]:
    """Yield the zones of a window's first board, in pixels of the window."""
    left, top = definition.edge
    for board in list(definition.boards.values())[:1]:
        for zone in board.grid.zones if isinstance(board.grid, ZonedGrid) else ():
            xs, ys = zip(*zone.polygon, strict=True) if zone.polygon else ((0,), (0,))
            yield zone.label, (min(xs) + left, min(ys) + top, max(xs) + left, max(ys) + top)
