"""Judging moves: what a way costs and what it breaks, and where a unit can go."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import count, pairwise

from toolkit.rules.declared.acting import crowding, no_actor
from toolkit.rules.declared.actions import Move
from toolkit.rules.declared.position import Position
from toolkit.rules.declared.stepping import Stepper, shown
from toolkit.rules.declared.supply import lacking
from toolkit.rules.judging import Breach
from toolkit.rules.mechanisms import movement as m
from toolkit.rules.mechanisms.arrivals import Reinforcements
from toolkit.rules.mechanisms.board import Way
from toolkit.rules.mechanisms.combat import Attacks
from toolkit.rules.mechanisms.forces import Units
from toolkit.rules.rulings import Rulings


@dataclass(frozen=True, slots=True)
class Budget:
    """A unit's allowance in the phase: points or places, and the clause that says so."""

    points: float
    places: int | None
    number: str


class Mover(Stepper):
    """Judges ways of one unit in the phase of a position, under one reading."""

    def __init__(self, position: Position, unit: str, rulings: Rulings) -> None:
        super().__init__(position, unit, rulings)
        self.marches = self._binding(m.March)
        self.fought = self._fought()
        self.easy = bool(self._binding(m.MinimumMove))

    def _fought(self) -> float:
        """Return what the unit paid for its attacks in this phase."""
        costs = [clause.rule.cost for clause in self._binding(Attacks)]
        count = sum(self.unit.id in battle.attackers for battle in self.position.battles)
        return min(costs, default=0) * count

    # -- what binds the unit before it moves

    def budget(self) -> Budget:
        """Return the unit's allowance in this phase."""
        position = self.position
        fitting = [
            clause
            for clause in self.rules.of(m.Allowance)
            if clause.rule.holds(self.unit, position.phase.id, position.kinds)
            and self._is_beside(clause.rule.beside)
        ]
        if not fitting:
            return Budget(0, 0, self.rules.number())
        chosen = fitting[-1]
        rule = chosen.rule
        points = rule.of(self.unit.face(position.steps[self.unit.id]).movement)
        for lack in lacking(position, self.unit, self.rulings):
            points = float(points * lack.rule.movement // 1) if lack.rule.movement != 1 else points
        return Budget(points, rule.places, chosen.number)

    def _is_beside(self, others: Units | None) -> bool:
        """Return whether the unit began the phase with one of some others of its side."""
        if others is None:
            return True
        position, start = self.position, self.start
        own = (other for other in position.units.values() if other.side == self.unit.side)
        return any(o is not self.unit and others.take(o) and position.began(o.id) == start for o in own)

    def barred(self) -> Iterator[Breach]:
        """Yield what forbids the unit to move in this phase at all."""
        position, phase = self.position, self.position.phase.id
        yield from no_actor(position, self.unit.id, "move")
        start = self.start
        for begin in self.rules.of(m.StartOn):
            linked = self.board.linked.get(start, frozenset())
            if phase in begin.rule.phases and begin.rule.link not in linked:
                yield Breach(
                    begin.number,
                    f"{self.name} begins in {self._called(start)}, which has no {begin.rule.link}",
                )
        for stop in self.stops:
            if not stop.rule.leave and start in self.held:
                yield Breach(
                    stop.number,
                    f"{self.name} stands with enemies in {self._called(start)}",
                )
        for lack in lacking(position, self.unit, self.rulings):
            if not lack.rule.moves:
                yield Breach(lack.number, f"{self.name} has no line {lack.rule.line}")

    def entered(self) -> float:
        """Return what it cost the unit to enter the map in this phase."""
        arrived = [
            place for unit, place, what in self.position.replaced if (unit, what) == (self.unit.id, "enter")
        ]
        pays = any(c.rule.pays and c.rule.units.take(self.unit) for c in self.rules.of(Reinforcements))
        if not arrived or not pays:
            return 0
        cost = self.ground[arrived[0]].rule
        return float("inf") if isinstance(cost, str) else cost

    # -- a whole way

    def priced(self, path: Iterable[str]) -> list[tuple[str, float, tuple[str, ...]]]:
        """Return the places of a path with what each step costs, and what stands against it.

        A step that takes the whole allowance costs it.
        """
        found: list[tuple[str, float, tuple[str, ...]]] = []
        way = [self.position.where[self.unit.id], *path]
        for step in pairwise(way):
            if not self._leads(step):
                found.append((step[1], 0.0, ("no neighbour",)))
                continue
            pace = self.pace(step)
            found.append((step[1], float(self.budget().points if pace.whole else pace.points), pace.reasons))
        return found

    def judge(self, path: Iterable[str]) -> Iterator[Breach]:
        """Yield what a move along a path breaks; what the unit did earlier in the phase counts."""
        yield from self.barred()
        budget = self.budget()
        trail = self._trail()
        done = len(trail)
        way = [*trail, *path]
        if len(way) == done:
            yield Breach(self.position.number(m.Allowance), f"{self.name} goes nowhere")
        spent, earlier, whole, stopped = self.entered() + self.fought, 0.0, "", ""
        for index, step in enumerate(pairwise(way), 1):
            new = index >= done
            if index == done:
                earlier = spent
            if not self._leads(step):
                yield Breach(
                    self.position.number(m.Allowance),
                    f"{self._called(step[1])} is no neighbour of {self._called(step[0])}",
                )
                return
            pace = self.pace(step)
            if new:
                yield from pace.breaches
                if stopped:
                    yield Breach(
                        stopped,
                        f"{self.name} had to stop in {self._called(step[0])}",
                    )
                if whole:
                    yield Breach(
                        whole,
                        f"{self.name} has no points left in {self._called(step[0])}",
                    )
            free = index == 1 and self.easy and not pace.breaches
            if pace.whole and index > 1 and new and budget.places is None:
                yield Breach(pace.whole, f"{self._called(step[1])} takes the whole allowance")
            spent += min(pace.points, budget.points) if free else pace.points
            stopped, whole = pace.stop, pace.whole
        if budget.places is not None:
            if len(way) - 1 > budget.places:
                yield Breach(budget.number, f"{len(way) - 1} places entered, {budget.places} allowed")
        elif spent > budget.points + (bonus := self.bonus(way, budget)):
            costs = f"costs {shown(spent)} of {shown(budget.points + bonus)} points"
            before = f"{shown(earlier)} of them spent before in this phase"
            yield Breach(budget.number, f"{costs}, {before}" if earlier else costs)

    # -- where it can go

    def bonus(self, way: Sequence[str], budget: Budget | None = None) -> float:
        """Return the further points of a whole way of the phase, from where the unit began it."""
        points = (budget or self.budget()).points
        return max((c.rule.more(points) for c in self.marches if self._is_march(c.rule, way)), default=0)

    def _is_march(self, rule: m.March, way: Sequence[str]) -> bool:
        shut = self._shut(rule)
        return all(rule.covers(self.board, shut, step) for step in pairwise(way))

    def _shut(self, rule: m.March) -> frozenset[str]:
        """Return the places from which such a move keeps away."""
        shut = frozenset[str]() if rule.in_zones else self.zoned
        if not rule.apart:
            return shut
        board, enemies = self.board, self._enemies()
        near = {p for p in board.places if any(board.distance(e, p) <= rule.apart for e in enemies)}
        return shut | near

    def _enemies(self) -> set[str]:
        """Return the places with enemies."""
        position = self.position
        return {p for u, p in position.where.items() if position.units[u].side != self.unit.side} & set(
            self.board.places
        )

    def ways(self) -> dict[str, tuple[str, ...]]:
        """Return the cheapest path to every place that the unit can reach now, its own excluded."""
        if next(self.barred(), None) is not None:
            return {}
        budget, trail = self.budget(), self._trail()
        found = self._ways(budget, trail, lambda _: True)
        for clause in self.marches if budget.places is None else ():
            more = replace(budget, points=budget.points + clause.rule.more(budget.points))
            if self._is_march(clause.rule, trail):
                covers = partial(clause.rule.covers, self.board, self._shut(clause.rule))
                found = self._ways(more, trail, covers) | found
        return found

    def _ways(
        self, budget: Budget, trail: list[str], open_: Callable[[Way], bool]
    ) -> dict[str, tuple[str, ...]]:
        """Return the cheapest paths by steps that are open."""
        spent, halted = self._so_far(trail, budget)
        if halted:
            return {}
        here = trail[-1]
        found: dict[str, tuple[str, ...]] = {}
        best: dict[str, tuple[float, int]] = {here: (spent, len(trail) - 1)}
        order = count()
        waiting: list[tuple[float, int, int, str, tuple[str, ...]]] = [
            (spent, len(trail) - 1, next(order), here, ())
        ]
        while waiting:
            points, far, _, place, path = heapq.heappop(waiting)
            if path and place not in found:
                found[place] = path
            elif path:
                continue
            if path and self._halts(place, path, trail):
                continue
            for near in self.around(place):
                if near in found or near == here or not open_((place, near)):
                    continue
                reached = self._reach((place, near), points, far, budget)
                if reached is None or reached >= best.get(near, (float("inf"), 0)):
                    continue
                best[near] = reached
                heapq.heappush(waiting, (*reached, next(order), near, (*path, near)))
        return found

    def around(self, place: str) -> Iterator[str]:
        """Yield where a step from a place may lead: to neighbours, exits, and where the unit is carried."""
        yield from self.board.neighbours.get(place, ())
        for clause in self.carriers:
            ends = sorted(self.board.chosen(clause.rule.to)) if place == self.start else []
            yield from (end for end in ends if clause.rule.leads(self.position, self.unit.side, (place, end)))
        for id, way in self.exits.items():
            if place in self.board.chosen(way.places):
                yield id

    def _halts(self, place: str, path: tuple[str, ...], trail: list[str]) -> bool:
        """Return whether a way ends in a place."""
        before = path[-2] if len(path) > 1 else trail[-1]
        pace = self.pace((before, place))
        return place in self.exits or bool(pace.stop or pace.whole)

    def _reach(self, way: Way, points: float, far: int, budget: Budget) -> tuple[float, int] | None:
        pace = self.pace(way)
        if pace.breaches:
            return None
        first = far == 0
        if budget.places is not None:
            return (points + 1, far + 1) if far < budget.places else None
        if pace.whole and not first:
            return None
        cost = points + (min(pace.points, budget.points) if first and self.easy else pace.points)
        return (cost, far + 1) if cost <= budget.points else None

    def left(self) -> float | None:
        """Return the points that the unit has left in this phase, None where it is places that count."""
        budget = self.budget()
        if budget.places is not None:
            return None
        return float(max(0, budget.points - self._so_far(self._trail(), budget)[0]))

    def _so_far(self, trail: list[str], budget: Budget) -> tuple[float, bool]:
        """Return what a unit has spent in this phase, and whether its move has ended."""
        spent, halted = self.entered() + self.fought, False
        for index, step in enumerate(pairwise(trail), 1):
            if not self._leads(step):
                return budget.points, True
            pace = self.pace(step)
            free = index == 1 and self.easy
            spent += min(pace.points, budget.points) if free else pace.points
            halted = bool(pace.stop or pace.whole)
        return (len(trail) - 1 if budget.places is not None else spent), halted


def judge_move(position: Position, action: Move, rulings: Rulings) -> Iterator[Breach]:
    """Yield what a move breaks."""
    if not position.on_map(action.unit):
        yield from no_actor(position, action.unit, "move")
        yield Breach(position.number(m.Allowance), f"{position.name(action.unit)} is not on the map")
        return
    mover = Mover(position, action.unit, rulings)
    yield from mover.judge(action.path)
    yield from crowding(position, action.unit, action.path[-1] if action.path else "")
