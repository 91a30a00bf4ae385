"""Losses: what each unit suffers for the points of a fire, by keys or by flips and drags."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import islice
from types import MappingProxyType

from toolkit.audit.actor import Actor, Known
from toolkit.audit.decisions.records import Shift, Step, Told
from toolkit.games.storm.audit.story import Done, Finish, Held, Story, Word, joined
from toolkit.games.storm.audit.vocabulary import thrown
from toolkit.games.storm.audit.words import guessing, inferred
from toolkit.games.storm.rules import actions as a
from toolkit.games.storm.rules.choices import candidates
from toolkit.games.storm.rules.fire import points_left
from toolkit.games.storm.rules.game import breaches
from toolkit.games.storm.rules.losses import has_retreated
from toolkit.games.storm.rules.position import OFF_MAP, Toll
from toolkit.games.storm.rules.retreat import ways
from toolkit.games.storm.rules.sides import Side

SPEND, RETREAT, DRIVE, ELIMINATE = "loss_spend", "loss_retreat", "loss_drive", "loss_eliminate"
_CHEAPER = "a unit that was dragged off the map may have cost fewer points"
GOING = (RETREAT, DRIVE)
_AHEAD = 8


@dataclass(frozen=True, slots=True)
class Harm:
    """What one unit suffers.

    Attributes
    ----------
    kind : str
        The word of its key.
    by : Side
        Who allotted it.
    way : tuple of str
        Areas that it was dragged to.
    lost : bool
        Whether it went nowhere and was eliminated.
    keyed : bool
        Whether a key said so.
    """

    kind: str
    unit: str
    by: Side
    steps: tuple[int, ...]
    actor: Actor
    way: tuple[str, ...] = ()
    lost: bool = False
    keyed: bool = True

    @property
    def waits(self) -> bool:
        """Whether its drag is still to come."""
        return self.kind in GOING and not (self.way or self.lost)


@dataclass(frozen=True, slots=True)
class Harmed(Held):
    """Units that suffer, in the order of their keys; drags may come later."""

    harms: tuple[Harm, ...] = ()

    @property
    def waiting(self) -> Collection[str]:
        """Units whose drag is still to come."""
        return [harm.unit for harm in self.harms if harm.waits]


def _loss(story: Story, step: Step, told: Told) -> Iterator[Done]:
    unit, side = told.counter, story.side_of(told.counter)
    if side is None or _thought_better(story, told):
        return
    held = story.held
    mine = held.harms if isinstance(held, Harmed) else ()
    if held is not None and not isinstance(held, Harmed):
        yield from story.flush()
        if (step.number, unit) in story.foreseen:
            return
    before = next((harm for harm in mine if harm.unit == unit and not harm.keyed), None)
    if before is not None and told.act in GOING:
        # Dragged first, then the key.
        named = replace(before, kind=told.act, keyed=True, steps=joined(before.steps, step.number))
        _replace(story, before, named)
        return
    yield from settle(story)
    actor = story.by(told, _allotter(story, side))
    harm = Harm(told.act, unit, _by(story, told, side), (step.number,), actor)
    if told.act == ELIMINATE:
        story.taken.add(unit)
    yield from _add(story, harm)


def _thought_better(story: Story, told: Told) -> bool:
    """Return whether a unit whose key was pressed is put right at once: another one suffers."""
    unit = told.counter
    if told.act == SPEND:
        return story.turned_back(unit)
    if told.act == ELIMINATE and story.comes_back(unit, story.position.where.get(unit, "")):
        story.taken.add(unit)
        return True
    return False


def owed(story: Story) -> Toll | None:
    """Return the losses that are still to be taken, None for none."""
    toll = story.position.toll
    return toll if toll is not None and points_left(toll, story.rulings) > 0 else None


def _begun(story: Story) -> Iterator[Done]:
    """Yield an act that was begun before all losses were carried out; they may be seen to come after it."""
    if story.held is not None and not isinstance(story.held, Harmed):
        yield from story.flush()


def _allotter(story: Story, owner: Side) -> Side:
    toll = story.position.toll
    return owner if toll is None else toll.allotter


def _by(story: Story, told: Told, owner: Side) -> Side:
    """Return who allots: the player who pressed, where each is seen to press for himself.

    Where points can be taken in one way only nobody allots them: whoever presses helps.
    """
    said = story.side_named(told.by) if story.own_hands else None
    if said is None:
        return _allotter(story, owner)
    return _allotter(story, owner) if _in_one_way(story) else said


def _in_one_way(story: Story) -> bool:
    """Return whether there is exactly one loss that may be taken next."""
    found: set[tuple[type, str]] = set()
    for action in candidates(story.position, story.rulings):
        if isinstance(action, a.Loss) and (type(action), action.unit) not in found:
            if not breaches(story.position, action, story.rulings):
                found.add((type(action), action.unit))
            if len(found) > 1:
                break
    return len(found) == 1


def _add(story: Story, harm: Harm) -> Iterator[Done]:
    held = story.held
    if held is not None and not isinstance(held, Harmed):
        yield from story.flush()
        held = None
    harms = held.harms if isinstance(held, Harmed) else ()
    story.held = Harmed(harm.steps, harm.actor, (*harms, harm))
    if harm.kind not in GOING:
        yield from settle(story)


def settle(story: Story) -> Iterator[Done]:
    """Yield what units suffer that is whole; nothing that comes after a unit still to be dragged."""
    held = story.held
    while isinstance(held, Harmed) and held.harms and not held.harms[0].waits:
        first, *rest = held.harms
        story.held = held = replace(held, harms=tuple(rest)) if rest else None
        yield done(story, _put_right(story, first))


def _put_right(story: Story, harm: Harm) -> Harm:
    """Return a retreat with the drags that put it right, where players have second thoughts about its goal.

    A unit that went back is spent and stays where it is: what is done with it before anybody else acts
    belongs to the retreat, if a retreat may end there.
    """
    toll = story.position.toll
    if not harm.way or toll is None or story.rulings.says("St-1", "again"):
        return harm
    ends = {path[-1] for path, _ in _all_ways(story, harm) if path}
    best, way, steps = harm, harm.way, harm.steps
    for step in islice(story.ahead(), _AHEAD):
        seen = {*step.turned, *(shift.counter for shift in step.shifts)}
        over = step.turn is not None or thrown(step) or bool(seen - {*toll.pool})
        if over or not all(map(_of_losses, step.told)):
            break
        for shift in step.shifts:
            if shift.counter == harm.unit and shift.target.area:
                way, steps = (*way, *shift.via, shift.target.area), joined(steps, step.number)
                if shift.target.area in ends:
                    best = replace(harm, way=way, steps=steps)
    story.foreseen.update((number, harm.unit) for number in best.steps if number not in harm.steps)
    return best


def _of_losses(told: Told) -> bool:
    return told.act == "turn" or told.act.startswith("loss_")


def _replace(story: Story, old: Harm, new: Harm) -> None:
    if isinstance(story.held, Harmed):
        harms = tuple(new if harm is old else harm for harm in story.held.harms)
        story.held = replace(story.held, harms=harms)


def _drop(story: Story, harm: Harm) -> None:
    """Forget a unit that was dragged out and put back."""
    if isinstance(story.held, Harmed):
        harms = tuple(one for one in story.held.harms if one is not harm)
        story.held = replace(story.held, harms=harms) if harms else None


def drag(story: Story, step: Step, shift: Shift, actor: Actor) -> Iterator[bool | Done]:
    """Take a drag from area to area for a retreat; yield True last where it is one."""
    unit, area = shift.counter, shift.target.area
    held = story.held
    if isinstance(held, Harmed):
        harm = next((harm for harm in held.harms if harm.unit == unit), None)
        if harm is not None:
            way = (*harm.way, *shift.via, area)
            start = story.position.where.get(unit, "")
            new = replace(harm, way=() if area == start else way, steps=joined(harm.steps, step.number))
            if harm.waits and new.way and not harm.keyed:
                # Without a key its drag says when it goes: others may have filled an area before it.
                story.held = replace(held, harms=(*(one for one in held.harms if one is not harm), new))
            elif new.way or harm.waits:
                _replace(story, harm, new)
            elif harm.kind == DRIVE and unit in story.table.down:
                # Turned over for it, and only looked under.
                _replace(story, harm, replace(new, kind=SPEND))
                yield from settle(story)
            else:
                _drop(story, harm)
            yield True
            return
    toll = owed(story)
    if toll is None or unit not in toll.pool or story.next_word(unit) in ("move", "ferry"):
        return
    if unit in story.position.spent:
        yield from _begun(story)
        if (step.number, unit) in story.foreseen:
            yield True
            return
        toll = owed(story)
        if toll is None:
            return
    if story.position.where.get(unit) == area or has_retreated(toll, unit):
        return
    yield from settle(story)
    fresh = unit not in story.position.spent and not (unit in story.table.down or step.turned.get(unit))
    if fresh and not story.next_word(unit).startswith("loss") and not _turned_later(story, unit):
        # A fresh unit that goes: its own action, once the fire is over.
        return
    kind = RETREAT if unit in story.position.spent else DRIVE
    side = toll.allotter
    harm = Harm(kind, unit, side, (step.number,), actor, (*shift.via, area), keyed=False)
    yield from _add(story, harm)
    yield True


def _turned_later(story: Story, unit: str) -> bool:
    """Return whether a unit is turned over soon after it was dragged, with no key that says that it moves."""
    return any(step.turned.get(unit) for step, _ in zip(story.ahead(), range(3), strict=False))


def turned(story: Story, step: Step, unit: str) -> Iterator[Done]:
    """Yield a unit that was turned over by hand while points were left."""
    yield from _begun(story)
    toll = owed(story)
    told = (step.number, unit) in story.foreseen
    if toll is None or told or unit not in toll.pool or unit in story.position.spent:
        return
    held = story.held
    if isinstance(held, Harmed) and any(harm.unit == unit for harm in held.harms):
        return
    yield from settle(story)
    actor = Actor(toll.allotter.id, Known.INFERRED)
    if _goes_later(story, unit):
        yield from _add(story, Harm(DRIVE, unit, toll.allotter, (step.number,), actor, keyed=False))
    else:
        yield from _add(story, Harm(SPEND, unit, toll.allotter, (step.number,), actor, keyed=False))


def _goes_later(story: Story, unit: str) -> bool:
    """Return whether a unit that was turned over is dragged next, before anything else is done."""
    for step, _ in zip(story.ahead(), range(2), strict=False):
        if any(shift.counter == unit and shift.target.area for shift in step.shifts):
            return True
        if step.told or step.turned or any(shift.kind == "card" for shift in step.shifts):
            return False
    return False


def removed(story: Story, step: Step, unit: str, actor: Actor) -> Iterator[Done]:
    """Yield a unit that was dragged to the eliminated ones."""
    toll, side = story.position.toll, story.side_of(unit)
    if side is None or story.comes_back(unit, story.position.where.get(unit, "")):
        return
    held = story.held
    if isinstance(held, Harmed):
        harm = next((harm for harm in held.harms if harm.unit == unit and harm.kind in GOING), None)
        if harm is not None:
            _replace(story, harm, replace(harm, lost=True, steps=joined(harm.steps, step.number)))
            yield from settle(story)
            return
        yield from settle(story)
    else:
        yield from story.flush()
        if (step.number, unit) in story.foreseen:
            return
        toll = story.position.toll
    by = side if toll is None else toll.allotter
    yield from _add(story, Harm(ELIMINATE, unit, by, (step.number,), actor, keyed=False))


def lost(story: Story, step: Step, told: Told) -> Iterator[Done]:
    """Yield a unit that had nowhere to go: a reinforcement, or one that retreats."""
    unit, side = told.counter, story.side_of(told.counter)
    if side is None:
        return
    story.taken.add(unit)
    arrives = story.position.where.get(unit) == OFF_MAP
    if arrives and story.is_placed_soon(unit):
        return
    held = story.held
    harms = held.harms if isinstance(held, Harmed) else ()
    harm = next((harm for harm in harms if harm.unit == unit), None)
    if harm is not None:
        _replace(story, harm, replace(harm, lost=True, steps=joined(harm.steps, step.number)))
        yield from settle(story)
        return
    if arrives:
        yield from story.flush()
        yield from inferred.before_arrival(story, step)
        yield story.one(step, story.by(told, side), a.Lost(unit))
        return
    yield from settle(story)
    kind = RETREAT if unit in story.position.spent else DRIVE
    yield from _add(
        story,
        Harm(kind, unit, _by(story, told, side), (step.number,), story.by(told, side), lost=True),
    )
    yield from settle(story)


def done(story: Story, harm: Harm) -> Done:
    """Return what a unit suffered as an action."""
    match harm.kind:
        case "loss_spend":
            excuse = _CHEAPER if story.cheaper else ""
            return Done(a.Spend(harm.by, harm.unit), harm.steps, harm.actor, excuse=excuse)
        case "loss_eliminate":
            return _eliminated(story, harm)
        case _:
            pass
    going = a.Drive if harm.kind == DRIVE else a.Retreat
    found = (
        going(harm.by, harm.unit, path, gone)
        for path, gone in _ways(story, harm)
        if (path, gone) != (harm.way, harm.lost)
    )
    excuse = _CHEAPER if story.cheaper else ""
    action = going(harm.by, harm.unit, harm.way, harm.lost)
    return Done(action, harm.steps, harm.actor, found, excuse=excuse)


def _eliminated(story: Story, harm: Harm) -> Done:
    """Return a unit that is eliminated; one that was dragged off the map may have had nowhere to go."""
    others = [] if harm.keyed else list(_nowhere_to_go(story, harm))
    excuse = _CHEAPER if story.cheaper else ""
    if others:
        story.cheaper = True
        guessing.cheaper_than_seen(story)
    return Done(a.Eliminate(harm.by, harm.unit), harm.steps, harm.actor, others, excuse=excuse)


def _nowhere_to_go(story: Story, harm: Harm) -> Iterator[a.Retreat | a.Drive]:
    """Yield the retreats of a unit that was dragged off the map: it may have had nowhere to go."""
    for kind in (a.Retreat, a.Drive):
        for path, _ in _ways(story, replace(harm, lost=True)):
            yield kind(harm.by, harm.unit, path, lost=True)


def _ways(story: Story, harm: Harm) -> Iterator[tuple[tuple[str, ...], bool]]:
    """Yield the ways of a retreat that end as it ended: a drag hides the full areas gone through."""
    for path, gone in _all_ways(story, harm):
        if gone is harm.lost and (gone or (harm.way and path[-1] == harm.way[-1])):
            yield path, gone


def _all_ways(story: Story, harm: Harm) -> Iterator[tuple[tuple[str, ...], bool]]:
    if harm.unit in story.position.data.units and story.position.on_map(harm.unit):
        yield from ways(story.position, harm.unit, story.rulings)


def harmed(story: Story, held: Held) -> Iterator[Done]:
    """Yield what units suffered, as far as it was seen."""
    assert isinstance(held, Harmed)
    for harm in held.harms:
        yield done(story, harm)


WORDS: Mapping[str, Word] = MappingProxyType(
    {SPEND: _loss, RETREAT: _loss, DRIVE: _loss, ELIMINATE: _loss, "lost": lost}
)
FINISH: Mapping[type[Held], Finish] = MappingProxyType({Harmed: harmed})
