"""Where everything lies: the board's boxes as rows of slots, and a window of cards for each side."""

from __future__ import annotations

from collections.abc import Sequence

from toolkit.compile.compiled import CompiledGame
from toolkit.module.area_table import AreaTable, hand_prefix, numbered, spread_slots, window_name
from toolkit.module.slots import Row, RowSpec, SlotBoard, lay_rows, packed_slots, shared_names
from toolkit.render.boxes import BOARD_HEAD
from toolkit.source.counters import Counter
from toolkit.source.setups import Box

HAND_SLOTS = 6
"""A hand has at most four cards (10.2); the rest is room for cards taken back."""

BATTLE_SLOTS = 8
ATTACKER, DEFENDER = "A", "D"
EVENT, DRAWN = "Event", "Drawn"
DECK, PILE, HIDDEN = "Deck", "Pile", "Hidden pile"
DESK = "battle-desk"

_HEAD, _PAD = round(BOARD_HEAD), 6


def strip_id(counter: Counter) -> str:
    """Return the box id of a unit's steps."""
    return f"steps-{counter.id}"


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
            RowSpec(strip_id(unit), unit.names.en, numbered(unit.names.en, unit.steps), cell, side)
            for unit in units
        ]
        lines: list[list[RowSpec]] = [[hand, desk]]
        lines += _packed(strips, across=HAND_SLOTS + 4)
        boards.append(lay_rows(f"cards-{side}", window_name(names.en), lines))
    return tuple(boards)


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


def units_of(game: CompiledGame, side: str | None) -> list[str]:
    """Return the units of a side: the order of their places in its box of losses."""
    return [counter.id for counter in game.counters if counter.kind == "unit" and counter.side == side]


def board_rows(
    game: CompiledGame, boxes: Sequence[Box], card: tuple[int, int], counter_px: int
) -> tuple[Row, ...]:
    """Return the boxes that lie on the board as rows of slots."""
    rows = []
    for box in boxes:
        if box.rect is not None:
            rows.append(_row(box, card, counter_px, len(units_of(game, box.side))))
    return tuple(rows)


def _row(box: Box, card: tuple[int, int], counter_px: int, units: int) -> Row:
    left, top, width, height = (round(value) for value in box.rect or (0, 0, 0, 0))
    name = box.names.en
    match box.kind:
        case "battle":
            letter = ATTACKER if box.index == 1 else DEFENDER
            names = tuple(f"{letter}{number}" for number in range(1, BATTLE_SLOTS + 1))
            wide = card[0]
        case "turn":
            room = (left, top + _HEAD, width, height - _HEAD)
            slots = packed_slots(name, room, counter_px)
            return Row(box.id, name, box.side, slots, left, top, width, height, shared=True)
        case "eliminated":
            # The board has little room for it: a pile, of which each unit can be taken by itself.
            names, wide = shared_names(name, units), counter_px
        case _:
            names, wide = (name,), card[0]
    middle = top + _HEAD + (height - _HEAD) // 2
    slots = spread_slots(names, left + _PAD + wide // 2, left + width - _PAD - wide // 2, middle)
    shared = box.kind == "eliminated"
    return Row(box.id, name, box.side, slots, left, top, width, height, shared=shared)


def strip(table: AreaTable, counter: Counter) -> Row | None:
    """Return the places of a unit's steps; None for a unit without."""
    if counter.side is None or not counter.steps:
        return None
    return table.window(counter.side).row(strip_id(counter))
