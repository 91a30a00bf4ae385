"""VASSAL files: unwrapping and reading commands."""

from __future__ import annotations

import binascii
import gc
import importlib
import importlib.util
import io
import re
import resource
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Callable
from functools import partial
from pathlib import Path

from tests.bench.report import Limit, Section, Table, best_processor_time, best_time
from tests.vassal.real_files import corpus_games
from toolkit.vassal.codecs import encode_saved_game
from toolkit.vassal.commands import (
    AddPiece,
    BeginSave,
    Chat,
    Command,
    EndSave,
    Group,
    Logged,
    MovePiece,
    decode_commands,
    encode_commands,
)
from toolkit.vassal.containers import open_container
from toolkit.vassal.log import stream_log
from toolkit.vassal.packing import container_bytes, write_container
from toolkit.vassal.sequence import decode
from toolkit.vassal.table import Table as GameTable
from toolkit.vassal.traits import (
    Delete,
    DynamicProperty,
    Layer,
    Moved,
    SendTo,
    Trail,
    change_value,
    ctrl,
    marker,
    piece,
)

_MEGABYTE = 1_000_000
# Old and new, saves and logs, pieces of few and of many traits.
_REAL = frozenset(
    {
        "campaign.sav",
        "0606-1.log",
        "New-180907.vsav",
        "Scenario_Peipus_1242.vsav",
        "Scen4-ArbiaColoratainRosso-Late1260.vsav",
        "Historical10-8.vsav",
    }
)


def save_text(size: int) -> str:
    """Return a made-up save of about `size` bytes: counters of ten traits in stacks of three, like real
    ones.
    """
    commands: list[Command] = [BeginSave()]
    ids: list[str] = []
    length = 0
    while length < size:
        number = len(ids)
        traits = (
            Delete(menu="Delete"),
            Trail(),
            Moved(image="moved.png"),
            SendTo(
                menu="Eliminate", send_key=ctrl("E"), map="Main Map", region="Eliminated", destination="R"
            ),
            DynamicProperty(name="ActIn", commands=(change_value(ctrl("A"), "{ChitSeq}"),)),
            Layer(images=(f"u{number}.png", f"u{number}r.png"), names=("", "+ reduced"), name="Step"),
            marker({"CounterId": f"unit-{number}", "Side": "Axis", "Nationality": "German"}),
        )
        added = piece(traits, name=f"{number}. Pz/Div", image=f"u{number}.png", gpid=str(number))
        command = added.add_command(str(1_600_000_000_000 + number))
        ids.append(command.id or "")
        commands.append(command)
        length += len(command.encode())
        if number % 3 == 2:
            state = f"Main Map;{number % 40 * 50};{number % 60 * 50};{';'.join(ids[-3:])};@@0"
            commands.append(AddPiece(f"s{number}", "stack", state))
    commands.append(EndSave())
    return encode_commands(commands)


def log_text(size: int) -> str:
    """Return a made-up log: a small save, then steps of a move and its report."""
    start = save_text(50_000)
    count = sum(isinstance(command, AddPiece) for command in decode_commands(start)) // 2
    steps: list[Command] = []
    length = len(start)
    while length < size:
        number = len(steps)
        id_ = str(1_600_000_000_000 + number % count)
        x, y = number % 40 * 50, number % 60 * 50
        moved = MovePiece(id_, "Main Map", x, y, None, "Main Map", x - 50, y, None, "somebody")
        steps.append(Group((Logged(moved), Logged(Chat(f"* {number}. Pz/Div moves {x:04} -> {y:04}")))))
        length += 130
    return start + "\x1b" + encode_commands(steps)


def practical_limit(data: bytes) -> str:
    """Unpack with nothing but the standard library's fastest calls, nothing checked."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        raw = archive.read("savedGame")
    key = int(raw[5:7], 16)
    table = bytes(value ^ key for value in range(256))
    return binascii.unhexlify(raw[7:]).translate(table).decode("utf-8")


def unwrap(data: bytes) -> str:
    """Unpack with this package."""
    return open_container(data).saved_game().text


def naive(data: bytes) -> str:
    """Unpack one character after the other, as most scripts do."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        raw = archive.read("savedGame").decode("ascii")
    key = int(raw[5:7], 16)
    found = bytearray()
    for at in range(7, len(raw), 2):
        found.append(int(raw[at : at + 2], 16) ^ key)
    return found.decode("utf-8")


def without_collector(work: Callable[[], object], repeats: int) -> float:
    """Return the processor time of `work` between collections, as one read of a file is."""
    gc.collect()
    gc.disable()
    try:
        return best_processor_time(work, repeats)
    finally:
        gc.enable()


def peers(data: bytes, text: str) -> list[list[str]]:
    """Time the other ways of unwrapping the same file."""
    if naive(data) != text:
        return [["naive loop", "wrong result"]]
    loop = best_processor_time(lambda: naive(data), 1)
    return [["naive loop", f"{loop * 1000:.0f} ms"], ["pywargame 0.8.0", pywargame(data)]]


