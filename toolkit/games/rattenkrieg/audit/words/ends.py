"""The end of a turn (chapter 10): hands, and units turned up."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from toolkit.audit.actor import Actor
from toolkit.audit.decisions.records import Step, Told
from toolkit.games.rattenkrieg.audit.story import SIDES, Done, Finish, Held, Story, Word
from toolkit.games.rattenkrieg.audit.vocabulary import DECK, strip_of
from toolkit.games.rattenkrieg.audit.words import inferred, set_up
from toolkit.games.rattenkrieg.rules import actions as a
from toolkit.games.rattenkrieg.rules.position import Phase


def _ending(story: Story, step: Step) -> Iterator[Done]:
    yield from story.flush()
    yield from inferred.stayed(story, step)
    yield from inferred.before_replenishment(story, step)


def _discard(story: Story, step: Step, told: Told) -> Iterator[Done]:
    yield from _ending(story, step)
    side = story.holder(step, told.counter)
    if side is not None:
        yield from story.one(step, story.by(told, side), a.Discard(side, (told.counter,)))


def _fill(story: Story, step: Step, told: Told) -> Iterator[Done]:
    yield from _ending(story, step)
    dealt = [shift for shift in step.shifts if shift.kind == "card" and shift.origin.box == DECK]
    side = story.side_named(told.values.get("Side", ""))
    yield from set_up.given(story, step, story.by(told, side), dealt)


def _drawn(story: Story, step: Step, told: Told) -> Iterator[Done]:
    """Yield what cards were drawn for that somebody took off the deck by hand."""
    shift = next(s for s in step.shifts if s.counter == told.counter)
    unit = strip_of(shift.target)
    if shift.target.hand:
        yield from _ending(story, step)
    else:
        yield from story.flush()
    side = story.side_of(unit) if unit else SIDES.get(shift.target.hand)
    actor = story.by(told, side)
    if unit and (story.position.phase is Phase.OPERATIONS or set_up.dealt(story)):
        yield from inferred.before_decision(story, step)
        story.hold(step, "replenish", actor, unit=unit, card=told.counter)
        return
    yield from set_up.given(story, step, actor, [shift])


def _replenished(story: Story, held: Held) -> Iterator[Done]:
    """Yield a step that was drawn by hand, the unit turned over then or not."""
    side = story.side_of(held.unit)
    yield from inferred.turn_over(story, story.step, side)
    down = held.down or held.unit in story.position.down or not story.turns_units
    yield Done(a.Replenish(held.unit, held.card, down), held.steps, held.actor)


def _flip_up(story: Story, step: Step, told: Told) -> Iterator[Done]:
    yield from turned_up(story, step, story.by(told, None))


def turned_up(story: Story, step: Step, actor: Actor) -> Iterator[Done]:
    """Yield that units are turned up for the next turn."""
    yield from _ending(story, step)
    story.turned_up = True
    units = tuple(unit for unit, down in step.turned.items() if not down)
    yield from story.one(step, actor, a.FlipUp(units))


WORDS: Mapping[str, Word] = MappingProxyType(
    {"discard": _discard, "fill": _fill, "draw": _drawn, "flip_up": _flip_up}
)
FINISH: Mapping[str, Finish] = MappingProxyType({"replenish": _replenished})
