"""Chapter 4: the set-up."""

from __future__ import annotations

from tests.oracle.gj47 import book
from tests.oracle.gj47.world import AXIS, SOVIET, Piece, State, World, fort, on_map, units
from tests.oracle.readings import Readings


def setup(world: World, state: State, r: Readings, owner: str | None = None) -> list[str]:
    """Return the broken clauses of chapter 4 in a finished set-up, of both sides or of one."""
    broken: list[str] = []
    for id, piece in sorted(world.pieces.items()):
        if piece.kind == "fort":
            if on_map(state, id) is not None:
                broken.append("14.0")
            continue
        broken += _one(world, state, piece, r)
    broken += _hexes(world, state, owner)
    if state.column != 1:
        broken.append("4.0(8)")
    if state.turn != 1:
        broken.append("4.0(9)")
    return sorted(set(broken))


def place_one(world: World, piece: str, h: str | None, state: State, r: Readings) -> list[str]:
    """Return what is wrong with a piece in hex `h` (None: beside the map), whatever else stands there."""
    trial = state.copy()
    trial.where[piece] = h if h is not None else "pool"
    return _one(world, trial, world.pieces[piece], r)


def _one(world: World, state: State, piece: Piece, r: Readings) -> list[str]:
    h = on_map(state, piece.id)
    broken = []
    if h is not None and piece.id in state.reduced:
        broken.append("4.0(6)")
    marks = world.board.marks
    army = piece.army or ""
    if piece.army is None:
        broken += ["4.0(5)"] if h is not None else []
    elif piece.kind == "hq":
        if h not in marks.get((army, "hq"), ()):
            broken.append("4.0(2)")
    elif piece.side == AXIS:
        spots = set().union(*(marks.get((army, kind), set()) for kind in ("army", "panzer", "hq")))
        if h not in spots:
            broken.append("4.0(3)")
        panzer = set().union(*(hexes for (_, kind), hexes in marks.items() if kind == "panzer"))
        if h is not None and piece.nation == "german" and piece.mech and h not in panzer:
            broken.append("4.0(3)")
        if not piece.mech and h in panzer and r["U-48"] == "mechanised-only":
            broken.append("4.0(3)")
    elif army == "front":
        if h not in marks.get(("front", "front"), ()):
            broken.append("4.0(4)1")
    elif army == "second":
        towns = world.board.place
        if h is None or h not in towns or world.board.start_control().get(h) != SOVIET:
            broken.append("4.0(4)2")
    return broken


def _hexes(world: World, state: State, owner: str | None) -> list[str]:
    broken = []
    marks = world.board.marks
    for (army, kind), spots in marks.items():
        for h in spots:
            there = units(world, state, h)
            if army == "front" and owner != AXIS:
                front = [id for id in there if world.pieces[id].army == "front"]
                if len(front) != 1:
                    broken.append("4.0(4)1")
            elif (
                army != "front"
                and kind != "hq"
                and owner != SOVIET
                and not any(world.pieces[id].side == AXIS for id in there)
            ):
                broken.append("4.0(3)")
    for h in {spot for spot in state.where.values() if spot in world.board.terrain}:
        there = units(world, state, h)
        axis = [id for id in there if world.pieces[id].side == AXIS]
        if len(there) > book.STACK and fort(world, state, h) is None:
            broken.append("3.1(1)")
            if axis:
                broken.append("4.0(3)")
        if len({world.pieces[id].side for id in there}) > 1:
            broken.append("3.1(2)")
        if len({world.pieces[id].nation for id in axis}) > 1:
            broken.append("4.0(3)")
        if any(world.pieces[id].army == "second" for id in there) and len(there) > 1:
            broken.append("4.0(4)2")
    return broken
