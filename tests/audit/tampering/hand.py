"""A hand that reaches into the log of a game that was played: steps put in between, in VASSAL's own commands.

It knows pieces, places and properties, and no rules and no checker.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

import numpy as np

from toolkit.audit.facts import properties
from toolkit.audit.module_data import ModuleData
from toolkit.vassal.commands import (
    ChangePiece,
    ChangeProperty,
    Command,
    MovePiece,
    SetTurn,
    Undo,
)
from toolkit.vassal.events import Spot
from toolkit.vassal.log import Log, Step
from toolkit.vassal.sequence import encode_nested
from toolkit.vassal.table import Table
from toolkit.vassal.things import Thing, state_of
from toolkit.vassal.traits import DeckState, Layer, Mask
from toolkit.vassal.traits.values import DynamicProperty

PLAYERS = ("first", "second")
"""Ids of the players of recorded games, the German or Axis one first."""
FACES = {"gj47": "Step_Level", "rattenkrieg": "Face_Level", "storm": "Face_Level"}

Commands = tuple[Command, ...]
T = TypeVar("T")


class NoOccasionError(Exception):
    """Raised by what is done to a log where the log gives no occasion for it."""


@dataclass(slots=True)
class Hand:
    """Whoever tampers with a log.

    Attributes
    ----------
    log : Log
        As it was played.
    at : int
        So many steps of the log come before what is put in.
    made : list of Commands
        The steps put in.
    """

    log: Log
    data: ModuleData
    at: int
    rng: random.Random
    made: list[Commands] = field(default_factory=list)
    table: Table = field(init=False)
    rest: list[Commands] = field(init=False)

    def __post_init__(self) -> None:
        self.table = Table()
        self.table.apply(self.log.begin)
        for step in self.log.steps[: self.at]:
            self.table.apply(step.commands)
            self.table.forget()
        self.rest = [step.commands for step in self.log.steps[self.at :]]

    def go_on(self, steps: int) -> None:
        """Play some more steps of the log as they are."""
        for done in self.rest[:steps]:
            self.do(*done)
        del self.rest[:steps]

    def need(self, occasion: bool) -> None:
        """Raise `NoOccasionError` unless there is one."""
        if not occasion:
            raise NoOccasionError

    def one(self, found: Sequence[T]) -> T:
        """Return any of some things; raise `NoOccasionError` where there are none."""
        self.need(len(found) > 0)
        return self.rng.choice(found)

    # -- looking

    @property
    def game(self) -> str:
        return self.data.game.id

    @property
    def face(self) -> str:
        return FACES[self.game]

    def all(self, *kinds: str) -> list[Thing]:
        """Return the pieces of some kinds, in the order of the table."""
        return [thing for thing in self.table.counters() if properties(thing).get("Kind") in kinds]

    def named(self, counter: str) -> Thing:
        return next(t for t in self.table.counters() if properties(t).get("CounterId") == counter)

    def value(self, thing: Thing, name: str) -> str:
        return properties(self.table.things[thing.id]).get(name, "")

    def spot(self, thing: Thing) -> Spot:
        return self.table.spot(thing.id)

    def where(self, thing: Thing) -> str:
        """Return the name of a piece's place."""
        return self.name_of(self.spot(thing))

    def name_of(self, spot: Spot) -> str:
        """Return a place's name: a hex, an area, a place of a box, a box; "" beside them."""
        windows = self.data.windows
        found = None
        if self.game == "gj47" and spot.map == self.data.map_name:
            return str(self._hex(spot))
        if windows is not None and spot.map in windows.maps:
            found = windows.maps[spot.map or ""].location(spot.x, spot.y)
        return str(found or self.data.boxes.box(spot) or "")

    def _hex(self, spot: Spot) -> str:
        grid = self.data.game.map.grid
        h = int(grid.nearest(self.data.layout.to_plane(np.array([(spot.x, spot.y)], dtype=np.float64)))[0])
        return grid.number(h) if h >= 0 else ""

    def units(self, side: str = "") -> list[Thing]:
        """Return the units on the map, of one side or of both."""
        found = self.all("unit", "hq") if self.game == "gj47" else self.all("unit")
        on = [t for t in found if self.on_map(t)]
        return [t for t in on if side in ("", self.value(t, "Side"))]

    def on_map(self, thing: Thing) -> bool:
        """Return whether a piece lies in a hex or area of the board."""
        spot = self.spot(thing)
        if spot.map != self.data.map_name:
            return False
        if self.game == "gj47":
            return self._hex(spot) != ""
        return self.name_of(spot) in set(self.data.manifest["areas"].values())

    def in_box(self, things: Iterable[Thing], box: str) -> list[Thing]:
        """Return those of some pieces that lie in a box."""
        if self.game == "gj47":
            return [t for t in things if self.data.boxes.box(self.spot(t)) == box]
        names = {spot[0] for spot in self.data.manifest["slots"][box][1]}
        return [t for t in things if self.where(t) in names]

    # -- places

    def box(self, box: str) -> Spot:
        """Return a place of a box."""
        if self.game == "gj47":
            for window, areas in self.data.boxes.areas.items():
                for name, (left, top, right, bottom) in areas:
                    if name == box:
                        return Spot(window, (left + right) // 2, (top + bottom) // 2)
            raise KeyError(box)
        window, spots = self.data.manifest["slots"][box]
        taken = {self.where(t) for t in self.table.counters()}
        free = [spot for spot in spots if spot[0] not in taken] or spots
        return Spot(window, free[0][1], free[0][2])

    def hex(self, number: str) -> Spot:
        grid = self.data.game.map.grid
        x, y = self.data.layout.to_pixels(grid.centres()[grid.hex(number)])
        return Spot(self.data.map_name, round(float(x)), round(float(y)))

    def area(self, area: str) -> Spot:
        x, y = self.data.manifest["spots"][area][0]
        return Spot(self.data.map_name, int(x), int(y))

    def places(self) -> list[Spot]:
        """Return a spot of every hex or area of the board."""
        if self.game == "gj47":
            grid = self.data.game.map.grid
            land = [h for h in range(len(grid)) if self.data.game.map.terrain[h]]
            return [self.hex(grid.number(h)) for h in land]
        return [self.area(area) for area in self.data.manifest["spots"]]

    def far(self, thing: Thing, least: int = 500) -> Spot:
        """Return a place of the board far away from a piece, where nobody is."""
        here = self.spot(thing)
        taken = {self.where(t) for t in self.units()}
        free = [
            spot
            for spot in self.places()
            if abs(spot.x - here.x) + abs(spot.y - here.y) > least and self.name_of(spot) not in taken
        ]
        return self.rng.choice(free or self.places())

    # -- commands; each is carried out at the hand's table

    def do(self, *commands: Command) -> Commands:
        """Put in a step."""
        self.table.apply(commands)
        self.made.append(commands)
        return commands

    def drag(self, thing: Thing, spot: Spot, by: str | None = None) -> MovePiece:
        """Return a drag, by default by the hand of the piece's own side."""
        here = self.spot(thing)
        own = self.value(thing, "Side")
        who = PLAYERS[own == "Soviet"] if by is None else by
        return MovePiece(thing.id, *spot, None, *here, None, who or None)

    def put(self, thing: Thing, spot: Spot, by: str | None = None) -> Commands:
        """Drag a piece, a step of its own."""
        return self.do(self.drag(thing, spot, by))

    def stranger(self, thing: Thing) -> str:
        """Return the id of the other side's player."""
        return PLAYERS[self.value(thing, "Side") != "Soviet"]

    def written(self, thing: Thing, **values: str) -> ChangePiece:
        """Return a change of a piece's values and layers."""
        now = self.table.things[thing.id]
        states = list(now.states)
        for index, trait in enumerate(now.traits()):
            name = f"{trait.name}_Level" if isinstance(trait, Layer) else getattr(trait, "name", None)
            if isinstance(trait, Layer | DynamicProperty) and name in values:
                states[index] = values[name]
        return ChangePiece(now.id, encode_nested(states, "\t"), encode_nested(now.states, "\t"))

    def write(self, thing: Thing, **values: str) -> Commands:
        return self.do(self.written(thing, **values))

    def turn_over(self, thing: Thing) -> Commands:
        """Turn a unit over by hand."""
        return self.write(thing, **{self.face: "1" if self.value(thing, self.face) == "2" else "2"})

    def mask(self, thing: Thing, owner: str | None) -> Commands:
        """Mask a piece for a side, or unmask it."""
        now = self.table.things[thing.id]
        states = list(now.states)
        for index, trait in enumerate(now.traits()):
            if isinstance(trait, Mask):
                states[index] = "null;" if owner is None else f"{owner};false|0"
        return self.do(ChangePiece(now.id, encode_nested(states, "\t"), encode_nested(now.states, "\t")))

    def masked_by(self, thing: Thing) -> str:
        """Return who masks a piece, "" for nobody."""
        now = self.table.things[thing.id]
        for trait, state in zip(now.traits(), now.states, strict=False):
            if isinstance(trait, Mask):
                return trait.owner(state) or ""
        return ""

    def glob(self, name: str) -> str:
        return next((v for (_, known), v in self.table.properties.items() if known == name), "")

    def set(self, name: str, value: str) -> Commands:
        """Write a property of the module."""
        container = next((where for where, known in self.table.properties if known == name), "")
        return self.do(ChangeProperty(name, self.glob(name), value, container))

    def tracker(self) -> tuple[str, str]:
        return next(iter(self.table.turns.items()))

    def set_turn(self, state: str) -> Commands:
        return self.do(SetTurn(self.tracker()[0], state))

    def deck(self, thing: Thing, members: Sequence[str]) -> ChangePiece:
        """Return a deck in another order."""
        spot = thing.spot
        new = DeckState(spot.map, spot.x, spot.y, thing.face_down, tuple(members)).encode()
        return ChangePiece(thing.id, new, state_of(thing))

    def decks(self) -> list[Thing]:
        return [t for t in self.table.things.values() if t.is_deck and len(t.members) > 3]

    def undo(self, *done: Command, marked: bool = True) -> Commands:
        """Take back, with the engine's brackets or without."""
        back: list[Command] = []
        for one in reversed(done):
            match one:
                case MovePiece():
                    there = (one.old_map, one.old_x, one.old_y, None)
                    back.append(MovePiece(one.id, *there, one.map, one.x, one.y, None, one.player))
                case ChangePiece(old=old) if old is not None:
                    back.append(ChangePiece(one.id, old, one.state))
                case ChangeProperty():
                    back.append(ChangeProperty(one.name, one.new, one.old, one.container))
                case _:
                    raise ValueError(one)
        return self.do(Undo(True), *back, Undo(False)) if marked else self.do(*back)

    def tampered(self) -> Log:
        """Return the log with the steps put in."""
        before = [step.commands for step in self.log.steps[: self.at]]
        steps = [*before, *self.made, *self.rest]
        return replace(self.log, steps=tuple(Step(number, step) for number, step in enumerate(steps, 1)))
