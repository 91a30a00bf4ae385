"""Units as rules see them, how a clause chooses among them, and where they stand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Protocol

from toolkit.rules.mechanisms.board import Board

WAITING, ELIMINATED, EXITED, ABSENT = "@waiting", "@eliminated", "@exited", "@absent"
"""Where a unit is that has not entered, was lost, has left the map, or is not in this scenario."""


@dataclass(frozen=True, slots=True)
class Face:
    """The numbers of a unit with a certain number of steps left."""

    attack: int
    defence: int
    movement: int


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit.

    Attributes
    ----------
    id, side, name : str
    unit_class : str
        What the rules call it; "" for none.
    faces : tuple of Face
        By steps left: ``faces[steps - 1]``.
    enters : int or None
        Turn in which it may enter; None for a unit that is there at start.
    entry : tuple of str
        Places where it may enter, where its counter says so.
    starts : str or None
        Where it is set up, where its counter says so.
    cards : frozenset of str
        Kinds of cards that are played on it.
    """

    id: str
    side: str
    unit_class: str
    faces: tuple[Face, ...]
    enters: int | None = None
    entry: tuple[str, ...] = ()
    starts: str | None = None
    name: str = ""
    cards: frozenset[str] = frozenset()

    @property
    def most(self) -> int:
        """Steps of a unit that has lost none."""
        return len(self.faces)

    def face(self, steps: int) -> Face:
        """Return the numbers with so many steps left."""
        return self.faces[min(max(steps, 1), len(self.faces)) - 1]


@dataclass(frozen=True, slots=True)
class Units:
    """Units chosen by what they are: one of each list that is stated.

    Attributes
    ----------
    side : str
        One of the game's sides.
    classes : tuple of str
        `unit_class` of the counters.
    ids : tuple of str
        Counters.
    not_classes, not_ids : tuple of str
        Classes, and counters, that are left out.
    cards : tuple of str
        Kinds of cards, one of which is played on the unit.
    """

    side: str = ""
    classes: tuple[str, ...] = ()
    ids: tuple[str, ...] = ()
    not_classes: tuple[str, ...] = ()
    not_ids: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()

    def take(self, unit: Unit) -> bool:
        """Return whether a unit is chosen."""
        return (
            (not self.side or unit.side == self.side)
            and (not self.classes or unit.unit_class in self.classes)
            and (not self.ids or unit.id in self.ids)
            and unit.unit_class not in self.not_classes
            and unit.id not in self.not_ids
            and (not self.cards or not unit.cards.isdisjoint(self.cards))
        )


ALL = Units()


class Table(Protocol):
    """Where units stand: what mechanisms ask of a position."""

    @property
    def board(self) -> Board:
        """The board."""

    @property
    def units(self) -> Mapping[str, Unit]:
        """All units of the game."""

    @property
    def where(self) -> Mapping[str, str]:
        """Unit → place, or where it is off the map."""

    @property
    def steps(self) -> Mapping[str, int]:
        """Unit → steps left."""

    @property
    def status(self) -> Mapping[str, str]:
        """Unit → what it is in, of units that are in something: dug in, in disorder."""

    @property
    def control(self) -> Mapping[str, str]:
        """Place → side that holds it, for places that are held at all."""

    @property
    def kinds(self) -> frozenset[str]:
        """Kinds of the turn (mud, snow) and states that hold (demoralised)."""

    def stack(self, place: str, /) -> Iterable[str]:
        """Return the units in a place, in the order of the counters."""


def enemies_in(table: Table, place: str, side: str) -> list[str]:
    """Return the units of other sides than `side` in a place."""
    return [unit for unit in table.stack(place) if table.units[unit].side != side]


def stands(table: Table, place: str, side: str, units: Units) -> bool:
    """Return whether one of these units of a side stands in a place."""
    return any(units.take(table.units[unit]) for unit in friends_in(table, place, side))


def stands_against(table: Table, place: str, side: str, units: Units) -> bool:
    """Return whether one of these units of another side stands in a place."""
    return any(units.take(table.units[unit]) for unit in enemies_in(table, place, side))


def friends_in(table: Table, place: str, side: str) -> list[str]:
    """Return the units of a side in a place."""
    return [unit for unit in table.stack(place) if table.units[unit].side == side]
