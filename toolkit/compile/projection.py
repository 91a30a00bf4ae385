"""Longitude and latitude to the plane (km, x east, y south) and back, and the grid laid on it."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np
import pyproj

from toolkit.diagnostics import InputError
from toolkit.geometry.grid import HexGrid, Orientation
from toolkit.geometry.lattice import FloatArray
from toolkit.geometry.numbering import Numbering
from toolkit.source.definition import GridDefinition, ProjectionDefinition


class Projection(Protocol):
    """From degrees to the plane; the definition's centre is the plane's (0, 0)."""

    def forward(self, lon_lat: FloatArray) -> FloatArray:
        """Return plane positions ``(k, 2)`` in km of degrees ``(k, 2)``."""


@dataclass(frozen=True, slots=True)
class Equirectangular:
    """Stated formula: both axes linear in degrees; true to scale along one parallel."""

    centre: tuple[float, float]
    km_per_degree: tuple[float, float]

    def forward(self, lon_lat: FloatArray) -> FloatArray:
        """Return plane positions ``(k, 2)`` in km of degrees ``(k, 2)``."""
        offset = np.asarray(lon_lat, dtype=np.float64) - np.array(self.centre)
        plane: FloatArray = offset * np.array(self.km_per_degree) * np.array([1.0, -1.0])
        return plane


@dataclass(frozen=True, slots=True)
class Crs:
    """Any projected coordinate reference system that pyproj knows."""

    transformer: pyproj.Transformer
    centre_km: tuple[float, float]

    def forward(self, lon_lat: FloatArray) -> FloatArray:
        """Return plane positions ``(k, 2)`` in km of degrees ``(k, 2)``."""
        values = np.asarray(lon_lat, dtype=np.float64).reshape(-1, 2)
        east, north = self.transformer.transform(values[:, 0], values[:, 1])
        x = np.asarray(east) / 1000.0 - self.centre_km[0]
        return np.stack([x, self.centre_km[1] - np.asarray(north) / 1000.0], axis=-1)


def make_projection(definition: ProjectionDefinition) -> Projection:
    """Return the projection that game.yaml states.

    Raises
    ------
    InputError
        SRC026 for a CRS that pyproj does not know.
    """
    centre = (definition.centre_lon, definition.centre_lat)
    if definition.method == "crs":
        try:
            transformer = pyproj.Transformer.from_crs("EPSG:4326", definition.crs, always_xy=True)
        except pyproj.exceptions.CRSError as error:
            text = f"unknown coordinate reference system {definition.crs!r}"
            raise InputError.single("SRC026", text, definition.place) from error
        east, north = transformer.transform(*centre)
        return Crs(transformer, (east / 1000.0, north / 1000.0))
    assert definition.true_scale_lat is not None
    assert definition.km_per_degree_lat is not None
    assert definition.km_per_degree_lon_at_equator is not None
    across = math.cos(math.radians(definition.true_scale_lat)) * definition.km_per_degree_lon_at_equator
    return Equirectangular(centre, (across, definition.km_per_degree_lat))


def longitudes(definition: ProjectionDefinition) -> tuple[float, float] | None:
    """Return from where to where a CRS is meant to be used; None where that is not said, or all round."""
    area = pyproj.CRS(definition.crs).area_of_use if definition.crs is not None else None
    return None if area is None or area.west >= area.east else (area.west, area.east)


def make_grid(definition: GridDefinition) -> HexGrid:
    """Return the grid with its anchor hex, or else its first, at the plane's (0, 0).

    Raises
    ------
    InputError
        SRC023 for an anchor or a hole that is no hex of the grid, or numbers that do not fit.
    """
    try:
        grid = _whole_grid(definition)
        grid = replace(grid, holes=_holes(definition, grid))
    except ValueError as error:
        raise InputError.single("SRC023", str(error), definition.place) from error
    if definition.anchor_hex is None:
        return grid
    try:
        x, y = grid.centres()[grid.hex(definition.anchor_hex)].tolist()
    except ValueError as error:
        raise InputError.single("SRC023", str(error), definition.anchor_place) from error
    return replace(grid, origin=(-x, -y))


def _whole_grid(definition: GridDefinition) -> HexGrid:
    return HexGrid(
        orientation=Orientation(definition.orientation),
        pitch=definition.pitch,
        origin=(0.0, 0.0),
        first_column=definition.first_column,
        columns=definition.columns,
        first_row=definition.first_row,
        rows=definition.rows,
        shifted=definition.shifted,
        numbering=Numbering(
            order=definition.order,
            column_digits=definition.column_digits,
            row_digits=definition.row_digits,
            separator=definition.separator,
            letters=definition.letters,
            columns_descend=definition.columns_from == "right",
            rows_descend=definition.rows_from == "bottom",
            oblique=definition.oblique,
            exceptions=definition.exceptions,
        ),
    )


def _holes(definition: GridDefinition, whole: HexGrid) -> tuple[int, ...]:
    """Return the cells that are no hexes; in a grid without holes a cell is its hex id."""
    holes = set()
    for number, place in definition.holes:
        try:
            holes.add(whole.hex(number))
        except ValueError as error:
            raise InputError.single("SRC023", str(error), place) from error
    if definition.short:
        holes |= set(whole.line_ends(shifted=definition.short == "shifted"))
    if len(holes) == len(whole):
        raise InputError.single("SRC023", "the grid has nothing but holes", definition.place)
    return tuple(sorted(holes))
