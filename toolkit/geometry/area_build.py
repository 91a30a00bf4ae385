"""From drawn areas to an `AreaMap`: who borders on whom, and everything that looks wrong on the way.

Areas are drawn by hand, so lines that are meant to be one lie a little apart or across each other.
"""

from __future__ import annotations

import numpy as np
import shapely

from toolkit.diagnostics import Severity
from toolkit.geometry.area_bench import AreaBench
from toolkit.geometry.area_borders import borders_of, common_lines
from toolkit.geometry.area_checks import check_expected, check_names, check_reach
from toolkit.geometry.area_drawing import AreaDrawing
from toolkit.geometry.area_issues import AreaIssue, AreaProblem
from toolkit.geometry.area_map import AreaLink, AreaMap, AreaPoint
from toolkit.geometry.area_shapes import check_shapes

PIECE, CONTROL, LABEL = "piece", "control", "label"


def build_area_map(drawing: AreaDrawing) -> tuple[AreaMap, list[AreaIssue]]:
    """Build an area map.

    Returns
    -------
    map : AreaMap
        Always complete: what cannot be used is left out and reported.
    issues : list of AreaIssue
    """
    bench = AreaBench(drawing)
    check_shapes(bench)
    lengths = common_lines(bench)
    borders = borders_of(bench, lengths)
    links = _links(bench)
    built = AreaMap(
        ids=tuple(area.id for area in bench.areas),
        kinds=tuple(area.kind for area in bench.areas),
        names=tuple(dict(area.names) for area in bench.areas),
        polygons=bench.polygons,
        is_box=bench.is_box,
        borders=borders,
        links=links,
        points=_points(bench),
        properties=tuple(dict(area.properties) for area in bench.areas),
        provenance=tuple(area.provenance for area in bench.areas),
        origins=tuple(dict(area.origins) for area in bench.areas),
        size_px=drawing.size_px,
        scenery=drawing.scenery,
        voids=tuple(rings[0] for rings in drawing.voids),
    )
    check_names(bench)
    check_reach(bench, built)
    check_expected(bench, built, lengths)
    return built, bench.issues


def _links(bench: AreaBench) -> tuple[AreaLink, ...]:
    """Return the special ways between known areas."""
    found = []
    for link in bench.drawing.links:
        ends = bench.ends(link.id, link.start, link.end)
        if ends is not None:
            found.append(AreaLink(link.id, link.kind, *ends, link.one_way, link.names, link.provenance))
    return tuple(found)


def _points(bench: AreaBench) -> tuple[AreaPoint, ...]:
    """Return stated points, and one for pieces where none is stated."""
    found: list[AreaPoint] = []
    for i, area in enumerate(bench.areas):
        for role, (x, y) in area.points:
            if bench.polygons[i] and not shapely.intersects_xy(bench.shapes[i], x, y):
                text = f"the point '{role}' of {area.id} lies outside it"
                issue = AreaIssue(AreaProblem.POINT_OUTSIDE, area.id, Severity.WARNING, text, (x, y))
                bench.issues.append(issue)
            found.append(AreaPoint(i, role, (x, y)))
        stated = {role for role, _ in area.points}
        if bench.polygons[i] and PIECE not in stated:
            found.append(AreaPoint(i, PIECE, _innermost(bench, i)))
        elif area.points and LABEL not in stated and not bench.polygons[i]:
            found.append(AreaPoint(i, LABEL, area.points[0][1]))
    return tuple(found)


def _innermost(bench: AreaBench, area: int) -> tuple[float, float]:
    """Return the point of an area that lies farthest from its outline."""
    parts = shapely.get_parts(bench.shapes[area])
    largest = parts[int(np.argmax(shapely.area(parts)))]
    radius = shapely.maximum_inscribed_circle(largest, tolerance=max(bench.tolerance / 4, 1e-6))
    x, y = shapely.get_coordinates(radius)[0].round(2).tolist()
    return x, y
