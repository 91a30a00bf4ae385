"""A game is judged step by step; where it was guessed who fought, what follows shows which guess is right.

Players who press no key do not say who defends, nor whether the T-34 helps.  The likeliest is taken.  When
something that is done soon after is not legal by that, the steps are judged anew in each of the other ways,
and the one with least against it counts: nobody is accused by a guess that another one clears.  What is
illegal in all of them is illegal.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from toolkit.audit.decisions.judged import Judged, Match
from toolkit.audit.decisions.reader import ReadLog
from toolkit.audit.report import JudgedAction
from toolkit.games.rattenkrieg.audit.account import words
from toolkit.games.rattenkrieg.audit.referee import Referee
from toolkit.games.rattenkrieg.rules.data import RulesData
from toolkit.games.rattenkrieg.rules.position import Phase
from toolkit.rules.verdict import Outcome
from toolkit.source.options import Option

_TURNS = 3
"""So many player turns after a guess show whether it was right."""
_ANSWERS = frozenset({"lose step", "retreat", "T-34 out", "remove", "reinforce", "deal steps"})
"""By what is done what the other side waits for."""
_STEPS = 300
"""More steps do not belong to them: in a log in which no turn ends no trial goes on for ever."""


@dataclass(frozen=True, slots=True)
class _Guess:
    """A step in which it was guessed who fights.

    Attributes
    ----------
    at : int
        Its place.
    before : Referee
        As he was before it.
    readings : int
        In how many ways it may be meant.
    judged : int
        How many actions had been judged.
    """

    at: int
    before: Referee
    readings: int
    judged: int

    def counts(self, at: int, turns: int) -> bool:
        """Return whether what is done at a step, when so many player turns have begun, still tells."""
        return turns - self.before.turns <= _TURNS and at - self.at <= _STEPS


@dataclass(frozen=True, slots=True)
class _Trial:
    """What stands against the players by one way to take a guess.

    Attributes
    ----------
    score : (int, int)
        How many actions are not legal, and how many of them illegal.
    against : frozenset of int
        Steps with something illegal before anything else had to be guessed.
    """

    score: tuple[int, int]
    against: frozenset[int]


def judge_game(
    games: Sequence[ReadLog],
    data: RulesData,
    sides: Mapping[str, str],
    options: Sequence[Option] = (),
    *,
    trial: bool = False,
) -> Judged:
    """Judge the logs of a game that follow each other.

    Parameters
    ----------
    games : sequence of ReadLog
        In the order of play.
    sides : mapping of str to str
        The module's names of the sides → ids.
    options : sequence of Option
        The unclear points, whose settings hold from when they were made; without them those of `data` do.
    trial : bool
        Whether only what is found counts, and not what the rules would have allowed in its place.
    """
    match = Match.of(games, options, lambda fixed: data.under(options, fixed))
    course = _Course(Referee(match, sides, trial=trial))
    judged = course.judge()
    referee = course.referee
    return match.judged(
        judged,
        referee.account,
        referee.agreed,
        words(data),
        answers=_ANSWERS,
        over=referee.position.phase is Phase.OVER,
        winner="" if referee.position.winner is None else referee.position.winner.id,
    )


class _Course:
    """Judges all steps, and goes back to a guess that was wrong."""

    def __init__(self, referee: Referee) -> None:
        self.referee = referee
        self.judged: list[JudgedAction] = []
        self._guesses: list[_Guess] = []
        # Steps whose guess was tried: the way in which they are taken.
        self._taken: dict[int, int] = {}

    def judge(self) -> list[JudgedAction]:
        at = 0
        while at < len(self.referee.steps):
            before = self.referee.fork() if self.referee.narrator.guesses else None
            count, turns = len(self.judged), self.referee.turns
            self._guesses = [guess for guess in self._guesses if guess.counts(at, turns)]
            self._step(at)
            if before is not None and self.referee.narrator.readings > 1 and at not in self._taken:
                self._guesses.append(_Guess(at, before, self.referee.narrator.readings, count))
            at = self._settled(at, count) + 1
        self.referee.finish()
        self._collect()
        return self.judged

    def _step(self, at: int) -> None:
        self.referee.judge(at, self._taken.get(at, 0))
        self._collect()

    def _collect(self) -> None:
        self.judged += self.referee.judged
        self.referee.judged.clear()

    def _settled(self, at: int, count: int) -> int:
        """Return the place of the last step that is judged: an earlier one where a guess was wrong."""
        if all(one.outcome is Outcome.LEGAL for one in self.judged[count:]):
            return at
        for guess in reversed(self._guesses):
            trials = [self._tried(guess, pick, at) for pick in range(guess.readings)]
            best = min(range(guess.readings), key=lambda pick: trials[pick].score)
            self._taken[guess.at] = best
            self._guesses.remove(guess)
            certain = frozenset.intersection(*(trial.against for trial in trials)) - guess.before.certain
            if not guess.before.narrator.sure:
                certain = frozenset()
            if best or certain:
                self._go_back(guess, certain)
                return guess.at - 1
        return at

    def _tried(self, guess: _Guess, pick: int, until: int) -> _Trial:
        """Judge the steps after a guess in one of its ways, at least up to a step."""
        trial = guess.before.fork()
        trial.judge(guess.at, pick)
        at = guess.at + 1
        alone: set[int] | None = None
        while at < len(trial.steps) and (at <= until or guess.counts(at, trial.turns)):
            trial.judge(at, self._taken.get(at, 0))
            if trial.narrator.readings > 1 and alone is None:
                # From here on there is more than one guess.
                alone = {step for step in trial.against if step < at}
            at += 1
        outcomes = [one.outcome for one in trial.judged]
        score = (sum(one is not Outcome.LEGAL for one in outcomes), outcomes.count(Outcome.ILLEGAL))
        return _Trial(score, frozenset(trial.against if alone is None else alone))

    def _go_back(self, guess: _Guess, certain: frozenset[int]) -> None:
        """Go on from a guess in the way that was found."""
        self.referee = guess.before
        self.referee.certain |= certain
        del self.judged[guess.judged :]
        self._guesses = [one for one in self._guesses if one.at < guess.at]
        self._taken = {at: pick for at, pick in self._taken.items() if at <= guess.at}
