"""What a card that is laid belongs to: the act that is under way, one that comes, or one that is over."""

from __future__ import annotations

from collections.abc import Container
from itertools import islice

from toolkit.games.storm.audit.story import Held, Story
from toolkit.games.storm.rules.cards import LAYS
from toolkit.games.storm.rules.data import Card, Timing
from toolkit.games.storm.rules.readings import to_act
from toolkit.games.storm.rules.sides import Side

_AHEAD = 12


def is_for(story: Story, held: Held | None, card: Card | None, side: Side) -> bool:
    """Return whether a card is laid for the move or fire that its side has begun and not ended."""
    if card is None or getattr(held, "side", None) is not side or not card.does(*LAYS):
        return False
    if hasattr(held, "drags"):
        fits = card.timing in (Timing.OWN_MOVE, Timing.ACTION)
    else:
        fits = card.timing is Timing.OWN_FIRE and not getattr(held, "target", "")
    # Where passes are not shown, the card may be for what the same side does next.
    return fits and (side.enemy not in story.silent or not _acts_next(story, held, side))


def comes_late(story: Story, card: Card | None, side: Side) -> bool:
    """Return whether a card for an act is shown after it: it is the other side's impulse, which acts next."""
    if card is None or card.timing is Timing.ACTION or to_act(story.position, story.rulings) is side:
        return False
    return _next_side(story) is side.enemy


def _acts_next(story: Story, held: Held | None, side: Side) -> bool:
    """Return whether the next units seen, but for those that have just moved, are of the same side."""
    moved: Container[str] = getattr(held, "drags", ())
    return bool(moved) and _next_side(story, moved) is side


def _next_side(story: Story, moved: Container[str] = ()) -> Side | None:
    """Return whose units are seen next, but for those that have just moved."""
    for step in islice(story.ahead(), _AHEAD):
        seen = (*step.turned, *(shift.counter for shift in step.shifts if shift.kind == "unit"))
        if other := next((unit for unit in seen if unit not in moved), ""):
            return story.side_of(other)
    return None
