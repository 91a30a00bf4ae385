"""Logs of one game put in order, whatever the game: the end table of one joined to the start of the next.

Players hand over in the middle of anything, record the same session twice, or send a log again.  What does
not fit is reported and never silently repaired.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Generic, TypeVar

from toolkit.audit.report import Notice

_HIDDEN = frozenset({"chit", "card"})
"""Kinds of differences that no notice names, because not everybody may see them."""
_MANY = 6
_EXACT = 9
_BACK = 1000
"""What it costs that a log would follow one that ends later than it begins."""

G = TypeVar("G")
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Difference:
    """Something that is not on one table what it is on the other.

    Attributes
    ----------
    what : str
        ``"unit"``, ``"chit"``, ``"card"``, ``"marker"``, ``"property"``, ``"turn"``.
    """

    what: str
    name: str
    one: str
    other: str


@dataclass(slots=True)
class Link(Generic[G]):
    """A log in its place.

    Attributes
    ----------
    log : int
        Place in the list as given.
    game : G
        Without steps that an earlier log already holds.
    gap : bool
        Whether play is missing between the log before and this one; the first begins a part as well.
    """

    log: int
    game: G
    gap: bool
    differences: tuple[Difference, ...] = ()


@dataclass(slots=True)
class Chain(Generic[G]):
    """Logs in order, and what is to be said of them."""

    links: list[Link[G]] = field(default_factory=list)
    notices: list[Notice] = field(default_factory=list)


def parts(joined: Chain[G], *, edited: bool) -> list[list[Link[G]]]:
    """Return the stretches of logs between which no play is missing, each of which is judged as one.

    Parameters
    ----------
    edited : bool
        Whether a start that was changed begins a stretch as well.
    """
    found: list[list[Link[G]]] = []
    for link in joined.links:
        if link.gap or (edited and link.differences):
            found.append([])
        found[-1].append(link)
    return found


@dataclass(frozen=True, slots=True)
class Joints(Generic[G, T]):
    """How logs of a game are compared.

    Attributes
    ----------
    changes : callable
        Log → what was done step by step, whoever recorded it.
    tables : callable
        Log → its first and its last table.
    differences : callable
        What differs between two tables, nudged pieces and helps for players aside.
    progress : callable
        How far a table is in the game.
    is_gap : callable
        Whether tables that differ mean that play is missing, and not that a start was edited.
    without : callable
        A log without its first steps, that many, and with another first table.
    distance : callable or None
        How far apart two tables are; by default as many as they have differences.
    tells : callable
        Whether a change shows that two logs hold the same steps; what people say again shows nothing.
    """

    changes: Callable[[G], tuple[object, ...]]
    tables: Callable[[G], tuple[T, T]]
    differences: Callable[[T, T], tuple[Difference, ...]]
    progress: Callable[[T], tuple[int, int]]
    is_gap: Callable[[T, T, Sequence[Difference]], bool]
    without: Callable[[G, int, T], G]
    distance: Callable[[T, T], int] | None = None
    tells: Callable[[object], bool] = lambda _change: True

    def apart(self, one: T, other: T) -> int:
        """Return how far apart two tables are."""
        return len(self.differences(one, other)) if self.distance is None else self.distance(one, other)


def join(games: Sequence[G], names: Sequence[str], joints: Joints[G, T]) -> Chain[G]:
    """Put logs in order and join them.

    Parameters
    ----------
    games : sequence of G
        Logs that were read.
    names : sequence of str
        What the logs are called.

    Returns
    -------
    Chain
    """
    if len(games) == 1:
        return Chain([Link(0, games[0], gap=True)])
    return _Joiner(games, names, joints).join()


class _Joiner(Generic[G, T]):
    def __init__(self, games: Sequence[G], names: Sequence[str], joints: Joints[G, T]) -> None:
        self.games = games
        self.names = names
        self.joints = joints
        self.found: Chain[G] = Chain()

    def join(self) -> Chain[G]:
        kept = self._without_doubles()
        order = [kept[place] for place in _order([self.games[i] for i in kept], self.joints)]
        previous: Link[G] | None = None
        for log in order:
            game = self.games[log]
            if previous is not None:
                game = self._without_overlap(previous, game, log)
            link = Link(log, game, gap=previous is None)
            if previous is not None:
                self._compare(previous, link)
            self.found.links.append(link)
            previous = link
        if order != sorted(order):
            text = f"the logs were put in order: {', '.join(self.names[i] for i in order)}"
            self.found.notices.append(Notice("AUD035", None, text, {"order": order}, order[0]))
        return self.found

    def _compare(self, previous: Link[G], link: Link[G]) -> None:
        end, begin = self.joints.tables(previous.game)[1], self.joints.tables(link.game)[0]
        link.differences = self.joints.differences(end, begin)
        if link.differences:
            link.gap = self.joints.is_gap(end, begin, link.differences)
            self.found.notices.append(self._notice(previous.log, link))

    def _without_doubles(self) -> list[int]:
        """Leave out logs that another one holds completely."""
        keys = [self.joints.changes(game) for game in self.games]
        kept: list[int] = []
        for log, key in enumerate(keys):
            others = [other for other in range(len(keys)) if other != log and _within(key, keys[other])]
            equal = [other for other in others if keys[other] == key]
            if others and not (equal == others and log < min(equal)):
                self._left_out(log, min(equal or others), whole=bool(equal))
            else:
                kept.append(log)
        return kept

    def _left_out(self, log: int, other: int, *, whole: bool) -> None:
        one, two = (self.joints.tables(self.games[i])[0] for i in (log, other))
        same = not self.joints.differences(one, two)
        code, words = ("AUD031", "is the same log as") if same and whole else ("AUD032", "is a part of")
        if whole and not same:
            code, words = "AUD032", "records the same session as"
        names = self.names[log], self.names[other]
        text = f"{names[0]} {words} {names[1]}; it is left out"
        self.found.notices.append(Notice(code, None, text, {"log": names[0], "other": names[1]}, log))

    def _without_overlap(self, previous: Link[G], game: G, log: int) -> G:
        """Leave out the first steps of a log that the one before it ends with."""
        end, begin = self.joints.tables(previous.game)[1], self.joints.tables(game)[0]
        one, two = self.joints.changes(previous.game), self.joints.changes(game)
        *_, length = (0, *_repeated(two, one))
        if not any(map(self.joints.tells, two[:length])):
            return game
        # One step alone may be done twice.
        if length == 1 and not self.joints.differences(end, begin):
            return game
        before, name = self.names[previous.log], self.names[log]
        text = f"{name} begins with {length} steps that end {before}; they count once"
        self.found.notices.append(Notice("AUD033", None, text, {"steps": length}, log))
        return self.joints.without(game, length, end)

    def _notice(self, before: int, link: Link[G]) -> Notice:
        one, two = self.names[before], self.names[link.log]
        hidden = [item for item in link.differences if item.what in _HIDDEN]
        shown = [_words(item) for item in link.differences if item.what not in _HIDDEN][:_MANY]
        rest = len(link.differences) - len(shown) - len(hidden)
        tail = f" and {rest} more" if rest > 0 else ""
        if link.gap:
            gap = f"play is missing between {one} and {two}: their tables differ"
            counts = (len(link.differences), len(link.differences) - len(hidden))
            text, public = (f"{gap} in {count} places" if count else gap for count in counts)
            code = "AUD030"
        else:
            text = public = f"{two} does not begin as {one} ends: its start was changed"
            code = "AUD034"
        tail = f" ({'; '.join(shown)}{tail})" if shown else ""
        facts: Mapping[str, object] = {
            "before": one,
            "after": two,
            "differences": shown,
            "hidden": len(hidden),
        }
        return Notice(code, None, text + tail, facts, link.log, private=("hidden",), public=public + tail)


def _words(item: Difference) -> str:
    return f"{item.name}: {item.one} → {item.other}"


def _within(key: tuple[object, ...], other: tuple[object, ...]) -> bool:
    """Return whether one row of changes stands in another one without a break."""
    return 0 < len(key) <= len(other) and len(key) in _repeated(key, other)


def _repeated(row: Sequence[object], text: Sequence[object]) -> Iterator[int]:
    """Yield for each change of a text how many changes of a row, from its first, end there: the most.

    Knuth, Morris and Pratt (1977): players may go to and fro, and nothing is compared anew for that.
    """
    if not row:
        return
    shorter = [0]
    for change in row[1:]:
        shorter.append(_longer(row, shorter, shorter[-1], change))
    length = 0
    for change in text:
        if length == len(row):
            length = shorter[-1]
        length = _longer(row, shorter, length, change)
        yield length


def _longer(row: Sequence[object], shorter: Sequence[int], length: int, change: object) -> int:
    """Return how many changes of a row end with one more change, where `length` ended before it."""
    while length and row[length] != change:
        length = shorter[length - 1]
    return length + 1 if row[length] == change else 0


def _order(games: Sequence[G], joints: Joints[G, T]) -> list[int]:
    """Return the order in which the tables fit best; ties go by how far the game is, then as given."""
    n = len(games)
    if n < 2:
        return list(range(n))
    tables = [joints.tables(game) for game in games]
    progress = [(joints.progress(begin), joints.progress(end)) for begin, end in tables]
    if n > _EXACT:
        return sorted(range(n), key=lambda i: (*progress[i], i))
    cost = [
        [
            joints.apart(tables[a][1], tables[b][0]) + _BACK * (progress[a][1] > progress[b][0])
            for b in range(n)
        ]
        for a in range(n)
    ]

    @cache
    def best(last: int, rest: frozenset[int]) -> tuple[int, tuple[int, ...]]:
        if not rest:
            return 0, ()
        options = []
        for following in sorted(rest):
            later, path = best(following, rest - {following})
            options.append((cost[last][following] + later, (following, *path)))
        return min(options)

    starts = []
    for first in range(n):
        total, path = best(first, frozenset(range(n)) - {first})
        starts.append((total, progress[first][0], (first, *path)))
    return list(min(starts)[2])
