# ruff: noqa: PLR0917
"""Chapter 10: who may attack, at what odds, what the die does, who loses, retreats and advances."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise, product

from tests.oracle.gj47 import book
from tests.oracle.gj47.ch03_basics import closed_to, in_zone, overfills, pass_through, zone
from tests.oracle.gj47.ch13_headquarters import lose, remove
from tests.oracle.gj47.world import (
    AXIS,
    State,
    World,
    enemy_of,
    face,
    fort,
    on_map,
    side,
    standing,
    steps,
    units,
)
from tests.oracle.readings import Readings

# --- 10.1, 10.2 declaration -----------------------------------------------------------------------


def defenders(world: World, state: State, target: str, owner: str) -> list[str]:
    """10.1(4): everything of the other side in the hex, forts too (14.2(6))."""
    return [id for id in standing(world, state, target) if world.pieces[id].side == owner]


def battle(
    world: World,
    state: State,
    target: str,
    attackers: Collection[str],
    r: Readings,
    *,
    acting: Collection[str] | None = None,
    fought: Collection[str] = (),
    attacked: Collection[str] = (),
) -> list[str]:
    """Return the clauses that a declared attack breaks.

    `acting` are the activated units, `fought` those that have attacked under this chit, `attacked` the hexes
    that have been.
    """
    broken: list[str] = []
    owner = world.pieces[next(iter(attackers))].side if attackers else AXIS
    if not attackers or len(set(attackers)) != len(attackers):
        broken.append("10.1(1)")
    for id in attackers:
        broken += _attacker(world, state, target, id, acting, fought)
    if target in attacked:
        broken.append("10.1(3)")
    if not defenders(world, state, target, enemy_of(owner)):
        broken.append("10.0")
    if not broken and odds(world, state, target, attackers, r).column < 0:
        broken.append("10.3(4)")
    return sorted(set(broken))


def _attacker(
    world: World,
    state: State,
    target: str,
    piece: str,
    acting: Collection[str] | None,
    fought: Collection[str],
) -> list[str]:
    broken = []
    h = on_map(state, piece)
    if acting is not None and piece not in acting:
        broken.append("10.1(2)")
    if piece in fought:
        broken.append("10.1(1)")
    if world.pieces[piece].kind == "fort":
        broken.append("14.3(1)")
    if h is None or target not in world.board.neighbours(h):
        broken += ["10.0", "10.1(1)"]
    elif side(h, target) in world.board.impassable:
        broken.append("10.1(5)")
    return broken


def declared(
    world: World,
    state: State,
    battles: Sequence[tuple[str, Collection[str]]],
    r: Readings,
    acting: Collection[str] | None = None,
) -> list[str]:
    """10.2(1): all attacks of a segment, declared together."""
    broken: list[str] = []
    fought: list[str] = []
    attacked: list[str] = []
    for target, attackers in battles:
        broken += battle(world, state, target, attackers, r, acting=acting, fought=fought, attacked=attacked)
        fought += attackers
        attacked.append(target)
    return sorted(set(broken))


# --- 10.3 odds ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Odds:
    """Strengths, shifts and the final column: 0 is 1-1, 10 is 10+, -1 is less than 1-1."""

    attack: int
    defence: int
    shift: int
    column: int
    rolled: bool = True


def across_water(world: World, a: str, target: str) -> bool:
    s = side(a, target)
    return s in world.board.river or s in world.board.great


def attack_strength(world: World, state: State, target: str, attackers: Iterable[str], r: Readings) -> int:
    """10.3(1)1: strength over a river, bridged or not, counts half; 1.0(2) drops the fraction."""
    dry = 0
    wet: dict[str, list[int]] = {}
    for id in sorted(attackers):
        h = on_map(state, id) or ""
        strength = face(world, state, id)[0]
        if across_water(world, h, target):
            wet.setdefault(h, []).append(strength)
        else:
            dry += strength
    if r["U-01"] == "unit":
        return dry + sum(strength // 2 for stack in wet.values() for strength in stack)
    if r["U-01"] == "battle":
        return dry + sum(map(sum, wet.values())) // 2
    return dry + sum(sum(stack) // 2 for stack in wet.values())


def defence_strength(world: World, state: State, target: str, owner: str) -> int:
    """10.3(1)2, 10.6(7): units that retreated in this segment add nothing; 14.2(1) a level 2 fort adds 1."""
    return sum(
        face(world, state, id)[1]
        for id in defenders(world, state, target, owner)
        if id not in state.retreated
    )


def shift_of(world: World, target: str, r: Readings) -> int:
    """10.3(3) and the chart: columns to the left."""
    place, terrain = world.board.place.get(target), world.board.terrain[target]
    if place == "major_city":
        return 2
    columns = book.SHIFT.get(terrain, 0)
    if place == "town" and not (terrain == "mountain" and r["U-58"] == "two"):
        columns += 1
    return columns


def column_of(attack: int, defence: int, r: Readings) -> int:
    """10.3(2): the column of a ratio before the shifts; above 10-1 whole numbers go on as U-24 is read."""
    ratio = attack / defence
    if r["U-23"] == "nearest" and 1 <= ratio < 10:
        nearest = min(book.RATIOS, key=lambda known: (abs(known - ratio), known))
        return book.RATIOS.index(nearest)
    best = -1
    for index, known in enumerate(book.RATIOS):
        if attack >= known * defence:
            best = index
    if ratio >= 10 and r["U-24"] == "shift-first":
        best = 10 + attack // defence - 10
    return best


def odds(world: World, state: State, target: str, attackers: Collection[str], r: Readings) -> Odds:
    """10.3: from strengths to the column that is rolled on."""
    owner = enemy_of(world.pieces[next(iter(attackers))].side)
    attack = attack_strength(world, state, target, attackers, r)
    defence = defence_strength(world, state, target, owner)
    left = shift_of(world, target, r)
    if defence == 0:
        return Odds(attack, 0, left, max(10 - left, -1), r["U-25"] != "eliminated")
    before = column_of(attack, defence, r)
    return Odds(attack, defence, left, -1 if before < 0 else max(min(before - left, 10), -1))


# --- 10.4 the result ------------------------------------------------------------------------------


@dataclass(frozen=True)
class Result:
    """10.4(2): steps the attackers lose, steps the defenders lose, hexes the defenders retreat."""

    attackers: int = 0
    defenders: int = 0
    hexes: int = 0


def read(text: str) -> Result:
    if text == "-":
        return Result()
    if text.startswith("A"):
        return Result(attackers=int(text[1:]))
    hexes = text.count("R")
    number = text.rstrip("R")
    return Result(defenders=int(number) if number else 0, hexes=hexes)


def result(die: int, column: int) -> Result:
    return read(book.RESULTS[die][column])


# --- 10.5 losses ----------------------------------------------------------------------------------


def sharing(world: World, state: State, pieces: Sequence[str], count: int) -> set[frozenset[tuple[str, int]]]:
    """10.5(2): every way to share out a loss; all of it falls, as long as there are steps to lose."""
    room = [steps(world, state, id) for id in pieces]
    due = min(count, sum(room))
    ways = set()
    for parts in product(*(range(n + 1) for n in room)):
        if sum(parts) == due:
            ways.add(frozenset((id, part) for id, part in zip(pieces, parts, strict=True) if part))
    return ways


def losers(world: World, state: State, target: str, owner: str, r: Readings) -> list[str]:
    """Who shares a defender's loss: all in the hex; units that fled there only as U-60 is read."""
    return [
        id
        for id in defenders(world, state, target, owner)
        if not (id in state.retreated and r["U-60"] == "spared")
    ]


