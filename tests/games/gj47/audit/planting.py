"""Violations planted in a game that is being played, and whether an audit finds these and no others."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.games.gj47.audit.live import Done
from tests.violations.gj47.mutators import MUTATORS, Mutator, Scene
from toolkit.audit.report import JudgedAction, Report
from toolkit.games.gj47.rules import actions as a
from toolkit.games.gj47.rules import game
from toolkit.games.gj47.rules.course import OFF_MAP
from toolkit.games.gj47.rules.notation import names_of
from toolkit.games.gj47.rules.position import Position
from toolkit.rules.notation import write_action
from toolkit.rules.shapes import Names
from toolkit.rules.verdict import Outcome

_SHOWN = (
    a.Move, a.EndMovement, a.Activate, a.Declare, a.Lose, a.Retreat, a.Advance, a.CloseBattle, a.Withdraw,
    a.RailTransport, a.BuildFort, a.Enter, a.Choose, a.Attrition, a.EndReinforcement, a.CallOff, a.FreeChit,
)  # fmt: skip
"""Actions that somebody at the table can do whatever the dice and the cup say."""
_HIDDEN = frozenset({"6.1(1)", "7.1(4)", "7.2(3)", "11.2", "12.1(3)", "13.0(3)"})
"""Clauses that the module's own commands keep: nobody can break them with its keys and buttons.

