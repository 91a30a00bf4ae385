"""Which of a piece's values differ between two states, with nobody's id among them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import compress, count
from operator import is_not

from toolkit.vassal import sequence
from toolkit.vassal.events import TraitChange
from toolkit.vassal.privacy import People
from toolkit.vassal.traits import Hide, Mask, RestrictAccess, Trait, UnknownTrait, parse_trait


def merge_states(current: Sequence[str], new: Sequence[str], old: Sequence[str]) -> tuple[str, ...]:
    """Return the states after a change that was logged as from `old` to `new`.

    As in the engine, only what the change changed is taken over: what another player changed meanwhile stays.
    """
    if len(current) != len(new) or len(old) != len(new) or current == old:
        return tuple(new)
    merged = list(current)
    for index in differing(old, new):
        merged[index] = new[index]
    return tuple(merged)


def differing(old: Sequence[str], new: Sequence[str]) -> list[int]:
    """Return where two sequences differ, as far as both go; elements that are one object cost nothing."""
    others = compress(count(), map(is_not, old, new))
    return [index for index in others if old[index] != new[index]]


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
    types: Sequence[str],
    old: Sequence[str],
    new: Sequence[str],
    people: People,
    where: Sequence[int] | None = None,
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
    where : sequence of int, optional
        Where the states differ, in order; found out by default.
    """
    for index in differing(old, new) if where is None else where:
        if index >= len(types) - 1:
            return
        kind, values, owned = _shown(types[index], old[index], new[index])
        if owned:
            owners = _owners(parse_trait(types[index]), old[index], new[index], people)
            values = values if owners is None else {owners[0]: owners[1:], **values}
        elif not values:
            values = {None: (old[index], new[index])}
        for name, (first, second) in values.items():
            if first != second:
                yield TraitChange(kind, index, name, people.redact(first), people.redact(second))


@lru_cache(maxsize=1 << 12)
def _shown(type_: str, before: str, after: str) -> tuple[str, dict[str | None, tuple[str, str]], bool]:
    """Return what a trait is called, which of its properties differ between two states, and whether the
    states name players.
    """
    trait = parse_trait(type_)
    kind = type_.partition(";")[0] if isinstance(trait, UnknownTrait) else type(trait).__name__
    was, now = trait.properties(before), trait.properties(after)
    values = {name: (was.get(name, ""), now.get(name, "")) for name in {**was, **now}}
    differ: dict[str | None, tuple[str, str]] = {n: pair for n, pair in values.items() if pair[0] != pair[1]}
    return kind, differ, isinstance(trait, Mask | Hide | RestrictAccess)
