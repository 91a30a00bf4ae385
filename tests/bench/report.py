"""What a bench hands back, and how it becomes Markdown."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter, process_time

from toolkit.diagnostics.files import write_atomically

ROOT = Path(__file__).resolve().parents[2]
BUILD = ROOT / "build" / "bench"
PAGE = ROOT / "docs" / "bench.md"

_HEAD = """# Benchmarks

`make bench` runs all and keeps here what is measured beside its limit. Times are the best of several runs on
the machine at hand: compare ratios rather than seconds. `python -m tests.bench rivers` runs one; how it
measures, and its tables, are printed and kept in `build/bench/rivers.md`.

| bench | limit | measured | asked | met |
| --- | --- | --- | --- | --- |
"""


@dataclass(frozen=True, slots=True)
class Table:
    """A table of text cells; `rows` are as long as `columns`."""

    title: str
    columns: Sequence[str]
    rows: Sequence[Sequence[str]]


@dataclass(frozen=True, slots=True)
class Limit:
    """A figure held against a limit: ``met`` says whether it keeps it."""

    what: str
    measured: str
    limit: str
    met: bool


@dataclass(frozen=True, slots=True)
class Section:
    """The result of one bench."""

    tables: Sequence[Table]
    limits: Sequence[Limit] = ()
    notes: Sequence[str] = field(default_factory=tuple)


def best_time(work: Callable[[], object], repeats: int = 5) -> float:
    """Return the shortest of several wall-clock times of `work`, in seconds."""
    times = []
    for _ in range(repeats):
        start = perf_counter()
        work()
        times.append(perf_counter() - start)
    return min(times)


def best_processor_time(work: Callable[[], object], repeats: int = 5) -> float:
    """Return the shortest of several processor times of `work` in this process, in seconds.

    On a machine that others use too this is what the work takes; `best_time` is what one waits.
    """
    times = []
    for _ in range(repeats):
        start = process_time()
        work()
        times.append(process_time() - start)
    return min(times)


def markdown(title: str, section: Section) -> str:
    """Return all of a section as Markdown."""
    blocks = [f"## {title}"]
    blocks.extend(section.notes)
    if section.limits:
        rows = [_limit_cells(limit) for limit in section.limits]
        blocks.append(_table(["limit", "measured", "asked", "met"], rows))
    for table in section.tables:
        blocks.append(f"### {table.title}")
        blocks.append(_table(table.columns, table.rows))
    return "\n\n".join(blocks)


def _limit_cells(limit: Limit) -> list[str]:
    return [limit.what, limit.measured, limit.limit, "yes" if limit.met else "**no**"]


def _table(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    return "\n".join([_row(columns), "|" + " --- |" * len(columns), *map(_row, rows)])


def _row(cells: Sequence[str]) -> str:
    # A clause such as `2[1](1)` is no link.
    return re.sub(r"\[(?=\d+\]\()", r"\\[", "| " + " | ".join(cells) + " |")


def update_page(sections: Mapping[str, Section], page: Path = PAGE) -> None:
    """Replace the rows of the named benches on the page, keep those of others, in the order of names."""
    known = page.read_text(encoding="utf-8").splitlines() if page.exists() else []
    rows = {
        name: [_row([name, *_limit_cells(limit)]) for limit in found.limits]
        for name, found in sections.items()
    }
    for line in known:
        name = line.removeprefix("| ").partition(" |")[0]
        if line.startswith("| ") and line not in _HEAD and name not in sections:
            rows.setdefault(name, []).append(line)
    page.parent.mkdir(parents=True, exist_ok=True)
    lines = [row for name in sorted(rows) for row in rows[name]]
    write_atomically(page, (_HEAD + "\n".join(lines) + "\n").encode())
