"""How commands print: findings and reports in every form, standard output kept clean for pipes."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from toolkit.diagnostics import CodeInfo, Finding, Section, Severity
from toolkit.diagnostics.excerpt import LinesOf, cached, read_lines
from toolkit.diagnostics.files import plain, write_atomically
from toolkit.diagnostics.formats import FORMATS, Format, render
from toolkit.diagnostics.render import folded, quoted_line, section_text, summary, to_text

# Loaded where something is printed for people.
if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

_STYLE = {Severity.ERROR: "bold red", Severity.WARNING: "yellow", Severity.INFO: "cyan"}
_F = TypeVar("_F", bound=Callable[..., Any])


def console(*, err: bool = False) -> Console:
    """Return a console on standard output or error; plain text when it is no terminal or NO_COLOR is set."""
    from rich.console import Console  # noqa: PLC0415

    stream = sys.stderr if err else sys.stdout
    width = None if stream.isatty() else int(os.environ.get("COLUMNS", "120"))
    return Console(
        file=stream, highlight=False, markup=False, emoji=False, soft_wrap=not stream.isatty(), width=width
    )


def finding_line(finding: Finding) -> Text:
    """Return one finding as a line, its severity and code in colour."""
    from rich.text import Text  # noqa: PLC0415

    line = Text(plain(to_text(finding)))
    style = "dim" if finding.waived is not None else _STYLE[finding.severity]
    line.highlight_words([f"{finding.severity.value} {finding.code}"], style)
    return line


def print_findings(
    findings: Iterable[Finding], *, err: bool = False, lines_of: LinesOf | None = None
) -> None:
    """Print each finding on a line of its own; with `lines_of` the offending line and a caret below it."""
    from rich.text import Text  # noqa: PLC0415

    target = console(err=err)
    lines = None if lines_of is None else cached(lines_of)
    for finding in folded(findings):
        target.print(finding_line(finding), soft_wrap=True)
        quoted = "" if lines is None else quoted_line(finding, lines)
        if quoted:
            target.print(Text(plain(quoted), style="dim"), soft_wrap=True)


def report_options(command: _F) -> _F:
    """Give a command ``--format`` (argument ``form``) and ``-o`` (argument ``output``)."""
    form = click.option(
        "--format", "form", type=click.Choice(FORMATS), default="text", show_default=True, help="Form."
    )
    return form(output_option("Write the report to a file; it is written whole or not at all.")(command))


def output_option(help: str, *, folder: bool = False, **more: Any) -> Callable[[_F], _F]:
    """Return the option ``-o`` of a command that writes a file, or a `folder`."""
    kind = click.Path(path_type=Path, file_okay=not folder, dir_okay=folder)
    return click.option("-o", "--output", type=kind, help=help, **more)


def emit(
    form: Format,
    findings: Sequence[Finding],
    *,
    output: Path | None = None,
    title: str = "Findings",
    sections: Sequence[Section] = (),
    codes: Mapping[str, CodeInfo] | None = None,
    lines_of: LinesOf = read_lines,
) -> None:
    """Print a report in one of the forms of `toolkit.diagnostics.formats`, or write it to a file.

    Raises
    ------
    InputError
        OUT001 where the file cannot be written.
    """
    if output is None and form == "text":
        from rich.text import Text  # noqa: PLC0415

        for section in sections:
            console().print(Text(plain(section_text(section))), soft_wrap=True)
        print_findings(findings, lines_of=lines_of)
        console().print(summary(findings), soft_wrap=True)
        return
    deliver(
        render(form, findings, title=title, sections=sections, codes=codes, lines_of=lines_of), output, form
    )


def deliver(text: str, output: Path | None = None, form: str = "text") -> None:
    """Print a text, or write it to a file; what programs read is UTF-8 on any terminal.

    Raises
    ------
    InputError
        OUT001 where the file cannot be written.
    """
    if output is not None:
        write_atomically(output, text)
    else:
        click.echo(text if form == "text" else plain(text).encode("utf-8"), nl=False)
