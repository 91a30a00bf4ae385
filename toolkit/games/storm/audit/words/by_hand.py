"""Pieces that were dragged or turned over where a key would have said more."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType

from toolkit.audit.actor import Actor, Known
from toolkit.audit.decisions.records import Shift, Step, Told
from toolkit.games.storm.audit.story import SIDES, Done, Story, Word, joined
from toolkit.games.storm.audit.vocabulary import deck_side, is_pile, where
from toolkit.games.storm.audit.words import cards, losses, moving, shooting, turns
from toolkit.games.storm.audit.words.cards import Played
from toolkit.games.storm.audit.words.firing import Turned, Volley
from toolkit.games.storm.rules.data import Use
from toolkit.games.storm.rules.position import ELIMINATED, OFF_MAP, WITHDRAWN, Phase
from toolkit.games.storm.rules.reinforcements import designated
from toolkit.games.storm.rules.withdrawal import to_leave


def unit(story: Story, step: Step, shift: Shift) -> Iterator[Done]:
    """Yield what a unit was dragged for, by where it goes and what is awaited."""
    side = story.side_of(shift.counter)
    actor = shift.actor or Actor(None if side is None else side.id, Known.INFERRED)
    if side is None:
        if shift.origin.area and shift.target.area and story.position.phase is Phase.IMPULSES:
            yield from moving.strange(story, step, shift, actor)
        return
    origin, target = where(shift.origin), where(shift.target)
    if story.position.phase is Phase.PREPARATION or origin == target:
        return
    if target == WITHDRAWN and shift.counter in story.position.gone:
        return  # it had left already, and lay in the wrong box
    toll = losses.owed(story)
    if target == WITHDRAWN and toll is not None and shift.counter in toll.pool:
        target = ELIMINATED
    if shift.target.area:
        yield from _onto_map(story, step, shift, actor)
    elif target == WITHDRAWN or (target == ELIMINATED and _has_to_leave(story, shift.counter)):
        # Whoever leaves is out of the game, whatever box it lies in.
        yield from turns.withdrawn(story, step, shift.counter, actor)
    elif target == ELIMINATED == story.position.where.get(shift.counter):
        cards.leave_out(story, shift.counter)
    elif target == ELIMINATED and origin != OFF_MAP and story.harmed is side:
        story.unexplained.add(shift.counter)
    elif target == ELIMINATED:
        if origin == OFF_MAP:
            yield from losses.lost(story, step, Told(shift.counter, "unit", "lost", ""))
        else:
            yield from losses.removed(story, step, shift.counter, actor)


def _has_to_leave(story: Story, unit: str) -> bool:
    """Return whether it is the time and the unit for a withdrawal, and it has not left yet."""
    return story.position.on_map(unit) and unit in to_leave(story.position, story.rulings)


def _may_suffer(story: Story, unit: str) -> bool:
    """Return whether a unit that goes may suffer from a fire of which too little is shown to judge that.

    Fresh units may as well move; the table alone says where such units are.
    """
    if story.harmed is None or story.side_of(unit) is not story.harmed or story.next_word(unit) == "move":
        return False
    turned = isinstance(story.held, Turned) and unit in story.held.units
    return turned or unit in story.position.spent


def _never_came(story: Story, unit: str) -> bool:
    """Return whether a dead unit is only looked at, or was called back by a card before the log."""
    return story.leaves_again(unit) or (story.opening and cards.lies_for(story, unit, Use.REPLACE))


def _onto_map(story: Story, step: Step, shift: Shift, actor: Actor) -> Iterator[Done]:
    position = story.position
    known = position.where.get(shift.counter, "")
    if known == ELIMINATED or cards.returns(story, shift.counter):
        yield from cards.shown_late(story, story.side_of(shift.counter), Use.REPLACE)
        if cards.name_unit(story, step, shift.counter, shift.target.area):
            return
        if known == ELIMINATED and _never_came(story, shift.counter):
            return
    if known in (OFF_MAP, WITHDRAWN, ELIMINATED):
        if where(shift.origin) == known or known == OFF_MAP:
            yield from turns.arrived(story, step, shift, actor)
        return
    outside = position.phase is not Phase.IMPULSES or not shift.origin.area
    if (outside and known == shift.target.area) or _arrives_elsewhere(story, shift):
        return
    if isinstance(story.held, Played):
        yield from story.flush(once=True)
        if story.position.where.get(shift.counter) == shift.target.area:
            return
    if _may_suffer(story, shift.counter):
        story.unexplained.add(shift.counter)
        return
    yield from _over_map(story, step, shift, actor)


def _arrives_elsewhere(story: Story, shift: Shift) -> bool:
    """Return whether a unit that arrived in this turn is set down in another area of its own."""
    position = story.position
    unit = position.data.units[shift.counter]
    # Out of one ferry box into another there is no way.
    ferries = {shift.origin.area, shift.target.area} <= position.data.ferries
    arrives = (position.phase is Phase.ARRIVALS or ferries) and unit.enters == position.turn
    return arrives and shift.target.area in designated(position, unit.id)


def _over_map(story: Story, step: Step, shift: Shift, actor: Actor) -> Iterator[Done]:
    """Yield a retreat, or else a move."""
    retreat = False
    for one in losses.drag(story, step, shift, actor):
        if one is True:
            retreat = True
        elif isinstance(one, Done):
            yield one
    if not retreat:
        yield from moving.drag(story, step, shift, actor)


def card(story: Story, step: Step, shift: Shift) -> Iterator[Done]:
    """Yield what a card was dragged for, by where it goes and what is awaited."""
    played = shift.target.box.startswith("played-")
    held = shift.origin.hand in SIDES or (played and bool(deck_side(shift.origin)) and _stays(story, shift))
    if not held or not is_pile(shift.target):
        return
    if story.opening and not played:
        story.taken.add(shift.counter)
        return  # the price of a card that was played before the log
    yield from shooting.before_card(story, step, shift.counter)
    if played or (story.position.phase is Phase.IMPULSES and _as_play(story, shift.counter)):
        # Where keys say what is under way, a card that is dragged in its midst ends nothing.
        begun = story.held if story.goes_on and story.fires_by_key else None
        story.held = None if begun is not None else story.held
        by = shift.actor.side if story.two_hands and shift.actor is not None else None
        yield from cards.play(story, step, Told(shift.counter, "card", "play", by or ""))
        if isinstance(story.held, Played) and shift.actor is not None and story.held.card == shift.counter:
            story.held = replace(story.held, actor=shift.actor)
        if begun is not None:
            yield from story.flush()
            story.held = begun
    else:
        yield from cards.lay_down(story, step, shift.counter, hand=shift.actor)


def _stays(story: Story, shift: Shift) -> bool:
    """Return whether a card that is dragged off a deck is not put back at once."""
    near = (one for step, _ in zip(story.ahead(), range(3), strict=False) for one in step.shifts)
    return not any(one.counter == shift.counter and deck_side(one.target) for one in near)


def _as_play(story: Story, name: str) -> bool:
    """Return whether a card that is dragged to the pile in an impulse is played, and no price."""
    held = story.held
    owes = isinstance(held, Played) and held.owes_cards(story)
    return name in story.position.data.cards and not owes


def turned(story: Story, step: Step, name: str, *, down: bool) -> Iterator[Done]:
    """Yield what a unit was turned over for, where no key says it."""
    held, position = story.held, story.position
    side = story.side_of(name)
    if side is None or position.phase is not Phase.IMPULSES:
        return
    if down and not position.on_map(name):
        return  # beside the board it may lie as it likes
    if not down:
        if isinstance(held, Turned | Volley) and name in held.units:
            rest = tuple(unit for unit in held.units if unit != name)
            story.held = replace(held, units=rest) if rest or isinstance(held, Volley) else None
        if name in position.spent:
            yield from cards.shown_late(story, side, Use.RALLY, Use.UNSPENT)
        cards.name_unit(story, step, name)
        return
    if isinstance(held, Played):
        if _pays(story, held, name):
            story.held = _with_price(held, name, step.number)
            return
        if name in held.units and not shooting.fires_next(story):
            # The card is for another unit after all.
            cards.leave_out(story, name)
            return
        yield from story.flush(once=True)
    yield from losses.settle(story)
    toll = losses.owed(story)
    if toll is not None and name in toll.pool:
        yield from losses.turned(story, step, name)
    elif name not in position.spent:
        yield from shooting.turned(story, step, name)


def _pays(story: Story, held: Played, name: str) -> bool:
    known = story.position.data.cards.get(held.card)
    units = story.position.data.units
    return known is not None and bool(known.spends) and not held.paid and units[name].kind == known.spends


def _with_price(held: Played, name: str, step: int) -> Played:
    return replace(held, paid=(name,), steps=joined(held.steps, step))


def _turn(story: Story, step: Step, told: Told) -> Iterator[Done]:
    down = step.turned.get(told.counter)
    if down is not None:
        yield from turned(story, step, told.counter, down=down)


WORDS: Mapping[str, Word] = MappingProxyType({"turn": _turn})
