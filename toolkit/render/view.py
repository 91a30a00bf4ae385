"""A map on its board: everything in pixels, worked out once for all layers of the picture."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt
import shapely
from shapely.geometry.base import BaseGeometry

from toolkit.geometry.map import Map
from toolkit.render.layout import BoardLayout
from toolkit.render.noise import value_noise
from toolkit.render.terrain_styles import terrain_styles
from toolkit.source.style import PLAIN, Style, TerrainStyle

FloatArray = npt.NDArray[np.float64]
IntArray = npt.NDArray[np.int64]
BoolArray = npt.NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class MapView:
    """A map and its layout, with positions in board pixels."""

    map: Map
    layout: BoardLayout
    style: Style = PLAIN

    @property
    def pitch(self) -> float:
        """Distance between hex centres in pixels; sizes on the map are fractions of it."""
        return self.layout.pitch_px

    @cached_property
    def centres(self) -> FloatArray:
        """Hex centres ``(n, 2)``."""
        return self.layout.to_pixels(self.map.grid.centres())

    @cached_property
    def corners(self) -> FloatArray:
        """Hex corners ``(n, 6, 2)``; side ``i`` of a hex lies between corners ``i - 1`` and ``i``."""
        return self.layout.to_pixels(self.map.grid.corners(np.arange(len(self.map.grid))))

    @cached_property
    def polygons(self) -> npt.NDArray[np.object_]:
        """Hex polygons ``(n,)``."""
        found: npt.NDArray[np.object_] = shapely.polygons(self.corners)
        return found

    @cached_property
    def side_ends(self) -> FloatArray:
        """Both ends ``(m, 2, 2)`` of each hexside."""
        hexes, directions = np.nonzero(self.map.side_of >= 0)
        ends = np.empty((len(self.map.sides), 2, 2))
        sides = self.map.side_of[hexes, directions]
        ends[sides, 0] = self.corners[hexes, directions - 1]
        ends[sides, 1] = self.corners[hexes, directions]
        return ends

    @cached_property
    def outlines(self) -> FloatArray:
        """All hexsides, those on the map's edge as well, ``(k, 2, 2)``, each once."""
        hexes, directions = np.nonzero(self.map.neighbours < 0)
        edge = np.stack([self.corners[hexes, directions - 1], self.corners[hexes, directions]], axis=1)
        return np.concatenate([self.side_ends, edge])

    def area(self, hexes: BoolArray | IntArray) -> BaseGeometry:
        """Return the union of hexes, given as a mask ``(n,)`` or as ids."""
        # Corners shared by hexes differ in the last bits; the grid joins them.
        return shapely.union_all(self.polygons[hexes], grid_size=0.01)

    @cached_property
    def board(self) -> BaseGeometry:
        """The union of all hexes."""
        return self.area(np.arange(len(self.map.grid)))

    def features(self, *names: str) -> BoolArray:
        """Return hexes ``(n,)`` marked in any of the layers; layers the map lacks mark none."""
        found = np.zeros(len(self.map.grid), dtype=np.bool_)
        for name in names:
            if name in self.map.hex_features:
                found |= self.map.hex_features[name]
        return found

    def sides_with(self, *names: str) -> BoolArray:
        """Return hexsides ``(m,)`` of any of the side layers; layers the map lacks mark none."""
        found = np.zeros(len(self.map.sides), dtype=np.bool_)
        for name in names:
            if name in self.map.side_features:
                found |= self.map.side_features[name]
        return found

    def terrain(self, kind: str) -> BoolArray:
        """Return the hexes ``(n,)`` of a terrain kind of the map."""
        found: BoolArray = self.map.terrain == self.map.terrain_kinds.index(kind)
        return found

    @cached_property
    def terrain_styles(self) -> dict[str, TerrainStyle]:
        """How each terrain kind of the map looks."""
        return terrain_styles(self.map.terrain_kinds, self.style)

    @cached_property
    def sea(self) -> BoolArray:
        """The hexes ``(n,)`` of water."""
        wet = [look.is_water for look in self.terrain_styles.values()]
        return np.asarray(np.array(wet, dtype=np.bool_)[self.map.terrain])


def rings(shape: BaseGeometry) -> Iterator[FloatArray]:
    """Yield every ring ``(k, 2)`` of a polygonal shape, outer ones and holes, without the repeated point."""
    for part in getattr(shape, "geoms", [shape]):
        if part.is_empty or part.geom_type != "Polygon":
            continue
        for ring in (part.exterior, *part.interiors):
            yield np.asarray(ring.coords, dtype=np.float64)[:-1]


def roughen(shape: BaseGeometry, step: float, reach: float, seed: int) -> list[FloatArray]:
    """Return the rings of a shape, resampled and pushed about like a natural edge.

    Parameters
    ----------
    shape : polygonal geometry
    step : float
        Distance between the points of the result.
    reach : float
        How far a point may move.
    seed : int
        Another edge for another number.
    """
    found = []
    for ring in rings(shape):
        closed = shapely.LinearRing(ring)
        count = max(8, round(closed.length / step))
        points = shapely.get_coordinates(
            shapely.line_interpolate_point(closed, np.arange(count) * (closed.length / count))
        )
        found.append(points + reach * value_noise(points, 2.6 * step, seed))
    return found


def hex_mask(count: int, hexes: Iterable[int]) -> BoolArray:
    """Return a mask ``(count,)`` of hex ids."""
    mask = np.zeros(count, dtype=np.bool_)
    mask[np.fromiter(hexes, dtype=np.int64)] = True
    return mask
