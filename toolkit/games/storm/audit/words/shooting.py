"""Fire without keys: units that are turned over, a throw of dice, and what the other side then suffers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from types import MappingProxyType

from toolkit.audit.actor import Actor, Known
from toolkit.audit.decisions.records import Step
from toolkit.games.storm.audit.story import SIDES, Done, Finish, Held, Story, joined
from toolkit.games.storm.audit.vocabulary import dice_of, thrown
from toolkit.games.storm.audit.words import later
from toolkit.games.storm.audit.words.aiming import aimed_at
from toolkit.games.storm.audit.words.cards import Played
from toolkit.games.storm.audit.words.firing import Turned, Volley
from toolkit.games.storm.audit.words.guessing import before_roll, firers, may_be_hit, unknown_fire
from toolkit.games.storm.audit.words.moving import Group, into_group
from toolkit.games.storm.rules import actions as a
from toolkit.games.storm.rules.cards import about_this_area
from toolkit.games.storm.rules.data import Card, Timing, Use
from toolkit.games.storm.rules.fire import points_left
from toolkit.games.storm.rules.position import Phase
from toolkit.games.storm.rules.readings import to_act
from toolkit.games.storm.rules.sides import Side

_AHEAD = 25
_DOUBT = "the log does not show which area was fired on"
_NOBODY = "the log does not show which units fired"
_ON_FIRE = (Timing.ENEMY_FIRE, Timing.OWN_FIRE)


def turned(story: Story, step: Step, unit: str) -> Iterator[Done]:
    """Hold a fresh unit that is turned over: it fires, or was turned over by mistake."""
    held, side = story.held, story.side_of(unit)
    if side is None or (isinstance(held, Group) and (held.drags.get(unit) or unit in held.keyed)):
        return  # it moves, and was not put back
    if isinstance(held, Volley) and unit in held.units:
        return
    if isinstance(held, Turned) and held.side is side:
        story.held = replace(held, units=(*held.units, unit), steps=joined(held.steps, step.number))
    elif _drags_next(story, unit):
        # Turned over first, then dragged.
        yield from into_group(story, step, unit, Actor(side.id, Known.INFERRED))
    else:
        if isinstance(held, Played) and held.side is side:
            yield from story.flush(once=True)
        else:
            yield from story.flush()
        story.held = Turned((step.number,), Actor(side.id, Known.INFERRED), side, (unit,))


def _drags_next(story: Story, unit: str) -> bool:
    """Return whether a unit that was turned over is dragged soon: it moves."""
    for step, _ in zip(story.ahead(), range(_AHEAD), strict=False):
        if any(shift.counter == unit and shift.target.area for shift in step.shifts):
            return True
        if dice_of(step) or any(one.act in ("roll", "pass", "end_phase") for one in step.told):
            return False
    return False


def fires_next(story: Story) -> bool:
    """Return whether nothing but units turned over is seen before the dice, or before a fire is declared."""
    for step in islice(story.ahead(), _AHEAD):
        if thrown(step) or any(one.act == "declare" for one in step.told):
            return True
        if step.shifts or any(one.act != "turn" for one in step.told):
            return False
    return False


def rolled(story: Story, step: Step) -> Iterator[Done]:
    """Yield a fire and its roll where the toolbar's dice were thrown for it."""
    dice = dice_of(step)
    if dice is None:
        return
    if isinstance(story.held, Group):
        yield from story.flush()
    if isinstance(story.held, Played) and isinstance(story.held.before, Turned):
        yield from story.flush(once=True)
    done = story.position.done
    if story.held is None and done is not None and done.overrun:
        # The group of an overrun fires in the same action: nothing is turned over for it.
        story.held = Turned((step.number,), Actor(done.side.id, Known.INFERRED), done.side, done.units)
    yield from _named_by_dice(story, step)
    yield from _turned_last(story, step)
    if isinstance(story.held, Turned):
        yield from _declared(story, step, story.held)
    elif isinstance(story.held, Volley):
        held = story.held
        if not held.units and done is not None and done.overrun and done.side is held.side:
            held = story.held = replace(held, units=done.units)
        if not held.target and held.units:
            group = Turned(held.steps, held.actor, held.side, held.units)
            area = _target(story, group, _possible(story, held.side, held.units))
            story.held = replace(held, target=area)
        yield from story.flush()
    elif isinstance(story.held, Played):
        yield from story.flush()
    shot = story.position.shot
    if shot is not None:
        doubt = _DOUBT if story.doubted else ""
        story.harmed = shot.side.enemy if story.doubted else None
        story.doubted = False
        before_roll(story)
        actor = Actor(shot.side.id, Known.INFERRED)
        yield Done(a.Roll(dice), (step.number,), actor, doubt=doubt)
    elif story.position.phase is Phase.IMPULSES:
        unknown_fire(story)


def _named_by_dice(story: Story, step: Step) -> Iterator[Done]:
    """Find the firers of dice whose report names the other player than whose units were turned over last."""
    held, side = story.held, SIDES.get(step.thrower)
    if isinstance(held, Turned) and side is held.side.enemy and (group := later.firers(story, side)):
        yield from story.flush()
        story.held = Turned((step.number,), Actor(side.id, Known.INFERRED), side, group)


