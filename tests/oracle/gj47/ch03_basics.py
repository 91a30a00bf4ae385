"""Chapter 3: stacking, zones of control, lines of communication, control of towns."""

from __future__ import annotations

from collections.abc import Iterable

from tests.oracle.gj47 import book
from tests.oracle.gj47.world import (
    AXIS,
    SOVIET,
    Piece,
    State,
    World,
    enemy_of,
    fort,
    on_map,
    side,
    units,
)
from tests.oracle.readings import Readings

# --- 3.1 stacking ---------------------------------------------------------------------------------


def over_full(world: World, state: State, h: str) -> bool:
    """3.1(1): more than two units of a side in a hex; 14.2(3) a fort's hex has no limit."""
    return fort(world, state, h) is None and len(units(world, state, h)) > book.STACK


def overfills(world: World, state: State, piece: str, h: str) -> bool:
    """3.1(1), (3): whether a unit that comes to stand in `h` overfills it."""
    others = [id for id in units(world, state, h) if id != piece]
    return fort(world, state, h) is None and len(others) + 1 > book.STACK


def closed_to(world: World, state: State, h: str, owner: str, r: Readings) -> bool:
    """3.1(2): an enemy unit bars a hex; a fort alone as U-37 is read."""
    if units(world, state, h, enemy_of(owner)):
        return True
    alone = fort(world, state, h)
    return alone is not None and owner == AXIS and r["U-37"] != "nothing"


def closed_hexes(world: World, state: State, owner: str, r: Readings) -> set[str]:
    """Return every hex that `closed_to` bars."""
    held = {on_map(state, id) for id, piece in world.pieces.items() if piece.side != owner}
    return {h for h in held if h is not None and closed_to(world, state, h, owner, r)}


# --- 3.2 zones of control -------------------------------------------------------------------------


def reaches(world: World, a: str, b: str, r: Readings) -> bool:
    """Whether a unit in `a` has its zone in the neighbouring hex `b`."""
    board = world.board
    s = side(a, b)
    if board.terrain[b] == "sea" or s in board.impassable:
        return False
    if s in board.great and not board.bridged(s) and r["U-15"] in ("not-over-great-river", "neither"):
        return False
    if (
        board.terrain[b] == "mountain"
        and s not in board.road
        and r["U-15"] in ("not-into-mountain", "neither")
    ):
        return False
    cities = board.place.get(a) == board.place.get(b) == "major_city"
    return not (cities and r["U-22"] == "no-zoc")


def exerting(world: World, state: State, owner: str, r: Readings) -> set[str]:
    """Return the hexes from which a side's units (and, as U-37 is read, lone forts) exert zones."""
    hexes = set()
    for id, piece in world.pieces.items():
        h = on_map(state, id)
        if h is None or piece.side != owner:
            continue
        if piece.kind != "fort" or units(world, state, h, owner) or r["U-37"] == "as-unit":
            hexes.add(h)
    return hexes


def in_zone(world: World, state: State, h: str, of: str, r: Readings) -> bool:
    """Whether `h` lies in the zone of side `of`; 14.2(2): a fort's hex is never under a zone's effect."""
    if of == AXIS and fort(world, state, h) is not None:
        return False
    from_hexes = exerting(world, state, of, r)
    return any(there in from_hexes and reaches(world, there, h, r) for there in world.board.neighbours(h))


def zone(world: World, state: State, of: str, r: Readings) -> set[str]:
    """Return every hex of the map in which the zone of side `of` has effect."""
    hexes = set()
    for there in exerting(world, state, of, r):
        for h in world.board.neighbours(there):
            if reaches(world, there, h, r) and not (of == AXIS and fort(world, state, h) is not None):
                hexes.add(h)
    return hexes


# --- 3.3 lines of communication -------------------------------------------------------------------


def barred_hexes(
    world: World, state: State, owner: str, enemy_zone: set[str], r: Readings, *, shielded: bool = True
) -> set[str]:
    """3.3(1), 3.3(2): hexes that no line of `owner` enters; not `shielded` by own units: 12.1(1)."""
    board = world.board
    barred = {h for h, terrain in board.terrain.items() if terrain == "sea"}
    barred |= closed_hexes(world, state, owner, r)
    barred |= {h for h in board.place if state.control.get(h) != owner}
    barred |= {h for h in enemy_zone if not (shielded and units(world, state, h, owner))}
    return barred


