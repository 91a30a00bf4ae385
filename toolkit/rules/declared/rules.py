"""The rules of one declared game, typed: its clauses with their numbers, units, board, tables."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from types import MappingProxyType
from typing import Any, Generic, TypeVar

from toolkit.rules.mechanisms import sequence as seq
from toolkit.rules.mechanisms.board import Board
from toolkit.rules.mechanisms.cards import HeldCard
from toolkit.rules.mechanisms.forces import Unit
from toolkit.rules.mechanisms.movement import Cost, FeatureCost, Gone, TerrainCost
from toolkit.rules.mechanisms.tables import ResultTable
from toolkit.rules.rulings import Points

T = TypeVar("T")

NOBODY = ""


@dataclass(frozen=True, slots=True)
class Numbered(Generic[T]):
    """A mechanism with its parameters, and the number of the clause that states it."""

    number: str
    rule: T


@dataclass(frozen=True, slots=True)
class Ground:
    """What it costs to enter a place: the cost, what asks for it (a feature, a terrain), and the clause."""

    number: str
    rule: Cost
    what: str


@dataclass(frozen=True, eq=False)
class Rules:
    """The rules of a declared game.

    Attributes
    ----------
    clauses : tuple of Numbered
        In the order of the file.
    points : Points
        The unclear points as they stand.
    setups : mapping of str to mapping of str to (str, int)
        Set-up → unit → place (or where it is off the map) and steps.
    empty : frozenset of str
        Set-ups in which the players place the units themselves.
    names : mapping of str to str
        What players call units, areas, sides and phases, by id.
    cards : mapping of str to HeldCard
        By id.
    dealt : mapping of str to mapping of str to ({"deck", "hand", "pile"}, str)
        Set-up → card → where it is when a game begins, and whose box that is.
    """

    game: str
    sides: tuple[str, ...]
    board: Board
    units: Mapping[str, Unit]
    clauses: tuple[Numbered[Any], ...]
    tables: Mapping[str, ResultTable]
    points: Points
    setups: Mapping[str, Mapping[str, tuple[str, int]]] = field(default_factory=dict)
    empty: frozenset[str] = frozenset()
    names: Mapping[str, str] = field(default_factory=dict)
    cards: Mapping[str, HeldCard] = field(default_factory=dict)
    dealt: Mapping[str, Mapping[str, tuple[str, str]]] = field(default_factory=dict)
    _grounds: dict[tuple[str, frozenset[str], frozenset[str]], Mapping[str, Ground]] = field(
        default_factory=dict, repr=False
    )
    _boards: dict[frozenset[str], Board] = field(default_factory=dict, repr=False)

    @cached_property
    def _by_type(self) -> Mapping[type[Any], tuple[Numbered[Any], ...]]:
        found: dict[type[Any], list[Numbered[Any]]] = {}
        for clause in self.clauses:
            found.setdefault(type(clause.rule), []).append(clause)
        return MappingProxyType({kind: tuple(clauses) for kind, clauses in found.items()})

    def of(self, kind: type[T]) -> tuple[Numbered[T], ...]:
        """Return the clauses of a mechanism, in the order of the file."""
        return self._by_type.get(kind, ())

    def holding(self, kind: type[T], phase: str, kinds: frozenset[str]) -> tuple[Numbered[T], ...]:
        """Return those clauses of a mechanism that hold in a phase, in turns of these kinds."""
        return tuple(clause for clause in self.of(kind) if seq.holds_in(clause.rule, phase, kinds))

    @cached_property
    def scoped(self) -> frozenset[type[Any]]:
        """Mechanisms of which some clause does not hold always."""
        return frozenset(
            type(clause.rule)
            for clause in self.clauses
            if getattr(clause.rule, "phases", ()) or getattr(clause.rule, "when", ())
        )

    def one(self, kind: type[T]) -> Numbered[T] | None:
        """Return the clause of a mechanism that is stated once, None when nobody states it."""
        found = self.of(kind)
        return found[0] if found else None

    def value(self, kind: type[T], default: T) -> T:
        """Return a mechanism that is stated once, or a default."""
        found = self.of(kind)
        return found[0].rule if found else default

    def number(self, *kinds: type[Any]) -> str:
        """Return the number of the first of these mechanisms that is stated; of the phases if none is."""
        for kind in (*kinds, seq.Phases):
            found: tuple[Numbered[Any], ...] = self.of(kind)
            if found:
                return found[0].number
        return NOBODY

    @cached_property
    def sequence(self) -> seq.Sequence:
        """The sequence of play."""
        return seq.Sequence(
            self.value(seq.Phases, seq.Phases(())).phases,
            self.value(seq.Turns, seq.Turns(1)).count,
            self.value(seq.TurnKinds, seq.TurnKinds({})),
            {first.rule.turn: first.rule.begins for first in self.of(seq.FirstPhase)},
        )

    @cached_property
    def rank(self) -> Mapping[str, int]:
        """Unit → its place among the counters."""
        return {unit: index for index, unit in enumerate(self.units)}

    @cached_property
    def order(self) -> Mapping[str, int]:
        """Number of a clause → its place in the file."""
        return {clause.number: index for index, clause in enumerate(self.clauses)}

    def ground(self, unit: Unit, kinds: frozenset[str]) -> Mapping[str, Ground]:
        """Return what it costs a unit to enter each place: by the last clause that fits, features first."""
        key = unit.id, unit.cards, kinds
        if key not in self._grounds:
            self._grounds[key] = {place: self._cost(unit, place, kinds) for place in self.board.places}
        return self._grounds[key]

    def board_in(self, kinds: frozenset[str]) -> Board:
        """Return the board as it is in turns of these kinds: without what is gone."""
        if kinds not in self._boards:
            board = self.board
            for clause in self.of(Gone):
                if seq.holds_when(clause.rule.when, kinds):
                    board = board.without((*clause.rule.links, *clause.rule.sides), clause.rule.among)
            self._boards[kinds] = board
        return self._boards[kinds]

    def _cost(self, unit: Unit, place: str, kinds: frozenset[str]) -> Ground:
        for feature in reversed(self.of(FeatureCost)):
            found = feature.rule.of(self.board, place)
            holds = feature.rule.units.take(unit) and seq.holds_when(feature.rule.when, kinds)
            if found is not None and holds:
                return Ground(feature.number, feature.rule.costs[found], found)
        terrain = self.board.terrain[place]
        for clause in reversed(self.of(TerrainCost)):
            holds = clause.rule.units.take(unit) and seq.holds_when(clause.rule.when, kinds)
            if terrain in clause.rule.costs and holds:
                return Ground(clause.number, clause.rule.costs[terrain], terrain)
        return Ground(self.number(), 1, terrain)

    def under(self, fixed: Mapping[str, str]) -> Rules:
        """Return the same rules under the settings of a match."""
        return replace(self, points=self.points.under(fixed))
