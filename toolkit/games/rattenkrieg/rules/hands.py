"""Chapter 10: hands are filled, units turned face-up."""

from __future__ import annotations

from collections import Counter

from toolkit.games.rattenkrieg.rules import actions as a
from toolkit.games.rattenkrieg.rules.data import KURGAN
from toolkit.games.rattenkrieg.rules.position import Position
from toolkit.games.rattenkrieg.rules.readings import controls, name
from toolkit.games.rattenkrieg.rules.sides import Side
from toolkit.rules.registry import Kind, rule
from toolkit.rules.rulings import Rulings


@rule(
    "10.1",
    "In the replenishment phase both players may lay down hand cards and then fill their hands to three.",
    Kind.PROCEDURE,
)
def filling_hands(position: Position, action: a.Discard | a.Draw, rulings: Rulings) -> str | None:
    """Judge what is laid down and drawn.

    Checks: That cards laid down come from the hand, and before drawing; that nobody draws beyond the limit.
    Cards laid down or drawn at any other time are judged under this number as well.
    Legal: A player with three cards lays one down and draws one.
    Illegal: A step of a unit is laid down; a player with three cards draws a fourth without Mamayev Kurgan.
    Unclear: U51: whether the German player comes first. U52, settled: a hand of four may be kept.
    """
    side = action.side
    if side is Side.GERMAN and Side.SOVIET in position.served and rulings.says("U51", "german-first"):
        return "the German player fills his hand first"
    hand = position.hands[side]
    if isinstance(action, a.Discard):
        if side in position.drew:
            return "cards are laid down before drawing"
        strange = Counter(action.cards) - Counter(hand)
        return f"{strange.total()} cards are not in hand" if strange else None
    limit = hand_limit(position, side, rulings)
    return f"the hand is full with {limit}" if len(hand) + len(action.cards) > limit else None


@rule("10.2", "Who controls Mamayev Kurgan holds four cards.", Kind.EFFECT)
def hand_limit(position: Position, side: Side, rulings: Rulings) -> int:
    """Return how many cards a player fills his hand to.

    Checks: Nothing of its own: 10.1 asks it.
    Legal: The Soviet player holds Mamayev Kurgan and has three cards: he draws a fourth.
    Illegal: The German player draws a fourth as well.
    Unclear: U52, settled: who loses the hill keeps his four cards, and draws none.
    """
    figures = position.data.figures
    held = controls(position, side, KURGAN, rulings)
    return figures.hand_limit_mamayev if held else figures.hand_limit


@rule("10.3", "All units that lie face-down are turned face-up.", Kind.PROCEDURE)
def all_face_up(position: Position, _action: a.EndTurn, _rulings: Rulings) -> str | None:
    """Judge that no unit goes face-down into the next turn.

    Checks: The faces of all units at the end of a turn.
    Legal: Every unit is turned face-up, then the turn marker moves.
    Illegal: A division stays face-down.
    """
    left = sorted(unit for unit in position.down if position.on_map(unit))
    return f"{name(position, left[0])} lies face-down" if left else None


def discard(position: Position, action: a.Discard) -> None:
    """Lay cards down."""
    for card in action.cards:
        position.lay(card)
    _serve(position, action.side)


def draw(position: Position, action: a.Draw) -> None:
    """Fill a hand."""
    for card in action.cards:
        position.give(card, action.side.id)
    _serve(position, action.side)
    position.drew |= {action.side}


def _serve(position: Position, side: Side) -> None:
    if side not in position.served:
        position.served = (*position.served, side)


def flip_up(position: Position, action: a.FlipUp) -> None:
    """Turn units face-up."""
    position.down.difference_update(action.units)
