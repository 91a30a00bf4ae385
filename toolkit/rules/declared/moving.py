"""Judging moves: what a way costs and what it breaks, and where a unit can go."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import partial
from itertools import count, pairwise
from typing import Protocol, TypeVar

from toolkit.rules.declared.acting import crowding, no_actor
from toolkit.rules.declared.actions import Move
from toolkit.rules.declared.lone import clause_of, opposing
from toolkit.rules.declared.position import Position
from toolkit.rules.declared.rules import Numbered
from toolkit.rules.declared.supply import lacking
from toolkit.rules.judging import Breach
from toolkit.rules.mechanisms import movement as m
from toolkit.rules.mechanisms.arrivals import Reinforcements
from toolkit.rules.mechanisms.board import Way
from toolkit.rules.mechanisms.combat import Attacks
from toolkit.rules.mechanisms.forces import Unit, Units
from toolkit.rules.mechanisms.lone import Caught
from toolkit.rules.mechanisms.stacking import Stacking
from toolkit.rules.mechanisms.zones import Toll, ZoneMovement, felt
from toolkit.rules.rulings import Rulings


class OfUnits(Protocol):
    """A clause about some units; it may name phases and kinds of turns in which it holds."""

    @property
    def units(self) -> Units:
        """Whom it binds."""


Rule = TypeVar("Rule", bound=OfUnits)


@dataclass(slots=True)
class Pace:
    """What one step of a way asks for.

    Attributes
    ----------
    points : float
    whole : str
        Number of the clause by which it takes the whole allowance; "" for none.
    stop : str
        Number of the clause by which the move ends here; "" for none.
    breaches : list of Breach
    paid : list of (str, number or str)
        What the points are for, and how many; what takes the whole allowance or ends the move.
    """

    points: float
    whole: str
    stop: str
    breaches: list[Breach]
    paid: list[tuple[str, float | str]] = field(default_factory=list)

    @property
    def reasons(self) -> tuple[str, ...]:
        """Why it costs that, and what stands against it: ``("forest 2", "river 1")``."""
        prices = (what if isinstance(price, str) else f"{what} {shown(price)}" for what, price in self.paid)
        ends = [f"takes all ({self.whole})"] if self.whole else []
        ends += [f"ends here ({self.stop})"] if self.stop else []
        return (*prices, *ends, *(breach.reason for breach in self.breaches))


@dataclass(frozen=True, slots=True)
class Budget:
    """A unit's allowance in the phase: points or places, and the clause that says so."""

    points: float
    places: int | None
    number: str


