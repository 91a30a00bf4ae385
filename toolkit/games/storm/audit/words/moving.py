"""Movement: the units that go together, by keys or drags, and the way that they may have gone."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from toolkit.audit.actor import Actor
from toolkit.audit.decisions.records import Shift, Step, Told
from toolkit.games.storm.audit import ways
from toolkit.games.storm.audit.story import SIDES, Done, Finish, Held, Story, Word, joined
from toolkit.games.storm.audit.words import inferred, later
from toolkit.games.storm.audit.words.cards import Played
from toolkit.games.storm.rules import actions as a
from toolkit.games.storm.rules.data import Use
from toolkit.games.storm.rules.game import check
from toolkit.games.storm.rules.position import Phase
from toolkit.games.storm.rules.readings import laid_for, to_act
from toolkit.games.storm.rules.sides import Side
from toolkit.rules.verdict import Outcome


@dataclass(frozen=True, slots=True)
class Group(Held):
    """Units of one area that move.

    Attributes
    ----------
    start : str
        Where they set out from.
    drags : mapping of str to tuple of str
        Unit → the areas that it was dragged to, () before its drag.
    keyed : frozenset of str
        Units whose key said that they move.
    put_back : bool
        Whether units were dragged out and put back.
    since : mapping of str to int
        Unit → the step in which it was first dragged or its key was pressed.
    """

    side: Side = Side.GERMAN
    start: str = ""
    drags: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: MappingProxyType({}))
    keyed: frozenset[str] = frozenset()
    put_back: bool = False
    since: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))

    @property
    def waiting(self) -> Collection[str]:
        """Units whose key was pressed and that are not dragged yet."""
        return [unit for unit in self.keyed if not self.drags.get(unit)]


def _move(story: Story, step: Step, told: Told) -> Iterator[Done]:
    unit = told.counter
    side = story.side_of(unit)
    if side is None or _has_just_moved(story, unit):
        return
    held, by = story.held, story.side_named(told.by)
    joins = isinstance(held, Group) and story.position.where.get(unit) == held.start
    if by is side.enemy and not joins:
        # What is under way is over when the other player presses a key elsewhere.
        yield from story.flush()
    yield from into_group(story, step, unit, story.by(told, side), _mover(story, told, side))
    if isinstance(story.held, Group):
        story.held = replace(story.held, keyed=story.held.keyed | {unit})


def _has_just_moved(story: Story, unit: str) -> bool:
    """Return whether a unit lies where the last move has led it, and goes no farther: its key says so."""
    done = story.position.done
    if done is None or not done.path or unit not in done.units or story.position.where[unit] != done.goal:
        return False
    mine = isinstance(story.held, Group) and unit in story.held.drags
    return not mine and not story.is_dragged_soon(unit)


def _mover(story: Story, told: Told, owner: Side) -> Side:
    """Return who moves a unit: its owner, but for a player who presses the other's key in his own impulse."""
    by = story.side_named(told.by)
    position = story.position
    if not story.own_hands or by is None or by is owner or position.phase is not Phase.IMPULSES:
        return owner
    return by if to_act(position, story.rulings) is by else owner


def into_group(
    story: Story, step: Step, unit: str, actor: Actor, mover: Side | None = None
) -> Iterator[Done]:
    """Count a unit to the group that moves, or begin another group."""
    # The first side counts as nothing where a truth is asked for.
    side = story.side_of(unit) if mover is None else mover
    if mover is None and isinstance(story.held, Group) and unit in story.held.drags:
        # Who pressed its key moves it.
        side = story.held.side
    if side is None:
        return
    if isinstance(story.held, Played):
        yield from story.flush(once=True)
    held, start = story.held, story.position.where.get(unit, "")
    # What is pressed or dragged at once goes together, wherever it stands.
    joins = isinstance(held, Group) and (start == held.start or held.steps[-1] == step.number)
    if isinstance(held, Group) and held.side is side and (unit in held.drags or joins):
        story.held = replace(
            held,
            steps=joined(held.steps, step.number),
            drags={**held.drags, unit: held.drags.get(unit, ())},
            since={unit: step.number, **held.since},
        )
        return
    yield from story.flush()
    start = story.position.where.get(unit, "")
    story.held = Group((step.number,), actor, side, start, {unit: ()}, since={unit: step.number})


