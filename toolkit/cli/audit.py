"""``toolkit audit``: check logs of played games against the printed rules."""

from __future__ import annotations

import io
import json
from collections.abc import Iterable
from pathlib import Path

import click
from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from toolkit.audit.audit import audit_logs
from toolkit.audit.presentation import (
    GRAVE,
    consequences,
    deed,
    findings_of,
    meanings,
    ruled,
    sections_of,
    summary_of,
    way,
)
from toolkit.audit.referee_rulings import load_rulings, overrule
from toolkit.audit.report import JudgedAction, Report
from toolkit.audit.view import REFEREE, seen_by
from toolkit.cli.making import known_modules
from toolkit.cli.output import console, deliver, emit, finding_line, report_options
from toolkit.diagnostics import Severity, ToolkitError
from toolkit.diagnostics.files import json_shown, keep_apart, shown
from toolkit.diagnostics.formats import Format
from toolkit.rules.verdict import Outcome

_STYLE = {
    Outcome.ILLEGAL: "bold red",
    Outcome.UNCLEAR: "yellow",
    Outcome.UNPROVABLE: "cyan",
    Outcome.UNVERIFIED: "magenta",
    Outcome.LEGAL: "green",
}
_MANY = 5
_FILE = click.Path(path_type=Path, dir_okay=False)


@click.command()
@click.argument("logs", nargs=-1, required=True, metavar="LOG...", type=click.Path(path_type=Path))
@click.option(
    "--module",
    type=click.Path(path_type=Path),
    help="Module the game was played with, also unpacked; by default the one under build/ that fits the log, "
    "else one of an installed game, made on the spot.",
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
    keep_apart(output, [*paths, *(path for path in (module, rulings) if path is not None)])
    if since is not None:
        from toolkit.cli.since import show_changes  # noqa: PLC0415  (slow to import)

        text, status = show_changes(paths, module, since, form, view)
        deliver(text, output, form)
        return status
    judged = audit_logs(paths, module, known=known_modules(paths[0]))
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
    elif output is not None:
        deliver(_plain(report, everything=everything), output)
    else:
        _print(console(), report, everything=everything)
    open_ones = [action for action in report.shown if action.outcome is not Outcome.LEGAL]
    noticed = fail_on == "notice" and report.notices
    return 1 if open_ones or noticed or _serious(report) else 0


def logs_in(paths: Iterable[Path]) -> list[Path]:
    """Return the logs that are named, and those of the folders that are named, by name.

    A folder without logs is left as it is: it may be an unpacked one.
    """
    found: list[Path] = []
    for path in paths:
        found += (_logs_below(path) if path.is_dir() else []) or [path]
    return found


def _logs_below(folder: Path) -> list[Path]:
    """Return the logs of a folder; those of old engines end in .log, as what other programs write."""
    old = (path for path in folder.rglob("*.log") if _is_saved(path))
    return sorted([*folder.rglob("*.vlog"), *old])


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


def _plain(report: Report, *, everything: bool) -> str:
    target = io.StringIO()
    _print(
        Console(file=target, highlight=False, markup=False, emoji=False, width=120, no_color=True),
        report,
        everything=everything,
    )
    return target.getvalue()


def _print(target: Console, report: Report, *, everything: bool) -> None:
    """Print what a reader wants to see: a table of findings, the way of each, notices, a summary."""
    actions = report.actions if everything else report.shown
    alike = {} if everything else _alike(actions)
    rest = [action for action in actions if action.reason not in alike]
    if rest:
        target.print(_table(rest, report))
        if len(report.logs) > 1:
            names = ", ".join(f"{number} {log.name}" for number, log in enumerate(report.logs, start=1))
            target.print(Text(shown(f"logs: {names}"), style="dim"), soft_wrap=True)
    for reason, found in alike.items():
        steps = f"steps {found[0].step} to {found[-1].step}"
        line = f"{len(found)} actions unprovable, {steps}: {reason} (listed by --all)"
        target.print(Text(shown(line), style=_STYLE[Outcome.UNPROVABLE]), soft_wrap=True)
    several = len(report.logs) > 1 and report.overview is not None
    for notice in report.notices:
        place = "" if notice.step is None else f"step {notice.step}: "
        if several:
            place = f"{Path(report.logs[notice.log].name).name} {place}"
        target.print(
            Text(shown(f"notice {notice.code} {place}{notice.message}"), style="cyan"), soft_wrap=True
        )
    for finding in report.findings:
        target.print(finding_line(finding), soft_wrap=True)
    target.print(_summary(report), soft_wrap=True)


def _alike(actions: Iterable[JudgedAction]) -> dict[str, list[JudgedAction]]:
    """Return actions that are unprovable for one and the same reason, where there are many of them."""
    found: dict[str, list[JudgedAction]] = {}
    for action in actions:
        if action.outcome is Outcome.UNPROVABLE and not action.rules:
            found.setdefault(action.reason, []).append(action)
    return {reason: group for reason, group in found.items() if len(group) > _MANY}


def _table(actions: Iterable[JudgedAction], report: Report) -> Table:
    several = len(report.logs) > 1
    table = Table(box=None, pad_edge=False, show_edge=False, header_style="bold", expand=False)
    if several:
        table.add_column("log", justify="right", no_wrap=True)
    table.add_column("step", justify="right", no_wrap=True)
    table.add_column("verdict", no_wrap=True)
    table.add_column("rule", min_width=8)
    table.add_column("action", min_width=12, ratio=1)
    table.add_column("why", min_width=20, ratio=2)
    for action in actions:
        row: list[RenderableType] = [str(action.log + 1)] if several else []
        style = _STYLE[action.outcome]
        rules = Text(", ".join(action.rules), style=style)
        row += [
            str(action.step),
            Text(action.outcome.value, style=style),
            rules,
            _deed(action),
            _why(action, report),
        ]
        table.add_row(*row)
    return table


def _deed(action: JudgedAction) -> Text:
    return Text(f"{shown(deed(action))}\nby {action.actor.side or 'unknown'}, {action.actor.known.value}")


def _why(action: JudgedAction, report: Report) -> RenderableType:
    lines = [Text(shown(text)) for text in (action.reason, ruled(action)) if text]
    if action.unclear:
        lines.append(Text(shown(f"open points: {', '.join(action.unclear)}")))
    if action.trail is not None:
        lines.append(Text(shown(way(action)), style="dim"))
    if follow := report.consequences(action):
        steps = ", ".join(str(one.step) for one in follow)
        lines.append(Text(f"{consequences(follow)}, in steps {steps} (listed by --all)"))
    if action.follows is not None:
        lines.append(Text(f"a consequence of step {action.follows[1]}"))
    lines.append(Text(f"basis: {action.basis.value}", style="dim"))
    return Group(*lines)


def _summary(report: Report) -> Text:
    return Text("\n".join(map(shown, summary_of(report))))
