"""Roads and railways of a map: every path feature becomes a path of hexes."""

from __future__ import annotations

import numpy as np

from toolkit.diagnostics import Severity
from toolkit.geometry.features import PathFeature, Problem
from toolkit.geometry.map import BoolArray, Path, Place, make_path
from toolkit.geometry.roads import Route, route
from toolkit.geometry.workbench import Workbench

PLACE_REACH = 1.5
"""A path is led through a place whose hex's centre is at most this far from the line, in pitches."""


def build_paths(bench: Workbench, places: tuple[Place, ...], sea: BoolArray) -> tuple[Path, ...]:
    """Route all path features.

    Parameters
    ----------
    sea : (n,) bool
        By hex id.

    Returns
    -------
    tuple of Path
        In the order of the features; a path that leaves the map and comes back is several.
    """
    hex_of = {place.id: place.hex for place in places}
    declared = {place.id for place in bench.features.places}
    paths: list[Path] = []
    for feature in bench.features.paths:
        points = np.asarray(feature.points, dtype=np.float64).reshape(-1, 2)
        if len(points) < 2 or not np.isfinite(points).all():
            message = "a path needs two points, all of them numbers"
            bench.report(Problem.BAD_COORDINATES, feature.id, Severity.ERROR, message)
            continue
        for unknown in [name for name in feature.places if name not in declared]:
            message = f"goes through {unknown!r}, but there is no such place"
            bench.report(Problem.UNKNOWN_REFERENCE, feature.id, Severity.ERROR, message, other=unknown)
        through = {hex_of[name]: name for name in feature.places if name in hex_of}
        wanted = list(dict.fromkeys([*through, *feature.hexes]))
        found = route(bench.grid, points, wanted, reach=PLACE_REACH)
        _report_missed(bench, feature, found, through)
        _report_flags(bench, feature, found)
        parts = _parts(bench, feature, found)
        _report_extent(bench, feature, points, parts)
        for part in parts:
            _report_sea(bench, feature, part, sea)
        paths.extend(parts)
    return tuple(paths)


def _parts(bench: Workbench, feature: PathFeature, found: Route) -> list[Path]:
    """Return the stretches of a route that lie on the map."""
    ids = bench.grid.hex_at(found.hexes)
    parts: list[list[int]] = [[]]
    for h in ids.tolist():
        if h >= 0:
            parts[-1].append(h)
        elif parts[-1]:
            parts.append([])
    return [
        make_path(feature.id, feature.names, feature.kind, part, bench.topology)
        for part in parts
        if len(part) > 1
    ]


def _report_missed(bench: Workbench, feature: PathFeature, found: Route, through: dict[int, str]) -> None:
    for cell in found.missed:
        h = int(bench.grid.hex_at(np.array(cell)))
        x, y = bench.grid.to_plane(np.array(cell)).tolist()
        name = through.get(h)
        what = repr(name) if name is not None else f"hex {bench.grid.number(h)}"
        bench.report(
            Problem.PLACE_OFF_LINE,
            feature.id,
            Severity.ERROR,
            f"should go through {what}, but passes more than {PLACE_REACH} pitches from that hex's middle",
            position=(x, y),
            hex=h,
            other=name,
        )


def _report_flags(bench: Workbench, feature: PathFeature, found: Route) -> None:
    """Report close choices: one issue a path, since each is small and a long road has many."""
    cells = np.array([(flag.q, flag.r) for flag in found.flags], dtype=np.int64).reshape(-1, 2)
    on_map = [
        (flag, h) for flag, h in zip(found.flags, bench.grid.hex_at(cells).tolist(), strict=True) if h >= 0
    ]
    if not on_map:
        return
    closest, h = min(on_map, key=lambda pair: (pair[0].distance, pair[1]))
    bench.report(
        Problem.UNDECIDABLE,
        feature.id,
        Severity.INFO,
        f"cuts the corners of {len(on_map)} hexes so that going through them or past them is a close choice",
        position=closest.position,
        hex=h,
        data={"distance": closest.distance, "hexes": sorted(h for _, h in on_map)},
    )


def _report_extent(bench: Workbench, feature: PathFeature, points: np.ndarray, parts: list[Path]) -> None:
    if parts:
        return
    on_map = bool((bench.grid.nearest(points) >= 0).any())
    problem = Problem.NO_LINK if on_map else Problem.OFF_MAP
    message = "the path stays within one hex" if on_map else "the path lies off the map"
    x, y = points[0].tolist()
    bench.report(problem, feature.id, Severity.WARNING, message, position=(x, y))


def _report_sea(bench: Workbench, feature: PathFeature, part: Path, sea: BoolArray) -> None:
    """Report each stretch of a path that runs through sea hexes, at its first hex."""
    wet = sea[part.hexes]
    starts = np.flatnonzero(wet & ~np.concatenate([[False], wet[:-1]]))
    for start in starts.tolist():
        h = int(part.hexes[start])
        x, y = bench.grid.to_plane(bench.grid.axial_of(np.array([h])))[0].tolist()
        message = "the path goes into the sea"
        bench.report(Problem.PATH_INTO_SEA, feature.id, Severity.ERROR, message, position=(x, y), hex=h)
