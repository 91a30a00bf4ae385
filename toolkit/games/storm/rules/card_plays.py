"""What each card's own text asks for when it is played, when its act follows, and what it does."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from toolkit.games.storm.rules import actions as a
from toolkit.games.storm.rules.activation import follows_overrun
from toolkit.games.storm.rules.card_moves import ON_ACT
from toolkit.games.storm.rules.cards import (
    LAYS,
    about_this_area,
    far_from,
    for_these_units,
    price_paid,
)
from toolkit.games.storm.rules.data import Card, Timing, Use
from toolkit.games.storm.rules.hands import on_top
from toolkit.games.storm.rules.position import ELIMINATED, Position
from toolkit.games.storm.rules.readings import has_room, name
from toolkit.games.storm.rules.sides import Side
from toolkit.rules.judging import Breach
from toolkit.rules.registry import Kind, asked
from toolkit.rules.rulings import Rulings


def text_breaches(position: Position, action: a.Action, rulings: Rulings) -> Iterator[Breach]:
    """Yield what an action breaks of the texts of the cards that are played with it."""
    match action:
        case a.Play():
            card = position.data.cards[action.card]
            if card.effect is not None:
                yield from _named(card, _play(position, card, action, rulings))
        case a.Move() | a.Fire():
            yield from _act(position, action, rulings)
        case a.Draw() if position.owed is not None:
            reason = as_many_as_it_says(position, action)
            if reason is not None:
                yield Breach(f"CARD {position.owed.card}", reason)


def _named(card: Card, reasons: Iterator[str | None]) -> Iterator[Breach]:
    for reason in reasons:
        if reason is not None:
            yield Breach(f"CARD {card.id}", reason)


def _play(position: Position, card: Card, action: a.Play, rulings: Rulings) -> Iterator[str | None]:
    """Yield what is wrong with a card at the moment that it is played."""
    yield price_paid(position, card, action.paid)
    if card.does(*LAYS) and position.shot is None:
        return  # area and units are known when the act follows
    area, units = _subject(position, card, action)
    if not card.does(Use.DRAW):
        yield about_this_area(position, card, area, rulings)
        yield far_from(position, card, action.paid, area, position.shot.units if position.shot else ())
    yield for_these_units(position, card, units)
    yield from _use(position, card, action)


def _subject(position: Position, card: Card, action: a.Play) -> tuple[str, Sequence[str]]:
    """Return the area that a card is about, and the units that it is for."""
    shot, toll, done = position.shot, position.toll, position.done
    match card.timing:
        case Timing.OWN_FIRE if shot is not None:
            return shot.target, shot.units
        case Timing.ENEMY_FIRE if shot is not None:
            return shot.target, position.units_in(shot.target, card.side)
        case Timing.ENEMY_LOSS if toll is not None:
            return toll.area, toll.pool
        case Timing.ENEMY_MOVE if done is not None:
            return done.goal, ()
        case Timing.OWN_FIRE | Timing.OWN_MOVE if done is not None:
            return done.goal, action.units
        case _:
            return action.area, action.units


def _use(position: Position, card: Card, action: a.Play) -> Iterator[str | None]:
    """Yield what a card's own effect asks for."""
    yield enemies_to_bombard(position, card, action)
    yield enemies_to_snipe(position, card, action)
    yield spent_units_of_one_area(position, card, action)
    yield comes_back(position, card, action)
    yield stay_fresh(position, card, action)


def _act(position: Position, action: a.Move | a.Fire, rulings: Rulings) -> Iterator[Breach]:
    """Yield what is wrong with a move or fire by the cards laid for it, or by the overrun it belongs to."""
    cards = position.data.cards
    path = action.path if isinstance(action, a.Move) else ()
    goal = action.target if isinstance(action, a.Fire) else (path[-1] if path else "")
    if isinstance(action, a.Fire) and position.done is not None and follows_overrun(position, action):
        for card in (cards[id] for id in position.done.cards if cards[id].does(Use.OVERRUN)):
            yield from _named(card, iter((about_this_area(position, card, goal, rulings),)))
    for laid in position.laid:
        card = cards[laid.card]
        reasons = [for_these_units(position, card, action.units)]
        if not card.does(Use.OVERRUN):
            reasons.append(about_this_area(position, card, goal, rulings))
        reasons.append(far_from(position, card, laid.paid, goal, action.units))
        if isinstance(action, a.Move) or card.does(Use.JOINT):
            reasons += [asked(position, card, action, path) for asked in ON_ACT]
        yield from _named(card, iter(reasons))


