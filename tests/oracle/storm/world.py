"""What lies on the table, in words: areas, units, faces, markers, hands, the fire whose losses are due."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace

from tests.oracle.readings import Point, Readings

GERMAN, SOVIET = "german", "soviet"
SIDES = (GERMAN, SOVIET)
FERRY = "ferry"
AWAY, GONE, LEFT = "away", "gone", "left"
STACK = 10
LAST_TURN = 6
MAMAYEV = "mamayev_kurgan"

POINTS = {
    "St-1": ("once", "again"),
    "St-2": ("eliminated", "not-offered"),
    "St-3": ("all", "as-wished"),
    "St-4": ("each", "together"),
    "St-5": ("all", "chosen"),
    "St-6": ("in-a-row", "out"),
    "St-7": ("both", "start", "end"),
    "St-8": ("yes", "no"),
    "St-9": ("three", "two", "bid"),
    "St-10": ("once", "from-then-on"),
    "St-11": ("no", "yes"),
    "St-12": ("on-map", "coming-too"),
    "St-14": ("yes", "no"),
    "St-15": ("equal", "own-first"),
    "St-16": ("reshuffle", "stop"),
    "St-17": ("on", "other"),
    "St-18": ("reinforcements", "withdrawals"),
    "St-19": ("this-turn", "next-turn"),
    "St-20": ("allowed", "barred"),
    "St-21": ("yes", "no"),
    "St-22": ("any", "one"),
    "St-23": ("free", "two-or-three"),
    "St-27": ("may", "must"),
    "St-28": ("yes", "no"),
    "St-29": ("yes", "no"),
    "St-30": ("no", "yes"),
    "St-31": ("firers", "any-enemy"),
}
SETTLED = ("St-2", "St-3", "St-7", "St-8", "St-9", "St-14", "St-15", "St-16", "St-17", "St-20", "St-21")
"""Points that the text, or a sister game, decides: their first value counts unless a game fixes another."""


def register() -> dict[str, Point]:
    """Return the unclear points that this reading asks for, the first value being the default."""
    return {id: Point(id, values, values[0], id not in SETTLED) for id, values in POINTS.items()}


@dataclass(frozen=True)
class Piece:
    """A unit as it is printed; the numbers of the fresh side, and what is left of the defence when spent."""

    id: str
    side: str
    kind: str
    attack: int
    defence: int
    movement: int
    spent_defence: int
    division: str | None = None
    black: bool = False
    enters: int = 0
    entry: tuple[str, ...] = ()


@dataclass(frozen=True)
class Paper:
    """A card as its text has it; `area` says what must be true of the area that it is about."""

    id: str
    side: str
    when: str
    deed: str
    amount: int = 0
    attacker: bool = False
    back: bool = False
    discards: int = 0
    spends: str = ""
    area: Mapping[str, object] = field(default_factory=dict)
    kinds: tuple[str, ...] = ()
    division: str | None = None
    most: int = 0


@dataclass(frozen=True)
class World:
    """What never changes in a game, and how the text is read.

    `near` holds for each area where one may go from it: from a ferry box to the bank, never back.
    """

    kinds: Mapping[str, str]
    terrain: Mapping[str, int]
    near: Mapping[str, frozenset[str]]
    victory: frozenset[str]
    pieces: Mapping[str, Piece]
    draws: Mapping[tuple[int, str], tuple[int, int]]
    """Turn and side → how many cards are drawn, and how many may be held."""
    r: Readings
    river: frozenset[str] = frozenset()
    entries: frozenset[str] = frozenset()
    cards: Mapping[str, Paper] = field(default_factory=dict)

    def read(self, r: Readings) -> World:
        return replace(self, r=r)

    @property
    def areas(self) -> list[str]:
        """All areas of the map but the ferry boxes."""
        return [area for area, kind in self.kinds.items() if kind != FERRY]


@dataclass
class Shot:
    """A fire that was declared and not rolled for; `origin` None for guns that stand nowhere on the map."""

    side: str
    firers: tuple[str, ...]
    origin: str | None
    target: str
    shot: frozenset[str]
    guns: int = 0
    bonus: int = 0
    bare: bool = False
    factor: int = 1
    dug: int = 0
    attacker_allots: bool = False
    cards: tuple[str, ...] = ()


@dataclass
class Fire:
    """A fire whose losses are being taken."""

    target: str
    defending: str
    shot: frozenset[str] = frozenset()
    """Units that are shot at; they alone take the points."""
    left: int = 0
    allots: str = ""
    """Who gives out the points."""
    rolled: bool = True
    moved: set[str] = field(default_factory=set)
    """Units that have retreated for this result."""
    refuge: str | None = None
    """Where the first of them went."""
    cards: tuple[str, ...] = ()


@dataclass
class Deed:
    """The move or fire that was just done: where it ended, or the area fired on."""

    side: str
    units: tuple[str, ...]
    start: str
    end: str
    moved: bool = True
    overrun: bool = False
    cards: tuple[str, ...] = ()


@dataclass
class State:
    """A moment of the game."""

    turn: int = 1
    phase: str = "impulses"
    last: str | None = None
    passes: int = 0
    out: set[str] = field(default_factory=set)
    where: dict[str, str] = field(default_factory=dict)
    spent: set[str] = field(default_factory=set)
    control: dict[str, str] = field(default_factory=dict)
    markers: set[tuple[str, str]] = field(default_factory=set)
    hand: dict[str, list[str]] = field(default_factory=lambda: {GERMAN: [], SOVIET: []})
    deck: dict[str, list[str]] = field(default_factory=lambda: {GERMAN: [], SOVIET: []})
    """The next card first."""
    pile: dict[str, list[str]] = field(default_factory=lambda: {GERMAN: [], SOVIET: []})
    bids: dict[str, int] = field(default_factory=dict)
    target: int = 0
    """What the opened bids ask for; 0 without any."""
    drawn: dict[str, int] = field(default_factory=lambda: {GERMAN: 0, SOVIET: 0})
    laid: list[str] = field(default_factory=list)
    """Cards laid for a move or fire that is still to come."""
    paid: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Laid card → what was paid for it."""
    shot: Shot | None = None
    fire: Fire | None = None
    owed: tuple[str, int] | None = None
    done: Deed | None = None
    strange: bool = False
    """Whether a card that only people understand lies on the table."""
    relieved: set[str] = field(default_factory=set)
    """Black units for which somebody has left."""
    won: str | None = None

    def copy(self) -> State:
        """Return a table of its own, whatever is done on it."""
        twin = copy.copy(self)
        for known in fields(self):
            value = getattr(self, known.name)
            if isinstance(value, (dict, set, list)):
                setattr(twin, known.name, value.copy())
        for name in ("hand", "deck", "pile"):
            setattr(twin, name, {side: list(cards) for side, cards in getattr(self, name).items()})
        twin.shot, twin.done = copy.copy(self.shot), copy.copy(self.done)
        if self.fire is not None:
            twin.fire = replace(self.fire, moved=set(self.fire.moved))
        return twin


