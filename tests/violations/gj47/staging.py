"""Stages for rare things: a fight where sea, mountains, edges and forts matter; a war that is won."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from types import MappingProxyType

from tests.play.begin import set_begin
from tests.violations.gj47.control_markers import ControlMarkers
from toolkit.games.gj47.rules.course import OFF_MAP, Box
from toolkit.games.gj47.rules.position import Position
from toolkit.games.gj47.rules.terrain import BRIDGE, GREAT_RIVER, IMPASSABLE, ROAD, WATER, Terrain
from toolkit.games.gj47.rules.units import Owner
from toolkit.play.desk import Desk

_ATTACKERS, _DEFENDERS = 10, 10
_FRONT = 4
"""Hexes that are what a stage is about, and are defended."""
_RADIUS, _REAR = 3, 5
"""How far from the middle of a corner units stand, and headquarters at most."""
_ALONE, _WORN = 0.5, 0.8
_VICTORS, _REMNANT = 10, 8
"""Units that are left of both sides where few are needed."""


class Theme(StrEnum):
    """What a stage is about."""

    COAST = "coast"
    STRAIT = "strait"
    MOUNTAINS = "mountains"
    RIVER = "river"
    EDGE = "edge"
    FORTS = "forts"
    WORN = "worn"
    RUBBLE = "rubble"
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
    worn : list of int
        Units that have lost a step.
    taken : bool
        Whether towns changed hands.
    rubble : bool
        Whether the forts were built and lost.
    """

    moved: list[int] = field(default_factory=list)
    forts: dict[int, int] = field(default_factory=dict)
    worn: list[int] = field(default_factory=list)
    taken: bool = False
    rubble: bool = False


def stage(position: Position, seed: int, theme: Theme | None = None) -> Stage:
    """Set up what games seldom show.

    Parameters
    ----------
    position : Position
        Before the first action; changed.
    theme : Theme, optional
        By default one of the corners by chance.

    Returns
    -------
    Stage
    """
    rng = random.Random(f"stage {seed}")
    if theme is Theme.VICTORY:
        return _won(position, rng)
    if theme is Theme.RUBBLE:
        position.turn = replace(position.turn, fort_markers=0)
        return Stage(_thinned(position, rng), rubble=True)
    return _corner(position, theme, rng)


def _thinned(position: Position, rng: random.Random) -> list[int]:
    """Leave both sides a few units; return those that are gone."""
    gone: list[int] = []
    for owner, left in ((Owner.SOVIET, _REMNANT), (Owner.AXIS, _VICTORS)):
        there = position.on_map(owner)
        rng.shuffle(there)
        gone += there[left:]
    for unit in gone:
        position.send(unit, Box.POOL)
    return gone


def _won(position: Position, rng: random.Random) -> Stage:
    """Give every town without Soviets to the Axis: it has the points (15.0(3))."""
    gone = _thinned(position, rng)
    for held in position.control:
        for h in held:
            if not position.present[Owner.SOVIET][h]:
                held[h] = Owner.AXIS
    return Stage(gone, taken=True)


def _corner(position: Position, theme: Theme | None, rng: random.Random) -> Stage:
    """Move units of both sides, and all their headquarters, to a corner of the map.

    One side holds hexes that the stage is about, the other stands around them.
    """
    fitting = {name: _where(position, kind) for name, kind in _CORNERS.items() if theme in (name, None)}
    about = fitting[rng.choice([name for name, found in fitting.items() if found])]
    ring = position.data.board.distances(rng.choice(about))
    room = _Room(position, ring, rng)
    defender = Owner.SOVIET if theme is Theme.FORTS else rng.choice(list(Owner))
    guards, others = room.troops(defender)[-_DEFENDERS:], room.troops(defender.enemy)
    if theme is not Theme.MOUNTAINS:
        # Strong attacks have the results that matter; in the mountains those matter who may climb.
        others.sort(key=position.attack)
    others = others[-_ATTACKERS:]
    near = sorted((h for h in about if h in room.free), key=lambda h: ring[h])[:_FRONT]
    for h in near:
        room.fill(h, guards)
    beside = {n for h in near for n, side in position.data.board.steps[h] if not side & IMPASSABLE}
    for h in room.some(beside):
        room.fill(h, others)
    for h in room.some(room.free):
        room.fill(h, guards or others)
    for owner in Owner:
        room.heads(owner)
    forts = _fortify(position, room.moved, rng, 1.0 if theme is Theme.FORTS else _ALONE)
    worn = _worn(position, room.moved, defender, rng) if theme is Theme.WORN else []
    return Stage(room.moved, forts, worn)


