"""A game as if some of its steps had been others: pieces go on from where they lawfully lay."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations

from toolkit.audit.decisions.entries import FACE
from toolkit.audit.decisions.reader import ReadLog
from toolkit.audit.decisions.records import CARD, NOWHERE, UNIT, Laid, Place, Shift, Step
from toolkit.audit.folding import FACED, GONE, TURNED, Elsewhere, Goals, Instead, subject_of
from toolkit.audit.folding import Step as Numbered
from toolkit.audit.report import START, JudgedAction
from toolkit.compile.compiled import CompiledGame


def as_if(games: Sequence[ReadLog], instead: Instead, pile: str = "") -> list[ReadLog]:
    """Return the logs of a game as if some steps had done something else, or nothing.

    `pile` as in `elsewhere_in`: a card that was never laid is not cleared away there either.
    """
    astray: dict[str, Place] = {}
    faces: dict[str, bool] = {}
    down, where = set(games[0].begin.down), {**games[0].begin.units, **games[0].begin.cards}
    found = []
    for log, game in enumerate(games):
        steps = []
        begun = instead.get((log, START), {})
        astray |= _places_of(begun)
        for step in game.steps:
            early = instead.get((log, -step.number))
            if early is not None:
                steps.append(_done(Step(step.number), early, down, where))
                where |= {shift.counter: shift.target for shift in steps[-1].shifts}
                astray |= _places_of(early)
            goals = instead.get((log, step.number))
            if goals != {}:
                step = _faced(step, faces)
            if goals is None:
                steps.append(_gone_on(step, astray, pile) if astray else step)
            elif goals:
                steps.append(_done(_gone_on(step, astray, pile), goals, down, where))
                astray |= _places_of(goals)
            else:
                for shift in step.shifts:
                    astray.setdefault(shift.counter, shift.origin)
                for unit, over in step.turned.items():
                    faces.setdefault(unit, not over)
                continue
            where |= {shift.counter: shift.target for shift in steps[-1].shifts}
            for unit, over in step.turned.items():
                (down.add if over else down.discard)(unit)
        found.append(replace(game, begin=_begun(game.begin, begun), steps=tuple(steps)))
    return found


def _begun(begin: Laid, goals: Goals) -> Laid:
    """Return a table with some units elsewhere, or on their other face."""
    places = _places_of(goals)
    turned = frozenset(unit for unit, goal in goals.items() if goal == TURNED)
    return replace(begin, units={**begin.units, **places}, down=begin.down ^ turned)


def edits_of(end: Laid | None, begin: Laid) -> dict[Numbered, Goals]:
    """Return where units would be if a log that begins otherwise began as the one before it ends."""
    goals: dict[str, str] = {}
    for unit, stood in end.units.items() if end is not None else ():
        if begin.units.get(unit, stood) != stood:
            goals[unit] = goal_of(stood)
        elif end is not None and (unit in end.down) is not (unit in begin.down):
            goals[unit] = TURNED
    return {(0, START): goals} if goals else {}


_BOX, _SPOT = "box ", " spot "
"""What a goal is written with that is a spot of a box."""


def goal_of(place: Place) -> str:
    """Return the goal of a unit that goes to a place."""
    return place.area or _BOX + place.box + _SPOT + place.spot


def _place(goal: str) -> Place:
    if goal.startswith(_BOX):
        box, _, spot = goal.removeprefix(_BOX).partition(_SPOT)
        return Place("", box, spot)
    return NOWHERE if goal == GONE else Place(goal)


def _done(step: Step, goals: Goals, down: Collection[str], where: Mapping[str, Place]) -> Step:
    """Return a step in which units come to other places, or are turned over."""
    shifts = [shift for shift in step.shifts if shift.counter not in goals]
    origins = {**where, **{shift.counter: shift.origin for shift in step.shifts}}
    for unit, place in _places_of(goals).items():
        if (origin := origins.get(unit, NOWHERE)) != place:
            kind = CARD if origin.hand else UNIT
            shifts.append(Shift(unit, kind, origin, place))
    turned = {unit: unit not in down for unit, goal in goals.items() if goal == TURNED}
    faces = {unit: {FACE: goal[len(FACED) :]} for unit, goal in goals.items() if goal.startswith(FACED)}
    found = replace(step, shifts=tuple(shifts), turned={**step.turned, **turned})
    return replace(found, noted={**step.noted, **faces})


def _places_of(goals: Goals) -> dict[str, Place]:
    """Return where units go."""
    return {
        unit: _place(goal) for unit, goal in goals.items() if goal != TURNED and not goal.startswith(FACED)
    }


def _gone_on(step: Step, astray: dict[str, Place], pile: str) -> Step:
    """Return a step whose pieces come from where they lawfully lay."""
    shifts: list[Shift] = []
    for shift in step.shifts:
        held = astray.get(shift.counter, NOWHERE).hand
        if held and not shift.origin.hand and shift.target.box == pile.format(held):
            continue
        origin = astray.pop(shift.counter, shift.origin)
        if origin != shift.target:
            shifts.append(replace(shift, origin=origin))
    for unit in step.rests.keys() & astray.keys():
        shifts.append(Shift(unit, UNIT, astray.pop(unit), step.rests[unit]))
    return replace(step, shifts=tuple(shifts))


def _faced(step: Step, faces: dict[str, bool]) -> Step:
    """Return a step before which units show the faces that they lawfully show: True face down.

    Who is turned as it lies is not turned; who was not turned when several others are is turned with them.
    """
    turned = dict(step.turned)
    several = set(turned.values()) if len(turned) > 1 else set()
    for unit, down in tuple(faces.items()):
        if turned.get(unit) is down:
            del turned[unit], faces[unit]
        elif unit in turned:
            del faces[unit]
        elif several == {not down}:
            turned[unit] = not down
            del faces[unit]
    return replace(step, turned=turned) if turned != step.turned else step


def elsewhere_in(game: CompiledGame, read: Sequence[ReadLog] = (), pile: str = "") -> Elsewhere:
    """Return what tells where the unit of a finding might be, or that it might show its other face.

    It might be where the rules allowed it; where they allowed nothing of the kind, beside where it was.
    Where a card was not paid for, others of the hand might be on the pile: `pile` is its box, a side to be
    filled in.
    """
    beside, allowed = _beside(game), _places(game)
    units = {counter.id: counter.names.en for counter in game.counters if counter.kind == "unit"}

    def elsewhere(cause: JudgedAction) -> Iterator[Goals]:
        unit = subject_of(cause, units)
        if pile and cause.owed is not None and not cause.owed.unit and cause.owed.side == cause.actor.side:
            yield from _prices(read, cause, _BOX + pile.format(cause.owed.side))
        if not unit:
            return
        if not cause.end:
            yield {unit: TURNED}
            return
        known = [allowed[wording.end] for wording in cause.instead if wording.end in allowed]
        yield from ({unit: goal} for goal in known or beside(cause.start))

    return elsewhere


def _prices(read: Sequence[ReadLog], cause: JudgedAction, pile: str) -> Iterator[Goals]:
    """Yield one or two cards of a hand on the pile, those first that come into the hand once more."""
    assert cause.owed is not None
    lies, again = dict(read[0].begin.cards), set[str]()
    at, hand = (cause.log, cause.step), cause.owed.side
    held: list[str] = []
    for log, game in enumerate(read):
        for step in game.steps:
            cards = [shift for shift in step.shifts if shift.kind == CARD]
            if (log, step.number) <= at:
                lies.update((shift.counter, shift.target) for shift in cards)
                held = [card for card, place in lies.items() if place.hand == hand]
            else:
                again.update(shift.counter for shift in cards if shift.target.hand)
    likely = sorted(held, key=lambda card: card not in again)
    for count in (1, 2):
        yield from (dict.fromkeys(cards, pile) for cards in combinations(likely, count))


def _places(game: CompiledGame) -> dict[str, str]:
    """Return the ids of places by what people call them."""
    if game.area_map is None:
        grid = game.map.grid
        return {number: number for number in map(grid.number, range(len(grid)))}
    return {names["en"]: id_ for id_, names in zip(game.areas.ids, game.areas.names, strict=True)}


def _beside(game: CompiledGame) -> Callable[[str], Sequence[str]]:
    """Return what tells the places beside one by what people call it; of an unknown place all areas."""
    if game.area_map is None:
        grid = game.map.grid
        near = grid.neighbours()
        known = {grid.number(h): h for h in range(len(grid))}

        def hexes(name: str) -> Sequence[str]:
            return [grid.number(int(h)) for h in near[known[name]] if h >= 0] if name in known else ()

        return hexes
    areas = game.areas
    ids = {names["en"]: at for at, names in enumerate(areas.names)}

    def around(name: str) -> Sequence[str]:
        return [areas.ids[at] for at in areas.neighbours(ids[name])] if name in ids else areas.ids

    return around
