"""Tables of the fast checker: what depends on the board, the reading and the class of a unit alone.

They are kept with the board, so all positions on it share them.  Prices are half points.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from toolkit.games.gj47.rules import marching
from toolkit.games.gj47.rules import movement as m
from toolkit.games.gj47.rules.basics import zones_of
from toolkit.games.gj47.rules.board import Board
from toolkit.games.gj47.rules.prices import prices_for
from toolkit.games.gj47.rules.readings import Reading
from toolkit.games.gj47.rules.search import pricing
from toolkit.games.gj47.rules.units import UnitType

OUT = 255
"""Price in a row: out of any allowance."""

UnitClass = tuple[bool, bool]
Links = tuple[tuple[tuple[int, int], ...], ...]
"""Per hex ``(neighbour, price of the step)``."""


def class_of(kind: UnitType) -> UnitClass:
    """Return what the price of a unit's steps depends on: mechanised or not, mountain unit or not."""
    return kind.mechanised, kind.mountain


class Row(NamedTuple):
    """What every hex knows of one end.

    Attributes
    ----------
    price : bytearray
        Static price from each hex, `OUT` when out of any allowance.
    after : array of int
        Next hex on the cheapest way; meaningless where `price` is `OUT`.
    losses : dict of int to tuple of (int, int)
        Hex → ``(loss, neighbour)``, least loss first: by how much the way over that neighbour is dearer than
        the cheapest.  Filled as searches ask.
    """

    price: bytearray
    after: array[int]
    losses: dict[int, tuple[tuple[int, int], ...]]


@dataclass(frozen=True, slots=True)
class Ways:
    """Where a unit can go in one segment.

    Attributes
    ----------
    normal, marches : dict of int to int
        Hex → the hex before it on a cheapest way, by normal movement and in march formation.
    whole : tuple of int
        Hexes that a step of the whole move reaches.
    found : dict of int to tuple of int
        Hex → hexes entered, for ways that were searched one by one.
    """

    start: int
    normal: dict[int, int] = field(default_factory=dict)
    marches: dict[int, int] = field(default_factory=dict)
    whole: tuple[int, ...] = ()
    found: dict[int, tuple[int, ...]] = field(default_factory=dict)

    def hexes(self) -> list[int]:
        """Return every hex in reach, without the start, in order of their ids."""
        return sorted({*self.normal, *self.marches, *self.whole, *self.found} - {self.start})

    def only_marched(self, end: int) -> bool:
        """Return whether a unit gets to a hex in march formation only."""
        return end in self.marches and end not in self.normal and end not in self.whole

    def path(self, end: int) -> tuple[int, ...]:
        """Return the hexes entered on a way to `end`, `end` last.

        Raises
        ------
        KeyError
            For a hex out of reach.
        """
        if end in self.found:
            return self.found[end]
        if end in self.whole and end not in self.normal:
            return (end,)
        before = self.normal if end in self.normal else self.marches
        path = [end]
        while before[path[-1]] != self.start:
            path.append(before[path[-1]])
        return tuple(reversed(path))


@dataclass(slots=True)
class Tables:
    """What depends on board and reading only.

    Attributes
    ----------
    reach : int
        Greatest allowance that rows know.
    outgoing, incoming : per unit class the steps of normal movement, forwards and backwards
    marches : steps of march formation
    zones : per hex the hexes its unit's zone of control reaches
    near : per hex its neighbours
    rows : per unit class and end hex a row, None until asked for
    """

    board: Board
    reading: Reading
    reach: int
    zones: tuple[tuple[int, ...], ...]
    near: tuple[frozenset[int], ...]
    marches: Links
    outgoing: dict[UnitClass, Links] = field(default_factory=dict)
    incoming: dict[UnitClass, Links] = field(default_factory=dict)
    rows: dict[UnitClass, list[Row | None]] = field(default_factory=dict)

    @classmethod
    def of(cls, board: Board, reading: Reading, reach: int) -> Tables:
        """Return the tables of a board under a reading, made when first asked for."""
        near = (frozenset(t for t, _ in steps) for steps in board.steps)
        marches = (tuple(_marches(board, h, reading)) for h in range(len(board)))
        return board.kept(
            ("fast movement", reading, reach),
            lambda: cls(board, reading, reach, zones_of(board, reading), tuple(near), tuple(marches)),
        )

    def add_class(self, kind: UnitType) -> None:
        """Price all steps for units like this one."""
        key = class_of(kind)
        if key in self.outgoing:
            return
        price, terrain = pricing(prices_for(self.board.chart, kind), self.reading), self.board.terrain
        priced = (
            [(n, price(terrain[h], terrain[n], features)) for n, features in steps]
            for h, steps in enumerate(self.board.steps)
        )
        self.outgoing[key] = tuple(tuple((n, cost) for n, cost in row if cost is not None) for row in priced)
        self.incoming[key] = _turned(self.outgoing[key])
        self.rows[key] = [None] * len(self.board)

    def row(self, key: UnitClass, end: int) -> Row:
        """Return the row of an end hex, computed when first asked for."""
        found = self.rows[key][end]
        if found is None:
            found = self.rows[key][end] = _row(self.incoming[key], end, self.reach)
        return found


def _row(incoming: Links, end: int, reach: int) -> Row:
    price = bytearray([OUT]) * len(incoming)
    after = array("i", [end]) * len(incoming)
    price[end] = 0
    levels: list[list[int]] = [[end], *([] for _ in range(reach))]
    for spent, level in enumerate(levels):
        for node in level:
            if spent > price[node]:
                continue
            for before, cost in incoming[node]:
                total = spent + cost
                if total < price[before] and total <= reach:
                    price[before] = total
                    after[before] = node
                    levels[total].append(before)
    return Row(price, after, {})


def _turned(links: Links) -> Links:
    back: list[list[tuple[int, int]]] = [[] for _ in links]
    for h, steps in enumerate(links):
        for n, cost in steps:
            back[n].append((h, cost))
    return tuple(tuple(row) for row in back)


def _marches(board: Board, h: int, reading: Reading) -> Iterator[tuple[int, int]]:
    for n, features in board.steps[h]:
        # Roads and what lies on hexsides cost all units the same.
        step = m.Step(board.terrain[h], board.terrain[n], features, board.chart[0])
        cost = marching.march_halves(step, reading) if marching.march_step(step) else None
        if cost is not None:
            yield n, cost
