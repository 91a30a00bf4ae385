"""Where the hexes, hexsides, areas and boxes lie that an audit speaks of, in pixels of their windows."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from toolkit.audit.module_data import ModuleData
from toolkit.geometry.area_map import AreaMap
from toolkit.geometry.grid import HexGrid, Orientation
from toolkit.render.layout import BoardLayout
from toolkit.render.svg import number, polyline


@dataclass(frozen=True, slots=True)
class MarkedPlace:
    """A place: its window, its middle, and its outline as path data; `line` where it is a hexside."""

    window: str
    x: float
    y: float
    outline: str
    line: bool = False


def place_of(name: str, data: ModuleData) -> MarkedPlace | None:
    """Return where a place is that an action or a barrier names; None for one that is nowhere.

    Parameters
    ----------
    name : str
        A hex as printed, a hexside as its two hexes (``0826/0827``), an area by id or name, a box by id.
    """
    game = data.game
    edge = (0, 0)
    if data.windows is not None and data.map_name in data.windows.maps:
        edge = data.windows.maps[data.map_name].edge
    if game.hex_map is not None:
        found = _of_hexes(name, game.hex_map.grid, data.layout, edge)
    else:
        found = None if game.area_map is None else _of_area(name, game.area_map, edge)
    if found is not None:
        return MarkedPlace(data.map_name, *found)
    return _of_box(name, data)


def _of_hexes(
    name: str, grid: HexGrid, layout: BoardLayout, edge: tuple[int, int]
) -> tuple[float, float, str, bool] | None:
    hexes = []
    for part in name.split("/"):
        try:
            hexes.append(grid.hex(part))
        except ValueError:
            return None
    centres = layout.to_pixels(grid.centres()[hexes]) + np.asarray(edge)
    reach = layout.pitch_px / math.sqrt(3.0)
    if len(hexes) == 2:
        (ax, ay), (bx, by) = centres.tolist()
        x, y = (ax + bx) / 2, (ay + by) / 2
        length = math.hypot(bx - ax, by - ay) or 1.0
        dx, dy = -(by - ay) / length * reach / 2, (bx - ax) / length * reach / 2
        return x, y, polyline([(x - dx, y - dy), (x + dx, y + dy)]), True
    (x, y), *_ = centres.tolist()
    turn = 0.0 if grid.orientation is Orientation.FLAT else math.pi / 6
    corners = [turn + math.pi / 3 * corner for corner in range(6)]
    ring = [(x + reach * math.cos(angle), y + reach * math.sin(angle)) for angle in corners]
    return x, y, polyline(ring, closed=True), False


def _of_area(name: str, areas: AreaMap, edge: tuple[int, int]) -> tuple[float, float, str, bool] | None:
    by_name = {names.get("en", ""): index for index, names in enumerate(areas.names)}
    by_id = {id_: index for index, id_ in enumerate(areas.ids)}
    index = by_id.get(name, by_name.get(name))
    if index is None:
        return None
    shape = areas.shapes[index]
    rings = [ring + np.asarray(edge) for rings in areas.polygons[index] for ring in rings]
    if not rings or shape.is_empty:
        return None
    inside = shape.representative_point()
    outline = "".join(polyline(ring.tolist(), closed=True) for ring in rings)
    return inside.x + edge[0], inside.y + edge[1], outline, False


def _of_box(name: str, data: ModuleData) -> MarkedPlace | None:
    for window, areas in data.boxes.areas.items():
        for box, (left, top, right, bottom) in areas:
            if box == name and right > left:
                ring: Sequence[tuple[int, int]] = [(left, top), (right, top), (right, bottom), (left, bottom)]
                outline = polyline(ring, closed=True)
                return MarkedPlace(window, (left + right) / 2, (top + bottom) / 2, outline)
    return None


def places_of(names: Iterable[str], data: ModuleData | None) -> dict[str, MarkedPlace]:
    """Return the places that are found, by the name that an audit gives them."""
    if data is None:
        return {}
    found = {name: place_of(name, data) for name in dict.fromkeys(names) if name}
    return {name: place for name, place in found.items() if place is not None}


def short(value: float) -> float:
    """Return a coordinate with as many digits as a picture needs."""
    return float(number(value, 1))
