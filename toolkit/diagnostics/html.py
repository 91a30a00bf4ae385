"""Findings as one HTML page: nothing is loaded from elsewhere, no script runs, it prints.

Everything that comes from data is escaped; the page's own policy forbids scripts and connections besides.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from pathlib import Path
from types import MappingProxyType
from urllib.parse import quote

from toolkit import __version__
from toolkit.diagnostics.excerpt import Excerpt, LinesOf, excerpt_of, read_lines
from toolkit.diagnostics.files import json_shown
from toolkit.diagnostics.finding import Finding, Place, Severity
from toolkit.diagnostics.report import Cell, CodeInfo, Row, Section

_NO_CODES: Mapping[str, CodeInfo] = MappingProxyType({})
_WORDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}
_STYLE = Path(__file__).with_name("page.css")
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; base-uri 'none'"
# What a page shows of one file before it says how many it leaves out: browsers and readers give up earlier.
_MOST = 2_000


def to_html(
    findings: Iterable[Finding] | None,
    *,
    title: str = "Findings",
    codes: Mapping[str, CodeInfo] = _NO_CODES,
    sections: Sequence[Section] = (),
    lines_of: LinesOf = read_lines,
) -> str:
    """Return a page.

    Parameters
    ----------
    findings : iterable of Finding or None
        None for a page that is not about findings.
    codes : mapping of str to CodeInfo
        What the codes mean; those that occur are explained at the end.
    sections : sequence of Section
        Set above the findings.
    lines_of : callable
        For the lines quoted with the findings.
    """
    shown = list(findings or ())
    standing = [finding for finding in shown if finding.waived is None]
    waived = [finding for finding in shown if finding.waived is not None]
    used = sorted({finding.code for finding in shown} & set(codes))
    body = [
        f"<h1>{escape(title)}</h1>",
        "" if findings is None else _counts(standing, waived),
        *(_section(section) for section in sections),
        *_listing(standing, set(used), lines_of),
        *_waived(waived, set(used), lines_of),
        *_explained(used, codes),
        f"<footer>toolkit {escape(__version__)}</footer>",
    ]
    page = "\n".join(
        (
            "<!DOCTYPE html>",
            '<html lang="en">',
            "<head>",
            '<meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{escape(_POLICY)}">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            '<meta name="color-scheme" content="light dark">',
            f"<title>{escape(title)}</title>",
            f"<style>\n{_STYLE.read_text(encoding='utf-8')}</style>",
            "</head>",
            "<body>",
            "<main>",
            *body,
            "</main>",
            "</body>",
            "</html>",
            "",
        )
    )
    return json_shown(page)


def _counts(standing: Sequence[Finding], waived: Sequence[Finding]) -> str:
    """Return the counts; each is also a switch that shows or hides its findings."""
    counts = Counter(finding.severity for finding in standing)
    parts = []
    for severity, word in _WORDS.items():
        number = counts[severity]
        if number:
            plural = "s" if number > 1 else ""
            parts.append(
                f'<label class="count {severity.value}"><input type="checkbox" checked '
                f'class="show-{severity.value}"><b>{number}</b> {word}{plural}</label>'
            )
    if not parts:
        parts.append('<span class="count good"><b>No findings</b></span>')
    if waived:
        parts.append(f'<span class="count quiet"><b>{len(waived)}</b> waived</span>')
    return f'<p class="counts">{"".join(parts)}</p>'


def _listing(findings: Sequence[Finding], explained: set[str], lines_of: LinesOf) -> Iterator[str]:
    groups: dict[str, list[Finding]] = {}
    for finding in findings:
        groups.setdefault(finding.place.file or "", []).append(finding)
    for file, group in groups.items():
        yield '<section class="file">'
        if file:
            yield f"<h2><code>{escape(file)}</code> <small>{len(group)}</small></h2>"
        yield '<ul class="findings">'
        yield from (_finding(finding, explained, lines_of) for finding in group[:_MOST])
        yield "</ul>"
        if len(group) > _MOST:
            left = len(group) - _MOST
            yield f'<p class="more">{left} more are left out here; the JSON report has all of them.</p>'
        yield "</section>"


def _waived(findings: Sequence[Finding], explained: set[str], lines_of: LinesOf) -> Iterator[str]:
    if not findings:
        return
    yield f'<details class="waived"><summary>Waived ({len(findings)})</summary><ul class="findings">'
    yield from (_finding(finding, explained, lines_of) for finding in findings)
    yield "</ul></details>"


def _finding(finding: Finding, explained: set[str], lines_of: LinesOf) -> str:
    severity = finding.severity.value
    code = escape(finding.code)
    linked = f'<a href="#code-{code}">{code}</a>' if finding.code in explained else code
    head = [
        f'<span class="badge {severity}">{_WORDS[finding.severity]}</span>',
        f'<span class="code">{linked}</span>',
    ]
    where = _where(finding.place)
    if where:
        head.append(f'<span class="where">{escape(where)}</span>')
    if finding.citation and finding.citation != finding.code:
        head.append(f'<span class="cite">{escape(finding.citation)}</span>')
    parts = [
        f'<li class="finding {severity}"><p class="head">{"".join(head)}</p>',
        f'<p class="message">{escape(finding.message)}</p>',
    ]
    if finding.waived is not None:
        parts.append(f'<p class="reason">Waived: {escape(finding.waived)}</p>')
    excerpt = excerpt_of(finding.place, lines_of)
    if excerpt is not None:
        parts.append(_quoted(excerpt))
    if finding.data:
        facts = json.dumps(dict(finding.data), ensure_ascii=False, indent=1, sort_keys=True, default=str)
        parts.append(f"<details><summary>facts</summary><pre>{escape(facts)}</pre></details>")
    return "".join((*parts, "</li>"))


def _where(place: Place) -> str:
    """Return the place without its file, which stands above."""
    position = ":".join(str(part) for part in (place.entry, place.line, place.column) if part is not None)
    named = [f"line {position}" if place.entry is None and position else position]
    named += [f"step {place.step}"] if place.step is not None else []
    named += [f"hex {place.hex}"] if place.hex is not None else []
    if place.pointer and not place.hex and place.line is None:
        named.append(place.pointer)
    return " · ".join(filter(None, named))


def _quoted(excerpt: Excerpt) -> str:
    text = escape(excerpt.text)
    if excerpt.start is not None and excerpt.end is not None:
        before, fault = excerpt.text[: excerpt.start], excerpt.text[excerpt.start : excerpt.end]
        after = excerpt.text[excerpt.end :]
        text = f"{escape(before)}<mark>{escape(fault) or '&nbsp;'}</mark>{escape(after)}"
    return f'<pre class="line"><span class="number">{excerpt.number}</span>{text}</pre>'


def _section(section: Section) -> str:
    title = escape(section.title)
    parts = [f"<section><h2>{title}</h2>"]
    if section.folded:
        parts = [f'<section class="folded"><details><summary>{title}</summary>']
    parts += [f"<p>{escape(text)}</p>" for text in section.paragraphs]
    if section.rows:
        parts.append('<div class="scroll"><table>')
        if section.columns:
            heads = "".join(
                f"<th{_number(section, index)}>{escape(text)}</th>"
                for index, text in enumerate(section.columns)
            )
            parts.append(f"<thead><tr>{heads}</tr></thead>")
        parts.append("<tbody>")
        parts += [_row(section, row) for row in section.rows]
        parts.append("</tbody></table></div>")
    return "".join((*parts, "</details></section>" if section.folded else "</section>"))


def _number(section: Section, index: int) -> str:
    return ' class="number"' if index in section.numeric else ""


def _row(section: Section, row: Row) -> str:
    cells = []
    for index, cell in enumerate(row):
        known = cell if isinstance(cell, Cell) else Cell(cell)
        inner = escape(known.text).replace("\n", "<br>")
        if known.tone is not None:
            inner = f'<span class="tone {known.tone}">{inner}</span>'
        if known.link:
            inner = f'<a href="{escape(quote(known.link))}">{inner}</a>'
        cells.append(f"<td{_number(section, index)}>{inner}</td>")
    return f"<tr>{''.join(cells)}</tr>"


def _explained(used: Sequence[str], codes: Mapping[str, CodeInfo]) -> Iterator[str]:
    if not used:
        return
    yield '<section class="codes"><h2>What the codes mean</h2><dl>'
    for code in used:
        info = codes[code]
        details = "".join(f"<p>{escape(text)}</p>" for text in info.details.split("\n\n") if text.strip())
        yield (
            f'<dt id="code-{escape(code)}"><span class="code">{escape(code)}</span></dt>'
            f"<dd><p>{escape(info.summary)}</p>{details}</dd>"
        )
    yield "</dl></section>"
