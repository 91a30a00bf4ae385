"""From plane features to a `Map`, with everything that looks wrong on the way."""

from __future__ import annotations

import numpy as np

from toolkit.diagnostics import Severity
from toolkit.geometry.features import Issue, MapFeatures, Problem
from toolkit.geometry.grid import HexGrid
from toolkit.geometry.map import Map, Place, Topology
from toolkit.geometry.provenance import ProvenanceRecorder


def build_map(grid: HexGrid, features: MapFeatures) -> tuple[Map, list[Issue]]:
    """Build the map of a grid.

    Parameters
    ----------
    grid : HexGrid
    features : MapFeatures

    Returns
    -------
    map : Map
        Always complete: a feature that cannot be used is left out and reported.
    issues : list of Issue
        In the order of the features.
    """
    issues: list[Issue] = []
    topology = Topology.of(grid)
    n, m = len(grid), len(topology.sides)
    recorder = ProvenanceRecorder()
    kinds = features.terrain_kinds
    terrain = np.full(n, kinds.index(features.default_terrain), dtype=np.uint8)
    recorder.record("terrain", np.arange(n), recorder.row("", features.default_provenance))
    side_features = {name: np.zeros(m, dtype=np.bool_) for name in features.layers}
    links = {name: np.zeros(m, dtype=np.bool_) for name in features.link_layers}
    hex_features = {name: np.zeros(n, dtype=np.bool_) for name in features.hex_layers}
    for override in features.hex_overrides:
        terrain[override.hex] = kinds.index(override.terrain)
        recorder.record("terrain", [override.hex], recorder.row(override.id, override.provenance))
    for mark in features.hex_marks:
        hex_features.setdefault(mark.layer, np.zeros(n, dtype=np.bool_))[mark.hex] = mark.value
        recorder.record(f"hex:{mark.layer}", [mark.hex], recorder.row(mark.id, mark.provenance))
    places: list[Place] = []
    for place in features.places:
        h = place.hex if place.hex is not None else int(grid.nearest(np.array([place.point]))[0])
        if h < 0:
            issues.append(Issue(Problem.OFF_MAP, place.id, Severity.ERROR, "lies off the map", place.point))
            continue
        recorder.record("place", [len(places)], recorder.row(place.id, place.provenance))
        places.append(Place(place.id, place.names, place.kind, h, place.control, place.point))
    return (
        Map(
            grid=grid,
            terrain_kinds=kinds,
            terrain=terrain,
            topology=topology,
            side_features=side_features,
            links=links,
            hex_features=hex_features,
            places=tuple(places),
            chains=(),
            paths=(),
            provenance=recorder.store(),
            water_layers=features.water_layers,
        ),
        issues,
    )
