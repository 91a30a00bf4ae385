"""The report of an audit as text: a table of findings, notices, a summary."""

from __future__ import annotations

import io
from collections.abc import Iterable
from pathlib import Path

from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from toolkit.audit.presentation import cause_of, consequences, ruled, said, summary_of, way
from toolkit.audit.report import JudgedAction, Report
from toolkit.cli.output import finding_line
from toolkit.diagnostics.files import shown
from toolkit.rules.verdict import Outcome

_STYLE = {
    Outcome.ILLEGAL: "bold red",
    Outcome.UNCLEAR: "yellow",
    Outcome.UNPROVABLE: "cyan",
    Outcome.UNVERIFIED: "magenta",
    Outcome.LEGAL: "green",
}
_MANY = 5


def plain_report(report: Report, *, everything: bool) -> str:
    """Return what `print_report` prints, without colours, 120 columns wide."""
    target = io.StringIO()
    print_report(
        Console(file=target, highlight=False, markup=False, emoji=False, width=120, no_color=True),
        report,
        everything=everything,
    )
    return target.getvalue()


def print_report(target: Console, report: Report, *, everything: bool) -> None:
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
            _said(action),
            _why(action, report),
        ]
        table.add_row(*row)
    return table


def _said(action: JudgedAction) -> Text:
    return Text(f"{shown(said(action))}\nby {action.actor.side or 'unknown'}, {action.actor.known.value}")


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
        lines.append(Text(cause_of(action.follows)))
    lines.append(Text(f"basis: {action.basis.value}", style="dim"))
    return Group(*lines)


def _summary(report: Report) -> Text:
    return Text("\n".join(map(shown, summary_of(report))))
