"""Positions of declared games put together by hand."""

from __future__ import annotations

from collections.abc import Mapping

from tests.rules.declared.games import begin, rules
from toolkit.rules.declared import Position
from toolkit.rules.declared.actions import Action
from toolkit.rules.mechanisms.forces import ABSENT

Units = Mapping[str, str | tuple[str, int]]


def stage(name: str, turn: int, phase: str, units: Units, fixed: Mapping[str, str] | None = None) -> Position:
    """Return a position in a phase with these units, unit → place or (place, steps), and no others."""
    setup = next(iter(begin(name, "").rules.setups))
    position = begin(name, setup, fixed)
    for unit in position.units:
        position.put(unit, ABSENT)
    for unit, where in units.items():
        place, steps = (where, position.units[unit].most) if isinstance(where, str) else where
        position.arrive(unit, place, steps)
    ids = [found.id for found in position.rules.sequence.phases]
    position.turn, position._phase = turn, ids.index(phase)
    return position


def broken(name: str, position: Position, *actions: Action) -> str:
    """Carry out all actions but the last and return what is said of that: "legal" or the clauses broken."""
    for action in actions[:-1]:
        rules(name).apply(position, action)
    verdict = rules(name).check(position, actions[-1])
    told = " ".join(verdict.rules)
    return told if verdict.outcome.value == "illegal" else f"{verdict.outcome.value} {told}".strip()
