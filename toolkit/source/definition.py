"""game.yaml as typed values: sides, grid, projection, terrain kinds, layers; or the file of an area map."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from toolkit.diagnostics import Finding, InputError, Place, Severity, ToolkitError
from toolkit.source.document import Document
from toolkit.source.names import Names
from toolkit.source.provenance import Provenance, ProvenanceKind
from toolkit.source.style import PLAIN, Style
from toolkit.source.style_reading import read_style
from toolkit.source.values import mapping


@dataclass(frozen=True, slots=True)
class GridDefinition:
    """The rectangle of hexes, in the words of game.yaml.

    `pitch` is in km; without a projection the plane has no km, and one hex is its unit.
    """

    orientation: str
    pitch: float
    first_column: int
    columns: int
    first_row: int
    rows: int
    shifted: Literal["even", "odd"]
    anchor_hex: str | None
    anchor_place: Place
    order: Literal["column-row", "row-column"] = "column-row"
    column_digits: int = 2
    row_digits: int = 2
    separator: str = ""
    letters: Literal["none", "column", "row", "both"] = "none"
    columns_from: Literal["left", "right"] = "left"
    rows_from: Literal["top", "bottom"] = "top"
    oblique: Literal["", "down", "up", "right", "left"] = ""
    exceptions: tuple[tuple[str, str], ...] = ()
    short: Literal["", "shifted", "straight"] = ""
    holes: tuple[tuple[str, Place], ...] = ()
    place: Place = field(default_factory=Place)


@dataclass(frozen=True, slots=True)
class ProjectionDefinition:
    """How longitude and latitude become the plane; the centre is the anchor hex's.

    Attributes
    ----------
    method : str
        ``"equirectangular"`` (the formula's constants are set) or ``"crs"`` (`crs` is set).
    crs : str or None
        Anything pyproj reads, in metres.
    """

    method: str
    centre_lon: float
    centre_lat: float
    place: Place
    true_scale_lat: float | None = None
    km_per_degree_lat: float | None = None
    km_per_degree_lon_at_equator: float | None = None
    crs: str | None = None


@dataclass(frozen=True, slots=True)
class TerrainKind:
    """A terrain kind and how polygons fill it."""

    id: str
    names: Names
    is_default: bool = False
    is_sea: bool = False
    share: float = 0.5
    priority: int = 0


@dataclass(frozen=True, slots=True)
class Layer:
    """A named layer of hexsides, links or hexes; over `water` a link is a bridge."""

    id: str
    names: Names
    water: bool = False


@dataclass(frozen=True, slots=True)
class MapFile:
    """A file of the map.

    Attributes
    ----------
    name : str
        Below the game's folder.
    place : Place
        Where game.yaml names it.
    provenance : mapping or None
        As written: of everything in a drawn file that does not say its own.
    section, kind : str or None
        What the features of a GeoJSON file are that do not say it.
    coordinates : {"degrees", "scan"}
        Of a GeoJSON file.
    """

    name: str
    place: Place
    provenance: Mapping[str, Any] | None = None
    section: str | None = None
    kind: str | None = None
    coordinates: Literal["degrees", "scan"] = "degrees"


@dataclass(frozen=True, slots=True)
class GameDefinition:
    """What game.yaml says.

    A game has a grid of hexes, an area map or both; without a grid it has no projection, terrain kinds,
    town classes, layers and map files.

    Attributes
    ----------
    sides : mapping of id to Names
    hex_grid : GridDefinition or None
        `grid` gives it to those who cannot do without.
    nations : mapping of id to Names
        Whose counters there are; empty where any are allowed.
    style : Style
        How its pictures look.
    """

    id: str
    names: Names
    version: str
    sides: Mapping[str, Names]
    hex_grid: GridDefinition | None
    projection: ProjectionDefinition | None
    terrain: tuple[TerrainKind, ...]
    town_classes: Mapping[str, Names]
    side_layers: tuple[Layer, ...]
    link_layers: tuple[Layer, ...]
    hex_layers: tuple[Layer, ...]
    map_files: tuple[MapFile, ...]
    provenance: Provenance
    scan: str | None = None
    areas: str | None = None
    nations: Mapping[str, Names] = field(default_factory=dict)
    style: Style = PLAIN

    @property
    def grid(self) -> GridDefinition:
        """The grid of hexes; SRC044 (ToolkitError) for a game without."""
        if self.hex_grid is None:
            raise ToolkitError([no_hexes(self.id)])
        return self.hex_grid


def no_hexes(game: str) -> Finding:
    """Return what to say when hexes are asked of a game that is played on areas."""
    text = f"{game} is played on areas and has no hex grid; this is made for hexes"
    return Finding("SRC044", Severity.ERROR, text)


def no_areas(game: str) -> Finding:
    """Return what to say when areas are asked of a game that is played on hexes."""
    text = f"{game} is played on hexes and has no areas; this is made for areas"
    return Finding("SRC044", Severity.ERROR, text)


def read_definition(document: Document) -> GameDefinition:
    """Return the definition in a document checked against ``game.schema.json``.

    Raises
    ------
    InputError
        SRC025 when not exactly one terrain kind is the default; SRC029 when a projection has no scale or
        a scale no projection; SRC020 when `style` speaks of what the game does not have.
    """
    data = mapping(document)
    _check_plane(document, data)
    terrain = tuple(_terrain(key, entry) for key, entry in data.get("terrain", {}).items())
    if "grid" in data and sum(kind.is_default for kind in terrain) != 1:
        text = "exactly one terrain kind has `default: true`: what is left where no polygon lies"
        raise InputError.single("SRC025", text, document.place("terrain"))
    layers = {"sides": {}, "links": {}, "hexes": {}} | data.get("layers", {})
    stated = data.get("provenance", {"kind": "invented"})
    source = data.get("sources", {}).get(stated.get("source"), stated.get("source"))
    return GameDefinition(
        id=data["id"],
        names=Names.from_json(data["names"]),
        version=data["version"],
        sides={key: Names.from_json(entry) for key, entry in data["sides"].items()},
        hex_grid=_grid(document, data["grid"]) if "grid" in data else None,
        projection=_projection(document, data["projection"]) if "projection" in data else None,
        terrain=terrain,
        town_classes={key: Names.from_json(entry) for key, entry in data.get("town_classes", {}).items()},
        side_layers=tuple(
            Layer(key, Names.from_json(entry["names"]), entry.get("water", False))
            for key, entry in layers["sides"].items()
        ),
        link_layers=tuple(Layer(key, Names.from_json(entry)) for key, entry in layers["links"].items()),
        hex_layers=tuple(Layer(key, Names.from_json(entry)) for key, entry in layers["hexes"].items()),
        map_files=tuple(
            _map_file(entry, document.place("map", i)) for i, entry in enumerate(data.get("map", ()))
        ),
        provenance=Provenance(ProvenanceKind(stated["kind"]), source),
        scan=data.get("scan"),
        areas=data.get("areas"),
        nations={key: Names.from_json(entry) for key, entry in data.get("nations", {}).items()},
        style=read_style(
            document,
            {
                "sides": data["sides"],
                "nations": data.get("nations", {}),
                "terrain": data.get("terrain", {}),
                "hexsides": layers["sides"],
                "marks": layers["hexes"],
                "viewer": layers["hexes"],
            },
        ),
    )


def _check_plane(document: Document, data: Mapping[str, Any]) -> None:
    """Refuse half a plane: degrees need a projection, a pitch in km and an anchor; a scan needs none."""
    grid = data.get("grid", {})
    needed = [key for key in ("pitch_km", "anchor") if key not in grid]
    if "projection" in data and needed:
        text = f"a projection needs {' and '.join(f'grid.{key}' for key in needed)}"
        raise InputError.single("SRC029", text, document.place("grid"))
    if "projection" not in data and "pitch_km" in grid:
        text = "pitch_km needs a projection; a map on a scan has no km, its hexes are measured in pixels"
        raise InputError.single("SRC029", text, document.place("grid", "pitch_km"))


def _map_file(entry: str | Mapping[str, Any], place: Place) -> MapFile:
    if isinstance(entry, str):
        return MapFile(entry, place)
    return MapFile(
        entry["file"],
        place,
        entry.get("provenance"),
        entry.get("section"),
        entry.get("kind"),
        entry.get("coordinates", "degrees"),
    )


def _terrain(key: str, entry: Mapping[str, Any]) -> TerrainKind:
    return TerrainKind(
        id=key,
        names=Names.from_json(entry["names"]),
        is_default=entry.get("default", False),
        is_sea=entry.get("sea", False),
        share=float(entry.get("share", 0.5)),
        priority=entry.get("priority", 0),
    )


def _grid(document: Document, entry: Mapping[str, Any]) -> GridDefinition:
    numbering = entry.get("numbering", {})
    letters = numbering.get("letters", "none")
    # A1 is usual beside letters, 0101 without.
    digits = 2 if letters == "none" else 1
    return GridDefinition(
        orientation=entry["orientation"],
        pitch=float(entry.get("pitch_km", 1.0)),
        first_column=entry["first_column"],
        columns=entry["columns"],
        first_row=entry["first_row"],
        rows=entry["rows"],
        shifted=entry["shifted"],
        anchor_hex=str(entry["anchor"]["hex"]) if "anchor" in entry else None,
        anchor_place=document.place("grid", "anchor", "hex"),
        order=numbering.get("order", "column-row"),
        column_digits=numbering.get("column_digits", digits),
        row_digits=numbering.get("row_digits", digits),
        separator=numbering.get("separator", ""),
        letters=letters,
        columns_from=numbering.get("columns_from", "left"),
        rows_from=numbering.get("rows_from", "top"),
        oblique=numbering.get("oblique", ""),
        exceptions=tuple((here, str(there)) for here, there in numbering.get("exceptions", {}).items()),
        short=entry.get("short", ""),
        holes=tuple(
            (str(number), document.place("grid", "holes", i))
            for i, number in enumerate(entry.get("holes", ()))
        ),
        place=document.place("grid"),
    )


def _projection(document: Document, entry: Mapping[str, Any]) -> ProjectionDefinition:
    return ProjectionDefinition(
        method=entry["method"],
        centre_lon=float(entry["centre_lon"]),
        centre_lat=float(entry["centre_lat"]),
        place=document.place("projection"),
        true_scale_lat=entry.get("true_scale_lat"),
        km_per_degree_lat=entry.get("km_per_degree_lat"),
        km_per_degree_lon_at_equator=entry.get("km_per_degree_lon_at_equator"),
        crs=entry.get("crs"),
    )
