"""Logs of a game that follow each other, judged as one: a decision may begin in one and end in the next."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Generic, NamedTuple, Self, TypeVar

from toolkit.audit.agreed import Agreed, settled
from toolkit.audit.decisions.account import Account
from toolkit.audit.decisions.reader import ReadLog
from toolkit.audit.decisions.records import Laid, Step
from toolkit.audit.ledger import Sums
from toolkit.audit.owing import charged
from toolkit.audit.report import JudgedAction, Notice
from toolkit.audit.unexplained import Words, left_over
from toolkit.source.options import Option

R = TypeVar("R")


class Judged(NamedTuple):
    """What was judged and noticed, what became of the changes, and the side that has won, "" for none."""

    actions: tuple[JudgedAction, ...]
    notices: tuple[Notice, ...]
    sums: Sums
    winner: str = ""


@dataclass(frozen=True, slots=True)
class Match(Generic[R]):
    """What logs tell of a game.

    Attributes
    ----------
    steps : tuple of Step
        Counted through all logs.
    moments : tuple of (int, int)
        Log and number of each step.
    agreed : Agreed
        The house rules when the first log begins.
    sums : Sums
        What the ledger holds before anything is judged.
    """

    begin: Laid
    steps: tuple[Step, ...]
    moments: tuple[tuple[int, int], ...]
    agreed: Agreed[R]
    sums: Sums

    @classmethod
    def of(
        cls, games: Sequence[ReadLog], options: Sequence[Option], under: Callable[[Mapping[str, str]], R]
    ) -> Self:
        """Return the match of logs in the order of play.

        Parameters
        ----------
        options : sequence of Option
            The unclear points, whose settings hold from when they were made.
        under : callable
            Settings → the rules.
        """
        begin, points = games[0].begin, frozenset(option.id for option in options)
        steps = [step for game in games for step in game.steps]
        return cls(
            begin,
            tuple(replace(step, number=place) for place, step in enumerate(steps)),
            tuple((log, step.number) for log, game in enumerate(games) for step in game.steps),
            Agreed(points, settled(begin.properties, points), under),
            sum((game.sums for game in games), Sums()),
        )

    def judged(
        self,
        actions: Sequence[JudgedAction],
        account: Account,
        agreed: Agreed[R],
        words: Words,
        *,
        answers: Collection[str] = (),
        over: bool = False,
        winner: str = "",
    ) -> Judged:
        """Return what a match came to, with what nothing explains.

        Parameters
        ----------
        agreed : Agreed
            The house rules at the end.
        answers : collection of str
            Actions by which is done what may be due, as `charged` has them.
        over : bool, optional
            Whether the game was played to its end.
        """
        book, known = account.book, charged(actions, answers)
        book.finish()
        left, notices = left_over(book, known, self.moments, words, over=over)
        every = sorted((*known, *left), key=lambda one: (one.log, one.step))
        notices += agreed.notices(self.moments.__getitem__)
        return Judged(tuple(every), tuple(notices), book.sums(self.sums), winner)
