"""``toolkit audit``: check logs of played games against the printed rules."""

from __future__ import annotations

import json
from collections.abc import Iterable
from itertools import chain, islice
from pathlib import Path

import click

from toolkit.audit.audit import audit_logs
from toolkit.audit.presentation import GRAVE, findings_of, meanings, sections_of
from toolkit.audit.referee_rulings import load_rulings, overrule
from toolkit.audit.report import Report
from toolkit.audit.view import REFEREE, seen_by
from toolkit.cli.making import known_modules
from toolkit.cli.output import console, deliver, emit, report_options
from toolkit.diagnostics import Severity, ToolkitError
from toolkit.diagnostics.files import json_shown, keep_apart
from toolkit.diagnostics.formats import Format
from toolkit.rules.verdict import Outcome

_FILE = click.Path(path_type=Path, dir_okay=False)

_MOST_LOGS = 500


@click.command()
@click.argument("logs", nargs=-1, required=True, metavar="LOG...", type=click.Path(path_type=Path))
@click.option(
    "--module",
    type=click.Path(path_type=Path),
    help="Module the game was played with, also unpacked; by default the one under build/ that fits the log, "
    "else one of an installed game, made on the spot.",
)
@click.option(
    "-e",
    "--extension",
    "extensions",
    multiple=True,
    type=_FILE,
    help="An extension that the game was played with; by default those beside the module that the logs name.",
)
@click.option(
    "--view",
    metavar=f"{REFEREE}|SIDE",
    default=REFEREE,
    show_default=True,
    help="Whose eyes: a side of the game, by its id; its view holds nothing that this player could not see.",
)
@click.option(
    "--since",
    metavar="ERRATUM|MODULE",
    help="Show instead whose verdict changes by this erratum and those after it, or from this module, which "
    "the logs were played with, to --module.",
)
@click.option(
    "--rulings",
    type=_FILE,
    help="What the referee decided or the players agreed on (YAML): it overrules verdicts.",
)
@click.option(
    "--fail-on",
    type=click.Choice(["finding", "notice"]),
    default="finding",
    show_default=True,
    help="What exit status 1 says: that something was judged and not legal, or any notice as well.",
)
@report_options
@click.option("--all", "everything", is_flag=True, help="Show legal actions as well (text).")
def command(  # noqa: PLR0917 -- click gives them by name
    logs: tuple[Path, ...],
    module: Path | None,
    extensions: tuple[Path, ...],
    view: str,
    since: str | None,
    rulings: Path | None,
    fail_on: str,
    form: Format,
    output: Path | None,
    everything: bool,
) -> int:
    """Check what was done in one or more .vlog files against the printed rules.

    Several logs, or a folder of logs, are taken as one game: they are put in order and joined.  Of a game
    without rules here, with its module or without, what needs no rules is said: dice taken back, pieces that
    double, starts that were changed.  These are notices, and no finding.

    Exit status: 0 nothing to see, 1 findings, 2 unreadable input.
    """
    paths = logs_in(logs)
    keep_apart(output, [*paths, *extensions, *(path for path in (module, rulings) if path is not None)])
    if since is not None:
        from toolkit.cli.since import show_changes  # noqa: PLC0415  (slow to import)

        text, status = show_changes(paths, module, since, form, view)
        deliver(text, output, form)
        return status
    judged = audit_logs(paths, module, known=known_modules(paths[0]), extensions=extensions)
    report = seen_by(judged if rulings is None else overrule(judged, load_rulings(rulings)), view)
    if form == "json":
        deliver(json_shown(json.dumps(report.to_json(), ensure_ascii=False, indent=2)) + "\n", output, form)
    elif form == "html":
        from toolkit.report.write import sources_of, write_page  # noqa: PLC0415  (slow to import)

        deliver(write_page(sources_of(report, paths, module, known_modules(paths[0]))), output, form)
    elif form != "text":
        found = findings_of(report)
        title = f"Audit of {report.game.name}"
        codes = meanings(found, report.game.id)
        emit(form, found, output=output, title=title, sections=sections_of(report), codes=codes)
    else:
        from toolkit.cli.audit_text import plain_report, print_report  # noqa: PLC0415  (slow to import)

        if output is not None:
            deliver(plain_report(report, everything=everything), output)
        else:
            print_report(console(), report, everything=everything)
    open_ones = [action for action in report.shown if action.outcome is not Outcome.LEGAL]
    noticed = fail_on == "notice" and report.notices
    return 1 if open_ones or noticed or _serious(report) else 0


def logs_in(paths: Iterable[Path]) -> list[Path]:
    """Return the logs that are named, and those of the folders that are named, by name.

    A folder without logs is left as it is: it may be an unpacked one.

    Raises
    ------
    click.UsageError
        For a folder of so many logs that it is no game but an archive, or a whole disk.
    """
    found: list[Path] = []
    for path in paths:
        found += (_logs_below(path) if path.is_dir() else []) or [path]
    return found


def _logs_below(folder: Path) -> list[Path]:
    """Return the logs of a folder; those of old engines end in .log, as what other programs write."""
    old = (path for path in folder.rglob("*.log") if _is_saved(path))
    found = sorted(islice(chain(folder.rglob("*.vlog"), old), _MOST_LOGS + 1))
    if len(found) > _MOST_LOGS:
        text = f"{folder} holds more than {_MOST_LOGS} logs; a folder is one game here, many are judged by"
        raise click.UsageError(f"{text} toolkit archive run")
    return found


def _is_saved(path: Path) -> bool:
    from toolkit.vassal.containers import SAVED_GAME, open_container  # noqa: PLC0415

    try:
        return SAVED_GAME in open_container(path, name=str(path))
    except ToolkitError:
        return False


def _serious(report: Report) -> bool:
    """Return whether the files are at fault, or the logs cannot be the game as it was played."""
    errors = any(finding.severity is Severity.ERROR for finding in report.findings)
    grave = report.overview is None and any(notice.code in GRAVE for notice in report.notices)
    return errors or grave
