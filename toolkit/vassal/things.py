"""What lies on a table: pieces, stacks and decks with their state."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

from toolkit.vassal import sequence
from toolkit.vassal.events import Spot
from toolkit.vassal.traits import (
    BasicName,
    BasicPiece,
    BasicState,
    Deck,
    DeckState,
    Piece,
    StackState,
    Trait,
    is_deck,
    is_stack,
    parse_trait,
    properties_of,
    trait_texts,
)

NOWHERE = Spot(None, 0, 0)
# Position of the name among the fields of a deck's type.
_DECK_NAME = 13


@dataclass(slots=True)
class Thing:
    """A piece, stack or deck on the table.

    Attributes
    ----------
    type : str
        Type text.
    states : tuple of str
        Of each trait of a piece, outermost first; empty for stacks and decks.
    spot : Spot
        Own place; where a piece lies in a stack, the stack's counts (`Table.spot`).
    parent : str or None
        Stack or deck it lies in.
    members : tuple of str
        Of a stack or deck, from the bottom.
    face_down : bool
        Of a deck.
    layer : str or None
        Of a stack.
    stacked : bool
        Whether it has ever lain in a stack: a piece that may not be stacked never does.
    is_stack, is_deck : bool
        Whether it is a stack or a deck; whether it is a deck.
    """

    id: str
    type: str
    states: tuple[str, ...] = ()
    spot: Spot = NOWHERE
    parent: str | None = None
    members: tuple[str, ...] = ()
    face_down: bool = False
    layer: str | None = None
    stacked: bool = False
    is_stack: bool = field(init=False, repr=False)
    is_deck: bool = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self.is_deck = is_deck(self.type)
        self.is_stack = self.is_deck or is_stack(self.type)

    def twin(self) -> Thing:
        """Return a copy; `copy.copy` takes many times as long."""
        return Thing(
            self.id,
            self.type,
            self.states,
            self.spot,
            self.parent,
            self.members,
            self.face_down,
            self.layer,
            self.stacked,
        )

    def traits(self) -> tuple[Trait, ...]:
        """Return the traits of a piece, outermost first."""
        return tuple(parse_trait(text) for text in trait_texts(self.type))

    def piece(self) -> Piece:
        """Return the piece with its traits and their states; its place is that of its own state."""
        return Piece.parse(self.type, sequence.encode_nested(self.states, "\t"))

    def deck(self) -> Deck:
        """Return what a deck's type says: its menu, its limits, its reports.

        Raises
        ------
        ValueError
            When it is no deck.
        """
        if not self.is_deck:
            raise ValueError(f"{self.id} is no deck")
        return Deck.parse(self.type)

    def properties(self) -> dict[str, str]:
        """Return the properties of a piece's traits, prototypes left aside."""
        return {} if self.is_stack else properties_of(self.traits(), self.states)

    @property
    def name(self) -> str:
        """The basic name of a piece, the name of a deck."""
        if self.is_deck:
            return deck_name(self.type)
        return "" if self.is_stack else _basic_name(self.type)


def deck_name(type_: str) -> str:
    """Return the name in a deck's type text."""
    tokens = sequence.decode(type_, ";")
    return tokens[_DECK_NAME] if len(tokens) > _DECK_NAME else ""


@lru_cache(maxsize=1 << 14)
def _basic_name(type_: str) -> str:
    for text in trait_texts(type_):
        if text.startswith((BasicName.ID, BasicPiece.ID)):
            trait = parse_trait(text)
            if isinstance(trait, BasicName | BasicPiece):
                return trait.name
    return ""


def spot_of(state: str) -> Spot:
    """Return the place in a basic piece's state."""
    parts = state.split(";", 3)
    if len(parts) > 2 and "\\" not in state and "'" not in state:
        x, y = parts[1], parts[2]
        # Longer numbers may be none of 32 bits.
        if x.isascii() and y.isascii() and x.isdigit() and y.isdigit() and max(len(x), len(y)) < 10:
            return Spot(sequence.from_null(parts[0]), int(x), int(y))
    basic = BasicState.parse(state)
    return Spot(basic.map, basic.x, basic.y)


def state_of(thing: Thing) -> str:
    """Return the state text of a thing as it lies now."""
    spot = thing.spot
    if thing.is_deck:
        return DeckState(spot.map, spot.x, spot.y, thing.face_down, thing.members).encode()
    if thing.is_stack:
        return StackState(spot.map, spot.x, spot.y, thing.members, thing.layer).encode()
    inner = BasicState.parse(thing.states[-1] if thing.states else "")
    here = BasicState(spot.map, spot.x, spot.y, inner.gpid, inner.persistent).encode()
    return sequence.encode_nested((*thing.states[:-1], here), "\t")
