"""What a bench hands back, and how it becomes Markdown."""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter, process_time

ROOT = Path(__file__).resolve().parents[2]
PICTURES = ROOT / "build" / "bench"
PAGE = ROOT / "docs" / "bench.md"

_HEAD = """# Benchmarks

Written by `make bench`; do not edit. Times are the best of several runs on the machine at hand, so
compare ratios rather than seconds.
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
    """Return a section as Markdown, without its markers."""
    blocks = [f"## {title}"]
    blocks.extend(section.notes)
    if section.limits:
        rows = [[x.what, x.measured, x.limit, "yes" if x.met else "**no**"] for x in section.limits]
        blocks.append(_table(["limit", "measured", "asked", "met"], rows))
    for table in section.tables:
        blocks.append(f"### {table.title}")
        blocks.append(_table(table.columns, table.rows))
    return "\n\n".join(blocks)


def _table(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = ["| " + " | ".join(columns) + " |", "|" + " --- |" * len(columns)]
    lines.extend("| " + " | ".join(row) + " |" for row in rows)
    # A clause such as `2[1](1)` is no link.
    return re.sub(r"\[(?=\d+\]\()", r"\\[", "\n".join(lines))


def update_page(sections: dict[str, str], page: Path = PAGE) -> None:
    """Replace the named sections of the page, keep the others, in the order of their names."""
    known = _sections(page.read_text(encoding="utf-8")) if page.exists() else {}
    known.update(sections)
    parts = [_HEAD]
    for name in sorted(known):
        parts.append(f"<!-- bench {name} -->\n\n{known[name].strip()}\n\n<!-- end {name} -->\n")
    text = "\n".join(parts)
    page.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=page.parent, prefix=".bench")
    with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as stream:
        stream.write(text)
    Path(temporary).chmod(0o644)
    Path(temporary).replace(page)


def _sections(text: str) -> dict[str, str]:
    pattern = r"<!-- bench (\w+) -->\n(.*?)<!-- end \1 -->"
    return {match[1]: match[2] for match in re.finditer(pattern, text, re.DOTALL)}
