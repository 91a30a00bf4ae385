"""Positions in which values matter that games by chance hardly ever show: battles of all kinds, crowds, ends.

A corner takes a game's rules and returns what they say there; two games whose answers differ are different.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import combinations, islice, product
from random import Random
from types import MappingProxyType
from typing import Any

from toolkit.rules.declared import Position, due
from toolkit.rules.declared import actions as a
from toolkit.rules.declared.actions import Action
from toolkit.rules.declared.battles import column_of, engaged
from toolkit.rules.declared.choices import legal_actions, settled, ways
from toolkit.rules.declared.supply import lacking
from toolkit.rules.declared.winning import follow_states, score
from toolkit.rules.mechanisms.forces import ABSENT, ELIMINATED, EXITED
from toolkit.rules.mechanisms.tables import UseTable
from toolkit.rules.mechanisms.victory import Victory
from toolkit.rules.protocol import Game
from toolkit.rules.rulings import explore

Rules = Game[Any, Action]
Corner = Callable[[Rules], Iterator[object]]
MOST, CROWDS, ANSWERS = 6, 40, 5
SAMPLE = 7
"""Of so many battles losses are carried out in one."""


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
    start = game.begin(next(iter(_setups(game))), fixed)
    for turn, phase in _combat_phases(start):
        side = start.rules.sequence.phases[phase].sides[0]
        own = _by_strength(start, side, own=True)
        enemies = _by_strength(start, side, own=False)
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
                    position = _fight(game, _cleared(start, turn, phase), group, defenders, target, worn=worn)
                    if position is not None:
                        yield position


def _fight(
    game: Rules, position: Position, group: list[str], defenders: list[str], target: str, *, worn: bool
) -> Position | None:
    """Return a position with a battle declared; attackers that are worn have one step."""
    for unit in defenders:
        position.arrive(unit, target, position.units[unit].most)
    for unit, place in zip(group, position.board.neighbours[target], strict=False):
        position.arrive(unit, place, 1 if worn else position.units[unit].most)
    attackers = tuple(unit for unit in group if position.on_map(unit))
    if not attackers:
        return None
    game.apply(position, a.Attack(attackers, (target,)))
    return position


def _setups(game: Rules) -> Mapping[str, object]:
    setups: Mapping[str, object] = game.begin("", {}).rules.setups
    return setups


def _combat_phases(position: Position) -> Iterator[tuple[int, int]]:
    return _phases(position, "fight")


def _phases(position: Position, task: str) -> Iterator[tuple[int, int]]:
    """Yield a plain turn and one of each kind, with each phase that does something."""
    sequence = position.rules.sequence
    kinds = {sequence.kinds.of(turn): turn for turn in range(sequence.turns, 0, -1)}
    for turn in sorted(kinds.values()):
        for index, phase in enumerate(sequence.phases):
            if task in phase.does:
                yield turn, index


def _by_strength(position: Position, side: str, *, own: bool) -> list[str]:
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


def _cleared(start: Position, turn: int, phase: int) -> Position:
    position: Position = start.copy()
    for unit in position.units:
        position.put(unit, ABSENT)
    position.turn, position._phase = turn, phase
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


def told(game: Rules, position: Position, action: Action) -> object:
    """Return outcome and clauses of a verdict."""
    verdict = game.check(position, action)
    return verdict.outcome, verdict.rules


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
    start = game.begin(next(iter(_setups(game))), {})
    board = start.board
    for turn, phase in _combat_phases(start):
        side = start.rules.sequence.phases[phase].sides[0]
        enemies = _by_strength(start, side, own=False)
        kinds = {start.units[unit].unit_class: unit for unit in _by_strength(start, side, own=True)}
        target = grounds(start)[0]
        for unit, far in product(kinds.values(), range(5)):
            for place in [place for place in board.places if board.distance(place, target) == far][:2]:
                position = _cleared(start, turn, phase)
                position.arrive(enemies[-1], target, position.units[enemies[-1]].most)
                position.arrive(unit, place, position.units[unit].most)
                attack = a.Attack((unit,), (target,))
                yield told(game, position, attack)
                if game.check(position, attack).legal:
                    game.apply(position, attack)
                    yield from rolled(game, position)


def obliged(game: Rules) -> Iterator[object]:
    """Yield whether a phase may end when units beside enemies, or enemies beside units, were left out."""
    start = game.begin(next(iter(_setups(game))), {})
    board = start.board
    middle = max(board.places, key=lambda place: len(board.neighbours[place]))
    near = board.neighbours[middle]
    for turn, phase in _combat_phases(start):
        side = start.rules.sequence.phases[phase].sides[0]
        own, enemies = (_by_strength(start, side, own=mine) for mine in (True, False))
        for here, there, attacks in product((1, 2), (1, 2, 3), (0, 1, 2)):
            position = _cleared(start, turn, phase)
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
                        game.apply(after, a.Roll(action.targets, (1,) * _count(after)))
                after.current = None
                yield told(game, after, a.End(side))
        aside = next(
            (p for p in board.neighbours[near[0]] if p != middle and not board.touch(p, near[1])), ""
        )
        for pair in (own[-2:], own[:2]) if aside else ():
            position = _cleared(start, turn, phase)
            for unit, place in zip((*enemies[:2], *pair), (middle, aside, *near[:2]), strict=False):
                position.arrive(unit, place, position.units[unit].most)
            game.apply(position, a.Attack(tuple(pair), (middle,)))
            game.apply(position, a.Roll((middle,), (1,) * _count(position)))
            position.current = None
            yield told(game, position, a.End(side))


def _attacks(position: Position) -> Iterator[a.Attack]:
    yield from (
        one for one in legal_actions(position) if isinstance(one, a.Attack) and len(one.attackers) == 1
    )


def again(game: Rules) -> Iterator[object]:
    """Yield whether a unit may attack a second time, and whether an enemy may be attacked a second time."""
    start = game.begin(next(iter(_setups(game))), {})
    middle = max(start.board.places, key=lambda place: len(start.board.neighbours[place]))
    beside = start.board.neighbours[middle][0]
    for (turn, phase), place in product(_combat_phases(start), (middle, beside)):
        position = _cleared(start, turn, phase)
        side = position.phase.sides[0]
        own, enemies = (_by_strength(start, side, own=mine) for mine in (True, False))
        for unit, where in ((own[0], place), (own[1], place), (enemies[0], middle)):
            position.arrive(unit, where, position.units[unit].most)
        game.apply(position, a.Attack((own[0],), (middle,)))
        for die in (1, 6):
            after = position.copy()
            game.apply(after, a.Roll((middle,), (die,) * _count(after)))
            after.current = None
            yield [told(game, after, a.Attack((unit,), (middle,))) for unit in own[:2]]
        more = next((p for p in start.board.neighbours[place] if p not in (middle, beside)), "")
        if more:
            wide = _cleared(start, turn, phase)
            for unit, where in ((own[0], place), (enemies[0], middle), (enemies[1], more)):
                wide.arrive(unit, where, wide.units[unit].most)
            yield told(game, wide, a.Attack((own[0],), (middle, more)))


def weakened(game: Rules) -> Iterator[object]:
    """Yield the column of a battle after each side has lost so many units."""
    start = game.begin(next(iter(_setups(game))), {})
    middle = max(start.board.places, key=lambda place: len(start.board.neighbours[place]))
    for (turn, phase), loser in product(_combat_phases(start), start.rules.sides):
        side = start.rules.sequence.phases[phase].sides
        for own, count in product(side, range(MOST)):
            position = _cleared(start, turn, phase)
            lost = [unit.id for unit in position.units.values() if unit.side == loser][:count]
            for unit in lost:
                position.put(unit, ELIMINATED)
            follow_states(position)
            attackers, defenders = (_by_strength(position, own, own=mine) for mine in (True, False))
            attacker, defender = (
                next(one for one in group if one not in lost) for group in (attackers, defenders)
            )
            position.arrive(attacker, start.board.neighbours[middle][0], position.units[attacker].most)
            position.arrive(defender, middle, position.units[defender].most)
            fought = engaged(position, (attacker,), (middle,))
            yield column_of(position, fought, settled(position)), sorted(position.states)


def followed(game: Rules) -> Iterator[object]:
    """Yield who may advance how far, when everybody on the other side of a battle is gone."""
    start = game.begin(next(iter(_setups(game))), {})
    board = start.board
    middle = max(board.places, key=lambda place: len(board.neighbours[place]))
    for turn, phase in _combat_phases(start):
        side = start.rules.sequence.phases[phase].sides[0]
        own, enemies = (_by_strength(start, side, own=mine) for mine in (True, False))
        classes = {start.units[unit].unit_class: None for unit in own}
        of_class = [[u for u in own if start.units[u].unit_class == one] for one in classes]
        firsts = [units[0] for units in of_class]
        for group in (own[:3], firsts, firsts[::-1], *(units[:3] for units in of_class)):
            for victors, die in product((True, False), (1, 6)):
                position = _cleared(start, turn, phase)
                position.arrive(enemies[0], middle, position.units[enemies[0]].most)
                for unit, place in zip(group, board.neighbours[middle], strict=False):
                    position.arrive(unit, place, position.units[unit].most)
                attackers = tuple(unit for unit in group if position.on_map(unit))
                game.apply(position, a.Attack(attackers, (middle,)))
                game.apply(position, a.Roll((middle,), (die,) * _count(position)))
                for unit in enemies[:1] if victors else attackers:
                    position.put(unit, ELIMINATED)
                for unit in attackers if victors else enemies[:1]:
                    paths = list(_paths(position, position.where[unit], 3))
                    yield [told(game, position, a.Advance(unit, path)) for path in paths]
                    ways = (a.Advance(unit, path) for path in paths)
                    first = next((way for way in ways if game.check(position, way).legal), None)
                    if first is not None:
                        game.apply(position, first)


def fates(game: Rules) -> Iterator[object]:
    """Yield who wins in every phase with so many of one side gone off the map and so many eliminated."""
    start = game.begin(next(iter(_setups(game))), {})
    phases = start.rules.sequence.phases
    ids = {side: [u.id for u in start.units.values() if u.side == side] for side in start.rules.sides}
    for leaving, dying in product(start.rules.sides, repeat=2):
        for gone, dead in product(range(0, 6), range(0, 8)):
            for turn, phase in ((1, len(phases) - 2), (2, len(phases) - 1)):
                position = _cleared(start, turn, phase)
                for unit in ids[leaving][:gone]:
                    position.put(unit, EXITED)
                for unit in ids[dying][-dead:] if dead else ():
                    position.put(unit, ELIMINATED)
                for one in position.phase.sides:
                    game.apply(position, a.End(one))
                yield position.over, position.winner, position.level


def exchanges(game: Rules) -> Iterator[object]:
    """Yield what is owed after each loss of a battle, until nothing is."""
    for fixed in _tables(game):
        for index, position in enumerate(islice(fights(game, fixed), 0, None, SAMPLE)):
            targets = position.battles[0].targets
            after = position.copy()
            game.apply(after, a.Roll(targets, (1 + index % 6,) * _count(after)))
            for unit in [*after.battles[0].attackers, *after.stack(targets[0])]:
                for action in (a.Lose(unit, 1), a.Eliminate(unit)):
                    if after.on_map(unit) and game.check(after, action).legal:
                        game.apply(after, action)
                        yield [told(game, after, one) for one in _answers(after)]
                        break


def _tables(game: Rules) -> Iterator[Mapping[str, str]]:
    """Yield what fixes each table that an unclear point may choose; nothing where there is one table."""
    use = game.begin("", {}).rules.of(UseTable)[0].rule.table
    yield from ({use.point: reading} for reading in use.values) if use.point else ({},)


def _count(position: Position) -> int:
    use = position.rules.of(UseTable)[0].rule
    return position.rules.tables[next(iter(use.table.every()))].dice.count


def places(game: Rules) -> Iterator[object]:
    """Yield who wins when a side holds each place by itself, and with everything lost."""
    start = game.begin(next(iter(_setups(game))), {})
    last = start.rules.sequence.turns
    for side, place in product(start.rules.sides, [*start.control, ""]):
        position = _cleared(start, last, len(start.rules.sequence.phases) - 1)
        if place:
            position.control[place] = side
        for unit in position.units.values():
            if unit.side == side:
                position.put(unit.id, ELIMINATED)
        game.apply(position, a.End(position.phase.sides[0]))
        yield side, place, position.winner, position.level


def moves(game: Rules) -> Iterator[object]:
    """Yield where one unit of each side and class can go alone, from every place in every phase."""
    start = game.begin(next(iter(_setups(game))), {})
    for turn, phase in _phases(start, "move"):
        sides = start.rules.sequence.phases[phase].sides
        kinds = {(u.side, u.unit_class, u.face(u.most).movement): u for u in start.units.values()}
        for unit in kinds.values():
            if unit.side in sides:
                position = _cleared(start, turn, phase)
                for place in position.board.places:
                    position.put(unit.id, place)
                    yield ways(position, unit.id)


def crowds(game: Rules) -> Iterator[object]:
    """Yield verdicts on retreats and advances in crowds of both sides, after every roll."""
    start = game.begin(next(iter(_setups(game))), {})
    for seed in range(CROWDS):
        rng = Random(seed)
        turn, phase = rng.choice(list(_combat_phases(start)))
        position = _cleared(start, turn, phase)
        side = position.phase.sides[0]
        target = rng.choice(sorted(position.board.places))
        near = sorted(
            position.board.places, key=lambda place: (position.board.distance(target, place), place)
        )
        own = rng.sample(_by_strength(position, side, own=True), 4)
        enemies = rng.sample(_by_strength(position, side, own=False), 4)
        position.arrive(enemies[0], target, 1)
        position.arrive(own[0], near[1], position.units[own[0]].most)
        for unit, place in zip(enemies[1:] + own[1:], rng.sample(near[2:20], 6), strict=True):
            if not position.stack(place):
                position.arrive(unit, place, position.units[unit].most)
        if not position.board.touch(target, near[1]):
            continue
        game.apply(position, a.Attack((own[0],), (target,)))
        for die in (1, 2, 3, 4, 5, 6):
            after = position.copy()
            game.apply(after, a.Roll((target,), (die,) * _count(after)))
            for _ in range(4):
                found = due(after)
                for unit in found.units:
                    for path in _paths(after, after.where[unit], 3):
                        yield told(game, after, a.Retreat(unit, path, after.rules.sides[0]))
                        yield told(game, after, a.Retreat(unit, path))
                legal = [one for one in legal_actions(after) if not isinstance(one, a.Attack | a.End)]
                yield [told(game, after, a.Advance(own[0], path)) for path in _paths(after, near[1], 2)]
                if not legal:
                    break
                game.apply(after, legal[0])


def returns(game: Rules) -> Iterator[object]:
    """Yield verdicts on two units brought back in one place, one after the other, whoever holds it."""
    start = game.begin(next(iter(_setups(game))), {})
    for turn, phase in _phases(start, "replace"):
        side = start.rules.sequence.phases[phase].sides[0]
        own = [unit for unit in start.units.values() if unit.side == side]
        firsts = {unit.unit_class: unit.id for unit in own}
        for place, holder in product(dict.fromkeys((*grounds(start), *start.control)), start.rules.sides):
            for unit in firsts.values():
                position = _cleared(start, turn, phase)
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
    for (turn, phase), unit in product(_phases(start, "set_up"), start.units):
        position = start.copy()
        position.turn, position._phase = 0, phase
        for place, steps in product(grounds(start), (1, 2)):
            yield turn, told(game, position, a.Place(unit, place, steps))


def beset(game: Rules) -> Iterator[object]:
    """Yield whether units are brought back in a place beside an enemy of each kind."""
    start = game.begin(next(iter(_setups(game))), {})
    for turn, phase in _phases(start, "replace"):
        side = start.rules.sequence.phases[phase].sides[0]
        unit, *_ = _by_strength(start, side, own=True)
        enemies = {start.units[one].unit_class: one for one in _by_strength(start, side, own=False)}
        for place, enemy in product(start.control, enemies.values()):
            for near in start.board.neighbours[place]:
                position = _cleared(start, turn, phase)
                position.put(unit, ELIMINATED)
                position.arrive(enemy, near, position.units[enemy].most)
                position.control[place] = side
                yield told(game, position, a.Place(unit, place, 1))


def heaps(game: Rules) -> Iterator[object]:
    """Yield whether a phase may end with so many units in one place, the last worn or not."""
    start = game.begin(next(iter(_setups(game))), {})
    middle = max(start.board.places, key=lambda place: len(start.board.neighbours[place]))
    for turn, phase in _phases(start, "move"):
        side = start.rules.sequence.phases[phase].sides[0]
        own = _by_strength(start, side, own=True)
        for size, worn in product(range(1, MOST + 1), (False, True)):
            position = _cleared(start, turn, phase)
            for unit in own[:size]:
                last = worn and unit == own[:size][-1]
                position.arrive(unit, middle, 1 if last else position.units[unit].most)
            yield told(game, position, a.End(side))


def stranded(game: Rules) -> Iterator[object]:
    """Yield which units lack a line among crowds of both sides close together."""
    start = game.begin(next(iter(_setups(game))), {})
    for seed in range(CROWDS):
        rng = Random(seed)
        position = _cleared(start, *rng.choice(list(_phases(start, "move"))))
        middle = rng.choice(sorted(position.board.places))
        near = sorted(position.board.places, key=lambda place: position.board.distance(middle, place))[:24]
        units = rng.sample(sorted(position.units), min(len(position.units), 12))
        for unit, place in zip(units, rng.sample(near, min(len(near), 12)), strict=False):
            position.arrive(unit, place, position.units[unit].most)
        reading = settled(position)
        for unit in units:
            yield unit, [one.number for one in lacking(position, position.units[unit], reading)]
    yield from _surrounded(game, start)


def _surrounded(game: Rules, start: Position) -> Iterator[object]:
    """Yield what each kind of unit lacks that enemies stand around, and whether it may move or attack."""
    middle = max(start.board.places, key=lambda place: len(start.board.neighbours[place]))
    *around, free = start.board.neighbours[middle]
    kinds = {(unit.side, unit.unit_class): id for id, unit in start.units.items()}
    for turn, phase in (*_phases(start, "move"), *_combat_phases(start)):
        for (side, _), unit in kinds.items():
            position = _cleared(start, turn, phase)
            position.arrive(unit, middle, position.units[unit].most)
            for enemy, place in zip(_by_strength(start, side, own=False), around, strict=False):
                position.arrive(enemy, place, position.units[enemy].most)
            found = lacking(position, position.units[unit], settled(position))
            yield unit, [one.number for one in found], told(game, position, a.Move(unit, (free,)))
            yield told(game, position, a.Attack((unit,), tuple(around[:1])))


def _paths(position: Position, start: str, most: int) -> Iterator[tuple[str, ...]]:
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


def scores(game: Rules) -> Iterator[object]:
    """Yield who wins with so many units of each side lost or gone off the map, whoever holds what."""
    start = game.begin(next(iter(_setups(game))), {})
    for side, where, count, holder in product(
        start.rules.sides, (ELIMINATED, EXITED), range(len(start.units)), start.rules.sides
    ):
        position = _cleared(start, start.rules.sequence.turns, len(start.rules.sequence.phases) - 1)
        for place in position.control:
            position.control[place] = holder
        for unit in [unit for unit in position.units.values() if unit.side == side][:count]:
            position.put(unit.id, where)
        yield [score(position, one) for one in position.rules.sides]
        game.apply(position, a.End(position.phase.sides[0]))
        yield position.winner, position.level


def exact(game: Rules) -> Iterator[object]:
    """Yield who wins below and at every threshold of points, in each turn in which that is asked."""
    start = game.begin(next(iter(_setups(game))), {})
    last = len(start.rules.sequence.phases) - 1
    asked = {turn for clause in start.rules.of(Victory) for turn in clause.rule.turns}
    moments = [(start.rules.sequence.turns, last), *product(sorted(asked), (0, last))]
    for side, (turn, phase) in product(start.rules.sides, moments):
        for units in range(2 ** min(len(start.control) + 6, 10)):
            position = _cleared(start, turn, phase)
            others = [unit.id for unit in position.units.values() if unit.side != side]
            picked = [unit for index, unit in enumerate(others) if units >> index & 1]
            for unit in picked:
                position.put(unit, ELIMINATED)
            for index, place in enumerate(sorted(position.control)):
                position.control[place] = start.rules.sides[units >> index & 1]
            yield _ended(game, position)
        for kept in range(30):
            position = _cleared(start, turn, phase)
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
    start = game.begin(next(iter(_setups(game))), {})
    for side in start.rules.sides:
        position = _cleared(start, 1, 0)
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


def captured(game: Rules) -> Iterator[object]:
    """Yield the columns of battles when one side holds every place."""
    for position in fights(game):
        for side in position.rules.sides:
            for place in position.control:
                position.control[place] = side
            engagement = engaged(position, position.battles[0].attackers, position.battles[0].targets)
            yield column_of(position, engagement, settled(position))


_BATTLES = (battles, results, exchanges, crowds, afar, obliged, again, weakened)
_ENDS = (starts, moments, places, scores, exact, fates, weakened)
CORNERS: Mapping[str, tuple[Corner, ...]] = {
    "sequence": (moves, battles),
    "arrivals": (returns, beset, first_places),
    "movement": (moves,),
    "stacking": (crowds, heaps),
    "zones": (moves, crowds, stranded),
    "lines": (stranded, moves, battles, captured),
    "combat": _BATTLES,
    "tables": _BATTLES,
    "losses": _BATTLES,
    "retreats": (crowds, followed),
    "control": _ENDS,
    "victory": _ENDS,
}
"""Module of a mechanism → the corners in which its values matter."""
