# ruff: noqa: PLR0917
"""Chapter 10: who may attack, at what odds, what the die does, who loses, retreats and advances."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import product

from tests.oracle.gj47 import book
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
    named: Collection[str] = (),
) -> list[str]:
    """Return the clauses that a declared attack breaks.

    `acting` are the activated units, `fought` those that have attacked under this chit, `attacked` the hexes
    that have been, `named` the units that the attack is said to be for, none where it is for the hex.
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
    if named and set(named) != set(units(world, state, target, enemy_of(owner))):
        broken.append("10.1(4)")
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
    if not units(world, state, target, owner) and r["U-40"] == "all-or-nothing":
        return {stay}
    ways = {plain, stay}
    if r["U-40"] == "part":
        ways |= {(due.defenders + part, due.hexes - part) for part in range(due.hexes)}
    return ways
