"""What a piece says of itself: its properties, read fast, and numbers in them.

A type text is taken apart once.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from toolkit.vassal.things import Thing
from toolkit.vassal.traits import parse_trait, trait_texts
from toolkit.vassal.traits.basic import Marker
from toolkit.vassal.traits.values import DynamicProperty
from toolkit.vassal.traits.visual import Layer, Moved

_SPEAKING = (Marker, DynamicProperty, Layer, Moved)
_STARTS = tuple(trait.ID for trait in _SPEAKING)

_DIGITS = 9
"""Nobody counts further; a longer row of digits is no number of a module's."""


def number(text: str, default: int = 0) -> int:
    """Return a whole number without sign, or the default."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= _DIGITS else default


def signed(text: str) -> int:
    """Return a whole number that may be below 0; 0 for any other text."""
    return -number(text[1:]) if text.startswith("-") else number(text)


@lru_cache(maxsize=1 << 12)
def _traits(type_: str) -> tuple[tuple[int, str], ...]:
    """Return the traits that hold values, the innermost first: an outer one hides its name."""
    found = [(i, text) for i, text in enumerate(trait_texts(type_)) if text.startswith(_STARTS)]
    return tuple(reversed(found))


@lru_cache(maxsize=1 << 14)
def _shown(text: str, state: str) -> Mapping[str, str]:
    """Return what a trait shows in a state: counters of one game share most of both."""
    return parse_trait(text).properties(state)


def properties(thing: Thing) -> dict[str, str]:
    """Return the constants, values and faces of a piece; nothing for stacks and decks."""
    found: dict[str, str] = {}
    if thing.is_stack:
        return found
    states = thing.states
    for i, text in _traits(thing.type):
        if i < len(states):
            found.update(_shown(text, states[i]))
    return found


def constants(thing: Thing) -> dict[str, str]:
    """Return the constants alone (CounterId, Kind, Side …)."""
    found: dict[str, str] = {}
    for i, text in () if thing.is_stack else _traits(thing.type):
        if text.startswith(Marker.ID) and i < len(thing.states):
            found.update(_shown(text, thing.states[i]))
    return found
