"""Tasks handed out to workers: processes here, or those of a cluster."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from typing import TypeVar

from toolkit.archive.tasks import Settings
from toolkit.diagnostics import InputError

T = TypeVar("T")
R = TypeVar("R")

_AHEAD = 4
"""Tasks that are given out for each worker: enough to keep it busy, few enough to lose little."""


@dataclass(frozen=True, slots=True)
class Workers:
    """What does the work: `pool` makes workers, `at_once` is how many tasks they are given at a time."""

    pool: Callable[[], AbstractContextManager[Executor]]
    at_once: int


@contextmanager
def workers(settings: Settings) -> Iterator[Workers]:
    """Yield processes of this machine, or the workers of a cluster."""
    at_once = _AHEAD * settings.workers
    if not settings.scheduler:
        local = partial(
            ProcessPoolExecutor,
            settings.workers,
            mp_context=get_context("spawn"),
            initializer=_bounded,
            initargs=(settings.memory_mb,),
        )
        yield Workers(local, at_once)
        return
    try:
        from distributed import Client  # noqa: PLC0415  (an extra)
    except ImportError:
        text = "a cluster needs the package distributed: pip install 'wargame-toolkit[cluster]'"
        raise InputError.single("ARC002", text) from None
    with Client(settings.scheduler) as client:
        yield Workers(client.get_executor, at_once)


def _bounded(memory_mb: int) -> None:
    """Bound a worker's memory, where the system can."""
    try:
        import resource  # noqa: PLC0415  (Windows has none)
    except ImportError:
        return
    resource.setrlimit(resource.RLIMIT_DATA, (memory_mb << 20, memory_mb << 20))


def work(
    function: Callable[[T], R],
    tasks: Sequence[T],
    by: Workers,
    instead: Callable[[T, str], R],
    first: Callable[[], Callable[[T], R]] | None = None,
) -> Iterator[R]:
    """Yield the result of each task as it comes; of a task whose worker died, what stands for it.

    Tasks that were at work when a worker died are done again one at a time: the one that kills its
    worker again is the culprit.

    Parameters
    ----------
    function : callable
        What is done with a task.
    instead : callable
        Of a task that killed its worker and the reason: what stands for its result.
    first : callable, optional
        Returns what is done with the next task in place of `function`, which then does again what failed.
    """
    waiting = list(reversed(tasks))
    while waiting:
        suspects: list[T] = []
        with by.pool() as executor:
            yield from _stream(first or (lambda: function), waiting, executor, by.at_once, suspects)
        for task in suspects:
            with by.pool() as executor:
                try:
                    yield executor.submit(function, task).result()
                except Exception as error:  # noqa: BLE001  (a worker's death comes in many forms)
                    yield instead(task, _death(error))


def _stream(
    function: Callable[[], Callable[[T], R]],
    waiting: list[T],
    executor: Executor,
    at_once: int,
    suspects: list[T],
) -> Iterator[R]:
    running: dict[Future[R], T] = {}
    broken = False
    while (waiting and not broken) or running:
        while waiting and not broken and len(running) < at_once:
            task = waiting.pop()
            try:
                running[executor.submit(function(), task)] = task
            except BrokenProcessPool:
                waiting.append(task)
                broken = True
        done, _ = wait(running, return_when=FIRST_COMPLETED) if running else (set(), set())
        for future in done:
            task = running.pop(future)
            error = future.exception()
            if error is None:
                yield future.result()
            else:
                suspects.append(task)
                broken = broken or isinstance(error, BrokenProcessPool)


def _death(error: Exception) -> str:
    if isinstance(error, MemoryError):
        return "needs more memory than a worker may have"
    if isinstance(error, BrokenProcessPool) or type(error).__name__ == "KilledWorker":
        return "ended its worker: it needs more memory than there is, or broke it"
    return f"internal error: {type(error).__name__}: {error}"
