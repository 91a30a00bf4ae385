"""Pieces that were dragged where a key would have done it."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Iterator, Mapping

from toolkit.audit.actor import Actor, Known
from toolkit.audit.decisions.records import Shift, Step, Told
from toolkit.games.rattenkrieg.audit.story import Done, Story, Word
from toolkit.games.rattenkrieg.audit.vocabulary import DECK, LOST, in_row, is_laid, strip_of
from toolkit.games.rattenkrieg.audit.words import battle, ends, events, inferred, losses, moves
from toolkit.games.rattenkrieg.rules import actions as a
from toolkit.games.rattenkrieg.rules.moments import Moment
from toolkit.games.rattenkrieg.rules.position import Phase
from toolkit.games.rattenkrieg.rules.sequence import both_passed
from toolkit.games.rattenkrieg.rules.sides import Side

_WORDS: Mapping[str, Word] = ChainMap(
    *map(dict, (battle.WORDS, ends.WORDS, events.WORDS, losses.WORDS, moves.WORDS))
)


def unit(story: Story, step: Step, shift: Shift) -> Iterator[Done]:
    """Yield what a unit was dragged for, by where it goes and what is awaited."""
    side = story.side_of(shift.counter)
    actor = shift.actor or Actor(None if side is None else side.id, Known.INFERRED)
    if side is None:
        return
    if story.position.phase is Phase.SETUP and not all(story.position.hands):
        # Until the first card is dealt units are pushed about; where they lie then counts.
        if shift.target.area and (any(story.position.hands) or any(story.position.steps.values())):
            yield Done(a.Place(shift.counter, shift.target.area), (step.number,), actor)
        return
    if shift.target.area and shift.origin.area:
        yield from moves.drag(story, step, shift, actor)
    elif shift.target.area:
        tank = shift.counter == story.position.data.tank
        if shift.origin.box.startswith(LOST) and not tank:
            return  # nothing brings it back
        yield from inferred.before_arrival(story, step)
        if tank:
            yield Done(a.ReturnT34(shift.target.area), (step.number,), actor)
        else:
            yield Done(a.Reinforce(shift.counter, shift.target.area), (step.number,), actor)
    elif shift.origin.area:
        yield from inferred.before_loss(story, step, shift.counter)
        removed: tuple[a.Action, ...] = (a.Remove(shift.counter),)
        if shift.counter == story.position.data.tank:
            removed = (a.T34Out(), *removed)
        yield Done(removed[0], (step.number,), actor, removed[1:])


def card(story: Story, step: Step, shift: Shift) -> Iterator[Done]:
    """Yield what a card was dragged for, by where it goes and what is awaited."""
    word = _meaning(story, shift)
    if word == "clear":
        yield from inferred.cleared(story, step, shift.counter)
    elif word is not None:
        values = events.meaning(story, shift) if word == "event" else {}
        yield from _WORDS[word](story, step, Told(shift.counter, "card", word, "", values))


def _meaning(story: Story, shift: Shift) -> str | None:
    position, waiting = story.position, story.due()
    strip = strip_of(shift.origin)
    held = shift.origin.hand or strip
    waits = story.held is not None and story.held.kind == "event"
    if shift.origin.box == DECK:
        if shift.target.hand or strip_of(shift.target):
            return "draw"
        return "bombard" if waits and is_laid(shift.target) else None
    if held and shift.target.box == "event":
        return "event"
    if held and in_row(shift.target):
        return "play"
    if held and is_laid(shift.target):
        if position.phase is Phase.REPLENISHMENT or both_passed(position, story.rulings):
            return "discard"
        if waits and position.actor is Side.SOVIET and shift.origin.hand == Side.GERMAN.id:
            return "give_up"
        struck = waits and strip and story.side_of(strip) is not position.actor
        if struck or (position.battle is not None and strip):
            return "lose"
        if waiting.moment is Moment.DAMAGE and strip == waiting.unit:
            return "lose"
        if strip and (waiting.moment is Moment.ANSWER or _of_who_was_entered(story, strip)):
            return "lose"
        return "pay"
    if in_row(shift.origin) and (shift.target.hand or strip_of(shift.target)):
        return "take_back"
    return "clear" if in_row(shift.origin) and is_laid(shift.target) else None


def _of_who_was_entered(story: Story, unit: str) -> bool:
    """Return whether a unit stands against the one that has just been dragged: nothing of it is a price."""
    held = story.held
    if held is None or held.kind != "move":
        return False
    return story.side_of(unit) is not story.side_of(held.unit)
