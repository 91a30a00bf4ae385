"""Record real logs: a script of what players do, done by the real engine's own hands.

A plan is a list of steps, each a mapping, so that it can be kept as JSON.  Every step has an ``"op"``:

``drag``
    ``counters`` (ids; or ``counter``, one id), ``to``, ``via`` (optional, a list of places like ``to``): one
    drag, and so one logged step, for each place of ``via`` and one for ``to``.
``draw``
    ``deck``, ``to``: drag the top card off a deck.
``key``
    ``counters`` or ``counter``, ``key``: ``"Ctrl-F"``, or the name of a named key command.
``menu``
    ``counter``, ``name``: choose an entry of its right-click menu.
``deck``
    ``deck``, ``name``: choose an entry of a deck's menu, e.g. ``"Shuffle"``.
``button``
    ``name``: press a toolbar button, by its text or its tooltip; ``answer`` (optional): what is chosen in the
    list that it opens.
``hotkey``
    ``key``: a key of the module's toolbars (global key commands, turn tracker).
``undo``
    ``times`` (1 by default): press Undo.
``chat``
    ``text``.
``as``
    ``player``: the other player goes on (a name given to `Session`).

``counters`` are ids of counters (the module's ``CounterId`` markers), or ids of pieces where there are none.
``to`` is a printed hex number, an area or any location name on the main map, or
``{"map": NAME, "at": LOCATION}``, or ``{"map": NAME, "x": X, "y": Y}`` in map pixels.  Other keys of a step
(an expectation, a remark) are kept.

Piece and stack ids are the engine's clock, and dice are its own: two recordings of a plan differ in them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import count, takewhile
from pathlib import Path
from types import TracebackType
from typing import Any, Self, cast

from toolkit.diagnostics import InputError, Place
from toolkit.engine.game import OpenModule
from toolkit.engine.hands import Hands
from toolkit.engine.numbering import own_data
from toolkit.engine.places import named_places
from toolkit.engine.process import Engine, Problem
from toolkit.engine.provision import EngineHome
from toolkit.engine.table import EnginePiece, EngineTable
from toolkit.engine.touch import ByClasses, ByHand, Pixel, Player, Touch
from toolkit.geometry.grid import HexGrid
from toolkit.render.layout import BoardLayout

Step = Mapping[str, object]
Target = str | Mapping[str, object]

COUNTER_ID = "CounterId"
_MODIFIERS = {
    "ctrl": "ctrl",
    "control": "ctrl",
    "alt": "alt",
    "shift": "shift",
    "meta": "meta",
    "cmd": "meta",
    "command": "meta",
}
_KEY_NAME = re.compile(r"[A-Z0-9]|F\d{1,2}|[A-Z]+(?:_[A-Z]+)*")


@dataclass(frozen=True, slots=True)
class Landed:
    """Where a piece is after a step: map id, pixels, and what the engine calls the place."""

    piece: str
    map: str | None
    x: int
    y: int
    location: str | None


@dataclass(frozen=True, slots=True)
class Done:
    """A step of a plan that was done.

    Attributes
    ----------
    index : int
        Its place in the plan, zero-based.
    step : mapping
        The step itself.
    log_steps : tuple of int
        The steps it made in the log, one-based, as the Step button counts; empty when it changed nothing.
    landed : tuple of Landed
        Where the dragged pieces came to lie, for each drag the last.
    """

    index: int
    step: Step
    log_steps: tuple[int, ...]
    landed: tuple[Landed, ...]


@dataclass(frozen=True, slots=True)
class Recording:
    """A recorded log: the file, what each step of the plan became, the end table, the engine's complaints."""

    log: Path
    done: tuple[Done, ...]
    table: EngineTable
    problems: tuple[Problem, ...]


