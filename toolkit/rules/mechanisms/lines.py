"""Lines of supply and communication: from where, how far, what cuts them, what units without one suffer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from heapq import heappop, heappush
from math import inf
from typing import Literal

from toolkit.rules.mechanisms.board import Board, Places, Way
from toolkit.rules.mechanisms.forces import ALL, Table, Units, enemies_in, stands

Price = float | Literal["no"]
"""Points; ``no``: no way for a line."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line that leads from a place to one of its sources.

    Attributes
    ----------
    id : str
        What other clauses call it.
    to : mapping of str to Places
        Side → its sources.
    onto : str
        Id of another line: its sources are the places from which that one leads.
    length : int or None
        At most so many places from the source; any length when left out.
    enemies_cut : bool
        Whether enemy units cut it.
    own_place : bool
        Whether they cut it where it begins as well: units of both sides may be in one area.
    held : bool
        Whether a source counts only while the side holds it.
    not_into : Places or None
        Places that it does not enter.
    not_across : tuple of str
        Layers of hexsides that it does not cross.
    unless_links : tuple of str
        Layers of links over which it crosses even so.
    unless_with : Units or None
        Own units where one of which stands it enters even so: fleets at sea.
    along : str
        Layer of links that it follows; "" for anywhere.
    to_units : Units or None
        Own units that are sources as well, wherever they stand: headquarters, leaders, supply units.
    points : number or None
        At most so many points for the places that it enters, in place of `length`: supply in movement points.
    costs : mapping of str to number or "no"
        Terrain → points; 1 where it is not listed.
    side_costs : mapping of str to number or "no"
        Layer of hexsides → further points.
    link_costs : mapping of str to number
        Layer of links → points along it, in place of terrain and hexsides.
    counted : {"unit", "source"}
        Whether points are counted from the unit, so that the place of the source costs and that of the unit
        does not, or from the source.
    """

    id: str
    to: Mapping[str, Places] = field(default_factory=dict)
    onto: str = ""
    length: int | None = None
    enemies_cut: bool = True
    own_place: bool = True
    held: bool = False
    not_into: Places | None = None
    not_across: tuple[str, ...] = ()
    unless_links: tuple[str, ...] = ()
    unless_with: Units | None = None
    along: str = ""
    to_units: Units | None = None
    points: float | None = None
    costs: Mapping[str, Price] = field(default_factory=dict)
    side_costs: Mapping[str, Price] = field(default_factory=dict)
    link_costs: Mapping[str, float] = field(default_factory=dict)
    counted: Literal["unit", "source"] = "unit"

    def leads(
        self,
        table: Table,
        start: str,
        side: str,
        cut: Callable[[str], bool],
        joins: Callable[[str], bool] = lambda _place: False,
    ) -> bool:
        """Return whether a side has a line from a place.

        Parameters
        ----------
        table : Table
        start, side : str
        cut : callable
            Whether zones close a place, the start included.
        joins : callable
            Whether the line `onto` leads from a place.
        """
        sources = self._sources(table, side)
        shut = self.own_place and self._closed(table, start, side)
        if not (sources or self.onto) or shut or cut(start):
            return False
        most = self.length if self.points is None else self.points
        best, waiting = {start: 0.0}, [(0.0, start)]
        while waiting:
            far, here = heappop(waiting)
            if far > best[here]:
                continue
            if here in sources or joins(here):
                return True
            for near in table.board.neighbours.get(here, ()):
                reached = far + self._price((here, near), table.board)
                if (most is not None and reached > most) or reached >= best.get(near, inf):
                    continue
                if (
                    self._passes((here, near), table, side)
                    and not self._closed(table, near, side)
                    and not cut(near)
                ):
                    best[near] = reached
                    heappush(waiting, (reached, near))
        return False

    def _sources(self, table: Table, side: str) -> frozenset[str]:
        """Return the places to which a side's line may lead."""
        found = table.board.chosen(self.to[side]) if side in self.to else frozenset[str]()
        if self.held:
            found = frozenset(place for place in found if table.control.get(place) == side)
        if self.to_units is None:
            return found
        own = (unit for unit in table.units.values() if unit.side == side and self.to_units.take(unit))
        return found | {table.where[unit.id] for unit in own}

    def _price(self, way: Way, board: Board) -> float:
        """Return what a step counts: one place, or points."""
        if self.points is None:
            return 1.0
        way = way if self.counted == "unit" else (way[1], way[0])
        linked = [self.link_costs[link] for link in board.links.get(way, ()) if link in self.link_costs]
        if linked:
            return min(linked)
        prices = [self.costs.get(board.terrain[way[1]], 1)]
        prices += [self.side_costs[side] for side in board.sides.get(way, ()) if side in self.side_costs]
        return inf if "no" in prices else sum(price for price in prices if price != "no")

    def _passes(self, way: tuple[str, str], table: Table, side: str) -> bool:
        board = table.board
        if self.along and self.along not in board.links.get(way, frozenset()):
            return False
        if self.not_into is not None and way[1] in board.chosen(self.not_into):
            opened = self.unless_with is not None and stands(table, way[1], side, self.unless_with)
            if not opened:
                return False
        return not (self.not_across and board.crosses(way, self.not_across, self.unless_links))

    def _closed(self, table: Table, place: str, side: str) -> bool:
        return self.enemies_cut and bool(enemies_in(table, place, side))


@dataclass(frozen=True, slots=True)
class Attrition:
    """In phases that do ``supply`` the owner takes the losses of units that have no line.

    Attributes
    ----------
    line : str
        Id of the line.
    lose : int or "all"
        Steps.
    after : int
        So many of such phases of its side in a row a unit is without one before it loses anything: with 2 it
        loses in the third.
    units : Units
    phases : tuple of str
        Phases in which it holds; all that do ``supply`` when left out.
    when : tuple of str
        Kinds of turns, or states, in which it holds; always when left out.
    """

    line: str
    lose: int | Literal["all"] = 1
    after: int = 0
    units: Units = ALL
    phases: tuple[str, ...] = ()
    when: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class OutOfLine:
    """What units suffer that have no line.

    Attributes
    ----------
    line : str
        Id of the line.
    moves, attacks : bool
        Whether they may move, and attack.
    movement, attack, defence : number
        Allowance and strengths are multiplied by it; fractions of an allowance are dropped.
    units : Units
    asked : tuple of str
        Phases in whose beginning it is found out who has no line, for all that follows up to the next of
        them; at the moment when it matters if left out.
    """

    line: str
    moves: bool = True
    attacks: bool = True
    movement: float = 1
    attack: float = 1
    defence: float = 1
    units: Units = ALL
    asked: tuple[str, ...] = ()
