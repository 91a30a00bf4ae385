"""The audit of games whose rules are data: logs are read, put in order and judged."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from toolkit.audit.agreed import Agreed, settled
from toolkit.audit.areas.account import glimpses
from toolkit.audit.areas.chain import chain
from toolkit.audit.areas.dropping import Result, judge_and_fold
from toolkit.audit.areas.reader import ReadLog, read_game
from toolkit.audit.audited import Audited
from toolkit.audit.declared.referee import Referee
from toolkit.audit.declared.vocabulary import places, vocabulary
from toolkit.audit.declared.wording import words
from toolkit.audit.folding import as_given
from toolkit.audit.joining import parts
from toolkit.audit.ledger import Sums
from toolkit.audit.module_data import ModuleData, require_own
from toolkit.audit.report import JudgedAction, Notice
from toolkit.audit.unexplained import left_over
from toolkit.module.declared import declared
from toolkit.rules.declared import declared_rules, rules_of
from toolkit.rules.declared.rules import Rules
from toolkit.vassal.log import Log


def audit_games(logs: Sequence[Log], data: ModuleData) -> Audited:
    """Judge the logs of one game; see `toolkit.audit.audit.audit_logs`."""
    found = declared(data.game)
    assert found is not None
    games = [read_game(log, data, vocabulary(found)) for log in logs]
    require_own(logs, data, (data.knows_any(game.begin.units) for game in games))
    joined = chain(games, [log.name for log in logs])
    fixed: dict[str, str] = {}
    for link in joined.links:
        fixed |= link.game.settings
    rules = declared_rules(data.game)
    actions: list[JudgedAction] = []
    notices: list[Notice] = list(joined.notices)
    ledger = Sums()
    for part in parts(joined, edited=True):
        read = [link.game for link in part]
        judged, noticed, sums = judge_and_fold(read, lambda read: judge_game(read, data, rules))
        ledger += sums
        actions += (as_given(action, [link.log for link in part]) for action in judged)
        notices += (replace(notice, log=part[notice.log].log) for notice in noticed)
        notices += (replace(seen, log=link.log) for link in part for seen in glimpses(link.game.glimpses))
    opened = tuple(
        point for point, values in rules.under(fixed).points.values.items() if len(values) > 1
    )
    taken_back = tuple(game.taken_back for game in games)
    settings = tuple(sorted(fixed.items()))
    return Audited(tuple(actions), tuple(notices), taken_back, settings, opened, ledger, "phase")


def judge_game(games: Sequence[ReadLog], data: ModuleData, rules: Rules) -> Result:
    """Judge the logs of a game that follow each other, in the order of play."""
    game = data.game
    moments = [(log, step.number) for log, one in enumerate(games) for step in one.steps]
    steps = [step for one in games for step in one.steps]
    numbered = [replace(step, number=place) for place, step in enumerate(steps)]
    points = frozenset(option.id for option in game.options)
    sides = {names.en: side for side, names in game.labels.get("side", {}).items()}

    def under(fixed: Mapping[str, str]) -> Rules:
        return rules.under(fixed)

    agreed = Agreed(points, settled(games[0].begin.properties, points), under)
    referee = Referee(
        games[0].begin, numbered, moments, agreed, rules_of(game).check, places(game), sides
    )
    for at in range(len(numbered)):
        referee.judge(at)
    referee.finish()
    book = referee.account.book
    book.finish()
    actions, notices = left_over(book, referee.judged, moments, words(game, rules))
    judged = sorted((*referee.judged, *actions), key=lambda one: (one.log, one.step))
    read = sum((one.sums for one in games), Sums())
    notices += referee.agreed.notices(moments.__getitem__)
    return tuple(judged), tuple(notices), book.sums(read)
