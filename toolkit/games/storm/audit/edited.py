"""Dice or points of a fire that a hand has changed: who carries them out has not done it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from toolkit.audit.decisions.records import Step
from toolkit.audit.facts import number
from toolkit.games.storm.audit.story import Table
from toolkit.games.storm.audit.vocabulary import thrown
from toolkit.games.storm.rules import actions as a
from toolkit.games.storm.rules.fire import most_left, toll_of
from toolkit.games.storm.rules.game import apply, check
from toolkit.games.storm.rules.position import Position, Toll
from toolkit.rules.verdict import Basis, Outcome, Verdict

_DICE = ("D1", "D2")
TOUCHED = Verdict(
    Outcome.ILLEGAL, ("SEED 攻擊2",), (), "the result was changed by hand after the roll", Basis.RULES
)


@dataclass(frozen=True, slots=True)
class Result:
    """What a fire came to.

    Attributes
    ----------
    toll : Toll
        What is due by the roll; all of it is paid where nothing is left.
    by_hand : Toll or None
        What is due by a result that was written over it, None for nothing.
    at : int
        The step in which that was done, -1 where it was not.
    dice : (int, int)
        What they were changed to.
    """

    toll: Toll
    by_hand: Toll | None = None
    at: int = -1
    dice: tuple[int, int] = (0, 0)

    def seen(self, step: Step, table: Table) -> Result:
        """Return what a result is after a step, which may have changed it without a key."""
        if step.told or thrown(step):
            return self
        old, new = table.properties, {**table.properties, **step.settings}
        more = sum(number(new.get(name, "")) - number(old.get(name, "")) for name in _DICE)
        more = more or number(new.get("Left", "")) - number(old.get("Left", ""))
        if not more:
            return self
        one, two = (number(new.get(name, "")) for name in _DICE)
        return Result(self.toll, replace(self.toll, attack=self.toll.attack + more), step.number, (one, two))

    def allows(self, position: Position, action: a.Action) -> bool:
        """Return whether an action that is not legal carries out what was written over the result."""
        return self.at >= 0 and check(_with(position, self.by_hand), action).legal

    def after(self, position: Position, action: a.Action) -> Result:
        """Return what is left of a result after it was written over and something is done by it."""
        trial = _with(position, self.by_hand)
        apply(trial, action)
        return replace(self, by_hand=trial.toll)

    def left(self, toll: Toll | None) -> Result:
        """Return what is left of a result with these points to be taken, None where all are."""
        paid = self.toll.paid + max(0, most_left(self.toll))
        return replace(self, toll=toll or replace(self.toll, paid=paid))


def result_of(position: Position, action: a.Action) -> Result | None:
    """Return what a roll comes to, None for anything else and where nothing was fired."""
    if position.shot is None or not isinstance(action, a.Roll):
        return None
    return Result(toll_of(position, position.shot, action.dice))


def _with(position: Position, toll: Toll | None) -> Position:
    trial = position.copy()
    trial.toll = toll
    return trial
