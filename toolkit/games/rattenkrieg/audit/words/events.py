"""Events (chapter 9)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType

from toolkit.audit.decisions.records import Shift, Step, Told
from toolkit.games.rattenkrieg.audit.story import SIDES, Done, Finish, Held, Story, Word
from toolkit.games.rattenkrieg.audit.vocabulary import DECK, SHOWN, in_row, strip_of
from toolkit.games.rattenkrieg.audit.words import ahead, inferred
from toolkit.games.rattenkrieg.rules import actions as a
from toolkit.games.rattenkrieg.rules.actions import Action
from toolkit.games.rattenkrieg.rules.events import uses
from toolkit.games.rattenkrieg.rules.game import apply
from toolkit.games.rattenkrieg.rules.moments import Moment, due
from toolkit.games.rattenkrieg.rules.readings import controls
from toolkit.games.rattenkrieg.rules.sides import Side

LASTING: Mapping[str, Callable[[str], Action]] = {
    "assault_gun": a.AssaultGun,
    "engineers": a.Engineers,
    "molotov": a.Molotov,
    "chuikov": a.ChuikovBattle,
}


def _event(story: Story, step: Step, told: Told) -> Iterator[Done]:
    yield from inferred.before_decision(story, step)
    use, side = told.values.get("Event", ""), story.holder(step, told.counter)
    act = story.position.act
    busy = act is not None and side is story.position.actor
    strip = next((strip_of(shift.origin) for shift in step.shifts if shift.counter == told.counter), "")
    if act is not None and strip not in ("", act.unit) and not story.turns_units:
        # Where nobody turns units over a step of another one says that this one acts now.
        busy = False
    named = use != "chuikov_ready" or (side is not None and bool(inferred.able(story, side)))
    if not story.says("activate") and not busy and named:
        unit = ahead.next_actor(story, step, told.counter, side)
        if not strip and side is not None and not story.turns_units:
            # Who acts next may have begun a player turn of his own.
            unit = story.pick(tuple(dict.fromkeys((unit, *inferred.able(story, side)))))
        yield from inferred.acting(story, unit, (step.number,))
    actor = story.by(told, side)
    aims = _aims_next(story)
    lasting = LASTING.get(use) if not aims else None
    if lasting is not None:
        yield from story.one(step, actor, lasting(told.counter))
        return
    story.hold(step, "event", actor, card=told.counter, use=use)


_USES: Mapping[type, str] = {
    a.AssaultGun: "assault_gun",
    a.Engineers: "engineers",
    a.Molotov: "molotov",
    a.ChuikovBattle: "chuikov",
    a.AirSupport: "air_support",
    a.Bombard: "bombardment",
    a.Sniper: "sniper",
}


def meaning(story: Story, shift: Shift) -> Mapping[str, str]:
    """Return what a card that was laid open as an event is, for its owner."""
    side = SIDES.get(shift.origin.hand, story.side_of(strip_of(shift.origin)))
    kinds = uses(story.position.data, shift.counter, side) if side is not None else ()
    use = _USES[kinds[0]] if kinds else "none"
    if a.ChuikovReady in kinds and ahead.turned_up_next(story):
        use = "chuikov_ready"
    return {"Event": use}


_AIMING = ("target", "bombard", "sniper", "give_up")


def _aims_next(story: Story) -> bool:
    following = story.steps[story.at + 1 : story.at + 2]
    return any(one.act in _AIMING for step in following for one in step.told)


def _wrong(card: str, side: Side | None) -> Action:
    """Return the nearest thing to an event that a side has, for a card that was none."""
    return a.Molotov(card) if side is Side.SOVIET else a.AssaultGun(card)


def _target(story: Story, step: Step, told: Told) -> Iterator[Done]:
    if story.held is not None and story.held.kind == "event":
        story.add(step, target=told.counter)
    yield from ()


def _bombard(story: Story, step: Step, told: Told) -> Iterator[Done]:
    drawn = next((s.counter for s in step.shifts if s.kind == "card" and s.origin.box == DECK), "")
    if story.held is not None and story.held.kind == "event":
        story.add(step, drawn=drawn)
        if story.held.target:
            yield from story.flush()
    elif drawn:
        yield from _once_more(story, step, told, drawn)


def _once_more(story: Story, step: Step, told: Told, drawn: str) -> Iterator[Done]:
    """Yield a card drawn for no event: one more for the last shot, where its target may still suffer."""
    side, strike = story.position.actor, story.position.strike
    if strike is None:
        yield from story.one(step, story.by(told, side), a.Draw(side, (drawn,)))
        return
    lies = next((card for card, place in story.cards.items() if place.box == "event"), "")
    shot = a.AirSupport if strike.from_air else a.Bombard
    yield from story.one(step, story.by(told, strike.by), shot(lies, strike.target, drawn))


def _lot(story: Story, step: Step, _told: Told) -> Iterator[Done]:
    if story.held is not None and story.held.kind == "event":
        story.add(step)
    yield from ()


def _give_up(story: Story, step: Step, told: Told) -> Iterator[Done]:
    taken = next((s.counter for s in step.shifts if s.kind == "card" and s.origin.hand), "")
    if story.held is not None and story.held.kind == "event":
        named = _named(story)
        # Who gives up another card than the one that was picked is the one to blame.
        actor = story.held.actor if named in ("", taken) else story.by(told, Side.GERMAN)
        story.add(step, taken=taken, named=named, actor=actor)
        yield from story.flush()


def _named(story: Story) -> str:
    """Return the card that lies where chance has pointed, "" where nothing shows it."""
    before = (story.steps[at].settings.get(_SLOT) for at in range(story.at, max(-1, story.at - _SOON), -1))
    slot = next((slot for slot in before if slot), None)
    return next((card for card, place in story.cards.items() if slot and place.spot == slot), "")


_SLOT = "SnipeSlot"
_SOON = 12
"""So many steps after chance has picked a card it is given up."""


def _ready(story: Story, step: Step, told: Told) -> Iterator[Done]:
    if story.held is not None and story.held.kind == "event":
        story.add(step, use="chuikov_ready", target=told.counter)
    yield from story.flush()


def _played_event(story: Story, held: Held) -> Iterator[Done]:
    """Yield the event, by what was done with its card."""
    if held.use == "sniper" or held.taken:
        actions: tuple[Action, ...] = (a.Sniper(held.card, held.taken or None, held.named),)
        if not held.taken:
            actions = (*actions, _wrong(held.card, story.owner(held.card)))
    elif held.use == "chuikov_ready":
        actions = (a.ChuikovReady(held.card, held.target),) if held.target else ()
    elif held.drawn:
        actions = _shots(story, held)
    else:
        actions = ()
    if not actions and held.use != "chuikov_ready":
        # It was spent and did nothing of what it is for.
        actions = (_wrong(held.card, story.owner(held.card)),)
    if actions:
        yield Done(actions[0], held.steps, held.actor, actions[1:])


def _shots(story: Story, held: Held) -> tuple[Action, ...]:
    """Return the shots that a drawn card may have decided, the likeliest first."""
    kind = a.AirSupport if held.use == "air_support" else a.Bombard
    if held.target:
        return (kind(held.card, held.target, held.drawn),)
    shots = tuple(kind(held.card, unit, held.drawn) for unit in story.position.data.units)
    harmless = tuple(sorted(shots, key=lambda shot: _hits(story, shot)))
    if not _suffers(story):
        return harmless
    # At whoever suffers, allowed or not, unless what follows says that this one only moved.
    hit = ahead.first_loss(story)
    return story.pick((tuple(shot for shot in shots if shot.target == hit), harmless))


def _suffers(story: Story) -> bool:
    """Return whether an enemy goes, or loses a step, before the next battle and the player turn's end."""
    hit, act = ahead.first_loss(story), story.position.act
    if not hit or story.side_of(hit) is story.position.actor:
        return False
    for step in story.ahead():
        if any(shift.kind == "card" and strip_of(shift.origin) == hit for shift in step.shifts):
            return True
        goals = [shift.target.area for shift in step.shifts if shift.counter == hit]
        if goals:
            # Who goes among the enemy's areas does not go back.
            side = story.position.actor.enemy
            return not goals[0] or controls(story.position, side, goals[0], story.rulings)
        laid = [shift.target for shift in step.shifts if shift.kind == "card"]
        if any(in_row(place) or place.box in SHOWN for place in laid):
            return False  # the next battle, or the next shot
        if act is not None and step.turned.get(act.unit):
            return False
    return True


def _hits(story: Story, shot: Action) -> bool:
    """Return whether a shot would ask for damage."""
    after = story.position.copy()
    try:
        apply(after, shot)
    except KeyError:
        return True
    return due(after, story.rulings).moment is Moment.DAMAGE


WORDS: Mapping[str, Word] = MappingProxyType(
    {
        "event": _event,
        "event_ready": _event,
        "target": _target,
        "bombard": _bombard,
        "sniper": _lot,
        "give_up": _give_up,
        "ready": _ready,
    }
)
FINISH: Mapping[str, Finish] = MappingProxyType({"event": _played_event})
