"""From what a log shows to what the players did: keys, drags and what goes without saying become actions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

from toolkit.audit.decisions.records import Step
from toolkit.games.storm.audit.story import Done, Finish, Held, Story, Table, Word
from toolkit.games.storm.audit.vocabulary import CONSEQUENCES
from toolkit.games.storm.audit.words import (
    by_hand,
    cards,
    cut_short,
    firing,
    guessing,
    inferred,
    losses,
    moving,
    shooting,
    turns,
)
from toolkit.games.storm.audit.words.cards import lies_for
from toolkit.games.storm.rules.actions import Action
from toolkit.games.storm.rules.data import Use
from toolkit.games.storm.rules.position import Position
from toolkit.games.storm.rules.sides import Side

_SPEAKING = (turns, cards, moving, firing, losses, by_hand)
_HOLDING = (cards, moving, firing, losses, shooting)
WORDS: Mapping[str, Word] = MappingProxyType({k: v for c in _SPEAKING for k, v in c.WORDS.items()})
_FINISH: Mapping[type[Held], Finish] = MappingProxyType({k: v for c in _HOLDING for k, v in c.FINISH.items()})


class Narrator:
    """Tells what was done, step after step.

    Parameters
    ----------
    position : Position
        Kept by the referee.
    steps : sequence of Step
        All of them: what becomes of a piece shows later.
    names : mapping of str to str
        What the module calls sides and areas → ids.
    table : Table
        Kept by the referee.
    opening : bool
        Whether the log begins in the impulses and nothing shows who had the last one.
    """

    def __init__(
        self,
        position: Position,
        steps: Sequence[Step],
        names: Mapping[str, str],
        table: Table,
        *,
        opening: bool = False,
    ) -> None:
        self._story = Story(position, steps, names, table, _FINISH, opening=opening)

    def hold(self, begun: Held | None) -> None:
        """Begin with a decision that was not whole when the log began."""
        self._story.held = begun

    def doubt_markers(self) -> None:
        """Hold no marker for sure: the log begins among impulses in which nobody laid any.

        The module turns those of control, also when a unit is only looked under.
        """
        position = self._story.position
        if not position.markers:
            guessing.no_marker_is_sure(self._story)
        empty = (area for area in position.data.areas if not any(position.units_in(area, s) for s in Side))
        self._story.vacant = {area: position.held[area] for area in empty}

    @property
    def holding(self) -> bool:
        """Whether a decision is not whole yet, so that the table may be ahead of the position."""
        return self._story.held is not None

    @property
    def keyed(self) -> bool:
        """Whether players declare by keys what they do: what units are turned over for is shown."""
        return self._story.fires_by_key

    @property
    def unexplained(self) -> set[str]:
        """Units that lie elsewhere after the step that is told, whatever is held."""
        return self._story.unexplained

    @property
    def called_off(self) -> tuple[int, ...]:
        """The steps of a fire that was taken back before its dice, with the last one."""
        return self._story.called_off

    def tell(self) -> Iterator[tuple[Step, Iterator[Done]]]:
        """Yield each step with what it shows to have been done; an action may come steps later."""
        for place, step in enumerate(self._story.steps):
            self._story.at = place
            self._story.taken = set()
            self._story.unexplained = set()
            self._story.called_off = ()
            yield step, self._step(step)

    def excuse(self, action: Action) -> str:
        """Return what is not shown of the fire before an action, where that may make it legal."""
        return guessing.hangs_on_guess(self._story, action)

    def was_called(self, unit: str) -> bool:
        """Return whether a card lies in play, from before the log, that may make a unit fresh."""
        return lies_for(self._story, unit, Use.RALLY, Use.UNSPENT)

    def finish(self) -> Iterator[Done]:
        """Yield what was left open when the log ends."""
        yield from cut_short.finish(self._story)

    def _step(self, step: Step) -> Iterator[Done]:
        story = self._story
        yield from turns.agreed(story, step) if step.decks or step.shifts else ()
        yield from cards.drawn(story, step)
        for told in step.told:
            word = WORDS.get(told.act)
            if word is not None and (step.number, told.counter) not in story.foreseen:
                yield from word(story, step, told)
        dragged = {one.counter for one in step.told if one.act in CONSEQUENCES} | story.taken
        for shift in step.shifts:
            if shift.counter in dragged or (step.number, shift.counter) in story.foreseen:
                continue
            if shift.kind == "card":
                yield from by_hand.card(story, step, shift)
            elif shift.kind in ("unit", ""):
                yield from by_hand.unit(story, step, shift)
        spoken = {one.counter for one in step.told}
        for unit, down in step.turned.items():
            if unit not in spoken and (step.number, unit) not in story.foreseen:
                yield from by_hand.turned(story, step, unit, down=down)
        if not step.told:
            yield from shooting.rolled(story, step)
        if step.turn is not None and not story.goes_on:
            yield from story.flush()
            yield from inferred.tracked(story, step, *step.turn)
