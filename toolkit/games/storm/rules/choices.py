"""What can be done in a position: actions worth asking about, and those of them that are legal.

Groups of units are too many to list all: each unit alone, all together, each division with and without the
independent units, all that can fire.  Chance is taken from the position: cards come from the top of a deck.
The order of a shuffle and the dice are for the caller to say.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from toolkit.games.storm.rules import actions as a
from toolkit.games.storm.rules.cards import LAYS
from toolkit.games.storm.rules.data import Card, Timing, Use
from toolkit.games.storm.rules.fire import points_left
from toolkit.games.storm.rules.game import breaches
from toolkit.games.storm.rules.hands import room_to_draw
from toolkit.games.storm.rules.losses import can_take
from toolkit.games.storm.rules.moments import Due, Moment, due
from toolkit.games.storm.rules.movement import slowest
from toolkit.games.storm.rules.position import ELIMINATED, Position
from toolkit.games.storm.rules.reach import reachable
from toolkit.games.storm.rules.readings import both_passed, laid_for
from toolkit.games.storm.rules.reinforcements import designated, open_areas, waiting
from toolkit.games.storm.rules.retreat import ways
from toolkit.games.storm.rules.sides import Side
from toolkit.games.storm.rules.victory import victor
from toolkit.games.storm.rules.withdrawal import substitutes, to_leave, too_few
from toolkit.rules.rulings import Rulings

Actions = Iterator[a.Action]


def legal_actions(
    position: Position, rulings: Rulings, dice: tuple[int, int] = (3, 4), order: Sequence[str] = ()
) -> list[a.Action]:
    """Return the legal ones of `candidates`."""
    found = candidates(position, rulings, dice, order)
    return [action for action in found if not breaches(position, action, rulings)]


def candidates(
    position: Position, rulings: Rulings, dice: tuple[int, int] = (3, 4), order: Sequence[str] = ()
) -> Actions:
    """Yield actions that fit what a position waits for; not all of them are legal.

    Parameters
    ----------
    dice : (int, int)
        What the next roll gives.
    order : sequence of str
        Order in which cards lie after a shuffle, should one come.
    """
    now = due(position, rulings)
    match now.moment:
        case Moment.PREPARATION:
            yield from _preparation(position, order)
        case Moment.DRAW | Moment.HANDS:
            yield from _hands(position, rulings, now.moment, order)
        case Moment.OWED if position.owed is not None:
            yield from _draw(position, position.owed.side, position.owed.count, order)
        case Moment.SHOT:
            yield a.Roll(dice)
            yield from answers(position, rulings)
        case Moment.LOSSES:
            yield from losses(position, rulings)
            yield from answers(position, rulings)
        case Moment.ARRIVALS:
            yield from _arrivals(position, rulings)
        case Moment.IDLE | Moment.LAID:
            yield from _impulse(position, now, rulings)
        case _:
            return


def _shuffle(side: Side, order: Sequence[str], cards: Sequence[str]) -> a.Shuffle:
    places = {card: place for place, card in enumerate(order)}
    return a.Shuffle(side, tuple(sorted(cards, key=lambda card: places.get(card, -1))))


def _preparation(position: Position, order: Sequence[str]) -> Actions:
    for side in Side:
        if not position.decks[side] and position.data.decks[side]:
            yield _shuffle(side, order, position.data.decks[side])
        for target in range(1, len(position.data.victory_areas) + 1):
            yield a.Bid(side, target)
    for soviet in Side if position.bids else ():
        for target in sorted({*position.bids.values(), 2, 3}):
            yield a.OpenBids(soviet, target)
    if all(position.decks[side] or not position.data.decks[side] for side in Side):
        yield a.Begin()


def _draw(position: Position, side: Side, count: int, order: Sequence[str]) -> Actions:
    deck = position.decks[side]
    if not deck and position.piles[side] and count:
        yield _shuffle(side, order, position.piles[side])
    most = min(count, len(deck))
    for number in range(1, most + 1):
        yield a.Draw(side, tuple(reversed(deck[-number:])))


def _hands(position: Position, rulings: Rulings, moment: Moment, order: Sequence[str]) -> Actions:
    for side in Side:
        if moment is Moment.HANDS and not position.drawn[side]:
            for card in position.hands[side]:
                yield a.Discard(side, (card,))
        yield from _draw(position, side, room_to_draw(position, side, rulings), order)
    yield a.EndDraw() if moment is Moment.DRAW else a.EndHands()


def groups(position: Position, area: str, side: Side) -> list[tuple[str, ...]]:
    """Return groups of fresh units of an area that may act together."""
    fresh = [unit for unit in position.units_in(area, side) if unit not in position.spent]
    units = position.data.units
    found: dict[tuple[str, ...], None] = {(unit,): None for unit in fresh}
    if side is Side.SOVIET:
        found[tuple(fresh)] = None
    else:
        free = [unit for unit in fresh if not units[unit].division]
        found[tuple(free)] = None
        for division in dict.fromkeys(units[unit].division for unit in fresh):
            own = [unit for unit in fresh if division and units[unit].division == division]
            found[tuple(own)] = None
            found[tuple(unit for unit in fresh if unit in own or unit in free)] = None
        if laid_for(position, Use.JOINT):
            found[tuple(fresh)] = None
    return [group for group in found if group]


def _impulse(position: Position, now: Due, rulings: Rulings) -> Actions:
    side = now.side
    if side is None:
        return
    if both_passed(position, rulings):
        yield a.EndImpulses()
        return
    data = position.data
    starts = [area for area in data.areas if position.units_in(area, side)]
    timings = {data.cards[laid.card].timing for laid in position.laid}
    for start in starts:
        # Groups of the same size and speed go to the same areas.
        known: dict[tuple[int, int], Mapping[str, tuple[str, ...]]] = {}
        for group in groups(position, start, side):
            if Timing.OWN_FIRE not in timings:
                pace = (len(group), slowest(position, group))
                if pace not in known:
                    known[pace] = reachable(position, group, rulings)
                yield from (a.Move(side, group, path) for path in known[pace].values())
            if not timings - {Timing.OWN_FIRE}:
                yield from fires(position, side, start, group)
    if position.done is not None and position.done.overrun:
        yield from _second_fire(position)
    if now.moment is Moment.IDLE:
        yield a.Pass(side)
    for player in Side:
        yield from plays(position, player)


def _second_fire(position: Position) -> Actions:
    """Yield the fires that an overrun allows."""
    done = position.done
    if done is not None:
        group = tuple(unit for unit in done.units if position.where[unit] == done.goal)
        yield from fires(position, done.side, done.goal, group)


def fires(position: Position, side: Side, start: str, group: tuple[str, ...]) -> Actions:
    """Yield the fires of those of a group that can."""
    able = tuple(unit for unit in group if position.data.units[unit].attack)
    if not able or able != group or start not in position.data.areas:
        return
    for target in (start, *position.data.neighbours[start]):
        if position.units_in(target, side.enemy):
            yield a.Fire(side, able, target)


def answers(position: Position, _rulings: Rulings) -> Actions:
    """Yield the cards that may be played on a fire or on losses."""
    for side in Side:
        yield from plays(position, side)


def plays(position: Position, side: Side) -> Actions:
    """Yield plays of the cards in a hand, with what they name and cost; of cards that are not seen none."""
    for id in position.hands[side]:
        card = position.data.cards.get(id)
        if card is None or card.effect is None or not _fits(position, card):
            continue
        for paid in _costs(position, card):
            for area, units in _subjects(position, card):
                yield a.Play(side, id, area, units, paid)


def _fits(position: Position, card: Card) -> bool:
    """Return whether a card's moment may be there."""
    shot, done, toll = position.shot, position.done, position.toll
    match card.timing:
        case Timing.ENEMY_FIRE:
            return shot is not None and shot.side is not card.side
        case Timing.ENEMY_LOSS:
            return toll is not None and toll.rolled and toll.victim is card.side
        case Timing.ENEMY_MOVE:
            return done is not None and bool(done.path) and done.side is not card.side and toll is None
        case Timing.OWN_FIRE | Timing.OWN_MOVE if card.does(Use.UNSPENT):
            return done is not None and done.side is card.side and shot is None and not position.laid
        case Timing.OWN_FIRE:
            return shot is None or (shot.side is card.side and bool(shot.units) and not card.does(Use.JOINT))
        case _:
            return shot is None


