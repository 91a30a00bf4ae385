"""The registry of checks: one entry a code, with its severity, its manual page and two examples.

A check is a generator function over one kind of subject, marked with `check`; its docstring is its manual
page.  What the readers of source data find while they read has entries too (`toolkit.validate.readers`):
their code looks for the fault where it reads, and is not doubled here.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from toolkit.diagnostics import CodeInfo, Finding, Severity

FAMILIES: Mapping[str, str] = {
    "SRC": "source files",
    "MAP": "geometry and topology",
    "OOB": "counters",
    "CRD": "cards",
    "SET": "set-ups",
    "CHT": "charts",
    "OPT": "unclear points and options",
    "RUL": "rules as data",
    "MOD": "modules",
    "LOG": "saves and logs",
}
_HEADINGS = ("Why", "Good example", "Bad example")
_HEADING = re.compile(rf"^({'|'.join(_HEADINGS)})$")
_F = TypeVar("_F", bound=Callable[[Any], Iterator[Finding]])


class CheckError(ValueError):
    """A check that is not fit for the registry: a fault of this package."""


@dataclass(frozen=True, slots=True)
class Check:
    """One check.

    Attributes
    ----------
    severity : Severity
        What its findings weigh.
    summary : str
        What is wrong when it finds something, in a sentence.
    details : str
        What it looks at, and what it lets pass; paragraphs.
    why : str
        Why it weighs what it weighs: what goes wrong.
    good, bad : str
        Examples, in the notation of the family (docs/validate.md).
    guards : str
        Why there is no example, where there is none.
    run : callable or None
        The function; None where a reader finds it while reading.
    subject : str
        ``game``, ``module`` or ``game file``: what `run` takes.
    """

    code: str
    severity: Severity
    summary: str
    details: str
    why: str
    good: str
    bad: str
    run: Callable[[Any], Iterator[Finding]] | None = None
    subject: str = "game"
    guards: str = ""

    @property
    def family(self) -> str:
        """The three letters of the code."""
        return self.code[:3]

    @property
    def info(self) -> CodeInfo:
        """What reports tell about the code."""
        details = "\n\n".join(filter(None, (self.details, self.why))).replace("`", "")
        return CodeInfo(self.code, self.summary, self.severity, details)


def parse_page(text: str) -> tuple[str, str, dict[str, str]]:
    """Return summary, details and the texts under the headings of a check's docstring.

    Raises
    ------
    CheckError
        Where a heading is missing or empty.
    """
    parts: dict[str, list[str]] = {"": []}
    current = ""
    for line in inspect.cleandoc(text).splitlines():
        if _HEADING.match(line):
            current = line
            parts[current] = []
        elif line.strip("-") or not line:
            parts[current].append(line)
    missing = [name for name in _HEADINGS if not "".join(parts.get(name, ())).strip()]
    if missing:
        raise CheckError(f"the page has no {', '.join(missing)}")
    summary, _, details = "\n".join(parts.pop("")).strip().partition("\n\n")
    folded = {
        name: inspect.cleandoc("\n".join(lines)) if name.endswith("example") else _folded("\n".join(lines))
        for name, lines in parts.items()
    }
    return _folded(summary), _folded(details), folded


def _folded(text: str) -> str:
    """Return paragraphs with each one's lines joined."""
    return "\n\n".join(" ".join(part.split()) for part in text.strip().split("\n\n")).replace("``", "`")


class Registry(Mapping[str, Check]):
    """Checks by code, in the order of codes."""

    def __init__(self) -> None:
        self._checks: dict[str, Check] = {}

    def __getitem__(self, code: str) -> Check:
        return self._checks[code]

    def __iter__(self) -> Iterator[str]:
        return iter(sorted(self._checks))

    def __len__(self) -> int:
        return len(self._checks)

    def add(self, check: Check) -> None:
        """Add a check; CheckError where its code is taken or of no family."""
        if check.code in self._checks or check.family not in FAMILIES:
            raise CheckError(f"{check.code} is taken, or of no family")
        self._checks[check.code] = check

    def check(self, code: str, severity: Severity, subject: str) -> Callable[[_F], _F]:
        """Mark a function as the check of a code; its docstring is read as the manual page."""

        def mark(function: _F) -> _F:
            summary, details, texts = parse_page(function.__doc__ or "")
            why, good, bad = (texts[name] for name in _HEADINGS)
            self.add(Check(code, severity, summary, details, why, good, bad, function, subject))
            return function

        return mark
