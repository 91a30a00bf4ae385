"""``toolkit watch DIR``: judge logs as they arrive."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path
from stat import S_ISREG

import click

from toolkit.audit.audit import audit_logs
from toolkit.audit.report import Report
from toolkit.cli.making import known_modules
from toolkit.diagnostics import InputError, ToolkitError
from toolkit.diagnostics.files import shown, write_atomically

_LOOK_AFTER_MS = 5000


@click.command(context_settings={"ignore_unknown_options": True})
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path, file_okay=False, exists=True))
@click.option(
    "--module", type=click.Path(path_type=Path, dir_okay=False), help="Module the logs were played with."
)
@click.option("--once", is_flag=True, help="Judge what lies there without a page, and stop.")
@click.argument("program", nargs=-1, metavar="[-- PROGRAM [ARGUMENT]...]", type=click.UNPROCESSED)
def command(folder: Path, module: Path | None, once: bool, program: tuple[str, ...]) -> int:
    """Judge each log in DIR when it arrives or changes, and write its page beside it (game.vlog.html).

    PROGRAM is run, never through a shell, for each log that has findings; the log and its page are its last
    two arguments. Ends with Ctrl+C.
    """
    tried: dict[Path, tuple[int, int]] = {}
    for _ in _wakings(folder, once=once):
        for path in sorted(folder.rglob("*.vlog")):
            stamp = _stamp(path)
            if stamp is not None and tried.get(path) != stamp and not _is_judged(path):
                tried[path] = stamp
                _judge(path, module, program)
    return 0


def _page(log: Path) -> Path:
    return log.with_name(f"{log.name}.html")


def _stamp(log: Path) -> tuple[int, int] | None:
    """Return what tells a file from what stood there before; None for what is no file, or gone again."""
    try:
        found = log.stat()
    except OSError:
        return None
    return (found.st_mtime_ns, found.st_size) if S_ISREG(found.st_mode) else None


def _is_judged(log: Path) -> bool:
    page, stamp = _stamp(_page(log)), _stamp(log)
    return page is not None and stamp is not None and page[0] >= stamp[0]


def _wakings(folder: Path, *, once: bool) -> Iterator[None]:
    """Yield at once, and whenever logs have changed and come to rest.

    Yields every few seconds as well: a folder of another machine may change and tell nobody.
    """
    yield
    if once:
        return
    try:
        from watchfiles import Change, watch  # noqa: PLC0415  (an extra)
    except ImportError:
        text = "watching needs the package watchfiles: pip install 'wargame-toolkit[archive]'"
        raise InputError.single("ARC002", text) from None

    def is_log(change: Change, path: str) -> bool:
        return change is not Change.deleted and path.endswith(".vlog")

    for _ in watch(folder, watch_filter=is_log, rust_timeout=_LOOK_AFTER_MS, yield_on_timeout=True):
        yield


def _judge(log: Path, module: Path | None, program: tuple[str, ...]) -> None:
    from toolkit.report.write import sources_of, write_page  # noqa: PLC0415  (slow to import)

    try:
        report = audit_logs([log], module, known=known_modules(log))
        page = write_page(sources_of(report, [log], module, known_modules(log)))
        write_atomically(_page(log), page)
    except ToolkitError as error:
        # Half a file may be there: it is judged when the rest has come.
        click.echo(shown("; ".join(finding.message for finding in error.findings)), err=True)
        return
    click.echo(shown(f"{log}: {_summary(report)}"))
    if program and report.shown:
        # A program that fails is its owner's business; watching goes on.
        done = subprocess.run([*program, str(log), str(_page(log))], check=False)
        if done.returncode:
            click.echo(shown(f"{program[0]}: exit status {done.returncode}"), err=True)


def _summary(report: Report) -> str:
    counts = (f"{count} {name}" for name, count in report.counts.items() if count)
    return ", ".join(counts) or "nothing to judge"
