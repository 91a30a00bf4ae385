"""The fast checker: most moves are decided by a table or by walking a table.

Ideas (half points throughout):

* An enemy zone of control is a weight of the *hex*: two points to leave the first, two to enter the last,
  four for each between.  So a way costs its static price plus the weights of its hexes.
* The static price from every hex to one end, for one class of units, is computed once, backwards, and kept
  as a row of bytes with the next hex of the cheapest way (``fast_tables``).
* Static price and the weights of both ends above the allowance: out of reach.  The cheapest static way meets
  neither enemies nor zones: in reach.  Only the rest is searched, guided by the row (``fast_search``).
* Whole moves are one look at the hexside; marches have rows of their own.
* Where a unit can go depends on the zones and enemies within its reach only: the answer is kept by them.

A fort closes its hex to the Axis, may have a zone of its own, and frees its hex from Axis zones: the weights
know, and are made anew when a fort comes or goes.
"""

from __future__ import annotations

from collections.abc import Callable

from toolkit.games.gj47.rules import marching
from toolkit.games.gj47.rules.course import Move
from toolkit.games.gj47.rules.fast_search import BESIDE, CLOSED, ZOC, flood, march_flood, search
from toolkit.games.gj47.rules.fast_tables import OUT, Ball, Tables, UnitClass, Ways, class_of
from toolkit.games.gj47.rules.position import Position
from toolkit.games.gj47.rules.prices import POINT
from toolkit.games.gj47.rules.readings import Reading
from toolkit.games.gj47.rules.search import find_way
from toolkit.games.gj47.rules.units import Owner

_KEPT = 1024
_AXIS, _SOVIET = Owner.AXIS, Owner.SOVIET
# A weight as far as reach depends on it: 1 for a zone, 2 for a closed hex, 3 for both.
_STATES = bytes((weight >= CLOSED) * 2 + (weight & BESIDE > 0) for weight in range(256))


def _by_arrays(reading: Reading) -> bool:
    """Return whether the arrays know this reading: rare house rules are left to the plain search."""
    return reading.own_unit_keeps_zoc and reading.climb_is_whole_move and not reading.whole_move_pays


