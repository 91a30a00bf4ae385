"""What every maker of a part of the module needs: the game, its equipment, where its boxes are."""

from __future__ import annotations

from dataclasses import dataclass

from toolkit.compile.compiled import CompiledGame
from toolkit.module.boards import BoxArea, Places, Window
from toolkit.module.equipment import Equipment
from toolkit.source.counters import Counter


@dataclass(frozen=True, slots=True)
class OwnPlace:
    """A place in a box, counted from 0, that a single counter has for itself."""

    window: Window
    area: BoxArea
    index: int

    def at(self) -> tuple[str, int, int]:
        """Return map name and pixel."""
        return (self.window.name, *self.area.place(self.index))


def _family(counter: Counter) -> tuple[str | None, bool]:
    """Return what counters share their boxes by: a side's units, headquarters and forts; its chits."""
    return counter.side, counter.kind == "chit"


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

    def own_place(self, counter: Counter, kind: str) -> OwnPlace | None:
        """Return the place that a counter has for itself in its side's box of a kind; None without a box.

        Places go by piece numbers: a new counter has the highest and moves no other.
        """
        found = self.places.find(kind, counter.side)
        if found is None:
            return None
        before = (other for other in self.game.counters if other.gpid < counter.gpid)
        return OwnPlace(*found, sum(_family(other) == _family(counter) for other in before))

    @property
    def sides(self) -> tuple[str, ...]:
        """The playing sides by name, in the game's order."""
        return tuple(names.en for names in self.game.labels.get("side", {}).values())
