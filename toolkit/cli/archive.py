"""``toolkit archive``: many logs judged, kept in one DuckDB file, and asked about."""

from __future__ import annotations

import csv
import io
import json
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from toolkit.cli.output import console
from toolkit.diagnostics import Section
from toolkit.diagnostics.files import json_shown, keep_apart, shown, write_atomically
from toolkit.diagnostics.render import section_text
from toolkit.diagnostics.report import Cell

if TYPE_CHECKING:
    from toolkit.archive.questions import Answer
    from toolkit.archive.run import Progress as Told

_FOLDER = click.Path(path_type=Path)
_OVERVIEW = ("totals", "standings", "rules", "players", "unclear", "files")


@click.group()
def command() -> None:
    """Judge a whole archive of logs, and ask what came of it."""


@command.command()
@click.argument("folders", nargs=-1, required=True, metavar="DIR...", type=_FOLDER)
@click.option(
    "-o",
    "--output",
    type=_FOLDER,
    required=True,
    help="The archive, a DuckDB file; made or brought up to date.",
)
@click.option(
    "--module",
    "modules",
    multiple=True,
    type=_FOLDER,
    help="A module that games were played with; may be given again and again.",
)
@click.option(
    "--jobs",
    type=click.IntRange(1),
    default=os.cpu_count() or 1,
    show_default="one a core",
    help="Worker processes.",
)
@click.option(
    "--memory",
    type=click.IntRange(128),
    default=1024,
    show_default=True,
    metavar="MB",
    help="The most a worker may have.",
)
@click.option(
    "--seconds",
    type=click.FloatRange(1),
    default=120.0,
    show_default=True,
    help="The longest a game may take.",
)
@click.option("--pages", type=_FOLDER, help="Folder for a page of each game and an index of them.")
@click.option(
    "--present-data",
    is_flag=True,
    help="Judge by the modules at hand also games that were played with other data: after an erratum.",
)
@click.option("--anonymous", is_flag=True, help="Leave out names of players and files.")
@click.option(
    "--scheduler",
    default="",
    metavar="ADDRESS",
    help="Let an existing Dask cluster do the work; it has to see the same files.",
)
def run(  # noqa: PLR0917 -- click gives them by name
    folders: tuple[Path, ...],
    output: Path,
    modules: tuple[Path, ...],
    jobs: int,
    memory: int,
    seconds: float,
    pages: Path | None,
    present_data: bool,
    anonymous: bool,
    scheduler: str,
) -> int:
    """Find the logs below some folders, group them into games, judge each game, keep what came of it.

    A run that was stopped is gone on with by starting it again; what is known and has not changed is not
    judged again. Exit status: 0 no findings, 1 findings, 2 wrong usage.
    """
    from toolkit.archive.questions import ask  # noqa: PLC0415  (slow to import)
    from toolkit.archive.run import update  # noqa: PLC0415
    from toolkit.archive.tasks import Settings  # noqa: PLC0415
    from toolkit.cli.making import OUTPUT  # noqa: PLC0415

    if anonymous and pages is not None:
        raise click.UsageError("pages show the names of players; leave out --pages or --anonymous")
    keep_apart(output, modules)
    settings = Settings(jobs, memory, seconds, present_data, anonymous, pages, scheduler)
    known = [*modules, *sorted(OUTPUT.glob("*/*.vmod"))]
    with _progress() as told:
        done = update(folders, output, known, settings, told)
    if pages is not None:
        _write(_html(ask(output, ("totals", "standings", "games"))), pages / "index.html")
    answers = ask(output, ("totals", "standings", "changes", "files"))
    text = f"{done.files} files, {done.logs} logs, {done.games} games, {done.judged} judged now\n\n"
    _write(text + "\n".join(section_text(_section(answer)) + "\n" for answer in answers if answer.rows), None)
    return 1 if done.findings else 0


@command.command()
@click.argument("archive", type=_FOLDER)
@click.argument("questions", nargs=-1, metavar="[QUESTION]...")
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json", "csv", "html"]),
    default="text",
    show_default=True,
    help="Form; CSV takes one question.",
)
@click.option("-o", "--output", type=_FOLDER, help="Write the report to a file.")
def report(archive: Path, questions: tuple[str, ...], form: str, output: Path | None) -> int:
    """Answer ready questions.

    They are totals, standings, games, rules, players, unclear, dice, changes, groups and files.
    """
    from toolkit.archive.questions import ask  # noqa: PLC0415

    keep_apart(output, [archive])
    answers = ask(archive, questions or _OVERVIEW)
    if form == "csv":
        if len(answers) != 1:
            raise click.UsageError("CSV holds one table; name one question")
        _write(_csv(answers[0]), output)
    elif form == "json":
        data = {
            answer.question.name: [dict(zip(answer.columns, row, strict=True)) for row in answer.rows]
            for answer in answers
        }
        _write(json_shown(json.dumps(data, ensure_ascii=False, indent=2)) + "\n", output)
    elif form == "html":
        _write(_html(answers), output)
    else:
        _write("\n".join(section_text(_section(answer)) + "\n" for answer in answers), output)
    return 0


@command.command()
@click.argument("archive", type=_FOLDER)
@click.option("-o", "--output", type=_FOLDER, required=True, help="Folder to write into.")
def export(archive: Path, output: Path) -> int:
    """Write every table of an archive as a Parquet file."""
    from toolkit.archive.questions import export as export_tables  # noqa: PLC0415

    for path in export_tables(archive, output):
        click.echo(path)
    return 0


@contextmanager
def _progress() -> Iterator[Told]:
    """Yield what is told of progress: bars with rate and time left on a terminal, nothing elsewhere."""
    target = console(err=True)
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=target, disable=not target.is_terminal) as bars:
        known: dict[str, Any] = {}

        def tell(what: str, done: int, total: int) -> None:
            if what not in known:
                known[what] = bars.add_task(what, total=total, rate="")
            bar = next(task for task in bars.tasks if task.id == known[what])
            rate = f"{bar.finished_speed or bar.speed or 0:.1f} a second"
            bars.update(known[what], completed=done, rate=rate)

        yield tell


def _section(answer: Answer) -> Section:
    numeric = frozenset(
        index
        for index in range(len(answer.columns))
        if any(isinstance(row[index], int | float) for row in answer.rows)
    )
    rows = [
        [_cell(column, value) for column, value in zip(answer.columns, row, strict=True)]
        for row in answer.rows
    ]
    paragraphs = [] if rows else ["nothing"]
    columns = [column.replace("_", " ") for column in answer.columns] if rows else []
    return Section(answer.question.title, paragraphs, columns, rows, numeric)


def _cell(column: str, value: object) -> str | Cell:
    text = "" if value is None else f"{value:.2f}" if isinstance(value, float) else shown(str(value))
    return Cell("page", link=text) if column == "page" and text else text


def _csv(answer: Answer) -> str:
    target = io.StringIO()
    writer = csv.writer(target, lineterminator="\n")
    writer.writerow(answer.columns)
    writer.writerows(answer.rows)
    return target.getvalue()


def _html(answers: Sequence[Answer]) -> str:
    from toolkit.diagnostics.html import to_html  # noqa: PLC0415

    return to_html(None, title="Archive", sections=[_section(answer) for answer in answers])


def _write(text: str, output: Path | None) -> None:
    if output is None:
        click.echo(text, nl=False)
    else:
        write_atomically(output, text)
