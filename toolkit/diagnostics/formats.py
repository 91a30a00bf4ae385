"""One door to all forms of a report."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, TypeAlias, get_args

from toolkit.diagnostics.excerpt import LinesOf, cached, read_lines
from toolkit.diagnostics.files import json_shown, plain
from toolkit.diagnostics.finding import Finding
from toolkit.diagnostics.render import folded, section_text, summary, to_json, to_text_with_line
from toolkit.diagnostics.report import CodeInfo, Section

Format: TypeAlias = Literal["text", "json", "sarif", "github", "html"]
FORMATS: tuple[Format, ...] = get_args(Format)


def render(
    form: Format,
    findings: Sequence[Finding],
    *,
    title: str = "Findings",
    sections: Sequence[Section] = (),
    codes: Mapping[str, CodeInfo] | None = None,
    lines_of: LinesOf = read_lines,
) -> str:
    """Return findings in one of the forms of `FORMATS`.

    Parameters
    ----------
    title : str
        Of the page.
    sections : sequence of Section
        Shown by text, HTML and SARIF (as properties); a JSON report is the findings alone, and GitHub shows
        only what has a place.
    codes : mapping of str to CodeInfo, optional
        Meanings, for SARIF and HTML.
    lines_of : callable
        Where quoted lines come from.
    """
    lines = cached(lines_of)
    return plain(_rendered(form, findings, title, sections=sections, codes=codes or {}, lines_of=lines))


def _rendered(
    form: Format,
    findings: Sequence[Finding],
    title: str,
    *,
    sections: Sequence[Section],
    codes: Mapping[str, CodeInfo],
    lines_of: LinesOf,
) -> str:
    if form == "json":
        return json_shown(to_json(findings))
    # Each form is loaded when it is asked for.
    if form == "sarif":
        from toolkit.diagnostics.sarif import to_sarif  # noqa: PLC0415

        return json_shown(to_sarif(findings, codes=codes, sections=sections, lines_of=lines_of))
    if form == "github":
        from toolkit.diagnostics.github import to_github  # noqa: PLC0415

        return to_github(findings)
    if form == "html":
        from toolkit.diagnostics.html import to_html  # noqa: PLC0415

        return to_html(findings, title=title, codes=codes, sections=sections, lines_of=lines_of)
    parts = [section_text(section) for section in sections]
    parts += [to_text_with_line(finding, lines_of) for finding in folded(findings)]
    return "\n".join((*parts, summary(findings), ""))
