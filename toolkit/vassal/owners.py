"""Where the state of a piece names players: who masked, hid or owns it, and who may unmask it.

Under player access these are ids, which are passwords; under the access of sides they are names of sides.

Source: ``Obscurable``, ``Hideable``, ``Restricted`` in ``VASSAL.counters``, ``ObscurableOptions``, ``Deck``,
release-3.7.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache

from toolkit.vassal import sequence
from toolkit.vassal.traits import Hide, Mask, RestrictAccess, Trait, parse_trait, trait_texts

# What engines write where no player is meant: nobody, cards that lie face down, spectators.
NOBODY = frozenset({"", "null", "nobody", "<observer>"})
_TRAITS = ("obs;", "hide;", "restrict;")


@lru_cache(maxsize=1 << 14)
def may_hold_ids(type_: str) -> bool:
    """Return whether a piece of this type may name players in its state; quick."""
    return any(prefix in type_ for prefix in _TRAITS)


def _rename_mask(trait: Mask, own: str, rename: Callable[[str], str]) -> str:
    """Apply `rename` to a mask's state: who masked it; who may unmask: ``override|count|id|id …``."""
    masker, *rest = sequence.decode(own, ";")
    if masker not in NOBODY and not trait.access.startswith("side"):
        masker = rename(masker)
    if rest:
        override, *more = sequence.decode(rest[0], "|")
        count, ids = more[:1], [item if item in NOBODY else rename(item) for item in more[1:]]
        rest[0] = sequence.encode([override, *count, *ids], "|") or ""
    return sequence.encode([masker, *rest], ";") or ""


def rename_in_state(trait: Trait | str, own: str, rename: Callable[[str], str]) -> str:
    """Return a trait's state with `rename` applied to each player's id in it.

    Parameters
    ----------
    trait : Trait or str
        The trait or its type text.
    own : str
        Its part of the piece's state.
    rename : callable
        Id to what stands for it.
    """
    if isinstance(trait, str):
        if not trait.startswith(_TRAITS):
            return own
        trait = parse_trait(trait)
    if isinstance(trait, Mask):
        return _rename_mask(trait, own, rename)
    if isinstance(trait, RestrictAccess):
        return own if own in NOBODY else rename(own)
    if isinstance(trait, Hide):
        return own if own in NOBODY or trait.access.startswith("side") else rename(own)
    return own


def ids_in_state(type_: str, state: str, reader: sequence.NestedReader | None = None) -> Iterator[str]:
    """Yield the ids that a piece's state names.

    A `reader` that read the states of pieces like it before takes this one apart faster.
    """
    holders = _holders(type_) if may_hold_ids(type_) else ()
    if not holders:
        return
    found: list[str] = []

    def note(id_: str) -> str:
        found.append(id_)
        return id_

    last = holders[-1][0]
    states = sequence.decode_nested(state, "\t", last + 1) if reader is None else reader.read(state)
    for index, text in holders:
        if index < len(states):
            rename_in_state(text, states[index], note)
    yield from found


@lru_cache(maxsize=1 << 14)
def _holders(type_: str) -> tuple[tuple[int, str], ...]:
    """Return the traits of a piece whose states may name players, with their place among its traits."""
    return tuple((i, text) for i, text in enumerate(trait_texts(type_)) if text.startswith(_TRAITS))
