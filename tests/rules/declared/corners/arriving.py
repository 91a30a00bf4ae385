"""Corners of reinforcements: where they enter while enemies hold the places where they should."""

from __future__ import annotations

from collections.abc import Iterator

from tests.rules.declared.corners.scenes import Rules, cleared, is_legal, setups, told
from toolkit.rules.declared import Position
from toolkit.rules.declared import actions as a
from toolkit.rules.declared.choices import settled
from toolkit.rules.declared.moving import Mover
from toolkit.rules.mechanisms.arrivals import Reinforcements
from toolkit.rules.mechanisms.forces import WAITING, Unit


def doors(game: Rules) -> Iterator[object]:
    """Yield in each turn where each unit that comes later may enter, and how far it goes on from there.

    The places are free, taken, and taken all around.
    """
    start: Position = game.begin(next(iter(setups(game))), {})
    sequence = start.rules.sequence
    coming = [unit for unit in start.units.values() if unit.enters is not None]
    for turn in range(1, sequence.turns + 1):
        for index, phase in enumerate(sequence.phases):
            for unit in coming if "reinforce" in phase.does else ():
                for most in (0, 1, 3):
                    position = cleared(start, turn, index)
                    position.put(unit.id, WAITING)
                    _take(position, unit, most)
                    arrivals = [a.Place(unit.id, place, unit.most) for place in position.board.places]
                    yield [told(game, position, one) for one in arrivals]
                    for one in (one for one in arrivals if is_legal(game, position, one)):
                        there = position.copy()
                        game.apply(there, one)
                        yield Mover(there, unit.id, settled(there)).left()


def _take(position: Position, unit: Unit, most: int) -> None:
    """Put enemies on the places where a unit should enter, and on so many beside each."""
    clauses = (c.rule for c in position.rules.of(Reinforcements) if c.rule.units.take(unit))
    rule = next(clauses, Reinforcements())
    entry = sorted(unit.entry or position.board.chosen(rule.places)) if most else []
    taken = list(
        dict.fromkeys([*entry, *(n for p in entry for n in position.board.neighbours[p][: most - 1])])
    )
    enemies = (other for other in position.units.values() if other.side != unit.side)
    for place, enemy in zip(taken, enemies, strict=False):
        position.arrive(enemy.id, place, 1)
