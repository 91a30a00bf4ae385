"""What the result of a battle still asks for, under one reading: losses, retreats, changes."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

from toolkit.rules.declared.battles import side_to
from toolkit.rules.declared.outcomes import outcome_of
from toolkit.rules.declared.position import Answer, Battle, Position
from toolkit.rules.declared.retreating import can_retreat, displaced
from toolkit.rules.declared.throwing import open_throws
from toolkit.rules.mechanisms import combat as c
from toolkit.rules.mechanisms import tables as t
from toolkit.rules.mechanisms.losses import LossChoice
from toolkit.rules.mechanisms.retreats import RetreatFails, RetreatWay
from toolkit.rules.mechanisms.support import Support
from toolkit.rules.mechanisms.zones import ZoneRetreat
from toolkit.rules.rulings import Rulings

What = Literal["lose", "eliminate", "retreat", "change", "roll"]


@dataclass(frozen=True, slots=True)
class Owed:
    """What a result still asks for.

    Attributes
    ----------
    number : str
        Of the clause that says what the result means.
    what : {"lose", "eliminate", "retreat", "change", "roll"}
    units : tuple of str
        One of them has to do it; of dice that units throw each of them has to.
    to : {"attacker", "defender"}
    places : int
        Length of a retreat.
    steps : int
        Steps still to be lost.
    or_steps : int
        Steps that may be lost in place of a retreat; 0 where none may.
    status : str
        What the units take on.
    """

    number: str
    what: What
    units: tuple[str, ...]
    to: t.Side
    places: int = 0
    steps: int = 0
    or_steps: int = 0
    status: str = ""


Done = list[tuple[Answer, str]]
"""What one side did because of a result, in order."""
_SIDES: tuple[t.Side, ...] = ("attacker", "defender")
_Group = tuple[tuple[str, str, int], ...]


def owed(position: Position, battle: Battle | None, rulings: Rulings) -> Owed | None:
    """Return what the result of a battle asks for next, None when nothing is left."""
    if battle is None or battle.engagement is None:
        return None
    return _Aftermath(position, battle, battle.engagement, rulings).owed()


@dataclass(frozen=True, slots=True)
class _Aftermath:
    """A battle that was rolled, looked at under one reading."""

    position: Position
    battle: Battle
    engagement: c.Engagement
    rulings: Rulings

    def owed(self) -> Owed | None:
        """Return what is asked for next: who gives way, what zones take, then the effects in their order."""
        found = self._pushed()
        if found is not None:
            return found
        tolls = {unit: self._toll(unit) for unit in self.battle.passed}
        for unit, (number, steps) in tolls.items():
            left = steps - self._lost_since(unit)
            if left > 0 and self.position.on_map(unit):
                return Owed(number, "lose", (unit,), self._part(unit), steps=left)
        done = {to: self._done(to, {unit: steps for unit, (_, steps) in tolls.items()}) for to in _SIDES}
        for number, to, effect in outcome_of(self.position, self.battle, self.rulings).effects:
            found = self._open(number, to, effect, done[to])
            if found is not None:
                return found
        open_ = open_throws(self.position, self.battle, self.rulings) if self.battle.shots else []
        if not open_:
            return self._expended()
        first = open_[0][0]
        units = tuple(throw.unit for throw, _ in open_ if throw.side == first.side)
        return Owed(first.clause.number, "roll", units, first.side)

    def _expended(self) -> Owed | None:
        """Return the loss of a unit that its support has used up."""
        for unit in filter(self.position.on_map, self.battle.supporters):
            to = self._part(unit)
            for clause in self.position.holding(Support):
                if to in clause.rule.to and clause.rule.units.take(self.position.units[unit]):
                    if clause.rule.expended:
                        return Owed(clause.number, "eliminate", (unit,), to)
                    break
        return None

    # -- units that retreated

    def _pushed(self) -> Owed | None:
        """Return the retreat of a unit that has to give way to another, None where none has."""
        way = self.position.rules.one(RetreatWay)
        if way is None or not way.rule.displaces:
            return None
        for unit in filter(self.position.on_map, self.battle.retreated):
            left = self._to_retreat(displaced(self.position, unit), 1)
            if left:
                return Owed(way.number, "retreat", left, self._part(unit), 1)
        return None

    def _part(self, unit: str) -> t.Side:
        """Return on which side a unit is: of one that only gives way, that of its friends."""
        attacks = self.position.units[unit].side == side_to(self.position, self.battle, "attacker")
        return "attacker" if attacks else "defender"

    def _toll(self, unit: str) -> tuple[str, int]:
        """Return how many steps a unit loses for the enemy zones of its retreat, and by which clause."""
        for clause in self.position.rules.of(ZoneRetreat):
            rule = clause.rule
            if rule.lose is not None and rule.units.take(self.position.units[unit]):
                passed = self.battle.passed[unit]
                felt = sum(not (friend and rule.friends_lift.under(self.rulings)) for _, friend in passed)
                return clause.number, rule.lose * felt
        return "", 0

    def _lost_since(self, unit: str) -> int:
        """Return how many steps a unit has lost since it retreated."""
        answers = self.battle.answers
        return answers[answers.index(("retreat", unit)) :].count(("lose", unit))

    def _done(self, to: t.Side, tolls: Mapping[str, int]) -> Done:
        """Return what one side did, in order, but for what zones took of its units."""
        units, due = {unit for unit, _, _ in self._group(to)}, dict(tolls)
        gone: set[str] = set()
        found: Done = []
        for what, unit in self.battle.answers:
            if what == "retreat":
                gone.add(unit)
            if what == "lose" and unit in gone and due.get(unit, 0):
                due[unit] -= 1
            elif unit in units:
                found.append((what, unit))
        return found

    # -- effects

    def _group(self, to: t.Side) -> _Group:
        return self.engagement.attackers if to == "attacker" else self.engagement.defenders

    def _open(self, number: str, to: t.Side, effect: t.Effect, done: Done) -> Owed | None:
        """Return what one effect still asks of a side, and take its answers off what was done."""
        known = self.position.units
        mine = [answer for answer in done if effect.units.take(known[answer[1]])]
        left = list(mine)
        found = self._asked(number, to, effect, left)
        for answer in (Tally(mine) - Tally(left)).elements():
            done.remove(answer)
        choice = self.position.rules.value(LossChoice, LossChoice("owner"))
        if found is None or found.what != "lose" or choice.last is None:
            return found
        first = tuple(unit for unit in found.units if not choice.last.take(known[unit]))
        return replace(found, units=first or found.units)

    def _asked(self, number: str, to: t.Side, effect: t.Effect, done: Done) -> Owed | None:
        """Return what one effect still asks of those whom it is about, and take their answers off."""
        own = self._exposed() if to == "attacker" else self.engagement.defenders
        own = tuple(one for one in own if effect.units.take(self.position.units[one[0]]))
        other = self.engagement.defenders if to == "attacker" else self._exposed()
        alive = tuple(unit for unit, _, _ in own if self.position.on_map(unit))
        if not alive:
            return None
        if effect.becomes:
            still = tuple(unit for unit in alive if self.position.status.get(unit) != effect.becomes)
            return Owed(number, "change", still, to, status=effect.becomes) if still else None
        if effect.retreat is not None:
            return self._retreat(Owed(number, "retreat", alive, to), effect, done)
        if effect.lose == "all":
            return Owed(number, "eliminate", alive, to)
        if effect.lose == "matching":
            missing = self._lost(other, to != "defender") - self._lost(own, to == "defender")
            return Owed(number, "lose", alive, to, steps=1) if missing > 0 else None
        left = effect.steps - _take(done, effect.steps)
        return Owed(number, "lose", alive, to, steps=left) if left > 0 else None

    def _exposed(self) -> _Group:
        """Return the attackers that results touch."""
        position, targets = self.battle.scene or self.position, self.engagement.targets
        bound = [clause.rule for clause in position.holding(c.Attacks) if clause.rule.spared]

        def touched(unit: str, start: str) -> bool:
            beside = any(start == place or position.board.touch(start, place) for place in targets)
            return all(
                rule.suffer == "near" and beside
                for rule in bound
                if any(rule.reaches(position, unit, place) for place in targets)
            )

        return tuple(one for one in self.engagement.attackers if touched(one[0], one[1]))

    def _lost(self, group: _Group, defending: bool) -> int:
        """Return the printed strength that units lost in the battle."""
        lost = self.battle.lost

        def printed(unit: str, steps: int) -> int:
            if steps <= 0:
                return 0
            face = self.position.units[unit].face(steps)
            return face.defence if defending else face.attack

        return sum(
            printed(unit, steps) - printed(unit, steps - lost.get(unit, 0)) for unit, _, steps in group
        )

    # -- retreats

    def _retreat(self, asked: Owed, effect: t.Effect, done: Done) -> Owed | None:
        """Return what a retreat still asks of units: to go, or to lose steps in place of it."""
        before = next((index for index, (what, _) in enumerate(done) if what == "retreat"), len(done))
        begun, places, choice = before < len(done), effect.places, effect.or_steps
        if effect.mixed:
            places -= _take(done, min(before, places))
            choice = places
        elif choice and before:
            left = choice - _take(done, min(before, choice))
            return replace(asked, what="lose", steps=left) if left > 0 else None
        if places <= 0:
            return None
        units = self._to_retreat(asked.units, places)
        if units:
            return replace(asked, units=units, places=places, or_steps=0 if begun else choice)
        fails = self.position.rules.one(RetreatFails)
        if fails is None or fails.rule.then != "loses":
            return None
        if choice and not begun:
            return replace(asked, what="lose", steps=choice)
        return self._stuck(replace(asked, number=fails.number), fails.rule.steps, done)

    def _to_retreat(self, units: tuple[str, ...], places: int) -> tuple[str, ...]:
        """Return the units that still have to retreat; where those stay that cannot, they need not."""
        retreated, position = self.battle.retreated, self.position
        left = tuple(unit for unit in units if unit not in retreated)
        if position.rules.value(RetreatFails, RetreatFails()).then == "eliminated":
            return left
        return tuple(unit for unit in left if can_retreat(position, unit, places, self.rulings))

    def _stuck(self, asked: Owed, steps: int, done: Done) -> Owed | None:
        """Return what those still lose that cannot retreat."""
        retreated = self.battle.retreated
        lost = Tally(unit for what, unit in done if what == "lose" and unit not in retreated)
        for unit, count in lost.items():
            for _ in range(min(count, steps)):
                done.remove(("lose", unit))
        owing = {unit: steps - lost[unit] for unit in asked.units if unit not in retreated}
        units = tuple(unit for unit, count in owing.items() if count > 0)
        return replace(asked, what="lose", units=units, steps=min(owing[u] for u in units)) if units else None


def _take(done: Done, most: int) -> int:
    """Take losses of steps off the front of what was done, as many as there are; return how many."""
    taken = [answer for answer in done if answer[0] == "lose"][:most]
    for answer in taken:
        done.remove(answer)
    return len(taken)
