"""What players of Storm do: one frozen value for each action, from the bids to the end of a turn.

An action states facts only: what was done by whom to which unit and card, and what chance gave.  What *had*
to happen is for the checks to say, under each reading of the rules; so the position after an action never
depends on an unclear point.  Units, areas and cards are named by their ids.

What follows by itself is done by `apply`: units that acted are spent, control follows the units, a fire
marker is placed with the roll, all units are fresh and all fire markers gone after `EndHands`.
The next card of a deck is the last of ``Position.decks``.
"""

from __future__ import annotations

from dataclasses import dataclass

from toolkit.games.storm.rules.sides import Side

# Before the game ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Bid:
    """A player writes down, unseen, how many victory areas the Soviets shall need.

    `bidder` is the seat he sits on while bidding, whatever side he will play.
    """

    bidder: Side
    target: int


@dataclass(frozen=True, slots=True)
class OpenBids:
    """The bids are shown: the player on seat `soviet` plays the Soviets, who need `target` areas."""

    soviet: Side
    target: int


@dataclass(frozen=True, slots=True)
class Shuffle:
    """A side's deck is shuffled: all its cards at first, its pile when the deck is empty.

    `order` lists the cards of the new deck; the last one is drawn first.
    """

    side: Side
    order: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Begin:
    """The preparations are over: the first turn begins with the draw."""


# Cards ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Draw:
    """A side draws cards from its deck; may come in parts."""

    side: Side
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class EndDraw:
    """The draw at the start of a turn is over; impulses begin."""


@dataclass(frozen=True, slots=True)
class Play:
    """A card is played.

    Attributes
    ----------
    area : str
        The area that it is about, where the player has to name one (bombard, snipe, rally, replace).
    units : tuple of str
        Units that it is for, where the player has to name them (rally, replace, unspent).
    paid : tuple of str
        What it cost: cards of the hand that were discarded, or the unit that was spent.
    """

    side: Side
    card: str
    area: str = ""
    units: tuple[str, ...] = ()
    paid: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Discard:
    """End phase: a side lays down cards of its hand."""

    side: Side
    cards: tuple[str, ...]


# Impulses -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Move:
    """Units of one area move together; `path` lists the areas entered, the last one is where they stay."""

    side: Side
    units: tuple[str, ...]
    path: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Fire:
    """Units of one area declare fire on an area.

    `aimed` names the units fired on where the players do not fire on all of them (St-5); () for all.
    """

    side: Side
    units: tuple[str, ...]
    target: str
    aimed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Roll:
    """The two dice of a declared fire or of a bombardment."""

    dice: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Pass:
    """A side does nothing in its impulse."""

    side: Side


@dataclass(frozen=True, slots=True)
class EndImpulses:
    """Impulses are over; the end phase begins."""


# Losses: `side` is who allots -----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Spend:
    """1 point: a fresh unit becomes spent."""

    side: Side
    unit: str


@dataclass(frozen=True, slots=True)
class Retreat:
    """1 point: a spent unit retreats.

    Attributes
    ----------
    path : tuple of str
        Areas it goes through; it goes on from full ones.  () where there is none to go to.
    lost : bool
        Whether it is eliminated at the end of the path, because it cannot go on.
    """

    side: Side
    unit: str
    path: tuple[str, ...]
    lost: bool = False


@dataclass(frozen=True, slots=True)
class Drive:
    """2 points: a fresh unit becomes spent and retreats; see `Retreat`."""

    side: Side
    unit: str
    path: tuple[str, ...]
    lost: bool = False


@dataclass(frozen=True, slots=True)
class Eliminate:
    """2 points for a spent unit, 3 for a fresh one: it is eliminated."""

    side: Side
    unit: str


@dataclass(frozen=True, slots=True)
class CloseLosses:
    """The points that are left have no effect."""

    side: Side


# End phase ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class EndHands:
    """Discards and refills are over: all units are fresh, all fire markers go, units arrive and leave."""


@dataclass(frozen=True, slots=True)
class Place:
    """A reinforcement is placed."""

    unit: str
    area: str


@dataclass(frozen=True, slots=True)
class Lost:
    """A reinforcement without room is eliminated."""

    unit: str


@dataclass(frozen=True, slots=True)
class Withdraw:
    """A German unit leaves the battle, in place of the black unit `instead_of`, or as that unit."""

    unit: str
    instead_of: str


@dataclass(frozen=True, slots=True)
class EndTurn:
    """The turn is over; `winner` where the game is as well."""

    winner: Side | None = None


Before = Bid | OpenBids | Shuffle | Begin
WithCards = Draw | EndDraw | Play | Discard
Impulse = Move | Fire | Roll | Pass | EndImpulses
Loss = Spend | Retreat | Drive | Eliminate
AtEnd = EndHands | Place | Lost | Withdraw | EndTurn
Action = Before | WithCards | Impulse | Loss | CloseLosses | AtEnd
