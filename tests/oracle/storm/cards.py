"""The cards: whose they are, when they may be played, what they cost, what area and units they are about."""

from __future__ import annotations

from tests.oracle.storm.world import (
    FERRY,
    GONE,
    SOVIET,
    Paper,
    Shot,
    State,
    World,
    on_map,
    other,
    room,
    side_of,
    units_in,
)

REF = "REF 3.3"


def tag(card: str) -> str:
    return f"CARD {card}"


def beside(world: World, one: str, two: str) -> bool:
    """Return whether two areas lie next to each other."""
    return two in world.near[one] or one in world.near[two]


def fits_area(world: World, state: State, paper: Paper, area: str) -> bool:
    """Return whether an area is one that a card speaks of."""
    for asked, value in paper.area.items():
        if asked == "areas":
            true = area in value  # type: ignore[operator]
        elif asked == "terrain_least":
            true = world.terrain[area] >= value  # type: ignore[operator]
        elif asked == "terrain_most":
            true = world.terrain[area] <= value  # type: ignore[operator]
        elif asked == "riverside":
            true = (area in world.river) == value
        elif asked == "victory":
            true = (area in world.victory) == value
        elif asked == "own_control":
            true = (state.control.get(area) == paper.side) == value
        elif asked == "own_units":
            true = bool(units_in(world, state, area, paper.side)) == value
        else:
            assert asked == "beside_own"
            near = [one for one in world.kinds if beside(world, one, area)]
            true = any(units_in(world, state, one, paper.side) for one in near) == value
        if not true:
            return False
    return True


def fits_units(world: World, paper: Paper, units: tuple[str, ...] | frozenset[str]) -> bool:
    """Return whether units are such as a card speaks of."""
    if paper.most and len(units) > paper.most:
        return False
    for unit in units:
        piece = world.pieces[unit]
        if paper.kinds and piece.kind not in paper.kinds:
            return False
        if paper.division is not None and piece.division != paper.division:
            return False
    return True


def price_of(world: World, state: State, paper: Paper, paid: tuple[str, ...], area: str | None) -> bool:
    """Return whether what was paid is what a card asks; `area` None while it is not known yet."""
    if paper.discards:
        hand = [card for card in state.hand[paper.side] if card != paper.id]
        return len(paid) == paper.discards == len(set(paid)) and set(paid) <= set(hand)
    if paper.spends:
        if len(paid) != 1 or paid[0] not in world.pieces:
            return False
        unit = paid[0]
        piece = world.pieces[unit]
        good = piece.side == paper.side and piece.kind == paper.spends
        good = good and on_map(world, state, unit) and unit not in state.spent
        acting = state.shot.firers if state.shot is not None else ()
        good = good and unit not in acting
        return good and (area is None or near_or_in(world, state, unit, area))
    return not paid


def near_or_in(world: World, state: State, unit: str, area: str) -> bool:
    here = state.where[unit]
    return here == area or beside(world, here, area)


def home(world: World, unit: str) -> list[str]:
    """Return where a unit comes back: where its side's reinforcements are placed (增援2, 4)."""
    piece = world.pieces[unit]
    if piece.side == SOVIET:
        return [area for area, kind in world.kinds.items() if kind == FERRY]
    return sorted(world.entries)


def rally(world: World, state: State, paper: Paper, area: str, units: tuple[str, ...]) -> bool:
    """Return whether spent units of one area may be made fresh."""
    own = units_in(world, state, area, paper.side)
    good = 0 < len(units) <= paper.amount and len(set(units)) == len(units)
    return good and all(unit in own and unit in state.spent for unit in units)


def replaced(world: World, state: State, paper: Paper, area: str, units: tuple[str, ...]) -> bool:
    """Return whether an eliminated unit may come back to an area."""
    if len(units) != 1 or side_of(world, units[0]) != paper.side or state.where[units[0]] != GONE:
        return False
    return area in home(world, units[0]) and room(world, state, area, paper.side)


def victims(world: World, state: State, side: str, area: str) -> list[str]:
    """Return the enemies of a side in an area that can be shot at: nobody in a ferry box (渡口1)."""
    return [] if world.kinds[area] == FERRY else units_in(world, state, area, other(side))


def on_shot(world: World, shot: Shot, paper: Paper) -> None:
    """Let a card change a fire."""
    deed, amount = paper.deed, paper.amount
    if deed == "fire_bonus":
        shot.bonus += amount
    elif deed == "weaken":
        shot.bonus -= amount
    elif deed == "no_terrain":
        shot.bare = True
    elif deed == "attacker_allots":
        shot.attacker_allots = True
    elif deed == "rubble":
        shot.factor *= amount
    elif deed == "dig_in":
        shot.dug += amount
