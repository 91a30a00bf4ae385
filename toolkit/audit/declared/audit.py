"""The audit of games whose rules are data: logs are read, put in order and judged."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial

from toolkit.audit.agreed import Agreed, settled
from toolkit.audit.areas.audit import AreaGame, audit_area_game, plays_both
from toolkit.audit.areas.judged import Judged
from toolkit.audit.areas.reader import ReadLog
from toolkit.audit.areas.records import Step
from toolkit.audit.audited import Audited
from toolkit.audit.declared.referee import Referee
from toolkit.audit.declared.vocabulary import places, vocabulary
from toolkit.audit.declared.wording import words
from toolkit.audit.ledger import Sums
from toolkit.audit.module_data import ModuleData
from toolkit.audit.report import JudgedAction
from toolkit.audit.unexplained import left_over
from toolkit.compile.compiled import CompiledGame
from toolkit.module.declared import declared
from toolkit.rules.declared import declared_rules, rules_of
from toolkit.rules.declared.rules import Rules
from toolkit.rules.verdict import Outcome
from toolkit.source.options import Option
from toolkit.vassal.log import Log


def audit_games(logs: Sequence[Log], data: ModuleData) -> Audited:
    """Judge the logs of one game; see `toolkit.audit.audit.audit_logs`."""
    found = declared(data.game)
    assert found is not None
    judge = partial(judge_game, data.game)
    return audit_area_game(logs, data, AreaGame(vocabulary(found), _rules, judge, "phase", _is_retreat))


def _is_retreat(action: JudgedAction) -> bool:
    """Return whether an action is a retreat; whose choice it is, its verdict says."""
    return action.action == "retreat" and action.outcome is Outcome.LEGAL


def _rules(game: CompiledGame, fixed: Mapping[str, str]) -> Rules:
    return declared_rules(game).under(fixed)


def judge_game(
    game: CompiledGame,
    games: Sequence[ReadLog],
    rules: Rules,
    sides: Mapping[str, str],
    options: Sequence[Option],
) -> Judged:
    """Judge the logs of a game that follow each other, in the order of play.

    Parameters
    ----------
    game : CompiledGame
    games : sequence of ReadLog
    rules : Rules
        Under the settings of all logs; each setting holds from when it was made.
    sides : mapping of str to str
        The module's names of the sides → ids.
    options : sequence of Option
        The unclear points.
    """
    moments = [(log, step.number) for log, one in enumerate(games) for step in one.steps]
    steps = [step for one in games for step in (map(_nobodys, one.steps) if plays_both(one) else one.steps)]
    numbered = [replace(step, number=place) for place, step in enumerate(steps)]
    points = frozenset(option.id for option in options)
    plain = declared_rules(game)
    agreed = Agreed(points, settled(games[0].begin.properties, points), plain.under)
    referee = Referee(
        games[0].begin,
        numbered,
        moments,
        agreed,
        check=rules_of(game).check,
        where=places(game),
        sides=sides,
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
    return Judged(tuple(judged), tuple(notices), book.sums(read), referee.position.winner)


def _nobodys(step: Step) -> Step:
    """Return a step whose drags are nobody's in particular."""
    return replace(step, shifts=tuple(replace(shift, actor=None) for shift in step.shifts))
