"""Corners of combat: strengths, columns, results, losses, retreats, what has to be attacked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from itertools import combinations, islice, product
from types import MappingProxyType

from tests.rules.declared.corners.scenes import (
    ANSWERS,
    MOST,
    SAMPLE,
    Rules,
    by_strength,
    cleared,
    combat_phases,
    counted,
    grounds,
    paths_from,
    posts,
    setups,
    told,
)
from toolkit.rules.declared import Position, due
from toolkit.rules.declared import actions as a
from toolkit.rules.declared.actions import Action
from toolkit.rules.declared.battles import column_of, engaged
from toolkit.rules.declared.choices import legal_actions, settled
from toolkit.rules.declared.winning import follow_states
from toolkit.rules.mechanisms.forces import ELIMINATED
from toolkit.rules.mechanisms.tables import UseTable
from toolkit.rules.rulings import explore


def battles(game: Rules) -> Iterator[object]:
    """Yield the columns of battles of many strengths, on every kind of ground, under every reading."""
    for position in fights(game):
        engagement = engaged(position, position.battles[0].attackers, position.battles[0].targets)
        points = position.rules.points
        yield [answer.result for answer in explore(points, partial(column_of, position, engagement))]


def results(game: Rules) -> Iterator[object]:
    """Yield what is owed after every roll in every column of the tables."""
    columns: dict[object, Position] = {}
    for position in (position for fixed in _tables(game) for position in fights(game, fixed)):
        engagement = engaged(position, position.battles[0].attackers, position.battles[0].targets)
        column = column_of(position, engagement, settled(position))
        # Attackers on every side leave no way out: then a retreat is no retreat.
        around = len({position.where[unit] for unit in position.battles[0].attackers})
        key = (column, around, position.turn, position.phase.id, repr(position.rules.points.values))
        if key not in columns or _least(columns[key]) < _least(position):
            columns[key] = position
    for position in columns.values():
        yield from rolled(game, position)


def _least(position: Position) -> int:
    """Return the steps of the side that has fewer in a battle: more of them show more of a result."""
    attackers, target = position.battles[0].attackers, position.battles[0].targets[0]
    return min(sum(position.steps[unit] for unit in side) for side in (attackers, position.stack(target)))


def fights(game: Rules, fixed: Mapping[str, str] = MappingProxyType({})) -> Iterator[Position]:
    """Yield positions with a declared battle and nothing else on the map.

    Every strength on the plainest ground; on every other each unit by itself, and a strong attack.
    """
    start = game.begin(next(iter(setups(game))), fixed)
    for turn, phase in combat_phases(start):
        side = start.rules.sequence.phases[phase].sides[0]
        own = by_strength(start, side, own=True)
        enemies = by_strength(start, side, own=False)
        ends = (enemies[0], enemies[-1])
        for index, target in enumerate(grounds(start)):
            groups = [[unit] for unit in own] + [own[:MOST]]
            classes = {start.units[unit].unit_class: None for unit in own}
            groups += [[u for u in own if start.units[u].unit_class == one][:MOST] for one in classes]
            firsts = [next(u for u in own if start.units[u].unit_class == one) for one in classes]
            groups += [list(pair) for pair in combinations(firsts, 2)]
            if index == 0:
                groups += [own[:size] for size in range(2, MOST)] + [own[-size:] for size in range(2, MOST)]
            for defender, group in product(enemies if index == 0 else ends, groups):
                for worn, more in (
                    (False, False),
                    *([(True, False), (False, True)] if len(group) > 1 else []),
                ):
                    defenders = [defender, *(one for one in ends[-1:] if more and one != defender)]
                    position = _fight(game, cleared(start, turn, phase), group, defenders, target, worn=worn)
                    if position is not None:
                        yield position


def _fight(
    game: Rules, position: Position, group: list[str], defenders: list[str], target: str, *, worn: bool
) -> Position | None:
    """Return a position with a battle declared; attackers that are worn have one step."""
    for unit in defenders:
        position.arrive(unit, target, position.units[unit].most)
    for unit, place in zip(group, posts(position, target), strict=False):
        position.arrive(unit, place, 1 if worn else position.units[unit].most)
    attackers = tuple(unit for unit in group if position.on_map(unit))
    if not attackers:
        return None
    game.apply(position, a.Attack(attackers, (target,)))
    return position


def rolled(game: Rules, position: Position) -> Iterator[object]:
    """Yield the verdicts on answers to a declared battle, for every roll, and who is left where after it."""
    battle = position.battles[0]
    use = position.rules.of(UseTable)[0].rule
    dice = position.rules.tables[next(iter(use.table.every()))].dice
    seen = set()
    for shown in product(range(1, dice.faces + 1), repeat=dice.count):
        if sum(shown) in seen:
            continue
        seen.add(sum(shown))
        after = position.copy()
        game.apply(after, a.Roll(battle.targets, shown))
        yield shown, [told(game, after, action) for action in _answers(after)]
        for _ in range(ANSWERS):
            found = due(after)
            legal = [one for one in legal_actions(after) if isinstance(one, a.Lose | a.Eliminate | a.Retreat)]
            yield found.sides, found.units, len(legal)
            if not legal:
                break
            game.apply(after, legal[0])
        yield after.key()


def _answers(position: Position) -> Iterator[Action]:
    battle = position.battle
    assert battle is not None
    assert battle.engagement is not None
    for unit, _, _ in (battle.engagement.attackers[0], battle.engagement.defenders[0]):
        yield a.Lose(unit, 2)
        yield a.Eliminate(unit)
    yield a.End(position.phase.sides[0])


def afar(game: Rules) -> Iterator[object]:
    """Yield who may attack an enemy from how far away, and what results touch there."""
    start = game.begin(next(iter(setups(game))), {})
    board = start.board
    for turn, phase in combat_phases(start):
        side = start.rules.sequence.phases[phase].sides[0]
        enemies = by_strength(start, side, own=False)
        kinds = {start.units[unit].unit_class: unit for unit in by_strength(start, side, own=True)}
        target = grounds(start)[0]
        for unit, far in product(kinds.values(), range(5)):
            for place in [place for place in board.places if board.distance(place, target) == far][:2]:
                position = cleared(start, turn, phase)
                position.arrive(enemies[-1], target, position.units[enemies[-1]].most)
                position.arrive(unit, place, position.units[unit].most)
                attack = a.Attack((unit,), (target,))
                yield told(game, position, attack)
                if game.check(position, attack).legal:
                    game.apply(position, attack)
                    yield from rolled(game, position)


def obliged(game: Rules) -> Iterator[object]:
    """Yield whether a phase may end when units beside enemies, or enemies beside units, were left out."""
    start = game.begin(next(iter(setups(game))), {})
    board = start.board
    middle = max(board.places, key=lambda place: len(board.neighbours[place]))
    near = board.neighbours[middle]
    for turn, phase in combat_phases(start):
        side = start.rules.sequence.phases[phase].sides[0]
        own, enemies = (by_strength(start, side, own=mine) for mine in (True, False))
        for here, there, attacks in product((1, 2), (1, 2, 3), (0, 1, 2)):
            position = cleared(start, turn, phase)
            # Each in the middle in turn: many against one, and one against many.
            for centre, others in ((enemies[:1], own[:there]), (own[:here], enemies[-there:])):
                after = position.copy()
                for unit in centre:
                    after.arrive(unit, middle, after.units[unit].most)
                for unit, place in zip(others, near, strict=False):
                    after.arrive(unit, place, after.units[unit].most)
                for action in list(_attacks(after))[:attacks]:
                    if game.check(after, action).legal:
                        game.apply(after, action)
                        game.apply(after, a.Roll(action.targets, (1,) * counted(after)))
                after.current = None
                yield told(game, after, a.End(side))
        aside = next(
            (p for p in board.neighbours[near[0]] if p != middle and not board.touch(p, near[1])), ""
        )
        for pair in (own[-2:], own[:2]) if aside else ():
            position = cleared(start, turn, phase)
            for unit, place in zip((*enemies[:2], *pair), (middle, aside, *near[:2]), strict=False):
                position.arrive(unit, place, position.units[unit].most)
            game.apply(position, a.Attack(tuple(pair), (middle,)))
            game.apply(position, a.Roll((middle,), (1,) * counted(position)))
            position.current = None
            yield told(game, position, a.End(side))


def _attacks(position: Position) -> Iterator[a.Attack]:
    yield from (
        one for one in legal_actions(position) if isinstance(one, a.Attack) and len(one.attackers) == 1
    )


def again(game: Rules) -> Iterator[object]:
    """Yield whether a unit may attack a second time, and whether an enemy may be attacked a second time."""
    start = game.begin(next(iter(setups(game))), {})
    middle = max(start.board.places, key=lambda place: len(start.board.neighbours[place]))
    beside = start.board.neighbours[middle][0]
    for (turn, phase), place in product(combat_phases(start), (middle, beside)):
        position = cleared(start, turn, phase)
        side = position.phase.sides[0]
        own, enemies = (by_strength(start, side, own=mine) for mine in (True, False))
        for unit, where in ((own[0], place), (own[1], place), (enemies[0], middle)):
            position.arrive(unit, where, position.units[unit].most)
        game.apply(position, a.Attack((own[0],), (middle,)))
        for die in (1, 6):
            after = position.copy()
            game.apply(after, a.Roll((middle,), (die,) * counted(after)))
            after.current = None
            yield [told(game, after, a.Attack((unit,), (middle,))) for unit in own[:2]]
        more = next((p for p in start.board.neighbours[place] if p not in (middle, beside)), "")
        if more:
            wide = cleared(start, turn, phase)
            for unit, where in ((own[0], place), (enemies[0], middle), (enemies[1], more)):
                wide.arrive(unit, where, wide.units[unit].most)
            yield told(game, wide, a.Attack((own[0],), (middle, more)))


def weakened(game: Rules) -> Iterator[object]:
    """Yield the column of a battle after each side has lost so many units."""
    start = game.begin(next(iter(setups(game))), {})
    middle = max(start.board.places, key=lambda place: len(start.board.neighbours[place]))
    for (turn, phase), loser in product(combat_phases(start), start.rules.sides):
        side = start.rules.sequence.phases[phase].sides
        for own, count in product(side, range(MOST)):
            position = cleared(start, turn, phase)
            lost = [unit.id for unit in position.units.values() if unit.side == loser][:count]
            for unit in lost:
                position.put(unit, ELIMINATED)
            follow_states(position)
            attackers, defenders = (by_strength(position, own, own=mine) for mine in (True, False))
            attacker, defender = (
                next(one for one in group if one not in lost) for group in (attackers, defenders)
            )
            position.arrive(attacker, start.board.neighbours[middle][0], position.units[attacker].most)
            position.arrive(defender, middle, position.units[defender].most)
            fought = engaged(position, (attacker,), (middle,))
            yield column_of(position, fought, settled(position)), sorted(position.states)


def followed(game: Rules) -> Iterator[object]:
    """Yield who may advance how far, when everybody on the other side of a battle is gone."""
    start = game.begin(next(iter(setups(game))), {})
    board = start.board
    middle = max(board.places, key=lambda place: len(board.neighbours[place]))
    for turn, phase in combat_phases(start):
        side = start.rules.sequence.phases[phase].sides[0]
        own, enemies = (by_strength(start, side, own=mine) for mine in (True, False))
        classes = {start.units[unit].unit_class: None for unit in own}
        of_class = [[u for u in own if start.units[u].unit_class == one] for one in classes]
        firsts = [units[0] for units in of_class]
        for group in (own[:3], firsts, firsts[::-1], *(units[:3] for units in of_class)):
            for victors, die in product((True, False), (1, 6)):
                position = cleared(start, turn, phase)
                position.arrive(enemies[0], middle, position.units[enemies[0]].most)
                for unit, place in zip(group, posts(position, middle), strict=False):
                    position.arrive(unit, place, position.units[unit].most)
                attackers = tuple(unit for unit in group if position.on_map(unit))
                game.apply(position, a.Attack(attackers, (middle,)))
                game.apply(position, a.Roll((middle,), (die,) * counted(position)))
                for unit in enemies[:1] if victors else attackers:
                    position.put(unit, ELIMINATED)
                for unit in attackers if victors else enemies[:1]:
                    paths = list(paths_from(position, position.where[unit], 3))
                    yield [told(game, position, a.Advance(unit, path)) for path in paths]
                    ways = (a.Advance(unit, path) for path in paths)
                    first = next((way for way in ways if game.check(position, way).legal), None)
                    if first is not None:
                        game.apply(position, first)


def exchanges(game: Rules) -> Iterator[object]:
    """Yield what is owed after each loss of a battle, until nothing is."""
    for fixed in _tables(game):
        for index, position in enumerate(islice(fights(game, fixed), 0, None, SAMPLE)):
            targets = position.battles[0].targets
            after = position.copy()
            game.apply(after, a.Roll(targets, (1 + index % 6,) * counted(after)))
            for unit in [*after.battles[0].attackers, *after.stack(targets[0])]:
                for action in (a.Lose(unit, 1), a.Eliminate(unit)):
                    if after.on_map(unit) and game.check(after, action).legal:
                        game.apply(after, action)
                        yield [told(game, after, one) for one in _answers(after)]
                        break


def _tables(game: Rules) -> Iterator[Mapping[str, str]]:
    """Yield what fixes each table that an unclear point may choose; nothing where there is one table."""
    for use in [clause.rule.table for clause in game.begin("", {}).rules.of(UseTable)[:1]]:
        yield from ({use.point: reading} for reading in use.values) if use.point else ({},)


def captured(game: Rules) -> Iterator[object]:
    """Yield the columns of battles when one side holds every place."""
    for position in fights(game):
        for side in position.rules.sides:
            for place in position.control:
                position.control[place] = side
            engagement = engaged(position, position.battles[0].attackers, position.battles[0].targets)
            yield column_of(position, engagement, settled(position))
