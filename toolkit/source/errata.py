"""Errata: published corrections of a game's data, each with its authority, applied in order at reading.

An erratum never replaces what a file says: the file keeps the printed value (or ``unknown``), and
``errata/NNN.yaml`` says what it should be, so that both can be read, compared and audited.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from toolkit.diagnostics import Finding, InputError, Place, Severity
from toolkit.source.document import Document
from toolkit.source.json_value import MAY_LACK, JsonValue
from toolkit.source.provenance import Provenance, ProvenanceKind
from toolkit.source.reading import read_document
from toolkit.source.schema import show
from toolkit.source.values import mapping

FOLDER = "errata"
UNKNOWN = "unknown"
"""As a value before: nobody has seen what was printed."""
ABSENT = "absent"
"""As a value before or after: there is no such entry."""

HEX_KINDS = frozenset({"hex", "hexside", "link"})
MAP_KINDS = HEX_KINDS | {"border"}
"""Corrections that only the compiled map can hold against what was there."""
_NUMBER = re.compile(r"[0-9]{3}")
# Key of a change -> does it name a value inside its target, and under which key.
_DETAIL = {
    "hex": "layer",
    "hexside": "layer",
    "link": "layer",
    "border": None,
    "counter": "value",
    "chart": "at",
    "setup": "counter",
    "switch": None,
    "datum": "at",
}


@dataclass(frozen=True, slots=True)
class Change:
    """One datum that an erratum corrects.

    Attributes
    ----------
    kind : str
        ``"hex"`` | ``"hexside"`` | ``"link"`` | ``"border"`` | ``"counter"`` | ``"chart"`` | ``"setup"`` |
        ``"switch"`` | ``"datum"``.
    target : str
        Hex number, two numbers or areas as ``"0507/0508"``, counter id, chart, set-up, U-number or file.
    detail : str
        Layer, value group or way inside the target (parts joined by ``/``); the counter a set-up places;
        empty for a switch.
    before, after : object
        JSON values; `UNKNOWN` and `ABSENT` have their own meaning.
    place : Place
        Where the erratum says so; not part of the value.
    """

    kind: str
    target: str
    detail: str
    before: object
    after: object
    place: Place = field(default=Place(), compare=False, repr=False)

    @property
    def datum(self) -> str:
        """What is corrected, in a few words: the same text for the same datum."""
        return " ".join(part for part in (self.kind, self.target, self.detail) if part)

    @property
    def hexes(self) -> tuple[str, ...]:
        """Printed numbers of the hexes of a correction of the map; empty for others."""
        return tuple(self.target.split("/")) if self.kind in HEX_KINDS else ()

    def touches(self, other: Change) -> bool:
        """Return whether both say something about one datum, or one about a part of the other's."""
        if (self.kind, self.target) != (other.kind, other.target):
            return False
        pairs = zip(self.detail.split("/"), other.detail.split("/"), strict=False)
        return all(a == b for a, b in pairs)

    @classmethod
    def from_json(cls, data: Mapping[str, Any], place: Place | None = None) -> Change:
        """Read one change, already checked against the schema; what `to_json` wrote is such a change."""
        kind = next(key for key in _DETAIL if key in data and not (key == "counter" and "setup" in data))
        target = data[kind]
        if isinstance(target, list):
            target = "/".join(sorted(map(str, target)))
        name = _DETAIL[kind]
        detail = "" if name is None else str(data[name])
        return cls(kind, str(target), detail, data["from"], data["to"], place or Place())

    def to_json(self) -> dict[str, Any]:
        """Return the mapping that `from_json` reads."""
        pair = self.kind in ("hexside", "link", "border")
        result: dict[str, Any] = {self.kind: self.target.split("/") if pair else self.target}
        name = _DETAIL[self.kind]
        if name is not None:
            result[name] = self.detail
        return {**result, "from": self.before, "to": self.after}


@dataclass(frozen=True, slots=True)
class Erratum(JsonValue):
    """One published correction.

    Attributes
    ----------
    id : str
        Three digits, the file's name: errata are applied in this order.
    authority : str
        Who corrected it, and where that can be looked up.
    date : str
        ``"2013-12-07"``, ``"2013-12"``, ``"2013"`` or ``"unknown"``.
    kind : ProvenanceKind
        How far the corrected values can be trusted to be the printed game's.
    after : tuple of str
        Earlier errata that this one is known to go beyond where both correct one datum.
    place : Place
        Not part of the value.
    """

    id: str
    title: str
    why: str
    authority: str
    date: str
    kind: ProvenanceKind
    after: tuple[str, ...] = field(metadata=MAY_LACK)
    changes: tuple[Change, ...]
    place: Place = field(default=Place(), compare=False, repr=False)

    @property
    def provenance(self) -> Provenance:
        """Origin of every value it corrects; the source names the erratum."""
        return Provenance(self.kind, f"erratum {self.id}: {self.authority}")

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Erratum:
        """Read what `to_json` wrote."""
        changes = tuple(Change.from_json(entry) for entry in data["changes"])
        return cls._of(data["id"], data, changes, Place())

    @classmethod
    def read(cls, document: Document) -> Erratum:
        """Read a file checked against ``errata.schema.json``; its name gives the id."""
        data = mapping(document)
        changes = tuple(
            Change.from_json(entry, document.place("changes", index))
            for index, entry in enumerate(data["changes"])
        )
        return cls._of(Path(document.file).stem, data, changes, Place(file=document.file))

    @classmethod
    def _of(cls, id: str, data: Mapping[str, Any], changes: tuple[Change, ...], place: Place) -> Erratum:
        return cls(
            id=id,
            title=data["title"],
            why=data["why"],
            authority=data["authority"],
            date=str(data["date"]),
            kind=ProvenanceKind(data.get("kind", "rules")),
            after=tuple(data.get("after", ())),
            changes=changes,
            place=place,
        )


