"""Hidden units: the enemy sees that something stands there, and not what it is until it fights."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from toolkit.rules.mechanisms.forces import ALL, Unit, Units

Part = Literal["attack", "defend"]


@dataclass(frozen=True, slots=True)
class Hidden:
    """Units lie hidden from the other side, at the start and when they enter; who was shown once stays so.

    Attributes
    ----------
    units : Units
    fighting : tuple of {"attack", "defend"}
        Who is shown before a battle is rolled in which it takes part like that.
    by_choice : bool
        Whether its owner may show a unit whenever he acts.
    blanks : Units or None
        Those that are nothing but deceit: once they are shown they are removed.
    """

    units: Units = ALL
    fighting: tuple[Part, ...] = ("attack", "defend")
    by_choice: bool = False
    blanks: Units | None = None

    def is_blank(self, unit: Unit) -> bool:
        """Return whether a unit is nothing."""
        return self.blanks is not None and self.blanks.take(unit) and self.units.take(unit)
