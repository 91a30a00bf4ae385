"""Fire: who fires on what, from the keys of the firers, the Attack marker and the desk."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from toolkit.audit.actor import Actor, Known
from toolkit.audit.decisions.records import Step, Told
from toolkit.audit.facts import number
from toolkit.games.storm.audit.story import Done, Finish, Held, Story, Word, joined
from toolkit.games.storm.audit.vocabulary import ATTACK, unmarked
from toolkit.games.storm.audit.words import later
from toolkit.games.storm.audit.words.cards import Played
from toolkit.games.storm.audit.words.guessing import before_roll, firers, may_be_hit
from toolkit.games.storm.rules import actions as a
from toolkit.games.storm.rules.activation import follows_overrun
from toolkit.games.storm.rules.data import Use
from toolkit.games.storm.rules.sides import Side


@dataclass(frozen=True, slots=True)
class Volley(Held):
    """Units that fire.

    Attributes
    ----------
    target : str
        "" before it is declared.
    left_out : frozenset of str
        Units that are not fired on (St-5).
    """

    side: Side = Side.GERMAN
    units: tuple[str, ...] = ()
    target: str = ""
    left_out: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Turned(Held):
    """Fresh units that were turned over by hand: to fire, where a target or dice follow."""

    side: Side = Side.GERMAN
    units: tuple[str, ...] = ()


def _fire(story: Story, step: Step, told: Told) -> Iterator[Done]:
    unit, side = told.counter, story.side_of(told.counter)
    if side is None:
        return
    fires = told.values.get("Firing", "1") == "1"
    if isinstance(story.held, Played):
        yield from story.flush(once=True)
    held = story.held
    if isinstance(held, Volley) and held.side is side:
        others = tuple(one for one in held.units if one != unit)
        units = (*others, unit) if fires else others
        story.held = replace(held, units=units, steps=joined(held.steps, step.number))
    elif fires:
        yield from _volley(story, step, side, story.by(told, side))
        if isinstance(story.held, Volley):
            story.held = replace(story.held, units=tuple(dict.fromkeys((*story.held.units, unit))))


def _volley(story: Story, step: Step, side: Side, actor: Actor) -> Iterator[Done]:
    yield from story.flush()
    values = story.table.values
    units = [unit for unit in story.position.data.units if unit in values]
    out = {unit for unit in units if values[unit].get("LeftOut") == "1"}
    marked = tuple(sorted(u for u in units if values[u].get("Firing") == "1" and story.side_of(u) is side))
    story.held = Volley((step.number,), actor, side, marked, left_out=frozenset(out))


def _leave_out(story: Story, step: Step, told: Told) -> Iterator[Done]:
    unit, side = told.counter, story.side_of(told.counter)
    if side is None:
        return
    if not (isinstance(story.held, Volley) and story.held.side is side.enemy):
        yield from _volley(story, step, side.enemy, story.by(told, side.enemy))
    if isinstance(story.held, Volley):
        out = {unit} if told.values.get("LeftOut", "1") == "1" else set()
        story.held = replace(story.held, left_out=story.held.left_out - {unit} | out)


def _declare(story: Story, step: Step, told: Told) -> Iterator[Done]:
    area = target_of(story, step)
    held = story.held
    if isinstance(held, Played) and held.about(story, Use.BOMBARD, Use.SNIPE):
        story.held = replace(held, area=area, steps=joined(held.steps, step.number))
        return
    if isinstance(held, Played):
        yield from story.flush(once=True)
        held = story.held
    if isinstance(held, Turned) and _is_of_the_other(story, told, held, area):
        yield from story.flush()
        held = None
    if isinstance(held, Turned):
        held = Volley(held.steps, held.actor, held.side, held.units)
    if isinstance(held, Volley):
        story.held = replace(held, target=area, steps=joined(held.steps, step.number))
    elif story.position.shot is None and (card := _played_before(story)):
        owner = story.position.data.cards[card].side
        story.held = Played((step.number,), story.by(told, owner), owner, card, area)
    elif story.position.shot is None:
        side = story.side_named(told.by)
        if side is not None:
            yield from _volley(story, step, side, story.by(told, side))
            if isinstance(story.held, Volley):
                story.held = replace(story.held, target=area)


def _is_of_the_other(story: Story, told: Told, held: Turned, area: str) -> bool:
    """Return whether the other player names an area that the units turned over before cannot fire at."""
    position = story.position
    starts = {position.where.get(unit, "") for unit in held.units}
    near = starts.union(*(position.data.neighbours.get(start, ()) for start in starts))
    return story.side_named(told.by) is held.side.enemy and area not in near


def _played_before(story: Story) -> str:
    """Return the card of a bombardment or of snipers that was played before the log begins, "" for none."""
    known = story.table.properties
    waits = known.get("AttackMore", "0") != "0" or known.get("SnipePoints", "0") != "0"
    if story.played or known.get("FireFrom", "") or not waits:
        return ""
    cards = story.position.data.cards
    lying = (card for card, place in story.table.cards.items() if place.box.startswith("played-"))
    side = story.side_named(known.get("FireSide", ""))
    fires = (c for c in lying if c in cards and cards[c].does(Use.BOMBARD, Use.SNIPE))
    return next((card for card in fires if cards[card].side is side), "")


def target_of(story: Story, step: Step) -> str:
    """Return the area on which the Attack marker lies after a step."""
    named = unmarked(step.settings.get("FireTarget", ""))
    if named:
        return story.area_named(named)
    lies = next((shift.target.area for shift in step.shifts if shift.counter == ATTACK), "")
    place = story.table.markers.get(ATTACK)
    return lies or ("" if place is None else place.area)


def _roll(story: Story, step: Step, told: Told) -> Iterator[Done]:
    held = story.held
    if isinstance(held, Volley) and held.target and not held.units:
        # Rolled for a fire of nobody.
        story.held = None
        yield from later.before_impulse(story, step, held.side)
        yield Done(a.Fire(held.side, (), held.target), held.steps, held.actor)
    # What is named after the dice is still what they were thrown for.
    early = story.held if _is_declared_next(story) else None
    if early is None:
        yield from story.flush()
    dice = [step.settings.get(name, "") or story.table.properties.get(name, "") for name in ("D1", "D2")]
    one, two = map(number, dice)
    shot = story.position.shot
    before_roll(story)
    yield story.one(step, story.by(told, None if shot is None else shot.side), a.Roll((one, two)))


def _is_declared_next(story: Story) -> bool:
    """Return whether a fire without a target is held, which is named in the next step."""
    held = story.held
    waits = isinstance(held, Volley) and not held.target
    if isinstance(held, Played):
        waits = not held.area and held.about(story, Use.BOMBARD, Use.SNIPE)
    following = next(story.ahead(), None)
    return waits and following is not None and any(told.act == "declare" for told in following.told)


def _close(story: Story, step: Step, told: Told) -> Iterator[Done]:
    if isinstance(story.held, Volley):
        story.called_off = (*story.held.steps, step.number)
        story.held = None
    yield from story.flush()
    yield from later.closed_early(story)
    toll = story.position.toll
    if toll is not None:
        yield story.one(step, story.by(told, toll.allotter), a.CloseLosses(toll.allotter))


def fired(story: Story, held: Held) -> Iterator[Done]:
    """Yield the fire that was declared; firers without a target have done nothing yet."""
    assert isinstance(held, Volley)
    if not held.target or not held.units:
        return
    told = held.actor.known is Known.DECLARED
    if not told:
        held = replace(held, units=firers(story, held.units))
    fire = a.Fire(held.side, held.units, held.target)
    if not follows_overrun(story.position, fire):
        yield from later.before_impulse(story, story.steps[held.steps[0]], held.side)
    enemies = story.position.units_in(held.target, held.side.enemy) if held.target in _areas(story) else []
    aimed = tuple(unit for unit in enemies if unit not in held.left_out)
    chosen = aimed if len(aimed) < len(enemies) else ()
    order, where = story.position.data.order, story.position.where
    # Units of several areas: the module lays the marker where the last of them stands.
    start = story.area_named(unmarked(story.table.properties.get("FireFrom", "")))
    units = tuple(sorted(held.units, key=lambda unit: (where.get(unit) == start, order.get(unit, 0))))
    story.doubted = story.cheaper = False
    hit = frozenset() if told else may_be_hit(story, held.side, units, [held.target])
    yield Done(a.Fire(held.side, units, held.target, chosen), held.steps, held.actor)
    story.exposed = hit


def _areas(story: Story) -> Mapping[str, object]:
    return story.position.data.areas


WORDS: Mapping[str, Word] = MappingProxyType(
    {
        "fire": _fire,
        "leave_out": _leave_out,
        "declare": _declare,
        "roll": _roll,
        "close": _close,
    }
)
FINISH: Mapping[type[Held], Finish] = MappingProxyType({Volley: fired})
