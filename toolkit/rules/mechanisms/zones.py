"""Zones of control: where units exert them, and what they do to movement, retreats and lines."""

from __future__ import annotations

from collections.abc import Container, Iterable
from dataclasses import dataclass
from typing import Literal

from toolkit.rules.mechanisms.board import ANYWHERE, Places
from toolkit.rules.mechanisms.forces import ALL, Table, Units, friends_in
from toolkit.rules.mechanisms.settings import NO, YES, Setting
from toolkit.rules.rulings import Rulings

Toll = float | Literal["no", "all", "stop", "free"]
"""Movement points; ``no``: not allowed; ``all``: the whole allowance; ``stop``: the move ends there."""


@dataclass(frozen=True, slots=True)
class Zones:
    """Units have a zone of control in the places around them.

    Attributes
    ----------
    units : Units
        Who has one.
    places : Places
        Into which places it reaches.
    not_across : tuple of str
        Layers of hexsides across which it does not reach.
    unless_links : tuple of str
        Layers of links over which it reaches even so.
    not_in : Places or None
        Places that it does not reach, whatever `places` says.
    when : tuple of str
        Kinds of turns, or states, in which they have one; always when left out.
    """

    units: Units = ALL
    places: Places = ANYWHERE
    not_across: tuple[str, ...] = ()
    unless_links: tuple[str, ...] = ()
    not_in: Places | None = None
    when: tuple[str, ...] = ()

    def reach(self, table: Table, start: str, place: str) -> bool:
        """Return whether a zone reaches from one place into a neighbouring one."""
        board = table.board
        return (
            place in board.chosen(self.places)
            and not (self.not_in is not None and place in board.chosen(self.not_in))
            and not (self.not_across and board.crosses((start, place), self.not_across, self.unless_links))
        )


def zoned(table: Table, zones: Iterable[Zones], side: str) -> frozenset[str]:
    """Return the places in the zones of the enemies of a side."""
    zones = list(zones)
    found: set[str] = set()
    for unit, place in table.where.items():
        other = table.units[unit]
        if other.side == side or place not in table.board.neighbours:
            continue
        reaching = [zone for zone in zones if zone.units.take(other)]
        for near in table.board.neighbours[place] if reaching else ():
            if near not in found and any(zone.reach(table, place, near) for zone in reaching):
                found.add(near)
    return frozenset(found)


@dataclass(frozen=True, slots=True)
class ZoneMovement:
    """What enemy zones do to units that move.

    Attributes
    ----------
    enter : number, "stop", "no", "all" or "free"
        To move into a zone: further points, the end of the move, not allowed, the whole allowance.
    leave : number, "no", "all" or "free"
        To move out of a zone; ``no`` locks units in it.
    within : number, "no", "all" or "free"
        To move from one place in a zone straight into another.
    units : Units
        Who is bound by it.
    phases : tuple of str
        Phases in which it holds; all when left out.
    when : tuple of str
        Kinds of turns, or states, in which it holds; always when left out.
    friends_lift : bool
        Whether a unit of the own side in a place lifts the zone there.
    """

    enter: Toll = "free"
    leave: Toll = "free"
    within: Toll = "free"
    units: Units = ALL
    phases: tuple[str, ...] = ()
    when: tuple[str, ...] = ()
    friends_lift: Setting[bool] = NO


@dataclass(frozen=True, slots=True)
class ZoneRetreat:
    """A retreat may not enter an enemy zone, or only at a price.

    Attributes
    ----------
    lose : int or None
        Steps that a unit loses, after it has retreated, for each place in a zone that it entered; it may not
        enter any when left out.  Who withdraws before the roll may not enter any.
    units : Units
        Who is bound by it.
    friends_lift : bool
        Whether a unit of the own side in a place lifts the zone there.
    """

    lose: int | None = None
    units: Units = ALL
    friends_lift: Setting[bool] = NO


@dataclass(frozen=True, slots=True)
class ZoneLines:
    """Enemy zones cut lines of supply and communication.

    Attributes
    ----------
    lines : tuple of str
        Ids of the lines; all when left out.
    friends_lift : bool
        Whether a unit of the own side in a place lifts the zone there.
    own_place : bool
        Whether a zone counts in the place from which the line is traced.
    """

    lines: tuple[str, ...] = ()
    friends_lift: Setting[bool] = NO
    own_place: Setting[bool] = YES


def felt(
    table: Table, place: str, side: str, zones: Container[str], *, lifted: Setting[bool], rulings: Rulings
) -> bool:
    """Return whether a zone is felt in a place by a side whose own units there may lift it.

    Parameters
    ----------
    table : Table
    place, side : str
    zones : container of str
        Places in zones of the side's enemies (`zoned`).
    lifted : Setting of bool
    rulings : Rulings
    """
    return place in zones and not (friends_in(table, place, side) and lifted.under(rulings))
