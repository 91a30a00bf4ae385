"""The ground as a mutator sees it: zones of control, and what a move costs when one clause is left out.

Written from chapters 3 and 9 alone; slow and plain.  Costs are counted in half points.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Collection, Mapping
from types import MappingProxyType

from toolkit.games.gj47.rules.position import Position
from toolkit.games.gj47.rules.terrain import (
    BRIDGE,
    GREAT_RIVER,
    IMPASSABLE,
    RAIL,
    RIVER,
    ROAD,
    WATER,
    Terrain,
)
from toolkit.games.gj47.rules.units import Owner

FAR = 10**6


def in_zone(position: Position, owner: Owner, h: int) -> bool:
    """Return whether a hex lies in a zone of control of the enemy of `owner` (3.2, 14.2(2))."""
    if owner is Owner.SOVIET and h in position.forts:
        return False
    board = position.data.board
    if board.terrain[h] is Terrain.SEA:
        return False
    enemy = position.present[owner.enemy]
    return any(enemy[n] and not features & IMPASSABLE for n, features in board.steps[h])


def _step(  # noqa: PLR0917
    position: Position, unit: int, here: int, there: int, side: int, without: str
) -> int:
    """Return the price of a normal step (9.2), `FAR` for none; `without` is a clause left out."""
    board, kind = position.data.board, position.data.units[unit]
    terrain = board.terrain[there]
    if side & IMPASSABLE or terrain is Terrain.SEA:
        return FAR if without != "9.2(1)2" else 2
    if without != "3.1(2)" and (
        position.present[kind.owner.enemy][there] or (kind.owner is Owner.AXIS and there in position.forts)
    ):
        return FAR
    road = bool(side & ROAD) or (
        without == "9.2(1)4"
        and bool(side & RAIL or (board.on_line(here, ROAD) and board.on_line(there, ROAD)))
    )
    price = 2
    if not road:
        if Terrain.MOUNTAIN in (terrain, board.terrain[here]) and not _climbs(
            board.terrain[here], terrain, mountain=kind.mountain, without=without
        ):
            return FAR
        price = _open_ground(terrain, mechanised=kind.mechanised, without=without)
        if side & RIVER and without != "9.2(1)3":
            price += 2
    if side & GREAT_RIVER and not side & BRIDGE:
        near = any(f & GREAT_RIVER and f & BRIDGE for h in (here, there) for _, f in board.steps[h])
        if without != "9.2(3)1" and not (without == "9.2(3)3" and near):
            return FAR
    if without != "9.2(2)":
        price += 4 * (in_zone(position, kind.owner, here) + in_zone(position, kind.owner, there))
    return price


def _climbs(here: Terrain, there: Terrain, *, mountain: bool, without: str) -> bool:
    """Return whether a step off the road between these hexes is open, but for whole moves (9.2(4))."""
    if without == "9.2(4)":
        return True
    if without == "9.2(4)1" and there is not Terrain.MOUNTAIN:
        return True
    return mountain and (there is not Terrain.MOUNTAIN or without == "9.2(4)2") and here is not None


def _open_ground(terrain: Terrain, *, mechanised: bool, without: str) -> int:
    if terrain is Terrain.MARSH and without != "9.2(5)1":
        return 6 if mechanised else 4
    if terrain is Terrain.FOREST and mechanised and without != "9.2(5)2":
        return 4
    return 2


def normal(position: Position, unit: int, without: str = "", extra: int = 0) -> set[int]:
    """Return the hexes that normal movement reaches, with `extra` half points."""

    def price(here: int, there: int, side: int) -> int:
        return _step(position, unit, here, there, side, without)

    found = _search(position, unit, price, 2 * position.allowance(unit) + extra)
    if without == "9.2(5)":
        start = position.hex_of[unit]
        board = position.data.board
        found |= {n for n, side in board.steps[start] if price(start, n, side) < FAR}
    return found


def march(position: Position, unit: int, without: str = "", extra: int = 0) -> set[int]:
    """Return the hexes that a march reaches (9.3)."""
    owner = position.data.units[unit].owner
    if without != "9.3(1)2" and in_zone(position, owner, position.hex_of[unit]):
        return set()
    line = RAIL | ROAD if without == "9.3(1)3" else ROAD

    def price(here: int, there: int, side: int) -> int:
        del here
        open_ = (
            side & line and not side & IMPASSABLE and position.data.board.terrain[there] is not Terrain.SEA
        )
        closed = position.present[owner.enemy][there] or (owner is Owner.AXIS and there in position.forts)
        barred = without != "9.3(1)2" and in_zone(position, owner, there)
        return 1 if open_ and not closed and not barred else FAR

    return _search(position, unit, price, 2 * position.allowance(unit) + extra)


def mixed(position: Position, unit: int, *, last_only: bool = False) -> set[int]:
    """Return the hexes within reach when a move may be partly a march (against 9.1(3), 9.3(1)1)."""
    owner = position.data.units[unit].owner
    if last_only:
        board = position.data.board
        reached = march(position, unit, extra=-2)
        dry = {n for h in reached for n, side in board.steps[h] if not side & (IMPASSABLE | WATER)}
        around = dry - reached - march(position, unit, "9.3(1)3")
        return {n for n in around if board.terrain[n] is Terrain.CLEAR and _free(position, owner, n)}
    if in_zone(position, owner, position.hex_of[unit]):
        return set()

    def price(here: int, there: int, side: int) -> int:
        slow = _step(position, unit, here, there, side, "")
        zone = in_zone(position, owner, here) or in_zone(position, owner, there)
        return 1 if side & ROAD and slow < FAR and not zone else slow

    return _search(position, unit, price, 2 * position.allowance(unit))


def _free(position: Position, owner: Owner, h: int) -> bool:
    return (
        not position.present[owner.enemy][h] and h not in position.forts and not in_zone(position, owner, h)
    )


def whole(position: Position, unit: int) -> set[int]:
    """Return the hexes that a step for the whole allowance reaches (9.2(3)1, 9.2(4)2), zones or not."""
    start, board = position.hex_of[unit], position.data.board
    kind = position.data.units[unit]
    found = set()
    for n, side in board.steps[start]:
        if side & IMPASSABLE or board.terrain[n] is Terrain.SEA or position.present[kind.owner.enemy][n]:
            continue
        if side & GREAT_RIVER or (kind.mountain and board.terrain[n] is Terrain.MOUNTAIN):
            found.add(n)
    return found


def legal_ends(position: Position, unit: int) -> set[int]:
    """Return every hex that the unit may reach in some way, stacking apart."""
    return normal(position, unit) | march(position, unit) | whole(position, unit)


_PRICES = ("9.2(1)3", "9.2(1)4", "9.2(2)", "9.2(5)1", "9.2(5)2", "9.2(4)", "9.2(3)1")


_WITHIN: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {"9.2(3)3": ("9.2(3)1",), "9.2(4)1": ("9.2(4)",), "9.2(5)": _PRICES}
)
"""Heads and lines that say more of the same: leaving them out opens what the clause closes."""


def exclusive(position: Position, unit: int, ends: set[int], clause: str) -> set[int]:
    """Return those of `ends` that no other clause left out would open."""
    for other in _PRICES:
        if ends and other != clause and other not in _WITHIN.get(clause, ()):
            ends = ends - normal(position, unit, other)
    # Rail that counts as road opens a march as well.
    return ends - march(position, unit, "9.3(1)3") if ends and clause == "9.2(1)4" else ends


def _search(position: Position, unit: int, price: Callable[[int, int, int], int], allowance: int) -> set[int]:
    start = position.hex_of[unit]
    best = {start: 0}
    queue = [(0, start)]
    while queue:
        cost, here = heapq.heappop(queue)
        if cost > best[here]:
            continue
        for there, side in position.data.board.steps[here]:
            after = cost + price(here, there, side)
            if after <= allowance and after < best.get(there, FAR):
                best[there] = after
                heapq.heappush(queue, (after, there))
    return set(best)


def roomy(position: Position, owner: Owner, hexes: Collection[int]) -> list[int]:
    """Return those hexes in which one more unit may stand, in order."""
    return sorted(h for h in hexes if h in position.forts or position.present[owner][h] < 2)
