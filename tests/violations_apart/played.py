"""A legal game played by the program: its log, step by step, and the table before any step."""

from __future__ import annotations

import contextlib
import io
import json
import os
import tempfile
import zipfile
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

from toolkit.cli.main import main
from toolkit.geometry.map import Map
from toolkit.vassal.buildfile import BuildFile, open_module
from toolkit.vassal.codecs import Codec
from toolkit.vassal.commands import AddPlayer, Command, Group, Logged, Null, Script, Undo
from toolkit.vassal.containers import open_container
from toolkit.vassal.events import PieceChanged, PieceMoved
from toolkit.vassal.log import Log, read_log
from toolkit.vassal.merging import Stacking, stacking_of
from toolkit.vassal.packing import game_entries
from toolkit.vassal.privacy import people_of
from toolkit.vassal.table import Table
from toolkit.vassal.things import Thing
from toolkit.vassal.traits import Marker

Step = tuple[Command, ...]

ROOT = Path(__file__).parents[2]
MODULES = {
    "rattenkrieg": ROOT / "build/rattenkrieg/Rattenkrieg_Stalingrad.vmod",
    "storm": ROOT / "build/storm/Storm_over_Stalingrad.vmod",
    "gj47": ROOT / "build/gj47/Stalingrad_Blitzkrieg.vmod",
}
_CHECKPOINT = 20


@dataclass(frozen=True, slots=True)
class Moved:
    """A piece changed place; `start` and `end` are location names, `by` the side of the mover where it
    is logged.
    """

    step: int
    piece: str
    start: str
    end: str
    by: str | None


@dataclass(frozen=True, slots=True)
class Changed:
    """A property of a piece got a new value."""

    step: int
    piece: str
    name: str
    old: str
    new: str


@dataclass(frozen=True, slots=True)
class Module:
    """What a module says: buildFile, compiled data, where its places are."""

    path: Path
    build: BuildFile
    data: Mapping[str, Any]
    manifest: Mapping[str, Any]
    stacking: Stacking

    @classmethod
    def open(cls, path: Path) -> Module:
        """Read a built module."""
        container = open_container(path)
        build = open_module(container)
        data = json.loads(container.read("toolkit/game.json"))
        manifest = json.loads(container.read("toolkit/manifest.json"))
        return cls(path, build, data, manifest, stacking_of(build))


@lru_cache(maxsize=4)
def module_of(game: str) -> Module:
    """Return the built module of a game."""
    return Module.open(MODULES[game])


