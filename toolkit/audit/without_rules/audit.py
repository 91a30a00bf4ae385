"""An audit without rules: a ledger of what logs of any module show, and what a referee wants to see of it.

Nothing here is an offence: notices say what was done, and exit as nothing found unless somebody asks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from toolkit.audit.contradictions import Contradictions
from toolkit.audit.ledger import Sums
from toolkit.audit.report import GameInfo, LogInfo, Notice, Report
from toolkit.audit.without_rules.case import Case
from toolkit.audit.without_rules.course import course_notices
from toolkit.audit.without_rules.dice import dice_notices
from toolkit.audit.without_rules.history import play
from toolkit.audit.without_rules.owners import Drags, Owners, drag_notices
from toolkit.audit.without_rules.pieces import PieceBook, piece_notices
from toolkit.audit.without_rules.secrets import Secrets, secret_notices
from toolkit.audit.without_rules.starts import joined, order_of
from toolkit.vassal import commands as c
from toolkit.vassal import events as e
from toolkit.vassal.buildfile import BuildFile
from toolkit.vassal.log import Log
from toolkit.vassal.naming import Names

_MARKS = frozenset({"Moved", "Trail", "Report", "SendTo", "Footprint"})
"""Traits whose changes follow from others, or only help the eye."""


def audit_without_rules(logs: Sequence[Log], module: BuildFile | None = None) -> Report:
    """Say what logs of any module show.

    Parameters
    ----------
    logs : sequence of Log
        Of one game, in any order.
    module : BuildFile, optional
        What they were played with: names places, dice and turns, and says whose pieces are.

    Returns
    -------
    Report
        Without verdicts; `Report.overview` has the pieces and the dice.
    """
    owners = Owners(_sides(logs, module), module)
    books = [PieceBook() for _ in logs]
    drags = [Drags(owners) for _ in logs]
    secrets = [Secrets() for _ in logs]
    names = Names(module)
    doubts = [Contradictions(module) for _ in logs]
    histories = [
        play(log, i, module, (books[i], drags[i], secrets[i]), doubts[i]) for i, log in enumerate(logs)
    ]
    case = Case(histories, module, names)
    chain = joined(case)
    order = order_of(chain)
    said = [
        *piece_notices(case, books),
        *drag_notices(case, drags),
        *secret_notices(case, secrets),
        *(notice for i, found in enumerate(doubts) for notice in found.notices(i)),
        *dice_notices(case),
        *course_notices(case, [log for log, _ in order]),
    ]
    counted = dict(order)
    kept = [one for one in said if one.log in counted and (one.step is None or one.step > counted[one.log])]
    notices = sorted((*chain.notices, *kept), key=lambda one: (one.log, one.step or 0, one.code))
    return Report(
        game=_game(logs, module),
        logs=tuple(_info(log) for log in logs),
        actions=(),
        notices=tuple(notices),
        findings=tuple(finding for log in logs for finding in log.findings),
        ledger=_sums(case, order, notices),
        overview=_overview(case, order),
    )


def _sides(logs: Iterable[Log], module: BuildFile | None) -> frozenset[str]:
    commands = (item for log in logs for item in (*log.begin, *(x for s in log.steps for x in s.commands)))
    taken = {item.side for item in commands if isinstance(item, c.AddPlayer)}
    return frozenset(taken | set(() if module is None else module.sides))


def _info(log: Log) -> LogInfo:
    written = log.module
    return LogInfo(
        log.name, len(log.steps), (written.name or "") if written else "", written.version if written else ""
    )


def _game(logs: Sequence[Log], module: BuildFile | None) -> GameInfo:
    written = next((log.module for log in logs if log.module is not None and log.module.name), None)
    name = (module.name if module is not None else "") or ((written.name or "") if written else "")
    version = (module.version if module is not None else "") or (written.version if written else "")
    return GameInfo("", name or "a game without a name", version, "", (), ())


def _sums(case: Case, order: Sequence[tuple[int, int]], notices: Sequence[Notice]) -> Sums:
    """Return what became of the changes: done by a step that stands, taken back, mere marks, or noticed."""
    noticed = {(one.log, one.step) for one in notices}
    found = Counter[str]()
    for log, skipped in order:
        history = case.histories[log]
        for moment in history.moments[skipped:]:
            stands, odd = history.stands(moment.step), (log, moment.step) in noticed
            for event in moment.events:
                for mark in _changes(event):
                    if not stands:
                        found["cancelled"] += 1
                    elif mark:
                        found["neutral"] += 1
                    else:
                        found["unexplained" if odd else "accounted"] += 1
    return Sums(sum(found.values()), **{name: found[name] for name in _ENDS})


_ENDS = ("accounted", "cancelled", "neutral", "unexplained")


def _changes(event: e.Event) -> Iterable[bool]:
    """Yield for each change of an event whether it is a mere mark."""
    match event:
        case e.PieceMoved(pieces=pieces, start=start, end=end):
            return [False] * len(pieces) if start != end else []
        case e.PieceChanged(changes=changes):
            return [change.trait in _MARKS for change in changes]
        case e.PieceAdded() | e.PieceRemoved() | e.DeckChanged() | e.PropertyChanged() | e.TurnChanged():
            return [False]
        case _:
            return []


def _overview(case: Case, order: Sequence[tuple[int, int]]) -> dict[str, Any]:
    """Return what the logs hold: players, pieces, dice."""
    first, last = case.histories[order[0][0]], case.histories[order[-1][0]]
    moved: set[str] = set()
    drags = Counter[str]()
    for log, skipped in order:
        history = case.histories[log]
        for moment in history.moments[skipped:]:
            if not history.stands(moment.step):
                continue
            for event in moment.events:
                if isinstance(event, e.PieceMoved) and event.start != event.end:
                    moved.update(event.pieces)
                    drags[str(event.actor) if event.actor is not None else "unknown"] += 1
    begin, end = first.begin.pieces, last.end.pieces
    players = dict.fromkeys(str(actor) for history in case.histories for actor in history.people.players)
    return {
        "rules": False,
        "players": list(players),
        "pieces": {
            "begin": len(begin),
            "end": len(end),
            "came": len(end.keys() - begin.keys()),
            "went": len(begin.keys() - end.keys()),
            "moved": len(moved),
            "moves_by": dict(sorted(drags.items())),
        },
        "dice": _dice(case, order),
    }


def _dice(case: Case, order: Sequence[tuple[int, int]]) -> list[dict[str, Any]]:
    """Return how often each player rolled what with which die, undone rolls apart."""
    counted = dict(order)
    found: dict[tuple[str, str, int], dict[str, Any]] = {}
    for roll in case.rolls:
        if roll.log not in counted or roll.step <= counted[roll.log]:
            continue
        key = (roll.player, roll.die.kind, roll.die.sides)
        entry = found.setdefault(
            key,
            {
                "player": roll.player,
                "die": roll.die.kind,
                "sides": roll.die.sides,
                "rolls": 0,
                "counts": Counter(),
                "undone": 0,
                "undone_counts": Counter(),
            },
        )
        prefix = "undone_" if roll.undone else ""
        entry["undone" if roll.undone else "rolls"] += 1
        entry[f"{prefix}counts"].update(roll.values)
    for entry in found.values():
        for name in ("counts", "undone_counts"):
            entry[name] = {str(value): count for value, count in sorted(entry[name].items())}
    return [found[key] for key in sorted(found)]
