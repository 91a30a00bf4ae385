"""Findings as workflow commands of GitHub Actions: notes beside the lines of a pull request.

Source: GitHub's documentation of workflow commands (``::error file=…,line=…,col=…,title=…::message``).
"""

from __future__ import annotations

from collections.abc import Iterable

from toolkit.diagnostics.finding import Finding, Severity

_LEVEL = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "notice"}
_DATA = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A"})
_PROPERTY = _DATA | str.maketrans({":": "%3A", ",": "%2C"})


def to_github(findings: Iterable[Finding]) -> str:
    """Return one command a line; waived findings are left out.

    A line inside an archive is no line of the repository: it stands in the message instead.
    """
    return "".join(f"{_command(finding)}\n" for finding in findings if finding.waived is None)


def _command(finding: Finding) -> str:
    place = finding.place
    properties: dict[str, object] = {}
    if place.file is not None:
        properties["file"] = place.file
        if place.line is not None and place.entry is None:
            properties["line"] = place.line
            if place.column is not None:
                properties["col"] = place.column
    properties["title"] = finding.code
    written = ",".join(f"{name}={str(value).translate(_PROPERTY)}" for name, value in properties.items())
    message = finding.message
    if place.entry is not None:
        message = (
            f"{':'.join(str(part) for part in (place.entry, place.line) if part is not None)}: {message}"
        )
    where = [f"step {place.step}"] if place.step is not None else []
    where += [f"hex {place.hex}"] if place.hex is not None else []
    citation = f" ({finding.citation})" if finding.citation else ""
    text = f"{' '.join(where)}{': ' if where else ''}{message}{citation}"
    return f"::{_LEVEL[finding.severity]} {written}::{text.translate(_DATA)}"
