"""Board, pieces and positions as plain dictionaries, read from the compiled game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import pairwise

from tests.oracle.readings import Point
from toolkit.compile.compiled import CompiledGame
from toolkit.games.gj47.data.charts import charts_of

Side = frozenset[str]
AXIS, SOVIET = "axis", "soviet"


def enemy_of(side: str) -> str:
    return SOVIET if side == AXIS else AXIS


def side(a: str, b: str) -> Side:
    return frozenset((a, b))


@dataclass(frozen=True)
class Piece:
    """A counter that stands on the map: combat unit, headquarters or fort."""

    id: str
    side: str
    nation: str
    kind: str
    symbol: str
    mech: bool
    mountain: bool
    front: tuple[int, int, int]
    back: tuple[int, int, int] | None
    command: int
    army: str | None
    pool: str | None
    short: str = ""


@dataclass(frozen=True)
class Chit:
    id: str
    side: str | None
    order: str
    group: str
    hq: str | None


@dataclass(frozen=True)
class Board:
    """Hexes by printed number, hexsides as pairs of them."""

    columns: int
    rows: int
    terrain: Mapping[str, str]
    place: Mapping[str, str]
    west: frozenset[str]
    river: frozenset[Side] = frozenset()
    great: frozenset[Side] = frozenset()
    impassable: frozenset[Side] = frozenset()
    road: frozenset[Side] = frozenset()
    rail: frozenset[Side] = frozenset()
    vp: frozenset[str] = frozenset()
    sources: Mapping[str, frozenset[str]] = field(default_factory=dict)
    marks: Mapping[tuple[str, str], frozenset[str]] = field(default_factory=dict)
    held: Mapping[str, str] = field(default_factory=dict)
    touching: dict[str, list[str]] = field(default_factory=dict, repr=False, compare=False)

    def neighbours(self, h: str) -> list[str]:
        """Return the hexes that touch `h`: columns west to east, even columns half a hex lower."""
        if h in self.touching:
            return self.touching[h]
        column, row = int(h[:2]), int(h[2:])
        low = 1 if column % 2 == 0 else 0
        around = [
            (column, row - 1),
            (column, row + 1),
            (column - 1, row - 1 + low),
            (column - 1, row + low),
            (column + 1, row - 1 + low),
            (column + 1, row + low),
        ]
        inside = [(c, r) for c, r in around if 1 <= c <= self.columns and 1 <= r <= self.rows]
        self.touching[h] = [f"{c:02d}{r:02d}" for c, r in inside]
        return self.touching[h]

    def distance(self, a: str, b: str) -> int:
        """Return how many hexes `b` lies from `a`, whatever is between."""
        return _cube_distance(_cube(a), _cube(b))

    def bridged(self, s: Side) -> bool:
        """2.1(1)3: a river side that a road or a railway crosses."""
        return s in self.road or s in self.rail

    def start_control(self) -> dict[str, str]:
        """3.4(1): east of the start line Soviet, west of it Axis."""
        spots = set(self.place) | set(self.vp)
        return {h: self.held.get(h, AXIS if h in self.west else SOVIET) for h in sorted(spots)}


def _cube(h: str) -> tuple[int, int, int]:
    across, row = int(h[:2]) - 1, int(h[2:])
    down = row - (across - across % 2) // 2
    return across, down, -across - down


def _cube_distance(a: tuple[int, int, int], b: tuple[int, int, int]) -> int:
    return max(abs(x - y) for x, y in zip(a, b, strict=True))


@dataclass(frozen=True)
class World:
    board: Board
    pieces: Mapping[str, Piece]
    chits: Mapping[str, Chit]
    numbers: Mapping[int, Mapping[str, int]]
    register: Mapping[str, Point]


class Where(dict[str, str]):
    """Piece -> hex number or word for a box, with the pieces of each spot kept beside it."""

    def __init__(self, spots: Mapping[str, str] | None = None) -> None:
        super().__init__()
        self.at: dict[str, set[str]] = {}
        for piece, spot in (spots or {}).items():
            self[piece] = spot

    def __setitem__(self, piece: str, spot: str) -> None:
        if piece in self:
            self.at[self[piece]].discard(piece)
        super().__setitem__(piece, spot)
        self.at.setdefault(spot, set()).add(piece)


@dataclass
class State:
    """A position: where each piece is (a hex number, or a word for a box), and what the rules remember.

    A fort on its reduced face is of level 1, on its full face of level 2.
    """

    where: Where = field(default_factory=Where)
    reduced: set[str] = field(default_factory=set)
    control: dict[str, str] = field(default_factory=dict)
    turn: int = 1
    column: int = 1
    vp_lost: int = 0
    hq_lost: set[str] = field(default_factory=set)
    retreated: set[str] = field(default_factory=set)

    def copy(self) -> State:
        return replace(
            self,
            where=Where(self.where),
            reduced=set(self.reduced),
            control=dict(self.control),
            hq_lost=set(self.hq_lost),
            retreated=set(self.retreated),
        )


def on_map(state: State, piece: str) -> str | None:
    spot = state.where.get(piece)
    return spot if spot is not None and spot[:1].isdigit() and len(spot) == 4 else None


def standing(world: World, state: State, h: str) -> list[str]:
    """Return every piece in a hex, forts too."""
    return sorted(id for id in state.where.at.get(h, ()) if id in world.pieces)


def units(world: World, state: State, h: str, owner: str | None = None) -> list[str]:
    """Return the units and headquarters in a hex; forts are markers and not among them."""
    return [
        id
        for id in standing(world, state, h)
        if world.pieces[id].kind != "fort" and owner in (None, world.pieces[id].side)
    ]


def fort(world: World, state: State, h: str) -> str | None:
    for id in standing(world, state, h):
        if world.pieces[id].kind == "fort":
            return id
    return None


def face(world: World, state: State, piece: str) -> tuple[int, int, int]:
    known = world.pieces[piece]
    if piece in state.reduced and known.back is not None:
        return known.back
    return known.front


def steps(world: World, state: State, piece: str) -> int:
    """10.5(1): a unit with a printed back has two steps, on its back or without one it has one."""
    return 1 if piece in state.reduced or world.pieces[piece].back is None else 2


def read_world(game: CompiledGame) -> World:
    """Read a compiled game into dictionaries."""
    board = _read_board(game)
    pieces, chits = {}, {}
    for counter in game.counters:
        if counter.chit is not None:
            chits[counter.id] = Chit(
                counter.id, counter.side, counter.chit.order, counter.chit.group, counter.chit.hq
            )
        elif counter.full is not None:
            back = counter.reduced
            pieces[counter.id] = Piece(
                id=counter.id,
                side=counter.side or "",
                nation=counter.nationality or "",
                kind="fort" if counter.role == "fort" else counter.kind,
                symbol=counter.symbol or "",
                mech=counter.mechanised,
                mountain=counter.mountain,
                front=(counter.full.attack, counter.full.defence, counter.full.movement),
                back=None if back is None else (back.attack, back.defence, back.movement),
                command=counter.command_range or 0,
                army=counter.assignment,
                pool=counter.pool_type,
                short=counter.short,
            )
    numbers = {
        turn.number: {"su_com": turn.su_com, "ger_com": turn.ger_com, "axis_rnf_com": turn.axis_rnf_com}
        for turn in charts_of(game).turn_track
    }
    register = {
        option.id: Point(
            option.id, tuple(value.id for value in option.values), option.default, option.support == "open"
        )
        for option in game.options
    }
    return World(board, pieces, chits, numbers, register)


def _read_board(game: CompiledGame) -> Board:
    m = game.map
    name = [m.grid.number(h) for h in range(len(m.terrain))]
    sides = [side(name[int(a)], name[int(b)]) for a, b in m.sides]

    def pick(flags: Iterable[bool]) -> frozenset[Side]:
        return frozenset(s for s, flag in zip(sides, flags, strict=True) if flag)

    def spots(layer: str) -> frozenset[str]:
        return frozenset(h for h, flag in zip(name, m.hex_features.get(layer, ()), strict=False) if flag)

    place: dict[str, str] = {}
    for town in m.places:
        h = name[town.hex]
        if place.get(h) != "major_city":
            place[h] = town.kind
    marks: dict[tuple[str, str], set[str]] = {}
    for symbol in game.setup_hexes:
        marks.setdefault((symbol.army, symbol.kind), set()).add(symbol.hex)
    no_sides = [False] * len(sides)
    return Board(
        columns=m.grid.columns,
        rows=m.grid.rows,
        terrain={h: m.terrain_kinds[int(kind)] for h, kind in zip(name, m.terrain, strict=True)},
        place=place,
        west=spots("start_axis"),
        river=pick(m.side_features.get("river", no_sides)),
        great=pick(m.side_features.get("great_river", no_sides)),
        impassable=pick(m.side_features.get("impassable", no_sides)),
        road=pick(m.links.get("road", no_sides)),
        rail=pick(m.links.get("rail", no_sides)),
        vp=spots("vp"),
        sources={AXIS: spots("supply_axis"), SOVIET: spots("supply_soviet")},
        marks={key: frozenset(hexes) for key, hexes in marks.items()},
        held={name[town.hex]: town.control for town in m.places if town.control is not None},
    )


def route_steps(route: Iterable[str]) -> list[tuple[str, str]]:
    return list(pairwise(route))