class _View:
    """What one reading makes of a position: its tables, and weights that follow the units.

    Attributes
    ----------
    weights : pair of list of int
        Per mover and hex: units of the enemy beside it, 64 more for an enemy in it.
    """

    __slots__ = (
        "_forts",
        "_halves",
        "_kept",
        "_keys",
        "_near",
        "_network",
        "_of_unit",
        "_position",
        "_spread",
        "_stamp",
        "_states",
        "arrays",
        "reading",
        "tables",
        "weights",
    )

    def __init__(self, position: Position, reading: Reading, reach: int) -> None:
        data = position.data
        self._position = position
        self.reading = reading
        self.arrays = _by_arrays(reading)
        self.tables = tables = Tables.of(data.board, reading, reach)
        for kind in data.units:
            tables.add_class(kind)
        self._near, self._network = tables.near, tables.network
        self.weights = ([0] * len(data.board), [0] * len(data.board))
        self._keys = tuple(class_of(kind) for kind in data.units)
        self._halves = (
            tuple(POINT * kind.allowance for kind in data.units),
            tuple(POINT * kind.reduced_allowance for kind in data.units),
        )
        # What one unit asks for at every check, side by side.
        self._of_unit = tuple(
            (self.weights[kind.owner], tables.rows[key], (full, less))
            for kind, key, full, less in zip(data.units, self._keys, *self._halves, strict=True)
        )
        self._kept: dict[tuple[UnitClass, int, int, int], Ways] = {}
        self._states: list[tuple[int, bytes]] = [(-1, b""), (-1, b"")]
        self._weigh()

    def current(self) -> tuple[list[int], list[int]]:
        """Return the weights as the position is now, whether or not `shift` was told of every change."""
        if self._position.stamp != self._stamp or self._position.forts != self._forts:
            self._weigh()
        return self.weights

    def shift(self, owner: Owner, left: int, entered: int) -> None:
        """Take the weight of a unit from one hex to another; -1 for none."""
        weights, spread = self.weights[1 - owner], self._spread[owner]
        if left >= 0:
            weights[left] -= CLOSED
            for h in spread[left]:
                weights[h] -= 1
        if entered >= 0:
            weights[entered] += CLOSED
            for h in spread[entered]:
                weights[h] += 1

    def _weigh(self) -> None:
        """Work out all weights from where units and forts stand."""
        position, zones = self._position, self.tables.zones
        self._stamp = position.stamp
        self._forts = forts = dict(position.forts)
        self._states = [(-1, b""), (-1, b"")]
        axis = list(zones)
        for h in {h for fort in forts for h in self._near[fort]}:
            axis[h] = tuple(n for n in zones[h] if n not in forts)
        self._spread = (axis, zones)
        for weights in self.weights:
            weights[:] = [0] * len(weights)
        for owner in (_AXIS, _SOVIET):
            for h, count in enumerate(position.present[owner]):
                if count:
                    self.shift(owner, -1, h)
        against = self.weights[_AXIS]
        for fort in forts:
            against[fort] += CLOSED * self.reading.fort_bars_entry
            for h in zones[fort] if self.reading.fort_has_zoc else ():
                against[h] += 1

    def reaches(self, move: Move) -> bool:
        """Return whether a legal way leads from ``move.start`` to ``move.end``; `current` before, unless
        `shift` was told of every change.
        """
        position = self._position
        if position.forts != self._forts:
            self._weigh()
        unit, start, end = move.unit, move.start, move.end
        weights, rows, faces = self._of_unit[unit]
        if weights[end] >= CLOSED:
            return False
        row = rows[end] or self.tables.row(self._keys[unit], end)
        price, after, _ = row
        slack = faces[position.reduced[unit]] - price[start]
        if weights[start] & BESIDE:
            slack -= ZOC
        if weights[end]:
            slack -= ZOC
        if slack >= 0:
            here = after[start]
            while here != end and not weights[here]:
                here = after[here]
            if here == end:
                return True
            if search(row, self.tables.outgoing[self._keys[unit]], weights, (start, end), slack):
                return True
        network = self._network[start]
        if network and network == self._network[end] and self._marches(move, weights):
            return True
        return end in self._near[start] and self._whole_move(move, weights)

    def _marches(self, move: Move, weights: list[int]) -> bool:
        start, end = move.start, move.end
        if weights[start] & BESIDE or (weights[end] and self.reading.march_ends_outside_zoc):
            return False
        limit = marching.march_allowance(self._position.allowance(move.unit), self.reading)
        row = self.tables.march_row(end)
        if row.price[start] > limit:
            return False
        here = row.after[start]
        while here != end and not weights[here]:
            here = row.after[here]
        return here == end or end in march_flood(self.tables.marches, weights, start, limit, outside=False)

    def _whole_move(self, move: Move, weights: list[int]) -> bool:
        barred = self.tables.whole[self._keys[move.unit]][move.start].get(move.end)
        if barred is None or not self._position.allowance(move.unit):
            return False
        return not (barred and weights[move.start] and weights[move.end])

    def marches(self, move: Move) -> bool:
        """Return whether a legal march leads from ``move.start`` to ``move.end``."""
        weights = self.current()[self._position.data.units[move.unit].owner]
        network = self._network[move.start]
        joined = bool(network) and network == self._network[move.end]
        return joined and weights[move.end] < CLOSED and self._marches(move, weights)

    # -- where a unit can go -----------------------------------------------------------------------

    def ways(self, unit: int) -> Ways:
        """Return where a unit can go; kept for as long as nothing changes within its reach."""
        position = self._position
        start, allowance, key = position.hex_of[unit], position.allowance(unit), self._keys[unit]
        ball = self.tables.balls.get((key, start, allowance)) or self._ball(unit)
        state = self._state(position.data.units[unit].owner)
        around = int.from_bytes(state[ball.low : ball.high], "little") & ball.mask
        if not around:
            return ball.ways
        name = (key, start, allowance, around)
        found = self._kept.get(name)
        if found is None:
            if len(self._kept) >= _KEPT:
                self._kept.clear()
            weights = self.weights[position.data.units[unit].owner]
            found = self._kept[name] = self._find_ways(unit, weights)
        return found

    def _state(self, owner: Owner) -> bytes:
        """Return the weights against a side as far as reach depends on them, a byte a hex."""
        weights, stamp = self.weights[owner], self._position.stamp
        if self._position.forts != self._forts:
            self._weigh()
        if self._states[owner][0] != stamp:
            self._states[owner] = (stamp, bytes(weights).translate(_STATES))
        return self._states[owner][1]

    def _ball(self, unit: int) -> Ball:
        """Work out which hexes bear on where a unit can go: all it could reach on an empty map."""
        tables = self.tables
        ways = self._find_ways(unit, [0] * len(tables.board))
        hexes = {ways.start, *tables.near[ways.start], *ways.hexes()}
        low, high = min(hexes), max(hexes) + 1
        mask = bytes(OUT * (h in hexes) for h in range(low, high))
        ball = Ball(low, high, int.from_bytes(mask, "little"), ways)
        tables.balls[self._keys[unit], ways.start, self._position.allowance(unit)] = ball
        return ball

    def _find_ways(self, unit: int, weights: list[int]) -> Ways:
        """Return where a unit can go among these weights."""
        position, tables, reading = self._position, self.tables, self.reading
        start, allowance, key = position.hex_of[unit], position.allowance(unit), self._keys[unit]
        normal = flood(tables.outgoing[key], weights, start, POINT * allowance)
        marches: dict[int, int] = {}
        if not weights[start] & BESIDE:
            limit, outside = marching.march_allowance(allowance, reading), reading.march_ends_outside_zoc
            marches = march_flood(tables.marches, weights, start, limit, outside=outside)
        whole = [
            h
            for h, barred in tables.whole[key][start].items()
            if allowance and weights[h] < CLOSED and not (barred and weights[start] and weights[h])
        ]
        return Ways(start, normal, marches, tuple(whole))


