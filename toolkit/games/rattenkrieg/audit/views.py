"""What one side is told of an action that rests on cards which it never saw."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from toolkit.audit.report import Private
from toolkit.games.rattenkrieg.audit.sight import Sight
from toolkit.games.rattenkrieg.audit.wording import cards_of, detail_of
from toolkit.games.rattenkrieg.rules import actions as a
from toolkit.games.rattenkrieg.rules.game import check
from toolkit.games.rattenkrieg.rules.position import Position
from toolkit.games.rattenkrieg.rules.sides import Side
from toolkit.rules.verdict import Outcome, Verdict

_UNSEEN = "it may rest on a card that was outbid and never opened (U20)"
_NOT_OPENED = "it rests on a card that was never opened"


def verdicts_of(position: Position, sight: Sight, action: a.Action) -> dict[str, Verdict]:
    """Return the verdict for each side from which the other one's laid cards are hidden.

    Which card counts after raises is open (U20): a card that was outbid and never opened may decide.  Who has
    not seen it gets the verdict without it, so that the verdict does not tell it.  What a card is good for
    that was laid without being opened nobody else can say.
    """
    found = {}
    for side in Side:
        # What a card is laid openly for: whether it is good for that rests on the card.
        if isinstance(action, a.Event) and not all(map(partial(sight.knows, side), cards_of(action))):
            found[side.id] = Verdict(Outcome.UNPROVABLE, reason=_NOT_OPENED)
    battle = position.battle
    if battle is None or len(battle.opened) < len(Side):
        return found
    for side in Side:
        seen = tuple(card for card in battle.cards if sight.knows(side, card.card))
        if len(seen) < len(battle.cards):
            other = position.copy()
            other.battle = replace(battle, cards=seen)
            verdict = check(other, action)
            if verdict.outcome is not Outcome.LEGAL and other.data.points.values["U20"] != ("last",):
                verdict = Verdict(Outcome.UNPROVABLE, reason=_UNSEEN)
            found.setdefault(side.id, verdict)
    return found


def private(position: Position, sight: Sight, action: a.Action) -> Private | None:
    """Return who knows all cards of an action, if not everybody does, and what the others are told."""
    cards = cards_of(action)
    public = frozenset(card for card in cards if all(sight.knows(side, card) for side in Side))
    if public.issuperset(cards):
        return None
    knows = (side.id for side in Side if all(sight.knows(side, card) for card in cards))
    return Private(next(knows, ""), detail_of(position, action, public.__contains__))