def _turned_last(story: Story, step: Step) -> Iterator[Done]:
    """Find the units that fire where nobody was turned over before the dice; else yield a fire of nobody."""
    held, position = story.held, story.position
    overrun = position.done is not None and position.done.overrun
    if position.phase is not Phase.IMPULSES or position.shot is not None or overrun:
        return
    if isinstance(held, Volley) and not held.units:
        group = later.firers(story, held.side, held.target)
        actor = Actor(held.side.id, Known.INFERRED)
        story.held = replace(held, units=group, actor=actor) if group else None
        if len(group) > 1:
            # Some of them may be turned over for the next fire.
            story.exposed |= {*group}
        if held.target and not group:
            yield from later.before_impulse(story, step, held.side)
            yield Done(a.Fire(held.side, (), held.target), held.steps, held.actor, doubt=_NOBODY)
            # Whom it harms is as little shown.
            position.shot = None
            story.harmed = held.side.enemy
            unknown_fire(story)
    elif story.opening:
        return  # who fires was turned over before the log
    elif held is None and (position.toll is None or not points_left(position.toll, story.rulings)):
        due = to_act(position, story.rulings)
        either = sorted(Side, key=lambda side: (side is not SIDES.get(step.thrower), side is not due))
        for side in either if due in story.silent else (due,):
            group = later.firers(story, side)
            if group:
                story.held = Turned((step.number,), Actor(side.id, Known.INFERRED), side, group)
                return


def before_card(story: Story, step: Step, name: str) -> Iterator[Done]:
    """Yield the fire of an overrun, which nothing showed so far, where a card for it or against it comes."""
    card = story.position.data.cards.get(name)
    if card is None or not _is_for_fire(card):
        return
    held, done = story.held, story.position.done
    if isinstance(held, Volley) and not held.units:
        if done is not None and done.overrun and done.side is held.side:
            story.held = replace(held, units=done.units)
        elif held.side in story.silent:
            # Its firers are still to be turned over: what a card answers is not shown.
            unknown_fire(story)
    if not isinstance(held, Group | None):
        return
    yield from story.flush()
    done = story.position.done
    if done is not None and done.overrun and story.position.shot is None and done.side in story.silent:
        actor = Actor(done.side.id, Known.INFERRED)
        yield from _declared(story, step, Turned((step.number,), actor, done.side, done.units), [card])


def _is_for_fire(card: Card) -> bool:
    """Return whether a card is played between the declaration of a fire and its roll, or before both."""
    return card.timing in _ON_FIRE and not card.does(Use.UNSPENT)


def _belongs(card: Card, side: Side) -> bool:
    """Return whether a card is for the fire of a side, or against it."""
    return (card.side is side) is (card.timing is Timing.OWN_FIRE)


def _declared(story: Story, step: Step, held: Turned, cards: Sequence[Card] = ()) -> Iterator[Done]:
    """Yield the fire of units that were turned over; the area is what the steps around it tell.

    `cards` are played for it or against it, beside those that lie for it already.
    """
    known = story.position.data.cards
    lying = [known[laid.card] for laid in story.position.laid if laid.card in known]
    if story.position.done is None or not story.position.done.overrun:
        held = replace(held, units=firers(story, held.units))
    possible = _possible(story, held.side, held.units)
    fitting = [area for area in possible if all(_fits(story, card, area) for card in (*cards, *lying))]
    possible = fitting or possible
    if not possible:
        return
    story.held = None
    done = story.position.done
    if done is None or not done.overrun or done.units != held.units:
        yield from later.before_impulse(story, step, held.side)
    target = _target(story, held, possible, with_card=bool(cards))
    story.doubted, story.cheaper = not target, False
    fire = a.Fire(held.side, held.units, target or possible[0])
    hit = may_be_hit(story, held.side, held.units, possible)
    yield Done(fire, held.steps, held.actor, doubt="" if target else _DOUBT)
    story.exposed = hit


def _fits(story: Story, card: Card, area: str) -> bool:
    """Return whether a card may be about an area."""
    return about_this_area(story.position, card, area, story.rulings) is None


def _target(story: Story, held: Turned, possible: Sequence[str], *, with_card: bool = False) -> str:
    """Return the area that was fired on, "" where nothing shows it."""
    shots = {area: a.Fire(held.side, held.units, area) for area in possible}
    return aimed_at(story, held.side.enemy, shots, with_card=with_card)


def _possible(story: Story, side: Side, units: Sequence[str]) -> list[str]:
    """Return the areas that can have been fired on."""
    position = story.position
    start = next((position.where.get(unit, "") for unit in units), "")
    near = [area for area in (start, *position.data.neighbours.get(start, ())) if area in position.data.areas]
    return [area for area in near if position.units_in(area, side.enemy)]


def finish(story: Story, held: Held) -> Iterator[Done]:
    """Yield the fire, where a card for it or against it is played; else units just count as spent."""
    assert isinstance(held, Turned)
    step = story.steps[story.at]
    known = story.position.data.cards
    cards = [known[s.counter] for s in step.shifts if s.counter in known and s.origin.hand]
    cards = [card for card in cards if _is_for_fire(card) and _belongs(card, held.side)]
    if cards:
        yield from _declared(story, step, held, cards)
        return
    if not story.fires_by_key:
        story.position.spent.update(unit for unit in held.units if story.position.on_map(unit))


FINISH: Mapping[type[Held], Finish] = MappingProxyType({Turned: finish})
