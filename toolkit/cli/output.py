"""How commands print: findings and tables, standard output kept clean for pipes."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable

from rich.console import Console
from rich.text import Text

from toolkit.diagnostics import Finding, Severity
from toolkit.diagnostics.render import to_text

_STYLE = {Severity.ERROR: "bold red", Severity.WARNING: "yellow", Severity.INFO: "cyan"}


def console(*, err: bool = False) -> Console:
    """Return a console on standard output or error; plain text when it is no terminal or NO_COLOR is set."""
    stream = sys.stderr if err else sys.stdout
    width = None if stream.isatty() else int(os.environ.get("COLUMNS", "120"))
    return Console(file=stream, highlight=False, soft_wrap=not stream.isatty(), width=width)


def finding_line(finding: Finding) -> Text:
    """Return one finding as a line, its severity and code in colour."""
    line = Text(to_text(finding))
    line.highlight_words([f"{finding.severity.value} {finding.code}"], _STYLE[finding.severity])
    return line


def print_findings(findings: Iterable[Finding], *, err: bool = False) -> None:
    """Print each finding on a line of its own."""
    target = console(err=err)
    for finding in findings:
        target.print(finding_line(finding), soft_wrap=True)
