"""A game of GJ47 as if some of its steps had not been: units go on from where they stood before."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from toolkit.audit.joining import Link
from toolkit.games.gj47.audit.events import Event, Relocation, StepEvents
from toolkit.games.gj47.audit.reader import ReadGame

_Place = tuple[int, str]


def without(part: Sequence[Link[ReadGame]], dropped: Collection[tuple[int, int]]) -> list[Link[ReadGame]]:
    """Return logs that follow each other without some steps, named by log and number."""
    astray: dict[str, _Place] = {}
    found = []
    for log, link in enumerate(part):
        steps = []
        for step in link.game.steps:
            if (log, step.step) in dropped:
                for event in step.events:
                    if isinstance(event, Relocation):
                        astray.setdefault(event.unit, (event.origin, event.origin_box))
            else:
                steps.append(_gone_on(step, astray) if astray else step)
        entries = {n: made for n, made in link.game.entries.items() if (log, n) not in dropped}
        found.append(replace(link, game=replace(link.game, steps=tuple(steps), entries=entries)))
    return found


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
