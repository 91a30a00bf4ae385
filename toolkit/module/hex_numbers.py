"""The engine's grid for ours: same centres, same printed numbers, the whole board under it.

A grid of the engine counts its columns and rows straight.  Numbers that run obliquely come from strips of
two columns (or rows), each with a grid that begins to count elsewhere (3.8 has a numbering for it, which no
older engine opens); an exception is a zone of one hex.  All have the same centres, so that pieces snap, and
ranges are counted, as on one grid.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import shapely

from toolkit.geometry.grid import HexGrid, Orientation
from toolkit.geometry.lattice import FloatArray
from toolkit.module.buildfile import Component, component
from toolkit.render.layout import BoardLayout


def board_grid(grid: HexGrid, layout: BoardLayout) -> Component:
    """Return the grid of the main map's board."""
    engine = _EngineGrid.of(grid, layout)
    zones = [*_exceptions(grid, layout)]
    if grid.numbering.oblique:
        zones += _strips(engine)
    whole = engine.component(layout.size_px, 0)
    return component("ZonedGrid", [*zones, whole]) if zones else whole


@dataclass(frozen=True, slots=True)
class _EngineGrid:
    """Where the engine's columns and rows lie; those of a sideways grid are our rows and columns.

    Attributes
    ----------
    early : int
        1 where the engine's first column lies one before ours: it shifts every other column from its own
        first one, and ours is shifted.
    """

    grid: HexGrid
    layout: BoardLayout
    early: int

    @classmethod
    def of(cls, grid: HexGrid, layout: BoardLayout) -> _EngineGrid:
        first = grid.first_column if grid.orientation is Orientation.FLAT else grid.first_row
        return cls(grid, layout, int((first % 2 == 0) == (grid.shifted == "even")))

    @property
    def is_flat(self) -> bool:
        return self.grid.orientation is Orientation.FLAT

    @property
    def across(self) -> float:
        """From column to column, in pixels."""
        return float(self.layout.pitch_px * 3**0.5 / 2)

    def component(self, size: tuple[int, int], slant: int) -> Component:
        """Return the engine's grid for a board or zone of a size, its row numbers so many further on."""
        x, y = self.layout.origin_px if self.is_flat else self.layout.origin_px[::-1]
        # A shifted first column lies half a pitch lower than an unshifted one would.
        x, y = x - self.early * self.across, y - self.early * self.layout.pitch_px / 2
        return component(
            "HexGrid",
            [self._numbering(size, slant)],
            sideways=not self.is_flat,
            x0=round(x),
            y0=round(y),
            dx=self.across,
            dy=self.layout.pitch_px,
            snapTo=True,
            edgesLegal=False,
            cornersLegal=False,
            visible=False,
            dotsVisible=False,
            color="0,0,0",
        )

    def _numbering(self, size: tuple[int, int], slant: int) -> Component:
        grid, numbers = self.grid, self.grid.numbering
        of_columns = (
            grid.first_column,
            numbers.columns_descend,
            numbers.column_letters,
            numbers.column_digits,
        )
        of_rows = (grid.first_row, numbers.rows_descend, numbers.row_letters, numbers.row_digits)
        h, v = (of_columns, of_rows) if self.is_flat else (of_rows, of_columns)
        # How the engine counts down from the far side: it measures rows by the column step and columns by
        # the row step, and a sideways grid uses the switch of the other direction.
        far = int(size[0] / self.layout.pitch_px + 0.5), int(size[1] / self.across + 0.5)
        h_far, v_far = far if self.is_flat else far[::-1]
        return component(
            "HexGridNumbering",
            first="H" if (numbers.order == "column-row") == self.is_flat else "V",
            sep=numbers.separator,
            hType="A" if h[2] else "N",
            hLeading=0 if h[2] else h[3] - 1,
            hOff=_offset(h, h_far, self.early, 0),
            hDescend=numbers.columns_descend,
            vType="A" if v[2] else "N",
            vLeading=0 if v[2] else v[3] - 1,
            vOff=_offset(v, v_far, 0, slant),
            vDescend=numbers.rows_descend,
            stagger=False,
            locationFormat="$gridLocation$",
            visible=False,
            fontSize=9,
            color="0,0,0",
            rotateText=0,
            hDrawOff=0,
            vDrawOff=0,
        )


def _offset(counted: tuple[int, bool, bool, int], far: int, early: int, slant: int) -> int:
    """Return what the engine adds to its own count from 0 (its A is 0) to get our number."""
    first, descends, is_lettered, _ = counted
    plain = first + early - slant - far if descends else first - early + slant
    return plain - int(is_lettered)


# Zones -----------------------------------------------------------------------------------------------


def _exceptions(grid: HexGrid, layout: BoardLayout) -> Iterator[Component]:
    for _, printed in grid.numbering.exceptions:
        corners = layout.to_pixels(grid.corners(np.array([grid.hex(printed)])))[0]
        yield _zone(printed, corners, "$name$", [])


def _strips(engine: _EngineGrid) -> Iterator[Component]:
    """Yield a zone for each two columns (or rows) that an oblique line crosses without a step."""
    grid, flat = engine.grid, engine.is_flat
    reach = 3 + int(engine.layout.size_px[0 if flat else 1] / engine.across)
    by_slant: dict[int, list[int]] = {}
    for line in range(-reach, reach):
        slant = grid.numbering.slant(line, first_shifted=bool(engine.early))
        by_slant.setdefault(slant, []).append(line)
    for slant, pair in sorted(by_slant.items(), key=lambda item: item[1]):
        name = f"{'columns' if flat else 'rows'} {pair[0]} to {pair[-1]}"
        for corners in _outlines(engine, pair):
            low, high = corners.min(axis=0), corners.max(axis=0)
            size = (int(high[0] - low[0]), int(high[1] - low[1]))
            yield _zone(name, corners, "$gridLocation$", [engine.component(size, slant)])


def _outlines(engine: _EngineGrid, pair: list[int]) -> Iterator[FloatArray]:
    """Yield the corners ``(k, 2)`` of a strip from edge to edge of the board; teeth at its side are parts."""
    grid, layout = engine.grid, engine.layout
    width, height = layout.size_px
    reach = 3 + int((height if engine.is_flat else width) / layout.pitch_px)
    cells = [(line, step) for line in pair for step in range(-reach, reach + 1)]
    columns, rows = np.array(cells if engine.is_flat else [(j, i) for i, j in cells]).T
    hexes = shapely.polygons(layout.to_pixels(grid.outlines(columns, rows)))
    strip = shapely.intersection(shapely.union_all(hexes, grid_size=0.01), shapely.box(0, 0, width, height))
    for part in shapely.get_parts(strip):
        if shapely.area(part) >= 1.0:
            yield np.rint(shapely.get_coordinates(shapely.get_exterior_ring(part))[:-1])


def _zone(name: str, corners: FloatArray, pattern: str, own: list[Component]) -> Component:
    """Return a zone; without a grid of its own it has the board's."""
    path = ";".join(f"{round(x)},{round(y)}" for x, y in corners.tolist())
    return component(
        "Zone", own, name=name, locationFormat=pattern, useParentGrid=not own, path=path, useHighlight=False,
        highlightProperty="",
    )  # fmt: skip
