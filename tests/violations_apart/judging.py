"""Auditing what was planted, and what the audit's answer is worth."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.violations_apart.kinds import Expected, Kind
from tests.violations_apart.planted import Planted
from tests.violations_apart.played import Game, write
from tests.violations_apart.saves import begin_of
from toolkit.audit.audit import audit_logs
from toolkit.audit.report import JudgedAction, Notice, Report


@dataclass(frozen=True, slots=True)
class Case:
    """One planted thing and what the audit made of it.

    Attributes
    ----------
    said : str
        ``found``, ``other clause``, ``other culprit`` (illegal at the step), ``unsure``, ``notice`` (said in
        some form), ``later``, ``missed``; for harmless ones ``quiet``, ``accused``, ``unsure``.
    illegal, unsure : int
        Findings that the untouched game does not have: those called illegal, and the others.
    """

    kind: str
    seed: int
    expected: str
    what: str
    at: tuple[int, ...]
    culprit: str | None
    said: str
    illegal: int
    unsure: int
    findings: tuple[str, ...]
    notices: tuple[str, ...]

    def to_json(self) -> dict[str, Any]:
        """Return JSON values."""
        return {name: getattr(self, name) for name in self.__slots__}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Case:
        """Return what `to_json` wrote."""
        values: dict[str, Any] = {k: tuple(v) if isinstance(v, list) else v for k, v in data.items()}
        return cls(**values)


def logs_of(game: Game, planted: Planted, folder: Path) -> list[Path]:
    """Write the log, or the two logs of a chain."""
    folder.mkdir(parents=True, exist_ok=True)
    if planted.cut is None:
        return [write(game, planted.steps, folder / "planted.vlog", planted.begin)]
    first = write(game, planted.steps[: planted.cut], folder / "planted-1.vlog")
    begin = planted.begin or begin_of(game, game.table(planted.cut + 1))
    return [first, write(game, planted.steps[planted.cut :], folder / "planted-2.vlog", begin)]


def covers(clause: str, rule: str) -> bool:
    """Return whether a rule's number is a clause or one of its parts.

    A heading's numbers follow it at once; after a number another digit makes another number.
    """
    if not rule.startswith(clause):
        return False
    rest = rule[len(clause) :]
    return not (rest[:1].isdigit() and clause[-1:].isdigit())


def _steps(action: JudgedAction, planted: Planted) -> set[int]:
    offset = planted.cut if planted.cut is not None and action.log else 0
    return {offset + step for step in (*action.steps, action.step)}


def shown(report: Report, planted: Planted, clean: Report | None = None) -> list[JudgedAction]:
    """Return the findings that the untouched game does not have."""
    before = Counter() if clean is None else Counter((a.outcome, a.rules, a.reason) for a in clean.shown)
    found = []
    for action in report.shown:
        key = (action.outcome, action.rules, action.reason)
        if before[key]:
            before[key] -= 1
        else:
            found.append(action)
    return found


def news(report: Report, clean: Report) -> list[Notice]:
    """Return the notices that the untouched game does not have."""
    before = Counter((n.code, n.message) for n in clean.notices)
    found = []
    for notice in report.notices:
        key = (notice.code, notice.message)
        if before[key]:
            before[key] -= 1
        else:
            found.append(notice)
    return found


def judge(kind: Kind, game: Game, planted: Planted, clean: Report, folder: Path) -> Case:
    """Audit a planted game and say what came of it."""
    try:
        report = audit_logs(logs_of(game, planted, folder), game.module.path)
    except Exception as error:  # noqa: BLE001 - whatever the audit dies of is what this measures
        told = f"{type(error).__name__}: {error}"
        at, what, culprit = planted.at, planted.what, planted.culprit
        expected = kind.expected.value
        return Case(kind.name, game.seed, expected, what, at, culprit, "crashed", 0, 0, (told,), ())
    findings = shown(report, planted, clean)
    notices = news(report, clean)
    illegal = [a for a in findings if a.outcome.value == "illegal"]
    unsure = [a for a in findings if a.outcome.value != "illegal"]
    said = _answer(kind, planted, findings, notices)
    return Case(
        kind.name,
        game.seed,
        kind.expected.value,
        planted.what,
        planted.at,
        planted.culprit,
        said,
        len(illegal),
        len(unsure),
        tuple(_tell(a) for a in findings[:6]),
        tuple(f"{n.step}: {n.code} {n.message}" for n in notices[:6]),
    )


def _tell(action: JudgedAction) -> str:
    rules = ", ".join(action.rules) or "-"
    who = action.actor.side or "?"
    return f"{action.step}: {action.outcome.value} {rules} ({who}, {action.action}) {action.reason}"


def _answer(kind: Kind, planted: Planted, findings: Sequence[JudgedAction], notices: Sequence[Notice]) -> str:
    illegal = [a for a in findings if a.outcome.value == "illegal"]
    if kind.expected is Expected.NOTHING:
        return "accused" if illegal else "unsure" if findings else "quiet"
    here = [a for a in findings if _steps(a, planted) & set(planted.at)]
    wrong = [a for a in here if a.outcome.value == "illegal"]
    right = [a for a in wrong if any(covers(c, rule) for c in kind.clauses for rule in a.rules)]
    offset = planted.cut or 0
    noticed = [
        n for n in notices if n.step is not None and (n.step + (offset if n.log else 0)) in planted.at
    ] + [n for n in notices if n.step is None or (planted.cut is not None and n.log)]
    if kind.expected is Expected.NOTICE and noticed:
        return "found"
    if right:
        culprits = {str(a.actor.side or "").casefold() for a in right}
        ours = planted.culprit is None or planted.culprit.casefold() in culprits
        return "found" if ours else "other culprit"
    if wrong:
        return "other clause"
    if here:
        return "unsure"
    if noticed:
        return "notice"
    return "later" if findings or notices else "missed"


def plant(kind: Kind, game: Game) -> Planted | None:
    """Plant a kind in a game at a place that hangs on the game's seed and the kind's name."""
    rng = random.Random(f"{game.name}:{kind.name}:{game.seed}")
    try:
        return next(kind.plant(game, rng), None)
    except LookupError:
        return None
