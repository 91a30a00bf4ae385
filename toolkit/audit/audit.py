"""Audit logs: read, put in order, replay, judge, report."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from toolkit.audit.chain import Chain, Link, chain
from toolkit.audit.gj47.narrator import Narrator
from toolkit.audit.gj47.records import Moment
from toolkit.audit.gj47.referee import Judged, judge_game
from toolkit.audit.module_data import ModuleData, find_module, read_module
from toolkit.audit.reader import ReadGame, read_game
from toolkit.audit.report import GameInfo, JudgedAction, LogInfo, Notice, Report
from toolkit.diagnostics import InputError, Place
from toolkit.rules.gj47.data import RulesData
from toolkit.rules.gj47.from_game import rules_data, under
from toolkit.rules.gj47.position import Position
from toolkit.rules.verdict import Outcome
from toolkit.vassal.log import Log, read_log

GAMES = ("gj47",)


def audit_logs(paths: Sequence[Path], module: Path | None = None, *, known: Iterable[Path] = ()) -> Report:
    """Audit one or more logs of one game.

    Parameters
    ----------
    paths : sequence of Path
        ``.vlog`` files of one game, in any order.
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
    return audit_read(logs, data)


def audit_read(logs: Sequence[Log], data: ModuleData) -> Report:
    """Audit logs that were read, with a module's data; see `audit_logs`."""
    games = [_read(log, data, alone=len(logs) == 1) for log in logs]
    grid = data.game.map.grid
    joined = chain(games, [log.name for log in logs], [grid.number(h) for h in range(len(grid))])
    fixed: dict[str, str] = {}
    for link in joined.links:
        fixed |= link.game.settings
    if "rules" not in data.kept:
        # With it the board keeps what the checks work out of it.
        data.kept["rules"] = rules_data(data.game)
    rules = under(data.kept["rules"], data.game, fixed)
    actions: list[JudgedAction] = []
    notices = list(joined.notices)
    before: Position | None = None
    for part in _parts(joined):
        judged, before = _judge(part, data, rules, before)
        actions += judged.actions
        notices += judged.notices
    for number, (log, game) in enumerate(zip(logs, games, strict=True)):
        found = [*_module_notices(log, data), *_undo_notices(game)]
        notices += [replace(notice, log=number) for notice in found]
    others = {number for number, log in enumerate(logs) if _another_version(log, data)}
    actions = [_unverified(action) if action.log in others else action for action in actions]
    return _report(logs, actions, notices, data, rules)


def _read(log: Log, data: ModuleData, *, alone: bool) -> ReadGame:
    game = read_game(log, data, alone=alone)
    written = log.module
    if written is not None and written.name != data.name and not game.counters:
        message = f"a log of '{written.name}', and no counter of '{data.name}' is in it"
        raise InputError.single("AUD007", message, Place(file=log.name))
    return game


def _parts(joined: Chain) -> list[list[Link]]:
    """Return the stretches of logs between which no play is missing."""
    parts: list[list[Link]] = []
    for link in joined.links:
        if link.gap:
            parts.append([])
        parts[-1].append(link)
    return parts


def _judge(
    part: Sequence[Link], data: ModuleData, rules: RulesData, before: Position | None
) -> tuple[Judged, Position]:
    """Judge logs that follow each other, after `before` with a gap in between."""
    first = part[0].game
    narrator = Narrator(data.game, rules)
    narrator.begin(first.begin, 0, setting_up=first.setting_up)
    for place, link in enumerate(part):
        if link.differences and link is not part[0]:
            narrator.changed(link.game.begin)
        for step in link.game.steps:
            narrator.step(place, step)
    ended = Moment(len(part) - 1, part[-1].game.steps[-1].step if part[-1].game.steps else 0)
    position = Position(rules)
    if before is not None:
        for held, known in zip(position.control, before.control, strict=True):
            held.update(known)
    chits = any(link.game.chits for link in part)
    judged = judge_game(
        position,
        data.game,
        first.begin,
        narrator.finish(ended),
        judging=not first.setting_up,
        doubtful=chits and not first.started,
    )
    # Moments are counted in the order of play; a report counts logs as they were given.
    actions = tuple(replace(action, log=part[action.log].log) for action in judged.actions)
    notices = tuple(replace(notice, log=part[notice.log].log) for notice in judged.notices)
    return Judged(actions, notices), position


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
            facts: Mapping[str, object] = {"taken_back": back.step, "seen": list(back.seen)}
            found.append(Notice("AUD020", back.undo, message, facts))
    return found


def _report(
    logs: Sequence[Log],
    actions: Sequence[JudgedAction],
    notices: Sequence[Notice],
    data: ModuleData,
    rules: RulesData,
) -> Report:
    settings = rules.settings
    info = GameInfo(
        data.game.id,
        data.game.names.en,
        data.game.version,
        data.digest,
        settings.fixed,
        settings.open_points(),
    )
    infos = tuple(
        LogInfo(
            log.name,
            len(log.steps),
            (log.module.name or "") if log.module else "",
            log.module.version if log.module else "",
        )
        for log in logs
    )
    return Report(
        game=info,
        logs=infos,
        actions=tuple(actions),
        notices=tuple(sorted(notices, key=lambda notice: (notice.log, notice.step or 0))),
        findings=tuple(finding for log in logs for finding in log.findings),
    )
