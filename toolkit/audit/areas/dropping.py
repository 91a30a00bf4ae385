"""A game on areas as if some of its steps had not been: pieces go on from where they lay before."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace

from toolkit.audit.areas.reader import ReadLog
from toolkit.audit.areas.records import Place, Shift, Step
from toolkit.audit.folding import fold
from toolkit.audit.ledger import Sums
from toolkit.audit.report import JudgedAction, Notice

Result = tuple[tuple[JudgedAction, ...], tuple[Notice, ...], Sums]
"""What a game was judged to be: actions, notices, and what became of its changes."""


def without(games: Sequence[ReadLog], dropped: Collection[tuple[int, int]]) -> list[ReadLog]:
    """Return the logs of a game without some steps, named by log and number."""
    astray: dict[str, Place] = {}
    found = []
    for log, game in enumerate(games):
        steps = []
        for step in game.steps:
            if (log, step.number) in dropped:
                for shift in step.shifts:
                    astray.setdefault(shift.counter, shift.origin)
            else:
                steps.append(_gone_on(step, astray) if astray else step)
        found.append(replace(game, steps=tuple(steps)))
    return found


def _gone_on(step: Step, astray: dict[str, Place]) -> Step:
    """Return a step whose pieces come from where they lawfully lay."""
    if astray.keys().isdisjoint(shift.counter for shift in step.shifts):
        return step
    shifts: list[Shift] = []
    for shift in step.shifts:
        origin = astray.pop(shift.counter, shift.origin)
        if origin != shift.target:
            shifts.append(replace(shift, origin=origin))
    return replace(step, shifts=tuple(shifts))


def judge_and_fold(read: Sequence[ReadLog], judge: Callable[[Sequence[ReadLog]], Result]) -> Result:
    """Judge the logs of a game that follow each other, consequences folded under their causes."""
    judged, notices, sums = judge(read)
    moved = {
        (log, step.number): frozenset(shift.counter for shift in step.shifts if shift.kind == "unit")
        for log, game in enumerate(read)
        for step in game.steps
    }
    nothing = frozenset[str]()
    folded = fold(
        judged,
        list(moved),
        lambda dropped: judge(without(read, dropped))[0],
        lambda step: moved.get(step, nothing),
    )
    return folded, notices, sums