class Mover:
    """Judges ways of one unit in the phase of a position, under one reading."""

    def __init__(self, position: Position, unit: str, rulings: Rulings) -> None:
        self.position = position
        self.rules = position.rules
        self.board = position.board
        self.unit: Unit = position.units[unit]
        self.name = position.name(unit)
        self.rulings = rulings
        self.zoned = position.zoned(self.unit.side)
        self.tolls = self._binding(ZoneMovement)
        self.links = self._binding(m.LinkCost)
        self.exits = {
            way.id: way
            for clause in self.rules.of(m.Exits)
            for way in clause.rule.exits
            if way.units.take(self.unit)
        }
        self.marches = self._binding(m.March)
        self.carriers = self._binding(m.Transport)
        self.blocks = self._binding(m.EnemyBlocks)
        self.stops = self._binding(m.EnemyStops)
        self.closed = self._binding(m.Closed)
        self.along = self._binding(m.OnlyAlong)
        self.passing = [stack for stack in self.rules.of(Stacking) if stack.rule.at == "always"]
        self.fought = self._fought()
        self.easy = bool(self._binding(m.MinimumMove))
        self.across = self._binding(m.SideCost)
        self.ground = self.rules.ground(self.unit, position.kinds)
        self._paces: dict[Way, Pace] = {}
        self.held = self._held() if self.blocks or self.stops else set()

    def _binding(self, kind: type[Rule]) -> list[Numbered[Rule]]:
        """Return the clauses of a mechanism that bind the unit now."""
        return [clause for clause in self.position.holding(kind) if clause.rule.units.take(self.unit)]

    def _fought(self) -> float:
        """Return what the unit paid for its attacks in this phase."""
        costs = [clause.rule.cost for clause in self._binding(Attacks)]
        count = sum(self.unit.id in battle.attackers for battle in self.position.battles)
        return min(costs, default=0) * count

    def _held(self) -> set[str]:
        """Return the places where enemies keep the unit out, or stop it."""
        position, side = self.position, self.unit.side
        held = {place for other, place in position.where.items() if position.units[other].side != side}
        if not self.rules.of(Caught) or clause_of(position, self.unit.id) is not None:
            return held
        return {place for place in held if opposing(position, place, side)}

    def _called(self, place: str) -> str:
        return self.position.name(place)

    # -- what binds the unit before it moves

    def budget(self) -> Budget:
        """Return the unit's allowance in this phase."""
        position = self.position
        fitting = [
            clause
            for clause in self.rules.of(m.Allowance)
            if clause.rule.holds(self.unit, position.phase.id, position.kinds)
        ]
        if not fitting:
            return Budget(0, 0, self.rules.number())
        chosen = fitting[-1]
        rule = chosen.rule
        points = rule.of(self.unit.face(position.steps[self.unit.id]).movement)
        for lack in lacking(position, self.unit, self.rulings):
            points = float(points * lack.rule.movement // 1) if lack.rule.movement != 1 else points
        return Budget(points, rule.places, chosen.number)

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

    @property
    def start(self) -> str:
        """Where the unit began the phase."""
        return self._trail()[0]

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

    # -- one step

    def pace(self, way: Way) -> Pace:
        """Return what a step asks for; the two places touch, or the second is an exit."""
        if way not in self._paces:
            if way[1] in self.exits:
                self._paces[way] = self._exit(way)
            else:
                self._paces[way] = self._step(way) if self.board.touch(*way) else self._carried(way)
        return self._paces[way]

    def _exit(self, way: Way) -> Pace:
        stops = [Breach(c.number, f"no way along {c.rule.link}") for c in self.along]
        cost = self.exits[way[1]].cost
        pace = Pace(cost, "", "", stops, [("exit", cost)])
        self._feel(way, pace, into=False)
        return pace

    def _carried(self, way: Way) -> Pace:
        place = way[1]
        clause = self._carrier(way)
        assert clause is not None
        pace = Pace(0, clause.number, "", [], [("carried", "all")])
        if place in self.held:
            text = f"{self._called(place)} is held by the enemy"
            pace.breaches += [Breach(block.number, text) for block in self.blocks]
        self._feel(way, pace, into=True)
        if clause.rule.limit is not None and self._others_carried() >= clause.rule.limit:
            phase = self._called(self.position.phase.id)
            text = f"{clause.rule.limit} units may be carried in {phase}, and others have been"
            pace.breaches.append(Breach(clause.number, text))
        return pace

    def _carrier(self, way: Way) -> Numbered[m.Transport] | None:
        """Return the clause by which the unit can be carried where it did not move before."""
        if way[0] != self.start:
            return None
        leading = (c for c in self.carriers if c.rule.leads(self.position, self.unit.side, way))
        return next(leading, None)

    def _others_carried(self) -> int:
        return sum(
            unit != self.unit.id
            and self.position.units[unit].side == self.unit.side
            and any(not self.board.touch(*step) and step[1] in self.board.places for step in pairwise(trail))
            for unit, trail in self.position.trails.items()
        )

    def _step(self, way: Way) -> Pace:
        place = way[1]
        pace = Pace(0, "", "", self._closed(way))
        link = next((c for c in self.links if c.rule.link in self.board.links.get(way, frozenset())), None)
        if link is None:
            ground = self.ground[place]
            self._pay(pace, ground.number, ground.what, ground.rule)
        else:
            self._pay(pace, link.number, link.rule.link, link.rule.cost)
        if link is None or link.rule.sides:
            for side_cost in self.across:
                cost = side_cost.rule.of(self.board, way)
                if cost is not None:
                    what = " and ".join(sorted(self.board.sides[way] & side_cost.rule.costs.keys()))
                    self._pay(pace, side_cost.number, what, cost)
        self._feel(way, pace, into=True)
        if self.stops and place in self.held:
            pace.stop = pace.stop or self.stops[0].number
        return pace

    def _closed(self, way: Way) -> list[Breach]:
        """Return what forbids a step, whatever it costs."""
        place, side = way[1], self.unit.side
        found: list[Breach] = []
        if place in self.held:
            text = f"{self._called(place)} is held by the enemy"
            found += [Breach(block.number, text) for block in self.blocks]
        for closed in self.closed:
            if closed.rule.bars(self.board, way):
                found.append(
                    Breach(
                        closed.number,
                        f"the way from {self._called(way[0])} to {self._called(place)} is closed",
                    )
                )
        for only in self.along:
            if only.rule.link not in self.board.links.get(way, frozenset()):
                text = f"no {only.rule.link} leads from {self._called(way[0])} to {self._called(place)}"
                found.append(Breach(only.number, text))
        for stack in self.passing:
            if not stack.rule.holds(self.position, place, side, self.unit.id):
                found.append(Breach(stack.number, f"too many in {self._called(place)}"))
        return found

    def _pay(self, pace: Pace, number: str, what: str, cost: m.Cost) -> None:
        if cost == "no":
            pace.breaches.append(Breach(number, "may not enter"))
        elif cost == "all":
            pace.whole = number
        else:
            pace.points += cost
        pace.paid.append((what, cost))

    def _feel(self, way: Way, pace: Pace, *, into: bool) -> None:
        """Add what enemy zones do on a step."""
        for index, clause in enumerate(self.tolls):
            rule = clause.rule
            inside = into and self._in_zone(way[1], index)
            outside = rule.leave != "free" or rule.within != "free"
            before = outside and self._in_zone(way[0], index)
            if inside:
                self._toll(pace, clause.number, rule.enter, "enters an enemy zone")
            if before:
                self._toll(pace, clause.number, rule.leave, "leaves an enemy zone")
            if inside and before:
                self._toll(pace, clause.number, rule.within, "goes from zone to zone")

    def _in_zone(self, place: str, toll: int) -> bool:
        """Return whether a place lies in a zone, as the clause of this index has it."""
        lifted = self.tolls[toll].rule.friends_lift
        return felt(self.position, place, self.unit.side, self.zoned, lifted=lifted, rulings=self.rulings)

    def _toll(self, pace: Pace, number: str, toll: Toll, text: str) -> None:
        if toll == "free":
            return
        if toll == "stop":
            pace.stop = pace.stop or number
        elif toll == "no":
            pace.breaches.append(Breach(number, f"{self.name} {text}"))
        elif toll == "all":
            pace.whole = number
        else:
            pace.points += toll
            pace.paid.append((text, toll))

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

    def _leads(self, way: Way) -> bool:
        """Return whether a step leads somewhere: to a neighbour, off the map, where the unit is carried."""
        if way[1] in self.exits:
            return way[0] in self.board.chosen(self.exits[way[1]].places)
        return self.board.touch(*way) or self._carrier(way) is not None

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

    def _trail(self) -> list[str]:
        return self.position.trails.get(self.unit.id, [self.position.where[self.unit.id]])

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


def shown(points: float | Fraction) -> str:
    """Return a number of points as players write it: 2, 0.5, 1/3."""
    return str(points) if isinstance(points, Fraction) else f"{points:g}"


def judge_move(position: Position, action: Move, rulings: Rulings) -> Iterator[Breach]:
    """Yield what a move breaks."""
    if not position.on_map(action.unit):
        yield from no_actor(position, action.unit, "move")
        yield Breach(position.number(m.Allowance), f"{position.name(action.unit)} is not on the map")
        return
    mover = Mover(position, action.unit, rulings)
    yield from mover.judge(action.path)
    yield from crowding(position, action.unit, action.path[-1] if action.path else "")