def line_step(world: World, a: str, b: str, r: Readings) -> str:
    """3.3(3): how a line goes from `a` to `b`: "no", "stop" (it ends there) or "on"."""
    board = world.board
    s = side(a, b)
    if s in board.impassable and r["U-56"] != "side-open":
        return "no"
    if board.terrain[a] == "mountain" and s not in board.road and r["U-66"] == "by-road":
        return "no"
    if board.terrain[b] == "mountain" and s not in board.road:
        return "stop"
    return "on"


def _spread(
    world: World,
    starts: Iterable[str],
    barred: set[str],
    r: Readings,
    limit: int | None,
    *,
    rejoin: bool = False,
) -> set[str]:
    """Return the hexes a line reaches from `starts` within `limit` steps."""
    on_rails = {h for s in world.board.rail for h in s}
    best: dict[tuple[str, bool], int] = {(h, True): 0 for h in starts}
    front = list(best)
    while front:
        following = []
        for h, goes_on in front:
            if not goes_on:
                continue
            for b in world.board.neighbours(h):
                how = line_step(world, h, b, r)
                if how == "no" or b in barred:
                    continue
                count = best[(h, True)] + 1
                if limit is not None and count > limit:
                    continue
                key = (b, how == "on")
                if rejoin and b in on_rails:
                    count = 0
                if count < best.get(key, 10**9):
                    best[key] = count
                    following.append(key)
        front = following
    return {h for h, _ in best}


def rail_hexes(
    world: World,
    state: State,
    owner: str,
    r: Readings,
    *,
    shielded: bool = True,
    spared: Iterable[str] = (),
) -> tuple[set[str], set[str]]:
    """Follow the rails from the own sources.

    Returns the hexes a line reaches along them, and those of these it may leave again.
    """
    enemy_zone = zone(world, state, enemy_of(owner), r) - set(spared)
    barred = barred_hexes(world, state, owner, enemy_zone, r, shielded=shielded)
    reached: set[tuple[str, bool]] = set()
    front = [(h, True) for h in sorted(world.board.sources[owner]) if h not in barred]
    while front:
        reached |= set(front)
        following = set()
        for h, goes_on in front:
            if not goes_on:
                continue
            for b in world.board.neighbours(h):
                if side(h, b) not in world.board.rail:
                    continue
                how = line_step(world, h, b, r)
                if how != "no" and b not in barred:
                    following.add((b, how == "on"))
        front = sorted(following - reached)
    return {h for h, _ in reached}, {h for h, goes_on in reached if goes_on}


def line_hexes(
    world: World, state: State, owner: str, r: Readings, *, allied: bool = False, spared: Iterable[str] = ()
) -> set[str]:
    """Return every hex to which a line of `owner` runs from a source of his.

    3.3(4): Soviet lines have no limit of length.  3.3(5): Axis lines run along unbroken rails, then six
    hexes more.
    In the `spared` hexes the enemy's zone is left out of account.
    """
    enemy_zone = zone(world, state, enemy_of(owner), r) - set(spared)
    barred = barred_hexes(world, state, owner, enemy_zone, r)
    free = owner == SOVIET or (allied and r["U-34"] == "german-only")
    if free:
        starts = [h for h in sorted(world.board.sources[owner]) if h not in barred]
        return _spread(world, starts, barred, r, None)
    reached, leaving = rail_hexes(world, state, owner, r, spared=spared)
    rejoin = r["U-34"] == "rejoin"
    return reached | _spread(world, sorted(leaving), barred, r, book.OFF_RAIL, rejoin=rejoin)


def is_allied(piece: Piece) -> bool:
    return piece.side == AXIS and piece.nation != "german"


def supplied(world: World, state: State, piece: str, r: Readings) -> bool:
    """Whether a unit on the map has a line to a source of its side."""
    h = on_map(state, piece)
    known = world.pieces[piece]
    return h is not None and h in line_hexes(world, state, known.side, r, allied=is_allied(known))


def unsupplied(world: World, state: State, owner: str, r: Readings) -> set[str]:
    """Return the units of a side without a line."""
    german = line_hexes(world, state, owner, r)
    allied = line_hexes(world, state, owner, r, allied=True)
    out = set()
    for id, piece in world.pieces.items():
        h = on_map(state, id)
        if h is None or piece.side != owner or piece.kind == "fort":
            continue
        if h not in (allied if is_allied(piece) else german):
            out.add(id)
    return out


# --- 3.4 control ----------------------------------------------------------------------------------


def pass_through(world: World, state: State, owner: str, hexes: Iterable[str]) -> None:
    """3.4(2): towns and cities (and VP hexes, U-33) belong to whoever passed last."""
    for h in hexes:
        if h in world.board.place or h in world.board.vp:
            state.control[h] = owner
