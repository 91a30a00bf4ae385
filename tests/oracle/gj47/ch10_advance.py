# ruff: noqa: PLR0917
"""10.7 as this reading has it: who goes forward after a battle, and where to."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import pairwise

from tests.oracle.gj47.ch03_basics import closed_to, overfills, pass_through
from tests.oracle.gj47.world import (
    State,
    World,
    on_map,
    side,
)
from tests.oracle.readings import Readings


def special_hex(world: World, h: str) -> bool:
    return h in world.board.place or world.board.terrain[h] in ("mountain", "forest", "marsh")


def advance(
    world: World,
    state: State,
    piece: str,
    way: Sequence[str],
    target: str,
    attackers: Collection[str],
    r: Readings,
    gone_before: Collection[str] = (),
) -> list[str]:
    """Return the clauses that an advance breaks; the state is that after losses and retreats.

    10.7(6)3, 3.1(3): stacks are judged when all have advanced; attackers not in `gone_before` may yet leave.
    """
    broken: list[str] = []
    known = world.pieces[piece]
    start = on_map(state, piece)
    if piece not in attackers or start is None:
        return ["10.7(1)", "10.7(2)"]
    if known.kind == "fort":
        broken.append("14.3(1)")
    if closed_to(world, state, target, known.side, r):
        broken.append("10.7(1)")
    if not way:
        return broken
    if way[0] != target:
        broken.append("10.7(5)")
    broken += _advance_hexes(world, state, piece, [start, *way], r)
    stay = state.copy()
    for id in attackers:
        if id not in gone_before and id != piece:
            stay.where[id] = "may still leave"
    if overfills(world, stay, piece, way[-1]):
        broken += ["10.7(6)3", "10.7(6)4", "3.1(3)"]
    return sorted(set(broken))


def _advance_hexes(world: World, state: State, piece: str, route: Sequence[str], r: Readings) -> list[str]:
    board, known = world.board, world.pieces[piece]
    broken = []
    if len(route) - 1 > (2 if known.mech else 1):
        broken.append("10.7(1)2" if known.mech else "10.7(1)1")
    wet = []
    for a, b in pairwise(route):
        if b not in board.neighbours(a):
            return [*broken, "10.7(1)"]
        s = side(a, b)
        wet.append(s in board.river or s in board.great)
        if s in board.impassable:
            broken.append("10.7(6)1")
        if board.terrain[b] == "sea":
            broken.append("10.7(6)2")
        if closed_to(world, state, b, known.side, r):
            broken.append("3.1(2)")
        off_road = board.terrain[b] == "mountain" and s not in board.road
        if off_road and not known.mountain and r["U-20"] == "prohibited":
            broken += ["9.2(4)", "10.7(6)", "10.7(6)1"]
        if s in board.great and not board.bridged(s) and r["U-32"] == "no":
            broken.append("10.7(6)1")
    if len(route) > 2:
        stopped = wet[0] or special_hex(world, route[1])
        if r["U-31"] == "either":
            stopped = stopped or wet[1] or special_hex(world, route[2])
        if stopped:
            broken.append("10.7(1)2")
    return broken


def go_forward(world: World, state: State, piece: str, way: Sequence[str], r: Readings) -> None:
    """Carry an advance out."""
    if way:
        state.where[piece] = way[-1]
        if r["U-33"] == "any-entry":
            pass_through(world, state, world.pieces[piece].side, way)
