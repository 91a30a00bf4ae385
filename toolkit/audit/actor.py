"""Who did something, and how that is known."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

SOLITAIRE: Final = "Solitaire"
"""The seat of who plays every side alone; VASSAL's own name for it (``PlayerRoster``)."""


class Known(StrEnum):
    """How an actor is known: the module says it, the log names the player, or it was inferred."""

    DECLARED = "declared"
    LOGGED = "logged"
    INFERRED = "inferred"


@dataclass(frozen=True, slots=True)
class Actor:
    """Who did something: a side of the game (never a player's id), and how that is known."""

    side: str | None
    known: Known


def hand_of(seat: str | None, sides: Mapping[str, str]) -> Actor:
    """Return whose hand dragged a piece, by the seat of the player whom the log names.

    Parameters
    ----------
    seat : str or None
        As the module calls it.
    sides : mapping of str to str
        The module's names of the sides → ids.

    Returns
    -------
    Actor
        The side; the seat as it stands where it is no side's; nobody's where one player has every side.
    """
    return Actor(None if seat is None or seat == SOLITAIRE else sides.get(seat, seat), Known.LOGGED)
