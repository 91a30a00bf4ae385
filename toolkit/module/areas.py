"""The main map of an area game: one zone an area, so that the location name of a piece is the area's name."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from toolkit.geometry.area_map import AreaMap
from toolkit.module.buildfile import Component, component
from toolkit.module.expressions import rows
from toolkit.module.words import titled

FloatArray = npt.NDArray[np.float64]
ToPixels = Callable[[FloatArray], FloatArray]

PIECE = "piece"
CONTROL = "control"


@dataclass(frozen=True, slots=True)
class AreaSpot:
    """A place of an area to which pieces snap.

    Attributes
    ----------
    area : str
        Its id.
    role : str
        ``"piece"``, ``"control"`` or another.
    name : str
        Of the engine's region: the area's English name, ``#``, role and number.  The location name is the
        area's name alone.
    x, y : int
        In board pixels.
    """

    area: str
    role: str
    name: str
    x: int
    y: int


@dataclass(frozen=True, slots=True)
class AreaBoard:
    """An area map in board pixels.

    Attributes
    ----------
    corners : tuple of tuple of FloatArray
        Outlines of the parts of each area ``(k, 2)``.
    size : (int, int)
    """

    map: AreaMap
    corners: tuple[tuple[FloatArray, ...], ...]
    spots: tuple[AreaSpot, ...]
    size: tuple[int, int]

    @classmethod
    def of(cls, areas: AreaMap, to_pixels: ToPixels, size: tuple[int, int]) -> AreaBoard:
        """Lay an area map on a board; `to_pixels` takes plane points ``(k, 2)``."""
        corners = tuple(tuple(to_pixels(rings[0]) for rings in parts) for parts in areas.polygons)
        return cls(areas, corners, tuple(_spots(areas, to_pixels)), size)

    def name(self, area: str) -> str:
        """Return the location name of pieces in an area: its English name."""
        return area_name(self.map, self.map.index(area))

    def names(self) -> dict[str, str]:
        """Return the location name of every area that is drawn, by its id."""
        return {self.map.ids[i]: area_name(self.map, i) for i, parts in enumerate(self.corners) if parts}

    def spot(self, area: str, role: str = PIECE, index: int = 0) -> AreaSpot:
        """Return a spot of an area; where it has fewer, the last one.

        Raises
        ------
        KeyError
            An area without a spot of that role.
        """
        found = [spot for spot in self.spots if spot.area == area and spot.role == role]
        if not found:
            raise KeyError(f"area {area} has no point for {role}")
        return found[min(index, len(found) - 1)]


def area_name(areas: AreaMap, index: int) -> str:
    """Return an area's English name, its id where it has none."""
    return areas.names[index].get("en", areas.ids[index])


def _spots(areas: AreaMap, to_pixels: ToPixels) -> Iterator[AreaSpot]:
    for index, id in enumerate(areas.ids):
        if not areas.polygons[index]:
            continue
        points: dict[str, list[tuple[float, float]]] = {}
        for point in areas.points:
            if point.area == index:
                points.setdefault(point.role, []).append(point.xy)
        if PIECE not in points:
            inside = areas.shapes[index].representative_point()
            points[PIECE] = [(inside.x, inside.y)]
        for role, found in points.items():
            if role == "label":
                continue
            for number, (x, y) in enumerate(to_pixels(np.array(found, dtype=np.float64)).tolist(), start=1):
                name = f"{area_name(areas, index)}#{role} {number}"
                yield AreaSpot(id, role, name, round(x), round(y))


def area_zones(board: AreaBoard) -> list[Component]:
    """Return the zones of the board.  The engine asks zones in their order: small areas come before large."""
    parts = [
        (_size(outline), index, part, outline)
        for index, outlines in enumerate(board.corners)
        for part, outline in enumerate(outlines)
    ]
    parts.sort(key=lambda item: item[:3])
    return [_zone(board, index, outline) for _, index, _, outline in parts]


def _size(outline: FloatArray) -> float:
    x, y = outline[:, 0], outline[:, 1]
    return round(float(abs(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1)))), 3)


def _zone(board: AreaBoard, index: int, outline: FloatArray) -> Component:
    id = board.map.ids[index]
    regions = [
        component("Region", name=spot.name, originx=spot.x, originy=spot.y)
        for spot in board.spots
        if spot.area == id
    ]
    corners = outline[:-1] if np.array_equal(outline[0], outline[-1]) else outline
    grid = component("RegionGrid", regions, snapto=True, visible=False, fontsize=9)
    return component(
        "Zone", [grid], name=area_name(board.map, index), locationFormat="$name$", useParentGrid=False,
        path=";".join(f"{round(x)},{round(y)}" for x, y in corners.tolist()), useHighlight=False,
        highlightProperty="",
    )  # fmt: skip


def area_places(
    board: AreaBoard, words: Mapping[str, str], named: Mapping[str, str] | None = None, language: str = "en"
) -> str:
    """Return what the viewer says of areas as rows of its message: the name, and `words` by area id.

    `named` has the names in another language than that of the board.
    """
    called = named or {id: board.name(id) for id in words}
    return rows({board.name(id): titled(called[id], text, language) for id, text in sorted(words.items())})
