"""What happened on the table in the words of the game: counters and hexes, not pieces and pixels."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

OFF_MAP = -1


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


@dataclass(frozen=True, slots=True)
class Relocation:
    """A counter that came to lie in another hex, or on or off the map.

    Attributes
    ----------
    unit : str
        Counter id, or the piece's name where the game's data has no such counter.
    known : bool
        Whether the game's data has the counter.
    origin, target : int
        Hexes; -1 off the map.
    """

    unit: str
    known: bool
    origin: int
    target: int
    actor: Actor


@dataclass(frozen=True, slots=True)
class Flip:
    """A counter that shows its other face."""

    unit: str
    reduced: bool


@dataclass(frozen=True, slots=True)
class FortChange:
    """A fort marker that came, went or changed its level; level 0: none."""

    hex: int
    level: int


class Mark(StrEnum):
    """What else divides play into segments."""

    CHIT = "chit"
    CHIT_END = "chit end"
    TURN = "turn"
    COMBAT = "combat"
    SETUP_OVER = "set-up over"


@dataclass(frozen=True, slots=True)
class Marked:
    """Something that ends or changes a segment.

    Attributes
    ----------
    mark : Mark
    label : str
        The chit's counter id, the turn, or what shows that combat has begun.
    side : str or None
        Whose chit it is.
    """

    mark: Mark
    label: str = ""
    side: str | None = None


Event = Relocation | Flip | FortChange | Marked


@dataclass(frozen=True, slots=True)
class StepEvents:
    """All that one step did, in order.

    Attributes
    ----------
    step : int
        As the Step button counts.
    events : tuple of Event
    """

    step: int
    events: tuple[Event, ...]
