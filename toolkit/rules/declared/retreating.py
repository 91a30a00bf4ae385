"""Retreats in a position: the ways that are open to a unit, and what a way breaks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise

from toolkit.rules.declared.position import Position
from toolkit.rules.declared.stepping import closing
from toolkit.rules.judging import Breach
from toolkit.rules.mechanisms import retreats as r
from toolkit.rules.mechanisms.forces import enemies_in, friends_in
from toolkit.rules.mechanisms.settings import NO, Setting
from toolkit.rules.mechanisms.stacking import Stacking
from toolkit.rules.mechanisms.zones import ZoneRetreat, felt
from toolkit.rules.rulings import Rulings

Paths = dict[str, tuple[str, ...]]
"""End → a way there."""
LONGEST = 24
"""No retreat goes farther; by then everything that can be reached has been."""


@dataclass(frozen=True, slots=True)
class Ways:
    """The retreats of a unit: how long they are, and a path to each end; none when there are no ends."""

    length: int
    ends: dict[str, tuple[str, ...]]


class Retreater:
    """Judges retreats of one unit under one reading."""

    def __init__(
        self, position: Position, unit: str, places: int, rulings: Rulings, *, withdraws: bool = False
    ) -> None:
        self.position, self.unit, self.length, self.rulings = position, unit, places, rulings
        self.rules, self.board = position.rules, position.board
        self.side = position.units[unit].side
        self.start = position.where[unit]
        clause = self.rules.one(r.RetreatWay)
        stated = r.RetreatWay() if clause is None else clause.rule
        self.rule = replace(stated, displaces=False) if withdraws else stated
        self.withdraws = withdraws
        self.number = self.rules.number(r.RetreatWay, r.RetreatChoice)
        self.zoned = position.zoned(self.side)
        self.closed = closing(position, unit, "retreat")
        self.felt = [z for z in self.rules.of(ZoneRetreat) if z.rule.units.take(position.units[unit])]
        self.further = self.rule.further.under(rulings)
        self.priority = next(
            (c for c in self.rules.of(r.RetreatPriority) if c.rule.units.take(position.units[unit])), None
        )

    def zone(self, place: str) -> str:
        """Return the number of the clause by which an enemy zone closes a place, "" for none."""
        for clause in self.felt:
            if clause.rule.lose is not None and not self.withdraws:
                continue
            if self._felt(place, clause.rule.friends_lift):
                return clause.number
        return ""

    def _felt(self, place: str, lifted: Setting[bool]) -> bool:
        return felt(self.position, place, self.side, self.zoned, lifted=lifted, rulings=self.rulings)

    def blocked(self, here: str, place: str) -> bool:
        """Return whether ground or units let a retreat not go on to a place; zones apart."""
        return (
            not self.board.touch(here, place)
            or not self.rule.passes(self.board, here, place)
            or any(clause.rule.bars(self.position, self.side, (here, place)) for clause in self.closed)
            or (not self.rule.into_enemies and bool(enemies_in(self.position, place, self.side)))
            or (not self.rule.through_friends and bool(friends_in(self.position, place, self.side)))
        )

    def ends(self, place: str, steps: int) -> bool:
        """Return whether a retreat of so many places may end in a place."""
        return self._is_far(place, steps) and has_room(self.position, self.unit, place)

    def _is_far(self, place: str, steps: int) -> bool:
        if place == self.start:
            return False
        return not self.rule.away or self.board.distance(self.start, place) >= min(steps, self.length)

    def _displaces(self, place: str, steps: int) -> bool:
        """Return whether it may end in a place by displacing a unit that can go on from there."""
        if not self._is_far(place, steps):
            return False
        after = self.position.copy()
        after.put(self.unit, place)
        if after.battle is not None:
            after.battle.answers.append(("retreat", self.unit))
        return any(can_retreat(after, other, 1, self.rulings) for other in displaced(after, self.unit))

    def ways(self) -> Ways:
        """Return the open retreats of the unit, the best by the priorities only."""
        length, ends = self._search(wishes=self._wishes())
        return Ways(length, ends)

    def _wishes(self) -> tuple[r.Wish, ...]:
        return () if self.priority is None else self.priority.rule.wishes

    def _search(self, wishes: tuple[r.Wish, ...]) -> tuple[int, dict[str, tuple[str, ...]]]:
        """Return length and ends of the best retreats: each wish is kept while some way fulfils it."""
        strict: list[r.Wish] = []
        best = self._found(())
        for wish in wishes:
            if wish == "nearer":
                best = best[0], self._nearest(best[1])
                continue
            tried = self._found((*strict, wish))
            if tried[1]:
                strict.append(wish)
                best = tried
        return best

    def _found(self, wishes: tuple[r.Wish, ...]) -> tuple[int, dict[str, tuple[str, ...]]]:
        def open_(here: str, place: str) -> bool:
            if self.blocked(here, place) or self.zone(place):
                return False
            if "no_zone" in wishes and self._felt(place, NO):
                return False
            return "empty" not in wishes or not self.position.stack(place)

        def found(fits: Callable[[str, int], bool], further: str) -> tuple[int, dict[str, tuple[str, ...]]]:
            return r.ends_of(
                self.start,
                lambda place: self.board.neighbours.get(place, ()),
                open_,
                fits,
                self.length,
                distance=lambda place: self.board.distance(self.start, place),
                away=self.rule.away,
                further=further,
                limit=LONGEST,
            )

        length, ends = found(self.ends, self.further)
        if not ends and self.rule.displaces:
            length, ends = found(self._displaces, "no")
        return length, self._cheapest(ends, open_) if self._has_price() else ends

    def _has_price(self) -> bool:
        return not self.withdraws and any(clause.rule.lose for clause in self.felt)

    def _cheapest(self, ends: Paths, open_: Callable[[str, str], bool]) -> Paths:
        """Return to each end a way through as few zones that cost steps as any of its length."""
        ways: dict[str, tuple[int, tuple[str, ...]]] = {self.start: (0, ())}
        best = dict(ends)
        for steps in range(1, max(map(len, ends.values()), default=0) + 1):
            found: dict[str, tuple[int, tuple[str, ...]]] = {}
            for here, (tolls, way) in ways.items():
                for place in filter(partial(open_, here), self.board.neighbours.get(here, ())):
                    if self.rule.away and self.board.distance(self.start, place) != steps:
                        continue
                    step = (
                        tolls + any(self._felt(place, c.rule.friends_lift) for c in self.felt),
                        (*way, place),
                    )
                    found[place] = min(found.get(place, step), step, key=lambda one: one[0])
            ways = found
            best |= {end: ways[end][1] for end in ends if end in ways and len(ends[end]) == steps}
        return best

    def _nearest(self, ends: dict[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
        if self.priority is None or self.priority.rule.to is None or not ends:
            return ends
        goals = self.board.chosen(self.priority.rule.to)
        far = {place: min((self.board.distance(place, goal) for goal in goals), default=0) for place in ends}
        return {place: way for place, way in ends.items() if far[place] == min(far.values())}

    # -- a way that was taken

    def judge(self, path: tuple[str, ...]) -> Iterator[Breach]:
        """Yield what a retreat along a path breaks."""
        for steps, (here, place) in enumerate(pairwise((self.start, *path)), 1):
            if self.blocked(here, place):
                step = (here, place)
                shut = (c.number for c in self.closed if c.rule.bars(self.position, self.side, step))
                yield Breach(
                    next(shut, self.number),
                    f"a retreat cannot go from {self.position.name(here)} to {self.position.name(place)}",
                )
                if not self.board.touch(here, place):
                    return
            number = self.zone(place)
            if number:
                yield Breach(number, f"{self.position.name(place)} lies in an enemy zone")
            far = self.board.distance(self.start, place)
            if self.rule.away and self.further == "away" and far != steps:
                yield Breach(self.number, f"{self.position.name(place)} is not farther away")
        if len(path) < self.length or not self._may_end(path):
            yield Breach(self.number, f"it ends {self.length} places away, where it may stand")
            return
        yield from self._best(path)

    def _may_end(self, path: tuple[str, ...]) -> bool:
        if self.ends(path[-1], len(path)):
            return True
        return self.rule.displaces and path[-1] in self._found(())[1]

    def _best(self, path: tuple[str, ...]) -> Iterator[Breach]:
        """Yield what is wrong with a way where a shorter or better one is open."""
        shortest, ends = self._found(())
        if len(path) > self.length and (self.further == "no" or (ends and len(path) > shortest)):
            yield Breach(self.number, f"{shortest or self.length} places are enough")
            return
        if self.priority is None:
            return
        _, best = self._search(self._wishes())
        if best and not self._as_good(path, best):
            yield Breach(self.priority.number, f"a better way leads to {self.position.listed(best)}")

    def _as_good(self, path: tuple[str, ...], best: dict[str, tuple[str, ...]]) -> bool:
        """Return whether a way fulfils what the best ones do."""
        one = next(iter(best.values()))
        for wish in self._wishes():
            if wish == "no_zone" and not self._zoned(one) and self._zoned(path):
                return False
            if wish == "empty" and not self._shared(one) and self._shared(path):
                return False
            if wish == "nearer" and path[-1] not in best:
                return False
        return True

    def _zoned(self, path: tuple[str, ...]) -> bool:
        return any(self._felt(place, NO) for place in path)

    def _shared(self, path: tuple[str, ...]) -> bool:
        return any(self.position.stack(place) for place in path)


def has_room(position: Position, unit: str, place: str, without: str = "") -> bool:
    """Return whether a unit may end a retreat in a place for what stands there, `without` one of them."""
    side = position.units[unit].side
    if not position.rules.value(r.RetreatWay, r.RetreatWay()).into_friends:
        return not [other for other in position.stack(place) if other not in (unit, without)]
    limits = position.rules.of(Stacking)
    return all(limit.rule.holds(position, place, side, unit, without=without) for limit in limits)


def displaced(position: Position, unit: str) -> tuple[str, ...]:
    """Return the units one of which has to give way to a unit that has retreated; () where nobody has."""
    way, battle, place = position.rules.one(r.RetreatWay), position.battle, position.where[unit]
    if way is None or not way.rule.displaces or battle is None or has_room(position, unit, place):
        return ()
    engagement = battle.engagement
    fought = () if engagement is None else (*engagement.attackers, *engagement.defenders)
    bound = {unit, *battle.retreated, *(other for other, _, _ in fought)}
    return tuple(
        other
        for other in friends_in(position, place, position.units[unit].side)
        if other not in bound and has_room(position, unit, place, without=other)
    )


def can_retreat(position: Position, unit: str, places: int, rulings: Rulings) -> bool:
    """Return whether any retreat is open to a unit."""
    return bool(Retreater(position, unit, places, rulings).ways().ends)