def load_errata(folder: Path) -> tuple[Erratum, ...]:
    """Return the errata of a game folder (``errata/NNN.yaml``) in order; none when there are none.

    Raises
    ------
    InputError
        A file that cannot be read or that its schema does not allow; SRC043 a file of another name.
    """
    faults: list[Finding] = []
    errata = []
    for path in sorted((folder / FOLDER).glob("*.yaml")):
        if _NUMBER.fullmatch(path.stem) is None:
            text = f"'{path.name}' is no number of three digits; the number is the erratum's id and its order"
            faults.append(Finding("SRC043", Severity.ERROR, text, Place(file=path.as_posix())))
            continue
        try:
            errata.append(Erratum.read(read_document(path, "errata.schema.json")))
        except InputError as error:
            faults += error.findings
    if faults:
        raise InputError(faults)
    return tuple(errata)


def chosen(errata: Sequence[Erratum], ids: Collection[str] | None) -> tuple[Erratum, ...]:
    """Return the errata of the given ids, or all of them when `ids` is None.

    Raises
    ------
    InputError
        SRC020: an id that no erratum has.
    """
    if ids is None:
        return tuple(errata)
    known = {erratum.id for erratum in errata}
    for id in sorted(set(ids) - known):
        text = f"no erratum has the number '{id}'; there are {', '.join(sorted(known)) or 'none'}"
        raise InputError.single("SRC020", text)
    return tuple(erratum for erratum in errata if erratum.id in ids)


def check_order(errata: Sequence[Erratum]) -> list[Finding]:
    """Return SRC041 for each datum that two errata correct where the later does not say that it knows."""
    findings = []
    earlier: list[tuple[Erratum, Change]] = []
    for erratum in errata:
        for change in erratum.changes:
            for other, before in earlier:
                if before.touches(change) and not _follows(erratum, other, errata):
                    findings.append(_unordered(erratum, change, other, before))
            earlier.append((erratum, change))
    return findings


def _follows(later: Erratum, earlier: Erratum, errata: Sequence[Erratum]) -> bool:
    """Return whether an erratum names another in `after`, at one or more removes."""
    of = {erratum.id: erratum for erratum in errata}
    reached: set[str] = set()
    open_ = list(later.after)
    while open_:
        id = open_.pop()
        if id not in reached:
            reached.add(id)
            open_ += of[id].after if id in of else ()
    return earlier.id in reached and earlier.id != later.id


def _unordered(erratum: Erratum, change: Change, other: Erratum, before: Change) -> Finding:
    if other.id == erratum.id:
        text = f"{change.datum} is corrected twice in one erratum; first at {before.place}"
    else:
        text = (
            f"{change.datum} is corrected by erratum {other.id} as well ({before.place}); if this one is to "
            f'go beyond it, write `after: ["{other.id}"]`'
        )
    data = {"datum": change.datum, "errata": [other.id, erratum.id]}
    return Finding("SRC041", Severity.ERROR, text, change.place, data=data)


def compare_before(erratum: Erratum, change: Change, found: object) -> Finding | None:
    """Return what is wrong with an erratum's idea of the value before; None when it is right.

    Returns
    -------
    Finding or None
        SRC042 (a warning) when the value already is what the erratum makes it; SRC040 when it is neither
        that nor what the erratum says it was.
    """
    data = {"erratum": erratum.id, "datum": change.datum, "found": found}
    if found == change.after:
        text = f"erratum {erratum.id} changes nothing: {change.datum} is {_words(found)} already"
        return Finding("SRC042", Severity.WARNING, text, change.place, data=data)
    if change.before in (UNKNOWN, found):
        return None
    text = (
        f"erratum {erratum.id} says that {change.datum} was {_words(change.before)}; the data have "
        f"{_words(found)}"
    )
    return Finding("SRC040", Severity.ERROR, text, change.place, data=data)


def _words(value: object) -> str:
    return value if isinstance(value, str) and value in (UNKNOWN, ABSENT) else show(value)


def map_changes(errata: Sequence[Erratum]) -> Iterator[tuple[Erratum, Change]]:
    """Yield the corrections of hexes, hexsides and links, which are applied to the compiled map."""
    for erratum in errata:
        for change in erratum.changes:
            if change.kind in HEX_KINDS:
                yield erratum, change


def border_changes(errata: Sequence[Erratum]) -> list[tuple[Erratum, Change]]:
    """Return the corrections of borders between areas, which are applied to the compiled area map."""
    return [(e, change) for e in errata for change in e.changes if change.kind == "border"]
