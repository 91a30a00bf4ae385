"""Hex maps from drawn lines and areas: grids, hexsides, tracing, the compiled map.

Knows no game, no file and no VASSAL.
"""

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
    Provenance,
    SideOverride,
)
from toolkit.geometry.grid import HexGrid, Letters, Numbering, Oblique, Orientation
from toolkit.geometry.lattice import Hexside, Vertex
from toolkit.geometry.map import Chain, Map, Path, Place, Topology
from toolkit.geometry.provenance import Origin, ProvenanceStore

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