@dataclass
class Game:
    """One played game.

    Attributes
    ----------
    name : str
        Id of the game.
    steps : tuple of tuple of Command
        Commands of step 1, 2, …
    moves, changes : list
        What happened on the table, with the numbers of the steps.
    players : dict
        Side to player's id.
    """

    name: str
    seed: int
    module: Module
    log: Log
    steps: tuple[Step, ...]
    moves: list[Moved] = field(default_factory=list)
    changes: list[Changed] = field(default_factory=list)
    players: dict[str, str] = field(default_factory=dict)
    _tables: dict[int, Table] = field(default_factory=dict)
    _places: dict[tuple[str | None, int, int], str] = field(default_factory=dict)

    @classmethod
    def read(cls, name: str, seed: int, path: Path) -> Game:
        """Read a log and note what happens in it."""
        module = module_of(name)
        log = read_log(path)
        game = cls(name, seed, module, log, tuple(step.commands for step in log.steps))
        game.players = {c.side: c.id for c in log.begin if isinstance(c, AddPlayer)}
        table = Table(people_of(log.script), stacking=module.stacking, undoable=False)
        table.apply(log.begin)
        for number, commands in enumerate(game.steps, 1):
            if number % _CHECKPOINT == 1:
                game._tables[number] = table.copy()
            for event in table.apply(commands, number):
                if isinstance(event, PieceMoved):
                    start = game.name_of(table, *event.start)
                    end = game.name_of(table, *event.end)
                    by = event.actor.side if event.actor else None
                    game.moves.extend(Moved(number, piece, start, end, by) for piece in event.pieces)
                elif isinstance(event, PieceChanged):
                    game.changes.extend(
                        Changed(number, event.id, c.name, c.old, c.new) for c in event.changes if c.name
                    )
        game._tables[len(game.steps) + 1] = table.copy()
        return game

    # -- looking

    @property
    def last(self) -> Table:
        """The table at the end; not to be changed."""
        return self._tables[len(self.steps) + 1]

    def table(self, step: int) -> Table:
        """Return a table of its own as it stands before a step."""
        if step in self._tables:
            return self._tables[step].copy()
        start = (step - 1) // _CHECKPOINT * _CHECKPOINT + 1
        table = self._tables[start].copy()
        for number in range(start, step):
            table.apply(self.steps[number - 1], number)
        return table

    def name_of(self, table: Table, map_: str | None, x: int, y: int) -> str:
        """Return the engine's name of a place, with other maps than the first as ``map/name``."""
        key = (map_, x, y)
        if key not in self._places:
            name = ""
            if map_ in self.module.build.maps:
                name = self.module.build.maps[map_].location(x, y, table.boards.get(map_)) or ""
            self._places[key] = name
        return self._places[key]

    def place(self, table: Table, piece: str) -> str:
        """Return the name of the place where a piece lies."""
        return self.name_of(table, *table.spot(piece))

    def props(self, table: Table, piece: str) -> dict[str, str]:
        """Return a piece's properties."""
        return table.things[piece].properties()

    @cached_property
    def fixed(self) -> dict[str, dict[str, str]]:
        """Id of every piece → the properties that never change, from its markers."""
        found: dict[str, dict[str, str]] = {}
        for table in (self._tables[1], self.last):
            for thing in table.counters():
                if thing.id in found or thing.is_stack:
                    continue
                props: dict[str, str] = {}
                for trait, state in zip(thing.traits(), thing.states, strict=True):
                    if isinstance(trait, Marker):
                        props |= trait.properties(state)
                found[thing.id] = props
        return found

    def pieces(self, table: Table, **wanted: str) -> list[Thing]:
        """Return the pieces with these values of properties, in the order of their ids."""
        found = []
        for id_, fixed in self.fixed.items():
            thing = table.things.get(id_)
            if thing is None or any(name in fixed and fixed[name] != value for name, value in wanted.items()):
                continue
            loose = {name: value for name, value in wanted.items() if name not in fixed}
            if loose:
                props = thing.properties()
                if any(props.get(name) != value for name, value in loose.items()):
                    continue
            found.append(thing)
        return sorted(found, key=lambda thing: int(thing.id) if thing.id.isdigit() else 0)

    def piece(self, table: Table, counter: str) -> str:
        """Return the id of the piece with a `CounterId`."""
        return self.pieces(table, CounterId=counter)[0].id

    def moves_after(self, piece: str, step: int) -> int:
        """Return how often a piece changes its place after a step."""
        return sum(1 for m in self.moves if m.piece == piece and m.step > step and m.start != m.end)

    def next_move(self, piece: str, step: int) -> int | None:
        """Return the first step from `step` on that moves a piece."""
        return next((m.step for m in self.moves if m.piece == piece and m.step >= step), None)

    def rests(self, piece: str, step: int, room: int = 12) -> bool:
        """Return whether nothing moves a piece for some steps from `step` on."""
        later = self.next_move(piece, step)
        return later is None or later >= step + room

    def acts(self, *names: str) -> Iterator[tuple[int, str, str]]:
        """Yield step, piece and act of every decision: a piece's `Seq` changed, and its `Act` is one of
        these.
        """
        for step, piece, act in self._decisions:
            if not names or act in names:
                yield step, piece, act

    def alone(self, step: int) -> bool:
        """Return whether a step moves only one piece."""
        return self._moves_in[step] == 1

    @cached_property
    def _moves_in(self) -> Counter[int]:
        return Counter(m.step for m in self.moves)

    def steps_of(self, *names: str) -> list[int]:
        """Return the steps with decisions of these acts, in order."""
        if names not in self._steps_of:
            self._steps_of[names] = sorted({step for step, _, _ in self.acts(*names)})
        return self._steps_of[names]

    @cached_property
    def _steps_of(self) -> dict[tuple[str, ...], list[int]]:
        return {}

    @cached_property
    def _decisions(self) -> list[tuple[int, str, str]]:
        act: dict[str, str] = {}
        found = []
        by_step: dict[int, list[Changed]] = {}
        for change in self.changes:
            by_step.setdefault(change.step, []).append(change)
        for step in sorted(by_step):
            for change in by_step[step]:
                if change.name == "Act":
                    act[change.piece] = change.new
            seen = set()
            for change in by_step[step]:
                if change.name in ("Seq", "Act") and change.piece not in seen:
                    seen.add(change.piece)
                    found.append((step, change.piece, act.get(change.piece, "")))
        return found

    def decision(self, step: int) -> tuple[str, str] | None:
        """Return piece and act of the first decision of a step."""
        return self._by_step.get(step)

    @cached_property
    def _by_step(self) -> dict[int, tuple[str, str]]:
        found: dict[int, tuple[str, str]] = {}
        for step, piece, act in self._decisions:
            found.setdefault(step, (piece, act))
        return found

    def dragged(self) -> list[Moved]:
        """Return the drags by hand: moves that name their mover and are all that their step does to
        pieces.
        """
        return [m for m in self.moves if m.by is not None and m.start != m.end]

    def spot(self, place: str, nth: int = 0) -> tuple[str, int, int]:
        """Return map and pixels of a place by its name: an area, a place of a box, a hex."""
        return self._spots(place)[nth % len(self._spots(place))]

    def _spots(self, place: str) -> list[tuple[str, int, int]]:
        manifest = self.module.manifest
        for id_, name in manifest.get("areas", {}).items():
            if name == place:
                return [(manifest["map_name"], x, y) for x, y in manifest["spots"][id_]]
        for map_, slots in manifest.get("slots", {}).values():
            for name, x, y in slots:
                if name == place:
                    return [(map_, x, y) for n, x, y in slots if n == place]
        if "layout" in manifest and place.isdigit() and len(place) == 4:
            return [(manifest["map_name"], *self._hexes[place])]
        found = [self._where[place]] if place in self._where else []
        if not found:
            raise KeyError(place)
        return found

    def places(self) -> dict[str, tuple[str, int, int]]:
        """Return the places where pieces lay in this game, and all areas, with pixels of each."""
        areas = self.module.manifest.get("areas", {})
        return self._where | {name: self.spot(name) for name in areas.values()}

    @cached_property
    def _hexes(self) -> dict[str, tuple[int, int]]:
        """Hex number → pixels of its centre."""
        layout = self.module.manifest["layout"]
        grid = Map.from_json(self.module.data["map"]).grid
        scale = layout["pitch_px"] / layout["plane_pitch"]
        found = {}
        for h, (x, y) in enumerate(grid.centres()):
            left, top = layout["origin_px"]
            plane = layout["plane_origin"]
            pixel = round(left + (x - plane[0]) * scale), round(top + (y - plane[1]) * scale)
            found[grid.number(h)] = pixel
        return found

    @cached_property
    def _where(self) -> dict[str, tuple[str, int, int]]:
        """Name of a box → where something lay in it, at any time of the game."""
        found: dict[str, tuple[str, int, int]] = {}
        for table in self._tables.values():
            for thing in table.counters():
                spot = table.spot(thing.id)
                name = self.name_of(table, *spot)
                if spot.map is not None and name and name not in found:
                    found[name] = (spot.map, spot.x, spot.y)
        return found


