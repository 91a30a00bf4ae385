"""The workbench of an area map: drawn areas mended and measured, for all checks of them to look at."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import numpy as np
import shapely

from toolkit.diagnostics import Severity
from toolkit.geometry.area_drawing import AreaDrawing, DrawnArea
from toolkit.geometry.area_issues import AreaIssue, AreaProblem
from toolkit.geometry.area_polygons import shapes_of
from toolkit.geometry.areas import polygon_of
from toolkit.geometry.lattice import Rings

# Of the size of a middling area: how far apart lines may lie that are meant to be one, and how long a
# common line must be to be a border.
TOLERANCE = 0.02
_LEAST_BORDER = 3.0


class AreaBench:
    """One building of an area map: what every check of it looks at, and what they found.

    Attributes
    ----------
    issues : list of AreaIssue
    areas : tuple of DrawnArea
        Those with an id of their own.
    index : dict of str to int
    is_box : (n,) array
    mended : list of (polygon, faults)
        Of each outline.
    size : float
        Side of a middling area.
    tolerance, least : float
        How far apart one line may be drawn; how long a border is at least.
    polygons, shapes : tuple, (n,) array
        Of each area, without specks.
    ground : (k,) int array
        Areas that have an outline and are no boxes.
    """

    def __init__(self, drawing: AreaDrawing) -> None:
        self.drawing = drawing
        self.issues: list[AreaIssue] = []
        self.areas = tuple(self._usable())
        self.index = {area.id: i for i, area in enumerate(self.areas)}
        self.is_box = np.array([area.is_box for area in self.areas], dtype=np.bool_)
        self.mended = [polygon_of(area.parts) for area in self.areas]
        sizes = [float(shapely.area(shape)) for shape, _ in self.mended]
        drawn = [size for size, box in zip(sizes, self.is_box.tolist(), strict=True) if size > 0 and not box]
        self.size = math.sqrt(float(np.median(drawn))) if drawn else 1.0
        self.tolerance = TOLERANCE * self.size if drawing.tolerance is None else drawing.tolerance
        self.polygons = self._polygons()
        self.shapes = shapes_of(self.polygons)
        self.ground = np.flatnonzero(~shapely.is_empty(self.shapes) & ~self.is_box)
        given = drawing.least_border
        self.least = _LEAST_BORDER * self.tolerance if given is None else given

    def report(self, problem: AreaProblem, feature: str, severity: Severity, message: str) -> None:
        """Report something of which no more is to be said."""
        self.issues.append(AreaIssue(problem, feature, severity, message))

    def region(
        self,
        problem: AreaProblem,
        severity: Severity,
        message: str,
        areas: Sequence[int],
        shape: shapely.Geometry,
    ) -> None:
        """Report something that has an outline."""
        spot = shapely.get_coordinates(shapely.point_on_surface(shape))[0].tolist()
        names = [self.areas[i].id for i in areas]
        parts = shapely.get_parts(shape)
        largest = parts[int(np.argmax(shapely.area(parts)))]
        self.issues.append(
            AreaIssue(
                problem,
                names[0] if names else "",
                severity,
                message,
                (spot[0], spot[1]),
                tuple(names[1:]),
                shapely.get_coordinates(shapely.get_exterior_ring(largest)),
                float(shapely.area(shape)),
            )
        )

    def ends(self, feature: str, a: str, b: str) -> tuple[int, int] | None:
        """Return the two areas that a statement names; report it where there are none such."""
        unknown = [id for id in (a, b) if id not in self.index]
        if unknown or a == b:
            text = f"there is no area {unknown[0]!r}" if unknown else f"{a} twice: two areas are needed"
            issue = AreaIssue(AreaProblem.UNKNOWN_AREA, feature, Severity.ERROR, text, others=tuple(unknown))
            self.issues.append(issue)
            return None
        return self.index[a], self.index[b]

    def is_thin(self, shape: shapely.Geometry) -> bool:
        """Return whether a shape is nowhere wider than the tolerance."""
        return bool(shapely.is_empty(shapely.buffer(shape, -self.tolerance / 2)))

    @property
    def slip(self) -> float:
        """A surface that a slip of the pen may cut off."""
        return 4 * self.tolerance**2

    @property
    def speck(self) -> float:
        """A surface too small to be anything but rounding."""
        return 1e-3 * self.tolerance**2

    def _usable(self) -> Iterator[DrawnArea]:
        seen: set[str] = set()
        for area in self.drawing.areas:
            if area.id in seen:
                text = f"the id {area.id!r} is taken"
                self.report(AreaProblem.DUPLICATE_ID, area.id, Severity.ERROR, text)
                continue
            seen.add(area.id)
            yield area

    def _polygons(self) -> tuple[tuple[Rings, ...], ...]:
        """Return each area's parts as valid polygons; specks that a slip of the pen cut off are dropped."""
        found = []
        for shape, _ in self.mended:
            parts = [part for part in shapely.get_parts(shape) if shapely.get_type_id(part) == 3]
            parts = [part for part in parts if shapely.area(part) > self.slip] or parts
            rings = [tuple(map(shapely.get_coordinates, shapely.get_rings(part))) for part in parts]
            found.append(tuple(rings))
        return tuple(found)
