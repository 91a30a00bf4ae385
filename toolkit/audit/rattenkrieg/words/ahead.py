"""What comes later in a log, where it decides what was done now."""

from __future__ import annotations

from collections.abc import Iterator

from toolkit.audit.rattenkrieg.records import HIDDEN, Shift, Step, Told
from toolkit.audit.rattenkrieg.story import Story
from toolkit.rules.rattenkrieg.data import Side

FIGHTING = frozenset(
    {"defend", "waive", "play", "play_open", "take_loss", "stand", "open", "fight_on", "stop", "take_back"}
)
"""Words of a battle."""

LOSING = frozenset({"retreat", "lose", "t34_out", "remove"})
"""Words of its damage."""

BEGINNING = frozenset({"activate", "pass", "replenish"})
"""Words that begin a player turn."""

_ENDING = BEGINNING | {"end", "discard", "fill", "flip_up", "deal", "arrive", "return"}
_GOING_ON = _ENDING | {"event", "event_ready", "join"}


def _seen(story: Story) -> Iterator[Step | Told | Shift]:
    """Yield what is seen from the step that is told on: words, what was dragged, the turn marker."""
    for step in story.ahead():
        if step.turn is not None:
            yield step
        yield from step.told
        if not step.told:
            yield from step.shifts


def battle_follows(story: Story, unit: str, area: str) -> bool:
    """Return whether a unit that went into an area fights there; where the log ends it may."""
    own = story.side_of(unit)
    for seen in _seen(story):
        match seen:
            case Told(act=act) if act in FIGHTING:
                return True
            case Told(act="attack", counter=counter):
                return counter == unit
            case Told(act=act, counter=counter) if act in LOSING:
                return story.side_of(counter) is not own
            case Told(act=act) if act in _GOING_ON:
                return False
            case Shift(kind="card", target=target, origin=origin):
                lost = bool(origin.strip) and target.box == HIDDEN
                if target.row or lost:
                    return True
            case Shift(kind="unit", counter=counter, origin=origin):
                return story.side_of(counter) is not own and origin.area == area
            case Step():
                return False
            case _:
                pass
    return True


def first_loss(story: Story) -> str:
    """Return the unit that suffers next in this player turn, "" where none does."""
    for seen in _seen(story):
        match seen:
            case Told(kind="unit", act=act, counter=counter) if act in LOSING:
                return counter
            case Told(act="lose", counter=card):
                return next((unit for unit, cards in story.position.steps.items() if card in cards), "")
            case Told(act=act) if act in _ENDING or act == "attack":
                return ""
            case Step():
                return ""
            case _:
                pass
    return ""


def price_paid(story: Story, side: Side) -> str | None:
    """Return the card that a side pays before its unit moves on or its player turn ends."""
    for seen in _seen(story):
        match seen:
            case Told(act="pay", counter=card):
                return card if story.owner(card) is side else None
            case Told(act=act) if act in _ENDING:
                return None
            case Shift(kind="unit", counter=counter) if story.side_of(counter) is side:
                return None
            case Step():
                return None
            case _:
                pass
    return None


def acts_on(story: Story, unit: str) -> bool:
    """Return whether a unit goes on acting, or is turned over as one that has acted."""
    for seen in _seen(story):
        match seen:
            case Told(act=act) if act in BEGINNING:
                return False
            case Told(act="end" | "attack" | "pay", counter=counter):
                return counter == unit or story.side_of(counter) is None
            case Shift(kind="unit", counter=counter):
                return counter == unit
            case Step():
                return False
            case _:
                pass
    return False
