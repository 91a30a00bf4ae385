"""From map files checked against ``map.schema.json`` to the typed values of `toolkit.source.map`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from toolkit.diagnostics import Finding, Place, Severity
from toolkit.source.document import Document, Path_
from toolkit.source.map import (
    Area,
    BridgeStatement,
    LayerOverride,
    Line,
    MapSource,
    Mark,
    Point,
    River,
    StartLine,
    TerrainOverride,
    Town,
)
from toolkit.source.names import Names
from toolkit.source.provenance import Provenance, ProvenanceKind

_LISTED = "listed by its number"


def read_map(documents: list[Document]) -> tuple[MapSource, list[Finding]]:
    """Return the map of several documents, already checked against ``map.schema.json``.

    Returns
    -------
    source : MapSource
    findings : list of Finding
        SRC021 an id that stands in two places, SRC022 a second start line.
    """
    parts = [_Part(document) for document in documents]
    findings: list[Finding] = []
    lines = [line for part in parts if (line := part.start_line()) is not None]
    for extra in lines[1:]:
        text = f"a second start line; the first stands at {lines[0].place}"
        findings.append(Finding("SRC022", Severity.ERROR, text, extra.place))
    source = MapSource(
        towns=tuple(x for part in parts for x in part.towns()),
        rivers=tuple(x for part in parts for x in part.rivers()),
        lines=tuple(x for part in parts for x in part.lines()),
        areas=tuple(x for part in parts for x in part.areas()),
        start_line=lines[0] if lines else None,
        marks=tuple(x for part in parts for x in part.marks()),
        terrain_overrides=tuple(x for part in parts for x in part.terrain_overrides()),
        layer_overrides=tuple(x for part in parts for x in part.layer_overrides()),
        bridges=tuple(x for part in parts for x in part.bridges()),
    )
    findings += _duplicates((*source.towns, *source.rivers, *source.lines, *source.areas))
    findings += _duplicates((*source.terrain_overrides, *source.layer_overrides))
    return source, findings


def _duplicates(
    values: tuple[Town | River | Line | Area | TerrainOverride | LayerOverride, ...],
) -> list[Finding]:
    first: dict[str, Place] = {}
    findings = []
    for value in values:
        if value.id in first:
            text = f"id '{value.id}' stands twice; first at {first[value.id]}"
            findings.append(Finding("SRC021", Severity.ERROR, text, value.place, data={"id": value.id}))
        first.setdefault(value.id, value.place)
    return findings


class _Part:
    """Reads the sections of one document."""

    def __init__(self, document: Document) -> None:
        assert isinstance(document.data, dict)
        self.document = document
        self.data: Mapping[str, Any] = document.data
        self.sources: Mapping[str, str] = self.data.get("sources", {})
        self.default = self._provenance({"provenance": self.data["provenance"]})

    def _provenance(self, entry: Mapping[str, Any]) -> Provenance:
        """Return an entry's own provenance, or the file's; a short source name is written out."""
        stated = entry.get("provenance")
        if stated is None:
            return self.default
        source = stated.get("source")
        return Provenance(ProvenanceKind(stated["kind"]), self.sources.get(source, source))

    def _names(self, entry: Mapping[str, Any]) -> Names:
        others = entry.get("names", {})
        return Names(entry.get("name", ""), others.get("ja"), others.get("zh"))

    def _points(self, values: list[Any], path: Path_) -> tuple[Point, ...]:
        return tuple(self._point(value, (*path, i)) for i, value in enumerate(values))

    def _point(self, value: Any, path: Path_) -> Point:
        place = self.document.place(*path)
        if isinstance(value, str):
            return Point(place, town=value)
        if "lon" in value:
            return Point(place, lon=value["lon"], lat=value["lat"], kind=value.get("kind"))
        if "x" in value:
            return Point(place, x=value["x"], y=value["y"], kind=value.get("kind"))
        hexes = value.get("vertex") or value.get("side") or [value["hex"]]
        return Point(place, hexes=tuple(str(number) for number in hexes), kind=value.get("kind"))

    def towns(self) -> list[Town]:
        return [
            Town(
                id=key,
                kind=entry["class"],
                names=self._names(entry),
                at=self._point(entry, ("towns", key)),
                provenance=self._provenance(entry),
                place=self.document.place("towns", key),
                other_name=entry.get("other_name"),
                hex=_text(entry.get("hex")),
                control=entry.get("control"),
                reason=entry.get("reason"),
                control_reference=entry.get("control_reference"),
                on_river=tuple(entry.get("on_river", ())),
                part_of=entry.get("part_of"),
                note=entry.get("note"),
            )
            for key, entry in self.data.get("towns", {}).items()
        ]

    def rivers(self) -> list[River]:
        return [
            River(
                id=key,
                kind=entry["kind"],
                names=self._names(entry),
                course=self._points(entry["course"], ("rivers", key, "course")),
                begins=_end(entry.get("begins", "source")),
                ends=_end(entry["ends"]),
                provenance=self._provenance(entry),
                place=self.document.place("rivers", key),
            )
            for key, entry in self.data.get("rivers", {}).items()
        ]

    def lines(self) -> list[Line]:
        return [
            Line(
                id=key,
                kind=kind,
                names=self._names(entry),
                through=self._points(entry["through"], ("links", kind, key, "through")),
                provenance=self._provenance(entry),
                place=self.document.place("links", kind, key),
            )
            for kind, entries in self.data.get("links", {}).items()
            for key, entry in entries.items()
        ]

    def areas(self) -> list[Area]:
        result = []
        for kind, entries in self.data.get("areas", {}).items():
            for key, entry in entries.items():
                path: Path_ = ("areas", kind, key)
                holes = [
                    self._points(hole, (*path, "holes", i)) for i, hole in enumerate(entry.get("holes", []))
                ]
                result.append(
                    Area(
                        id=key,
                        kind=kind,
                        names=self._names(entry),
                        rings=(self._points(entry["outline"], (*path, "outline")), *holes),
                        share=entry.get("share"),
                        provenance=self._provenance(entry),
                        place=self.document.place(*path),
                    )
                )
        return result

    def start_line(self) -> StartLine | None:
        entry = self.data.get("start_line")
        if entry is None:
            return None
        points = self._points(entry["points"], ("start_line", "points"))
        place = self.document.place("start_line")
        return StartLine(entry["west"], entry["east"], points, self._provenance(entry), place)

    def marks(self) -> list[Mark]:
        result = []
        for layer, entries in self.data.get("marks", {}).items():
            for key, entry in entries.items():
                path: Path_ = ("marks", layer, key)
                origin = self._provenance(entry)
                if "hexes" in entry:
                    result += [
                        Mark(key, layer, origin, self.document.place(*path, "hexes", i), hex=str(number))
                        for i, number in enumerate(entry["hexes"])
                    ]
                    continue
                place = self.document.place(*path)
                at = self._point(entry, path) if "x" in entry else None
                result.append(Mark(key, layer, origin, place, _text(entry.get("hex")), entry.get("town"), at))
        return result

    def terrain_overrides(self) -> list[TerrainOverride]:
        listed = [
            TerrainOverride(
                id=str(number),
                hex=str(number),
                terrain=kind,
                reason=_LISTED,
                provenance=self.default,
                place=self.document.place("terrain", kind, index),
            )
            for kind, numbers in self.data.get("terrain", {}).items()
            for index, number in enumerate(numbers)
        ]
        return listed + [
            TerrainOverride(
                id=key,
                hex=str(entry["hex"]),
                terrain=entry["terrain"],
                reason=entry["reason"],
                provenance=self._provenance(entry),
                place=self.document.place("hex_overrides", key),
            )
            for key, entry in self.data.get("hex_overrides", {}).items()
        ]

    def bridges(self) -> list[BridgeStatement]:
        return [
            BridgeStatement(
                id=key,
                town=entry["town"],
                river=entry["river"],
                bridge=entry["bridge"],
                provenance=self._provenance(entry),
                place=self.document.place("bridges", key),
            )
            for key, entry in self.data.get("bridges", {}).items()
        ]

    def layer_overrides(self) -> list[LayerOverride]:
        listed = [
            LayerOverride(
                id=f"{layer} {pair[0]}/{pair[1]}",
                side=(str(pair[0]), str(pair[1])),
                layer=layer,
                present=True,
                reason=_LISTED,
                provenance=self.default,
                place=self.document.place("hexsides", layer, index),
            )
            for layer, pairs in self.data.get("hexsides", {}).items()
            for index, pair in enumerate(pairs)
        ]
        return listed + [
            LayerOverride(
                id=key,
                side=(str(entry["side"][0]), str(entry["side"][1])),
                layer=entry["layer"],
                present=entry.get("present", True),
                reason=entry["reason"],
                provenance=self._provenance(entry),
                place=self.document.place("side_overrides", key),
                names=self._names(entry) if "name" in entry else None,
            )
            for key, entry in self.data.get("side_overrides", {}).items()
        ]


def _text(value: object) -> str | None:
    return None if value is None else str(value)


def _end(value: str | Mapping[str, str]) -> tuple[str, str | None]:
    """Return ``(how, id)`` of a river's end as written."""
    if isinstance(value, str):
        return (value, None)
    ((how, what),) = value.items()
    return (how, what)
