"""Which of a piece's values differ between two states, with nobody's id among them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from toolkit.vassal import sequence
from toolkit.vassal.events import TraitChange
from toolkit.vassal.privacy import People
from toolkit.vassal.traits import Hide, Mask, RestrictAccess, Trait, UnknownTrait, parse_trait

__all__ = ["merge_states", "trait_changes"]


def merge_states(current: Sequence[str], new: Sequence[str], old: Sequence[str]) -> tuple[str, ...]:
    """Return the states after a change that was logged as from `old` to `new`.

    As in the engine, only what the change changed is taken over: what another player changed meanwhile stays.
    """
    if len(current) != len(new) or len(old) != len(new):
        return tuple(new)
    return tuple(
        mine if after == before else after for mine, after, before in zip(current, new, old, strict=True)
    )


def _owner(name: str, people: People, access: str) -> Callable[[str | None], str]:
    def show(owner: str | None) -> str:
        if not owner:
            return ""
        return owner if access.startswith("side") else str(people.actor(owner) or name)

    return show


def _owners(trait: Trait, old: str, new: str, people: People) -> tuple[str, str, str] | None:
    """Return name, old and new value of whose a masked, hidden or restricted piece is; None for other
    traits.
    """
    if isinstance(trait, Mask | Hide):
        show = _owner("a player", people, trait.access)
        name = "MaskedBy" if isinstance(trait, Mask) else "HiddenBy"
        return name, show(trait.owner(old)), show(trait.owner(new))
    if isinstance(trait, RestrictAccess):
        show = _owner("a player", people, "player:")
        return "OwnedBy", show(sequence.from_null(old)), show(sequence.from_null(new))
    return None


def trait_changes(
    types: Sequence[str], old: Sequence[str], new: Sequence[str], people: People
) -> Iterator[TraitChange]:
    """Yield what differs between two states of a piece; the innermost trait, its place, is left out.

    Parameters
    ----------
    types : sequence of str
        Type texts of the traits, outermost first.
    old, new : sequence of str
        States of the same traits.
    people : People
        Who the ids in the states belong to; no id comes out.
    """
    for index, (type_, before, after) in enumerate(zip(types[:-1], old, new, strict=False)):
        if before == after:
            continue
        trait = parse_trait(type_)
        kind = type(trait).__name__
        if isinstance(trait, UnknownTrait):
            kind = type_.partition(";")[0]
        owners = _owners(trait, before, after, people)
        values = {} if owners is None else {owners[0]: owners[1:]}
        was, now = trait.properties(before), trait.properties(after)
        values |= {name: (was.get(name, ""), now.get(name, "")) for name in {**was, **now}}
        found = False
        for name, (first, second) in values.items():
            if first != second:
                found = True
                yield TraitChange(kind, index, name, people.redact(first), people.redact(second))
        if not found and owners is None:
            yield TraitChange(kind, index, None, people.redact(before), people.redact(after))
