"""Turns and player turns (chapters 5 and 7): who acts, who passes, and what ends without a word."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice, takewhile
from types import MappingProxyType

from toolkit.audit.decisions.records import Step, Told
from toolkit.games.rattenkrieg.audit.story import Done, Finish, Held, Story, Word
from toolkit.games.rattenkrieg.audit.vocabulary import DECK, strip_of
from toolkit.games.rattenkrieg.audit.words import ahead, inferred, moves
from toolkit.games.rattenkrieg.rules import actions as a
from toolkit.games.rattenkrieg.rules.actions import Action
from toolkit.games.rattenkrieg.rules.position import Phase
from toolkit.games.rattenkrieg.rules.sequence import both_passed
from toolkit.games.rattenkrieg.rules.sides import Side

ORDER = {"Reinforcements": 0, "Operations": 1, "Replenishment": 2}
PHASE_WORDS = {
    Phase.REINFORCEMENT: "Reinforcements",
    Phase.OPERATIONS: "Operations",
    Phase.REPLENISHMENT: "Replenishment",
}
_PLAYED = frozenset({"activate", "attack", "defend", "play", "take_loss", "retreat", "isolate"})
"""Words of keys that belong to a player turn, and not to its end."""
_IN_TURNS = _PLAYED | {"join", "free", "end", "pass"}
"""Words of keys that go on with the player turns, and belong to no other part of the turn."""


def tracker(story: Story, step: Step, turn: int, phase: str) -> Iterator[Done]:
    """Yield the ends of phases that the turn marker leaves behind."""
    if _put_back(story, turn, phase):
        return
    yield from story.flush()
    wanted = (turn, ORDER.get(phase, 0))
    position = story.position
    turns = position.data.figures.turns
    for _ in range(4 * turns):
        here = (position.turn, ORDER.get(PHASE_WORDS.get(position.phase, ""), 0))
        last = (
            position.turn == position.data.figures.turns
            and position.phase is Phase.REPLENISHMENT
            and turn < position.turn
        )
        if position.phase is Phase.OVER or (here >= wanted and not last):
            return
        match position.phase:
            case Phase.SETUP:
                action: Action = a.EndSetUp()
            case Phase.OPERATIONS:
                if _goes_on(story):
                    return
                yield from inferred.left_open(story, step)
                if phase == PHASE_WORDS[Phase.REPLENISHMENT]:
                    yield from inferred.passed(story, step)
                action = a.EndOperations()
            case Phase.REPLENISHMENT:
                action = inferred.end_turn(story)
            case _:
                action = a.EndReinforcement()
        story.turned_up = False
        yield story.implied(step, action)


def _put_back(story: Story, turn: int, phase: str) -> bool:
    """Return whether the marker is put back before anything is done that belongs to where it was moved."""
    for step in islice(story.ahead(), 1, None):
        if step.turn is not None:
            back, named = step.turn
            return (back, ORDER.get(named, 0)) < (turn, ORDER.get(phase, 0))
        units = (shift for shift in step.shifts if shift.kind == "unit")
        on_the_way = all(shift.origin.area and shift.target.area for shift in units)
        dealt = any(shift.origin.box == DECK for shift in step.shifts)
        if dealt or not on_the_way or any(one.act not in _IN_TURNS for one in step.told):
            return False
    return False


def _goes_on(story: Story) -> bool:
    """Return whether player turns go on after the marker was moved, by what players of keys press next."""
    if len(story.activating) < len(Side) or both_passed(story.position, story.rulings):
        return False
    steps = takewhile(lambda step: step.turn is None, islice(story.ahead(), 1, None))
    words = (one.act for step in steps for one in step.told)
    return next((word for word in words if word in _PLAYED or word == "replenish"), "") in _PLAYED


def _activate(story: Story, step: Step, told: Told) -> Iterator[Done]:
    if story.held is not None and story.held.kind == "activate":
        # The player thought better of it.
        story.held = None
    yield from inferred.before_decision(story, step)
    act = story.position.act
    if act is not None and act.unit == told.counter:
        return
    yield from inferred.turn_over(story, step, story.side_of(told.counter))
    story.turned_up, story.back = False, ()
    story.prepaid.clear()
    story.hold(step, "activate", story.by(told, story.side_of(told.counter)), unit=told.counter)


def _join(story: Story, step: Step, told: Told) -> Iterator[Done]:
    along = told.values.get("Joined") == "1"
    if story.held is not None and story.held.kind == "activate":
        story.add(step, with_t34=along)
        return
    act = story.position.act
    if along and ahead.leaves_again(story, told.counter):
        return
    if along and act is not None and not act.with_t34:
        yield from story.flush()
        actor = story.by(told, Side.SOVIET)
        yield from story.one(step, actor, a.Activate(act.unit, with_t34=True))


def _pass(story: Story, step: Step, told: Told) -> Iterator[Done]:
    yield from inferred.before_decision(story, step)
    if told.kind == "desk":
        side, unit = story.side_named(told.values.get("Side", "")), None
    else:
        side, unit = story.side_of(told.counter), told.counter
    if side is not None:
        yield from inferred.turn_over(story, step, side)
        yield from story.one(step, story.by(told, side), a.Pass(side, unit))


def _end(story: Story, step: Step, told: Told) -> Iterator[Done]:
    yield from inferred.before_decision(story, step)
    act = story.position.act
    if act is None:
        # A retreat ended the player turn already.
        return
    if not act.operations:
        for move in story.back:
            yield from moves.moved(story, move)
    flipped = tuple(unit for unit, down in step.turned.items() if down)
    yield from story.one(step, story.by(told, story.position.actor), a.End(flipped))


def _replenish(story: Story, step: Step, told: Told) -> Iterator[Done]:
    yield from inferred.before_decision(story, step)
    yield from inferred.turn_over(story, step, story.side_of(told.counter))
    drawn = [s.counter for s in step.shifts if s.origin.box == DECK and strip_of(s.target) == told.counter]
    actor = story.by(told, story.side_of(told.counter))
    down = step.turned.get(told.counter, told.counter in story.position.down)
    for card in drawn[:1]:
        yield from story.one(step, actor, a.Replenish(told.counter, card, down))


def _named(story: Story, held: Held) -> Iterator[Done]:
    """Yield the activation of a unit; who never says that the T-34 goes along shows it."""
    along = held.with_t34 or (not story.says("join") and ahead.tank_follows(story, held.unit))
    yield Done(a.Activate(held.unit, along), held.steps, held.actor)


WORDS: Mapping[str, Word] = MappingProxyType(
    {"activate": _activate, "join": _join, "pass": _pass, "end": _end, "replenish": _replenish}
)
FINISH: Mapping[str, Finish] = MappingProxyType({"activate": _named})
