"""The change from one impulse to the next: what of the last one is over."""

from __future__ import annotations

from toolkit.games.storm.rules.position import Position
from toolkit.games.storm.rules.sides import Side


def begin_impulse(position: Position, side: Side) -> None:
    """Begin an impulse of a side; a card of unknown meaning that belongs to its act stays in mind."""
    position.last = side
    position.passes = 0
    position.laid = ()
    position.shot = None
    position.toll = None
    position.done = None
    position.owed = None
    foreign = position.foreign
    if foreign is not None and not (foreign.act and foreign.side is side):
        position.foreign = None
