"""A rectangle of hexes with printed numbers: plane geometry in both orientations."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache
from typing import Any, Literal, cast

import numpy as np

from toolkit.geometry.lattice import (
    DIRECTIONS,
    FloatArray,
    IntArray,
    Vertex,
    round_axial,
    vertices_of,
)
from toolkit.geometry.numbering import Numbering

_ROOT3_2 = math.sqrt(3.0) / 2.0


class Orientation(StrEnum):
    """Which way a hex points.  FLAT: flat tops, hexes stand in columns.  POINTY: they lie in rows."""

    FLAT = "flat"
    POINTY = "pointy"


@dataclass(frozen=True, slots=True)
class HexGrid:
    """A rectangle of hexes in the plane (x right, y down), pure geometry.

    Attributes
    ----------
    pitch : float
        Distance between neighbouring centres, in plane units.
    origin : (float, float)
        Plane position of the centre of the first column's first hex.
    first_column, columns, first_row, rows : int
        Printed number of the leftmost column and the uppermost row, and how many there are; where numbering
        is oblique, the row (flat tops) or column (pointed tops) of the first hex.
    shifted : {"even", "odd"}
        Which columns (FLAT) or rows (POINTY), by printed number, lie half a hex further down
        (FLAT) or right (POINTY).
    holes : tuple of int
        Cells of the rectangle, ``column * rows + row`` counted from 0, that are no hexes; ascending.
    """

    orientation: Orientation
    pitch: float
    origin: tuple[float, float]
    first_column: int
    columns: int
    first_row: int
    rows: int
    shifted: Literal["even", "odd"]
    numbering: Numbering = field(default_factory=Numbering)
    holes: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        if not (math.isfinite(self.pitch) and self.pitch > 0):
            raise ValueError(f"pitch {self.pitch} is not a positive length")
        if not all(math.isfinite(value) for value in self.origin):
            raise ValueError(f"origin {self.origin} is not a position")
        if self.columns < 1 or self.rows < 1:
            raise ValueError(f"{self.columns} columns of {self.rows} rows hold no hex")
        if self.first_column < 0 or self.first_row < 0:
            raise ValueError("columns and rows are not numbered below 0")
        if self.shifted not in ("even", "odd"):
            raise ValueError(f"shifted {self.shifted!r} is neither 'even' nor 'odd'")
        if self.holes:
            cells = self.columns * self.rows
            if (
                list(self.holes) != sorted(set(self.holes))
                or not 0 <= self.holes[0] <= self.holes[-1] < cells
            ):
                raise ValueError("holes are cells of the rectangle, each once, in ascending order")
            if len(self.holes) == cells:
                raise ValueError("a grid of nothing but holes holds no hex")
        fitting = ("", "down", "up") if self.orientation is Orientation.FLAT else ("", "right", "left")
        if self.numbering.oblique not in fitting:
            lines = "rows" if self.orientation is Orientation.FLAT else "columns"
            raise ValueError(f"{lines} of a {self.orientation} grid do not run {self.numbering.oblique!r}")
        self._check_numbers()

    def _check_numbers(self) -> None:
        """Refuse columns or rows below the least, numbers that are ambiguous, and exceptions of no hex."""
        numbering = self.numbering
        corners = [self._printed(i, j) for i in (0, self.columns - 1) for j in (0, self.rows - 1)]
        # An oblique line steps once in two columns: the last but one may be the farthest.
        corners += [
            self._printed(i, j) for i in {0, max(0, self.columns - 2)} for j in {0, max(0, self.rows - 2)}
        ]
        for name, values, is_letters in (
            ("column", [column for column, _ in corners], numbering.column_letters),
            ("row", [row for _, row in corners], numbering.row_letters),
        ):
            if min(values) < int(is_letters):
                least = "A" if is_letters else "0"
                raise ValueError(
                    f"{name} {min(values)} comes before {least}: the numbers do not fit the grid"
                )
            second = (numbering.order == "column-row") == (name == "row")
            digits = numbering.row_digits if name == "row" else numbering.column_digits
            alone = not numbering.separator and numbering.letters == "none"
            if second and alone and len(str(max(values))) > digits:
                raise ValueError(
                    f"{name} {max(values)} does not fit {digits} digits, and there is no separator"
                )
        for here, there in numbering.exceptions:
            try:
                self.hex(there)
            except ValueError as error:
                raise ValueError(f"no hex {here!r}, which is to be printed as {there!r}") from error
            if self._is_by_rule(there) and numbering.printed(there) == there:
                raise ValueError(f"exception {here!r}: {there!r} is another hex's number")

    def __len__(self) -> int:
        """Return the number of hexes."""
        return self.columns * self.rows - len(self.holes)

    # Hex ids, columns and rows -----------------------------------------------------------------

    def column_row(self, h: int) -> tuple[int, int]:
        """Return the printed column and row of a hex id, letters as numbers.

        Raises
        ------
        IndexError
            If there is no such hex.
        """
        if not 0 <= h < len(self):
            raise IndexError(f"no hex {h}; there are {len(self)}")
        return self._printed(*divmod(self._cell_of(h), self.rows))

    def number(self, h: int) -> str:
        """Return the printed number of a hex id."""
        return self.numbering.printed(self.numbering.format(*self.column_row(h)))

    def hex(self, number: str) -> int:
        """Return the hex id of a printed number.

        Raises
        ------
        ValueError
            If the text is no number of this grid; the message names the range.
        """
        cell = self._cell(self.numbering.by_rule(number))
        if cell is None:
            low = self.numbering.format(*self._printed(0, 0))
            high = self.numbering.format(*self._printed(self.columns - 1, self.rows - 1))
            size = f"{self.columns} columns, {self.rows} rows"
            raise ValueError(f"no hex {number!r}; numbers run from {low} to {high} ({size})")
        if not self.holes:
            return cell
        h = int(_rooms(self.columns * self.rows, self.holes)[1][cell])
        if h < 0:
            raise ValueError(f"no hex {number!r}; the map has a hole there")
        return h

    def numbers(self, hexes: Iterable[int]) -> list[str]:
        """Return the printed numbers of several hex ids."""
        return [self.number(h) for h in hexes]

    def at(self, column: IntArray, row: IntArray) -> IntArray:
        """Return the hex ids of columns and rows of the rectangle, counted from 0; -1 where there is none."""
        inside = (column >= 0) & (column < self.columns) & (row >= 0) & (row < self.rows)
        cells = np.where(inside, column * self.rows + row, -1)
        if not self.holes:
            return cells
        return np.where(cells >= 0, _rooms(self.columns * self.rows, self.holes)[1][cells], -1)

    def line_ends(self, *, shifted: bool) -> list[int]:
        """Return the last hex of each shifted column (flat tops) or row (pointed tops), or of all others."""
        flat = self.orientation is Orientation.FLAT
        lines = np.arange(self.columns if flat else self.rows)
        lines = lines[(lines + self._lean()) % 2 == int(shifted)]
        ends = np.full(len(lines), (self.rows if flat else self.columns) - 1)
        hexes = self.at(lines, ends) if flat else self.at(ends, lines)
        found: list[int] = hexes[hexes >= 0].tolist()
        return found

    def _cell_of(self, h: int) -> int:
        return int(_rooms(self.columns * self.rows, self.holes)[0][h]) if self.holes else int(h)

    def _printed(self, i: int, j: int) -> tuple[int, int]:
        """Return the printed column and row of a column and row of the rectangle, both counted from 0."""
        across, down = self.numbering.steps(i, j, first_shifted=bool(self._lean()))
        return self.first_column + across, self.first_row + down

    def _is_by_rule(self, number: str) -> bool:
        try:
            return self._cell(number) is not None
        except ValueError:
            return False

    def _cell(self, number: str) -> int | None:
        """Return the cell of a number by the rule, None for one outside the rectangle."""
        numbering = self.numbering
        column, row = numbering.parse(number)
        i, j = numbering.cell(
            column - self.first_column, row - self.first_row, first_shifted=bool(self._lean())
        )
        inside = 0 <= i < self.columns and 0 <= j < self.rows
        return i * self.rows + j if inside and numbering.format(column, row) == number else None

    # The lattice -------------------------------------------------------------------------------

    def _lean(self) -> int:
        """Return 1 if the first column (row) is itself a shifted one, else 0."""
        first = self.first_column if self.orientation is Orientation.FLAT else self.first_row
        return int((first % 2 == 0) == (self.shifted == "even"))

    def axial_of(self, hexes: IntArray) -> IntArray:
        """Return axial lattice coordinates ``(k, 2)`` of hex ids ``(k,)``."""
        cells = np.asarray(hexes, dtype=np.int64)
        if self.holes:
            cells = _rooms(self.columns * self.rows, self.holes)[0][cells]
        return self._lattice_of(*np.divmod(cells, self.rows))

    def _lattice_of(self, column: IntArray, row: IntArray) -> IntArray:
        if self.orientation is Orientation.FLAT:
            return np.stack([column, row - ((column + self._lean()) >> 1)], axis=-1)
        return np.stack([column - ((row + self._lean()) >> 1), row], axis=-1)

    def hex_at(self, axial: IntArray) -> IntArray:
        """Return the hex ids ``(...,)`` at axial coordinates ``(..., 2)``, -1 outside."""
        cells = np.asarray(axial, dtype=np.int64)
        q, r = cells[..., 0], cells[..., 1]
        if self.orientation is Orientation.FLAT:
            column, row = q, r + ((q + self._lean()) >> 1)
        else:
            column, row = q + ((r + self._lean()) >> 1), r
        return self.at(column, row)

    def to_plane(self, axial: FloatArray | IntArray) -> FloatArray:
        """Return plane positions ``(..., 2)`` of axial coordinates ``(..., 2)``."""
        values = np.asarray(axial, dtype=np.float64)
        a, b = values[..., 0], values[..., 1]
        if self.orientation is Orientation.FLAT:
            x, y = a * _ROOT3_2, b + a * 0.5
        else:
            x, y = a + b * 0.5, b * _ROOT3_2
        return np.stack([self.origin[0] + self.pitch * x, self.origin[1] + self.pitch * y], axis=-1)

    def to_axial(self, points: FloatArray) -> FloatArray:
        """Return axial coordinates ``(..., 2)`` of plane positions ``(..., 2)``."""
        values = np.asarray(points, dtype=np.float64)
        x = (values[..., 0] - self.origin[0]) / self.pitch
        y = (values[..., 1] - self.origin[1]) / self.pitch
        if self.orientation is Orientation.FLAT:
            a = x / _ROOT3_2
            return np.stack([a, y - a * 0.5], axis=-1)
        b = y / _ROOT3_2
        return np.stack([x - b * 0.5, b], axis=-1)

    # Geometry ----------------------------------------------------------------------------------

    def centres(self) -> FloatArray:
        """Return the plane positions ``(n, 2)`` of all centres, by hex id."""
        return self.to_plane(self.axial_of(np.arange(len(self))))

    def nearest(self, points: FloatArray) -> IntArray:
        """Return the hex each plane point lies in.

        Parameters
        ----------
        points : (k, 2) array
            Plane positions; those that are not finite lie in no hex.

        Returns
        -------
        (k,) int array
            Hex ids, -1 outside the rectangle.
        """
        positions = np.asarray(points, dtype=np.float64).reshape(-1, 2)
        axial = self.to_axial(positions)
        # Beyond this the lattice no longer fits its integers; no map reaches that far.
        sound = np.asarray((np.isfinite(axial) & (np.abs(axial) < 2.0**50)).all(axis=1))
        found = self.hex_at(round_axial(np.where(sound[:, None], axial, 0.0)))
        return np.where(sound, found, -1)

    def neighbours(self) -> IntArray:
        """Return the hex ids ``(n, 6)`` of all neighbours, -1 outside.

        Direction 0 is up on a flat-top map and up-right on a pointy-top one; clockwise from there.
        """
        axial = self.axial_of(np.arange(len(self)))
        steps = np.array(self.directions(), dtype=np.int64)
        return self.hex_at(axial[:, None, :] + steps[None, :, :])

    def directions(self) -> tuple[tuple[int, int], ...]:
        """Return the axial steps of the six directions, in the order of `neighbours`."""
        turn = 0 if self.orientation is Orientation.FLAT else 1
        return DIRECTIONS[turn:] + DIRECTIONS[:turn]

    def distance(self, a: int, b: int) -> int:
        """Return how many hexes lie between two hex ids, counting the second (0 for the same)."""
        (qa, ra), (qb, rb) = self._axial(a), self._axial(b)
        dq, dr = qb - qa, rb - ra
        return max(abs(dq), abs(dr), abs(dq + dr))

    def _axial(self, h: int) -> tuple[int, int]:
        """Return the axial coordinates of one hex; arrays of one take ten times as long."""
        column, row = divmod(self._cell_of(h), self.rows)
        if self.orientation is Orientation.FLAT:
            return column, row - ((column + self._lean()) >> 1)
        return column - ((row + self._lean()) >> 1), row

    def corners(self, hexes: IntArray) -> FloatArray:
        """Return the plane positions ``(k, 6, 2)`` of the corners of hex ids ``(k,)``.

        Corner ``i`` lies clockwise after neighbour ``i``: between neighbours ``i`` and ``i + 1``.
        """
        return self._around(self.axial_of(np.asarray(hexes, dtype=np.int64)))

    def outlines(self, column: IntArray, row: IntArray) -> FloatArray:
        """Return the corners ``(k, 6, 2)`` of columns and rows from 0, inside the rectangle or not."""
        return self._around(self._lattice_of(column, row))

    def _around(self, cells: IntArray) -> FloatArray:
        axial = cells.astype(np.float64)
        steps = np.array(self.directions(), dtype=np.float64)
        offsets = (steps + np.roll(steps, -1, axis=0)) / 3.0
        return self.to_plane(axial[:, None, :] + offsets[None, :, :])

    # Hexsides and vertices ---------------------------------------------------------------------

    def vertex_at(self, point: tuple[float, float]) -> Vertex:
        """Return the vertex nearest to a plane position, on or off the map."""
        q, r, half = vertices_of(self.to_axial(np.array([point])))[0].tolist()
        return Vertex(q, r, half)

    def vertex_position(self, vertex: Vertex) -> tuple[float, float]:
        """Return the plane position of a vertex."""
        x, y = self.to_plane(np.array(vertex.axial())).tolist()
        return (x, y)

    def vertices(self, h: int) -> tuple[Vertex, ...]:
        """Return the six vertices of a hex, in the order of `corners`."""
        q, r = self.axial_of(np.array([h]))[0].tolist()
        # Clockwise, the first between up and up-right of a flat-top hex.
        ring = (
            Vertex(q, r - 1, 0),
            Vertex(q, r - 1, 1),
            Vertex(q, r, 0),
            Vertex(q - 1, r, 1),
            Vertex(q - 1, r, 0),
            Vertex(q - 1, r - 1, 1),
        )
        turn = 0 if self.orientation is Orientation.FLAT else 1
        return ring[turn:] + ring[:turn]

    # JSON --------------------------------------------------------------------------------------

    def to_json(self) -> dict[str, Any]:
        """Return the grid as JSON values."""
        return {
            "orientation": self.orientation.value,
            "pitch": float(self.pitch),
            "origin": [float(self.origin[0]), float(self.origin[1])],
            "first_column": self.first_column,
            "columns": self.columns,
            "first_row": self.first_row,
            "rows": self.rows,
            "shifted": self.shifted,
            "numbering": self.numbering.to_json(),
            **({"holes": list(self.holes)} if self.holes else {}),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> HexGrid:
        """Return the grid that `to_json` described.

        Raises
        ------
        ValueError, KeyError, TypeError
            If the values describe no grid.
        """
        x, y = data["origin"]
        return cls(
            orientation=Orientation(data["orientation"]),
            pitch=float(data["pitch"]),
            origin=(float(x), float(y)),
            first_column=int(data["first_column"]),
            columns=int(data["columns"]),
            first_row=int(data["first_row"]),
            rows=int(data["rows"]),
            shifted=cast(Literal["even", "odd"], data["shifted"]),
            numbering=Numbering.from_json(data["numbering"]),
            holes=tuple(int(cell) for cell in data.get("holes", ())),
        )


@lru_cache(maxsize=32)
def _rooms(cells: int, holes: tuple[int, ...]) -> tuple[IntArray, IntArray]:
    """Return the cell of each hex id, and the hex id of each cell, -1 for a hole."""
    is_hex = np.ones(cells, dtype=np.bool_)
    is_hex[list(holes)] = False
    rooms = np.flatnonzero(is_hex)
    ids = np.full(cells, -1, dtype=np.int64)
    ids[rooms] = np.arange(len(rooms))
    return rooms, ids
