"""A game of GJ47 as if some of its steps had been others: units go on from where they lawfully stood."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from toolkit.audit.actor import Actor, Known
from toolkit.audit.folding import GONE, TURNED, Elsewhere, Goals, Instead
from toolkit.audit.joining import Link
from toolkit.audit.report import JudgedAction
from toolkit.games.gj47.audit.events import Event, Noted, Relocation, StepEvents
from toolkit.games.gj47.audit.reader import ReadGame
from toolkit.games.gj47.audit.table_state import FACE
from toolkit.games.gj47.rules.data import RulesData
from toolkit.games.gj47.rules.position import OFF_MAP
from toolkit.geometry.grid import HexGrid

_Place = tuple[int, str]
_NOBODY = Actor(None, Known.INFERRED)
_RESULT = "result"
"""The action that tells what a battle's result asks for."""


def as_if(part: Sequence[Link[ReadGame]], instead: Instead, grid: HexGrid) -> list[Link[ReadGame]]:
    """Return logs that follow each other as if some steps had done something else, or nothing."""
    astray: dict[str, _Place] = {}
    found = []
    for log, link in enumerate(part):
        steps = []
        for step in link.game.steps:
            goals = instead.get((log, step.step))
            if goals is None:
                steps.append(_gone_on(step, astray) if astray else step)
            elif goals:
                steps.append(_done(_gone_on(step, astray), goals, grid))
                astray |= {unit: _place(goal, grid) for unit, goal in goals.items() if goal != TURNED}
            else:
                for event in step.events:
                    if isinstance(event, Relocation):
                        astray.setdefault(event.unit, (event.origin, event.origin_box))
        not_done = {step for (place, step), goals in instead.items() if place == log and not goals}
        entries = {n: made for n, made in link.game.entries.items() if n not in not_done}
        found.append(replace(link, game=replace(link.game, steps=tuple(steps), entries=entries)))
    return found


def _place(goal: str, grid: HexGrid) -> _Place:
    return (OFF_MAP if goal == GONE else grid.hex(goal), "")


def _done(step: StepEvents, goals: Goals, grid: HexGrid) -> StepEvents:
    """Return a step in which units come to other hexes, lose a step or leave the game."""
    moved = {event.unit: event for event in step.events if isinstance(event, Relocation)}
    events: list[Event] = []
    for unit, goal in goals.items():
        if goal == TURNED:
            events.append(Noted("", unit, "unit", OFF_MAP, {FACE: ("1", "2")}))
            continue
        target, box = _place(goal, grid)
        known = moved.get(unit) or Relocation(unit, True, OFF_MAP, OFF_MAP, _NOBODY)
        events.append(replace(known, target=target, target_box=box))
    events += (event for event in step.events if getattr(event, "unit", None) not in goals)
    return replace(step, events=tuple(events))


def elsewhere_in(part: Sequence[Link[ReadGame]], data: RulesData, grid: HexGrid) -> Elsewhere:
    """Return what tells where the unit of a finding might be, or who might have lost a step instead."""

    def elsewhere(cause: JudgedAction) -> Iterator[Goals]:
        if cause.action == _RESULT and cause.end:
            for unit in _standing(part, cause, grid.hex(cause.end)):
                side = data.units[data.index[unit]].owner.id if unit in data.index else ""
                if side == cause.actor.side:
                    yield {unit: TURNED}
                    yield {unit: GONE}
        elif cause.unit and cause.start and cause.end:
            near = grid.neighbours()[grid.hex(cause.start)]
            yield from ({cause.unit: grid.number(int(h))} for h in near if h >= 0)

    return elsewhere


def _standing(part: Sequence[Link[ReadGame]], cause: JudgedAction, h: int) -> Iterator[str]:
    """Yield the units that stand in a hex when something is found."""
    where = {unit: standing.hex for unit, standing in part[0].game.begin.units.items()}
    for log, link in enumerate(part):
        for step in link.game.steps:
            if (log, step.step) >= (cause.log, cause.step):
                break
            where |= {event.unit: event.target for event in step.events if isinstance(event, Relocation)}
    return (unit for unit, here in where.items() if here == h)


def _gone_on(step: StepEvents, astray: dict[str, _Place]) -> StepEvents:
    """Return a step whose units come from where they lawfully stood."""
    events: list[Event] = []
    for event in step.events:
        if isinstance(event, Relocation) and event.unit in astray:
            origin, box = astray.pop(event.unit)
            if (origin, box) == (event.target, event.target_box):
                continue
            events.append(replace(event, origin=origin, origin_box=box))
        else:
            events.append(event)
    return replace(step, events=tuple(events))
