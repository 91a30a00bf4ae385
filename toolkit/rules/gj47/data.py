"""What the rules need of a game: board, units, settings; built once, shared by all positions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from toolkit.rules.gj47.board import Board
from toolkit.rules.gj47.settings import Settings
from toolkit.rules.gj47.units import UnitType


@dataclass(frozen=True, slots=True, eq=False)
class RulesData:
    """Board, units and settings of one game.

    Attributes
    ----------
    board : Board
    units : tuple of UnitType
        A position refers to them by their place in here.
    settings : Settings
    board_sourced : bool
        Whether every datum of the map that costs movement points has a printed source.
    index : mapping of str to int
        Counter id → place in `units`.
    """

    board: Board
    units: tuple[UnitType, ...]
    settings: Settings
    board_sourced: bool = False
    index: Mapping[str, int] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "index", {unit.id: i for i, unit in enumerate(self.units)})

    @classmethod
    def of(
        cls,
        board: Board,
        units: Sequence[UnitType],
        settings: Settings | None = None,
        *,
        sourced: bool = False,
    ) -> RulesData:
        """Return the data of a game; open points stay open unless `settings` fixes them."""
        return cls(board, tuple(units), settings or Settings.of(), sourced)

    def with_settings(self, settings: Settings) -> RulesData:
        """Return the same game under other settings."""
        return RulesData(self.board, self.units, settings, self.board_sourced)
