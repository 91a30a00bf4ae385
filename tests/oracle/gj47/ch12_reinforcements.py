"""Chapter 12: which units arrive, and where."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection

from tests.oracle.gj47 import book
from tests.oracle.gj47.ch03_basics import over_full, rail_hexes, zone
from tests.oracle.gj47.ch13_headquarters import POOL, RAIL, track
from tests.oracle.gj47.world import AXIS, SOVIET, State, World, enemy_of, fort, units
from tests.oracle.readings import Readings

GERMAN = ("Pz", "SS", "Inf")


def railheads(world: World, state: State, owner: str, r: Readings) -> set[str]:
    """12.1(1), (2): rail hexes at the end of an unbroken rail line from an own source.

    The line may not run through an enemy zone even where own units stand.
    """
    reached, _ = rail_hexes(world, state, owner, r, shielded=False)
    enemy_zone = zone(world, state, enemy_of(owner), r)
    on_rails = {h for s in world.board.rail for h in s}
    return {
        h
        for h in reached & on_rails
        if h not in enemy_zone and not (h in world.board.place and state.control.get(h) != owner)
    }


def place(world: World, state: State, piece: str, h: str, r: Readings) -> list[str]:
    """Return the clauses that one arrival in `h` breaks."""
    board, owner = world.board, world.pieces[piece].side
    broken = []
    if h not in railheads(world, state, owner, r):
        broken.append("12.1(1)")
        if h in zone(world, state, enemy_of(owner), r):
            broken.append("12.1(2)")
        if h in board.place and state.control.get(h) != owner:
            broken.append("12.1(2)")
    after = state.copy()
    after.where[piece] = h
    limited = fort(world, state, h) is not None and r["U-41"] == "no-reinforcements"
    if over_full(world, after, h) or (limited and len(units(world, after, h)) > book.STACK):
        broken += ["3.1(1)", "3.1(3)"]
    if units(world, state, h, enemy_of(owner)):
        broken.append("3.1(2)")
    return sorted(set(broken))


# --- 12.2 Soviet ----------------------------------------------------------------------------------


def soviet_due(world: World, state: State) -> dict[str, int]:
    """12.2(1), (2): the column's numbers, cut to what the pool holds."""
    if not 1 <= state.column <= 9:
        return {}
    pool = Counter(
        piece.pool or ""
        for id, piece in world.pieces.items()
        if piece.side == SOVIET and piece.kind != "fort" and state.where.get(id) == POOL
    )
    return {
        kind: min(row[state.column - 1], pool[kind])
        for kind, row in book.SOVIET_TRACK.items()
        if row[state.column - 1]
    }


def soviet_waiting(world: World, state: State) -> set[str]:
    """13.0(2)1: headquarters and units left over that wait beside the track."""
    boxes = {track(column) for column in range(1, 10)}
    return {id for id in world.pieces if state.where.get(id) in boxes}


def soviet_arrivals(
    world: World, state: State, arriving: Collection[str], r: Readings, *, all_of_it: bool = True
) -> list[str]:
    """Return the clauses that a set of arriving Soviet units breaks (where they stand before).

    With `all_of_it` the units of the column must all be taken; else a part may be left.
    """
    broken = []
    due = soviet_due(world, state)
    from_pool: Counter[str] = Counter()
    for id in arriving:
        piece = world.pieces[id]
        if piece.side != SOVIET:
            broken.append("12.0")
        elif id in soviet_waiting(world, state):
            continue
        elif state.where.get(id) != POOL:
            broken.append("12.0")
        else:
            from_pool[piece.pool or ""] += 1
    for kind in sorted(set(from_pool) | set(due)):
        have, want = from_pool[kind], due.get(kind, 0)
        if have > want or (all_of_it and have < want):
            broken.append("12.2(1)")
    return sorted(set(broken))


# --- 12.3, 12.4 Axis ------------------------------------------------------------------------------


def axis_due(world: World, state: State, die: int, r: Readings) -> dict[str, int]:
    """12.3(1), (2): the row's numbers, cut to what the pool holds."""
    return {
        kind: min(number, sum(1 for id in axis_pool(world, state, r) if axis_class(world, id, r) == kind))
        for kind, number in book.AXIS_REINFORCEMENT[die].items()
    }


def axis_pool(world: World, state: State, r: Readings) -> list[str]:
    return [
        id
        for id, piece in world.pieces.items()
        if piece.side == AXIS and piece.kind == "unit" and state.where.get(id) == POOL
    ]


def axis_class(world: World, piece: str, r: Readings) -> str | None:
    """Return the table's class of a unit; U-50: allies of named branches only, or any."""
    known = world.pieces[piece]
    if known.nation == "german":
        return known.pool if known.pool in GERMAN else None
    if r["U-50"] == "named" and not (
        known.mech or known.symbol in ("armour", "mechanised", "motorised", "cavalry")
    ):
        return None
    return known.pool


def axis_arrivals(
    world: World, state: State, die: int, arriving: Collection[str], r: Readings, *, all_of_it: bool = True
) -> list[str]:
    """Return the clauses that arriving Axis units break (12.3 from the pool, 12.4 from the rail box)."""
    broken = []
    due = axis_due(world, state, die, r)
    taken: Counter[str] = Counter()
    boxed = hqs = 0
    for id in arriving:
        known = world.pieces[id]
        if known.side != AXIS:
            broken.append("12.0")
        elif state.where.get(id) == RAIL:
            returning = known.kind == "hq"
            boxed += 0 if returning else 1
            hqs += 1 if returning else 0
        elif state.where.get(id) == POOL:
            taken[axis_class(world, id, r) or ""] += 1
        else:
            broken.append("12.0")
    if boxed + (hqs if r["U-36"] == "hq-counts" else 0) > book.RAIL_BOX_OUT:
        broken.append("12.4")
    for kind in sorted(set(taken) | set(due)):
        have, want = taken[kind], due.get(kind, 0)
        if have > want or (all_of_it and have < want):
            broken.append("12.3(1)")
    return sorted(set(broken))
