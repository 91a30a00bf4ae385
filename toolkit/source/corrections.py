"""Errata applied to the documents of a game's folder as they are read."""

from __future__ import annotations

import copy
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Protocol

from toolkit.diagnostics import Finding, Place, Severity
from toolkit.source.document import Document, Path_, Position
from toolkit.source.errata import (
    ABSENT,
    MAP_KINDS,
    Change,
    Erratum,
    check_order,
    chosen,
    compare_before,
    load_errata,
)
from toolkit.source.reading import read_document
from toolkit.source.schema import check_schema, suggestion
from toolkit.source.values import mapping

# What an area of an area map states with an origin of its own, itself or among its properties.
_AREA_FACTS = frozenset({"name", "kind", "outline", "terrain", "control", "letter", "entry"})
# Their entries may each say where they come from.
_CARD_FILES = frozenset({"cards.yaml", "action_cards.yaml"})
_HEX = re.compile(r"[0-9][0-9.,-]*")
# Value of a counter -> the group that its provenance is kept under.
_GROUPS = frozenset(
    {
        "full",
        "reduced",
        "command_range",
        "assignment",
        "pool_type",
        "unit_class",
        "combat",
        "steps",
        "enters",
        "fresh",
        "spent",
        "division",
        "withdraws",
        "starts",
        "entry",
    }
)


class ReadDocument(Protocol):
    """Reads one file of a game's folder and checks it against its schema."""

    def __call__(self, path: Path, schema: str) -> Document:
        """Return the document, corrected where errata speak of it."""
        ...


class Corrections:
    """The errata of one folder while its files are read; what they meet is collected.

    Attributes
    ----------
    errata : tuple of Erratum
        Those to be applied, in order.
    """

    def __init__(self, folder: Path, errata: Sequence[Erratum]) -> None:
        self.folder = folder
        self.errata = tuple(errata)
        self._findings: list[Finding] = check_order(errata)
        # Changes whose target has been met, and the names met instead.
        self._met: set[int] = set()
        self._names: dict[str, set[str]] = {}

    @classmethod
    def of(cls, folder: Path, ids: Collection[str] | None = None) -> Corrections:
        """Return the corrections of a game's folder: all its errata, or those of the given ids.

        Raises
        ------
        InputError
            An erratum that cannot be read, or an id that none has.
        """
        return cls(folder, chosen(load_errata(folder), ids))

    def read(self, path: Path, schema: str) -> Document:
        """Read a file as `read_document` does and apply what errata say of it."""
        return self.apply(read_document(path, schema), path, schema)

    def apply(self, document: Document, path: Path, schema: str) -> Document:
        """Return a document, already checked, as the errata correct it.

        Raises
        ------
        InputError
            SRC010 at the erratum's own place: the corrected value is none that the schema allows.
        """
        name = path.relative_to(self.folder).as_posix()
        corrected = document
        for erratum in self.errata:
            for change in erratum.changes:
                if change.kind not in MAP_KINDS:
                    corrected = self._change(corrected, name, erratum, change)
        if corrected is not document:
            check_schema(corrected, schema)
        return corrected

    def findings(self) -> list[Finding]:
        """Return what the errata met, once every file is read: SRC020, SRC040, SRC041, SRC042."""
        missed = [
            self._unknown(erratum, change)
            for erratum in self.errata
            for change in erratum.changes
            if change.kind not in MAP_KINDS and id(change) not in self._met
        ]
        return [*self._findings, *missed]

    def _unknown(self, erratum: Erratum, change: Change) -> Finding:
        names = sorted(self._names.get(change.kind, ()))
        text = f"erratum {erratum.id}: no {change.kind} has the name '{change.target}'"
        return _error("SRC020", text + suggestion(change.target, names), change.place, name=change.target)

    def _change(self, document: Document, name: str, erratum: Erratum, change: Change) -> Document:
        """Return a document with one change applied; the same one when it is about another."""
        home = self._home(document, name, change)
        if home is None:
            return document
        self._met.add(id(change))
        if change.kind == "setup":
            return self._place(document, erratum, change)
        path = _resolve(document.data, home, change.detail)
        if path is None:
            text = f"erratum {erratum.id}: there is no '{change.detail}' in {change.kind} {change.target}"
            self._findings.append(_error("SRC020", text, change.place, name=change.detail))
            return document
        found = _get(document.data, path)
        if not self._fits(erratum, change, found):
            return document
        edit = _Edit(document)
        edit.set(path, change.after, change.place)
        edit.sign(home, path, erratum, change)
        return edit.document()

    def _fits(self, erratum: Erratum, change: Change, found: object) -> bool:
        """Return whether a change is to be made; note what speaks against it."""
        problem = compare_before(erratum, change, found)
        if problem is not None:
            self._findings.append(problem)
        return problem is None

    def _home(self, document: Document, name: str, change: Change) -> Path_ | None:
        """Return the way to the entry that a change is about; None when it is in another document."""
        part, _, rest = name.partition("/")
        data = mapping(document)
        match change.kind:
            case "counter" if part == "counters":
                return self._entry("counter", data["counters"], "counters", change.target)
            case "switch" if name == "unclear.yaml":
                home = self._entry("switch", data["options"], "options", change.target)
                return None if home is None else (*home, "default")
            case "chart" if part == "charts":
                self._names.setdefault("chart", set()).add(Path(rest).stem)
                return () if Path(rest).stem == change.target else None
            case "setup" if part == "setups" and "id" in data:
                self._names.setdefault("setup", set()).add(data["id"])
                return () if data["id"] == change.target else None
            case "datum":
                self._names.setdefault("datum", set()).add(name)
                return () if name == change.target else None
            case _:
                return None

    def _entry(self, kind: str, entries: list[dict[str, Any]], key: str, name: str) -> Path_ | None:
        self._names.setdefault(kind, set()).update(entry["id"] for entry in entries)
        return next(((key, i) for i, entry in enumerate(entries) if entry["id"] == name), None)

    def _place(self, document: Document, erratum: Erratum, change: Change) -> Document:
        """Return a set-up with one counter moved, taken out or put in."""
        data = mapping(document)
        spots: list[tuple[str, str, int]] = [
            (part, spot, index)
            for part in ("hexes", "areas", "boxes")
            for spot, counters in data.get(part, {}).items()
            for index, counter in enumerate(counters)
            if counter == change.detail
        ]
        if not self._fits(erratum, change, spots[0][1] if spots else ABSENT):
            return document
        edit = _Edit(document)
        for part, spot, index in spots:
            edit.drop((part, spot, index))
        if change.after != ABSENT:
            spot = str(change.after)
            edit.append((self._part_of(spot, data), spot), change.detail, change.place)
        return edit.document()

    def _part_of(self, spot: str, data: Mapping[str, Any]) -> str:
        """Return the part of a set-up that a place belongs to; what is neither hex nor area is a box."""
        if "areas" not in data:
            return "hexes" if _HEX.fullmatch(spot) else "boxes"
        path = self.folder / "setups" / "boxes.yaml"
        boxes = mapping(read_document(path, "boxes.schema.json"))["boxes"] if path.exists() else []
        return "boxes" if spot in {box["id"] for box in boxes} else "areas"


