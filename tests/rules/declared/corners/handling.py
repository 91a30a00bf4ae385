"""Corners of dice that units throw, of support, and of cards that are drawn, played, discarded, shuffled."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from tests.rules.declared.corners.scenes import (
    Rules,
    by_strength,
    cleared,
    grounds,
    is_legal,
    phases,
    posts,
    setups,
    sides_of,
    told,
)
from toolkit.rules.declared import Position
from toolkit.rules.declared import actions as a
from toolkit.rules.declared.choices import settled
from toolkit.rules.declared.hands import kind_of, lying
from toolkit.rules.declared.throwing import open_throws, throw_of
from toolkit.rules.mechanisms.cards import DECK, HAND, PLAYED
from toolkit.rules.mechanisms.forces import WAITING


def volleys(game: Rules) -> Iterator[object]:
    """Yield the dice of all units in battles on every kind of ground, with each kind of card played."""
    for position in _battles(game):
        kinds = {(card.side, card.kind): id for id, card in position.rules.cards.items()}
        for card in (None, *kinds.values()):
            battle, rule = position.battles[0], None if card is None else kind_of(position, card)
            battle.cards = [] if card is None else [card]
            on = (*battle.attackers[:1], *battle.targets) if rule is not None and rule.played_on else ()
            position.bear({(one, rule.id): "phase" for one in on if rule is not None})
            for unit in (*battle.attackers, *position.stack(battle.targets[0])):
                throw = throw_of(position, battle, unit, settled(position))
                if throw is not None:
                    rule = throw.clause.rule
                    counted = [sorted(rule.counted([face], throw.strength)) for face in range(1, 7)]
                    yield unit, throw.clause.number, throw.count, counted, rule.order


def helpers(game: Rules) -> Iterator[object]:
    """Yield who may support in a battle after whom, from beside the map and beside the place."""
    for position in _battles(game, afar=True):
        targets = position.battles[0].targets
        able = [unit for unit in position.units if is_legal(game, position, a.Support(unit, targets))]
        for group in product(able, repeat=3):
            after = position.copy()
            for unit in group:
                yield told(game, after, a.Support(unit, targets))
                game.apply(after, a.Support(unit, targets))


def hands(game: Rules) -> Iterator[object]:
    """Yield what may be done with cards in every phase, one after the other, wherever they lie at first."""
    start = game.begin(next(iter(setups(game))), {})
    stages = [cleared(start, 1, index) for index, _ in enumerate(start.rules.sequence.phases)]
    firsts = {(unit.side, unit.unit_class): id for id, unit in start.units.items()}
    for position in (*stages, *_battles(game)):
        for pile, kind in product((DECK, HAND, PLAYED), (a.Deal, a.Discard, a.Play)):
            after = position.copy()
            after.cards = dict.fromkeys(after.cards, pile)
            for side in after.rules.sides:
                yield told(game, after, a.Reshuffle(side, tuple(lying(after, side, PLAYED))))
                yield told(game, after, a.End(side))
            for card in after.cards:
                bearers = (*firsts.values(), *grounds(start)) if kind is a.Play else ()
                ways = (a.Play(card, (), on) for on in bearers)
                for action in (kind(card), *ways, *(a.Play(card, one.targets) for one in after.battles)):
                    yield told(game, after, action)
                    if is_legal(game, after, action):
                        game.apply(after, action)
                        break
            yield [told(game, after, a.End(side)) for side in after.rules.sides]


def cornered(game: Rules) -> Iterator[object]:
    """Yield what is asked after the lowest dice of all in a battle, with enemies all around the defenders."""
    for position in _battles(game, afar=True):
        battle = position.battles[0]
        side = position.units[battle.attackers[0]].side
        spare = [
            unit for unit, one in position.units.items() if one.side == side and unit not in battle.attackers
        ]
        for unit, place in zip(spare, position.board.neighbours[battle.targets[0]], strict=False):
            position.put(unit, place)
        while open_ := open_throws(position, battle, settled(position)):
            throw, missing = open_[0]
            game.apply(position, a.Roll(battle.targets, (1,) * missing, throw.unit))
        for unit in position.stack(battle.targets[0]):
            yield [told(game, position, one) for one in (a.Eliminate(unit), a.Lose(unit), a.End(side))]


def passages(game: Rules) -> Iterator[object]:
    """Yield who holds what after moves of two places, and who may move to where friends stand already."""
    start = game.begin(next(iter(setups(game))), {})
    for side, turn, phase in sides_of(start, "move"):
        own = by_strength(start, side, own=True)
        for place, near in start.board.neighbours.items():
            position = cleared(start, turn, phase)
            position.arrive(own[0], place, 1)
            game.apply(position, a.Move(own[0], (near[0], place)))
            yield sorted(position.control.items())
            for unit in own[1:]:
                position.arrive(unit, place, 1)
                yield told(game, position, a.Move(unit, (near[0],)))
                position.arrive(unit, near[0], 1)


def _battles(game: Rules, *, afar: bool = False) -> Iterator[Position]:
    """Yield battles of all units of both sides, on every kind of ground.

    `afar`: one attacks, one of each class; the others stand beside the place, or beside the map if they may
    not attack.
    """
    start = game.begin(next(iter(setups(game))), {})
    for turn, phase in phases(start, "fight"):
        side = start.rules.sequence.phases[phase].sides[0]
        own, enemies = by_strength(start, side, own=True), by_strength(start, side, own=False)
        for target in grounds(start):
            position = cleared(start, turn, phase)
            post = posts(position, target)[0]
            for unit in (*own, *enemies):
                position.arrive(unit, post if unit in own else target, position.units[unit].most)
            able = [unit for unit in own if is_legal(game, position, a.Attack((unit,), (target,)))]
            firsts = {position.units[unit].unit_class: (unit,) for unit in able}
            for attackers in firsts.values() if afar else [tuple(able)] * bool(able):
                battle = position.copy()
                for unit in (*own, *enemies[1:]) if afar else ():
                    if unit not in attackers:
                        waits = unit in own and unit not in able
                        battle.put(unit, WAITING if waits else position.board.neighbours[target][0])
                game.apply(battle, a.Attack(attackers, (target,)))
                yield battle
