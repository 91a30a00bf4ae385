"""The referee of Storm: judges action after action, and goes on from the table as it is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from toolkit.audit.actor import Actor, Known
from toolkit.audit.agreed import Agreed
from toolkit.audit.decisions.account import Account
from toolkit.audit.decisions.judged import Judged, Match
from toolkit.audit.decisions.reader import ReadLog
from toolkit.audit.decisions.records import Laid, Step
from toolkit.audit.report import JudgedAction, Notice, Segment
from toolkit.games.storm.audit.account import words
from toolkit.games.storm.audit.agreeing import comes_to_the_same
from toolkit.games.storm.audit.begun import turn_in_play, under_way
from toolkit.games.storm.audit.edited import TOUCHED, Result, result_of
from toolkit.games.storm.audit.faces import Faces
from toolkit.games.storm.audit.markers import Markers
from toolkit.games.storm.audit.narrator import Narrator
from toolkit.games.storm.audit.showing import shown_as
from toolkit.games.storm.audit.start import (
    has_been_played,
    is_set_up,
    last_word,
    position_at,
    whose_is_open,
)
from toolkit.games.storm.audit.story import Done, Table
from toolkit.games.storm.audit.table import Keeper
from toolkit.games.storm.audit.vocabulary import PHASES, Dice, dice_of
from toolkit.games.storm.audit.wording import goal_of, units_of
from toolkit.games.storm.rules import actions as a
from toolkit.games.storm.rules.activation import follows_overrun
from toolkit.games.storm.rules.data import RulesData, Use
from toolkit.games.storm.rules.game import apply, check
from toolkit.games.storm.rules.position import Phase, Position
from toolkit.games.storm.rules.sequence import begins_act
from toolkit.games.storm.rules.sides import Side
from toolkit.games.storm.rules.withdrawal import is_played_out
from toolkit.rules.verdict import Outcome, Verdict
from toolkit.source.options import Option

_IMPULSES = PHASES[1]
_MIDWAY = "the log begins in the middle of this: what was done before is not shown"
_OVER = "the game was over"
_ENDS = "the log ends before it is seen whether more belongs to this"
# Rules that ask whose impulse it is, whether points are left, what was laid for an act.
_OF_BEFORE = ("SEED 損傷3", "SEED 流程2", "SEED 攻擊2", "REF 3.3")
# Words after which the last decision before a log may go on in it.
_GOES_ON = ("play", "pay", "move", "ferry", "fire", "leave_out", "declare", "ready", "return", "back")
# Words of each part of a turn, after which it may go on.
_PARTS: Mapping[Phase, tuple[str, ...]] = {
    Phase.DRAW: ("draw", "draw_one", "shuffle"),
    Phase.HANDS: ("discard", "fill", "draw_one", "shuffle", "end_phase"),
    Phase.ARRIVALS: ("arrive", "lost", "withdraw", "replaced"),
}
_ANSWERS = frozenset({"spend", "retreat", "drive", "eliminate", "close losses", "place", "lost"})
"""By what is done what the other side waits for."""
_ENDS_OF_PARTS = (a.EndDraw, a.EndHands, a.EndTurn, a.EndImpulses)


def judge_game(
    games: Sequence[ReadLog],
    data: RulesData,
    names: Mapping[str, str],
    options: Sequence[Option] = (),
    *,
    trial: bool = False,
) -> Judged:
    """Judge the logs of a game that follow each other.

    Parameters
    ----------
    games : sequence of ReadLog
        In the order of play.
    names : mapping of str to str
        What the module calls sides and areas → ids.
    options : sequence of Option
        The unclear points, whose settings hold from when they were made; without them those of `data` do.
    trial : bool
        Whether only what is found counts, and not what the rules would have allowed in its place.
    """
    match = Match.of(games, options, lambda fixed: data.under(options, fixed))
    begin = match.begin
    turn = turn_in_play(begin, match.steps)
    referee = _Referee(replace(begin, turn=turn), match.agreed, names, match.moments, trial=trial)
    referee.table.turn = begin.turn
    referee.judge(match.steps)
    winner = "" if referee.position.winner is None else referee.position.winner.id
    found = match.judged(
        referee.judged, referee.account, referee.agreed, words(data), answers=_ANSWERS, winner=winner
    )
    return found._replace(notices=(*referee.notices, *found.notices))


class _Referee:
    """Judges the steps of a game.

    `moments` holds log and number of each step, which the steps themselves count through all logs.
    """

    def __init__(
        self,
        begin: Laid,
        agreed: Agreed[RulesData],
        names: Mapping[str, str],
        moments: Sequence[tuple[int, int]],
        *,
        trial: bool,
    ) -> None:
        self.trial = trial
        self.agreed, data = agreed, agreed.data
        self.position = position_at(begin, data, names)
        if self.position.phase in (Phase.DRAW, Phase.ARRIVALS):
            # Nobody is spent there any more, and no marker lies: players see to that when they need it.
            self.position.spent, self.position.markers = set(), set()
        self.names = names
        self.table = Table.of(begin)
        self.keeper = Keeper(self.position, self.table)
        self.account = Account(self.keeper.shows)
        self.faces = Faces(self.table)
        self.markers = Markers(self.position, self.table, names)
        self.judged: list[JudgedAction] = []
        self.notices: list[Notice] = []
        self.moments = moments
        self.number = 0
        self.label = ""
        # What was done before the log in the part of the turn that it begins in is not shown.
        self.last = last_word(begin)
        self.begin = begin
        self.opening = self.position.phase is Phase.IMPULSES and whose_is_open(begin)
        self.unseen = self.opening and has_been_played(begin)
        self.weary = frozenset(self.position.spent)
        self.turned_fresh: set[str] = set()
        self.void = False
        self.over = False
        self.midway = not is_set_up(begin) and not self._at_a_seam()
        self.first: Side | None = None
        self.early: a.Roll | None = None
        self.stray: Side | None = None
        """Who has laid a card in the other side's impulse."""
        self.result: Result | None = None
        """Of the last fire, until the next impulse begins."""
        self.astray: tuple[str, ...] = ()
        """Cards that were taken from where nobody may take them."""
        self.thrown: tuple[Dice, str] | None = None
        """The toolbar's dice of the last step, and who threw them."""
        self.turned_on: int | None = None
        """The step in which the tracker was turned on from the impulses before they were over."""

    def judge(self, steps: Sequence[Step]) -> None:
        narrator = Narrator(self.position, steps, self.names, self.table, opening=self.opening)
        if self.unseen:
            narrator.doubt_markers()
        narrator.hold(under_way(self.position, self.begin, steps, self.names))
        for step, told in narrator.tell():
            agreed = self.agreed.after(step.number, step.settings)
            if agreed is not self.agreed:
                self.agreed, self.position.data = agreed, agreed.data
            self.account.take(
                step, self._part, sure=narrator.keyed and not (self.midway or self.opening or self.unseen)
            )
            if self.result is not None:
                self.result = self.result.seen(step, self.table)
            for done in told:
                self._judge(done, narrator)
            self.account.called_off(narrator.called_off)
            self._look_at_tracker(step)
            self._look_at_dice(step)
            self.keeper.take(step)
            self.faces.take(step, self.moments[step.number])
            self.markers.take(step, self.moments[step.number])
            fresh = {unit for unit, down in step.turned.items() if not down}
            self.turned_fresh |= fresh
            if self.opening and self.first is None:
                self.keeper.by_hand |= {unit for unit in fresh if narrator.was_called(unit)}
            self.keeper.lead(narrator.unexplained, self.astray)
            self.astray = ()
            preparing = self.position.phase is Phase.PREPARATION
            self.account.settle(all_shown=preparing, held=lambda _entry: narrator.holding)
            if not narrator.holding:
                self.keeper.follow()
        for done in narrator.finish():
            self._judge(done, narrator, ends=True)
        self.account.settle()
        if moments := self.moments:
            self._notice(moments[-1])

    def _look_at_faces(self) -> None:
        """Write down which units lie as they should not, now that an impulse begins."""
        for found in self.faces.wrong(self.position, self.number):
            at = next(
                (i for i, one in enumerate(self.judged) if (one.log, one.step) > (found.log, found.step)),
                None,
            )
            self.judged.insert(len(self.judged) if at is None else at, found)

    # -- judging -----------------------------------------------------------------------------------

    def _judge(self, done: Done, narrator: Narrator, *, ends: bool = False) -> None:
        self._drop_stray(done.action)
        self._take_early_roll(done.action)
        opens = self._opens(done.action)
        if opens:
            self.keeper.settle()
            self.number += 1
        if self.void:
            self._forgive(done.action)
        action, verdict = self._read(done, ends=ends)
        if verdict.outcome is Outcome.ILLEGAL and self._obeys(action):
            verdict = check(self.position, action)
        elif opens and verdict.rules[:1] == ("SEED 流程2",) and self._was_turned_on():
            verdict = Verdict(Outcome.LEGAL)
        self._take_note(action, verdict)
        done = done if action is done.action else replace(done, action=action)
        if verdict.outcome is not Outcome.LEGAL and (excuse := done.excuse or narrator.excuse(action)):
            verdict = verdict.unproven(excuse)
        if self.midway and verdict.outcome is not Outcome.LEGAL and not (opens and self._whole(done)):
            verdict = verdict.unproven(_MIDWAY)
        if self._hangs_on_before(done, verdict):
            verdict = verdict.unproven(_MIDWAY)
        self.over = self.over or (verdict.outcome is not Outcome.LEGAL and is_played_out(self.position))
        if verdict.outcome is not Outcome.LEGAL and self.over:
            # Who is put back on the map then begins nothing anew.
            verdict = verdict.unproven(_OVER)
        unsure = self.opening and verdict.outcome is Outcome.UNPROVABLE
        unsure = unsure or (self.unseen and self.first is None)
        self._leave_midway(done, verdict, opens=opens)
        shown = self._shown(done, verdict)
        self.judged.append(shown)
        if opens:
            self._look_at_faces()
        self.faces.acted(done, shown, self.number)
        if isinstance(action, a.EndImpulses):
            self._notice(self.moments[done.steps[-1]])
        if verdict.outcome is Outcome.UNVERIFIED and _strange_units(self.position, action):
            return
        self._carry_out(done, verdict, by_face=unsure)
        if isinstance(action, a.EndHands):
            # By now all are fresh.
            self._look_at_faces()

    def _obeys(self, action: a.Action) -> bool:
        """Return whether an action carries out a result that was changed by hand: that was the offence."""
        result = self.result
        if result is None or not result.allows(self.position, action):
            return False
        by_hand = Done(a.Roll(result.dice), (result.at,), Actor(None, Known.INFERRED))
        self.judged.append(self._shown(by_hand, TOUCHED))
        self.position.toll, self.result = result.by_hand, None
        return True

    def _look_at_tracker(self, step: Step) -> None:
        """Note whether the tracker shows that impulses are over which are not."""
        if self.position.phase is not Phase.IMPULSES:
            self.turned_on = None
        elif step.turn is not None:
            before, after = self.table.turn, step.turn
            away = before[1] == _IMPULSES != after[1] and before[0] == after[0]
            self.turned_on = step.number if away else None

    def _look_at_dice(self, step: Step) -> None:
        """Note the toolbar's dice that one hand throws twice in a row."""
        dice = None if step.told else dice_of(step)
        before, self.thrown = self.thrown, None if dice is None else (dice, step.thrower)
        if before is None or dice is None or self.position.phase is not Phase.IMPULSES:
            return
        if before[1] != step.thrower:
            return
        log, number = self.moments[step.number]
        rolls = [sum(before[0]), sum(dice)]
        text = f"the dice were thrown twice in a row: {rolls[0]}, then {rolls[1]}"
        self.notices.append(Notice("AUD021", number, text, {"rolls": rolls}, log))

    def _was_turned_on(self) -> bool:
        """Return whether an impulse was cut short by the tracker: who goes on then skips nobody."""
        if self.turned_on is None:
            return False
        ended = Done(a.EndImpulses(), (self.turned_on,), Actor(None, Known.INFERRED))
        self.judged.append(self._shown(ended, check(self.position, ended.action)))
        self.turned_on = None
        return True

    def _carry_out(self, done: Done, verdict: Verdict, *, by_face: bool) -> None:
        """Go on to the position after an action; where it is no sure move, faces say whether units acted."""
        position, action = self.position, done.action
        self.account.told(done.steps, action)
        if done.in_vain and verdict.outcome is Outcome.ILLEGAL:
            return
        if isinstance(action, a.EndTurn) and verdict.outcome is not Outcome.LEGAL:
            # Nobody has won yet for sure: play goes on.
            action = replace(action, winner=None)
        result = self.result
        if isinstance(action, a.Roll) or self._opens(action):
            result = result_of(position, action)
        elif result is not None and result.at >= 0:
            result = result.after(position, action)
        apply(position, action)
        self.result = result if result is None or result.at >= 0 else result.left(position.toll)
        if isinstance(action, a.Play) and position.done is not None:
            # What a card sends back lies where it was until it is dragged.
            self.keeper.forget(position.done.units)
        if isinstance(action, a.Play) and position.laid and verdict.rules[:1] == ("SEED 流程2",):
            self.stray = action.side
        if isinstance(action, a.Draw) and verdict.outcome is Outcome.ILLEGAL:
            self.astray += action.cards
        if isinstance(action, a.Play) and verdict.outcome is Outcome.UNPROVABLE:
            # What the card was for is not shown; the units that it made fresh are.
            card = position.data.cards.get(action.card)
            if card is not None and card.does(Use.RALLY, Use.UNSPENT):
                position.spent.difference_update(action.units)
        if isinstance(action, a.Move) and by_face:
            # Perhaps they were put back.
            position.spent -= {*action.units} - self.table.down
        if done.doubt and isinstance(action, a.Roll | a.Play):
            # Whom the points fall on is not shown.
            position.toll = None

    def _drop_stray(self, action: a.Action) -> None:
        """Forget a card that was laid in the other side's impulse as soon as that other side acts."""
        if self.stray is None or not isinstance(action, a.Move | a.Fire | a.Play | a.Pass):
            return
        if action.side is not self.stray:
            self.position.laid = ()
        self.stray = None

    def _take_early_roll(self, action: a.Action) -> None:
        """Take dice that were thrown before a fire was declared as those of the fire, where no others are."""
        if self.early is None or (self.position.shot is None and isinstance(action, a.Fire | a.Play)):
            return
        if self.position.shot is not None and not isinstance(action, a.Roll):
            apply(self.position, self.early)
        self.early = None

    def _take_note(self, action: a.Action, verdict: Verdict) -> None:
        """Note whether the fire that is carried out was legal."""
        if isinstance(action, a.Roll) and verdict.outcome is Outcome.ILLEGAL and self.position.shot is None:
            self.early = action
        card = self.position.data.cards.get(action.card) if isinstance(action, a.Play) else None
        bombards = card is not None and card.does(Use.BOMBARD, Use.SNIPE)
        if isinstance(action, a.Fire) or bombards:
            self.void = verdict.outcome is Outcome.ILLEGAL

    def _forgive(self, action: a.Action) -> None:
        """Drop a fire that should not have been, or its points, where nobody goes on with it."""
        toll = self.position.toll
        if self._opens(action):
            self.position.shot = None
        if toll is not None and (isinstance(action, a.CloseLosses | a.EndImpulses) or self._opens(action)):
            self.position.toll = replace(toll, spared=toll.attack)

    def _leave_midway(self, done: Done, verdict: Verdict, *, opens: bool) -> None:
        """Note whether what follows an action was begun within the log.

        The first impulse of a log may be the second half of what was begun before it: then the next one of
        the other side is the first that is seen whole.  A pass that nobody showed says nothing.
        """
        side = getattr(done.action, "side", None)
        if isinstance(done.action, _ENDS_OF_PARTS):
            self.midway = self.opening = False
        elif self.opening and self.first is None and verdict.outcome is Outcome.UNPROVABLE:
            return  # the rest of what was begun before the log
        elif opens and not (isinstance(done.action, a.Pass) and done.actor.known is Known.INFERRED):
            self.midway = self.midway and not self._sure(done)
            self.first = side

    def _opens(self, action: a.Action) -> bool:
        """Return whether an action begins an impulse."""
        match action:
            case a.Pass():
                return True
            case a.Move():
                return not self.position.laid
            case a.Fire():
                return not self.position.laid and not follows_overrun(self.position, action)
            case a.Play():
                return not self.position.laid and begins_act(self.position, action)
            case _:
                return False

    def _at_a_seam(self) -> bool:
        """Return whether a log begins where a part of the turn does: what was decided last was before it."""
        goes_on = _PARTS.get(self.position.phase)
        return goes_on is not None and self.last[0] not in goes_on

    def _whole(self, done: Done) -> bool:
        """Return whether an impulse that is not legal is seen whole."""
        # The last key before the log is not the last decision of players who drag.
        by_drags = self.unseen and self.first is None and done.actor.known is not Known.DECLARED
        return not by_drags and self._sure(done)

    def _sure(self, done: Done) -> bool:
        """Return whether the first impulse of a log is seen whole: the last decision before it was over."""
        (act, piece), action = self.last, done.action
        if self._may_be_put_back(done):
            return False
        if isinstance(action, a.Move) and not action.path and self.first is None:
            # The key after a drag before the log.
            return False
        side = getattr(action, "side", None)
        if self.first is not None:
            return side is self.first.enemy
        if act == "turn":
            # Turned over for losses, it may still go back.
            return piece not in units_of(action)
        if act not in _GOES_ON:
            return True
        known = self.position.data.units.get(piece)
        return act in ("move", "ferry") and known is not None and side is known.side.enemy

    def _may_be_put_back(self, done: Done) -> bool:
        """Return whether spent units are dragged without a key: perhaps to where they were, or for losses."""
        if not isinstance(done.action, a.Move) or done.actor.known is Known.DECLARED:
            return False
        before = self.weary if self.first is not None else self.weary | self.position.spent
        if self.opening:
            # For losses of a fire that nothing shows.
            before |= self.keeper.by_hand
        return any(unit in before - self.turned_fresh for unit in done.action.units)

    def _hangs_on_before(self, done: Done, verdict: Verdict) -> bool:
        """Return whether what was laid, fired and marked before a log may make an action of its legal.

        Where nobody pressed a key, none of that is shown in the impulses that the log begins in.
        """
        if not self.opening or verdict.outcome is Outcome.LEGAL:
            return False
        decisive, toll = verdict.rules[0] if verdict.rules else "", self.position.toll
        of_before = decisive in _OF_BEFORE or (decisive.startswith("SEED 損傷") and toll is None)
        # Which of the units turned over fired, and which were fired on, is guessed.
        guessed = isinstance(done.action, a.Fire) and done.actor.known is not Known.DECLARED
        return of_before or (guessed and decisive == "SEED 流程2(1)") or self._may_be_put_back(done)

    def _read(self, done: Done, *, ends: bool) -> tuple[a.Action, Verdict]:
        """Return the action that steps show, and its verdict, where they can be read in several ways.

        Nothing is held against a player that another reading allows.  Where none does, the likeliest counts.
        """
        action, verdict = done.action, check(self.position, done.action)
        if done.doubt:
            return action, verdict.unproven(done.doubt)
        if verdict.outcome is Outcome.UNCLEAR and comes_to_the_same(self.position, action, verdict):
            return action, Verdict(Outcome.LEGAL)
        if verdict.outcome in (Outcome.LEGAL, Outcome.UNVERIFIED):
            return action, verdict
        best, found = action, verdict
        unclear = verdict.outcome is not Outcome.ILLEGAL
        for other in done.others:
            known = check(self.position, other)
            if known.outcome is Outcome.LEGAL and ends:
                return action, verdict.unproven(_ENDS)
            if ends:
                continue
            if known.outcome is Outcome.LEGAL:
                return other, known
            if known.outcome is not Outcome.ILLEGAL and not unclear:
                best, found, unclear = other, known, True
        return best, found

    def _shown(self, done: Done, verdict: Verdict) -> JudgedAction:
        segment = Segment(self.number, self._segment(done.action), inferred=False, turn=self.position.turn)
        moments = [self.moments[step] for step in done.steps]
        return shown_as(self.position, done, verdict, moments, segment, trial=self.trial)

    def _part(self) -> Segment:
        return Segment(self.number, self.label, inferred=False, turn=self.position.turn)

    def _segment(self, action: a.Action) -> str:
        if self.position.phase is not Phase.IMPULSES:
            return str(self.position.phase)
        if self._opens(action):
            side = getattr(action, "side", None)
            self.label = f"{side.id} impulse" if isinstance(side, Side) else "impulse"
        return self.label or "impulses"

    def _notice(self, moment: tuple[int, int]) -> None:
        log, step = moment
        for found in self.markers.differing():
            self.notices.append(found if found.step is not None else replace(found, step=step, log=log))


def _strange_units(position: Position, action: a.Action) -> bool:
    """Return whether an action names units or areas that the game's data do not have: nobody can do it."""
    names: Iterator[str] = (unit for unit in units_of(action) if unit not in position.data.units)
    goal = goal_of(action)
    return next(names, None) is not None or bool(goal and goal not in position.data.areas)