def _costs(position: Position, card: Card) -> Iterator[tuple[str, ...]]:
    hand = [id for id in position.hands[card.side] if id != card.id]
    if card.spends:
        for unit in position.data.units.values():
            fresh = position.on_map(unit.id) and unit.id not in position.spent
            if unit.side is card.side and unit.kind == card.spends and fresh:
                yield (unit.id,)
    elif card.discards <= len(hand):
        yield tuple(hand[: card.discards])


def _subjects(position: Position, card: Card) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield areas and units that a card can name."""
    effect, data, side = card.effect, position.data, card.side
    if effect is None or card.does(*LAYS):
        yield "", ()
        return
    match effect.use:
        case Use.BOMBARD | Use.SNIPE:
            yield from ((area, ()) for area in data.areas if position.units_in(area, side.enemy))
        case Use.RALLY:
            for area in data.areas:
                spent = [unit for unit in position.units_in(area, side) if unit in position.spent]
                spent = [unit for unit in spent if not card.classes or data.units[unit].kind in card.classes]
                if spent:
                    yield area, tuple(spent[: effect.amount])
        case Use.REPLACE:
            for unit in data.units.values():
                if unit.side is side and position.where[unit.id] == ELIMINATED:
                    for place in data.areas.values():
                        if place.ferry if side is Side.SOVIET else place.entry:
                            yield place.id, (unit.id,)
        case Use.UNSPENT if position.done is not None:
            left = [unit for unit in position.done.units if unit in position.spent]
            yield "", tuple(left[: effect.amount])
        case _:
            yield "", ()


def losses(position: Position, rulings: Rulings) -> Actions:
    """Yield what the points that are due can be allotted to."""
    toll = position.toll
    if toll is None:
        return
    left = points_left(toll, rulings)
    for unit in toll.pool:
        if not can_take(position, toll, unit, left, rulings):
            continue
        fresh = unit not in position.spent
        if fresh:
            yield a.Spend(toll.allotter, unit)
        if left >= (3 if fresh else 2):
            yield a.Eliminate(toll.allotter, unit)
        kind = a.Drive if fresh else a.Retreat
        for path, lost in ways(position, unit, rulings):
            yield kind(toll.allotter, unit, path, lost)
    yield a.CloseLosses(toll.allotter)


def _arrivals(position: Position, rulings: Rulings) -> Actions:
    for unit in waiting(position):
        for area in open_areas(position, unit, rulings) or designated(position, unit):
            yield a.Place(unit, area)
        yield a.Lost(unit)
    for black in to_leave(position, rulings):
        if position.where[black] != ELIMINATED:
            yield a.Withdraw(black, black)
        else:
            yield from (a.Withdraw(unit, black) for unit in substitutes(position, rulings))
    if too_few(position, rulings):
        yield a.EndTurn(Side.SOVIET)
    elif position.turn >= position.data.last_turn:
        yield a.EndTurn(victor(position, rulings))
    else:
        yield a.EndTurn()
