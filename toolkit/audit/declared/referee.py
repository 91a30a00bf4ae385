"""The referee of a declared game: judges action after action, and goes on from the table as it is."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from toolkit.audit.actor import Actor, Known
from toolkit.audit.decisions.account import Account
from toolkit.audit.decisions.judged import Match
from toolkit.audit.decisions.records import NOWHERE, Place
from toolkit.audit.declared.begun import begun, fight
from toolkit.audit.declared.consequences import Consequences
from toolkit.audit.declared.dealing import Pile
from toolkit.audit.declared.declaring import Done
from toolkit.audit.declared.drawing import is_early
from toolkit.audit.declared.narrator import Narrator
from toolkit.audit.declared.paying import debt
from toolkit.audit.declared.readings import Meaning, Reading
from toolkit.audit.declared.start import is_midway, position_at
from toolkit.audit.declared.vocabulary import Moment, Where, fits, is_skipped, moment, shown_moment
from toolkit.audit.declared.ways import way_of_move
from toolkit.audit.declared.wording import detail_of, ends_of, unit_of
from toolkit.audit.instead import Wording, instead
from toolkit.audit.ledger import Entry, What
from toolkit.audit.report import JudgedAction, Private, Segment, ShownStep, ShownTrail
from toolkit.module.declared_gestures import DICE
from toolkit.rules.declared import Position
from toolkit.rules.declared import actions as a
from toolkit.rules.declared.battles import longest_answer
from toolkit.rules.declared.choices import candidates, settled
from toolkit.rules.declared.game import ANSWERS, apply, breaches, misplaced
from toolkit.rules.declared.hands import lasts
from toolkit.rules.declared.impulses import impulses
from toolkit.rules.declared.moving import Mover
from toolkit.rules.declared.rules import Rules
from toolkit.rules.declared.showing import to_show
from toolkit.rules.declared.sums import sum_of
from toolkit.rules.declared.supply import is_found_out
from toolkit.rules.mechanisms.arrivals import Replacements
from toolkit.rules.mechanisms.cards import Card
from toolkit.rules.mechanisms.combat import MustAttack
from toolkit.rules.mechanisms.forces import ELIMINATED
from toolkit.rules.mechanisms.sequence import Chits, Impulses, NotAfter, Weather, holds_when
from toolkit.rules.verdict import Outcome, Verdict

_OVER = "the game was over"
_NO_BATTLES = (
    "nobody declared or rolled battles with the module's keys: the log does not show what this answers"
)
_NO_PHASES = "nobody turned the turn tracker: the log does not show the phase"
_LEGAL = Verdict(Outcome.LEGAL)
_NO_WEATHER = "nobody rolls for the weather by the button: what it is, is not shown"
_NO_BEARER = "the log does not show on what a card was played"
_NO_CHITS = "nobody draws chits by the button: who acts is not shown"
_MIDWAY = "the log begins in the middle of the game: what was done before is not shown"

_TELLS_PHASE = a.Draw | a.Weather | a.Deal | a.Reshuffle

Check = Callable[[Position, a.Action], Verdict]


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
    check : callable
        Judges an action.
    where : callable
        Place of the table → place of a position.
    sides : mapping of str to str
        The module's names of the sides → ids.
    pile : callable
        Place of the table → pile of cards, and whose.
    trial : bool
        Whether only what is found counts, and not what the rules would have allowed in its place.
    reading : Reading
        What is taken for granted of what the logs leave open.

    Attributes
    ----------
    began : bool
        Whether battles were rolled before.
    judged : list of JudgedAction
    guessed : list of (int, int)
        Log and number of steps by which phases had ended before the tracker showed it.
    said : list of (int, int, Meaning)
        Log and number of steps in which somebody said he was done while the other acted: what it meant.
    """

    def __init__(
        self,
        match: Match[Rules],
        *,
        check: Check,
        where: Where,
        sides: Mapping[str, str],
        pile: Pile,
        trial: bool,
        reading: Reading,
    ) -> None:
        self.trial, self.stays = trial, reading.stays
        self._meanings = {(log, step): meaning for log, step, meaning in reading.dones}
        self.agreed, self.steps, self.moments = match.agreed, match.steps, match.moments
        self.position = position_at(match.begin, match.agreed.data, where)
        self.narrator = Narrator(self.position, match.begin, match.steps, where, sides=sides, pile=pile)
        self.narrator.dealing.otherwise = set(map(self.moments.index, reading.otherwise))
        before = [one for one in begun(match.begin, self.position) if one.throws]
        for one in before:
            fight(self.position, one, settled=reading.settled or one is not before[-1])
        self.began = bool(before)
        self.account = Account(self.shows)
        self._consequences = Consequences(self.position)
        self.judged: list[JudgedAction] = []
        self.guessed: list[tuple[int, int]] = []
        self.said: list[tuple[int, int, Meaning]] = []
        self._check, self._where, self._sides = check, where, sides
        # Until a phase ends that the log begins in the middle of, nobody knows what was done in it.
        self._midway = is_midway(self.position)
        self._from_midway = self.position.turn if self._midway else 0
        self._phases = 1
        # The moment that the tracker showed when phases were found to have ended without it.
        self._late: Moment | None = None
        self._tracker = match.begin.turn
        # The chit that was drawn while the other side went on.
        self._drawn_early: a.Draw | None = None
        # Units whose keys were pressed in this step.
        self._keyed: set[str] = set()
        # Whose impulse was found to be over before he said so: that he says it late is no offence.
        self._says_late: set[str] = set()

    def judge(self, at: int) -> None:
        """Judge the step at a place."""
        step = self.steps[at]
        agreed = self.agreed.after(at, step.settings)
        if agreed is not self.agreed:
            self.agreed, self.position.rules = agreed, agreed.data
        self._keyed = {told.counter for told in step.told if told.act}
        self._tracker = step.turn or self._tracker
        self.account.take(step, self._segment, sure=True)
        for done in self.narrator.tell(at):
            self._judge(done)
        self.account.settle()
        self._follow()

    def finish(self) -> None:
        """Judge what is left open when the log ends."""
        for done in self.narrator.finish():
            self._judge(done)
        self.account.settle()

    # -- one action ---------------------------------------------------------------------------------------

    def _judge(self, done: Done) -> None:
        if not done.steps:
            # Declared before the log begins.
            apply(self.position, done.action)
            return
        self._consequences.before(done.action)
        verdict = self._check(self.position, done.action)
        if isinstance(done.action, a.End):
            if verdict.outcome is Outcome.ILLEGAL and self._said(done, done.action.side):
                return
            self._says_late.clear()
        elif verdict.outcome is Outcome.ILLEGAL:
            after = self.steps[done.steps[-1] + 1 :]
            if isinstance(done.action, a.Draw) and is_early(self.position, done.action, after, self._sides):
                self._drawn_early = done.action
                self.account.told(done.steps, done.action)
                self.judged.append(self._shown(done, verdict))
                return
            ends, action = self._forgotten(done)
            if ends:
                self.guessed.append(self.moments[done.steps[-1]])
                fits = misplaced(self.position, done.action) is None
                self._late = self._late or moment(self.position)
                self._says_late.update(end.side for end in ends if impulses(self.position) is not None)
                for end in ends:
                    self._carry_out(replace(done, action=end, actor=Actor(end.side, Known.INFERRED)), _LEGAL)
                done, verdict = replace(done, action=action), self._check(self.position, action)
                if fits and not self.narrator.says_phases:
                    # It may belong to the phase before as well, and break its rules.
                    verdict = Verdict(Outcome.UNPROVABLE, reason=_NO_PHASES)
        self._carry_out(done, self._left(done, verdict))

    def _said(self, done: Done, side: str) -> bool:
        """Return whether it is no offence that somebody is done while the other acts: late, or he passes.

        Who passes shows that the other's impulse is over, though nobody said so.
        """
        others = [other for other in self.position.phase.sides if other not in self.position.ended]
        if impulses(self.position) is None or side in others or len(others) != 1:
            return False
        moment, is_late = self.moments[done.steps[-1]], side in self._says_late
        meaning = self._meanings.get(moment, Meaning.LATE if is_late else Meaning.PASS)
        if meaning is Meaning.LATE and not is_late:
            meaning = Meaning.OFFENCE
        if meaning is Meaning.PASS:
            trial = self.position.copy()
            apply(trial, a.End(others[0]))
            ends = self._check(self.position, a.End(others[0])), self._check(trial, done.action)
            if any(verdict.outcome is not Outcome.LEGAL for verdict in ends):
                meaning = Meaning.OFFENCE
        self.said.append((*moment, meaning))
        if meaning is Meaning.OFFENCE:
            return False
        if meaning is Meaning.LATE:
            self.account.told(done.steps, done.action)
            return True
        actor = Actor(others[0], Known.INFERRED)
        self._carry_out(replace(done, action=a.End(others[0]), actor=actor), _LEGAL)
        self._carry_out(done, _LEGAL)
        # He may have pressed it for the other: that the other presses it as well is no offence.
        self._says_late = {others[0]}
        return True

    def _carry_out(self, done: Done, verdict: Verdict) -> None:
        shown = self._shown(done, verdict)
        told = not self.trial
        if told and isinstance(done.action, a.Move) and self.position.on_map(done.action.unit):
            shown = _priced(self.position, done.action, shown)
        shown = replace(shown, follows=self._consequences.follows(done.action, shown))
        self.account.told(done.steps, done.action)
        before = (self.position.turn, self.position.phase.id)
        apply(self.position, done.action)
        self._consequences.after(done.action)
        # A sum would tell what hidden units are worth.
        if told and not any(to_show(self.position, battle) for battle in self.position.battles):
            shown = replace(shown, sum=sum_of(self.position, done.action))
        self.judged.append(shown)
        if isinstance(done.action, a.End):
            if self._drawn_early is not None and not self.position.is_acting:
                # Drawn while the other went on, the chit says now who acts.
                apply(self.position, self._drawn_early)
                self._drawn_early = None
            self._midway = self._midway and before == (self.position.turn, self.position.phase.id)
            self._phases += 1

    def _forgotten(self, done: Done) -> tuple[list[a.End], a.Action]:
        """Return the ends of phases that nobody has shown yet, and what was done then, if that is legal.

        Players turn the tracker late, or never: up to where they turn it next, phases may have ended.
        """
        nothing: tuple[list[a.End], a.Action] = [], done.action
        goes_on = self._consequences.intrudes(unit_of(done.action))
        if goes_on or self.moments[done.steps[-1]] in self.stays:
            return nothing
        goal = self._next_shown(done.steps[-1])
        # A button of the toolbar shows the phase as well as the tracker does, and so does who draws a card.
        if goal is None and self.narrator.says_phases and not isinstance(done.action, _TELLS_PHASE):
            return nothing
        trial = self.position.copy()
        found: list[a.End] = []
        for _ in trial.rules.sequence.phases:
            if trial.over or (goal is not None and moment(trial) >= goal):
                return nothing
            if found and self.narrator.says_impulses and impulses(trial) is not None:
                # Who acts shows that the impulse before is over; that somebody passed it does not show.
                return nothing
            active = [side for side in trial.phase.sides if side not in trial.ended]
            for side in active:
                if not self._may_end(trial, side):
                    return nothing
                apply(trial, a.End(side))
                found.append(a.End(side))
            if not active:
                # Who acts next, a chit says.
                return nothing
            action = _then(trial, done)
            if self._check(trial, action).outcome is Outcome.LEGAL:
                return found, action
        return nothing

    def _may_end(self, trial: Position, side: str) -> bool:
        """Return whether a side may have ended its phase; attacks that had to be made show by keys only."""
        verdict = self._check(trial, a.End(side))
        return verdict.outcome is Outcome.LEGAL or (not self.narrator.says_battles and self._unseen(verdict))

    def _may_rest_on_battles(self, done: Done, verdict: Verdict) -> bool:
        """Return whether a verdict may be wrong where the log does not show which battles are fought.

        Who does nothing in his impulse but fight, passes as far as the log shows, and so a phase seems over.
        """
        seems_over = self.position.rules.of(Impulses) and misplaced(self.position, done.action) is not None
        return bool(seems_over) or self._answers_a_battle(done) or self._unseen(verdict)

    def _unseen(self, verdict: Verdict) -> bool:
        """Return whether nothing is wrong but that attacks were not made that had to be."""
        return {clause.number for clause in self.position.rules.of(MustAttack)}.issuperset(verdict.rules)

    def _next_shown(self, at: int) -> Moment | None:
        """Return the moment to which the tracker is turned next, None where it never is."""
        shown = next((step.turn for step in self.steps[at:] if step.turn is not None), None)
        return None if shown is None else shown_moment(self.position, shown)

    def _left(self, done: Done, verdict: Verdict) -> Verdict:
        """Return what is left of a verdict where the log does not show what it rests on."""
        if verdict.outcome is Outcome.LEGAL:
            return verdict
        position, action = self.position, done.action
        if self._is_of_skipped_phase(action):
            order = position.rules.sequence
            phase = next(known for known in order.phases if known.id == self._tracker[1])
            reason = f"{phase.name or phase.id} does not come in this turn"
            return replace(verdict, rules=(position.rules.number(),), reason=reason)
        reason = ""
        if position.over:
            reason = _OVER
        elif self._midway and isinstance(action, a.End) and set(verdict.rules) == {position.number(Chits)}:
            # What was drawn before the log begins is not shown: that the phase ends says it.
            return _LEGAL
        elif self._midway or self._unasked() or self._unsaved(verdict):
            reason = _MIDWAY
        elif not self.narrator.says_rolls.issuperset(_to_roll(position)):
            reason = _NO_WEATHER
        elif not self.narrator.says_chits and position.rules.of(Chits):
            reason = _NO_CHITS
        elif self.narrator.dealing.hides(action):
            reason = _NO_BEARER
        elif not self.narrator.says_battles and self._may_rest_on_battles(done, verdict):
            reason = _NO_BATTLES
        elif not self.narrator.says_phases and (self._late or misplaced(position, action) is not None):
            reason = _NO_PHASES
        if not reason:
            return verdict
        return verdict.unproven(reason)

    def _is_of_skipped_phase(self, action: a.Action) -> bool:
        """Return whether something belongs to the phase that the tracker shows, which does not come now."""
        position, (turn, phase) = self.position, self._tracker
        if not phase or turn != position.turn or phase == position.phase.id:
            return False
        shown = shown_moment(position, self._tracker)
        if shown > moment(position) or not is_skipped(position.rules.sequence, shown, position.beyond):
            return False
        trial = position.copy()
        trial.go_to(turn, phase)
        return self._check(trial, action).outcome is Outcome.LEGAL

    def _unasked(self) -> bool:
        """Return whether it was found out before the log began who has no line, or who did what."""
        if not self._from_midway:
            return False
        rules = self.position.rules
        noted = rules.of(NotAfter) or any(clause.rule.lasts == "turn" for clause in rules.of(Card))
        return bool(noted and self._from_midway == self.position.turn) or not is_found_out(self.position)

    def _unsaved(self, verdict: Verdict) -> bool:
        """Return whether it may be replacements that are lacking, saved before the log began."""
        saving = {clause.number for clause in self.position.rules.of(Replacements) if clause.rule.saved}
        return bool(self._from_midway) and not saving.isdisjoint(verdict.rules)

    def _answers_a_battle(self, done: Done) -> bool:
        """Return whether an action answers a battle, or a drag could be a retreat or an advance after one."""
        action = done.action
        if isinstance(action, a.Play):
            return lasts(self.position, action.card) == "battle"
        if not isinstance(action, a.Move):
            return isinstance(action, (*ANSWERS, a.Advance, a.Reveal))
        fights = "fight" in self.position.phase.does or not self.narrator.says_phases
        # Of drags that follow each other the last may be one.
        start, *_, end = (self.position.where[action.unit], *done.stops)[-2:]
        return fights and self.position.board.distance(start, end) <= longest_answer(self.position.rules)

    def _wording(self, action: a.Action) -> Wording:
        position, unit = self.position, unit_of(action)
        start, end = ends_of(position, action)
        name = position.units[unit].name if unit in position.units else ""
        return Wording(type(action).__name__.lower(), unit, name, start, end, (), detail_of(position, action))

    def _shown(self, done: Done, verdict: Verdict) -> JudgedAction:
        action = done.action
        return JudgedAction.of(
            verdict,
            [self.moments[step] for step in done.steps],
            self._wording(action),
            actor=done.actor,
            segment=self._segment(),
            dice=action.dice if isinstance(action, a.Roll | a.Weather) else (),
            private=self._private(action),
            owed=debt(self.position, action, verdict, pays=not self.trial),
            instead=self._instead(action, verdict),
        )

    def _private(self, action: a.Action) -> Private | None:
        """Return what the other side does not know of an action: which units lie hidden."""
        if isinstance(action, a.Deal) and action.card in self.position.cards:
            return Private(self.position.rules.cards[action.card].side or action.side, "a card")
        named = (unit_of(action), getattr(action, "on", ""))
        units = action.attackers if isinstance(action, a.Attack) else named
        hidden = [unit for unit in units if unit in self.position.hidden]
        if not hidden or isinstance(action, a.Reveal):
            return None
        return Private(self.position.units[hidden[0]].side, "", "a hidden unit")

    def _instead(self, action: a.Action, verdict: Verdict) -> tuple[Wording, ...]:
        if self.trial:
            return ()
        position, rulings = self.position, settled(self.position)
        return instead(
            action,
            verdict,
            lambda: candidates(position, rulings),
            lambda one: not breaches(position, one, rulings),
            self._wording,
        )

    def _segment(self) -> Segment:
        phase = self.position.phase
        return Segment(self._phases, phase.name or phase.id, inferred=False, turn=self.position.turn)

    # -- the table ----------------------------------------------------------------------------------------

    def shows(self, entry: Entry) -> bool:
        """Return whether the position has it as the table has it after an entry."""
        position, unit, after = self.position, entry.key.subject, entry.after
        waits = unit in self.narrator.waiting
        match entry.key.what:
            case What.PLACE if isinstance(after, Place) and unit in position.cards:
                return self.narrator.dealing.lies(unit, after)
            case What.PLACE if isinstance(after, Place):
                lies = ELIMINATED if after == NOWHERE else self._where(after)
                return waits or position.where.get(unit) in (lies, self._where(after))
            case What.MASK if unit in position.units:
                return unit in self.narrator.showing or (unit in position.hidden) == bool(after)
            case What.FACE if unit in position.units:
                known = waits or not position.on_map(unit)
                return known or position.steps[unit] == self.narrator.steps_of(unit)
            case What.VALUE if entry.key.name == DICE:
                # Only a key throws dice, or wipes them off.
                return unit in self._keyed
            case What.TURN if isinstance(after, tuple):
                return fits(position, after) or self._catches_up(after)
            case _:
                return False

    def _catches_up(self, turn: tuple[int, str]) -> bool:
        """Return whether the tracker goes on to where the game is already."""
        return self._late is not None and self._late <= shown_moment(self.position, turn) <= moment(
            self.position
        )

    def _follow(self) -> None:
        """Let units lie as they do on the table, but for those that are still being placed."""
        position, narrator = self.position, self.narrator
        position.cards |= narrator.dealing.settled()
        for unit, place in narrator.places.items():
            if unit not in position.units or unit in narrator.waiting:
                continue
            if position.where[unit] != place:
                position.put(unit, place)
                if place == ELIMINATED:
                    position.steps[unit] = 0
            if position.on_map(unit) and position.steps[unit] != narrator.steps_of(unit):
                position.steps[unit] = narrator.steps_of(unit)


