"""Traits of pieces: one small builder for each kind the modules use, giving type and first state.

Field orders are those of each trait's ``mySetType`` at VASSAL 3.6.0.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from toolkit.module.keys import NO_KEY, Key, key_list
from toolkit.vassal.sequence import decode, encode


@dataclass(frozen=True, slots=True)
class Trait:
    """One trait: its type (with the leading word) and the state a new piece has."""

    type: str
    state: str = ""

    @property
    def word(self) -> str:
        """Return the word that names the kind of trait."""
        return self.type.split(";", 1)[0]


def _fields(*values: str | float | None) -> str:
    return encode(["" if value is None else _text(value) for value in values], ";") or ""


def _text(value: str | float) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)


def marker(**values: str | int) -> Trait:
    """Return fixed properties: they never change and every expression can read them."""
    names = encode(values, ",") or ""
    return Trait(f"mark;{names}", encode([str(value) for value in values.values()], ",") or "")


@dataclass(frozen=True, slots=True)
class Change:
    """How a key changes a property.

    Attributes
    ----------
    key : Key
    value : str
        New value or expression.
    menu : str
        Words in the piece's menu; empty for none.
    """

    key: Key
    value: str
    menu: str = ""


def setter(value: str) -> str:
    """Return the code of "set to this value or expression"."""
    return encode(["P", value], ",") or ""


def chooser(prompt: str, values: Sequence[str]) -> str:
    """Return the code of "let the player choose from these values"."""
    return encode(["E", prompt, encode(values, ",")], ",") or ""


def _changes(changes: Iterable[Change]) -> str:
    coded = [encode([change.menu, change.key, setter(change.value)], ":") for change in changes]
    return encode(coded, ",") or ""


_CONSTRAINTS = "false,0,100,false"


def dynamic(name: str, value: str | int, *changes: Change, note: str = "") -> Trait:
    """Return a property that keys change and the game saves."""
    return Trait("PROP;" + _fields(name, _CONSTRAINTS, _changes(changes), note), str(value))


def set_global(name: str, *changes: Change, note: str = "") -> Trait:
    """Return a trait whose keys change a property of the module."""
    level = "Current Zone/Current Map/Module"
    return Trait("setprop;" + _fields(name, _CONSTRAINTS, _changes(changes), note, level, ""))


def calculated(name: str, expression: str, note: str = "") -> Trait:
    """Return a property that an expression gives; braces are added."""
    return Trait("calcProp;" + _fields(name, f"{{{expression}}}", note))


def trigger(
    name: str,
    actions: Sequence[Key],
    *,
    key: Key = NO_KEY,
    menu: str = "",
    when: str = "",
    watch: Sequence[Key] = (),
) -> Trait:
    """Return "when this key comes and this holds, send these keys to the piece".

    Inner triggers act before outer ones; `when` is an expression without its braces.
    """
    condition = f"{{{when}}}" if when else ""
    loop = ("false", "", "", "counted", "", "", "1", "false", "", "1", "1")
    return Trait("macro;" + _fields(name, menu, key, condition, key_list(watch), key_list(actions), *loop))


_ANYWHERE = "COUNTER|false|MAP|||||0|0||false|||EQUALS"


def command_others(
    name: str,
    key: Key,
    sends: Key,
    matching: str,
    *,
    within: int | None = None,
    within_property: str = "",
    menu: str = "",
) -> Trait:
    """Return a Global Key Command of a piece.

    Parameters
    ----------
    name : str
        Description.
    key, sends : Key
        What sets it off, and what the others get.
    matching : str
        Filter expression without braces; ``$Property$`` is the sender's value.
    within : int, optional
        Range in grid cells; no limit when left out.
    within_property : str
        Name of the sender's property that gives the range instead.
    """
    limited = within is not None or bool(within_property)
    fixed = not within_property
    return Trait(
        "globalkey;"
        + _fields(
            menu, key, sends, f"{{{matching}}}", limited, within or 0, True, fixed, within_property, name, "-1",
            _ANYWHERE,
        )
    )  # fmt: skip


def report(keys: Sequence[Key], text: str, note: str = "") -> Trait:
    """Return a line in the chat for these keys; put it outside the traits whose new values it shows."""
    return Trait("report;" + _fields(key_list(keys), text, "", "", note, False), "-1")


def send_to(
    key: Key,
    map_name: str,
    x: str | int,
    y: str | int,
    *,
    board: str = "",
    menu: str = "",
    note: str = "",
) -> Trait:
    """Return "move to this pixel of that map"; coordinates may be expressions or ``$Property$``."""
    fields = _fields(menu, key, map_name, board, x, y, "", NO_KEY, 0, 0, 0, 0, note, "L", "", "", "", "")
    return Trait("sendto;" + fields, ";;")


def send_to_zone(key: Key, map_name: str, zone: str, *, menu: str = "", note: str = "") -> Trait:
    """Return "move to the middle of that zone"."""
    fields = _fields(menu, key, map_name, "", 0, 0, "", NO_KEY, 0, 0, 0, 0, note, "Z", zone, "", "", "")
    return Trait("sendto;" + fields, ";;")


def return_to_deck(key: Key, deck: str, *, menu: str = "", note: str = "") -> Trait:
    """Return "put into that deck"."""
    return Trait("return;" + _fields(menu, key, "", "Select destination", note, 2, False, deck))


def moved_mark(key: Key, image: str, x: int, y: int, menu: str) -> Trait:
    """Return the mark of a piece that moved."""
    return Trait("markmoved;" + _fields(image, x, y, menu, key, ""), "false")


def trail(key: Key, menu: str, clear: Key) -> Trait:
    """Return a movement trail, hidden until the key is pressed."""
    fields = _fields(
        key,
        menu,
        False,
        False,
        10,
        "255,255,255",
        "20,60,160",
        100,
        60,
        20,
        30,
        2.0,
        NO_KEY,
        NO_KEY,
        clear,
        "",
    )
    return Trait("footprint;" + fields, "false;;0;false")


def area(
    key: Key, menu: str, colour: str, opacity: int, note: str, *, radius: int = 1, radius_property: str = ""
) -> Trait:
    """Return a shaded area about the piece, in grid cells; off at first."""
    fixed = not radius_property
    fields = _fields(colour, opacity, radius, False, menu, key, "", fixed, radius_property, note)
    return Trait("AreaOfEffect;" + fields, "false")


@dataclass(frozen=True, slots=True)
class Level:
    """One level of a layer: its picture (none when empty) and how the piece's name changes (``"+ (reduced)"``)."""

    image: str = ""
    name: str = ""


