"""Hidden cards, for any game: masks that go by side, decks, places that fill up one by one.

A mask's owner is a side, never a player's id, which is a password.  Nobody's key reaches a card that is
masked for another side: the engine sees to that.  So each owner draws, plays, opens and clears his own.

A card that leaves a face-down deck which draws face down is masked by the engine for the side of the player
who draws, in the same step.  That works in every version since 3.6.0; the *deal* key of later ones, which
masks for a side of choice, is not needed as long as each side draws its own cards.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from toolkit.module.expressions import choose
from toolkit.module.keys import NO_KEY, Key, named
from toolkit.module.traits import aimed_at
from toolkit.vassal import traits as vassal
from toolkit.vassal.sequence import encode
from toolkit.vassal.traits import Part

UNMASK = named("turnUp")
"""Turns a card up that is masked for the side of the player; inside `unmasked` only."""

BY_SIDE = "side:"


def hand_mask(image: str, own_view: str, name: str, access: str = BY_SIDE) -> Part:
    """Return a face-down side: `image` for others, the piece under `own_view` for its own side.

    Parameters
    ----------
    image : str
        Back of the cards.
    own_view : str
        Picture laid over the card where its own side sees it.
    name : str
        What others read instead of its name.
    access : str
        Whose it is: the masker's side, or sides by name (`of_sides`).
    """
    trait = vassal.Mask(
        mask_key=UNMASK, image=image, menu="", display=f"G{own_view}", masked_name=name, access=access,
        description="hidden from the other side",
    )  # fmt: skip
    return Part(trait, trait.initial_state())


def of_sides(*sides: str) -> str:
    """Return the access of a mask for players of these sides, by their names."""
    return f"sides:{encode(sides, ':')}"


def opened(key: Key) -> Part:
    """Return "turn the card up, if it is hidden": the engine's own key would hide an open card."""
    return Part(
        vassal.Trigger(
            name="Turn up", trigger_key=NO_KEY, filter="{ObscuredToOthers==true}", watch=(key,),
            actions=(UNMASK,), count="1",
        )
    )  # fmt: skip


def first_free(names: Sequence[str], window: str) -> str:
    """Return an expression (no braces) for the first of these places on which nothing lies; else the last."""
    return choose(((f"{lying(name, window)}==0", f'"{name}"') for name in names[:-1]), f'"{names[-1]}"')


def lying(name: str, window: str) -> str:
    """Return an expression (no braces) that counts the pieces on a place."""
    return _count("=", name, f'LocationName==\\"{name}\\"', window)


def lying_in_row(prefix: str, window: str) -> str:
    """Return an expression (no braces) that counts the pieces on places ``<prefix>-<number>``."""
    return _count("=~", f"{prefix}-.*", f'LocationName.startsWith(\\"{prefix}-\\")', window)


def _count(operator: str, value: str, condition: str, window: str) -> str:
    """Return a count of pieces by their place, in the engine's older form (``PropertiesPieceFilter``).

    The parser of expressions does not read it, and takes a moment for each new one: a deal has dozens.
    A place whose name would mean something else in it is compared by an expression.
    """
    plain = _PLAIN.fullmatch(value.removesuffix(".*"))
    return f'Count("{f"LocationName {operator} {value}" if plain else f"{{{condition}}}"}","{window}")'


_PLAIN = re.compile(r"[\w#/'’–-]+( [\w#/'’–-]+)*")
"""A place with nothing that the older form takes for an operator, a property or a pattern."""


def send_to_slot(key: Key, window: str, slot: str) -> Part:
    """Return "move to that place of that map"; both may be expressions in braces or ``$Property$``."""
    return Part(
        vassal.SendTo(send_key=key, map=window, board="", destination="R", region=slot),
        vassal.SendTo.INITIAL_STATE,
    )


def command_to_deck(name: str, key: Key, sends: Key, deck: str, matching: str) -> Part:
    """Return a Global Key Command of a piece to the top piece of a deck."""
    target, left = aimed_at(matching, f"COUNTER|true|DECK|||||0|0|{deck}")
    return Part(
        vassal.GlobalKey(
            command_key=key, global_key=sends, filter=left, restrict_range=False, range=0,
            report_single=True, description=name, from_deck="1",
            target=target,
        ),
        "",
    )  # fmt: skip


def hot_key(name: str, key: Key, sends: Key) -> Part:
    """Return "press that key of the module"."""
    return Part(vassal.GlobalHotKey(command_key=key, hot_key=sends, description=name), "")
