"""Findings as text and JSON: the same order and the same facts in both."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict

from toolkit.diagnostics.finding import Finding, Severity


def to_json_value(finding: Finding) -> dict[str, object]:
    """Return a finding as plain JSON values; what is unknown about its place is left out."""
    place = {key: value for key, value in asdict(finding.place).items() if value is not None}
    value: dict[str, object] = {
        "code": finding.code,
        "severity": finding.severity.value,
        "message": finding.message,
        "place": place,
    }
    if finding.citation is not None:
        value["citation"] = finding.citation
    if finding.data:
        value["data"] = dict(finding.data)
    return value


def to_json(findings: Iterable[Finding]) -> str:
    """Return findings as a JSON array, one finding a line, in their given order."""
    rows = [json.dumps(to_json_value(f), ensure_ascii=False, sort_keys=True) for f in findings]
    return "[\n" + ",\n".join(rows) + "\n]\n" if rows else "[]\n"


def to_text(finding: Finding) -> str:
    """Return a finding as ``place: severity CODE message (citation)``."""
    place = str(finding.place)
    citation = f" ({finding.citation})" if finding.citation else ""
    return (
        f"{place + ': ' if place else ''}{finding.severity.value} {finding.code} {finding.message}{citation}"
    )


def summary(findings: Sequence[Finding]) -> str:
    """Return the counts by severity in words, e.g. ``"1 error, 3 warnings"``; ``"no findings"`` for none."""
    counts = Counter(f.severity for f in findings)
    words = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}
    parts = [f"{counts[s]} {w}{'s' if counts[s] > 1 else ''}" for s, w in words.items() if counts[s]]
    return ", ".join(parts) or "no findings"
