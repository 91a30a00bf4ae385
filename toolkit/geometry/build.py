"""From plane features to a `Map`, with everything that looks wrong on the way."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

import numpy as np

from toolkit.diagnostics import Severity
from toolkit.geometry.apart import apart
from toolkit.geometry.chains import build_chains
from toolkit.geometry.features import Issue, MapFeatures, Problem
from toolkit.geometry.grid import HexGrid
from toolkit.geometry.map import BoolArray, Chain, Map, Path, Topology
from toolkit.geometry.paths import build_paths
from toolkit.geometry.places import build_places
from toolkit.geometry.terrain import Ground, lay_ground
from toolkit.geometry.workbench import Workbench


def build_map(grid: HexGrid, features: MapFeatures) -> tuple[Map, list[Issue]]:
    """Build the map of a grid.

    Returns
    -------
    map : Map
        Always complete: a feature that cannot be used is left out and reported.
    issues : list of Issue
        Everything found, areas first, then places, lines, paths and overrides.

    Raises
    ------
    ValueError
        If `features.default_terrain` is none of `features.terrain_kinds`.
    """
    if features.default_terrain not in features.terrain_kinds:
        raise ValueError(f"default terrain {features.default_terrain!r} is no terrain kind")
    issues: list[Issue] = []
    features = _without_duplicates(features, issues)
    bench = Workbench(grid, Topology.of(grid), features, issues=issues)
    ground = lay_ground(bench)
    places = build_places(bench, ground.sea)
    chains = build_chains(bench, ground.sea, ground.coast)
    paths = build_paths(bench, places, ground.sea)
    sides = _side_layers(bench, ground, chains)
    links = _link_layers(bench, paths)
    hexes = _hex_layers(bench, ground)
    _override_sides(bench, sides, links)
    _report_impassable_links(bench, paths, sides.get("impassable"), links)
    keep = {f"hex:{name}": mask for name, mask in hexes.items()}
    keep |= {f"side:{name}": mask for name, mask in sides.items()}
    keep |= {f"link:{name}": mask for name, mask in links.items()}
    compiled = Map(
        grid=grid,
        terrain_kinds=features.terrain_kinds,
        terrain=ground.terrain,
        topology=bench.topology,
        side_features=sides,
        links=links,
        hex_features=hexes,
        places=places,
        chains=chains,
        paths=paths,
        provenance=bench.recorder.store(keep),
        water_layers=features.water_layers,
        names=_names(features),
    )
    return compiled, issues


def _names(features: MapFeatures) -> dict[str, Mapping[str, str]]:
    """Return what areas and stated hexsides are called; lines and places carry their own names."""
    found = {area.id: area.names for area in features.areas}
    found |= {stated.id: stated.names for stated in features.side_overrides}
    return {id: names for id, names in found.items() if names.get("en")}


def _without_duplicates(features: MapFeatures, issues: list[Issue]) -> MapFeatures:
    """Drop features whose id is taken within their class, reporting each."""
    changes: dict[str, tuple[object, ...]] = {}
    for name in ("lines", "paths", "areas", "places", "hex_overrides", "hex_marks", "side_overrides"):
        seen: set[str] = set()
        kept = []
        for feature in getattr(features, name):
            if feature.id in seen and name in ("lines", "paths", "areas", "places"):
                message = f"the id {feature.id!r} is taken"
                issues.append(Issue(Problem.DUPLICATE_ID, feature.id, Severity.ERROR, message))
                continue
            seen.add(feature.id)
            kept.append(feature)
        changes[name] = tuple(kept)
    return replace(features, **changes)  # type: ignore[arg-type]


def _side_layers(bench: Workbench, ground: Ground, chains: tuple[Chain, ...]) -> dict[str, BoolArray]:
    m = len(bench.topology.sides)
    layers = _empty(bench.features.layers, m)
    layers.setdefault("impassable", np.zeros(m, dtype=np.bool_))[:] |= ground.impassable
    of = {feature.id: feature for feature in bench.features.lines}
    for index, chain in enumerate(chains):
        row = bench.recorder.row(chain.id, of[chain.id].provenance)
        ids = chain.sides[chain.sides >= 0]
        layers.setdefault(chain.kind, np.zeros(m, dtype=np.bool_))[ids] = True
        bench.recorder.record(f"side:{chain.kind}", ids, row)
        bench.recorder.record("chain", [index], row)
    return layers


def _link_layers(bench: Workbench, paths: tuple[Path, ...]) -> dict[str, BoolArray]:
    m = len(bench.topology.sides)
    layers = _empty(bench.features.link_layers, m)
    of = {feature.id: feature for feature in bench.features.paths}
    for index, path in enumerate(paths):
        row = bench.recorder.row(path.id, of[path.id].provenance)
        layers.setdefault(path.kind, np.zeros(m, dtype=np.bool_))[path.links] = True
        bench.recorder.record(f"link:{path.kind}", path.links, row)
        bench.recorder.record("path", [index], row)
    return layers


def _hex_layers(bench: Workbench, ground: Ground) -> dict[str, BoolArray]:
    n = len(bench.grid)
    layers = _empty(bench.features.hex_layers, n)
    layers.setdefault("coast", np.zeros(n, dtype=np.bool_))[:] |= ground.coast
    for name, mask in ground.marks.items():
        layers.setdefault(name, np.zeros(n, dtype=np.bool_))[:] |= mask
    for mark in bench.features.hex_marks:
        if not 0 <= mark.hex < n:
            bench.report(Problem.OFF_MAP, mark.id, Severity.ERROR, f"there is no hex {mark.hex}")
            continue
        layers.setdefault(mark.layer, np.zeros(n, dtype=np.bool_))[mark.hex] = mark.value
        row = bench.recorder.row(mark.id, mark.provenance)
        bench.recorder.record(f"hex:{mark.layer}", [mark.hex], row)
    return layers


def _empty(names: Iterable[str], size: int) -> dict[str, BoolArray]:
    return {name: np.zeros(size, dtype=np.bool_) for name in names}


def _override_sides(bench: Workbench, sides: dict[str, BoolArray], links: dict[str, BoolArray]) -> None:
    m = len(bench.topology.sides)
    for override in bench.features.side_overrides:
        pair = np.array([[override.a, override.b]])
        inside = bool(((pair >= 0) & (pair < len(bench.grid))).all())
        side = int(bench.topology.side_ids(pair)[0]) if inside else -1
        if side < 0:
            message = apart(bench.grid, override.a, override.b) if inside else "one of its hexes is not there"
            bench.report(Problem.NOT_NEIGHBOURS, override.id, Severity.ERROR, message, hex=override.a)
            continue
        layers = sides if override.group == "side" else links
        layers.setdefault(override.layer, np.zeros(m, dtype=np.bool_))[side] = override.value
        row = bench.recorder.row(override.id, override.provenance)
        bench.recorder.record(f"{override.group}:{override.layer}", [side], row)


def _report_impassable_links(
    bench: Workbench, paths: tuple[Path, ...], impassable: BoolArray | None, links: dict[str, BoolArray]
) -> None:
    """Report each path at the first hexside that cannot be crossed."""
    if impassable is None or not impassable.any():
        return
    for path in paths:
        crossed = np.flatnonzero(impassable[path.links] & links[path.kind][path.links])
        if len(crossed):
            h = int(path.hexes[crossed[0]])
            x, y = bench.grid.to_plane(bench.grid.axial_of(np.array([h])))[0].tolist()
            bench.report(
                Problem.PATH_OVER_IMPASSABLE,
                path.id,
                Severity.WARNING,
                "the path crosses a hexside that nothing can cross",
                position=(x, y),
                hex=h,
                data={"to": int(path.hexes[crossed[0] + 1])},
            )
