"""What a piece says of itself: its properties, read fast.  A type text is taken apart once."""

from __future__ import annotations

from functools import lru_cache

from toolkit.vassal import sequence
from toolkit.vassal.things import Thing
from toolkit.vassal.traits import Trait, parse_trait
from toolkit.vassal.traits.basic import Marker
from toolkit.vassal.traits.values import DynamicProperty
from toolkit.vassal.traits.visual import Layer, Moved

_SPEAKING = (Marker, DynamicProperty, Layer, Moved)
_STARTS = tuple(trait.ID for trait in _SPEAKING)


@lru_cache(maxsize=1 << 12)
def _traits(type_: str) -> tuple[tuple[int, Trait], ...]:
    """Return the traits that hold values, the innermost first: an outer one hides its name."""
    texts = sequence.decode_nested(type_, "\t")
    found = [(i, parse_trait(text)) for i, text in enumerate(texts) if text.startswith(_STARTS)]
    return tuple(reversed(found))


def properties(thing: Thing) -> dict[str, str]:
    """Return the constants, values and faces of a piece; nothing for stacks and decks."""
    found: dict[str, str] = {}
    if thing.is_stack:
        return found
    states = thing.states
    for i, trait in _traits(thing.type):
        if i < len(states):
            found.update(trait.properties(states[i]))
    return found


def constants(thing: Thing) -> dict[str, str]:
    """Return the constants alone (CounterId, Kind, Side …)."""
    found: dict[str, str] = {}
    for i, trait in () if thing.is_stack else _traits(thing.type):
        if isinstance(trait, Marker) and i < len(thing.states):
            found.update(trait.properties(thing.states[i]))
    return found
