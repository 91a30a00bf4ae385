"""What only follows from an offence: what comes of a battle that nobody should have fought."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from toolkit.audit.declared.wording import unit_of
from toolkit.audit.report import JudgedAction
from toolkit.rules.declared import Position
from toolkit.rules.declared import actions as a
from toolkit.rules.declared.battles import fought, part_of
from toolkit.rules.declared.game import ANSWERS, misplaced
from toolkit.rules.declared.impulses import impulses
from toolkit.rules.declared.position import Battle
from toolkit.rules.mechanisms.sequence import Chits
from toolkit.rules.verdict import Outcome

_AFTER_DECLARING = (*ANSWERS, a.Support, a.Roll, a.Change, a.Advance, a.Reveal)

Moment = tuple[int, int]
"""Log and number of a step."""


class Consequences:
    """Knows what went wrong in a game so far, and finds what only follows from it.

    Parameters
    ----------
    position : Position
        Before each action; battles that nobody should have fought are taken out of it.
    """

    def __init__(self, position: Position) -> None:
        self.position = position
        # Where the last battle was declared that nobody may fight: in a phase for none, or by nobody who can.
        self._astray: Moment | None = None
        self._strays: list[Battle] = []
        # Battles not rolled when their phase or impulse ended, or left that nobody may fight: targets → where
        # that was, and who fought.
        self._unrolled: dict[tuple[str, ...], tuple[Moment, set[str]]] = {}
        self._rolled_late: tuple[Moment, set[str]] | None = None
        self._twice: list[Battle] = []
        # Where a phase ended before all was done that a battle asked for, and who fought in it.
        self._unanswered: tuple[Moment, set[str]] | None = None
        # Who acts in the other's impulse, or by the other's chit, and where that began.
        self._intruder: tuple[str, Moment] | None = None
        # What was wrong when a phase ended, and where it was found: while it lasts it is no second offence.
        self._standing: dict[str, Moment] = {}

    def intrudes(self, unit: str) -> bool:
        """Return whether a unit's side has been acting in the other's impulse."""
        known = self.position.units.get(unit)
        return self._intruder is not None and known is not None and known.side == self._intruder[0]

    def before(self, action: a.Action) -> None:
        """Let go of battles astray, and of wrong dice, once something is done that is no part of them."""
        if isinstance(action, a.Attack) or (isinstance(action, a.Roll) and not action.unit):
            self._rolled_late = None
        if self._astray is not None and not isinstance(action, _AFTER_DECLARING):
            self._note(self._strays, self._astray)
            self._forget(self._strays)

    def follows(self, action: a.Action, shown: JudgedAction) -> Moment | None:
        """Return the offence that an action follows from, None for one that stands for itself.

        Parameters
        ----------
        shown : JudgedAction
            The action as it is judged; it is not carried out yet.
        """
        if isinstance(action, a.End | a.Attack):
            self._astray = None
        if isinstance(action, a.End):
            self._intruder = self._rolled_late = None
            here = (shown.log, shown.step)
            self._unrolled, self._unanswered = {}, None
            self._note([one for one in self.position.battles if one.waits], here)
            if shown.owed is not None and self.position.battle is not None:
                self._unanswered = here, _fighters(self.position, self.position.battle)
            return self._still(shown)
        return self._of_battle(action, shown) if shown.outcome is Outcome.ILLEGAL else None

    def after(self, action: a.Action) -> None:
        """Note what an action that was carried out leaves behind."""
        if isinstance(action, a.Attack) and self._astray is not None:
            self._strays = self.position.battles[-1:]
        if isinstance(action, a.End):
            # Who never rolled for what he declared has been told so.
            self._forget([one for one in self.position.battles if one.waits])

    def _of_battle(self, action: a.Action, shown: JudgedAction) -> Moment | None:
        if isinstance(action, a.Roll | a.Reveal) and (late := self._late(action)) is not None:
            self._rolled_late = late
            return late[0]
        if isinstance(action, a.Roll) and not action.unit:
            for battle in self.position.battles:
                if battle.dice and battle.targets == action.targets:
                    # What is done by the second die only follows from that.
                    self._rolled_late = (shown.log, shown.step), _fighters(self.position, battle)
                    self._twice = [battle]
        if self._rolled_late is not None and unit_of(action) in self._rolled_late[1]:
            # Who follows the second die has done with the first.
            self._forget(self._twice)
            return self._rolled_late[0]
        due = self._unanswered if isinstance(action, ANSWERS) else None
        if due is not None and unit_of(action) in due[1]:
            return due[0]
        alone = isinstance(action, a.Attack) and len(action.attackers) < 2
        astray = alone or misplaced(self.position, action) is not None or isinstance(action, a.Reveal)
        if not astray and self._astray is None:
            return None
        before = self._begun(action, shown)
        if isinstance(action, a.Attack):
            self._astray = before or (shown.log, shown.step)
        if before is not None or isinstance(action, a.Attack):
            return before
        if self._astray is None or not self.position.battles:
            return None
        battle = self.position.battles[-1]
        if isinstance(action, a.Roll | a.Support):
            return self._astray if action.targets == battle.targets else None
        unit = unit_of(action)
        takes_part = unit in battle.attackers or part_of(battle, unit) is not None
        return self._astray if takes_part else None

    def _begun(self, action: a.Action, shown: JudgedAction) -> Moment | None:
        """Return what a side did first in the other's impulse or chit, for what it does there after that."""
        unit = self.position.units.get(unit_of(action))
        in_turn = impulses(self.position) is not None or self.position.now(Chits) is not None
        if unit is None or not in_turn or unit.side not in self.position.ended:
            return None
        if self._intruder is not None and self._intruder[0] == unit.side:
            return self._intruder[1]
        self._intruder = unit.side, (shown.log, shown.step)
        return None

    def _still(self, shown: JudgedAction) -> Moment | None:
        """Return the end of a phase at which all that is wrong at this one was found already."""
        wrong = shown.reason.split("; ") if shown.outcome is Outcome.ILLEGAL else []
        before = {one: found for one, found in self._standing.items() if one in wrong}
        self._standing = dict.fromkeys(wrong, (shown.log, shown.step)) | before
        return max(before.values()) if wrong and len(before) == len(self._standing) else None

    def _note(self, battles: Iterable[Battle], moment: Moment) -> None:
        """Keep in mind where battles were left that are not rolled."""
        waiting = (one for one in battles if one.waits)
        self._unrolled |= {one.targets: (moment, _fighters(self.position, one)) for one in waiting}

    def _late(self, action: a.Roll | a.Reveal) -> tuple[Moment, set[str]] | None:
        """Return where a battle was left that somebody rolls for now, or is shown for, and who fought."""
        targets, unit = getattr(action, "targets", ()), unit_of(action)
        left = ((goal, one) for goal, one in self._unrolled.items() if goal == targets or unit in one[1])
        return next((one for _, one in left), None)

    def _forget(self, battles: Sequence[Battle]) -> None:
        """Let battles be as if they had never been declared: nothing is owed by them any more."""
        position, current = self.position, self.position.battle
        position.battles = [one for one in position.battles if not any(one is gone for gone in battles)]
        position.current = next((n for n, one in enumerate(position.battles) if one is current), None)


def _fighters(position: Position, battle: Battle) -> set[str]:
    """Return who would fight in a battle that was declared."""
    found = fought(position, battle)
    return {unit for unit, _, _ in (*found.attackers, *found.defenders, *found.supporters)}
