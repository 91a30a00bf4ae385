"""Traits in the module's own words: short builders over `toolkit.vassal.traits`, with first states."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from toolkit.module.expressions import told
from toolkit.vassal import traits as vassal
from toolkit.vassal.sequence import encode
from toolkit.vassal.traits import NO_KEY, Key, Part, named


def _part(trait: vassal.Trait, state: str | None = None) -> Part:
    return Part(trait, trait.initial_state() if state is None else state)


def marker(**values: str | int) -> Part:
    """Return fixed properties: they never change and every expression can read them."""
    return Part(*vassal.marker({name: str(value) for name, value in values.items()}))


@dataclass(frozen=True, slots=True)
class Change:
    """How a key changes a property: to a value, or to what an expression in braces gives."""

    key: Key
    value: str

    def command(self) -> vassal.KeyCommand:
        """Return the key command, without a menu line."""
        return vassal.change_value(self.key, self.value)


def dynamic(name: str, value: str | int, *changes: Change, note: str = "") -> Part:
    """Return a property that keys change and the game saves."""
    commands = tuple(change.command() for change in changes)
    return _part(vassal.DynamicProperty(name=name, commands=commands, description=note), str(value))


def set_global(name: str, *changes: Change, note: str = "") -> Part:
    """Return a trait whose keys change a property of the module."""
    commands = tuple(change.command() for change in changes)
    return _part(vassal.SetGlobalProperty(name=name, commands=commands, description=note))


def calculated(name: str, expression: str, note: str = "") -> Part:
    """Return a property that an expression gives; braces are added."""
    return _part(vassal.CalculatedProperty(name=name, expression=f"{{{expression}}}", description=note))


def trigger(
    name: str,
    actions: Sequence[Key],
    *,
    key: Key = NO_KEY,
    menu: str = "",
    when: str = "",
    watch: Sequence[Key] = (),
) -> Part:
    """Return "when this key comes and this holds, send these keys to the piece".

    Inner triggers act before outer ones; `when` is an expression without its braces.
    """
    return _part(
        vassal.Trigger(
            name=name, menu=menu, trigger_key=key, filter=f"{{{when}}}" if when else "", watch=tuple(watch),
            actions=tuple(actions), count="1",
        )
    )  # fmt: skip


_FIXED = re.compile(r'(\w+)=="([\w-]+)"(?=&&|$)')
_GROUP = re.compile(r"\([^()]*\)")


def aimed_at(matching: str, where: str = "COUNTER|false|MAP|||||0|0|") -> tuple[str, str]:
    """Return the target of a Global Key Command, and the filter for what its target does not say.

    The engine compares a value in no time; an expression takes it as long as many comparisons.  So a target
    is the pieces with the fixed value that the condition begins with; by default on any map, for a piece.
    """
    fixed = _FIXED.match(matching) if "||" not in _GROUP.sub("", matching) else None
    name, value = fixed.groups() if fixed else ("", "")
    left = "" if fixed and fixed.end() == len(matching) else f"{{{matching}}}"
    return f"{where}|{str(bool(fixed)).lower()}|{name}|{value}|EQUALS", left


def command_others(
    name: str, key: Key, sends: Key, matching: str, *, within: int | None = None, within_property: str = ""
) -> Part:
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
    target, left = aimed_at(matching)
    return _part(
        vassal.GlobalKey(
            command_key=key, global_key=sends, filter=left, range=within or 0,
            restrict_range=within is not None or bool(within_property), fixed_range=not within_property,
            range_property=within_property, description=name, target=target,
            report_single=False,
        )
    )  # fmt: skip


def report(keys: Sequence[Key], text: str, *cases: tuple[str, str]) -> Part:
    """Return a line in the chat for these keys; put it outside the traits whose new values it shows.

    Parameters
    ----------
    text : str
        With ``$Property$``; nothing is said where it is empty.
    cases : (str, str)
        Condition without braces and the text in its place; the first that holds.  What any of the texts
        shows is a text in every condition: ``Left!="0"``.
    """
    if cases:
        text = told(text, *cases)
    return _part(vassal.Report(report_keys=tuple(keys), format=text))


def send_to(key: Key, map_name: str, x: int, y: int) -> Part:
    """Return "move to this pixel of that map", whose board has the map's name."""
    return _part(vassal.SendTo(send_key=key, map=map_name, board=map_name, x=str(x), y=str(y)))


