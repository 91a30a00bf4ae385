"""What is left of a verdict where the log does not show what it rests on: its beginning, and guesses."""

from __future__ import annotations

from copy import copy

from toolkit.audit.actor import Known
from toolkit.audit.decisions.records import Laid
from toolkit.games.rattenkrieg.audit.start import is_set_up, mixed_areas
from toolkit.games.rattenkrieg.audit.story import Done
from toolkit.games.rattenkrieg.audit.uncertain_facts import UncertainAreas
from toolkit.games.rattenkrieg.audit.vocabulary import in_row
from toolkit.games.rattenkrieg.rules import actions as a
from toolkit.games.rattenkrieg.rules.position import Phase, Position
from toolkit.games.rattenkrieg.rules.sides import Side
from toolkit.rules.verdict import Outcome, Verdict

_TURN = (a.Activate, a.Pass, a.Replenish)
# What begins a player turn, or a phase after one.
_OPENING = (*_TURN, a.Discard, a.Draw, a.FlipUp, a.EndTurn)
_GUESSED = (a.NameDefender, a.PlayCard, a.Retreat, a.TakeLoss)
_CERTAIN = "3."
"""Rules that ask neither who is isolated nor whose turn it is: enemy rears, the deck."""
_UNSURE = "the log begins in the middle of the game, and nothing shows which units are isolated"
_CUT_OFF = "the log does not show who is isolated there: it was not said which unit had defended"
_OVER = "the game was over"
_MIDWAY = "the log begins in the middle of this player turn: what was done before is not shown"


class Doubts:
    """What the log does not show so far.

    Parameters
    ----------
    begin : Laid
        The table before the first step.
    position : Position
        What that table shows.
    says_turns : bool
        Whether keys say whose player turn it is.

    Attributes
    ----------
    midway : bool
        Whether the player turn is one that the log begins in the middle of.
    """

    def __init__(self, begin: Laid, position: Position, *, says_turns: bool) -> None:
        self.position = position
        self.midway = position.act is not None or any(in_row(place) for place in begin.cards.values())
        self._uncertain = UncertainAreas(position)
        self._ended = False
        self._unsure = ""
        # Player turns whose end nobody can have seen.
        self._unseen = 0
        if not is_set_up(begin) and position.phase is not Phase.SETUP:
            self._begin_under_way(says_turns=says_turns)

    def _begin_under_way(self, *, says_turns: bool) -> None:
        position = self.position
        mixed = position.act is None and position.battle is None and mixed_areas(position)
        if mixed or not says_turns:
            self._unsure = _UNSURE
        if position.phase is Phase.OPERATIONS and not says_turns:
            self.midway = True
            self._unseen = len(Side)

    def fork(self, position: Position) -> Doubts:
        """Return the same doubts about another position."""
        other = copy(self)
        other.position = position
        other._uncertain = self._uncertain.fork(position)
        return other

    @property
    def sure(self) -> bool:
        """Whether everything that counts was seen: the log begins with the game, or this player turn anew."""
        return not (self.midway or self._unsure or self._unseen)

    @property
    def uncertain(self) -> bool:
        """Whether there are areas of which nobody knows who is cut off there."""
        return bool(self._uncertain)

    def left(self, done: Done, verdict: Verdict, *, certain: bool = False) -> Verdict:
        """Return what is left of a verdict; `certain`: it is the same whatever was guessed."""
        if verdict.outcome is not Outcome.LEGAL and self.position.phase is Phase.OVER:
            return verdict.unproven(_OVER)
        if done.doubt and not (certain and done.guessed) and verdict.outcome is not Outcome.LEGAL:
            verdict = verdict.unproven(done.doubt)
        if (
            verdict.outcome is Outcome.ILLEGAL
            and not certain
            and self._uncertain.touched(done.action, verdict.rules)
        ):
            verdict = verdict.unproven(_CUT_OFF)
        if self.midway and verdict.outcome is not Outcome.LEGAL:
            verdict = verdict.unproven(_MIDWAY)
        if self._unsure and verdict.rules and not verdict.rules[0].startswith(_CERTAIN):
            verdict = verdict.unproven(self._unsure)
        unseen = self._unseen and isinstance(done.action, a.EndOperations)
        return verdict.unproven(_MIDWAY) if unseen and verdict.outcome is not Outcome.LEGAL else verdict

    def take(self, done: Done) -> None:
        """Note what was judged, before it is carried out."""
        action = done.action
        if isinstance(action, a.EndOperations):
            self._unseen = 0
        elif isinstance(action, _TURN):
            self._unseen = max(0, self._unseen - 1)
        if done.doubt and isinstance(action, _GUESSED):
            self._uncertain.guessed()
        self._uncertain.look()

    def ends_midway(self, done: Done) -> bool:
        """Return whether a player turn that is seen whole begins with an action.

        Where nobody says that one begins, the one before has to be seen to end first.
        """
        action = done.action
        if isinstance(action, a.End):
            self._ended = True
        if not isinstance(action, _OPENING):
            return False
        if isinstance(action, a.Discard | a.Draw) and self.position.phase is not Phase.REPLENISHMENT:
            return False
        if done.actor.known is Known.INFERRED and isinstance(action, _TURN) and not self._ended:
            self._ended = isinstance(action, a.Pass | a.Replenish)
            return False
        return True
