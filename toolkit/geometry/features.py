"""What a map is built from: features in plane coordinates, and what is reported about them.

Plain values; nothing here computes.  Positions are plane coordinates (x right, y down) in the unit
of the grid's pitch.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import Literal

from toolkit.diagnostics import Severity
from toolkit.geometry.lattice import FloatArray
from toolkit.geometry.provenance import Provenance

_NO_NAMES: Mapping[str, str] = MappingProxyType({})
_NO_DATA: Mapping[str, object] = MappingProxyType({})


class EndKind(StrEnum):
    """What a river's end is.

    FREE: nothing said; it must reach the map's edge, the sea or another river.
    SOURCE: a spring, a lake, a dry bed: it may end anywhere.
    MOUTH: it must reach the sea or the map's edge.
    JOIN: it meets another river (as its tributary or its branch) at one of that river's vertices.
    """

    FREE = "free"
    SOURCE = "source"
    MOUTH = "mouth"
    JOIN = "join"


@dataclass(frozen=True, slots=True)
class LineEnd:
    """One end of a river, as far as it is declared.

    Attributes
    ----------
    joins : str or None
        With JOIN, the id of the other river.
    at : (x, y) or None
        A plane position: the end is the nearest vertex.
    hex : int or None
        A hex id (a source town): the end is that hex's vertex nearest to the drawn end.
    """

    kind: EndKind = EndKind.FREE
    joins: str | None = None
    at: tuple[float, float] | None = None
    hex: int | None = None


FREE = LineEnd()
SOURCE = LineEnd(EndKind.SOURCE)
MOUTH = LineEnd(EndKind.MOUTH)


@dataclass(frozen=True, slots=True)
class LineFeature:
    """A drawn line that follows hexsides: a river, a canal, a wall.

    Attributes
    ----------
    kind : str
        Name of the `Map.side_features` layer it fills, e.g. "river".
    points : (k, 2) array
        From start to end; a line whose last point is its first is a ring.
    names : mapping
        Language to name.
    start, end : LineEnd
        What is declared of its ends.
    """

    id: str
    kind: str
    points: FloatArray
    provenance: Provenance
    names: Mapping[str, str] = field(default_factory=lambda: _NO_NAMES)
    start: LineEnd = FREE
    end: LineEnd = FREE


@dataclass(frozen=True, slots=True)
class PathFeature:
    """A drawn line that goes from hex to hex: a road, a railway.

    Attributes
    ----------
    kind : str
        Name of the `Map.links` layer it fills, e.g. "road".
    points : (k, 2) array
    places : tuple of str
        Ids of `PlaceFeature`s it goes through, in any order; their hexes are on the path.
    hexes : tuple of int
        Further hex ids it goes through, in any order.
    """

    id: str
    kind: str
    points: FloatArray
    provenance: Provenance
    names: Mapping[str, str] = field(default_factory=lambda: _NO_NAMES)
    places: tuple[str, ...] = ()
    hexes: tuple[int, ...] = ()


class AreaRule(StrEnum):
    """How a polygon fills hexes.

    TERRAIN: hexes covered to the stated share take the terrain `kind`.
    SEA: the same, and hexes touched less are marked "coast"; hexsides within it become impassable.
    MARK: hexes covered to the stated share are marked in `Map.hex_features[kind]`.
    """

    TERRAIN = "terrain"
    SEA = "sea"
    MARK = "mark"


@dataclass(frozen=True, slots=True)
class AreaFeature:
    """A drawn area.

    Attributes
    ----------
    kind : str
        Terrain kind, or name of the hex layer (rule MARK).
    parts : tuple of tuple of (k, 2) arrays
        Polygons; of each, the outer ring and then its holes.  Rings repeat their first point.
    share : float
        Least covered share of a hex, in (0, 1].
    priority : int
        Where kinds meet in one hex, the higher wins; between equals the larger share does, and
        contradicting polygons are reported.
    """

    id: str
    kind: str
    parts: tuple[tuple[FloatArray, ...], ...]
    provenance: Provenance
    rule: AreaRule = AreaRule.TERRAIN
    share: float = 0.5
    priority: int = 0
    names: Mapping[str, str] = field(default_factory=lambda: _NO_NAMES)


@dataclass(frozen=True, slots=True)
class PlaceFeature:
    """A town or another named point.

    Attributes
    ----------
    id, kind : str
        E.g. "town", "major_city".
    point : (x, y)
    hex : int or None
        Hex id that overrides the position's own.
    control : str or None
        Side that holds it at start.
    """

    id: str
    kind: str
    point: tuple[float, float]
    provenance: Provenance
    names: Mapping[str, str] = field(default_factory=lambda: _NO_NAMES)
    hex: int | None = None
    control: str | None = None


@dataclass(frozen=True, slots=True)
class HexOverride:
    """A stated terrain for a hex, above all polygons."""

    id: str
    hex: int
    terrain: str
    provenance: Provenance


@dataclass(frozen=True, slots=True)
class HexMark:
    """A stated mark of a hex in `Map.hex_features[layer]`; ``value`` False takes it away."""

    id: str
    hex: int
    layer: str
    provenance: Provenance
    value: bool = True


@dataclass(frozen=True, slots=True)
class SideOverride:
    """A stated feature of the hexside between hexes `a` and `b`.

    `layer` is a name in `Map.side_features` (`group` "side") or in `Map.links` (`group` "link");
    ``value`` False takes it away.
    """

    id: str
    a: int
    b: int
    layer: str
    provenance: Provenance
    value: bool = True
    group: Literal["side", "link"] = "side"
    names: Mapping[str, str] = field(default_factory=lambda: _NO_NAMES)


@dataclass(frozen=True, slots=True)
class MapFeatures:
    """Everything a map is built from.

    Attributes
    ----------
    default_terrain : str
        What is left when no polygon covers a hex.
    default_provenance : Provenance
        Of those hexes.
    terrain_kinds : tuple of str
        All kinds, in the order of their codes; `default_terrain` is among them.
    lines, paths, areas, places, hex_overrides, hex_marks, side_overrides : tuples of features
    layers : tuple of str
        Names of side layers that exist even if no feature fills them; likewise `link_layers` and
        `hex_layers`.
    water_layers : tuple of str
        The side layers over which a link is a bridge.
    sea_kinds : tuple of str
        Terrain kinds that are sea, whatever put them into a hex.
    """

    default_terrain: str
    default_provenance: Provenance
    terrain_kinds: tuple[str, ...]
    lines: tuple[LineFeature, ...] = ()
    paths: tuple[PathFeature, ...] = ()
    areas: tuple[AreaFeature, ...] = ()
    places: tuple[PlaceFeature, ...] = ()
    hex_overrides: tuple[HexOverride, ...] = ()
    hex_marks: tuple[HexMark, ...] = ()
    side_overrides: tuple[SideOverride, ...] = ()
    layers: tuple[str, ...] = ("river", "great_river", "impassable")
    link_layers: tuple[str, ...] = ("road", "rail")
    hex_layers: tuple[str, ...] = ("coast",)
    water_layers: tuple[str, ...] = ("river", "great_river")
    sea_kinds: tuple[str, ...] = ("sea",)


class Problem(StrEnum):
    """What can be wrong with a feature."""

    # any feature
    DUPLICATE_ID = "duplicate_id"
    BAD_COORDINATES = "bad_coordinates"
    UNKNOWN_REFERENCE = "unknown_reference"
    OFF_MAP = "off_map"
    # lines
    UNDECIDABLE = "undecidable"
    END_IN_NOTHING = "end_in_nothing"
    NOT_JOINED = "not_joined"
    JOIN_CYCLE = "join_cycle"
    SELF_CROSSING = "self_crossing"
    NO_HEXSIDE = "no_hexside"
    END_FAR = "end_far"
    # paths
    PATH_INTO_SEA = "path_into_sea"
    PATH_OVER_IMPASSABLE = "path_over_impassable"
    PLACE_OFF_LINE = "place_off_line"
    NO_LINK = "no_link"
    # areas
    UNCLOSED = "unclosed"
    RING_CROSSING = "ring_crossing"
    OVERLAP = "overlap"
    NO_HEX = "no_hex"
    # places
    PLACE_IN_SEA = "place_in_sea"
    SHARED_HEX = "shared_hex"
    # overrides
    NOT_NEIGHBOURS = "not_neighbours"
    CONTRADICTION = "contradiction"


@dataclass(frozen=True, slots=True)
class Issue:
    """One thing found while building.

    Attributes
    ----------
    feature : str
        Id of the feature.
    severity : Severity
        What the builder thinks of it: ERROR when the map would be wrong.
    message : str
        One sentence for a person, without file or number of the hex.
    position : (x, y) or None
        Plane position.
    hex : int or None
        Hex id.
    other : str or None
        Id of the other feature where two are involved.
    data : mapping
        The facts, JSON-serialisable.
    """

    problem: Problem
    feature: str
    severity: Severity
    message: str
    position: tuple[float, float] | None = None
    hex: int | None = None
    other: str | None = None
    data: Mapping[str, object] = field(default_factory=lambda: _NO_DATA)
