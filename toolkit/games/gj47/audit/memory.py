"""Records that were judged before, in a game that is judged again as if some steps had been others.

It goes through the same positions before these steps, and mostly again soon after them: what was judged from
where things stand is not judged once more.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Any

from toolkit.audit.ledger import Book
from toolkit.audit.report import JudgedAction, Notice
from toolkit.games.gj47.audit.account import Account
from toolkit.games.gj47.audit.bench import Bench
from toolkit.games.gj47.audit.records import ChitRecord, Fact, Record
from toolkit.games.gj47.audit.table_state import Standing
from toolkit.games.gj47.rules.fast import FastCheck
from toolkit.games.gj47.rules.position import Position

_BENCH = ("segment", "doubtful", "late", "unseen", "hidden")
_Rest = tuple[list[Fact], dict[int, Standing], dict[int, int] | None]


@dataclass(frozen=True, slots=True)
class _Came:
    """What a record came to.

    Attributes
    ----------
    position : Position
        After it; not to be changed.
    key : hashable
        Of the position.
    beside : tuple
        What bench and referee keep beside it.
    judged, notices : list
        What was written down.
    book : Book
        What became of its entries.
    first : int
        Place of the first of these.
    rest : tuple or None
        What the next chit of the turn is left with: facts, units, forts.
    """

    position: Position
    key: Hashable
    beside: tuple[Hashable, ...]
    judged: list[JudgedAction]
    notices: list[Notice]
    book: Book
    first: int
    rest: _Rest | None


Memory = dict[Hashable, _Came]
"""How things stood, and the record → what it came to."""


class Recall:
    """Judges the records of one game, but for those that were judged before.

    Parameters
    ----------
    memory : Memory
        Of games like it; grows.
    referee : object
        Whose attributes `names` are what else is known between two records.
    """

    def __init__(
        self, memory: Memory, bench: Bench, account: Account, referee: object, names: tuple[str, ...]
    ) -> None:
        self._memory, self._bench, self._account = memory, bench, account
        self._kept: list[tuple[Any, str]] = [(bench, name) for name in _BENCH]
        self._kept += [(referee, name) for name in names]
        self._key: Hashable | None = None
        """Of the position, while that is one that is remembered."""

    def judge(
        self, record: Record, after: ChitRecord | None, rules: Hashable, judge: Callable[[], bool]
    ) -> None:
        """Judge a record, or take what it came to.

        Parameters
        ----------
        after : ChitRecord or None
            The next chit of the turn.
        rules : hashable
            The house rules in force.
        judge : callable
            Judges the record; returns whether it is over by that.
        """
        bench = self._bench
        key = (
            self._key or bench.position.key(), self._beside(), bench.dice_seen, bench.dice_named, rules,
            repr(record), repr(after), self._account.row(record),
        )  # fmt: skip
        came = self._memory.get(key)
        if came is not None:
            self._take(came, after)
        else:
            self.go_on()
            made = bench.judged, bench.notices, self._account.book
            bench.judged, bench.notices, self._account.book = [], [], Book()
            first = self._account.first
            over = judge()
            came = _Came(
                bench.position, bench.position.key(), self._beside(), bench.judged, bench.notices,
                self._account.book, first, _rest(after),
            )  # fmt: skip
            bench.judged, bench.notices, self._account.book = made
            if over:
                self._memory[key] = came
                self._key = came.key
        bench.judged += came.judged
        bench.notices += came.notices
        self._account.add(came.book, came.first)

    def go_on(self) -> None:
        """Let the bench have a position of its own, which it may change."""
        if self._key is not None:
            self._bench.position = self._bench.position.copy()
            self._bench.fast = FastCheck(self._bench.position)
            self._key = None

    def _beside(self) -> tuple[Hashable, ...]:
        values = (getattr(thing, name) for thing, name in self._kept)
        return tuple(frozenset(value) if isinstance(value, set) else value for value in values)

    def _take(self, came: _Came, after: ChitRecord | None) -> None:
        self._bench.position, self._key = came.position, came.key
        for (thing, name), value in zip(self._kept, came.beside, strict=True):
            setattr(thing, name, set(value) if isinstance(value, frozenset) else value)
        if after is not None and came.rest is not None:
            facts, changed, forts = came.rest
            after.facts, after.changed = list(facts), dict(changed)
            after.forts = None if forts is None else dict(forts)


def _rest(after: ChitRecord | None) -> _Rest | None:
    if after is None:
        return None
    return list(after.facts), dict(after.changed), None if after.forts is None else dict(after.forts)
