"""``toolkit validate``: look at sources, modules, saves and logs, say what is wrong, write nothing."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path

import click
from rich.table import Table
from rich.text import Text

from toolkit.cli.games import GameName, folders_of
from toolkit.cli.output import console, deliver, emit, report_options
from toolkit.diagnostics import Finding, InputError, Place, Severity
from toolkit.diagnostics.excerpt import LinesOf
from toolkit.diagnostics.files import keep_apart, shown
from toolkit.diagnostics.formats import Format
from toolkit.resources import ANY, EXTENSION, games_here

# Nothing heavy is imported up here: --help must be over in a moment.

_FILE = click.Path(path_type=Path, exists=True)
_STYLE = {Severity.ERROR: "red", Severity.WARNING: "yellow", Severity.INFO: "cyan"}


@click.command(name="validate")
@click.argument("paths", nargs=-1, metavar="[GAME|PATH]...", type=GameName())
@click.option(
    "--select", "select", multiple=True, metavar="CODES", help="Only checks that begin so: MOD,LOG04."
)
@click.option(
    "--ignore", "ignore", multiple=True, metavar="CODES", help="Not these; the longer code decides."
)
@click.option("--module", type=_FILE, help="Module that saves, logs and extensions belong to.")
@click.option("--waivers", type=_FILE, help="File of waivers; a game's own waivers.yaml is always read.")
@click.option("--list", "listing", is_flag=True, help="List all checks and stop.")
@click.option("--explain", metavar="CODE", help="Show the manual page of one check and stop.")
@report_options
def command(  # noqa: PLR0917 -- click gives them by name
    paths: tuple[str, ...],
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    module: Path | None,
    waivers: Path | None,
    listing: bool,
    explain: str | None,
    form: Format,
    output: Path | None,
) -> int:
    """Check source data, modules, saves and logs; by default all games of source_data, else all installed.

    A GAME is a name below source_data or of an installed game; a PATH a folder of source data, of an
    extension's or of an imported module, a folder of such folders, one map file, a .vmod or .vmdx (also
    unpacked), a .vsav or .vlog.

    Exit status: 0 nothing but notes, 1 errors or warnings, 2 files that cannot be read or do not fit their
    schema.
    """
    from toolkit.validate.run import Selection, validate_path  # noqa: PLC0415  (slow to import)

    selection = Selection(_split(select), _split(ignore))
    if listing:
        return _list(selection.takes, form, output)
    if explain is not None:
        return _explain(explain.upper(), output)
    targets = [target for path in paths for target in _targets(path)] if paths else _all_games()
    keep_apart(output, [*targets, *(path for path in (module, waivers) if path is not None)])
    findings: list[Finding] = []
    readers: list[LinesOf] = []
    status = 0
    for target in targets:
        found = validate_path(target, selection=selection, module=module, waivers=waivers)
        findings += found.findings
        readers.append(found.lines_of)
        status = max(status, found.status)
        if found.summary and form == "text" and output is None:
            for line in (found.summary, *found.origins):
                console().print(Text(shown(line)), soft_wrap=True)
    _write(form, findings, output, targets, readers)
    return status


def _split(values: Sequence[str]) -> tuple[str, ...]:
    return tuple(part.strip().upper() for value in values for part in value.split(",") if part.strip())


def _write(
    form: Format,
    findings: Sequence[Finding],
    output: Path | None,
    targets: Sequence[Path],
    readers: Sequence[LinesOf],
) -> None:
    from toolkit.validate.catalog import CHECKS  # noqa: PLC0415

    def lines_of(place: Place) -> Sequence[str] | None:
        return next((lines for lines in (reader(place) for reader in readers) if lines is not None), None)

    names = ", ".join(target.name for target in targets[:3]) + (" …" if len(targets) > 3 else "")
    infos = {code: check.info for code, check in CHECKS.items()}
    emit(form, findings, output=output, title=f"Findings: {names}", codes=infos, lines_of=lines_of)


def _all_games() -> tuple[Path, ...]:
    found = games_here(ANY)
    if not found:
        raise InputError.single("SRC001", "no game is here or installed")
    return found


def _targets(name: str) -> tuple[Path, ...]:
    """Return the folders or the file that a name means."""
    path = Path(name)
    if path.is_file() or any(
        (path / entry).is_file() for entry in (EXTENSION, "buildFile.xml", "buildFile", "savedGame")
    ):
        return (path,)
    return folders_of(name, ANY)


# -- the checks themselves


def _list(takes: Callable[[str], bool], form: Format, output: Path | None) -> int:
    from toolkit.validate.catalog import CHECKS  # noqa: PLC0415
    from toolkit.validate.registry import FAMILIES  # noqa: PLC0415

    wanted = [check for code, check in CHECKS.items() if takes(code)]
    if form == "json" or output is not None:
        rows = [
            {"code": check.code, "severity": check.severity.value, "summary": check.summary}
            for check in wanted
        ]
        deliver(json.dumps(rows, ensure_ascii=False, indent=1) + "\n", output, "json")
        return 0
    for family, words in FAMILIES.items():
        own = [check for check in wanted if check.family == family]
        if not own:
            continue
        console().print(Text(f"{family}: {words}", style="bold"))
        table = Table(box=None, show_header=False, pad_edge=False)
        for check in own:
            style = _STYLE[check.severity]
            table.add_row(check.code, Text(check.severity.value, style=style), check.summary)
        console().print(table)
    return 0


def _explain(code: str, output: Path | None) -> int:
    from toolkit.source.schema import suggestion  # noqa: PLC0415
    from toolkit.validate.catalog import CHECKS  # noqa: PLC0415
    from toolkit.validate.manual import page_of  # noqa: PLC0415

    if code not in CHECKS:
        raise InputError.single("SRC061", f"no check {code}{suggestion(code, CHECKS)}")
    deliver(page_of(CHECKS[code]) + "\n", output)
    return 0
