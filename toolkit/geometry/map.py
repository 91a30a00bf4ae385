"""The compiled map: arrays over hexes and hexsides.  Names of kinds are data."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from toolkit.geometry.apart import apart
from toolkit.geometry.grid import HexGrid
from toolkit.geometry.lattice import FloatArray, Vertex
from toolkit.geometry.provenance import ProvenanceStore

BoolArray = npt.NDArray[np.bool_]
Int32Array = npt.NDArray[np.int32]
UInt8Array = npt.NDArray[np.uint8]

_Q_STEP = np.array([1, 0], dtype=np.int64)
_R_STEP = np.array([0, 1], dtype=np.int64)

FORMAT = "toolkit-map"
VERSION = 1
# Columns or rows of the largest map that a module may bring.
_LONGEST = 2_000


@dataclass(frozen=True, slots=True, eq=False)
class Topology:
    """Which hexes and hexsides touch: follows from the grid alone.

    Attributes
    ----------
    neighbours : (n, 6) int32
        Hex ids, -1 outside; directions as in `HexGrid.neighbours`.
    side_of : (n, 6) int32
        Hexside ids, -1 outside.
    sides : (m, 2) int32
        The two hexes of each hexside, smaller id first, rows in lexicographic order.
    """

    neighbours: Int32Array
    side_of: Int32Array
    sides: Int32Array

    @classmethod
    def of(cls, grid: HexGrid) -> Topology:
        """Return the topology of a grid."""
        neighbours = grid.neighbours().astype(np.int32)
        n = len(neighbours)
        first = np.broadcast_to(np.arange(n, dtype=np.int32)[:, None], (n, 6))
        owned = neighbours > first
        # Row-wise sorting of the six neighbours gives the lexicographic order of pairs.
        order = np.argsort(neighbours, axis=1, kind="stable")
        ordered = np.take_along_axis(neighbours, order, axis=1)
        mask = np.take_along_axis(owned, order, axis=1)
        sides = np.stack([first[mask], ordered[mask]], axis=1)
        side_of = np.full((n, 6), -1, dtype=np.int32)
        rows, places = np.nonzero(mask)
        direction = order[rows, places]
        numbers = np.arange(len(sides), dtype=np.int32)
        side_of[rows, direction] = numbers
        side_of[neighbours[rows, direction], (direction + 3) % 6] = numbers
        return cls(neighbours, side_of, sides)

    def side_ids(self, pairs: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """Return the hexside ids ``(k,)`` of hex pairs ``(k, 2)``, -1 where they do not touch."""
        pairs = np.asarray(pairs, dtype=np.int64).reshape(-1, 2)
        inside = np.asarray((pairs >= 0).all(axis=1))
        around = self.neighbours[np.where(inside, pairs[:, 0], 0)]
        hit = (around == pairs[:, 1:2]) & inside.reshape(-1, 1)
        direction = hit.argmax(axis=1)
        found = self.side_of[np.where(inside, pairs[:, 0], 0), direction]
        return np.where(hit.any(axis=1), found, -1).astype(np.int64)


@dataclass(frozen=True, slots=True)
class Place:
    """A town or another named point.

    Attributes
    ----------
    names : mapping of language to name
    position : (x, y)
        Plane position as drawn.
    """

    id: str
    names: Mapping[str, str]
    kind: str
    hex: int
    control: str | None
    position: tuple[float, float]


@dataclass(frozen=True, slots=True, eq=False)
class Chain:
    """A line along hexsides.

    Attributes
    ----------
    names : mapping of language to name
    nodes : tuple of Vertex
        Lattice vertices from start to end; a ring repeats its first.
    vertices : (k, 2) float array
        Plane positions of `nodes`.
    sides : (k - 1,) int32 array
        Hexside ids; -1 for a step along or off the map's edge, where no two map hexes meet.
    """

    id: str
    names: Mapping[str, str]
    kind: str
    nodes: tuple[Vertex, ...]
    vertices: FloatArray
    sides: Int32Array


@dataclass(frozen=True, slots=True, eq=False)
class Path:
    """A line from hex to hex.

    Attributes
    ----------
    names : mapping of language to name
    hexes : (k,) int32 array
        Hex ids in order; a path that leaves the map and comes back is several `Path`s of one id.
    links : (k - 1,) int32 array
        Hexside ids crossed.
    """

    id: str
    names: Mapping[str, str]
    kind: str
    hexes: Int32Array
    links: Int32Array


@dataclass(frozen=True, eq=False)
class Map:
    """A compiled map.

    Attributes
    ----------
    terrain : (n,) uint8
        Index into `terrain_kinds`, by hex id.
    topology : Topology
        Also reachable as `neighbours`, `side_of` and `sides`.
    side_features : mapping of str to (m,) bool
        By hexside id: "river", "great_river", "impassable" and so on.
    links : mapping of str to (m,) bool
        By the hexside crossed: "road", "rail".
    hex_features : mapping of str to (n,) bool
    places, chains, paths : tuples
    water_layers : tuple of str
        Names of the side features over which a link is a bridge.
    names : mapping of str to mapping
        What areas and stated hexsides are called, by the feature's id: language to name.
    """

    grid: HexGrid
    terrain_kinds: tuple[str, ...]
    terrain: UInt8Array
    topology: Topology
    side_features: Mapping[str, BoolArray]
    links: Mapping[str, BoolArray]
    hex_features: Mapping[str, BoolArray]
    places: tuple[Place, ...]
    chains: tuple[Chain, ...]
    paths: tuple[Path, ...]
    provenance: ProvenanceStore
    water_layers: tuple[str, ...] = ()
    names: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    @property
    def neighbours(self) -> Int32Array:
        """Neighbouring hex ids ``(n, 6)``, -1 outside."""
        return self.topology.neighbours

    @property
    def side_of(self) -> Int32Array:
        """Hexside ids ``(n, 6)`` by hex and direction, -1 outside."""
        return self.topology.side_of

    @property
    def sides(self) -> Int32Array:
        """The two hexes ``(m, 2)`` of each hexside."""
        return self.topology.sides

    @cached_property
    def bridge(self) -> BoolArray:
        """Hexsides ``(m,)`` where any link crosses any of `water_layers`."""
        return self._any(self.side_features, self.water_layers) & self._any(self.links, tuple(self.links))

    def _any(self, layers: Mapping[str, BoolArray], names: tuple[str, ...]) -> BoolArray:
        found = np.zeros(len(self.sides), dtype=np.bool_)
        for name in names:
            if name in layers:
                found |= layers[name]
        return found

    def side(self, a: int, b: int) -> int:
        """Return the hexside id between two neighbouring hexes.

        Raises
        ------
        ValueError
            If the two do not touch.
        """
        found = int(self.topology.side_ids(np.array([[a, b]]))[0])
        if found < 0:
            raise ValueError(apart(self.grid, a, b))
        return found

    def name_of(self, layer: str, index: int) -> Mapping[str, str]:
        """Return what the feature is called that a datum comes from; empty where nobody says.

        Parameters
        ----------
        layer : str
            As in `ProvenanceStore`: ``"terrain"``, ``"side:impassable"`` …
        index : int
            Hex or hexside id.
        """
        origin = self.provenance.of(layer, index)
        return {} if origin is None else self._names.get(origin.feature, {})

    @cached_property
    def _names(self) -> Mapping[str, Mapping[str, str]]:
        return {**{chain.id: chain.names for chain in self.chains}, **self.names}

    def terrain_of(self, h: int) -> str:
        """Return the terrain kind of a hex."""
        return self.terrain_kinds[int(self.terrain[h])]

    # JSON --------------------------------------------------------------------------------------

    def to_json(self) -> dict[str, Any]:
        """Return the map as JSON values; what follows from the grid is left out."""
        return {
            "format": FORMAT,
            "version": VERSION,
            "grid": self.grid.to_json(),
            "terrain_kinds": list(self.terrain_kinds),
            "terrain": _run_lengths(self.terrain),
            "side_features": _masks_to_json(self.side_features),
            "links": _masks_to_json(self.links),
            "hex_features": _masks_to_json(self.hex_features),
            "water_layers": list(self.water_layers),
            "names": {id: dict(names) for id, names in self.names.items()},
            "places": [_place_to_json(place) for place in self.places],
            "chains": [_chain_to_json(chain) for chain in self.chains],
            "paths": [_path_to_json(path) for path in self.paths],
            "provenance": self.provenance.to_json(),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """Return the map that `to_json` described.

        Raises
        ------
        ValueError
            If the values are not a map of a known version.
        """
        if data.get("format") != FORMAT or data.get("version") != VERSION:
            raise ValueError(
                f"no map of version {VERSION}: format {data.get('format')!r}, version {data.get('version')!r}"
            )
        grid = HexGrid.from_json(data["grid"])
        if not (0 < grid.columns <= _LONGEST and 0 < grid.rows <= _LONGEST):
            raise ValueError(f"a grid of {grid.columns} columns and {grid.rows} rows")
        topology = Topology.of(grid)
        n, m = len(grid), len(topology.sides)
        return cls(
            grid=grid,
            terrain_kinds=tuple(data["terrain_kinds"]),
            terrain=_terrain(data, n),
            topology=topology,
            side_features=_masks_from_json(data["side_features"], m),
            links=_masks_from_json(data["links"], m),
            hex_features=_masks_from_json(data["hex_features"], n),
            places=tuple(_place_from_json(place) for place in data["places"]),
            chains=tuple(_chain_from_json(chain, grid, topology) for chain in data["chains"]),
            paths=tuple(_path_from_json(path, topology) for path in data["paths"]),
            provenance=ProvenanceStore.from_json(data["provenance"]),
            water_layers=tuple(data["water_layers"]),
            # Modules built before names were kept have none.
            names=data.get("names", {}),
        )

    def to_bytes(self) -> bytes:
        """Return `to_json` as UTF-8 text that is the same for the same map on every machine."""
        return json.dumps(
            self.to_json(), ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False
        ).encode()

    def digest(self) -> str:
        """Return the SHA-256 of `to_bytes`, in hexadecimal."""
        return hashlib.sha256(self.to_bytes()).hexdigest()


def chain_sides(nodes: tuple[Vertex, ...], grid: HexGrid, topology: Topology) -> Int32Array:
    """Return the hexside ids ``(k - 1,)`` along lattice vertices, -1 where no two map hexes meet."""
    if len(nodes) < 2:
        return np.zeros(0, dtype=np.int32)
    table = np.array([(v.q, v.r, v.half) for v in nodes], dtype=np.int64)
    return topology.side_ids(grid.hex_at(hexes_across(table))).astype(np.int32)


def hexes_across(nodes: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Return the axial hexes ``(k - 1, 2, 2)`` on both sides of each step between vertices.

    Parameters
    ----------
    nodes : (k, 3) int array
        Rows ``(q, r, half)``; consecutive ones are one hexside apart.
    """
    start, end = nodes[:-1], nodes[1:]
    low = np.where(start[:, 2:3] == 0, start, end)[:, :2]
    high = np.where(start[:, 2:3] == 0, end, start)[:, :2]
    step = high - low
    # From a half-0 vertex (q, r): to (q, r, 1), (q-1, r, 1) or (q, r-1, 1).
    first = np.where((step == 0).all(axis=1)[:, None], low + _Q_STEP, low)
    second = np.where(step[:, 1:2] == -1, low + _Q_STEP, low + _R_STEP)
    return np.stack([first, second], axis=1)


