"""A scan of a printed map and the control points that say how the hex grid lies on it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from toolkit.diagnostics import Place
from toolkit.source.document import Document
from toolkit.source.provenance import Provenance, ProvenanceKind
from toolkit.source.reading import read_document
from toolkit.source.values import mapping


@dataclass(frozen=True, slots=True)
class ControlPoint:
    """A spot known both by hexes and by pixels.

    Attributes
    ----------
    hexes : tuple of str
        One hex (its centre), two neighbours (the middle of their side) or three (their corner).
    x, y : float
        Pixels of the scan, from its upper left corner; 0.5, 0.5 is the middle of the first pixel.
    """

    hexes: tuple[str, ...]
    x: float
    y: float
    place: Place


@dataclass(frozen=True, slots=True)
class ScanSource:
    """What a scan's file says.

    Attributes
    ----------
    file : str
        The file, for findings.
    image : Path or None
        The picture; None where only the control points are kept.
    size_px : (width, height) or None
        As stated; the picture's own where it is there.
    model : str or None
        A model of `toolkit.geometry.scan_models`; None lets the fit choose.
    place : Place
        Of ``control_points``; `image_place` and `size_place` likewise.
    """

    file: str
    image: Path | None
    size_px: tuple[int, int] | None
    model: str | None
    control_points: tuple[ControlPoint, ...]
    provenance: Provenance
    place: Place
    image_place: Place
    size_place: Place


def load_scan(folder: Path, name: str) -> ScanSource:
    """Read a game's scan file.

    Parameters
    ----------
    folder : Path
        The game's folder.
    name : str
        The file, below it.

    Raises
    ------
    InputError
        SRC001 to SRC011.
    """
    return read_scan(read_document(folder / name, "scan.schema.json"), folder)


def read_scan(document: Document, folder: Path) -> ScanSource:
    """Return the scan in a document checked against ``scan.schema.json``."""
    data = mapping(document)
    stated = data["provenance"]
    source = data.get("sources", {}).get(stated.get("source"), stated.get("source"))
    size = data.get("size_px")
    model = data.get("model", "auto")
    return ScanSource(
        file=document.file,
        image=folder / data["image"] if "image" in data else None,
        size_px=(size[0], size[1]) if size is not None else None,
        model=None if model == "auto" else model,
        control_points=tuple(
            _control_point(entry, document.place("control_points", index))
            for index, entry in enumerate(data["control_points"])
        ),
        provenance=Provenance(ProvenanceKind(stated["kind"]), source),
        place=document.place("control_points"),
        image_place=document.place("image"),
        size_place=document.place("size_px"),
    )


def _control_point(entry: dict[str, Any], place: Place) -> ControlPoint:
    hexes = entry.get("vertex") or entry.get("side") or [entry["hex"]]
    return ControlPoint(tuple(str(number) for number in hexes), float(entry["x"]), float(entry["y"]), place)
