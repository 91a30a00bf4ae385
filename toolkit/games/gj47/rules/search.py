"""The plain search: the cheapest way of one unit, rule by rule, with any rule waived on request.

This is the readable statement of chapter 9 put together, and what explains a verdict.  ``fast`` answers most
checks by the same prices over arrays and is held against it in tests; whole moves and rare house rules it
asks here.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cache

from toolkit.games.gj47.rules import difficult_terrain as g
from toolkit.games.gj47.rules import marching
from toolkit.games.gj47.rules import movement as m
from toolkit.games.gj47.rules.basics import enemy_bars, in_enemy_zoc, is_bridge
from toolkit.games.gj47.rules.board import Board
from toolkit.games.gj47.rules.position import Position
from toolkit.games.gj47.rules.prices import POINT, Prices, points, prices_for
from toolkit.games.gj47.rules.readings import Reading
from toolkit.games.gj47.rules.terrain import CHART_ROW, GREAT_RIVER, RAIL, RIVER, ROAD, Terrain
from toolkit.rules.verdict import Trail, TrailStep

NONE_WAIVED: frozenset[str] = frozenset()
_FAR = 1 << 30

# A node of the search: hex, and whether the march has left the road (only where that is waived).
_Node = tuple[int, bool]
_Edge = tuple[_Node, int]
_Edges = Callable[[_Node], Iterator[_Edge]]
Pricing = Callable[[Terrain, Terrain, int], int | None]


def beside_a_bridge(board: Board, here: int, target: int) -> bool:
    """Return whether a crossing of a great river has no bridge, but a hex on its banks has one elsewhere."""
    side = board.features(here, target) or 0
    if not side & GREAT_RIVER or is_bridge(side):
        return False
    return any(f & GREAT_RIVER and is_bridge(f) for h in (here, target) for _, f in board.steps[h])


def normal_halves(step: m.Step, reading: Reading, waived: frozenset[str] = NONE_WAIVED) -> int | None:
    """Return what a step of normal movement costs without zones of control, in half points; None if closed.

    Steps that take a whole move are closed here.
    """
    if m.chart_closes(step) and "9.2(1)2" not in waived:
        return None
    if g.great_river_unbridged(step, reading) and "9.2(3)1" not in waived:
        return None
    if g.mountain_bars(step) and g.mountain_rule(step.prices) not in waived:
        return None
    river = 0 if "9.2(1)3" in waived else m.river_surcharge(step, reading)
    if m.along_road(step):
        return step.prices.road + river
    if "9.2(1)4" in waived and step.features & RAIL:
        return step.prices.road
    marsh = 0 if "9.2(5)1" in waived else g.marsh_surcharge(step)
    forest = 0 if "9.2(5)2" in waived else g.forest_surcharge(step)
    return m.base(step) + river + marsh + forest


def pricing(chart: Prices, reading: Reading, waived: frozenset[str] = NONE_WAIVED) -> Pricing:
    """Return `normal_halves` by terrain left and entered and what lies between; each kind is priced once."""

    @cache
    def price(origin: Terrain, target: Terrain, features: int) -> int | None:
        return normal_halves(m.Step(origin, target, features, chart), reading, waived)

    return price


def find_way(
    position: Position,
    unit: int,
    end: int,
    reading: Reading,
    waived: frozenset[str] = NONE_WAIVED,
    *,
    march: bool | None = None,
) -> Trail | None:
    """Return the cheapest way of a unit from where it stands to hex `end` that no unwaived rule forbids.

    Parameters
    ----------
    position : Position
        With the unit still in its first hex.
    unit : int
        Place in ``RulesData.units``.
    end : int
        Hex, another than the unit's own.
    waived : frozenset of str
        Rules to ignore, by number.  ``"9.2(1)1"`` waives the allowance, ``"9.3(1)"`` that of a march,
        ``"9.2(3)3"`` opens crossings with a bridge beside them.
    march : bool, optional
        True for a march that was said to be one, False for normal movement only; by default either will do.

    Returns
    -------
    Trail or None
        None when there is no way within the allowance.
    """
    search = _Search(position, unit, end, reading, waived, declared=march is True)
    if march:
        return search.march()
    ways = (search.whole_move(), search.normal(), search.march() if march is None else None)
    return min((way for way in ways if way is not None), key=lambda way: way.halves, default=None)


def whole_move(
    position: Position, unit: int, end: int, reading: Reading, waived: frozenset[str] = NONE_WAIVED
) -> tuple[str, ...]:
    """Return by what a step that takes its whole move brings a unit to a hex; () when none does."""
    data, start = position.data, position.hex_of[unit]
    board, kind, allowance = data.board, data.units[unit], position.allowance(unit)
    features = board.features(start, end)
    if features is None or not allowance:
        return ()
    step = m.Step(board.terrain[start], board.terrain[end], features, prices_for(board.chart, kind))
    rules = g.whole_move_rules(step, reading)
    free = g.free_first_step(1, reading) and normal_halves(step, reading, waived) is not None
    if not rules and not free:
        return ()
    if "3.1(2)" not in waived and enemy_bars(position, kind.owner, end, reading):
        return ()
    if not rules:
        return ("minimum move",)
    leaves, enters = (in_zone(position, unit, h, reading) for h in (start, end))
    if "9.2(3)2" not in waived and g.crossing_barred(step, reading, leaves=leaves, enters=enters):
        return ()
    if "9.2(4)2" not in waived and g.climbing_barred(step, leaves=leaves, enters=enters):
        return ()
    cost = m.base(step) + g.marsh_surcharge(step) + g.forest_surcharge(step)
    cost += m.zoc_surcharge(leaves=leaves, enters=enters)
    if reading.whole_move_pays and not m.within_allowance(cost, allowance):
        return ()
    names = {"9.2(3)2": "crosses a great river", "9.2(4)2": "climbs a mountain"}
    return (*(names[rule] for rule in rules), "whole allowance")


def in_zone(position: Position, unit: int, h: int, reading: Reading) -> bool:
    """Return whether hex `h` lies in a zone of control that weighs on a moving unit."""
    owner = position.data.units[unit].owner
    if h == position.hex_of[unit] and position.present[owner][h] == 1:
        # A unit does not lift a zone for itself (U-16).
        reading = replace(reading, own_unit_keeps_zoc=True)
    return in_enemy_zoc(position, owner, h, reading)


@dataclass(slots=True)
class _Search:
    position: Position
    unit: int
    end: int
    reading: Reading
    waived: frozenset[str]
    declared: bool = False
    chart: Prices = field(init=False)
    price: Pricing = field(init=False)
    zoc: Callable[[int], bool] = field(init=False)
    barred: Callable[[int], bool] = field(init=False)

    def __post_init__(self) -> None:
        position, unit, reading, waived = self.position, self.unit, self.reading, self.waived
        kind = position.data.units[unit]
        self.chart = prices_for(position.data.board.chart, kind)
        self.price = pricing(self.chart, reading, waived)
        self.zoc = cache(lambda h: in_zone(position, unit, h, reading))
        self.barred = cache(lambda h: "3.1(2)" not in waived and enemy_bars(position, kind.owner, h, reading))

    @property
    def start(self) -> int:
        return self.position.hex_of[self.unit]

    def _step(self, a: int, b: int, features: int) -> m.Step:
        terrain = self.position.data.board.terrain
        return m.Step(terrain[a], terrain[b], features, self.chart)

    # -- a whole move ------------------------------------------------------------------------------

    def whole_move(self) -> Trail | None:
        reasons = whole_move(self.position, self.unit, self.end, self.reading, self.waived)
        allowance = POINT * self.position.allowance(self.unit)
        return self._trail([(self.end, allowance, reasons)], "whole move") if reasons else None

    # -- normal movement ---------------------------------------------------------------------------

    def normal(self) -> Trail | None:
        allowance = _FAR if "9.2(1)1" in self.waived else self.position.allowance(self.unit)
        return self._cheapest(
            self._normal_edges, lambda halves: m.within_allowance(halves, allowance), "normal"
        )

    def _normal_edges(self, node: _Node) -> Iterator[_Edge]:
        here = node[0]
        for target, features in self.position.data.board.steps[here]:
            if not self.barred(target):
                cost = self._normal_step(here, target, features)
                if cost is not None:
                    yield (target, False), cost

    def _normal_step(self, here: int, target: int, features: int) -> int | None:
        terrain = self.position.data.board.terrain
        cost = self.price(terrain[here], terrain[target], features)
        if self.waived:
            cost = self._as_waived(here, target, cost)
        if cost is None:
            climbs = target == self.end and self._late_climb(self._step(here, target, features))
            return self.chart.enter(Terrain.CLEAR) if climbs else None
        if "9.2(2)" not in self.waived:
            cost += m.zoc_surcharge(leaves=self.zoc(here), enters=self.zoc(target))
        return cost

    def _as_waived(self, here: int, target: int, cost: int | None) -> int | None:
        """Return what a step costs without those waived rules that depend on what is beside it."""
        board = self.position.data.board
        if cost is None and "9.2(3)3" in self.waived and beside_a_bridge(board, here, target):
            step = self._step(here, target, board.features(here, target) or 0)
            return normal_halves(step, self.reading, self.waived | {"9.2(3)1"})
        if cost is None or "9.2(1)4" not in self.waived:
            return cost
        # As if a road led from every road hex to the next.
        joined = board.on_line(here, ROAD) and board.on_line(target, ROAD)
        return min(cost, self.chart.road) if joined else cost

    def _late_climb(self, step: m.Step) -> bool:
        """Return whether a step climbs into the last hex with what is left of the allowance (U-19)."""
        if self.reading.climb_is_whole_move or g.great_river_unbridged(step, self.reading):
            return False
        leaves, enters = self.zoc(self.start), self.zoc(self.end)
        barred = g.climbing_barred(step, leaves=leaves, enters=enters)
        return bool(g.whole_move_rules(step, self.reading)) and not barred

    def _normal_reasons(self, here: int, target: int, halves: int) -> tuple[str, ...]:
        step = self._step(here, target, self.position.data.board.features(here, target) or 0)
        price = self.price(step.origin, step.target, step.features)
        if price is None:
            return ("climbs with the rest of its move",)
        reasons = list(step_reasons(step, price, self.reading))
        if halves > price:
            reasons += ["leaves enemy ZOC +2"] * self.zoc(here) + ["enters enemy ZOC +2"] * self.zoc(target)
        return tuple(reasons)

    # -- march formation ---------------------------------------------------------------------------

    def march(self) -> Trail | None:
        allowance = self.position.allowance(self.unit)
        limit = _FAR if "9.3(1)" in self.waived else marching.march_allowance(allowance, self.reading)
        if not allowance or self._march_zone(self.start):
            return None
        return self._cheapest(self._march_edges, lambda halves: halves <= limit, "march")

    def _march_zone(self, h: int) -> bool:
        if "9.3(1)2" in self.waived or not self.zoc(h):
            return False
        return marching.march_barred_by_zone(last=h == self.end, reading=self.reading)

    def _march_edges(self, node: _Node) -> Iterator[_Edge]:
        here, left_road = node
        if here != self.start and here == self.end:
            return
        line = marching.march_line(rail_counts="9.3(1)3" in self.waived)
        # One step beside the road is a slip of a march; only who said that it marches goes on like that.
        slips = self.declared or not left_road
        mixing = "9.1(3)" in self.waived or ("9.3(1)1" in self.waived and slips)
        for target, features in self.position.data.board.steps[here]:
            if self.barred(target):
                continue
            step = self._step(here, target, features)
            normally = not (marching.march_step(step) or features & line)
            if not m.one_mode(marched=True, moved_normally=normally) and not mixing:
                continue
            if not normally and not self._march_zone(target):
                cost = marching.march_halves(step, self.reading)
                if cost is not None:
                    yield (target, left_road), cost
            elif mixing and not features & ROAD:
                price = self._normal_step(here, target, features)
                if price is not None and not self._march_zone(target):
                    yield (target, True), price

    def _march_reasons(self, here: int, target: int, halves: int) -> tuple[str, ...]:
        features = self.position.data.board.features(here, target) or 0
        line = marching.march_line(rail_counts="9.3(1)3" in self.waived)
        if not features & line:
            return self._normal_reasons(here, target, halves)
        marched = (f"march {points(self.chart.march)}",)
        return marched if halves == self.chart.march else (*marched, f"river +{points(self.chart.river)}")

    # -- common ------------------------------------------------------------------------------------

    def _cheapest(self, edges: _Edges, affordable: Callable[[int], bool], mode: str) -> Trail | None:
        """Search the cheapest way from start to end whose cost in half points is affordable.

        The distance to the end, at the price of the cheapest step, bounds what a way can still cost.
        """
        least = min(self.chart.march, self.chart.least) if mode == "march" else self.chart.least
        distance = self.position.data.board.distances(self.end)
        origin: _Node = (self.start, False)
        best: dict[_Node, int] = {origin: 0}
        back: dict[_Node, _Node] = {}
        queue: list[tuple[int, int, _Node]] = [(least * distance[self.start], 0, origin)]
        while queue:
            _, spent, node = heapq.heappop(queue)
            if spent > best[node]:
                continue
            if node[0] == self.end:
                return self._trail(self._unwind(best, back, node, mode), mode)
            for target, cost in edges(node):
                total = spent + cost
                bound = total + least * distance[target[0]]
                if total < best.get(target, _FAR) and affordable(bound):
                    best[target] = total
                    back[target] = node
                    heapq.heappush(queue, (bound, total, target))
        return None

    def _unwind(
        self, best: dict[_Node, int], back: dict[_Node, _Node], node: _Node, mode: str
    ) -> list[tuple[int, int, tuple[str, ...]]]:
        """Return hex, price and reasons of each step of the way to `node`."""
        explain = self._march_reasons if mode == "march" else self._normal_reasons
        steps = []
        while node in back:
            before = back[node]
            cost = best[node] - best[before]
            steps.append((node[0], cost, explain(before[0], node[0], cost)))
            node = before
        return steps[::-1]

    def _trail(self, steps: Iterable[tuple[int, int, tuple[str, ...]]], mode: str) -> Trail:
        made = tuple(TrailStep(*step) for step in steps)
        allowance = POINT * self.position.allowance(self.unit)
        total = sum(step.halves for step in made)
        return Trail(self.start, made, total, allowance, mode, tuple(sorted(self.waived)))


def step_reasons(step: m.Step, halves: int, reading: Reading) -> tuple[str, ...]:
    """Return in words why a step of normal movement costs what it costs, zones of control left out."""
    river = m.river_surcharge(step, reading)
    paid_river = (f"river +{points(river)}",) if river and step.features & (RIVER | GREAT_RIVER) else ()
    if m.along_road(step):
        return (f"road {points(step.prices.road)}", *paid_river)
    return (f"{CHART_ROW[step.target].replace('_', ' ')} {points(halves - river)}", *paid_river)
