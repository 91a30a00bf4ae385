"""Every way to give out the points of a fire, by exhaustive search over the table of losses."""

from __future__ import annotations

from collections import Counter

from tests.oracle.storm.losing import done, options, take
from tests.oracle.storm.world import State, World

Fate = tuple[tuple[str, str, str], int]
"""A unit's face before, its face after, where it is; and how many have that fate."""
Outcome = tuple[frozenset[Fate], int]
"""Fates of the units that were shot at, and the points left over."""


def outcome(world: World, state: State, faces: dict[str, str]) -> Outcome:
    """Return how a table looks to somebody who cannot tell units of one face apart."""
    assert state.fire is not None
    fates = Counter(
        (faces[unit], "spent" if unit in state.spent else "fresh", state.where[unit])
        for unit in state.fire.shot
    )
    return frozenset(fates.items()), state.fire.left


def faces_of(state: State) -> dict[str, str]:
    """Return the faces of the units that are shot at, before any point is given out."""
    assert state.fire is not None
    return {unit: "spent" if unit in state.spent else "fresh" for unit in state.fire.shot}


def all_outcomes(world: World, state: State) -> set[Outcome]:
    """Return every allowed outcome of the fire on the table.

    Units of one face at the start are interchangeable, so of states that differ in their names only one is
    followed.
    """
    faces = faces_of(state)
    found: set[Outcome] = set()
    seen: set[object] = set()
    waiting = [state]
    while waiting:
        here = waiting.pop()
        key = _key(here, faces)
        if key in seen:
            continue
        seen.add(key)
        if done(world, here):
            found.add(outcome(world, here, faces))
        for row, unit, back in options(world, here):
            after = here.copy()
            take(world, after, row, unit, back)
            waiting.append(after)
    return found


def _key(state: State, faces: dict[str, str]) -> object:
    assert state.fire is not None
    fates = Counter(
        (faces[unit], unit in state.spent, state.where[unit], unit in state.fire.moved)
        for unit in state.fire.shot
    )
    return frozenset(fates.items()), state.fire.left, state.fire.refuge