def _priced(position: Position, action: a.Move, shown: JudgedAction) -> JudgedAction:
    """Return a move with the prices of its way, and of the cheapest to where it ends where it broke rules."""
    mover = Mover(position, action.unit, settled(position))
    allowance = mover.left()

    def trail(path: Sequence[str], mode: str) -> ShownTrail:
        steps = tuple(ShownStep(place, points, why) for place, points, why in mover.priced(path))
        return ShownTrail(steps, sum(step.cost for step in steps), mode, allowance=allowance)

    if shown.outcome is Outcome.LEGAL:
        if allowance is not None:
            way = position.trails.get(action.unit, [position.where[action.unit]])
            allowance += mover.bonus((*way, *action.path))
        return replace(shown, allowance=allowance, trail=trail(action.path, "normal"))
    cheapest = mover.ways().get(action.path[-1]) if action.path else None
    return replace(
        shown,
        allowance=allowance,
        trail=None if cheapest is None else trail(cheapest, "normal"),
        taken=trail(action.path, "taken"),
    )


def _to_roll(position: Position) -> set[str]:
    """Return what is rolled for in turns like this one."""
    return {c.rule.id for c in position.rules.of(Weather) if holds_when(c.rule.when, position.kinds)}


def _then(position: Position, done: Done) -> a.Action:
    """Return what steps show in another phase: where units move, a drag is a move."""
    if not done.stops or "move" not in position.phase.does or position.over:
        return done.action
    unit = unit_of(done.action)
    return a.Move(unit, way_of_move(position, unit, done.stops))
