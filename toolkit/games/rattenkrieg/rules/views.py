"""What one side sees of a position and of an action: everything but cards that are hidden from it.

A hidden card is `HIDDEN`, so counts stay right and nothing else about it can be read; the cards of a place
are sorted, so their order says nothing either.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from toolkit.games.rattenkrieg.rules import actions as a
from toolkit.games.rattenkrieg.rules.actions import Action
from toolkit.games.rattenkrieg.rules.position import STATE, Position
from toolkit.games.rattenkrieg.rules.sides import Side
from toolkit.rules.notation import write_action

HIDDEN = "?"


def seen_by(position: Position, side: Side) -> dict[str, Any]:
    """Return a position as JSON as `STATE` writes it, with the cards hidden from `side` masked."""
    found = STATE.write(position)
    found["steps"] = {
        unit: _shown(cards, position.side(unit) is side) for unit, cards in found["steps"].items() if cards
    }
    found["hands"] = {id: _shown(cards, id == side.id) for id, cards in found["hands"].items()}
    found["deck"] = [HIDDEN] * len(position.deck)
    found["pile"] = sorted(card if knows_piled(position, card, side) else HIDDEN for card in position.pile)
    found["covered"] = {card: id for card, id in found["covered"].items() if id == side.id}
    if position.battle is not None:
        for played, shown in zip(position.battle.cards, found["battle"]["cards"], strict=True):
            if played.side is not side and not played.face_up:
                shown["card"] = HIDDEN
    return found


def knows_piled(position: Position, card: str, side: Side) -> bool:
    """Return whether a side knows a card of the pile: it lies face-up, or was the side's own."""
    return position.covered.get(card, side) is side


def _shown(cards: Iterable[str], known: bool) -> list[str]:
    return sorted(cards) if known else [HIDDEN for _ in cards]


def action_seen_by(position: Position, action: Action, side: Side) -> dict[str, Any]:
    """Return an action as JSON like `write_action`, with the cards hidden from `side` masked.

    Parameters
    ----------
    position : Position
        Before the action.
    """
    found = write_action(action)
    if isinstance(action, a.Shuffle):
        found["order"] = [HIDDEN] * len(action.order)
    elif _owner(position, action) is side.enemy:
        for name in ("card", "cards"):
            if name in found:
                found[name] = [HIDDEN] * len(found[name]) if name == "cards" else HIDDEN
    return found


def _owner(position: Position, action: Action) -> Side | None:
    """Return whose secret the cards of an action are; None when they lie open."""
    match action:
        case a.DealHand() | a.Draw():
            return action.side
        case a.PlayCard() | a.Raise():
            return None if action.face_up else action.side
        case a.TakeBack():
            battle = position.battle
            laid = () if battle is None else battle.cards
            shown = any(played.card == action.card and played.face_up for played in laid)
            return None if shown else action.side
        case a.DealSteps() | a.Replenish() | a.LoseStep():
            return position.side(action.unit)
        case _:
            return None