def drag(story: Story, step: Step, shift: Shift, actor: Actor) -> Iterator[Done]:
    """Yield or hold what a drag from area to area in an impulse is, where it is no retreat."""
    unit, area = shift.counter, shift.target.area
    held = story.held
    if not (isinstance(held, Group) and unit in held.drags) and story.position.where.get(unit) == area:
        return  # it is brought to where it belongs
    yield from into_group(story, step, unit, actor)
    held = story.held
    if isinstance(held, Group):
        way = (*held.drags[unit], *shift.via, area)
        # Put back where it stood: it did not move.
        back = area == story.position.where.get(unit)
        drags = {**held.drags, unit: () if back else way}
        # What was turned over one after the other may still be dragged at once.
        since = held.since if held.drags[unit] else {**held.since, unit: step.number}
        story.held = replace(held, drags=drags, since=since, put_back=held.put_back or back)


def strange(story: Story, step: Step, shift: Shift, actor: Actor) -> Iterator[Done]:
    """Yield the move of a unit that the game's data do not have."""
    yield from story.flush()
    side = SIDES.get(actor.side or "", Side.GERMAN)
    yield story.one(step, actor, a.Move(side, (shift.counter,), (shift.target.area,)))


def moved(story: Story, held: Held) -> Iterator[Done]:
    """Yield the moves of a group: one for each area that its units went to."""
    assert isinstance(held, Group)
    goals: dict[str, list[str]] = {}
    for unit, way in held.drags.items():
        if way:
            goals.setdefault(way[-1], []).append(unit)
    nowhere = not goals and bool(held.keyed) and not held.put_back
    if goals or nowhere:
        yield from later.before_impulse(story, story.steps[held.steps[0]], held.side)
    if nowhere:
        # Pressed and never dragged: it went nowhere.
        yield Done(a.Move(held.side, tuple(held.drags), ()), held.steps, held.actor)
    for number, units in enumerate(_apart(story, held, _one_by_one(story, held, goals))):
        if number:
            yield from inferred.passed_between(story, held.steps[-1], held.side)
        shown = max((held.drags[unit] for unit in units), key=len)
        together = tuple(sorted(units, key=lambda unit: story.position.data.order.get(unit, 0)))
        found = ways.paths(story, ways.Trip(held.side, together, held.start, shown))
        first = next(found)
        others = (a.Move(held.side, together, path) for path in found)
        yield Done(a.Move(held.side, together, first), held.steps, held.actor, others)


def _apart(story: Story, held: Group, parts: list[list[str]]) -> Iterator[list[str]]:
    """Yield the groups, those in parts that can only go one after the other, and were dragged so."""
    for units in parts:
        times = dict.fromkeys(held.since.get(unit, 0) for unit in units)
        single = [[unit for unit in units if held.since.get(unit, 0) == time] for time in times]
        together = held.side.enemy not in story.silent or _may_go(story, held, units)
        yield from [units] if together or not _may_go(story, held, single[0]) else single


def _may_go(story: Story, held: Group, units: list[str]) -> bool:
    """Return whether units may go together to where they lie."""
    shown = max((held.drags[unit] for unit in units), key=len)
    trip = ways.Trip(held.side, tuple(units), held.start, shown)
    moves = (a.Move(held.side, tuple(units), path) for path in ways.paths(story, trip))
    return any(check(story.position, move).outcome is not Outcome.ILLEGAL for move in moves)


def _one_by_one(story: Story, held: Group, goals: Mapping[str, list[str]]) -> list[list[str]]:
    """Return the units that went together; apart where the other side may have passed between.

    That are the divisions, and the units on a ferry; but a stack that is dragged at once goes together.
    """
    units = story.position.data.units
    if held.side.enemy not in story.silent:
        return list(goals.values())
    found: list[list[str]] = []
    ferry = held.start in story.position.data.ferries and not laid_for(story.position, Use.FERRY)
    for together in goals.values():
        named = next((units[unit].division for unit in together if units[unit].division), "")
        kinds = {unit: unit if ferry else units[unit].division or named for unit in together}
        if (held.side is Side.SOVIET and not ferry) or laid_for(story.position, Use.JOINT):
            kinds = dict.fromkeys(together, "")
        parts: list[list[str]] = []
        for unit in together:
            at, kind = held.since.get(unit), kinds[unit]
            near = [part for part in parts if any(held.since.get(o) == at or kinds[o] == kind for o in part)]
            parts = [part for part in parts if part not in near] + [
                [*(o for part in near for o in part), unit]
            ]
        found += parts
    return found


WORDS: Mapping[str, Word] = MappingProxyType({"move": _move, "ferry": _move})
FINISH: Mapping[type[Held], Finish] = MappingProxyType({Group: moved})
