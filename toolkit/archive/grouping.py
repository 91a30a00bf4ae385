"""Which logs are one game: by module, players and tables that fit.

A game is a way through the logs from one that nothing goes before to one that nothing goes on from.  Logs of
one session, recorded by both players or sent twice, lie side by side on it.  Where two logs go on from one
table each is a game of its own, and both hold what went before: the longer is the game, the other a branch.
"""

from __future__ import annotations

from array import array
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise

from toolkit.archive.fingerprint import Fingerprint

_PROBES = (0.0, 0.25, 0.5, 0.75, 1.0)
_POPULAR = 20
"""A step that so many logs have says nothing about who recorded whom."""
_SAME = 0.9
"""The part of a log's steps that another one has when it records the same session."""
_OPENING = 0.2
"""The part of the shorter log's steps, from the first, that it shares with the one it branches off."""
_LIKE = 0.6
"""The part of a table that has to stand as another log left it, when play between them is missing."""
_NEAR = 200
"""Logs that are looked at for the one before a table that none ends with: those written last before it."""


class How(StrEnum):
    """How a log came into its game."""

    BEGINS = "begins"
    FOLLOWS = "goes on from the table before"
    OVERLAPS = "begins with steps that end the log before"
    DIFFERS = "goes on from a table that differs"
    TWIN = "records a session that another log has"


@dataclass(frozen=True, slots=True)
class Member:
    """A log of a game, by its content, and how it came into it.

    `differences` counts the pieces and properties that are not as the log before left them.
    """

    content: str
    how: How
    differences: int = 0


@dataclass(frozen=True, slots=True)
class Group:
    """The logs of one game, in the order of play.

    Attributes
    ----------
    branch_of : str
        The log, by content, where the game that it branches off goes another way; "" for none.
    """

    members: tuple[Member, ...]
    branch_of: str = ""

    @property
    def contents(self) -> tuple[str, ...]:
        """The logs, by content."""
        return tuple(member.content for member in self.members)


def alone(content: str) -> Group:
    """Return the game that a log makes when no other belongs to it."""
    return Group((Member(content, How.BEGINS),))


def grouped(prints: Iterable[Fingerprint]) -> list[Group]:
    """Return the games that logs make, each log in at least one.

    Parameters
    ----------
    prints : iterable of Fingerprint
        Of logs, each content once; others are left out.
    """
    by_module: defaultdict[str, list[Fingerprint]] = defaultdict(list)
    for one in sorted(prints, key=lambda one: (one.saved_ms, one.name, one.content)):
        if one.status == "log":
            by_module[one.module].append(one)
    return [group for module in sorted(by_module) for group in _Bucket(by_module[module]).groups()]


@dataclass(frozen=True, slots=True)
class _Link:
    before: int
    how: How
    differences: int = 0