@asked(
    "CARD bombard",
    "Fire of its own on an area: two dice and the card's attack; no unit fires and no marker is placed.",
    Kind.RESTRICTION,
)
def enemies_to_bombard(position: Position, card: Card, action: a.Play) -> str | None:
    """Judge the target of a bombardment.

    Checks: That enemy units are in the area.
    Legal: Aircraft bomb the Station with two Soviet units.
    Illegal: They bomb an empty area.
    """
    return None if not card.does(Use.BOMBARD) else _no_enemy(position, card.side, action.area)


@asked("CARD snipe", "Loss points on an area without a roll.", Kind.RESTRICTION)
def enemies_to_snipe(position: Position, card: Card, action: a.Play) -> str | None:
    """Judge the target of snipers.

    Checks: That enemy units are in the area.
    Legal: One point falls on the Germans in the Park.
    Illegal: It falls on an empty area.
    """
    return None if not card.does(Use.SNIPE) else _no_enemy(position, card.side, action.area)


def _no_enemy(position: Position, side: Side, area: str) -> str | None:
    if area in position.data.areas and position.units_in(area, side.enemy):
        return None
    return f"no enemy is in {name(position, area)}"


@asked("CARD rally", "So many spent units of one area become fresh.", Kind.RESTRICTION)
def spent_units_of_one_area(position: Position, card: Card, action: a.Play) -> str | None:
    """Judge the units that a card makes fresh.

    Checks: That they are own spent units of the area named, each named once, and how many.
    Legal: Two spent units in the Park turn over.
    Illegal: Three do with a card for two; one of them stands elsewhere.
    """
    if not card.does(Use.RALLY) or card.effect is None:
        return None
    if not 1 <= len(action.units) <= card.effect.amount:
        return f"it is for up to {card.effect.amount} units"
    if len(set(action.units)) < len(action.units):
        return "a unit is named twice"
    for unit in action.units:
        if position.side(unit) is not card.side or position.where[unit] != action.area:
            return f"{name(position, unit)} is no own unit in {name(position, action.area)}"
        if unit not in position.spent:
            return f"{name(position, unit)} is fresh"
    return None


@asked(
    "CARD replace", "An eliminated unit comes back, spent, where reinforcements are placed.", Kind.RESTRICTION
)
def comes_back(position: Position, card: Card, action: a.Play) -> str | None:
    """Judge a unit that comes back.

    Checks: That it was eliminated; an entry area with room for a German, a ferry box for a Soviet.
    Legal: A regiment comes back on the western edge.
    Illegal: It comes back in the centre; a unit that withdrew comes back.
    """
    if not card.does(Use.REPLACE):
        return None
    if len(action.units) != 1:
        return "one unit comes back"
    unit, area = action.units[0], position.data.areas.get(action.area)
    if position.side(unit) is not card.side or position.where[unit] != ELIMINATED:
        return f"{name(position, unit)} is no own unit that was eliminated"
    entry = area is not None and (area.ferry if card.side is Side.SOVIET else area.entry)
    if not entry or not has_room(position, action.area, card.side):
        return f"{name(position, action.area)} cannot take it"
    return None


@asked("CARD unspent", "So many of the units that just fired or moved stay fresh.", Kind.RESTRICTION)
def stay_fresh(position: Position, card: Card, action: a.Play) -> str | None:
    """Judge the units that stay fresh.

    Checks: That they are of the group that just acted, each named once, and how many.
    Legal: Of three units that fired two turn back to their fresh side.
    Illegal: A unit that did not fire does.
    """
    if not card.does(Use.UNSPENT) or card.effect is None or position.done is None:
        return None
    if not 1 <= len(action.units) <= card.effect.amount:
        return f"it is for up to {card.effect.amount} units"
    if len(set(action.units)) < len(action.units):
        return "a unit is named twice"
    strange = [unit for unit in action.units if unit not in position.done.units or not position.on_map(unit)]
    return f"{name(position, strange[0])} is none of them" if strange else None


@asked("CARD draw", "So many cards are drawn.", Kind.RESTRICTION)
def as_many_as_it_says(position: Position, action: a.Draw) -> str | None:
    """Judge the cards that a card lets a side draw; the hand limit does not count.

    Checks: Side, number, and that they come off the top of the deck.
    Legal: Two cards are drawn into a full hand.
    Illegal: Three are drawn.
    """
    owed = position.owed
    if owed is None:
        return None
    if action.side is not owed.side or len(action.cards) > owed.count:
        return f"the {owed.side.id} side draws {owed.count}"
    return None if on_top(position, action) else "cards come off the top of the own deck"
