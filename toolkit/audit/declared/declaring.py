"""Battles that keys declare: each stays open, to be joined and corrected, until something else is done."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Final

from toolkit.audit.actor import Actor, Known
from toolkit.audit.decisions.records import Step, Told
from toolkit.audit.declared.begun import Begun
from toolkit.audit.facts import number
from toolkit.module import declared_gestures as g
from toolkit.rules.declared import Position
from toolkit.rules.declared import actions as a
from toolkit.rules.declared.choices import settled
from toolkit.rules.declared.throwing import open_throws, throw_of

JOINS: Final = frozenset({g.TARGET, g.ALSO, g.ATTACK, g.SUPPORT})
"""What keys write that name a battle while it is open."""


@dataclass(frozen=True, slots=True)
class Done:
    """An action that steps show.

    Attributes
    ----------
    steps : tuple of int
        Their places.
    stops : tuple of str
        Of a drag over the map: the places that it shows.  In another phase it would be another action.
    """

    action: a.Action
    steps: tuple[int, ...]
    actor: Actor
    stops: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Arrival:
    """A unit that comes, or is restored: `at` is "" for the latter.

    `grew`: the step in which it was turned to its full face after it had come; `stops`: where it was put, and
    in which steps.
    """

    at: str
    steps: tuple[int, ...]
    actor: Actor
    grew: int | None = None
    stops: tuple[tuple[str, int], ...] = ()


@dataclass(slots=True)
class _Battle:
    """A battle that is being declared; `firm`: who joined it stays in it, whatever he joins after that."""

    targets: list[str] = field(default_factory=list)
    attackers: list[str] = field(default_factory=list)
    joined: list[str] = field(default_factory=list)
    supporters: dict[str, tuple[tuple[int, ...], Actor]] = field(default_factory=dict)
    firm: bool = False
    steps: list[int] = field(default_factory=list)
    actor: Actor = field(default_factory=lambda: Actor(None, Known.INFERRED))


def dice_of(told: Told) -> tuple[int, ...]:
    """Return the dice that a key wrote on a unit."""
    return tuple(number(part) for part in told.values.get(g.DICE, "").split(","))


def number_of(told: Told) -> int:
    """Return the number of the battle that a key wrote on a unit."""
    return number(told.values.get(g.SUPPORTS if told.act == g.SUPPORT else g.BATTLE, ""))


class Declarations:
    """The battles that keys have declared, by their numbers.

    Parameters
    ----------
    where : mapping of str to str
        Unit → place, as it is at each moment.
    steps : sequence of Step
        Of the whole game, numbered from 0.
    begun : iterable of Begun
        Battles that were declared before; those that are not rolled are open, and no step shows them.
    """

    def __init__(self, where: Mapping[str, str], steps: Sequence[Step], begun: Iterable[Begun]) -> None:
        self._where, self._steps = where, steps
        self._open: dict[int, _Battle] = {}
        self._closed: dict[int, tuple[str, ...]] = {}
        self._called = 0
        unknown: tuple[tuple[int, ...], Actor] = (), Actor(None, Known.INFERRED)
        for one in begun:
            if one.throws:
                self._closed[one.number] = one.targets
            else:
                called = dict.fromkeys(one.supporters, unknown)
                joined = list(one.attackers), list(one.attackers)
                self._open[one.number] = _Battle(list(one.targets), *joined, called)

    def take(self, at: int, told: Told, actor: Actor) -> Done | None:
        """Take what a key says of a battle; return it where that battle is not open any more."""
        unit, key = told.counter, number_of(told)
        if told.act == g.SUPPORT:
            for other in self._open.values():
                other.supporters.pop(unit, None)
            if key not in self._open:
                return Done(a.Support(unit, self.targets(told)), (at,), actor)
            self._open[key].supporters[unit] = ((at,), actor)
            return None
        place = self._where[unit]
        if told.act == g.TARGET:
            self.call(told)
            # A place that is declared again has one battle all the same, unless both are rolled.
            again = next((one for one in self._open.values() if place in one.targets), None)
            if again is not None and self._is_fought_twice(at, unit):
                again.firm, again = True, None
            self._open[key] = again or _Battle()
        battle = self._open.setdefault(key, _Battle())
        battle.steps.append(at)
        battle.actor = actor
        if told.act == g.ATTACK:
            self._join(battle, unit)
        else:
            battle.targets.append(place)
        return None

    def _join(self, battle: _Battle, unit: str) -> None:
        for other in self._open.values():
            # Who joins another battle before anything is rolled has thought better of the first.
            if unit in other.attackers and not other.firm:
                other.attackers.remove(unit)
        battle.attackers.append(unit)
        battle.joined.append(unit)

    def names(self, unit: str) -> bool:
        """Return whether a unit attacks in an open battle, or stands where one is about."""
        place = self._where[unit]
        return any(unit in one.attackers or place in one.targets for one in self._open.values())

    def targets(self, told: Told) -> tuple[str, ...]:
        """Return what the battle of a key's number is about; the unit's place where none was declared."""
        return self._closed.get(number_of(told), (self._where[told.counter],))

    def closed(self, told: Told) -> tuple[str, ...]:
        """Return what the battle of a key's number is about, () where none was declared."""
        return self._closed.get(number_of(told), ())

    def call(self, told: Told) -> None:
        """Let what comes to battles and names none come to that of a key's number."""
        self._called = number_of(told)

    @property
    def called(self) -> tuple[str, ...]:
        """What the battle is about to which comes what names none, () where none was declared."""
        return self._closed.get(self._called, ())

    def close(self) -> Iterator[Done]:
        """Yield the open battles, and who supports in them."""
        while self._open:
            battle = self._open[min(self._open)]
            keys = [key for key, one in self._open.items() if one is battle]
            for key in keys:
                del self._open[key]
            attackers = tuple(dict.fromkeys(battle.attackers or battle.joined))
            # What was declared and left without attackers is given up, unless it is rolled.
            if not battle.attackers and not self._is_rolled(battle.steps, keys):
                continue
            targets = tuple(dict.fromkeys(battle.targets))
            self._closed |= dict.fromkeys(keys, targets)
            yield Done(a.Attack(attackers, targets), tuple(battle.steps), battle.actor)
            for unit, (steps, actor) in battle.supporters.items():
                yield Done(a.Support(unit, targets), steps, actor)

    def _is_fought_twice(self, since: int, unit: str) -> bool:
        """Return whether it is rolled twice for a unit in this phase, or one beside it throws twice."""
        rest = takewhile(lambda step: step.turn is None, self._steps[since:])
        told = [one for step in rest for one in step.told]
        rolls = sum(one.act == g.ROLL and one.counter == unit for one in told)
        here = (one.counter for one in told if one.act == g.THROW and self._is_beside(one.counter, unit))
        return max((rolls, *Counter(here).values())) > 1

    def _is_beside(self, other: str, unit: str) -> bool:
        return self._where.get(other) == self._where[unit]

    def _is_rolled(self, steps: Sequence[int], keys: Sequence[int]) -> bool:
        since = steps[0] if steps else 0
        rolls = (told for step in self._steps[since:] for told in step.told if told.act == g.ROLL)
        return any(number_of(told) in keys for told in rolls)


def thrown_for(position: Position, unit: str) -> tuple[str, ...]:
    """Return what the battle is about in which a unit throws its dice: that which goes on, or the next."""
    reading = settled(position)
    fights = [one for one in position.battles if throw_of(position, one, unit, reading) is not None]
    now = [one for one in fights if one is position.battle and open_throws(position, one, reading)]
    found = next(iter((*now, *(one for one in fights if one.waits), *fights)), None)
    return (position.where[unit],) if found is None else found.targets
