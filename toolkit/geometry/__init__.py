"""Hex maps from drawn lines and areas: grids, hexsides, tracing, the compiled map.

Knows no game, no file and no VASSAL.
"""

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from toolkit.geometry.build import build_map
    from toolkit.geometry.features import (
        FREE,
        MOUTH,
        SOURCE,
        AreaFeature,
        AreaRule,
        EndKind,
        HexMark,
        HexOverride,
        Issue,
        LineEnd,
        LineFeature,
        MapFeatures,
        PathFeature,
        PlaceFeature,
        Problem,
        SideOverride,
    )
    from toolkit.geometry.grid import HexGrid, Letters, Numbering, Oblique, Orientation
    from toolkit.geometry.lattice import Hexside, Vertex
    from toolkit.geometry.map import Chain, Map, Path, Place, Topology
    from toolkit.geometry.provenance import Origin, Provenance, ProvenanceStore

__all__ = [
    "FREE",
    "MOUTH",
    "SOURCE",
    "AreaFeature",
    "AreaRule",
    "Chain",
    "EndKind",
    "HexGrid",
    "HexMark",
    "HexOverride",
    "Hexside",
    "Issue",
    "Letters",
    "LineEnd",
    "LineFeature",
    "Map",
    "MapFeatures",
    "Numbering",
    "Oblique",
    "Orientation",
    "Origin",
    "Path",
    "PathFeature",
    "Place",
    "PlaceFeature",
    "Problem",
    "Provenance",
    "ProvenanceStore",
    "SideOverride",
    "Topology",
    "Vertex",
    "build_map",
]

# Loaded when they are asked for: most that need a map only read one.
_HOMES = {
    "AreaFeature": "features",
    "AreaRule": "features",
    "Chain": "map",
    "EndKind": "features",
    "FREE": "features",
    "HexGrid": "grid",
    "HexMark": "features",
    "HexOverride": "features",
    "Hexside": "lattice",
    "Issue": "features",
    "Letters": "grid",
    "LineEnd": "features",
    "LineFeature": "features",
    "MOUTH": "features",
    "Map": "map",
    "MapFeatures": "features",
    "Numbering": "grid",
    "Oblique": "grid",
    "Orientation": "grid",
    "Origin": "provenance",
    "Path": "map",
    "PathFeature": "features",
    "Place": "map",
    "PlaceFeature": "features",
    "Problem": "features",
    "Provenance": "provenance",
    "ProvenanceStore": "provenance",
    "SOURCE": "features",
    "SideOverride": "features",
    "Topology": "map",
    "Vertex": "lattice",
    "build_map": "build",
}


def __getattr__(name: str) -> Any:
    """Return a name of this package from the module that holds it."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f"{__name__}.{_HOMES[name]}"), name)
