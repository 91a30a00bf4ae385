"""One file of a map, in any of its forms, as a document in the form of a YAML map file."""

from __future__ import annotations

from pathlib import Path

from toolkit.diagnostics import Finding, InputError, Place
from toolkit.source.definition import GameDefinition, MapFile
from toolkit.source.document import Document
from toolkit.source.geojson import from_geojson
from toolkit.source.layers import layer_kinds
from toolkit.source.pictures import picture_size
from toolkit.source.reading import read_document
from toolkit.source.scan import ScanSource
from toolkit.source.schema import check_schema
from toolkit.source.svg_map import DrawingBoard, from_svg

_GEOJSON = frozenset({".json", ".geojson"})
_SCHEMA = "map.schema.json"


def read_map_file(
    path: Path, stated: MapFile | None = None, board: DrawingBoard | None = None
) -> tuple[Document, list[Finding]]:
    """Read one map file (YAML, GeoJSON or SVG) and check it against ``map.schema.json``.

    Parameters
    ----------
    stated : MapFile, optional
        What game.yaml says of the file.
    board : DrawingBoard, optional
        What a drawing lies on; an SVG file cannot be read without.

    Raises
    ------
    InputError
        SRC001 to SRC012, SRC026; SRC032 to SRC035.
    """
    suffix = path.suffix.lower()
    if suffix != ".svg" and suffix not in _GEOJSON:
        return read_document(path, _SCHEMA), []
    notes: list[Finding] = []
    if suffix == ".svg":
        if board is None:
            text = "a drawing means something only within its game: give the game, or its folder"
            raise InputError.single("SRC035", text, Place(file=path.as_posix()))
        document, notes = _read_drawing(path, stated, board)
    else:
        document = from_geojson(read_document(path), stated)
    check_schema(document, _SCHEMA)
    return document, notes


def _read_drawing(path: Path, stated: MapFile | None, board: DrawingBoard) -> tuple[Document, list[Finding]]:
    if stated is None or stated.provenance is None:
        place = Place(file=path.as_posix()) if stated is None else stated.place
        text = (
            "a drawing cannot say where its data come from; in game.yaml write "
            "{file: …, provenance: {kind: …, source: …}}"
        )
        raise InputError.single("SRC035", text, place)
    return from_svg(path, board, stated.provenance)


def drawing_board(definition: GameDefinition, scan: ScanSource | None) -> DrawingBoard:
    """Return what a game's drawings lie on.

    Raises
    ------
    InputError
        SRC030 when the scan's size is not stated and its picture cannot be read.
    """
    kinds = layer_kinds(definition)
    if scan is None:
        return DrawingBoard(kinds)
    size = scan.size_px
    if scan.image is not None and (size is None or scan.image.exists()):
        size = picture_size(scan.image, scan.image_place)
    return DrawingBoard(kinds, scan.image.name if scan.image is not None else None, size)
