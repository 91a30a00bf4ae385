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
from array import array
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
_MANY = 10_000
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
    next: array[int]


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
        after = array("l", [end]) * len(self.board)
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


class _View:
    """What one reading makes of a position: its tables, and weights that follow the units.

    Changes are noted and worked in when an answer is asked for: a reading that nobody asks costs nothing.

    Attributes
    ----------
    weights : pair of list of int
        Per mover and hex: units of the enemy beside it, 64 more for an enemy in it.
    pending : list of (Owner, int, int)
        Owner, hex and +1 or -1 of changes not yet worked in.
    """

    __slots__ = (
        "_forts",
        "_keys",
        "_marches",
        "_near",
        "_position",
        "_rows",
        "_zones",
        "arrays",
        "pending",
        "reading",
        "tables",
        "weights",
    )

    def __init__(self, position: Position, reading: Reading, reach: int) -> None:
        self._position = position
        self.reading = reading
        self.arrays = _by_arrays(reading)
        self.tables = _Tables.of(position.data.board, reading, reach)
        for kind in position.data.units:
            self.tables.add_class(kind)
        self._marches, self._zones = self.tables.marches, self.tables.zones
        self._keys = tuple(_class_of(kind) for kind in position.data.units)
        self._rows: dict[_Class, list[_Row | None]] = {
            key: [None] * len(position.data.board) for key in self._keys
        }
        self._near = tuple(frozenset(n for n, _ in steps) for steps in position.data.board.steps)
        self.pending: list[tuple[Owner, int, int]] = []
        self._weigh()

    def note(self, owner: Owner, h: int, change: int) -> None:
        """Take note of a change, for a reading that may not be asked for long."""
        self.pending.append((owner, h, change))
        if len(self.pending) > _MANY:
            self.current()

    def current(self) -> tuple[list[int], list[int]]:
        """Return the weights as the position is now."""
        if self._position.forts != self._forts:
            self._weigh()
        elif self.pending:
            for owner, h, change in self.pending:
                self._change(owner, h, change)
            self.pending.clear()
        return self.weights

    def _weigh(self) -> None:
        """Work out all weights from where units and forts stand."""
        position = self._position
        self._forts = dict(position.forts)
        self.pending.clear()
        n = len(position.data.board)
        self.weights = ([0] * n, [0] * n)
        for owner in Owner:
            for h, count in enumerate(position.present[owner]):
                if count:
                    self._change(owner, h, 1)
        axis = self.weights[Owner.AXIS]
        for fort in self._forts:
            axis[fort] += 64 * self.reading.fort_bars_entry
            for h in self.tables.zones[fort] if self.reading.fort_has_zoc else ():
                axis[h] += 1

    def _change(self, owner: Owner, h: int, change: int) -> None:
        weights = self.weights[1 - owner]
        weights[h] += 64 * change
        if self._forts and owner is Owner.AXIS:
            for n in self._zones[h]:
                if n not in self._forts:
                    weights[n] += change
        else:
            for n in self._zones[h]:
                weights[n] += change

    def _row(self, key: _Class, end: int) -> _Row:
        row = self._rows[key][end] = self.tables.row(key, end)
        return row

    def reaches(self, move: Move) -> bool:
        """Return whether a legal way leads from ``move.start`` to ``move.end``."""
        position, start, end = self._position, move.start, move.end
        kind = position.data.units[move.unit]
        if self.pending or position.forts != self._forts:
            self.current()
        weights = self.weights[kind.owner]
        if weights[end] >= 64:
            return False
        allowance = kind.reduced_allowance if position.reduced[move.unit] else kind.allowance
        key = self._keys[move.unit]
        row = self._rows[key][end] or self._row(key, end)
        slack = m.POINT * allowance - row.price[start]
        if weights[start] & 63:
            slack -= _ZOC
        if weights[end]:
            slack -= _ZOC
        if slack >= 0:
            after = row.next
            here = after[start]
            while here != end and not weights[here]:
                here = after[here]
            if here == end or _search(self.tables.outgoing[key], row.price, weights, move, slack):
                return True
        marching = self._marches[start] and self._marches[end] and not weights[start] & 63
        if marching and _march(self.tables, weights, move, m.march_allowance(allowance, self.reading)):
            return True
        return end in self._near[start] and _whole_move(self.tables, weights, move, kind, allowance)


class FastCheck(PresenceListener):
    """Answers whether a move has a legal way, for one position that it follows.

    Attributes
    ----------
    position : Position
        Changes made through its methods are seen; do not edit its lists by hand.
    """

    __slots__ = ("_mild", "_strict", "position")

    def __init__(self, position: Position) -> None:
        self.position = position
        settings = position.data.settings
        most = max((max(u.allowance, u.reduced_allowance) for u in position.data.units), default=0)
        reach = min(m.POINT * most, _OUT - 1)
        self._strict = _View(position, settings.strict, reach)
        same = settings.strict == settings.mild
        self._mild = self._strict if same else _View(position, settings.mild, reach)
        position.listeners.append(self)

    def presence_changed(self, owner: Owner, h: int, change: int) -> None:
        """Take note that hexes' weights have changed."""
        self._strict.pending.append((owner, h, change))
        if self._mild is not self._strict:
            self._mild.note(owner, h, change)

    def _view(self, reading: Reading) -> _View | None:
        if reading is self._strict.reading:
            return self._strict
        if reading is self._mild.reading:
            return self._mild
        return next((view for view in (self._strict, self._mild) if view.reading == reading), None)

    def legal(self, move: Move) -> bool:
        """Return whether a move has a legal way under the strictest reading."""
        view = self._strict
        if view.arrays:
            return view.reaches(move)
        return find_way(self.position, move.unit, move.end, view.reading) is not None

    def reachable(self, move: Move, reading: Reading) -> bool:
        """Return whether a legal way leads from ``move.start`` to ``move.end`` under `reading`."""
        view = self._view(reading)
        if view is None or not view.arrays:
            return find_way(self.position, move.unit, move.end, reading) is not None
        return view.reaches(move)

    def decided(self, move: Move) -> bool:
        """Return whether the tables alone decide a move under the strictest reading, without a search."""
        position, view = self.position, self._strict
        kind = position.data.units[move.unit]
        weights = view.current()[kind.owner]
        row = view.tables.row(_class_of(kind), move.end)
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
        position, view = self.position, self._strict
        reading, tables = view.reading, view.tables
        kind, start = position.data.units[unit], position.hex_of[unit]
        if not view.arrays:
            return self._searched(unit, reading)
        weights = view.current()[kind.owner]
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
            if weights[h] < 64 and _whole_move(tables, weights, Move(unit, start, h), kind, allowance)
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


def _whole_move(tables: _Tables, weights: list[int], move: Move, kind: UnitType, allowance: int) -> bool:
    features = tables.board.features(move.start, move.end)
    if features is None or not allowance:
        return False
    terrain = tables.board.terrain
    step = m.Step(terrain[move.start], terrain[move.end], features)
    rules = whole_move_rules(step, kind, tables.reading)
    if rules is None:
        return m.free_first_step(1, tables.reading) and normal_halves(step, kind, tables.reading) is not None
    return not (weights[move.start] and weights[move.end])


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
