"""A table of Battle for Moscow: who stands where, and what an action makes of it, lawful or not."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Self

from tests.oracle.battle_for_moscow_facts import (
    CITIES,
    FULL_HALF,
    GERMAN,
    GERMAN_START,
    GONE,
    LAST_TURN,
    MOSCOW,
    ORDER,
    SOVIET,
    WAITING,
    Hex,
    around,
    enemy,
    hexagon,
    side_of,
)


@dataclass
class Fight:
    """A battle as it stands."""

    attackers: tuple[str, ...]
    target: Hex
    die: int | None = None
    attack: dict[str, tuple[Hex, int]] = field(default_factory=dict)
    defence: dict[str, int] = field(default_factory=dict)
    lost: dict[str, int] = field(default_factory=dict)  # strength lost
    steps_lost: dict[str, int] = field(default_factory=dict)
    moved: set[str] = field(default_factory=set)
    advanced: bool = False


@dataclass
class Table:
    """A table of Battle for Moscow.

    Parameters
    ----------
    rivers, rail : frozenset of pairs of hexes
    placed : mapping of unit to (printed hex, steps), or None
        None: the players set up themselves.
    """

    rivers: frozenset[frozenset[Hex]]
    rail: frozenset[frozenset[Hex]]
    placed: Mapping[str, tuple[str, int]] | None = None
    fixed: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.at: dict[str, Hex | str] = dict.fromkeys(FULL_HALF, WAITING)
        self.steps: dict[str, int] = dict.fromkeys(FULL_HALF, 0)
        self.owner: dict[Hex, str] = {}
        for city in CITIES:
            self.owner[city] = GERMAN if city in GERMAN_START else SOVIET
        self.turn, self.phase = (0, 0) if self.placed is None else (1, 1)
        self.ready: set[str] = set()
        for unit, (at, steps) in (self.placed or {}).items():
            self._put(unit, hexagon(at))
            self.steps[unit] = steps
        self._new_phase()

    def _new_phase(self) -> None:
        self.way: dict[str, list[Hex]] = {}
        self.fights: list[Fight] = []
        self.current: Fight | None = None
        self.raised: list[str] = []
        self.filled: list[Hex] = []

    # -- who stands where

    def _put(self, unit: str, at: Hex) -> None:
        self.at[unit] = at
        if at in CITIES:
            self.owner[at] = side_of(unit)

    def units_in(self, at: Hex, side: str | None = None) -> list[str]:
        return [u for u, where in self.at.items() if where == at and side in (None, side_of(u))]

    def zone(self, at: Hex, of: str) -> bool:
        return any(self.units_in(near, of) for near in around(at))

    def strength(self, unit: str) -> int:
        return {2: FULL_HALF[unit][0], 1: FULL_HALF[unit][1]}.get(self.steps[unit], 0)

    @property
    def now(self) -> tuple[str, str, str]:
        return ORDER[self.phase]

    @property
    def over(self) -> bool:
        return self.turn > LAST_TURN

    @property
    def winner(self) -> str:
        return self.owner[MOSCOW]

    # -- what an action makes of it

    def apply(self, action: Any) -> None:
        """Carry an action out, lawful or not."""
        kind = type(action).__name__
        if kind == "Place":
            self._put(action.unit, hexagon(action.at))
            self.steps[action.unit] = action.steps
            if self.turn:
                self.raised.append(action.unit)
                self.filled.append(hexagon(action.at))
        elif kind == "Restore":
            self.steps[action.unit] += 1
            self.raised.append(action.unit)
        elif kind in ("Move", "Retreat", "Advance"):
            self._go(kind, action)
        elif kind == "Attack":
            self.fights.append(Fight(action.attackers, hexagon(action.targets[0])))
        elif kind == "Roll":
            self._rolled(action)
        elif kind == "Lose":
            self._take(action.unit, action.steps)
        elif kind == "Eliminate":
            self._take(action.unit, self.steps[action.unit])
        elif kind == "End":
            self._ended(action.side)

    def _go(self, kind: str, action: Any) -> None:
        if kind == "Move":
            start = self.at[action.unit]
            assert not isinstance(start, str)
            self.way.setdefault(action.unit, [start]).extend(map(hexagon, action.path))
        elif kind == "Retreat" and self.current is not None:
            self.current.moved.add(action.unit)
        elif self.current is not None:
            self.current.advanced = True
        for text in action.path:
            self._put(action.unit, hexagon(text))

    def _declared(self, action: Any) -> Fight | None:
        wanted = [hexagon(text) for text in action.targets]
        for fight in self.fights:
            if [fight.target] == wanted and fight.die is None:
                return fight
        return None

    def _rolled(self, action: Any) -> None:
        fight = self._declared(action)
        if fight is None:
            return
        fight.die = action.dice[0]
        side = self.now[1]
        for unit in fight.attackers:
            at = self.at[unit]
            if not isinstance(at, str):
                fight.attack[unit] = (at, self.strength(unit))
        fight.defence = {u: self.strength(u) for u in self.units_in(fight.target, enemy(side))}
        self.current = fight

    def _take(self, unit: str, steps: int) -> None:
        before = self.strength(unit)
        taken = min(steps, self.steps[unit])
        self.steps[unit] -= taken
        if self.steps[unit] == 0:
            self.at[unit] = GONE
        if self.current is not None:
            fight = self.current
            fight.lost[unit] = fight.lost.get(unit, 0) + before - self.strength(unit)
            fight.steps_lost[unit] = fight.steps_lost.get(unit, 0) + taken

    def _ended(self, side: str) -> None:
        if self.turn == 0:
            self.ready.add(side)
            if len(self.ready) == 2:
                self.turn, self.phase = 1, 1
                self._new_phase()
            return
        self.phase += 1
        if self.phase == len(ORDER):
            self.turn, self.phase = self.turn + 1, 0
        self._new_phase()

    def copy(self) -> Self:
        """Return a table to be played on apart."""
        other = replace(self)
        for name in ("at", "steps", "owner", "turn", "phase", "ready", "way", "fights", "raised", "filled"):
            setattr(other, name, _copied(getattr(self, name)))
        other.current = None if self.current is None else other.fights[self.fights.index(self.current)]
        return other


def _copied(value: Any) -> Any:
    if isinstance(value, list):
        return [_copied(item) for item in value]
    if isinstance(value, dict):
        return {key: _copied(item) for key, item in value.items()}
    if isinstance(value, set):
        return set(value)
    if isinstance(value, Fight):
        return replace(
            value,
            attack=dict(value.attack),
            defence=dict(value.defence),
            lost=dict(value.lost),
            steps_lost=dict(value.steps_lost),
            moved=set(value.moved),
        )
    return value
