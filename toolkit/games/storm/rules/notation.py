"""What actions and positions are read by."""

from __future__ import annotations

from toolkit.games.storm.rules.actions import Action
from toolkit.games.storm.rules.position import STATE, Position
from toolkit.rules.notation import Reader, fingerprint

READER: Reader[Action] = Reader(Action)


def digest(position: Position) -> str:
    """Return a fingerprint of a position, the same on every machine, whatever the order of cards in hands."""
    return fingerprint(STATE.write(position))
