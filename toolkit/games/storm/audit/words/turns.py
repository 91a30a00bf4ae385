"""The frame of a turn: bids, passes, the end of impulses, units that arrive and leave."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from toolkit.audit.actor import Actor
from toolkit.audit.decisions.records import Shift, Step, Told
from toolkit.audit.facts import number, signed
from toolkit.games.storm.audit.story import SIDES, Done, Story, Word
from toolkit.games.storm.audit.vocabulary import PHASES, unmarked
from toolkit.games.storm.audit.words import inferred, later
from toolkit.games.storm.rules import actions as a
from toolkit.games.storm.rules.position import ELIMINATED, Phase
from toolkit.games.storm.rules.reinforcements import waiting
from toolkit.games.storm.rules.sides import Side
from toolkit.games.storm.rules.withdrawal import to_leave


def _seal(story: Story, step: Step, told: Told) -> Iterator[Done]:
    seat = SIDES.get(told.counter.removeprefix("bid-"))
    if seat is not None:
        target = signed(told.values.get("Bid", ""))
        yield story.one(step, story.by(told, seat), a.Bid(seat, target))


def _open_bids(story: Story, step: Step, told: Told) -> Iterator[Done]:
    seat = story.side_named(step.settings.get("SovietSeat", ""))
    target = number(step.settings.get("Target", "") or story.table.properties.get("Target", ""), -1)
    if seat is not None and target >= 0:
        yield story.one(step, story.by(told, None), a.OpenBids(seat, target))


def agreed(story: Story, step: Step) -> Iterator[Done]:
    """Yield what players agreed on after equal bids, once the game begins."""
    position = story.position
    if position.phase is Phase.PREPARATION and len(position.bids) == len(Side) and not position.target:
        target = number(story.table.properties.get("Target", ""), -1)
        if story.table.properties.get("SovietSeat") == "tie" and target >= 0:
            yield story.implied(step, a.OpenBids(Side.SOVIET, target))


def _pass(story: Story, step: Step, told: Told) -> Iterator[Done]:
    side = inferred.desk_side(told.counter)
    if side is None:
        return
    yield from story.flush()
    yield from later.before_impulse(story, step, side)
    yield story.one(step, story.by(told, side), a.Pass(side))


def _end_phase(story: Story, step: Step, _told: Told) -> Iterator[Done]:
    # Cards may still be laid down and drawn: the end of that shows when units arrive, or the turn goes on.
    if _pressed_by_mistake(story, step):
        return
    yield from story.flush()
    if story.position.phase is Phase.IMPULSES:
        yield from inferred.before_hands(story, step)


def _pressed_by_mistake(story: Story, step: Step) -> bool:
    """Return whether most units that a key has made fresh are turned over again at once."""
    fresh = {unit for unit, down in step.turned.items() if not down}
    again: set[str] = set()
    for ahead in story.ahead() if fresh else ():
        turned = {unit for unit, down in ahead.turned.items() if down}
        if not turned or not turned <= fresh or ahead.shifts or any(one.act != "turn" for one in ahead.told):
            break
        again |= turned
    return 2 * len(again) > len(fresh)


def _arrive(story: Story, step: Step, told: Told) -> Iterator[Done]:
    side = story.side_of(told.counter)
    shift = next((shift for shift in step.shifts if shift.counter == told.counter), None)
    story.taken.add(told.counter)
    if shift is not None and shift.target.area:
        yield from arrived(story, step, shift, story.by(told, side))


def arrived(story: Story, step: Step, shift: Shift, actor: Actor) -> Iterator[Done]:
    """Yield a reinforcement that is placed."""
    yield from story.flush()
    area, steps = later.placed(story, shift.counter, shift.target.area)
    if area:
        if not _in_midst(story, shift.counter):
            yield from inferred.before_arrival(story, step)
        yield Done(a.Place(shift.counter, area), (step.number, *steps), actor)


def _in_midst(story: Story, unit: str) -> bool:
    """Return whether a unit is set down in the midst of impulses that go on: it ends no turn.

    Where passes are not shown, a unit that is due may as well be the first sign of the end phase, unless the
    track says otherwise and somebody acts next.
    """
    position = story.position
    if position.phase is not Phase.IMPULSES or inferred.ends_here(story):
        return False
    tracked = story.table.turn == (position.turn, PHASES[1]) and inferred.acts_on(story.ahead())
    return unit not in waiting(position) or not story.silent or tracked


def _leaves_in_midst(story: Story, unit: str) -> bool:
    """Return whether a unit is taken off in the midst of impulses that go on: it ends no turn."""
    position = story.position
    if position.phase is not Phase.IMPULSES or inferred.ends_here(story):
        return False
    return not story.silent or unit not in to_leave(position, story.rulings)


def _withdraw(story: Story, step: Step, told: Told) -> Iterator[Done]:
    story.taken.add(told.counter)
    named = unmarked(told.values.get("For", ""))
    yield from withdrawn(story, step, told.counter, story.by(told, Side.GERMAN), named)


def withdrawn(story: Story, step: Step, unit: str, actor: Actor, named: str = "") -> Iterator[Done]:
    """Yield a unit that leaves the battle, for the black unit named or the likeliest one."""
    yield from story.flush()
    if story.comes_back(unit, story.position.where.get(unit, "")):
        return
    if not _leaves_in_midst(story, unit):
        yield from inferred.before_arrival(story, step)
    if unit not in story.position.data.units:
        return
    likely = [named] if named in story.position.data.units else list(_likely(story, unit))
    first, *rest = likely or [unit]
    yield Done(a.Withdraw(unit, first), (step.number,), actor, [a.Withdraw(unit, other) for other in rest])


def _likely(story: Story, unit: str) -> Iterator[str]:
    """Yield the black units for which a unit may have left: itself, its own kind, any other."""
    position = story.position
    units = position.data.units
    if units[unit].withdraws:
        yield unit
        return
    due = [one for one in to_leave(position, story.rulings) if position.where[one] == ELIMINATED]
    yield from sorted(due, key=lambda one: units[one].kind != units[unit].kind)


def _replaced(_story: Story, _step: Step, _told: Told) -> Iterator[Done]:
    # The unit that leaves in its place says for whom.
    return iter(())


WORDS: Mapping[str, Word] = MappingProxyType(
    {
        "seal": _seal,
        "open_bids": _open_bids,
        "pass": _pass,
        "end_phase": _end_phase,
        "arrive": _arrive,
        "withdraw": _withdraw,
        "replaced": _replaced,
    }
)
