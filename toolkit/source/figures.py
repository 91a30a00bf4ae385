"""Numbers that the rules of a game name, and the dates of its turns, each with where it comes from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from toolkit.diagnostics import Finding, Severity
from toolkit.source.corrections import ReadDocument, corrected
from toolkit.source.document import Document
from toolkit.source.names import Names
from toolkit.source.provenance import Provenance
from toolkit.source.values import mapping


@dataclass(frozen=True, slots=True)
class Figure:
    """A number of the rules: a hand's size, a modifier, the number of turns.

    Attributes
    ----------
    id : str
    value : int
    names : Names
    rules : tuple of str
        Printed numbers of the rules that name it.
    provenance : Provenance
    """

    id: str
    value: int
    names: Names
    rules: tuple[str, ...]
    provenance: Provenance

    @classmethod
    def from_json(cls, data: Mapping[str, Any], default: Mapping[str, Any] | None = None) -> Figure:
        """Read one entry, already checked against the schema; `default` is the file's provenance."""
        origin = Provenance.from_json(data.get("provenance", default))
        return cls(data["id"], data["value"], Names.from_json(data["names"]), tuple(data["rules"]), origin)

    def to_json(self) -> dict[str, Any]:
        """Return the mapping that `from_json` reads."""
        return {
            "id": self.id,
            "value": self.value,
            "names": self.names.to_json(),
            "rules": list(self.rules),
            "provenance": self.provenance.to_json(),
        }


@dataclass(frozen=True, slots=True)
class TurnDate:
    """A turn and its date, by language."""

    number: int
    dates: Names
    provenance: Provenance

    @classmethod
    def from_json(cls, data: Mapping[str, Any], default: Mapping[str, Any] | None = None) -> TurnDate:
        """Read one entry, already checked against the schema; `default` is the file's provenance."""
        origin = Provenance.from_json(data.get("provenance", default))
        return cls(data["number"], Names.from_json(data["dates"]), origin)

    def to_json(self) -> dict[str, Any]:
        """Return the mapping that `from_json` reads."""
        return {
            "number": self.number,
            "dates": self.dates.to_json(),
            "provenance": self.provenance.to_json(),
        }


def load_figures(
    folder: Path, read: ReadDocument | None = None
) -> tuple[tuple[Figure, ...], tuple[TurnDate, ...], list[Finding]]:
    """Return the numbers and turns of a game folder (``charts/figures.yaml``), and their faults.

    Errata are applied; `read` is for callers that choose them.

    Raises
    ------
    InputError
        The file cannot be read or its schema does not allow it.
    """
    read = corrected(folder, read)
    return read_figures(read(folder / "charts" / "figures.yaml", "chart_figures.schema.json"))


def read_figures(document: Document) -> tuple[tuple[Figure, ...], tuple[TurnDate, ...], list[Finding]]:
    """Return the numbers and turns of a file; ``CHT005`` a number twice, ``CHT003`` turns not in order."""
    content = mapping(document)
    default = content["provenance"]
    figures = tuple(Figure.from_json(entry, default) for entry in content["figures"])
    turns = tuple(TurnDate.from_json(entry, default) for entry in content.get("turns", ()))
    findings = []
    seen: set[str] = set()
    for index, figure in enumerate(figures):
        if figure.id in seen:
            place = document.place("figures", index, "id")
            findings.append(Finding("CHT005", Severity.ERROR, f"the number {figure.id} stands twice", place))
        seen.add(figure.id)
    for index, turn in enumerate(turns):
        if turn.number != index + 1:
            text = f"found turn {turn.number}, expected turn {index + 1}"
            place = document.place("turns", index, "number")
            findings.append(Finding("CHT003", Severity.ERROR, text, place))
    return figures, turns, findings
