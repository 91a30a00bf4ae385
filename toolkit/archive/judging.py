"""One game judged in a worker: its logs in, rows of the archive's tables out."""

from __future__ import annotations

import contextlib
import json
import re
import signal
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import toolkit
from toolkit.archive.fingerprint import Seat
from toolkit.archive.grouping import Member
from toolkit.audit.audit import audit_read, rules_data
from toolkit.audit.module_data import ModuleData
from toolkit.audit.report import JudgedAction, Report
from toolkit.audit.without_rules.audit import audit_without_rules
from toolkit.diagnostics import ToolkitError
from toolkit.diagnostics.budget import Budget, running
from toolkit.diagnostics.files import shown, write_atomically
from toolkit.report.data import Sources
from toolkit.report.write import write_page
from toolkit.vassal.buildfile import BuildFile
from toolkit.vassal.containers import open_container
from toolkit.vassal.log import Log, read_log
from toolkit.vassal.table import Table

Rows = dict[str, list[dict[str, Any]]]
"""Table → rows, each a mapping of columns to JSON values."""


@dataclass(frozen=True, slots=True)
class Task:
    """A game to be judged.

    Attributes
    ----------
    game : str
        Its id in the archive.
    branch_of : str
        As in `toolkit.archive.grouping.Group`.
    paths, names : tuple of Path, tuple of str
        Of each member: where it lies, and what reports call it.
    seats : tuple of Seat
        Everybody who sat at it.
    title : str
        The module's name, as the logs give it.
    module : Path or None
        Whose data judge it.
    by_other_data : bool
        Whether the module's data, which were not played with, are to judge nevertheless.
    anonymous : bool
        Whether names are left out.
    page : Path or None
        File of its page.
    seconds, memory_mb : float, int
        Time and memory that it may take.
    """

    game: str
    members: tuple[Member, ...]
    branch_of: str
    paths: tuple[Path, ...]
    names: tuple[str, ...]
    seats: tuple[Seat, ...]
    title: str
    module: Path | None
    judged_by: str
    by_other_data: bool = False
    anonymous: bool = False
    page: Path | None = None
    seconds: float = 120.0
    memory_mb: int = 1024

    @property
    def given_up_by(self) -> str:
        """What a judgement that failed rests on: with more time or memory the game is tried again."""
        return f"{self.judged_by} within {self.seconds:g} s and {self.memory_mb} MB"


@dataclass(frozen=True, slots=True)
class Judged:
    """What came of a game: table → its rows as lines of JSON, made where the game was judged."""

    game: str
    lines: Mapping[str, str] = field(repr=False)

    @classmethod
    def of(cls, game: str, rows: Rows, seconds: float, peak_mb: float) -> Judged:
        """Return what came of a game, and what it cost: seconds of a processor, megabytes of its worker."""
        cost = {"game": game, "seconds": seconds, "peak_mb": peak_mb}
        return cls(game, {table: lines_of(found) for table, found in {**rows, "costs": [cost]}.items()})


def lines_of(rows: Iterable[Mapping[str, Any]]) -> str:
    """Return rows as lines of JSON."""
    return "".join(f"{json.dumps(row, ensure_ascii=True)}\n" for row in rows)


class OutOfTimeError(Exception):
    """A game took longer than a game may."""


def judge(task: Task) -> Judged:
    """Return the rows of a game; whatever is wrong with it is a row as well."""
    return _judge(task, ())[0]


def judge_alone(task: Task, log: Log) -> tuple[Judged, Table | None]:
    """Return the rows of a log that is a game of its own, and its last table if it was played to that."""
    judged, tables = _judge(task, [log])
    return judged, next(iter(tables), None)


def _judge(task: Task, logs: Sequence[Log]) -> tuple[Judged, tuple[Table | None, ...]]:
    begun = time.process_time()
    tables: tuple[Table | None, ...] = ()
    try:
        with _alarm(task.seconds), running(Budget()):
            rows, tables = _judged(task, logs or _read(task))
    except ToolkitError as error:
        rows = failed(task, "; ".join(finding.message for finding in error.findings))
    except OutOfTimeError:
        rows = failed(task, f"not done after {task.seconds:.0f} seconds")
    except MemoryError:
        rows = failed(task, "needs more memory than a worker may have")
    except Exception as error:  # noqa: BLE001  (one game must never stop the others)
        rows = failed(task, f"internal error: {type(error).__name__}: {error}")
    return Judged.of(task.game, rows, round(time.process_time() - begun, 3), _peak_mb()), tables


