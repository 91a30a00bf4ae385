"""Where everything lies: the board's boxes as rows of slots, and a window of cards for each side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from toolkit.compile.game import CompiledGame
from toolkit.diagnostics import Finding, Severity, ToolkitError
from toolkit.module.areas import AreaBoard
from toolkit.module.slots import Row, RowSpec, Slot, SlotBoard, lay_rows
from toolkit.module.units import MAIN_MAP
from toolkit.source.counters import Counter
from toolkit.source.setups import Box

HAND_SLOTS = 6
"""A hand has at most four cards (10.2); the rest is room for cards taken back."""

BATTLE_SLOTS = 8
ATTACKER, DEFENDER = "A", "D"
EVENT, DRAWN = "Event", "Drawn"
DECK, PILE, HIDDEN = "Deck", "Pile", "Hidden pile"
DESK = "battle-desk"

_HEAD, _PAD = 24, 6


@dataclass(frozen=True, slots=True)
class Table:
    """The places of the game.

    Attributes
    ----------
    game : CompiledGame
    areas : AreaBoard
        The main map.
    rows : tuple of Row
        Boxes of the main map.
    hands : tuple of SlotBoard
        A window for each side, in the game's order.
    card : (int, int)
        Width and height of a card in pixels.
    """

    game: CompiledGame
    areas: AreaBoard
    rows: tuple[Row, ...]
    hands: tuple[SlotBoard, ...]
    card: tuple[int, int]

    @property
    def sides(self) -> Mapping[str, str]:
        """Return the sides, id to English name, as `Side` markers spell it."""
        return {side: names.en for side, names in self.game.labels.get("side", {}).items()}

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

    def strip(self, counter: Counter) -> Row | None:
        """Return the places of a unit's steps; None for a unit without."""
        if counter.side is None or not counter.steps:
            return None
        return self.window(counter.side).row(strip_id(counter))

    def spot(self, box: str, index: int = 0) -> tuple[str, int, int]:
        """Return map name and pixel of a place of a box, wherever it is; raises ToolkitError."""
        for board in self.hands:
            for row in board.rows:
                if row.id == box:
                    return (board.name, *_at(row.slots, index))
        return (MAIN_MAP, *_at(self.row(box).slots, index))


def _at(slots: Sequence[Slot], index: int) -> tuple[int, int]:
    slot = slots[min(index, len(slots) - 1)]
    return slot.x, slot.y


def strip_id(counter: Counter) -> str:
    """Return the box id of a unit's steps."""
    return f"steps-{counter.id}"


def hand_prefix(side_name: str) -> str:
    """Return what the places of a hand begin with: ``German hand``."""
    return f"{side_name} hand"


def window_name(side_name: str) -> str:
    """Return the name of a side's window of cards."""
    return f"{side_name} cards"


def lay_hands(game: CompiledGame, card: tuple[int, int]) -> tuple[SlotBoard, ...]:
    """Lay out a window for each side: its hand, then a strip for each unit with steps, and its desk."""
    boards = []
    for side, names in game.labels.get("side", {}).items():
        cell = (card[0] + 8, card[1] + 8)
        hand = RowSpec(
            f"hand-{side}", hand_prefix(names.en), numbered(hand_prefix(names.en), HAND_SLOTS), cell, side
        )
        desk = RowSpec(f"desk-{side}", f"{names.en} desk", (f"{names.en} desk",), cell, side)
        units = [counter for counter in game.counters if counter.side == side and counter.steps]
        strips = [
            RowSpec(strip_id(unit), unit.names.en, numbered(unit.short, unit.steps), cell, side)
            for unit in units
        ]
        lines: list[list[RowSpec]] = [[hand, desk]]
        lines += _packed(strips, across=HAND_SLOTS + 4)
        boards.append(lay_rows(f"cards-{side}", window_name(names.en), lines))
    return tuple(boards)


def numbered(prefix: str, count: int) -> tuple[str, ...]:
    """Return ``<prefix>-1`` and so on."""
    return tuple(f"{prefix}-{number}" for number in range(1, count + 1))


def _packed(specs: Sequence[RowSpec], across: int) -> list[list[RowSpec]]:
    """Put strips beside each other as long as their slots fit in a line."""
    lines: list[list[RowSpec]] = []
    room = 0
    for spec in specs:
        if len(spec.slots) > room:
            lines.append([])
            room = across
        lines[-1].append(spec)
        room -= len(spec.slots)
    return lines


def board_rows(boxes: Sequence[Box], card: tuple[int, int], counter_px: int) -> tuple[Row, ...]:
    """Return the boxes that lie on the board as rows of slots."""
    return tuple(_row(box, card, counter_px) for box in boxes if box.rect is not None)


def _row(box: Box, card: tuple[int, int], counter_px: int) -> Row:
    left, top, width, height = (round(value) for value in box.rect or (0, 0, 0, 0))
    name = box.names.en
    match box.kind:
        case "battle":
            letter = ATTACKER if box.index == 1 else DEFENDER
            names = tuple(f"{letter}{number}" for number in range(1, BATTLE_SLOTS + 1))
            wide = card[0]
        case "turn" | "eliminated":
            names, wide = (name,), counter_px
        case _:
            names, wide = (name,), card[0]
    middle = top + _HEAD + (height - _HEAD) // 2
    slots = _spread(names, left + _PAD + wide // 2, left + width - _PAD - wide // 2, middle)
    return Row(box.id, name, box.side, slots, left, top, width, height)


def _spread(names: Sequence[str], first: int, last: int, y: int) -> tuple[Slot, ...]:
    """Return slots at equal distances; a single one lies in the middle."""
    if len(names) == 1:
        return (Slot(names[0], (first + last) // 2, y),)
    step = (last - first) / (len(names) - 1)
    return tuple(Slot(name, round(first + index * step), y) for index, name in enumerate(names))
