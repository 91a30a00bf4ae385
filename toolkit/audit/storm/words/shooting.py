"""Fire without keys: units that are turned over, a throw of dice, and what the other side then suffers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from toolkit.audit.areas.records import Step
from toolkit.audit.events import Actor, Known
from toolkit.audit.storm.story import Done, Held, Story, joined
from toolkit.audit.storm.vocabulary import ATTACK
from toolkit.audit.storm.words import unsaid
from toolkit.audit.storm.words.cards import Played
from toolkit.audit.storm.words.firing import Volley
from toolkit.audit.storm.words.moving import Group
from toolkit.rules.storm import actions as a
from toolkit.rules.storm.data import Deed, Side

_AHEAD = 25


@dataclass(frozen=True, slots=True)
class Turned(Held):
    """Fresh units that were turned over by hand: to fire, where dice follow."""

    side: Side = Side.GERMAN
    units: tuple[str, ...] = ()


def turned(story: Story, step: Step, unit: str) -> Iterator[Done]:
    """Hold a fresh unit that is turned over: it fires, or was turned over by mistake."""
    held, side = story.held, story.side_of(unit)
    if side is None or (isinstance(held, Group) and unit in held.drags):
        return
    if isinstance(held, Volley) and unit in held.units:
        return
    if isinstance(held, Group) and story.position.where.get(unit) == held.start and _drags_next(story, unit):
        return
    if isinstance(held, Turned) and held.side is side:
        story.held = replace(held, units=(*held.units, unit), steps=joined(held.steps, step.number))
        return
    if _drags_next(story, unit):
        return
    yield from story.flush()
    actor = Actor(side.id, Known.INFERRED)
    story.held = Turned((step.number,), actor, side, (unit,))


def _drags_next(story: Story, unit: str) -> bool:
    """Return whether a unit that was turned over is dragged soon: it moves."""
    for step, _ in zip(story.ahead(), range(_AHEAD), strict=False):
        if any(shift.counter == unit and shift.target.area for shift in step.shifts):
            return True
        if _dice(step) or any(one.act in ("roll", "pass", "end_phase") for one in step.told):
            return False
    return False


def _dice(step: Step) -> tuple[int, int] | None:
    """Return what the toolbar's dice showed in a step."""
    text = next((value for name, value in step.settings.items() if name.endswith("_result")), "")
    numbers = [int(part) for part in text.replace("+", ",").replace(" ", ",").split(",") if part.isdigit()]
    return (numbers[0], numbers[1]) if len(numbers) == 2 else None


def rolled(story: Story, step: Step) -> Iterator[Done]:
    """Yield a fire and its roll where the toolbar's dice were thrown for it."""
    dice = _dice(step)
    if dice is None:
        return
    held = story.held
    if isinstance(held, Turned):
        target = _target(story, held)
        if not target:
            return
        story.held = None
        yield from unsaid.before_impulse(story, step, held.side)
        yield Done(a.Fire(held.side, held.units, target), held.steps, held.actor)
    elif isinstance(held, Volley):
        if not held.target and held.units:
            firers = Turned(held.steps, held.actor, held.side, held.units)
            story.held = replace(held, target=_target(story, firers))
        yield from story.flush()
    elif isinstance(held, Played) and held.about(story, Deed.BOMBARD):
        yield from story.flush()
    shot = story.position.shot
    if shot is not None:
        yield Done(a.Roll(dice), (step.number,), Actor(shot.side.id, Known.INFERRED))


def _target(story: Story, held: Turned) -> str:
    """Return the area fired on: where the Attack marker lies, else where the enemy suffers next.

    Nobody suffers from a fire without points: then the only area that can have been meant, if there is one.
    """
    position = story.position
    start = next((position.where.get(unit, "") for unit in held.units), "")
    near = [area for area in (start, *position.data.neighbours.get(start, ())) if area in position.data.areas]
    possible = [area for area in near if position.units_in(area, held.side.enemy)]
    marker = story.table.markers.get(ATTACK)
    if marker is not None and marker.area in possible:
        return marker.area
    return _suffers(story, held.side.enemy, possible) or (possible[0] if len(possible) == 1 else "")


def _suffers(story: Story, side: Side, possible: Sequence[str]) -> str:
    position = story.position
    for step, _ in zip(story.ahead(), range(_AHEAD), strict=False):
        hurt = [unit for unit, down in step.turned.items() if down]
        hurt += [shift.counter for shift in step.shifts if shift.kind == "unit"]
        for unit in hurt:
            if story.side_of(unit) is side and position.where.get(unit) in possible:
                return position.where[unit]
        ends = _dice(step) is not None or any(one.act in ("pass", "end_phase", "roll") for one in step.told)
        own = any(story.side_of(unit) is side.enemy for unit in hurt)
        if ends or own:
            return ""
    return ""


def finish(story: Story, held: Held) -> Iterator[Done]:
    """Yield nothing: units were turned over and nothing came of it; they count as spent."""
    assert isinstance(held, Turned)
    story.position.spent.update(unit for unit in held.units if story.position.on_map(unit))
    return iter(())


FINISH = {Turned: finish}
