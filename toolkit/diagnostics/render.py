"""Findings as text and JSON: the same order and the same facts in both."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, replace

from toolkit.diagnostics.excerpt import LinesOf, excerpt_of, read_lines
from toolkit.diagnostics.files import shown
from toolkit.diagnostics.finding import Finding, Severity
from toolkit.diagnostics.report import Cell, Section
from toolkit.diagnostics.words import listed


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
    if finding.waived is not None:
        value["waived"] = finding.waived
    return value


def to_json(findings: Iterable[Finding]) -> str:
    """Return findings as a JSON array, one finding a line, in their given order."""
    rows = [json.dumps(to_json_value(f), ensure_ascii=False, sort_keys=True) for f in findings]
    return "[\n" + ",\n".join(rows) + "\n]\n" if rows else "[]\n"


def to_text(finding: Finding) -> str:
    """Return a finding as ``place: severity CODE message (citation)``."""
    place = str(finding.place)
    citation = f" ({finding.citation})" if finding.citation else ""
    waived = f" [waived: {finding.waived}]" if finding.waived is not None else ""
    return shown(
        f"{place + ': ' if place else ''}{finding.severity.value} {finding.code} "
        f"{finding.message}{citation}{waived}"
    )


def folded(findings: Iterable[Finding]) -> list[Finding]:
    """Return findings for people: what is said of several lines of a file once, with the other lines."""
    groups: dict[object, list[Finding]] = {}
    for index, finding in enumerate(findings):
        place = finding.place
        where = index if place.line is None else (place.file, place.entry, place.step, place.hex)
        same = (where, finding.code, finding.severity, finding.message, finding.citation, finding.waived)
        groups.setdefault(same, []).append(finding)
    found = []
    for first, *others in groups.values():
        lines = listed(dict.fromkeys(str(one.place.line) for one in others))
        word = "line" if len(others) == 1 else "lines"
        found.append(replace(first, message=f"{first.message}; also in {word} {lines}") if others else first)
    return found


def quoted_line(finding: Finding, lines_of: LinesOf = read_lines) -> str:
    """Return the offending line and a caret below the fault, two lines of text; empty where there is none."""
    excerpt = excerpt_of(finding.place, lines_of)
    if excerpt is None:
        return ""
    number = str(excerpt.number)
    caret = excerpt.caret_line()
    below = f"\n{' ' * len(number)} | {caret}" if caret else ""
    return f"{number} | {shown(excerpt.text)}{below}"


def to_text_with_line(finding: Finding, lines_of: LinesOf = read_lines) -> str:
    """Return a finding as `to_text` does, and the offending line below where it can be had."""
    quoted = quoted_line(finding, lines_of)
    return f"{to_text(finding)}\n{quoted}" if quoted else to_text(finding)


def _cell(cell: Cell | str) -> str:
    text = cell.text if isinstance(cell, Cell) else cell
    return shown(text.replace("\n", "; "))


def section_text(section: Section) -> str:
    """Return a section as text: title, paragraphs, a table in columns."""
    rows = [[_cell(cell) for cell in row] for row in section.rows]
    table = [list(section.columns), *rows] if section.columns else rows
    widths = [max(map(len, column)) for column in zip(*table, strict=False)]
    lines = [shown(text) for text in (section.title, *section.paragraphs)]
    for row in table:
        cells = (
            text.rjust(width) if index in section.numeric else text.ljust(width)
            for index, (text, width) in enumerate(zip(row, widths, strict=False))
        )
        lines.append("  ".join(cells).rstrip())
    return "\n".join((*lines, ""))


def summary(findings: Sequence[Finding]) -> str:
    """Return the counts by severity in words, e.g. ``"1 error, 3 warnings"``; ``"no findings"`` for none."""
    counts = Counter(f.severity for f in findings if f.waived is None)
    waived = sum(f.waived is not None for f in findings)
    words = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}
    parts = [f"{counts[s]} {w}{'s' if counts[s] > 1 else ''}" for s, w in words.items() if counts[s]]
    text = ", ".join(parts) or "no findings"
    return f"{text}, {waived} waived" if waived else text
