"""Stages for rare things: a fight set in a corner of the map, where seas, mountains and edges matter."""

from __future__ import annotations

import random

from toolkit.play.desk import Desk
from toolkit.rules.gj47.board import IMPASSABLE, ROAD, Terrain
from toolkit.rules.gj47.position import Position
from toolkit.rules.gj47.units import Owner

_AXIS, _SOVIET = 12, 14
_RADIUS = 3


def stage(position: Position, seed: int) -> list[int]:
    """Move units of both sides, with a headquarters each, to a corner of the map, mixed hex by hex.

    Parameters
    ----------
    position : Position
        Before the first action; changed.
    seed : int

    Returns
    -------
    list of int
        The units that were moved.
    """
    rng = random.Random(f"stage {seed}")
    board, units = position.data.board, position.data.units
    centre = rng.choice([h for h in range(len(board)) if _awkward(position, h) and _open(position, h)])
    ring = board.distances(centre)
    room = [h for h in range(len(board)) if ring[h] <= _RADIUS and _open(position, h)]
    room = [h for h in room if not any(position.stacks[h])]
    rng.shuffle(room)
    moved: list[int] = []
    for owner, number in ((Owner.AXIS, _AXIS), (Owner.SOVIET, _SOVIET)):
        there = position.on_map(owner)
        german = [u for u in there if units[u].german or owner is Owner.SOVIET]
        heads = [u for u in german if units[u].headquarters]
        rng.shuffle(german)
        # Mountain divisions first: nobody else has to do with mountains.
        german.sort(key=lambda u: not units[u].mountain)
        chosen = [rng.choice(heads), *[u for u in german if not units[u].headquarters][:number]]
        for unit in chosen:
            if not room:
                break
            h = room[0]
            position.place(unit, h)
            moved.append(unit)
            if position.present[owner][h] == 2 or rng.random() < 0.5:
                room.pop(0)
        if room and position.present[owner][room[0]]:
            room.pop(0)
    return moved


def show(desk: Desk, position: Position, moved: list[int]) -> None:
    """Let a log begin with the stage."""
    for unit in moved:
        kind = position.data.units[unit]
        side = "Axis" if kind.owner is Owner.AXIS else "Soviet"
        desk.move(kind.id, desk.hex_pixel(position.data.board.numbers[position.hex_of[unit]]), side)
    desk.set_begin()


def _open(position: Position, h: int) -> bool:
    """Return whether units may stand in a hex, and nobody cares who controls it."""
    board = position.data.board
    dry = board.terrain[h] not in (Terrain.SEA, Terrain.MOUNTAIN) or board.on_line(h, ROAD)
    return dry and board.terrain[h] is not Terrain.SEA and h not in board.towns | board.vp_hexes


def _awkward(position: Position, h: int) -> bool:
    """Return whether the sea, a mountain, a closed side or the edge of the map is beside a hex."""
    board = position.data.board
    steps = board.steps[h]
    closed = any(
        side & IMPASSABLE or board.terrain[n] in (Terrain.SEA, Terrain.MOUNTAIN) for n, side in steps
    )
    return closed or len(steps) < 6
