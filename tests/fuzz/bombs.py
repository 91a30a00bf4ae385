"""Small files that unpack to a great deal, and what each command makes of them.

``python -m tests.fuzz.bombs`` runs every command on every bomb in a process of its own and prints a table of
seconds of processor time and of megabytes of memory at most; docs/fuzz.md has it.
"""

from __future__ import annotations

import io
import json
import lzma
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

from tests.vassal.samples import PLAYED, log_bytes

__all__ = ["BOMBS", "Spent", "run"]

_MB = 1_000_000
_HEAD = b'<VASSAL.build.GameModule name="m" version="1">'
_TAIL = b"</VASSAL.build.GameModule>"
_SETUP = b'<VASSAL.build.module.PredefinedSetup name="s" file="s.vsav" useFile="true">'
_SETUP_END = b"</VASSAL.build.module.PredefinedSetup>"
_SLOT = b'<VASSAL.build.widget.PieceSlot entryName="a" gpid="1">'
_SLOT_END = b"</VASSAL.build.widget.PieceSlot>"


def _zipped(entries: Mapping[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", method) as archive:
        for name, content in entries.items():
            archive.writestr(name, content)
    return buffer.getvalue()


def _module(inner: bytes, more: Mapping[str, bytes] | None = None) -> bytes:
    return _zipped({"buildFile.xml": _HEAD + inner + _TAIL, **(more or {})})


def _save(text: bytes) -> bytes:
    return _zipped({"savedGame": text})


def _zone(depth: int) -> bytes:
    board = b"VASSAL.build.module.map.boardPicker."
    grid, zone = board + b"board.ZonedGrid", board + b"board.mapgrid.Zone"
    inner = (b"<x/><" + grid + b"><" + zone + b">") * depth + (b"</" + zone + b"></" + grid + b">") * depth
    return b"<" + board + b"Board name='b'>" + inner + b"</" + board + b"Board>"


def _moved_stack(members: int, moves: int) -> bytes:
    names = b";".join(b"%d" % n for n in range(members))
    add = b"+/s/stack/Main;1;1;" + names
    move = b"LOG\tM/s/Main/2/2/null/Main/1/1/null/"
    return b"begin_save\x1b" + add + b"\x1bend_save\x1b" + b"\x1b".join([move] * moves)


def _overlapping(count: int) -> bytes:
    """Return an archive of many entries that all lie on one piece of packed data."""
    data = io.BytesIO(_zipped({"images/0": b"\0" * 20 * _MB, "buildFile.xml": _HEAD + _TAIL}))
    with zipfile.ZipFile(data, "a") as archive:
        first = archive.getinfo("images/0")
        for number in range(1, count):
            info = zipfile.ZipInfo(f"images/{number}")
            for name in ("compress_type", "CRC", "compress_size", "file_size", "header_offset"):
                setattr(info, name, getattr(first, name))
            archive.filelist.append(info)
            archive.NameToInfo[info.filename] = info
        archive._didModify = True
    return data.getvalue()


BOMBS: Mapping[str, tuple[str, Callable[[], bytes]]] = {
    "elements": ("vmod", lambda: _module(b"<a/>" * 40_000_000)),
    "attributes": (
        "vmod",
        lambda: _module(b"<a " + b" ".join(b"a%d=''" % n for n in range(2_000_000)) + b"/>"),
    ),
    "deep": ("vmod", lambda: _module((b"<a>" * 200 + b"</a>" * 200) * 20_000)),
    "zones_nested": ("vmod", lambda: _module(_zone(100))),
    "text": ("vmod", lambda: _module(_SLOT + b"x" * 300 * _MB + _SLOT_END)),
    "traits": ("vmod", lambda: _module(_SLOT + b"+/null/" + b"a\t" * 10 * _MB + b"/b" + _SLOT_END)),
    "slots": ("vmod", lambda: _module((_SLOT + b"+/null/piece;;;;a/null;0;0;;0" + _SLOT_END) * 1_000_000)),
    "setups": ("vmod", lambda: _module((_SETUP + _SETUP_END) * 50_000, {"s.vsav": _save(b"\x1b" * 200_000)})),
    "setups_nested": (
        "vmod",
        lambda: _module(_SETUP * 200 + _SETUP_END * 200, {"s.vsav": _save(b"\x1b" * 10**6)}),
    ),
    "metadata": ("vmod", lambda: _module(b"", {"moduledata": b"<data>" + b"<a/>" * 50_000_000 + b"</data>"})),
    "pictures": ("vmod", lambda: _module(b"", {f"images/{n}.png": b"\0" * 20 * _MB for n in range(20)})),
    "overlapping": ("vmod", lambda: _overlapping(20_000)),
    "entries": (
        "vmod",
        lambda: _zipped({"buildFile.xml": _HEAD + _TAIL} | {f"e{n}": b"" for n in range(150_000)}),
    ),
    "entries_one_name": ("vmod", lambda: _doubled(100_000)),
    "separators": ("vlog", lambda: _save(b"\x1b" * 400 * _MB)),
    "escapes": ("vlog", lambda: _save(b"\\\x1b" * 100 * _MB)),
    "escapes_deep": ("vlog", lambda: _save((b"\\" * 199 + b"\x1b") * 200_000)),
    "chat": ("vlog", lambda: _save(b"begin_save\x1bCHAT" + b"x" * 400 * _MB)),
    "broken": ("vlog", lambda: _save(b"M/\x1b" * 5_000_000)),
    "stack": ("vlog", lambda: _save(_moved_stack(100_000, 20_000))),
    "xz": ("vlog", lambda: _save(b"!VOXZ\0" + lzma.compress(b"\x1b" * 450 * _MB))),
    "tabs": ("vlog", lambda: _save(b"begin_save\x1b+/1/" + b"a\t" * 20 * _MB + b"/" + b"\t" * 20 * _MB)),
}


def _doubled(count: int) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name in ("buildFile.xml", *(["x"] * count)):
            info = zipfile.ZipInfo(name)
            archive.NameToInfo.pop(name, None)
            archive.writestr(info, _HEAD + _TAIL if name == "buildFile.xml" else b"")
    return buffer.getvalue()


def _into(file: Path, name: str) -> list[str]:
    return ["-o", str(file.with_name(name))]


Line = Callable[[Path], list[str]]

# What reads a module, and what reads a log by a module that lies beside it; a small log is made for these.
_OF_MODULES: Mapping[str, Line] = {
    "inspect": lambda file: ["inspect", str(file)],
    "validate": lambda file: ["validate", str(file)],
    "import": lambda file: ["import", str(file), *_into(file, "out")],
    "diff": lambda file: ["diff", str(file), str(file)],
    "audit": lambda file: ["audit", str(file.with_name(SMALL)), "--module", str(file)],
    "transcript": lambda file: ["log", "transcript", str(file.with_name(SMALL)), "--module", str(file)],
    "page": lambda file: [
        "log",
        "page",
        str(file.with_name(SMALL)),
        "--module",
        str(file),
        *_into(file, "p"),
    ],
    "refresh": lambda file: ["refresh", str(file.with_name(SMALL)), "--module", str(file), *_into(file, "r")],
    "watch": lambda file: ["watch", str(file.parent), "--once", "--module", str(file)],
    "archive": lambda file: [
        *("archive", "run", str(file.parent), "--jobs", "1", "--module", str(file), *_into(file, "a.duckdb"))
    ],
}
_OF_GAMES: Mapping[str, Line] = {
    "inspect": lambda file: ["inspect", str(file)],
    "steps": lambda file: ["inspect", "--steps", str(file)],
    "validate": lambda file: ["validate", str(file)],
    "scrub": lambda file: ["scrub", str(file), *_into(file, "out.vsav")],
    "refresh": lambda file: ["refresh", str(file), "--module", str(file), *_into(file, "out")],
    "audit": lambda file: ["audit", str(file)],
    "dice": lambda file: ["log", "dice", str(file)],
    "transcript": lambda file: ["log", "transcript", str(file)],
    "page": lambda file: ["log", "page", str(file), *_into(file, "p")],
    "join": lambda file: ["log", "join", str(file), str(file), *_into(file, "j")],
    "clean": lambda file: ["log", "clean", str(file), *_into(file, "c")],
    "cut": lambda file: ["log", "cut", str(file), "--steps", "1", "2", *_into(file, "t")],
    "split": lambda file: ["log", "split", str(file), "--every", "1000", *_into(file, "s")],
    "watch": lambda file: ["watch", str(file.parent), "--once"],
    "archive": lambda file: ["archive", "run", str(file.parent), "--jobs", "1", *_into(file, "a.duckdb")],
}
SMALL = "small.vlog"


@dataclass(frozen=True, slots=True)
class Spent:
    """What a command took: processor seconds, peak megabytes, exit status, last line said."""

    seconds: float
    megabytes: float
    status: int
    said: str


_CHILD = """
import json, resource, sys
from toolkit.cli.main import main
status = main(sys.argv[1:])
used, below = map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
with open("/proc/self/status") as file:
    peak = next(int(line.split()[1]) for line in file if line.startswith("VmHWM"))
seconds = used.ru_utime + used.ru_stime + below.ru_utime + below.ru_stime
print(json.dumps([seconds, max(peak, below.ru_maxrss) / 1024, status]), file=sys.stderr)
"""


def run(arguments: list[str], seconds: float = 60) -> Spent:
    """Run a command in a process of its own."""
    try:
        done = subprocess.run(
            [sys.executable, "-c", _CHILD, *arguments],
            capture_output=True,
            text=True,
            timeout=seconds,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return Spent(seconds, 0, -1, "did not end")
    lines = done.stderr.strip().splitlines()
    try:
        used, memory, status = json.loads(lines[-1])
    except (ValueError, IndexError):
        return Spent(seconds, 0, done.returncode, "died: " + " ".join(lines[-1:])[-80:])
    return Spent(used, memory, status, lines[-2] if len(lines) > 1 else "")


def _cell(arguments: list[str], report: TextIO) -> tuple[str, bool]:
    spent = run(arguments)
    bad = spent.seconds > 10 or spent.megabytes > 512 or spent.status not in (0, 1, 2)
    bad = bad or "fault of the toolkit" in spent.said
    if bad:
        report.write(f"{arguments[0]}: {spent.status} {spent.said[-160:]}\n")
    refused = " refused" if "LIM001" in spent.said or "reading ended" in spent.said else ""
    return f"{spent.seconds:.1f} s, {spent.megabytes:.0f} MB{refused}{' FAULT' if bad else ''}", bad


def main(wanted: list[str], out: TextIO = sys.stdout, report: TextIO = sys.stderr) -> int:
    """Write two tables, of those bombs only that are named; return the number of faults."""
    over = 0
    for kind, commands in (("vmod", _OF_MODULES), ("vlog", _OF_GAMES)):
        out.write("| bomb | bytes | " + " | ".join(commands) + " |\n")
        out.write("| --- | ---: |" + " ---: |" * len(commands) + "\n")
        for name, (ending, make) in BOMBS.items():
            if ending != kind or (wanted and name not in wanted):
                continue
            content = make()
            cells = []
            for arguments in commands.values():
                with tempfile.TemporaryDirectory() as folder:
                    file = Path(folder) / f"{name}.{ending}"
                    file.write_bytes(content)
                    if ending == "vmod":
                        file.with_name(SMALL).write_bytes(log_bytes(*PLAYED))
                    cell, bad = _cell(arguments(file), report)
                over += bad
                cells.append(cell)
            out.write(f"| {name} | {len(content):,} | " + " | ".join(cells) + " |\n")
            out.flush()
        out.write("\n")
    return over


if __name__ == "__main__":
    sys.exit(1 if main(sys.argv[1:]) else 0)
