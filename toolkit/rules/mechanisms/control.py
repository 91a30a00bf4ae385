"""Who holds a place."""

from __future__ import annotations

from dataclasses import dataclass

from toolkit.rules.mechanisms.board import ANYWHERE, Board, Places


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
    """

    places: Places
    passing: bool = True
