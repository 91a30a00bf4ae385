"""An area map's source: outlines, points, links and statements, from YAML and from drawings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from toolkit.diagnostics import Finding, Place, Severity
from toolkit.source.area_drawing import read_area_drawing
from toolkit.source.corrections import ReadDocument, corrected
from toolkit.source.document import Document, Path_
from toolkit.source.layers import LayerKind
from toolkit.source.names import Names
from toolkit.source.pictures import picture_size
from toolkit.source.provenance import Provenance, ProvenanceKind
from toolkit.source.svg_map import DrawingBoard
from toolkit.source.values import mapping

ROLES = ("piece", "control", "label")
VOID = "void"

XY = tuple[float, float]
Part = tuple[tuple[XY, ...], ...]
"""An outer ring and its holes."""


@dataclass(frozen=True, slots=True)
class AreaSource:
    """An area: what is drawn of it and what is stated.

    Attributes
    ----------
    names : Names
        Its English name is empty where none is given.
    points : tuple of (role, (x, y))
    origins : mapping of str to Provenance
        Of its name, kind or outline, where they do not come from where the area does.
    """

    id: str
    kind: str | None
    names: Names
    parts: tuple[Part, ...]
    points: tuple[tuple[str, XY], ...]
    box: bool
    properties: Mapping[str, str]
    provenance: Provenance
    place: Place
    origins: Mapping[str, Provenance] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class AreaLinkSource:
    """A special way: stated from area to area, or drawn as a line from one into the other."""

    id: str
    kind: str
    names: Names
    ends: tuple[str, str] | None
    line: tuple[XY, ...]
    one_way: bool
    provenance: Provenance
    place: Place


@dataclass(frozen=True, slots=True)
class StatedBorderSource:
    """A border that is or is not there, and why."""

    id: str
    areas: tuple[str, str]
    connect: bool
    reason: str
    provenance: Provenance
    place: Place


@dataclass(frozen=True, slots=True)
class KnownBorder:
    """A drawn border of which something is known, and where from."""

    id: str
    areas: tuple[str, str]
    provenance: Provenance
    place: Place


@dataclass(frozen=True, slots=True)
class AreaMapSource:
    """Everything an area map's file and its drawings say.

    Attributes
    ----------
    size_px : (int, int) or None
    kinds, link_kinds : mapping of id to Names
    points : tuple of (role, (x, y), Place)
        Drawn, not yet of an area.
    voids : tuple of rings
    expected : mapping of id to (tuple of id, Place), or None
    tolerance, least_border : float or None
        In pixels.
    scenery : tuple of (kind, name, line)
        To be looked at only.
    """

    file: str
    image: Path | None
    size_px: tuple[int, int] | None
    kinds: Mapping[str, Names]
    link_kinds: Mapping[str, Names]
    areas: tuple[AreaSource, ...]
    links: tuple[AreaLinkSource, ...]
    stated: tuple[StatedBorderSource, ...]
    points: tuple[tuple[str, XY, Place], ...]
    voids: tuple[tuple[XY, ...], ...]
    expected: Mapping[str, tuple[tuple[str, ...], Place]] | None
    tolerance: float | None
    least_border: float | None
    provenance: Provenance
    place: Place
    known: tuple[KnownBorder, ...] = ()
    scenery: tuple[tuple[str, str, tuple[XY, ...]], ...] = ()


def load_area_map(
    folder: Path, name: str, read: ReadDocument | None = None
) -> tuple[AreaMapSource, list[Finding]]:
    """Read an area map.  Errata are applied; `read` is for callers that choose them.

    Parameters
    ----------
    folder : Path
        The game's folder.
    name : str
        The map's YAML file, below it.

    Returns
    -------
    source : AreaMapSource
    findings : list of Finding
        SRC021 an area drawn twice or a link of a taken id; SRC033 shapes that are not read.

    Raises
    ------
    InputError
        SRC001 to SRC012, SRC030 to SRC035.
    """
    main = corrected(folder, read)(folder / name, "area_map.schema.json")
    data = mapping(main)
    image = folder / data["image"] if "image" in data else None
    size = data.get("size_px")
    if image is not None and (size is None or image.exists()):
        size = picture_size(image, main.place("image"))
    board = DrawingBoard(_layers(data), image.name if image else None, tuple(size) if size else None, True)
    documents = [main]
    findings: list[Finding] = []
    for index, file in enumerate(data.get("drawings", ())):
        document, notes = read_area_drawing(
            folder / file,
            board,
            data["provenance"],
            main.place("drawings", index),
            scenery=data.get("scenery_kinds", {}),
        )
        documents.append(document)
        findings += notes
    reader = _Reader(documents)
    source = reader.read(main, image, board.size_px)
    return source, findings + reader.findings


def _layers(data: Mapping[str, Any]) -> tuple[LayerKind, ...]:
    kinds = [LayerKind("areas", id, Names.from_json(names)) for id, names in data.get("kinds", {}).items()]
    links = [
        LayerKind("links", id, Names.from_json(names)) for id, names in data.get("link_kinds", {}).items()
    ]
    links += [
        LayerKind("links", id, Names.from_json(names)) for id, names in data.get("scenery_kinds", {}).items()
    ]
    roles = [LayerKind("marks", role, Names(role)) for role in (*ROLES, *data.get("roles", ()))]
    return (*kinds, *links, *roles, LayerKind("areas", VOID, Names("Void")))


class _Reader:
    """Merges the file and its drawings."""

    def __init__(self, documents: list[Document]) -> None:
        self.documents = documents
        self.findings: list[Finding] = []
        data = mapping(documents[0])
        self.sources: Mapping[str, str] = data.get("sources", {})
        self.default = self._provenance(data["provenance"])

    def _provenance(self, stated: Mapping[str, Any] | None) -> Provenance:
        if stated is None:
            return self.default
        source = stated.get("source")
        return Provenance(
            ProvenanceKind(stated["kind"]), None if source is None else self.sources.get(source, source)
        )

    def read(self, main: Document, image: Path | None, size: tuple[int, int] | None) -> AreaMapSource:
        data = mapping(main)
        expected = data.get("expected")
        return AreaMapSource(
            file=main.file,
            image=image,
            size_px=size,
            kinds={id: Names.from_json(names) for id, names in data.get("kinds", {}).items()},
            link_kinds={id: Names.from_json(names) for id, names in data.get("link_kinds", {}).items()},
            areas=self._areas(),
            links=self._links(),
            stated=(*self._stated(main, "connect"), *self._stated(main, "separate")),
            points=tuple(
                (entry["role"], _xy(entry), document.place("points", i))
                for document in self.documents
                for i, entry in enumerate(mapping(document).get("points", ()))
            ),
            voids=tuple(
                _ring(ring) for document in self.documents for ring in mapping(document).get("voids", ())
            ),
            expected=None
            if expected is None
            else {id: (tuple(others), main.place("expected", id)) for id, others in expected.items()},
            tolerance=data.get("tolerance_px"),
            least_border=data.get("least_border_px"),
            provenance=self.default,
            place=main.place(),
            known=tuple(
                KnownBorder(
                    id,
                    (entry["areas"][0], entry["areas"][1]),
                    self._provenance(entry["provenance"]),
                    main.place("borders", id),
                )
                for id, entry in data.get("borders", {}).items()
            ),
            scenery=tuple(
                (entry["kind"], entry.get("name", ""), _ring(entry["line"]))
                for document in self.documents
                for entry in mapping(document).get("scenery", ())
            ),
        )

    def _areas(self) -> tuple[AreaSource, ...]:
        entries: dict[str, dict[str, Any]] = {}
        places: dict[str, Place] = {}
        # Drawings first: the file's own words go above what they say, and its order comes last.
        for document in (*self.documents[1:], self.documents[0]):
            for id, entry in mapping(document).get("areas", {}).items():
                path: Path_ = ("areas", id)
                known = entries.setdefault(id, {})
                if "outline" in known and "outline" in entry:
                    text = f"the area '{id}' is drawn twice; first at {places[id]}"
                    self.findings.append(Finding("SRC021", Severity.ERROR, text, document.place(*path)))
                    continue
                if "outline" in entry or id not in places:
                    places[id] = document.place(*path)
                points = {**known.get("points", {}), **entry.get("points", {})}
                properties = {**known.get("properties", {}), **entry.get("properties", {})}
                known.update(entry)
                known.update(points=points, properties=properties)
        return tuple(self._area(id, entry, places[id]) for id, entry in entries.items())

    def _area(self, id: str, entry: Mapping[str, Any], place: Place) -> AreaSource:
        parts = [entry, *entry.get("more", ())] if "outline" in entry else []
        others = entry.get("names", {})
        return AreaSource(
            id=id,
            kind=entry.get("kind"),
            names=Names(entry.get("name", ""), others.get("ja"), others.get("zh")),
            parts=tuple((_ring(part["outline"]), *map(_ring, part.get("holes", ()))) for part in parts),
            points=tuple((role, _xy(point)) for role, spots in entry["points"].items() for point in spots),
            box=entry.get("box", False),
            properties={key: _word(value) for key, value in entry["properties"].items()},
            provenance=self._provenance(entry.get("provenance")),
            place=place,
            origins={key: self._provenance(stated) for key, stated in entry.get("origins", {}).items()},
        )

    def _links(self) -> tuple[AreaLinkSource, ...]:
        found: dict[str, AreaLinkSource] = {}
        for document in self.documents:
            for id, entry in mapping(document).get("links", {}).items():
                place = document.place("links", id)
                if id in found:
                    text = f"the link '{id}' stands twice; first at {found[id].place}"
                    self.findings.append(Finding("SRC021", Severity.ERROR, text, place))
                    continue
                others = entry.get("names", {})
                found[id] = AreaLinkSource(
                    id=id,
                    kind=entry["kind"],
                    names=Names(entry.get("name", ""), others.get("ja"), others.get("zh")),
                    ends=(entry["from"], entry["to"]) if "from" in entry and "to" in entry else None,
                    line=_ring(entry.get("line", ())),
                    one_way=entry.get("one_way", False),
                    provenance=self._provenance(entry.get("provenance")),
                    place=place,
                )
        return tuple(found.values())

    def _stated(self, main: Document, key: str) -> tuple[StatedBorderSource, ...]:
        return tuple(
            StatedBorderSource(
                id,
                (entry["areas"][0], entry["areas"][1]),
                key == "connect",
                entry["reason"],
                self._provenance(entry.get("provenance")),
                main.place(key, id),
            )
            for id, entry in mapping(main).get(key, {}).items()
        )


def _xy(point: Mapping[str, Any]) -> XY:
    return float(point["x"]), float(point["y"])


def _ring(points: Any) -> tuple[XY, ...]:
    return tuple(_xy(point) for point in points)


def _word(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
