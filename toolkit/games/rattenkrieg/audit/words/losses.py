"""What battles do (8.9 to 8.12): steps, retreats, isolation."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from toolkit.audit.decisions.records import Step, Told
from toolkit.games.rattenkrieg.audit.story import Done, Finish, Held, Story, Word
from toolkit.games.rattenkrieg.audit.vocabulary import strip_of
from toolkit.games.rattenkrieg.audit.words import ahead, inferred, moves
from toolkit.games.rattenkrieg.rules import actions as a
from toolkit.games.rattenkrieg.rules.moments import Moment
from toolkit.games.rattenkrieg.rules.sides import Side


def _retreat(story: Story, step: Step, told: Told) -> Iterator[Done]:
    tank = story.position.data.tank
    held = story.held
    along = held is not None and held.kind == "retreat" and told.counter == tank and held.unit != tank
    if held is not None and along and (not held.area or moves.takes_along(story, held, step)):
        # The T-34's own key: it goes along with the unit that is being dragged.
        return
    if held is not None and held.kind == "retreat" and held.unit == told.counter and not held.down:
        # Dragged first and turned over then.
        story.add(step, down=told.values.get("Face_Level") == "2")
        return
    yield from inferred.before_loss(story, step)
    actor = story.by(told, story.side_of(told.counter))
    down = told.values.get("Face_Level") == "2"
    shift = next((one for one in step.shifts if one.counter == told.counter and one.target.area), None)
    if shift is None:
        story.hold(step, "retreat", actor, unit=told.counter, down=down)
        return
    # The drag said so itself.
    origin, area = shift.origin.area, shift.target.area
    story.hold(step, "retreat", actor, unit=told.counter, origin=origin, area=area, down=down)


def _lose(story: Story, step: Step, told: Told) -> Iterator[Done]:
    unit = next((strip_of(s.origin) for s in step.shifts if s.counter == told.counter), "")
    yield from inferred.before_loss(story, step, unit)
    waiting = story.due().unit
    # A step of another unit: that one suffers, or the right one suffers with a card that is not its own.
    units = [one for one in dict.fromkeys((unit, waiting)) if one in story.position.where]
    if units:
        actor = story.by(told, story.side_of(units[0]))
        actions = tuple(a.LoseStep(one, told.counter) for one in units)
        yield Done(actions[0], (step.number,), actor, actions[1:])


def _t34_out(story: Story, step: Step, told: Told) -> Iterator[Done]:
    yield from inferred.before_loss(story, step)
    yield from story.one(step, story.by(told, Side.SOVIET), a.T34Out())


def _remove(story: Story, step: Step, told: Told) -> Iterator[Done]:
    yield from inferred.before_loss(story, step)
    yield from story.one(step, story.by(told, story.side_of(told.counter)), a.Remove(told.counter))


def _isolate(story: Story, step: Step, told: Told) -> Iterator[Done]:
    yield from story.flush()
    cut = story.position.cut_off
    if told.counter in cut[0] and told.counter in cut[1]:
        return
    yield from story.one(step, story.by(told, story.side_of(told.counter)), a.Isolate(told.counter))


def _free(story: Story, _step: Step, _told: Told) -> Iterator[Done]:
    """Yield what was done before: a unit is free by it, so that it is no slip of the hand."""
    yield from story.flush()


def _retreated(story: Story, held: Held) -> Iterator[Done]:
    """Yield the retreat, once it is seen where to.

    A unit that leaves a fight and is not turned over may have gone on instead: both are judged.
    """
    if not held.area:
        yield from _stayed(story, held)
        return
    down = held.down or held.unit in story.position.down or not story.turns_units
    if not down and not held.leaves:
        down = ahead.turned_late(story, held.unit)
    retreat = a.Retreat(held.unit, held.area, held.with_t34, down)
    if not held.leaves or down:
        yield Done(retreat, held.steps, held.actor)
        return
    move = a.MoveFriendly(held.unit, held.area, held.with_t34)
    one, other = (move, retreat) if ahead.acts_on(story, held.unit) else (retreat, move)
    yield Done(one, held.steps, held.actor, (other,))


def _stayed(story: Story, held: Held) -> Iterator[Done]:
    """Yield the retreat of a unit that said so and goes nowhere, where it suffers in no other way."""
    waiting, here = story.due(), story.position.where.get(held.unit, "")
    asked = waiting.moment is Moment.DAMAGE and waiting.unit == held.unit
    if not asked or ahead.goes_next(story, held.unit) or ahead.answers_next(story, held.unit):
        return
    yield Done(a.Retreat(held.unit, here, False, held.down), held.steps, held.actor)


WORDS: Mapping[str, Word] = MappingProxyType(
    {
        "retreat": _retreat,
        "lose": _lose,
        "t34_out": _t34_out,
        "remove": _remove,
        "isolate": _isolate,
        "free": _free,
    }
)
FINISH: Mapping[str, Finish] = MappingProxyType({"retreat": _retreated})
