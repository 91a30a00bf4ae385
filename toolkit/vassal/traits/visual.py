# ruff: noqa: RUF009 - the calls declare fields and return dataclasses.field().
"""What a piece looks like: layers, masks, invisibility, rotation, trails, areas.

Source: ``Embellishment``, ``Obscurable``, ``Hideable``, ``FreeRotator``, ``Pivot``, ``Footprint``,
``MovementMarkable``, ``AreaOfEffect``, ``BorderOutline`` in ``VASSAL.counters``, 3.6.0 and release-3.7.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Self

from toolkit.vassal import sequence
from toolkit.vassal.traits.keys import CTRL, Key, ctrl
from toolkit.vassal.traits.wire import Trait, boolean, integer, key, number, strings, text


@dataclass(frozen=True, slots=True, kw_only=True)
class Layer(Trait):
    """Images of which one is shown; its number is the layer's level.

    The three commands before `reset_menu` are the old way of writing the keys `activate_key`,
    `increase_key` and `decrease_key` at the end.  ``version`` 1 tells the engine to read the latter.

    Attributes
    ----------
    names : tuple of str
        One for each image; ``+x`` follows the piece's name, ``x+`` goes before it.
    first_value : int
        With `follow_property`: the value of the property that shows the first image.
    always_active : bool
        Without it the layer must be switched on; its level is negative while it is off.
    """

    ID: ClassVar[str] = "emb2;"

    activate_menu: str = text()
    activate_modifiers: int = integer(CTRL)
    activate_letter: str = text()
    increase_menu: str = text()
    increase_modifiers: int = integer(CTRL)
    increase_letter: str = text()
    decrease_menu: str = text()
    decrease_modifiers: int = integer(CTRL)
    decrease_letter: str = text()
    reset_menu: str = text()
    reset_key: Key = key()
    reset_level: str = text("1")
    under_when_selected: bool = boolean()
    x: int = integer()
    y: int = integer()
    images: tuple[str, ...] = strings()
    names: tuple[str, ...] = strings()
    loop: bool = boolean(True)
    name: str = text()
    random_key: Key = key()
    random_menu: str = text()
    follow_property: bool = boolean()
    property_name: str = text()
    first_value: int = integer(1)
    version: int = integer(1, missing=0)
    always_active: bool = boolean(True)
    activate_key: Key = key()
    increase_key: Key = key()
    decrease_key: Key = key()
    description: str = text()
    scale: float = number(1.0)
    only_property: str = text(later=True)
    only_state: str = text("true", later=True)

    def initial_state(self) -> str:
        """Return the first level: on if the layer is always on."""
        return "1" if self.always_active else "-1"

    def level(self, state: str) -> int:
        """Return the level: its size is the image's number, its sign says whether the layer is on."""
        found = sequence.Tokens(state, ";").integer(-1)
        return min(max(found, -len(self.images)), len(self.images))

    def properties(self, state: str) -> dict[str, str]:
        """Return ``_Level``, ``_Active``, ``_Image`` and ``_Name`` after the layer's name."""
        level = self.level(state)
        on = level > 0
        names = self.names[level - 1] if on and level <= len(self.names) else ""
        shown = names[1:] if names.startswith("+") else names.removesuffix("+")
        return {
            f"{self.name}_Level": str(level),
            f"{self.name}_Active": "true" if on else "false",
            f"{self.name}_Image": self.images[level - 1] if on else "",
            f"{self.name}_Name": shown,
        }


