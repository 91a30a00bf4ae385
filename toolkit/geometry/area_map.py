"""A board of areas: polygons, the borders they share, links between them, points for pieces.

The compiled form, as arrays; how it comes about stands in `toolkit.geometry.area_build`.  The plane is
that of the board picture: x to the right, y down.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from toolkit.geometry.lattice import FloatArray, IntArray, Rings
from toolkit.geometry.provenance import Provenance


@dataclass(frozen=True, slots=True)
class AreaLink:
    """A way between two areas that is no common border: an arrow, a ferry, a bridge.

    Attributes
    ----------
    start, end : int
        Areas.
    one_way : bool
        Only from `start` to `end`.
    names : mapping
        Language to name.
    """

    id: str
    kind: str
    start: int
    end: int
    one_way: bool
    names: Mapping[str, str]
    provenance: Provenance


@dataclass(frozen=True, slots=True)
class AreaPoint:
    """A place in an area: for pieces (several, in order), the control marker, the label.

    Attributes
    ----------
    role : str
        ``"piece"``, ``"control"``, ``"label"`` or another.
    xy : (float, float)
    """

    area: int
    role: str
    xy: tuple[float, float]


@dataclass(frozen=True, slots=True)
class Border:
    """A common border.

    Attributes
    ----------
    a, b : int
        Areas, the smaller first.
    length : float
        Of the common line; 0 where a border is stated only.
    reason : str or None
        Why it is stated.
    """

    a: int
    b: int
    length: float
    reason: str | None
    provenance: Provenance


@dataclass(frozen=True, slots=True, eq=False)
class Scenery:
    """A line to be looked at, without a meaning in the rules; closed when it ends where it begins.

    Attributes
    ----------
    line : (k, 2) array
    name : str
        Written along it; empty for none.
    """

    kind: str
    line: FloatArray
    name: str = ""


@dataclass(frozen=True, eq=False)
class AreaMap:
    """A board of areas.

    Attributes
    ----------
    kinds : tuple of str
        Of each area.
    names : tuple of mapping
        Language to name, of each.
    polygons : tuple of tuple of Rings
        Parts of each; empty for a box that is drawn nowhere.
    is_box : (n,) bool array
        Boxes touch nothing, whatever is drawn: only links and stated borders lead there.
    borders : tuple of Border
        In the order of their areas.
    properties : tuple of mapping
        What else is stated of each area, text by key.
    provenance : tuple of Provenance
        Of each area.
    origins : tuple of mapping of str to Provenance
        Of each area's single facts (``"name"``, ``"kind"``, ``"outline"``) that come from elsewhere.
    size_px : (int, int) or None
        Width and height of the board, where they are stated.
    voids : tuple of (k, 2) arrays
        Outlines of ground that is of no area.
    """

    ids: tuple[str, ...]
    kinds: tuple[str, ...]
    names: tuple[Mapping[str, str], ...]
    polygons: tuple[tuple[Rings, ...], ...]
    is_box: npt.NDArray[np.bool_]
    borders: tuple[Border, ...]
    links: tuple[AreaLink, ...]
    points: tuple[AreaPoint, ...]
    properties: tuple[Mapping[str, str], ...]
    provenance: tuple[Provenance, ...]
    origins: tuple[Mapping[str, Provenance], ...] = ()
    size_px: tuple[int, int] | None = None
    scenery: tuple[Scenery, ...] = ()
    voids: tuple[FloatArray, ...] = ()

    def origin(self, area: int, fact: str) -> Provenance:
        """Return where one fact of an area (``"name"``, ``"kind"``, ``"outline"``) comes from."""
        stated = self.origins[area] if self.origins else {}
        return stated.get(fact, self.provenance[area])

    def __len__(self) -> int:
        """Return the number of areas."""
        return len(self.ids)

    @cached_property
    def _index(self) -> dict[str, int]:
        return {id: i for i, id in enumerate(self.ids)}

    def index(self, id: str) -> int:
        """Return the area of an id; raises KeyError for an unknown one."""
        return self._index[id]

    @cached_property
    def pairs(self) -> IntArray:
        """Areas of each border ``(m, 2)``, the smaller first, rows in lexicographic order."""
        return np.array([(border.a, border.b) for border in self.borders], dtype=np.int64).reshape(-1, 2)

    @cached_property
    def adjacent(self) -> npt.NDArray[np.bool_]:
        """Which areas have a common border ``(n, n)``, symmetric."""
        found = np.zeros((len(self), len(self)), dtype=np.bool_)
        found[self.pairs[:, 0], self.pairs[:, 1]] = True
        return found | found.T

    def neighbours(self, area: int) -> IntArray:
        """Return the areas that have a common border with one, ascending."""
        return np.flatnonzero(self.adjacent[area])

    def ways(self, kind: str | None = None) -> npt.NDArray[np.bool_]:
        """Return which areas one may enter from which by links ``[from, to]``, of one kind or of all."""
        found = np.zeros((len(self), len(self)), dtype=np.bool_)
        for link in self.links:
            if kind is None or link.kind == kind:
                found[link.start, link.end] = True
                found[link.end, link.start] |= not link.one_way
        return found

    def points_of(self, area: int, role: str) -> FloatArray:
        """Return an area's points of a role ``(k, 2)``, in order."""
        found = [point.xy for point in self.points if point.area == area and point.role == role]
        return np.array(found, dtype=np.float64).reshape(-1, 2)

    @cached_property
    def shapes(self) -> npt.NDArray[np.object_]:
        """Shapely polygons ``(n,)``; empty where nothing is drawn."""
        from toolkit.geometry.area_polygons import shapes_of  # noqa: PLC0415  (rules want none)

        return shapes_of(self.polygons)

    def locate(self, points: FloatArray) -> IntArray:
        """Return the area each point ``(k, 2)`` lies in ``(k,)``, -1 in none; of several the first."""
        from toolkit.geometry.area_polygons import lying_in  # noqa: PLC0415

        return lying_in(self.shapes, points)

    # JSON --------------------------------------------------------------------------------------

    def to_json(self) -> dict[str, Any]:
        """Return the map as JSON values; `from_json` gives the same map back."""
        areas = [
            {
                "id": self.ids[i],
                "kind": self.kinds[i],
                "names": dict(self.names[i]),
                "parts": [[ring.tolist() for ring in rings] for rings in self.polygons[i]],
                "box": bool(self.is_box[i]),
                "properties": dict(self.properties[i]),
                "provenance": _stated(self.provenance[i]),
                **self._origins_json(i),
            }
            for i in range(len(self))
        ]
        borders = [
            {
                "areas": [self.ids[border.a], self.ids[border.b]],
                "length": border.length,
                "reason": border.reason,
                "provenance": _stated(border.provenance),
            }
            for border in self.borders
        ]
        links = [
            {
                "id": link.id,
                "kind": link.kind,
                "from": self.ids[link.start],
                "to": self.ids[link.end],
                "one_way": link.one_way,
                "names": dict(link.names),
                "provenance": _stated(link.provenance),
            }
            for link in self.links
        ]
        points = [
            {"area": self.ids[point.area], "role": point.role, "xy": list(point.xy)} for point in self.points
        ]
        found: dict[str, Any] = {"areas": areas, "borders": borders, "links": links, "points": points}
        if self.size_px is not None:
            found["size_px"] = list(self.size_px)
        if self.voids:
            found["voids"] = [ring.tolist() for ring in self.voids]
        if self.scenery:
            found["scenery"] = [
                {"kind": item.kind, "name": item.name, "line": item.line.tolist()} for item in self.scenery
            ]
        return found

    def _origins_json(self, area: int) -> dict[str, Any]:
        stated = self.origins[area] if self.origins else {}
        return {"origins": {fact: _stated(origin) for fact, origin in stated.items()}} if stated else {}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> AreaMap:
        """Return the map that `to_json` described.

        Raises
        ------
        KeyError, TypeError, ValueError
            If the values describe no map.
        """
        areas = data["areas"]
        index = {area["id"]: i for i, area in enumerate(areas)}
        return cls(
            ids=tuple(area["id"] for area in areas),
            kinds=tuple(area["kind"] for area in areas),
            names=tuple(dict(area["names"]) for area in areas),
            polygons=tuple(
                tuple(tuple(np.array(ring, dtype=np.float64) for ring in rings) for rings in area["parts"])
                for area in areas
            ),
            is_box=np.array([area["box"] for area in areas], dtype=np.bool_),
            borders=tuple(
                Border(
                    index[item["areas"][0]],
                    index[item["areas"][1]],
                    item["length"],
                    item["reason"],
                    _read(item["provenance"]),
                )
                for item in data["borders"]
            ),
            links=tuple(
                AreaLink(
                    item["id"],
                    item["kind"],
                    index[item["from"]],
                    index[item["to"]],
                    item["one_way"],
                    dict(item["names"]),
                    _read(item["provenance"]),
                )
                for item in data["links"]
            ),
            points=tuple(
                AreaPoint(index[item["area"]], item["role"], (item["xy"][0], item["xy"][1]))
                for item in data["points"]
            ),
            properties=tuple(dict(area["properties"]) for area in areas),
            provenance=tuple(_read(area["provenance"]) for area in areas),
            origins=tuple(
                {fact: _read(origin) for fact, origin in area.get("origins", {}).items()} for area in areas
            ),
            size_px=(data["size_px"][0], data["size_px"][1]) if "size_px" in data else None,
            scenery=tuple(
                Scenery(item["kind"], np.array(item["line"], dtype=np.float64), item["name"])
                for item in data.get("scenery", ())
            ),
            voids=tuple(np.array(ring, dtype=np.float64) for ring in data.get("voids", ())),
        )

    def digest(self) -> str:
        """Return the SHA-256 of the map's JSON, in hexadecimal."""
        text = json.dumps(self.to_json(), ensure_ascii=False, sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()


def _stated(provenance: Provenance) -> dict[str, str | None]:
    return {"kind": provenance.kind, "source": provenance.source}


def _read(data: Mapping[str, Any]) -> Provenance:
    return Provenance(data["kind"], data["source"])
