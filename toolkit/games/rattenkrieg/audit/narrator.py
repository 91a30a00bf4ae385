"""From what a log shows to what the players did: keys, drags and what goes without saying become actions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from dataclasses import replace
from types import MappingProxyType

from toolkit.audit.decisions.records import Place, Step
from toolkit.games.rattenkrieg.audit.story import Done, Finish, Story, Word
from toolkit.games.rattenkrieg.audit.vocabulary import CONSEQUENCES, deck_of, opened_cards
from toolkit.games.rattenkrieg.audit.words import (
    battle,
    by_hand,
    cut_short,
    ends,
    events,
    faces,
    losses,
    moves,
    set_up,
    turns,
)
from toolkit.games.rattenkrieg.audit.words.legs import legs
from toolkit.games.rattenkrieg.rules import actions as a
from toolkit.games.rattenkrieg.rules.position import Position

_CHAPTERS = (set_up, turns, moves, battle, losses, events, ends, faces)
WORDS: Mapping[str, Word] = MappingProxyType(
    {k: v for c in _CHAPTERS for k, v in getattr(c, "WORDS", {}).items()}
)
_FINISH: Mapping[str, Finish] = MappingProxyType(
    {k: v for c in _CHAPTERS for k, v in getattr(c, "FINISH", {}).items()}
)
_IN_TURN = (a.Activate, a.Pass, a.End, a.Replenish, a.EndOperations, a.EndTurn)
_OPENING = (a.Activate, a.Pass, a.Replenish, a.EndOperations)
_NOT_TURNED = "units are never turned over in this log: who has passed, and who has acted, is not shown"


class Narrator:
    """Tells what was done, step after step.

    Parameters
    ----------
    position : Position
        Kept by the referee.
    steps : sequence of Step
        All of them: what becomes of a card shows later.
    sides : mapping of str to str
        The module's names of the sides → ids.
    cards : mapping of str to Place
        Where cards lie on the table; kept by the referee.
    deck : sequence of str, optional
        The deck from its bottom, before the first step.
    turn_known : bool, optional
        Whether it is known whose player turn it is before the first step.
    """

    def __init__(
        self,
        position: Position,
        steps: Sequence[Step],
        sides: Mapping[str, str],
        cards: Mapping[str, Place],
        deck: Sequence[str] = (),
        *,
        turn_known: bool = True,
    ) -> None:
        self._story = Story(position, steps, sides, cards, finish=_FINISH, deck=deck)
        self._story.turn_known = turn_known

    @property
    def says_turns(self) -> bool:
        """Whether keys say whose player turn it is."""
        return self._story.says("activate", "pass", "end", "replenish")

    def begin_midway(self, *, midway: bool) -> None:
        """Say whether the log begins in the middle of this player turn."""
        self._story.midway = midway

    @property
    def holding(self) -> bool:
        """Whether a decision is not whole yet, so that the table may be ahead of the position."""
        return self._story.held is not None or bool(self._story.early)

    @property
    def guesses(self) -> bool:
        """Whether it may have to guess who fights: players press no keys for it."""
        return not (self._story.says("defend") and self._story.says("activate"))

    @property
    def readings(self) -> int:
        """In how many ways the step that was told may be meant, as far as who fights is asked."""
        return self._story.readings

    @property
    def sure(self) -> bool:
        """Whether everything up to now is shown: who acted, and who fought."""
        return self._story.turns_units and not self._story.guess

    def fork(self, position: Position, cards: Mapping[str, Place]) -> Narrator:
        """Return a narrator of the same game for another position, between two steps."""
        other = copy(self)
        other._story = self._story.fork(position, cards)
        return other

    def tell(self, at: int, pick: int = 0) -> Iterator[Done]:
        """Yield what the step at a place shows to have been done; an action may come steps later.

        Parameters
        ----------
        pick : int
            Which of these ways is taken; the likeliest is 0.
        """
        self._story.begin(at, pick)
        yield from self._doubted(self._step(self._story.step))

    def finish(self) -> Iterator[Done]:
        """Yield what was left open when the log ends."""
        yield from self._doubted(cut_short.finish(self._story))

    def _doubted(self, told: Iterator[Done]) -> Iterator[Done]:
        """Yield what was told, in doubt where nobody shows whose turn it is, or after a guess."""
        story = self._story
        for done in told:
            if isinstance(done.action, _OPENING):
                story.turn_known = True
            if isinstance(done.action, _OPENING) and story.turns_units:
                # Else what was guessed wrongly, and who is isolated since then, would never come right.
                story.guess = ""
            hidden = not story.turns_units and isinstance(done.action, _IN_TURN)
            doubt = _NOT_TURNED if hidden else story.guess
            yield replace(done, doubt=doubt, guessed=not hidden) if doubt else done

    def _step(self, step: Step) -> Iterator[Done]:
        story = self._story
        if story.early:
            step, story.early = replace(step, turned={**story.early, **step.turned}), {}
        if step.turn is not None:
            yield from turns.tracker(story, step, *step.turn)
        for told in step.told:
            if told.act not in CONSEQUENCES:
                tank = told.counter == story.position.data.tank
                # The T-34's other words say whether it goes along.
                word = WORDS.get(told.act, WORDS["join"] if tank else None)
                if word is not None:
                    yield from word(story, step, told)
        if step.told:
            return
        if deck_of(step) is not None:
            yield from set_up.shuffled(story, step)
        for shift in legs(story, step.shifts):
            yield from (
                by_hand.unit(story, step, shift) if shift.kind == "unit" else by_hand.card(story, step, shift)
            )
        if opened_cards(step):
            yield from faces.opened(story, step)
        if step.turned:
            yield from faces.turned(story, step)