class _Bucket:
    """The logs of one module."""

    def __init__(self, prints: Sequence[Fingerprint]) -> None:
        self.prints = prints
        self.moves = [_telling(one.moves) for one in prints]
        self.node = list(range(len(prints)))
        self.links: dict[int, _Link] = {}
        self.branches: dict[int, int] = {}

    def groups(self) -> Iterator[Group]:
        pairs = sorted(self._alike())
        for long, short in pairs:
            if self._same_session(long, short):
                self._join(short, long)
        # Which log goes on from which is asked of sessions: a way from one to itself would be no game.
        for long, short in pairs:
            self._relate(long, short)
        self._follow()
        self._bridge()
        yield from self._ways()

    # -- logs of one session

    def _alike(self) -> set[tuple[int, int]]:
        """Return the pairs of logs that may record the same session, the longer first."""
        probes: defaultdict[int, set[int]] = defaultdict(set)
        for log, moves in enumerate(self.moves):
            for part in _PROBES if moves else ():
                probes[moves[round(part * (len(moves) - 1))]].add(log)
        telling = {move: logs for move, logs in probes.items() if len(logs) <= _POPULAR}
        found = set()
        for log, moves in enumerate(self.moves):
            for move in moves:
                for other in telling.get(move, ()):
                    if other != log:
                        found.add((log, other) if self._length(log) >= self._length(other) else (other, log))
        return found

    def _length(self, log: int) -> tuple[int, int]:
        return (len(self.moves[log]), -log)

    def _same_session(self, long: int, short: int) -> bool:
        one, other = set(self.moves[long]), set(self.moves[short])
        return len(one & other) >= _SAME * len(other)

    def _relate(self, long: int, short: int) -> None:
        """Make of two logs one the sequel of the other, or branches, if their steps say so."""
        one, other = self.moves[long], self.moves[short]
        if self._same_session(long, short):
            return
        if self.prints[long].begin == self.prints[short].begin:
            if _shared(one, other) >= max(2, _OPENING * len(other)):
                self.branches.setdefault(short, long)
        elif _overlap(one, other):
            self._link(short, long, How.OVERLAPS)
        elif _overlap(other, one):
            self._link(long, short, How.OVERLAPS)

    def _join(self, short: int, long: int) -> None:
        top = self._top(long)
        if top != self._top(short):
            self.node[self._top(short)] = top

    def _top(self, log: int) -> int:
        while self.node[log] != log:
            log = self.node[log]
        return log

    # -- logs that go on

    def _follow(self) -> None:
        """Link each log to one that ends with the very table it begins with."""
        ends: dict[bytes, int] = {}
        for log, one in enumerate(self.prints):
            if one.begin != one.end:
                ends.setdefault(one.end.tobytes(), log)
        for log, one in enumerate(self.prints):
            before = ends.get(one.begin.tobytes())
            if before is not None:
                self._link(log, before, How.FOLLOWS)

    def _bridge(self) -> None:
        """Link a log that begins in mid-game to the one of the same players whose end is most like it."""
        begins = Counter(one.begin.tobytes() for one in self.prints)
        for log, one in enumerate(self.prints):
            if log in self.links or self._top(log) != log or begins[one.begin.tobytes()] > 1:
                continue
            if (before := self._nearest(log)) is not None:
                left = set(self.prints[before].end)
                self._link(log, before, How.DIFFERS, len(set(one.begin) - left))

    def _nearest(self, log: int) -> int | None:
        one = self.prints[log]
        table = set(one.begin)
        players = {seat.player for seat in one.seats}
        best = (_LIKE * len(table), -1)
        others = [other for other in range(len(self.prints)) if self._top(other) != self._top(log)]
        earlier = [other for other in others if self.prints[other].saved_ms <= one.saved_ms][-_NEAR:]
        # Of two that fit alike the later one counts.
        for other in earlier:
            seats = {seat.player for seat in self.prints[other].seats}
            if players.isdisjoint(seats) and (players or seats):
                continue
            alike = len(table.intersection(self.prints[other].end))
            if alike > len(table.intersection(self.prints[other].begin)) and alike >= best[0]:
                best = (alike, other)
        return None if best[1] < 0 else best[1]

    def _link(self, log: int, before: int, how: How, differences: int = 0) -> None:
        log, before = self._top(log), self._top(before)
        if log not in self.links and not self._comes_after(before, log):
            self.links[log] = _Link(before, how, differences)

    def _comes_after(self, log: int, other: int) -> bool:
        """Return whether a log is another one or goes on from it."""
        seen: set[int] = set()
        while log not in seen:
            if log == other:
                return True
            seen.add(log)
            if log not in self.links:
                return False
            log = self._top(self.links[log].before)
        return True

    # -- games

    def _ways(self) -> Iterator[Group]:
        tops = [log for log in range(len(self.prints)) if self._top(log) == log]
        twins: defaultdict[int, list[int]] = defaultdict(list)
        for log in range(len(self.prints)):
            twins[self._top(log)].append(log)
        later: defaultdict[int, list[int]] = defaultdict(list)
        for log in tops:
            if log in self.links:
                later[self._top(self.links[log].before)].append(log)
        reach = _Reach(later, [len(moves) for moves in self.moves])
        for leaf in tops:
            if later[leaf]:
                continue
            way = self._way(leaf)
            members = tuple(member for log in way for member in self._members(log, twins[log]))
            yield Group(members, self._off(way, later, reach))

    def _way(self, leaf: int) -> list[int]:
        way = [leaf]
        while way[-1] in self.links:
            way.append(self._top(self.links[way[-1]].before))
        return way[::-1]

    def _members(self, log: int, twins: Sequence[int]) -> Iterator[Member]:
        link = self.links.get(log, _Link(log, How.BEGINS))
        yield Member(self.prints[log].content, link.how, link.differences)
        for twin in twins:
            if twin != log:
                yield Member(self.prints[twin].content, How.TWIN)

    def _off(self, way: Sequence[int], later: Mapping[int, Sequence[int]], reach: _Reach) -> str:
        """Return the log of another game that this one goes another way than, "" for none."""
        for log, following in pairwise(way):
            longest = max(later[log], key=lambda one: (reach.of(one), -one))
            if longest != following:
                return self.prints[longest].content
        branch = self.branches.get(way[0])
        return "" if branch is None else self.prints[self._top(branch)].content


class _Reach:
    """How many steps are played from a log on, by the longest way."""

    def __init__(self, later: Mapping[int, Sequence[int]], steps: Sequence[int]) -> None:
        self._later = later
        self._steps = steps
        self._known: dict[int, int] = {}

    def of(self, log: int) -> int:
        order = [log]
        for one in order:
            order += self._later.get(one, ())
        for one in reversed(order):
            if one not in self._known:
                further = (self._known[after] for after in self._later.get(one, ()))
                self._known[one] = self._steps[one] + max(further, default=0)
        return self._known[log]


def _telling(moves: array[int]) -> Sequence[int]:
    """Return the steps that change something, each the first time only: dice fall alike again and again."""
    return tuple(dict.fromkeys(moves))


def _shared(one: Sequence[int], other: Sequence[int]) -> int:
    """Return how many steps two logs share from the first."""
    count = 0
    for mine, its in zip(one, other, strict=False):
        if mine != its:
            break
        count += 1
    return count


def _overlap(earlier: Sequence[int], later: Sequence[int]) -> bool:
    """Return whether a log begins with steps, two at least, that end another one."""
    if not later or later[0] not in earlier:
        return False
    tail = earlier[earlier.index(later[0]) :]
    return 2 <= len(tail) <= len(later) and tuple(tail) == tuple(later[: len(tail)])
