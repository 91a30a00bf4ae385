"""GeoJSON map layers, as drawing programs write them, turned into the form of a map file.

A FeatureCollection (RFC 7946) with the file-level members ``provenance`` and ``sources``.  Each
feature's ``properties`` hold ``section`` (towns, rivers, links, areas, start_line), ``id``, for
links and areas ``kind`` (the layer or terrain), and the very keys of that section in a YAML map
file; the geometry takes the place of lat and lon, course, through, outline and points.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from toolkit.diagnostics import Finding, InputError, Severity
from toolkit.source.document import Document, Path_, Position

_GEOMETRY = {
    "towns": "Point",
    "rivers": "LineString",
    "links": "LineString",
    "areas": "Polygon",
    "start_line": "LineString",
}
_POINT_LIST = {"rivers": "course", "links": "through", "start_line": "points"}


def from_geojson(document: Document) -> Document:
    """Return the same content in the form of a YAML map file, places kept.

    Raises
    ------
    InputError
        SRC012 what is no feature of a map layer.
    """
    data = document.data
    if not isinstance(data, dict) or data.get("type") != "FeatureCollection":
        text = "expected a GeoJSON FeatureCollection"
        raise InputError([Finding("SRC012", Severity.ERROR, text, document.place())])
    turner = _Turner(document)
    for key in ("provenance", "sources"):
        if key in data:
            turner.put((key,), data[key], (key,))
    features = data.get("features")
    for index, feature in enumerate(features if isinstance(features, list) else []):
        turner.feature(index, feature)
    if turner.findings:
        raise InputError(turner.findings)
    return Document(document.file, turner.data, turner.positions, turner.keys)


class _Turner:
    """Builds the new data and carries the position of each value over."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.data: dict[str, Any] = {}
        self.positions: dict[Path_, Position] = {(): (1, 1)}
        self.keys: dict[Path_, Position] = {}
        self.findings: list[Finding] = []

    def put(self, path: Path_, value: object, origin: Path_) -> None:
        """Set the value at `path` (keys only) and note where `origin` stands for it and all inside."""
        target = self.data
        for depth, part in enumerate(path[:-1], start=1):
            target = target.setdefault(str(part), {})
            self._note(path[:depth], origin)
        target[str(path[-1])] = value
        self._note(path, origin, force=True)
        self._inside(path, value, origin)

    def _inside(self, path: Path_, value: object, origin: Path_) -> None:
        """Note the positions below a value that was copied as it is."""
        items: list[tuple[str | int, object]] = []
        if isinstance(value, dict):
            items = list(value.items())
        elif isinstance(value, list):
            items = list(enumerate(value))
        for key, inner in items:
            if (*origin, key) in self.document.positions:
                self._note((*path, key), (*origin, key), force=True)
                self._inside((*path, key), inner, (*origin, key))

    def _note(self, path: Path_, origin: Path_, *, force: bool = False) -> None:
        if force or path not in self.positions:
            place = self.document.place(*origin)
            position = (place.line or 1, place.column or 1)
            self.positions[path] = position
            self.keys[path] = self.document.keys.get(origin, position)

    def _fault(self, text: str, origin: Path_) -> None:
        self.findings.append(Finding("SRC012", Severity.ERROR, text, self.document.place(*origin)))

    def feature(self, index: int, feature: object) -> None:
        origin: Path_ = ("features", index)
        if not isinstance(feature, dict) or feature.get("type") != "Feature":
            self._fault("expected a GeoJSON Feature", origin)
            return
        properties, geometry = feature.get("properties"), feature.get("geometry")
        if not isinstance(properties, dict) or not isinstance(geometry, dict):
            self._fault("a feature needs properties and a geometry", origin)
            return
        section = properties.get("section")
        if not isinstance(section, str) or section not in _GEOMETRY:
            self._fault(f"properties.section is {section!r}, expected one of {', '.join(_GEOMETRY)}", origin)
            return
        if geometry.get("type") != _GEOMETRY[section]:
            text = f"geometry is {geometry.get('type')!r}; {section} are drawn as {_GEOMETRY[section]}"
            self._fault(text, (*origin, "geometry"))
            return
        self._feature(section, properties, geometry, origin)

    def _feature(
        self, section: str, properties: Mapping[str, Any], geometry: Mapping[str, Any], origin: Path_
    ) -> None:
        own = {"section", "id", "kind"} if section in ("links", "areas") else {"section", "id"}
        target: Path_ = (section,)
        if section in ("links", "areas"):
            target = (*target, str(properties.get("kind", "")))
        if section != "start_line":
            target = (*target, str(properties.get("id", "")))
        if target[-1] in self._at(target[:-1]):
            self._fault(f"{section} id '{target[-1]}' stands twice in this file", origin)
            return
        self.put(target, {}, origin)
        for key, value in properties.items():
            if key not in own:
                self.put((*target, key), value, (*origin, "properties", key))
        self._geometry(section, geometry.get("coordinates"), target, (*origin, "geometry", "coordinates"))

    def _at(self, path: Path_) -> Mapping[str, Any]:
        value: Any = self.data
        for part in path:
            value = value.get(str(part), {})
        return value if isinstance(value, dict) else {}

    def _geometry(self, section: str, coordinates: object, target: Path_, origin: Path_) -> None:
        if section == "towns":
            point = _point(coordinates)
            for key in ("lat", "lon"):
                self.put((*target, key), point.get(key), origin)
        elif section == "areas":
            rings = coordinates if isinstance(coordinates, list) else []
            turned = [_each(ring, _point) for ring in rings]
            self.put((*target, "outline"), turned[0] if turned else [], (*origin, 0))
            if turned[1:]:
                self.put((*target, "holes"), turned[1:], origin)
        else:
            self.put((*target, _POINT_LIST[section]), _each(coordinates, _point), origin)


def _each(values: object, turn: Callable[[object], dict[str, object]]) -> list[dict[str, object]]:
    return [turn(value) for value in values] if isinstance(values, list) else []


def _point(value: object) -> dict[str, object]:
    """Return ``{lon, lat}`` of a GeoJSON position; what is missing the schema check will name."""
    pair = value if isinstance(value, list) else []
    return dict(zip(("lon", "lat"), pair, strict=False))
