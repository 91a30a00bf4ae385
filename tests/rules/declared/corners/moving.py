"""Corners of movement, stacking, zones, lines and arrivals."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, product
from random import Random

from tests.rules.declared.corners.scenes import (
    CROWDS,
    MOST,
    Rules,
    by_strength,
    cleared,
    combat_phases,
    counted,
    grounds,
    paths_from,
    phases,
    posts,
    setups,
    sides_of,
    told,
)
from toolkit.rules.declared import Position, due
from toolkit.rules.declared import actions as a
from toolkit.rules.declared.choices import legal_actions, settled, ways
from toolkit.rules.declared.supply import lacking
from toolkit.rules.mechanisms.forces import ELIMINATED
from toolkit.rules.rulings import Rulings, explore


def moves(game: Rules) -> Iterator[object]:
    """Yield where one unit of each side and class can go alone, from every place in every phase."""
    start = game.begin(next(iter(setups(game))), {})
    for turn, phase in phases(start, "move"):
        sides = start.rules.sequence.phases[phase].sides
        kinds = {(u.side, u.unit_class, u.face(u.most).movement): u for u in start.units.values()}
        for unit in kinds.values():
            if unit.side in sides:
                position = cleared(start, turn, phase)
                for place in position.board.places:
                    position.put(unit.id, place)
                    yield ways(position, unit.id)


def crowds(game: Rules) -> Iterator[object]:
    """Yield verdicts on retreats and advances in crowds of both sides, after every roll."""
    start = game.begin(next(iter(setups(game))), {})
    fighting = list(combat_phases(start))
    for seed in range(CROWDS if fighting else 0):
        rng = Random(seed)
        turn, phase = rng.choice(fighting)
        position = cleared(start, turn, phase)
        side = position.phase.sides[seed % len(position.phase.sides)]
        target = rng.choice(sorted(position.board.places))
        near = sorted(
            position.board.places, key=lambda place: (position.board.distance(target, place), place)
        )
        post = target if target in posts(position, target) else near[1]
        own = rng.sample(by_strength(position, side, own=True), 4)
        enemies = rng.sample(by_strength(position, side, own=False), 4)
        position.arrive(enemies[0], target, 1)
        position.arrive(own[0], post, position.units[own[0]].most)
        for unit, place in zip(enemies[1:] + own[1:], rng.sample(near[2:20], 6), strict=True):
            if not position.stack(place):
                position.arrive(unit, place, position.units[unit].most)
        if not position.board.touch(target, post) and post != target:
            continue
        game.apply(position, a.Attack((own[0],), (target,)))
        for die in (1, 2, 3, 4, 5, 6):
            after = position.copy()
            game.apply(after, a.Roll((target,), (die,) * counted(after)))
            for _ in range(4):
                found = due(after)
                for unit in found.units:
                    for path in paths_from(after, after.where[unit], 3):
                        yield told(game, after, a.Retreat(unit, path, after.rules.sides[0]))
                        yield told(game, after, a.Retreat(unit, path))
                legal = [one for one in legal_actions(after) if not isinstance(one, a.Attack | a.End)]
                yield [told(game, after, a.Advance(own[0], path)) for path in paths_from(after, post, 2)]
                if not legal:
                    break
                game.apply(after, legal[0])


def returns(game: Rules) -> Iterator[object]:
    """Yield verdicts on two units brought back in one place, one after the other, whoever holds it."""
    start = game.begin(next(iter(setups(game))), {})
    for side, turn, phase in sides_of(start, "replace"):
        own = [unit for unit in start.units.values() if unit.side == side]
        firsts = {unit.unit_class: unit.id for unit in own}
        for place, holder in product(dict.fromkeys((*grounds(start), *start.control)), start.rules.sides):
            for unit in firsts.values():
                position = cleared(start, turn, phase)
                for one in own:
                    position.put(one.id, ELIMINATED)
                if place in position.control:
                    position.control[place] = holder
                yield [told(game, position, a.Place(unit, place, steps)) for steps in (1, 2)]
                game.apply(position, a.Place(unit, place, 1))
                more = (one.id for one in own if one.id not in firsts.values())
                yield [told(game, position, a.Place(other, place, 1)) for other in islice(more, 2)]
                yield told(game, position, a.Restore(unit))


def first_places(game: Rules) -> Iterator[object]:
    """Yield where which unit is set up, with so many steps."""
    start = game.begin("", {})
    for (turn, phase), unit in product(phases(start, "set_up"), start.units):
        position = start.copy()
        position.turn, position._phase = 0, phase
        for place, steps in product(grounds(start), (1, 2)):
            yield turn, told(game, position, a.Place(unit, place, steps))


def beset(game: Rules) -> Iterator[object]:
    """Yield whether units are brought back in a place beside an enemy of each kind."""
    start = game.begin(next(iter(setups(game))), {})
    for side, turn, phase in sides_of(start, "replace"):
        unit, *_ = by_strength(start, side, own=True)
        enemies = {start.units[one].unit_class: one for one in by_strength(start, side, own=False)}
        for place, enemy in product(start.control, enemies.values()):
            for near in start.board.neighbours[place]:
                position = cleared(start, turn, phase)
                position.put(unit, ELIMINATED)
                position.arrive(enemy, near, position.units[enemy].most)
                position.control[place] = side
                yield told(game, position, a.Place(unit, place, 1))


def heaps(game: Rules) -> Iterator[object]:
    """Yield whether a phase may end with so many units in one place, the last worn or not."""
    start = game.begin(next(iter(setups(game))), {})
    middle = max(start.board.places, key=lambda place: len(start.board.neighbours[place]))
    for turn, phase in phases(start, "move"):
        side = start.rules.sequence.phases[phase].sides[0]
        own = by_strength(start, side, own=True)
        for size, worn in product(range(1, MOST + 1), (False, True)):
            position = cleared(start, turn, phase)
            for unit in own[:size]:
                last = worn and unit == own[:size][-1]
                position.arrive(unit, middle, 1 if last else position.units[unit].most)
            yield told(game, position, a.End(side))


def stranded(game: Rules) -> Iterator[object]:
    """Yield which units lack a line among crowds of both sides close together."""
    start = game.begin(next(iter(setups(game))), {})
    for seed in range(CROWDS):
        rng = Random(seed)
        position = cleared(start, *rng.choice(list(phases(start, "move"))))
        middle = rng.choice(sorted(position.board.places))
        near = sorted(position.board.places, key=lambda place: position.board.distance(middle, place))[:24]
        units = rng.sample(sorted(position.units), min(len(position.units), 12))
        for unit, place in zip(units, rng.sample(near, min(len(near), 12)), strict=False):
            position.arrive(unit, place, position.units[unit].most)
        for unit in units:
            yield unit, _lacks(position, unit)
    yield from _surrounded(game, start)
    yield from _walled(game, start)


def _lacks(position: Position, unit: str) -> list[list[str]]:
    """Return the clauses under which a unit lacks a line, under every reading."""

    def lacks(rulings: Rulings) -> list[str]:
        return [one.number for one in lacking(position, position.units[unit], rulings)]

    return [answer.result for answer in explore(position.rules.points, lacks)]


def _walled(game: Rules, start: Position) -> Iterator[object]:
    """Yield what a unit lacks with an enemy between it and another, and enemies around on all other sides."""
    board = start.board
    middle = max(board.places, key=lambda place: len(board.neighbours[place]))
    around = board.neighbours[middle]
    ring = sorted(place for place in board.places if board.distance(middle, place) == 2)
    ahead = {far: near for far in ring for near in around if board.touch(far, near)}
    straight = [far for far in ring if sum(board.touch(far, place) for place in around) == 1]
    for (side, turn, phase), far in product(sides_of(start, "replace"), straight):
        own, enemies = (by_strength(start, side, own=mine) for mine in (True, False))
        position = cleared(start, turn, phase)
        wall = [place for place in ring if board.distance(far, place) > 2]
        for unit, place in zip((*own[:2], *enemies), (middle, far, ahead[far], *wall), strict=False):
            position.arrive(unit, place, 1)
        yield far, _lacks(position, own[0]), told(game, position, a.Restore(own[0]))


def _surrounded(game: Rules, start: Position) -> Iterator[object]:
    """Yield what each kind of unit lacks that enemies stand around, and whether it may move or attack."""
    middle = max(start.board.places, key=lambda place: len(start.board.neighbours[place]))
    *around, free = start.board.neighbours[middle]
    kinds = {(unit.side, unit.unit_class): id for id, unit in start.units.items()}
    for turn, phase in (*phases(start, "move"), *combat_phases(start)):
        for (side, _), unit in kinds.items():
            position = cleared(start, turn, phase)
            position.arrive(unit, middle, position.units[unit].most)
            for enemy, place in zip(by_strength(start, side, own=False), around, strict=False):
                position.arrive(enemy, place, position.units[enemy].most)
            found = lacking(position, position.units[unit], settled(position))
            yield unit, [one.number for one in found], told(game, position, a.Move(unit, (free,)))
            yield told(game, position, a.Attack((unit,), tuple(around[:1])))
