"""Hexsides by vertices and by hex ids, and the hexes beside them."""

from __future__ import annotations

import numpy as np

from toolkit.geometry.grid import HexGrid
from toolkit.geometry.lattice import Hexside, Vertex


def joining(first: Vertex, second: Vertex) -> Hexside:
    """Return the hexside that joins two neighbouring vertices."""
    shared = sorted(set(first.hexes()) & set(second.hexes()))
    return Hexside.between(*shared)


def hexes_of(grid: HexGrid, side: Hexside) -> tuple[int, int]:
    """Return the hex ids on both sides of a hexside, smaller first, -1 for one off the map."""
    first, second = sorted(grid.hex_at(np.array(side.hexes())).tolist())
    return (first, second)


def hexside(grid: HexGrid, a: int, b: int) -> Hexside:
    """Return the hexside between two neighbouring hex ids."""
    first, second = grid.axial_of(np.array([a, b])).tolist()
    return Hexside.between((first[0], first[1]), (second[0], second[1]))
