"""Pieces as a whole: their traits, with and without prototypes, as palette slots and in saved games."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from toolkit.module.buildfile import Component, text_component
from toolkit.vassal import traits as vassal
from toolkit.vassal.commands import AddPiece, encode_commands
from toolkit.vassal.traits import BasicPiece, BasicState, Layer, Part
from toolkit.vassal.traits.values import DynamicProperty


@dataclass(frozen=True, slots=True)
class Prototype:
    """Traits that many pieces share, under a name.

    The engine puts them in place of the trait that names them when it makes a piece, so a saved game
    holds the traits themselves.
    """

    name: str
    parts: tuple[Part, ...]
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
    parts : tuple of Part or Prototype
        Outermost first, without the innermost trait.
    side_px : int
        Width and height in pixels, for the palette.
    group : tuple of str
        Path in the palette, e.g. ``("Red", "1st Army")``.
    extension : str
        Id of the extension that brings it; "" for a piece of the module.
    """

    id: str
    gpid: int
    name: str
    image: str
    parts: tuple[Part | Prototype, ...]
    side_px: int
    group: tuple[str, ...] = ()
    extension: str = ""

    @property
    def number(self) -> str:
        """The number as the engine has it: that of an extension's piece follows the extension's id."""
        return f"{self.extension}:{self.gpid}" if self.extension else str(self.gpid)

    def spread(self) -> tuple[Part, ...]:
        """Return the traits with prototypes spelled out, as a game holds them."""
        parts: list[Part] = []
        for part in self.parts:
            parts.extend(part.parts if isinstance(part, Prototype) else (part,))
        return tuple(parts)

    def palette_text(self) -> str:
        """Return the slot's content: prototypes by name."""
        parts = [_by_name(part) if isinstance(part, Prototype) else part for part in self.parts]
        piece = vassal.Piece((*parts, self._inner(BasicState(gpid=self.number))))
        return encode_commands([piece.add_command(None)])

    def type_text(self) -> str:
        """Return the type that a game holds."""
        return vassal.Piece((*self.spread(), self._inner(BasicState()))).type

    def in_game(
        self,
        piece_id: str,
        map_name: str,
        x: int,
        y: int,
        *,
        type_text: str | None = None,
        values: Mapping[str, str] = MappingProxyType({}),
    ) -> AddPiece:
        """Return the command that adds the piece to a game, on a map at a pixel.

        `type_text` spares the work when many copies are placed: it is what `type_text` returns.  `values`
        gives dynamic properties, and layers as ``<name>_Level``, another value than the palette does.
        """
        state = BasicState(map_name, x, y, self.number)
        placed = vassal.Piece((*(_valued(part, values) for part in self.spread()), self._inner(state)))
        return AddPiece(piece_id, self.type_text() if type_text is None else type_text, placed.state)

    def _inner(self, state: BasicState) -> Part:
        return Part(BasicPiece(image=self.image, name=self.name), state.encode())


def _valued(part: Part, values: Mapping[str, str]) -> Part:
    match part.trait:
        case DynamicProperty(name=name):
            pass
        case Layer(name=layer):
            name = f"{layer}_Level"
        case _:
            return part
    return replace(part, state=values[name]) if name in values else part


def _by_name(prototype: Prototype) -> Part:
    return Part(vassal.Prototype(name=prototype.name))


def slot(piece: Piece) -> Component:
    """Return the palette slot of a piece."""
    return text_component(
        "PieceSlot", piece.palette_text(), entryName=piece.name, gpid=piece.number,
        width=piece.side_px, height=piece.side_px,
    )  # fmt: skip


def prototype_component(prototype: Prototype) -> Component:
    """Return the definition of a prototype."""
    inner = Part(BasicPiece(), BasicState().encode())
    command = vassal.Piece((*prototype.parts, inner)).add_command(None)
    return text_component(
        "PrototypeDefinition", encode_commands([command]), name=prototype.name,
        description=prototype.note,
    )  # fmt: skip
