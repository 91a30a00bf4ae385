"""The ledger: every change that a log shows, and what becomes of it.

Double entry: a change of the table is an `Entry`, and what the players did has to come to the same.  An entry
ends as *accounted* for by an action, as *cancelled* by others that put things back, as *neutral* by a closed
list of the game, or as *unexplained*; and what is unexplained is said.

Nothing here knows a game: what of a position shows on a table is asked of it.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, NamedTuple

from toolkit.audit.actor import Actor


class What(StrEnum):
    """What a change is about."""

    PLACE = "place"
    FACE = "face"
    MASK = "mask"
    VALUE = "value"
    PIECE = "piece"
    ORDER = "order"
    PROPERTY = "property"
    TURN = "turn"


class Key(NamedTuple):
    """What of the table an entry changes: its sort, whose (a counter, a box, a property), which value."""

    what: What
    subject: str
    name: str = ""


class Entry(NamedTuple):
    """A change of the table in one step.

    Attributes
    ----------
    before, after : hashable
        In the game's words: places, not pixels.
    kind : str
        Kind of the piece, "" for none.
    actor : Actor or None
        Who did it, where the log or a key says so.
    """

    key: Key
    before: Hashable
    after: Hashable
    kind: str = ""
    actor: Actor | None = None


@dataclass(frozen=True, slots=True)
class Sums:
    """How many changes a log shows, and what became of them."""

    entries: int = 0
    accounted: int = 0
    cancelled: int = 0
    neutral: int = 0
    unexplained: int = 0

    @property
    def closed(self) -> bool:
        """Whether every entry ended as one of the four."""
        return self.entries == self.accounted + self.cancelled + self.neutral + self.unexplained

    def __add__(self, other: Sums) -> Sums:
        return Sums(
            self.entries + other.entries,
            self.accounted + other.accounted,
            self.cancelled + other.cancelled,
            self.neutral + other.neutral,
            self.unexplained + other.unexplained,
        )

    def to_json(self) -> dict[str, int]:
        """Return JSON values."""
        return {
            "entries": self.entries,
            "accounted": self.accounted,
            "cancelled": self.cancelled,
            "neutral": self.neutral,
            "unexplained": self.unexplained,
        }


def net(entries: Iterable[Entry]) -> dict[Key, tuple[Hashable, Hashable]]:
    """Return what entries come to together; what ends as it began is left out."""
    found: dict[Key, tuple[Hashable, Hashable]] = {}
    for entry in entries:
        first = found.get(entry.key, (entry.before, None))[0]
        found[entry.key] = (first, entry.after)
    return {key: pair for key, pair in found.items() if pair[0] != pair[1]}


_RUN = 12
"""More steps in a row that put everything back are no correction."""


def put_back(
    steps: Sequence[tuple[int, Sequence[Entry]]], free: Callable[[int], bool]
) -> Iterator[tuple[int, ...]]:
    """Yield rows of steps, or single ones, that come to nothing: lifted and put back, turned over and back.

    Parameters
    ----------
    steps : sequence of (int, sequence of Entry)
        Place and entries of each step that shows any, in their order.
    free : callable
        Whether a step, by its place, is a mere handling of pieces, without a decision of anybody.
    """
    at = 0
    while at < len(steps):
        end = _run(steps, at, free)
        if end > at:
            yield tuple(place for place, _ in steps[at:end])
        at = max(end, at + 1)


def _run(steps: Sequence[tuple[int, Sequence[Entry]]], at: int, free: Callable[[int], bool]) -> int:
    """Return where the shortest run of free steps ends that comes to nothing, `at` where there is none."""
    left: dict[Key, tuple[Hashable, Hashable]] = {}
    for end in range(at, min(at + _RUN, len(steps))):
        place, entries = steps[end]
        if not free(place):
            return at
        for entry in entries:
            first = left.get(entry.key, (entry.before, None))[0]
            if first == entry.after:
                left.pop(entry.key, None)
            else:
                left[entry.key] = (first, entry.after)
        if not left and (entries or end > at):
            return end + 1
    return at


@dataclass(frozen=True, slots=True)
class Open:
    """An entry that nothing accounts for yet: the place of its step, and what the referee knew then.

    `sure` is False where the log may hide what accounts for it, `keyed` says whether a key was pressed in its
    step.
    """

    at: int
    entry: Entry
    context: Any = None
    sure: bool = True
    keyed: bool = False


PATIENCE = 12
"""So many steps later an action may still be told that accounts for an entry."""


@dataclass(slots=True)
class Book:
    """The entries of a game as it is judged.

    Attributes
    ----------
    fresh : list of Open
        Those of the steps since position and table were last compared.
    waiting : list of Open
        Those that the position did not show then.
    firm : callable
        Whether an entry stays, whatever is done from there: who plays a card that he took puts nothing right.
    """

    fresh: list[Open] = field(default_factory=list)
    waiting: list[Open] = field(default_factory=list)
    unexplained: list[Open] = field(default_factory=list)
    accounted: int = 0
    cancelled: int = 0
    firm: Callable[[Entry], bool] = lambda _entry: False

    def fork(self) -> Book:
        """Return an independent one."""
        rows = (list(self.fresh), list(self.waiting), list(self.unexplained))
        return Book(*rows, self.accounted, self.cancelled, self.firm)

    def enter(
        self,
        at: int,
        entries: Iterable[Entry],
        context: Any = None,
        *,
        sure: bool = True,
        keyed: bool = False,
    ) -> None:
        """Take in the entries of a step; `sure` and `keyed` as in `Open`."""
        self._expire(at)
        self.fresh += [Open(at, entry, context, sure, keyed) for entry in entries]

    def explain(self, about: Callable[[Open], bool]) -> None:
        """Close what an action accounts for."""
        for row in (self.fresh, self.waiting):
            closed = [one for one in row if about(one)]
            if closed:
                row[:] = [one for one in row if one not in closed]
            for one in closed:
                self._account(one)

    def settle(
        self, shown: Callable[[Entry], bool], *, held: Callable[[Entry], bool] = lambda _entry: False
    ) -> None:
        """Close the entries after which table and position agree; the others wait for what is told late.

        Those that are `held` stay as they are: they may be a part of a decision that goes on.
        """
        last: dict[Key, Entry] = {one.entry.key: one.entry for one in self.fresh}
        agrees = {key: shown(entry) for key, entry in last.items()}
        fresh, self.fresh[:] = self.fresh[:], ()
        for one in fresh:
            if agrees[one.entry.key]:
                self._account(one)
            else:
                (self.fresh if held(one.entry) else self.waiting).append(one)
        self._cancel()

    def _account(self, one: Open) -> None:
        """Close an entry, and with it what was put right by it at once."""
        self.accounted += 1
        if self.waiting:
            kept = [old for old in self.waiting if self.firm(old.entry) or not _puts_right(one, old)]
            self.cancelled += len(self.waiting) - len(kept)
            self.waiting = kept

    def _cancel(self) -> None:
        """Close what waits and comes to nothing together."""
        if len(self.waiting) < 2:
            return
        left = net(one.entry for one in self.waiting)
        kept = [one for one in self.waiting if one.entry.key in left]
        self.cancelled += len(self.waiting) - len(kept)
        self.waiting = kept

    def _expire(self, at: int) -> None:
        while self.waiting and at - self.waiting[0].at > PATIENCE:
            self.unexplained.append(self.waiting.pop(0))

    def finish(self) -> None:
        """Close the book: what waits is unexplained."""
        self.unexplained += [*self.waiting, *self.fresh]
        self.waiting, self.fresh = [], []

    def sums(self, read: Sums) -> Sums:
        """Return the sums, `read` being what was settled when the logs were read."""
        return Sums(
            read.entries,
            self.accounted + read.accounted,
            self.cancelled + read.cancelled,
            read.neutral,
            len(self.unexplained) + read.unexplained,
        )


_AT_ONCE = 5
"""So many steps later at most a piece is put right that was set down wrongly."""


KEYED = "key"
"""Kind of an entry about a property that a key changed; without a key a hand did, and that is no slip."""


def _puts_right(one: Open, earlier: Open) -> bool:
    """Return whether an entry goes on from where an earlier one of the same piece went wrong."""
    goes_on = one.entry.key == earlier.entry.key and one.entry.before == earlier.entry.after
    return goes_on and not _by_hand(earlier.entry) and 0 < one.at - earlier.at <= _AT_ONCE


def _by_hand(entry: Entry) -> bool:
    """Return whether a value that nobody sets down was changed without a key, or the turn."""
    what = entry.key.what
    return what is What.TURN or (what is What.PROPERTY and entry.kind != KEYED)
