# ruff: noqa: RUF009 - the calls declare fields and return dataclasses.field().
"""Values a piece carries: dynamic and calculated properties, sheets, tables, cargo.

Source: ``DynamicProperty``, ``SetGlobalProperty``, ``SetPieceProperty``, ``CalculatedProperty``,
``PropertySheet``, ``TableInfo``, ``Mat``, ``MatCargo``, ``Attachment`` in ``VASSAL.counters``, 3.6.0 and
release-3.7.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Self

from toolkit.vassal import sequence
from toolkit.vassal.traits.keys import Key, KeyCommand
from toolkit.vassal.traits.wire import Trait, boolean, commands, integer, key, text


@dataclass(frozen=True, slots=True, kw_only=True)
class DynamicProperty(Trait):
    """A property whose value is the state.

    Attributes
    ----------
    constraints : str
        ``numeric,minimum,maximum,wrap``.
    """

    ID: ClassVar[str] = "PROP;"

    name: str = text("name")
    constraints: str = text("false,0,100,false")
    commands: tuple[KeyCommand, ...] = commands()
    description: str = text()

    def properties(self, state: str) -> dict[str, str]:
        """Return the value under the property's name."""
        return {self.name: state}


@dataclass(frozen=True, slots=True, kw_only=True)
class SetGlobalProperty(Trait):
    """Changes a property of the module, a map or a zone.

    Attributes
    ----------
    level : str
        ``Current Zone/Current Map/Module``, ``Named Zone`` or ``Named Map``.
    search : str
        Name of the zone or map.
    """

    ID: ClassVar[str] = "setprop;"

    name: str = text("name")
    constraints: str = text("false,0,100,false")
    commands: tuple[KeyCommand, ...] = commands()
    description: str = text()
    level: str = text("Current Zone/Current Map/Module")
    search: str = text()


@dataclass(frozen=True, slots=True, kw_only=True)
class SetPieceProperty(Trait):
    """Changes dynamic properties of other pieces (3.7)."""

    ID: ClassVar[str] = "setpieceprop;"

    name: str = text("name")
    constraints: str = text("false,0,100,false")
    commands: tuple[KeyCommand, ...] = commands()
    description: str = text()
    target: str = text()
    filter: str = text()
    restrict_range: bool = boolean()
    range: int = integer(1)
    fixed_range: bool = boolean(True)
    range_property: str = text()
    from_deck: str = text("-1")
    override_constraints: bool = boolean()


@dataclass(frozen=True, slots=True, kw_only=True)
class CalculatedProperty(Trait):
    """A property that is an expression."""

    ID: ClassVar[str] = "calcProp;"

    name: str = text()
    expression: str = text()
    description: str = text()


@dataclass(frozen=True, slots=True)
class PropertySheet(Trait):
    """A window of fields; the values are the state, separated by ``~``."""

    ID: ClassVar[str] = "propertysheet;"

    fields: tuple[str, ...]

    def canonical(self) -> str:
        """Return ``propertysheet`` and the fields."""
        return self.ID + (sequence.encode(self.fields, ";") or "")

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read ``propertysheet;…``."""
        return cls(tuple(sequence.decode(text[len(cls.ID) :], ";")))

    def properties(self, state: str) -> dict[str, str]:
        """Return the values under the names of their fields; the first character of a definition is its
        kind.
        """
        names = [item[1:] for item in sequence.decode(self.fields[0], "~")] if self.fields else []
        return dict(zip(names, sequence.decode(state, "~"), strict=False))


@dataclass(frozen=True, slots=True, kw_only=True)
class Table(Trait):
    """A table of texts in a window; the state lists its cells by row."""

    ID: ClassVar[str] = "table;"

    rows: int = integer(2)
    columns: int = integer(2)
    menu: str = text("Show Data")
    open_key: Key = key()
    description: str = text()


@dataclass(frozen=True, slots=True, kw_only=True)
class Mat(Trait):
    """A piece that carries others; the state names them."""

    ID: ClassVar[str] = "mat;"
    INITIAL_STATE: ClassVar[str] = "0"

    name: str = text()
    description: str = text()


@dataclass(frozen=True, slots=True, kw_only=True)
class Cargo(Trait):
    """A piece that a mat carries; the state names the mat."""

    ID: ClassVar[str] = "matPiece;"
    INITIAL_STATE: ClassVar[str] = "noMat"

    description: str = text()
    keep_facing: bool = boolean(True)
    distance_x: int = integer()
    distance_y: int = integer()
    find_key: Key = key(later=True)
    detach_key: Key = key(later=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Attachment(Trait):
    """A named list of other pieces (3.7); the state names them."""

    ID: ClassVar[str] = "attach;"
    INITIAL_STATE: ClassVar[str] = "0"

    name: str = text()
    description: str = text()
    attach_menu: str = text()
    attach_key: Key = key()
    clear_menu: str = text()
    clear_key: Key = key()
    filter: str = text()
    restrict_range: bool = boolean()
    range: int = integer(1)
    fixed_range: bool = boolean(True)
    range_property: str = text()
    from_deck: str = text("-1")
    target: str = text()
    clear_matching_menu: str = text()
    clear_matching_key: Key = key()
    clear_matching_filter: str = text()
    on_attach: str = text()
    on_detach: str = text()
    before_attach: str = text()
    allow_self: bool = boolean()
    automatic: bool = boolean(True)
