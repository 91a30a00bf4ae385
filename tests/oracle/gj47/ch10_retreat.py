# ruff: noqa: PLR0917
"""10.6 as this reading has it: who flees, where to, and what it costs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from tests.oracle.gj47.ch03_basics import closed_to, in_zone, overfills, pass_through, zone
from tests.oracle.gj47.ch13_headquarters import lose
from tests.oracle.gj47.world import (
    State,
    World,
    enemy_of,
    on_map,
    side,
    steps,
    units,
)
from tests.oracle.readings import Readings


@dataclass(frozen=True)
class Retreat:
    """One unit's way out: the hexes to enter, what it loses in zones, and after how many hexes it is dead.

    `lost` counts every zone on the way, `zones` those of the hexes that the result asks for, not of those
    that a full stack adds; `dies` is the number of hexes entered when no step is left, 0 when it lives.
    """

    hexes: tuple[str, ...]
    lost: int
    dies: int = 0
    zones: int = 0

    def told_as(self, path: tuple[str, ...], lost: int, gone: bool) -> bool:
        """Whether an account of a retreat (hexes, steps lost, removed) fits this way."""
        if self.dies:
            return gone and (not path or (len(path) >= self.dies and self.hexes[: len(path)] == path))
        return path == self.hexes and lost == self.lost and not gone


def flight_step(world: World, state: State, piece: str, a: str, b: str, n: int, r: Readings) -> str | None:
    """Return the clause that keeps a retreating unit from entering `b` as its `n`-th hex."""
    board, known = world.board, world.pieces[piece]
    s = side(a, b)
    if board.terrain[b] == "sea":
        return "10.6(3)2"
    if s in board.impassable:
        return "10.6(3)3"
    if closed_to(world, state, b, known.side, r):
        return "3.1(2)"
    off_road = board.terrain[b] == "mountain" and s not in board.road
    if off_road and not known.mountain and r["U-20"] == "prohibited":
        return "10.6(3)3"
    dry = s not in board.great or board.bridged(s)
    if not dry and (n == 2 or (n > 2 and r["U-61"] == "eliminated")):
        return "10.6(3)4"
    return None


def costs_step(world: World, state: State, piece: str, h: str, r: Readings) -> bool:
    """10.6(4): an enemy zone on the way costs a step, own units there or not (U-28)."""
    owner = world.pieces[piece].side
    if not in_zone(world, state, h, enemy_of(owner), r):
        return False
    return not (r["U-28"] == "own-unit-shields" and [u for u in units(world, state, h, owner) if u != piece])


def flights(world: World, state: State, piece: str, hexes: int, r: Readings) -> list[Retreat]:
    """Return every way of retreating that is possible at all, wherever it leads."""
    start = on_map(state, piece) or ""
    room = steps(world, state, piece)
    enemy_zone = zone(world, state, enemy_of(world.pieces[piece].side), r)
    full = _full_hexes(world, state, piece)
    done: list[Retreat] = []

    def go(way: tuple[str, ...], lost: int, dies: int, zones: int) -> None:
        here = way[-1] if way else start
        if len(way) >= hexes and here not in full:
            done.append(Retreat(way, lost, dies, zones))
            return
        if len(way) >= hexes + 5:
            return
        for b in world.board.neighbours(here):
            if b == start or b in way:
                continue
            if flight_step(world, state, piece, here, b, len(way) + 1, r) is not None:
                continue
            now = lost
            if b in enemy_zone and costs_step(world, state, piece, b, r):
                now += 1
            due = now if len(way) < hexes else zones
            go((*way, b), now, dies or (len(way) + 1 if now >= room else 0), due)

    go((), 0, 0, 0)
    return done


def _full_hexes(world: World, state: State, piece: str) -> set[str]:
    """3.1(1), 14.2(3): the hexes that one more unit overfills."""
    occupied = {h for id, h in state.where.items() if id != piece and h in world.board.terrain}
    return {h for h in occupied if overfills(world, state, piece, h)}


def source_distance(world: World, owner: str, h: str) -> int:
    """10.6(6), U-29: hexes to the nearest own source, enemies ignored."""
    return min((world.board.distance(h, s) for s in world.board.sources[owner]), default=0)


def retreats(world: World, state: State, piece: str, hexes: int, r: Readings) -> list[Retreat]:
    """Return the ways out that 10.6(6) leaves; none at all: the unit is removed (10.6(3), U-27).

    A way is quiet without zones and full stacks.  The nearest end comes first, and all ways to it are equal
    where one of them is quiet.  Where none is, U-67: quiet ways to a farther end come first; or the nearest
    stays first, rather through a stack than through a zone (U-28).  Whether ending as many hexes away as were
    retreated comes before that is not said: what either order allows is allowed.
    """
    ways = flights(world, state, piece, hexes, r)
    if not ways:
        return []
    start, owner = on_map(state, piece) or "", world.pieces[piece].side
    free = r["U-29"] == "free"

    def short(way: Retreat) -> int:
        return int(world.board.distance(start, way.hexes[hexes - 1]) < hexes)

    def far(way: Retreat) -> int:
        return 0 if free else source_distance(world, owner, way.hexes[hexes - 1])

    def loud(way: Retreat) -> int:
        return 2 if way.zones else int(len(way.hexes) > hexes)

    def end(way: Retreat) -> tuple[int, int]:
        return (0, 0) if free else (short(way), far(way))

    nearest = min(map(end, ways))
    equal = [way for way in ways if end(way) == nearest]
    quietest = min(map(loud, equal))
    if not quietest or r["U-67"] == "short-way-first":
        allowed = [way for way in equal if loud(way) <= 1] if quietest == 1 else equal
        return _added(world, state, piece, allowed, hexes, r)
    allowed = []
    orders: tuple[Callable[[Retreat], tuple[int, int, int]], ...] = (
        lambda way: (loud(way), *end(way)),
        lambda way: (end(way)[0], loud(way), end(way)[1]),
    )
    for order in orders:
        best = min(map(order, ways))
        allowed += [way for way in ways if order(way) == best and way not in allowed]
    return _added(world, state, piece, allowed, hexes, r)


def _added(
    world: World, state: State, piece: str, ways: list[Retreat], entered: int, r: Readings
) -> list[Retreat]:
    """10.6(5), (6): each hex that a full one adds is a retreat of one hex, and chosen like one."""
    owner, kept = world.pieces[piece].side, [way for way in ways if len(way.hexes) == entered]
    for head in sorted({way.hexes[:entered] for way in ways if len(way.hexes) > entered}):
        on = [way for way in ways if way.hexes[:entered] == head]
        far, loud = {}, {}
        for way in on:
            h = way.hexes[entered]
            far[way] = 0 if r["U-29"] == "free" else source_distance(world, owner, h)
            loud[way] = 2 if costs_step(world, state, piece, h, r) else int(len(way.hexes) > entered + 1)
        near = [way for way in on if far[way] == min(far.values())]
        quietest = min(loud[way] for way in near)
        if quietest and r["U-67"] == "quiet-way-first":
            least = min((loud[way], far[way]) for way in on)
            near = [way for way in on if (loud[way], far[way]) == least]
        elif quietest == 1:
            near = [way for way in near if loud[way] == 1]
        on = near
        kept += _added(world, state, piece, on, entered + 1, r)
    return kept


def retreat(
    world: World,
    state: State,
    piece: str,
    way: Sequence[str],
    hexes: int,
    r: Readings,
    lost: int = 0,
    gone: bool = False,
) -> list[str]:
    """Return the clauses that an account of a retreat breaks: its hexes, steps lost, the unit gone or not."""
    path = tuple(way)
    ways = retreats(world, state, piece, hexes, r)
    if not ways and r["U-27"] == "eliminated":
        return [] if gone else ["10.6(3)", *_where_it_fails(world, state, piece, path, hexes, r)]
    if not ways and r["U-27"] == "stays":
        return [] if not path else ["10.6(3)", *_where_it_fails(world, state, piece, path, hexes, r)]
    if any(known.told_as(path, lost, gone) for known in ways):
        return []
    if gone and all(way.dies for way in ways) and _a_row(world, (on_map(state, piece) or "", *path)):
        return []
    possible = flights(world, state, piece, hexes, r)
    if not path:
        return ["10.6(3)", "10.6"]
    if path in {known.hexes for known in ways}:
        return ["10.6(3)", "10.6(4)"] if gone else ["10.6(4)"]
    broken = _where_it_fails(world, state, piece, path, hexes, r)
    if path in {known.hexes for known in possible}:
        broken.append("10.6(6)")
    return sorted({*broken, *(["10.6"] if not broken else [])})


def _a_row(world: World, way: Sequence[str]) -> bool:
    """10.6(1): whether hexes follow each other and never come back; beyond the edge nothing follows."""
    inside = [h for h in way if h != "off"]
    near = all(b in world.board.neighbours(a) for a, b in pairwise(inside))
    return near and len(set(inside)) == len(inside)


def _where_it_fails(
    world: World, state: State, piece: str, way: Sequence[str], hexes: int, r: Readings
) -> list[str]:
    broken = []
    here = on_map(state, piece) or ""
    for n, b in enumerate(way, 1):
        if b == "off":
            broken.append("10.6(3)1")
            break
        if b not in world.board.neighbours(here):
            broken.append("10.6")
            break
        clause = flight_step(world, state, piece, here, b, n, r)
        if clause is not None:
            broken += [clause, "10.6(3)"]
        here = b
    if len(way) < hexes:
        broken.append("10.6")
    elif here in world.board.terrain and overfills(world, state, piece, here):
        broken += ["10.6(5)", "3.1(3)"]
    elif len(way) > hexes:
        broken += ["10.6", "10.6(5)"]
    return broken


def flee(world: World, state: State, piece: str, way: Sequence[str], r: Readings) -> None:
    """Carry a retreat out: steps lost in zones, control of what is passed, strength gone for this segment."""
    owner = world.pieces[piece].side
    for h in way:
        lost = costs_step(world, state, piece, h, r)
        state.where[piece] = h
        if r["U-33"] == "any-entry":
            pass_through(world, state, owner, [h])
        if lost and not lose(world, state, piece, 1, r, retreating=True):
            return
    state.retreated.add(piece)
