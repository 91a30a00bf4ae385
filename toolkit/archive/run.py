"""An archive brought up to date: files found, fingerprinted and grouped, games judged, each thing once.

What is known is not done again, so a run that was killed is gone on with by starting it again.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from hashlib import sha256
from multiprocessing import get_context
from pathlib import Path
from typing import TypeVar

from toolkit.archive.files import Candidate, candidates, modules
from toolkit.archive.fingerprint import Fingerprint, fingerprint
from toolkit.archive.grouping import Group, grouped
from toolkit.archive.judging import Judged, Task, failed, judge, judged_by, without_names
from toolkit.archive.store import Store
from toolkit.audit.module_data import GAME, read_module
from toolkit.diagnostics import InputError, ToolkitError
from toolkit.vassal.containers import open_container

T = TypeVar("T")
R = TypeVar("R")

_AHEAD = 4
"""Tasks that are given out for each worker: enough to keep it busy, few enough to lose little."""
_BATCH = 32
"""Games that are put into the archive together."""

Progress = Callable[[str, int, int], None]
"""Told what is done, how much of it, and of how much."""


@dataclass(frozen=True, slots=True)
class Settings:
    """How a run works.

    Attributes
    ----------
    workers : int
        Processes; one a core by default.
    memory_mb : int
        The most that a worker may have.
    seconds : float
        The longest that a game may take.
    present_data : bool
        Judge by the data of the modules at hand also what was played with others.
    anonymous : bool
        Leave out names of players and files.
    pages : Path or None
        Folder of the games' pages.
    scheduler : str
        Address of a Dask cluster that does the work in place of processes here.
    """

    workers: int = field(default_factory=lambda: os.cpu_count() or 1)
    memory_mb: int = 1024
    seconds: float = 120.0
    present_data: bool = False
    anonymous: bool = False
    pages: Path | None = None
    scheduler: str = ""


@dataclass(frozen=True, slots=True)
class Known:
    """A module that may judge: where it lies, what it is called, the digest of its data."""

    path: Path
    name: str
    version: str
    digest: str


@dataclass(frozen=True, slots=True)
class Done:
    """What a run did.

    Attributes
    ----------
    files, logs : int
        Files that were looked at; those among them that are logs, each content once.
    games, judged : int
        Games that the logs make; those that were judged now, the others being known.
    findings : int
        Of all games.
    """

    files: int
    logs: int
    games: int
    judged: int
    findings: int


def update(
    folders: Sequence[Path],
    output: Path,
    known: Iterable[Path] = (),
    settings: Settings | None = None,
    progress: Progress = lambda *_: None,
) -> Done:
    """Bring an archive up to date with what lies in some folders.

    Parameters
    ----------
    folders : sequence of Path
        All that the archive is to hold; what lies there no longer is forgotten.
    output : Path
        The DuckDB file.
    known : iterable of Path
        Modules that may have been played with, besides those in the folders.
    settings : Settings, optional
    progress : callable

    Raises
    ------
    InputError
        For a folder that is not there, and what is no archive.
    """
    settings = settings or Settings()
    files = list(candidates(folders))
    if not files:
        raise InputError.single("ARC004", "no file to look at")
    if settings.pages is not None:
        settings.pages.mkdir(parents=True, exist_ok=True)
    with Store(output) as store, _executor(settings) as executor:
        prints = _fingerprinted(files, store, executor, settings, progress)
        groups = grouped(prints)
        tasks = _tasks(groups, prints, files, _known_modules([*known, *modules(folders)]), settings)
        store.forget_but(task.game for task in tasks)
        before = store.judgements()
        wanted = [task for task in tasks if before.get(task.game) not in (task.judged_by, task.given_up_by)]
        batch: list[Judged] = []
        for number, judged in enumerate(_work(judge, wanted, executor, settings, _given_up), start=1):
            batch.append(judged)
            progress("games", number, len(wanted))
            if len(batch) == _BATCH:
                store.add(batch)
                batch = []
        if batch:
            store.add(batch)
        logs = sum(one.status == "log" for one in prints)
        return Done(len(files), logs, len(tasks), len(wanted), store.findings())


# Logs -----------------------------------------------------------------------------------------------


def _fingerprinted(
    files: Sequence[Candidate], store: Store, pool: Pool, settings: Settings, progress: Progress
) -> list[Fingerprint]:
    """Return the fingerprint of each content, those that are new taken now, and keep them."""
    known = store.fingerprints()
    once = {file.content: file for file in reversed(files)}
    fresh = [file for content, file in once.items() if content not in known]
    print_of = partial(fingerprint, salt=store.salt)
    found = dict(known)
    batch: list[Fingerprint] = []
    for number, one in enumerate(_work(print_of, fresh, pool, settings, _unread), start=1):
        found[one.content] = one
        batch.append(one)
        progress("logs", number, len(fresh))
        if len(batch) == _BATCH:
            store.add_logs(batch)
            batch = []
    store.add_logs(batch)
    copies = Counter(file.content for file in files)
    store.keep_logs(
        ((content, file.name, file.size, copies[content]) for content, file in once.items()),
        anonymous=settings.anonymous,
    )
    return [replace(found[content], name=file.name) for content, file in once.items()]


def _unread(file: Candidate, reason: str) -> Fingerprint:
    return Fingerprint(file.content, file.name, "unreadable", reason)


# Games ----------------------------------------------------------------------------------------------


def _known_modules(paths: Iterable[Path]) -> list[Known]:
    """Return the modules that logs may have been played with; what cannot be read is no module."""
    found = []
    for path in dict.fromkeys(path.resolve() for path in paths):
        try:
            container = open_container(path, name=path.name)
            digest = read_module(path).digest if GAME in container else ""
        except (ToolkitError, OSError):
            continue
        if container.module is not None:
            found.append(Known(path, container.module.name or "", container.module.version, digest))
    return found


def _judge_of(first: Fingerprint, known: Sequence[Known], *, present: bool) -> Known | None:
    """Return the module that judges what a log began.

    It is that with the data that were played with, else that of the log's label, else that of its name; by
    present data the first of its name, whatever was played with.
    """
    named = [module for module in known if first.module and module.name == first.module]
    if present and named:
        return named[0]
    same = [module for module in known if first.digest and module.digest == first.digest]
    labelled = [module for module in named if module.version == first.module_version]
    return next(iter((*same, *labelled, *named)), None)


def _tasks(
    groups: Sequence[Group],
    prints: Sequence[Fingerprint],
    files: Sequence[Candidate],
    known: Sequence[Known],
    settings: Settings,
) -> list[Task]:
    by_content = {one.content: one for one in prints}
    places = {file.content: file for file in reversed(files)}
    tasks = []
    for group in groups:
        logs = [by_content[content] for content in group.contents]
        module = _judge_of(logs[0], known, present=settings.present_data)
        tasks.append(_task(group, logs, places, module, settings))
    return tasks


def _task(
    group: Group,
    logs: Sequence[Fingerprint],
    places: Mapping[str, Candidate],
    module: Known | None,
    settings: Settings,
) -> Task:
    seats = tuple(dict.fromkeys(seat for log in logs for seat in log.seats))
    game = sha256("\n".join((*group.contents, group.branch_of)).encode()).hexdigest()[:16]
    digest = "" if module is None else module.digest
    # By the data it was played with a game is judged alike, whether present data are asked for or not.
    by_other_data = settings.present_data and module is not None and digest != logs[0].digest
    asked = {
        "by other data": by_other_data,
        "anonymous": settings.anonymous,
        "page": settings.pages is not None,
    }
    page = None if settings.pages is None else settings.pages.resolve() / f"{game}.html"
    task = Task(
        game,
        group.members,
        group.branch_of,
        tuple(places[log.content].path.resolve() for log in logs),
        tuple(log.name for log in logs),
        seats,
        logs[0].module,
        None if module is None else module.path,
        judged_by(digest, *(name for name, wanted in asked.items() if wanted)),
        by_other_data,
        page=page,
        seconds=settings.seconds,
        memory_mb=settings.memory_mb,
    )
    return without_names(task) if settings.anonymous else task


def _given_up(task: Task, reason: str) -> Judged:
    cost = {"game": task.game, "seconds": 0.0, "peak_mb": 0.0}
    return Judged(task.game, {**failed(task, reason), "costs": [cost]})


# Work -----------------------------------------------------------------------------------------------

Pool = Callable[[], AbstractContextManager[Executor]]


@contextmanager
def _executor(settings: Settings) -> Iterator[Pool]:
    """Yield what makes workers: a pool of processes, or a cluster's."""
    if not settings.scheduler:
        yield lambda: ProcessPoolExecutor(
            settings.workers,
            mp_context=get_context("spawn"),
            initializer=_bounded,
            initargs=(settings.memory_mb,),
        )
        return
    try:
        from distributed import Client  # noqa: PLC0415  (an extra)
    except ImportError:
        text = "a cluster needs the package distributed: pip install 'wargame-toolkit[cluster]'"
        raise InputError.single("ARC002", text) from None
    with Client(settings.scheduler) as client:
        yield client.get_executor


