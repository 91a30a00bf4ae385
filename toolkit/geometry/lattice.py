"""The unbounded triangular lattice of hex centres, free of orientation, scale and map edge.

A plane point is ``origin + a * E1 + b * E2`` with ``E1``, ``E2`` two neighbouring centre-to-centre
vectors 60 degrees apart; ``(a, b)`` are its *axial* coordinates, integers at hex centres.  In this
frame flat-top and pointy-top maps are the same thing, so everything that follows lines or finds
neighbours is written once.

Cells and borders, all with canonical ids:

* hex ``(q, r)``: the centre at integer axial coordinates;
* hexside ``(q, r, axis)``: between hex ``(q, r)`` and ``(q, r) + AXES[axis]``;
* vertex ``(q, r, half)``: the triangle of centres whose corners are ``(q, r), (q+1, r), (q, r+1)``
  (``half`` 0) or ``(q+1, r+1), (q+1, r), (q, r+1)`` (``half`` 1); the vertex is its centroid.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, cast

import numpy as np
import numpy.typing as npt

FloatArray = npt.NDArray[np.float64]
IntArray = npt.NDArray[np.int64]
Rings = tuple[FloatArray, ...]
"""An outer ring ``(k, 2)`` and its holes, each closed."""

DIRECTIONS: tuple[tuple[int, int], ...] = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
"""Axial steps to the six neighbours, clockwise; the first is "up" on a flat-top map."""

AXES: tuple[tuple[int, int], ...] = ((1, 0), (0, 1), (-1, 1))
"""The half of `DIRECTIONS` that canonical hexsides use."""


@dataclass(frozen=True, slots=True, order=True)
class Vertex:
    """A corner of hexes: ``(q, r, half)`` as described in the module."""

    q: int
    r: int
    half: Literal[0, 1]

    def hexes(self) -> tuple[tuple[int, int], tuple[int, int], tuple[int, int]]:
        """Return the axial coordinates of the three hexes that meet here."""
        q, r = self.q, self.r
        first = (q, r) if self.half == 0 else (q + 1, r + 1)
        return (first, (q + 1, r), (q, r + 1))

    def neighbours(self) -> tuple[Vertex, Vertex, Vertex]:
        """Return the three vertices one hexside away."""
        q, r = self.q, self.r
        if self.half == 0:
            return (Vertex(q, r, 1), Vertex(q - 1, r, 1), Vertex(q, r - 1, 1))
        return (Vertex(q, r, 0), Vertex(q + 1, r, 0), Vertex(q, r + 1, 0))

    def axial(self) -> tuple[float, float]:
        """Return the vertex's axial position."""
        third = (1 + self.half) / 3.0
        return (self.q + third, self.r + third)


@dataclass(frozen=True, slots=True, order=True)
class Hexside:
    """The border of two neighbouring hexes: ``(q, r)`` and ``(q, r) + AXES[axis]``."""

    q: int
    r: int
    axis: Literal[0, 1, 2]

    @classmethod
    def between(cls, first: tuple[int, int], second: tuple[int, int]) -> Hexside:
        """Return the hexside of two neighbouring hexes, in either order.

        Raises
        ------
        ValueError
            If the two are not neighbours.
        """
        step = (second[0] - first[0], second[1] - first[1])
        if step in AXES:
            return cls(first[0], first[1], _axis(AXES.index(step)))
        back = (-step[0], -step[1])
        if back in AXES:
            return cls(second[0], second[1], _axis(AXES.index(back)))
        raise ValueError(f"hexes {first} and {second} are not neighbours")

    def hexes(self) -> tuple[tuple[int, int], tuple[int, int]]:
        """Return the axial coordinates of the two hexes."""
        dq, dr = AXES[self.axis]
        return ((self.q, self.r), (self.q + dq, self.r + dr))

    def vertices(self) -> tuple[Vertex, Vertex]:
        """Return the two ends of the hexside."""
        q, r = self.q, self.r
        if self.axis == 0:
            return (Vertex(q, r - 1, 1), Vertex(q, r, 0))
        if self.axis == 1:
            return (Vertex(q - 1, r, 1), Vertex(q, r, 0))
        return (Vertex(q - 1, r, 0), Vertex(q - 1, r, 1))


def _axis(value: int) -> Literal[0, 1, 2]:
    return cast(Literal[0, 1, 2], value)


def round_axial(axial: FloatArray) -> IntArray:
    """Return the hex each axial position lies in, by rounding in three coordinates.

    Parameters
    ----------
    axial : (k, 2) array
        Finite axial positions.

    Returns
    -------
    (k, 2) int array
        The nearest lattice point of each; rounding column and row on their own would miss it for
        one position in twelve.
    """
    a, b = axial[:, 0], axial[:, 1]
    c = -a - b
    q, r, s = np.rint(a), np.rint(b), np.rint(c)
    off_a, off_b, off_c = np.abs(q - a), np.abs(r - b), np.abs(s - c)
    fix_a = (off_a > off_b) & (off_a > off_c)
    fix_b = ~fix_a & (off_b > off_c)
    q = np.where(fix_a, -r - s, q)
    r = np.where(fix_b, -q - s, r)
    return np.stack([q, r], axis=1).astype(np.int64)


def vertices_of(axial: FloatArray) -> IntArray:
    """Return the nearest vertex of each axial position as rows ``(q, r, half)``.

    Parameters
    ----------
    axial : (k, 2) array
        Finite axial positions.
    """
    floor = np.floor(axial).astype(np.int64)
    total = np.floor(axial[:, 0] + axial[:, 1]).astype(np.int64)
    # The sum is rounded once more than its parts, so it may touch a value it cannot reach.
    half = np.clip(total - floor[:, 0] - floor[:, 1], 0, 1)
    return np.column_stack([floor, half])
