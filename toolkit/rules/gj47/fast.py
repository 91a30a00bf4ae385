"""The fast checker: most moves are decided by a table or by walking a table.

Ideas (half points throughout):

* An enemy zone of control is a weight of the *hex*: two points to leave the first, two to enter the last,
  four for each between.  So a way costs its static price plus the weights of its hexes.
* The static price from every hex to one end, for one class of units, is computed once, backwards, and kept
  as a row of bytes with the next hex of the cheapest way.
* Static price and the weights of both ends above the allowance: out of reach.  The cheapest static way meets
  neither enemies nor zones: in reach.  Only the rest is searched, guided by the row.
* Whole moves are one look at the hexside; marches walk road links within a budget.

A fort closes its hex to the Axis, may have a zone of its own, and frees its hex from Axis zones: the weights
know, and are made anew when a fort comes or goes.
"""

from __future__ import annotations

import heapq
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field

from toolkit.rules.gj47 import movement as m
from toolkit.rules.gj47.basics import zoc_reaches
from toolkit.rules.gj47.board import Board, Terrain
from toolkit.rules.gj47.position import Move, Position, PresenceListener
from toolkit.rules.gj47.search import find_way, normal_halves, whole_move_rules
from toolkit.rules.gj47.settings import Reading
from toolkit.rules.gj47.units import Owner, UnitType

_OUT = 255
_ZOC = 2 * m.POINT
_Class = tuple[bool, bool]


def _by_arrays(reading: Reading) -> bool:
    """Return whether the arrays know this reading: rare house rules are left to the plain search."""
    return reading.own_unit_keeps_zoc and reading.climb_is_whole_move and not reading.whole_move_pays


def _class_of(kind: UnitType) -> _Class:
    return kind.mechanised, kind.mountain


@dataclass(frozen=True, slots=True)
class _Row:
    """Static price of every hex to one end, and the next hex on the way; 255 is out of any allowance."""

    price: bytearray
    next: dict[int, int]


@dataclass(slots=True)
class _Tables:
    """What depends on board and reading only.

    Attributes
    ----------
    incoming : per unit class, per hex: ``(hex before, price of the step)``
    outgoing : the same, forwards
    marches : per hex ``(next hex, price)`` along roads
    zones : per hex the hexes its unit's zone of control reaches
    """

    board: Board
    reading: Reading
    reach: int
    zones: tuple[tuple[int, ...], ...]
    marches: tuple[tuple[tuple[int, int], ...], ...]
    outgoing: dict[_Class, tuple[tuple[tuple[int, int], ...], ...]] = field(default_factory=dict)
    incoming: dict[_Class, tuple[tuple[tuple[int, int], ...], ...]] = field(default_factory=dict)
    rows: dict[tuple[_Class, int], _Row] = field(default_factory=dict)

    @classmethod
    def of(cls, board: Board, reading: Reading, reach: int) -> _Tables:
        zones = tuple(
            tuple(n for n, features in board.steps[h] if zoc_reaches(board, h, n, features, reading))
            for h in range(len(board))
        )
        marches = tuple(tuple(_marches(board, h, reading)) for h in range(len(board)))
        return cls(board, reading, reach, zones, marches)

    def add_class(self, kind: UnitType) -> None:
        key = _class_of(kind)
        if key in self.outgoing:
            return
        back: list[list[tuple[int, int]]] = [[] for _ in range(len(self.board))]
        forward = []
        # A map has few kinds of steps: each is priced once.
        prices: dict[tuple[Terrain, Terrain, int], int | None] = {}
        terrain = self.board.terrain
        for h, steps in enumerate(self.board.steps):
            row = []
            for n, features in steps:
                sort = (terrain[h], terrain[n], features)
                if sort not in prices:
                    prices[sort] = normal_halves(m.Step(*sort), kind, self.reading)
                cost = prices[sort]
                if cost is not None:
                    row.append((n, cost))
                    back[n].append((h, cost))
            forward.append(tuple(row))
        self.outgoing[key] = tuple(forward)
        self.incoming[key] = tuple(tuple(row) for row in back)

    def row(self, key: _Class, end: int) -> _Row:
        """Return the static prices to `end`, computed when first asked for."""
        found = self.rows.get((key, end))
        if found is None:
            found = self._compute_row(self.incoming[key], end)
            self.rows[key, end] = found
        return found

    def _compute_row(self, incoming: tuple[tuple[tuple[int, int], ...], ...], end: int) -> _Row:
        price = bytearray([_OUT]) * len(self.board)
        after: dict[int, int] = {}
        price[end] = 0
        queue = [(0, end)]
        while queue:
            spent, node = heapq.heappop(queue)
            if spent > price[node]:
                continue
            for before, cost in incoming[node]:
                total = spent + cost
                if total <= self.reach and total < price[before]:
                    price[before] = total
                    after[before] = node
                    heapq.heappush(queue, (total, before))
        return _Row(price, after)


