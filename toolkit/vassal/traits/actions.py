# ruff: noqa: RUF009 - the calls declare fields and return dataclasses.field().
"""What a piece does when a key is pressed.

Source: ``Delete``, ``Clone``, ``SendToLocation``, ``ReturnToDeck``, ``Translate``, ``PlaceMarker``,
``Replace``, ``TriggerAction``, ``CounterGlobalKeyCommand``, ``GlobalHotKey``, ``MultiLocationCommand``,
``ReportState``, ``PlaySound``, ``Restricted``, ``RestrictCommands``, ``SubMenu``, ``MenuSeparator``,
``ActionButton``, ``Deselect`` in ``VASSAL.counters``, 3.6.0 and release-3.7.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Self

from toolkit.vassal import sequence
from toolkit.vassal.traits.keys import Key, ctrl
from toolkit.vassal.traits.wire import Trait, boolean, integer, key, keys, strings, text


@dataclass(frozen=True, slots=True, kw_only=True)
class Delete(Trait):
    """Removes the piece."""

    ID: ClassVar[str] = "delete;"

    menu: str = text()
    delete_key: Key = key(ctrl("D"))
    description: str = text()


@dataclass(frozen=True, slots=True, kw_only=True)
class Clone(Trait):
    """Makes a copy of the piece."""

    ID: ClassVar[str] = "clone;"

    menu: str = text()
    clone_key: Key = key(ctrl("C"))
    description: str = text()


@dataclass(frozen=True, slots=True, kw_only=True)
class SendTo(Trait):
    """Sends the piece elsewhere, and back.

    Attributes
    ----------
    map, board, x, y, zone, region, grid_location : str
        Texts or expressions.
    destination : str
        ``G`` grid location, ``L`` pixels, ``Z`` zone, ``R`` region, ``A`` a piece that meets `filter`,
        ``C`` the next such piece, ``N`` the nearest.
    x_index, x_offset, y_index, y_offset : str
        Added to the destination: index times offset, in pixels.
    """

    ID: ClassVar[str] = "sendto;"
    INITIAL_STATE: ClassVar[str] = ";;"

    menu: str = text()
    send_key: Key = key()
    map: str = text()
    board: str = text()
    x: str = text("0")
    y: str = text("0")
    back_menu: str = text()
    back_key: Key = key()
    x_index: str = text("0")
    y_index: str = text("0")
    x_offset: str = text("1")
    y_offset: str = text("1")
    description: str = text()
    destination: str = text("L")
    zone: str = text()
    region: str = text()
    filter: str = text()
    grid_location: str = text()


@dataclass(frozen=True, slots=True, kw_only=True)
class ReturnToDeck(Trait):
    """Returns the piece to a deck; `version` 2 reads `choose` (ask which) and `deck_expression`, from 3.6
    on.
    """

    ID: ClassVar[str] = "return;"

    menu: str = text()
    return_key: Key = key()
    deck: str = text()
    prompt: str = text("Select destination")
    description: str = text()
    version: int = integer(2, missing=0)
    choose: bool = boolean()
    deck_expression: str = text()


@dataclass(frozen=True, slots=True, kw_only=True)
class Translate(Trait):
    """Moves the piece by a fixed distance, in pixels or expressions."""

    ID: ClassVar[str] = "translate;"

    menu: str = text("Move Fixed Distance")
    move_key: Key = key(ctrl("M"))
    dx: str = text("0")
    dy: str = text("60")
    whole_stack: bool = boolean()
    x_index: str = text("0")
    y_index: str = text("0")
    x_offset: str = text("0")
    y_offset: str = text("0")
    description: str = text()


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceMarker(Trait):
    """Puts a new piece on the map.

    Attributes
    ----------
    marker : str
        A palette path, or the new piece's definition as an add command; ``null`` for none.
    label : str
        Text shown on the new piece; ``null`` for none.
    x, y : str
        Offset in pixels, from 3.7 on also expressions.
    gpid : str
        Palette number of the definition in `marker`.
    placement : int
        0 top of the stack, 1 bottom, 2 above the piece, 3 below it.
    """

    ID: ClassVar[str] = "placemark;"

    menu: str = text()
    place_key: Key = key()
    marker: str = text("null")
    label: str = text("null")
    x: str = text("0")
    y: str = text("0")
    match_rotation: bool = boolean()
    after_key: Key = key()
    description: str = text()
    gpid: str = text()
    placement: int = integer()
    above: bool = boolean()
    copy_properties: bool = boolean(later=True)
    parameters: str = text(later=True)
    version: int = integer(later=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Replace(PlaceMarker):
    """Puts a new piece in this one's place; fields as in `PlaceMarker`."""

    ID: ClassVar[str] = "replace;"


