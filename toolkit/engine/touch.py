"""How the gestures of a `Session` reach the engine: through its classes, or by hand through its windows."""

from __future__ import annotations

import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import dist
from pathlib import Path
from typing import Any, Protocol, cast

from toolkit.engine.game import OpenModule
from toolkit.engine.hands import Hands
from toolkit.engine.process import Engine

Pixel = tuple[float, float]
_LOG = "played.vlog"
_APART = 45  # map pixels: what is dropped on another piece lies with it


@dataclass(frozen=True, slots=True)
class Player:
    """Someone at the table.  `id` is the password that VASSAL logs with each move."""

    name: str
    id: str
    side: str


class Touch(Protocol):
    """What a session asks of either way.

    `do` takes an operation of the driver and its arguments, and returns the ``steps`` that it made in the log
    and the ``places`` of its pieces.
    """

    def start(self, game: OpenModule, setup: int | None, players: Sequence[Player]) -> None:
        """Start a set-up and let players join; the first one acts."""

    def join(self, player: Player) -> None:
        """Let a player take a side in the game that is open."""

    def act_as(self, player: Player) -> None:
        """Let a player go on."""

    def choose(self, map_id: str, places: Sequence[Pixel]) -> Pixel:
        """Return the one of several places of an area where to put a piece."""

    def do(self, operation: str, arguments: Mapping[str, Any]) -> Mapping[str, Any]:
        """Do a gesture."""

    def begin(self, log: Path) -> None:
        """Begin a log: the table as it is now is its start."""

    def save(self) -> int:
        """Write the log; return the number of its steps."""


class ByClasses:
    """Through the engine's classes: quick, and no window can be missed."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine

    def start(self, game: OpenModule, setup: int | None, players: Sequence[Player]) -> None:
        """Start a set-up and let players join; the first one acts."""
        game.start(setup)
        for player in players:
            self.join(player)

    def join(self, player: Player) -> None:
        """Let a player take a side."""
        self.engine.call("join", id=player.id, name=player.name, side=player.side)

    def act_as(self, player: Player) -> None:
        """Let a player go on."""
        self.engine.call("act_as", id=player.id, name=player.name)

    def choose(self, _map_id: str, places: Sequence[Pixel]) -> Pixel:
        """Return the first: where a piece is put that has the area for itself."""
        return places[0]

    def do(self, operation: str, arguments: Mapping[str, Any]) -> Mapping[str, Any]:
        """Do a gesture."""
        return cast("Mapping[str, Any]", self.engine.call(operation, seconds=120.0, **arguments))

    def begin(self, log: Path) -> None:
        """Begin a log."""
        self.engine.call("log_begin", file=str(log.resolve()))

    def save(self) -> int:
        """Write the log."""
        return cast("int", self.engine.call("log_end", seconds=300.0))


class ByHand:
    """By mouse and keys: one person, who changes sides by the toolbar where players take turns."""

    def __init__(self, hands: Hands) -> None:
        self.hands = hands
        self._side = ""
        self._log = Path()

    def start(self, game: OpenModule, setup: int | None, players: Sequence[Player]) -> None:
        """Go through the start wizard."""
        first = players[0]
        name = game.setups[setup or 0].name
        self.hands.sit_down(first.name, first.id, name, first.side)
        self._side = first.side

    def join(self, player: Player) -> None:
        """Take a side."""
        self.act_as(player)

    def act_as(self, player: Player) -> None:
        """Change sides."""
        if player.side != self._side:
            self.hands.change_side(player.side)
            self._side = player.side

    def choose(self, map_id: str, places: Sequence[Pixel]) -> Pixel:
        """Return the first where nothing lies near, else where there is most room: what covers none."""
        taken = self.hands.desktop.taken(map_id)

        def room(place: Pixel) -> float:
            return min((dist(place, other) for other in taken), default=_APART)

        return next((place for place in places if room(place) >= _APART), max(places, key=room))

    def do(self, operation: str, arguments: Mapping[str, Any]) -> Mapping[str, Any]:
        """Do a gesture; what it came to is read from the engine afterwards."""
        pieces = list(arguments.get("pieces", ()))
        before = self._written([])["written"]
        self.hands.pointer.note(f"{operation} {arguments.get('name') or arguments.get('key') or pieces}")
        self._gesture(operation, arguments, pieces)
        after = self._written(pieces)
        if after["written"] == before:
            what = ", ".join(f"{name} {value}" for name, value in arguments.items())
            raise self.hands.pointer.lost(f"{operation} of {what} leaves nothing in the log")
        return {"steps": range(before + 1, after["written"] + 1), "places": after["places"]}

    def _gesture(self, operation: str, arguments: Mapping[str, Any], pieces: Sequence[str]) -> None:
        hands = self.hands
        match operation:
            case "drag":
                hands.drag(pieces, arguments["map"], arguments["to"])
            case "deck_drag":
                hands.draw(arguments["deck"], arguments["map"], arguments["to"])
            case "key":
                hands.key(pieces, arguments["key"])
            case "menu":
                hands.menu(pieces[0], arguments["name"])
            case "deck_menu":
                hands.deck_menu(arguments["deck"], arguments["name"])
            case "button":
                hands.button(arguments["name"], arguments.get("answer"))
            case "hotkey":
                hands.pointer.press(arguments["key"])
            case "undo":
                hands.button("Undo last move")
            case _:
                hands.say(arguments["text"])

    def _written(self, pieces: Sequence[str]) -> Mapping[str, Any]:
        return cast("Mapping[str, Any]", self.hands.engine.call("written", pieces=list(pieces)))

    def begin(self, log: Path) -> None:
        """Begin a log by the menu; it lies in the engine's folder until it is complete."""
        self._log = log
        self.hands.begin_log(self.hands.engine.work / _LOG)

    def save(self) -> int:
        """End the log by the menu."""
        steps = int(self._written([])["written"])
        self.hands.end_log()
        shutil.copyfile(self.hands.engine.work / _LOG, self._log)
        return steps
