"""A drawing of areas (SVG or GeoJSON) turned into the form of an area map's file."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

from toolkit.diagnostics import Finding, Place
from toolkit.source.definition import MapFile
from toolkit.source.document import Document, Path_, Position
from toolkit.source.geojson import from_geojson
from toolkit.source.reading import read_document
from toolkit.source.schema import check_schema
from toolkit.source.svg_map import DrawingBoard, from_svg

_VOID = "void"


def read_area_drawing(
    path: Path,
    board: DrawingBoard,
    provenance: Mapping[str, Any],
    place: Place,
    *,
    scenery: Collection[str] = (),
) -> tuple[Document, list[Finding]]:
    """Read a drawing.

    Parameters
    ----------
    provenance : mapping
        Of everything in it that does not say its own.
    place : Place
        Where the area map names it.
    scenery : collection of str
        Kinds of lines that are no links.

    Raises
    ------
    InputError
        SRC001 to SRC012, SRC032 to SRC034.
    """
    notes: list[Finding] = []
    if path.suffix.lower() == ".svg":
        drawn, notes = from_svg(path, board, provenance)
    else:
        stated = MapFile(path.name, place, provenance, "areas", coordinates="scan")
        drawn = from_geojson(read_document(path), stated)
    document = _turned(drawn, scenery)
    check_schema(document, "area_map.schema.json")
    return document, notes


def _turned(drawn: Document, scenery: Collection[str]) -> Document:
    """Return a drawing's sections by kind as an area map's sections by id, places kept."""
    assert isinstance(drawn.data, dict)
    turner = _Turner(drawn)
    for key in ("provenance", "sources"):
        if key in drawn.data:
            turner.copy((key,), drawn.data[key], (key,))
    for kind, entries in drawn.data.get("areas", {}).items():
        for id, entry in entries.items():
            if kind == _VOID:
                turner.append("voids", entry["outline"], ("areas", kind, id, "outline"))
            else:
                turner.copy(("areas", id), {"kind": kind, **entry}, ("areas", kind, id))
    for role, entries in drawn.data.get("marks", {}).items():
        for id, entry in entries.items():
            turner.append("points", {"role": role, **entry}, ("marks", role, id))
    for kind, entries in drawn.data.get("links", {}).items():
        for id, entry in entries.items():
            if kind in scenery:
                line = {"kind": kind, "line": entry["through"]}
                line |= {"name": entry["name"]} if entry.get("name") else {}
                turner.append("scenery", line, ("links", kind, id))
                continue
            rest = {key: value for key, value in entry.items() if key not in ("through", "arrow")}
            line, arrow = entry["through"], entry.get("arrow")
            link = {"kind": kind, "line": line[::-1] if arrow == "start" else line}
            if arrow in ("start", "end"):
                link["one_way"] = True
            turner.copy(("links", id), {**link, **rest}, ("links", kind, id))
    return Document(drawn.file, turner.data, turner.positions, turner.keys)


class _Turner:
    def __init__(self, drawn: Document) -> None:
        self.drawn = drawn
        self.data: dict[str, Any] = {}
        self.positions: dict[Path_, Position] = {(): (1, 1)}
        self.keys: dict[Path_, Position] = {}

    def copy(self, path: Path_, value: object, origin: Path_) -> None:
        """Set a value; it and all inside stand where `origin` stands, or nearer where that is known."""
        target = self.data
        for part in path[:-1]:
            target = target.setdefault(str(part), {})
        target[str(path[-1])] = value
        self._note(path, value, origin)

    def append(self, key: str, value: object, origin: Path_) -> None:
        entries = self.data.setdefault(key, [])
        entries.append(value)
        self._note((key, len(entries) - 1), value, origin)

    def _note(self, path: Path_, value: object, origin: Path_) -> None:
        place = self.drawn.place(*origin)
        self.positions[path] = self.keys[path] = (place.line or 1, place.column or 1)
        items: list[tuple[str | int, object]] = []
        if isinstance(value, dict):
            items = list(value.items())
        elif isinstance(value, list):
            items = list(enumerate(value))
        for key, inner in items:
            if (*origin, key) in self.drawn.positions:
                self._note((*path, key), inner, (*origin, key))
