"""Logs cut out of a game that was read, and a game cut into logs: what both games of areas try."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from toolkit.audit.audit import audit_read
from toolkit.audit.module_data import ModuleData
from toolkit.audit.report import Report
from toolkit.vassal.log import Log, Step


def cut(log: Log, first: int, length: int) -> Log:
    """A stretch of a log: it begins with the table as it was then, and counts its steps from 1."""
    begin = (*log.begin, *(command for step in log.steps[:first] for command in step.commands))
    steps = (Step(number, step.commands) for number, step in enumerate(log.steps[first : first + length], 1))
    return replace(log, begin=begin, steps=tuple(steps))


def parts(game: Log, cuts: Sequence[int]) -> list[Log]:
    """The game's log in pieces, each with its own name and its steps counted from 1."""
    bounds = [0, *cuts, len(game.steps)]
    return [
        replace(cut(game, first, last - first), name=f"{number}.vlog")
        for number, (first, last) in enumerate(pairwise(bounds), 1)
    ]


def told(report: Report, order: Sequence[int]) -> list[tuple[str, str, str, str]]:
    """What was judged, log after log in the order of play."""
    place = {log: number for number, log in enumerate(order)}
    ranked = sorted(report.actions, key=lambda action: (place[action.log], action.step))
    return sorted((a.action, a.unit, a.detail, str(a.outcome)) for a in ranked)


def wrong_cuts(game: Log, data: ModuleData, places: Sequence[int], lengths: Sequence[int]) -> Iterator[str]:
    """Cut a legal game in two at each place, given in either order, and stretches of some lengths out of it.

    Yields a line for every place where the whole is judged otherwise, or a stretch accuses somebody.
    """
    known = told(audit_read([game], data), [0])
    for place in places:
        report = audit_read(parts(game, [place])[:: -1 if place % 2 else 1], data)
        order = [1, 0] if place % 2 else [0, 1]
        alone = [audit_read([cut(game, place, length)], data) for length in lengths]
        accused = [action for one in alone for action in one.actions if action.rules]
        noticed = any(one.notices for one in alone)
        if report.shown or told(report, order) != known or accused or noticed:
            yield f"cut at {place}: {[action.key() for action in (*report.shown, *accused)][:3]}"


def accusing(game: Log, data: ModuleData, places: Sequence[int], length: int) -> Iterator[str]:
    """Yield a line for every stretch of a legal game that accuses somebody."""
    for place in places:
        accused = [action for action in audit_read([cut(game, place, length)], data).actions if action.rules]
        if accused:
            yield f"from step {place}: {accused[0].key()} {accused[0].reason}"