def failed(task: Task, reason: str) -> Rows:
    """Return the rows of a game that could not be judged."""
    game = {**_game(task, "failed", reason=_veil(task)(reason)), "judged_by": task.given_up_by}
    return {"games": [game], "game_logs": list(_game_logs(task))}


@lru_cache(maxsize=1)
def _code() -> str:
    """Return a digest of the code that judges: what it says may change with any line of it."""
    package = Path(toolkit.__file__).parent
    digest = sha256()
    for room in ("audit", "rules", "games", "vassal"):
        for path in sorted((package / room).rglob("*.py")):
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def judged_by(digest: str, *settings: str) -> str:
    """Return what a judgement rests on: the data's digest, the toolkit's code, settings."""
    return " ".join((digest or "no data", toolkit.__version__, _code(), *settings))


# Inside a worker ------------------------------------------------------------------------------------


@lru_cache(maxsize=8)
def _module(module: Path, *stamp: int) -> tuple[ModuleData | None, BuildFile | None]:  # noqa: ARG001
    """Return what a module says, kept for the next game; `stamp` tells it from what stood there before."""
    return rules_data(module)


def _read(task: Task) -> list[Log]:
    return [read_log(path, name=name) for path, name in zip(task.paths, task.names, strict=True)]


def _judged(task: Task, logs: Sequence[Log]) -> tuple[Rows, tuple[Table | None, ...]]:
    data, windows = None, None
    if task.module is not None:
        stat = task.module.stat()
        data, windows = _module(task.module, stat.st_mtime_ns, stat.st_size)
    if data is None:
        report = audit_without_rules(logs, windows)
    else:
        report = audit_read(logs, data, by_other_data=task.by_other_data)
    if task.page is not None:
        container = None if task.module is None else open_container(task.module, name=task.module.name)
        page = write_page(Sources(report, tuple(logs), data, windows, container))
        write_atomically(task.page, page)
    return _rows(task, report, data), report.tables


def _game(task: Task, status: str, *, reason: str = "") -> dict[str, Any]:
    return {
        "game": task.game,
        "rules": "",
        "title": task.title,
        "status": status,
        "reason": reason,
        "branch_of": task.branch_of,
        "logs": len(task.members),
        "steps": 0,
        "module": "" if task.module is None else task.module.name,
        "data_digest": "",
        "judged_by": task.judged_by,
        "turn": 0,
        "winner": "",
        "page": "",
    }


def _game_logs(task: Task) -> Iterator[dict[str, Any]]:
    for position, member in enumerate(task.members):
        yield {
            "game": task.game,
            "position": position,
            "log": member.content,
            "how": member.how.value,
            "differences": member.differences,
        }


def _rows(task: Task, report: Report, data: ModuleData | None) -> Rows:
    veil = _veil(task)
    sides = _sides(data)
    game = {
        **_game(task, "noted" if data is None else "judged"),
        "rules": report.game.id,
        "title": report.game.name,
        "steps": report.steps,
        "data_digest": report.game.digest,
        "turn": max((action.segment.turn for action in report.actions), default=0),
        "winner": report.winner,
        "page": "" if task.page is None else task.page.name,
        **report.counts,
    }
    settled = [(point, value) for point, value in report.game.fixed]
    points = [*settled, *((point, None) for point in report.game.open_points)]
    return {
        "games": [game],
        "game_logs": list(_game_logs(task)),
        "players": list(_players(task, sides)),
        "actions": list(_actions(task, report, veil)),
        "broken_rules": [
            {"game": task.game, "action": number, "position": place, "rule": rule}
            for number, action in enumerate(report.actions)
            for place, rule in enumerate(action.rules)
        ],
        "open_points": [
            {"game": task.game, "action": number, "point": point}
            for number, action in enumerate(report.actions)
            for point in action.unclear
        ],
        "notices": [
            {
                "game": task.game,
                "notice": number,
                "log": task.members[notice.log].content,
                "step": notice.step,
                "code": notice.code,
                "message": veil(notice.message),
            }
            for number, notice in enumerate(report.notices)
        ],
        "faults": [
            {
                "game": task.game,
                "fault": number,
                "code": fault.code,
                "severity": fault.severity.value,
                "message": veil(fault.message),
            }
            for number, fault in enumerate(report.findings)
        ],
        "dice": list(_dice(task, report, sides)),
        "house_rules": [{"game": task.game, "point": point, "value": value} for point, value in points],
    }


