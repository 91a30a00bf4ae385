"""Who did something, and how that is known."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


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