def _run_lengths(values: UInt8Array) -> list[int]:
    """Return ``[value, length, value, length, ...]``."""
    starts = np.concatenate([[0], np.flatnonzero(np.diff(values)) + 1])
    lengths = np.diff(np.append(starts, len(values)))
    flat: list[int] = np.stack([values[starts].astype(np.int64), lengths], axis=1).reshape(-1).tolist()
    return flat


def _from_run_lengths(flat: list[int], n: int) -> UInt8Array:
    pairs = np.array(flat, dtype=np.int64).reshape(-1, 2)
    if pairs[:, 1].sum() != n or (pairs < 0).any():
        raise ValueError(f"terrain of {pairs[:, 1].sum()} hexes for a grid of {n}")
    values = np.repeat(pairs[:, 0], pairs[:, 1]).astype(np.uint8)
    if len(values) != n:
        raise ValueError(f"terrain of {len(values)} hexes for a grid of {n}")
    return values


def _terrain(data: Mapping[str, Any], n: int) -> UInt8Array:
    terrain = _from_run_lengths(data["terrain"], n)
    if int(terrain.max(initial=0)) >= max(1, len(data["terrain_kinds"])):
        raise ValueError(f"terrain of kind {int(terrain.max())} of {len(data['terrain_kinds'])}")
    return terrain


