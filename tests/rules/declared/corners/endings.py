"""Corners of control and victory: who holds what, scores, and wins."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from tests.rules.declared.corners.scenes import Rules, cleared, setups
from toolkit.rules.declared import Position
from toolkit.rules.declared import actions as a
from toolkit.rules.declared.winning import score
from toolkit.rules.mechanisms.forces import ELIMINATED, EXITED
from toolkit.rules.mechanisms.victory import Victory


def fates(game: Rules) -> Iterator[object]:
    """Yield who wins in every phase with so many of one side gone off the map and so many eliminated."""
    start = game.begin(next(iter(setups(game))), {})
    phases = start.rules.sequence.phases
    ids = {side: [u.id for u in start.units.values() if u.side == side] for side in start.rules.sides}
    for leaving, dying in product(start.rules.sides, repeat=2):
        for gone, dead in product(range(0, 6), range(0, 8)):
            for turn, phase in ((1, len(phases) - 2), (2, len(phases) - 1)):
                position = cleared(start, turn, phase)
                for unit in ids[leaving][:gone]:
                    position.put(unit, EXITED)
                for unit in ids[dying][-dead:] if dead else ():
                    position.put(unit, ELIMINATED)
                for one in position.phase.sides:
                    game.apply(position, a.End(one))
                yield position.over, position.winner, position.level


def places(game: Rules) -> Iterator[object]:
    """Yield who wins when a side holds each place by itself, and with everything lost."""
    start = game.begin(next(iter(setups(game))), {})
    last = start.rules.sequence.turns
    for side, place in product(start.rules.sides, [*start.control, ""]):
        position = cleared(start, last, len(start.rules.sequence.phases) - 1)
        if place:
            position.control[place] = side
        for unit in position.units.values():
            if unit.side == side:
                position.put(unit.id, ELIMINATED)
        game.apply(position, a.End(position.phase.sides[0]))
        yield side, place, position.winner, position.level


def scores(game: Rules) -> Iterator[object]:
    """Yield who wins with so many units of each side lost or gone off the map, whoever holds what."""
    start = game.begin(next(iter(setups(game))), {})
    for side, where, count, holder in product(
        start.rules.sides, (ELIMINATED, EXITED), range(len(start.units)), start.rules.sides
    ):
        position = cleared(start, start.rules.sequence.turns, len(start.rules.sequence.phases) - 1)
        for place in position.control:
            position.control[place] = holder
        for unit in [unit for unit in position.units.values() if unit.side == side][:count]:
            position.put(unit.id, where)
        yield [score(position, one) for one in position.rules.sides]
        game.apply(position, a.End(position.phase.sides[0]))
        yield position.winner, position.level


def exact(game: Rules) -> Iterator[object]:
    """Yield who wins below and at every threshold of points, in each turn in which that is asked."""
    start = game.begin(next(iter(setups(game))), {})
    last = len(start.rules.sequence.phases) - 1
    asked = {turn for clause in start.rules.of(Victory) for turn in clause.rule.turns}
    moments = [(start.rules.sequence.turns, last), *product(sorted(asked), (0, last))]
    for side, (turn, phase) in product(start.rules.sides, moments):
        for units in range(2 ** min(len(start.control) + 6, 10)):
            position = cleared(start, turn, phase)
            others = [unit.id for unit in position.units.values() if unit.side != side]
            picked = [unit for index, unit in enumerate(others) if units >> index & 1]
            for unit in picked:
                position.put(unit, ELIMINATED)
            for index, place in enumerate(sorted(position.control)):
                position.control[place] = start.rules.sides[units >> index & 1]
            yield _ended(game, position)
        for kept in range(30):
            position = cleared(start, turn, phase)
            position.scored[side] = float(kept)
            yield _ended(game, position)


def _ended(game: Rules, position: Position) -> object:
    """Return who has won once the phase is over."""
    moment = position.turn, position.phase
    for _ in range(2):
        for side in position.phase.sides:
            if not position.over and (position.turn, position.phase) == moment:
                game.apply(position, a.End(side))
    return position.winner, position.level


def starts(game: Rules) -> Iterator[object]:
    """Yield who holds what before anybody stands anywhere."""
    yield dict(game.begin("", {}).control)


def moments(game: Rules) -> Iterator[object]:
    """Yield when a side that holds everything, and has lost nothing, wins."""
    start = game.begin(next(iter(setups(game))), {})
    for side in start.rules.sides:
        position = cleared(start, 1, 0)
        while "set_up" in position.phase.does:
            position.advance_phase()
        position.turn = 1
        for place in position.control:
            position.control[place] = side
        for unit in position.units.values():
            if unit.side != side:
                position.put(unit.id, ELIMINATED)
        for _ in start.rules.sequence.phases:
            for one in () if position.over else position.phase.sides:
                game.apply(position, a.End(one))
            yield side, position.over, position.winner, position.level
