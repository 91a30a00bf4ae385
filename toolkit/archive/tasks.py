"""What is to be judged, by whose data, within what: a task for each game."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

from toolkit.archive.files import Candidate
from toolkit.archive.fingerprint import Fingerprint
from toolkit.archive.grouping import Group
from toolkit.archive.judging import Task, judged_by, without_names
from toolkit.audit.module_data import GAME, read_module
from toolkit.diagnostics import ToolkitError
from toolkit.vassal.containers import open_container


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
    """A module that may judge: where it lies, what it is called, the digests of its data."""

    path: Path
    name: str
    version: str
    digest: str
    whole_digest: str

    def is_of(self, digest: str) -> bool:
        """Return whether a log names these data."""
        return bool(digest) and digest in (self.digest, self.whole_digest)


def known_modules(paths: Iterable[Path]) -> list[Known]:
    """Return the modules that logs may have been played with; what cannot be read is no module."""
    found = []
    for path in dict.fromkeys(path.resolve() for path in paths):
        try:
            container = open_container(path, name=path.name)
            game = read_module(path).game if GAME in container else None
        except (ToolkitError, OSError):
            continue
        if container.module is not None:
            digests = ("", "") if game is None else (game.digest, game.whole_digest)
            found.append(Known(path, container.module.name or "", container.module.version, *digests))
    return found


def judge_of(first: Fingerprint, known: Sequence[Known], *, present: bool) -> Known | None:
    """Return the module that judges what a log began.

    It is that with the data that were played with, else that of the log's label, else that of its name; by
    present data the first of its name, whatever was played with.
    """
    named = [module for module in known if first.module and module.name == first.module]
    if present and named:
        return named[0]
    same = [module for module in known if module.is_of(first.digest)]
    labelled = [module for module in named if module.version == first.module_version]
    return next(iter((*same, *labelled, *named)), None)


def task_of(
    group: Group,
    prints: Mapping[str, Fingerprint],
    places: Mapping[str, Candidate],
    known: Sequence[Known],
    settings: Settings,
) -> Task:
    """Return the task of judging a game.

    Parameters
    ----------
    prints, places : mapping
        Fingerprints and files of its logs, by content.
    """
    logs = [prints[content] for content in group.contents]
    module = judge_of(logs[0], known, present=settings.present_data)
    seats = tuple(dict.fromkeys(seat for log in logs for seat in log.seats))
    game = sha256("\n".join((*group.contents, group.branch_of)).encode()).hexdigest()[:16]
    # By the data it was played with a game is judged alike, whether present data are asked for or not.
    by_other_data = settings.present_data and module is not None and not module.is_of(logs[0].digest)
    rests_on = "" if module is None else module.whole_digest
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
        judged_by(rests_on, *(name for name, wanted in asked.items() if wanted)),
        by_other_data,
        page=page,
        seconds=settings.seconds,
        memory_mb=settings.memory_mb,
    )
    return without_names(task) if settings.anonymous else task
