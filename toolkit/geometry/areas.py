"""How much of every hex a polygon covers, and what the sea cuts apart.

Only hexes that a ring passes through are cut exactly; the others are wholly inside or outside, which
their centre tells.  The hexes along a ring come from the same closed-form walk as a river.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import shapely

from toolkit.geometry.grid import HexGrid, Orientation
from toolkit.geometry.lattice import FloatArray, IntArray
from toolkit.geometry.walk import corners_of, walk

Geometry: TypeAlias = "shapely.Geometry"

# A polygon of more corners than this is cut into tiles before hexes are cut out of it, so that the
# work per hex does not grow with the polygon.
_TILE_CORNERS = 128
_TILE_DEPTH = 12


@dataclass(frozen=True, slots=True)
class RingFault:
    """What is wrong with a polygon.

    Attributes
    ----------
    kind : {"few", "unclosed", "crossing"}
    position : (x, y)
    """

    kind: str
    position: tuple[float, float]
    reason: str


@dataclass(frozen=True, slots=True, eq=False)
class Coverage:
    """Hexes a polygon touches.

    Attributes
    ----------
    hexes : (k,) int array
        Hex ids, ascending.
    shares : (k,) float array
        Covered part of each, in (0, 1].
    """

    hexes: IntArray
    shares: FloatArray


def polygon_of(parts: tuple[tuple[FloatArray, ...], ...]) -> tuple[Geometry, list[RingFault]]:
    """Make a valid polygon of rings, reporting what had to be mended.

    Parameters
    ----------
    parts : tuple of tuple of (k, 2) arrays
        Polygons; of each, the outer ring and then its holes.

    Returns
    -------
    polygon : shapely Polygon or MultiPolygon
        Possibly empty.
    faults : list of RingFault
    """
    faults: list[RingFault] = []
    polygons = []
    for rings in parts:
        mended = [_closed(np.asarray(ring, dtype=np.float64).reshape(-1, 2), faults) for ring in rings]
        if not mended or mended[0] is None:
            continue
        polygon = shapely.Polygon(mended[0], [hole for hole in mended[1:] if hole is not None])
        if not polygon.is_valid:
            faults.append(_crossing(polygon))
            polygon = shapely.make_valid(polygon, method="structure", keep_collapsed=False)
        polygons.append(polygon)
    whole = shapely.unary_union(polygons) if len(polygons) != 1 else polygons[0]
    return whole, faults


def _closed(ring: FloatArray, faults: list[RingFault]) -> FloatArray | None:
    """Return a ring with its first point repeated at the end, or None when it is none."""
    if not len(ring) or not np.isfinite(ring).all() or len(np.unique(ring, axis=0)) < 3:
        where = ring[np.isfinite(ring).all(axis=1)] if len(ring) else ring
        position = (float(where[0, 0]), float(where[0, 1])) if len(where) else (0.0, 0.0)
        faults.append(RingFault("few", position, "a ring needs three different points"))
        return None
    if (ring[0] != ring[-1]).any():
        x, y = ring[-1].tolist()
        faults.append(RingFault("unclosed", (x, y), "the last point is not the first"))
        return np.concatenate([ring, ring[:1]])
    return ring


def _crossing(polygon: Geometry) -> RingFault:
    reason = str(shapely.is_valid_reason(polygon))
    found = re.search(r"\[(\S+) (\S+)\]", reason)
    if found is not None:
        position = (float(found[1]), float(found[2]))
    else:
        x, y = shapely.get_coordinates(polygon)[0].tolist()
        position = (x, y)
    return RingFault("crossing", position, reason.partition("[")[0].strip())


def hex_polygons(grid: HexGrid, hexes: IntArray) -> np.ndarray:
    """Return the shapely polygons ``(k,)`` of hex ids ``(k,)``."""
    return np.asarray(shapely.polygons(grid.corners(hexes)))


def coverage(grid: HexGrid, polygon: Geometry) -> Coverage:
    """Return how much of each hex a valid polygon covers.

    Parameters
    ----------
    polygon : shapely Polygon or MultiPolygon
        Valid, in plane coordinates.
    """
    if shapely.is_empty(polygon):
        return Coverage(np.zeros(0, np.int64), np.zeros(0))
    border = _border_hexes(grid, polygon)
    inside = np.setdiff1d(_centres_inside(grid, polygon), border, assume_unique=True)
    shares = _cut_shares(grid, polygon, border)
    hexes = np.concatenate([inside, border[shares > 0]])
    values = np.concatenate([np.ones(len(inside)), shares[shares > 0]])
    order = np.argsort(hexes)
    return Coverage(hexes[order], values[order])


def _border_hexes(grid: HexGrid, polygon: Geometry) -> IntArray:
    """Return the ids of all hexes the polygon's rings may touch, ascending."""
    found = [np.zeros(0, np.int64)]
    for ring in shapely.get_rings(shapely.get_parts(polygon)):
        nodes = walk(grid.to_axial(shapely.get_coordinates(ring))).nodes
        found.append(np.unique(grid.hex_at(corners_of(nodes)).reshape(-1)))
    hexes = np.unique(np.concatenate(found))
    return hexes[hexes >= 0]


