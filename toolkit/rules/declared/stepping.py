"""One step of a move: what it costs a unit, what stands against it, what ends the move."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise
from typing import Literal, Protocol, TypeVar

from toolkit.rules.declared.lone import clause_of, opposing
from toolkit.rules.declared.position import Position
from toolkit.rules.declared.rules import Numbered
from toolkit.rules.judging import Breach
from toolkit.rules.mechanisms import movement as m
from toolkit.rules.mechanisms.board import Way
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
    whole : str
        Number of the clause by which it takes the whole allowance; "" for none.
    stop : str
        Number of the clause by which the move ends here; "" for none.
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


class Stepper:
    """Judges single steps of one unit in the phase of a position, under one reading."""

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
        self.carriers = self._binding(m.Transport)
        self.blocks = self._binding(m.EnemyBlocks)
        self.stops = self._binding(m.EnemyStops)
        self.closed = closing(position, unit, "move")
        self.along = self._binding(m.OnlyAlong)
        self.passing = [stack for stack in self.rules.of(Stacking) if stack.rule.at == "always"]
        self.across = self._binding(m.SideCost)
        self.ground = self.rules.ground(self.unit, position.kinds)
        self._paces: dict[Way, Pace] = {}
        self.held = self._held() if self.blocks or self.stops else set()

    def _binding(self, kind: type[Rule]) -> list[Numbered[Rule]]:
        """Return the clauses of a mechanism that bind the unit now."""
        return [clause for clause in self.position.holding(kind) if clause.rule.units.take(self.unit)]

    def _held(self) -> set[str]:
        """Return the places where enemies keep the unit out, or stop it."""
        position, side = self.position, self.unit.side
        held = {place for other, place in position.where.items() if position.units[other].side != side}
        if not self.rules.of(Caught) or clause_of(position, self.unit.id) is not None:
            return held
        return {place for place in held if opposing(position, place, side)}

    def _called(self, place: str) -> str:
        return self.position.name(place)

    @property
    def start(self) -> str:
        """Where the unit began the phase."""
        return self.position.began(self.unit.id)

    def _trail(self) -> list[str]:
        return self.position.trails.get(self.unit.id, [self.position.where[self.unit.id]])

    def _leads(self, way: Way) -> bool:
        """Return whether a step leads somewhere: to a neighbour, off the map, where the unit is carried."""
        if way[1] in self.exits:
            return way[0] in self.board.chosen(self.exits[way[1]].places)
        return self.board.touch(*way) or self._carrier(way) is not None

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
            if closed.rule.bars(self.position, side, way):
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


def closing(
    position: Position, unit: str, doing: Literal["move", "retreat", "advance"]
) -> list[Numbered[m.Closed]]:
    """Return the clauses that close ways to a unit when it moves, retreats or advances."""
    found = position.units[unit]
    return [c for c in position.holding(m.Closed) if doing in c.rule.doing and c.rule.units.take(found)]


def shown(points: float | Fraction) -> str:
    """Return a number of points as players write it: 2, 0.5, 1/3, 2 1/3."""
    if not isinstance(points, Fraction):
        return f"{points:g}"
    whole, rest = divmod(points, 1)
    return f"{whole} {rest}" if whole and rest else str(points)
