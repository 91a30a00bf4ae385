"""Findings as SARIF 2.1.0, the form that code-scanning services and editors read.

Source: OASIS, Static Analysis Results Interchange Format (SARIF) Version 2.1.0 Plus Errata 01.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import PurePosixPath, PureWindowsPath
from types import MappingProxyType
from typing import Any
from urllib.parse import quote

from toolkit import __version__
from toolkit.diagnostics.excerpt import LinesOf, excerpt_of, read_lines
from toolkit.diagnostics.files import plain
from toolkit.diagnostics.finding import Finding, Place, Severity
from toolkit.diagnostics.report import Cell, CodeInfo, Section

_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
_LEVEL = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}
_NO_CODES: Mapping[str, CodeInfo] = MappingProxyType({})


def to_sarif(
    findings: Iterable[Finding],
    *,
    codes: Mapping[str, CodeInfo] = _NO_CODES,
    sections: Sequence[Section] = (),
    lines_of: LinesOf = read_lines,
) -> str:
    """Return one run as a SARIF log file.

    Parameters
    ----------
    codes : mapping of str to CodeInfo
        What the codes mean; those that occur become the run's rules.
    sections : sequence of Section
        Kept in the run's property bag, as plain text.
    lines_of : callable
        For the lines quoted beside the findings.
    """
    shown = list(findings)
    used = sorted({finding.code for finding in shown})
    index = {code: number for number, code in enumerate(used)}
    driver: dict[str, Any] = {
        "name": "toolkit",
        "fullName": f"wargame-toolkit {__version__}",
        "version": __version__,
        "semanticVersion": __version__,
        "rules": [_rule(code, codes.get(code)) for code in used],
    }
    run: dict[str, Any] = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "results": [_result(finding, index[finding.code], lines_of) for finding in shown],
    }
    if sections:
        run["properties"] = {"sections": [_section(section) for section in sections]}
    log = {"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}
    return json.dumps(log, ensure_ascii=False, indent=1) + "\n"


def _rule(code: str, info: CodeInfo | None) -> dict[str, Any]:
    rule: dict[str, Any] = {"id": code}
    if info is None:
        return rule
    rule["shortDescription"] = {"text": info.summary}
    rule["fullDescription"] = {"text": info.details or info.summary}
    rule["help"] = {"text": info.details or info.summary}
    if info.severity is not None:
        rule["defaultConfiguration"] = {"level": _LEVEL[info.severity]}
    return rule


def _result(finding: Finding, rule_index: int, lines_of: LinesOf) -> dict[str, Any]:
    citation = f" ({finding.citation})" if finding.citation else ""
    result: dict[str, Any] = {
        "ruleId": finding.code,
        "ruleIndex": rule_index,
        "level": _LEVEL[finding.severity],
        "message": {"text": finding.message + citation},
    }
    location = _location(finding.place, lines_of)
    if location:
        result["locations"] = [location]
    result["partialFingerprints"] = {"findingKey/v1": _fingerprint(finding)}
    if finding.waived is not None:
        result["suppressions"] = [{"kind": "external", "status": "accepted", "justification": finding.waived}]
    facts = dict(finding.data)
    if finding.citation:
        facts = {"citation": finding.citation, **facts}
    if facts:
        # As text and back: whatever JSON makes of a value is what stands in the file.
        result["properties"] = {"data": json.loads(json.dumps(facts, default=str))}
    return result


def _location(place: Place, lines_of: LinesOf) -> dict[str, Any]:
    location: dict[str, Any] = {}
    if place.file is not None:
        physical: dict[str, Any] = {"artifactLocation": {"uri": _uri(place.file)}}
        if place.line is not None and place.entry is None:
            physical["region"] = _region(place, lines_of)
        location["physicalLocation"] = physical
    logical = []
    if place.entry is not None:
        position = ":".join(str(part) for part in (place.entry, place.line, place.column) if part is not None)
        logical.append({"name": place.entry, "fullyQualifiedName": position, "kind": "resource"})
    if place.pointer is not None:
        logical.append({"fullyQualifiedName": place.pointer, "kind": "object"})
    if place.step is not None:
        logical.append({"name": f"step {place.step}", "kind": "element"})
    if place.hex is not None:
        logical.append({"name": f"hex {place.hex}", "kind": "element"})
    if logical:
        location["logicalLocations"] = logical
    return location


def _region(place: Place, lines_of: LinesOf) -> dict[str, Any]:
    region: dict[str, Any] = {"startLine": place.line}
    excerpt = excerpt_of(place, lines_of)
    if place.column is not None:
        region["startColumn"] = place.column
        if excerpt is not None and excerpt.start is not None and excerpt.end is not None:
            region["endColumn"] = place.column + excerpt.end - excerpt.start
    if excerpt is not None:
        region["snippet"] = {"text": excerpt.text}
    return region


def _uri(file: str) -> str:
    """Return a file name as a URI reference: absolute ones with their scheme, others relative."""
    file = plain(file)
    windows = PureWindowsPath(file)
    if windows.drive:
        return "file:///" + quote(windows.as_posix(), safe="/:")
    path = PurePosixPath(file)
    return ("file://" if path.is_absolute() else "") + quote(path.as_posix())


def _fingerprint(finding: Finding) -> str:
    """Return what stays the same when lines above the finding come and go."""
    place = finding.place
    parts = (finding.code, place.file, place.entry, place.pointer, place.hex, place.step, finding.message)
    return hashlib.sha256("\0".join(str(part) for part in parts).encode("utf-8", "replace")).hexdigest()[:32]


def _section(section: Section) -> dict[str, Any]:
    rows = [[cell.text if isinstance(cell, Cell) else cell for cell in row] for row in section.rows]
    return {
        "title": section.title,
        "paragraphs": list(section.paragraphs),
        "columns": list(section.columns),
        "rows": rows,
    }