def _worn(position: Position, moved: list[int], owner: Owner, rng: random.Random) -> list[int]:
    """Flip most units of a side that have two steps; return them."""
    units = position.data.units
    able = [u for u in moved if position.hex_of[u] != OFF_MAP and units[u].owner is owner]
    worn = [u for u in able if units[u].steps > 1 and rng.random() < _WORN]
    for unit in worn:
        position.reduced[unit] = 1
    return worn


class _Room:
    """The empty hexes of a corner, and the units that come there.

    Attributes
    ----------
    free : set of int
        Hexes where units may still be put.
    moved : list of int
        Units that were.
    """

    def __init__(self, position: Position, ring: Sequence[int], rng: random.Random) -> None:
        self.position, self.ring, self.rng = position, ring, rng
        self.free = {h for h in range(len(ring)) if ring[h] <= _RADIUS and self._empty(h)}
        self.moved: list[int] = []

    def _empty(self, h: int) -> bool:
        return _open(self.position, h) and not self.position.stacks[h]

    def troops(self, owner: Owner) -> list[int]:
        """Return the units of a side that may come, mountain divisions last; the last are taken first."""
        units = self.position.data.units
        there = [u for u in self.position.on_map(owner) if not units[u].headquarters]
        # An allied headquarters would activate its own only.
        german = [u for u in there if units[u].german or owner is Owner.SOVIET]
        self.rng.shuffle(german)
        return sorted(german, key=lambda u: units[u].mountain)

    def some(self, hexes: Collection[int]) -> list[int]:
        """Return those of some hexes that are free, in a random order."""
        found = sorted(self.free.intersection(hexes))
        self.rng.shuffle(found)
        return found

    def fill(self, h: int, waiting: list[int]) -> None:
        """Put one or two of the units that wait into a hex, if any."""
        for _ in range(self.rng.randint(1, 2)):
            if waiting:
                self._put(waiting.pop(), h)

    def _put(self, unit: int, h: int) -> None:
        self.position.place(unit, h)
        self.moved.append(unit)
        self.free.discard(h)

    def heads(self, owner: Owner) -> None:
        """Put the headquarters of a side behind the units, each in a hex of its own."""
        units = self.position.data.units
        for unit in self.position.on_map(owner):
            if units[unit].headquarters and (units[unit].german or owner is Owner.SOVIET):
                rear = [h for h in range(len(self.ring)) if 1 < self.ring[h] <= _REAR and self._empty(h)]
                if rear:
                    self._put(unit, self.rng.choice(rear))


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
    for unit in stage.worn:
        desk.change(position.data.units[unit].id, {"Step_Level": 2})
    markers = {h: f"fort-{number}" for number, h in enumerate(stage.forts, 1)}
    for h, marker in markers.items():
        desk.move(marker, desk.hex_pixel(numbers[h]), "Soviet")
        desk.change(marker, {"Fort_Level": stage.forts[h]})
    if stage.rubble:
        for marker in ("fort-1", "fort-2"):
            desk.move(marker, desk.box_pixel("eliminated-soviet"), "Soviet")
    if stage.taken:
        ControlMarkers(desk).lay(position)
    set_begin(desk)
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


def _bank(position: Position, h: int) -> bool:
    """Return whether a great river without a bridge lies two hexes away, behind a dry one."""
    board = position.data.board
    ring = board.distances(h)
    return any(
        not side & (WATER | IMPASSABLE)
        and any(ring[far] == 2 and wet & GREAT_RIVER and not wet & BRIDGE for far, wet in board.steps[n])
        for n, side in board.steps[h]
    )


def _barred(position: Position, h: int) -> bool:
    """Return whether land lies behind a closed side."""
    board = position.data.board
    return any(side & IMPASSABLE and board.terrain[n] is not Terrain.SEA for n, side in board.steps[h])


def _edge(position: Position, h: int) -> bool:
    return len(position.data.board.steps[h]) < 6


def _any(position: Position, h: int) -> bool:
    return bool(position.data.board.steps[h])


_CORNERS: Mapping[Theme, Callable[[Position, int], bool]] = MappingProxyType(
    {
        Theme.COAST: _coastal,
        Theme.STRAIT: _barred,
        Theme.MOUNTAINS: _mountainous,
        Theme.RIVER: _bank,
        Theme.EDGE: _edge,
        Theme.FORTS: _any,
        Theme.WORN: _any,
    }
)
