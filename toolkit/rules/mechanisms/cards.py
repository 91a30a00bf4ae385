"""Cards that a side draws from its deck, holds unseen, and plays for what other clauses say of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from toolkit.rules.mechanisms.board import ANYWHERE, Places
from toolkit.rules.mechanisms.forces import ALL, Units

DECK, HAND, PLAYED = "deck", "hand", "pile"
"""Where a card is."""

Lasts = Literal["battle", "phase", "turn"]
Part = Literal["attacker", "defender"]


@dataclass(frozen=True, slots=True)
class HeldCard:
    """A counter that is a card: whose deck it belongs to, what it is played for (`Card.id`), its name.

    `side` is "" for a deck common to the sides.
    """

    id: str
    side: str
    kind: str
    name: str


@dataclass(frozen=True, slots=True)
class Cards:
    """A side has a deck of cards: it draws by chance, in phases that do ``deal``, and holds them unseen.

    It goes on until its hand is full or its deck is empty.  Cards without a `side` are one deck from which
    all sides draw that have such a clause.

    Attributes
    ----------
    side : str
    hand : int
        So many cards it holds at most.
    draw : int or None
        So many it draws in a phase; until the hand is full when left out.
    limit : int or None
        So many it plays in one battle, and in one phase of those that last longer; any number when left out.
    phases : tuple of str
        Phases in which it draws; all that do ``deal`` when left out.
    reshuffle : bool
        Whether its pile, of what was played and discarded, becomes a new deck when it has a card to draw and
        none is left.
    """

    side: str
    hand: int
    draw: int | None = None
    limit: int | None = None
    phases: tuple[str, ...] = ()
    reshuffle: bool = False


@dataclass(frozen=True, slots=True)
class Discard:
    """A side discards cards from its hand, unplayed.

    Attributes
    ----------
    side : str
    down_to : int or None
        So many cards it may keep when the phase ends, and it discards no further; any cards, or none, when
        left out.
    limit : int or None
        So many it discards in a phase at most; any number when left out.
    phases : tuple of str
        Phases in which it discards; all in which it acts when left out.
    when : tuple of str
        Kinds of turns, or states, in which it does; always when left out.
    """

    side: str
    down_to: int | None = None
    limit: int | None = None
    phases: tuple[str, ...] = ()
    when: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Card:
    """What some cards are played for: a kind that other clauses name with `when` as long as it lasts.

    A card that is played on one unit or place holds for that one: other clauses name it with `cards`, where
    they choose units or places.

    Attributes
    ----------
    id : str
        The `unit_class` of these cards, and what `when` calls it.
    lasts : {"battle", "phase", "turn"}
        It holds for one battle, played before the first die and named in ``if: {when: …}``; or to the end of
        the phase, or of the turn.
    part : tuple of {"attacker", "defender"}
        Who plays it in a battle.
    phases : tuple of str
        Phases in which it is played; all when left out.
    when : tuple of str
        Kinds of turns, or states, in which it is played; always when left out.
    played_on : {"unit", "place"} or None
        It is played on a unit, for a battle on one that takes part in it; or on a place, for a phase or turn.
    whose : tuple of {"own", "enemy"}
        On units of the side that plays it, or on those of its enemies.
    units : Units
        On which units.
    places : Places
        On which places.
    """

    id: str
    lasts: Lasts = "battle"
    part: tuple[Part, ...] = ("attacker", "defender")
    phases: tuple[str, ...] = ()
    when: tuple[str, ...] = ()
    played_on: Literal["unit", "place"] | None = None
    whose: tuple[Literal["own", "enemy"], ...] = ("own",)
    units: Units = ALL
    places: Places = ANYWHERE
