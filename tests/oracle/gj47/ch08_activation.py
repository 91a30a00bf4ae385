# ruff: noqa: PLR0917
"""Chapter 8: who acts under a headquarters."""

from __future__ import annotations

from collections.abc import Collection

from tests.oracle.gj47 import book
from tests.oracle.gj47.world import AXIS, State, World, on_map
from tests.oracle.readings import Readings


def in_range(world: World, state: State, hq: str, piece: str) -> bool:
    """8.2: counted in hexes from the headquarters, whatever lies between."""
    a, b = on_map(state, hq), on_map(state, piece)
    return a is not None and b is not None and world.board.distance(a, b) <= world.pieces[hq].command


def activated(world: World, state: State, hq: str, r: Readings) -> set[str]:
    """8.1, 8.3(1): the headquarters and its side's (nation's) units in range, no other headquarters."""
    head = world.pieces[hq]
    if on_map(state, hq) is None:
        return set()
    acting = {hq}
    for id, piece in world.pieces.items():
        if piece.side != head.side or piece.kind == "fort" or id == hq or not in_range(world, state, hq, id):
            continue
        if piece.kind == "hq" and not (r["U-12"] == "german" and piece.nation == head.nation == "german"):
            continue
        if head.side == AXIS and piece.nation != head.nation:
            continue
        acting.add(id)
    return acting


def germans_on_offer(world: World, state: State, hq: str, r: Readings) -> set[str]:
    """8.3(2): the German combat units that an allied headquarters may add."""
    head = world.pieces[hq]
    if head.side != AXIS or head.nation == "german" or on_map(state, hq) is None:
        return set()
    return {
        id
        for id, piece in world.pieces.items()
        if piece.kind == "unit"
        and piece.nation == "german"
        and on_map(state, id) is not None
        and (r["U-13"] == "anywhere" or in_range(world, state, hq, id))
    }


def germans(world: World, state: State, hq: str, chosen: Collection[str], r: Readings) -> list[str]:
    """Return what is wrong with the German units named under a headquarters."""
    broken = []
    if len(set(chosen)) > book.ALLIED_HQ_GERMANS:
        broken.append("8.3(2)")
    offer = germans_on_offer(world, state, hq, r)
    if not set(chosen) <= offer:
        broken.append("8.3(2)")
        for id in chosen:
            if world.pieces[id].kind == "hq":
                broken.append("8.1(4)")
            elif world.pieces[id].nation == "german" and not in_range(world, state, hq, id):
                broken += ["8.2", "8.2(2)"]
            elif world.pieces[id].nation != "german":
                broken.append("8.3(1)")
    return sorted(set(broken))


def stavka(world: World, state: State, hq: str, r: Readings, used_hqs: Collection[str] = ()) -> list[str]:
    """7.2(3): any one Soviet headquarters on the map."""
    piece = world.pieces[hq]
    if piece.side == AXIS or piece.kind != "hq" or on_map(state, hq) is None:
        return ["7.2(3)"]
    if r["U-11"] == "fresh" and hq in used_hqs:
        return ["7.2(3)"]
    return []


def acts_without_leave(
    world: World, state: State, hq: str, acting: Collection[str], piece: str, r: Readings
) -> list[str]:
    """Return why a unit outside `acting` may not act, by the clause that keeps it out."""
    if piece in acting:
        return []
    known, head = world.pieces[piece], world.pieces[hq]
    if known.side != head.side:
        return ["7.1(2)", "8.1(1)"]
    broken = []
    if known.kind == "hq":
        broken.append("8.1(4)")
    if not in_range(world, state, hq, piece):
        broken += ["8.2", "8.2(2)"]
    if known.side == AXIS and known.nation != head.nation:
        broken += ["8.3(1)", "8.3(2)"] if known.nation == "german" else ["8.3(1)"]
    return broken or ["8.1(1)"]
