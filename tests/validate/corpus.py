"""``python -m tests.validate.corpus``: every real file validated, as a table in docs/validate.md.

The files are no part of the project; see `tests/vassal/real_files.py`.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.vassal.real_files import CORPUS

PAGE = Path(__file__).resolve().parents[2] / "docs" / "validate.md"
BEGIN, END = "<!-- corpus -->", "<!-- /corpus -->"
_GAMES = frozenset({".vsav", ".vlog", ".sav", ".log"})
_MODULES = frozenset({".vmod", ".vmdx", ".mod"})


@dataclass(frozen=True, slots=True)
class Run:
    """One run of the command: statuses, codes with their number, processor seconds, megabytes."""

    status: int
    severities: Counter[str]
    codes: Counter[str]
    seconds: float
    megabytes: float


def validated(paths: Sequence[Path], *options: str) -> Run:
    """Run the command over paths, as a user would."""
    command = [sys.executable, "-m", "toolkit", "validate", *map(str, paths), *options, "--format", "json"]
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        child = subprocess.Popen(command, stdout=out, stderr=err)
        # Not `run`: the usage of this one child is wanted.
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        err.seek(0)
        said, found = err.read().decode(), json.loads(out.read() or b"[]")
    if child.returncode not in (0, 1, 2) or "internal error" in said:
        raise SystemExit(said)
    severities = Counter(item["severity"] for item in found)
    codes = Counter(item["code"] for item in found)
    seconds = usage.ru_utime + usage.ru_stime
    return Run(child.returncode, severities, codes, seconds, usage.ru_maxrss / 1024)


def modules() -> Iterator[Path]:
    """Yield packed modules, extensions and unpacked folders."""
    for folder in sorted(path for path in CORPUS.iterdir() if path.is_dir()):
        yield from sorted(path for path in folder.iterdir() if path.suffix in _MODULES)
        if any((folder / name).is_file() for name in ("buildFile.xml", "buildFile")):
            yield folder


def games() -> Iterator[tuple[Path, list[Path]]]:
    """Yield folders with their saves and logs."""
    for folder in sorted(path for path in CORPUS.iterdir() if path.is_dir()):
        found = sorted(path for path in folder.iterdir() if path.suffix in _GAMES)
        if found:
            yield folder, found


def _cells(run: Run) -> list[str]:
    codes = ", ".join(
        f"{code}{f' ×{count}' if count > 1 else ''}" for code, count in sorted(run.codes.items())
    )
    numbers = [str(run.severities[name] or "") for name in ("error", "warning", "info")]
    return [*numbers, codes or "none", f"{run.seconds:.1f}", f"{run.megabytes:.0f}"]


def table() -> str:
    """Return the tables, Markdown."""
    heads = ["errors", "warnings", "notes", "findings", "s", "MB"]
    rule = f" --- |{' --- |' * len(heads)}"
    lines = [f"| module | {' | '.join(heads)} |", f"|{rule}"]
    for path in modules():
        name = path.relative_to(CORPUS).as_posix() + (" (unpacked)" if path.is_dir() else "")
        lines.append(f"| {name} | {' | '.join(_cells(validated([path])))} |")
    lines += ["", f"| saves and logs | files | {' | '.join(heads)} |", f"| --- |{rule}"]
    for folder, found in games():
        around = [folder] if folder in set(modules()) else []
        options = ("--module", str(around[0])) if around else ()
        run = validated(found, *options)
        where = f"{folder.name}{' with its module' if around else ''}"
        lines.append(f"| {where} | {len(found)} | {' | '.join(_cells(run))} |")
    return "\n".join(lines)


def main() -> int:
    """Write the tables into the page."""
    if not CORPUS.is_dir():
        print(f"not run: no files in {CORPUS}")  # noqa: T201
        return 1
    text = PAGE.read_text(encoding="utf-8")
    head, _, rest = text.partition(BEGIN)
    tail = rest.partition(END)[2]
    PAGE.write_text(f"{head}{BEGIN}\n\n{table()}\n\n{END}{tail}", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
