"""The set-up, the deck, those who come later (chapters 3 and 6)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

from toolkit.audit.actor import Actor
from toolkit.audit.decisions.records import NOWHERE, Shift, Step, Told
from toolkit.games.rattenkrieg.audit.story import SIDES, Done, Story, Word
from toolkit.games.rattenkrieg.audit.vocabulary import DECK, SHOWN, deck_of, in_row, strip_of
from toolkit.games.rattenkrieg.audit.words import inferred
from toolkit.games.rattenkrieg.rules import actions as a
from toolkit.games.rattenkrieg.rules.position import Phase
from toolkit.games.rattenkrieg.rules.sides import Side


def _deal(story: Story, step: Step, told: Told) -> Iterator[Done]:
    yield from story.flush()
    actor = story.by(told, story.side_named(told.values.get("Side", "")))
    dealt = [shift for shift in step.shifts if shift.kind == "card" and shift.origin.box == DECK]
    deck = deck_of(step)
    if deck is not None:
        order = (*deck, *(shift.counter for shift in reversed(dealt)))
        yield Done(a.Shuffle(order), (step.number,), actor)
    yield from given(story, step, actor, dealt)


def dealt(story: Story) -> bool:
    """Return whether nothing is left to be done in the set-up: all units and both hands have their cards."""
    position = story.position
    units = [unit for unit in position.data.units.values() if position.on_map(unit.id)]
    full = all(len(position.steps[unit.id]) >= unit.steps for unit in units)
    return position.phase is Phase.SETUP and full and all(position.hands)


def given(story: Story, step: Step, actor: Actor, dealt: Sequence[Shift]) -> Iterator[Done]:
    """Yield the cards that went from the deck to units and hands, unit by unit."""
    if story.position.phase is Phase.SETUP and not story.position.deck and dealt:
        # Nobody saw the shuffle: it was before the log, or the deck's own.
        yield story.implied(step, a.Shuffle(story.deck))
    places = dict.fromkeys((strip_of(shift.target), shift.target.hand) for shift in dealt)
    for strip, hand in places:
        cards = tuple(s.counter for s in dealt if (strip_of(s.target), s.target.hand) == (strip, hand))
        if strip:
            yield Done(a.DealSteps(strip, cards), (step.number,), actor)
        elif hand in SIDES and story.position.phase is Phase.SETUP:
            yield Done(a.DealHand(SIDES[hand], cards), (step.number,), actor)
        elif hand in SIDES:
            yield Done(a.Draw(SIDES[hand], cards), (step.number,), actor)


def shuffled(story: Story, step: Step) -> Iterator[Done]:
    """Yield a shuffle that no key tells: before cards are dealt it waits for that."""
    if story.position.phase is Phase.SETUP:
        drawn = [shift.counter for shift in step.shifts if shift.origin.box == DECK]
        story.deck = (*(deck_of(step) or ()), *reversed(drawn))
    else:
        yield from _reshuffle(story, step, Told("", "desk", "reshuffle", "", {}))


def _reshuffle(story: Story, step: Step, told: Told) -> Iterator[Done]:
    yield from story.flush()
    deck = deck_of(step)
    if deck is None:
        return
    # Cards that still lie open beside the pile are put to it; the table has them back at once.
    beside = [card for card in story.position.pile if card not in deck and _shown(story, card)]
    yield from story.one(step, story.by(told, None), a.Shuffle((*beside, *deck)))


def _shown(story: Story, card: str) -> bool:
    place = story.cards.get(card, NOWHERE)
    return in_row(place) or place.box in SHOWN


def _arrive(story: Story, step: Step, told: Told) -> Iterator[Done]:
    yield from inferred.before_arrival(story, step)
    actor = story.by(told, story.side_of(told.counter))
    for shift in step.shifts:
        if shift.counter == told.counter and shift.target.area:
            yield Done(a.Reinforce(told.counter, shift.target.area), (step.number,), actor)
    dealt = [shift for shift in step.shifts if shift.kind == "card" and shift.origin.box == DECK]
    yield from given(story, step, actor, dealt)


def _return(story: Story, step: Step, told: Told) -> Iterator[Done]:
    yield from inferred.before_arrival(story, step)
    for shift in step.shifts:
        if shift.counter == told.counter and shift.target.area:
            actor = story.by(told, Side.SOVIET)
            yield from story.one(step, actor, a.ReturnT34(shift.target.area))


WORDS: Mapping[str, Word] = MappingProxyType(
    {"deal": _deal, "reshuffle": _reshuffle, "arrive": _arrive, "return": _return}
)
