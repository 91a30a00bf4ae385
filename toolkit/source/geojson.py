"""GeoJSON map layers, as drawing programs write them, turned into the form of a map file.

A FeatureCollection (RFC 7946) with the file-level members ``provenance`` and ``sources``.  Each
feature's ``properties`` hold ``section`` (towns, rivers, links, areas, start_line), ``id``, for
links and areas ``kind`` (the layer or terrain), and the very keys of that section in a YAML map
file; the geometry takes the place of lat and lon, course, through, outline and points.

QGIS writes neither provenance nor sections: game.yaml says them for the whole file.  It fills empty
attributes with null, which means nothing, numbers features in ``fid``, writes every geometry as a
multiple one, and names another coordinate system in the older member ``crs``.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import pyproj

from toolkit.diagnostics import Finding, InputError, Place, Severity
from toolkit.source.definition import MapFile
from toolkit.source.document import Document, Path_, Position
from toolkit.source.layers import slug

_GEOMETRY = {
    "towns": "Point",
    "rivers": "LineString",
    "links": "LineString",
    "areas": "Polygon",
    "start_line": "LineString",
}
_POINT_LIST = {"rivers": "course", "links": "through", "start_line": "points"}


Turn = Callable[[object], dict[str, object]]

_OWN_KEYS = frozenset({"section", "id", "kind", "fid", "ogc_fid"})


def from_geojson(document: Document, stated: MapFile | None = None) -> Document:
    """Return the same content in the form of a YAML map file, places kept.

    Parameters
    ----------
    stated : MapFile, optional
        What game.yaml says of the whole file.

    Raises
    ------
    InputError
        SRC012 what is no feature of a map layer; SRC026 a coordinate system nobody knows.
    """
    stated = MapFile(document.file, Place(file=document.file)) if stated is None else stated
    data = document.data
    if not isinstance(data, dict) or data.get("type") != "FeatureCollection":
        text = "expected a GeoJSON FeatureCollection"
        raise InputError([Finding("SRC012", Severity.ERROR, text, document.place())])
    turner = _Turner(document, stated, _turn(document, stated))
    if stated.provenance is not None and "provenance" not in data:
        turner.put(("provenance",), dict(stated.provenance), ())
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

    def __init__(self, document: Document, stated: MapFile, turn: Turn) -> None:
        self.document = document
        self.stated = stated
        self.turn = turn
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
        given = {key: value for key, value in properties.items() if value is not None}
        section = given.get("section", self.stated.section)
        if not isinstance(section, str) or section not in _GEOMETRY:
            self._fault(f"properties.section is {section!r}, expected one of {', '.join(_GEOMETRY)}", origin)
            return
        wanted = _GEOMETRY[section]
        coordinates, kind = geometry.get("coordinates"), geometry.get("type")
        if kind not in (wanted, f"Multi{wanted}"):
            text = f"geometry is {kind!r}; {section} are drawn as {wanted}"
            self._fault(text, (*origin, "geometry"))
            return
        inner: Path_ = (*origin, "geometry", "coordinates")
        parts: list[tuple[object, Path_]] = [(coordinates, inner)]
        if kind != wanted:
            several = coordinates if isinstance(coordinates, list) else []
            parts = [(part, (*inner, i)) for i, part in enumerate(several)]
        if not parts or (len(parts) > 1 and section != "areas"):
            text = f"the geometry has {len(parts)} parts; {section} have one, split or join them"
            self._fault(text, (*origin, "geometry"))
            return
        for number, (part, place) in enumerate(parts, start=1):
            target = self._target(section, given, "" if number == 1 else f"_{number}")
            if target[-1] in self._at(target[:-1]):
                self._fault(f"{section} id '{target[-1]}' stands twice in this file", origin)
                return
            self._feature(target, given, origin)
            self._geometry(section, part, target, place)

    def _target(self, section: str, properties: Mapping[str, Any], suffix: str) -> Path_:
        """Return where a feature goes in the map file."""
        if section == "start_line":
            return (section,)
        id = self._id(properties) + suffix
        if section in ("links", "areas"):
            return (section, str(properties.get("kind", self.stated.kind) or ""), id)
        return (section, id)

    def _feature(self, target: Path_, properties: Mapping[str, Any], origin: Path_) -> None:
        section = str(target[0])
        own = _OWN_KEYS if section in ("links", "areas") else _OWN_KEYS - {"kind"}
        self.put(target, {}, origin)
        for key, value in properties.items():
            if key not in own:
                self.put((*target, key), value, (*origin, "properties", key))
        named = {"rivers": "kind", "towns": "class"}.get(section)
        if named is not None and named not in properties and self.stated.kind is not None:
            self.put((*target, named), self.stated.kind, origin)
        if section == "rivers" and "ends" not in properties:
            self.put((*target, "ends"), "free", origin)

    def _id(self, properties: Mapping[str, Any]) -> str:
        """Return a feature's id: stated, or made of its name or its number."""
        if "id" in properties:
            return str(properties["id"])
        number = properties.get("fid", properties.get("ogc_fid"))
        return slug(str(properties.get("name", ""))) or (f"f{number}" if number is not None else "")

    def _at(self, path: Path_) -> Mapping[str, Any]:
        value: Any = self.data
        for part in path:
            value = value.get(str(part), {})
        return value if isinstance(value, dict) else {}

    def _geometry(self, section: str, coordinates: object, target: Path_, origin: Path_) -> None:
        if section == "towns":
            for key, value in self.turn(coordinates).items():
                self.put((*target, key), value, origin)
        elif section == "areas":
            rings = coordinates if isinstance(coordinates, list) else []
            turned = [_each(ring, self.turn) for ring in rings]
            self.put((*target, "outline"), turned[0] if turned else [], (*origin, 0))
            if turned[1:]:
                self.put((*target, "holes"), turned[1:], origin)
        else:
            self.put((*target, _POINT_LIST[section]), _each(coordinates, self.turn), origin)