The button commits chits of one's own window only, a drawn chit that is drawn again is 7.1(1), STAVKA's key
activates headquarters only, the withdrawal die is thrown before anyone leaves, units come back on the face
that they have. A drawn chit calls its headquarters by itself, also one that is off the map: that is the
module's doing, and nobody's as long as no unit moves.
"""
_TOLD_OTHERWISE = frozenset({"10.2(3)", "10.6(3)"})
"""Clauses whose breach the audit does not name so, or not always."""
_GAP = 4
"""Legal actions between two violations, at least."""


@dataclass(frozen=True, slots=True)
class Planted:
    """A violation that was done.

    Attributes
    ----------
    clause : str
        The rule it was made for; the audit has to name it.
    first, last : int
        Steps of the log.
    actions : tuple of mapping
        What was done, in the rules' notation; the last one breaks the clause.
    """

    clause: str
    turn: int
    first: int
    last: int
    actions: tuple[dict[str, Any], ...]


@dataclass
class Planter:
    """Puts violations into a game, each clause once before any comes twice.

    Parameters
    ----------
    spread : int
        Turns over which they are spread.
    """

    seed: int
    wanted: int
    spread: int = 9
    without: frozenset[str] = frozenset()
    done: list[Planted] = field(default_factory=list)
    _used: Counter[str] = field(default_factory=Counter)
    _moment: int = 0
    _last: int = -_GAP
    _next: tuple[str, int, Names] | None = None
    _chit: tuple[int, int] = (0, 0)
    _units: set[int] = field(default_factory=set)

    def instead(self, position: Position, action: a.Action) -> tuple[a.Action, ...] | None:
        """Return the actions that break a clause in place of the next one; None to go on by the rules."""
        self._moment += 1
        due = -(-self.wanted * min(position.turn.number, self.spread) // self.spread)
        if len(self.done) >= due or self._moment - self._last <= _GAP:
            return None
        for mutator in self._asked(position, action):
            made = mutator.made(Scene(position, action, random.Random(f"{self.seed} {self._moment}")), action)
            if made is not None and breaks(position, made, mutator.clause) and self._fresh(position, made):
                self._next = (mutator.clause, position.turn.number, names_of(position.data))
                self._used[mutator.clause] += 1
                self._last = self._moment
                return made
        return None

    def _fresh(self, position: Position, actions: Sequence[a.Action]) -> bool:
        """Return whether none of the units was in a violation of this chit: two would be one to the eye."""
        chit = (position.turn.number, len(position.turn.drawn))
        if chit != self._chit:
            self._chit, self._units = chit, set()
        named = {unit for action in actions for unit in _units_of(action)}
        # A unit on the map that is dragged elsewhere moves, whatever the player calls it.
        arriving = [x.unit for x in actions if isinstance(x, a.Enter)]
        if named & self._units or any(position.hex_of[unit] != OFF_MAP for unit in arriving):
            return False
        self._units |= named
        return True

    def _asked(self, position: Position, action: a.Action) -> list[Mutator]:
        able = [
            m
            for m in MUTATORS
            if isinstance(action, m.on) and m.clause not in self.without | _HIDDEN | _TOLD_OTHERWISE
        ]
        random.Random(f"{self.seed} {self._moment} order").shuffle(able)
        able.sort(key=lambda m: self._used[m.clause])
        # A clause comes a second time only when the game runs out.
        last = position.turn.number >= self.spread
        return [m for m in able if last or not self._used[m.clause]]

    def planted(self, done: Sequence[Done]) -> None:
        """Write down what was done, with its steps."""
        assert self._next is not None
        clause, turn, names = self._next
        actions = tuple(write_action(each.action, names) for each in done)
        # The die for withdrawal was thrown before the divisions were chosen.
        # A drawn headquarters' chit activates it; arrivals are over with the last one.
        first = done[0].first - isinstance(done[0].action, (a.Withdraw, a.Activate, a.EndReinforcement))
        self.done.append(Planted(clause, turn, first, done[-1].last, actions))

    def covers(self, step: int) -> bool:
        """Return whether a step of the log belongs to a violation."""
        return any(one.first <= step <= one.last for one in self.done)

    def to_json(self) -> dict[str, Any]:
        """Return JSON values: the list of what the audit has to find."""
        return {
            "planted": [
                {
                    "rule": one.clause, "turn": one.turn, "steps": [one.first, one.last],
                    "actions": list(one.actions),
                }
                for one in self.done
            ]
        }  # fmt: skip


def _units_of(action: a.Action) -> tuple[int, ...]:
    match action:
        case a.Move(unit=unit) | a.Retreat(unit=unit) | a.Advance(unit=unit) | a.Enter(unit=unit):
            return (unit,)
        case a.Lose(units=units) | a.Attrition(units=units) | a.Withdraw(units=units):
            return units
        case a.RailTransport(units=units) | a.Declare(attackers=units):
            return units
    return ()


def breaks(position: Position, actions: Sequence[a.Action], clause: str) -> bool:
    """Return whether only the last of some actions is illegal, by this clause, and all can be done."""
    if not all(isinstance(action, _SHOWN) for action in actions):
        return False
    trial = position.copy()
    for action in actions[:-1]:
        if not game.check(trial, action).legal:
            return False
        game.apply(trial, action)
    verdict = game.check(trial, actions[-1])
    return verdict.outcome is Outcome.ILLEGAL and clause in verdict.rules


@dataclass
class Weighed:
    """What an audit made of planted violations; empty lists are what a test wants."""

    found: int = 0
    missed: list[str] = field(default_factory=list)
    accused: list[str] = field(default_factory=list)


def weigh(planted: Sequence[Planted], report: Report) -> Weighed:
    """Compare the accusations of a report with what was planted.

    A violation is found when an action with one of its steps, or the next accusation before the next
    violation, is illegal under its clause.
    """
    result = Weighed()
    left = [action for action in report.actions if action.outcome is Outcome.ILLEGAL]
    ends = [*(one.first for one in planted[1:]), 10**9][: len(planted)]
    for one, end in zip(planted, ends, strict=True):
        inside = [x for x in left if _touches(x, one)]
        later = [x for x in left if one.last < x.step < end and x not in inside]
        hit = next((x for x in inside + later if one.clause in x.rules), None)
        what = f"steps {one.first}-{one.last}: {one.clause} by {one.actions[-1]}"
        if hit is None:
            said = [x for x in report.actions if _touches(x, one)]
            result.missed.append(f"{what}; the audit: {[_shown(x) for x in said]}")
        else:
            result.found += 1
        left = [x for x in left if x is not hit and x not in inside]
    result.accused = [_shown(x) for x in left]
    return result


def _touches(action: JudgedAction, one: Planted) -> bool:
    return any(one.first <= step <= one.last for step in (action.step, *action.steps))


def _shown(x: JudgedAction) -> str:
    return f"step {x.step} {x.outcome.value} {x.action} {x.unit} {x.start}-{x.end} {x.rules}: {x.reason}"
