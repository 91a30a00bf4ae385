"""``toolkit engine FILE``: the real VASSAL opens a module and says what it thinks of it."""

from __future__ import annotations

import json
from pathlib import Path

import click

from toolkit.cli.output import console, deliver, emit, print_findings, report_options
from toolkit.diagnostics import CodeInfo, Section, Severity
from toolkit.diagnostics.codes import code_meanings
from toolkit.diagnostics.files import keep_apart, open_regular, write_atomically
from toolkit.diagnostics.formats import Format
from toolkit.engine.check import check_module
from toolkit.engine.provision import find_engine
from toolkit.engine.replay import check_logs
from toolkit.engine.report import EngineReport


@click.command(name="engine")
@click.argument("file", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.option(
    "-e",
    "--extension",
    "extensions",
    multiple=True,
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="A .vmdx to load with the module.",
)
@click.option(
    "--pictures",
    type=click.Path(path_type=Path, file_okay=False),
    default=None,
    help="Folder for the pictures the engine draws; by default FILE with .engine instead of its ending.",
)
@click.option(
    "-l",
    "--log",
    "logs",
    multiple=True,
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="A log or save to step through; its end is compared with what our reader makes of it.",
)
@click.option(
    "--tables",
    type=click.Path(path_type=Path, dir_okay=False),
    default=None,
    help="File for the end tables of the logs, as JSON.",
)
@click.option("--no-refresh", is_flag=True, help="Leave out Refresh Counters and Refresh Predefined Setups.")
@report_options
def command(  # noqa: PLR0917 -- click gives them by name
    file: Path,
    extensions: tuple[Path, ...],
    pictures: Path | None,
    logs: tuple[Path, ...],
    tables: Path | None,
    no_refresh: bool,
    form: Format,
    output: Path | None,
) -> int:
    """Open the module FILE in a real VASSAL without a screen and report every complaint.

    Needs Java, Xvfb and the engine (VASSAL_HOME, or the 3.6.0 engine that is fetched once).
    """
    out = pictures or file.with_suffix(".engine")
    for path in (file, *extensions, *logs):
        open_regular(path).close()  # the engine would wait for a pipe
    for target in (output, tables):
        keep_apart(target, [file, *extensions, *logs])
    home = find_engine()
    report = check_module(file, out, home=home, extensions=extensions, refresh=not no_refresh)
    ends = check_logs(report, home, logs, out)
    if tables is not None:
        _write(tables, {path.name: table.to_json() for path, table in ends.items()})
    if form == "json":
        deliver(json.dumps(_as_json(report), indent=2, ensure_ascii=False) + "\n", output, form)
    elif form == "text" and output is None:
        _print(report)
    else:
        title = f"VASSAL {report.engine}: {file.name}"
        codes = {code: CodeInfo(code, meaning) for code, meaning in code_meanings().items()}
        emit(form, report.findings, output=output, title=title, sections=[_facts(report)], codes=codes)
    return int(any(f.severity is Severity.ERROR for f in report.findings))


def _write(target: Path, data: object) -> None:
    write_atomically(target, json.dumps(data, indent=1, ensure_ascii=False) + "\n", parents=True)


def _as_json(report: EngineReport) -> dict[str, object]:
    found = [
        {"code": f.code, "severity": f.severity.value, "message": f.message, "data": dict(f.data)}
        for f in report.findings
    ]
    return {**report.to_json(), "findings": found}


def _facts(report: EngineReport) -> Section:
    rows = [(name.replace("_", " "), str(value)) for name, value in report.facts.items()]
    return Section("What the engine counted", rows=rows)


def _print(report: EngineReport) -> None:
    print_findings(report.findings)
    target = console()
    for name, value in report.facts.items():
        target.print(f"{name.replace('_', ' ')}: {value}")
    for picture in report.pictures:
        target.print(f"picture: {picture}")
    errors = sum(f.severity is Severity.ERROR for f in report.findings)
    target.print(f"VASSAL {report.engine}: {errors} errors, {len(report.findings) - errors} other findings")