def _masks_to_json(masks: Mapping[str, BoolArray]) -> dict[str, list[int]]:
    return {name: np.flatnonzero(mask).tolist() for name, mask in sorted(masks.items())}


def _masks_from_json(data: Mapping[str, list[int]], size: int) -> dict[str, BoolArray]:
    masks = {}
    for name, ids in data.items():
        mask = np.zeros(size, dtype=np.bool_)
        rows = np.array(ids, dtype=np.int64)
        if rows.ndim != 1 or ((rows < 0) | (rows >= size)).any():
            raise ValueError(f"layer {name!r} marks what is not on the map")
        mask[rows] = True
        masks[name] = mask
    return masks


def _place_to_json(place: Place) -> dict[str, Any]:
    return {
        "id": place.id,
        "names": dict(place.names),
        "kind": place.kind,
        "hex": place.hex,
        "control": place.control,
        "position": [float(place.position[0]), float(place.position[1])],
    }


def _place_from_json(data: Mapping[str, Any]) -> Place:
    x, y = data["position"]
    return Place(data["id"], data["names"], data["kind"], data["hex"], data["control"], (float(x), float(y)))


def _chain_to_json(chain: Chain) -> dict[str, Any]:
    nodes = [value for node in chain.nodes for value in (node.q, node.r, node.half)]
    return {"id": chain.id, "names": dict(chain.names), "kind": chain.kind, "nodes": nodes}


