"""A map's source compiled: plane features, the built map, and everything found on the way."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from toolkit.compile.checks import check_map
from toolkit.compile.errata import correct_map
from toolkit.compile.features import Prepared, prepare
from toolkit.compile.projection import longitudes, make_grid, make_projection
from toolkit.compile.resolve import Resolver, at_hex
from toolkit.compile.scan import Scan, compile_scan
from toolkit.diagnostics import Finding, Place, Severity
from toolkit.diagnostics.words import counted
from toolkit.geometry.build import build_map
from toolkit.geometry.features import Issue, Problem
from toolkit.geometry.grid import HexGrid
from toolkit.geometry.map import Map
from toolkit.source.definition import ProjectionDefinition
from toolkit.source.game import GameSource

_CODES: Mapping[Problem, str] = {
    Problem.DUPLICATE_ID: "MAP001",
    Problem.BAD_COORDINATES: "MAP002",
    Problem.UNKNOWN_REFERENCE: "MAP003",
    Problem.OFF_MAP: "MAP004",
    Problem.UNDECIDABLE: "MAP010",
    Problem.END_IN_NOTHING: "MAP011",
    Problem.NOT_JOINED: "MAP012",
    Problem.JOIN_CYCLE: "MAP013",
    Problem.SELF_CROSSING: "MAP014",
    Problem.NO_HEXSIDE: "MAP015",
    Problem.END_FAR: "MAP016",
    Problem.PATH_INTO_SEA: "MAP020",
    Problem.PATH_OVER_IMPASSABLE: "MAP021",
    Problem.PLACE_OFF_LINE: "MAP022",
    Problem.NO_LINK: "MAP023",
    Problem.UNCLOSED: "MAP030",
    Problem.RING_CROSSING: "MAP031",
    Problem.OVERLAP: "MAP032",
    Problem.NO_HEX: "MAP033",
    Problem.PLACE_IN_SEA: "MAP040",
    Problem.SHARED_HEX: "MAP041",
    Problem.NOT_NEIGHBOURS: "MAP050",
    Problem.CONTRADICTION: "MAP051",
}


def compile_map(source: GameSource) -> tuple[Map, list[Finding]]:
    """Build the map of a game's source, as its errata correct it.

    Returns
    -------
    map : Map
        Always complete: what cannot be used is left out and reported.
    findings : list of Finding
        SRC02x and MAPnnn; those of severity ERROR mean that the map is not as drawn.

    Raises
    ------
    InputError
        SRC023, SRC026: no grid or projection to build on.
    """
    source, corrected = correct_map(source, lambda bare: _compile(bare)[0])
    built, findings = _compile(source)
    return built, [*corrected, *findings]


def _compile(source: GameSource) -> tuple[Map, list[Finding]]:
    """Build the map of a source whose errata are stated in it, or left out."""
    definition = source.definition
    grid = make_grid(definition.grid)
    projection = None if definition.projection is None else make_projection(definition.projection)
    scan, scanned = lay_scan(source, grid)
    resolver = Resolver(grid, projection, source.map.towns, None if scan is None else scan.calibration)
    prepared = prepare(source, resolver)
    built, issues = build_map(grid, prepared.features)
    paths = {path.id: path.kind for path in prepared.features.paths}
    close = [issue for issue in issues if issue.problem is Problem.UNDECIDABLE and issue.feature in paths]
    findings = [*scanned, *_projection_doubts(source, issues), *prepared.findings]
    findings += [issue_finding(issue, prepared, grid) for issue in issues if issue not in close]
    findings += _close_choices(close, paths, prepared, grid)
    findings += check_map(source, built, resolver, prepared.derived_control)
    return built, findings


def _projection_doubts(source: GameSource, issues: Sequence[Issue]) -> list[Finding]:
    """Return one finding that names the projection where many places lie off the map."""
    stated = source.definition.projection
    towns = {town.id for town in source.map.towns}
    off = {issue.feature for issue in issues if issue.problem is Problem.OFF_MAP} & towns
    doubts = [] if stated is None else _foreign_zone(stated)
    if stated is None or len(off) < 3 or 3 * len(off) < len(towns):
        return doubts
    how = stated.crs if stated.method == "crs" else stated.method
    text = (
        f"{len(off)} of {len(towns)} places lie off the map: is the projection right "
        f"({how}, centre {stated.centre_lat:g}, {stated.centre_lon:g}; lat, lon)?"
    )
    return [*doubts, Finding("MAP005", Severity.ERROR, text, stated.place)]


def _foreign_zone(stated: ProjectionDefinition) -> list[Finding]:
    """Return a finding where a CRS is made for other longitudes, such as another UTM zone, than the map's."""
    zone = longitudes(stated)
    if zone is None or zone[0] <= stated.centre_lon <= zone[1]:
        return []
    text = (
        f"the projection {stated.crs} is made for longitudes {zone[0]:g} to {zone[1]:g}, the map's centre "
        f"lies at {stated.centre_lon:g}: it comes out turned"
    )
    return [Finding("MAP006", Severity.WARNING, text, stated.place)]


def lay_scan(source: GameSource, grid: HexGrid) -> tuple[Scan | None, list[Finding]]:
    """Return a game's scan with its grid laid on it, None where it has none, and what is wrong with it."""
    if source.scan is None:
        return None, []
    return compile_scan(source.scan, source.definition.grid, grid)


def _close_choices(
    issues: Sequence[Issue], paths: Mapping[str, str], prepared: Prepared, grid: HexGrid
) -> list[Finding]:
    """Return one note for each kind of link: dozens of roads cut some hex's corner, and few matter."""
    findings = []
    for kind in dict.fromkeys(paths[issue.feature] for issue in issues):
        found = [issue for issue in issues if paths[issue.feature] == kind]
        first = issue_finding(found[0], prepared, grid)
        lines = counted(len(found), f"line of kind '{kind}' cuts", f"lines of kind '{kind}' cut")
        text = (
            f"{lines} the corner of a hex so closely that through it or past it is a matter of the drawing "
            f"(first: {prepared.titles[found[0].feature]}); name the hex where it matters"
        )
        where = [[issue.feature, *map(str, _hexes(issue, grid))] for issue in found]
        findings.append(Finding("MAP017", Severity.INFO, text, first.place, data={"lines": where}))
    return findings


def _hexes(issue: Issue, grid: HexGrid) -> list[str]:
    return [] if issue.hex is None else [grid.number(issue.hex)]


def _place(issue: Issue, prepared: Prepared, grid: HexGrid) -> Place:
    """Return the file place of an issue: of the drawn point nearest to it where it has a position."""
    place = prepared.places.get(issue.feature, Place())
    at = issue.position
    if at is None and issue.hex is not None:
        x, y = grid.centres()[issue.hex].tolist()
        at = (x, y)
    if at is None or issue.feature not in prepared.points:
        return place
    positions, places = prepared.points[issue.feature]
    return places[int(((positions - np.array(at)) ** 2).sum(axis=1).argmin())]


def issue_finding(issue: Issue, prepared: Prepared, grid: HexGrid) -> Finding:
    """Return a builder's issue as a finding: with its code, its place in the file and its hex."""
    place = _place(issue, prepared, grid)
    if issue.hex is not None:
        place = at_hex(place, grid.number(issue.hex))
    title = prepared.titles.get(issue.feature, issue.feature)
    data = {**issue.data, "feature": issue.feature, "problem": issue.problem.value}
    if issue.other is not None:
        data["other"] = issue.other
    return Finding(_CODES[issue.problem], issue.severity, f"{title}: {issue.message}", place, data=data)
