"""The audit of Rattenkrieg: logs are read, put in order and judged."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from toolkit.audit.audited import Audited
from toolkit.audit.module_data import ModuleData
from toolkit.audit.rattenkrieg.reader import ReadLog, read_game
from toolkit.audit.rattenkrieg.records import Laid
from toolkit.audit.rattenkrieg.referee import judge_game
from toolkit.audit.report import JudgedAction, Notice
from toolkit.diagnostics import InputError, Place
from toolkit.rules.rattenkrieg.from_game import rules_data
from toolkit.vassal.log import Log


def audit_games(logs: Sequence[Log], data: ModuleData) -> Audited:
    """Judge the logs of one game; see `toolkit.audit.audit.audit_logs`."""
    games = [_read(log, data) for log in logs]
    fixed: dict[str, str] = {}
    for game in games:
        fixed |= game.settings
    rules = rules_data(data.game, fixed)
    labels = data.game.labels.get("side", {})
    sides = {names.en: side for side, names in labels.items()}
    actions: list[JudgedAction] = []
    notices: list[Notice] = []
    for gap, part in enumerate(_parts(games)):
        judged = judge_game([games[number] for number in part], rules, sides)
        actions += (replace(action, log=part[action.log]) for action in judged.actions)
        notices += (replace(notice, log=part[notice.log]) for notice in judged.notices)
        if gap:
            message = "this log does not begin where another one of the game ends: play is missing"
            notices.append(Notice("AUD030", None, message, log=part[0]))
    opened = tuple(point for point, values in rules.points.values.items() if len(values) > 1)
    taken_back = tuple(game.taken_back for game in games)
    return Audited(tuple(actions), tuple(notices), taken_back, tuple(sorted(fixed.items())), opened)


def _read(log: Log, data: ModuleData) -> ReadLog:
    game = read_game(log, data)
    written = log.module
    if written is not None and written.name != data.name and not game.begin.units:
        message = f"a log of '{written.name}', and no counter of '{data.name}' is in it"
        raise InputError.single("AUD007", message, Place(file=log.name))
    return game


def _parts(games: Sequence[ReadLog]) -> list[list[int]]:
    """Return stretches of logs between which no play is missing, each in the order of play.

    A log follows the one whose last table is its first; one that begins where none ends begins a stretch.
    """
    ends = {_key(game.end): number for number, game in enumerate(games)}
    before = {number: ends.get(_key(game.begin)) for number, game in enumerate(games)}
    after = {known: number for number, known in before.items() if known is not None and known != number}
    parts: list[list[int]] = []
    used: set[int] = set()
    for number in sorted(before, key=lambda n: (before[n] is not None, n)):
        part: list[int] = []
        here: int | None = number
        while here is not None and here not in used:
            used.add(here)
            part.append(here)
            here = after.get(here)
        if part:
            parts.append(part)
    return parts


def _key(laid: Laid) -> object:
    """Return what tells tables apart: where everything lies, and whose turn it is."""
    return (
        tuple(sorted(laid.units.items())),
        tuple(sorted(laid.cards.items())),
        laid.deck,
        laid.down,
        laid.isolated,
        laid.turn,
    )