def responses(
    world: World, state: State, target: str, due: Result, owner: str, r: Readings
) -> set[tuple[int, int]]:
    """14.2(5): the (steps lost, hexes retreated) that a defender may choose for a result.

    Without a fort only the result itself.  In a fort's hex a hex of retreat may be a step instead.
    """
    plain = (due.defenders, due.hexes)
    if due.hexes == 0 or fort(world, state, target) is None:
        return {plain}
    stay = (due.defenders + due.hexes, 0)
    if not units(world, state, target, owner):
        return {stay}
    ways = {plain, stay}
    if r["U-40"] == "part":
        ways |= {(due.defenders + part, due.hexes - part) for part in range(due.hexes)}
    return ways


# --- 10.6 retreat ---------------------------------------------------------------------------------


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

    A way is quiet without zones and full stacks; of the others it is rather one through a stack than one
    through a zone (U-28).  U-67: the quiet ways first and the nearest end among them; or the nearest end
    first, whose ways are equal but for stacks before zones when none is quiet.  Whether ending as many hexes
    away as were retreated comes before that is not said: what either order allows is allowed.
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

    if r["U-67"] == "short-way-first":
        nearest = min((short(way) if not free else 0, far(way)) for way in ways)
        equal = [way for way in ways if (short(way) if not free else 0, far(way)) == nearest]
        quietest = min(map(loud, equal))
        return [way for way in equal if loud(way) <= 1] if quietest == 1 else equal
    orders: tuple[Callable[[Retreat], tuple[int, ...]], ...] = (
        lambda way: (loud(way), short(way), far(way)),
        lambda way: (short(way), loud(way), far(way)),
        lambda way: (way.lost, loud(way), short(way), far(way)),
        lambda way: (way.lost, short(way), far(way)),
    )
    if free:
        orders = (lambda way: (loud(way),), lambda way: (way.lost,))
    allowed: list[Retreat] = []
    for order in orders:
        best = min(map(order, ways))
        allowed += [way for way in ways if order(way) == best and way not in allowed]
    return allowed


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
    if any(known.told_as(path, lost, gone) for known in ways) or (gone and all(way.dies for way in ways)):
        return []
    possible = flights(world, state, piece, hexes, r)
    if not path:
        return ["10.6(3)", "10.6"]
    if path in {known.hexes for known in ways}:
        return ["10.6(4)"]
    broken = _where_it_fails(world, state, piece, path, hexes, r)
    if path in {known.hexes for known in possible}:
        broken.append("10.6(6)")
    return sorted({*broken, *(["10.6"] if not broken else [])})


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


def cannot_flee(world: World, state: State, piece: str, r: Readings) -> None:
    """10.6(3), U-27: a unit without a way out."""
    if r["U-27"] == "stays":
        lose(world, state, piece, 1, r, retreating=True)
    else:
        remove(world, state, piece, r, retreating=True)


# --- 10.7 advance ---------------------------------------------------------------------------------


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
        return ["10.7(2)"]
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


def vacated(world: World, state: State, target: str, attacker_side: str, r: Readings) -> bool:
    """10.7(1): whether the attacked hex is empty now."""
    return not closed_to(world, state, target, attacker_side, r)


def take(world: World, state: State, losses: Mapping[str, int], r: Readings) -> None:
    """Carry losses out."""
    for id in sorted(losses):
        lose(world, state, id, losses[id], r)
