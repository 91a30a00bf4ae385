"""From names and numbers in the source to hexes and plane positions; what nothing has is reported."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

import numpy as np

from toolkit.compile.projection import Projection
from toolkit.diagnostics import Finding, Place, Severity
from toolkit.geometry.apart import apart
from toolkit.geometry.grid import HexGrid
from toolkit.geometry.lattice import FloatArray
from toolkit.geometry.scan_models import Calibration
from toolkit.source.map import Point, Town
from toolkit.source.schema import suggestion

XY = tuple[float, float]


class Resolver:
    """Looks up hexes, towns and points of one game and collects findings about unknown ones.

    Parameters
    ----------
    projection : Projection or None
        For positions in degrees.
    calibration : Calibration or None
        For positions in pixels of the scan.
    """

    def __init__(
        self,
        grid: HexGrid,
        projection: Projection | None,
        towns: Sequence[Town],
        calibration: Calibration | None = None,
    ) -> None:
        self.grid = grid
        self.projection = projection
        self.calibration = calibration
        self.towns: Mapping[str, Town] = {town.id: town for town in reversed(towns)}
        self.findings: list[Finding] = []
        self._positions = self._town_positions(towns)

    def _town_positions(self, towns: Sequence[Town]) -> dict[str, XY]:
        found = self._drawn([town.at for town in towns])
        for row, town in zip(found, towns, strict=True):
            # A town of which only the hex is known stands in its middle.
            middle = self.point(town.at) if town.at.hexes else None
            if middle is not None:
                row[:] = middle
        return {town.id: _xy(row) for town, row in zip(towns, found, strict=True)}

    def _drawn(self, points: Sequence[Point]) -> FloatArray:
        """Return plane positions ``(k, 2)`` of points in degrees or pixels; NaN (reported) without one."""
        plane = np.full((len(points), 2), np.nan)
        degrees = [i for i, point in enumerate(points) if point.lon is not None]
        pixels = [i for i, point in enumerate(points) if point.x is not None]
        if degrees and self.projection is None:
            text = "latitude and longitude need a projection in game.yaml; positions on a scan are x and y"
            self.report("SRC028", text, points[degrees[0]].place)
        elif degrees and self.projection is not None:
            values = [(points[i].lon, points[i].lat) for i in degrees]
            plane[degrees] = self.projection.forward(np.array(values, dtype=np.float64))
        if pixels and self.calibration is None:
            text = "x and y are pixels of a scan, and game.yaml names no scan whose control points fit"
            self.report("SRC027", text, points[pixels[0]].place)
        elif pixels and self.calibration is not None:
            values = [(points[i].x, points[i].y) for i in pixels]
            plane[pixels] = self.calibration.to_plane(np.array(values, dtype=np.float64))
        return plane

    @cached_property
    def centres(self) -> FloatArray:
        """Plane positions ``(n, 2)`` of all hex centres."""
        return self.grid.centres()

    def report(self, code: str, message: str, place: Place, hex: int | None = None, **data: object) -> None:
        """Note an error."""
        if hex is not None:
            place = at_hex(place, self.grid.number(hex))
        self.findings.append(Finding(code, Severity.ERROR, message, place, data=data))

    def known(self, name: str, allowed: Iterable[str], what: str, place: Place) -> bool:
        """Return whether a name is one of the allowed; report it (SRC020) when not."""
        names = list(allowed)
        if name in names:
            return True
        text = f"no {what} has the name '{name}'{suggestion(name, names)}"
        self.report("SRC020", text, place, name=name)
        return False

    def hex(self, number: str, place: Place) -> int | None:
        """Return the hex id of a printed number; None and a finding (SRC023) when there is none."""
        try:
            return self.grid.hex(number)
        except ValueError as error:
            self.report("SRC023", str(error), place, number=number)
            return None

    def main_town(self, id: str, place: Place) -> Town | None:
        """Return a town, or the one it is part of; None and a finding when unknown."""
        if not self.known(id, self.towns, "town", place):
            return None
        town = self.towns[id]
        return self.towns.get(town.part_of, town) if town.part_of else town

    def town_position(self, town: Town) -> XY:
        """Return a town's plane position as stated by lon and lat."""
        return self._positions[town.id]

    def town_hex(self, town: Town) -> int | None:
        """Return a town's hex: the stated one or the one it lies in; None off the map (reported later)."""
        if town.hex is not None:
            return self.hex(town.hex, town.place)
        found = int(self.grid.nearest(np.array([self._positions[town.id]]))[0])
        return found if found >= 0 else None

    def point(self, point: Point) -> XY | None:
        """Return the plane position of a point; None (and a finding) when it cannot be known."""
        if point.town is not None:
            town = self.main_town(point.town, point.place)
            if town is None:
                return None
            if town.hex is not None:
                h = self.town_hex(town)
                return None if h is None else _xy(self.centres[h])
            return self._positions[town.id]
        if not point.hexes:
            position = _xy(self._drawn([point])[0])
            return position if np.isfinite(position).all() else None
        found = [self.hex(number, point.place) for number in point.hexes]
        hexes = [h for h in found if h is not None]
        if len(hexes) < len(found):
            return None
        for a, b in zip(hexes, hexes[1:] + hexes[:1], strict=True):
            if len(hexes) > 1 and self.grid.distance(a, b) != 1:
                self.report("SRC023", apart(self.grid, a, b), point.place)
                return None
        return _xy(self.centres[hexes].mean(axis=0))

    def points(self, points: Sequence[Point]) -> FloatArray | None:
        """Return plane positions ``(k, 2)``; None when any is not known (all are reported)."""
        drawn = [point for point in points if point.lon is not None or point.x is not None]
        if len(drawn) == len(points):
            plane = self._drawn(points)
            return plane if np.isfinite(plane).all() else None
        found = [self.point(point) for point in points]
        if any(position is None for position in found):
            return None
        return np.array(found, dtype=np.float64)


def at_hex(place: Place, number: str) -> Place:
    """Return a place with its hex set."""
    return Place(place.file, place.line, place.column, place.pointer, number, place.step)


def _xy(row: FloatArray) -> XY:
    return (float(row[0]), float(row[1]))
