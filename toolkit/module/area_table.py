"""Where everything of a game of areas and cards lies: main map, its boxes, the windows of the sides."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from toolkit.compile.compiled import CompiledGame
from toolkit.diagnostics import Finding, Severity, ToolkitError
from toolkit.module.areas import AreaBoard
from toolkit.module.counters import MAIN_MAP
from toolkit.module.slots import Row, Slot, SlotBoard
from toolkit.source.names import Names


@dataclass(frozen=True, slots=True)
class AreaTable:
    """The places of a game of areas and cards.

    Attributes
    ----------
    areas : AreaBoard
        The main map.
    rows : tuple of Row
        Boxes of the main map.
    hands : tuple of SlotBoard
        A window for each side, in the game's order, that everybody may open.
    card : (int, int)
        Width and height of a card in pixels.
    others : tuple of SlotBoard
        More windows that everybody may open.
    sealed : tuple of SlotBoard
        A window for each side that only its side sees; empty where the game needs none.
    """

    game: CompiledGame
    areas: AreaBoard
    rows: tuple[Row, ...]
    hands: tuple[SlotBoard, ...]
    card: tuple[int, int]
    others: tuple[SlotBoard, ...] = ()
    sealed: tuple[SlotBoard, ...] = ()

    @property
    def sides(self) -> Mapping[str, str]:
        """Return the sides, id to English name, as `Side` markers spell it."""
        return {side: names.en for side, names in self.game.labels.get("side", {}).items()}

    @property
    def boards(self) -> tuple[SlotBoard, ...]:
        """Return all windows beside the main map."""
        return (*self.hands, *self.others, *self.sealed)

    def area_names(self) -> list[Names]:
        """Return the areas' names, English as the board spells them."""
        areas = self.areas.map
        known = ((name, areas.names[areas.index(area)]) for area, name in self.areas.names().items())
        return [Names(name, words.get("ja", name), words.get("zh", name)) for name, words in known]

    def named(self, language: str) -> dict[str, str]:
        """Return the areas' names in a language, by id."""
        return {
            area: name.get(language) for area, name in zip(self.areas.names(), self.area_names(), strict=True)
        }

    def kinds(self, language: str = "en") -> dict[str, str]:
        """Return what kind of area each is, by id."""
        labels, areas = self.game.labels.get("area_kind", {}), self.areas.map
        kinds = {area: areas.kinds[areas.index(area)] for area in self.areas.names()}
        return {
            area: labels[kind].get(language).lower() if kind in labels else kind
            for area, kind in kinds.items()
        }

    def row(self, id: str) -> Row:
        """Return a row of the main map by its box; raises ToolkitError where the board lacks it."""
        for row in self.rows:
            if row.id == id:
                return row
        text = f"the board has no box {id} with a place on it (boxes.yaml: rect)"
        raise ToolkitError([Finding("MOD008", Severity.ERROR, text, data={"box": id})])

    def window(self, side: str) -> SlotBoard:
        """Return a side's window of cards."""
        return self.hands[list(self.sides).index(side)]

    def hand(self, side: str) -> Row:
        """Return a side's hand."""
        return self.window(side).row(f"hand-{side}")

    def spot(self, box: str, index: int = 0) -> tuple[str, int, int]:
        """Return map name and pixel of a place of a box, wherever it is; raises ToolkitError."""
        for board in self.boards:
            for row in board.rows:
                if row.id == box:
                    return (board.name, *_at(row.slots, index))
        return (MAIN_MAP, *_at(self.row(box).slots, index))


def _at(slots: Sequence[Slot], index: int) -> tuple[int, int]:
    slot = slots[min(index, len(slots) - 1)]
    return slot.x, slot.y


def hand_prefix(side_name: str) -> str:
    """Return what the places of a hand begin with: ``Red hand``."""
    return f"{side_name} hand"


def window_name(side_name: str) -> str:
    """Return the name of a side's window of cards."""
    return f"{side_name} cards"


def numbered(prefix: str, count: int) -> tuple[str, ...]:
    """Return ``<prefix>-1`` and so on."""
    return tuple(f"{prefix}-{number}" for number in range(1, count + 1))


def spread_slots(names: Sequence[str], first: int, last: int, y: int) -> tuple[Slot, ...]:
    """Return slots at equal distances from pixel `first` to `last`; a single one lies in the middle."""
    if len(names) == 1:
        return (Slot(names[0], (first + last) // 2, y),)
    step = (last - first) / (len(names) - 1)
    return tuple(Slot(name, round(first + index * step), y) for index, name in enumerate(names))
