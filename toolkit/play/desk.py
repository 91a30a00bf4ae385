"""A table with a module's pieces, and the commands that a log holds when somebody handles them.

The desk knows pieces, properties and places; what a game's keys do is said by the game's own folder.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path

from toolkit.audit.module_data import ModuleData
from toolkit.vassal.commands import (
    AddPlayer,
    ChangePiece,
    ChangeProperty,
    Chat,
    Command,
    Group,
    Logged,
    MovePiece,
    Null,
    SetTurn,
    encode_commands,
)
from toolkit.vassal.log import read_log
from toolkit.vassal.metadata import Metadata
from toolkit.vassal.packing import game_entries, write_container
from toolkit.vassal.sequence import encode_nested
from toolkit.vassal.table import Table
from toolkit.vassal.things import Thing, state_of
from toolkit.vassal.traits import BasicState, DeckState, Layer, Mask, Moved
from toolkit.vassal.traits.values import DynamicProperty

COUNTER_ID = "CounterId"
_Properties = tuple[dict[str, int], dict[str, str]]
"""Of a type of pieces: which state holds which property that changes, and the fixed ones."""


@dataclass(frozen=True, slots=True)
class Sitting:
    """Someone at the table.  `id` is what VASSAL writes as that player's password."""

    name: str
    id: str
    side: str


@dataclass(slots=True)
class Desk:
    """A game in VASSAL's terms, and its log.

    Attributes
    ----------
    begin : tuple of Command
        The starting table.
    pieces : dict of str to str
        Counter id → piece id.
    players : mapping of str to Sitting
        By side.
    steps : list of Command
        The log so far.
    """

    data: ModuleData
    table: Table
    begin: tuple[Command, ...]
    pieces: dict[str, str]
    players: Mapping[str, Sitting]
    steps: list[Command] = field(default_factory=list)
    _step: list[Command] = field(default_factory=list)
    _types: dict[str, _Properties] = field(default_factory=dict)

    @classmethod
    def of(cls, data: ModuleData, setup: bytes, players: Mapping[str, Sitting]) -> Desk:
        """Lay out a set-up.

        Parameters
        ----------
        setup : bytes
            A saved game of the module.
        players : mapping of str to Sitting
            Who joins, by side.
        """
        laid = _laid_out(setup, tuple(players.values()))
        table = laid.table.copy()
        table.people = laid.table.people.copy()
        return cls(data, table, laid.begin, laid.pieces, players, _types=dict(laid.types))

    def copy(self) -> Desk:
        """Return the table and its log as they are, to be played on apart."""
        other = Desk(self.data, self.table.copy(), self.begin, self.pieces, self.players, list(self.steps))
        # What is known of the counters' types is the same for both.
        other._types = self._types
        other._step = list(self._step)
        return other

    # -- looking ------------------------------------------------------------------------------------------

    def thing(self, counter: str) -> Thing:
        """Return a counter's piece.  Raises KeyError for a counter that is not there."""
        return self.table.things[self.pieces[counter]]

    def value(self, counter: str, name: str) -> str:
        """Return a property of a counter, "" when it has none of that name."""
        thing = self.thing(counter)
        slots, fixed = self._slots_of(thing)
        index = slots.get(name)
        return fixed.get(name, "") if index is None else thing.states[index]

    def place(self, counter: str) -> str:
        """Return the name of the place where a counter lies, as the boards have it; "" beside them."""
        windows = self.data.windows
        spot = self.table.spot(self.pieces[counter])
        if windows is None or spot.map not in windows.maps:
            return ""
        name = windows.maps[spot.map or ""].location(spot.x, spot.y)
        return "" if name is None else str(name)

    def boxes(self) -> dict[str, tuple[str, tuple[tuple[str, int, int], ...]]]:
        """Return the boxes of a game on areas: id → window, and its places with their pixels."""
        return {
            box: (window, tuple((name, x, y) for name, x, y in spots))
            for box, (window, spots) in self.data.manifest["slots"].items()
        }

    def _slots_of(self, thing: Thing) -> _Properties:
        """Return which state holds which property that changes, and the fixed ones; once for each type."""
        found = self._types.get(thing.type)
        if found is None:
            found = self._types[thing.type] = _properties_of(thing)
        return found

    def global_value(self, name: str) -> str:
        """Return a property of the module, "" for an unknown one."""
        found = [value for (_, known), value in self.table.properties.items() if known == name]
        return found[0] if found else ""

    def hex_pixel(self, number: str) -> tuple[str, int, int]:
        """Return where a hex lies.  Raises ValueError for an unknown number."""
        grid = self.data.game.map.grid
        x, y = self.data.layout.to_pixels(grid.centres()[grid.hex(number)])
        return self.data.map_name, round(float(x)), round(float(y))

    def box_pixel(self, box: str) -> tuple[str, int, int]:
        """Return the middle of a box beside the map.  Raises KeyError for an unknown one."""
        for window, areas in self.data.boxes.areas.items():
            for name, (left, top, right, bottom) in areas:
                if name == box:
                    return window, (left + right) // 2, (top + bottom) // 2
        raise KeyError(box)

    # -- handling -----------------------------------------------------------------------------------------

    def change(self, counter: str, values: Mapping[str, str | int]) -> None:
        """Give properties of a piece new values; a layer's is named ``<layer>_Level``."""
        thing = self.thing(counter)
        slots = self._slots_of(thing)[0]
        self._give(thing, {slots[name]: str(value) for name, value in values.items() if name in slots})

    def move(self, counter: str, place: tuple[str, int, int], side: str | None) -> None:
        """Put a piece somewhere else, as the player of a side; None: a key of the module does it."""
        thing = self.thing(counter)
        spot = self.table.spot(thing.id)
        who = None if side is None else self.players[side].id
        self._do(MovePiece(thing.id, *place, None, spot.map, spot.x, spot.y, None, who))

    def mask(self, counter: str, owner: str | None) -> None:
        """Mask a piece for all but one side, or (None) for nobody."""
        thing = self.thing(counter)
        state = "null;" if owner is None else f"{owner};false|0"
        masks = (index for index, trait in enumerate(thing.traits()) if isinstance(trait, Mask))
        self._give(thing, dict.fromkeys(masks, state))

    def _give(self, thing: Thing, states: Mapping[int, str]) -> None:
        """Give traits of a piece other states, by their places; the innermost says where it lies now."""
        if all(thing.states[index] == state for index, state in states.items()):
            return
        spot, inner = self.table.spot(thing.id), BasicState.parse(thing.states[-1])
        here = replace(inner, map=spot.map, x=spot.x, y=spot.y).encode()
        old = [*thing.states[:-1], here]
        new = [states.get(index, state) for index, state in enumerate(old)]
        self._do(ChangePiece(thing.id, encode_nested(new, "\t"), encode_nested(old, "\t")))

    def stack_deck(self, deck: str, order: Sequence[str]) -> None:
        """Give a deck its cards in an order, from its bottom.  Raises KeyError for an unknown deck."""
        for thing in self.table.things.values():
            if thing.is_deck and thing.name == deck:
                spot, members = thing.spot, tuple(self.pieces[card] for card in order)
                new = DeckState(spot.map, spot.x, spot.y, thing.face_down, members).encode()
                self._do(ChangePiece(thing.id, new, state_of(thing)))
                return
        raise KeyError(deck)

    def set_global(self, name: str, value: str | int) -> None:
        """Give a property of the module a new value."""
        old = self.global_value(name)
        container = next((where for where, known in self.table.properties if known == name), "")
        self._do(ChangeProperty(name, old, str(value), container))

    def set_turn(self, state: str) -> None:
        """Set the turn tracker; a module has one."""
        for tracker in self.table.turns:
            self._do(SetTurn(tracker, state))

    def say(self, text: str) -> None:
        """Write a line into the chat."""
        self._do(Chat(f"* {text}"))

    def _do(self, command: Command) -> None:
        self._step.append(command)
        self.table.apply([command])
        self.table.forget()

    def end_step(self) -> None:
        """Log what was done since the last step as one step; nothing done is no step."""
        if not self._step:
            return
        # The engine logs a step as a command with consequences, each of them marked as logged.
        self.steps.append(Group((Logged(Null()), *map(Logged, self._step))))
        self._step.clear()

    def amend_step(self) -> None:
        """Put what was done since the last step to it: what a key did by itself."""
        if self.steps and self._step:
            last = self.steps[-1]
            done = last.commands if isinstance(last, Group) else (last,)
            self.steps[-1] = Group((*done, *map(Logged, self._step)))
            self._step.clear()

    # -- the file -----------------------------------------------------------------------------------------

    def write(self, path: Path) -> Path:
        """Write the log."""
        self.end_step()
        module = Metadata(name=self.data.name, version=self.data.version, vassal_version="3.6.0")
        script = [Group(self.begin), *self.steps]
        entries = game_entries(encode_commands(script), save=Metadata(vassal_version="3.6.0"), module=module)
        return write_container(path, dict(entries))


