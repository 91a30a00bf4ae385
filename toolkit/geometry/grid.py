"""A rectangle of hexes with printed numbers: plane geometry in both orientations."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Literal, cast

import numpy as np

from toolkit.geometry.lattice import (
    DIRECTIONS,
    FloatArray,
    Hexside,
    IntArray,
    Vertex,
    round_axial,
    vertices_of,
)

_ROOT3_2 = math.sqrt(3.0) / 2.0


class Orientation(StrEnum):
    """Which way a hex points.  FLAT: flat tops, hexes stand in columns.  POINTY: they lie in rows."""

    FLAT = "flat"
    POINTY = "pointy"


@dataclass(frozen=True, slots=True)
class Numbering:
    """How a hex's printed number is made of its column and row.

    Attributes
    ----------
    order : {"column-row", "row-column"}
        Which of the two is printed first.
    column_digits, row_digits : int
        Least number of digits, padded with zeros; 1 means no padding.
    separator : str
        Text between the two, e.g. ``"."``; may be empty.
    letters : {"none", "column", "row"}
        Which of the two is printed in letters: A to Z, then AA, BB and so on.
    """

    order: Literal["column-row", "row-column"] = "column-row"
    column_digits: int = 2
    row_digits: int = 2
    separator: str = ""
    letters: Literal["none", "column", "row"] = "none"

    def __post_init__(self) -> None:
        if self.order not in ("column-row", "row-column"):
            raise ValueError(f"order {self.order!r} is neither 'column-row' nor 'row-column'")
        if self.column_digits < 1 or self.row_digits < 1:
            raise ValueError("a number needs at least one digit for its column and its row")
        if any(character.isdigit() for character in self.separator):
            raise ValueError(f"separator {self.separator!r} holds a digit")

    def format(self, column: int, row: int) -> str:
        """Return the printed number of a column and row."""
        first = _lettered(column) if self.letters == "column" else f"{column:0{self.column_digits}d}"
        second = _lettered(row) if self.letters == "row" else f"{row:0{self.row_digits}d}"
        if self.order == "row-column":
            first, second = second, first
        return f"{first}{self.separator}{second}"

    def parse(self, number: str) -> tuple[int, int]:
        """Return the column and row of a printed number.

        Raises
        ------
        ValueError
            If the text does not have this form.
        """
        by_column = self.order == "column-row"
        digits = (self.column_digits, self.row_digits)
        least = digits if by_column else digits[::-1]
        lettered = {"none": (False, False), "column": (True, False), "row": (False, True)}[self.letters]
        # Without a separator or letters only the first part may grow beyond its digits.
        grows = (True, bool(self.separator) or any(lettered))
        first, second = (
            "[A-Z]+" if letters else rf"[0-9]{{{digits},}}" if growing else rf"[0-9]{{{digits}}}"
            for letters, digits, growing in zip(
                lettered if by_column else lettered[::-1], least, grows, strict=True
            )
        )
        match = re.fullmatch(f"({first}){re.escape(self.separator)}({second})", number)
        if match is None:
            raise ValueError(f"{number!r} is no hex number; one looks like {self.format(1, 2)!r}")
        one, two = (_counted(part) if part.isalpha() else int(part) for part in match.groups())
        return (one, two) if by_column else (two, one)


_ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def _lettered(number: int) -> str:
    """Return a number from 1 in letters: A to Z, then AA, BB and so on."""
    return _ALPHABET[(number - 1) % 26] * ((number - 1) // 26 + 1)


def _counted(letters: str) -> int:
    """Return the number that stands in letters; text that `_lettered` never gives has one too."""
    return _ALPHABET.index(letters[0]) + 1 + 26 * (len(letters) - 1)


@dataclass(frozen=True, slots=True)
class HexGrid:
    """A rectangle of hexes in the plane (x right, y down), pure geometry.

    Attributes
    ----------
    orientation : Orientation
    pitch : float
        Distance between neighbouring centres, in plane units.
    origin : (float, float)
        Plane position of the centre of hex ``(first_column, first_row)``.
    first_column, columns, first_row, rows : int
        Printed number of the first column and row, and how many there are.
    shifted : {"even", "odd"}
        Which columns (FLAT) or rows (POINTY), by printed number, lie half a hex further down
        (FLAT) or right (POINTY).
    numbering : Numbering
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
        self._check_numbers_are_unambiguous()

    def _check_numbers_are_unambiguous(self) -> None:
        numbering = self.numbering
        if numbering.letters != "none" and min(self.first_column, self.first_row) < 1:
            raise ValueError("letters begin at 1, which is A")
        if numbering.separator or numbering.letters != "none":
            return
        by_column = numbering.order == "column-row"
        last = (self.first_row + self.rows if by_column else self.first_column + self.columns) - 1
        digits = numbering.row_digits if by_column else numbering.column_digits
        if len(str(last)) > digits:
            name = "row" if by_column else "column"
            raise ValueError(f"{name} {last} does not fit {digits} digits, and there is no separator")

    def __len__(self) -> int:
        """Return the number of hexes."""
        return self.columns * self.rows

    # Hex ids, columns and rows -----------------------------------------------------------------

    def column_row(self, h: int) -> tuple[int, int]:
        """Return the printed column and row of a hex id.

        Raises
        ------
        IndexError
            If there is no such hex.
        """
        if not 0 <= h < len(self):
            raise IndexError(f"no hex {h}; there are {len(self)}")
        column, row = divmod(int(h), self.rows)
        return (self.first_column + column, self.first_row + row)

    def number(self, h: int) -> str:
        """Return the printed number of a hex id."""
        return self.numbering.format(*self.column_row(h))

    def hex(self, number: str) -> int:
        """Return the hex id of a printed number.

        Raises
        ------
        ValueError
            If the text is no number of this grid; the message names the range.
        """
        column, row = self.numbering.parse(number)
        last_column, last_row = self.first_column + self.columns - 1, self.first_row + self.rows - 1
        inside = self.first_column <= column <= last_column and self.first_row <= row <= last_row
        if not inside or self.numbering.format(column, row) != number:
            low = self.numbering.format(self.first_column, self.first_row)
            high = self.numbering.format(last_column, last_row)
            raise ValueError(
                f"no hex {number!r}; numbers run from {low} to {high} "
                f"(columns {self.first_column} to {last_column}, rows {self.first_row} to {last_row})"
            )
        return (column - self.first_column) * self.rows + row - self.first_row

    def numbers(self, hexes: Iterable[int]) -> list[str]:
        """Return the printed numbers of several hex ids."""
        return [self.number(h) for h in hexes]

    # The lattice -------------------------------------------------------------------------------

    def _lean(self) -> int:
        """Return 1 if the first column (row) is itself a shifted one, else 0."""
        first = self.first_column if self.orientation is Orientation.FLAT else self.first_row
        return int((first % 2 == 0) == (self.shifted == "even"))

    def axial_of(self, hexes: IntArray) -> IntArray:
        """Return axial lattice coordinates ``(k, 2)`` of hex ids ``(k,)``."""
        column, row = np.divmod(np.asarray(hexes, dtype=np.int64), self.rows)
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
        inside = (column >= 0) & (column < self.columns) & (row >= 0) & (row < self.rows)
        return np.where(inside, column * self.rows + row, -1)

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
        column, row = divmod(int(h), self.rows)
        if self.orientation is Orientation.FLAT:
            return column, row - ((column + self._lean()) >> 1)
        return column - ((row + self._lean()) >> 1), row

    def corners(self, hexes: IntArray) -> FloatArray:
        """Return the plane positions ``(k, 6, 2)`` of the corners of hex ids ``(k,)``.

        Corner ``i`` lies clockwise after neighbour ``i``: between neighbours ``i`` and ``i + 1``.
        """
        axial = self.axial_of(np.asarray(hexes, dtype=np.int64)).astype(np.float64)
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

    def hexside(self, a: int, b: int) -> Hexside:
        """Return the hexside between two neighbouring hex ids.

        Raises
        ------
        ValueError
            If the two are not neighbours.
        """
        first, second = self.axial_of(np.array([a, b])).tolist()
        try:
            return Hexside.between((first[0], first[1]), (second[0], second[1]))
        except ValueError:
            raise ValueError(f"hexes {self.number(a)} and {self.number(b)} are not neighbours") from None

    def hexes_of(self, side: Hexside) -> tuple[int, int]:
        """Return the hex ids on both sides of a hexside, smaller first, -1 for one off the map."""
        first, second = sorted(self.hex_at(np.array(side.hexes())).tolist())
        return (first, second)

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
            "numbering": {
                "order": self.numbering.order,
                "column_digits": self.numbering.column_digits,
                "row_digits": self.numbering.row_digits,
                "separator": self.numbering.separator,
                # Only where there are any, so that games without keep their digest.
                **({} if self.numbering.letters == "none" else {"letters": self.numbering.letters}),
            },
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
            numbering=Numbering(**data["numbering"]),
        )
