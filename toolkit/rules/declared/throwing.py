"""Battles in which each unit throws dice of its own: who still throws, and what came of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from toolkit.rules.declared import actions as a
from toolkit.rules.declared.battles import fought, supply_factors, support_strength
from toolkit.rules.declared.position import Battle, Position
from toolkit.rules.declared.rules import Numbered
from toolkit.rules.declared.showing import judge_unseen
from toolkit.rules.judging import Breach
from toolkit.rules.mechanisms import combat as c
from toolkit.rules.mechanisms import modifiers as m
from toolkit.rules.mechanisms.unit_dice import Side, UnitDice
from toolkit.rules.rulings import Rulings

_SIDES: tuple[Side, Side] = ("attacker", "defender")


@dataclass(frozen=True, slots=True)
class Throw:
    """What one unit of a battle throws.

    Attributes
    ----------
    count : int
        How many dice in all.
    strength : Fraction
        Of the unit.
    """

    unit: str
    side: Side
    clause: Numbered[UnitDice]
    count: int
    strength: Fraction


def throw_of(position: Position, battle: Battle, unit: str, rulings: Rulings) -> Throw | None:
    """Return what a unit of a battle throws by the last clause that fits; None where none does."""
    engagement = fought(position, battle)
    for side, supports, (other, place, _) in _fighting(position, engagement):
        if other == unit:
            one = (unit, place, position.steps[unit])
            asked = engagement if supports else m.alone(engagement, side, one)
            fitting = [
                clause
                for clause in position.holding(UnitDice)
                if side in clause.rule.of
                and clause.rule.units.take(position.units[unit])
                and clause.rule.condition.met(position, asked)
            ]
            if not fitting:
                return None
            if supports:
                strength = Fraction(support_strength(position, one, side))
            else:
                factors = [s.rule for s in position.rules.of(m.Strength) if s.rule.of == side]
                lacking = supply_factors(position, engagement, side, rulings)
                strength = m.unit_strength(position, engagement, side, one, factors, lacking)
            count = fitting[-1].rule.count(position.steps[unit], strength)
            return Throw(unit, side, fitting[-1], count, strength)
    return None


def _fighting(position: Position, battle: c.Engagement) -> Iterator[tuple[Side, bool, c.One]]:
    """Yield who takes part in a battle, on which side, and whether he only supports it."""
    for side, group in zip(_SIDES, (battle.attackers, battle.defenders), strict=True):
        yield from ((side, False, one) for one in group)
        yield from ((side, True, one) for one in battle.support_of(position, side))


def open_throws(position: Position, battle: Battle, rulings: Rulings) -> list[tuple[Throw, int]]:
    """Return who throws next in a battle: units of the first order that is left, with the dice still due."""
    position = position.in_battle(battle)
    engagement = fought(position, battle)
    left = {
        side: [unit for unit, _, _ in group if _fights(position, battle, unit)]
        for side, group in zip(_SIDES, (engagement.attackers, engagement.defenders), strict=True)
    }
    if not all(left.values()):
        return []
    found: list[tuple[Throw, int]] = []
    for _, _, (unit, _, _) in _fighting(position, engagement):
        shots = [shot for shot in battle.shots if shot.unit == unit]
        if shots:
            throw = throw_of(shots[0].scene, battle, unit, rulings)
        else:
            throw = throw_of(position, battle, unit, rulings) if _fights(position, battle, unit) else None
        thrown = sum(len(shot.dice) for shot in shots)
        if throw is not None and throw.count > thrown:
            found.append((throw, throw.count - thrown))
    first = min((throw.clause.rule.order for throw, _ in found), default=0)
    return [(throw, missing) for throw, missing in found if throw.clause.rule.order == first]


def _fights(position: Position, battle: Battle, unit: str) -> bool:
    """Return whether a unit of a battle is still in it."""
    return position.steps[unit] > 0 and unit not in battle.retreated


def counts(
    position: Position, battle: Battle, rulings: Rulings
) -> Iterator[tuple[Numbered[UnitDice], Side, Counter[str]]]:
    """Yield what the dice of each side show, order after order, of the orders that are over."""
    still = open_throws(position, battle, rulings)
    first = still[0][0].clause.rule.order if still else None
    found: dict[tuple[int, Side], tuple[Numbered[UnitDice], Counter[str]]] = {}
    for unit in dict.fromkeys(shot.unit for shot in battle.shots):
        shots = [shot for shot in battle.shots if shot.unit == unit]
        throw = throw_of(shots[0].scene, battle, unit, rulings)
        if throw is None or throw.clause.rule.order == first:
            continue
        dice = [die for shot in shots for die in shot.dice][: throw.count]
        rule = throw.clause.rule
        _, tally = found.setdefault((rule.order, throw.side), (throw.clause, Counter()))
        tally.update(rule.counted(dice, throw.strength))
    for (_, side), (clause, tally) in sorted(found.items(), key=lambda one: one[0]):
        yield clause, side, tally


def waiting(position: Position, targets: tuple[str, ...]) -> Battle | None:
    """Return the declared battle against these places that is not rolled yet."""
    return next((b for b in position.battles if b.targets == targets and b.waits), None)


def throwing(position: Position, targets: tuple[str, ...]) -> Battle | None:
    """Return the battle against these places in which units throw dice: begun, or only declared."""
    battle = position.battle
    begun = battle is not None and battle.targets == targets and bool(battle.shots)
    if (
        begun
        and battle is not None
        and open_throws(position, battle, Rulings(position.rules.points.settled()))
    ):
        return battle
    return waiting(position, targets) or (battle if begun else None)


def has_dice(position: Position, battle: Battle, unit: str, rulings: Rulings) -> bool:
    """Return whether a unit may throw dice in a battle now."""
    return any(throw.unit == unit for throw, _ in open_throws(position, battle, rulings))


def decides_itself(position: Position, battle: Battle, rulings: Rulings) -> bool:
    """Return whether nobody has a die to throw in a declared battle: nothing comes of it."""
    thrown = bool(position.holding(UnitDice))
    return thrown and battle.waits and not open_throws(position, battle, rulings)


def judge_throw(position: Position, action: a.Roll, rulings: Rulings) -> Iterator[Breach]:
    """Yield what it breaks that a unit throws its dice."""
    battle, number = throwing(position, action.targets), position.number(UnitDice)
    if battle is None:
        yield Breach(number, "no battle there waits for a roll")
        return
    if battle.waits:
        yield from judge_unseen(position, battle)
    open_ = [throw for throw, _ in open_throws(position, battle, rulings)]
    throw = next((one for one in open_ if one.unit == action.unit), None)
    if throw is None:
        known = throw_of(position.in_battle(battle), battle, action.unit, rulings)
        number = number if known is None else known.clause.number
        yield Breach(number, f"{position.name(action.unit)} has no dice to throw now")
    elif not throw.clause.rule.shown(action.dice):
        yield Breach(throw.clause.number, f"the dice cannot show {', '.join(map(str, action.dice))}")
