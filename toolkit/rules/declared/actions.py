"""What players and chance do in a declared game.

An action states facts only, so that illegal ones can be stated and carried out as well.  Places are hexes by
their printed number, areas by their id, or exits of the map by theirs; units are counters by their id.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Place:
    """Put a unit on the map: set-up, reinforcement, or brought back as a replacement.

    Attributes
    ----------
    steps : int
        With how many steps it arrives.
    """

    unit: str
    at: str
    steps: int


@dataclass(frozen=True, slots=True)
class Restore:
    """Give a unit on the map a lost step back, as a replacement."""

    unit: str


@dataclass(frozen=True, slots=True)
class Move:
    """Move a unit.

    Attributes
    ----------
    path : tuple of str
        Every place entered, in order; the last may be an exit of the map.  A unit that moves twice in a
        phase goes on with what is left of its allowance.
    """

    unit: str
    path: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Attack:
    """Declare a battle.

    Attributes
    ----------
    attackers : tuple of str
        Units.
    targets : tuple of str
        Places attacked, each with all units in it.
    """

    attackers: tuple[str, ...]
    targets: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Support:
    """Join a declared battle from elsewhere, on the side of the unit's friends.

    Attributes
    ----------
    targets : tuple of str
        The battle, by what it attacks.
    """

    unit: str
    targets: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Roll:
    """Roll for a declared battle.

    Attributes
    ----------
    targets : tuple of str
        The battle, by what it attacks.
    unit : str
        Who throws, where each unit throws dice of its own; "" for a roll on a table.
    """

    targets: tuple[str, ...]
    dice: tuple[int, ...]
    unit: str = ""


@dataclass(frozen=True, slots=True)
class Lose:
    """Take steps of loss; a unit that has none left is eliminated.

    Attributes
    ----------
    by : str
        The side that chose the unit; "" where nobody knows.
    """

    unit: str
    steps: int = 1
    by: str = ""


@dataclass(frozen=True, slots=True)
class Eliminate:
    """Remove a unit whole: the result says so, or it cannot retreat."""

    unit: str


@dataclass(frozen=True, slots=True)
class Retreat:
    """Retreat a unit.

    Attributes
    ----------
    path : tuple of str
        Every place entered, in order.
    by : str
        The side that chose the path; "" where nobody knows.
    """

    unit: str
    path: tuple[str, ...]
    by: str = ""


@dataclass(frozen=True, slots=True)
class Advance:
    """Advance a unit after the battle that was rolled last."""

    unit: str
    path: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Weather:
    """Roll for the weather, or what else dice say of the time to come.

    Attributes
    ----------
    side : str
        Who rolls.
    of : str
        What is rolled for, where a game has several things; "" for the weather.
    """

    side: str
    dice: tuple[int, ...]
    of: str = ""


@dataclass(frozen=True, slots=True)
class Change:
    """Let a unit take on a status: it digs in, or a result puts it in disorder.

    Attributes
    ----------
    status : str
        "" where it leaves the one that it is in.
    """

    unit: str
    status: str


@dataclass(frozen=True, slots=True)
class Reveal:
    """Show the other side which unit it is that lay hidden."""

    unit: str


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw a chit that says who acts; one that was drawn before in the phase is put back."""

    chit: str


@dataclass(frozen=True, slots=True)
class Deal:
    """Draw a card into the hand of its side.

    Attributes
    ----------
    side : str
        Who draws it, from a deck common to the sides; "" for a card of one side.
    """

    card: str
    side: str = ""


@dataclass(frozen=True, slots=True)
class Reshuffle:
    """Shuffle the pile of a side into a new deck.

    Attributes
    ----------
    cards : tuple of str
        Those that are put into the deck, in the order of the counters.
    """

    side: str
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Discard:
    """Put a card from the hand on the pile without playing it."""

    card: str


@dataclass(frozen=True, slots=True)
class Play:
    """Play a card from the hand.

    Attributes
    ----------
    targets : tuple of str
        The battle that it is played in, by what that attacks; () for what holds longer than a battle.
    on : str
        The unit or place that it is played on; "" for a card that is played on none.
    """

    card: str
    targets: tuple[str, ...] = ()
    on: str = ""


@dataclass(frozen=True, slots=True)
class End:
    """End the phase; where several sides act in it, a side's part of it."""

    side: str


Action: TypeAlias = (
    Place
    | Restore
    | Move
    | Attack
    | Support
    | Roll
    | Lose
    | Eliminate
    | Retreat
    | Advance
    | Change
    | Weather
    | Reveal
    | Draw
    | Deal
    | Reshuffle
    | Discard
    | Play
    | End
)