class Session:
    """Players at a table in a running engine.

    Parameters
    ----------
    setup : str or int, optional
        Menu name or index of a predefined set-up; by default the first, or a new game where there is none.
    players : sequence of Player
        Those who join; the first one acts first.  By default nobody joins and an observer acts.
    start : Path, optional
        A save to begin with, instead of a set-up.
    hands : Hands, optional
        Play by mouse and keys in the windows of their engine, not through the engine's classes.
    seed : int, optional
        Of the chance in the engine (`Engine`), where no hands bring theirs.
    """

    def __init__(
        self,
        module: Path,
        *,
        setup: str | int | None = None,
        players: Sequence[Player] = (),
        start: Path | None = None,
        home: EngineHome | None = None,
        extensions: Sequence[Path] = (),
        hands: Hands | None = None,
        seed: int | None = None,
    ) -> None:
        self._module = module
        self._setup = setup
        self._players = {player.name: player for player in players}
        self._start = start
        self._extensions = extensions
        self.engine = Engine(home, seed=seed) if hands is None else hands.engine
        self._touch: Touch = ByClasses(self.engine) if hands is None else ByHand(hands)
        self._ids: dict[str, str] = {}
        self._log: Path | None = None
        self._places: Callable[[str], tuple[float, float] | None] = lambda _: None
        self._main = ""
        self.game: OpenModule

    def __enter__(self) -> Self:
        """Open the module, start the game, let the players join."""
        self.engine.__enter__()
        try:
            self._open()
        except BaseException:
            self.engine.stop()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Stop the engine."""
        self.engine.stop()

    def _open(self) -> None:
        self.game = OpenModule.open(self.engine, self._module, self._extensions)
        if self._start is not None:
            self.game.load(self._start)
            for name in self._players:
                self.join(name)
        else:
            self._touch.start(self.game, self._setup_index(), tuple(self._players.values()))
        if self._players:
            self.act_as(next(iter(self._players)))
        self._find_main_map()

    def _setup_index(self) -> int | None:
        if self._setup is None:
            return 0 if self.game.setups else None
        if isinstance(self._setup, int):
            return self._setup
        names = [setup.name for setup in self.game.setups]
        if self._setup not in names:
            raise _refused(f"the module has no set-up {self._setup!r}; it has {', '.join(names) or 'none'}")
        return names.index(self._setup)

    def _find_main_map(self) -> None:
        maps = self.game.maps()
        own = own_data(self._module)
        if own is None:
            largest = max(maps, key=lambda m: (m.width * m.height, "main" in m.name.lower()))
            self._main = largest.id
            return
        manifest, data = own
        main = next(m for m in maps if manifest["map_name"] in (m.name, m.id))
        corner = main.boards[0]
        self._main = main.id
        if "spots" in manifest:
            named: dict[str, list[tuple[float, float]]] = {}
            for place_ in named_places(manifest):
                if place_.map == manifest["map_name"]:
                    named.setdefault(place_.name, []).append((place_.x + corner.x, place_.y + corner.y))
            self._places = lambda name: self._touch.choose(self._main, named[name]) if name in named else None
            return
        grid = HexGrid.from_json(data["map"]["grid"])
        layout = BoardLayout.from_json(manifest["layout"])

        def place(number: str) -> tuple[float, float] | None:
            try:
                x, y = layout.to_pixels(grid.centres()[grid.hex(number)]).tolist()
            except ValueError:
                return None
            return (round(x) + corner.x, round(y) + corner.y)

        self._places = place

    # What players do; each method returns what it became.

    def drag(self, counters: str | Sequence[str], to: Target, via: Sequence[Target] = ()) -> list[Done]:
        """Drag counters to a place, over other places when `via` names them; one logged step each."""
        pieces = [self.piece_id(c) for c in _many(counters)]
        done = []
        for target in (*via, to):
            map_id, x, y = self._target(target)
            done.append(self._did("drag", pieces=pieces, map=map_id, to=[x, y]))
        return done

    def draw(self, deck: str, to: Target) -> Done:
        """Drag the top card off a deck."""
        map_id, x, y = self._target(to)
        return self._did("deck_drag", deck=deck, map=map_id, to=[x, y])

    def key(self, counters: str | Sequence[str], key: str) -> Done:
        """Select counters and press a key, or give them a named key command."""
        return self._did("key", pieces=[self.piece_id(c) for c in _many(counters)], **_stroke(key))

    def menu(self, counter: str, name: str) -> Done:
        """Choose an entry of a counter's menu."""
        return self._did("menu", pieces=[self.piece_id(counter)], name=name)

    def menus(self, counter: str) -> list[Mapping[str, Any]]:
        """Return the entries of a counter's menu: name, key, enabled."""
        found = self.engine.call("menus", pieces=[self.piece_id(counter)])
        return cast("list[list[Mapping[str, Any]]]", found)[0]

    def deck(self, deck: str, name: str) -> Done:
        """Choose an entry of a deck's menu."""
        return self._did("deck_menu", deck=deck, name=name)

    def button(self, name: str, answer: str | None = None) -> Done:
        """Press a toolbar button by its text or tooltip; choose `answer` where it asks to choose."""
        more = {} if answer is None else {"answer": answer}
        return self._did("button", name=name, **more)

    def buttons(self) -> list[Mapping[str, Any]]:
        """Return the toolbar buttons: text, tip, enabled, visible."""
        return cast("list[Mapping[str, Any]]", self.engine.call("buttons"))

    def hotkey(self, key: str) -> Done:
        """Press a key of the toolbars."""
        return self._did("hotkey", **_stroke(key))

    def undo(self, times: int = 1) -> list[Done]:
        """Press Undo."""
        return [self._did("undo") for _ in range(times)]

    def chat(self, text: str) -> Done:
        """Say something."""
        return self._did("chat", text=text)

    def join(self, name: str) -> None:
        """Let a player take his side in the game that is open now."""
        self._touch.join(self._players[name])

    def act_as(self, name: str) -> None:
        """Let another player go on."""
        if name not in self._players:
            raise _refused(f"no player {name!r}; there are {', '.join(self._players) or 'none'}")
        self._touch.act_as(self._players[name])

    # The log.

    def begin(self, log: Path) -> None:
        """Begin a log: the table as it is now is its start."""
        log.parent.mkdir(parents=True, exist_ok=True)
        self._log = log
        self._touch.begin(log)

    def save(self) -> int:
        """Write the log; return the number of its steps."""
        if self._log is None:
            raise _refused("no log was begun")
        self._log = None
        return self._touch.save()

    def perform(self, plan: Sequence[Step]) -> list[Done]:
        """Do a plan, in order; see the module's text for what a step may be.

        Raises
        ------
        InputError
            ``ENG060`` with the step's index, when a step is not understood or names what is not there.
        EngineFailure
            When the engine refuses, e.g. because a menu entry is not there.
        """
        done: list[Done] = []
        for index, step in enumerate(plan):
            try:
                parts = self._perform(step)
            except KeyError as missing:
                raise _refused(f"step {index} ({step.get('op')}) has no {missing.args[0]!r}") from None
            steps = tuple(number for part in parts for number in part.log_steps)
            done.append(Done(index, step, steps, parts[-1].landed if parts else ()))
        return done

    def _perform(self, step: Step) -> list[Done]:
        def word(name: str) -> str:
            return str(step[name])

        def target(name: str) -> Target:
            return cast("Target", step[name])

        op = word("op")
        counters = cast("Sequence[str]", step["counters"]) if "counters" in step else None
        match op:
            case "drag":
                via = cast("Sequence[Target]", step.get("via") or ())
                return self.drag(counters or word("counter"), target("to"), via)
            case "draw":
                return [self.draw(word("deck"), target("to"))]
            case "key":
                return [self.key(counters or word("counter"), word("key"))]
            case "menu":
                return [self.menu(word("counter"), word("name"))]
            case "deck":
                return [self.deck(word("deck"), word("name"))]
            case "button":
                return [self.button(word("name"), word("answer") if "answer" in step else None)]
            case "hotkey":
                return [self.hotkey(word("key"))]
            case "undo":
                return self.undo(int(str(step.get("times", 1))))
            case "chat":
                return [self.chat(word("text"))]
            case "as":
                self.act_as(word("player"))
                return []
        raise _refused(f"a plan has no step {op!r}")

    def table(self) -> EngineTable:
        """Return the table with every property of every piece."""
        return self.game.table(["*"])

    def piece(self, counter: str) -> EnginePiece:
        """Return a counter as it is now."""
        return self.game.table([COUNTER_ID]).pieces[self.piece_id(counter)]

    def values(self, counter: str, *names: str) -> Mapping[str, str]:
        """Return properties of a counter, those that it has: quicker than the whole table."""
        raw = self.engine.call("values", pieces=[self.piece_id(counter)], properties=list(names))
        return cast("list[Mapping[str, str]]", cast("Mapping[str, Any]", raw)["pieces"])[0]

    def module_values(self, *names: str) -> Mapping[str, str]:
        """Return properties of the module, "" for unknown ones."""
        raw = self.engine.call("values", globals=list(names))
        return cast("Mapping[str, str]", cast("Mapping[str, Any]", raw)["globals"])

    def piece_id(self, counter: str) -> str:
        """Return the id of the piece that carries a counter."""
        if counter not in self._ids:
            table = self.game.table([COUNTER_ID])
            self._ids = {key: key for key in table.pieces}
            self._ids |= {key: piece.id for key, piece in table.by_property(COUNTER_ID).items()}
        if counter not in self._ids:
            raise _refused(f"no counter {counter!r} is in the game")
        return self._ids[counter]

    def take_problems(self) -> list[Problem]:
        """Return the engine's complaints since the last call."""
        return self.engine.take_problems()

    def _did(self, operation: str, **arguments: object) -> Done:
        raw = self._touch.do(operation, arguments)
        landed = tuple(Landed(p["id"], p["map"], p["x"], p["y"], p["location"]) for p in raw["places"])
        return Done(-1, {"op": operation, **arguments}, tuple(raw["steps"]), landed)

    def _target(self, target: Target) -> tuple[str, float, float]:
        if isinstance(target, str):
            target = {"map": self._main, "at": target}
        map_id = str(target.get("map", self._main))
        if "x" in target:
            return (map_id, float(str(target["x"])), float(str(target["y"])))
        name = str(target["at"])
        place = self._places(name) if map_id == self._main else None
        return (map_id, *(place or self._touch.choose(map_id, self._cells(map_id, name))))

    def _cells(self, map_id: str, name: str) -> list[Pixel]:
        """Return where a place is: of a box of several, its cells, to which the engine snaps."""

        def find(called: str) -> Pixel | None:
            found = self.engine.call("find", map=map_id, name=called)
            return None if found is None else cast("Pixel", tuple(cast("Sequence[float]", found)))

        whole = find(name)
        if whole is None:
            raise _refused(f"map {map_id!r} has no place {name!r}")
        cells = takewhile(bool, (find(f"{name}#{n}") for n in count(1)))
        return [cell for cell in cells if cell is not None] or [whole]


