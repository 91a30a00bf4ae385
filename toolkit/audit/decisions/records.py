"""What a log tells whose pieces say what was decided, step by step: facts, with no thought of rules.

A decision is the piece on which a key was pressed: it wrote its number, its word and who pressed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import NamedTuple

from toolkit.audit.actor import Actor
from toolkit.audit.ledger import Entry

_NONE: Mapping[str, str] = MappingProxyType({})
_HAND = "hand-"


class Place(NamedTuple):
    """Where a piece lies: an area or hex of the map (`area`), or a box and a spot of it; else empty."""

    area: str = ""
    box: str = ""
    spot: str = ""

    @property
    def hand(self) -> str:
        """The side whose hand it is, else ""."""
        return self.box.removeprefix(_HAND) if self.box.startswith(_HAND) else ""

    @property
    def words(self) -> str:
        """What people call it."""
        return self.area or self.spot or self.box or "beside the board"


NOWHERE = Place()
UNIT, CARD = "unit", "card"
"""Kinds of pieces."""
DOWN = "2"
"""The lower face of a unit."""
UP = ("", "1")
"""The level of its face is one of these while it shows its front."""


@dataclass(frozen=True, slots=True)
class Told:
    """A piece that a decision wrote upon.

    Attributes
    ----------
    counter : str
        Counter id: of a unit, a card, a marker, a desk.
    kind : str
        ``"unit"``, ``"card"``, ``"desk"`` …
    act : str
        The word it wrote.
    by : str
        Side of the player as the module spells it, "" where nobody wrote it.
    values : mapping of str to str
        What else the piece says now.
    """

    counter: str
    kind: str
    act: str
    by: str
    values: Mapping[str, str] = field(default_factory=lambda: _NONE)


@dataclass(frozen=True, slots=True)
class Shift:
    """A unit, card or marker that came to lie elsewhere; `via` lists the areas it lay in between."""

    counter: str
    kind: str
    origin: Place
    target: Place
    actor: Actor | None = None
    via: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Step:
    """All that one step of a log shows.

    Attributes
    ----------
    number : int
        As the Step button counts.
    told : tuple of Told
        Who wrote: decisions in their order, each before what it dragged along.
    turned : mapping of str to bool
        Units that show their other face: whether it is the lower one.
    decks : mapping of str to tuple of str
        Box → the deck from its bottom, where it was shuffled.
    noted : mapping of str to mapping of str to str
        Counter → what was written on it of the values that the game asks for.
    settings : mapping of str to str
        Properties of the module that were written.
    turn : (int, str) or None
        Turn and phase where the tracker moved.
    talk : bool
        Whether a player wrote a line into the chat in it, or since the step before it.
    entries : tuple of Entry
        What it changes, but for what is neutral.
    rests : mapping of str to Place
        Units that were dropped where they lay: another one would have come there.
    thrower : str
        The side whose player threw dice, as their report names him; "" for nobody.
    """

    number: int
    told: tuple[Told, ...] = ()
    shifts: tuple[Shift, ...] = ()
    turned: Mapping[str, bool] = field(default_factory=lambda: MappingProxyType({}))
    decks: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: MappingProxyType({}))
    noted: Mapping[str, Mapping[str, str]] = field(default_factory=lambda: MappingProxyType({}))
    settings: Mapping[str, str] = field(default_factory=lambda: _NONE)
    turn: tuple[int, str] | None = None
    talk: bool = False
    entries: tuple[Entry, ...] = ()
    rests: Mapping[str, Place] = field(default_factory=lambda: MappingProxyType({}))
    thrower: str = ""

    @property
    def empty(self) -> bool:
        """Whether nothing happened that a referee asks about."""
        told = self.told or self.shifts or self.turned or self.settings or self.noted or self.decks
        return not (told or self.entries) and self.turn is None

    @property
    def dragged(self) -> bool:
        """Whether pieces were dragged and nothing else was done."""
        quiet = not (self.told or self.turned or self.settings or self.decks) and self.turn is None
        return quiet and all(shift.kind != "card" for shift in self.shifts)


@dataclass(frozen=True, slots=True)
class Laid:
    """A table between two steps.

    Attributes
    ----------
    down : frozenset of str
        Units that show their lower face.
    decks : mapping of str to tuple of str
        Box → its cards from the bottom: the last one is drawn next.
    properties : mapping of str to str
        Of the module.
    values : mapping of str to mapping of str to str
        Counter → the values that the game asks for.
    turn : (int, str)
        0 and "" where the tracker shows none.
    """

    units: Mapping[str, Place]
    cards: Mapping[str, Place]
    markers: Mapping[str, Place]
    down: frozenset[str]
    decks: Mapping[str, tuple[str, ...]]
    properties: Mapping[str, str]
    values: Mapping[str, Mapping[str, str]]
    turn: tuple[int, str] = (0, "")

    def value(self, counter: str, name: str) -> str:
        """Return what a piece says, "" for nothing."""
        return self.values.get(counter, _NONE).get(name, "")
