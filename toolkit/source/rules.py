"""Rules as data: the clauses of a game, each with its number, its sentence, a mechanism and parameters.

What parameters mean is no matter of reading a file: `toolkit.rules.declared` makes rules of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from toolkit.diagnostics import Finding, Place, Severity
from toolkit.source.corrections import ReadDocument, corrected
from toolkit.source.document import Document, Path_
from toolkit.source.provenance import Provenance
from toolkit.source.values import compact, mapping

FILE = "rules.yaml"
OWN = ("number", "says", "mechanism", "unclear", "legal", "illegal", "provenance")
"""Keys of a clause that are no parameters of its mechanism."""


@dataclass(frozen=True, slots=True)
class Clause:
    """One clause of the rules.

    Attributes
    ----------
    number : str
        As printed.
    says : str
        What it says, in own words.
    parameters : mapping of str to value
        As written.
    unclear : tuple of str
        Numbers of the unclear points that concern it.
    legal, illegal : str
        An example each, in own words; "" for none.
    place : Place
        Where the source says so; not part of the value.
    places : mapping of path to Place
        Where each parameter stands, by keys and indices; not part of the value.
    """

    number: str
    says: str
    mechanism: str
    parameters: Mapping[str, Any]
    unclear: tuple[str, ...]
    legal: str
    illegal: str
    provenance: Provenance
    place: Place = field(default=Place(), compare=False, repr=False)
    places: Mapping[Path_, Place] = field(default_factory=dict, compare=False, repr=False)

    @classmethod
    def from_json(cls, data: Mapping[str, Any], default: Mapping[str, Any] | None = None) -> Clause:
        """Read one entry, already checked against the schema; `default` is the file's provenance."""
        return cls(
            number=str(data["number"]),
            says=data["says"],
            mechanism=data["mechanism"],
            parameters={key: value for key, value in data.items() if key not in OWN},
            unclear=tuple(data.get("unclear", ())),
            legal=data.get("legal", ""),
            illegal=data.get("illegal", ""),
            provenance=Provenance.from_json(data.get("provenance", default)),
        )

    def to_json(self) -> dict[str, Any]:
        """Return the mapping that `from_json` reads."""
        result: dict[str, Any] = {"number": self.number, "says": self.says, "mechanism": self.mechanism}
        result |= dict(self.parameters)
        result |= compact(
            unclear=list(self.unclear) or None, legal=self.legal or None, illegal=self.illegal or None
        )
        return {**result, "provenance": self.provenance.to_json()}

    def at(self, *path: str | int) -> Place:
        """Return where a parameter stands, or the clause when nobody knows."""
        known: Path_ = path
        while known and known not in self.places:
            known = known[:-1]
        return self.places.get(known, self.place)


def load_rules(folder: Path, read: ReadDocument | None = None) -> tuple[tuple[Clause, ...], list[Finding]]:
    """Return the clauses of a game folder (``rules.yaml``), and their faults.

    Errata are applied; `read` is for callers that choose them.

    Raises
    ------
    InputError
        The file cannot be read or its schema does not allow it.
    """
    read = corrected(folder, read)
    return read_rules(read(folder / FILE, "rules.schema.json"))


def read_rules(document: Document) -> tuple[tuple[Clause, ...], list[Finding]]:
    """Return the clauses of a document checked against ``rules.schema.json``; ``RUL110`` a number twice."""
    content = mapping(document)
    sources = content.get("sources", {})
    clauses, findings = [], []
    first: dict[str, Place] = {}
    for index, entry in enumerate(content["clauses"]):
        clause = _clause(document, index, entry, content["provenance"], sources)
        if clause.number in first:
            place = document.place("clauses", index, "number")
            text = f"clause {clause.number} stands twice; first at {first[clause.number]}"
            findings.append(Finding("RUL110", Severity.ERROR, text, place))
        first.setdefault(clause.number, clause.place)
        clauses.append(clause)
    return tuple(clauses), findings


def _clause(
    document: Document,
    index: int,
    entry: Mapping[str, Any],
    default: Mapping[str, Any],
    sources: Mapping[str, str],
) -> Clause:
    stated = dict(entry.get("provenance", default))
    if stated.get("source") in sources:
        stated["source"] = sources[stated["source"]]
    clause = Clause.from_json({**entry, "provenance": stated})
    root: Path_ = ("clauses", index)
    places = {
        path[2:]: document.place(*path) for path in document.positions if path[:2] == root and len(path) > 2
    }
    return Clause(
        clause.number,
        clause.says,
        clause.mechanism,
        clause.parameters,
        clause.unclear,
        clause.legal,
        clause.illegal,
        clause.provenance,
        document.place("clauses", index, "number"),
        places,
    )
