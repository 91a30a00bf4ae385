"""Which feature every datum of a map comes from, kept in a few bytes each.

Origins are interned in one table.  A layer that has a value everywhere (terrain) is an array of
table rows; a layer that is mostly empty (rivers, links, marks) is a sorted array of ids and one of
rows.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from toolkit.geometry.lattice import IntArray

Int32Array = npt.NDArray[np.int32]

# More data than a map has.
_MOST = 1 << 24


@dataclass(frozen=True, slots=True, order=True)
class Provenance:
    """Where a datum comes from.

    Attributes
    ----------
    kind : str
        How it is known: "rules", "published", "inferred", "historical", "invented".
    source : str or None
        What says so.
    """

    kind: str
    source: str | None = None


@dataclass(frozen=True, slots=True, order=True)
class Origin:
    """What a datum was made from: a feature's id and that feature's provenance."""

    feature: str
    provenance: Provenance


@dataclass(frozen=True, slots=True)
class ProvenanceLayer:
    """Rows of the origin table for the ids that have one, ids ascending."""

    ids: Int32Array
    rows: Int32Array


@dataclass(frozen=True, slots=True, eq=False)
class ProvenanceStore:
    """Origins of all layers.

    Layer names are ``"terrain"``, ``"hex:<name>"``, ``"side:<name>"``, ``"link:<name>"`` (by hex
    or hexside id) and ``"place"``, ``"chain"``, ``"path"`` (by position in the map's tuple).

    Attributes
    ----------
    layers : mapping of layer name to `ProvenanceLayer`
    """

    origins: tuple[Origin, ...] = ()
    layers: Mapping[str, ProvenanceLayer] = field(default_factory=dict)

    def of(self, layer: str, index: int) -> Origin | None:
        """Return the origin of one datum, or None when nothing is recorded for it."""
        kept = self.layers.get(layer)
        if kept is None:
            return None
        where = int(np.searchsorted(kept.ids, index))
        if where == len(kept.ids) or kept.ids[where] != index:
            return None
        return self.origins[int(kept.rows[where])]

    def items(self, layer: str) -> Iterator[tuple[int, Origin]]:
        """Yield ``(id, origin)`` of a layer, ids ascending."""
        kept = self.layers.get(layer)
        if kept is not None:
            for index, row in zip(kept.ids.tolist(), kept.rows.tolist(), strict=True):
                yield index, self.origins[row]

    def to_json(self) -> dict[str, Any]:
        """Return the store as JSON values: the table, and runs ``[first id, length, row]``."""
        return {
            "origins": [[o.feature, o.provenance.kind, o.provenance.source] for o in self.origins],
            "layers": {name: _runs(layer) for name, layer in sorted(self.layers.items())},
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> ProvenanceStore:
        """Return the store that `to_json` described."""
        origins = tuple(Origin(name, Provenance(kind, source)) for name, kind, source in data["origins"])
        layers = {name: _layer(runs) for name, runs in data["layers"].items()}
        if any(((kept.rows < 0) | (kept.rows >= len(origins))).any() for kept in layers.values()):
            raise ValueError("provenance names an origin that is not in its table")
        return cls(origins, layers)


class ProvenanceRecorder:
    """Collects origins while a map is built."""

    def __init__(self) -> None:
        self._rows: dict[Origin, int] = {}
        self._ids: dict[str, list[IntArray]] = {}
        self._values: dict[str, list[IntArray]] = {}

    def row(self, feature: str, provenance: Provenance) -> int:
        """Return the table row of an origin, new or known."""
        return self._rows.setdefault(Origin(feature, provenance), len(self._rows))

    def record(self, layer: str, ids: IntArray | Int32Array | Sequence[int], rows: IntArray | int) -> None:
        """Note the origin of some data; a later note replaces an earlier one."""
        where = np.asarray(ids, dtype=np.int64).reshape(-1)
        self._ids.setdefault(layer, []).append(where)
        self._values.setdefault(layer, []).append(np.broadcast_to(np.asarray(rows), where.shape))

    def store(self, keep: Mapping[str, npt.NDArray[np.bool_]] | None = None) -> ProvenanceStore:
        """Return what was noted; of a layer named in `keep`, only the ids that are True there."""
        layers = {}
        for name, parts in self._ids.items():
            ids, values = np.concatenate(parts), np.concatenate(self._values[name])
            # The last note of an id wins: unique keeps the first, so look from the end.
            unique, first = np.unique(ids[::-1], return_index=True)
            rows = values[::-1][first]
            if keep is not None and name in keep:
                kept = keep[name][unique]
                unique, rows = unique[kept], rows[kept]
            layers[name] = ProvenanceLayer(unique.astype(np.int32), rows.astype(np.int32))
        return _sorted_by_origin(tuple(self._rows), layers)


def _sorted_by_origin(origins: tuple[Origin, ...], layers: Mapping[str, ProvenanceLayer]) -> ProvenanceStore:
    """Return a store whose table holds the used origins only, in a stated order."""
    used = np.unique(np.concatenate([np.zeros(0, np.int32), *(x.rows for x in layers.values())]))
    order = sorted(used.tolist(), key=lambda row: _origin_key(origins[row]))
    new_row = np.zeros(len(origins) + 1, dtype=np.int32)
    new_row[np.array(order, dtype=np.int64)] = np.arange(len(order))
    renamed = {name: ProvenanceLayer(x.ids, new_row[x.rows]) for name, x in layers.items()}
    return ProvenanceStore(tuple(origins[row] for row in order), renamed)


def _origin_key(origin: Origin) -> tuple[str, str, str]:
    return (origin.feature, origin.provenance.kind, origin.provenance.source or "")


def _runs(layer: ProvenanceLayer) -> list[list[int]]:
    """Return ``[first id, length, row]`` for each stretch of consecutive ids with one row."""
    if not len(layer.ids):
        return []
    breaks = (np.diff(layer.ids) != 1) | (np.diff(layer.rows) != 0)
    starts = np.concatenate([[0], np.flatnonzero(breaks) + 1])
    lengths = np.diff(np.append(starts, len(layer.ids)))
    table: list[list[int]] = np.stack([layer.ids[starts], lengths, layer.rows[starts]], axis=1).tolist()
    return table


def _layer(runs: Sequence[Sequence[int]]) -> ProvenanceLayer:
    table = np.array(runs, dtype=np.int64).reshape(-1, 3)
    first, length, row = table.T
    if (length < 0).any() or length.sum() > _MOST or (np.abs(table) > _MOST).any():
        raise ValueError("runs of provenance that no map is large enough for")
    ids = np.repeat(first - np.cumsum(length) + length, length) + np.arange(length.sum())
    return ProvenanceLayer(ids.astype(np.int32), np.repeat(row, length).astype(np.int32))
