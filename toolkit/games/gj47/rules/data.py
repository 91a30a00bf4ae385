"""What the rules need of a game, built once and shared by all positions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from toolkit.games.gj47.data.charts import Charts
from toolkit.games.gj47.rules.board import Board
from toolkit.games.gj47.rules.readings import MOVES, Bounds, bounds_of
from toolkit.games.gj47.rules.units import Owner, UnitType
from toolkit.rules.rulings import Points


@dataclass(frozen=True, slots=True)
class ChitType:
    """A command chit (2.23).

    Attributes
    ----------
    id : str
        Counter id.
    owner : Owner or None
        None for the supply chit.
    order : {"activate", "stavka", "soviet_reinforcement", "axis_reinforcement", "supply"}
    group : {"su_com", "soviet_special", "ger_com", "axis_rnf_com", "always"}
        The number of the turn track that limits its choice (6.2).
    hq : int or None
        The headquarters it activates, as a place in ``RulesData.units``.
    """

    id: str
    owner: Owner | None
    order: str
    group: str
    hq: int | None = None
    name: str = ""


@dataclass(frozen=True, slots=True)
class Forts:
    """The fort markers of a game (2.24(3), 14.0).

    Attributes
    ----------
    defence : tuple of int
        What each level adds to the defence of its hex, that of no fort first.
    """

    markers: int = 0
    defence: tuple[int, ...] = (0,)


@dataclass(frozen=True, slots=True, eq=False)
class RulesData:
    """Board, units, charts and unclear points of one game.

    Attributes
    ----------
    units : tuple of UnitType
        A position refers to them by their place in here.
    points : Points
        Every unclear point of the register with the values that count in this match.
    board_sourced : bool
        Whether every datum of the map that costs movement points has a printed source.
    moves : Bounds
        What the points make of movement.
    index : mapping of str to int
        Counter id → place in `units`.
    own : tuple of tuple of int
        The units of each side.
    """

    board: Board
    units: tuple[UnitType, ...]
    charts: Charts
    points: Points
    board_sourced: bool = False
    chits: Mapping[str, ChitType] = field(default_factory=dict)
    forts: Forts = Forts()
    moves: Bounds = field(init=False)
    index: Mapping[str, int] = field(init=False)
    own: tuple[tuple[int, ...], ...] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "moves", bounds_of(MOVES, self.points))
        object.__setattr__(self, "index", {unit.id: i for i, unit in enumerate(self.units)})
        own = (tuple(i for i, unit in enumerate(self.units) if unit.owner is owner) for owner in Owner)
        object.__setattr__(self, "own", tuple(own))
