"""Stages for rare things: a fight where sea, mountains, edges and forts matter; a war that is won."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from types import MappingProxyType

from toolkit.play.desk import Desk
from toolkit.play.gj47.control_markers import ControlMarkers
from toolkit.rules.gj47.board import IMPASSABLE, ROAD, Terrain
from toolkit.rules.gj47.position import OFF_MAP, Box, Position
from toolkit.rules.gj47.units import Owner

_AXIS, _SOVIET = 12, 14
_RADIUS = 2
_ALONE = 0.5
_REMNANT = 8
"""Soviet units that are left when the war is all but won."""


class Theme(StrEnum):
    """What a stage is about."""

    COAST = "coast"
    MOUNTAINS = "mountains"
    STRAIT = "strait"
    EDGE = "edge"
    FORTS = "forts"
    VICTORY = "victory"


@dataclass(frozen=True, slots=True)
class Stage:
    """What was changed before a game begins.

    Attributes
    ----------
    moved : list of int
        Units that stand elsewhere, or are put beside the map.
    forts : dict of int to int
        Hex → level.
    taken : bool
        Whether towns changed hands.
    """

    moved: list[int] = field(default_factory=list)
    forts: dict[int, int] = field(default_factory=dict)
    taken: bool = False


def stage(position: Position, seed: int, theme: Theme | None = None) -> Stage:
    """Set up what games seldom show.

    Parameters
    ----------
    position : Position
        Before the first action; changed.
    seed : int
    theme : Theme, optional
        By default one of the corners by chance.

    Returns
    -------
    Stage
    """
    rng = random.Random(f"stage {seed}")
    if theme is Theme.VICTORY:
        return _won(position, rng)
    return _corner(position, theme, rng)


def _won(position: Position, rng: random.Random) -> Stage:
    """Leave the Soviets a few units, and give every other town to the Axis: it has the points (15.0(3))."""
    there = position.on_map(Owner.SOVIET)
    rng.shuffle(there)
    gone = there[_REMNANT:]
    for unit in gone:
        position.send(unit, Box.POOL)
    for held in position.control:
        for h in held:
            if not position.present[Owner.SOVIET][h]:
                held[h] = Owner.AXIS
    return Stage(gone, taken=True)


def _corner(position: Position, theme: Theme | None, rng: random.Random) -> Stage:
    """Move units of both sides, with a headquarters each, to a corner of the map, mixed hex by hex."""
    board, units = position.data.board, position.data.units
    kinds = [_where(position, kind) for name, kind in _CORNERS.items() if theme in (name, None)]
    centre = rng.choice(rng.choice([found for found in kinds if found]))
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
    alone = 1.0 if theme is Theme.FORTS else _ALONE
    return Stage(moved, _fortify(position, moved, rng, alone))


def _fortify(position: Position, moved: list[int], rng: random.Random, alone: float) -> dict[int, int]:
    """Put forts under some of the Soviet units beside the enemy; a share of them stand alone."""
    board, units = position.data.board, position.data.units
    axis = position.present[Owner.AXIS]
    front = [position.hex_of[u] for u in moved if units[u].owner is Owner.SOVIET]
    front = sorted({h for h in front if any(axis[n] for n, _ in board.steps[h])})
    rng.shuffle(front)
    forts = {h: rng.randint(1, 2) for h in front[: position.turn.fort_markers]}
    for h in forts:
        if rng.random() < alone:
            for unit in [u for u in position.stacks[h] if not units[u].headquarters]:
                position.send(unit, Box.POOL)
    position.forts.update(forts)
    position.turn = replace(position.turn, fort_markers=position.turn.fort_markers - len(forts))
    return forts


def show(desk: Desk, position: Position, stage: Stage) -> dict[int, str]:
    """Let a log begin with the stage; return the fort markers by hex."""
    numbers = position.data.board.numbers
    for unit in stage.moved:
        kind = position.data.units[unit]
        side = "Axis" if kind.owner is Owner.AXIS else "Soviet"
        h = position.hex_of[unit]
        pool = f"pool-{side.lower()}"
        desk.move(kind.id, desk.box_pixel(pool) if h == OFF_MAP else desk.hex_pixel(numbers[h]), side)
    markers = {h: f"fort-{number}" for number, h in enumerate(stage.forts, 1)}
    for h, marker in markers.items():
        desk.move(marker, desk.hex_pixel(numbers[h]), "Soviet")
        desk.change(marker, {"Fort_Level": stage.forts[h]})
    if stage.taken:
        ControlMarkers(desk).lay(position)
    desk.set_begin()
    return markers


def _open(position: Position, h: int) -> bool:
    """Return whether units may stand in a hex, and nobody cares who controls it."""
    board = position.data.board
    dry = board.terrain[h] not in (Terrain.SEA, Terrain.MOUNTAIN) or board.on_line(h, ROAD)
    return dry and board.terrain[h] is not Terrain.SEA and h not in board.towns | board.vp_hexes


def _where(position: Position, kind: Callable[[Position, int], bool]) -> list[int]:
    return [h for h in range(len(position.data.board)) if kind(position, h) and _open(position, h)]


def _coastal(position: Position, h: int) -> bool:
    """Return whether the sea is beside a hex with no closed side between."""
    board = position.data.board
    return any(board.terrain[n] is Terrain.SEA and not side & IMPASSABLE for n, side in board.steps[h])


def _mountainous(position: Position, h: int) -> bool:
    board = position.data.board
    return any(board.terrain[n] is Terrain.MOUNTAIN for n, _ in board.steps[h])


def _barred(position: Position, h: int) -> bool:
    """Return whether land lies behind a closed side."""
    board = position.data.board
    return any(side & IMPASSABLE and board.terrain[n] is not Terrain.SEA for n, side in board.steps[h])


def _edge(position: Position, h: int) -> bool:
    return len(position.data.board.steps[h]) < 6


_CORNERS: Mapping[Theme, Callable[[Position, int], bool]] = MappingProxyType(
    {
        Theme.COAST: _coastal,
        Theme.MOUNTAINS: _mountainous,
        Theme.STRAIT: _barred,
        Theme.EDGE: _edge,
        Theme.FORTS: lambda position, h: bool(position.data.board.steps[h]),
    }
)
