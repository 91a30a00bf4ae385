"""Events (chapter 9)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType

from toolkit.audit.rattenkrieg.records import DECK, Step, Told
from toolkit.audit.rattenkrieg.story import Done, Finish, Held, Story, Word
from toolkit.audit.rattenkrieg.words import unsaid
from toolkit.rules.rattenkrieg import actions as a
from toolkit.rules.rattenkrieg.actions import Action
from toolkit.rules.rattenkrieg.data import Side

LASTING: Mapping[str, Callable[[str], Action]] = {
    "assault_gun": a.AssaultGun,
    "engineers": a.Engineers,
    "molotov": a.Molotov,
    "chuikov": a.ChuikovBattle,
}


def _event(story: Story, step: Step, told: Told) -> Iterator[Done]:
    yield from unsaid.before_decision(story, step)
    use, side = told.values.get("Event", ""), story.holder(step, told.counter)
    actor = story.by(told, side)
    lasting = LASTING.get(use)
    if lasting is not None:
        yield from story.one(step, actor, lasting(told.counter))
        return
    if use == "none" and not _aims_next(story):
        # No event at all: it is judged as the nearest thing to one that its side has.
        wrong = a.Molotov if side is Side.SOVIET else a.AssaultGun
        yield from story.one(step, actor, wrong(told.counter))
        return
    story.hold(step, "event", actor, card=told.counter, use=use)


def _aims_next(story: Story) -> bool:
    following = story.steps[story.at + 1 : story.at + 2]
    return any(one.act in ("target", "bombard") for step in following for one in step.told)


def _target(story: Story, step: Step, told: Told) -> Iterator[Done]:
    if story.held is not None and story.held.kind == "event":
        story.add(step, target=told.counter)
    yield from ()


def _bombard(story: Story, step: Step, told: Told) -> Iterator[Done]:
    del told
    drawn = next((s.counter for s in step.shifts if s.kind == "card" and s.origin.box == DECK), "")
    if story.held is not None and story.held.kind == "event":
        story.add(step, drawn=drawn)
        if story.held.target:
            yield from story.flush()


def _give_up(story: Story, step: Step, told: Told) -> Iterator[Done]:
    del told
    taken = next((s.counter for s in step.shifts if s.kind == "card" and s.origin.hand), "")
    if story.held is not None and story.held.kind == "event" and story.held.use == "sniper":
        story.add(step, taken=taken)
        yield from story.flush()


def _ready(story: Story, step: Step, told: Told) -> Iterator[Done]:
    if story.held is not None and story.held.kind == "event":
        story.add(step, use="chuikov_ready", target=told.counter)
    yield from story.flush()


def _played_event(story: Story, held: Held) -> Iterator[Done]:
    del story
    action: Action | None = None
    if held.use == "chuikov_ready":
        action = a.ChuikovReady(held.card, held.target) if held.target else None
    elif held.use == "sniper":
        action = a.Sniper(held.card, held.taken or None)
    elif held.target and held.drawn:
        kind = a.AirSupport if held.use == "air_support" else a.Bombard
        action = kind(held.card, held.target, held.drawn)
    if action is not None:
        yield Done(action, held.steps, held.actor)


WORDS: Mapping[str, Word] = MappingProxyType(
    {
        "event": _event,
        "event_ready": _event,
        "target": _target,
        "bombard": _bombard,
        "give_up": _give_up,
        "ready": _ready,
    }
)
FINISH: Mapping[str, Finish] = MappingProxyType({"event": _played_event})
