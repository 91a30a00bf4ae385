"""How a table stands between two steps, in the words of the game: what a log begins with and ends with."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

import numpy as np

from toolkit.audit.facts import number, properties
from toolkit.audit.module_data import ModuleData
from toolkit.games.gj47.rules.course import OFF_MAP
from toolkit.games.gj47.rules.units import Owner
from toolkit.source.counters import Counter
from toolkit.vassal.events import Spot
from toolkit.vassal.table import Table
from toolkit.vassal.things import Thing

ACTIVE = "chit-active"
"""The place of the chit in play, which is no box of the game\'s data."""
COUNTER_ID = "CounterId"
FACE = "Step_Level"
FORT_LEVEL = "Fort_Level"
CONTROL_FACE = "Face_Level"
CONTROL = "control"
MARCH = "March"
UNIT_KINDS = ("unit", "hq")
SHOWS: Mapping[int, Owner] = MappingProxyType({1: Owner.AXIS, 2: Owner.SOVIET})
"""Face of a control marker → whose it is."""
# Values of units that say what the table was in the middle of.
_PENDING = ("ActIn", "AttackIn", "DefendIn", "Moved", "From", MARCH)
# Values of battle markers and roll pieces.
_WRITTEN = ("Roll", "RollNo", "Act", "At")
_IDLE = ("", "0", "false")

_NONE: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Standing:
    """A unit on the table: its hex (-1 off the map), its box ("" on the map), and whether it is reduced."""

    hex: int
    box: str = ""
    reduced: bool = False


@dataclass(frozen=True, slots=True)
class Marker:
    """A marker or fort: counter id, kind, place, its face or level, and what is written on it."""

    counter: str
    kind: str
    hex: int
    box: str
    level: int = 1
    values: Mapping[str, str] = field(default_factory=lambda: _NONE)


@dataclass(frozen=True, slots=True)
class TableState:
    """A table between two steps.

    Attributes
    ----------
    units : mapping of str to Standing
        By counter id.
    pending : mapping of str to mapping
        Unit → values that say what it is in the middle of (``ActIn``, ``AttackIn`` …), idle ones left out.
    chits : mapping of str to str
        Chit → box.
    markers : mapping of str to Marker
        By piece.
    properties : mapping of str to str
        Of the module.
    turn : int
        0 where the table does not show it.
    """

    units: Mapping[str, Standing]
    pending: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    chits: Mapping[str, str] = field(default_factory=dict)
    markers: Mapping[str, Marker] = field(default_factory=dict)
    properties: Mapping[str, str] = field(default_factory=lambda: _NONE)
    turn: int = 0


@dataclass(slots=True)
class Places:
    """From places of a table to hexes, boxes and counters of the game."""

    data: ModuleData
    table: Table
    counters: dict[str, Counter] = field(init=False)
    _hexes: dict[tuple[int, int], int] = field(default_factory=dict)
    _names: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.counters = {counter.id: counter for counter in self.data.game.counters}
        if "centres" not in self.data.kept:
            self.data.kept["centres"] = _centres(self.data)
        self._hexes = dict(self.data.kept["centres"])

    def hex(self, spot: Spot) -> int:
        """Return the hex of a place on the main map; -1 elsewhere."""
        if spot.map != self.data.map_name:
            return OFF_MAP
        key = (spot.x, spot.y)
        found = self._hexes.get(key)
        if found is None:
            plane = self.data.layout.to_plane(np.array([key], dtype=np.float64))
            found = self._hexes[key] = int(self.data.game.map.grid.nearest(plane)[0])
        return found

    def box(self, spot: Spot) -> str:
        """Return the box of a place; "" on the main map."""
        return "" if spot.map == self.data.map_name else self.data.boxes.box(spot)

    def counter_of(self, piece: str) -> str:
        """Return the counter id that a piece carries; "" for pieces without one."""
        known = self._names.get(piece)
        if known is None:
            thing = self.table.things.get(piece)
            known = "" if thing is None else properties(thing).get(COUNTER_ID, "")
            if thing is not None:
                self._names[piece] = known
        return known

    def is_unit(self, counter_id: str) -> bool:
        """Return whether a counter stands on the map: a combat unit or headquarters with factors."""
        counter = self.counters.get(counter_id)
        return counter is not None and counter.kind in UNIT_KINDS and counter.full is not None

    def kind(self, thing: Thing) -> str:
        """Return what sort of piece it is: role, or kind, as `events.Handled` has it."""
        counter = self.counters.get(self.counter_of(thing.id))
        if counter is not None:
            return counter.role or counter.kind
        return properties(thing).get("Kind", "")

    def state(self) -> TableState:
        """Return how the table stands now."""
        units, pending, chits, markers = {}, {}, {}, {}
        for thing in self.table.counters():
            values = properties(thing)
            name = self._names[thing.id] = values.get(COUNTER_ID, "")
            spot = self.table.spot(thing.id)
            h, box = self.hex(spot), self.box(spot)
            if self.is_unit(name):
                units[name] = Standing(h, box, values.get(FACE) == "2")
                waiting = {k: v for k in _PENDING if (v := values.get(k, "")) not in _IDLE}
                if waiting:
                    pending[name] = waiting
            elif self.kind(thing) == "chit":
                chits[name] = box
            elif name:
                written = {k: v for k in _WRITTEN if (v := values.get(k, "")) not in _IDLE}
                level = values.get(FORT_LEVEL) or values.get(CONTROL_FACE, "")
                markers[thing.id] = Marker(name, self.kind(thing), h, box, number(level, 1), written)
        known = {name: value for (_, name), value in self.table.properties.items()}
        turn = max(map(turn_number, self.table.turns.values()), default=0)
        return TableState(units, pending, chits, markers, known, turn)


def _centres(data: ModuleData) -> dict[tuple[int, int], int]:
    """Return the hex of each pixel that is the centre of one: most pieces lie there."""
    grid = data.game.map.grid
    pixels = np.rint(data.layout.to_pixels(grid.centres()))
    hexes = grid.nearest(data.layout.to_plane(pixels)).tolist()
    return {(x, y): h for (x, y), h in zip(pixels.astype(int).tolist(), hexes, strict=True)}


def turn_number(state: str) -> int:
    """Return the number in a turn tracker's state, 0 where there is none.

    The engine writes the level in play, a bar, and the level's own state, which begins with its value.
    """
    found = re.match(r"\d+\|(\d+)", state)
    return number(found[1]) if found else 0


def forts_of(state: TableState) -> Iterator[tuple[int, int]]:
    """Yield hex and level of the forts on the map."""
    for marker in state.markers.values():
        if marker.kind == "fort" and marker.hex >= 0:
            yield marker.hex, marker.level
