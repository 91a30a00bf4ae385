"""Whole pieces: a stack of traits, each with its state; stacks and decks.

Source: ``Decorator``, ``Stack``, ``Deck`` in ``VASSAL.counters``, release-3.7.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from toolkit.vassal import sequence
from toolkit.vassal.commands.pieces import AddPiece
from toolkit.vassal.traits import actions, basic, values, visual
from toolkit.vassal.traits.basic import BasicPiece, BasicState
from toolkit.vassal.traits.wire import Trait, UnknownTrait, read_trait

_CLASSES: tuple[type[Trait], ...] = (
    actions.Button,
    actions.Clone,
    actions.Delete,
    actions.Deselect,
    actions.GlobalHotKey,
    actions.GlobalKey,
    actions.LocationCommand,
    actions.MenuSeparator,
    actions.PlaceMarker,
    actions.Replace,
    actions.Report,
    actions.RestrictAccess,
    actions.RestrictCommands,
    actions.ReturnToDeck,
    actions.SendTo,
    actions.Sound,
    actions.SubMenu,
    actions.Translate,
    actions.Trigger,
    basic.BasicName,
    basic.BasicPiece,
    basic.Comment,
    basic.Immobile,
    basic.Label,
    basic.Marker,
    basic.Message,
    basic.Prototype,
    basic.Shape,
    values.Attachment,
    values.CalculatedProperty,
    values.Cargo,
    values.DynamicProperty,
    values.Mat,
    values.PropertySheet,
    values.SetGlobalProperty,
    values.SetPieceProperty,
    values.Table,
    visual.AreaOfEffect,
    visual.Border,
    visual.Hide,
    visual.Layer,
    visual.Mask,
    visual.Moved,
    visual.OldLayer,
    visual.Pivot,
    visual.Rotate,
    visual.Trail,
)
TRAITS: dict[str, type[Trait]] = {cls.ID: cls for cls in _CLASSES} | {"nonRect;": basic.Shape}


@lru_cache(maxsize=1 << 14)
def parse_trait(text: str) -> Trait:
    """Read one trait's type; one of no known class comes back as `UnknownTrait`."""
    cls = TRAITS.get(text[: text.find(";") + 1])
    if cls is None:
        return UnknownTrait(text)
    try:
        return read_trait(cls, text)
    except (ValueError, IndexError):
        return UnknownTrait(text)


@lru_cache(maxsize=1 << 12)
def trait_texts(type_: str) -> tuple[str, ...]:
    """Return the texts of the traits in a piece's type, outermost first."""
    return tuple(sequence.decode_nested(type_, "\t"))


@dataclass(frozen=True, slots=True)
class Part:
    """A trait with its state."""

    trait: Trait
    state: str = ""

    def properties(self) -> dict[str, str]:
        """Return the properties the trait shows in this state."""
        return self.trait.properties(self.state)


def properties_of(traits: Sequence[Trait], states: Sequence[str]) -> dict[str, str]:
    """Return the properties that traits, outermost first, show in their states; missing states are empty.

    An outer trait hides an inner one's of the same name.
    """
    found: dict[str, str] = {}
    for index in range(len(traits) - 1, -1, -1):
        found.update(traits[index].properties(states[index] if index < len(states) else ""))
    return found


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece.

    Attributes
    ----------
    parts : tuple of Part
        Outermost trait first; the last is the `BasicPiece`.
    source : (str, str) or None
        Type and state texts it was read from where the engine would write others.  Dropped by
        `dataclasses.replace`, ignored by comparisons.
    """

    parts: tuple[Part, ...]
    source: tuple[str, str] | None = field(default=None, init=False, compare=False, repr=False)

    @classmethod
    def parse(cls, type_: str, state: str) -> Piece:
        """Read a piece from its type and state texts; states that are missing are empty."""
        types = trait_texts(type_)
        states = sequence.decode_nested(state, "\t")
        states += [""] * (len(types) - len(states))
        parts = (Part(parse_trait(item), own) for item, own in zip(types, states, strict=False))
        found = cls(tuple(parts))
        if found.type != type_ or found.state != state:
            object.__setattr__(found, "source", (type_, state))
        return found

    @property
    def type(self) -> str:
        """The type text."""
        if self.source is not None:
            return self.source[0]
        return sequence.encode_nested([part.trait.encode() for part in self.parts], "\t")

    @property
    def state(self) -> str:
        """The state text."""
        if self.source is not None:
            return self.source[1]
        return sequence.encode_nested([part.state for part in self.parts], "\t")

    @property
    def basic(self) -> BasicPiece | None:
        """The innermost trait, None where that is no basic piece."""
        inner = self.parts[-1].trait if self.parts else None
        return inner if isinstance(inner, BasicPiece) else None

    @property
    def basic_state(self) -> BasicState:
        """State of the innermost trait."""
        return BasicState.parse(self.parts[-1].state if self.parts else "")

    @property
    def name(self) -> str:
        """The basic name."""
        return self.properties().get("BasicName", "")

    def properties(self) -> dict[str, str]:
        """Return the properties all traits show; an outer trait hides an inner one's of the same name."""
        return properties_of([part.trait for part in self.parts], [part.state for part in self.parts])

    def add_command(self, id_: str | None = None) -> AddPiece:
        """Return the command that makes this piece; without an id as palette slots hold it."""
        return AddPiece(id_, self.type, self.state)


