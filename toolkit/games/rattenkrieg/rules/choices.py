"""What can be done in a position: every action worth asking about, and those of them that are legal.

Chance is taken from the position: cards come from the top of the deck.  The order of a shuffle is for the
caller to say.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from toolkit.games.rattenkrieg.rules import actions as a
from toolkit.games.rattenkrieg.rules.cards import DECK
from toolkit.games.rattenkrieg.rules.data import FACTORY, UnitClass
from toolkit.games.rattenkrieg.rules.events import uses
from toolkit.games.rattenkrieg.rules.game import breaches
from toolkit.games.rattenkrieg.rules.hands import hand_limit
from toolkit.games.rattenkrieg.rules.moments import Due, Moment, due, stranded
from toolkit.games.rattenkrieg.rules.operations import activated
from toolkit.games.rattenkrieg.rules.position import OFF_MAP, Phase, Position
from toolkit.games.rattenkrieg.rules.readings import companion, controls, playable
from toolkit.games.rattenkrieg.rules.sides import Side
from toolkit.games.rattenkrieg.rules.ways import retreats
from toolkit.rules.rulings import Rulings

Actions = Iterator[a.Action]
FOLDED: tuple[a.Folded, ...] = ("hidden", "shown", "returned")


def legal_actions(position: Position, rulings: Rulings, order: Sequence[str] = ()) -> list[a.Action]:
    """Return every legal action of a position under one reading.

    Parameters
    ----------
    order : sequence of str
        Order in which cards lie after a shuffle, should one come.
    """
    return [
        action for action in candidates(position, rulings, order) if not breaches(position, action, rulings)
    ]


def candidates(position: Position, rulings: Rulings, order: Sequence[str] = ()) -> Actions:
    """Yield actions that fit what a position waits for; not all of them are legal."""
    if shuffles(position):
        cards = DECK if position.phase is Phase.SETUP else position.pile
        places = {card: place for place, card in enumerate(order)}
        yield a.Shuffle(tuple(sorted(cards, key=lambda card: places.get(card, -1))))
    waiting = due(position, rulings)
    yield from _AT[waiting.moment](position, waiting, rulings)


def shuffles(position: Position) -> bool:
    """Return whether a new deck can be made (3.3, 3.4)."""
    if position.phase is Phase.SETUP:
        return not any(position.steps.values()) and not any(position.hands)
    return position.phase is not Phase.OVER and not position.deck and bool(position.pile)


def _top(position: Position, count: int) -> tuple[str, ...]:
    """Return the next cards of the deck, as many as there are up to `count`."""
    return tuple(reversed(position.deck[-count:])) if count > 0 else ()


def _set_up(position: Position, _waiting: Due, _rulings: Rulings) -> Actions:
    data = position.data
    for unit in data.units.values():
        if not position.on_map(unit.id):
            free = (FACTORY,) if unit.kind is UnitClass.TANK else (data.rears[unit.side],)
            for area in data.normal if unit.kind is UnitClass.RIFLE else free:
                yield a.Place(unit.id, area)
        lacking = unit.steps - len(position.steps[unit.id])
        if lacking and position.deck:
            yield a.DealSteps(unit.id, _top(position, lacking))
    for side in reversed(Side):
        lacking = position.data.figures.hands[side] - len(position.hands[side])
        if lacking and position.deck:
            yield a.DealHand(side, _top(position, lacking))
    yield a.EndSetUp()


def _arrivals(position: Position, _waiting: Due, _rulings: Rulings) -> Actions:
    data = position.data
    for unit in data.units.values():
        if position.where[unit.id] == OFF_MAP and unit.enters == position.turn:
            yield a.Reinforce(unit.id, data.rears[unit.side])
        lacking = unit.steps - len(position.steps[unit.id])
        if unit.enters == position.turn and lacking and position.deck:
            yield a.DealSteps(unit.id, _top(position, lacking))
    if position.t34_gone:
        yield a.ReturnT34(FACTORY)
    yield a.EndReinforcement()


def _idle(position: Position, _waiting: Due, _rulings: Rulings) -> Actions:
    side = position.actor
    own = [unit for unit in position.data.units.values() if unit.side is side and position.on_map(unit.id)]
    for unit in own:
        yield a.Activate(unit.id)
        if position.where[unit.id] == position.where.get(position.data.tank):
            yield a.Activate(unit.id, with_t34=True)
        yield a.Pass(side, unit.id)
        if position.deck:
            yield a.Replenish(unit.id, position.deck[-1])
    yield a.Pass(side)
    yield a.EndOperations()
    if position.readied:
        yield a.End()
    for card in position.hands[side]:
        if a.ChuikovReady in uses(position.data, card, side):
            for unit in own:
                yield a.ChuikovReady(card, unit.id)


def _active(position: Position, waiting: Due, rulings: Rulings) -> Actions:
    act, data = position.act, position.data
    if act is None or not position.on_map(act.unit):
        return
    side, start = position.side(act.unit), position.where[act.unit]
    beside = companion(position, act.unit, rulings) is not None
    if waiting.moment is Moment.CONTESTED:
        for area in retreats(position, act.unit, rulings):
            yield a.Retreat(act.unit, area, with_t34=beside)
        yield a.Remove(act.unit)
        yield a.Isolate(act.unit)
    else:
        together = (True, False) if beside else (False,)
        for area in data.areas:
            if controls(position, side, area, rulings):
                for with_t34 in together if area != start else ():
                    yield a.MoveFriendly(act.unit, area, with_t34)
            elif area in data.neighbours[start]:
                yield from _enter(position, act.unit, area, beside)
        flipped = tuple(unit for unit in activated(position) if position.on_map(unit))
        yield a.End(flipped)
        yield a.End()
        yield a.Pass(side, act.unit)
    if position.units_in(start, side.enemy):
        yield a.Attack(act.unit)
        if data.tank in position.units_in(start, side) and data.tank != act.unit:
            yield a.Attack(act.unit, support=True)
    yield from events(position)


def _enter(position: Position, unit: str, area: str, beside: bool) -> Actions:
    side = position.side(unit)
    together = (True, False) if beside else (False,)
    if position.units_in(area, side.enemy):
        for with_t34 in together:
            yield a.EnterBattle(unit, area, with_t34, support=with_t34)
        if position.data.tank in position.units_in(area, side):
            yield a.EnterBattle(unit, area, support=True)
        return
    for card in (*position.hands[side], *position.steps[unit]):
        for with_t34 in together:
            yield a.EnterEmpty(unit, area, card, with_t34)


def events(position: Position) -> Actions:
    """Yield the events that the acting unit's cards and the hand allow, and some that they do not."""
    act, side = position.act, position.actor
    if act is None:
        return
    for card in (*position.hands[side], *position.steps[act.unit]):
        for kind in uses(position.data, card, side):
            yield from _event(position, kind, card)


