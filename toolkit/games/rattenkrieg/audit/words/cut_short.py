"""What the end of a log cuts short, and what it may still become: illegal is only what nothing can cure."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from toolkit.games.rattenkrieg.audit.story import SIDES, Done, Held, Story
from toolkit.games.rattenkrieg.rules import actions as a
from toolkit.games.rattenkrieg.rules.actions import Action
from toolkit.games.rattenkrieg.rules.sides import Side


def finish(story: Story) -> Iterator[Done]:
    """Yield the decision that is still held when the log ends, with all that it may become."""
    story.at = len(story.steps)
    held = story.held
    if held is None:
        return
    may_be = tuple(_completions(story, held))
    told = False
    # One by one: what comes next is asked where the one before it has led.
    for done in story.flush():
        told = True
        yield replace(done, others=(*done.others, *may_be))
    if not told and may_be:
        yield Done(may_be[0], held.steps, held.actor, may_be[1:])


def _completions(story: Story, held: Held) -> Iterator[Action]:
    unit = held.unit
    match held.kind:
        case "activate":
            yield a.Activate(unit, not held.with_t34)
        case "attack":
            yield from (a.Attack(unit, support) for support in (False, True))
        case "defend":
            side = SIDES.get(held.actor.side or "", story.side_of(unit))
            if side is not None:
                yield from (a.NameDefender(side, unit, support) for support in (False, True))
        case "move":
            yield from _moves(story, held)
        case "retreat" if held.area:
            for along in (held.with_t34, True):
                yield a.Retreat(unit, held.area, along, down=True)
        case "replenish":
            yield a.Replenish(unit, held.card)
        case "event":
            yield from _events(story, held)
        case "pay":
            yield from _entries(story, held)
        case _:
            return


def _moves(story: Story, held: Held) -> Iterator[Action]:
    side = story.side_of(held.unit)
    if side is None:
        return
    position = story.position
    cards = [held.card] if held.card else [*position.hands[side], *position.steps[held.unit]]
    for along in dict.fromkeys((held.with_t34, True)):
        if not held.card:
            yield a.MoveFriendly(held.unit, held.area, along)
            yield from (a.EnterBattle(held.unit, held.area, along, support) for support in (False, True))
        yield from (a.EnterEmpty(held.unit, held.area, card, along) for card in cards)


def _entries(story: Story, held: Held) -> Iterator[Action]:
    """Yield the moves for which a card may have been paid."""
    act = story.position.act
    if act is not None:
        for area in story.position.data.areas:
            yield from (a.EnterEmpty(act.unit, area, held.card, along) for along in (False, act.with_t34))


def _events(story: Story, held: Held) -> Iterator[Action]:
    """Yield the shots, or the lots, that an event may be for."""
    position = story.position
    units = position.data.units
    if held.use == "sniper":
        yield from (a.Sniper(held.card, card) for card in (*position.hands[Side.GERMAN], None))
    elif held.use == "chuikov_ready":
        yield from (a.ChuikovReady(held.card, unit) for unit in units)
    else:
        drawn = held.drawn or next(reversed(position.deck), "")
        kind = a.AirSupport if held.use == "air_support" else a.Bombard
        yield from (kind(held.card, unit, drawn) for unit in ([held.target] if held.target else units))
