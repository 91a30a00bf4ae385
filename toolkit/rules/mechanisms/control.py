"""Who holds a place."""

from __future__ import annotations

from dataclasses import dataclass

from toolkit.rules.mechanisms.board import ANYWHERE, Board, Places
from toolkit.rules.mechanisms.forces import ALL, Table, Units, stands_against


@dataclass(frozen=True, slots=True)
class Held:
    """Who holds places at the start.

    Attributes
    ----------
    side : str
    places : Places
    """

    side: str
    places: Places = ANYWHERE


@dataclass(frozen=True, slots=True)
class ControlStart:
    """Who holds which places at the start; the first that fits counts.

    Attributes
    ----------
    held : tuple of Held
    """

    held: tuple[Held, ...]

    def of(self, board: Board, place: str) -> str:
        """Return who holds a place at the start, "" for nobody."""
        return next((one.side for one in self.held if place in board.chosen(one.places)), "")


@dataclass(frozen=True, slots=True)
class Control:
    """Places that a side holds: it did so at the start, or was in them last.

    Attributes
    ----------
    places : Places
    passing : bool
        Whether passing through is enough, or only a unit that ends its move there takes the place.
    units : Units
        Who takes places.
    alone : bool
        Whether such units of the other side keep it from them.  Who is left there without any when a phase
        ends takes it then.
    """

    places: Places
    passing: bool = True
    units: Units = ALL
    alone: bool = False

    def takes(self, table: Table, unit: str, place: str) -> bool:
        """Return whether a place falls to a unit that is there."""
        if not self.units.take(table.units[unit]):
            return False
        return not (self.alone and stands_against(table, place, table.units[unit].side, self.units))
