"""The fast checker: most moves are decided by a table or by walking a table.

Ideas (half points throughout):

* An enemy zone of control is a weight of the *hex*: two points to leave the first, two to enter the last,
  four for each between.  So a way costs its static price plus the weights of its hexes.
* The static price from every hex to one end, for one class of units, is computed once, backwards, and kept
  as a row of bytes with the next hex of the cheapest way (``fast_tables``).
* Static price and the weights of both ends above the allowance: out of reach.  The cheapest static way meets
  neither enemies nor zones: in reach.  Only the rest is searched, guided by the row (``fast_search``).
* Marches spread over the road network. A step that takes a whole move is left to the plain search.

A fort closes its hex to the Axis, may have a zone of its own, and frees its hex from Axis zones: the weights
know, and are made anew when a fort comes or goes.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from toolkit.games.gj47.rules import marching
from toolkit.games.gj47.rules.course import Move
from toolkit.games.gj47.rules.fast_search import BESIDE, CLOSED, ZOC, flood, search
from toolkit.games.gj47.rules.fast_tables import OUT, Tables, Ways, class_of
from toolkit.games.gj47.rules.position import Position
from toolkit.games.gj47.rules.prices import POINT
from toolkit.games.gj47.rules.readings import Reading
from toolkit.games.gj47.rules.search import find_way, whole_move
from toolkit.games.gj47.rules.units import Owner

_AXIS, _SOVIET = Owner.AXIS, Owner.SOVIET


class _View:
    """What one reading makes of a position: its tables, and weights that follow the units.

    Attributes
    ----------
    weights : pair of list of int
        Per mover and hex: units of the enemy beside it, 64 more for an enemy in it.
    """

    def __init__(self, position: Position, reading: Reading, reach: int) -> None:
        data = position.data
        self._position = position
        self.reading = reading
        # Rare house rules are left to the plain search.
        rare = not (reading.own_unit_keeps_zoc and reading.climb_is_whole_move) or reading.whole_move_pays
        self.arrays = not rare
        self.tables = tables = Tables.of(data.board, reading, reach)
        for kind in data.units:
            tables.add_class(kind)
        self._near = tables.near
        self.weights = ([0] * len(data.board), [0] * len(data.board))
        self._keys = tuple(class_of(kind) for kind in data.units)
        # What one unit asks for at every check, side by side.
        self._of_unit = tuple(
            (
                self.weights[kind.owner],
                tables.rows[key],
                (POINT * kind.allowance, POINT * kind.reduced_allowance),
            )
            for kind, key in zip(data.units, self._keys, strict=True)
        )
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
        if end in self._near[start] and whole_move(position, unit, end, self.reading):
            return True
        return self.marches(move)

    def marches(self, move: Move) -> bool:
        """Return whether a legal march leads from ``move.start`` to ``move.end``; `current` before."""
        links, weights = self.tables.marches, self._of_unit[move.unit][0]
        if not (links[move.start] and links[move.end]) or weights[move.end] >= CLOSED:
            return False
        return move.end in self._marched(move.unit, weights)

    def _marched(self, unit: int, weights: list[int]) -> dict[int, int]:
        """Return where a unit can march: it leaves no zone, and enters one with its last step if at all."""
        limit = marching.march_allowance(self._position.allowance(unit), self.reading)
        enter, start = (limit + 1) * self.reading.march_ends_outside_zoc, self._position.hex_of[unit]
        return flood(self.tables.marches, weights, start, limit, enter=enter, leave=limit + 1)

    def ways(self, unit: int) -> Ways:
        """Return where a unit can go."""
        position, key = self._position, self._keys[unit]
        weights = self.current()[position.data.units[unit].owner]
        start, allowance = position.hex_of[unit], position.allowance(unit)
        normal = flood(self.tables.outgoing[key], weights, start, POINT * allowance)
        beside = self._near[start] - normal.keys()
        whole = tuple(h for h in beside if whole_move(position, unit, h, self.reading))
        return Ways(start, normal, self._marched(unit, weights), whole)


class FastCheck:
    """Answers whether a move has a legal way, for one position that it follows.

    Attributes
    ----------
    position : Position
        Changes made through its methods are seen; do not edit its lists by hand.
    legal : callable
        Whether a `Move` has a legal way under the strictest reading; a march is for `reachable`.
    """

    def __init__(self, position: Position) -> None:
        self.position = position
        bounds = position.data.moves
        most = max((max(u.allowance, u.reduced_allowance) for u in position.data.units), default=0)
        reach = min(POINT * most, OUT - 1)
        self._strict = _View(position, bounds.strict, reach)
        same = bounds.strict == bounds.mild
        self._mild = self._strict if same else _View(position, bounds.mild, reach)
        # No wrapper stands between: this is asked for every move of a game.
        by_search = partial(self.reachable, reading=bounds.strict)
        self.legal: Callable[[Move], bool] = self._strict.reaches if self._strict.arrays else by_search
        # The strict view follows every change; the mild one is asked seldom and looks when it is.
        position.listeners.append(self._strict.shift)

    def reachable(self, move: Move, reading: Reading) -> bool:
        """Return whether a legal way leads from ``move.start`` to ``move.end`` under `reading`."""
        view = next((view for view in (self._strict, self._mild) if view.reading == reading), None)
        if view is None or not view.arrays:
            march = move.march or None
            return find_way(self.position, move.unit, move.end, reading, march=march) is not None
        view.current()
        return view.marches(move) if move.march else view.reaches(move)

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