def _bounded(memory_mb: int) -> None:
    """Bound a worker's memory, where the system can."""
    try:
        import resource  # noqa: PLC0415  (Windows has none)
    except ImportError:
        return
    resource.setrlimit(resource.RLIMIT_DATA, (memory_mb << 20, memory_mb << 20))


def _work(
    function: Callable[[T], R],
    tasks: Sequence[T],
    pool: Pool,
    settings: Settings,
    instead: Callable[[T, str], R],
) -> Iterator[R]:
    """Yield the result of each task as it comes; of a task whose worker died, what stands for it.

    Tasks that were at work when a worker died are done again one at a time: the one that kills its
    worker again is the culprit.
    """
    waiting = list(reversed(tasks))
    while waiting:
        suspects: list[T] = []
        with pool() as executor:
            yield from _stream(function, waiting, executor, settings, suspects)
        for task in suspects:
            with pool() as executor:
                try:
                    yield executor.submit(function, task).result()
                except Exception as error:  # noqa: BLE001  (a worker's death comes in many forms)
                    yield instead(task, _death(error))


def _stream(
    function: Callable[[T], R], waiting: list[T], executor: Executor, settings: Settings, suspects: list[T]
) -> Iterator[R]:
    running: dict[Future[R], T] = {}
    broken = False
    while (waiting and not broken) or running:
        while waiting and not broken and len(running) < _AHEAD * settings.workers:
            task = waiting.pop()
            try:
                running[executor.submit(function, task)] = task
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
