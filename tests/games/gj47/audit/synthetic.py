"""Synthetic games: worlds of ``tests.games.gj47.rules.worlds`` as modules, logs as VASSAL writes them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import cast

import numpy as np

from tests import real_game
from tests.games.gj47.rules.worlds import World
from toolkit.audit.module_data import ModuleData
from toolkit.compile.compiled import CompiledGame
from toolkit.games.gj47.data.charts import load_charts
from toolkit.geometry.grid import HexGrid, Orientation
from toolkit.geometry.map import Map, Topology
from toolkit.geometry.map import Place as MapPlace
from toolkit.geometry.provenance import ProvenanceStore
from toolkit.render.layout import BoardLayout
from toolkit.source.counters import Chit, Counter, Factors
from toolkit.source.names import Names
from toolkit.source.options import Option, OptionValue
from toolkit.source.setups import Box
from toolkit.vassal.commands import (
    AddPlayer,
    BeginSave,
    ChangePiece,
    ChangeProperty,
    Chat,
    Command,
    EndSave,
    GlobalPropertyState,
    Group,
    Logged,
    MovePiece,
    Undo,
    encode_commands,
)
from toolkit.vassal.log import read_log
from toolkit.vassal.metadata import Metadata
from toolkit.vassal.packing import container_bytes, game_entries, write_container
from toolkit.vassal.table import Table
from toolkit.vassal.traits import Part, Piece
from toolkit.vassal.traits.basic import BasicPiece, BasicState, marker
from toolkit.vassal.traits.values import DynamicProperty
from toolkit.vassal.traits.visual import Layer

MAP = "Main Map"
TRAY = "Tray"
LOSSES = "Losses"
_MANIFEST = {"options": "open", "boxes": {"eliminated-axis": [LOSSES, "Eliminated Axis units"]}}
MODULE = Metadata(name="Test game", version="1.0", vassal_version="3.6.0")
PLAYERS = (("secret-a", "Anna", "Axis"), ("secret-b", "Boris", "Soviet"))
TERRAIN = ("clear", "forest", "marsh", "mountain", "sea")
_LAYERS = {"river": "river", "great": "great_river", "closed": "impassable"}


def game_of(world: World, *, fixed_options: bool = False) -> CompiledGame:
    """Return a world as compiled data; units have two faces, the reduced one a point slower."""
    grid = HexGrid(Orientation.FLAT, 1.0, (0.0, 0.0), 1, world.columns, 1, world.rows, "even")
    topology = Topology.of(grid)
    for h in range(len(grid)):
        near = {int(n) for n in topology.neighbours[h] if n >= 0}
        assert near == set(world.around(h)), "the test world and the grid are one lattice"
    masks = {
        name: np.zeros(len(topology.sides), dtype=np.bool_) for name in ("river", "great_river", "impassable")
    }
    links = {name: np.zeros(len(topology.sides), dtype=np.bool_) for name in ("road", "rail")}
    for pair, names in world.sides.items():
        a, b = sorted(pair)
        side = int(topology.side_ids(np.array([[a, b]]))[0])
        for name in names:
            (links[name] if name in links else masks[_LAYERS[name]])[side] = True
    terrain = np.array([TERRAIN.index(k) if k in TERRAIN else 0 for k in world.terrain], dtype=np.uint8)
    cities = tuple(
        MapPlace(f"city{h}", {"en": f"City {h}"}, "major_city", h, None, (0.0, 0.0))
        for h, kind in enumerate(world.terrain)
        if kind == "city"
    )
    game_map = Map(
        grid,
        TERRAIN,
        terrain,
        topology,
        masks,
        links,
        {},
        cities,
        (),
        (),
        ProvenanceStore(),
        ("river", "great_river"),
    )
    counters = [
        Counter(
            id=p.name,
            gpid=i + 1,
            kind="unit",
            side=p.side,
            nationality="german" if p.side == "axis" else "soviet",
            names=Names(p.name),
            short=p.name,
            mechanised=p.mechanised,
            mountain=p.mountain,
            full=Factors(4, 4, p.allowance),
            reduced=Factors(2, 2, max(p.allowance - 1, 0)),
            assignment="6A",
        )
        for i, p in enumerate(world.pieces)
    ]
    chits = [
        Counter(
            "chit-6a", 900, "chit", "axis", None, Names("6A"), "6A", chit=Chit("activate", "ger_com", None)
        ),
        Counter(
            "chit-sw", 901, "chit", "soviet", None, Names("SW"), "SW", chit=Chit("activate", "su_com", None)
        ),
    ]
    fort = Counter("fort-1", 902, "marker", "soviet", None, Names("Fort"), "F", role="fort")
    option = Option(
        "U-54",
        Names("March"),
        ("9.3",),
        "",
        (OptionValue("exact", ""), OptionValue("half-dropped", "")),
        "exact",
        "open",
    )
    others = [known for known in real_game.compiled().options if known.id != option.id]
    return CompiledGame(
        id="gj47",
        names=Names("Test game"),
        version="1.0",
        hex_map=game_map,
        labels={"side": {"axis": Names("Axis"), "soviet": Names("Soviet")}},
        counters=(*counters, *chits, fort),
        charts=load_charts(real_game.GJ47),
        options=(option, *others),
        boxes=(Box("eliminated-axis", Names("Eliminated Axis units"), "eliminated", "axis"),),
    )


def data_of(world: World) -> ModuleData:
    """Return module data as `read_module` would."""
    game = game_of(world)
    layout = BoardLayout.for_grid(game.map.grid, 100.0)
    return ModuleData(game, layout, MAP, "Test game", "1.0", _MANIFEST)


def write_module(world: World, path: Path) -> Path:
    """Write a module that carries a world's data (and nothing a game needs)."""
    import json

    data = data_of(world)
    manifest = {"layout": data.layout.to_json(), "map_name": MAP, **_MANIFEST}
    entries = {
        "buildFile.xml": b"<VASSAL.build.GameModule/>",
        "moduledata": MODULE.to_xml(),
        "toolkit/game.json": data.game.to_bytes(),
        "toolkit/manifest.json": json.dumps(manifest).encode(),
    }
    return write_container(path, entries)


