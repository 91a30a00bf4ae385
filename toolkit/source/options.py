"""The register of unclear points: what a rules text leaves open, and the switch that settles it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from toolkit.diagnostics import Finding, Severity
from toolkit.source.corrections import ReadDocument, corrected
from toolkit.source.document import Document
from toolkit.source.json_value import JsonValue
from toolkit.source.names import Names
from toolkit.source.values import mapping


@dataclass(frozen=True, slots=True)
class OptionValue(JsonValue):
    """One way to read an unclear point: `id` is stored in saved games, `summary` says what it means."""

    id: str
    summary: str


@dataclass(frozen=True, slots=True)
class Option(JsonValue):
    """One unclear point of the rules.

    Attributes
    ----------
    id : str
        Register number, e.g. ``"U-03"``.
    names : Names
        A few words for menus and reports.
    rules : tuple of str
        Printed numbers of the rules concerned.
    summary : str
        What is unclear, in own words.
    values : tuple of OptionValue
        The readings; one only where the text decides and nothing is left to switch.
    default : str
        Id of the reading the referee proposes.
    support : {"text", "sister", "open"}
        What the default rests on: the text itself, a sister game or common practice, nothing.
    authority : str or None
        Where that support can be looked up.
    literal : str or None
        Id of the reading the plain text gives where the default departs from it: while the game fixed
        nothing, what that reading allows is never judged illegal.
    """

    id: str
    names: Names
    rules: tuple[str, ...]
    summary: str
    values: tuple[OptionValue, ...]
    default: str
    support: str
    authority: str | None = None
    literal: str | None = None

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Option:
        """Read one entry, already checked against the schema; its values as a mapping or as pairs."""
        values = data["values"]
        pairs = values.items() if isinstance(values, Mapping) else values
        found = [{"id": id, "summary": summary} for id, summary in pairs]
        return super(Option, cls).from_json({**data, "values": found})

    def to_json(self) -> dict[str, Any]:
        """Return the mapping that `from_json` reads, its values as pairs: their order counts."""
        values = [[value.id, value.summary] for value in self.values]
        return {**super(Option, self).to_json(), "values": values}

    @property
    def is_switch(self) -> bool:
        """Whether there is anything to choose."""
        return len(self.values) > 1


def load_options(folder: Path, read: ReadDocument | None = None) -> tuple[tuple[Option, ...], list[Finding]]:
    """Return the register of a game folder (``unclear.yaml``), and its faults.

    Errata are applied; `read` is for callers that choose them.

    Raises
    ------
    InputError
        The file cannot be read or its schema does not allow it.
    """
    read = corrected(folder, read)
    return read_options(read(folder / "unclear.yaml", "unclear.schema.json"))


def read_options(document: Document) -> tuple[tuple[Option, ...], list[Finding]]:
    """Return the register of a game, and its faults.

    Findings: ``OPT001`` a number twice, ``OPT002`` a default or literal reading that is not among the values.
    """
    options = tuple(Option.from_json(entry) for entry in mapping(document)["options"])
    findings = []
    seen: set[str] = set()
    for index, option in enumerate(options):
        if option.id in seen:
            place = document.place("options", index, "id")
            findings.append(Finding("OPT001", Severity.ERROR, f"{option.id} stands twice", place))
        seen.add(option.id)
        known = [value.id for value in option.values]
        for key, chosen in (("default", option.default), ("literal", option.literal)):
            if chosen is not None and chosen not in known:
                text = f"{option.id}: {key} '{chosen}' is none of its values {', '.join(known)}"
                findings.append(
                    Finding("OPT002", Severity.ERROR, text, document.place("options", index, key))
                )
    return options, findings
