# ruff: noqa: RUF009 - the calls declare fields and return dataclasses.field().
"""The innermost trait of every piece, and what names and marks it.

Source: ``BasicPiece``, ``Marker``, ``UsePrototype``, ``BasicName``, ``Comment``, ``TranslatableMessage``,
``Labeler``, ``Immobilized``, ``NonRectangular`` in ``VASSAL.counters``, 3.6.0 and release-3.7.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Self

from toolkit.vassal import sequence
from toolkit.vassal.traits.keys import Key
from toolkit.vassal.traits.wire import Trait, boolean, integer, key, number, text


@dataclass(frozen=True, slots=True)
class BasicState:
    """State of a basic piece: where it lies, its palette slot, properties that outlive a session.

    Attributes
    ----------
    x, y : int
        Pixels on the map.
    gpid : str
        Number of the palette slot it came from; empty in old files.
    persistent : tuple of (str, str)
    """

    map: str | None = None
    x: int = 0
    y: int = 0
    gpid: str = ""
    persistent: tuple[tuple[str, str], ...] = ()

    @classmethod
    def parse(cls, state: str) -> BasicState:
        """Read the state; missing fields get their defaults, as in the engine."""
        tokens = sequence.Tokens(state, ";")
        where = sequence.from_null(tokens.text("null"))
        x, y, gpid, count = tokens.integer(), tokens.integer(), tokens.text(), tokens.integer()
        # Not trusted as a length: what is not there does not count.
        left = tokens.rest()[: 2 * max(count, 0)]
        return cls(where, x, y, gpid, tuple(zip(left[::2], left[1::2], strict=False)))

    def encode(self) -> str:
        """Return the state as an engine since 3.5 writes it."""
        fields = [sequence.to_null(self.map), str(self.x), str(self.y), self.gpid, str(len(self.persistent))]
        for name, value in self.persistent:
            fields += [name, value]
        return sequence.encode(fields, ";") or ""


@dataclass(frozen=True, slots=True, kw_only=True)
class BasicPiece(Trait):
    """Image and name of a piece.  `clone_key` and `delete_key` are used by modules of engines before 2.8."""

    ID: ClassVar[str] = "piece;"
    INITIAL_STATE: ClassVar[str] = "null;0;0;;0"

    clone_key: str = text()
    delete_key: str = text()
    image: str = text()
    name: str = text()

    def properties(self, state: str) -> dict[str, str]:
        """Return ``BasicName`` and the persistent properties."""
        return {"BasicName": self.name, **dict(BasicState.parse(state).persistent)}


@dataclass(frozen=True, slots=True)
class Marker(Trait):
    """Named constants: names in the type, values in the state."""

    ID: ClassVar[str] = "mark;"

    names: tuple[str, ...]

    def canonical(self) -> str:
        """Return ``mark`` and the names."""
        return f"mark;{sequence.encode(self.names, ',') or ''}"

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read ``mark;…``."""
        return cls(tuple(sequence.decode(text[5:], ",")))

    def properties(self, state: str) -> dict[str, str]:
        """Return names and values."""
        values = sequence.decode(state, ",")
        return dict(zip(self.names, values + [""] * len(self.names), strict=False))


def marker(constants: Mapping[str, str]) -> tuple[Marker, str]:
    """Return a Marker trait and its state."""
    return Marker(tuple(constants)), sequence.encode(constants.values(), ",") or ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Prototype(Trait):
    """All traits of a prototype definition take this trait's place.  `parameters`: ``name=value,…``, from
    3.7 on.
    """

    ID: ClassVar[str] = "prototype;"

    name: str = text()
    parameters: str = text(later=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class BasicName(Trait):
    """Another basic name than the innermost trait's."""

    ID: ClassVar[str] = "basicName;"

    name: str = text()

    def properties(self, _state: str) -> dict[str, str]:
        """Return ``BasicName``."""
        return {"BasicName": self.name}


@dataclass(frozen=True, slots=True, kw_only=True)
class Comment(Trait):
    """A remark of the module's author (3.7)."""

    ID: ClassVar[str] = "cmt;"

    comment: str = text()


@dataclass(frozen=True, slots=True, kw_only=True)
class Message(Trait):
    """A text that translations may change."""

    ID: ClassVar[str] = "locmsg;"

    name: str = text("name")
    description: str = text()
    message: str = text()

    def properties(self, _state: str) -> dict[str, str]:
        """Return the message under its name."""
        return {self.name: self.message}


@dataclass(frozen=True, slots=True, kw_only=True)
class Label(Trait):
    """A line of text drawn on the piece; the text itself is the state."""

    ID: ClassVar[str] = "label;"

    label_key: Key = key()
    menu: str = text("Change Label")
    font_size: int = integer(10)
    background: str = text()
    foreground: str = text("0,0,0")
    vertical: str = text("t")
    vertical_offset: int = integer()
    horizontal: str = text("c")
    horizontal_offset: int = integer()
    vertical_justification: str = text("b")
    horizontal_justification: str = text("c")
    name_format: str = text("$pieceName$ ($label$)")
    font: str = text("Dialog")
    font_style: int = integer()
    rotation: int = integer()
    property_name: str = text("TextLabel")
    description: str = text()
    always_use_format: bool = boolean(later=True)

    def properties(self, state: str) -> dict[str, str]:
        """Return the label under its property's name."""
        return {self.property_name: state.strip()}


@dataclass(frozen=True, slots=True, kw_only=True)
class Immobile(Trait):
    """Does not stack, or is selected or moved only in certain ways.

    Attributes
    ----------
    selection : str
        ``i`` Shift, ``t`` Ctrl, ``c`` Alt, ``n`` never; ``g`` ignores the grid; ``Z`` never by band, ``A``
        Alt, ``B`` Alt and Shift.
    movement : str
        ``N`` normal, ``I`` only if selected, ``V`` never.
    stacking : str
        ``L`` normal, ``R`` never.
    """

    ID: ClassVar[str] = "immob;"

    selection: str = text()
    movement: str = text("N")
    stacking: str = text("R")
    description: str = text()


@dataclass(frozen=True, slots=True, kw_only=True)
class Shape(Trait):
    """An outline other than the image's rectangle.

    Attributes
    ----------
    outline : str
        Image and path, as the engine writes them.
    scale : float
        From 3.6 on.
    """

    ID: ClassVar[str] = "nonRect2;"
    OLD_ID: ClassVar[str] = "nonRect;"

    scale: float = number(1.0)
    outline: str = text()

    def canonical(self) -> str:
        """Return the outline; in the old form, which all engines read, where that is enough."""
        if self.scale == 1.0:
            return f"{self.OLD_ID}{self.outline}"
        return f"{self.ID}{self.scale};{self.outline}"

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read ``nonRect2;…`` or ``nonRect;…``."""
        if text.startswith(cls.OLD_ID):
            return cls(outline=text[len(cls.OLD_ID) :])
        scale, _, outline = text[len(cls.ID) :].partition(";")
        try:
            return cls(scale=float(scale), outline=outline)
        except ValueError:
            return cls(outline=outline)