def record_plan(
    module: Path,
    plan: Sequence[Step],
    log: Path,
    *,
    setup: str | int | None = None,
    players: Sequence[Player] = (),
    start: Path | None = None,
    home: EngineHome | None = None,
) -> Recording:
    """Play a plan in the real engine and keep it as a log.

    Parameters
    ----------
    plan : sequence of Step
        See the module's text.
    log : Path
        The ``.vlog`` to write.
    setup, players, start, home
        As for `Session`.

    Returns
    -------
    Recording
        With the log's path, and for each step of the plan the numbers of its steps in the log.
    """
    with Session(module, setup=setup, players=players, start=start, home=home) as session:
        session.begin(log)
        done = session.perform(plan)
        session.save()
        return Recording(log, tuple(done), session.table(), tuple(session.take_problems()))


def _many(counters: str | Sequence[str]) -> list[str]:
    return [counters] if isinstance(counters, str) else list(counters)


def _stroke(key: str) -> dict[str, str]:
    """Return ``Ctrl-Shift-F`` as the engine's ``ctrl shift F``; any other text names a key command."""
    *modifiers, last = key.split("-") if "-" in key else [key]
    known = [_MODIFIERS.get(m.lower()) for m in modifiers]
    if None in known or not _KEY_NAME.fullmatch(last.upper()) or (not modifiers and len(last) > 3):
        return {"named": key}
    return {"key": " ".join([*(m for m in known if m), last.upper()])}


def _refused(message: str) -> InputError:
    return InputError.single("ENG060", message, Place())
