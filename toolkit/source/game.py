"""A game's whole source folder, read and checked against its schemas."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from toolkit.diagnostics import Finding, InputError, Place
from toolkit.source.charts import Charts, load_charts
from toolkit.source.corrections import Corrections, ReadDocument
from toolkit.source.counters import Counter, load_counters
from toolkit.source.definition import GameDefinition, read_definition
from toolkit.source.document import Document
from toolkit.source.errata import Erratum
from toolkit.source.geojson import from_geojson
from toolkit.source.map import MapSource
from toolkit.source.map_reading import read_map
from toolkit.source.options import Option, load_options
from toolkit.source.reading import read_document
from toolkit.source.schema import check_schema
from toolkit.source.setups import Box, Setup, SetupHex, load_boxes, load_setup_hexes, load_setups

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class GameSource:
    """Everything a game's source folder says, typed; `charts` is None where there are none yet.

    Attributes
    ----------
    file : str
        Path of game.yaml, for findings about the game as a whole.
    definition : GameDefinition
    map : MapSource
    setup_hexes : tuple of SetupHex
    counters : tuple of Counter
    charts : Charts or None
    setups : tuple of Setup
    boxes : tuple of Box
    options : tuple of Option
    errata : tuple of Erratum
        Applied to all of these but the map, whose hexes and hexsides are corrected when it is compiled.
    """

    file: str
    definition: GameDefinition
    map: MapSource
    setup_hexes: tuple[SetupHex, ...] = ()
    counters: tuple[Counter, ...] = ()
    charts: Charts | None = None
    setups: tuple[Setup, ...] = ()
    boxes: tuple[Box, ...] = ()
    options: tuple[Option, ...] = ()
    errata: tuple[Erratum, ...] = ()


def load_game(folder: Path, *, errata: Collection[str] | None = None) -> tuple[GameSource, list[Finding]]:
    """Read a game's source folder.

    Parameters
    ----------
    folder : Path
        Holds ``game.yaml``; other parts are read where they exist.
    errata : collection of str, optional
        Numbers of the errata to apply; all of the folder by default.

    Returns
    -------
    source : GameSource
    findings : list of Finding
        What is readable but looks wrong.

    Raises
    ------
    InputError
        SRC001 to SRC012, of all files at once; SRC020, SRC025, SRC043.
    """
    corrections = Corrections.of(folder, errata)
    reader = _Reader(folder, corrections)
    document = reader.document("game.yaml", "game.schema.json")
    if document is None:
        raise InputError(reader.faults)
    definition = read_definition(document)
    documents = [reader.map_file(name) for name in definition.map_files]
    setup_hexes = reader.part("map/setup_hexes.yaml", load_setup_hexes)
    counters = reader.part("counters", load_counters)
    charts = reader.part("charts", load_charts)
    boxes = reader.part("setups/boxes.yaml", load_boxes)
    setups = reader.part("setups", load_setups)
    options = reader.part("unclear.yaml", load_options)
    if reader.faults:
        raise InputError(reader.faults)
    source_map, findings = read_map([document for document in documents if document is not None])
    for part in (counters, boxes, setups, options):
        findings += part[1] if part else []
    findings += corrections.findings()
    return GameSource(
        file=document.file,
        definition=definition,
        map=source_map,
        setup_hexes=setup_hexes or (),
        counters=counters[0] if counters else (),
        charts=charts,
        setups=setups[0] if setups else (),
        boxes=boxes[0] if boxes else (),
        options=options[0] if options else (),
        errata=corrections.errata,
    ), findings


def read_map_file(path: Path) -> Document:
    """Read one map file, YAML or GeoJSON, and check it against ``map.schema.json``.

    Raises
    ------
    InputError
        SRC001 to SRC012.
    """
    document = read_document(path)
    if path.suffix.lower() in (".json", ".geojson"):
        document = from_geojson(document)
    check_schema(document, "map.schema.json")
    return document


class _Reader:
    """Reads the parts of a folder and keeps the faults, so that one run shows those of all files."""

    def __init__(self, folder: Path, corrections: Corrections) -> None:
        self.folder = folder
        self.corrections = corrections
        self.faults: list[Finding] = []

    def attempt(self, read: Callable[[], T]) -> T | None:
        try:
            return read()
        except InputError as error:
            self.faults += error.findings
            return None

    def document(self, name: str, schema: str) -> Document | None:
        return self.attempt(lambda: self.corrections.read(self.folder / name, schema))

    def map_file(self, name: str) -> Document | None:
        path = self.folder / name
        if ".." in Path(name).parts or Path(name).is_absolute():
            place = Place(file=(self.folder / "game.yaml").as_posix())
            self.faults += InputError.single(
                "SRC001", f"'{name}' lies outside the game's folder", place
            ).findings
            return None
        schema = "map.schema.json"
        return self.attempt(lambda: self.corrections.apply(read_map_file(path), path, schema))

    def part(self, name: str, load: Callable[[Path, ReadDocument], T]) -> T | None:
        """Return what `load` gives for the folder; None when the part does not exist (or is at fault)."""
        if not (self.folder / name).exists():
            return None
        return self.attempt(lambda: load(self.folder, self.corrections.read))