# -- playing and writing


def play(game: str, seed: int, folder: Path | None = None) -> Game:
    """Return a played game; logs are kept in a folder for temporary files, by the module's digest."""
    digest = str(module_of(game).manifest["digest"])[:12]
    home = folder or Path(tempfile.gettempdir()) / "violations_apart" / f"{game}-{digest}"
    home.mkdir(parents=True, exist_ok=True)
    path = home / f"game-{seed}.vlog"
    if not path.exists():
        partial = path.with_suffix(f".{os.getpid()}.vlog")
        command = ["play", game, "--seed", str(seed), "--out", str(partial), "--module", str(MODULES[game])]
        with contextlib.redirect_stdout(io.StringIO()):
            status = main(command)
        if status:
            raise RuntimeError(f"toolkit {' '.join(command)} ended with {status}")
        partial.replace(path)
    return Game.read(game, seed, path)


def write(game: Game, steps: Iterable[Step], path: Path, begin: Iterable[Command] | None = None) -> Path:
    """Write a log with other steps (or another begin) than the game had."""
    first = next(iter(game.log.script)) if begin is None else Group(tuple(begin))
    logged = (Group(tuple(Logged(command) for command in _headed(step))) for step in steps)
    script = Script((first, *logged))
    assert game.log.metadata is not None
    entries = game_entries(script.encode(), save=game.log.metadata, module=game.log.module, codec=Codec.PLAIN)
    # Quickly packed: thousands of logs are written and read once.
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for name, data in entries.items():
            archive.writestr(name, data)
    return path


def _headed(step: Step) -> Step:
    """Return a step as a module writes it: a null command first, but for an undo."""
    return step if step and isinstance(step[0], Null | Undo) else (Null(), *step)
