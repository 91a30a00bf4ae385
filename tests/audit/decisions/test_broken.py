"""A log in which steps are missing is judged in parts, and only so often."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from types import SimpleNamespace
from typing import Any

from toolkit.audit.contradictions import Contradiction
from toolkit.audit.decisions.broken import stretches
from toolkit.audit.decisions.reader import ReadLog
from toolkit.audit.decisions.records import Laid, Step
from toolkit.rules.verdict import Outcome
from toolkit.vassal.commands import Command

LAID = Laid({}, {}, {}, frozenset(), {}, {}, {}, (0, ""))


def lacking(*steps: int) -> ReadLog:
    """Return a log of a hundred steps of which some start from what never was."""
    lacks = tuple(Contradiction(at, "a unit", "here", "there", since=at - 1) for at in steps)
    return ReadLog(LAID, LAID, tuple(map(Step, range(1, 101))), (), {}, lacks=lacks)


def begins(_log: int, _step: int, _mends: Iterable[Command]) -> Laid:
    return LAID


def accuses(wrong: Sequence[tuple[int, int]]) -> Any:
    """Return a judge who finds a step illegal if an earlier one of the same stretch is a certain one."""

    def judge(read: Sequence[ReadLog], _trial: bool) -> Any:
        judge.calls += 1  # type: ignore[attr-defined]
        there = {step.number for game in read for step in game.steps}
        found = [at for cause, at in wrong if {cause, at} <= there]
        return SimpleNamespace(
            actions=[SimpleNamespace(log=0, step=at, outcome=Outcome.ILLEGAL) for at in found]
        )

    judge.calls = 0  # type: ignore[attr-defined]
    return judge


def test_what_a_missing_step_would_be_held_against_somebody_parts_the_log() -> None:
    parts = stretches([lacking(40)], accuses([(20, 45)]), begins)
    assert [(first, [step.number for step in read[0].steps][:1]) for first, read in parts] == [
        (0, [1]),
        (0, [40]),
    ]


def test_nobody_is_asked_anew_where_nobody_is_accused() -> None:
    judge = accuses([])
    assert len(stretches([lacking(40)], judge, begins)) == 1
    assert judge.calls == 1
    whole = accuses([(20, 45)])
    assert len(stretches([lacking()], whole, begins)) == 1
    assert whole.calls == 0


def test_a_log_full_of_gaps_is_judged_so_often_only() -> None:
    judge = accuses([(1, 100), (99, 100)])
    stretches([lacking(*range(2, 99, 2))], judge, begins)
    assert 1 < judge.calls < 50
