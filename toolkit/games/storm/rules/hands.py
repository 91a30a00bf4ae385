"""SEED 流程1, 註2, 流程3(1): how many cards are drawn, held and laid down."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from toolkit.games.storm.rules import actions as a
from toolkit.games.storm.rules.data import KURGAN, HandSize
from toolkit.games.storm.rules.position import Phase, Position
from toolkit.games.storm.rules.readings import can_draw, controls
from toolkit.games.storm.rules.sides import Side
from toolkit.rules.registry import Kind, rule
from toolkit.rules.rulings import Rulings


def box(position: Position, side: Side, rulings: Rulings) -> HandSize:
    """Return what a side draws and may hold in this turn: its turn box and the bonus of Mamayev Kurgan."""
    turn = position.turn
    if (
        position.phase is Phase.HANDS
        and turn < position.data.last_turn
        and rulings.says("St-19", "next-turn")
    ):
        turn += 1
    printed = position.data.turns[turn - 1][side]
    more = kurgan_bonus(position, side, rulings)
    return HandSize(printed.draw + more, printed.limit + more)


@rule("SEED 註2", "Who controls Mamayev Kurgan draws one card more and holds one more.", Kind.EFFECT)
def kurgan_bonus(position: Position, side: Side, rulings: Rulings) -> int:
    """Return how many cards more a side draws and holds.

    Checks: Nothing of its own: 流程1 and 流程3(1) ask it.
    Legal: The German controls the hill, the box says 4 and 5: he draws five of at most six.
    Illegal: The other side does so too.
    Unclear: St-21, St-14: by control alone.
    """
    held = KURGAN in position.data.areas and controls(position, side, KURGAN, rulings)
    return position.data.figures.mamayev_cards if held else 0


def room_to_draw(position: Position, side: Side, rulings: Rulings) -> int:
    """Return how many cards a side may still draw now."""
    size = box(position, side, rulings)
    room = size.limit - len(position.hands[side])
    if position.phase is Phase.DRAW:
        room = min(room, size.draw - position.drawn[side])
    return max(0, room)


def _must_draw(position: Position, rulings: Rulings) -> str | None:
    """Return who has not drawn what he has to, where that is a must (St-27)."""
    for side in Side:
        if not room_to_draw(position, side, rulings) or rulings.says("St-27", "may"):
            continue
        if can_draw(position, side, rulings):
            return f"the {side.id} hand is not filled"
    return None


def _draws_now(position: Position, rulings: Rulings) -> bool:
    """Return whether hands are filled at this part of the turn (St-7); in turn 1 cards have to come first."""
    if position.phase is Phase.DRAW:
        return position.turn == 1 or rulings.says("St-7", "both", "start")
    return rulings.says("St-7", "both", "end")


@rule(
    "SEED 流程1",
    "A turn begins with the draw: as many cards as the turn box says, up to its hand limit.",
    Kind.PROCEDURE,
)
def draw_by_the_box(position: Position, action: a.Draw | a.EndDraw, rulings: Rulings) -> str | None:
    """Judge the draw at the start of a turn.

    Checks: Number and limit of the turn box, that cards come off the top of the own deck. Draws out of their
    time stand here as well.
    Legal: The box says 4 and 5, the hand has 2: three cards are drawn.
    Illegal: Four are drawn; a card is searched in the deck.
    Unclear: St-7: whether hands are filled at the start, at the end or both. St-27: whether fewer may be
    drawn.
    """
    if isinstance(action, a.EndDraw):
        due = _draws_now(position, rulings)
        return _must_draw(position, rulings) if due else None
    if position.owed is not None:
        return None  # CARD draw
    if not on_top(position, action):
        return "cards come off the top of the own deck"
    if position.phase is not Phase.DRAW:
        return None
    if not _draws_now(position, rulings):
        return "hands are filled at the end of the turn"
    room = room_to_draw(position, action.side, rulings)
    return f"{len(action.cards)} drawn where {room} may be" if len(action.cards) > room else None


@rule(
    "SEED 流程3(1)",
    "In the end phase any number of cards is laid down, then the hand is filled to its limit.",
    Kind.PROCEDURE,
)
def lay_down_and_fill(
    position: Position, action: a.Discard | a.Draw | a.EndHands, rulings: Rulings
) -> str | None:
    """Judge what is laid down and drawn in the end phase.

    Checks: That cards laid down come from the own hand and before the refill, and the hand limit.
    Legal: Two of five cards are laid down, two are drawn.
    Illegal: Cards are drawn beyond the limit; one of the new cards is laid down.
    Unclear: St-7: whether hands are filled here. St-19: whose limit counts, of this turn or the next. St-27:
    whether fewer may be drawn.
    """
    if position.phase is not Phase.HANDS:
        return None
    if isinstance(action, a.EndHands):
        due = _draws_now(position, rulings)
        return _must_draw(position, rulings) if due else None
    if isinstance(action, a.Discard):
        if position.drawn[action.side]:
            return "cards are laid down before the hand is filled"
        strange = Counter(action.cards) - Counter(position.hands[action.side])
        return f"{strange.total()} cards are not in hand" if strange else None
    if not _draws_now(position, rulings):
        return "hands are filled at the start of a turn only"
    room = room_to_draw(position, action.side, rulings)
    drawn = len(action.cards)
    return f"cards drawn: {drawn}, room in the hand for {room}" if drawn > room else None


def on_top(position: Position, action: a.Draw) -> bool:
    """Return whether cards are the next ones of a side's deck."""
    top = position.decks[action.side][-len(action.cards) :] if action.cards else []
    return Counter(top) == Counter(action.cards)


def draw(position: Position, action: a.Draw) -> None:
    """Take cards from the deck into the hand."""
    deck, hand = position.decks[action.side], position.hands[action.side]
    for card in action.cards:
        if card in deck:
            deck.remove(card)
            hand.append(card)
    owed = position.owed
    if owed is not None:
        left = owed.count - len(action.cards)
        position.owed = replace(owed, count=left) if left > 0 else None
        return
    drawn = list(position.drawn)
    drawn[action.side] += len(action.cards)
    position.drawn = (drawn[0], drawn[1])


def discard(position: Position, action: a.Discard) -> None:
    """Lay cards of the hand on the pile."""
    position.pile([card for card in action.cards if card in position.hands[action.side]], action.side)
