"""What every maker of a part of the module needs: the game, its equipment, where its boxes are."""

from __future__ import annotations

from dataclasses import dataclass

from toolkit.compile.compiled import CompiledGame
from toolkit.module.boards import Places
from toolkit.module.equipment import Equipment


@dataclass(frozen=True, slots=True)
class Workshop:
    """Game, equipment and places together."""

    game: CompiledGame
    equipment: Equipment
    places: Places

    def side_name(self, side: str | None) -> str:
        """Return the English name of a side, as the roster and `Side` markers spell it."""
        names = self.game.labels.get("side", {})
        return names[side].en if side is not None and side in names else "None"

    @property
    def sides(self) -> tuple[str, ...]:
        """The playing sides by name, in the game's order."""
        return tuple(names.en for names in self.game.labels.get("side", {}).values())
