"""What players of Rattenkrieg do: one frozen value for each action, from set-up to the end of a turn.

An action states facts only: what was done to which unit and card, and what chance gave.  What *had* to happen
is for the checks to say, under each reading of the rules; so the position after an action never depends on an
unclear point.  Units, areas and cards are named by their ids (``"14pz"``, ``"airfield"``, ``"10S"``).

Whatever chance gives is a fact as well: the order of a shuffle, the card that was drawn.  The next card of
the deck is the last of ``Position.deck``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

from toolkit.games.rattenkrieg.rules.sides import Side

Folded = Literal["hidden", "shown", "returned"]


# Set-up, arrivals, the deck ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Shuffle:
    """A deck is shuffled: all cards in the set-up, later the pile when the deck is empty (3.3, 3.4).

    `order` lists the cards of the new deck; the last one is drawn first.
    """

    order: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Place:
    """Set-up: a unit is put into an area (3.1, 3.2)."""

    unit: str
    area: str


@dataclass(frozen=True, slots=True)
class DealSteps:
    """Cards of the deck become steps of a unit: in the set-up (3.3) or when it arrives (6.1, 6.2).

    May come in parts, so that the pile can be shuffled in between.
    """

    unit: str
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DealHand:
    """Set-up: cards of the deck become a player's hand (3.4)."""

    side: Side
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class EndSetUp:
    """The set-up is over; the German player turn begins."""


@dataclass(frozen=True, slots=True)
class Reinforce:
    """A unit arrives in an area (6.1, 6.2); its steps come with `DealSteps`."""

    unit: str
    area: str


@dataclass(frozen=True, slots=True)
class ReturnT34:
    """The T-34 comes back (6.3)."""

    area: str


@dataclass(frozen=True, slots=True)
class EndReinforcement:
    """Arrivals are over; the German player turn begins (5.0)."""


# Player turns --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Activate:
    """A player names the unit that acts in this player turn (7.1), the T-34 with it or not (8.12)."""

    unit: str
    with_t34: bool = False


@dataclass(frozen=True, slots=True)
class Pass:
    """A player turn without any operation (7.4): `unit` is turned face-down, None when none is (U02)."""

    side: Side
    unit: str | None = None


@dataclass(frozen=True, slots=True)
class End:
    """The acting player stops (7.1, 7.4): these units are turned face-down, and the other side is to act."""

    flipped: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Replenish:
    """Instead of operations a unit gets a step from the deck (7.5).

    `down` says whether it was turned face-down, as it has to be.
    """

    unit: str
    card: str
    down: bool = True


@dataclass(frozen=True, slots=True)
class EndOperations:
    """Both players passed in a row: player turns are over (5.0)."""


# Movement ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class MoveFriendly:
    """A unit goes to an area of its own side, free of charge (7.2)."""

    unit: str
    area: str
    with_t34: bool = False


@dataclass(frozen=True, slots=True)
class EnterEmpty:
    """A unit enters an enemy area without enemy units (7.3).

    `card` is what was piled for it, from hand or from the unit's steps; None when nothing was.
    """

    unit: str
    area: str
    card: str | None
    with_t34: bool = False


@dataclass(frozen=True, slots=True)
class EnterBattle:
    """A unit enters an enemy area with enemy units: a battle begins (7.3, 8.1).

    Attributes
    ----------
    with_t34 : bool
        Whether the T-34 goes along.
    support : bool
        Whether the T-34 adds its strength to the attack (8.12).
    card : str or None
        A card that was piled for entering; the rules ask for none.
    """

    unit: str
    area: str
    with_t34: bool = False
    support: bool = False
    card: str | None = None


# Battle --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Attack:
    """The acting unit attacks in the area where it stands: once more (8.11), or where a side is isolated.

    `support`: the T-34 in the same area adds its strength (8.12).
    """

    unit: str
    support: bool = False


@dataclass(frozen=True, slots=True)
class NameDefender:
    """A player, who should be the defender, names the defending unit that fights (8.2).

    `support`: the T-34 beside it adds its strength (8.12).
    """

    side: Side
    unit: str
    support: bool = False


@dataclass(frozen=True, slots=True)
class PlayCard:
    """A player's first card of a battle: the attack declaration (8.4) or the defence declaration (8.5).

    From hand or from the steps of the fighting unit, wherever the card is; `face_up` under Chuikov (9.8).
    """

    side: Side
    card: str
    face_up: bool = False


@dataclass(frozen=True, slots=True)
class TakeLoss:
    """The defender plays no card and takes the damage (8.5).

    `folded` says what became of the attacker's card (U19): piled unseen, piled face-up, or taken back.
    """

    side: Side
    folded: Folded = "hidden"


