"""An archive brought up to date: files found, fingerprinted and grouped, games judged, each thing once.

What is known is not done again, so a run that was killed is gone on with by starting it again.  A log that is
read for its fingerprint is judged at once, as a game of its own, for most games of most archives are one log;
where logs turn out to be parts of games they are read only.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from toolkit.archive.files import Candidate, candidates, modules
from toolkit.archive.fingerprint import Fingerprint, closed, opening, read
from toolkit.archive.grouping import alone, grouped
from toolkit.archive.judging import Judged, Task, failed, judge, judge_alone
from toolkit.archive.store import Store
from toolkit.archive.tasks import Known, Settings, known_modules, task_of
from toolkit.archive.work import Workers, work, workers
from toolkit.diagnostics import InputError
from toolkit.vassal.memory import without_collector

_BATCH = 128
"""Games that are put into the archive together."""
_PARTS = 0.25
"""The share of logs that go on from others from which on logs are no longer taken for games of their own."""

Progress = Callable[[str, int, int], None]
"""Told what is done, how much of it, and of how much."""


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
    places = {file.content: file for file in reversed(files)}
    judges = tuple(known_modules([*known, *modules(folders)]))
    with Store(output) as store, workers(settings) as by:
        look = Look(store.salt, judges, settings)
        prints, early = _looked_at(places, store, by, look, progress)
        copies = Counter(file.content for file in files)
        store.keep_logs(
            ((content, file.name, file.size, copies[content]) for content, file in places.items()),
            anonymous=settings.anonymous,
        )
        tasks = [task_of(group, prints, places, judges, settings) for group in grouped(prints.values())]
        store.forget_but(task.game for task in tasks)
        before = store.judgements()
        wanted = [task for task in tasks if before.get(task.game) not in (task.judged_by, task.given_up_by)]
        batch: list[Judged] = []
        found = work(judge, wanted, by, _given_up)
        for number, judged in enumerate(found, start=1):
            batch.append(judged)
            progress("games", number, len(wanted))
            if len(batch) == _BATCH:
                store.add(batch)
                batch = []
        store.add(batch)
        logs = sum(one.status == "log" for one in prints.values())
        judged_now = len(wanted) + sum(task.game in early for task in tasks)
        return Done(len(files), logs, len(tasks), judged_now, store.findings())


def _given_up(task: Task, reason: str) -> Judged:
    return Judged.of(task.game, failed(task, reason), 0.0, 0.0)


# Logs -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Seen:
    """What was found in a file: its fingerprint, and the game that it is, if it was judged at once."""

    print: Fingerprint
    game: Judged | None = None


@dataclass(frozen=True, slots=True)
class Look:
    """What is done with a file in a worker: its fingerprint, and a game of its own is `judging` judged.

    Parameters
    ----------
    salt : bytes
        The archive's, for the hashes of player ids.
    """

    salt: bytes
    known: tuple[Known, ...]
    settings: Settings
    judging: bool = False

    @without_collector()
    def __call__(self, file: Candidate) -> Seen:
        """Return what a file holds; what cannot be read says why."""
        log = read(file)
        if isinstance(log, Fingerprint):
            return Seen(log)
        opened = opening(log, file.content, self.salt)
        if not log.steps or not self.judging:
            return Seen(closed(opened, log))
        group = alone(file.content)
        task = task_of(group, {file.content: opened}, {file.content: file}, self.known, self.settings)
        game, end = judge_alone(task, replace(log, name=task.names[0]))
        return Seen(closed(opened, log, end), game)


@dataclass(slots=True)
class _Tables:
    """With which tables logs begin and end: whether they are parts of games, as far as is seen."""

    begins: set[bytes] = field(default_factory=set)
    ends: set[bytes] = field(default_factory=set)
    logs: int = 0
    parts: int = 0

    def see(self, one: Fingerprint) -> None:
        """Note a log."""
        begin, end = one.begin.tobytes(), one.end.tobytes()
        self.logs += 1
        self.parts += begin in self.ends or end in self.begins
        self.begins.add(begin)
        self.ends.add(end)

    def alone(self) -> bool:
        """Return whether most logs seen so far are games of their own."""
        return self.parts <= _PARTS * self.logs


def _looked_at(
    places: Mapping[str, Candidate], store: Store, by: Workers, look: Look, progress: Progress
) -> tuple[dict[str, Fingerprint], set[str]]:
    """Return the fingerprints by content, and the games that were judged on the way.

    Those of new files are taken now, and kept.
    """
    known = store.fingerprints()
    fresh = [file for content, file in places.items() if content not in known]
    found, early = dict(known), set()
    tables = _Tables()
    # A page is written for a game only, never for what may turn out to be a part of one.
    at_once = replace(look, judging=look.settings.pages is None)

    def next_look() -> Look:
        return at_once if tables.alone() else look

    batch: list[Seen] = []
    for number, seen in enumerate(work(look, fresh, by, _unread, next_look), start=1):
        found[seen.print.content] = seen.print
        tables.see(seen.print)
        batch.append(seen)
        progress("logs", number, len(fresh))
        if len(batch) == _BATCH or number == len(fresh):
            early |= _keep(batch, store)
            batch = []
    return {content: replace(found[content], name=file.name) for content, file in places.items()}, early


def _keep(batch: Sequence[Seen], store: Store) -> set[str]:
    """Put files and games into the archive; return the games."""
    store.add_logs([seen.print for seen in batch])
    games = [seen.game for seen in batch if seen.game is not None]
    store.add(games)
    return {judged.game for judged in games}


def _unread(file: Candidate, reason: str) -> Seen:
    return Seen(Fingerprint(file.content, file.name, "unreadable", reason))
