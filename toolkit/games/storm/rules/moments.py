"""What a position waits for, under one reading: which kind of action, and from whom."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from toolkit.games.storm.rules.fire import points_left
from toolkit.games.storm.rules.position import Phase, Position
from toolkit.games.storm.rules.readings import can_draw, to_act
from toolkit.games.storm.rules.sides import Side
from toolkit.rules.rulings import Rulings


class Moment(StrEnum):
    """What comes next, as a reason says it of what comes too early or too late."""

    PREPARATION = "the game has not begun"
    DRAW = "cards are drawn first"
    IDLE = "nothing is under way that it belongs to, and an impulse comes next"
    LAID = "the act comes first that a card was laid for"
    SHOT = "the dice of the fire are rolled first"
    LOSSES = "the losses of the fire are taken first"
    OWED = "the cards that a card gives are drawn first"
    HANDS = "this is the time of discards and refills"
    ARRIVALS = "this is the time of arrivals and withdrawals"
    OVER = "the game is over"


@dataclass(frozen=True, slots=True)
class Due:
    """What a position waits for, and from whom; `side` is None where both may act."""

    moment: Moment
    side: Side | None = None


_PHASES = {
    Phase.PREPARATION: Due(Moment.PREPARATION),
    Phase.DRAW: Due(Moment.DRAW),
    Phase.HANDS: Due(Moment.HANDS),
    Phase.ARRIVALS: Due(Moment.ARRIVALS),
    Phase.OVER: Due(Moment.OVER),
}


def due(position: Position, rulings: Rulings) -> Due:
    """Return what a position waits for under one reading."""
    if position.phase is not Phase.IMPULSES:
        return _PHASES[position.phase]
    if position.shot is not None:
        return Due(Moment.SHOT, position.shot.side)
    owed = position.owed
    if owed is not None and can_draw(position, owed.side, rulings):
        return Due(Moment.OWED, owed.side)
    if position.toll is not None and points_left(position.toll, rulings) > 0:
        return Due(Moment.LOSSES, position.toll.allotter)
    if position.laid:
        return Due(Moment.LAID, position.data.cards[position.laid[0].card].side)
    return Due(Moment.IDLE, to_act(position, rulings))