def _event(position: Position, kind: type, card: str) -> Actions:
    side = position.actor
    if kind in (a.Bombard, a.AirSupport):
        for target in position.data.units if position.deck else ():
            if position.side(target) is not side and position.on_map(target):
                yield kind(card, target, position.deck[-1])
    elif kind is a.Sniper:
        for taken in position.hands[Side.GERMAN] or (None,):
            yield a.Sniper(card, taken)
    elif kind is a.ChuikovReady:
        for unit in sorted(position.down):
            yield a.ChuikovReady(card, unit)
    else:
        yield kind(card)


def _name(position: Position, waiting: Due, _rulings: Rulings) -> Actions:
    if position.battle is None or waiting.side is None:
        return
    there = position.units_in(position.battle.area, waiting.side)
    for unit in there:
        yield a.NameDefender(waiting.side, unit)
        if position.data.tank in there and unit != position.data.tank:
            yield a.NameDefender(waiting.side, unit, support=True)


def _cards(position: Position, side: Side, rulings: Rulings) -> list[str]:
    """Return the cards that a side can lay in the battle that is fought."""
    battle = position.battle
    if battle is None or battle.defender is None:
        return []
    unit = battle.attacker if side is position.side(battle.attacker) else battle.defender
    return playable(position, unit, rulings)


def _declare(position: Position, waiting: Due, rulings: Rulings) -> Actions:
    side = waiting.side
    if position.battle is None or side is None:
        return
    for card in _cards(position, side, rulings):
        yield a.PlayCard(side, card)
        if side is Side.GERMAN:
            yield a.PlayCard(side, card, face_up=True)
    if side is position.side(position.battle.attacker):
        yield a.Stop()
    else:
        for folded in FOLDED:
            yield a.TakeLoss(side, folded)


def _raise(position: Position, waiting: Due, rulings: Rulings) -> Actions:
    side = waiting.side
    if side is None:
        return
    yield a.Stand(side)
    for card in _cards(position, side, rulings):
        yield a.Raise(side, card)
        if side is Side.GERMAN:
            yield a.Raise(side, card, face_up=True)
    for folded in FOLDED:
        yield a.TakeLoss(side, folded)


def _open(position: Position, _waiting: Due, _rulings: Rulings) -> Actions:
    opened = position.battle.opened if position.battle is not None else ()
    yield from (a.Open(side) for side in Side if side not in opened)


def _tie(_position: Position, _waiting: Due, _rulings: Rulings) -> Actions:
    yield a.FightOn()
    yield a.Stop()


def _damage(position: Position, waiting: Due, rulings: Rulings) -> Actions:
    unit = waiting.unit
    beside = companion(position, unit, rulings) is not None
    for area in retreats(position, unit, rulings):
        yield a.Retreat(unit, area, with_t34=beside)
    for card in position.steps[unit]:
        yield a.LoseStep(unit, card)
    yield a.T34Out()
    yield a.Remove(unit)


def _stranded(position: Position, _waiting: Due, rulings: Rulings) -> Actions:
    if position.broken is None:
        return
    for unit in stranded(position, position.broken, rulings):
        for area in retreats(position, unit, rulings):
            yield a.Retreat(unit, area)
        yield a.Isolate(unit)


def _replenishment(position: Position, _waiting: Due, rulings: Rulings) -> Actions:
    for side in Side:
        hand = position.hands[side]
        for card in hand:
            yield a.Discard(side, (card,))
        room = hand_limit(position, side, rulings) - len(hand)
        for count in range(1, min(room, len(position.deck)) + 1):
            yield a.Draw(side, _top(position, count))
    if position.down:
        yield a.FlipUp(tuple(sorted(position.down)))
    for winner in (None, *Side):
        yield a.EndTurn(winner)


def _over(_position: Position, _waiting: Due, _rulings: Rulings) -> Actions:
    yield from ()


_AT: Mapping[Moment, Callable[[Position, Due, Rulings], Actions]] = {
    Moment.SETUP: _set_up,
    Moment.REINFORCEMENT: _arrivals,
    Moment.IDLE: _idle,
    Moment.ACTIVE: _active,
    Moment.CONTESTED: _active,
    Moment.NAME: _name,
    Moment.DECLARE: _declare,
    Moment.ANSWER: _declare,
    Moment.RAISE: _raise,
    Moment.ANSWER_RAISE: _raise,
    Moment.OPEN: _open,
    Moment.TIE: _tie,
    Moment.DAMAGE: _damage,
    Moment.STRANDED: _stranded,
    Moment.REPLENISHMENT: _replenishment,
    Moment.OVER: _over,
}
