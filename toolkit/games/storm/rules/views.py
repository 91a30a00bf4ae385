"""What one side sees of a position and of an action: everything but cards and bids hidden from it.

A hidden card is `HIDDEN`, so counts stay right and nothing else about it can be read; the cards of a hand
are sorted, so their order says nothing either.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from toolkit.games.storm.rules import actions as a
from toolkit.games.storm.rules.actions import Action
from toolkit.games.storm.rules.position import STATE, Position
from toolkit.games.storm.rules.sides import Side
from toolkit.rules.notation import write_action

HIDDEN = "?"


def seen_by(position: Position, side: Side) -> dict[str, Any]:
    """Return a position as JSON as `STATE` writes it, with what is hidden from `side` masked."""
    found = STATE.write(position)
    found["hands"] = {id: _shown(cards, id == side.id) for id, cards in found["hands"].items()}
    found["decks"] = {id: _shown(cards, known=False) for id, cards in found["decks"].items()}
    if not position.target:
        found["bids"] = {id: bid if id == side.id else HIDDEN for id, bid in found["bids"].items()}
    return found


def _shown(cards: Iterable[str], known: bool) -> list[str]:
    return sorted(cards) if known else [HIDDEN for _ in cards]


def action_seen_by(_position: Position, action: Action, side: Side) -> dict[str, Any]:
    """Return an action as JSON like `write_action`, with what is hidden from `side` masked.

    Cards that are played, paid or laid down lie open on their pile.

    Parameters
    ----------
    position : Position
        Before the action.
    """
    found = write_action(action)
    match action:
        case a.Shuffle():
            found["order"] = [HIDDEN] * len(action.order)
        case a.Draw() if action.side is not side:
            found["cards"] = [HIDDEN] * len(action.cards)
        case a.Bid() if action.bidder is not side:
            found["target"] = HIDDEN
    return found
