"""How the module of a game speaks, as far as reading its logs asks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

DRAG = "drag"
"""In place of a word: the piece on which the key was pressed is dragged by hand."""


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """How a game's module speaks.

    Attributes
    ----------
    phases : tuple of str
        Of the turn tracker, in their order.
    consequences : frozenset of str
        Words of pieces that a decision of another one dragged along.
    still : frozenset of str
        Words of keys by which a unit acts where it lies.
    idle : frozenset of str
        Words of keys by which a player does nothing: pressed twice they say no more than once.
    markers : frozenset of str
        Kinds of markers whose places count.
    values : frozenset of str
        Properties of pieces that the audit asks for.
    begin : frozenset of str
        Those that it asks for where a log begins only.
    shuffles : frozenset of str
        Words of keys that shuffle a deck, whatever comes into it by that.
    decks : frozenset of str
        Boxes of the decks whose order counts; all of them where none is named.
    strangers : bool
        Whether pieces of other modules count, by their names.
    corrections : frozenset of str
        Words of keys that put something right and decide nothing.
    events : frozenset of str
        Boxes of cards that may let units be turned up.
    readies : frozenset of str
        Words of keys on such a card by which a unit is turned up, where they are not those of other uses.
    together : int
        So many steps with keys around a drag may say what it is.
    set_down_again : bool
        Whether a unit may be set down once more where it was meant to go, and put back when the next part of
        the turn has begun: in games whose drags are moves, and not told from others by keys.
    tired : bool
        Whether units may be turned over first, and dragged after that.
    goes_on : mapping of str to frozenset of str
        Word of a key → by what its decision goes on: words of other keys, or `DRAG`.
    pile : str
        The box of cards that were paid, a side to be filled in; "" for none.
    decides : frozenset of str
        Properties of the module whose writing is a decision: that somebody is done, a roll for all.
    neutral : mapping of str to str
        Values and properties that decide nothing → why.
    """

    phases: tuple[str, ...]
    consequences: frozenset[str]
    still: frozenset[str] = frozenset()
    idle: frozenset[str] = frozenset()
    markers: frozenset[str] = frozenset()
    values: frozenset[str] = frozenset()
    begin: frozenset[str] = frozenset()
    shuffles: frozenset[str] = frozenset()
    decks: frozenset[str] = frozenset()
    strangers: bool = True
    corrections: frozenset[str] = frozenset()
    events: frozenset[str] = frozenset()
    readies: frozenset[str] = frozenset()
    together: int = 1
    set_down_again: bool = False
    tired: bool = False
    goes_on: Mapping[str, frozenset[str]] = field(default_factory=dict)
    pile: str = ""
    decides: frozenset[str] = frozenset()
    neutral: Mapping[str, str] = field(default_factory=dict)
