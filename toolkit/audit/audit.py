"""Audit logs: read, put in order, replay, judge, report."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from toolkit.audit.audited import Audited
from toolkit.audit.deleted import clone_notices, put_back
from toolkit.audit.extensions import with_extensions
from toolkit.audit.identity import Fit, fit_of, identity_notice
from toolkit.audit.module_data import GAME, ModuleData, module_of, read_module
from toolkit.audit.report import START, GameInfo, JudgedAction, LogInfo, Notice, Report
from toolkit.audit.seats import Seats
from toolkit.audit.undo import TakenBack
from toolkit.audit.unexplained import CHANGE
from toolkit.audit.wording import in_words, names_of
from toolkit.diagnostics import Finding, InputError, Place, Severity
from toolkit.plugins import games, room
from toolkit.rules.verdict import Outcome
from toolkit.vassal.buildfile import BuildFile, open_module
from toolkit.vassal.containers import open_container
from toolkit.vassal.log import Log, read_log
from toolkit.vassal.memory import without_collector


def audit_logs(
    paths: Sequence[Path],
    module: Path | None = None,
    *,
    known: Iterable[Path] = (),
    extensions: Iterable[Path] = (),
    by_other_data: bool = False,
) -> Report:
    """Audit one or more logs of one game; where there are no rules for it, say what needs none.

    Parameters
    ----------
    paths : sequence of Path
        ``.vlog`` files of one game, in any order.
    module : Path, optional
        The module they were played with, of any game; by default the one of `known` that fits the first log.
    known : iterable of Path
        Modules to look through.
    extensions : iterable of Path
        That the game was played with; by default those beside the module that the logs name.
    by_other_data : bool
        Judge by the module's data although the logs were played with others: to see what an erratum changes.

    Returns
    -------
    Report

    Raises
    ------
    InputError
        When a log or the module cannot be read, or the game is known and no module of that version is.
    """
    logs = read_logs(paths)
    written = logs[0].module
    if module is None:
        module = module_of(written.name if written else None, written.version if written else "", known)
    data, windows = (None, None) if module is None else rules_data(module)
    if data is None:
        from toolkit.audit.without_rules.audit import audit_without_rules  # noqa: PLC0415

        return audit_without_rules(logs, windows)
    return audit_read(logs, data, extensions, by_other_data=by_other_data)


def rules_data(module: Path) -> tuple[ModuleData | None, BuildFile | None]:
    """Return the data of a module of whose game there are rules, and its windows; None for one without."""
    container = open_container(module, name=str(module))
    if GAME not in container:
        return None, open_module(container)
    data = read_module(module)
    return (data if data.game.id in games() or data.game.rules else None), data.windows


def read_logs(paths: Iterable[Path]) -> list[Log]:
    """Return the logs; those that cannot be read or judged are named together."""
    logs: list[Log] = []
    faults: list[Finding] = []
    for path in paths:
        try:
            log = read_log(path, name=str(path))
        except InputError as error:
            faults += error.findings
            continue
        if not log.steps:
            message = "holds no steps: a saved game, or a log that was ended before anything was done"
            faults.append(Finding("AUD006", Severity.ERROR, message, Place(file=log.name)))
        logs.append(log)
    if faults:
        raise InputError(faults)
    if not logs:
        raise InputError.single("AUD003", "no log given")
    return logs


@without_collector()
def audit_read(
    logs: Sequence[Log],
    data: ModuleData,
    extensions: Iterable[Path] = (),
    *,
    by_other_data: bool = False,
) -> Report:
    """Audit logs that were read, with a module's data; see `audit_logs`."""
    data, told = with_extensions(logs, data, extensions)
    found = _audit(data.game.id)(logs, data)
    notices = [*told, *(_with_consequences(notice, found.actions) for notice in found.notices)]
    fits = [Fit.SAME if by_other_data else fit_of(log, data) for log in logs]
    seats = Seats()
    for number, (log, taken_back) in enumerate(zip(logs, found.taken_back, strict=True)):
        said = identity_notice(log, data, fits[number])
        noticed = [
            *([] if said is None else [said]),
            *_undo_notices(taken_back),
            *clone_notices(log),
            *put_back(log),
            *seats.notices(log),
        ]
        notices += [replace(notice, log=number) for notice in noticed]
    names = names_of(data.game)
    notices = [
        replace(one, message=in_words(one.message, names), public=in_words(one.public, names))
        for one in notices
    ]
    others = {number for number, fit in enumerate(fits) if fit in (Fit.UNKNOWN, Fit.OTHER)}
    actions = [_unverified(action) if action.log in others else action for action in found.actions]
    return _report(logs, actions, notices, data, found)


def _audit(game: str) -> Callable[[Sequence[Log], ModuleData], Audited]:
    """Return `audit_games` of a game's own room, loaded when it is asked for; else that of rules as data."""
    found: Callable[[Sequence[Log], ModuleData], Audited]
    if game in games():
        found = room(game, "audit.audit").audit_games
    else:
        from toolkit.audit.declared.audit import audit_games as found  # noqa: PLC0415

    return found


def _unverified(action: JudgedAction) -> JudgedAction:
    """Return what is left of a verdict when the data may be others; what no data explain stays."""
    if action.outcome is Outcome.LEGAL or action.action == CHANGE:
        return action
    reason = f"by the data of this module it would be {action.outcome.value}: {action.reason}"
    return replace(action, outcome=Outcome.UNVERIFIED, reason=reason)


def _with_consequences(notice: Notice, actions: Sequence[JudgedAction]) -> Notice:
    """Return a notice of a changed start that says what follows from it; a referee's to know."""
    follow = sum(action.follows == (notice.log, START) for action in actions)
    if notice.code != "AUD034" or not follow:
        return notice
    text = f"{notice.message}; {follow} {'finding follows' if follow == 1 else 'findings follow'} from it"
    facts = {**notice.data, "consequences": follow}
    private = (*notice.private, "consequences")
    return replace(notice, message=text, data=facts, private=private, public=notice.public or notice.message)


def _undo_notices(taken_back: Sequence[TakenBack]) -> list[Notice]:
    """Return a notice for each undo that came after chance or hidden information had shown itself."""
    found = []
    for back in taken_back:
        if back.seen:
            message = f"step {back.step} was taken back after it had shown: {'; '.join(back.seen)}"
            facts: Mapping[str, object] = {"taken_back": back.step, "seen": list(back.seen)}
            found.append(Notice("AUD020", back.undo, message, facts))
    return found


def _counted(point: str) -> tuple[tuple[int, str], ...]:
    """Return what sorts points as people count them: St-2 before St-10."""
    return tuple((int(part), "") if part.isdigit() else (0, part) for part in re.findall(r"\d+|\D+", point))


def _report(
    logs: Sequence[Log],
    actions: Sequence[JudgedAction],
    notices: Sequence[Notice],
    data: ModuleData,
    found: Audited,
) -> Report:
    info = GameInfo(
        data.game.id,
        data.game.names.en,
        data.game.version,
        data.digest,
        tuple(sorted(found.fixed, key=lambda point: _counted(point[0]))),
        tuple(sorted(found.open_points, key=_counted)),
        tuple(data.game.labels.get("side", {})),
        found.part,
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
        ledger=found.sums,
        winner=found.winner,
        tables=found.tables,
    )
