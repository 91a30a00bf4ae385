"""Where everything lies: the board's boxes as rows of slots, and the windows beside the board."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import shapely

from toolkit.compile.compiled import CompiledGame
from toolkit.module.area_table import AreaTable, hand_prefix, numbered, spread_slots, window_name
from toolkit.module.areas import AreaBoard, AreaSpot, ToPixels
from toolkit.module.cards import lying
from toolkit.module.counters import MAIN_MAP
from toolkit.module.slots import Row, RowSpec, Slot, SlotBoard, lay_rows, packed_slots, shared_names
from toolkit.render.area_board import area_layout, plate_of
from toolkit.render.boxes import BOARD_HEAD
from toolkit.source.setups import Box

CARD_PX = (90, 128)
POOL = "Unit pool"
FIRE_DESK, ATTACK = "Fire desk", "Attack"
PHASE_DESK = "phase-desk"
TARGET_DESK = "target-desk"
FERRY = "ferry"
KURGAN = "mamayev_kurgan"
AIM = "attack"

_HEAD, _PAD, _GAP = round(BOARD_HEAD), 4, 4
_GRAIN = 4.0  # pixels between the points that are tried for a spot
# Boxes of units: each has one location name and as many places as fit.
_UNIT_BOXES = ("reinforcement", "eliminated", "withdrawn")
_POOL_ACROSS = 14


def bid_name(side_name: str) -> str:
    """Return the name of a side's bid, of its window and of its place: ``German bid``."""
    return f"{side_name} bid"


def desk_name(side_name: str) -> str:
    """Return the name of a side's desk."""
    return f"{side_name} desk"


def lay_table(game: CompiledGame, boxes: Sequence[Box], counter_px: int) -> AreaTable:
    """Lay out the board's boxes and the windows beside it."""
    layout = area_layout(game)
    areas = _with_aims(AreaBoard.of(game.areas, layout.to_pixels, layout.size_px), layout.to_pixels)
    sides = {side: names.en for side, names in game.labels.get("side", {}).items()}
    rows = tuple(_row(box, counter_px, tuple(sides.values())) for box in boxes if box.rect is not None)
    return AreaTable(
        game, areas, rows, _hands(game, sides), CARD_PX, _pools(boxes, game, counter_px),
        _bids(sides, counter_px),
    )  # fmt: skip


def _with_aims(board: AreaBoard, to_pixels: ToPixels) -> AreaBoard:
    """Give each area a spot for the Attack marker, where it covers no unit and no name."""
    aims = [
        AreaSpot(area, AIM, f"{name}#{AIM} 1", *_open_place(board, area, to_pixels))
        for area, name in board.names().items()
    ]
    return replace(board, spots=(*board.spots, *aims))


def _open_place(board: AreaBoard, area: str, to_pixels: ToPixels) -> tuple[int, int]:
    """Return the point of an area, in board pixels, that is farthest from its border, spots and name."""
    outline = shapely.Polygon(max(board.corners[board.map.index(area)], key=len))
    left, top, right, bottom = outline.bounds
    x, y = np.meshgrid(np.arange(left, right, _GRAIN), np.arange(top, bottom, _GRAIN))
    points = shapely.points(x.ravel(), y.ravel())
    points = points[shapely.contains(outline, points)]
    spots = shapely.MultiPoint([(spot.x, spot.y) for spot in board.spots if spot.area == area])
    plate = plate_of(board.map, board.map.index(area))
    if plate is not None:
        x0, y0, wide, high = plate
        corners = to_pixels(np.array([(x0, y0), (x0 + wide, y0 + high)]))
        spots = shapely.union(spots, shapely.box(*corners[0], *corners[1]))
    room = np.minimum(shapely.distance(outline.exterior, points), shapely.distance(spots, points))
    best = points[int(room.argmax())]
    return round(best.x), round(best.y)