def send_to_zone(key: Key, map_name: str, zone: str) -> Part:
    """Return "move to the middle of that zone"."""
    return _part(vassal.SendTo(send_key=key, map=map_name, destination="Z", zone=zone))


def send_to_counter(key: Key, matching: str) -> Part:
    """Return "move to where the first piece is that matches"; an expression without braces."""
    return _part(vassal.SendTo(send_key=key, destination="A", filter=f"{{{matching}}}"))


def return_to_deck(key: Key, deck: str) -> Part:
    """Return "put into that deck"."""
    return _part(vassal.ReturnToDeck(return_key=key, deck_expression=deck))


def moved_mark(key: Key, image: str, x: int, y: int, menu: str) -> Part:
    """Return the mark of a piece that moved."""
    return _part(vassal.Moved(image=image, x=x, y=y, menu=menu, moved_key=key))


def trail(key: Key, menu: str, clear: Key) -> Part:
    """Return a movement trail, hidden until the key is pressed."""
    return _part(vassal.Trail(trail_key=key, menu=menu, line="20,60,160", line_width=2.0, clear_key=clear))


def area(key: Key, menu: str, colour: str, opacity: int, *, radius_property: str = "") -> Part:
    """Return a shaded area about the piece, in grid cells; off at first."""
    return _part(
        vassal.AreaOfEffect(
            color=colour, opacity=opacity, radius=1, always_active=False, menu=menu, area_key=key,
            fixed_radius=not radius_property, radius_property=radius_property, description=menu,
        )
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Level:
    """One level of a layer: its picture, if any, and how the piece's name changes (``"+ (reduced)"``)."""

    image: str = ""
    name: str = ""


def layer(name: str, levels: Sequence[Level], *, x: int = 0, y: int = 0, loop: bool = False) -> vassal.Layer:
    """Return a layer that is always active; its properties are ``<name>_Level`` and so on."""
    return vassal.Layer(
        name=name, images=tuple(level.image for level in levels), names=tuple(level.name for level in levels),
        loop=loop, x=x, y=y,
    )  # fmt: skip


def stepped(base: vassal.Layer, up: Key, reset: Key = NO_KEY) -> Part:
    """Return a layer that `up` takes to its next level and `reset` to its first."""
    return _part(replace(base, increase_key=up, reset_key=reset))


def following(base: vassal.Layer, property_name: str, first_value: int = 0) -> Part:
    """Return a layer whose level is the value of a property; `first_value` shows the first level."""
    return _part(replace(base, follow_property=True, property_name=property_name, first_value=first_value))


_LABEL = named("writeLabel")


def label(
    text: str, *, size: int, ink: str, ground: str, x: int, y: int, name: str, beside: bool = False
) -> Part:
    """Return a text on the piece, an expression allowed; offsets from its middle; nothing when empty.

    It is centred there, or begins there if it stands `beside` the piece.

    Its key, which nobody presses, keeps it out of what a click meets.  The engine works out the text and the
    piece's outline anew for every piece of the map whenever the mouse is used, twice for each label inside.
    """
    trait = vassal.Label(
        label_key=_LABEL, menu="", font_size=size, background=ground, foreground=ink,
        vertical="c", vertical_offset=y,
        horizontal="c", horizontal_offset=x, vertical_justification="c",
        horizontal_justification="l" if beside else "c",
        name_format="$pieceName$", font="SansSerif", font_style=1, property_name=name,
    )  # fmt: skip
    return _part(trait, text)


def alone() -> Part:
    """Return "lies with no other piece": who drags what it lies on leaves it there."""
    return _part(vassal.Immobile())


def mask(image: str, name: str) -> Part:
    """Return a face-down side that only a deck turns: it has no key of its own."""
    return _part(vassal.Mask(mask_key=NO_KEY, image=image, menu="", display="B", masked_name=name))


def chooser(prompt: str, values: Sequence[str]) -> str:
    """Return the code of "let the player choose from these values" for a toolbar button."""
    return encode(["E", prompt, encode(values, ",")], ",") or ""


def setter(value: str) -> str:
    """Return the code of "set to this value or expression" for a toolbar button."""
    return encode(["P", value], ",") or ""
