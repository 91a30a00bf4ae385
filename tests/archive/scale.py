"""What an archive of thousands of games costs: on one core and on two, and what a million would.

    python -m tests.archive.scale play FOLDER --games 2000
    python -m tests.archive.scale measure FOLDER [FOLDER...] --module build/gj47/gj47.vmod ...

`play` fills a folder with random whole games, in turn of each game with code; `measure` judges some folders
with one worker and with two, and prints rate, memory and the table of docs/archive.md.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import click

from tests.archive.games import rows
from toolkit.audit.module_data import read_module
from toolkit.cli.making import ready_module
from toolkit.plugins import games, room

MILLION = 1_000_000
CORES = (10, 100, 1000)


@click.group()
def main() -> None:
    """Measure archives of thousands of games."""


@main.command()
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
@click.option("--games", "wanted", type=int, default=2000)
def play(folder: Path, wanted: int) -> None:
    """Fill FOLDER with random whole games; what is there already is kept."""
    folder.mkdir(parents=True, exist_ok=True)
    built = {name: ready_module(name) for name in sorted(games())}
    rules = {name: room(name, "play.recording").house_rules(read_module(built[name]), None) for name in built}
    for number in range(wanted):
        name = sorted(built)[number % len(built)]
        out = folder / f"{name}_{number:05}.vlog"
        if not out.exists():
            room(name, "play.recording").record(built[name], out, number, setup=None, rules=rules[name])
    click.echo(f"{wanted} games in {folder}")


@dataclass(frozen=True, slots=True)
class Run:
    """A run of an archive: seconds by the clock, processor seconds of all and of the parent, memory in MB."""

    jobs: int
    seconds: float
    processor: float
    parent: float
    memory_mb: float


@main.command()
@click.argument("folders", nargs=-1, required=True, type=click.Path(path_type=Path, exists=True))
@click.option("--module", "modules", multiple=True, type=click.Path(path_type=Path, exists=True))
@click.option("--jobs", multiple=True, type=int, default=(1, 2))
def measure(folders: Sequence[Path], modules: Sequence[Path], jobs: Sequence[int]) -> None:
    """Judge FOLDERS with one worker and with two."""
    with tempfile.TemporaryDirectory() as scratch:
        runs = []
        for count in jobs:
            archive = Path(scratch, f"{count}.duckdb")
            runs.append(_run(folders, modules, count, archive))
        ((logs,),) = rows(archive, "SELECT count(*) FROM logs WHERE status = 'log'")
        ((played,),) = rows(archive, "SELECT count(*) FROM games")
        click.echo(f"{logs} logs, {played} games")
        for run in runs:
            click.echo(
                f"{run.jobs} workers: {run.seconds:.1f} s, {played / run.seconds:.2f} games a second, "
                f"{run.processor:.1f} s of processor, {run.parent:.1f} of them the parent, "
                f"{run.memory_mb:.0f} MB together"
            )
        if len(runs) > 1:
            click.echo(f"{runs[0].seconds / runs[-1].seconds:.2f} times as fast")
        _spread(archive)
        _million(runs[-1], logs)


def _run(folders: Sequence[Path], modules: Sequence[Path], jobs: int, archive: Path) -> Run:
    command = [sys.executable, "-m", "toolkit", "archive", "run", *map(str, folders), "-o", str(archive)]
    command += [word for module in modules for word in ("--module", str(module))]
    begun = time.monotonic()
    before = os.times()
    process = subprocess.Popen([*command, "--jobs", str(jobs)], stdout=subprocess.DEVNULL)
    highest, parent = [0.0], [0.0]

    def look() -> None:
        while process.poll() is None:
            highest[0] = max(highest[0], _memory(process.pid))
            parent[0] = max(parent[0], _processor(process.pid))
            time.sleep(0.5)

    watcher = threading.Thread(target=look)
    watcher.start()
    process.wait()
    watcher.join()
    after = os.times()
    processor = after.children_user + after.children_system - before.children_user - before.children_system
    return Run(jobs, time.monotonic() - begun, processor, parent[0], highest[0])


def _family(pid: int) -> list[int]:
    found = [pid]
    for one in found:
        try:
            text = Path(f"/proc/{one}/task/{one}/children").read_text("ascii")
        except OSError:
            continue
        found += map(int, text.split())
    return found


def _memory(pid: int) -> float:
    """Return the memory of a process and all below it, shared pages once, in MB."""
    total = 0
    for one in _family(pid):
        try:
            lines = Path(f"/proc/{one}/smaps_rollup").read_text("ascii").splitlines()
        except OSError:
            continue
        total += sum(int(line.split()[1]) for line in lines if line.startswith("Pss:"))
    return total / 1024


def _processor(pid: int) -> float:
    try:
        fields = Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _spread(archive: Path) -> None:
    heads = ("rules", "games", "median", "mean", "95 of 100", "longest", "memory")
    click.echo(f"\n| {' | '.join(heads)} |\n|{' --- |' * len(heads)}")
    query = "SELECT rules, seconds, peak_mb FROM games JOIN costs USING (game)"
    found = rows(archive, query)
    for rules in sorted({one[0] for one in found}):
        costs = sorted(seconds for name, seconds, _ in found if name == rules)
        peak = max(mb for name, _, mb in found if name == rules)
        told = (
            statistics.median(costs),
            statistics.fmean(costs),
            costs[int(0.95 * (len(costs) - 1))],
            costs[-1],
        )
        seconds = " | ".join(f"{one:.2f} s" for one in told)
        click.echo(f"| {rules or 'none'} | {len(costs)} | {seconds} | {peak:.0f} MB |")


def _million(run: Run, logs: int) -> None:
    """Print what a million such logs would take: the workers' share, and what the parent does alone."""
    each, alone = (run.processor - run.parent) / logs, run.parent / logs
    click.echo("\n| cores | a million logs | of it the parent alone |\n| --- | --- | --- |")
    for cores in CORES:
        workers, parent = each * MILLION / cores, alone * MILLION
        click.echo(f"| {cores:,} | {max(workers, parent) / 3600:.1f} h | {parent / 3600:.1f} h |")


if __name__ == "__main__":
    main()