def pywargame(data: bytes) -> str:
    """Time pywargame's reader, or say why it was not run."""
    if sys.version_info < (3, 12):
        here = f"{sys.version_info.major}.{sys.version_info.minor}"
        return f"not run: three of its files are no Python before 3.12, this is {here}"
    if importlib.util.find_spec("pywargame") is None:
        return "not run: not installed"
    reader = importlib.import_module("pywargame.vassal.save").SaveIO
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game.vsav"
        path.write_bytes(data)
        return f"{best_processor_time(lambda: reader.readSave(str(path)), 1) * 1000:.0f} ms"


def real_files() -> list[list[str]]:
    """Measure files written by others, where they are at hand: size, unwrapping, parsing."""
    rows: list[list[str]] = []
    for path in corpus_games():
        if path.name not in _REAL:
            continue
        data = path.read_bytes()
        text = open_container(data).saved_game().text
        limit = without_collector(partial(practical_limit, data), 10)
        ours = without_collector(partial(unwrap, data), 10)
        parsed = without_collector(partial(decode_commands, text), 7)
        count = len(decode_commands(text))
        per_megabyte = f"{parsed / len(text) * 1e9:.1f} ms"
        rows.append(
            [path.name, f"{len(text) / 1e6:.2f} MB", f"{count:,}", f"{ours / limit:.2f}", per_megabyte]
        )
    return rows


def streaming() -> tuple[str, float, float]:
    """Read a log of 100 MB in a process of its own; return steps, seconds and megabytes of memory."""
    head, _, tail = log_text(2 * _MEGABYTE).partition("\x1bend_save\x1b")
    text = head + "\x1bend_save" + ("\x1b" + tail) * (100 * _MEGABYTE // len(tail))
    with tempfile.TemporaryDirectory() as folder:
        path = write_container(Path(folder) / "long.vlog", {"savedGame": encode_saved_game(text, key=0x5A)})
        code = f"from tests.bench.bench_vassal import stream_child; stream_child({str(path)!r})"
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    steps, seconds, memory = done.stdout.split()
    return steps, float(seconds), float(memory)


def stream_child(path: str) -> None:
    """Read a log step by step; print steps, seconds and peak memory in MB."""
    counted = 0

    def read() -> None:
        nonlocal counted
        counted = sum(1 for _ in stream_log(path).steps)

    seconds = best_time(read, 1)
    print(counted, f"{seconds:.2f}", f"{peak_memory():.0f}")


def peak_memory() -> float:
    """Return this process's greatest memory in MB.

    Linux hands ``ru_maxrss`` down from the process that started this one, so its own account is asked first.
    """
    status = Path("/proc/self/status")
    if status.exists():
        found = re.search(r"VmHWM:\s+(\d+) kB", status.read_text())
        if found is not None:
            return int(found[1]) / 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def run() -> Section:
    """Measure unwrapping against the practical limit, then reading of commands and a whole table."""
    text = save_text(_MEGABYTE)
    data = container_bytes({"savedGame": encode_saved_game(text, key=0x5A)})
    assert open_container(data).saved_game().text == practical_limit(data) == text
    ours = without_collector(lambda: open_container(data).saved_game(), 30)
    limit = without_collector(lambda: practical_limit(data), 30)
    parsed = without_collector(lambda: decode_commands(text), 15)
    split = without_collector(lambda: decode(text, "\x1b"), 15)
    script = decode_commands(text)
    built = without_collector(lambda: GameTable().apply(script), 5)
    written = without_collector(script.encode, 5)
    size = f"{len(text) / 1e6:.2f} MB, {len(script)} commands"
    rows = [
        ["unzip + unhexlify + translate + UTF-8", f"{limit * 1000:.2f} ms", "1.0"],
        ["open_container().saved_game()", f"{ours * 1000:.2f} ms", f"{ours / limit:.2f}"],
        ["first level of sequences", f"{split * 1000:.1f} ms", f"{split / limit:.1f}"],
        ["decode_commands", f"{parsed * 1000:.1f} ms", f"{parsed / limit:.1f}"],
        ["Table.apply of the save", f"{built * 1000:.1f} ms", f"{built / limit:.1f}"],
        ["Script.encode", f"{written * 1000:.1f} ms", f"{written / limit:.1f}"],
    ]
    limits = [
        Limit("unwrapping against the practical limit", f"{ours / limit:.2f}", "1.5", ours / limit <= 1.5),
        Limit(
            "typed parsing of 1 MB",
            f"{parsed / len(text) * 1e9:.1f} ms",
            "60 ms",
            parsed / len(text) <= 60e-9,
        ),
    ]
    steps, seconds, memory = streaming()
    limits.append(Limit("memory to stream a log of 100 MB", f"{memory:.0f} MB", "400 MB", memory <= 400))
    rows.append([f"stream_log, 100 MB, {steps} steps", f"{seconds:.1f} s", ""])
    return Section(
        [
            Table(f"A made-up save: {size}", ["step", "best", "ratio"], rows),
            Table("Beside others, the same file", ["reader", "time"], peers(data, text)),
            Table(
                "Real files: unwrapping against the practical limit, parsing by size",
                ["file", "text", "commands", "unwrapping", "parsing of 1 MB"],
                real_files() or [["no corpus beside the checkout (../shared/corpus)", "", "", "", ""]],
            ),
        ],
        limits,
        [
            "Unwrapping: from the bytes of the zip file to its text. Parsing: from that text to typed "
            "commands. Processor times, but for the 100 MB."
        ],
    )
