"""Audit logs: read, replay, judge, report."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from toolkit.audit.gj47.moves import MoveAudit
from toolkit.audit.module_data import ModuleData, find_module, read_module
from toolkit.audit.reader import ReadGame, read_game
from toolkit.audit.report import GameInfo, JudgedAction, LogInfo, Notice, Report
from toolkit.diagnostics import InputError, Place
from toolkit.rules.gj47.from_game import rules_data
from toolkit.rules.gj47.position import Position
from toolkit.rules.gj47.settings import Settings
from toolkit.rules.verdict import Outcome
from toolkit.vassal.log import Log, read_log

GAMES = ("gj47",)


def audit_logs(paths: Sequence[Path], module: Path | None = None, *, known: Iterable[Path] = ()) -> Report:
    """Audit one or more logs of one game.

    Parameters
    ----------
    paths : sequence of Path
        ``.vlog`` files.  Each is judged from what its own start shows.
    module : Path, optional
        The module they were played with; by default the one of `known` that fits the first log.
    known : iterable of Path
        Modules to look through.

    Returns
    -------
    Report

    Raises
    ------
    InputError
        When a log or the module cannot be read, or no module fits.
    """
    logs = [read_log(path, name=str(path)) for path in paths]
    if not logs:
        raise InputError.single("AUD003", "no log given")
    for log in logs:
        if not log.steps:
            message = "holds no steps: a saved game, or a log that was ended before anything was done"
            raise InputError.single("AUD006", message, Place(file=log.name))
    written = logs[0].module
    if module is None:
        name, version = (written.name, written.version) if written else (None, "")
        module = find_module(name, version, known)
    data = read_module(module)
    if data.game.id not in GAMES:
        message = f"no rules for the game '{data.game.id}'; there are rules for {', '.join(GAMES)}"
        raise InputError.single("AUD004", message, Place(file=str(module)))
    return _report([(log, *_audit(log, data, number)) for number, log in enumerate(logs)], data)


Judged = tuple[Log, tuple[JudgedAction, ...], tuple[Notice, ...], Settings]


def _audit(
    log: Log, data: ModuleData, number: int
) -> tuple[tuple[JudgedAction, ...], tuple[Notice, ...], Settings]:
    game = read_game(log, data)
    written = log.module
    if written is not None and written.name != data.name and not game.counters:
        message = f"a log of '{written.name}', and no counter of '{data.name}' is in it"
        raise InputError.single("AUD007", message, Place(file=log.name))
    rules = rules_data(data.game, game.settings)
    position = Position(rules)
    for unit, h in game.hexes.items():
        position.place(rules.index[unit], h)
    for unit in game.reduced:
        position.reduced[rules.index[unit]] = 1
    position.forts.update(game.forts)
    doubtful = game.chits and not game.started
    judge = MoveAudit(position, judging=not game.setting_up, doubtful=doubtful)
    for step in game.steps:
        judge.step(step)
    actions = [replace(action, log=number) for action in judge.finish()]
    notices = [*_module_notices(log, data), *_undo_notices(game)]
    if _another_version(log, data):
        actions = [_unverified(action) for action in actions]
    return tuple(actions), tuple(replace(notice, log=number) for notice in notices), rules.settings


def _another_version(log: Log, data: ModuleData) -> bool:
    written = log.module
    return written is not None and (written.name, written.version) != (data.name, data.version)


def _unverified(action: JudgedAction) -> JudgedAction:
    """Return what is left of a verdict when the data may be that of another version."""
    if action.outcome is Outcome.LEGAL:
        return action
    reason = f"judged by another version of the module: {action.reason}"
    return replace(action, outcome=Outcome.UNVERIFIED, reason=reason)


def _module_notices(log: Log, data: ModuleData) -> list[Notice]:
    written = log.module
    if written is None:
        return [Notice("AUD010", None, "the log does not say which module it was written with")]
    if not _another_version(log, data):
        return []
    message = (
        f"the log was written with '{written.name}' {written.version}, "
        f"this is '{data.name}' {data.version}: nothing is called illegal"
    )
    facts = {"log": [written.name, written.version], "module": [data.name, data.version]}
    return [Notice("AUD011", None, message, facts)]


def _undo_notices(game: ReadGame) -> list[Notice]:
    """Return a notice for each undo that came after chance or hidden information had shown itself."""
    found = []
    for back in game.taken_back:
        if back.seen:
            message = f"step {back.step} was taken back after it had shown: {'; '.join(back.seen)}"
            facts = {"taken_back": back.step, "seen": list(back.seen)}
            found.append(Notice("AUD020", back.undo, message, facts))
    return found


def _report(judged: Sequence[Judged], data: ModuleData) -> Report:
    settings = judged[0][3]
    info = GameInfo(
        data.game.id,
        data.game.names.en,
        data.game.version,
        data.game.digest,
        settings.fixed,
        settings.open_points(),
    )
    logs = tuple(
        LogInfo(
            log.name,
            len(log.steps),
            (log.module.name or "") if log.module else "",
            log.module.version if log.module else "",
        )
        for log, *_ in judged
    )
    return Report(
        game=info,
        logs=logs,
        actions=tuple(action for _, actions, _, _ in judged for action in actions),
        notices=tuple(notice for _, _, notices, _ in judged for notice in notices),
        findings=tuple(finding for log, *_ in judged for finding in log.findings),
    )
