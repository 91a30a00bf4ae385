"""A game of GJ47 as if some of its steps had been others: units go on from where they lawfully stood."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from toolkit.audit.actor import Actor, Known
from toolkit.audit.folding import GONE, TURNED, Elsewhere, Goals, Instead, Step
from toolkit.audit.joining import Link
from toolkit.audit.report import START, JudgedAction
from toolkit.compile.compiled import CompiledGame
from toolkit.games.gj47.audit.events import Event, Handled, Noted, Relocation, StepEvents
from toolkit.games.gj47.audit.reader import ReadGame
from toolkit.games.gj47.audit.table_state import FACE, Standing, TableState
from toolkit.games.gj47.rules.course import OFF_MAP
from toolkit.games.gj47.rules.data import RulesData
from toolkit.geometry.grid import HexGrid
from toolkit.rules.verdict import Outcome

_Place = tuple[int, str]
_NOBODY = Actor(None, Known.INFERRED)
_RESULT = "result"
"""The action that tells what a battle's result asks for."""
_WITHDRAWN = "withdrawn"
_BOX = "box "
"""What a goal begins with that is a box."""
_COLUMNS = {"11.2(1)1": "Pz", "11.2(1)2": "SS", "11.2(1)3": "Inf"}
"""Rule → the column of the withdrawal table that it counts."""


def as_if(part: Sequence[Link[ReadGame]], instead: Instead, grid: HexGrid) -> list[Link[ReadGame]]:
    """Return logs that follow each other as if some steps had done something else, or nothing."""
    astray: dict[str, _Place] = {}
    found = []
    for log, link in enumerate(part):
        steps = []
        begun = instead.get((log, START), {})
        astray |= {unit: _place(goal, grid) for unit, goal in begun.items() if goal != TURNED}
        for step in link.game.steps:
            goals = instead.get((log, step.step))
            if goals is None:
                steps.append(_gone_on(step, astray) if astray else step)
            elif goals:
                stood = _places(part, (log, step.step)) if _BOX in "".join(goals.values()) else {}
                steps.append(_done(_gone_on(step, astray), goals, grid, stood))
                astray |= {unit: _place(goal, grid) for unit, goal in goals.items() if goal != TURNED}
            else:
                for event in step.events:
                    if isinstance(event, Relocation | Handled):
                        astray.setdefault(_piece(event), (event.origin, event.origin_box))
        not_done = {step for (place, step), goals in instead.items() if place == log and not goals}
        entries = {n: made for n, made in link.game.entries.items() if n not in not_done}
        begin = _begun(link.game.begin, begun, grid)
        game = replace(link.game, begin=begin, steps=tuple(steps), entries=entries)
        found.append(replace(link, game=game))
    return found


def _begun(begin: TableState, goals: Goals, grid: HexGrid) -> TableState:
    """Return a table with some units elsewhere, or on their other face."""
    units = dict(begin.units)
    for unit, goal in goals.items():
        known = units.get(unit, Standing(OFF_MAP))
        if goal == TURNED:
            units[unit] = replace(known, reduced=not known.reduced)
        else:
            h, box = _place(goal, grid)
            units[unit] = replace(known, hex=h, box=box)
    return replace(begin, units=units) if goals else begin


def edits_of(part: Sequence[Link[ReadGame]], grid: HexGrid) -> dict[Step, Goals]:
    """Return where units would be if logs that begin otherwise began as the ones before them end."""
    found: dict[Step, Goals] = {}
    for log, (one, two) in enumerate(pairwise(part), 1):
        goals: dict[str, str] = {}
        for unit, stood in one.game.end.units.items() if two.differences else ():
            now = two.game.begin.units.get(unit)
            if now is not None and (now.hex, now.box) != (stood.hex, stood.box):
                goals[unit] = grid.number(stood.hex) if stood.hex >= 0 else _BOX + stood.box
            elif now is not None and now != stood:
                goals[unit] = TURNED
        if goals:
            found[log, START] = goals
    return found


def _place(goal: str, grid: HexGrid) -> _Place:
    if goal.startswith(_BOX):
        return OFF_MAP, goal.removeprefix(_BOX)
    return (OFF_MAP if goal == GONE else grid.hex(goal), "")


