"""What the rules need of a game: board, units, settings; built once, shared by all positions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from toolkit.games.gj47.data.charts import Charts
from toolkit.games.gj47.rules.board import Board
from toolkit.games.gj47.rules.settings import Settings
from toolkit.games.gj47.rules.units import Owner, UnitType
from toolkit.rules.rulings import Points

NO_POINTS = Points(MappingProxyType({}))


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
    name : str
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
    markers : int
    defence : tuple of int
        What each level adds to the defence of its hex, that of no fort first.
    """

    markers: int = 0
    defence: tuple[int, ...] = (0,)


@dataclass(frozen=True, slots=True, eq=False)
class RulesData:
    """Board, units and settings of one game.

    Attributes
    ----------
    board : Board
    units : tuple of UnitType
        A position refers to them by their place in here.
    charts : Charts
    settings : Settings
    board_sourced : bool
        Whether every datum of the map that costs movement points has a printed source.
    chits : mapping of str to ChitType
    forts : Forts
    points : Points
        Every unclear point of the register with the values that count in this match.
    index : mapping of str to int
        Counter id → place in `units`.
    """

    board: Board
    units: tuple[UnitType, ...]
    charts: Charts
    settings: Settings
    board_sourced: bool = False
    chits: Mapping[str, ChitType] = field(default_factory=dict)
    forts: Forts = Forts()
    points: Points = NO_POINTS
    index: Mapping[str, int] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "index", {unit.id: i for i, unit in enumerate(self.units)})

    @classmethod
    def of(
        cls,
        board: Board,
        units: Sequence[UnitType],
        charts: Charts,
        settings: Settings | None = None,
        *,
        sourced: bool = False,
    ) -> RulesData:
        """Return the data of a game; open points stay open unless `settings` fixes them."""
        return cls(board, tuple(units), charts, settings or Settings.of(), sourced)
