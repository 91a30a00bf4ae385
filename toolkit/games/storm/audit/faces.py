"""Units that lie fresh although they acted, or spent although the turn is over: nothing changed that had to.

Only keys are asked about, which turn units by themselves; players who turn them by hand do it when they like.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from toolkit.audit.actor import Actor, Known
from toolkit.audit.decisions.records import Step
from toolkit.audit.instead import Wording
from toolkit.audit.report import JudgedAction, Segment
from toolkit.games.storm.audit.story import Done, Table
from toolkit.games.storm.audit.wording import name_of
from toolkit.games.storm.rules import actions as a
from toolkit.games.storm.rules.position import Position
from toolkit.rules.verdict import Outcome, Verdict

_LATER = 2
"""So many impulses later a unit that acted is turned over, also by players who forget."""
_MOVED = "SEED 移動5"
_FIRED = "SEED 註4"
_REFRESH = "end_phase"
"""What the key that makes all units fresh writes."""


@dataclass(slots=True)
class Faces:
    """Watches units whose faces should have changed.

    Attributes
    ----------
    table : Table
        Kept by the referee.
    """

    table: Table
    _acted: dict[str, tuple[JudgedAction, str, int]] = field(default_factory=dict)
    _firing: dict[str, JudgedAction] = field(default_factory=dict)
    _stale: dict[str, tuple[int, int]] = field(default_factory=dict)
    _refreshed: bool = False

    def take(self, step: Step, moment: tuple[int, int]) -> None:
        """Note the faces that a step turns: they have an account of their own."""
        for unit in step.turned:
            self._acted.pop(unit, None)
            self._firing.pop(unit, None)
            self._stale.pop(unit, None)
        if self._refreshed and not step.told:
            # Turned over again by hand: it lies spent in place of fresh.
            self._stale |= {unit: moment for unit, down in step.turned.items() if down}
        if any(one.act == _REFRESH for one in step.told) and not all(step.turned.values()):
            self._stale, self._refreshed = dict.fromkeys(sorted(self.table.down), moment), True

    def acted(self, done: Done, shown: JudgedAction, number: int) -> None:
        """Note units that have acted by their keys; `number` counts impulses."""
        action = done.action
        if isinstance(action, a.Roll):
            self._rolled(shown, number)
        if not isinstance(action, a.Move | a.Fire):
            return
        self._firing = {}
        if done.actor.known is not Known.DECLARED or shown.outcome is not Outcome.LEGAL:
            return
        fresh = [unit for unit in action.units if unit not in self.table.down]
        if isinstance(action, a.Fire):
            self._firing = dict.fromkeys(fresh, shown)
        else:
            self._acted |= dict.fromkeys(fresh, (shown, _MOVED, number))

    def _rolled(self, shown: JudgedAction, number: int) -> None:
        """Note the units of a fire, which its roll turns over: without one they stay as they are."""
        for unit, fire in self._firing.items():
            steps = (*fire.steps, *shown.steps) if shown.log == fire.log else shown.steps
            self._acted[unit] = replace(fire, log=shown.log, step=shown.step, steps=steps), _FIRED, number
        self._firing = {}

    def wrong(self, position: Position, number: int) -> Iterator[JudgedAction]:
        """Yield a finding for each unit that lies as it should not, when an impulse begins."""
        for unit, (shown, rule, then) in list(self._acted.items()):
            if number - then >= _LATER:
                del self._acted[unit]
                if position.on_map(unit) and unit in position.spent and unit not in self.table.down:
                    reason = f"{name_of(position, unit)} has acted and was not turned over"
                    yield replace(
                        shown, unit=unit, name=name_of(position, unit), outcome=Outcome.ILLEGAL,
                        rules=(rule,), reason=reason, action="stay fresh", detail="",
                    )  # fmt: skip
        stale, self._stale, self._refreshed = self._stale, {}, False
        for unit, (log, step) in stale.items():
            if position.on_map(unit) and unit in self.table.down and unit not in position.spent:
                yield _stays_spent(position, unit, log, step)


def _stays_spent(position: Position, unit: str, log: int, step: int) -> JudgedAction:
    area = position.where[unit]
    reason = "it was not made fresh with the others at the end of the turn"
    return JudgedAction.of(
        Verdict(Outcome.ILLEGAL, ("SEED 流程3(2)",), reason=reason),
        [(log, step)],
        Wording("stay spent", unit, name_of(position, unit), name_of(position, area)),
        actor=Actor(position.data.units[unit].side.id, Known.INFERRED),
        segment=Segment(0, "end of the turn", inferred=False, turn=position.turn - 1),
    )
