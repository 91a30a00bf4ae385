"""Chapters 13 and 15.0(2): what becomes of a piece that leaves the map, and what it costs."""

from __future__ import annotations

from tests.oracle.gj47 import book
from tests.oracle.gj47.ch03_basics import is_allied
from tests.oracle.gj47.world import AXIS, SOVIET, State, World
from tests.oracle.readings import Readings

POOL, GONE, RAIL = "pool", "eliminated", "rail"


def track(column: int) -> str:
    return f"track-{column}"


def price(world: World, state: State, piece: str, r: Readings) -> int:
    """15.0(2): victory points the Axis loses with a piece."""
    known = world.pieces[piece]
    if known.side != AXIS:
        return 0
    if known.kind == "hq":
        if is_allied(known) and r["U-43"] == "german-only":
            return 0
        if r["U-43"] == "once" and piece in state.hq_lost:
            return 0
        return book.VP_LOSSES["hq"]
    if is_allied(known):
        return book.VP_LOSSES["allied"]
    return book.VP_LOSSES["german_mechanised" if known.mech else "german_other"]


def remove(world: World, state: State, piece: str, r: Readings, *, retreating: bool = False) -> None:
    """Take a piece off the map after combat, a retreat or the supply check."""
    known = world.pieces[piece]
    counts = not retreating or r["U-53"] == "yes"
    if counts:
        state.vp_lost += price(world, state, piece, r)
    if known.kind == "hq":
        state.hq_lost.add(piece)
    state.where[piece] = _box(world, state, piece, r, counts=counts)
    state.reduced.discard(piece)


def _box(world: World, state: State, piece: str, r: Readings, *, counts: bool) -> str:
    known = world.pieces[piece]
    if known.kind == "hq" and counts:
        if known.side == SOVIET:
            return track(state.column)
        if not is_allied(known) or r["U-42"] == "as-german":
            return RAIL
        return GONE
    if known.kind == "unit":
        back = r["U-30"]
        if back == "all-return" or (back == "soviet-return" and known.side == SOVIET):
            return POOL
    return GONE


def lose(
    world: World, state: State, piece: str, count: int, r: Readings, *, retreating: bool = False
) -> bool:
    """10.5(1): take `count` steps from a piece; return whether it is still on the map."""
    for _ in range(count):
        if piece in state.reduced or world.pieces[piece].back is None:
            remove(world, state, piece, r, retreating=retreating)
            return False
        state.reduced.add(piece)
    return True