def _sides(data: ModuleData | None) -> Mapping[str, str]:
    """Return what modules may call a side, in small letters → its id."""
    labels = {} if data is None else data.game.labels.get("side", {})
    return {
        name.lower(): side
        for side, names in labels.items()
        for name in (side, names.en, names.ja, names.zh)
        if name
    }


def _players(task: Task, sides: Mapping[str, str]) -> Iterator[dict[str, Any]]:
    for seat in task.seats:
        name = "" if task.anonymous else seat.name
        yield {
            "game": task.game,
            "player": seat.player,
            "name": name,
            "side": sides.get(seat.side.lower(), seat.side),
        }


def _actions(task: Task, report: Report, veil: Callable[[str], str]) -> Iterator[dict[str, Any]]:
    first: dict[tuple[int, int], int] = {}
    for number, action in enumerate(report.actions):
        if action.follows is None:
            first.setdefault((action.log, action.step), number)
    for number, action in enumerate(report.actions):
        cause = None if action.follows is None else first.get(action.follows)
        log = task.members[action.log].content
        yield {"game": task.game, "action": number, "log": log, "cause": cause, **_action(action, veil)}


def _dice(task: Task, report: Report, side_ids: Mapping[str, str]) -> Iterator[dict[str, Any]]:
    """Yield the dice of a game: those its actions tell, or, without rules, those its logs show."""
    by_name = {seat.name: seat.player for seat in task.seats}
    counts: Counter[tuple[str | None, str, int | None, int, bool]] = Counter()
    for entry in (report.overview or {}).get("dice", ()):
        who, kind, sides = by_name.get(entry["player"]), entry["die"], entry["sides"] or None
        for undone, faces in ((False, entry["counts"]), (True, entry["undone_counts"])):
            counts.update({(who, kind, sides, int(face), undone): rolls for face, rolls in faces.items()})
    by_side = {side_ids.get(seat.side.lower(), seat.side): seat.player for seat in task.seats}
    for action in report.actions:
        who = by_side.get(action.actor.side or "")
        counts.update((who, action.action, 6, face, False) for face in action.dice)
    names = ("player", "kind", "sides", "value", "undone")
    for key, rolls in sorted(counts.items(), key=repr):
        yield {"game": task.game, **dict(zip(names, key, strict=True)), "rolls": rolls}


def _action(action: JudgedAction, veil: Callable[[str], str]) -> Mapping[str, Any]:
    return {
        "step": action.step,
        "turn": action.segment.turn,
        "part": action.segment.label,
        "side": action.actor.side,
        "known": action.actor.known.value,
        "kind": action.action,
        "unit": action.unit,
        "unit_name": action.name,
        "started": action.start,
        "ended": action.end,
        "detail": veil(action.detail),
        "outcome": action.outcome.value,
        "rule": action.rules[0] if action.rules else None,
        "reason": veil(action.reason),
        "basis": action.basis.value,
    }


def _veil(task: Task) -> Callable[[str], str]:
    """Return what makes a text fit to be kept: one line, in an anonymous archive without names of players."""
    names = {seat.name: seat.player for seat in task.seats if seat.name} if task.anonymous else {}
    if not names:
        return shown
    found = re.compile("|".join(re.escape(name) for name in sorted(names, key=len, reverse=True)))
    return lambda text: shown(found.sub(lambda match: names[match[0]], text))


def _peak_mb() -> float:
    try:
        import resource  # noqa: PLC0415  (Windows has none)
    except ImportError:
        return 0.0
    return round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, 1)


@contextlib.contextmanager
def _alarm(seconds: float) -> Iterator[None]:
    """Stop what takes longer, where the system can: not on Windows, and not beside the main thread."""

    def ring(*_: object) -> None:
        raise OutOfTimeError

    try:
        former = signal.signal(signal.SIGALRM, ring)
    except (AttributeError, ValueError):
        yield
        return
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, former)


def without_names(task: Task) -> Task:
    """Return a task that says nothing of names of players and files."""
    return replace(task, names=tuple(member.content[:12] for member in task.members), anonymous=True)
