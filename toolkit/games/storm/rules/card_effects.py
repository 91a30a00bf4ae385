"""What cards do when they are played: the effects of `Play`."""

from __future__ import annotations

from dataclasses import replace

from toolkit.games.storm.rules import actions as a
from toolkit.games.storm.rules.activation import in_overrun
from toolkit.games.storm.rules.cards import LAYS
from toolkit.games.storm.rules.data import Card, Effect, Timing, Use
from toolkit.games.storm.rules.fire import close_if_done, end_shot, with_card
from toolkit.games.storm.rules.impulses import begin_impulse
from toolkit.games.storm.rules.position import Foreign, Laid, Owed, Position, Shot, Toll
from toolkit.rules.registry import Kind, rule


@rule("CARD mines", "The group that just moved goes back, or takes loss points, or both.", Kind.EFFECT)
def blown_up(position: Position, effect: Effect) -> Toll | None:
    """Return the losses of a group that ran into mines; the group goes back first where the card says so.

    Checks: Nothing of its own: REF 3.3 asks for the moment, `CARD where` for the area.
    Legal: Two units enter the Park, go back to the western edge and take two points.
    Illegal: A group that stands in the Park since the last turn does.
    """
    done = position.done
    if done is None:
        return None
    group = tuple(unit for unit in done.units if position.on_map(unit))
    area = done.goal
    if effect.back and done.start in position.data.areas:
        area = done.start
        position.put_together(group, area)
        position.spent.update(group)
    side = done.side
    return Toll(side, side, group, area, effect.amount)


@rule("CARD spare", "So many loss points fewer.", Kind.EFFECT)
def points_spared(effect: Effect) -> int:
    """Return how many points a card takes off.

    Checks: Nothing of its own: the losses are judged by what is left.
    Legal: Of five points three are left.
    Illegal: All five are allotted.
    """
    return effect.amount if effect.use is Use.SPARE else 0


@rule("CARD cancel", "The enemy's fire does not happen; the units that declared it are spent.", Kind.EFFECT)
def does_not_happen(effect: Effect) -> bool:
    """Return whether a card ends a declared fire.

    Checks: Nothing of its own: no roll follows.
    Legal: The Soviets declare fire, the card is played, the German is to act.
    Illegal: The dice are rolled.
    """
    return effect.use is Use.CANCEL


def play(position: Position, action: a.Play) -> None:
    """Play a card: pay for it, lay it on its pile, do what it says."""
    card = position.data.cards.get(action.card)
    if card is None:
        return
    position.pile((card.id,), card.side)
    for paid in action.paid:
        if paid in position.data.cards:
            position.pile((paid,), position.data.cards[paid].side)
        elif position.on_map(paid):
            position.spent.add(paid)
    if card.effect is None:
        _unknown(position, card, action)
    elif card.does(*LAYS):
        _lay(position, card, action)
    elif position.shot is not None:
        _on_shot(position, card, card.effect, position.shot)
    elif card.timing is Timing.ACTION:
        _as_action(position, card, card.effect, action)
    else:
        _afterwards(position, card, card.effect, action)


def _unknown(position: Position, card: Card, action: a.Play) -> None:
    act = card.timing in (None, Timing.ACTION, Timing.OWN_FIRE, Timing.OWN_MOVE) and position.shot is None
    if act and card.timing in (None, Timing.ACTION):
        begin_impulse(position, action.side)
    position.foreign = Foreign(action.side, card.id, act)


def _lay(position: Position, card: Card, action: a.Play) -> None:
    if position.shot is not None:
        position.shot = with_card(position, position.shot, card.id)
        return
    position.toll = position.owed = None
    if not in_overrun(position, action.side):
        position.done = None
    position.laid = (*position.laid, Laid(card.id, action.paid))


def _on_shot(position: Position, card: Card, effect: Effect, shot: Shot) -> None:
    position.shot = with_card(position, shot, card.id)
    if effect.use is Use.DRAW:
        position.owed = Owed(card.side, effect.amount, card.id)
    if does_not_happen(effect):
        end_shot(position)
        position.done = None


def _as_action(position: Position, card: Card, effect: Effect, action: a.Play) -> None:
    """Carry out a card that is an impulse of its own."""
    begin_impulse(position, action.side)
    area, enemy = action.area, card.side.enemy
    there = tuple(position.units_in(area, enemy)) if area in position.data.areas else ()
    match effect.use:
        case Use.BOMBARD if area in position.data.areas:
            position.shot = Shot(card.side, (), "", area, there, card=card.id, cards=(card.id,))
        case Use.SNIPE if there:
            allotter = card.side if effect.by_attacker else enemy
            position.toll = Toll(enemy, allotter, there, area, effect.amount)
            close_if_done(position)
        case Use.RALLY:
            position.spent.difference_update(action.units)
        case Use.REPLACE if area in position.data.areas:
            for unit in action.units:
                position.put(unit, area)
                position.spent.add(unit)
        case Use.DRAW:
            position.owed = Owed(action.side, effect.amount, card.id)


def _afterwards(position: Position, card: Card, effect: Effect, action: a.Play) -> None:
    """Carry out a card that answers what was just done."""
    toll, done = position.toll, position.done
    if effect.use is Use.SPARE and toll is not None:
        spared = toll.spared + points_spared(effect)
        position.toll = replace(toll, spared=spared, cards=(*toll.cards, card.id))
        close_if_done(position)
    elif done is not None and effect.use is Use.UNSPENT:
        position.spent.difference_update(action.units)
        position.done = replace(done, cards=(*done.cards, card.id))
    elif done is not None and effect.use is Use.MINES:
        position.toll = blown_up(position, effect)
        position.done = replace(done, cards=(*done.cards, card.id))
        close_if_done(position)