@dataclass(frozen=True, slots=True)
class Raise:
    """A player plays another card (8.6)."""

    side: Side
    card: str
    face_up: bool = False


@dataclass(frozen=True, slots=True)
class Stand:
    """A player plays no further card (8.6)."""

    side: Side


@dataclass(frozen=True, slots=True)
class TakeBack:
    """A player takes a card out of the battle back; never allowed (8.6)."""

    side: Side
    card: str


@dataclass(frozen=True, slots=True)
class Open:
    """A player turns his cards of the battle face-up (8.7)."""

    side: Side


@dataclass(frozen=True, slots=True)
class FightOn:
    """After a tie: the cards are piled and the attacker fights on with the same units (8.7.4)."""


@dataclass(frozen=True, slots=True)
class Stop:
    """The attacker does not fight on, or has no card to: the defender wins (8.7.4)."""


# Damage --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Retreat:
    """A unit retreats: as a loser (8.9.1), beside a beaten comrade (8.10.1), or to leave a fight (8.11).

    `with_t34`: the T-34 that attacked with it goes along (U27).  `down`: it was turned face-down.
    """

    unit: str
    area: str
    with_t34: bool = False
    down: bool = True


@dataclass(frozen=True, slots=True)
class LoseStep:
    """A unit loses a step, which goes to the pile unseen (8.9.2)."""

    unit: str
    card: str


@dataclass(frozen=True, slots=True)
class T34Out:
    """The T-34 is removed instead of another loss (8.12)."""


@dataclass(frozen=True, slots=True)
class Remove:
    """A unit that can neither retreat nor lose a step is removed (8.9.3)."""

    unit: str


@dataclass(frozen=True, slots=True)
class Isolate:
    """A unit stays behind, isolated (8.10.2)."""

    unit: str


# Events: `card` comes from hand or from the acting unit's steps (9.1) -----------------------------------


@dataclass(frozen=True, slots=True)
class Bombard:
    """Bombardment of an enemy unit (9.2); `drawn` is the card that decides it."""

    card: str
    target: str
    drawn: str


@dataclass(frozen=True, slots=True)
class AirSupport:
    """Air support against an enemy unit (9.3); `drawn` is the card that decides it."""

    card: str
    target: str
    drawn: str


@dataclass(frozen=True, slots=True)
class AssaultGun:
    """Assault guns for the acting unit (9.4)."""

    card: str


@dataclass(frozen=True, slots=True)
class Engineers:
    """Combat engineers for the acting unit's next battle (9.5)."""

    card: str


@dataclass(frozen=True, slots=True)
class Sniper:
    """A card of the German hand is piled (9.6): `taken`, None when there was none (U47).

    `named` is the card that chance has picked, "" where that is not known.
    """

    card: str
    taken: str | None
    named: str = ""


@dataclass(frozen=True, slots=True)
class Molotov:
    """Molotov cocktails for the acting unit's next battle (9.7)."""

    card: str


@dataclass(frozen=True, slots=True)
class ChuikovBattle:
    """General Chuikov: in the acting unit's next battle the German player plays first, openly (9.8)."""

    card: str


@dataclass(frozen=True, slots=True)
class ChuikovReady:
    """General Chuikov: a Soviet unit is turned face-up (9.8)."""

    card: str
    unit: str


# End of a turn -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Discard:
    """A player lays hand cards on the pile (10.1)."""

    side: Side
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Draw:
    """A player fills his hand from the deck (10.1); may come in parts."""

    side: Side
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FlipUp:
    """Units are turned face-up at the end of the turn (10.3)."""

    units: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class EndTurn:
    """The turn is over; after the last one `winner` is who the players say has won (4.0)."""

    winner: Side | None = None


SetUp = Shuffle | Place | DealSteps | DealHand | EndSetUp
Arrival = Reinforce | ReturnT34 | EndReinforcement
PlayerTurn = Activate | Pass | End | Replenish | EndOperations
Movement = MoveFriendly | EnterEmpty | EnterBattle
Fight = Attack | NameDefender | PlayCard | TakeLoss | Raise | Stand | TakeBack | Open | FightOn | Stop
Damage = Retreat | LoseStep | T34Out | Remove | Isolate
Event = Bombard | AirSupport | AssaultGun | Engineers | Sniper | Molotov | ChuikovBattle | ChuikovReady
EVENTS: tuple[type, ...] = get_args(Event)

AtEnd = Discard | Draw | FlipUp | EndTurn
Action = SetUp | Arrival | PlayerTurn | Movement | Fight | Damage | Event | AtEnd