def piece(
    parts: Iterable[Part | Trait | tuple[Trait, str]],
    *,
    name: str,
    image: str = "",
    gpid: str = "",
) -> Piece:
    """Build a piece as a palette slot holds it.

    Parameters
    ----------
    parts : iterable
        Traits, outermost first, without the basic piece.  A bare trait gets its initial state; a pair or
        `Part` gives one, as `toolkit.vassal.traits.marker` does.
    name : str
        Basic name.
    image : str
        File in the module's ``images`` folder.
    gpid : str
        The slot's number.
    """
    built = []
    for item in parts:
        if isinstance(item, Part):
            built.append(item)
        elif isinstance(item, Trait):
            built.append(Part(item, item.initial_state()))
        else:
            built.append(Part(*item))
    inner = Part(BasicPiece(image=image, name=name), BasicState(gpid=gpid).encode())
    return Piece((*built, inner))


def is_stack(type_: str) -> bool:
    """Return whether a type text is a stack's."""
    return type_ == "stack"


def is_deck(type_: str) -> bool:
    """Return whether a type text is a deck's."""
    return type_.startswith("deck;")


@dataclass(frozen=True, slots=True)
class StackState:
    """State of a stack.

    Attributes
    ----------
    members : tuple of str
        Ids of its pieces, the lowest first.
    layer : str or None
        The map layer it lies in, from 3.3 on.
    """

    map: str | None
    x: int
    y: int
    members: tuple[str, ...]
    layer: str | None = None

    @classmethod
    def parse(cls, state: str) -> StackState:
        """Read the state of a stack.  Off every map the engine writes a position and reads none: so do we."""
        first, *rest = sequence.decode(state, ";")
        where = sequence.from_null(first)
        layer = next((item[2:] for item in rest if item.startswith("@@")), None)
        place = sequence.Tokens(sequence.encode(rest[:2], ";"), ";")
        members = tuple(item for item in rest[2:] if item and not item.startswith("@@"))
        return cls(where, place.integer(), place.integer(), members, layer)

    def encode(self) -> str:
        """Return the state text."""
        layer = () if self.layer is None else (f"@@{self.layer}",)
        fields = (sequence.to_null(self.map), str(self.x), str(self.y), *self.members, *layer)
        return sequence.encode(fields, ";") or ""


@dataclass(frozen=True, slots=True)
class DeckState:
    """State of a deck: `members` from bottom to top, as the engine lists them."""

    map: str | None
    x: int
    y: int
    face_down: bool
    members: tuple[str, ...]

    @classmethod
    def parse(cls, state: str) -> DeckState:
        """Read the state of a deck."""
        tokens = sequence.Tokens(state, ";")
        where = sequence.from_null(tokens.text("null"))
        x, y, face_down = tokens.integer(), tokens.integer(), tokens.boolean()
        members = tuple(sequence.decode(tokens.text(), ",")) if tokens.more else ()
        return cls(where, x, y, face_down, tuple(item for item in members if item))

    def encode(self) -> str:
        """Return the state text."""
        fields = [sequence.to_null(self.map), str(self.x), str(self.y), "true" if self.face_down else "false"]
        if self.members:
            fields.append(sequence.encode(self.members, ",") or "")
        return sequence.encode(fields, ";") or ""
