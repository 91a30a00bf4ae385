"""What the engine said of a module: findings, figures, pictures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from toolkit.diagnostics import Finding, Place, Severity
from toolkit.engine.process import Problem

_CODES = {
    "exception": ("ENG010", Severity.ERROR),
    "error": ("ENG010", Severity.ERROR),
    "bad-data": ("ENG011", Severity.ERROR),
    "dialog": ("ENG012", Severity.ERROR),
    "warning": ("ENG014", Severity.WARNING),
}


@dataclass(slots=True)
class EngineReport:
    """What the engine said.

    Attributes
    ----------
    engine : str
        Version of the engine.
    facts : dict
        Figures by name: set-ups, pieces, hexes compared and so on; JSON-serialisable.
    """

    module: Path
    engine: str
    findings: list[Finding] = field(default_factory=list)
    facts: dict[str, object] = field(default_factory=dict)
    pictures: list[Path] = field(default_factory=list)

    def to_json(self) -> dict[str, object]:
        """Return a JSON-serialisable form."""
        return {
            "module": self.module.as_posix(),
            "engine": self.engine,
            "facts": self.facts,
            "pictures": [p.as_posix() for p in self.pictures],
        }

    def add(self, code: str, severity: Severity, message: str, **data: object) -> None:
        """Add a finding about the module."""
        self.findings.append(Finding(code, severity, message, Place(file=self.module.as_posix()), data=data))

    def take(self, problems: Sequence[Problem], doing: str) -> None:
        """Add the engine's complaints, said while it was doing something."""
        for problem in problems:
            code, severity = _CODES[problem.kind]
            words = " ".join(f"{problem.message} {_dialog_words(problem)}".split())
            data: dict[str, object] = {"detail": problem.detail, "kind": problem.kind}
            if problem.picture is not None:
                words += f" (see {problem.picture})"
                data["picture"] = str(problem.picture)
                self.pictures.append(problem.picture)
            self.add(code, severity, f"{doing}: {words}", **data)


def _dialog_words(problem: Problem) -> str:
    return problem.detail if problem.kind == "dialog" else ""