def corrected(folder: Path, read: ReadDocument | None) -> ReadDocument:
    """Return a reader of a folder's files: the given one, or one that applies all errata of the folder."""
    return Corrections.of(folder).read if read is None else read


class _Edit:
    """A copy of a document that is being changed; the places of what is new are the erratum's."""

    def __init__(self, document: Document) -> None:
        self._before = document
        self._data: Any = copy.deepcopy(document.data)
        self._positions = dict(document.positions)
        self._keys = dict(document.keys)
        self._corrected = dict(document.corrected)

    def document(self) -> Document:
        return replace(
            self._before,
            data=self._data,
            positions=self._positions,
            keys=self._keys,
            corrected=self._corrected,
        )

    def set(self, path: Path_, value: object, place: Place) -> None:
        """Put a value; `ABSENT` takes the entry out."""
        if value == ABSENT:
            self.drop(path)
            return
        parent: Any = _get(self._data, path[:-1])
        if isinstance(parent, list) and path[-1] == len(parent):
            parent.append(copy.deepcopy(value))
        else:
            parent[path[-1]] = copy.deepcopy(value)
        self._corrected[path] = place

    def drop(self, path: Path_) -> None:
        """Take an entry out; a list or mapping of places that becomes empty goes as well."""
        parent: Any = _get(self._data, path[:-1])
        del parent[path[-1]]
        last = path[-1]
        if isinstance(parent, list) and isinstance(last, int):
            for places in (self._positions, self._keys):
                _close_gap(places, path[:-1], last)
            if not parent:
                self.drop(path[:-1])

    def append(self, path: Path_, value: object, place: Place) -> None:
        parent: Any = self._data.setdefault(path[0], {})
        entries = parent.setdefault(path[1], [])
        entries.append(value)
        self._corrected[(*path, len(entries) - 1)] = place

    def sign(self, home: Path_, path: Path_, erratum: Erratum, change: Change) -> None:
        """Name the erratum as the origin of a value, in the entry that keeps such origins."""
        origin = erratum.provenance.to_json()
        if change.kind == "counter":
            entry: Any = _get(self._data, home)
            group = str(path[len(home)])
            entry.setdefault("provenance", {})[group if group in _GROUPS else "identity"] = origin
        elif change.kind == "switch":
            option: Any = _get(self._data, home[:-1])
            # The published word decides: nothing is left to be judged both ways.
            option["support"] = "text"
            option["authority"] = origin["source"]
            option.pop("literal", None)
        else:
            self._sign_entry(path, origin)

    def _sign_entry(self, path: Path_, origin: dict[str, Any]) -> None:
        """Sign the innermost entry with an origin of its own; a whole file's origin stays as it is."""
        of_areas = "kinds" in self._data
        fact = path[3] if len(path) == 4 and path[2] == "properties" else path[-1]
        if of_areas and len(path) in (3, 4) and path[0] == "areas" and fact in _AREA_FACTS:
            area: Any = _get(self._data, path[:2])
            area.setdefault("origins", {})[fact] = origin
            return
        for length in range(len(path) - 1, 1, -1):
            entry: Any = _get(self._data, path[:length])
            if not isinstance(entry, dict):
                continue
            parts = entry.get("provenance")
            depth = 2 if of_areas else _feature_depth(path)
            is_feature = self._before.file.partition("/map/")[1] != "" and length == depth
            is_feature |= length == 2 and Path(self._before.file).name in _CARD_FILES
            if isinstance(parts, dict) and "kind" not in parts:
                name = str(path[length])
                group = name if name in parts else "numbers" if "numbers" in parts else next(iter(parts))
                parts[group] = origin
                return
            if parts is not None or is_feature:
                entry["provenance"] = origin
                return


