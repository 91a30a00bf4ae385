"""Lines of supply and communication: from where, how far, what cuts them, what units without one suffer."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal

from toolkit.rules.mechanisms.board import Places
from toolkit.rules.mechanisms.forces import ALL, Table, Units, enemies_in


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
    held : bool
        Whether a source counts only while the side holds it.
    not_into : Places or None
        Places that it does not enter.
    not_across : tuple of str
        Layers of hexsides that it does not cross.
    unless_links : tuple of str
        Layers of links over which it crosses even so.
    along : str
        Layer of links that it follows; "" for anywhere.
    """

    id: str
    to: Mapping[str, Places] = field(default_factory=dict)
    onto: str = ""
    length: int | None = None
    enemies_cut: bool = True
    held: bool = False
    not_into: Places | None = None
    not_across: tuple[str, ...] = ()
    unless_links: tuple[str, ...] = ()
    along: str = ""

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
        board = table.board
        sources = board.chosen(self.to[side]) if side in self.to else frozenset()
        if self.held:
            sources = frozenset(place for place in sources if table.control.get(place) == side)
        if not (sources or self.onto) or self._closed(table, start, side) or cut(start):
            return False
        seen, waiting = {start}, deque([(start, 0)])
        while waiting:
            here, far = waiting.popleft()
            if here in sources or joins(here):
                return True
            if self.length is not None and far >= self.length:
                continue
            for near in board.neighbours.get(here, ()):
                if near in seen or not self._passes((here, near), table):
                    continue
                seen.add(near)
                if not self._closed(table, near, side) and not cut(near):
                    waiting.append((near, far + 1))
        return False

    def _passes(self, way: tuple[str, str], table: Table) -> bool:
        board = table.board
        if self.along and self.along not in board.links.get(way, frozenset()):
            return False
        if self.not_into is not None and way[1] in board.chosen(self.not_into):
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
    units : Units
    """

    line: str
    lose: int | Literal["all"] = 1
    units: Units = ALL


@dataclass(frozen=True, slots=True)
class OutOfLine:
    """What units suffer that have no line, at the moment when it matters.

    Attributes
    ----------
    line : str
        Id of the line.
    moves, attacks : bool
        Whether they may move, and attack.
    movement, attack, defence : number
        Allowance and strengths are multiplied by it; fractions of an allowance are dropped.
    units : Units
    """

    line: str
    moves: bool = True
    attacks: bool = True
    movement: float = 1
    attack: float = 1
    defence: float = 1
    units: Units = ALL
