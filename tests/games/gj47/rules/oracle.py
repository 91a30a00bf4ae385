"""An independent judge of single moves, written from the rulebook's text alone and sharing no code.

Slow and plain on purpose: it walks every state (hex, points spent, has it moved, did it use the road only) in
rounds until nothing new turns up.  Points are floats: halves are exact in them.  Readings of unclear points
are given by name.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tests.games.gj47.rules.worlds import Piece, World

HALF = 0.5


@dataclass(frozen=True)
class House:
    """How the unclear points are read."""

    road_spares_river: bool = True  # U-03
    rail_spares_river: bool = False  # U-03
    rail_bridge_great_pays: bool = False  # U-03
    rail_bridges_great: bool = True  # U-03
    zoc_crosses_great: bool = True  # U-15
    zoc_climbs: bool = True  # U-15
    zoc_city_to_city: bool = True  # U-22
    march_extra: bool = False  # U-54
    march_may_end_in_zoc: bool = False  # U-55
    zones: bool = True  # False: as if there were no zones of control at all


STRICT = House(road_spares_river=False, rail_bridge_great_pays=True, rail_bridges_great=False)
MILD = House(
    rail_spares_river=True,
    zoc_crosses_great=False,
    zoc_climbs=False,
    zoc_city_to_city=False,
    march_extra=True,
    march_may_end_in_zoc=True,
)


def enemies(world: World, piece: Piece) -> set[int]:
    return _kept(world, ("enemies", piece.side), lambda: _enemies(world, piece))


def _kept(world: World, key: object, find: Callable[[], set[int]]) -> set[int]:
    """Return what is kept in the world's memo, where it has one."""
    if world.memo is None:
        return find()
    if key not in world.memo:
        world.memo[key] = find()
    return world.memo[key]


def _enemies(world: World, piece: Piece) -> set[int]:
    return {p.where for p in world.pieces if p.side != piece.side and p.where >= 0}


def zoned(world: World, piece: Piece, house: House) -> set[int]:
    """Return the hexes in enemy zones of control (3.2)."""
    return _kept(world, (piece.side, house), lambda: _zoned(world, piece, house))


def _zoned(world: World, piece: Piece, house: House) -> set[int]:
    result: set[int] = set()
    if not house.zones:
        return result
    for enemy in enemies(world, piece):
        for h in world.around(enemy):
            on = world.on(enemy, h)
            if world.terrain[h] == "sea" or "closed" in on:
                continue
            bridged = bool(on & {"road", "rail"})
            if "great" in on and not bridged and not house.zoc_crosses_great:
                continue
            if world.terrain[h] == "mountain" and "road" not in on and not house.zoc_climbs:
                continue
            both = world.terrain[h] == world.terrain[enemy] == "city"
            if both and not house.zoc_city_to_city:
                continue
            result.add(h)
    return result


def price(world: World, piece: Piece, house: House, a: int, b: int) -> float | None:
    """Return the points of an ordinary step, zones aside; None if it cannot be part of an ordinary move."""
    on = world.on(a, b)
    road = "road" in on
    if world.terrain[b] == "sea" or "closed" in on:
        return None
    if "great" in on and not road and not ("rail" in on and house.rail_bridges_great):
        return None
    if not road and world.terrain[b] == "mountain":
        return None
    if not road and world.terrain[a] == "mountain" and not piece.mountain:
        return None
    if road:
        points = 1
    elif world.terrain[b] == "marsh":
        points = 3 if piece.mechanised else 2
    elif world.terrain[b] == "forest":
        points = 2 if piece.mechanised else 1
    else:
        points = 1
    wet = "river" in on or "great" in on
    if wet and road:
        points += 0 if house.road_spares_river else 1
    elif "great" in on:
        points += 1 if house.rail_bridge_great_pays else 0
    elif "river" in on:
        points += 0 if "rail" in on and house.rail_spares_river else 1
    return float(points)


def reach_normal(world: World, piece: Piece, house: House) -> dict[int, float]:
    """Return every hex within the allowance by ordinary steps, with the fewest points (9.2)."""
    foes, zoc = enemies(world, piece), zoned(world, piece, house)
    spent = {piece.where: 0.0}
    fresh = [piece.where]
    while fresh:
        bettered = []
        for a in fresh:
            for b in world.around(a):
                step = price(world, piece, house, a, b)
                if step is None or b in foes:
                    continue
                total = spent[a] + step + (2 if a in zoc else 0) + (2 if b in zoc else 0)
                if total <= piece.allowance and total < spent.get(b, 1e6):
                    spent[b] = total
                    bettered.append(b)
        fresh = bettered
    return spent


def reach_whole(world: World, piece: Piece, house: House) -> set[int]:
    """Return the hexes that a move of one step and the whole allowance reaches (9.2(3), 9.2(4)2)."""
    foes, zoc = enemies(world, piece), zoned(world, piece, house)
    a = piece.where
    result = set()
    for b in world.around(a):
        on = world.on(a, b)
        if b in foes or world.terrain[b] == "sea" or "closed" in on or piece.allowance == 0:
            continue
        served = "road" in on or ("rail" in on and house.rail_bridges_great)
        over = "great" in on and not served
        off_road = "road" not in on
        up = off_road and world.terrain[b] == "mountain"
        down = off_road and world.terrain[a] == "mountain"
        if (up or down) and not piece.mountain:
            continue
        if (over or up) and not (a in zoc and b in zoc):
            result.add(b)
    return result


def reach_march(world: World, piece: Piece, house: House) -> set[int]:
    """Return the hexes that a march reaches (9.3)."""
    foes, zoc = enemies(world, piece), zoned(world, piece, house)
    if piece.where in zoc:
        return set()
    limit = float(piece.allowance)
    if house.march_extra and piece.allowance:
        limit += HALF
    spent = {piece.where: 0.0}
    ends = set()
    changed = True
    while changed:
        changed = False
        for a in list(spent):
            for b in world.around(a):
                on = world.on(a, b)
                if "road" not in on or b in foes or world.terrain[b] == "sea" or "closed" in on:
                    continue
                wet = "river" in on or "great" in on
                total = spent[a] + HALF + (1 if wet and not house.road_spares_river else 0)
                if total > limit:
                    continue
                if b in zoc:
                    if house.march_may_end_in_zoc:
                        ends.add(b)
                    continue
                if total < spent.get(b, 1e6):
                    spent[b] = total
                    changed = True
    return set(spent) | ends


def reachable(world: World, piece: Piece, house: House) -> set[int]:
    """Return every hex where a legal move of `piece` may end, stacking aside; its own hex included."""
    return (
        set(reach_normal(world, piece, house))
        | reach_whole(world, piece, house)
        | reach_march(world, piece, house)
    )