def other(side: str) -> str:
    return SOVIET if side == GERMAN else GERMAN


def side_of(world: World, unit: str) -> str:
    return world.pieces[unit].side


def on_map(world: World, state: State, unit: str) -> bool:
    return state.where.get(unit) in world.kinds


def units_in(world: World, state: State, area: str, side: str | None = None) -> list[str]:
    """Return the units in an area, of one army or of both."""
    return sorted(
        unit for unit, spot in state.where.items() if spot == area and side in (None, world.pieces[unit].side)
    )


def settle(world: World, state: State, area: str) -> None:
    """控制: who stands alone in an area controls it at once; an empty one keeps its owner."""
    if area not in state.control:
        return
    present = {world.pieces[unit].side for unit in units_in(world, state, area)}
    if len(present) == 1:
        state.control[area] = present.pop()


def put(world: World, state: State, unit: str, spot: str) -> None:
    """Move a unit somewhere; both areas go to who stands there alone."""
    here = state.where[unit]
    state.where[unit] = spot
    if spot not in world.kinds:
        state.spent.discard(unit)
    settle(world, state, here)
    settle(world, state, spot)


def room(world: World, state: State, area: str, side: str, *, without: str | None = None) -> bool:
    """移動4: return whether one more unit of a side may stand in an area."""
    there = [unit for unit in units_in(world, state, area, side) if unit != without]
    return world.kinds[area] == FERRY or len(there) < STACK


def victory_areas(world: World, state: State, side: str) -> list[str]:
    """勝利: the +3 areas that a side controls."""
    return sorted(area for area in world.victory if state.control[area] == side)
