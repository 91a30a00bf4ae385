"""A map's source compiled: plane features, the built map, and everything found on the way."""

from __future__ import annotations

from toolkit.compile.checks import check_map
from toolkit.compile.codes import PROBLEM_CODES
from toolkit.compile.features import Prepared, prepare
from toolkit.compile.projection import make_grid, make_projection
from toolkit.compile.resolve import Resolver, at_hex
from toolkit.diagnostics import Finding, Place
from toolkit.geometry import HexGrid, Issue, Map, build_map
from toolkit.source.game import GameSource


def compile_map(source: GameSource) -> tuple[Map, list[Finding]]:
    """Build the map of a game's source.

    Parameters
    ----------
    source : GameSource

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
    definition = source.definition
    grid = make_grid(definition.grid)
    resolver = Resolver(grid, make_projection(definition.projection), source.map.towns)
    prepared = prepare(source, resolver)
    built, issues = build_map(grid, prepared.features)
    findings = [*prepared.findings, *(issue_finding(issue, prepared, grid) for issue in issues)]
    findings += check_map(source, built, resolver, prepared.derived_control)
    return built, findings


def issue_finding(issue: Issue, prepared: Prepared, grid: HexGrid) -> Finding:
    """Return a builder's issue as a finding: with its code, its place in the file and its hex."""
    place = prepared.places.get(issue.feature, Place())
    if issue.hex is not None:
        place = at_hex(place, grid.number(issue.hex))
    title = prepared.titles.get(issue.feature, issue.feature)
    data = {**issue.data, "feature": issue.feature, "problem": issue.problem.value}
    if issue.other is not None:
        data["other"] = issue.other
    return Finding(
        PROBLEM_CODES[issue.problem], issue.severity, f"{title}: {issue.message}", place, data=data
    )
