"""Whose verdict changes when the data do: two audits of the same logs, held against each other."""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from toolkit.audit.audit import audit_logs
from toolkit.audit.module_data import GAME, read_module
from toolkit.audit.report import Report
from toolkit.audit.view import REFEREE, seen_by
from toolkit.compile.compiled import CompiledGame
from toolkit.compile.game import compile_game
from toolkit.diagnostics import InputError, Place
from toolkit.source.errata import load_errata
from toolkit.source.game import load_game
from toolkit.vassal.containers import open_container
from toolkit.vassal.packing import write_container

Judge = Callable[[Path], Report]
"""Audits logs by the data of a module."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What an audit says of one action, without its reasons.

    Attributes
    ----------
    rules : tuple of str
        Every rule broken, the decisive one first.
    reason : str
        Words for people; not compared.
    """

    outcome: str
    rules: tuple[str, ...]
    unclear: tuple[str, ...]
    reason: str

    def says_the_same(self, other: Verdict) -> bool:
        """Return whether only the words differ."""
        return replace(self, reason="") == replace(other, reason="")

    def __str__(self) -> str:
        """Return the outcome with its rules."""
        return " ".join((self.outcome, *self.rules, *self.unclear))


@dataclass(frozen=True, slots=True)
class ChangedVerdict:
    """One action that is judged otherwise.

    Attributes
    ----------
    log : str
        Name of its file.
    action : str
        Who did what, in a few words.
    before, after : Verdict or None
        None where one of the audits sees no such action.
    erratum : str
        The first erratum by which it changes; empty when two modules are compared.
    """

    log: str
    step: int
    action: str
    before: Verdict | None
    after: Verdict | None
    erratum: str = ""

    @property
    def place(self) -> tuple[str, int, str]:
        """What was done, and where."""
        return (self.log, self.step, self.action)

    def key(self) -> tuple[str, int, str, str, str]:
        """Return ``(log, step, outcome before, outcome after, erratum)``, what a test compares."""
        before, after = (verdict.outcome if verdict else "none" for verdict in (self.before, self.after))
        return (self.log, self.step, before, after, self.erratum)

    def to_json(self) -> dict[str, Any]:
        """Return JSON values."""
        result: dict[str, Any] = {"log": self.log, "step": self.step, "action": self.action}
        for name, verdict in (("before", self.before), ("after", self.after)):
            result[name] = (
                None
                if verdict is None
                else {
                    "outcome": verdict.outcome,
                    "rules": list(verdict.rules),
                    "unclear": list(verdict.unclear),
                    "reason": verdict.reason,
                }
            )
        return result | ({"erratum": self.erratum} if self.erratum else {})


def compare_reports(before: Report, after: Report) -> list[ChangedVerdict]:
    """Return the actions that two audits of the same logs judge otherwise, in the order of the logs."""
    old, new = _verdicts(before), _verdicts(after)
    changed = []
    for key in dict.fromkeys((*old, *new)):
        one, other = old.get(key), new.get(key)
        if one is not None and other is not None and one.says_the_same(other):
            continue
        log, step, action, _ = key
        changed.append(ChangedVerdict(log, step, action, one, other))
    return sorted(changed, key=lambda change: (change.log, change.step))


def _verdicts(report: Report) -> dict[tuple[str, int, str, int], Verdict]:
    """Return verdicts by log, step and action; a second action of the same words has another number."""
    found: dict[tuple[str, int, str, int], Verdict] = {}
    alike: Counter[tuple[str, int, str]] = Counter()
    for action in report.to_json()["actions"]:
        same = (report.logs[action["log"]].name, action["step"], _words(action))
        found[*same, alike[same]] = Verdict(
            action["outcome"],
            tuple(action.get("rules", ())),
            tuple(action.get("unclear", ())),
            action.get("reason", ""),
        )
        alike[same] += 1
    return found


def _words(action: dict[str, Any]) -> str:
    unit = action.get("unit") or {}
    ways = [action.get("from"), *action.get("via", ()), action.get("to")]
    parts = [action.get("action", "move"), unit.get("name", ""), " → ".join(str(hex) for hex in ways if hex)]
    return " ".join(part for part in parts if part)


# The same module with other data ------------------------------------------------------------------


def with_data(module: Path, game: CompiledGame, target: Path) -> Path:
    """Write a copy of a module that carries another game's data, and return its path.

    Name, version and board stay those of the module, so that a log played with it is judged as its own.
    """
    container = open_container(module, name=str(module))
    entries = dict(container.contents(name for name in container.names if not name.startswith("images/")))
    write_container(target, {**entries, GAME: game.to_bytes()})
    return target


def verdicts_by_data(
    judge: Judge, module: Path, games: Sequence[tuple[str, CompiledGame]]
) -> list[ChangedVerdict]:
    """Return what changes from the first of several data to the last, and at which of them.

    Parameters
    ----------
    judge : callable
        `audit_logs` with its logs filled in.
    module : Path
        The module that the logs were played with.
    games : sequence of (erratum, CompiledGame)
        The data before, and after each erratum.
    """
    with tempfile.TemporaryDirectory(prefix="toolkit-since-") as scratch:
        reports = [
            judge(with_data(module, game, Path(scratch) / f"{number}.vmod"))
            for number, (_, game) in enumerate(games)
        ]
    first: dict[tuple[str, int, str], str] = {}
    changes: list[ChangedVerdict] = []
    for report, (erratum, _) in zip(reports[1:], games[1:], strict=True):
        changes = compare_reports(reports[0], report)
        for change in changes:
            first.setdefault(change.place, erratum)
    return [replace(change, erratum=first[change.place]) for change in changes]


def verdicts_since(
    logs: Sequence[Path], module: Path, folder: Path, since: str, view: str = REFEREE
) -> list[ChangedVerdict]:
    """Return which verdicts an erratum and those after it change.

    Parameters
    ----------
    module : Path
        The module that they were played with.
    folder : Path
        Sources with the errata.
    since : str
        Number of the first erratum that was not known then.
    view : str
        Whose eyes: ``"referee"``, or a side of the game.

    Raises
    ------
    InputError
        DIF003 when the folder has no such erratum; AUD008 when the game has no such side.
    """
    known = [erratum.id for erratum in load_errata(folder)]
    if since not in known:
        text = f"no erratum has the number '{since}'; there are {', '.join(known) or 'none'}"
        raise InputError.single("DIF003", text, Place(file=folder.as_posix()))
    start = known.index(since)
    games = [(known[n - 1] if n else "", _game(folder, known[:n])) for n in range(start, len(known) + 1)]
    return _each_log(logs, module, games, view)


def verdicts_between(logs: Sequence[Path], old: Path, new: Path, view: str = REFEREE) -> list[ChangedVerdict]:
    """Return which verdicts of logs played with the module `old` change by the data of the module `new`."""
    return _each_log(logs, old, [("", read_module(path).game) for path in (old, new)], view)


def _each_log(
    logs: Iterable[Path], module: Path, games: Sequence[tuple[str, CompiledGame]], view: str
) -> list[ChangedVerdict]:
    """Judge logs one by one: each is a game of its own, and one that cannot be read stops no other."""
    found: list[ChangedVerdict] = []
    for log in logs:
        found += verdicts_by_data(_judge_of(log, view), module, games)
    return found


def _judge_of(log: Path, view: str) -> Judge:
    return lambda module: seen_by(audit_logs([log], module, by_other_data=True), view)


def _game(folder: Path, errata: Sequence[str]) -> CompiledGame:
    source, _ = load_game(folder, errata=errata)
    return compile_game(source, strict=False)[0]
