"""Small steps between checked documents and typed values."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from toolkit.diagnostics import Finding, Severity
from toolkit.source.document import Document
from toolkit.source.schema import suggestion


def mapping(document: Document) -> dict[str, Any]:
    """Return the content of a document that its schema has shown to be a mapping."""
    assert isinstance(document.data, dict)
    return document.data


def compact(**values: object) -> dict[str, object]:
    """Return the named values that are not None."""
    return {name: value for name, value in values.items() if value is not None}


@dataclass(frozen=True, slots=True)
class Known:
    """The game's words that other files use: ids of its sides, and of its nations (none: any will do)."""

    sides: Collection[str]
    nations: Collection[str] = ()

    def check(self, document: Document, path: tuple[str | int, ...]) -> list[Finding]:
        """Return SRC020 for a side, owner or nation of an entry that the game does not have."""
        entry: Any = document.data
        for key in path:
            entry = entry[key]
        findings = []
        words = (
            ("side", "side", self.sides),
            ("owner", "side", self.sides),
            ("nationality", "nation", self.nations),
        )
        for key, word, names in words:
            name = entry.get(key)
            if name is not None and names and name not in names:
                text = f"the game has no {word} '{name}'; it has {', '.join(names)}{suggestion(name, names)}"
                findings.append(Finding("SRC020", Severity.ERROR, text, document.place(*path, key)))
        return findings