def layer(
    name: str,
    levels: Sequence[Level],
    *,
    up: Key = NO_KEY,
    up_menu: str = "",
    down: Key = NO_KEY,
    down_menu: str = "",
    reset: Key = NO_KEY,
    reset_menu: str = "",
    loop: bool = False,
    x: int = 0,
    y: int = 0,
    follows: str = "",
    first_value: int = 1,
    start: int = 1,
    note: str = "",
) -> Trait:
    """Return a layer that is always active.

    Parameters
    ----------
    name : str
        The layer's properties are ``<name>_Level`` and so on.
    levels : sequence of Level
    up, down, reset : Key
        Next level, previous level, level 1.
    loop : bool
        Whether the last level is followed by the first.
    x, y : int
        Offset of the pictures' middle in pixels.
    follows : str
        Name of a property whose value chooses the level; `first_value` chooses the first.
    start : int
        Level of a new piece, from 1.
    """
    images = encode([level.image for level in levels], ",")
    names = encode([level.name for level in levels], ",")
    ctrl = 130
    fields = _fields(
        "", ctrl, "", up_menu, ctrl, "", down_menu, ctrl, "", reset_menu, reset, "1", False, x, y, images, names,
        loop, name, NO_KEY, "", bool(follows), follows, first_value, 1, True, NO_KEY, up, down, note, 1.0,
    )  # fmt: skip
    return Trait("emb2;" + fields, str(start))


def label(text: str, *, size: int, ink: str, ground: str, x: int, y: int, name: str) -> Trait:
    """Return a text on the piece, an expression allowed; offsets from its middle, nothing drawn when empty."""
    fields = _fields(
        NO_KEY, "", size, ground, ink, "c", y, "c", x, "c", "c", "$pieceName$", "SansSerif", 1, 0, name, ""
    )
    return Trait("label;" + fields, text)


def hide_keys(name: str, keys: Sequence[Key], when: str) -> Trait:
    """Return "these keys and their menu lines are off while this holds"; acts on inner traits only."""
    return Trait("hideCmd;" + _fields(name, "Hide", f"{{{when}}}", key_list(keys)))


def mask(image: str, name: str) -> Trait:
    """Return a face-down side that only a deck can turn: no key of its own."""
    return Trait(
        "obs;" + _fields(NO_KEY, image, "", "B", name, "player:", "", "", False, NO_KEY, ""), "null;"
    )


def stays_put() -> Trait:
    """Return "cannot be dragged and does not stack"."""
    return Trait("immob;g;N;R")


def basic(image: str, name: str) -> str:
    """Return the type of the innermost trait; no keys to clone or delete."""
    return "piece;" + _fields("", "", image, name)


def basic_state(gpid: int, place: tuple[str, int, int] | None = None) -> str:
    """Return the state of the innermost trait: map name and pixel, or nowhere."""
    name, x, y = place if place is not None else ("null", 0, 0)
    return _fields(name, x, y, gpid, 0)


def use_prototype(name: str) -> Trait:
    """Return the trait that stands for a prototype's traits."""
    return Trait("prototype;" + name)


def values(trait: Trait) -> Mapping[str, str]:
    """Return the properties of a marker trait."""
    names = decode(trait.type.removeprefix("mark;"), ",")
    return dict(zip(names, decode(trait.state, ","), strict=True))
