"""Map files as typed values: towns, rivers, links, areas, the start line, marks and overrides.

Positions stay longitude and latitude here; what they mean on the grid is worked out in
`toolkit.compile`.  Every value keeps its provenance and its place in the file.
"""

from __future__ import annotations

from dataclasses import dataclass

from toolkit.diagnostics import Place
from toolkit.source.names import Names
from toolkit.source.provenance import Provenance


@dataclass(frozen=True, slots=True)
class Point:
    """One point of a drawn line or polygon: exactly one of the forms is set.

    Attributes
    ----------
    lon, lat : float or None
        Degrees.
    x, y : float or None
        Pixels of the scan.
    hexes : tuple of str
        One hex (its centre), two neighbours (the middle of their side) or three (their corner).
    town : str or None
        Id of a town.
    kind : str or None
        From here on the line is of this kind.
    """

    place: Place
    lon: float | None = None
    lat: float | None = None
    x: float | None = None
    y: float | None = None
    hexes: tuple[str, ...] = ()
    town: str | None = None
    kind: str | None = None


@dataclass(frozen=True, slots=True)
class Town:
    """A town or major city.

    Attributes
    ----------
    id, kind : str
        `kind` is a class of game.yaml.
    at : Point
        Degrees or pixels.
    hex, control, reason : str or None
        Stated hex or control that overrules the position or the start line, and why.
    control_reference : str or None
        Listed control, compared with the derived one.
    on_river : tuple of str
        Rivers whose hexsides the town's hex must touch.
    part_of : str or None
        The town whose hex this one shares.
    """

    id: str
    kind: str
    names: Names
    at: Point
    provenance: Provenance
    place: Place
    other_name: str | None = None
    hex: str | None = None
    control: str | None = None
    reason: str | None = None
    control_reference: str | None = None
    on_river: tuple[str, ...] = ()
    part_of: str | None = None
    note: str | None = None


@dataclass(frozen=True, slots=True)
class River:
    """A line along hexsides, from its source to its mouth.

    Attributes
    ----------
    begins : (how, id)
        ``("source", None)``, ``("off_map", None)`` or ``("leaves", river)``.
    ends : (how, id)
        ``("joins", river)``, ``("mouth", sea)``, ``("sinks", where)``, ``("off_map", None)``; both may be
        ``("free", None)``: whatever the line reaches.
    """

    id: str
    kind: str
    names: Names
    course: tuple[Point, ...]
    begins: tuple[str, str | None]
    ends: tuple[str, str | None]
    provenance: Provenance
    place: Place


@dataclass(frozen=True, slots=True)
class Line:
    """A road or railway: through towns, hexes and points, in order."""

    id: str
    kind: str
    names: Names
    through: tuple[Point, ...]
    provenance: Provenance
    place: Place


@dataclass(frozen=True, slots=True)
class Area:
    """A polygon of one terrain kind: the outer ring, then holes; `share` None means the kind's own."""

    id: str
    kind: str
    names: Names
    rings: tuple[tuple[Point, ...], ...]
    share: float | None
    provenance: Provenance
    place: Place


@dataclass(frozen=True, slots=True)
class StartLine:
    """The line between the sides at start, north to south."""

    west: str
    east: str
    points: tuple[Point, ...]
    provenance: Provenance
    place: Place


@dataclass(frozen=True, slots=True)
class Mark:
    """A printed symbol in a hex: `hex` is a number, or `town` an id, or `at` lies in it."""

    id: str
    layer: str
    provenance: Provenance
    place: Place
    hex: str | None = None
    town: str | None = None
    at: Point | None = None


@dataclass(frozen=True, slots=True)
class TerrainOverride:
    """A stated terrain of a hex."""

    id: str
    hex: str
    terrain: str
    reason: str
    provenance: Provenance
    place: Place


@dataclass(frozen=True, slots=True)
class LayerOverride:
    """A stated river, link or barrier of the side between two hexes; `present` False takes it away.

    `names`: what it is called, as far as anybody says.
    """

    id: str
    side: tuple[str, str]
    layer: str
    present: bool
    reason: str
    provenance: Provenance
    place: Place
    names: Names | None = None


@dataclass(frozen=True, slots=True)
class BridgeStatement:
    """What a maker knows of a river at a town, checked against the map: `bridge` says if one is there."""

    id: str
    town: str
    river: str
    bridge: bool
    provenance: Provenance
    place: Place


@dataclass(frozen=True, slots=True)
class MapSource:
    """All map files of a game together, each kind in the order of the files."""

    towns: tuple[Town, ...] = ()
    rivers: tuple[River, ...] = ()
    lines: tuple[Line, ...] = ()
    areas: tuple[Area, ...] = ()
    start_line: StartLine | None = None
    marks: tuple[Mark, ...] = ()
    terrain_overrides: tuple[TerrainOverride, ...] = ()
    layer_overrides: tuple[LayerOverride, ...] = ()
    bridges: tuple[BridgeStatement, ...] = ()
