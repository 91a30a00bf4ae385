"""Violations planted in a game that is played through the running engine, and what an audit makes of them."""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from tests.violations.mutation import Copied, Mutator, Twins
from toolkit.audit.report import JudgedAction, Report
from toolkit.rules.verdict import Outcome, Verdict

_GAP = 6
"""Legal actions between two violations, at least."""

Act = TypeVar("Act")
Board = TypeVar("Board", bound=Copied)
Look = TypeVar("Look")


@dataclass(frozen=True, slots=True)
class Violation:
    """A violation that was done: its clause, the actions (the last one breaks it), its steps in the log."""

    clause: str
    actions: tuple[Any, ...]
    first: int
    last: int

    def __str__(self) -> str:
        """Return it as a line."""
        return f"steps {self.first}-{self.last}: {self.clause} by {self.actions[-1]}"

    def to_json(self) -> Mapping[str, object]:
        """Return it as one writes it down."""
        actions = [str(action) for action in self.actions]
        return {"clause": self.clause, "first": self.first, "last": self.last, "actions": actions}


@dataclass(frozen=True)
class Ways(Generic[Board, Look, Act]):
    """How a game's rules can be broken at its table.

    Attributes
    ----------
    scene : callable
        Position, legal action and a source of chance → what a mutator looks at.
    check, apply : callable
        Judge an action of a position; carry one out.
    doable : callable
        Whether the module's keys and drags do just this action.
    goes_on : callable
        Whether there is something to do in a position.
    turn : callable
        Number of the turn.
    shows : callable
        Whether a log shows that an action of a position breaks a clause.
    shortening : tuple of type
        What ends a turn early: not in the first one, which would have no room for anything else.
    """

    mutators: Sequence[Mutator[Look, Act]]
    scene: Callable[[Board, Act, random.Random], Look]
    check: Callable[[Board, Act], Verdict]
    apply: Callable[[Board, Act], None]
    doable: Callable[[Board, Act], bool]
    goes_on: Callable[[Board], bool]
    turn: Callable[[Board], int]
    shows: Callable[[Board, Act, str], bool] = lambda _position, _action, _clause: True
    shortening: tuple[type, ...] = ()

    def breaks(self, position: Board, actions: Sequence[Act], clause: str) -> bool:
        """Return whether hands can do some actions, and only the last is illegal, by this clause."""
        trial = position.copy()
        for action in actions[:-1]:
            if not self.doable(trial, action) or not self.check(trial, action).legal:
                return False
            self.apply(trial, action)
        last = actions[-1]
        if not self.doable(trial, last):
            return False
        verdict = self.check(trial, last)
        if verdict.outcome is not Outcome.ILLEGAL or clause not in verdict.rules:
            return False
        if not self.shows(trial, last, clause):
            return False
        self.apply(trial, last)
        return self.goes_on(trial)


@dataclass
class Violations(Generic[Board, Look, Act]):
    """Puts violations into a game, each way to break a clause once before any comes twice.

    Parameters
    ----------
    seed, wanted, turns : int
        How many, over how many turns.
    """

    ways: Ways[Board, Look, Act]
    seed: int
    wanted: int
    turns: int
    done: list[Violation] = field(default_factory=list)
    _used: Counter[int] = field(default_factory=Counter)
    _clauses: Counter[str] = field(default_factory=Counter)
    _moment: int = 0
    _last: int = -_GAP
    _next: tuple[str, tuple[Act, ...]] = ("", ())

    def instead(self, position: Board, action: Act) -> tuple[Act, ...] | None:
        """Return the actions that break a clause in place of the next one; None to go on by the rules."""
        self._moment += 1
        turn, mutators = self.ways.turn(position), self.ways.mutators
        due = -(-self.wanted * min(turn, self.turns) // self.turns)
        if len(self.done) >= due or self._moment - self._last <= _GAP:
            return None
        open_ways = [way for way, mutator in enumerate(mutators) if isinstance(action, mutator.on)]
        random.Random(f"{self.seed} {self._moment}").shuffle(open_ways)
        open_ways.sort(key=lambda way: (self._used[way], self._clauses[mutators[way].clause]))
        for way in open_ways:
            clause, chance = mutators[way].clause, random.Random(f"{self.seed} {self._moment} {way}")
            made = mutators[way].made(self.ways.scene(position, action, chance), action)
            if made is None or (turn == 1 and isinstance(made[-1], self.ways.shortening)):
                continue
            if self.ways.breaks(position, made, clause):
                self._next = (clause, made)
                self._used[way] += 1
                self._clauses[clause] += 1
                self._last = self._moment
                return made
        return None

    def did(self, first: int, last: int) -> Violation:
        """Write down the steps of what was done instead."""
        self.done.append(Violation(*self._next, first, last))
        return self.done[-1]


@dataclass
class Weighed:
    """What an audit made of planted violations; empty lists are what a test wants."""

    found: int = 0
    missed: list[str] = field(default_factory=list)
    accused: list[str] = field(default_factory=list)


Named = Callable[[str], Collection[str]]
"""A rule that an audit names → all clauses that it stands for."""


def weigh(
    planted: Sequence[Violation], report: Report, twins: Twins, named: Named = lambda rule: (rule,)
) -> Weighed:
    """Compare what an audit holds against the players with what was planted.

    A violation is found when the finding at one of its steps, or the first one before the next violation,
    names its clause or a twin of it.  Everything else that is not legal is an accusation of its own.
    """
    result = Weighed()
    left = list(report.shown)
    ends = [*(one.first for one in planted[1:]), sys.maxsize][: len(planted)]
    for one, end in zip(planted, ends, strict=True):
        wanted = {one.clause, *twins.get(one.clause, ((), ""))[0]}
        near = [x for x in left if one.first <= x.step < end or _touches(x, one)]
        hit = next((x for x in near if _names(x, wanted, named)), None)
        if hit is None:
            result.missed.append(f"{one}; the audit: {[told(x) for x in near]}")
        else:
            result.found += 1
            left = [x for x in left if x is not hit]
    result.accused = [told(x) for x in left]
    return result


def _names(finding: JudgedAction, wanted: Collection[str], named: Named) -> bool:
    clauses = {clause for rule in finding.rules for clause in named(rule)}
    return finding.outcome is Outcome.ILLEGAL and not clauses.isdisjoint(wanted)


def _touches(finding: JudgedAction, one: Violation) -> bool:
    return any(one.first <= step <= one.last for step in (finding.step, *finding.steps))


def told(x: JudgedAction) -> str:
    """Return a finding as a line."""
    return f"step {x.step} {x.outcome.value} {x.action} {x.unit} {x.rules}: {x.reason}"