def _done(step: StepEvents, goals: Goals, grid: HexGrid, stood: Mapping[str, _Place]) -> StepEvents:
    """Return a step in which units come to other hexes or boxes, lose a step or leave the game."""
    moved = {event.unit: event for event in step.events if isinstance(event, Relocation)}
    events: list[Event] = []
    for unit, goal in goals.items():
        if goal == TURNED:
            events.append(Noted("", unit, "unit", OFF_MAP, {FACE: ("1", "2")}))
            continue
        target, box = _place(goal, grid)
        here, origin_box = stood.get(unit, (OFF_MAP, ""))
        known = moved.get(unit) or Relocation(unit, True, here, OFF_MAP, _NOBODY, origin_box)
        events.append(replace(known, target=target, target_box=box))
    events += (event for event in step.events if getattr(event, "unit", None) not in goals)
    return replace(step, events=tuple(events))


def elsewhere_in(
    part: Sequence[Link[ReadGame]], data: RulesData, game: CompiledGame, judged: Sequence[JudgedAction]
) -> Elsewhere:
    """Return what tells where the unit of a finding might be, or who might have lost a step or left."""
    grid = game.map.grid
    left = next((_BOX + box.id for box in game.boxes if box.kind == _WITHDRAWN), GONE)

    def elsewhere(cause: JudgedAction) -> Iterator[Goals]:
        columns = {_COLUMNS[rule] for rule in cause.rules if rule in _COLUMNS}
        if cause.action == _RESULT and cause.end:
            h = grid.hex(cause.end)
            for unit in (one for one, (here, _) in _places(part, _at(cause)).items() if here == h):
                side = data.units[data.index[unit]].owner.id if unit in data.index else ""
                if side == cause.actor.side:
                    yield {unit: TURNED}
                    yield {unit: GONE}
        elif columns:
            yield from ({unit: left} for unit in _might_leave(part, data, cause, columns, judged))
        elif cause.unit and cause.start and cause.end:
            near = grid.neighbours()[grid.hex(cause.start)]
            yield from ({cause.unit: grid.number(int(h))} for h in near if h >= 0)

    return elsewhere


def _might_leave(
    part: Sequence[Link[ReadGame]],
    data: RulesData,
    cause: JudgedAction,
    columns: Collection[str],
    judged: Sequence[JudgedAction],
) -> list[str]:
    """Return the divisions on the map that may be the one not withdrawn, those found later on first."""
    later = [one for one in judged if one.outcome is Outcome.ILLEGAL and _at(one) > _at(cause)]

    def named(unit: str) -> int:
        name = data.units[data.index[unit]].name
        return sum(unit == one.unit or bool(name and name in one.reason) for one in later)

    there = [
        unit
        for unit, (here, _) in _places(part, _at(cause)).items()
        if here >= 0 and unit in data.index and data.units[data.index[unit]].pool_type in columns
        and data.units[data.index[unit]].german
    ]  # fmt: skip
    return sorted(there, key=named, reverse=True)


def _at(action: JudgedAction) -> Step:
    return (action.log, action.step)


def _places(part: Sequence[Link[ReadGame]], until: Step) -> dict[str, _Place]:
    """Return where each unit is before a step."""
    where = {unit: (one.hex, one.box) for unit, one in part[0].game.begin.units.items()}
    for log, link in enumerate(part):
        for step in link.game.steps:
            if (log, step.step) >= until:
                return where
            for event in step.events:
                if isinstance(event, Relocation):
                    where[event.unit] = (event.target, event.target_box)
    return where


def _gone_on(step: StepEvents, astray: dict[str, _Place]) -> StepEvents:
    """Return a step whose units come from where they lawfully stood."""
    events: list[Event] = []
    for event in step.events:
        if isinstance(event, Relocation | Handled) and _piece(event) in astray:
            origin, box = astray.pop(_piece(event))
            if (origin, box) == (event.target, event.target_box):
                continue
            events.append(replace(event, origin=origin, origin_box=box))
        else:
            events.append(event)
    return replace(step, events=tuple(events))


def _piece(event: Relocation | Handled) -> str:
    return event.unit if isinstance(event, Relocation) else event.piece
