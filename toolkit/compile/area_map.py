"""An area map's source compiled: the map, and everything found on the way with its place in the files."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import shapely

from toolkit.compile.features import origin_of
from toolkit.diagnostics import Finding, Place, Severity
from toolkit.geometry.area_build import build_area_map
from toolkit.geometry.area_drawing import AreaDrawing, DrawnArea, DrawnLink, SourcedBorder, StatedBorder
from toolkit.geometry.area_issues import AreaIssue, AreaProblem
from toolkit.geometry.area_map import AreaMap, Scenery
from toolkit.geometry.area_polygons import shapes_of
from toolkit.geometry.areas import polygon_of
from toolkit.geometry.lattice import Rings
from toolkit.source.area_map import XY, AreaLinkSource, AreaMapSource, AreaSource
from toolkit.source.schema import suggestion

AREA_CODES: Mapping[AreaProblem, str] = {
    AreaProblem.DUPLICATE_ID: "MAP301",
    AreaProblem.BROKEN_RING: "MAP302",
    AreaProblem.NO_OUTLINE: "MAP303",
    AreaProblem.UNKNOWN_AREA: "MAP304",
    AreaProblem.GAP: "MAP310",
    AreaProblem.OVERLAP: "MAP311",
    AreaProblem.SLIVER: "MAP312",
    AreaProblem.NO_NAME: "MAP313",
    AreaProblem.SAME_NAME: "MAP314",
    AreaProblem.UNREACHABLE: "MAP315",
    AreaProblem.SHORT_BORDER: "MAP316",
    AreaProblem.MISSING_BORDER: "MAP317",
    AreaProblem.EXTRA_BORDER: "MAP318",
    AreaProblem.NEEDLESS: "MAP319",
    AreaProblem.CONTRADICTION: "MAP320",
    AreaProblem.POINT_OUTSIDE: "MAP321",
}


@dataclass(frozen=True, slots=True, eq=False)
class CompiledAreas:
    """An area map and what was found.

    Attributes
    ----------
    issues : tuple of AreaIssue
        For pictures; all of them stand among the findings as well.
    """

    map: AreaMap
    issues: tuple[AreaIssue, ...]
    findings: tuple[Finding, ...]


def compile_area_map(source: AreaMapSource) -> CompiledAreas:
    """Build an area map.

    Returns
    -------
    CompiledAreas
        The map is always complete: what cannot be used is left out and reported as SRC020, MAP301 to
        MAP322.
    """
    job = _Job(source)
    built, issues = build_area_map(job.drawing())
    findings = job.findings + [job.finding(issue) for issue in issues]
    return CompiledAreas(built, tuple(issues), tuple(findings))


class _Job:
    """One compilation."""

    def __init__(self, source: AreaMapSource) -> None:
        self.source = source
        self.findings: list[Finding] = []
        self.places = {area.id: area.place for area in source.areas}
        self.statements = {item.id: item.place for item in source.stated}
        self.statements |= {link.id: link.place for link in source.links}
        self.statements |= {item.id: item.place for item in source.known}
        self.shapes = shapes_of(_valid(area) for area in source.areas)

    def report(self, code: str, message: str, place: Place) -> None:
        self.findings.append(Finding(code, Severity.ERROR, message, place))

    def drawing(self) -> AreaDrawing:
        source = self.source
        extra = self._loose_points()
        expected = source.expected
        return AreaDrawing(
            areas=tuple(self._area(area, extra.get(area.id, ())) for area in source.areas),
            stated=tuple(
                StatedBorder(item.id, *item.areas, item.connect, item.reason, origin_of(item.provenance))
                for item in source.stated
            ),
            links=tuple(link for item in source.links if (link := self._link(item)) is not None),
            voids=tuple((np.array(ring, dtype=np.float64),) for ring in source.voids),
            expected=None if expected is None else {id: others for id, (others, _) in expected.items()},
            tolerance=source.tolerance,
            least_border=source.least_border,
            sourced=tuple(
                SourcedBorder(item.id, *item.areas, origin_of(item.provenance)) for item in source.known
            ),
            size_px=source.size_px,
            scenery=tuple(
                Scenery(kind, np.array(line, dtype=np.float64), name) for kind, name, line in source.scenery
            ),
        )

    def _area(self, area: AreaSource, extra: tuple[tuple[str, XY], ...]) -> DrawnArea:
        kind = area.kind
        kinds = self.source.kinds
        if kind is None and len(kinds) == 1:
            kind = next(iter(kinds))
        if kind is None or kind not in kinds:
            words = (
                f"no kind of area is called '{kind}'{suggestion(kind, kinds)}" if kind else "it has no kind"
            )
            self.report("SRC020", f"area {area.id}: {words}", area.place)
        names = area.names.to_json()
        return DrawnArea(
            id=area.id,
            kind=kind or "",
            names=names if area.names.en else {},
            parts=tuple(_arrays(part) for part in area.parts),
            provenance=origin_of(area.provenance),
            points=(*area.points, *extra),
            is_box=area.box,
            properties=dict(area.properties),
            origins={fact: origin_of(stated) for fact, stated in area.origins.items()},
        )

    def _loose_points(self) -> dict[str, tuple[tuple[str, XY], ...]]:
        """Return drawn points by the area they lie in."""
        found: dict[str, tuple[tuple[str, XY], ...]] = {}
        for role, xy, place in self.source.points:
            area = self._area_at(xy)
            if area is None:
                self.report("MAP322", f"the point '{role}' at {xy[0]:g}, {xy[1]:g} lies in no area", place)
            else:
                found[area] = (*found.get(area, ()), (role, xy))
        return found

    def _area_at(self, xy: XY) -> str | None:
        inside = np.flatnonzero(shapely.intersects_xy(self.shapes, *xy))
        return self.source.areas[int(inside[0])].id if len(inside) else None

    def _link(self, item: AreaLinkSource) -> DrawnLink | None:
        if item.kind not in self.source.link_kinds:
            hint = suggestion(item.kind, self.source.link_kinds)
            self.report(
                "SRC020", f"link {item.id}: no kind of link is called '{item.kind}'{hint}", item.place
            )
        ends = item.ends
        if ends is None:
            first, last = (self._area_at(xy) for xy in (item.line[0], item.line[-1]))
            if first is None or last is None or first == last:
                words = (
                    "both ends lie in one area"
                    if first is not None and first == last
                    else "an end lies in no area"
                )
                self.report("MAP322", f"link {item.id}: {words}", item.place)
                return None
            ends = (first, last)
        names = item.names.to_json() if item.names.en else {}
        return DrawnLink(item.id, item.kind, *ends, item.one_way, origin_of(item.provenance), names)

    def finding(self, issue: AreaIssue) -> Finding:
        """Return a builder's issue with its place."""
        place = self.places.get(issue.feature) or self.statements.get(issue.feature)
        if issue.problem in (AreaProblem.NEEDLESS, AreaProblem.CONTRADICTION, AreaProblem.UNKNOWN_AREA):
            place = self.statements.get(issue.feature) or place
        expected = self.source.expected or {}
        if issue.problem in (AreaProblem.MISSING_BORDER, AreaProblem.EXTRA_BORDER) or place is None:
            known = [expected[id][1] for id in (issue.feature, *issue.others) if id in expected]
            place = known[0] if known else place
        data: dict[str, object] = {"problem": issue.problem.value, "feature": issue.feature}
        if issue.others:
            data["others"] = list(issue.others)
        if issue.position is not None:
            data["position"] = [round(value, 1) for value in issue.position]
        message = issue.message
        if issue.problem is AreaProblem.UNKNOWN_AREA and issue.others:
            message += suggestion(issue.others[0], self.places)
        return Finding(
            AREA_CODES[issue.problem], issue.severity, message, place or self.source.place, data=data
        )


def _arrays(part: tuple[tuple[XY, ...], ...]) -> Rings:
    return tuple(np.array(ring, dtype=np.float64).reshape(-1, 2) for ring in part)


def _valid(area: AreaSource) -> list[Rings]:
    """Return an area's parts as far as they are polygons, to see what lies in it."""
    shape, _ = polygon_of(tuple(_arrays(part) for part in area.parts))
    parts = [part for part in shapely.get_parts(shape) if shapely.get_type_id(part) == 3]
    return [tuple(map(shapely.get_coordinates, shapely.get_rings(part))) for part in parts]
