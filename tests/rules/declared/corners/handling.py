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
    told,
)
from toolkit.rules.declared import Position
from toolkit.rules.declared import actions as a
from toolkit.rules.declared.choices import settled
from toolkit.rules.declared.hands import lying
from toolkit.rules.declared.throwing import throw_of
from toolkit.rules.mechanisms.cards import DECK, HAND, PLAYED
from toolkit.rules.mechanisms.forces import WAITING


def volleys(game: Rules) -> Iterator[object]:
    """Yield the dice of all units in battles on every kind of ground, with each kind of card played."""
    for position in _battles(game):
        kinds = {(card.side, card.kind): [id] for id, card in position.rules.cards.items()}
        for cards in ([], *kinds.values()):
            battle = position.battles[0]
            battle.cards = cards
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
    for position in (*stages, *_battles(game)):
        for pile, kind in product((DECK, HAND, PLAYED), (a.Deal, a.Discard, a.Play)):
            after = position.copy()
            after.cards = dict.fromkeys(after.cards, pile)
            for side in after.rules.sides:
                yield told(game, after, a.Reshuffle(side, tuple(lying(after, side, PLAYED))))
                yield told(game, after, a.End(side))
            for card in after.cards:
                for action in (kind(card), *(a.Play(card, battle.targets) for battle in after.battles)):
                    yield told(game, after, action)
                    if is_legal(game, after, action):
                        game.apply(after, action)
                        break
            yield [told(game, after, a.End(side)) for side in after.rules.sides]


def _battles(game: Rules, *, afar: bool = False) -> Iterator[Position]:
    """Yield battles of all units of both sides, on every kind of ground.

    `afar`: one attacks; the others stand beside the place, or beside the map if they may not attack.
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
            if not able:
                continue
            if afar:
                beside = position.board.neighbours[target][0]
                for unit in (*own, *enemies[1:]):
                    if unit in enemies or unit not in able:
                        position.put(unit, beside if unit in enemies else WAITING)
                    elif unit != able[0]:
                        position.put(unit, beside)
                able = able[:1]
            game.apply(position, a.Attack(tuple(able), (target,)))
            yield position
