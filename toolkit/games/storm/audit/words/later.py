"""What players do late or anew: losses after the answer, prices after the roll, units set down twice.

Each is told where it belongs; the steps that show it are passed over when they come (`Story.foreseen`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice

from toolkit.audit.actor import Actor, Known
from toolkit.audit.decisions.records import Step
from toolkit.games.storm.audit.story import Done, Story
from toolkit.games.storm.audit.vocabulary import is_pile, thrown, where
from toolkit.games.storm.audit.words import guessing, inferred, losses
from toolkit.games.storm.audit.words.losses import DRIVE, ELIMINATE, RETREAT, SPEND, Harm
from toolkit.games.storm.rules.actions import CloseLosses
from toolkit.games.storm.rules.activation import divisions
from toolkit.games.storm.rules.data import Use
from toolkit.games.storm.rules.fire import points_left
from toolkit.games.storm.rules.losses import has_retreated
from toolkit.games.storm.rules.position import ELIMINATED, OFF_MAP, Toll
from toolkit.games.storm.rules.readings import laid_for
from toolkit.games.storm.rules.sides import Side

_AHEAD = 25
_NEXT_FIRE = ("fire", "declare", "roll", "play", "end_phase")
_ARRIVING = ("arrive", "lost", "withdraw", "replaced", "turn", "end_phase")
_COSTS = {SPEND: 1, RETREAT: 1, DRIVE: 2}


def before_impulse(story: Story, step: Step, side: Side | None) -> Iterator[Done]:
    """Yield what brings the game to an impulse of a side: losses that are only turned after it, too."""
    story.harmed = None
    yield from _losses(story, step)
    guessing.forgive(story)
    yield from inferred.before_impulse(story, step, side)


# -- losses --------------------------------------------------------------------------------------------


def closed_early(story: Story) -> Iterator[Done]:
    """Yield the losses that are carried out right after somebody said that there are none left."""
    toll = losses.owed(story)
    if toll is None:
        return
    near: list[Step] = []
    for ahead in islice(story.ahead(), _AHEAD):
        touched = {*ahead.turned, *(t.counter for t in ahead.told), *(s.counter for s in ahead.shifts)}
        if ahead.turn is not None or not touched <= {*toll.pool}:
            break
        near.append(ahead)
    yield from _found(story, toll, near)


@dataclass(slots=True)
class _Seen:
    """What is done to a unit in the steps ahead."""

    steps: list[int] = field(default_factory=list)
    way: list[str] = field(default_factory=list)
    key: str = ""
    down: bool = False
    dead: bool = False


def _losses(story: Story, step: Step) -> Iterator[Done]:
    """Yield the losses that are due and that players carry out only after the next impulse has begun."""
    toll = losses.owed(story)
    if toll is None:
        return
    yield from _found(story, toll, _window(story, toll, step.number))


def _found(story: Story, toll: Toll, steps: Sequence[Step]) -> Iterator[Done]:
    """Yield the losses that are carried out in some steps, unless they are too dear to be these."""
    found = [harm for harm in _late(story, toll, steps) if harm is not None]
    cost = sum(_cost(story, harm) for harm in found)
    if not 0 < cost <= points_left(toll, story.rulings):
        return
    for harm in found:
        story.foreseen.update((number, harm.unit) for number in harm.steps)
        yield losses.done(story, harm)
    if story.position.toll is not None:
        yield from _closed(story, toll, steps)


def _closed(story: Story, toll: Toll, steps: Sequence[Step]) -> Iterator[Done]:
    """Yield the end of the losses that somebody has said by the key."""
    for step in steps:
        for told in step.told:
            if told.act == "close":
                story.foreseen.add((step.number, told.counter))
                yield story.one(step, story.by(told, toll.allotter), CloseLosses(toll.allotter))
                return


def _late(story: Story, toll: Toll, steps: Sequence[Step]) -> Iterator[Harm | None]:
    for unit, seen in _of_pool(toll, steps).items():
        back = seen.way and seen.way[-1] == story.position.where[unit] and not seen.dead
        if back or (has_retreated(toll, unit) and not seen.key):
            # Looked under and put back, or through with it.
            continue
        fresh = unit not in story.position.spent
        kind = seen.key
        if seen.dead:
            kind = ELIMINATE
        elif not kind and fresh and seen.down and not seen.way:
            kind = SPEND
        elif not kind and not fresh and seen.way:
            kind = RETREAT
        if kind in (*_COSTS, ELIMINATE) and bool(seen.way) is (kind in (RETREAT, DRIVE)):
            actor = Actor(toll.allotter.id, Known.INFERRED)
            way = tuple(seen.way)
            yield Harm(kind, unit, toll.allotter, tuple(seen.steps), actor, way, keyed=bool(seen.key))


def _cost(story: Story, harm: Harm) -> int:
    dead = 3 if harm.unit not in story.position.spent else 2
    return _COSTS.get(harm.kind, dead)


def _of_pool(toll: Toll, steps: Sequence[Step]) -> dict[str, _Seen]:
    """Return what is done to the units that can take points."""
    found: dict[str, _Seen] = {}
    for step in steps:
        for told in step.told:
            if told.counter in toll.pool and told.act.startswith("loss_"):
                found.setdefault(told.counter, _Seen()).key = told.act
        for shift in step.shifts:
            if shift.counter in toll.pool:
                seen = found.setdefault(shift.counter, _Seen())
                if shift.target.area:
                    seen.way += (*shift.via, shift.target.area)
                seen.dead = where(shift.target) == ELIMINATED
        for unit, down in step.turned.items():
            if unit in toll.pool:
                found.setdefault(unit, _Seen()).down = down
        shown = {*step.turned, *(s.counter for s in step.shifts), *(told.counter for told in step.told)}
        for unit in shown & found.keys():
            found[unit].steps.append(step.number)
    return found


def _window(story: Story, toll: Toll, first: int) -> list[Step]:
    """Return the steps in which losses may still be carried out: up to the next fire, but for its firers."""
    steps: list[Step] = []
    for step in islice(story.steps, first, first + _AHEAD):
        fires = thrown(step) or any(one.act in _NEXT_FIRE for one in step.told)
        if fires or step.turn is not None:
            while fires and steps and not _acts(story, steps[-1], toll.victim.enemy):
                steps.pop()
            break
        steps.append(step)
    return steps


def _acts(story: Story, step: Step, side: Side) -> bool:
    """Return whether units of a side are moved or turned over in a step."""
    units = (*step.turned, *(shift.counter for shift in step.shifts if shift.kind == "unit"))
    return any(story.side_of(unit) is side for unit in units)


# -- prices ----------------------------------------------------------------------------------------------


def price(story: Story, side: Side, card: str, missing: int, first: int) -> list[tuple[str, int]]:
    """Return the cards that are laid down later as the price of one that was played, with their steps."""
    found: list[tuple[str, int]] = []
    for step in islice(story.steps, first, first + _AHEAD):
        if step.turn is not None or len(found) == missing:
            break
        if any(one.act in ("play", "end_phase") and story.side_named(one.by) is side for one in step.told):
            break
        found += [
            (shift.counter, step.number)
            for shift in step.shifts
            if shift.kind == "card" and shift.counter != card and shift.origin.hand == side.id
            and is_pile(shift.target) and not shift.target.box.startswith("played-")
        ][: missing - len(found)]  # fmt: skip
    story.foreseen.update((number, paid) for paid, number in found)
    return found


# -- firers ----------------------------------------------------------------------------------------------


def firers(story: Story, side: Side, target: str = "") -> tuple[str, ...]:
    """Return the units that are turned over only after the dice were thrown for their fire.

    They are turned over one after the other.  That they fire shows by their player, where the dice name him;
    by an enemy who suffers, or acts, before the next dice; or by the area that was named, where they come
    right after the dice.
    """
    position = story.position
    found: dict[str, list[int]] = {}
    shown = story.steps[story.at].thrower == side.id
    dragged: set[str] = set()
    for step in islice(story.ahead(), _AHEAD):
        if step.turn is not None or thrown(step) or any(one.act in _NEXT_FIRE for one in step.told):
            break
        dragged = {shift.counter for shift in step.shifts if shift.kind == "unit"}
        if any(story.side_of(unit) is side for unit in dragged):
            break
        shown = shown or _acts(story, step, side.enemy)
        turned = [unit for unit, down in step.turned.items() if down and story.side_of(unit) is side]
        if found and not turned and shown:
            break
        for unit in turned:
            if unit not in position.spent:
                found.setdefault(unit, []).append(step.number)
    for unit in dragged & found.keys():
        del found[unit]  # turned over to move
    shown = shown or (bool(target) and any(story.at + 1 in numbers for numbers in found.values()))
    start = next((position.where[unit] for unit in found), "")
    group = tuple(unit for unit in found if position.where[unit] == start)
    while side is Side.GERMAN and len(divisions(position, group)) > 1 and not laid_for(position, Use.JOINT):
        # The last ones are turned over for the next fire.
        group = group[:-1]
    near = (start, *position.data.neighbours.get(start, ()))
    aims = target in near if target else any(position.units_in(area, side.enemy) for area in near if area)
    if not (shown and group and aims):
        return ()
    story.foreseen.update((number, unit) for unit in group for number in found[unit])
    return group


# -- arrivals --------------------------------------------------------------------------------------------


def placed(story: Story, unit: str, area: str) -> tuple[str, tuple[int, ...]]:
    """Return where a unit that arrives lies in the end, "" for beside the map, and the steps that show it."""
    known = story.position.data.units.get(unit)
    steps: list[int] = []
    if known is None:
        return area, ()
    for step in islice(story.ahead(), 2 * _AHEAD):
        if step.turn is not None or thrown(step) or any(one.act not in _ARRIVING for one in step.told):
            break
        if any(shift.kind == "card" for shift in step.shifts):
            break
        for shift in step.shifts:
            goal = where(shift.target)
            if shift.counter == unit and (goal in known.entry or goal == OFF_MAP):
                area = goal
                steps.append(step.number)
                story.foreseen.add((step.number, unit))
        if area == OFF_MAP:
            break  # it comes anew
    return area, tuple(steps)