def _each(values: object, turn: Turn) -> list[dict[str, object]]:
    return [turn(value) for value in values] if isinstance(values, list) else []


def _turn(document: Document, stated: MapFile) -> Turn:
    """Return what makes a point of a position: degrees, or pixels of the scan."""
    if stated.coordinates == "scan":
        # QGIS shows a picture without coordinates hanging below zero.
        down = -1.0 if _lies_below(document.get("features")) else 1.0
        return lambda value: _named(value, ("x", "y"), lambda x, y: (x, down * y))
    name = document.get("crs", "properties", "name")
    if not isinstance(name, str) or name.endswith(("CRS84", "EPSG::4326", "EPSG:4326")):
        _check_degrees(document)
        return lambda value: _named(value, ("lon", "lat"), lambda x, y: (x, y))
    try:
        transformer = pyproj.Transformer.from_crs(name, "EPSG:4326", always_xy=True)
    except pyproj.exceptions.CRSError as error:
        text = f"unknown coordinate reference system {name!r}"
        raise InputError.single("SRC026", text, document.place("crs")) from error
    return lambda value: _named(value, ("lon", "lat"), transformer.transform)


def _named(
    value: object, names: tuple[str, str], turn: Callable[[float, float], tuple[float, float]]
) -> dict[str, object]:
    """Return a position by names; what is missing or no number the schema check will name."""
    pair: Sequence[Any] = value[:2] if isinstance(value, list) else []
    if len(pair) == 2 and all(isinstance(v, int | float) and not isinstance(v, bool) for v in pair):
        turned = turn(float(pair[0]), float(pair[1]))
        pair = [round(v, 9) if math.isfinite(v) else None for v in map(float, turned)]
    return dict(zip(names, pair, strict=False))


def _check_degrees(document: Document) -> None:
    """Stop at a file whose positions are no degrees: drawn on a scan, or in the metres of a projection.

    Raises
    ------
    InputError
        SRC026, once for the file.
    """
    for x, y in _pairs(document.get("features")):
        if abs(x) > 180 or abs(y) > 90:
            text = (
                f"position ({x:g}, {y:g}) is no longitude and latitude; for a drawing on the scan say "
                "`coordinates: scan` where game.yaml names this file, else save it with its `crs`"
            )
            raise InputError.single("SRC026", text, document.place("features"))


def _lies_below(values: object) -> bool:
    """Return whether most positions in a piece of GeoJSON have a negative second number."""
    pairs = list(_pairs(values))
    return sum(y < 0 for _, y in pairs) > sum(y > 0 for _, y in pairs)


def _pairs(values: object) -> Iterator[tuple[float, float]]:
    """Yield all positions in a piece of GeoJSON."""
    stack = [values]
    while stack:
        value = stack.pop()
        if isinstance(value, dict):
            stack.extend(value.get(key) for key in ("geometry", "coordinates"))
        elif isinstance(value, list):
            if len(value) >= 2 and all(isinstance(v, int | float) for v in value[:2]):
                yield value[0], value[1]
            else:
                stack.extend(reversed(value))
