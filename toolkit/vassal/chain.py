"""How the logs of one game follow each other: which table a log begins with.

Who opens a log gets the table it holds, and its steps lead to a table with which the next log may begin.  Who
loads it as a *continuation* of a running game keeps their own table and gets the steps only.  Where two
tables have drifted apart (a log not stepped to its end, pieces set right by hand) the steps keep both apart,
and the next log begins with the one or the other.  `links` finds out which.

Source: ``GameState.loadContinuation``, release-3.7.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from toolkit.vassal.events import Event, PieceAdded, PieceMoved, PieceRemoved, Spot
from toolkit.vassal.log import Log, Step
from toolkit.vassal.privacy import people_of
from toolkit.vassal.table import Table

_BACK = 3


@dataclass(frozen=True, slots=True)
class Link:
    """How a log begins, beside the logs before it.

    Attributes
    ----------
    name : str
        The log.
    table_of : str or None
        The log whose table it begins with; None for the first.
    step : int or None
        The step of that log it was played to; 0 is its beginning, None its end.
    played_on : str or None
        The log whose steps were played on that table, as a continuation.
    same, both : int
        How many pieces are where they are on that table, and how many both tables hold.
    moved, added, missing : tuple of str
        Ids of pieces that lie elsewhere, are new, or are gone.
    """

    name: str
    table_of: str | None
    step: int | None = None
    played_on: str | None = None
    same: int = 0
    both: int = 0
    moved: tuple[str, ...] = ()
    added: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()

    @property
    def exact(self) -> bool:
        """Whether every piece is where it was, and there are no others."""
        return not (self.moved or self.added or self.missing)


@dataclass(frozen=True, slots=True)
class _Known:
    log: Log
    begin: Table
    end: Table


def _places(table: Table) -> dict[str, Spot]:
    return {thing.id: table.spot(thing.id) for thing in table.counters()}


def _touched(event: Event) -> tuple[str, ...]:
    """Return the pieces that an event puts somewhere."""
    match event:
        case PieceMoved(pieces=pieces):
            return pieces
        case PieceAdded(id=id_) | PieceRemoved(id=id_):
            return (id_,)
        case _:
            return ()


def _play(table: Table, steps: Iterable[Step]) -> frozenset[str]:
    """Play steps on a table; return the pieces they put somewhere."""
    touched: set[str] = set()
    for step in steps:
        for event in table.apply(step.commands, step.number):
            touched.update(_touched(event))
        table.forget()
    return frozenset(touched)


def _nearest_step(item: _Known, begin: dict[str, Spot], apart_from: frozenset[str]) -> int:
    """Return how many steps of a log lead nearest to a table, some pieces left aside; the most if several."""
    table = item.begin.copy()
    places = _places(table)
    wrong = {id_ for id_ in places.keys() | begin.keys() if places.get(id_) != begin.get(id_)} - apart_from
    best, at = len(wrong), 0
    for number, step in enumerate(item.log.steps, start=1):
        for id_ in _play(table, [step]) - apart_from:
            place = table.spot(id_) if id_ in table.things else None
            (wrong.discard if place == begin.get(id_) else wrong.add)(id_)
        if len(wrong) <= best:
            best, at = len(wrong), number
    return at


@dataclass(frozen=True, slots=True)
class _Candidate:
    item: _Known
    table: Table
    step: int | None = None
    played: str | None = None


def _candidates(known: Iterable[_Known], begin: dict[str, Spot]) -> Iterator[_Candidate]:
    """Yield the tables a log may begin with, the likeliest first."""
    last, *others = reversed(list(known))
    yield _Candidate(last, last.end)
    yield _stopped(last, begin, frozenset())
    for item in others:
        # Where a stack is not the same its moves miss the pieces: what they reach depends on the table.
        reached = _play(item.begin.copy(), last.log.steps) & _play(item.end.copy(), last.log.steps)
        base = _stopped(item, begin, reached)
        table = base.table.copy()
        _play(table, last.log.steps)
        yield _Candidate(item, table, base.step, last.log.name)
        yield _stopped(item, begin, frozenset())


def _stopped(item: _Known, begin: dict[str, Spot], apart_from: frozenset[str]) -> _Candidate:
    """Return the table of a log at the step where it is nearest to another."""
    step = _nearest_step(item, begin, apart_from)
    if step == len(item.log.steps):
        return _Candidate(item, item.end)
    table = item.begin.copy()
    _play(table, item.log.steps[:step])
    return _Candidate(item, table, step)


def _link(log: Log, begin: dict[str, Spot], known: Iterable[_Known]) -> Link:
    best: Link | None = None
    for candidate in _candidates(known, begin):
        places = _places(candidate.table)
        both = places.keys() & begin.keys()
        moved = tuple(sorted(id_ for id_ in both if places[id_] != begin[id_]))
        found = Link(
            name=log.name,
            table_of=candidate.item.log.name,
            step=candidate.step,
            played_on=candidate.played,
            same=len(both) - len(moved),
            both=len(both),
            moved=moved,
            added=tuple(sorted(begin.keys() - places.keys())),
            missing=tuple(sorted(places.keys() - begin.keys())),
        )
        if best is None or _distance(found) < _distance(best):
            best = found
        if best.exact:
            break
    return best or Link(log.name, None)


def _distance(link: Link) -> tuple[bool, int]:
    """Return how far apart two tables are; tables without a common piece are further than any others."""
    return link.both == 0, len(link.moved) + len(link.added) + len(link.missing)


def links(logs: Iterable[Log], back: int = _BACK) -> Iterator[Link]:
    """Say for each log which earlier table it begins with.

    Parameters
    ----------
    logs : iterable of Log
        In the order in which they were written.
    back : int
        How many logs back a table may come from.

    Yields
    ------
    Link
        The nearest; of equally near ones the end of the log before comes first.
    """
    known: deque[_Known] = deque(maxlen=max(back, 1))
    for log in logs:
        begin = Table(people_of(log.script))
        begin.apply(log.begin)
        begin.forget()
        yield _link(log, _places(begin), known) if known else Link(log.name, None)
        end = begin.copy()
        _play(end, log.steps)
        known.append(_Known(log, begin, end))
