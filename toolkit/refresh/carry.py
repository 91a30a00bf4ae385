"""Which trait of a new definition takes over the state of which trait of the old one.

The engine's own refresh takes a state over only where a trait's whole definition is the same; here a trait
that was changed keeps its state as well, as long as it is clear which one it was.

Source: ``VASSAL.build.GpIdChecker``, release-3.7.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from toolkit.vassal import sequence
from toolkit.vassal.traits import (
    Attachment,
    BasicPiece,
    DynamicProperty,
    Label,
    Layer,
    Marker,
    Mat,
    PropertySheet,
    Rotate,
    Trait,
    UnknownTrait,
    parse_trait,
)


@dataclass(frozen=True, slots=True)
class Carrying:
    """How the states of an old piece become those of a new one.

    Attributes
    ----------
    old, new : tuple of str
        Type texts of the traits, outermost first.
    initial : tuple of str
        States of the new definition.
    pairs : tuple of int or None
        For each new trait the old one whose state it takes over; None: its own initial state.
    """

    old: tuple[str, ...]
    new: tuple[str, ...]
    initial: tuple[str, ...]
    pairs: tuple[int | None, ...]

    @property
    def is_identity(self) -> bool:
        """Whether every state stays what and where it is."""
        if self.old != self.new or self.pairs != tuple(range(len(self.new))):
            return False
        return not any(map(_is_formula, map(parse_trait, self.new), self.initial))

    def states(self, old: Sequence[str]) -> tuple[str, ...]:
        """Return the new piece's states for those of the old piece."""
        return tuple(
            initial
            if pair is None or pair >= len(old) or _is_formula(parse_trait(text), old[pair])
            else _carried(parse_trait(self.old[pair]), parse_trait(text), old[pair])
            for text, initial, pair in zip(self.new, self.initial, self.pairs, strict=True)
        )

    def lost(self, old: Sequence[str]) -> tuple[str, ...]:
        """Return the old traits (type texts) whose state says something and is taken over by none."""
        used = set(self.pairs)
        return tuple(
            text
            for index, (text, state) in enumerate(zip(self.old, old, strict=False))
            if index not in used and _speaks(parse_trait(text), state)
        )


@lru_cache(maxsize=1 << 14)
def carrying(old: tuple[str, ...], new: tuple[str, ...], initial: tuple[str, ...]) -> Carrying:
    """Return how states go from an old piece's traits to a new one's.

    Parameters
    ----------
    old, new : tuple of str
        Type texts, outermost first.
    initial : tuple of str
        States of the new definition.
    """
    traits = [parse_trait(text) for text in old], [parse_trait(text) for text in new]
    pairs: list[int | None] = [None] * len(new)
    # What is the same first, then what has the same name, then kinds of which there are as many.
    _pair((old, new), pairs, traits[1], whole=False)
    for name in (_name, _kind):
        names = [[name(trait) for trait in side] for side in traits]
        _pair((names[0], names[1]), pairs, traits[1], whole=name is _kind)
    return Carrying(old, new, initial, tuple(pairs))


def _pair(
    names: tuple[Sequence[object], Sequence[object]],
    pairs: list[int | None],
    traits: Sequence[Trait],
    *,
    whole: bool,
) -> None:
    """Pair free traits of one name, the first with the first; `whole`: only where there are as many."""
    used = set(pairs)
    waiting: dict[object, list[int]] = {}
    for index, name in enumerate(names[0]):
        if index not in used:
            waiting.setdefault(name, []).append(index)
    wanted: dict[object, list[int]] = {}
    for index, name in enumerate(names[1]):
        if pairs[index] is None and _takes_over(traits[index]):
            wanted.setdefault(name, []).append(index)
    for key, indices in wanted.items():
        found = waiting.get(key, [])
        if key is None or (whole and len(indices) != len(found)):
            continue
        # Which of two layers became which of two others, only their names could tell.
        if whole and key is Layer and len(found) > 1:
            continue
        for one, other in zip(indices, found, strict=False):
            pairs[one] = other


def _takes_over(trait: Trait) -> bool:
    """Return whether a trait's state belongs to the game; a constant, or a fixed text, to the definition."""
    if isinstance(trait, Label):
        return bool(trait.label_key)
    return not isinstance(trait, Marker)


def _name(trait: Trait) -> object:
    """Return what a module calls a trait; None for traits without names."""
    match trait:
        case Layer(name=name) | DynamicProperty(name=name) | Mat(name=name) | Attachment(name=name):
            return (type(trait), name) if name else None
        case Rotate():
            return (Rotate, trait.name) if trait.name else None
        case Label():
            return (Label, trait.property_name, trait.description)
        case _:
            return None


def _kind(trait: Trait) -> object:
    """Return the kind of a trait; None where another one of the kind means another thing."""
    match trait:
        case BasicPiece():
            return BasicPiece
        case DynamicProperty() | Attachment():
            return None
        case UnknownTrait(text=text):
            return text.partition(";")[0]
        case _:
            return type(trait)


def _is_formula(trait: Trait, state: str) -> bool:
    """Return whether a state is a text that the engine works out for a label: nobody types that in play."""
    return isinstance(trait, Label) and state.startswith("{")


def _carried(old: Trait, new: Trait, state: str) -> str:
    """Return a state as the new trait can hold it."""
    if isinstance(new, Layer) and isinstance(old, Layer) and len(new.images) < len(old.images):
        level = old.level(state)
        if abs(level) > len(new.images):
            return str(new.level(str(level)))
    if isinstance(new, PropertySheet) and isinstance(old, PropertySheet) and new.fields[:1] != old.fields[:1]:
        values = old.properties(state)
        names = new.properties("~" * 99)
        return sequence.encode([values.get(name, "") for name in names], "~") or ""
    return state


def _speaks(trait: Trait, state: str) -> bool:
    """Return whether a state is other than that of a fresh piece."""
    if isinstance(trait, Marker | BasicPiece) or (isinstance(trait, Label) and not trait.label_key):
        return False
    return state not in ("", "null", "null;", "false", "0", trait.initial_state())
