# ruff: noqa: PLR0917
"""Chapter 14: building forts.  Their effect on combat is in chapter 10, on zones and stacks in chapter 3."""

from __future__ import annotations

from collections.abc import Collection

from tests.oracle.gj47.ch03_basics import line_hexes
from tests.oracle.gj47.world import AXIS, SOVIET, State, World, fort, on_map, standing
from tests.oracle.readings import Readings

SPENT = "spent"


def build(
    world: World, state: State, marker: str, h: str, r: Readings, built: Collection[str] = ()
) -> list[str]:
    """Return the clauses that building a level in `h` breaks; `built` are the hexes built in this phase."""
    broken = []
    board = world.board
    if (built and r["U-39"] == "in-all") or h in built:
        broken.append("14.1(3)")
    if h not in board.place or h not in line_hexes(world, state, SOVIET, r):
        broken.append("14.1(1)")
    if any(world.pieces[id].side == AXIS for b in board.neighbours(h) for id in standing(world, state, b)):
        broken.append("14.1(2)")
    there = fort(world, state, h)
    spot = state.where.get(marker)
    if there is None:
        if spot == SPENT or on_map(state, marker) is not None:
            broken.append("14.3(3)")
    elif there != marker or there not in state.reduced:
        broken.append("14.1(6)")
    return sorted(set(broken))


def raise_level(state: State, marker: str, h: str) -> None:
    """14.1(4), (5), (7): a new fort is of level 1, a second level makes it 2."""
    if state.where.get(marker) == h:
        state.reduced.discard(marker)
    else:
        state.where[marker] = h
        state.reduced.add(marker)