def _chain_from_json(data: Mapping[str, Any], grid: HexGrid, topology: Topology) -> Chain:
    flat = data["nodes"]
    nodes = tuple(Vertex(*flat[i : i + 3]) for i in range(0, len(flat), 3))
    return make_chain(data["id"], data["names"], data["kind"], nodes, grid=grid, topology=topology)


def make_chain(
    id: str,
    names: Mapping[str, str],
    kind: str,
    nodes: tuple[Vertex, ...],
    *,
    grid: HexGrid,
    topology: Topology,
) -> Chain:
    """Return the chain along lattice vertices, with positions and hexside ids worked out."""
    positions = grid.to_plane(np.array([node.axial() for node in nodes]).reshape(-1, 2))
    return Chain(id, names, kind, nodes, positions, chain_sides(nodes, grid, topology))


def _path_to_json(path: Path) -> dict[str, Any]:
    return {"id": path.id, "names": dict(path.names), "kind": path.kind, "hexes": path.hexes.tolist()}


def _path_from_json(data: Mapping[str, Any], topology: Topology) -> Path:
    return make_path(data["id"], data["names"], data["kind"], data["hexes"], topology)


def make_path(id: str, names: Mapping[str, str], kind: str, hexes: list[int], topology: Topology) -> Path:
    """Return the path over hex ids, each touching the one before."""
    steps = np.array(hexes, dtype=np.int64)
    links = topology.side_ids(np.stack([steps[:-1], steps[1:]], axis=1)).astype(np.int32)
    return Path(id, names, kind, steps.astype(np.int32), links)