class FastCheck:
    """Answers whether a move has a legal way, for one position that it follows.

    Attributes
    ----------
    position : Position
        Changes made through its methods are seen; do not edit its lists by hand.
    legal : callable
        Whether a `Move` has a legal way under the strictest reading.
    """

    __slots__ = ("_mild", "_strict", "legal", "position", "presence_changed")

    def __init__(self, position: Position) -> None:
        self.position = position
        bounds = position.data.moves
        most = max((max(u.allowance, u.reduced_allowance) for u in position.data.units), default=0)
        reach = min(POINT * most, OUT - 1)
        self._strict = _View(position, bounds.strict, reach)
        same = bounds.strict == bounds.mild
        self._mild = self._strict if same else _View(position, bounds.mild, reach)
        # The strict view follows every change; the mild one is asked seldom and looks when it is.
        # No wrapper stands between: these two are asked for every move of a game.
        self.presence_changed = self._strict.shift
        self.legal: Callable[[Move], bool] = self._strict.reaches if self._strict.arrays else self._searches
        position.listeners.append(self)

    def _searches(self, move: Move) -> bool:
        return find_way(self.position, move.unit, move.end, self._strict.reading) is not None

    def marches(self, move: Move, reading: Reading) -> bool:
        """Return whether a legal march leads from ``move.start`` to ``move.end`` under `reading`."""
        view = self._view(reading)
        if view is None:
            return find_way(self.position, move.unit, move.end, reading, march=True) is not None
        return view.marches(move)

    def _view(self, reading: Reading) -> _View | None:
        if reading is self._strict.reading:
            return self._strict
        if reading is self._mild.reading:
            return self._mild
        return next((view for view in (self._strict, self._mild) if view.reading == reading), None)

    def reachable(self, move: Move, reading: Reading) -> bool:
        """Return whether a legal way leads from ``move.start`` to ``move.end`` under `reading`."""
        view = self._view(reading)
        if view is None or not view.arrays:
            return find_way(self.position, move.unit, move.end, reading) is not None
        if view is not self._strict:
            view.current()
        return view.reaches(move)

    def ways(self, unit: int) -> Ways:
        """Return where a unit on the map can go under the strictest reading, and how; readings that tables
        do not know are searched hex by hex.
        """
        if not self._strict.arrays:
            return self._searched(unit, self._strict.reading)
        return self._strict.ways(unit)

    def _searched(self, unit: int, reading: Reading) -> Ways:
        start = self.position.hex_of[unit]
        rings = self.position.data.board.distances(start)
        # A march goes two hexes a point, and one more where a half is dropped.
        limit = POINT * self.position.allowance(unit) + 1
        found = {}
        for h, distance in enumerate(rings):
            trail = find_way(self.position, unit, h, reading) if 0 < distance <= limit else None
            if trail is not None:
                found[h] = tuple(step.hex for step in trail.steps)
        return Ways(start, found=found)
