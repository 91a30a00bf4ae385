"""Violations planted in a game of Rattenkrieg that is being played, and whether an audit finds just these.

They are those of `toolkit.play.rattenkrieg.mutators`, as far as the keys and drags of the module can do them.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from toolkit.audit.report import JudgedAction, Report
from toolkit.play.rattenkrieg.mutation_lists import TWINS
from toolkit.play.rattenkrieg.mutators import MUTATORS, Scene
from toolkit.rules.rattenkrieg import actions as a
from toolkit.rules.rattenkrieg import game as rules
from toolkit.rules.rattenkrieg.data import KURGAN, Side
from toolkit.rules.rattenkrieg.events import uses
from toolkit.rules.rattenkrieg.hands import HAND_LIMIT, HAND_LIMIT_KURGAN
from toolkit.rules.rattenkrieg.player import Player
from toolkit.rules.rattenkrieg.position import Phase, Position
from toolkit.rules.verdict import Outcome

_GAP = 6
"""Legal actions between two violations, at least."""
_QUIET = (a.Place, a.DealSteps, a.DealHand, a.EndSetUp, a.Shuffle, a.Reinforce, a.ReturnT34)
"""What a key does by itself: nobody can do it otherwise."""

_SHORTENING = (a.Pass, a.EndOperations)
"""What ends a turn early: not in the first one, which would have no room for anything else."""
_TOGETHER = (a.Activate, a.MoveFriendly, a.EnterEmpty, a.EnterBattle, a.Retreat)


@dataclass(frozen=True, slots=True)
class Violation:
    """A violation that was done: its clause, the actions (the last one breaks it), its steps in the log."""

    clause: str
    actions: tuple[a.Action, ...]
    first: int
    last: int

    def __str__(self) -> str:
        """Return it as a line."""
        return f"steps {self.first}-{self.last}: {self.clause} by {self.actions[-1]}"


@dataclass
class Violations:
    """Puts violations into a game, each way to break a clause once before any comes twice.

    Parameters
    ----------
    seed, wanted, turns : int
        How many, over how many turns.
    """

    seed: int
    wanted: int
    turns: int
    done: list[Violation] = field(default_factory=list)
    _used: Counter[int] = field(default_factory=Counter)
    _clauses: Counter[str] = field(default_factory=Counter)
    _moment: int = 0
    _last: int = -_GAP
    _next: tuple[str, tuple[a.Action, ...]] = ("", ())

    def instead(self, position: Position, action: a.Action) -> tuple[a.Action, ...] | None:
        """Return the actions that break a clause in place of the next one; None to go on by the rules."""
        self._moment += 1
        due = -(-self.wanted * min(position.turn, self.turns) // self.turns)
        if len(self.done) >= due or self._moment - self._last <= _GAP:
            return None
        ways = [way for way, mutator in enumerate(MUTATORS) if isinstance(action, mutator.on)]
        random.Random(f"{self.seed} {self._moment}").shuffle(ways)
        ways.sort(key=lambda way: (self._used[way], self._clauses[MUTATORS[way].clause]))
        for way in ways:
            mutator = MUTATORS[way]
            made = mutator.make(Scene(position, action, random.Random(f"{self.seed} {self._moment} {way}")))
            if made is None or (position.turn == 1 and isinstance(made[-1], _SHORTENING)):
                continue
            if breaks(position, made, mutator.clause):
                self._next = (mutator.clause, made)
                self._used[way] += 1
                self._clauses[mutator.clause] += 1
                self._last = self._moment
                return made
        return None

    def did(self, first: int, last: int) -> None:
        """Write down the steps of what was done instead."""
        self.done.append(Violation(*self._next, first, last))


def breaks(position: Position, actions: Sequence[a.Action], clause: str) -> bool:
    """Return whether keys and drags can do some actions, and only the last is illegal, by this clause."""
    trial = position.copy()
    for action in actions[:-1]:
        if not doable(trial, action) or not rules.check(trial, action).legal:
            return False
        rules.apply(trial, action)
    if not doable(trial, actions[-1]):
        return False
    verdict = rules.check(trial, actions[-1])
    return verdict.outcome is Outcome.ILLEGAL and clause in verdict.rules and _goes_on(trial, actions[-1])


def _goes_on(position: Position, action: a.Action) -> bool:
    """Return whether there is something to do after an action."""
    rules.apply(position, action)
    try:
        Player(position, 0).next()
    except LookupError:
        return False
    return True


def doable(position: Position, action: a.Action) -> bool:  # noqa: PLR0912
    """Return whether the module's keys and drags do just this."""
    if isinstance(action, _TOGETHER) and action.with_t34 and not _beside_tank(position, action.unit):
        # Two drags of two players; and a T-34 that was called far away turns over with the unit.
        return False
    if isinstance(action, _QUIET) or any(
        owner(position, card) is not side for card, side in _laid(position, action)
    ):
        return False
    match action:
        case a.EnterBattle(unit=unit, area=area, with_t34=along, support=support, card=card):
            return card is None and (not support or along or _tank_helps(position, unit, area))
        case a.Attack(unit=unit, support=support):
            return not support or _beside_tank(position, unit)
        case a.TakeBack(side=side):
            # Who has no card left has none to open either: what follows shows by no key.
            return position.battle is not None and len(position.battle.of(side)) > 1
        case a.NameDefender(side=side, unit=unit, support=support):
            return position.side(unit) is side and (not support or _beside_tank(position, unit))
        case a.Activate(unit=unit):
            # A player may think again before the unit that he named has done anything.
            again = position.act is not None and not position.act.operations
            return unit not in position.down and not again
        case a.Pass(unit=str(unit)):
            # The keys of a unit that lies face down do nothing.
            return unit not in position.down
        case a.MoveFriendly(unit=unit, area=area):
            # Where enemies stand a battle may follow: then the drag was the way into it.
            return not position.units_in(area, position.side(unit).enemy)
        case a.Replenish(unit=unit, down=down):
            room = len(position.steps[unit]) < position.data.units[unit].steps
            return down and room and bool(position.deck) and unit not in position.down
        case a.ChuikovReady(unit=unit):
            return unit in position.down
        case a.End(flipped=flipped):
            act = position.act
            acting = () if act is None else (act.unit, position.data.tank) if act.with_t34 else (act.unit,)
            # Who goes on before the others have chosen says that they stay.
            return bool(acting) and set(flipped) == set(acting) and position.broken is None
        case a.Draw(side=side, cards=drawn):
            limit = HAND_LIMIT_KURGAN if position.held[0][KURGAN] is side else HAND_LIMIT
            return len(position.hands[side]) + len(drawn) == limit
        case a.FlipUp(units=units):
            return set(units) == position.down
        case a.EndOperations():
            return position.phase is Phase.OPERATIONS
        case a.EndTurn(winner=winner):
            return position.phase is Phase.REPLENISHMENT and winner is None
        case a.Remove(unit=unit):
            # Its cards would stay in its strip.
            return not position.steps[unit]
        case _ if isinstance(action, a.Event):
            # The module says which event a card is.
            return type(action) in uses(action.card, position.actor) and (
                not isinstance(action, a.Sniper) or action.taken in position.hands[Side.GERMAN]
            )
    return True


