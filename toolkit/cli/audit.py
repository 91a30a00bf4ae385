"""``toolkit audit``: check logs of played games against the printed rules."""

from __future__ import annotations

import io
import json
import os
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path

import click
from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from toolkit.audit.audit import audit_logs
from toolkit.audit.report import JudgedAction, Report
from toolkit.cli.output import finding_line
from toolkit.diagnostics import InputError, Place, Severity
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
@click.argument("logs", nargs=-1, required=True, metavar="LOG...", type=_FILE)
@click.option(
    "--module",
    type=_FILE,
    help="Module the game was played with; by default the build under build/ that fits the log.",
)
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
@click.option("-o", "--output", type=_FILE, help="Write the report to a file.")
@click.option("--all", "everything", is_flag=True, help="Show legal moves as well (text).")
def command(
    logs: tuple[Path, ...], module: Path | None, form: str, output: Path | None, everything: bool
) -> int:
    """Check the moves in one or more .vlog files against the printed rules.

    Exit status: 0 nothing to see, 1 findings, 2 unreadable input.
    """
    report = audit_logs(logs, module, known=Path("build").glob("*/*.vmod"))
    if form == "json":
        _write(json.dumps(report.to_json(), ensure_ascii=False, indent=2) + "\n", output)
    elif output is not None:
        _write(_plain(report, everything=everything), output)
    else:
        _print(Console(highlight=False, width=_width()), report, everything=everything)
    return 1 if report.shown or _serious(report) else 0


def _serious(report: Report) -> bool:
    return any(finding.severity is Severity.ERROR for finding in report.findings)


def _width() -> int | None:
    return None if sys.stdout.isatty() else int(os.environ.get("COLUMNS", "120"))


def _write(text: str, output: Path | None) -> None:
    if output is None:
        click.echo(text, nl=False)
        return
    try:
        with tempfile.NamedTemporaryFile(
            "w", encoding="utf-8", newline="\n", dir=output.parent, prefix=f".{output.name}.", delete=False
        ) as file:
            file.write(text)
        Path(file.name).replace(output)
    except OSError as error:
        message = f"cannot be written: {error.strerror}"
        raise InputError.single("AUD005", message, Place(file=str(output))) from None


def _plain(report: Report, *, everything: bool) -> str:
    target = io.StringIO()
    _print(Console(file=target, highlight=False, width=120, no_color=True), report, everything=everything)
    return target.getvalue()


def _print(console: Console, report: Report, *, everything: bool) -> None:
    """Print what a referee wants to see: a table of findings, the way of each, notices, a summary."""
    actions = report.actions if everything else report.shown
    alike = {} if everything else _alike(actions)
    rest = [action for action in actions if action.reason not in alike]
    if rest:
        console.print(_table(rest, several=len(report.logs) > 1))
    for reason, found in alike.items():
        steps = f"steps {found[0].step} to {found[-1].step}"
        line = f"{len(found)} moves unprovable, {steps}: {reason} (listed by --all)"
        console.print(Text(line, style=_STYLE[Outcome.UNPROVABLE]), soft_wrap=True)
    for notice in report.notices:
        place = "" if notice.step is None else f"step {notice.step}: "
        console.print(Text(f"notice {notice.code} {place}{notice.message}", style="cyan"), soft_wrap=True)
    for finding in report.findings:
        console.print(finding_line(finding), soft_wrap=True)
    console.print(_summary(report), soft_wrap=True)


def _alike(actions: Iterable[JudgedAction]) -> dict[str, list[JudgedAction]]:
    """Return moves that are unprovable for one and the same reason, where there are many of them."""
    found: dict[str, list[JudgedAction]] = {}
    for action in actions:
        if action.outcome is Outcome.UNPROVABLE and not action.rules:
            found.setdefault(action.reason, []).append(action)
    return {reason: group for reason, group in found.items() if len(group) > _MANY}


def _table(actions: Iterable[JudgedAction], *, several: bool) -> Table:
    table = Table(box=None, pad_edge=False, show_edge=False, header_style="bold", expand=False)
    if several:
        table.add_column("log", justify="right", no_wrap=True)
    table.add_column("step", justify="right", no_wrap=True)
    table.add_column("verdict", no_wrap=True)
    table.add_column("rule", min_width=8)
    table.add_column("move", min_width=12, ratio=1)
    table.add_column("why", min_width=20, ratio=2)
    for action in actions:
        row: list[RenderableType] = [str(action.log + 1)] if several else []
        style = _STYLE[action.outcome]
        rules = Text(", ".join(action.rules), style=style)
        row += [str(action.step), Text(action.outcome.value, style=style), rules, _move(action), _why(action)]
        table.add_row(*row)
    return table


def _move(action: JudgedAction) -> Text:
    way = " → ".join((action.start, *action.via, action.end))
    who = f"{action.actor.side or 'unknown'}, {action.actor.known.value}"
    return Text(f"{action.name}\n{way}\nby {who}")


def _why(action: JudgedAction) -> RenderableType:
    lines = [Text(action.reason)]
    if action.unclear:
        lines.append(Text(f"open points: {', '.join(action.unclear)}"))
    if action.trail is not None:
        allowance = "" if action.allowance is None else f" of {action.allowance}"
        head = f"{action.trail.mode}, {points(action.trail.cost)}{allowance}"
        if set(action.trail.waived) - {"9.2(1)1"}:
            head += f", without {', '.join(action.trail.waived)}"
        steps = " · ".join(
            f"{step.hex} {points(step.cost)} ({', '.join(step.reasons)})" for step in action.trail.steps
        )
        lines.append(Text(f"{head}: {action.start} · {steps}", style="dim"))
    lines.append(Text(f"basis: {action.basis.value}", style="dim"))
    return Group(*lines)


def points(cost: float) -> str:
    """Return movement points as people write them: ``5`` or ``5½``."""
    whole, half = divmod(round(cost * 2), 2)
    return f"{whole or ''}½" if half else str(whole)


def _summary(report: Report) -> Text:
    parts = [f"{count} {name}" for name, count in report.counts.items() if count]
    steps = sum(log.steps for log in report.logs)
    judged = f"{len(report.actions)} moves in {steps} steps: {', '.join(parts) or 'nothing to judge'}"
    fixed = ", ".join(f"{point} {value}" for point, value in report.game.fixed) or "none"
    opened = ", ".join(report.game.open_points) or "none"
    return Text(f"{judged}\nhouse rules fixed: {fixed}; open points: {opened}")
