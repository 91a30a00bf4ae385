"""Pieces as a whole: their traits, with and without prototypes, as palette slots and in saved games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from toolkit.module.buildfile import Component, component
from toolkit.module.traits import Trait, basic, basic_state, use_prototype
from toolkit.vassal.sequence import encode, encode_nested


@dataclass(frozen=True, slots=True)
class Prototype:
    """Traits that many pieces share, under a name.

    The engine puts them in place of the trait that names them when it makes a piece, so a saved game holds the
    traits themselves.
    """

    name: str
    traits: tuple[Trait, ...]
    note: str = ""


@dataclass(frozen=True, slots=True)
class Piece:
    """One kind of piece: a slot of the palette.

    Attributes
    ----------
    id : str
        Counter id, or the id of the equipment that the module adds.
    gpid : int
        Never changes.
    name : str
        English, as chat lines show it.
    image : str
        Picture of the innermost trait.
    parts : tuple of Trait or Prototype
        Outermost first, without the innermost trait.
    size : (int, int)
        Width and height in pixels, for the palette.
    group : tuple of str
        Path in the palette, e.g. ``("Axis", "6A")``.
    """

    id: str
    gpid: int
    name: str
    image: str
    parts: tuple[Trait | Prototype, ...]
    size: tuple[int, int]
    group: tuple[str, ...] = field(default=())

    def short_traits(self) -> tuple[Trait, ...]:
        """Return the traits with prototypes named, as the palette stores them."""
        return tuple(use_prototype(part.name) if isinstance(part, Prototype) else part for part in self.parts)

    def full_traits(self) -> tuple[Trait, ...]:
        """Return the traits with prototypes spelled out, as a game holds them."""
        spread: list[Trait] = []
        for part in self.parts:
            spread.extend(part.traits if isinstance(part, Prototype) else (part,))
        return tuple(spread)

    def palette_text(self) -> str:
        """Return the slot's content."""
        return add_piece(None, self.short_traits(), self.image, self.name, basic_state(self.gpid))

    def saved_text(self, piece_id: str, place: tuple[str, int, int]) -> str:
        """Return the command that adds the piece to a game, on a map at a pixel."""
        return add_piece(piece_id, self.full_traits(), self.image, self.name, basic_state(self.gpid, place))


def add_piece(piece_id: str | None, traits: Sequence[Trait], image: str, name: str, innermost: str) -> str:
    """Return ``+/id/type/state``; the id is ``null`` for None."""
    kind = encode_nested([*(trait.type for trait in traits), basic(image, name)], "\t")
    state = encode_nested([*(trait.state for trait in traits), innermost], "\t")
    return "+/" + (encode([piece_id or "null", kind, state], "/") or "")


def slot(piece: Piece) -> Component:
    """Return the palette slot of a piece."""
    width, height = piece.size
    return component(
        "PieceSlot",
        text=piece.palette_text(),
        entryName=piece.name,
        gpid=piece.gpid,
        width=width,
        height=height,
    )


def prototype_component(prototype: Prototype) -> Component:
    """Return the definition of a prototype."""
    text = add_piece(None, prototype.traits, "", "", "null;0;0;;0")
    return component("PrototypeDefinition", text=text, name=prototype.name, description=prototype.note)