def _centres_inside(grid: HexGrid, polygon: Geometry) -> IntArray:
    """Return the ids of all hexes whose centre lies in the polygon, ascending."""
    x0, y0, x1, y1 = shapely.bounds(polygon).tolist()
    along, across = grid.pitch, grid.pitch * np.sqrt(3.0) / 2.0
    wide, high = (across, along) if grid.orientation is Orientation.FLAT else (along, across)
    first = np.floor([(x0 - grid.origin[0]) / wide - 1, (y0 - grid.origin[1]) / high - 1])
    last = np.ceil([(x1 - grid.origin[0]) / wide + 1, (y1 - grid.origin[1]) / high + 1])
    size = np.array([grid.columns, grid.rows])
    low = np.clip(first, 0, size).astype(np.int64)
    end = np.clip(last + 1, low, size).astype(np.int64)
    columns, rows = np.arange(low[0], end[0]), np.arange(low[1], end[1])
    hexes = grid.at(columns[:, None], rows[None, :]).reshape(-1)
    hexes = hexes[hexes >= 0]
    if not len(hexes):
        return hexes
    shapely.prepare(polygon)
    centres = grid.to_plane(grid.axial_of(hexes))
    inside = shapely.contains_xy(polygon, centres[:, 0], centres[:, 1])
    return np.asarray(hexes[inside])


def _cut_shares(grid: HexGrid, polygon: Geometry, hexes: IntArray) -> FloatArray:
    """Return the covered share of each given hex, cut exactly."""
    if not len(hexes):
        return np.zeros(0)
    cells = hex_polygons(grid, hexes)
    tiles = np.array(_tiles(polygon, _TILE_DEPTH), dtype=object)
    if len(tiles) == 1:
        areas = shapely.area(shapely.intersection(cells, tiles[0]))
    else:
        cell, tile = shapely.STRtree(tiles).query(cells, predicate="intersects")
        parts = shapely.area(shapely.intersection(cells[cell], tiles[tile]))
        areas = np.bincount(cell, weights=parts, minlength=len(cells))
    whole = grid.pitch**2 * np.sqrt(3.0) / 2.0
    # Slivers of rounding are no coverage.
    shares = np.asarray(areas) / whole
    return np.where(shares < 1e-9, 0.0, np.minimum(shares, 1.0))


def _tiles(polygon: Geometry, depth: int) -> list[Geometry]:
    """Cut a polygon of many corners into rectangles of few."""
    if depth == 0 or shapely.get_num_coordinates(polygon) <= _TILE_CORNERS:
        return [] if shapely.is_empty(polygon) else [polygon]
    x0, y0, x1, y1 = shapely.bounds(polygon).tolist()
    if x1 - x0 > y1 - y0:
        middle = (x0 + x1) / 2
        halves = [shapely.box(x0, y0, middle, y1), shapely.box(middle, y0, x1, y1)]
    else:
        middle = (y0 + y1) / 2
        halves = [shapely.box(x0, y0, x1, middle), shapely.box(x0, middle, x1, y1)]
    return [tile for half in halves for tile in _tiles(shapely.intersection(polygon, half), depth - 1)]


def cut_apart(grid: HexGrid, sea: Geometry, pairs: IntArray) -> np.ndarray:
    """Tell which neighbouring hexes the sea separates.

    Two hexes are separated when the largest piece of land in the one and the largest in the other
    are not joined by land within the two hexes.

    Parameters
    ----------
    sea : shapely geometry
    pairs : (k, 2) int array
        Hex ids that touch.

    Returns
    -------
    (k,) bool array
    """
    apart = np.zeros(len(pairs), dtype=np.bool_)
    if not len(pairs) or shapely.is_empty(sea):
        return apart
    shapely.prepare(sea)
    ends = grid.to_plane(grid.axial_of(pairs))
    # Where the straight way between the centres is dry, nothing separates them.
    wet = shapely.intersects(sea, shapely.linestrings(ends))
    tiles = np.array(_tiles(sea, _TILE_DEPTH), dtype=object)
    tree = shapely.STRtree(tiles)
    for row in np.flatnonzero(wet).tolist():
        first, second = hex_polygons(grid, pairs[row])
        both = shapely.union(first, second)
        near = shapely.unary_union(tiles[tree.query(both, predicate="intersects")])
        land = shapely.get_parts(shapely.difference(both, near))
        land = land[~shapely.is_empty(land)]
        if len(land) == 0:
            apart[row] = True
            continue
        main = [int(np.argmax(shapely.area(shapely.intersection(land, cell)))) for cell in (first, second)]
        apart[row] = main[0] != main[1]
    return apart
