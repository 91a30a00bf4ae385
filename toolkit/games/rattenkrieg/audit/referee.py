"""The referee of Rattenkrieg: judges action after action, and goes on from the table as it is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from copy import copy
from dataclasses import replace
from functools import partial

from toolkit.audit.actor import Actor, Known
from toolkit.audit.decisions.account import Account
from toolkit.audit.decisions.judged import Match
from toolkit.audit.decisions.records import UNIT, Step
from toolkit.audit.instead import Wording, instead
from toolkit.audit.report import JudgedAction, Owed, Segment
from toolkit.games.rattenkrieg.audit.doubts import Doubts
from toolkit.games.rattenkrieg.audit.narrator import Narrator
from toolkit.games.rattenkrieg.audit.sight import Sight
from toolkit.games.rattenkrieg.audit.start import is_set_up, position_at
from toolkit.games.rattenkrieg.audit.story import Done
from toolkit.games.rattenkrieg.audit.table import Keeper
from toolkit.games.rattenkrieg.audit.views import private, verdicts_of
from toolkit.games.rattenkrieg.audit.vocabulary import DECK
from toolkit.games.rattenkrieg.audit.wording import detail_of, name_of, unit_of, word
from toolkit.games.rattenkrieg.rules import actions as a
from toolkit.games.rattenkrieg.rules.choices import candidates
from toolkit.games.rattenkrieg.rules.data import RulesData
from toolkit.games.rattenkrieg.rules.game import apply, breaches, check, owing
from toolkit.games.rattenkrieg.rules.position import Phase, Position
from toolkit.games.rattenkrieg.rules.sums import sum_of
from toolkit.rules.rulings import Rulings
from toolkit.rules.verdict import Outcome, Verdict

_MOVES = (a.MoveFriendly, a.EnterEmpty, a.EnterBattle, a.Retreat, a.Place, a.Reinforce, a.ReturnT34)
_ENDS = "the log ends before it is seen whether more belongs to this"


class Referee:
    """Judges the steps of a game, one after the other.

    Parameters
    ----------
    begin : Laid
        The table before the first step.
    steps : sequence of Step
        Of all logs, numbered from 0.
    moments : sequence of (int, int)
        Log and number of each step.
    agreed : Agreed
        The house rules before the first step.
    sides : mapping of str to str
        The module's names of the sides → ids.

    Attributes
    ----------
    judged : list of JudgedAction
    turns : int
        How many player turns have begun.
    against : set of int
        Steps with something that is illegal by what was guessed, whether or not anybody is accused of it.
    certain : frozenset of int
        Steps with something that is illegal whatever is guessed.
    """

    def __init__(self, match: Match[RulesData], sides: Mapping[str, str], *, trial: bool) -> None:
        self.trial = trial
        begin, steps = match.begin, match.steps
        self.agreed = match.agreed
        self.position = position_at(begin, self.agreed.data, dict(sides))
        self.steps = steps
        self.moments = match.moments
        self.judged: list[JudgedAction] = []
        self.turns = 0
        self.against: set[int] = set()
        self.certain: frozenset[int] = frozenset()
        self.label = ""
        self.keeper = Keeper(begin, self.position, sides)
        self.sight = Sight(begin, self.position, sides)
        self.account = Account(self.keeper.shows, self.keeper.is_taken)
        # Before the first player turn that is seen nobody knows whose it is.
        known = is_set_up(begin) or self.position.act is not None
        deck = begin.decks.get(DECK, ())
        self.narrator = Narrator(self.position, steps, sides, self.keeper.cards, deck, turn_known=known)
        self.doubts = Doubts(begin, self.position, says_turns=self.narrator.says_turns)
        self.before = self.doubts
        """What was in doubt before the guess that is tried."""
        self.actor_known = known
        self.placed = not is_set_up(begin)
        self.intruder = ""
        """The unit that was moved last where it may not go."""
        self.laid: dict[str, int] = {}
        """The steps in which units were set up."""

    @property
    def sure(self) -> bool:
        """Whether nothing that was guessed before still counts."""
        return self.narrator.sure and not self.doubts.uncertain

    def fork(self) -> Referee:
        """Return a referee who goes on from here by himself, with nothing judged yet."""
        other = copy(self)
        other.position = self.position.copy()
        other.judged, other.against = [], set()
        other.keeper = self.keeper.fork(other.position)
        other.sight = self.sight.fork()
        other.account = self.account.fork(other.keeper.shows)
        other.narrator = self.narrator.fork(other.position, other.keeper.cards)
        other.doubts, other.before = self.doubts.fork(other.position), self.doubts.fork(other.position)
        return other

    def judge(self, at: int, pick: int = 0) -> None:
        """Judge the step at a place; `pick` as in `Narrator.tell`."""
        step = self.steps[at]
        agreed = self.agreed.after(at, step.settings)
        if agreed is not self.agreed:
            self.agreed, self.position.data = agreed, agreed.data
        self.narrator.begin_midway(midway=self.doubts.midway)
        self.sight.take(step)
        self.account.take(step, self._part, sure=self.placed and self.sure and self.doubts.sure)
        if not self.placed:
            units = (shift.counter for shift in step.shifts if shift.kind == UNIT)
            self.laid = {**self.laid, **dict.fromkeys(units, step.number)}
        for done in self.narrator.tell(at, pick):
            self._set_up(step)
            self._judge(done)
        self.keeper.take(step)
        self._follow(held=self.narrator.holding)

    def finish(self) -> None:
        """Judge what is left open when the log ends."""
        for done in self.narrator.finish():
            self._judge(done, ends=True)
        self._follow()

    def _follow(self, *, held: bool = False) -> None:
        # Before the set-up is done and when the game is over counters may go anywhere.
        free = not self.placed or self.position.phase is Phase.OVER
        self.account.settle(all_shown=free, held=lambda entry: held and not self.keeper.is_taken(entry))
        if self.placed:
            self.keeper.follow(held=held)

    def _set_up(self, step: Step) -> None:
        """Judge the units that lay on the map before the first card was dealt, as placed."""
        if self.placed:
            return
        self.placed = True
        for unit, place in self.keeper.units.items():
            if place.area and unit in self.position.where:
                side, at = self.position.side(unit).id, self.laid.get(unit, step.number)
                self._judge(Done(a.Place(unit, place.area), (at,), Actor(side, Known.INFERRED)))

    def _judge(self, done: Done, *, ends: bool = False) -> None:
        position, action = self.position, done.action
        if self.doubts.midway and self.doubts.ends_midway(done):
            # What is inferred is told later than it shows: the table is ahead of it then.
            self._begin_anew(follow=done.actor.known is not Known.INFERRED)
        if not done.astray:
            self._begin_turn(action)
        action, verdict = self._read(done, ends=ends)
        left_there = verdict.rules[:1] == ("8.11",) and self._intrudes()
        if isinstance(action, a.End) and (_is_astray(position) or left_there):
            # That it went where it may not was said; nobody fights there.
            verdict = Verdict(Outcome.LEGAL)
        idle = position.act is None or not position.act.operations
        inferred = done.actor.known is Known.INFERRED and not self.doubts.midway
        if isinstance(action, a.End) and verdict.rules == ("7.4",) and idle and inferred:
            # Turned over by hand without having done anything, the unit was named for a pass.
            act, position.act = position.act, None
            action = a.Pass(position.actor, None if act is None else act.unit)
            verdict = self._verdict(action)
        done = replace(done, action=action)
        at = done.steps[-1]
        if self.before.left(replace(done, doubt=""), verdict).outcome is Outcome.ILLEGAL:
            self.against.add(at)
        left = partial(self.doubts.left, done, certain=at in self.certain)
        if isinstance(action, a.MoveFriendly | a.EnterEmpty | a.EnterBattle):
            self.intruder = action.unit if verdict.outcome is Outcome.ILLEGAL else ""
        shown = self._shown(done, left(verdict))
        verdicts = {side: left(known) for side, known in verdicts_of(position, self.sight, action).items()}
        self.judged.append(replace(shown, verdicts=verdicts))
        self.doubts.take(done)
        self.account.told(done.steps, action)
        if _strange_unit(position, action) is None and not done.astray:
            self._apply(action)

    def _apply(self, action: a.Action) -> None:
        try:
            apply(self.position, action)
        except KeyError:
            # Cards were dealt of a deck that nobody shuffled, or that a piece from elsewhere stands in for.
            self.keeper.meet()
            with suppress(KeyError):
                apply(self.position, action)

    def _intrudes(self) -> bool:
        act = self.position.act
        return act is not None and act.unit == self.intruder

    def _read(self, done: Done, *, ends: bool) -> tuple[a.Action, Verdict]:
        """Return the action that steps show, and its verdict, where they can be read in several ways.

        Nothing is held against a player that another reading allows.  Where none does, the rules of all are
        named, those of the likeliest first.
        """
        action, verdict = done.action, self._verdict(done.action)
        if verdict.outcome is Outcome.LEGAL:
            return action, verdict
        rules = list(verdict.rules)
        for other in done.others:
            known = self._verdict(other)
            if known.outcome is Outcome.LEGAL and ends:
                return action, verdict.unproven(_ENDS)
            if known.outcome is not Outcome.ILLEGAL:
                return other, known
            rules += [rule for rule in known.rules if rule not in rules]
        return action, replace(verdict, rules=verdict.rules if ends else tuple(rules))

    def _begin_anew(self, *, follow: bool) -> None:
        """Begin with a player turn that is seen whole: nothing is left over from the one before it."""
        self.position.break_off()
        self.doubts.midway = self.actor_known = False
        if follow:
            self._follow()

    def _begin_turn(self, action: a.Action) -> None:
        position = self.position
        if not isinstance(action, a.Activate | a.Pass | a.Replenish) or position.act is not None:
            return
        side = action.side if isinstance(action, a.Pass) else None
        if not isinstance(action, a.Pass) and action.unit in position.where:
            side = position.side(action.unit)
        if not self.actor_known and side is not None:
            position.actor = side
            self.actor_known = True
        self.turns += 1
        self.label = "pass" if isinstance(action, a.Pass) else name_of(position, action.unit)

    def _verdict(self, action: a.Action) -> Verdict:
        strange = _strange(self.position, action)
        if strange is not None:
            return Verdict(Outcome.UNVERIFIED, reason=f"the game's data has no '{strange}'")
        return check(self.position, action)

    def _wording(self, action: a.Action) -> Wording:
        position = self.position
        unit = unit_of(position, action)
        start = end = ""
        if isinstance(action, _MOVES):
            start = name_of(position, position.where.get(_mover(position, action), ""))
            end = name_of(position, action.area)
        elif unit and position.where.get(unit) in position.data.areas:
            start = name_of(position, position.where[unit])
        detail = detail_of(position, action, lambda _: True)
        return Wording(word(action), unit, name_of(position, unit), start, end, (), detail)

    def _instead(self, action: a.Action, verdict: Verdict) -> tuple[Wording, ...]:
        if self.trial:
            return ()
        position, rulings = self.position, Rulings(self.position.data.points.settled())
        return instead(
            action,
            verdict,
            lambda: candidates(position, rulings),
            lambda one: not breaches(position, one, rulings),
            self._wording,
        )

    def _shown(self, done: Done, verdict: Verdict) -> JudgedAction:
        position, action = self.position, done.action
        return JudgedAction.of(
            verdict,
            [self.moments[step] for step in done.steps],
            self._wording(action),
            actor=done.actor,
            segment=self._part(),
            private=private(position, self.sight, action),
            sum=sum_of(position, action),
            owed=self._owed(action, verdict),
            instead=self._instead(action, verdict),
        )

    def _owed(self, action: a.Action, verdict: Verdict) -> Owed | None:
        known = None if verdict.legal else owing(self.position, action, verdict.rules)
        return None if known is None else Owed(known[0].id, known[1], name_of(self.position, known[1]))

    def _part(self) -> Segment:
        return Segment(self.turns, self._segment(), inferred=False, turn=self.position.turn)

    def _segment(self) -> str:
        phase = self.position.phase
        return self.label if phase is Phase.OPERATIONS else str(phase)


def _is_astray(position: Position) -> bool:
    """Return whether the acting unit stands in the enemy's rear."""
    act, data = position.act, position.data
    area = "" if act is None else position.where.get(act.unit, "")
    known = data.areas.get(area)
    return (
        known is not None
        and area not in data.city
        and act is not None
        and known.owner is not position.side(act.unit)
    )


def _strange(position: Position, action: a.Action) -> str | None:
    """Return a unit or area that the game's data does not have."""
    area = getattr(action, "area", None)
    if isinstance(area, str) and area not in position.data.areas:
        return area
    return _strange_unit(position, action)


def _strange_unit(position: Position, action: a.Action) -> str | None:
    """Return a unit of an action that the game's data does not have."""
    units = [getattr(action, name, None) for name in ("unit", "target")]
    found: Iterator[str] = (unit for unit in units if isinstance(unit, str) and unit not in position.where)
    return next(found, None)


def _mover(position: Position, action: a.Action) -> str:
    """Return the unit that an action moves."""
    return position.data.tank if isinstance(action, a.ReturnT34) else str(getattr(action, "unit", ""))
