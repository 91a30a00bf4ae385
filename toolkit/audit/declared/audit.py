"""The audit of games whose rules are data: logs are read, put in order and judged."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from toolkit.audit.audited import Audited
from toolkit.audit.decisions.audit import AuditableGame, audit_decisions, plays_both
from toolkit.audit.decisions.judged import Judged, Match
from toolkit.audit.decisions.reader import ReadLog
from toolkit.audit.declared.readings import Reading
from toolkit.audit.declared.referee import Referee
from toolkit.audit.declared.vocabulary import DELETED, piles, places, vocabulary
from toolkit.audit.declared.weighing import least
from toolkit.audit.declared.wording import words
from toolkit.audit.ledger import What
from toolkit.audit.module_data import ModuleData
from toolkit.audit.report import JudgedAction
from toolkit.compile.compiled import CompiledGame
from toolkit.module.declared_game import declared
from toolkit.rules.declared import declared_rules, rules_of
from toolkit.rules.declared.rules import Rules
from toolkit.source.options import Option
from toolkit.vassal.log import Log

_ANSWERS = frozenset({"lose", "eliminate", "retreat", "change"})
"""Actions by which is done what the result of a battle asks for."""


def audit_games(logs: Sequence[Log], data: ModuleData) -> Audited:
    """Judge the logs of one game; see `toolkit.audit.audit.audit_logs`."""
    found = declared(data.game)
    assert found is not None
    game = AuditableGame(vocabulary(found), _rules, Judge(data.game), "phase", _is_retreat)
    return audit_decisions(logs, data, game)


def _is_retreat(action: JudgedAction) -> bool:
    """Return whether an action is a retreat; whose choice it is, its verdict says."""
    return action.action == "retreat"


def _rules(game: CompiledGame, fixed: Mapping[str, str]) -> Rules:
    return declared_rules(game).under(fixed)


class Judge:
    """Judges the logs of a game that follow each other, in the order of play.

    Trials are judged under the reading that was found for the game as it was played.
    """

    def __init__(self, game: CompiledGame) -> None:
        self._game, self._reading = game, Reading()
        self._rules, self._check = declared_rules(game), rules_of(game).check

    def __call__(
        self,
        games: Sequence[ReadLog],
        rules: Rules,
        sides: Mapping[str, str],
        options: Sequence[Option],
        *,
        trial: bool = False,
    ) -> Judged:
        """Judge logs.

        Parameters
        ----------
        rules : Rules
            Under the settings of all logs; each setting holds from when it was made.
        sides : mapping of str to str
            The module's names of the sides → ids.
        options : sequence of Option
            The unclear points.
        trial : bool
            Whether only what is found counts, and not what the rules would have allowed in its place.
        """
        game = self._game
        told = [_lost(_nobodys(one) if plays_both(one) else one) for one in games]
        match = Match.of(told, options, self._rules.under)

        def judged(reading: Reading) -> Referee:
            referee = Referee(
                match,
                check=self._check,
                where=places(game),
                sides=sides,
                pile=piles(game),
                trial=trial,
                reading=reading,
            )
            for at in range(len(match.steps)):
                referee.judge(at)
            referee.finish()
            return referee

        if trial:
            referee = judged(self._reading)
        else:
            referee, self._reading = least(judged)
        found, named = referee.position, words(game, rules)
        return match.judged(
            referee.judged, referee.account, referee.agreed, named, answers=_ANSWERS, winner=found.winner
        )


def _lost(game: ReadLog) -> ReadLog:
    """Return a log in which units lie among the lost whose pieces were deleted from the map."""
    steps = []
    for step in game.steps:
        gone = {one.key.subject for one in step.entries if one.key.what is What.PIECE and not one.after}
        lost = tuple(replace(s, target=DELETED) if s.counter in gone else s for s in step.shifts)
        steps.append(replace(step, shifts=lost) if gone else step)
    return replace(game, steps=tuple(steps))


def _nobodys(game: ReadLog) -> ReadLog:
    """Return a log whose drags are nobody's in particular."""
    shifts = ((step, tuple(replace(shift, actor=None) for shift in step.shifts)) for step in game.steps)
    return replace(game, steps=tuple(replace(step, shifts=found) for step, found in shifts))
