"""Movement: allowances, what places and hexsides cost, roads and railways, what is closed, exits."""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import dataclass
from typing import Literal

from toolkit.rules.mechanisms.board import Board, Places, Way
from toolkit.rules.mechanisms.forces import ALL, Table, Unit, Units, stands
from toolkit.rules.mechanisms.sequence import holds_when

Cost = float | Literal["no", "all"]
"""Movement points; ``no``: never; ``all``: the whole allowance."""


@dataclass(frozen=True, slots=True)
class Allowance:
    """How far units move in a phase.  Of several clauses that fit the last stated counts.

    Attributes
    ----------
    points : number, "printed" or None
        Movement points; the printed number of the counter.
    places : int or None
        Places instead of points, whatever they cost.
    times : number
        The points are multiplied by it; fractions are dropped.
    add : number
        Further points, after that.
    beside : Units or None
        Only for units that began the phase in one place with such another unit of their side: leaders.
    units : Units
    phases : tuple of str
        Phases in which it holds; all when left out.
    not_phases : tuple of str
        Phases in which it does not hold.
    when : tuple of str
        Kinds of turns, or states, in which it holds; always when left out.
    """

    points: float | Literal["printed"] | None = "printed"
    places: int | None = None
    times: float = 1
    add: float = 0
    beside: Units | None = None
    units: Units = ALL
    phases: tuple[str, ...] = ()
    not_phases: tuple[str, ...] = ()
    when: tuple[str, ...] = ()

    def holds(self, unit: Unit, phase: str, kinds: frozenset[str]) -> bool:
        """Return whether it is this unit's allowance in a phase of a turn of these kinds."""
        return (
            self.units.take(unit)
            and (not self.phases or phase in self.phases)
            and phase not in self.not_phases
            and holds_when(self.when, kinds)
        )

    def of(self, printed: int) -> float:
        """Return the points of a unit that has this printed number."""
        points = printed if self.points is None or self.points == "printed" else self.points
        return self.add + (points if self.times == 1 else float(points * self.times // 1))


@dataclass(frozen=True, slots=True)
class TerrainCost:
    """What it costs to enter a place, by its terrain.

    Attributes
    ----------
    costs : mapping of str to number, "no" or "all"
        Kind of terrain, or of area → cost.
    units : Units
    when : tuple of str
        Kinds of turns, or states, in which it holds; always when left out.
    """

    costs: Mapping[str, Cost]
    units: Units = ALL
    when: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FeatureCost:
    """What it costs to enter a place with a feature or a town, instead of its terrain.

    Attributes
    ----------
    costs : mapping of str to number, "no" or "all"
        Hex layer, class of towns or property of an area → cost.
    units : Units
    when : tuple of str
        Kinds of turns, or states, in which it holds; always when left out.
    """

    costs: Mapping[str, Cost]
    units: Units = ALL
    when: tuple[str, ...] = ()

    def of(self, board: Board, place: str) -> str | None:
        """Return which feature of a place it is whose cost counts, None where it has none of them."""
        found = board.features.get(place, frozenset()) | board.towns.get(place, frozenset())
        return next((name for name in self.costs if name in found), None)


@dataclass(frozen=True, slots=True)
class SideCost:
    """What it costs to cross a hexside, beside the place that is entered.

    Attributes
    ----------
    costs : mapping of str to number, "no" or "all"
        Layer of hexsides, or kind of area links that alone join two areas → further cost.
    unless_links : tuple of str
        Layers of links over which it costs nothing: bridges.
    units : Units
    when : tuple of str
        Kinds of turns, or states, in which it holds; always when left out.
    """

    costs: Mapping[str, Cost]
    unless_links: tuple[str, ...] = ()
    units: Units = ALL
    when: tuple[str, ...] = ()

    def of(self, board: Board, way: Way) -> Cost | None:
        """Return the cost of a way, None where it crosses none of the layers."""
        found = board.sides.get(way, frozenset())
        if found.isdisjoint(self.costs) or not board.links.get(way, frozenset()).isdisjoint(
            self.unless_links
        ):
            return None
        prices = [self.costs[name] for name in sorted(found) if name in self.costs]
        words = [price for price in prices if isinstance(price, str)]
        if words:
            return "no" if "no" in words else "all"
        return sum(price for price in prices if not isinstance(price, str))


@dataclass(frozen=True, slots=True)
class LinkCost:
    """What it costs to move along a road or railway, instead of the terrain.

    Attributes
    ----------
    link : str
        Layer of links.
    cost : number
    sides : bool
        Whether hexsides on the way still cost what they cost.
    units : Units
    phases : tuple of str
        Phases in which it holds; all when left out.
    when : tuple of str
        Kinds of turns, or states, in which it holds; always when left out.
    """

    link: str
    cost: float
    sides: bool = False
    units: Units = ALL
    phases: tuple[str, ...] = ()
    when: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class March:
    """A unit goes further whose whole move of a phase keeps to a road or railway, or away from enemies.

    Attributes
    ----------
    link : str
        Layer of links; "" for a move that may go anywhere.
    points : number
        Further points.
    times : number
        The points of its allowance are multiplied by it before that; fractions are dropped.
    in_zones : bool
        Whether it may begin in, pass or enter an enemy zone.
    apart : int
        So many places, at least, lie between enemies and each place of the move, its beginning as well: with
        1 it is never beside one.
    units : Units
    phases : tuple of str
        Phases in which it holds; all when left out.
    when : tuple of str
        Kinds of turns, or states, in which it holds; always when left out.
    """

    link: str = ""
    points: float = 0
    times: float = 1
    in_zones: bool = False
    apart: int = 0
    units: Units = ALL
    phases: tuple[str, ...] = ()
    when: tuple[str, ...] = ()

    def more(self, points: float) -> float:
        """Return the further points of a unit that has so many."""
        return (points * self.times // 1 if self.times != 1 else points) + self.points - points

    def covers(self, board: Board, shut: Container[str], way: Way) -> bool:
        """Return whether a step may belong to such a move, for the places from which it keeps away."""
        linked = not self.link or self.link in board.links.get(way, frozenset())
        return linked and not (way[0] in shut or way[1] in shut)


@dataclass(frozen=True, slots=True)
class OnlyAlong:
    """Units move only along a road or railway in these phases.

    Attributes
    ----------
    link : str
        Layer of links.
    phases : tuple of str
    units : Units
    """

    link: str
    phases: tuple[str, ...]
    units: Units = ALL


@dataclass(frozen=True, slots=True)
class StartOn:
    """Only units that begin the phase on a road or railway move in it.

    Attributes
    ----------
    link : str
        Layer of links.
    phases : tuple of str
    """

    link: str
    phases: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class EnemyBlocks:
    """A place with enemy units may not be entered.

    Attributes
    ----------
    units : Units
        Who is bound by it.
    """

    units: Units = ALL


@dataclass(frozen=True, slots=True)
class EnemyStops:
    """A unit that enters a place with enemy units stops there.

    Attributes
    ----------
    units : Units
        Who is bound by it.
    leave : bool
        Whether a unit that stands with enemies may move out again.
    """

    units: Units = ALL
    leave: bool = True


@dataclass(frozen=True, slots=True)
class Closed:
    """Places or hexsides that units may not enter or cross when they move, retreat or advance.

    Attributes
    ----------
    places : Places or None
    sides : tuple of str
        Layers of hexsides.
    unless_links : tuple of str
        Layers of links along which it is allowed even so.
    doing : tuple of {"move", "retreat", "advance"}
        When they may not.
    unless_with : Units or None
        Own units that open it: a place where one stands, a hexside beside which one does: fleets, engineers.
    units : Units
    phases : tuple of str
        Phases in which it holds; all when left out.
    when : tuple of str
        Kinds of turns, or states, in which it holds; always when left out.
    """

    places: Places | None = None
    sides: tuple[str, ...] = ()
    unless_links: tuple[str, ...] = ()
    doing: tuple[Literal["move", "retreat", "advance"], ...] = ("move",)
    unless_with: Units | None = None
    units: Units = ALL
    phases: tuple[str, ...] = ()
    when: tuple[str, ...] = ()

    def bars(self, table: Table, side: str, way: Way) -> bool:
        """Return whether a way is closed to a side."""
        board = table.board
        if not board.links.get(way, frozenset()).isdisjoint(self.unless_links):
            return False
        into = self.places is not None and way[1] in board.chosen(self.places)
        across = bool(self.sides) and board.crosses(way, self.sides)
        if not (into or across) or self.unless_with is None:
            return into or across
        at, beside = (stands(table, place, side, self.unless_with) for place in (way[1], way[0]))
        return not at and (into or not beside)


@dataclass(frozen=True, slots=True)
class Gone:
    """What lies or leads between places is not there for a time: a bridge is blown, a river is frozen.

    Whatever other clauses say of it does not hold then.

    Attributes
    ----------
    links : tuple of str
        Layers of links: bridges, roads.
    sides : tuple of str
        Layers of hexsides: rivers.
    when : tuple of str
        Kinds of turns, or states, in which it is not there.
    among : Places or None
        Only what joins two of these; everywhere when left out.
    """

    when: tuple[str, ...]
    links: tuple[str, ...] = ()
    sides: tuple[str, ...] = ()
    among: Places | None = None


@dataclass(frozen=True, slots=True)
class Transport:
    """Units are carried straight from one place to another, by sea, by air or off the map: their whole move.

    A unit begins the phase where it is carried from.  What lies between does not matter; what forbids it to
    enter a place with enemies, or an enemy zone, does.

    Attributes
    ----------
    start, to : Places
        From where and whereto.
    units : Units
    held : bool
        Whether the side must hold the place where they arrive.
    range : int or None
        At most so many places away, however they lie; any when left out.
    limit : int or None
        So many units of a side a phase, all clauses together; any number when left out.
    phases : tuple of str
        Phases in which it holds; all when left out.
    when : tuple of str
        Kinds of turns, or states, in which it holds; always when left out.
    """

    start: Places
    to: Places
    units: Units = ALL
    held: bool = False
    range: int | None = None
    limit: int | None = None
    phases: tuple[str, ...] = ()
    when: tuple[str, ...] = ()

    def leads(self, table: Table, side: str, way: Way) -> bool:
        """Return whether units of a side can be carried from one place to another."""
        board, (start, end) = table.board, way
        return (
            start in board.chosen(self.start)
            and end in board.chosen(self.to)
            and not board.touch(start, end)
            and start != end
            and not (self.held and table.control.get(end) != side)
            and (self.range is None or board.distance(start, end) <= self.range)
        )


@dataclass(frozen=True, slots=True)
class MinimumMove:
    """A unit that has not moved may always enter one place, whatever it costs.

    Attributes
    ----------
    units : Units
    """

    units: Units = ALL


@dataclass(frozen=True, slots=True)
class Exit:
    """A way off the map.

    Attributes
    ----------
    id : str
        What a path names it.
    places : Places
        From where it is reached.
    units : Units
        Who may use it.
    cost : number
    """

    id: str
    places: Places
    units: Units = ALL
    cost: float = 1


@dataclass(frozen=True, slots=True)
class Exits:
    """Units may leave the map; they do not come back.

    Attributes
    ----------
    exits : tuple of Exit
    """

    exits: tuple[Exit, ...]
