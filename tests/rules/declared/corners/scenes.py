"""Positions of a declared game that corners are made of, and what the rules say of one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from toolkit.rules.declared import Position
from toolkit.rules.declared.actions import Action
from toolkit.rules.mechanisms.combat import Attacks
from toolkit.rules.mechanisms.forces import ABSENT
from toolkit.rules.mechanisms.tables import UseTable
from toolkit.rules.protocol import Game

Rules = Game[Any, Action]
Corner = Callable[[Rules], Iterator[object]]
MOST, CROWDS, ANSWERS = 6, 40, 5
SAMPLE = 7
"""Of so many battles losses are carried out in one."""


def setups(game: Rules) -> Mapping[str, object]:
    setups: Mapping[str, object] = game.begin("", {}).rules.setups
    return setups


def combat_phases(position: Position) -> Iterator[tuple[int, int]]:
    """Yield the phases in which battles are decided by a table; see `phases`."""
    return phases(position, "fight") if position.rules.of(UseTable) else iter(())


def phases(position: Position, task: str) -> Iterator[tuple[int, int]]:
    """Yield a plain turn and one of each kind, with each phase that does something."""
    sequence = position.rules.sequence
    kinds = {sequence.kinds.of(turn): turn for turn in range(sequence.turns, 0, -1)}
    for turn in sorted(kinds.values()):
        for index, phase in enumerate(sequence.phases):
            if task in phase.does:
                yield turn, index


def sides_of(position: Position, task: str) -> Iterator[tuple[str, int, int]]:
    """Yield each side of each phase that does something, with the turn and the phase."""
    for turn, phase in phases(position, task):
        for side in position.rules.sequence.phases[phase].sides:
            yield side, turn, phase


def by_strength(position: Position, side: str, *, own: bool) -> list[str]:
    units = [unit for unit in position.units.values() if (unit.side == side) == own]
    return [unit.id for unit in sorted(units, key=lambda unit: (-unit.face(unit.most).attack, unit.id))]


def grounds(position: Position) -> list[str]:
    """Return a place of every kind of ground with its surroundings, those with most neighbours first."""
    board = position.board
    kinds: dict[object, str] = {}
    for place in sorted(board.places, key=lambda place: -len(board.neighbours[place])):
        sides = [sorted(board.sides.get((near, place), ())) for near in board.neighbours[place]]
        rivers = (bool(sides[0]) if sides else False, all(sides), any(sides))
        key = (board.terrain[place], board.features.get(place), board.towns.get(place), rivers)
        kinds.setdefault(key, place)
    return list(kinds.values())


def posts(position: Position, target: str) -> tuple[str, ...]:
    """Return where attackers of a place stand: around it, or in it where units fight within a place."""
    within = any(clause.rule.reach == "same" for clause in position.rules.of(Attacks))
    return (target,) * MOST if within else position.board.neighbours[target]


def cleared(start: Position, turn: int, phase: int) -> Position:
    position: Position = start.copy()
    for unit in position.units:
        position.put(unit, ABSENT)
    position.turn, position._phase = turn, phase
    return position


def told(game: Rules, position: Position, action: Action) -> object:
    """Return outcome and clauses of a verdict."""
    verdict = game.check(position, action)
    return verdict.outcome, verdict.rules


def is_legal(game: Rules, position: Position, action: Action) -> bool:
    return bool(game.check(position, action).legal)


def counted(position: Position) -> int:
    use = position.rules.of(UseTable)[0].rule
    return position.rules.tables[next(iter(use.table.every()))].dice.count


def paths_from(position: Position, start: str, most: int) -> Iterator[tuple[str, ...]]:
    """Yield every path of up to so many places that does not turn straight back."""
    ends: list[tuple[str, ...]] = [()]
    for _ in range(most):
        ends = [
            (*path, place)
            for path in ends
            for place in position.board.neighbours[path[-1] if path else start]
            if place not in path and place != start
        ]
        yield from ends[:80]
