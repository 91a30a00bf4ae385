"""What changes a battle before its table is read: strengths, columns, dice."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from types import MappingProxyType
from typing import Literal, get_args

from toolkit.rules.mechanisms.combat import ALWAYS, Condition, Engagement, One, Part
from toolkit.rules.mechanisms.forces import Table, Units

Among = Literal["attacker", "defender", "supporter"]
EVERYBODY: tuple[Among, ...] = get_args(Among)


@dataclass(frozen=True, slots=True)
class Shift:
    """Columns of the table to the right; to the left when negative.

    Attributes
    ----------
    columns : int
    per : Units or None
        So many columns for each such unit in the battle, on either side.
    among : tuple of {"attacker", "defender", "supporter"}
        Which of these are counted by `per`.
    condition : Condition
    best_of : str
        Of the clauses with the same word here only the one that shifts most counts.
    """

    columns: int
    per: Units | None = None
    among: tuple[Among, ...] = EVERYBODY
    condition: Condition = ALWAYS
    best_of: str = ""

    def of(self, table: Table, battle: Engagement) -> int:
        """Return the columns that it shifts a battle; 0 where it is not about it."""
        met = self.condition.met(table, battle)
        return self.columns * _counted(table, battle, self) if met else 0


def _counted(table: Table, battle: Engagement, by: Shift | DieModifier) -> int:
    """Return how often a modifier counts in a battle: once, or for each unit of a kind."""
    groups = {"attacker": battle.attackers, "defender": battle.defenders, "supporter": battle.supporters}
    fighting = [table.units[unit] for part in by.among for unit, _, _ in groups[part]]
    return 1 if by.per is None else sum(map(by.per.take, fighting))


def shifts_of(table: Table, battle: Engagement, shifts: Iterable[Shift]) -> list[tuple[Shift, int]]:
    """Return the shifts of a battle with their columns: of those that exclude each other the greatest."""
    met = [(shift, columns) for shift in shifts if (columns := shift.of(table, battle))]
    best: dict[str, tuple[Shift, int]] = {}
    for shift, columns in met:
        _, known = best.setdefault(shift.best_of, (shift, columns))
        if abs(columns) > abs(known):
            best[shift.best_of] = (shift, columns)
    return [one for one in met if not one[0].best_of or best[one[0].best_of][0] is one[0]]


@dataclass(frozen=True, slots=True)
class DieModifier:
    """A number added to the dice.

    Attributes
    ----------
    add : int
    per : Units or None
        So much for each such unit in the battle, on either side.
    among : tuple of {"attacker", "defender", "supporter"}
        Which of these are counted by `per`.
    condition : Condition
    """

    add: int
    per: Units | None = None
    among: tuple[Among, ...] = EVERYBODY
    condition: Condition = ALWAYS

    def of(self, table: Table, battle: Engagement) -> int:
        """Return what it adds in a battle; 0 where it is not about it."""
        return self.add * _counted(table, battle, self) if self.condition.met(table, battle) else 0


@dataclass(frozen=True, slots=True)
class Strength:
    """Strength of one side of a battle that is halved, doubled or raised.

    Attributes
    ----------
    of : {"attacker", "defender"}
    times : number
    add : int
        To each unit, or to the sum.
    each : bool
        Of each unit by itself: then `condition` is asked of each attacker and each defender alone; otherwise
        of the sum.
    round : {"none", "down", "up"}
        What becomes of fractions.
    condition : Condition
    best_of : str
        Of the clauses with the same word here only the one that changes most counts: never more than doubled.
    """

    of: Literal["attacker", "defender"]
    times: float = 1
    add: int = 0
    each: bool = False
    round: Literal["none", "down", "up"] = "none"
    condition: Condition = ALWAYS
    best_of: str = ""

    def change(self, value: Fraction) -> Fraction:
        """Return a changed strength."""
        found = value * Fraction(self.times).limit_denominator(12) + self.add
        if self.round == "down":
            return Fraction(found // 1)
        return Fraction(-(-found // 1)) if self.round == "up" else found


def strength(
    table: Table,
    battle: Engagement,
    of: Part,
    factors: Iterable[Strength],
    lacking: Mapping[str, float] = MappingProxyType({}),
    *,
    support: Fraction = Fraction(0),
) -> Fraction:
    """Return the strength of one side of a battle.

    Parameters
    ----------
    table : Table
    battle : Engagement
    of : {"attacker", "defender"}
    factors : iterable of Strength
    lacking : mapping of str to float
        Unit → factor for want of supply.
    support : Fraction
        What others add from elsewhere.
    """
    factors = [factor for factor in factors if factor.of == of]
    group = battle.attackers if of == "attacker" else battle.defenders
    total = sum((unit_strength(table, battle, of, one, factors, lacking) for one in group), support)
    met = [factor for factor in factors if not factor.each and factor.condition.met(table, battle)]
    for factor in counted(total, met):
        total = factor.change(total)
    return total


def counted(value: Fraction, factors: Iterable[Strength]) -> list[Strength]:
    """Return the factors that count: of those that exclude each other the one that changes most."""
    best: dict[str, Strength] = {}
    found: list[Strength] = []
    for factor in factors:
        known = best.get(factor.best_of)
        if known is not None and abs(known.change(value) - value) >= abs(factor.change(value) - value):
            continue
        if factor.best_of:
            if known is not None:
                found.remove(known)
            best[factor.best_of] = factor
        found.append(factor)
    return found


def unit_strength(  # noqa: PLR0917 -- a unit and all that changes what it is worth
    table: Table,
    battle: Engagement,
    of: Part,
    one: One,
    factors: Iterable[Strength],
    lacking: Mapping[str, float],
) -> Fraction:
    """Return what one unit of a battle adds to its side; what changes the sum of the side is not in it.

    Parameters
    ----------
    table, battle, of
        As in `strength`.
    one : (unit, place, steps)
    factors : iterable of Strength
        Those of its side.
    lacking : mapping of str to float
        Unit → factor for want of supply.
    """
    face = table.units[one[0]].face(one[2])
    value = Fraction(face.attack if of == "attacker" else face.defence)
    value *= Fraction(lacking.get(one[0], 1)).limit_denominator(12)
    by_itself = alone(battle, of, one)
    met = [factor for factor in factors if factor.each and factor.condition.met(table, by_itself)]
    for factor in counted(value, met):
        value = factor.change(value)
    return value


def alone(battle: Engagement, of: Part, one: One) -> Engagement:
    """Return the battle with one of its units alone on its side."""
    if of == "attacker":
        return replace(battle, attackers=(one,))
    return replace(battle, defenders=(one,))