_STEP = Layer(name="Step", images=("a", "b"), names=("", "+ (reduced)"))
_FORT = Layer(name="Fort", images=("a", "b"), names=("", ""))
_BATTLE = DynamicProperty(name="AttackIn")
_MARCH = DynamicProperty(name="March")


@dataclass
class LogBuilder:
    """Writes a log step by step; where units stand is kept in pixels, as VASSAL does."""

    world: World
    chits: bool = False
    started: bool = True
    commands: list[Command] = field(default_factory=list)
    spots: dict[str, tuple[str, int, int]] = field(default_factory=dict)
    faces: dict[str, int] = field(default_factory=dict)
    marches: dict[str, int] = field(default_factory=dict)
    properties: dict[str, str] = field(default_factory=dict)
    steps: list[Command] = field(default_factory=list)
    last: list[list[Command]] = field(default_factory=list)
    given: ModuleData | None = None
    saved: Sequence[Command] | None = None
    ids: dict[str, str] = field(default_factory=dict)

    @classmethod
    def of_setup(cls, data: ModuleData, save: bytes) -> LogBuilder:
        """Return a builder that goes on from a saved set-up of a real module."""
        made = cls(World(1, 1, ["clear"]), chits=True, started=False, given=data)
        made.saved = read_log(save, name="set-up").begin
        table = Table()
        table.apply(made.saved)
        for thing in table.counters():
            counter = thing.properties().get("CounterId")
            if counter is not None:
                spot = table.spot(thing.id)
                made.ids[counter] = thing.id
                made.spots[counter] = (spot.map or "", spot.x, spot.y)
        return made

    def __post_init__(self) -> None:
        self.data = self.given or data_of(self.world)
        self.grid = self.data.game.map.grid
        for piece in self.world.pieces:
            where = (TRAY, 50, 50) if piece.where < 0 else (MAP, *self.pixel(piece.where))
            self.spots[piece.name] = where
        self.spots["chit-6a"] = (TRAY, 10, 10)
        self.spots["chit-sw"] = (TRAY, 20, 10)
        self.spots["fort-1"] = (TRAY, 30, 10)
        self.properties |= {"ChitSeq": "1" if self.chits and self.started else "0", "ActiveChit": ""}

    @property
    def number(self) -> int:
        """Number of the latest step."""
        return len(self.steps)

    def pixel(self, h: int) -> tuple[int, int]:
        """Return the pixel of a hex's centre."""
        x, y = self.data.layout.to_pixels(self.grid.centres()[h])
        return round(float(x)), round(float(y))

    def piece(self, name: str, *, face: int = 1, battle: str = "0") -> Piece:
        """Return a piece as the table holds it."""
        where, x, y = self.spots[name]
        facts, state = marker({"CounterId": name, "Kind": "chit" if name.startswith("chit") else "unit"})
        layer = _FORT if name.startswith("fort") else _STEP
        return Piece(
            (
                Part(layer, str(face)),
                Part(_BATTLE, battle),
                Part(_MARCH, str(self.marches.get(name, 0))),
                Part(facts, state),
                Part(BasicPiece(image="x.png", name=name), BasicState(where, x, y, "1").encode()),
            )
        )

    def add(self, name: str, where: tuple[str, int, int]) -> None:
        """Put a piece on the starting table that the world does not have (an extension's counter)."""
        self.spots[name] = where

    def begin(self, values: dict[str, str] | None = None) -> list[Command]:
        """Return the commands of the starting table."""
        players = [AddPlayer(*player) for player in PLAYERS]
        if self.saved is not None:
            return [*self.saved, *players]
        properties = [GlobalPropertyState(k, v) for k, v in {**self.start, **(values or {})}.items()]
        return [BeginSave(), *players, *properties, *self.start_pieces, EndSave()]

    def open(self) -> LogBuilder:
        """Fix the starting table: what was added so far is on it."""
        self.start = dict(self.properties)
        self.start_pieces = [self.piece(n).add_command(f"p-{n}") for n in self.spots]
        return self

    # -- steps -------------------------------------------------------------------------------------

    def log(self, *commands: Command) -> int:
        """Add a step; return its number."""
        self.last.append(list(commands))
        body: Command = commands[0] if len(commands) == 1 else Group(tuple(commands))
        self.steps.append(Logged(body))
        return self.number

    def id_of(self, name: str) -> str:
        """Return a counter's piece id."""
        return self.ids.get(name, f"p-{name}")

    def name_of(self, piece: str) -> str:
        """Return the counter of a piece id."""
        return next((name for name, id_ in self.ids.items() if id_ == piece), piece.removeprefix("p-"))

    def drag(self, *names: str, to: int | None, player: int | None = None) -> int:
        """Drag counters together onto a hex (None: into the tray); return the step."""
        target = (TRAY, 50, 50) if to is None else (MAP, *self.pixel(to))
        return self.drop(*names, at=target, player=player)

    def drop(self, *names: str, at: tuple[str, int, int], player: int | None = None) -> int:
        """Drag counters to pixels of a map."""
        who = None if player is None else PLAYERS[player][0]
        moves: list[Command] = []
        for name in names:
            old = self.spots[name]
            moves.append(
                MovePiece(self.id_of(name), at[0], at[1], at[2], None, old[0], old[1], old[2], None, who)
            )
            self.spots[name] = at
        moves.append(Chat(f"* {names[0]} moves"))
        return self.log(*moves)

    def undo(self, *, marked: bool = True) -> int:
        """Take back the latest step that was not taken back; engines before 3.7 do not mark it."""
        back: list[Command] = []
        for command in reversed(self.last.pop()):
            if isinstance(command, MovePiece):
                back.append(
                    MovePiece(
                        command.id, command.old_map, command.old_x, command.old_y, None,
                        command.map, command.x, command.y, None, command.player,
                    )
                )  # fmt: skip
                assert command.id is not None
                self.spots[self.name_of(command.id)] = (
                    command.old_map or MAP,
                    command.old_x,
                    command.old_y,
                )
            elif isinstance(command, Chat):
                back.append(Chat(f"* UNDO: {command.text}"))
            elif isinstance(command, ChangeProperty):
                back.append(ChangeProperty(command.name, command.new, command.old, command.container))
        step = self.log(Undo(True), *back, Undo(False)) if marked else self.log(*back)
        self.last.pop()
        return step

    def chit(self, chit: str) -> int:
        """Draw a chit."""
        seq = self.properties["ChitSeq"]
        before = self.properties["ActiveChit"]
        self.properties |= {"ChitSeq": str(int(seq) + 1), "ActiveChit": chit}
        return self.log(
            ChangeProperty("ChitSeq", seq, self.properties["ChitSeq"]),
            ChangeProperty("ActiveChit", before, chit),
        )

    def roll(self) -> int:
        """Roll the common die."""
        return self.log(Chat("** 1d6 = 4"), ChangeProperty("1d6_result", "0", "4"))

    def flip(self, name: str, face: int = 2) -> int:
        """Turn a counter over."""
        old, new = self.piece(name, face=self.faces.get(name, 1)), self.piece(name, face=face)
        self.faces[name] = face
        return self.log(ChangePiece(f"p-{name}", new.state, old.state))

    def march(self, name: str, said: int = 1) -> int:
        """Say of a unit that it marches (1), or take that back (2)."""
        old = self.piece(name)
        self.marches[name] = said
        return self.log(ChangePiece(f"p-{name}", self.piece(name).state, old.state))

    def attack(self, name: str) -> int:
        """Declare an attack with a unit."""
        old, new = self.piece(name), self.piece(name, battle="1")
        return self.log(ChangePiece(f"p-{name}", new.state, old.state))

    def chat(self) -> int:
        """Say something."""
        return self.log(Chat("<Anna> - hello"))

    # -- the file ----------------------------------------------------------------------------------

    def entries(
        self, values: dict[str, str] | None = None, module: Metadata | None = MODULE
    ) -> dict[str, bytes]:
        """Return the file's entries."""
        script: Sequence[Command] = [Group(tuple(self.begin(values))), *self.steps]
        return dict(
            game_entries(encode_commands(script), save=Metadata(vassal_version="3.6.0"), module=module)
        )

    def perform(self, plan: Sequence[Mapping[str, object]]) -> list[tuple[int, ...]]:
        """Do a plan as the engine's recorder does; return the log's steps of each step of the plan."""
        done = []
        for step in plan:
            before = self.number
            if step["op"] == "undo":
                for _ in range(int(str(step["times"]))):
                    self.undo()
            elif step["op"] == "key":
                self.chit(str(step["counter"]))
            else:
                names = [str(name) for name in cast("list[str]", step["counters"])]
                for number in [*cast("list[str]", step.get("via", [])), str(step["to"])]:
                    self.drag(*names, to=self.grid.hex(number))
            done.append(tuple(range(before + 1, self.number + 1)))
        return done

    def bytes(self, values: dict[str, str] | None = None, module: Metadata | None = MODULE) -> bytes:
        """Return the file."""
        return container_bytes(self.entries(values, module))

    def write(
        self, path: Path, values: dict[str, str] | None = None, module: Metadata | None = MODULE
    ) -> Path:
        """Write the file."""
        path.write_bytes(self.bytes(values, module))
        return path
