"""Corners of retreats: what enemy zones take of units that pass them, and what stuck units lose."""

from __future__ import annotations

from collections.abc import Iterator

from tests.rules.declared.corners.scenes import (
    Rules,
    by_strength,
    cleared,
    combat_phases,
    counted,
    grounds,
    setups,
    told,
)
from toolkit.rules.declared import Position
from toolkit.rules.declared import actions as a
from toolkit.rules.declared.choices import settled
from toolkit.rules.declared.owing import owed


def tolls(game: Rules) -> Iterator[object]:
    """Yield what a unit owes that has retreated beside an enemy, to a friend and to an empty place."""
    start: Position = game.begin(next(iter(setups(game))), {})
    here = grounds(start)[0]
    near = start.board.neighbours[here]
    back = near[-1]
    beyond = next((place for place in start.board.neighbours[back] if place not in (here, *near)), near[0])
    for turn, phase in combat_phases(start):
        for side in start.rules.sequence.phases[phase].sides:
            attackers, others = by_strength(start, side, own=True)[:3], by_strength(start, side, own=False)
            for friend in (False, True):
                position = cleared(start, turn, phase)
                for unit, place in zip(attackers, (near[0], near[0], beyond), strict=False):
                    position.arrive(unit, place, 1)
                for unit, place in ((others[0], here), (others[1], back))[: 1 + friend]:
                    position.arrive(unit, place, position.units[unit].most)
                game.apply(position, a.Attack(tuple(attackers[:2]), (here,)))
                game.apply(position, a.Roll((here,), (6,) * counted(position)))
                game.apply(position, a.Retreat(others[0], (back,)))
                yield owed(position, position.battle, settled(position))
                yield told(game, position, a.Lose(others[0]))


def stuck(game: Rules) -> Iterator[object]:
    """Yield what a unit owes after each roll that has nowhere to go."""
    start: Position = game.begin(next(iter(setups(game))), {})
    here = grounds(start)[0]
    for turn, phase in combat_phases(start):
        for side in start.rules.sequence.phases[phase].sides:
            around = dict(zip(by_strength(start, side, own=True), start.board.neighbours[here], strict=False))
            unit = by_strength(start, side, own=False)[0]
            for die in range(1, 7):
                position = cleared(start, turn, phase)
                for one, place in {**around, unit: here}.items():
                    position.arrive(one, place, position.units[one].most)
                game.apply(position, a.Attack(tuple(around)[:2], (here,)))
                game.apply(position, a.Roll((here,), (die,) * counted(position)))
                yield owed(position, position.battle, settled(position))
