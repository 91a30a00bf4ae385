"""The loop: mutate, run, keep what reached something new, note what failed.

Every fortieth execution is watched line by line; an input that goes from one line to another as none before
joins the inputs that others are made from.
"""

from __future__ import annotations

import hashlib
import random
import resource
import signal
import sys
import traceback
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter
from types import FrameType
from typing import Any

import toolkit.vassal
from tests.fuzz.mutate import mutate
from tests.fuzz.readers import Reader, readers

_PACKAGE = str(Path(str(toolkit.vassal.__file__)).parents[1])
_WATCH = 40
_SLOWER = 20
SECONDS = 5.0
MEGABYTES = 512


class HangError(Exception):
    """An execution took longer than `SECONDS` of processor time, or more than `MEGABYTES` of memory."""


@dataclass(slots=True)
class Result:
    """What a run found.

    Attributes
    ----------
    executions, slowest : dict
        By reader: how many, and the longest one in seconds.
    faults : list of (reader, input, what was raised)
    pool : dict
        By reader: the inputs that reached something new.
    memory : list of float
        Megabytes of resident memory at each twentieth of the run.
    """

    executions: dict[str, int] = field(default_factory=dict)
    slowest: dict[str, float] = field(default_factory=dict)
    faults: list[tuple[str, bytes, str]] = field(default_factory=list)
    pool: dict[str, list[bytes]] = field(default_factory=dict)
    memory: list[float] = field(default_factory=list)
    seconds: float = 0.0


class _Lines:
    """Which line follows which in one call; it does not know its frame, which would keep both alive."""

    __slots__ = ("before", "code", "seen")

    def __init__(self, seen: set[tuple[object, int, int]], code: object) -> None:
        self.seen, self.code, self.before = seen, code, 0

    def __call__(self, frame: FrameType, event: str, _: object) -> Any:
        if event == "line":
            now = frame.f_lineno
            self.seen.add((self.code, self.before, now))
            self.before = now
        return self


class _Watch:
    """Which line follows which inside the package."""

    def __init__(self) -> None:
        self.seen: set[tuple[object, int, int]] = set()

    def __call__(self, frame: FrameType, event: str, _: object) -> Any:
        code = frame.f_code
        if event != "call" or not code.co_filename.startswith(_PACKAGE):
            return None
        return _Lines(self.seen, code)


def _raise(signum: int, frame: FrameType | None) -> None:
    raise HangError(f"longer than {SECONDS:g} s")


@contextmanager
def _alarm() -> Iterator[None]:
    old = signal.signal(signal.SIGPROF, _raise)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, old)


def memory() -> float:
    """Return this process's resident memory in megabytes; 0 where the system does not tell."""
    path = Path("/proc/self/statm")
    return int(path.read_text().split()[1]) * 4096 / 1e6 if path.exists() else 0.0


def peak() -> float:
    """Return the most memory that this process has had, in megabytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000


def _try(reader: Reader, data: bytes, watch: _Watch | None) -> str | None:
    # What is watched takes many times as long.
    signal.setitimer(signal.ITIMER_PROF, SECONDS if watch is None else _SLOWER * SECONDS)
    before = peak()
    try:
        if watch is not None:
            sys.settrace(watch)
        reader.run(data)
        if MEGABYTES < peak() != before:
            raise HangError(f"more than {MEGABYTES} MB")
    except Exception:  # noqa: BLE001  (whatever it is: that is what is looked for)
        return traceback.format_exc(limit=-4)
    finally:
        sys.settrace(None)
        signal.setitimer(signal.ITIMER_PROF, 0)
    return None


def fuzz(
    executions: int, seed: int = 0, *, most_faults: int = 20, chosen: Mapping[str, Reader] | None = None
) -> Result:
    """Run all readers in turn.

    Parameters
    ----------
    executions : int
        All readers together.
    seed : int
        Equal seeds make equal inputs.
    most_faults : int
        The run ends after so many.
    chosen : mapping of str to Reader, optional
        Those of the file formats by default.
    """
    source = random.Random(seed)
    known = readers() if chosen is None else chosen
    result = Result(pool={name: list(reader.seeds) for name, reader in known.items()})
    watches = {name: _Watch() for name in known}
    turns = _turns(known)
    for reader in known.values():
        if reader.prepare is not None:
            reader.prepare()
    start = perf_counter()
    with _alarm():
        for index in range(executions):
            name = turns[index % len(turns)]
            pool, turn = result.pool[name], result.executions.get(name, 0)
            if turn < len(known[name].seeds):
                data = known[name].seeds[turn]
            else:
                data = mutate(source, source.choice(pool), source.choice(pool))
            watch = watches[name] if turn % _WATCH == 0 or turn < len(known[name].seeds) else None
            before = len(watch.seen) if watch is not None else 0
            begun = perf_counter()
            fault = _try(known[name], data, watch)
            taken = perf_counter() - begun
            result.executions[name] = result.executions.get(name, 0) + 1
            if watch is None:
                result.slowest[name] = max(result.slowest.get(name, 0.0), taken)
            elif len(watch.seen) > before and turn >= len(known[name].seeds):
                pool.append(data)
            if fault is not None:
                result.faults.append((name, data, fault))
                if len(result.faults) >= most_faults:
                    break
            if executions >= 20 and index % (executions // 20) == 0:
                result.memory.append(memory())
    result.seconds = perf_counter() - start
    return result


def _turns(known: Mapping[str, Reader]) -> list[str]:
    """Return names in the order of their turns: the slow ones come seldom."""
    rounds = max(reader.every for reader in known.values())
    return [name for turn in range(rounds) for name, reader in known.items() if turn % reader.every == 0]


def digest(data: bytes) -> str:
    """Return a short name for an input."""
    return hashlib.sha256(data).hexdigest()[:12]