def hand_slots(game: CompiledGame) -> int:
    """Return the places of a hand: the highest limit, and room for cards that a card draws."""
    limits = [limit for turn in game.turns for limit in turn.hand.values()]
    return max(limits, default=5) + game.figure("mamayev_cards") + 2


def _hands(game: CompiledGame, sides: dict[str, str]) -> tuple[SlotBoard, ...]:
    """Return a window for each side: its hand and its desk."""
    cell = (CARD_PX[0] + 8, CARD_PX[1] + 8)
    boards = []
    for side, name in sides.items():
        hand = RowSpec(
            f"hand-{side}", hand_prefix(name), numbered(hand_prefix(name), hand_slots(game)), cell, side
        )
        desk = RowSpec(f"desk-{side}", desk_name(name), (desk_name(name),), (cell[0] + 30, cell[1]), side)
        boards.append(lay_rows(f"cards-{side}", window_name(name), [[hand, desk]]))
    return tuple(boards)


def _pools(boxes: Sequence[Box], game: CompiledGame, px: int) -> tuple[SlotBoard, ...]:
    """Return the window of units that no set-up has placed; none where no box is kept for them."""
    specs = []
    for box in boxes:
        if box.kind == "pool" and box.rect is None:
            units = sum(unit.kind == "unit" and unit.side == box.side for unit in game.counters)
            names = shared_names(box.names.en, max(units, 1))
            cell = (px + _GAP, px + _GAP)
            specs.append(
                RowSpec(box.id, box.names.en, names, cell, box.side, across=_POOL_ACROSS, shared=True)
            )
    return (lay_rows("pool", POOL, [[spec] for spec in specs]),) if specs else ()


def _bids(sides: dict[str, str], px: int) -> tuple[SlotBoard, ...]:
    """Return a window for each side that only it sees: its bid."""
    note = "Ctrl and the number, then Ctrl-S to seal"
    cell = (300, px + 40)
    boards = []
    for side, name in sides.items():
        bid = RowSpec(f"bid-{side}", bid_name(name), (bid_name(name),), cell, side, note, note_lines=1)
        boards.append(lay_rows(f"bid-{side}", bid_name(name), [[bid]]))
    return tuple(boards)


def _row(box: Box, px: int, sides: Sequence[str]) -> Row:
    left, top, width, height = (round(value) for value in box.rect or (0, 0, 0, 0))
    name, middle = box.names.en, top + _HEAD + (height - _HEAD) // 2
    shared = box.kind in _UNIT_BOXES
    match box.kind:
        case kind if kind in _UNIT_BOXES:
            slots = packed_slots(name, (left, top + _HEAD, width, height - _HEAD), px)
        case "fire_desk":
            slots = (
                Slot(FIRE_DESK, left + _PAD + FIRE_DESK_PX[0] // 2, middle),
                Slot(ATTACK, left + width - _PAD - px // 2, middle),
            )
        case "turn":
            # Beside the words that the board prints there.
            slots = (Slot(name, left + width - _PAD - px // 2, top + _HEAD + _PAD + px // 2),)
        case "markers":
            wide = px
            slots = spread_slots([bid_name(side) for side in sides], left + wide, left + width - wide, middle)
        case _:
            slots = (Slot(name, left + width // 2, middle),)
    return Row(box.id, name, box.side, slots, left, top, width, height, shared=shared)


FIRE_DESK_PX, PHASE_DESK_PX = (370, 132), (212, 132)


def next_place(row: Row) -> str:
    """Return the expression (no braces) for the next place of a box of units on the main map."""
    return f'"{row.title}#"+(1+({lying(row.title, MAIN_MAP)})%{len(row.slots)})'


def controlled(table: AreaTable) -> list[str]:
    """Return the areas that change hands: all but the ferry boxes."""
    return [area for area in table.areas.names() if not is_ferry(table, area)]


def is_ferry(table: AreaTable, area: str) -> bool:
    """Return whether an area is a ferry landing box."""
    areas = table.areas.map
    return areas.kinds[areas.index(area)] == FERRY