def _beside_tank(position: Position, unit: str) -> bool:
    return _tank_helps(position, unit, position.where[unit])


def _tank_helps(position: Position, unit: str, area: str) -> bool:
    """Return whether the T-34 supports a unit when nobody presses a key: it does so where it stands."""
    return position.side(unit) is Side.SOVIET and position.where.get(position.data.tank) == area


def owner(position: Position, card: str) -> Side | None:
    """Return who holds a card and may touch it: in hand, as a step, or closed in a battle."""
    place = position.place_of(card)
    if place in position.steps:
        return position.side(place)
    if place == "battle" and position.battle is not None:
        return next(played.side for played in position.battle.cards if played.card == card)
    return next((side for side in Side if side.id == place), None)


def _laid(position: Position, action: a.Action) -> list[tuple[str, Side]]:
    """Return the cards on which an action presses a key, and who presses it."""
    match action:
        case (
            a.PlayCard(side=side, card=card)
            | a.Raise(side=side, card=card)
            | a.TakeBack(side=side, card=card)
        ):
            return [(card, side)]
        case a.Discard(side=side, cards=cards):
            return [(card, side) for card in cards]
        case a.LoseStep(unit=unit, card=card) | a.EnterEmpty(unit=unit, card=str(card)):
            return [(card, position.side(unit))]
        case _ if isinstance(action, a.Event):
            return [(action.card, position.actor)]
    return []


@dataclass
class Weighed:
    """What an audit made of planted violations; empty lists are what a test wants."""

    found: int = 0
    missed: list[str] = field(default_factory=list)
    accused: list[str] = field(default_factory=list)


def weigh(planted: Sequence[Violation], report: Report) -> Weighed:
    """Compare what an audit holds against the players with what was planted.

    A violation is found when the finding at one of its steps, or the first one before the next violation,
    names its clause or a twin of it.  Everything else that is not legal is an accusation of its own.
    """
    result = Weighed()
    left = list(report.shown)
    ends = [*(one.first for one in planted[1:]), sys.maxsize][: len(planted)]
    for one, end in zip(planted, ends, strict=True):
        near = [x for x in left if one.first <= x.step < end or _touches(x, one)]
        hit = next((x for x in near if _names(x, one.clause)), None)
        if hit is None:
            result.missed.append(f"{one}; the audit: {[_shown(x) for x in near]}")
        else:
            result.found += 1
            left = [x for x in left if x is not hit]
    result.accused = [_shown(x) for x in left]
    return result


def _names(finding: JudgedAction, clause: str) -> bool:
    twins, _ = TWINS.get(clause, ((), ""))
    return finding.outcome is Outcome.ILLEGAL and bool({clause, *twins} & set(finding.rules))


def _touches(finding: JudgedAction, one: Violation) -> bool:
    return any(one.first <= step <= one.last for step in (finding.step, *finding.steps))


def _shown(x: JudgedAction) -> str:
    return f"step {x.step} {x.outcome.value} {x.action} {x.unit} {x.rules}: {x.reason}"