def _marches(board: Board, h: int, reading: Reading) -> Iterator[tuple[int, int]]:
    for n, features in board.steps[h]:
        step = m.Step(board.terrain[h], board.terrain[n], features)
        cost = m.march_halves(step, reading) if m.march_step(step) else None
        if cost is not None:
            yield n, cost


@dataclass(frozen=True, slots=True)
class Ways:
    """Where a unit can go in one segment.

    Attributes
    ----------
    start : int
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


class FastCheck(PresenceListener):
    """Answers whether a move has a legal way, for one position that it follows.

    Attributes
    ----------
    position : Position
        Changes made through its methods are seen; do not edit its lists by hand.
    """

    __slots__ = ("_forts", "_reach", "_tables", "_weights", "position")

    def __init__(self, position: Position) -> None:
        self.position = position
        most = max((max(u.allowance, u.reduced_allowance) for u in position.data.units), default=0)
        self._reach = min(m.POINT * most, _OUT - 1)
        self._tables: dict[Reading, _Tables] = {}
        # Per reading and mover: units of the enemy beside each hex, 64 more for an enemy in the hex.
        self._weights: dict[Reading, tuple[list[int], list[int]]] = {}
        self._forts: dict[int, int] = {}
        for reading in {position.data.settings.strict, position.data.settings.mild}:
            tables = _Tables.of(position.data.board, reading, self._reach)
            for kind in position.data.units:
                tables.add_class(kind)
            self._tables[reading] = tables
        self._weigh()
        position.listeners.append(self)

    def _weigh(self) -> None:
        """Work out all weights from where units and forts stand."""
        position = self.position
        self._forts = dict(position.forts)
        n = len(position.data.board)
        for reading, tables in self._tables.items():
            weights = self._weights[reading] = ([0] * n, [0] * n)
            for owner in Owner:
                for h, count in enumerate(position.present[owner]):
                    if count:
                        self._change(reading, owner, h, 1)
            for fort in self._forts:
                weights[Owner.AXIS][fort] += 64 * reading.fort_bars_entry
                for h in tables.zones[fort] if reading.fort_has_zoc else ():
                    weights[Owner.AXIS][h] += 1

    def presence_changed(self, owner: Owner, h: int, change: int) -> None:
        """Keep the weights of the other side up to date."""
        for reading in self._weights:
            self._change(reading, owner, h, change)

    def _change(self, reading: Reading, owner: Owner, h: int, change: int) -> None:
        weights = self._weights[reading][owner.enemy]
        weights[h] += 64 * change
        free = self._forts if owner is Owner.AXIS else ()
        for n in self._tables[reading].zones[h]:
            if n not in free:
                weights[n] += change

    def reachable(self, move: Move, reading: Reading) -> bool:
        """Return whether a legal way leads from ``move.start`` to ``move.end`` under `reading`."""
        position = self.position
        if reading not in self._tables or not _by_arrays(reading):
            return find_way(position, move.unit, move.end, reading) is not None
        if position.forts != self._forts:
            self._weigh()
        kind = position.data.units[move.unit]
        weights = self._weights[reading][kind.owner]
        if weights[move.end] >= 64:
            return False
        allowance = kind.reduced_allowance if position.reduced[move.unit] else kind.allowance
        tables = self._tables[reading]
        return (
            self._normal(tables, weights, move, _class_of(kind), m.POINT * allowance)
            or self._whole_move(tables, weights, move, kind, allowance)
            or self._march(tables, weights, move, m.march_allowance(allowance, reading))
        )

    def decided(self, move: Move) -> bool:
        """Return whether the tables alone decide a move under the strictest reading, without a search."""
        position, reading = self.position, self.position.data.settings.strict
        if position.forts != self._forts:
            self._weigh()
        kind = position.data.units[move.unit]
        weights = self._weights[reading][kind.owner]
        row = self._tables[reading].row(_class_of(kind), move.end)
        ends = _ZOC * (bool(weights[move.start] & 63) + bool(weights[move.end]))
        limit = m.POINT * position.allowance(move.unit)
        if weights[move.end] >= 64 or row.price[move.start] + ends > limit:
            return True
        here = row.next[move.start]
        while here != move.end and not weights[here]:
            here = row.next[here]
        return here == move.end

    def ways(self, unit: int) -> Ways:
        """Return where a unit can go under the strictest reading, and how; readings that tables do not know
        are searched hex by hex.
        """
        position, reading = self.position, self.position.data.settings.strict
        if position.forts != self._forts:
            self._weigh()
        kind, start = position.data.units[unit], position.hex_of[unit]
        if not _by_arrays(reading):
            return self._searched(unit, reading)
        tables, weights = self._tables[reading], self._weights[reading][kind.owner]
        allowance = position.allowance(unit)
        normal = _flood(tables.outgoing[_class_of(kind)], weights, start, m.POINT * allowance)
        marches = {}
        if not weights[start] & 63:
            marches = _march_flood(
                tables.marches, weights, start, m.march_allowance(allowance, reading), reading
            )
        whole = [
            h
            for h, _ in tables.board.steps[start]
            if weights[h] < 64 and self._whole_move(tables, weights, Move(unit, start, h), kind, allowance)
        ]
        return Ways(start, normal, marches, tuple(whole))

    def _searched(self, unit: int, reading: Reading) -> Ways:
        start = self.position.hex_of[unit]
        rings = self.position.data.board.distances(start)
        # A march goes two hexes a point, and one more where a half is dropped.
        limit = m.POINT * self.position.allowance(unit) + 1
        found = {}
        for h, distance in enumerate(rings):
            trail = find_way(self.position, unit, h, reading) if 0 < distance <= limit else None
            if trail is not None:
                found[h] = tuple(step.hex for step in trail.steps)
        return Ways(start, found=found)

    @staticmethod
    def _normal(tables: _Tables, weights: list[int], move: Move, key: _Class, limit: int) -> bool:
        start, end = move.start, move.end
        row = tables.row(key, end)
        price = row.price
        ends = (_ZOC if weights[start] & 63 else 0) + (_ZOC if weights[end] else 0)
        slack = limit - price[start] - ends
        if slack < 0:
            return False
        here = row.next[start]
        while here != end and not weights[here]:
            here = row.next[here]
        if here == end:
            return True
        return _search(tables.outgoing[key], row.price, weights, move, slack)

    @staticmethod
    def _whole_move(tables: _Tables, weights: list[int], move: Move, kind: UnitType, allowance: int) -> bool:
        features = tables.board.features(move.start, move.end)
        if features is None or not allowance:
            return False
        terrain = tables.board.terrain
        step = m.Step(terrain[move.start], terrain[move.end], features)
        rules = whole_move_rules(step, kind, tables.reading)
        if rules is None:
            return (
                m.free_first_step(1, tables.reading) and normal_halves(step, kind, tables.reading) is not None
            )
        return not (weights[move.start] and weights[move.end])

    @staticmethod
    def _march(tables: _Tables, weights: list[int], move: Move, limit: int) -> bool:
        start, end = move.start, move.end
        marches = tables.marches
        if weights[start] & 63 or not marches[start] or not marches[end]:
            return False
        if weights[end] and tables.reading.march_ends_outside_zoc:
            return False
        best = {start: 0}
        queue = deque([start])
        while queue:
            node = queue.popleft()
            spent = best[node]
            for target, cost in marches[node]:
                total = spent + cost
                if total > limit or total >= best.get(target, limit + 1):
                    continue
                if target == end:
                    return True
                if not weights[target]:
                    best[target] = total
                    queue.append(target)
        return False


def _flood(
    outgoing: tuple[tuple[tuple[int, int], ...], ...], weights: list[int], start: int, limit: int
) -> dict[int, int]:
    """Return every hex in reach of normal movement, with the hex before it on the cheapest way."""
    leave = _ZOC if weights[start] & 63 else 0
    best = {start: leave}
    before: dict[int, int] = {}
    queue = [(leave, start)]
    while queue:
        spent, node = heapq.heappop(queue)
        if spent > best[node]:
            continue
        # Behind the first hex, a zone was paid for at entry and is paid for again when it is left.
        onward = spent + (_ZOC if weights[node] and node != start else 0)
        for target, cost in outgoing[node]:
            weight = weights[target]
            if weight >= 64:
                continue
            total = onward + cost + (_ZOC if weight else 0)
            if total <= limit and total < best.get(target, _OUT):
                best[target] = total
                before[target] = node
                heapq.heappush(queue, (total, target))
    return before


def _march_flood(
    marches: tuple[tuple[tuple[int, int], ...], ...],
    weights: list[int],
    start: int,
    limit: int,
    reading: Reading,
) -> dict[int, int]:
    """Return every hex in reach of a march, with the hex before it."""
    best = {start: 0}
    before: dict[int, int] = {}
    queue = deque([start])
    while queue:
        node = queue.popleft()
        for target, cost in marches[node]:
            total, weight = best[node] + cost, weights[target]
            if total > limit or total >= best.get(target, _OUT) or weight >= 64:
                continue
            if weight and reading.march_ends_outside_zoc:
                continue
            before[target] = node
            best[target] = total
            if not weight:
                queue.append(target)
    return before


def _search(
    outgoing: tuple[tuple[tuple[int, int], ...], ...],
    price: bytearray,
    weights: list[int],
    move: Move,
    slack: int,
) -> bool:
    """Search on reduced prices, best slack first: a hex in a zone costs four points between the ends."""
    start, end = move.start, move.end
    best = {start: slack}
    queue = [(-slack, start)]
    while queue:
        negative, node = heapq.heappop(queue)
        left = -negative
        if left < best[node]:
            continue
        base = price[node]
        for target, cost in outgoing[node]:
            rest = left + base - cost - price[target]
            if rest < 0 or price[target] == _OUT:
                continue
            if target == end:
                return True
            weight = weights[target]
            if weight:
                if weight >= 64:
                    continue
                rest -= 2 * _ZOC
                if rest < 0:
                    continue
            if rest > best.get(target, -1):
                best[target] = rest
                heapq.heappush(queue, (-rest, target))
    return False
