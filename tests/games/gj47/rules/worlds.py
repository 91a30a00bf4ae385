"""Random small worlds for the rules tests, described in plain terms that checker and oracle both read."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import MappingProxyType

from tests import real_game
from toolkit.games.gj47.data.charts import Charts, charts_of
from toolkit.games.gj47.rules.board import Board
from toolkit.games.gj47.rules.data import Forts, RulesData
from toolkit.games.gj47.rules.from_game import forts_of, points_of
from toolkit.games.gj47.rules.position import Position
from toolkit.games.gj47.rules.prices import Chart, read_chart
from toolkit.games.gj47.rules.terrain import SideFeature, Terrain
from toolkit.games.gj47.rules.units import Owner, UnitType
from toolkit.source.counters import load_counters

KINDS = ("clear", "forest", "marsh", "mountain", "sea", "city")
_TERRAIN = dict(zip(KINDS, Terrain, strict=True))
_FLAGS = {
    "river": SideFeature.RIVER,
    "great": SideFeature.GREAT_RIVER,
    "closed": SideFeature.IMPASSABLE,
    "road": SideFeature.ROAD,
    "rail": SideFeature.RAIL,
}
NONE_FIXED: Mapping[str, str] = MappingProxyType({})


def charts() -> Charts:
    """Return the game's own charts."""
    return charts_of(real_game.compiled())


@cache
def chart() -> Chart:
    """Return what steps cost by the game's own chart."""
    return read_chart(charts().terrain_effects)


@cache
def fort_markers() -> Forts:
    """Return the game's own fort markers."""
    return forts_of(load_counters(Path(__file__).parents[4] / "source_data" / "gj47")[0])


@dataclass
class Piece:
    """A unit in plain terms."""

    name: str
    side: str
    mechanised: bool
    mountain: bool
    allowance: int
    where: int = -1


@dataclass
class World:
    """A map and its units in plain terms: names, sets and dictionaries only."""

    columns: int
    rows: int
    terrain: list[str]
    sides: dict[frozenset[int], set[str]] = field(default_factory=dict)
    pieces: list[Piece] = field(default_factory=list)
    near: dict[int, list[int]] = field(default_factory=dict)
    # Set to a dictionary by those who clear it whenever a piece moves.
    memo: dict[object, set[int]] | None = None

    def around(self, h: int) -> list[int]:
        """Return the neighbours of a hex: flat-top columns, odd ones (0-based) half a hex lower."""
        if h not in self.near:
            self.near[h] = self._around(h)
        return self.near[h]

    def _around(self, h: int) -> list[int]:
        column, row = divmod(h, self.rows)
        low = column % 2
        spots = [
            (column, row - 1),
            (column + 1, row - 1 + low),
            (column + 1, row + low),
            (column, row + 1),
            (column - 1, row + low),
            (column - 1, row - 1 + low),
        ]
        return [c * self.rows + r for c, r in spots if 0 <= c < self.columns and 0 <= r < self.rows]

    def on(self, a: int, b: int) -> set[str]:
        """Return what lies on a hexside."""
        return self.sides.get(frozenset((a, b)), set())

    def add(self, a: int, b: int, what: str) -> None:
        """Put something on a hexside."""
        self.sides.setdefault(frozenset((a, b)), set()).add(what)

    # -- for the checker ---------------------------------------------------------------------------

    def data(self, fixed: Mapping[str, str] = NONE_FIXED) -> RulesData:
        """Return the world as the rules engine takes it."""
        n = self.columns * self.rows
        features: dict[tuple[int, int], int] = {}
        for pair, names in self.sides.items():
            a, b = sorted(pair)
            for name in names:
                features[a, b] = features.get((a, b), 0) | _FLAGS[name]
        board = Board.from_arrays(
            [f"{h // self.rows + 1:02}{h % self.rows + 1:02}" for h in range(n)],
            [_TERRAIN[kind] for kind in self.terrain],
            [self.around(h) for h in range(n)],
            features,
            chart(),
        )
        units = [
            UnitType(
                p.name,
                Owner.AXIS if p.side == "axis" else Owner.SOVIET,
                p.mechanised,
                p.mountain,
                p.allowance,
                p.allowance,
                name=p.name,
            )
            for p in self.pieces
        ]
        points = points_of(real_game.compiled().options, fixed)
        return RulesData(board, tuple(units), charts(), points, forts=fort_markers())

    def position(self, fixed: Mapping[str, str] = NONE_FIXED) -> Position:
        """Return the units where they stand."""
        position = Position(self.data(fixed))
        for index, piece in enumerate(self.pieces):
            position.place(index, piece.where)
        return position


def plain(columns: int, rows: int, kind: str = "clear") -> World:
    """Return an empty world of one terrain."""
    return World(columns, rows, [kind] * (columns * rows))


def random_world(seed: int, columns: int = 9, rows: int = 9, pieces: int = 14) -> World:
    """Return a dense random world: every feature within a few hexes of every other."""
    rng = random.Random(seed)
    n = columns * rows
    weights = (45, 15, 10, 14, 6, 5)
    world = World(columns, rows, rng.choices(KINDS, weights, k=n))
    for _ in range(4):
        _road(world, rng, "road")
    for _ in range(2):
        _road(world, rng, "rail")
    for h in range(n):
        for other in world.around(h):
            if other < h:
                continue
            roll = rng.random()
            if roll < 0.14:
                world.add(h, other, "river")
            elif roll < 0.24:
                world.add(h, other, "great")
            elif roll < 0.26 and not world.on(h, other):
                world.add(h, other, "closed")
    free = [h for h in range(n) if world.terrain[h] != "sea"]
    for i in range(pieces):
        mechanised = rng.random() < 0.4
        world.pieces.append(
            Piece(
                f"u{i}",
                "axis" if rng.random() < 0.55 else "soviet",
                mechanised,
                not mechanised and rng.random() < 0.4,
                rng.choice((1, 2, 3, 4, 4, 5, 5, 6, 8)),
            )
        )
    there: dict[int, list[str]] = {}
    for piece in world.pieces:
        piece.where = rng.choice([h for h in free if there.get(h, []) in ([], [piece.side])])
        there.setdefault(piece.where, []).append(piece.side)
    return world


def _road(world: World, rng: random.Random, what: str) -> None:
    land = [h for h, kind in enumerate(world.terrain) if kind != "sea"]
    here = rng.choice(land)
    heading = rng.randrange(6)
    for _ in range(12):
        near = [h for h in world.around(here) if world.terrain[h] != "sea"]
        if not near:
            return
        there = near[min(len(near) - 1, heading % len(near))] if rng.random() < 0.6 else rng.choice(near)
        world.add(here, there, what)
        here = there
