"""Drawn areas that overlap, leave gaps, or are too thin to be areas."""

from __future__ import annotations

import shapely

from toolkit.diagnostics import Severity
from toolkit.geometry.area_bench import AreaBench
from toolkit.geometry.area_issues import AreaIssue, AreaProblem
from toolkit.geometry.areas import polygon_of
from toolkit.geometry.lattice import FloatArray

_SLIVER = 0.01


def check_shapes(bench: AreaBench) -> None:
    """Report everything that is wrong with the outlines."""
    _check_rings(bench)
    _check_slivers(bench)
    _check_overlaps(bench)
    _check_gaps(bench)


def _check_rings(bench: AreaBench) -> None:
    for area, (shape, faults), polygons in zip(bench.areas, bench.mended, bench.polygons, strict=True):
        kept = sum(float(shapely.area(shapely.Polygon(part[0], list(part[1:])))) for part in polygons)
        is_slip = kept > 0 and float(shapely.area(shape)) - kept <= bench.slip
        for fault in faults:
            severity = Severity.INFO if is_slip and fault.kind == "crossing" else Severity.ERROR
            if fault.kind == "unclosed":
                severity = Severity.WARNING
            issue = AreaIssue(AreaProblem.BROKEN_RING, area.id, severity, fault.reason, fault.position)
            bench.issues.append(issue)
        if not polygons and not area.is_box:
            text = "the area has no outline; draw it, or make it a box"
            bench.report(AreaProblem.NO_OUTLINE, area.id, Severity.ERROR, text)


def _check_slivers(bench: AreaBench) -> None:
    for i in bench.ground.tolist():
        for part in shapely.get_parts(bench.shapes[i]):
            if bench.is_thin(part) or shapely.area(part) < _SLIVER * bench.size**2:
                size = float(shapely.area(part))
                text = f"a part of {size:.1f} square pixels is no area one could play in"
                bench.region(AreaProblem.SLIVER, Severity.WARNING, text, [i], part)


def _check_overlaps(bench: AreaBench) -> None:
    shapes = bench.shapes[bench.ground]
    first, second = shapely.STRtree(shapes).query(shapes, predicate="intersects")
    for i, j in zip(first.tolist(), second.tolist(), strict=True):
        if i >= j:
            continue
        common = _surfaces(shapely.intersection(shapes[i], shapes[j]))
        if float(shapely.area(common)) <= bench.speck:
            continue
        a, b = int(bench.ground[i]), int(bench.ground[j])
        thin = bench.is_thin(common)
        text = f"{bench.areas[a].id} and {bench.areas[b].id} overlap"
        text += ", no wider than the tolerance: the line between them counts as one" if thin else ""
        severity = Severity.INFO if thin else Severity.ERROR
        bench.region(AreaProblem.OVERLAP, severity, text, [a, b], common)


def _check_gaps(bench: AreaBench) -> None:
    """Report ground between areas that belongs to none: closed in, or a slit open to the outside."""
    voids, _ = polygon_of(bench.drawing.voids)
    shapes = bench.shapes[bench.ground]
    whole = shapely.union_all([*shapes, voids])
    closed = shapely.buffer(shapely.buffer(whole, bench.tolerance / 2), -bench.tolerance / 2)
    filled = shapely.union_all([shapely.Polygon(ring) for ring in _outer_rings(closed)])
    for gap in shapely.get_parts(_surfaces(shapely.difference(filled, whole))):
        area, around = float(shapely.area(gap)), shapely.length(gap)
        # Closing rounds notches of the outer edge by less than this; a slit is longer.
        is_open = not shapely.contains_properly(filled, gap)
        if area <= bench.speck or (is_open and around < 2 * bench.least):
            continue
        near = shapely.dwithin(shapes, gap, 1e-6 * bench.size)
        areas = bench.ground[near].tolist()
        if len(areas) < 2 and not (len(areas) == 1 and not is_open):
            continue
        thin = bench.is_thin(gap)
        names = ", ".join(bench.areas[i].id for i in areas)
        text = f"a gap between {names}"
        text += (
            ", no wider than the tolerance: the line between them counts as one"
            if thin
            else ": ground of no area; close it, or draw it as void"
        )
        severity = Severity.INFO if thin else Severity.WARNING
        bench.region(AreaProblem.GAP, severity, text, areas, gap)


def _surfaces(shape: shapely.Geometry) -> shapely.Geometry:
    """Return only the polygons of a shape."""
    parts = shapely.get_parts(shapely.get_parts(shape))
    return shapely.union_all([part for part in parts if shapely.get_type_id(part) == 3])


def _outer_rings(shape: shapely.Geometry) -> list[FloatArray]:
    return [
        shapely.get_coordinates(shapely.get_exterior_ring(part))
        for part in shapely.get_parts(_surfaces(shape))
    ]