@dataclass(frozen=True, slots=True)
class _LaidOut:
    """A set-up on the table before anybody has done anything."""

    begin: tuple[Command, ...]
    table: Table
    pieces: dict[str, str]
    types: dict[str, _Properties]


@lru_cache(maxsize=8)
def _laid_out(setup: bytes, players: tuple[Sitting, ...]) -> _LaidOut:
    """Return a set-up with its players, kept for the next game from it."""
    joined = [AddPlayer(who.id, who.name, who.side) for who in players]
    begin = (*read_log(setup, name="set-up").begin, *joined)
    table = Table()
    table.apply(begin)
    table.forget()
    pieces: dict[str, str] = {}
    types: dict[str, _Properties] = {}
    for thing in table.counters():
        slots, properties = _properties_of(thing)
        types.setdefault(thing.type, (slots, properties))
        if COUNTER_ID in properties:
            pieces.setdefault(properties[COUNTER_ID], thing.id)
    return _LaidOut(begin, table, pieces, types)


def _properties_of(thing: Thing) -> _Properties:
    slots: dict[str, int] = {}
    for index, trait in reversed(list(enumerate(thing.traits()))):
        if isinstance(trait, DynamicProperty):
            slots[trait.name] = index
        elif isinstance(trait, Layer):
            slots[f"{trait.name}_Level"] = index
        elif isinstance(trait, Moved):
            slots["Moved"] = index
    return slots, thing.properties()
