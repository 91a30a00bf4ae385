"""What lies on the table, in words: areas, units, cards in hands and beside units, the battle in progress."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from tests.oracle.rattenkrieg.cards import GERMAN, SOVIET, other
from tests.oracle.readings import Point, Readings

TRACTOR, MAMAYEV = "tractor_factory", "mamayev_kurgan"
TANK = "t34"
AWAY, GONE = "away", "gone"
REAR = {GERMAN: "german_rear", SOVIET: "soviet_rear"}
FOOT = ("infantry", "guards", "rifle")
LAST_TURN = 6

POINTS = {
    "U01": ("always", "only-on-pass"),
    "U03": ("no", "yes"),
    "U04": ("in-place", "never"),
    "U08": ("every-turn", "printed-turns"),
    "U09": ("literal", "any-earlier"),
    "U13": ("no", "yes"),
    "U14": ("chain", "chain-not-through-rear", "anywhere"),
    "U17": ("forbidden", "allowed"),
    "U19": ("hidden", "shown", "returned"),
    "U20": ("last", "best"),
    "U21": ("answer-only", "fold-allowed"),
    "U25": ("all-foot", "no-guards"),
    "U26": ("defending", "not-defending"),
    "U31": ("per-unit", "together"),
    "U33": ("may-act", "may-not-act"),
    "U34": ("removed", "isolated"),
    "U35": ("allowed", "forbidden"),
    "U36": ("any-face", "face-up-only"),
    "U39": ("both", "hand-only"),
    "U44": ("add-up", "once"),
    "U45": ("ties-only", "whole-fight"),
    "U47": ("not-playable", "playable"),
    "U48": ("german-first", "usual-raises", "no-raises"),
    "U49": ("allowed", "needs-active-unit"),
    "U51": ("german-first", "any-order"),
    "U62": ("both", "soviets-only"),
    "U63": ("stays", "may-retreat"),
}
SETTLED = ("U08", "U14", "U17", "U26", "U33", "U35", "U36", "U62")
"""Points that the text or common practice decides: their first value counts unless a game fixes another."""


def register() -> dict[str, Point]:
    """Return the unclear points that this reading asks for, the first value being the default."""
    return {id: Point(id, values, values[0], id not in SETTLED) for id, values in POINTS.items()}


def defaults() -> Readings:
    return Readings(register())


@dataclass(frozen=True)
class Piece:
    """A unit as it is printed."""

    id: str
    side: str
    kind: str
    strength: int
    steps: int
    entry: int = 1


@dataclass(frozen=True)
class World:
    """What never changes in a game, and how the text is read."""

    kinds: Mapping[str, str]
    near: Mapping[str, frozenset[str]]
    pieces: Mapping[str, Piece]
    r: Readings = field(default_factory=defaults)

    def read(self, r: Readings) -> World:
        return replace(self, r=r)

    @property
    def areas(self) -> list[str]:
        """The areas of the city, without the rears."""
        return [area for area, kind in self.kinds.items() if kind != "rear"]

    @property
    def crossings(self) -> list[str]:
        """3.5: the areas with an arrow to the Soviet rear."""
        return sorted(self.near[REAR[SOVIET]])


@dataclass
class Fight:
    """A battle, from the entry of the attacker to the last loss (8.3)."""

    area: str
    attacker: str
    defender: str | None = None
    attacker_tank: bool = False
    defender_tank: bool = False
    played: dict[str, list[str]] = field(default_factory=lambda: {GERMAN: [], SOVIET: []})
    sources: dict[str, str] = field(default_factory=dict)
    """Card → the army whose hand it came from, or the unit."""
    stage: str = "name"
    opened: set[str] = field(default_factory=set)
    engineers: bool = False
    molotov: int = 0
    chuikov: bool = False


@dataclass
class State:
    """A moment of the game."""

    turn: int = 1
    phase: str = "operations"
    actor: str = GERMAN
    last: list[str] = field(default_factory=list)
    """How the last two player turns went: "acted", "retreated", "passed", "replenished"."""
    control: dict[str, str] = field(default_factory=dict)
    where: dict[str, str] = field(default_factory=dict)
    down: set[str] = field(default_factory=set)
    spent: set[str] = field(default_factory=set)
    """Units whose player turn is over, on whichever face they lie."""
    isolated: set[str] = field(default_factory=set)
    steps: dict[str, list[str]] = field(default_factory=dict)
    hand: dict[str, list[str]] = field(default_factory=lambda: {GERMAN: [], SOVIET: []})
    deck: list[str] = field(default_factory=list)
    pile: list[str] = field(default_factory=list)
    tank_lost: int | None = None
    active: str | None = None
    tank_along: bool = False
    done: int = 0
    guns: int = 0
    engineers: bool = False
    molotov: int = 0
    chuikov: bool = False
    fight: Fight | None = None
    hurt: str | None = None
    stranded: list[str] = field(default_factory=list)
    chosen: list[bool] = field(default_factory=list)
    """8.10: of the other defenders that have chosen, whether they stayed."""
    served: set[str] = field(default_factory=set)
    drew: set[str] = field(default_factory=set)
    won: str | None = None

    def copy(self) -> State:
        return copy.deepcopy(self)


def side_of(world: World, unit: str) -> str:
    return world.pieces[unit].side


def units_in(world: World, state: State, area: str, side: str | None = None) -> list[str]:
    """Return the units in an area, of one army or of both."""
    return sorted(
        unit for unit, spot in state.where.items() if spot == area and side in (None, world.pieces[unit].side)
    )


def on_map(world: World, state: State, unit: str) -> bool:
    return state.where.get(unit) in world.kinds


def counting(world: World, state: State, area: str, side: str) -> list[str]:
    """3.6, 8.11: return the units of an army in an area that are not isolated."""
    return [unit for unit in units_in(world, state, area, side) if unit not in state.isolated]


def holder(state: State, area: str) -> str:
    """3.6: return who controls an area; a rear is always its army's."""
    for side, rear in REAR.items():
        if area == rear:
            return side
    return state.control[area]


def settle_control(world: World, state: State, area: str) -> None:
    """3.6: who stands alone in an area controls it; 8.10: who is isolated there is free again."""
    if area not in state.control:
        return
    present = [side for side in (GERMAN, SOVIET) if counting(world, state, area, side)]
    if not present and world.r["U13"] == "yes":
        present = [side for side in (GERMAN, SOVIET) if units_in(world, state, area, side)]
    if len(present) == 1:
        state.control[area] = present[0]
        state.isolated -= set(units_in(world, state, area, present[0]))


def can_enter(area: str, side: str) -> bool:
    """3.5: nobody enters the other army's rear."""
    return area != REAR[other(side)]


def connected(world: World, state: State, unit: str, goal: str) -> bool:
    """7.2: return whether areas of the own army lead from a unit to an area, step by step (U14)."""
    side, start = side_of(world, unit), state.where[unit]
    if world.r["U14"] == "anywhere":
        return goal != start
    seen, edge = {start}, [start]
    while edge:
        here = edge.pop()
        if here == REAR[side] != start and world.r["U14"] == "chain-not-through-rear":
            continue
        for beside in world.near[here]:
            if beside not in seen and holder(state, beside) == side:
                seen.add(beside)
                edge.append(beside)
    return goal in seen and goal != start