@dataclass(frozen=True, slots=True)
class OldLayer(Trait):
    """A layer as engines before 2.6 wrote it; fields kept as they are."""

    ID: ClassVar[str] = "emb;"

    body: str

    def canonical(self) -> str:
        """Return the text as it was read."""
        return self.ID + self.body

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read ``emb;…``."""
        return cls(text[4:])


@dataclass(frozen=True, slots=True, kw_only=True)
class Mask(Trait):
    """Hides what a piece is from all but its masker.

    Attributes
    ----------
    display : str
        ``I`` inset, ``2`` second inset, ``B`` background, ``P`` and a key: peek, ``G`` and an image: that
        image.
    access : str
        Who may unmask: ``player:`` the masker (the state then holds that player's id, a password), ``side:``
        the masker's side, ``sides:A:B`` these sides.
    deal_key : Key
        Masks the piece whoever presses it; with it `deal_expression` names the side that becomes the masker.
        The released 3.6.0 knows it, the early build of 3.6.0 that is on PyPI does not.
    """

    ID: ClassVar[str] = "obs;"
    INITIAL_STATE: ClassVar[str] = "null;"

    mask_key: Key = key(ctrl("I"))
    image: str = text()
    menu: str = text("Mask")
    display: str = text("I")
    masked_name: str = text("?")
    access: str = text("player:")
    peek_menu: str = text()
    description: str = text()
    peek_on_hover: bool = boolean()
    deal_key: Key = key(later=True)
    deal_expression: str = text(later=True)

    def owner(self, state: str) -> str | None:
        """Return who masked it: a side's name, or under ``player:`` an id that must not be shown."""
        return sequence.from_null(sequence.Tokens(state, ";").text("null"))

    def properties(self, state: str) -> dict[str, str]:
        """Return ``ObscuredToOthers``."""
        return {"ObscuredToOthers": "false" if self.owner(state) is None else "true"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Hide(Trait):
    """Makes a piece invisible to others; `access` as in `Mask`."""

    ID: ClassVar[str] = "hide;"
    INITIAL_STATE: ClassVar[str] = "null"

    hide_key: Key = key(ctrl("I"))
    menu: str = text("Invisible")
    background: str = text()
    access: str = text("player:")
    opacity: float = number(0.3)
    description: str = text()
    no_move_report: bool = boolean()

    def owner(self, state: str) -> str | None:
        """Return who hid it, as `Mask.owner`."""
        return sequence.from_null(state)

    def properties(self, state: str) -> dict[str, str]:
        """Return ``InvisibleToOthers``."""
        return {"InvisibleToOthers": "false" if self.owner(state) is None else "true"}


@dataclass(frozen=True, slots=True)
class Rotate(Trait):
    """Turns a piece by fixed angles, or (`facings` 1) freely.

    Attributes
    ----------
    fields : tuple of str
        With free rotation: key, menu; else: clockwise key, counter-clockwise key and their menus; then random
        key, menu, name, description, key, menu and expression of a direct command, whether that is a facing.
    """

    ID: ClassVar[str] = "rotate;"
    INITIAL_STATE: ClassVar[str] = "0"

    facings: int
    fields: tuple[str, ...]

    def canonical(self) -> str:
        """Return ``rotate`` and the fields."""
        return f"rotate;{sequence.encode((str(self.facings), *self.fields), ';')}"

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read ``rotate;…``."""
        facings, *rest = sequence.decode(text[7:], ";")
        return cls(int(facings), tuple(rest))

    @property
    def name(self) -> str:
        """The trait's name, before ``_Facing`` and ``_Degrees``."""
        index = 4 if self.facings == 1 else 6
        return self.fields[index] if len(self.fields) > index else ""

    def properties(self, state: str) -> dict[str, str]:
        """Return ``_Facing`` (one-based) and ``_Degrees``."""
        if self.facings < 1:
            return {}
        if self.facings == 1:
            try:
                degrees = round(abs(float(state))) % 360
            except (ValueError, OverflowError):
                degrees = 0
            return {f"{self.name}_Facing": "1", f"{self.name}_Degrees": str(degrees)}
        index = min(sequence.Tokens(state, ";").integer(), self.facings - 1)
        degrees = round(index * 360 / self.facings) % 360
        return {f"{self.name}_Facing": str(index + 1), f"{self.name}_Degrees": str(degrees)}


@dataclass(frozen=True, slots=True, kw_only=True)
class Pivot(Trait):
    """Turns a piece about a point."""

    ID: ClassVar[str] = "pivot;"

    menu: str = text("Pivot")
    pivot_key: Key = key()
    x: int = integer()
    y: int = integer()
    fixed: bool = boolean(True)
    angle: float = number(90.0)
    description: str = text()
    second_menu: str = text(later=True)
    second_key: Key = key(later=True)
    second_angle: float = number(270.0, later=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Moved(Trait):
    """A mark on pieces that moved."""

    ID: ClassVar[str] = "markmoved;"
    INITIAL_STATE: ClassVar[str] = "false"

    image: str = text()
    x: int = integer()
    y: int = integer()
    menu: str = text("Mark Moved")
    moved_key: Key = key(ctrl("M"))
    description: str = text()
    ignore_same_location: bool = boolean(later=True)
    on_menu: str = text("Mark Moved On", later=True)
    on_key: Key = key(later=True)
    off_menu: str = text("Mark Moved Off", later=True)
    off_key: Key = key(later=True)

    def properties(self, state: str) -> dict[str, str]:
        """Return ``Moved``."""
        return {"Moved": "true" if state == "true" else "false"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Trail(Trait):
    """A line along the places a piece moved through since its trail was cleared."""

    ID: ClassVar[str] = "footprint;"
    INITIAL_STATE: ClassVar[str] = "false;;0;false"

    trail_key: Key = key(ctrl("T"))
    menu: str = text("Movement Trail")
    visible_at_first: bool = boolean()
    visible_to_all: bool = boolean()
    radius: int = integer(10)
    fill: str = text("255,255,255")
    line: str = text("0,0,0")
    selected_opacity: int = integer(100)
    unselected_opacity: int = integer(50)
    edge_buffer: int = integer(20)
    display_buffer: int = integer(30)
    line_width: float = number(1.0)
    on_key: Key = key()
    off_key: Key = key()
    clear_key: Key = key()
    description: str = text()
    ignore_same_place: bool = boolean(later=True)

    def points(self, state: str) -> tuple[tuple[int, int], ...]:
        """Return the places of the trail, in pixels, oldest first."""
        tokens = sequence.Tokens(state, ";")
        tokens.text()
        tokens.text()
        count = tokens.integer()
        found = []
        for token in tokens.rest()[: max(count, 0)]:
            place = sequence.Tokens(token, ",")
            found.append((place.integer(), place.integer()))
        return tuple(found)


@dataclass(frozen=True, slots=True, kw_only=True)
class AreaOfEffect(Trait):
    """A shaded area about a piece; `opacity` in percent, `radius` in grid units."""

    ID: ClassVar[str] = "AreaOfEffect;"
    INITIAL_STATE: ClassVar[str] = "false"

    color: str = text("153,153,153")
    opacity: int = integer(30)
    radius: int = integer(1)
    always_active: bool = boolean(True)
    menu: str = text("Show Area")
    area_key: Key = key()
    shader: str = text()
    fixed_radius: bool = boolean(True)
    radius_property: str = text()
    description: str = text()
    name: str = text(later=True)
    on_menu: str = text(later=True)
    on_key: Key = key(later=True)
    off_menu: str = text(later=True)
    off_key: Key = key(later=True)
    visible_to_all: bool = boolean(True, later=True)

    def properties(self, state: str) -> dict[str, str]:
        """Return ``_Active`` after the trait's name, if it has one."""
        on = self.always_active or state == "true"
        return {f"{self.name}_Active": "true" if on else "false"} if self.name else {}


@dataclass(frozen=True, slots=True, kw_only=True)
class Border(Trait):
    """An outline while a property holds (3.7)."""

    ID: ClassVar[str] = "border;"

    property_name: str = text()
    description: str = text()
    thickness: int = integer(2)
    color: str = text("255,0,0")
    second_property: str = text()
    mode: str = text("AND")
