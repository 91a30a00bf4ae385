"""``toolkit inspect FILE``: what a VASSAL file is, and a log step by step."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path

import click
from rich.console import Console
from rich.text import Text

from toolkit.cli.output import console, deliver, print_findings
from toolkit.diagnostics import Severity
from toolkit.diagnostics.files import json_shown, shown
from toolkit.vassal.buildfile import BuildFile, open_module
from toolkit.vassal.containers import open_container
from toolkit.vassal.describe import step_lines
from toolkit.vassal.summary import Summary, summarise

_LABELS = {"pieces_without_gpid": "unnumbered"}


@click.command(name="inspect")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--steps", is_flag=True, help="Print a log step by step, as VASSAL's Step button counts.")
@click.option(
    "--module",
    "module_path",
    type=click.Path(path_type=Path),
    default=None,
    help="The .vmod (or unpacked folder) the log was played with: places get their printed names.",
)
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
def command(file: Path, steps: bool, module_path: Path | None, form: str) -> int:
    """Say what FILE is: a module, extension, save or log of VASSAL, packed or not.

    Shows everything the file holds, masked pieces included, but never a player's id, which is a password.
    Exit status 1 when parts of the file could not be read, 2 when it is no VASSAL file.
    """
    module = open_module(open_container(module_path)) if module_path is not None else None
    found = summarise(open_container(file))
    if form == "json":
        _print_json(found, module, steps=steps)
    else:
        _print_text(found, module, steps=steps)
    return int(any(finding.severity is not Severity.INFO for finding in found.findings))


def _lines(found: Summary, module: BuildFile | None) -> Iterable[tuple[int, tuple[str, ...]]]:
    return () if found.log is None else step_lines(found.log, module)


def _print_json(found: Summary, module: BuildFile | None, *, steps: bool) -> None:
    data = found.to_json()
    if steps:
        data["log"] = [{"step": number, "lines": list(lines)} for number, lines in _lines(found, module)]
    deliver(json_shown(json.dumps(data, indent=2, ensure_ascii=False)) + "\n", form="json")


def _counts(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {count}" for name, count in counts.items()) or "none"


def _print_text(found: Summary, module: BuildFile | None, *, steps: bool) -> None:
    target = console()
    for name, value in _rows(found):
        line = Text()
        line.append(f"{name:<11}", style="bold")
        line.append(shown(value))
        target.print(line, soft_wrap=True)
    print_findings(found.findings)
    if steps:
        _print_steps(found, module, target)


def _print_steps(found: Summary, module: BuildFile | None, target: Console) -> None:
    for number, lines in _lines(found, module):
        label = f"step {number}"
        for line in lines or ("nothing that shows",):
            target.print(Text(shown(f"{label:<10}{line}")), soft_wrap=True)
            label = ""


def _rows(found: Summary) -> Iterable[tuple[str, str]]:
    wrapped = f", wrapped {found.codec}" if found.codec is not None else ""
    yield "file", f"{found.file}: {found.kind}{wrapped}"
    if found.written_by or found.saved:
        when = f", {found.saved}" if found.saved else ""
        yield "written by", f"VASSAL {found.written_by or '(version not given)'}{when}"
    if found.module is not None:
        name, version, engine = found.module
        made = f" (made with VASSAL {engine})" if engine and found.log is not None else ""
        yield "module", f"{name} {version}{made}".strip()
    if found.comment:
        yield "comment", found.comment
    if found.log is not None:
        yield "players", ", ".join(str(player) for player in found.players) or "none"
        if found.extensions:
            yield "extensions", ", ".join(f"{name} {version}" for name, version in found.extensions)
        yield "set-up", _counts(found.begin)
        yield "steps", f"{found.steps}" + (f": {_counts(found.logged)}" if found.steps else "")
        yield "unknown", _counts(found.unknown)
    for name, value in found.content.items():
        yield _LABELS.get(name, name), _content(name, value)


def _content(name: str, value: object) -> str:
    if isinstance(value, dict):
        return "; ".join(f"{key} ({', '.join(boards)})" for key, boards in value.items()) or "none"
    if isinstance(value, list):
        return ", ".join(str(item) for item in value) or "none"
    return f"{value} pieces without a palette number" if name in _LABELS else str(value)
