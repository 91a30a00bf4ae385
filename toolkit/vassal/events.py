"""What happens on the table, as an audit wants to hear it: pieces by id, players by name, no file format."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from toolkit.vassal.privacy import Actor


class Spot(NamedTuple):
    """A place: a map's id and pixels on it, x to the right, y down.  `map` None: off every map."""

    map: str | None
    x: int
    y: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """Root of all events; `step` is the Step button's number, None while the table is set up."""

    step: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PieceMoved(Event):
    """Pieces changed place.

    Attributes
    ----------
    id : str
        What the command moved: a piece or a stack.
    pieces : tuple of str
        The counters moved, the lowest first: the piece itself, or the stack's members.
    start, end : Spot
        As the table stood before and after; equal where a piece was only restacked.
    actor : Actor or None
        The mover; None where the log does not say (only moves name one).
    """

    id: str
    pieces: tuple[str, ...]
    start: Spot
    end: Spot
    actor: Actor | None = None


@dataclass(frozen=True, slots=True)
class TraitChange:
    """One changed value.

    Attributes
    ----------
    trait : str
        Name of the trait's class, e.g. ``"DynamicProperty"``, ``"Layer"``.
    index : int
        Position among the piece's traits, 0 outermost.
    name : str or None
        The property as the engine names it (``"Step_Level"``, ``"ActIn"``); None where a trait shows none:
        then the values are the states themselves.
    """

    trait: str
    index: int
    name: str | None
    old: str
    new: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PieceChanged(Event):
    """A piece's traits changed state; its own movement comes as `PieceMoved`."""

    id: str
    changes: tuple[TraitChange, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PieceAdded(Event):
    """A new piece.  Stacks and decks come without this event."""

    id: str
    name: str
    spot: Spot


@dataclass(frozen=True, slots=True, kw_only=True)
class PieceRemoved(Event):
    """A piece was deleted."""

    id: str
    name: str
    spot: Spot


@dataclass(frozen=True, slots=True, kw_only=True)
class DeckChanged(Event):
    """A deck's content, order or face changed.

    Attributes
    ----------
    before, after : tuple of str
        Piece ids, bottom to top.
    shuffled : bool
        Same content, another order.
    """

    id: str
    name: str
    before: tuple[str, ...]
    after: tuple[str, ...]
    shuffled: bool
    face_down: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PropertyChanged(Event):
    """A property of the module, a map or a zone; `container` is its id, empty where the log does not say."""

    name: str
    container: str
    old: str
    new: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnChanged(Event):
    """A turn tracker moved; states as the engine writes them."""

    id: str
    old: str
    new: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatLine(Event):
    """A chat line or report, as it is shown."""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class UndoBegin(Event):
    """What follows takes back earlier events."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UndoEnd(Event):
    """The undo is complete."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerJoined(Event):
    """A player took a side."""

    actor: Actor


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerLeft(Event):
    """A player left the roster."""

    actor: Actor


@dataclass(frozen=True, slots=True, kw_only=True)
class NoteChanged(Event):
    """A note changed: ``scenario``, ``public``, ``private`` or ``secret``; the last two without their
    text.
    """

    kind: str
    text: str | None
    owner: Actor | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardsSet(Event):
    """A map got boards, by name."""

    map: str
    boards: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Ignored(Event):
    """A command that had no effect, as it has none in the engine, and why."""

    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Unknown(Event):
    """A command of an unknown family; its effect, if any, is not on this table."""

    prefix: str