@dataclass(frozen=True, slots=True, kw_only=True)
class Trigger(Trait):
    """Presses other keys on the piece when one of its own is pressed.

    Attributes
    ----------
    filter : str
        Expression; empty: always.
    loop_type : str
        ``counted``, ``while`` or ``until``.
    """

    ID: ClassVar[str] = "macro;"

    name: str = text()
    menu: str = text()
    trigger_key: Key = key()
    filter: str = text()
    watch: tuple[Key, ...] = keys()
    actions: tuple[Key, ...] = keys()
    loop: bool = boolean()
    before_key: Key = key()
    after_key: Key = key()
    loop_type: str = text("counted")
    while_expression: str = text()
    until_expression: str = text()
    count: str = text()
    index: bool = boolean()
    index_name: str = text()
    index_start: str = text("1")
    index_step: str = text("1")


@dataclass(frozen=True, slots=True, kw_only=True)
class GlobalKey(Trait):
    """Presses a key on other pieces.

    Attributes
    ----------
    filter : str
        Expression over the other piece's properties.
    range : int
        In grid units where the grid has them; used with `restrict_range`.
    range_property : str
        Without `fixed_range`: the property of this piece that holds the range.
    from_deck : str
        How many pieces of a deck: ``-1`` all, ``0`` none, or a number or expression.
    target : str
        Fast match, as `fast_match` writes it.
    """

    ID: ClassVar[str] = "globalkey;"

    menu: str = text()
    command_key: Key = key()
    global_key: Key = key()
    filter: str = text()
    restrict_range: bool = boolean()
    range: int = integer(1)
    report_single: bool = boolean(True)
    fixed_range: bool = boolean(True)
    range_property: str = text()
    description: str = text()
    from_deck: str = text("-1")
    target: str = text()
    quiet: bool = boolean(later=True)
    parameters: str = text(later=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class GlobalHotKey(Trait):
    """Presses a key of the module."""

    ID: ClassVar[str] = "globalhotkey;"

    menu: str = text()
    command_key: Key = key()
    hot_key: Key = key()
    description: str = text()


@dataclass(frozen=True, slots=True, kw_only=True)
class LocationCommand(Trait):
    """One menu entry a location (3.7)."""

    ID: ClassVar[str] = "locCommand;"

    description: str = text()
    kind: str = text()
    filter: str = text()
    menu: str = text()
    command_key: Key = key()
    current_map_only: bool = boolean(True)
    sort: str = text(later=True)
    ascending: bool = boolean(True, later=True)
    numeric: bool = boolean(later=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Report(Trait):
    """Writes a chat line after keys; with `back_keys` lines come from `cycle` in turn (its index is the
    state).
    """

    ID: ClassVar[str] = "report;"
    INITIAL_STATE: ClassVar[str] = "-1"

    report_keys: tuple[Key, ...] = keys()
    format: str = text()
    back_keys: tuple[Key, ...] = keys()
    cycle: tuple[str, ...] = strings()
    description: str = text()
    no_suppress: bool = boolean()


@dataclass(frozen=True, slots=True, kw_only=True)
class Sound(Trait):
    """Plays a sound."""

    ID: ClassVar[str] = "playSound;"

    clip: str = text()
    menu: str = text("Play Sound")
    sound_key: Key = key(ctrl("P"))
    to_others: bool = boolean()
    description: str = text()
    no_suppress: bool = boolean(later=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class RestrictAccess(Trait):
    """Only these sides may use the piece; the state holds the owner's id under `by_player`, never to be
    shown.
    """

    ID: ClassVar[str] = "restrict;"

    sides: tuple[str, ...] = strings()
    by_player: bool = boolean()
    restrict_movement: bool = boolean(True)
    description: str = text()


@dataclass(frozen=True, slots=True, kw_only=True)
class RestrictCommands(Trait):
    """Hides or disables keys while an expression holds; `action` is ``Hide`` or ``Disable``."""

    ID: ClassVar[str] = "hideCmd;"

    name: str = text()
    action: str = text("Hide")
    filter: str = text()
    restricted_keys: tuple[Key, ...] = keys()


@dataclass(frozen=True, slots=True, kw_only=True)
class SubMenu(Trait):
    """Groups menu entries."""

    ID: ClassVar[str] = "submenu;"

    menu: str = text()
    entries: tuple[str, ...] = strings()
    description: str = text()


@dataclass(frozen=True, slots=True, kw_only=True)
class MenuSeparator(Trait):
    """A line in the menu."""

    ID: ClassVar[str] = "menuSeparator;"

    description: str = text()
    separator_key: Key = key()


@dataclass(frozen=True, slots=True)
class Button(Trait):
    """A part of the piece that presses a key when clicked; fields as the engine orders them."""

    ID: ClassVar[str] = "button;"

    fields: tuple[str, ...]

    def canonical(self) -> str:
        """Return ``button`` and the fields."""
        return self.ID + (sequence.encode(self.fields, ";") or "")

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read ``button;…``."""
        return cls(tuple(sequence.decode(text[len(cls.ID) :], ";")))


@dataclass(frozen=True, slots=True, kw_only=True)
class Deselect(Trait):
    """Takes the piece out of the selection."""

    ID: ClassVar[str] = "deselect;"

    menu: str = text()
    deselect_key: Key = key(ctrl("K"))
    description: str = text()
    unstack: bool = boolean()
    kind: str = text("D")
