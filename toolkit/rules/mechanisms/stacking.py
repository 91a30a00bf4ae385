"""Stacking: how much one side may have in one place, and when that is asked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from toolkit.rules.mechanisms.board import ANYWHERE, Places
from toolkit.rules.mechanisms.forces import ALL, Table, Units


@dataclass(frozen=True, slots=True)
class Stacking:
    """How much of one side may be in one place.

    Attributes
    ----------
    limit : int
    count : {"units", "steps", "points", "strength"}
        What is counted; points are those of `points`, strength is the defence as the unit stands.
    points : mapping of str to int
        Class of units → points; classes that are not listed have 1.
    at : {"phase", "move", "always"}
        When it must be kept: at the end of a phase, of each move, retreat or advance, in passing as well.
    units : Units
        Whom it counts.
    places : Places
    """

    limit: int
    count: Literal["units", "steps", "points", "strength"] = "units"
    points: Mapping[str, int] = field(default_factory=dict)
    at: Literal["phase", "move", "always"] = "phase"
    units: Units = ALL
    places: Places = ANYWHERE

    def weight(self, table: Table, unit: str) -> int:
        """Return what a unit counts."""
        if self.count == "units":
            return 1
        if self.count == "steps":
            return table.steps[unit]
        if self.count == "points":
            return self.points.get(table.units[unit].unit_class, 1)
        return table.units[unit].face(table.steps[unit]).defence

    def holds(self, table: Table, place: str, side: str, *more: str, without: str = "") -> bool:
        """Return whether a side's units in a place, with `more` of them and `without` one, keep the limit."""
        if place not in table.board.chosen(self.places):
            return True
        here = {u for u in table.stack(place) if table.units[u].side == side} | set(more)
        here.discard(without)
        return sum(self.weight(table, u) for u in here if self.units.take(table.units[u])) <= self.limit

    def crowded(self, table: Table) -> list[str]:
        """Return the places where it is broken."""
        found = {
            (place, table.units[u].side) for u, place in table.where.items() if place in table.board.places
        }
        return sorted(place for place, side in found if not self.holds(table, place, side))