def _feature_depth(path: Path_) -> int:
    """Return how far down the entry of a feature of a hex map stands: ``towns/x``, ``links/road/x``."""
    return 3 if path[0] in ("links", "areas", "marks") else 2


def _close_gap(places: dict[Path_, Position], home: Path_, dropped: int) -> None:
    """Move the positions of what follows a dropped list entry up by one."""
    depth = len(home)
    moved = {}
    for path in [path for path in places if len(path) > depth and path[:depth] == home]:
        index = path[depth]
        position = places.pop(path)
        if isinstance(index, int) and index != dropped:
            moved[(*home, index - (index > dropped), *path[depth + 1 :])] = position
    places.update(moved)


def _get(data: object, path: Path_) -> object:
    """Return the value at a path; `ABSENT` when there is none."""
    value: Any = data
    for part in path:
        inside = isinstance(value, dict) and part in value
        inside |= isinstance(value, list) and isinstance(part, int) and part < len(value)
        if not inside:
            return ABSENT
        value = value[part]
    return value


def _resolve(data: object, home: Path_, detail: str) -> Path_ | None:
    """Return the path that a way of names means below `home`; the last name may be new in a mapping.

    A list is entered by the id, number or kind of one of its entries, by a heading (``columns`` or
    ``classes`` of the same table) or by a number that counts from 1.
    """
    path = home
    names = [name.replace("~1", "/").replace("~0", "~") for name in detail.split("/")] if detail else []
    for position, name in enumerate(names):
        value = _get(data, path)
        last = position == len(names) - 1
        if isinstance(value, dict):
            if name not in value and not last:
                return None
            path = (*path, name)
        elif isinstance(value, list):
            index = _index(data, value, name)
            if index is None or index > len(value) or (index == len(value) and not last):
                return None
            path = (*path, index)
        else:
            return None
    return path


def _index(data: object, entries: list[Any], name: str) -> int | None:
    """Return the index of a list entry that a name means."""
    for index, entry in enumerate(entries):
        if isinstance(entry, dict) and name in (str(entry.get(key)) for key in ("id", "number", "kind")):
            return index
    if isinstance(data, dict):
        for heading in ("columns", "classes"):
            titles = data.get(heading)
            if isinstance(titles, list) and len(titles) == len(entries) and name in map(str, titles):
                return list(map(str, titles)).index(name)
    return int(name) - 1 if name.isascii() and name.isdigit() and int(name) > 0 else None


def _error(code: str, message: str, place: Place, **data: object) -> Finding:
    return Finding(code, Severity.ERROR, message, place, data=data)
