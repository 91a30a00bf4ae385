"""Charts of any game: tables with any heading, and tracks of labels."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from toolkit.diagnostics import Finding, InputError, Place, Severity
from toolkit.source.corrections import ReadDocument, corrected
from toolkit.source.document import Document
from toolkit.source.names import Names
from toolkit.source.provenance import Provenance
from toolkit.source.values import compact, mapping

SCHEMA = "chart.schema.json"
FIGURES = "figures"
"""The file of `toolkit.source.figures`, which is no chart."""


@dataclass(frozen=True, slots=True)
class FreeChart:
    """A chart of a game whose rules are data, or to be looked at only.

    Attributes
    ----------
    id : str
        Name of its file.
    kind : {"table", "track"}
    columns : tuple of str
        Headings of a table.
    rows : mapping of str to tuple of str
        Heading of each row of a table → its cells.
    labels : tuple of str
        Boxes of a track, in order.
    dice : str
        Dice whose sum chooses the row: ``1d6``; "" for none.
    notes : tuple of str
        Doubts, and how they were read.
    places : mapping of path to Place
        Where rows and columns stand; not part of the value.
    """

    id: str
    kind: Literal["table", "track"]
    names: Names
    provenance: Provenance
    columns: tuple[str, ...] = ()
    rows: Mapping[str, tuple[str, ...]] = field(default_factory=dict, hash=False)
    labels: tuple[str, ...] = ()
    dice: str = ""
    notes: tuple[str, ...] = ()
    places: Mapping[tuple[str | int, ...], Place] = field(default_factory=dict, compare=False, repr=False)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> FreeChart:
        """Read a chart, already checked against the schema, with its id."""
        rows = data.get("rows", {})
        pairs = rows.items() if isinstance(rows, Mapping) else rows
        return cls(
            id=data["id"],
            kind=data["chart"],
            names=Names.from_json(data["names"]),
            provenance=Provenance.from_json(data["provenance"]),
            columns=tuple(map(str, data.get("columns", ()))),
            rows={str(head): tuple(map(str, cells)) for head, cells in pairs},
            labels=tuple(map(str, data.get("labels", ()))),
            dice=data.get("dice", ""),
            notes=tuple(data.get("notes", ())),
        )

    def to_json(self) -> dict[str, Any]:
        """Return the mapping that `from_json` reads; the order of the rows survives sorted keys."""
        result: dict[str, Any] = {"id": self.id, "chart": self.kind, "names": self.names.to_json()}
        result |= compact(
            columns=list(self.columns) or None,
            rows=[[head, list(cells)] for head, cells in self.rows.items()] or None,
            labels=list(self.labels) or None,
            dice=self.dice or None,
            notes=list(self.notes) or None,
        )
        return {**result, "provenance": self.provenance.to_json()}

    def at(self, *path: str | int) -> Place:
        """Return where a part of it stands."""
        while path and path not in self.places:
            path = path[:-1]
        return self.places.get(path, Place())


def load_free_charts(
    folder: Path, read: ReadDocument | None = None, *, taken: Collection[str] = ()
) -> tuple[tuple[FreeChart, ...], list[Finding]]:
    """Return the free charts of a game folder, by file name: all of ``charts/`` but the numbers.

    Errata are applied; `read` is for callers that choose them, `taken` names charts that the game's own code
    reads.

    Raises
    ------
    InputError
        A file that its schema does not allow, or whose rows do not fit the heading (``CHT001``).
    """
    read = corrected(folder, read)
    charts: list[FreeChart] = []
    findings: list[Finding] = []
    for path in sorted((folder / "charts").glob("*.yaml")):
        if path.stem in (FIGURES, *taken):
            continue
        document = read(path, SCHEMA)
        findings += _check_rows(document)
        charts.append(_chart(document, path.stem))
    if findings:
        raise InputError(findings)
    return tuple(charts), []


def _chart(document: Document, id: str) -> FreeChart:
    chart = FreeChart.from_json({**mapping(document), "id": id})
    places = {path: document.place(*path) for path in document.positions}
    values = {name: getattr(chart, name) for name in chart.__dataclass_fields__ if name != "places"}
    return FreeChart(**values, places=places)


def _check_rows(document: Document) -> Iterator[Finding]:
    content = mapping(document)
    columns = content.get("columns", ())
    for head, cells in content.get("rows", {}).items():
        if len(cells) != len(columns):
            text = f"found {len(cells)} values, expected {len(columns)}, one for each of 'columns'"
            yield Finding("CHT001", Severity.ERROR, text, document.place("rows", head))
