"""The audit of Storm: logs are read, put in order and judged."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from toolkit.audit.areas.account import glimpses
from toolkit.audit.areas.chain import chain
from toolkit.audit.areas.dropping import judge_and_fold
from toolkit.audit.areas.reader import read_game
from toolkit.audit.audited import Audited
from toolkit.audit.folding import as_given
from toolkit.audit.joining import parts
from toolkit.audit.ledger import Sums
from toolkit.audit.module_data import ModuleData, require_own
from toolkit.audit.report import JudgedAction, Notice
from toolkit.games.storm.audit.referee import judge_game
from toolkit.games.storm.audit.vocabulary import WORDS
from toolkit.games.storm.rules.from_game import rules_data
from toolkit.vassal.log import Log


def audit_games(logs: Sequence[Log], data: ModuleData) -> Audited:
    """Judge the logs of one game; see `toolkit.audit.audit.audit_logs`."""
    games = [read_game(log, data, WORDS) for log in logs]
    require_own(logs, data, (data.knows_any(game.begin.units) for game in games))
    joined = chain(games, [log.name for log in logs])
    fixed: dict[str, str] = {}
    for link in joined.links:
        fixed |= link.game.settings
    rules, named = rules_data(data.game, fixed), names(data)
    actions: list[JudgedAction] = []
    notices: list[Notice] = list(joined.notices)
    ledger = Sums()
    for part in parts(joined, edited=True):
        read = [link.game for link in part]
        judged, noticed, sums = judge_and_fold(
            read, lambda read: judge_game(read, rules, named, data.game.options)
        )
        ledger += sums
        # A report counts logs as they were given.
        actions += (as_given(action, [link.log for link in part]) for action in judged)
        notices += (replace(notice, log=part[notice.log].log) for notice in noticed)
        notices += (replace(seen, log=link.log) for link in part for seen in glimpses(link.game.glimpses))
    opened = tuple(point for point, values in rules.points.values.items() if len(values) > 1)
    taken_back = tuple(game.taken_back for game in games)
    settled = tuple(sorted(fixed.items()))
    return Audited(tuple(actions), tuple(notices), taken_back, settled, opened, ledger, "phase or impulse")


def names(data: ModuleData) -> Mapping[str, str]:
    """Return what the module calls sides and areas, with their ids."""
    labels = data.game.labels.get("side", {})
    known = {label.en: side for side, label in labels.items()}
    return known | {name: area for area, name in data.manifest.get("areas", {}).items()}
