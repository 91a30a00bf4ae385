"""Dice of units: each unit of a battle throws its own, and what they show is counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from toolkit.rules.mechanisms.combat import ALWAYS, Condition
from toolkit.rules.mechanisms.forces import ALL, Units

Side = Literal["attacker", "defender"]


@dataclass(frozen=True, slots=True)
class UnitDice:
    """Each unit of a battle throws dice of its own, in place of one roll on a table.

    What the dice of a side show is counted by codes; `result` says what each means, for as many as were
    counted: ``{to: enemy, lose: printed}``.  All units of one `order` throw before anything comes of it.  Who
    is eliminated before his order comes throws no more.  Of several clauses that fit a unit the last counts.

    Attributes
    ----------
    codes : mapping of str to (tuple of int or "strength")
        Code → faces of the die that give it; or those that are not higher than the unit's strength.
    dice : int, "steps" or "strength"
        How many a unit throws: so many, one for each step that it has, one for each point of its strength.
    of : tuple of {"attacker", "defender"}
        Who throws them; who supports a side throws with it.
    units : Units
    faces : int
        Of a die.
    order : int
        Who throws first: those with 1, then those with 2.
    condition : Condition
    phases : tuple of str
        Phases in which it holds; all when left out.
    when : tuple of str
        Kinds of turns, or states, in which it holds; always when left out.
    """

    codes: Mapping[str, tuple[int, ...] | Literal["strength"]]
    dice: int | Literal["steps", "strength"] = 1
    of: tuple[Side, ...] = ("attacker", "defender")
    units: Units = ALL
    faces: int = 6
    order: int = 1
    condition: Condition = ALWAYS
    phases: tuple[str, ...] = ()
    when: tuple[str, ...] = ()

    def count(self, steps: int, strength: Fraction) -> int:
        """Return how many dice a unit throws; fractions of a strength are dropped."""
        if isinstance(self.dice, int):
            return self.dice
        return steps if self.dice == "steps" else int(strength)

    def shown(self, dice: tuple[int, ...]) -> bool:
        """Return whether these dice can show that."""
        return bool(dice) and all(1 <= die <= self.faces for die in dice)

    def counted(self, dice: Iterable[int], strength: Fraction) -> Counter[str]:
        """Return how often dice show each code."""
        return Counter(
            code
            for die in dice
            for code, faces in self.codes.items()
            if (die <= strength if faces == "strength" else die in faces)
        )
