"""What happened on the table in the words of the game: counters and hexes, not pieces and pixels."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from toolkit.audit.actor import Actor


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
    origin_box, target_box : str
        Ids of boxes, "" on the map and where no box is.
    """

    unit: str
    known: bool
    origin: int
    target: int
    actor: Actor
    origin_box: str = ""
    target_box: str = ""


@dataclass(frozen=True, slots=True)
class Handled:
    """A chit or marker that came to lie elsewhere.

    Attributes
    ----------
    piece : str
        The piece: copies of a marker share a counter id.
    counter : str
        Counter id.
    kind : str
        Chits: ``"chit"``.  Markers: their role (``"fort"``, ``"turn"``), else their kind (``"battle"``).
    origin, target : int
        Hexes; -1 off the map.
    """

    piece: str
    counter: str
    kind: str
    origin: int
    target: int
    origin_box: str
    target_box: str
    actor: Actor


@dataclass(frozen=True, slots=True)
class Noted:
    """Values of a piece that were written anew; a value may be what it was.

    Attributes
    ----------
    piece, counter, kind : str
        As in `Handled`; units: ``"unit"`` and ``"hq"``.
    hex : int
        Where the piece lies after the step.
    values : mapping of str to (str, str)
        Property → before and after.
    """

    piece: str
    counter: str
    kind: str
    hex: int
    values: Mapping[str, tuple[str, str]]


@dataclass(frozen=True, slots=True)
class GlobalSet:
    """A property of the module that was written, and its value before."""

    name: str
    old: str
    new: str


@dataclass(frozen=True, slots=True)
class TurnSet:
    """The turn tracker shows another turn."""

    number: int


Event = Relocation | Handled | Noted | GlobalSet | TurnSet


@dataclass(frozen=True, slots=True)
class StepEvents:
    """All that one step did, in order.

    Attributes
    ----------
    step : int
        As the Step button counts.
    combat : bool
        Whether it shows that combat goes on.
    set_up : bool
        Whether all that start on the map lie there with it.
    """

    step: int
    events: tuple[Event, ...]
    combat: bool = False
    set_up: bool = False
